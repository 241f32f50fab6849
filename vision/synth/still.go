package synth

import (
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"schiri/models"
)

// Mode is what a still shows.
type Mode string

// The modes of stills.
const (
	ModeTable   Mode = "table"   // a round in play
	ModeHands   Mode = "hands"   // the same with hands over it
	ModeSpread  Mode = "spread"  // backs spread for the count
	ModeFan     Mode = "fan"     // overlapping fronts
	ModeClutter Mode = "clutter" // a round in play among foreign things and foreign cards
)

// Modes lists the modes of stills.
func Modes() []Mode { return []Mode{ModeTable, ModeHands, ModeSpread, ModeFan, ModeClutter} }

// CardTruth is one card of a picture as it truly lies.
type CardTruth struct {
	Face    models.Face  `json:"face"`
	Color   models.Color `json:"color,omitempty"`
	Number  int          `json:"number,omitempty"`
	Back    models.Back  `json:"back,omitempty"`
	Corners models.Quad  `json:"corners"` // in image pixels, clockwise from the printed top left, hidden parts too
	Where   string       `json:"where"`   // ligretto, row, discard, centre or loose
	Visible float64      `json:"visible"` // share of its area in sight, 0 to 1
}

// Card is the front, the zero card for a back.
func (t CardTruth) Card() models.Card { return models.Card{Color: t.Color, Number: t.Number} }

// still is a picture in the making: what lies there, the lowest first, and which of it is truth.
type still struct {
	scene  *Scene
	things []piece
	truth  []CardTruth
	of     []int // by thing: its index in truth, -1 for none
}

func (st *still) add(p piece) { st.things, st.of = append(st.things, p), append(st.of, -1) }

func (st *still) front(c models.Card, at placed, where string) {
	st.of = append(st.of, len(st.truth))
	p := st.scene.front(c, at)
	st.things = append(st.things, p)
	st.truth = append(st.truth, CardTruth{Face: models.FaceFront, Color: c.Color, Number: c.Number, Corners: st.scene.stage.quad(p), Where: where})
}

func (st *still) back(b models.Back, at placed) {
	st.of = append(st.of, len(st.truth))
	p := st.scene.back(b, at)
	st.things = append(st.things, p)
	st.truth = append(st.truth, CardTruth{Face: models.FaceBack, Back: b, Corners: st.scene.stage.quad(p), Where: "loose"})
}

// finish takes the picture and works out how much of every card is in sight.
func (st *still) finish() (gocv.Mat, []CardTruth) {
	seen := st.scene.stage.inSight(st.things)
	for i, k := range st.of {
		if k >= 0 {
			st.truth[k].Visible = math.Round(1000*seen[i]) / 1000
		}
	}
	return st.scene.shoot(st.things), st.truth
}

// inSight gives the share of every thing's area that nothing later in the list hides.
func (s *stage) inSight(things []piece) []float64 {
	w, h := int(s.cam.w), int(s.cam.h)
	top := make([]uint16, w*h) // the number of the thing on top, from 1
	for n, p := range things {
		back, q := squareTo(s.quad(p)).inverse(), s.quad(p)
		box := s.box(p)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			from, to := span(q, float64(y))
			for x := max(from, box.Min.X); x < min(to, box.Max.X); x++ {
				u, v := back.apply(float64(x), float64(y))
				if _, a := p.art.sample(u*p.w, v*p.h); a > 127 {
					top[y*w+x] = uint16(n + 1)
				}
			}
		}
	}
	count := make([]int, len(things)+1)
	for _, n := range top {
		count[n]++
	}
	seen := make([]float64, len(things))
	for i, p := range things {
		corners := 1 - (4-math.Pi)*p.round*p.round/(p.w*p.h)
		seen[i] = min(1, float64(count[i+1])/(math.Abs(s.quad(p).Polygon().Area())*corners))
	}
	return seen
}

// Still draws one picture of a mode, with its truth. The caller closes the Mat (8-bit BGR).
func (s *Scene) Still(m Mode) (gocv.Mat, []CardTruth, error) {
	st := &still{scene: s}
	switch m {
	case ModeTable, ModeHands:
		st.play()
	case ModeClutter:
		st.clutterBelow()
		st.play()
		st.clutterBeside()
	case ModeSpread:
		st.spread(s.anyBacks(12 + s.rng.IntN(50)))
	case ModeFan:
		st.fans()
	default:
		return gocv.Mat{}, nil, fmt.Errorf("mode %q is not known; want one of %v", m, Modes())
	}
	if m == ModeHands {
		st.hands()
	}
	mat, truth := st.finish()
	return mat, truth, nil
}

