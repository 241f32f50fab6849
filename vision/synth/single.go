package synth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gocv.io/x/gocv"

	"schiri/models"
)

// The modes of phone photos of single cards.
const (
	ModeTaught   Mode = "taught"   // a card that photos to learn from show, too
	ModeUntaught Mode = "untaught" // a card of the same design that they do not show
	ModeNoCard   Mode = "no-card"  // its ground or a hand alone
)

// subject is what a phone photo is taken of: a front, a back, or nothing.
type subject struct {
	card models.Card
	back models.Back
}

// label names the subject's folder of photos to learn from.
func (s subject) label() string {
	if s.back != "" {
		return "back-" + string(s.back)
	}
	return s.card.String()
}

// singles are the cards that photos of single cards show: taught ones, some of which are easily taken for
// another, and some that are not taught.
func (s *Scene) singles() (taught, untaught []subject) {
	fronts := func(c models.Color, numbers ...int) (all []subject) {
		for _, n := range numbers {
			all = append(all, subject{card: models.Card{Color: c, Number: n}})
		}
		return all
	}
	taught = append(fronts(models.Red, 6, 9, 7), fronts(models.Blue, 2, 8)...)
	taught = append(append(taught, fronts(models.Green, 3)...), fronts(models.Yellow, 5, 10)...)
	untaught = append(fronts(models.Red, 4, 1), fronts(models.Blue, 3, 7)...)
	untaught = append(append(untaught, fronts(models.Green, 8, 10)...), fronts(models.Yellow, 6)...)
	return append(taught, subject{back: s.Backs()[0]}), append(untaught, subject{back: s.Backs()[1]})
}

// WriteSingles writes n phone photos of single cards with truth.json into dir, which must exist, and beside
// them folders of photos to learn nine of these cards from: photos/LABEL. Of twelve photos eight show one of the
// nine and three another card, which the truth leaves out as it does foreign cards: there is nothing to
// read in it. Every photo has a ground of its own, and a size as phones make them: 900x1200 to 1920x1080 where the
// scene's is 1280 pixels wide, else so much smaller or larger.
func (s *Scene) WriteSingles(ctx context.Context, dir string, n int) error {
	rng := rand.New(rand.NewPCG(s.opt.Seed, 0x51961e))
	taught, untaught := s.singles()
	if err := s.writeLessons(ctx, filepath.Join(dir, "photos"), taught, rng); err != nil {
		return err
	}
	var all truthFile
	for i := range n {
		if err := s.begin(ctx, i, n); err != nil {
			return err
		}
		mode, sub := ModeNoCard, subject{}
		switch round, k := i/12, i%12; {
		case k < 8:
			mode, sub = ModeTaught, taught[(8*round+k)%len(taught)]
		case k < 11:
			mode, sub = ModeUntaught, untaught[(3*round+k-8)%len(untaught)]
		}
		name := fmt.Sprintf("%04d.jpg", i+1)
		cards, err := s.writeSingle(filepath.Join(dir, name), sub, handheldAt(s.opt.Level), rng)
		if err != nil {
			return err
		}
		if mode != ModeTaught {
			cards = []CardTruth{}
		}
		all.Images = append(all.Images, ImageTruth{name, mode, s.opt.Level, cards})
	}
	return writeJSON(filepath.Join(dir, "truth.json"), all)
}

