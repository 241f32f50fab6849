package pipeline

import (
	"image"
	"maps"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
	"schiri/vision/track"
)

// look looks at what is due and notes the scene.
func (p *pipeline) look(f *frame.Frame, patches []patch) ([]track.Look, error) {
	var looks []track.Look
	if !p.begun {
		first, err := p.begin(f)
		if err != nil || !p.begun {
			return nil, err
		}
		looks = append(looks, first)
	}
	due := p.due(patches)
	if p.last {
		due = append(due, p.dueAtEnd()...)
	}
	if len(due) > 0 {
		for _, s := range due {
			p.bare.recall(p.watch.act.CellsOf(s.area), p.watch.act.Cols)
			p.markPassed(s.area)
		}
		p.bare.mark(p.watch)
	}
	defer p.eyes.ForgetAhead()
	if err := p.readAhead(f, due); err != nil {
		return nil, err
	}
	for _, s := range due {
		l, err := p.lookAt(f, s)
		if err != nil {
			return nil, err
		}
		if s.confirm && !p.confirms(s, l) || s.clearing && !inFullSight(s, l) {
			continue
		}
		p.note(l)
		if learnt, forgot := p.bare.remember(p.watch, l.Cards), p.bare.mistook(p.watch, l.Cards, p.watch.tick); learnt || forgot {
			p.bare.mark(p.watch)
		}
		p.lookAgain(s, l)
		looks = append(looks, l)
		p.seen = append(p.seen, p.explained(s, l)...)
	}
	missed, err := p.missed(f)
	if err != nil {
		return nil, err
	}
	for _, l := range missed {
		p.note(l)
		if p.bare.mistook(p.watch, l.Cards, p.watch.tick) {
			p.bare.mark(p.watch)
		}
		looks = append(looks, l)
		p.seen = append(p.seen, p.watch.act.Under(l.Cards[0].Corners.Grown(withEdge))...)
	}
	if len(looks) > 0 {
		first := p.bare.colour == nil
		p.bare.learn(p.watch, p.scene, p.places, p.watch.tick)
		if first { // if nothing moves for a while nothing else would tell of the gaps in the rows
			p.bare.mark(p.watch)
		}
	}
	return looks, nil
}

// lookAt looks at one spot. Most changes are a card that came or went where something is known:
// then the outlines that are to be expected are read, and that is all. Only what this does not
// explain is searched thoroughly.
func (p *pipeline) lookAt(f *frame.Frame, s spot) (track.Look, error) {
	l := track.Look{Area: s.area, Cards: p.asBefore(s)}
	weak, near := false, false
	for _, q := range p.expected(s) {
		if !weak && p.covered(s.cells, l) >= enough {
			return l, nil
		}
		o, err := p.readAt(f, q)
		if err != nil {
			return l, err
		}
		// A card seems to lie there, only a little otherwise. While an arm is beside it, that is for the arm to clear up.
		near = near || (s.confirm || s.place == (models.Quad{})) && o.Face == models.FaceUnknown && o.Visible >= wholly
		if believed(o) && plausible(o.Corners, q) && o.Corners.Box().In(s.area) {
			l.Cards = withCard(l.Cards, o)
			weak = o.Visible < wholly
		}
	}
	if p.small(s) && !near || !s.again && !near || p.covered(s.cells, l) >= enough {
		return l, nil
	}
	cards, err := p.eyes.LookIn(f.Part(s.area), s.area)
	if err != nil {
		return l, err
	}
	if l.Area = p.roomFor(cards, s.area); l.Area != s.area {
		if cards, err = p.eyes.LookIn(f.Part(l.Area), l.Area); err != nil {
			return l, err
		}
	}
	l.Cards = slices.DeleteFunc(cards, func(o models.Observation) bool {
		return p.carried(o) || s.arm && p.watch.tick <= early && !believed(o) // a hand at rest is no card that cannot be read
	})
	return l, nil
}

// readAhead reads side by side what lookAt will read first at each of several spots.
func (p *pipeline) readAhead(f *frame.Frame, due []spot) error {
	var outlines []models.Quad
	var img gocv.Mat
	for _, s := range due {
		if expected := p.expected(s); len(expected) > 0 && !slices.Contains(outlines, expected[0]) {
			outlines = append(outlines, expected[0])
			img = f.Part(vision.ReadArea(expected[0], f.Size()))
		}
	}
	if len(outlines) < 2 {
		return nil
	}
	return p.eyes.ReadAhead(img, outlines, inSight)
}