// Spread draws n backs spread for the count, or as many as find room, with their truth. The caller closes the Mat (8-bit BGR).
func (s *Scene) Spread(n int) (gocv.Mat, []CardTruth) {
	st := &still{scene: s}
	st.spread(s.anyBacks(n))
	return st.finish()
}

// anyBacks are n backs of the scene's decks.
func (s *Scene) anyBacks(n int) []models.Back {
	all := s.Backs()
	backs := make([]models.Back, n)
	for i := range backs {
		backs[i] = all[s.rng.IntN(len(all))]
	}
	return backs
}

// play lays out a round in play: every deck's cards once, piles of several cards.
func (st *still) play() {
	s := st.scene
	var decks [][]models.Card
	for range s.layout.seats {
		deck := make([]models.Card, models.DeckSize)
		for i, k := range s.rng.Perm(models.DeckSize) {
			deck[i] = models.CardAt(k)
		}
		decks = append(decks, deck)
	}
	for i, seat := range s.layout.seats {
		deck := decks[i]
		st.pile(deck[:2+s.rng.IntN(4)], placed{seat.ligretto, seat.side.angle}, 1.3, 2, string(models.SpotLigretto))
		for k, at := range seat.row {
			if s.rng.IntN(12) > 0 {
				st.front(deck[10+k], s.face(s.around(placed{at, seat.side.angle}, 1.2, 2)), string(models.SpotRow))
			}
		}
		if s.rng.IntN(10) > 0 {
			st.pile(deck[20:21+s.rng.IntN(6)], placed{seat.discard, seat.side.angle}, 2, 3, string(models.SpotDiscard))
		}
	}
	piles := min(len(s.layout.cells), 1+3*len(s.layout.seats)*2/3+s.rng.IntN(4))
	for _, k := range s.rng.Perm(len(s.layout.cells))[:piles] {
		col, top := models.Colors()[s.rng.IntN(4)], 1+s.rng.IntN(10)
		var cards []models.Card
		for n := max(1, top-4); n <= top; n++ {
			cards = append(cards, models.Card{Color: col, Number: n})
		}
		side := s.layout.seats[s.rng.IntN(len(s.layout.seats))].side
		st.pile(cards, placed{s.layout.cells[k], side.angle + s.rng.NormFloat64()*.2}, 2.2, 4, "centre")
	}
}

// face turns every other card by half a turn: cards come from the deck either way up.
func (s *Scene) face(p placed) placed {
	if s.rng.IntN(2) == 0 {
		p.angle += math.Pi
	}
	return p
}

// thickness is how much a card adds to a pile, in millimetres.
const thickness = .33

// pile lays cards on each other; the last one is in sight and is truth.
func (st *still) pile(cards []models.Card, at placed, mm, degrees float64, where string) {
	for i, c := range cards {
		p := st.scene.face(st.scene.around(at, mm, degrees))
		p.at.z = float64(i) * thickness
		if i == len(cards)-1 {
			st.front(c, p, where)
		} else {
			st.add(st.scene.front(c, p))
		}
	}
}

// hands lets one to three hands hang over the table.
func (st *still) hands() {
	s := st.scene
	n := 1 + s.rng.IntN(min(3, len(s.layout.seats)))
	for _, i := range s.rng.Perm(len(s.layout.seats))[:n] {
		goal := s.layout.cells[s.rng.IntN(len(s.layout.cells))]
		if s.rng.IntN(3) == 0 {
			goal = s.layout.seats[i].row[s.rng.IntN(len(s.layout.seats[i].row))]
		}
		st.add(s.arms[i].piece(s.around(placed{at: goal}, 25, 0).at, s.layout.seats[i].shoulder))
	}
}

