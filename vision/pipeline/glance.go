package pipeline

import (
	"slices"

	"schiri/models"
	"schiri/vision/track"
)

// The parts of a place's cells that may be in motion while it is looked at beside an arm, and that must have come
// to rest since it was last looked at.
const (
	inMotion = 0.3
	newsFrom = 0.2
)

// clearsFrom is the part of a place looked at in vain that must have moved since for it to be worth another look beside an arm,
// and fullSight how much of a card must be in sight then for it to be told: fingers may hide what tells it from another one.
const (
	clearsFrom = 0.1
	fullSight  = 0.9
)

// underArm is what goes on in the cells of a known place.
type underArm struct {
	cells   []int
	changed []int
	resting []int // those of the changed cells that have come to rest
	arm     int   // how many an arm covers
	was     int   // how many of those that none covers one did in the frame before
}

// at counts what goes on at a place.
func (p *pipeline) at(place models.Quad) underArm {
	w := p.watch
	u := underArm{cells: w.act.Under(place)}
	for _, i := range u.cells {
		switch {
		case w.act.Arm[i]:
			u.arm++
		case w.arm[i] > 0 && w.arm[i] == w.tick-w.elapsed:
			u.was++
		}
		if w.act.Changed[i] {
			u.changed = append(u.changed, i)
			if w.still[i] >= calmAfter {
				u.resting = append(u.resting, i)
			}
		}
	}
	return u
}

// uncovered gives the known places that an arm has just left: a card laid there may be in sight for a frame or two
// before the next arm covers it, and does not come to rest for the eye.
func (p *pipeline) uncovered() []spot {
	var out []spot
	for _, o := range p.scene {
		if u := p.at(o.Corners); u.arm == 0 && u.was > 0 && len(u.changed) > 0 {
			out = p.glance(out, o.Corners, u.changed)
		}
	}
	return out
}

// calmIn tells whether a cell of a patch within the box around an outline has just come to rest.
func (p *pipeline) calmIn(q patch, outline models.Quad) bool {
	a := p.watch.act
	r := a.CellsOf(outline.Box())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*a.Cols + r.Min.X; i < y*a.Cols+r.Max.X; i++ {
			if p.watch.calms(i) && a.Changed[i] && p.watch.label[i] == p.watch.label[q.cells[0]] {
				return true
			}
		}
	}
	return false
}

// clears tells whether a known place within a patch, last looked at in vain, is being uncovered: some of it has moved since
// then. It is not waited for until all of it comes to rest, as the next arm may be there before.
func (p *pipeline) clears(q patch, outline models.Quad) bool {
	under, moved, within := p.watch.act.Under(outline), 0, false
	if !p.inVain(under) {
		return false
	}
	for _, i := range under {
		within = within || p.watch.label[i] == p.watch.label[q.cells[0]]
		if p.watch.still[i] < p.watch.tick-max(p.peeked[i], p.cleared[i]) {
			moved++
		}
	}
	return within && float64(moved) >= clearsFrom*float64(len(under))
}

// beside gives the known places at which an arm's patch has just come to rest: a card laid there that an arm, or
// another card in motion, still touches has no outline of its own.
func (p *pipeline) beside(q patch) []spot {
	var out []spot
	for _, o := range p.scene {
		calm, clears := q.calm > 0 && p.calmIn(q, o.Corners), p.clears(q, o.Corners)
		if !calm && !clears {
			continue
		}
		switch u := p.at(o.Corners); {
		case calm && p.restsBeside(u, calmAfter):
			out = p.glance(out, o.Corners, u.resting)
		case clears && p.restsBeside(u, 1): // what the arm has uncovered in the picture before will not move any more
			out = append(out, p.clearing(o.Corners, u))
		}
	}
	return out
}

// restsBeside tells that enough of a place has come to rest since it was last looked at, and that hardly anything there has
// moved in the last so many ticks.
func (p *pipeline) restsBeside(u underArm, rested int) bool {
	moving, news := 0, 0
	for _, i := range u.cells {
		if p.watch.still[i] < rested {
			moving++
		}
	}
	for _, i := range u.resting {
		if p.watch.tick-p.glanced[i] >= p.watch.still[i] {
			news++
		}
	}
	return float64(news) >= newsFrom*float64(len(u.cells)) && float64(moving) <= inMotion*float64(len(u.cells))
}

// clearing is a look at a known place for the moment in which no arm may be upon it. It does not count as the look that the
// place is due for once it has come to rest.
func (p *pipeline) clearing(place models.Quad, u underArm) spot {
	for _, i := range u.cells {
		p.cleared[i] = p.watch.tick
	}
	return spot{area: p.around(p.boxOf(u.cells)), cells: u.resting, place: place, clearing: true}
}

// inFullSight tells that a look at a place read a card there of which nearly all is in sight.
func inFullSight(s spot, l track.Look) bool {
	return slices.ContainsFunc(l.Cards, func(o models.Observation) bool {
		return believed(o) && o.Visible >= fullSight && o.Corners.IoU(s.place) > samePlace
	})
}

// glance adds a known place to those to be read at once, because of cells there that changed, unless it was read and
// nothing has moved there since.
func (p *pipeline) glance(out []spot, place models.Quad, changed []int) []spot {
	under := p.watch.act.Under(place)
	if !slices.ContainsFunc(under, func(i int) bool { return p.watch.still[i] <= p.watch.tick-p.peeked[i] }) {
		return out
	}
	for _, i := range under {
		p.peeked[i] = p.watch.tick
	}
	for _, i := range changed {
		p.glanced[i] = p.watch.tick
	}
	return append(out, spot{area: p.around(p.boxOf(under)), cells: changed, place: place})
}

// lookAgain forgets that a known place was looked at beside an arm if no card was read there: a finger lay on it, and
// once that is gone what came to rest before is news still. That it was looked at in vain is remembered.
func (p *pipeline) lookAgain(s spot, l track.Look) {
	if s.place == (models.Quad{}) {
		return
	}
	vain := !slices.ContainsFunc(l.Cards, func(o models.Observation) bool {
		return o.Face != models.FaceUnknown && o.Corners.IoU(s.place) > samePlace
	})
	for _, i := range p.watch.act.Under(s.place) {
		p.vain[i] = vain
	}
	if vain {
		for _, i := range s.cells {
			p.glanced[i] = 0
		}
	}
}
