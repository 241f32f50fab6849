package pipeline

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/track"
)

// When a changed part of the picture is looked at: after it has been still for settled frames,
// and if that did not explain it, again after pauses of so many frames.
var pauses = [...]int{settled, 4, 8, 16, 30}

const (
	settled    = 2
	firstLook  = 4  // frame on which the whole table is looked at
	early      = 45 // frames in which arms of the first picture leave it
	armEarly   = 4  // frames after which, in that time, a still patch at the edge is looked at
	armRests   = 15 // the same later on
	lasting    = 90 // frames after which the newer of two settled looks is believed
	driftEvery = 15 // frames from one adjustment to the light to the next
)

// look looks at what is due and notes the scene.
func (p *pipeline) look(img gocv.Mat, patches []patch) ([]track.Look, error) {
	if p.count < firstLook {
		return nil, nil
	}
	var looks []track.Look
	if p.count == firstLook {
		cards, err := p.eyes.LookIn(img, p.size)
		if err != nil {
			return nil, err
		}
		p.measure(cards)
		looks = append(looks, track.Look{Area: p.size, Cards: cards})
		p.note(looks[0])
	}
	due := p.due(patches)
	if p.last {
		due = append(due, p.dueAtEnd()...)
	}
	for _, s := range due {
		l, err := p.lookAt(img, s)
		if err != nil {
			return nil, err
		}
		p.note(l)
		looks = append(looks, l)
		p.seen = append(p.seen, p.explained(s, l)...)
	}
	if len(looks) > 0 {
		p.bare.learn(p.watch, p.scene, p.count)
	}
	return looks, nil
}

// spot is a part of the picture that is to be looked at.
type spot struct {
	area  image.Rectangle // in pixels
	cells []int           // that changed
	again bool            // it is to be searched thoroughly: a look before did not explain it
	arm   bool            // it may be an arm at rest
}

// due gives the spots to look at now. Changes that lie close together are one spot.
func (p *pipeline) due(patches []patch) []spot {
	var out []spot
	for _, q := range patches {
		switch {
		case q.slight:
		case p.isDue(q):
			s := spot{area: p.around(p.boxOf(q.cells)), cells: q.cells, arm: q.arm(), again: q.arm() && p.count <= early}
			out = p.queue(out, s)
		case q.arm() && q.calm > 0:
			for _, part := range p.watch.calmParts(q) {
				if p.isCard(part) {
					out = p.queue(out, spot{area: p.around(p.boxOf(part)), cells: part})
				}
			}
		}
	}
	return out
}

