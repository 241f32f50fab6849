package pipeline

import (
	"image"
	"slices"

	"schiri/models"
)

// When a changed part of the picture is looked at: after it has been still for settled ticks,
// and if that did not explain it, again after pauses of so many ticks.
var pauses = [...]int{settled, 4, 8, 16, 30}

const (
	settled      = 2
	settleFor    = 6         // ticks after which it is looked at again if too few cards were read
	early        = 45        // ticks in which arms of the first picture leave it
	opens        = 5 * early // ticks in which what is in sight is compared with the first picture: until the last of searchedAgain
	armEarly     = 4         // ticks after which, in that time, a still patch at the edge is looked at
	leftEvery    = 3         // from one look at what such arms have left to the next
	armRests     = 15        // the same later on
	lasting      = 90        // ticks after which the newer of two settled looks is believed
	driftEvery   = 15        // ticks from one adjustment to the light to the next
	lightEvery   = 3         // and to faster changes of it
	uncoverEvery = 4         // ticks from one look for the bare table where an arm was to the next, and for which it is still there
)

// spot is a part of the picture that is to be looked at.
type spot struct {
	area  image.Rectangle // in pixels
	cells []int           // that changed
	again bool            // it is to be searched thoroughly: a look before did not explain it, or none so far and this is the last
	arm   bool            // it may be an arm at rest
	// confirm says that nothing has changed at the place, but the last look there read nothing.
	confirm bool
	empty   bool // the table seems to be in sight at such a place: if nothing is read, it is
	// clearing says that an arm is leaving the place just now: what lies there is told only if it is in full sight for a moment.
	clearing bool
	place    models.Quad // the one known place that is to be read, an arm being at it; zero: all that may lie there
}

// due gives the spots to look at now. Changes that lie close together are one spot.
func (p *pipeline) due(patches []patch) []spot {
	var out []spot
	for _, q := range patches {
		switch {
		case q.slight:
		case p.isDue(q):
			cells := q.cells
			if !q.arm {
				cells = p.together(q, patches)
			}
			s := spot{area: p.around(p.boxOf(cells)), cells: cells, arm: q.arm, again: q.arm && p.watch.tick <= early}
			out = p.queue(out, s)
		case q.arm || q.still < settled:
			if q.calm > 0 {
				out = p.calmCards(out, q)
			}
			if q.arm && p.watch.tick <= early && p.watch.every(p.watch.tick, leftEvery) {
				out = p.armLeft(out, q)
			}
			out = append(out, p.beside(q)...)
		}
	}
	out = append(out, p.uncovered()...)
	p.notePassed()
	return append(out, p.leftBehind()...)
}

// calmCards adds the parts of a patch that have just come to rest and may be a card.
func (p *pipeline) calmCards(out []spot, q patch) []spot {
	for _, part := range p.watch.calmParts(q) {
		if p.isCard(part) {
			out = p.queue(out, spot{area: p.around(p.boxOf(part)), cells: part})
		}
	}
	return out
}

// armLeft adds the parts of an arm's patch that have been at rest for a while: in the first seconds they are what an arm has left that lay
// there in the first picture, and what has come into sight there was never looked at.
func (p *pipeline) armLeft(out []spot, q patch) []spot {
	rests := p.watch.flags()
	for _, i := range q.cells {
		rests[i] = p.watch.still[i] >= armEarly && p.triesOf(i) == 0
	}
	for _, part := range p.watch.connected(q.cells, rests) {
		if s := (spot{area: p.around(p.boxOf(part)), cells: part, again: true, arm: true}); !p.small(s) {
			out = p.queue(out, s)
		}
	}
	return out
}

// together gives the cells of a patch and of all others at rest that may be parts of the same card: of a
// card on a table of its own colour the print alone shows.
func (p *pipeline) together(q patch, patches []patch) []int {
	cells, box := slices.Clone(q.cells), p.boxOf(q.cells)
	most := int(p.reach) / p.watch.act.Cell
	for _, o := range patches {
		if o.arm || o.still < settled || o.cells[0] == q.cells[0] {
			continue
		}
		if u := box.Union(p.boxOf(o.cells)); u.Dx() <= most && u.Dy() <= most {
			cells, box = append(cells, o.cells...), u
		}
	}
	return cells
}