// writeLessons writes four to six photos of every subject into a folder named by it. Who teaches a card
// takes care that it is not tilted much.
func (s *Scene) writeLessons(ctx context.Context, dir string, taught []subject, rng *rand.Rand) error {
	h := handheldAt(s.opt.Level)
	h.tilt = min(h.tilt, radians(45))
	for _, sub := range taught {
		folder := filepath.Join(dir, sub.label())
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("folder for the photos to learn from: %w", err)
		}
		for i := range 4 + rng.IntN(3) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := s.writeSingle(filepath.Join(folder, fmt.Sprintf("%d.jpg", i+1)), sub, h, rng); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeSingle writes one photo in the quality of some phone and gives its truth.
func (s *Scene) writeSingle(path string, sub subject, h handheld, rng *rand.Rand) ([]CardTruth, error) {
	m, cards, err := s.single(sub, h, rng)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	return cards, writeJPEG(path, m, 60+rng.IntN(36))
}

// single draws one phone photo with its truth. The caller closes the Mat (8-bit BGR).
func (s *Scene) single(sub subject, h handheld, rng *rand.Rand) (gocv.Mat, []CardTruth, error) {
	chance := rng.Float64()
	held, touched := chance < .3, chance >= .3 && chance < .3+.7*.15
	size := phoneSize(s.opt.Size, rng)
	cam, at := h.aim(size, held, rng)
	stage, err := h.stage(cam, held, rng)
	if err != nil {
		return gocv.Mat{}, nil, err
	}
	defer stage.close()
	shot := *s
	shot.opt.Size, shot.stage, shot.rng = size, stage, rng
	st := &still{scene: &shot}
	bow := [2]float64{rng.NormFloat64() * .2, rng.NormFloat64() * .2}
	var over []piece
	switch {
	case held:
		bow = [2]float64{between(rng, -1.5, 1.5), between(rng, -1.5, 1.5)}
		hand, thumb := shot.holding(at)
		st.add(hand)
		over = append(over, thumb)
	case touched:
		over = append(over, shot.touching(at))
	}
	if sub == (subject{}) {
		if held { // the hand alone
			over = nil
		}
	} else if err := st.portray(sub, at, bow, held); err != nil {
		return gocv.Mat{}, nil, err
	}
	for _, p := range over {
		st.add(p)
	}
	m, cards := st.finish()
	for i, k := range st.of {
		if k >= 0 { // a bent card fills its outline a little less than a flat one: only fingers hide it
			alone := stage.inSight(st.things[i : i+1])[0]
			cards[k].Visible = min(1, math.Round(1000*cards[k].Visible/alone)/1000)
		}
	}
	return m, cards, nil
}

// portray lays a card before the camera whose edges are bent by so many millimetres across and along it.
func (st *still) portray(sub subject, at placed, bow [2]float64, held bool) error {
	s := st.scene
	d, err := findDesign(s.opt.Design)
	if err != nil {
		return err
	}
	s.art = &sprites{backs: map[models.Back]*canvas{}}
	scale := s.stage.cam.scaleAt(at.at)
	if sub.back == "" {
		s.art.fronts[sub.card.Index()] = d.drawFront(sub.card, scale).bent(bow)
		st.front(sub.card, at, "loose")
	} else {
		style, err := findBack(sub.back)
		if err != nil {
			return err
		}
		s.art.backs[sub.back] = d.drawBack(style, scale).bent(bow)
		st.back(sub.back, at)
	}
	if held { // nothing is near enough for a shadow
		st.things[len(st.things)-1].shadow = 0
	}
	return nil
}

// bent is a card's artwork as the camera sees it of a bent card: the corners stay, the edges between them are
// bow millimetres beside where they were, those along the card sideways and those across it lengthwise.
func (c *canvas) bent(bow [2]float64) *canvas {
	out := newCanvas(cardW, cardH, c.scale, c.margin+2*c.scale)
	for j := range out.h {
		for i := range out.w {
			x, y := (float64(i)+.5-out.margin)/c.scale, (float64(j)+.5-out.margin)/c.scale
			u, v := 2*x/cardW-1, 2*y/cardH-1
			col, a := c.sample(x-bow[0]*(1-v*v), y-bow[1]*(1-u*u))
			p := out.pix[4*(j*out.w+i):][:4]
			p[0], p[1], p[2], p[3] = uint8(col[0]), uint8(col[1]), uint8(col[2]), uint8(a)
		}
	}
	return out
}

// nearEdge chooses the card's edge a hand comes over and where on it, as its owner's does who stands at the
// picture's lower side: the place, and the direction away from the card.
func (s *Scene) nearEdge(at placed) (edge, out vec) {
	sin, cos := math.Sincos(between(s.rng, -1.2, 1.2))
	along := between(s.rng, -.6, .6)
	middle, most := s.stage.cam.project(at.at), math.Inf(-1)
	for k, half := range [4][2]float64{{cardH / 2, cardW / 2}, {cardW / 2, cardH / 2}, {cardH / 2, cardW / 2}, {cardW / 2, cardH / 2}} {
		away := vec{0, 1, 0}.turned(at.angle + float64(k)*math.Pi/2)
		p := s.stage.cam.project(at.at.add(away))
		if d := math.Hypot(p.X-middle.X, p.Y-middle.Y); ((p.X-middle.X)*sin+(p.Y-middle.Y)*cos)/d > most {
			most = ((p.X-middle.X)*sin + (p.Y-middle.Y)*cos) / d
			edge, out = at.at.add(away.mul(half[0])).add(away.turned(math.Pi/2).mul(along*half[1])), away
		}
	}
	return edge, out
}

// holding is a hand behind a card with its thumb over the card's edge by 4 to 15 mm.
func (s *Scene) holding(at placed) (hand, thumb piece) {
	scale := s.stage.cam.scaleAt(at.at)
	a := newArm(min(scale, handDetail), false, s.rng)
	edge, out := s.nearEdge(at)
	along := out.turned(math.Pi / 2)
	out = out.turned(between(s.rng, -.5, .5))
	aside := vec{thumbX - tipX, 0, 0}.turned(math.Atan2(-out.x, out.y)) // from the fingers to the thumb
	if a.mirror {
		aside = aside.mul(-1)
	}
	if off := edge.sub(at.at).dot(along); off*aside.dot(along) < 0 { // fingers belong behind the card
		edge = edge.sub(along.mul(2 * off))
	}
	tip := edge.sub(out.mul(gripY - tipY)).sub(aside)
	hand = s.stage.cam.reach(a, tip, tip.add(out), 0)
	hand.at.at.z, hand.shadow = -2, 0
	return hand, a.thumb(hand, between(s.rng, 4, 15), scale)
}

// touching is a hand that lays a finger over a lying card's edge by 4 to 15 mm.
func (s *Scene) touching(at placed) piece {
	a := pointingArm(min(s.stage.cam.scaleAt(at.at), handDetail), s.rng)
	edge, out := s.nearEdge(at)
	out = out.turned(between(s.rng, -.6, .6))
	tip := edge.sub(out.mul(between(s.rng, 4, 15)))
	hand := s.stage.cam.reach(a, tip, tip.add(out), 5)
	hand.at.at.z, hand.shadow = 3, .35
	return hand
}

// handDetail bounds how finely a whole hand is drawn, in pixels a millimetre: its skin shows no more.
const handDetail = 6.0

// reach is the piece of a hand at a lift in millimetres, with as much of its arm as lies before the camera.
func (c camera) reach(a *arm, tip, shoulder vec, lift float64) piece {
	for {
		p := a.piece(tip, shoulder)
		p.lift = lift
		behind, grow := false, 2*p.reach()
		for _, v := range p.at.corners(p.w+grow, p.h+grow) {
			behind = behind || v.sub(c.eye).dot(c.look) < .3*tip.sub(c.eye).dot(c.look)
		}
		if !behind || a.length < 200 {
			return p
		}
		a.shorten(a.length - 50)
	}
}
