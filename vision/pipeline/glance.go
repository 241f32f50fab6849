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
		case w.arm[i] > 0 && w.arm[i] == w.frames-1:
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
	r := a.CellsOf(bounds(outline))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*a.Cols + r.Min.X; i < y*a.Cols+r.Max.X; i++ {
			if p.watch.still[i] == calmAfter && a.Changed[i] && p.watch.label[i] == p.watch.label[q.cells[0]] {
				return true
			}
		}
	}
	return false
}

// beside gives the known places at which an arm's patch has just come to rest: a card laid there that an arm, or
// another card in motion, still touches has no outline of its own.
func (p *pipeline) beside(q patch) []spot {
	var out []spot
	for _, o := range p.scene {
		if !p.calmIn(q, o.Corners) {
			continue
		}
		u := p.at(o.Corners)
		moving, news := 0, 0
		for _, i := range u.cells {
			if p.watch.still[i] < calmAfter {
				moving++
			}
		}
		for _, i := range u.resting {
			if p.count-p.glanced[i] >= p.watch.still[i] {
				news++
			}
		}
		if float64(news) >= newsFrom*float64(len(u.cells)) && float64(moving) <= inMotion*float64(len(u.cells)) {
			out = p.glance(out, o.Corners, u.resting)
		}
	}
	return out
}

// glance adds a known place to those to be read at once, because of cells there that changed, unless it was read and
// nothing has moved there since.
func (p *pipeline) glance(out []spot, place models.Quad, changed []int) []spot {
	under := p.watch.act.Under(place)
	if !slices.ContainsFunc(under, func(i int) bool { return p.watch.still[i] <= p.count-p.peeked[i] }) {
		return out
	}
	for _, i := range under {
		p.peeked[i] = p.count
	}
	for _, i := range changed {
		p.glanced[i] = p.count
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