// queue adds a spot to those due and counts the look.
func (p *pipeline) queue(out []spot, s spot) []spot {
	for _, i := range s.cells {
		tries := p.triesOf(i)
		s.again = s.again || tries == 1 || tries == len(pauses)-1 // in between it would show the same
		p.tries[i], p.tried[i] = uint8(tries+1), p.watch.tick
	}
	for i := 0; i < len(out); i++ {
		if u := s.area.Union(out[i].area); s.area.Overlaps(out[i].area) && size(u) < 0.9*(size(s.area)+size(out[i].area)) {
			s = spot{area: u, cells: append(s.cells, out[i].cells...), again: s.again || out[i].again, arm: s.arm || out[i].arm}
			out = slices.Delete(out, i, i+1)
			i = -1
		}
	}
	return append(out, s)
}

// dueAtEnd gives what is to be looked at on the last frame, where there is no time for anything
// to come to rest: the places of known cards at which something has changed.
func (p *pipeline) dueAtEnd() []spot {
	var out []spot
	for _, o := range p.scene {
		var cells []int
		for _, i := range p.watch.act.Under(o.Corners) {
			if p.watch.act.Changed[i] {
				cells = append(cells, i)
			}
		}
		if len(cells) > 2 {
			out = append(out, spot{area: p.around(p.boxOf(cells)), cells: cells})
		}
	}
	return out
}

// isCard tells whether cells that have not been looked at lately have the shape of one card, so
// that they are worth a look although they touch an arm.
func (p *pipeline) isCard(cells []int) bool {
	tries, last := p.looksAt(cells)
	if len(p.scene) == 0 || tries > 0 && (tries >= len(pauses) || p.watch.tick-last < pauses[tries]) {
		return false
	}
	b := blobOf(p.weigh(cells))
	w, h := sides(p.nearest(b.mid))
	card := b.outline(w, h).Grown(withEdge).Polygon()
	inside := 0.0
	for _, i := range cells {
		if card.Contains(p.watch.act.Center(i)) {
			inside++
		}
	}
	fill := b.weight * float64(p.watch.act.Cell*p.watch.act.Cell) / (w * h)
	return fill > 0.7 && fill < 1.3 && inside > 0.9*float64(len(cells))
}

// boxOf is the box around cells, in cells.
func (p *pipeline) boxOf(cells []int) image.Rectangle {
	var box image.Rectangle
	for _, i := range cells {
		x, y := i%p.watch.act.Cols, i/p.watch.act.Cols
		box = box.Union(image.Rect(x, y, x+1, y+1))
	}
	return box
}

// rests tells whether a patch at the picture's edge has come to rest: an arm that stays, or the
// place one has left that was there from the beginning.
func (p *pipeline) rests(q patch) bool {
	return q.arm && (q.still >= armRests || q.still >= armEarly && p.watch.tick <= early)
}

// isDue tells whether a patch is to be looked at now. A patch at the picture's edge is an arm,
// which is waited for.
func (p *pipeline) isDue(q patch) bool {
	if q.arm && !p.rests(q) {
		return false
	}
	if q.still < settled {
		return p.last && q.still > 0
	}
	tries, last := len(pauses), 0
	for _, i := range q.cells {
		tries, last = min(tries, p.triesOf(i)), max(last, p.tried[i])
	}
	return tries == 0 || tries < len(pauses) && p.watch.tick-last >= pauses[tries]
}

// triesOf is how often a cell was looked at since it moved last.
func (p *pipeline) triesOf(i int) int {
	if p.watch.tick-p.tried[i] > p.watch.still[i] {
		return 0
	}
	return int(p.tries[i])
}

// around is the part of the picture to look at for a change: large enough for a whole card
// that changed in part only, and all of the cards known to lie there.
func (p *pipeline) around(cells image.Rectangle) image.Rectangle {
	c := p.watch.act.Cell
	box := image.Rect(cells.Min.X*c, cells.Min.Y*c, cells.Max.X*c, cells.Max.Y*c)
	area := box
	for _, o := range p.scene {
		if b := o.Corners.Box(); b.Overlaps(box) {
			area = area.Union(b)
		}
	}
	for _, q := range p.places {
		if b := q.Box(); b.Overlaps(box) && p.changedUnder(q) > 2 {
			area = area.Union(b)
		}
	}
	margin := int(0.2 * p.reach)
	growX := max(margin, (int(1.5*p.reach)-area.Dx())/2)
	growY := max(margin, (int(1.5*p.reach)-area.Dy())/2)
	return image.Rect(area.Min.X-growX, area.Min.Y-growY, area.Max.X+growX, area.Max.Y+growY).Intersect(p.size)
}