// spread throws backs on the table as for the count: overlapping, but never so far that less than
// 55 % of one stays in sight. It returns how many found room.
func (st *still) spread(backs []models.Back) int {
	s := st.scene
	var lying []placed
	var hidden [][]bool // by card: which of its sample points are hidden
	for try := 0; len(lying) < len(backs) && try < 60*len(backs); try++ {
		at := vec{(s.rng.Float64() - .5) * (s.layout.w - 110), (s.rng.Float64() - .5) * (s.layout.h - 110), 0}
		p := placed{at, s.rng.Float64() * 2 * math.Pi}
		next, fits := make([][]bool, len(lying), len(lying)+1), true
		for i, q := range lying {
			next[i] = hides(p, q, hidden[i])
			lost := 0
			for _, h := range next[i] {
				if h {
					lost++
				}
			}
			fits = fits && float64(lost) < .42*float64(len(next[i]))
		}
		if fits {
			hidden, lying = append(next, make([]bool, 9*14)), append(lying, p)
		}
	}
	for i, p := range lying {
		st.back(backs[i], p)
	}
	return len(lying)
}

// hides marks which of a card's sample points another card laid on it hides, beside those already hidden.
func hides(upper, lower placed, already []bool) []bool {
	if d := upper.at.sub(lower.at); d.norm() > 110 {
		return already
	}
	out := append([]bool(nil), already...)
	for i := range out {
		at := vec{(float64(i%9) + .5 - 4.5) / 9 * cardW, (float64(i/9) + .5 - 7) / 14 * cardH, 0}.turned(lower.angle).add(lower.at)
		q := at.sub(upper.at).turned(-upper.angle)
		if math.Abs(q.x) < cardW/2 && math.Abs(q.y) < cardH/2 {
			out[i] = true
		}
	}
	return out
}

// fans lays some rows of overlapping fronts.
func (st *still) fans() {
	s := st.scene
	deck := s.rng.Perm(models.DeckSize)
	n := 3 + s.rng.IntN(3)
	for f := range n {
		k := 3 + s.rng.IntN(5)
		angle := s.rng.Float64() * 2 * math.Pi
		turn, step := (s.rng.Float64()-.5)*.28, 17+24*s.rng.Float64()
		// A place of its own for every fan keeps them apart, so that only a fan's own cards overlap.
		at := placed{vec{(float64(f%3) - 1) * s.layout.w * .29, (float64(f/3) - .5) * s.layout.h * .42, 0}, angle}
		at.at = at.at.sub(vec{step * float64(k-1) / 2, 0, 0}.turned(angle))
		for range k {
			if len(deck) == 0 {
				return
			}
			p := s.around(at, .8, 1)
			st.front(models.CardAt(deck[0]), p, "loose")
			deck = deck[1:]
			at.at = at.at.add(vec{step, 0, 0}.turned(at.angle))
			at.angle += turn
		}
	}
}

// Calibration are the photos a deck is learnt from. The caller closes it.
type Calibration struct {
	Fronts gocv.Mat      // one deck: a colour a row, 1 to 10 from left to right
	Backs  gocv.Mat      // in one line, as Names has them
	Empty  gocv.Mat      // the same table without cards
	Names  []models.Back // of the backs, left to right
	Colors []models.Color

	FrontsTruth, BacksTruth []CardTruth // how the cards of both photos truly lie, row by row from left to right
}

// Close frees the photos.
func (c *Calibration) Close() {
	c.Fronts.Close()
	c.Backs.Close()
	c.Empty.Close()
}

// Calibration draws the photos to learn the scene's deck from. The rows' colours are in any order.
func (s *Scene) Calibration() *Calibration {
	calm := *s
	calm.stage = s.stage.withoutGlare()
	s = &calm
	c := &Calibration{Empty: s.shoot(nil), Names: s.Backs()}
	fronts := &still{scene: s}
	pitchX, pitchY := min(72, (s.layout.w-cardW-20)/9), min(105, (s.layout.h-cardH-10)/3)
	for row, k := range s.rng.Perm(4) {
		col := models.Colors()[k]
		c.Colors = append(c.Colors, col)
		for n := 1; n <= models.MaxNumber; n++ {
			at := vec{(float64(n) - 5.5) * pitchX, (float64(row) - 1.5) * pitchY, 0}
			fronts.front(models.Card{Color: col, Number: n}, s.around(placed{at: at}, 2, 2), "loose")
		}
	}
	c.Fronts, c.FrontsTruth = fronts.finish()
	backs := &still{scene: s}
	pitch := min(90, (s.layout.w-cardW-20)/float64(max(1, len(c.Names)-1)))
	for i, b := range c.Names {
		at := vec{(float64(i) - float64(len(c.Names)-1)/2) * pitch, 0, 0}
		backs.back(b, s.around(placed{at: at}, 2, 2))
	}
	c.Backs, c.BacksTruth = backs.finish()
	return c
}