// small tells that much less than a card has changed at a spot. Where no card is known, none tells how much that is.
func (p *pipeline) small(s spot) bool {
	if len(p.scene) == 0 {
		return false
	}
	w, h := sides(p.nearest(models.Point{X: float64(s.area.Min.X+s.area.Max.X) / 2, Y: float64(s.area.Min.Y+s.area.Max.Y) / 2}))
	return float64(len(s.cells)*p.watch.act.Cell*p.watch.act.Cell) < 0.25*w*h
}

// roomFor is the area enlarged for new cards that stick out of it: a change that is only a part of a card tells roughly where
// the whole lies. A card that is not wholly in the area looked at would not be told, yet would explain the change, so that
// nobody would look there again.
func (p *pipeline) roomFor(cards []models.Observation, area image.Rectangle) image.Rectangle {
	for _, o := range cards {
		known := func(k models.Observation) bool {
			return k.Face == o.Face && k.Card == o.Card && k.Back == o.Back && k.Corners.IoU(o.Corners) > aboutThere
		}
		if believed(o) && !o.Corners.Box().In(area) && !slices.ContainsFunc(p.scene, known) {
			area = area.Union(o.Corners.Grown(withEdge).Box())
		}
	}
	return area.Intersect(p.size)
}

// carried tells that most of a card moves in this very picture: it is carried across what it seems to lie on.
func (p *pipeline) carried(o models.Observation) bool {
	moving, under := 0, p.watch.act.Under(o.Corners)
	for _, i := range under {
		if p.watch.still[i] == 0 {
			moving++
		}
	}
	return 2*moving > len(under)
}

// asBefore gives the cards of a spot that are in sight as they were.
func (p *pipeline) asBefore(s spot) []models.Observation {
	var out []models.Observation
	for _, o := range p.scene {
		if o.Corners.Box().In(s.area) && p.isAsBefore(o, s) {
			out = append(out, o)
		}
	}
	return out
}

func (p *pipeline) isAsBefore(o models.Observation, s spot) bool {
	return p.changedUnder(o.Corners) <= 2 && !(s.confirm && o.Corners == s.place)
}

// expected gives the outlines at which cards are to be expected at a spot that are not in sight as before.
func (p *pipeline) expected(s spot) []models.Quad {
	var out []models.Quad
	beside := s.place != (models.Quad{})
	if beside {
		out = []models.Quad{s.place}
	} else {
		out = p.outlines(s.cells)
		for _, o := range p.scene {
			if o.Corners.Box().In(s.area) && !p.isAsBefore(o, s) {
				out = append(out, o.Corners)
			}
		}
	}
	for _, q := range p.places {
		if beside && q.IoU(s.place) < onSamePile {
			continue
		}
		if q.Box().In(s.area) && p.changedUnder(q) > 2 && !slices.ContainsFunc(out, func(e models.Quad) bool { return e.IoU(q) > aboutThere }) {
			out = append(out, q)
		}
	}
	return out
}

// withCard adds a card to those seen. Of two at one place the one counts of which more is in sight.
func withCard(cards []models.Observation, o models.Observation) []models.Observation {
	same := func(c models.Observation) bool { return c.Corners.IoU(o.Corners) > samePlace }
	if slices.ContainsFunc(cards, func(c models.Observation) bool { return same(c) && c.Visible >= o.Visible }) {
		return cards
	}
	return append(slices.DeleteFunc(cards, same), o)
}

// aboutThere is the overlap from which on reading at one outline finds a card that lies at the other.
const aboutThere = 0.8

// onSamePile is the overlap of two outlines from which on they are of cards of one pile.
const onSamePile = 0.5

// mostPlaces is how many places are remembered; those known longest are forgotten first.
const mostPlaces = 300

// remember notes where a card read for certain lies.
func (p *pipeline) remember(q models.Quad) {
	if slices.ContainsFunc(p.places, func(o models.Quad) bool { return o.IoU(q) > aboutThere }) {
		return
	}
	if len(p.places) == mostPlaces {
		p.places = slices.Delete(p.places, 0, 1)
	}
	p.places = append(p.places, q)
}

// samePlace is the overlap (area shared over area covered) from which on two outlines are of one place.
const samePlace = 0.25

const (
	// enough is the share of changed cells that a look must explain.
	enough = 0.8
	// inSight is the share of a card that must look like the face read: what came to rest lies on top.
	inSight = 0.7
	// wholly is the share from which on a reading fits well enough for no other outline to be tried.
	wholly = 0.8
)

