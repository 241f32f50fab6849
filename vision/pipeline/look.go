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
	firstLook  = 4   // frame on which the whole table is looked at
	ghostsGone = 45  // frames for which arms of the first picture may leave a changed patch at the edge
	armRests   = 300 // frames after which a thing that reaches in from the edge belongs to the table
	driftEvery = 15  // frames from one adjustment to the light to the next
)

// look looks at what is due and notes the scene.
func (p *pipeline) look(img gocv.Mat, patches []patch) ([]track.Look, error) {
	var areas []image.Rectangle
	if p.count == firstLook {
		areas = []image.Rectangle{p.size}
	} else if p.count > firstLook {
		areas = p.due(patches)
	}
	var looks []track.Look
	for _, area := range areas {
		cards, err := p.lookIn(img, area)
		if err != nil {
			return nil, err
		}
		p.note(area, cards)
		looks = append(looks, track.Look{Area: area, Cards: cards})
	}
	if len(looks) > 0 {
		if p.count == firstLook || p.bare.stale(p.count) {
			p.bare.learn(p.watch, p.scene, p.count)
		}
		p.bare.mark(p.watch)
	}
	return looks, nil
}

// due gives the areas to look at now.
func (p *pipeline) due(patches []patch) []image.Rectangle {
	var areas []image.Rectangle
	for _, q := range patches {
		if q.slight || !p.isDue(q) {
			continue
		}
		for _, i := range q.cells {
			p.tries[i]++
			p.tried[i] = p.count
		}
		area := p.around(q.box)
		for i := 0; i < len(areas); i++ {
			if u := area.Union(areas[i]); area.Overlaps(areas[i]) && size(u) < 1.2*(size(area)+size(areas[i])) {
				area = u
				areas = slices.Delete(areas, i, i+1)
				i = -1
			}
		}
		areas = append(areas, area)
	}
	return areas
}

// isDue tells whether a patch is to be looked at now. A patch at the picture's edge is an arm,
// which is waited for; what stands at the edge in the first seconds may be where one was.
func (p *pipeline) isDue(q patch) bool {
	if q.arm && (p.count > ghostsGone || q.still < 2*settled) && q.still < armRests {
		return false
	}
	tries, last := uint8(math.MaxUint8), 0
	for _, i := range q.cells {
		if p.watch.still[i] == 0 {
			p.tries[i] = 0
		}
		tries, last = min(tries, p.tries[i]), max(last, p.tried[i])
	}
	if int(tries) >= len(pauses) || q.still < settled {
		return false
	}
	return tries == 0 || p.count-last >= pauses[tries]
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

// note puts the cards seen in an area in the place of those known there.
func (p *pipeline) note(area image.Rectangle, cards []models.Observation) {
	p.scene = slices.DeleteFunc(slices.Clone(p.scene), func(o models.Observation) bool {
		return bounds(o.Corners).In(area)
	})
	for _, o := range cards {
		if area == p.size || bounds(o.Corners).In(area) {
			p.scene = append(p.scene, o)
		}
	}
	if area == p.size && len(cards) > 0 {
		var lengths []float64
		for _, o := range cards {
			q := o.Corners
			lengths = append(lengths, max(q[1].Sub(q[0]).Norm(), q[2].Sub(q[1]).Norm()))
		}
		slices.Sort(lengths)
		p.reach = lengths[len(lengths)/2]
	}
}

// explained are the changed cells of a look that show nothing but what was read: a card read for
// certain, or the bare table. They belong to the settled picture from now on.
func (p *pipeline) explained(l track.Look) []int {
	a := p.watch.act
	var out []int
	for _, o := range l.Cards {
		if o.Face != models.FaceUnknown && bounds(o.Corners).In(l.Area) {
			out = append(out, a.Under(grown(o.Corners))...)
		}
	}
	r := a.CellsOf(l.Area)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if i := y*a.Cols + x; a.Changed[i] && a.Bare[i] {
				out = append(out, i)
			}
		}
	}
	return slices.DeleteFunc(out, func(i int) bool {
		return !a.Changed[i] || p.watch.still[i] < settled || a.Arm[i] && p.count > ghostsGone
	})
}

// giveUp takes patches into the settled picture that several looks could not explain, and those
// too slight to look at.
func (p *pipeline) giveUp(patches []patch) {
	for _, q := range patches {
		if q.arm && p.count > ghostsGone && q.still < armRests {
			continue
		}
		looked := !slices.ContainsFunc(q.cells, func(i int) bool { return int(p.tries[i]) < len(pauses) })
		if looked || q.slight && q.still >= settled {
			p.watch.settle(q.cells)
		}
	}
}

// grown is the outline a tenth larger, so that a card's edge and the pile's below it belong to it.
func grown(q models.Quad) models.Quad {
	mid := q.Center()
	for i := range q {
		q[i] = mid.Add(q[i].Sub(mid).Mul(1.15))
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
