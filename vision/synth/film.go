package synth

import (
	"fmt"
	"image"
	"math"
	"slices"
	"sort"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/rules/bots"
)

// Film is a round as the camera sees it. Frames are drawn in order of time: what has been laid
// is drawn once, and only hands and the cards they carry are drawn anew.
type Film struct {
	scene   *Scene
	plan    *plan
	motions []motion
	from    float64 // time of the round at which the film begins
	length  float64 // in seconds

	steps []step
	next  int        // the first step not made yet
	lying []laidCard // on the table now, the lowest first
	base  []uint8    // the table with what lies on it
	air   []int      // carries under way, in order of their beginning
	truth *truth
}

// step is a carry's beginning or end.
type step struct {
	time  float64
	carry int
	land  bool
}

// Play plays the scene's round and films it from the given time of the round on: 0 is
// the deal. What happened before lies on the table.
func (s *Scene) Play(from float64) (*Film, error) { return s.playSeed(from, s.opt.Seed) }

// playSeed is Play with another round at the same table.
func (s *Scene) playSeed(from float64, seed uint64) (*Film, error) {
	o := s.opt
	if !(from >= 0 && from <= 36000) {
		return nil, fmt.Errorf("the film cannot begin at %v s; want 0 to 36000", from)
	}
	seconds := o.Seconds
	if seconds > 0 {
		seconds += from
	}
	round := bots.Play(bots.Config{
		Players: o.Players, Seed: seed, Seconds: seconds, Edition: o.Edition, Mistakes: o.Mistakes, Pace: o.Pace,
	})
	if from > 0 && from >= round.Over {
		return nil, fmt.Errorf("the round is over after %.0f s; the film cannot begin at %.0f s", round.Over, from)
	}
	f := &Film{scene: s, plan: s.newPlan(round), from: from, base: slices.Clone(s.stage.table)}
	f.motions = s.motions(f.plan.carries)
	f.length = max(round.Over-from+1.2, o.Seconds)
	for i, c := range f.plan.carries {
		f.steps = append(f.steps, step{c.lift, i, false}, step{c.land, i, true})
	}
	sort.SliceStable(f.steps, func(i, j int) bool { return f.steps[i].time < f.steps[j].time })
	f.lying = slices.Clone(f.plan.dealt)
	for f.next < len(f.steps) && f.steps[f.next].time <= from {
		f.step(f.steps[f.next], nil)
	}
	f.redraw(image.Rectangle{Max: o.Size})
	f.truth = newTruth(f)
	return f, nil
}

// Length is the film's length in seconds.
func (f *Film) Length() float64 { return f.length }

// Draw draws the picture at t seconds of the film into m, which is resized where it does not fit. t must
// not go back.
func (f *Film) Draw(t float64, m *gocv.Mat) error {
	now := f.from + t
	for f.next < len(f.steps) && f.steps[f.next].time <= now {
		f.step(f.steps[f.next], f.truth)
	}
	over := f.moving(now)
	f.truth.look(t, over)
	if err := f.scene.compose(f.base, m, over...); err != nil {
		return err
	}
	f.scene.opt.Mishaps.strike(t, f.length, m)
	f.scene.stage.expose(m)
	return nil
}

// moving are the cards in the air and the hands at a time of the round, cards below hands.
func (f *Film) moving(now float64) []piece {
	var cards, hands []piece
	for _, i := range f.air {
		c := f.plan.carries[i]
		at, lift := c.held(f.motions[c.player], now)
		p := f.scene.card(laidCard{c.ids[len(c.ids)-1], at})
		p.lift = lift
		cards = append(cards, p)
	}
	for i, m := range f.motions {
		at, shoulder := m.at(now), f.scene.layout.seats[i].shoulder
		at.z = 0
		tip := at.add(shoulder.sub(at).unit().mul(24)) // the fingers hold the near end of the card
		p := f.scene.arms[i].piece(tip, shoulder)
		if !f.scene.stage.box(p).Empty() {
			hands = append(hands, p)
		}
	}
	return append(cards, hands...)
}

// card is the piece of a card lying face up.
func (s *Scene) card(l laidCard) piece { return s.front(l.id.card, l.at) }

// step takes cards from the table or lays them there. Without truth the base is not drawn.
func (f *Film) step(st step, tr *truth) {
	f.next++
	c := f.plan.carries[st.carry]
	if !st.land {
		f.air = append(f.air, st.carry)
		if c.src == nil {
			return
		}
		var dirty image.Rectangle
		f.lying = slices.DeleteFunc(f.lying, func(l laidCard) bool {
			if !slices.Contains(c.ids, l.id) {
				return false
			}
			dirty = dirty.Union(f.scene.stage.box(f.scene.card(l)))
			return true
		})
		if tr != nil {
			tr.lifted(c)
			f.redraw(dirty)
		}
		return
	}
	f.air = slices.DeleteFunc(f.air, func(i int) bool { return i == st.carry })
	if c.dst == nil {
		return
	}
	for i, id := range c.ids {
		l := laidCard{id, c.to[i]}
		f.lying = append(f.lying, l)
		if tr != nil {
			f.scene.stage.draw(f.base, image.Rectangle{Max: f.scene.opt.Size}, f.scene.card(l))
		}
	}
	if tr != nil {
		tr.landed(c)
	}
}

// redraw draws a part of the base anew.
func (f *Film) redraw(r image.Rectangle) {
	if r.Empty() {
		return
	}
	w := f.scene.opt.Size.X
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := 3*(y*w+r.Min.X), 3*(y*w+r.Max.X)
		copy(f.base[from:to], f.scene.stage.table[from:to])
	}
	for _, l := range f.lying {
		f.scene.stage.draw(f.base, r, f.scene.card(l))
	}
}

// Truth is everything that is true of the film, a row a line of truth.ndjson. It is complete once the
// last picture has been drawn.
func (f *Film) Truth() []any { return f.truth.rows(f.length) }

// Left draws the table after the round: every player's left-over Ligretto cards face up in their zone.
func (f *Film) Left() (gocv.Mat, []CardTruth) { return f.left().finish() }

// Count draws the photos of the count: the backs of all cards in the centre, at most 70 a photo.
func (f *Film) Count() (photos []gocv.Mat, truths [][]CardTruth) {
	for _, st := range f.count() {
		m, t := st.finish()
		photos, truths = append(photos, m), append(truths, t)
	}
	return photos, truths
}

func (f *Film) left() *still {
	s := f.scene
	st, held := &still{scene: s}, f.plan.at(math.Inf(1))
	for i, seat := range s.layout.seats {
		left := held[spotKey{i, models.SpotLigretto, 0}]
		pitch := min(cardW+4, (seat.length-cardW)/max(1, float64(len(left)-1)))
		for k, c := range left {
			at := seat.ligretto.add(vec{float64(k) * pitch, 0, 0}.turned(seat.side.angle))
			st.front(c.card, s.face(s.around(placed{at, seat.side.angle}, 1.5, 2)), string(models.SpotLigretto))
		}
	}
	return st
}

func (f *Film) count() []*still {
	var backs []models.Back
	for i, p := range f.scene.table.Players {
		for range f.plan.inCentre(i) {
			backs = append(backs, p.Back)
		}
	}
	f.scene.rng.Shuffle(len(backs), func(i, j int) { backs[i], backs[j] = backs[j], backs[i] })
	var out []*still
	for len(backs) > 0 || len(out) == 0 {
		st := &still{scene: f.scene}
		backs = backs[st.spread(backs[:min(len(backs), 70)]):]
		out = append(out, st)
	}
	return out
}