// covered is the share of the cells that lie under a card seen or show the bare table.
func (p *pipeline) covered(cells []int, l track.Look) float64 {
	a, under := p.watch.act, p.watch.flags()
	for _, o := range l.Cards {
		if believed(o) {
			for _, i := range a.Under(o.Corners.Grown(withEdge)) {
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

// believed tells that a card was read for certain and that enough of it is in sight: of one under a hand nobody is told, so
// that it must not become part of the settled picture.
func believed(o models.Observation) bool { return o.Face != models.FaceUnknown && o.Visible >= inSight }

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

// note puts the cards of a look in the place of those known there.
func (p *pipeline) note(l track.Look) {
	a := p.watch.act
	p.scene = slices.DeleteFunc(slices.Clone(p.scene), func(o models.Observation) bool {
		if !o.Corners.Box().In(l.Area) {
			return false
		}
		return o.Face == models.FaceUnknown || p.gone(o) ||
			slices.ContainsFunc(l.Cards, func(n models.Observation) bool { return n.Corners.IoU(o.Corners) > samePlace })
	})
	for _, o := range l.Cards {
		if o.Corners.Box().In(l.Area) {
			p.scene = append(p.scene, o)
			if o.Face != models.FaceUnknown {
				p.remember(o.Corners)
				p.passing[o.Corners] = p.emptied(a.Under(o.Corners))
			}
		}
	}
	maps.DeleteFunc(p.passing, func(q models.Quad, _ bool) bool {
		return !slices.ContainsFunc(p.scene, func(o models.Observation) bool { return o.Corners == q })
	})
}

// gone tells that the table is in sight where a known card lay: in most of its place or, for a card that passes for the table
// itself but for its print, in nearly all of it.
func (p *pipeline) gone(o models.Observation) bool {
	under := p.watch.act.Under(o.Corners)
	if p.passing[o.Corners] {
		return p.bareShare(under) > tableShare
	}
	return p.emptied(under)
}

// emptied tells that most cells show the bare table.
func (p *pipeline) emptied(cells []int) bool { return p.bareShare(cells) > 0.5 }

// bareShare is the share of cells that show the bare table.
func (p *pipeline) bareShare(cells []int) float64 {
	n := 0
	for _, i := range cells {
		if p.watch.act.Bare[i] {
			n++
		}
	}
	return float64(n) / float64(max(len(cells), 1))
}

// forgetEmptied forgets cards of which no look told that they have gone, an arm being in the way, where the settled
// picture shows the bare table since.
func (p *pipeline) forgetEmptied() {
	p.scene = slices.DeleteFunc(slices.Clone(p.scene), func(o models.Observation) bool {
		table, under := 0, p.watch.act.Under(o.Corners)
		for _, i := range under {
			if p.bare.shows(p.watch.ref, i) {
				table++
			}
		}
		return float64(table) > tableShare*float64(len(under))
	})
}

// tableShare is the part of a card's place that looks like the table when no card lies there any more: one of the table's
// colour has its print.
const tableShare = 0.9

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
		if believed(o) {
			out = append(out, a.Under(o.Corners.Grown(withEdge))...)
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
		if q.arm {
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

// uncover takes the bare table into the settled picture where that shows an arm that has gone. Otherwise everything from
// there to the arm now in the picture differs from the settled picture, and a card laid in between would count as part of
// that arm. Where a card has lain a look must tell that it has gone.
func (p *pipeline) uncover(patches []patch) {
	if !p.watch.every(p.watch.tick, uncoverEvery) || !slices.ContainsFunc(patches, func(q patch) bool { return q.arm }) {
		return
	}
	p.bare.mark(p.watch)
	a, known := p.watch.act, p.watch.flags()
	for _, q := range p.places {
		for _, i := range a.Under(q) {
			known[i] = true
		}
	}
	for _, q := range patches {
		if q.arm {
			p.watch.settle(slices.DeleteFunc(slices.Clone(q.cells), func(i int) bool {
				return !a.Changed[i] || !a.Bare[i] || a.Clear[i] || known[i] || p.watch.still[i] < uncoverEvery
			}))
		}
	}
}

// How much larger than a card its surroundings are: with its own edge and that of the pile below
// it, and with all that a pile may stick out and the shadow beside it.
const (
	withEdge   = 1.15
	withShadow = 1.5
)

func size(r image.Rectangle) float64 { return float64(r.Dx()) * float64(r.Dy()) }