// queue adds a spot to those due and counts the look.
func (p *pipeline) queue(out []spot, s spot) []spot {
	for _, i := range s.cells {
		tries := p.triesOf(i)
		s.again = s.again || tries > 0
		p.tries[i], p.tried[i] = uint8(tries+1), p.count
	}
	for i := 0; i < len(out); i++ {
		if u := s.area.Union(out[i].area); s.area.Overlaps(out[i].area) && size(u) < 0.9*(size(s.area)+size(out[i].area)) {
			s = spot{u, append(s.cells, out[i].cells...), s.again || out[i].again, s.arm || out[i].arm}
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

// isCard tells whether cells that have not been looked at yet have the shape of one card, so
// that they are worth a look although they touch an arm.
func (p *pipeline) isCard(cells []int) bool {
	if len(p.scene) == 0 || slices.ContainsFunc(cells, func(i int) bool { return p.triesOf(i) > 0 }) {
		return false
	}
	b := blobOf(p.weigh(cells))
	w, h := sides(p.nearest(b.mid))
	card := grown(b.outline(w, h), withEdge).Polygon()
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

// lookAt looks at one spot. Most changes are a card that came or went where something is known:
// then the outlines that are to be expected are read, and that is all. Only what this does not
// explain is searched thoroughly.
func (p *pipeline) lookAt(img gocv.Mat, s spot) (track.Look, error) {
	p.bare.mark(p.watch)
	l := track.Look{Area: s.area}
	var expected []models.Quad
	for _, o := range p.scene {
		switch n := p.changedUnder(o.Corners); {
		case !bounds(o.Corners).In(s.area):
		case n == 0:
			l.Cards = append(l.Cards, o)
		case n > 2:
			expected = append(expected, o.Corners)
		}
	}
	expected = append(p.outlines(s.cells), expected...)
	for _, q := range expected {
		if p.covered(s.cells, l) >= enough {
			return l, nil
		}
		o, err := p.eyes.ReadAt(img, q)
		if err != nil {
			return l, err
		}
		if o.Face != models.FaceUnknown && o.Visible >= inSight && plausible(o.Corners, q) && bounds(o.Corners).In(s.area) {
			l.Cards = withCard(l.Cards, o)
		}
	}
	w, h := sides(p.nearest(models.Point{X: float64(s.area.Min.X+s.area.Max.X) / 2, Y: float64(s.area.Min.Y+s.area.Max.Y) / 2}))
	small := float64(len(s.cells)*p.watch.act.Cell*p.watch.act.Cell) < 0.25*w*h
	if small || !s.again || p.covered(s.cells, l) >= enough {
		return l, nil
	}
	cards, err := p.eyes.LookIn(img, s.area)
	if err != nil {
		return l, err
	}
	l.Cards = cards
	return l, nil
}

// withCard adds a card to those seen. Of two at one place the one counts of which more is in sight.
func withCard(cards []models.Observation, o models.Observation) []models.Observation {
	same := func(c models.Observation) bool { return c.Corners.IoU(o.Corners) > samePlace }
	if slices.ContainsFunc(cards, func(c models.Observation) bool { return same(c) && c.Visible >= o.Visible }) {
		return cards
	}
	return append(slices.DeleteFunc(cards, same), o)
}

// samePlace is the overlap (area shared over area covered) from which on two outlines are of one place.
const samePlace = 0.25

const (
	// enough is the share of changed cells that a look must explain.
	enough = 0.8
	// inSight is the share of a card that must look like the face read: what came to rest lies on top.
	inSight = 0.7
)

// covered is the share of the cells that lie under a card seen or show the bare table.
func (p *pipeline) covered(cells []int, l track.Look) float64 {
	a := p.watch.act
	under := map[int]bool{}
	for _, o := range l.Cards {
		if o.Face != models.FaceUnknown {
			for _, i := range a.Under(grown(o.Corners, withEdge)) {
				under[i] = true
			}
		}
	}
	n := 0
	for _, i := range cells {
		if under[i] || a.Bare[i] {
			n++
		}
	}
	return float64(n) / float64(len(cells))
}

// changedUnder is the number of changed cells under an outline.
func (p *pipeline) changedUnder(q models.Quad) int {
	n := 0
	for _, i := range p.watch.act.Under(q) {
		if p.watch.act.Changed[i] {
			n++
		}
	}
	return n
}

// outlines are where cards lie if they alone made the cells change: one card about the middle
// of the change, or two that were laid side by side.
func (p *pipeline) outlines(cells []int) []models.Quad {
	if len(p.scene) == 0 {
		return nil
	}
	all := p.weigh(cells)
	b := blobOf(all)
	w, h := sides(p.nearest(b.mid))
	cellArea := float64(p.watch.act.Cell * p.watch.act.Cell)
	switch cards := b.weight * cellArea / (w * h); {
	case cards < 0.6:
		// A card on another one of its colour changes little in itself, but all about it.
		for i := range all {
			all[i].weight = 1
		}
		if b = blobOf(all); b.weight*cellArea/(w*h) < 0.5 {
			return nil
		}
		return []models.Quad{b.outline(w, h)}
	case cards < 1.6:
		return []models.Quad{b.outline(w, h)}
	case cards > 2.6:
		return nil
	}
	var out []models.Quad
	for _, half := range b.halves(all) {
		c := blobOf(half)
		if k := c.weight * cellArea / (w * h); k > 0.6 && k < 1.6 {
			out = append(out, c.outline(w, h))
		}
	}
	return out
}

// weigh gives the cells that do not show the bare table. A cell that a card covers in part has
// changed in part, and a shadow changes little: they count for less.
func (p *pipeline) weigh(cells []int) []weighed {
	var all []weighed
	for _, i := range cells {
		if !p.watch.act.Bare[i] {
			d := far(p.watch.cur[3*i:][:3], p.watch.ref[3*i:][:3])
			all = append(all, weighed{p.watch.act.Center(i), min(1, float64(d)/strongChange)})
		}
	}
	return all
}

// strongChange is the difference in grey levels from which on a cell counts as wholly changed.
const strongChange = 60

// nearest is the outline of the card known nearest to a point.
func (p *pipeline) nearest(at models.Point) models.Quad {
	best := p.scene[0].Corners
	for _, o := range p.scene[1:] {
		if o.Corners.Center().Sub(at).Norm() < best.Center().Sub(at).Norm() {
			best = o.Corners
		}
	}
	return best
}

// sides are the lengths of a card's shorter and longer sides in pixels.
func sides(q models.Quad) (w, h float64) {
	w = (q[1].Sub(q[0]).Norm() + q[2].Sub(q[3]).Norm()) / 2
	h = (q[2].Sub(q[1]).Norm() + q[3].Sub(q[0]).Norm()) / 2
	return min(w, h), max(w, h)
}

// plausible tells that a card read is about as large as was expected there.
func plausible(read, expected models.Quad) bool {
	k := math.Abs(read.Polygon().Area() / expected.Polygon().Area())
	return k > 0.75 && k < 1.33
}

// rests tells whether a patch at the picture's edge has come to rest: an arm that stays, or the
// place one has left that was there from the beginning.
func (p *pipeline) rests(q patch) bool {
	return q.arm() && (q.still >= armRests || q.still >= armEarly && p.count <= early)
}

// isDue tells whether a patch is to be looked at now. A patch at the picture's edge is an arm,
// which is waited for.
func (p *pipeline) isDue(q patch) bool {
	if q.arm() && !p.rests(q) {
		return false
	}
	if q.still < settled {
		return p.last && q.still > 0
	}
	tries, last := len(pauses), 0
	for _, i := range q.cells {
		tries, last = min(tries, p.triesOf(i)), max(last, p.tried[i])
	}
	return tries == 0 || tries < len(pauses) && p.count-last >= pauses[tries]
}

// triesOf is how often a cell was looked at since it moved last.
func (p *pipeline) triesOf(i int) int {
	if p.count-p.tried[i] > p.watch.still[i] {
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
		if b := bounds(o.Corners); b.Overlaps(box) {
			area = area.Union(b)
		}
	}
	margin := int(0.2 * p.reach)
	growX := max(margin, (int(1.5*p.reach)-area.Dx())/2)
	growY := max(margin, (int(1.5*p.reach)-area.Dy())/2)
	return image.Rect(area.Min.X-growX, area.Min.Y-growY, area.Max.X+growX, area.Max.Y+growY).Intersect(p.size)
}

// note puts the cards of a look in the place of those known there.
func (p *pipeline) note(l track.Look) {
	a := p.watch.act
	p.scene = slices.DeleteFunc(slices.Clone(p.scene), func(o models.Observation) bool {
		if !bounds(o.Corners).In(l.Area) {
			return false
		}
		return o.Face == models.FaceUnknown || p.emptied(a.Under(o.Corners)) ||
			slices.ContainsFunc(l.Cards, func(n models.Observation) bool { return n.Corners.IoU(o.Corners) > samePlace })
	})
	for _, o := range l.Cards {
		if bounds(o.Corners).In(l.Area) {
			p.scene = append(p.scene, o)
		}
	}
}

// emptied tells that most cells show the bare table.
func (p *pipeline) emptied(cells []int) bool {
	n := 0
	for _, i := range cells {
		if p.watch.act.Bare[i] {
			n++
		}
	}
	return 2*n > len(cells)
}

// measure takes the size of a card in the picture from those in sight.
func (p *pipeline) measure(cards []models.Observation) {
	var lengths []float64
	for _, o := range cards {
		_, h := sides(o.Corners)
		lengths = append(lengths, h)
	}
	if len(lengths) > 0 {
		slices.Sort(lengths)
		p.reach = lengths[len(lengths)/2]
	}
}

// explained are the changed cells of a look that show nothing but what was read: a card read for
// certain, or the bare table. Where that is nearly all, the rest is an edge or a shadow.
func (p *pipeline) explained(s spot, l track.Look) []int {
	a := p.watch.act
	if p.covered(s.cells, l) >= enough && !s.arm {
		return s.cells
	}
	var out []int
	for _, o := range l.Cards {
		if o.Face != models.FaceUnknown {
			out = append(out, a.Under(grown(o.Corners, withEdge))...)
		}
	}
	for _, i := range s.cells {
		if a.Bare[i] {
			out = append(out, i)
		}
	}
	return slices.DeleteFunc(out, func(i int) bool {
		return !a.Changed[i] || p.watch.still[i] < settled || a.Arm[i] && s.arm
	})
}

// giveUp takes patches into the settled picture that several looks could not explain, and those
// too slight to look at.
func (p *pipeline) giveUp(patches []patch) {
	for _, q := range patches {
		if q.arm() {
			if p.rests(q) {
				p.watch.rest(q.cells)
			}
			continue
		}
		looked := !slices.ContainsFunc(q.cells, func(i int) bool { return p.triesOf(i) < len(pauses) })
		if looked || q.slight && q.still >= settled {
			p.watch.settle(q.cells)
		}
	}
}

// How much larger than a card its surroundings are: with its own edge and that of the pile below
// it, and with all that a pile may stick out and the shadow beside it.
const (
	withEdge   = 1.15
	withShadow = 1.5
)

// grown is the outline enlarged about its middle.
func grown(q models.Quad, by float64) models.Quad {
	mid := q.Center()
	for i := range q {
		q[i] = mid.Add(q[i].Sub(mid).Mul(by))
	}
	return q
}

func size(r image.Rectangle) float64 { return float64(r.Dx()) * float64(r.Dy()) }

// bounds is the upright box around q in whole pixels.
func bounds(q models.Quad) image.Rectangle {
	r := image.Rectangle{Min: image.Pt(math.MaxInt32, math.MaxInt32), Max: image.Pt(math.MinInt32, math.MinInt32)}
	for _, c := range q {
		r.Min.X, r.Min.Y = min(r.Min.X, int(math.Floor(c.X))), min(r.Min.Y, int(math.Floor(c.Y)))
		r.Max.X, r.Max.Y = max(r.Max.X, int(math.Ceil(c.X))), max(r.Max.Y, int(math.Ceil(c.Y)))
	}
	return r
}
