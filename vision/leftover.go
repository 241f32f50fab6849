package vision

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// Count is Look for the count of a round, where every card on the table must be accounted for. What is coloured as the cards found are,
// lies beside them all and is as wide as a card would be is searched once more, in every way a card may lie there. Where none is read it is
// given as unknown, so that it is asked about.
func (e *Eyes) Count(ctx context.Context, img gocv.Mat) ([]models.Observation, error) {
	all, err := e.readings(ctx, img)
	if err != nil {
		return nil, err
	}
	flat, known := e.table.at(models.Point{})
	if !known || countCertain(all) < fewestKnown {
		return observations(all), nil
	}
	var left []models.Quad
	for before := -1; before < countCertain(all); { // what is found may have hidden what else is left
		before = countCertain(all)
		left = newTabletop(e.pic, flat, observations(all)).leftover(e.cardMM)
		places := slices.Clone(left)
		for _, m := range all {
			if !certain(m) {
				places = append(places, flat.QuadOnTable(m.Observation.Corners))
			}
		}
		found, err := e.sweep(ctx, flat, places, all)
		if err != nil {
			return nil, err
		}
		all = e.with(all, found)
	}
	seen := observations(all)
	for _, q := range left {
		seen = append(seen, models.Observation{Face: models.FaceUnknown, Corners: flat.QuadInPicture(q)})
	}
	return seen, nil
}

// tabletop is the table about the cards found on it, seen from straight above: w by h cells of cellMM millimetres.
type tabletop struct {
	w, h   int
	origin models.Point // mm on the plane, of the middle of the first cell
	cells  []cell
	seen   []float32 // the colours of the cells, three grey levels each
}

const (
	cellMM      = 2.0
	fewestKnown = 3 // cards read, by which it is known how cards are coloured here
)

// cell is a square of the table.
type cell struct {
	lies   uint8 // on what: see below
	colour uint16
}

// What a cell lies on.
const (
	onTable = iota
	onCard
	onRim // of a card, on what was not read, or outside the picture
)

// newTabletop looks at the table of a picture in which cards were found.
func newTabletop(pic *read.Picture, flat calibration.Plane, seen []models.Observation) *tabletop {
	const (
		around = 180.0  // mm beyond the outermost cards; a card not found hardly lies farther off
		widest = 2500.0 // mm
		inner  = 2.0    // mm from a card's sides to what is plainly the card
		outer  = 4.0    // mm from a card's sides to what is plainly beside it and its shadow
	)
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	cards := make([]models.Quad, len(seen))
	for i, o := range seen {
		cards[i] = flat.QuadOnTable(o.Corners)
		for _, p := range cards[i] {
			lo, hi = models.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}, models.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
	}
	lo, hi = lo.Sub(models.Point{X: around, Y: around}), hi.Add(models.Point{X: around, Y: around})
	t := &tabletop{w: int(min(hi.X-lo.X, widest) / cellMM), h: int(min(hi.Y-lo.Y, widest) / cellMM), origin: lo}
	t.cells = make([]cell, t.w*t.h)
	t.see(pic, flat)
	for _, q := range cards {
		t.mark(grown(q, outer), onTable, onRim)
	}
	for i, q := range cards {
		if seen[i].Face != models.FaceUnknown {
			t.mark(grown(q, -inner), onRim, onCard)
		}
	}
	return t
}

// see takes the colours of all cells from a picture, square by square: over so small a part the map to the picture is a homography, whatever
// the lens does.
func (t *tabletop) see(pic *read.Picture, flat calibration.Plane) {
	const side = 32 // cells
	t.seen = make([]float32, 3*len(t.cells))
	for top := 0; top < t.h; top += side {
		for left := 0; left < t.w; left += side {
			w, h := min(side, t.w-left), min(side, t.h-top)
			middle := t.at(left, top).Add(models.Point{X: float64(w - 1), Y: float64(h - 1)}.Mul(cellMM / 2))
			square := calibration.CardAbout([2]float64{side * cellMM, side * cellMM})
			toPx, err := calibration.HomographyOf(square, flat.QuadInPicture(moved(square, middle)))
			if err != nil { // at the horizon, where nothing is to be seen
				continue
			}
			colours, inside := pic.Flat(toPx, w, h, cellMM)
			for i := range w * h {
				to := (top+i/w)*t.w + left + i%w
				copy(t.seen[3*to:], colours[3*i:3*i+3])
				t.cells[to].colour = shade(colours[3*i:])
				if !inside[i] {
					t.cells[to].lies = onRim
				}
			}
		}
	}
}

// picture is a part of the table as it was seen, a pixel a cell: blue, green and red as floats. The caller closes it.
func (t *tabletop) picture(part image.Rectangle) (gocv.Mat, error) {
	m := gocv.NewMatWithSize(part.Dy(), part.Dx(), gocv.MatTypeCV32FC3)
	v, err := m.DataPtrFloat32()
	if err != nil {
		return m, errors.Join(fmt.Errorf("draw the table: %w", err), m.Close())
	}
	for y := range part.Dy() {
		copy(v[3*y*part.Dx():], t.seen[3*((part.Min.Y+y)*t.w+part.Min.X):][:3*part.Dx()])
	}
	return m, nil
}

// around is the part of the table, in cells, that a card may reach of which one of the heaps is a part.
func (t *tabletop) around(heaps [][]int, cardMM [2]float64) (part image.Rectangle) {
	for _, heap := range heaps {
		for _, i := range heap {
			part = part.Union(image.Rect(0, 0, 1, 1).Add(image.Pt(i%t.w, i/t.w)))
		}
	}
	reach := int(math.Hypot(cardMM[0], cardMM[1]) / cellMM)
	return part.Inset(-reach).Intersect(image.Rect(0, 0, t.w, t.h))
}

// grown is an outline with its corners moved outward along both sides (mm).
func grown(q models.Quad, by float64) models.Quad {
	middle := q.Center()
	for i, p := range q {
		d := p.Sub(middle)
		q[i] = middle.Add(d.Mul(1 + by*math.Sqrt2/d.Norm()))
	}
	return q
}

// mark turns the cells inside an outline that lie on one thing into such that lie on another.
func (t *tabletop) mark(q models.Quad, from, to uint8) {
	lo, hi := q[0], q[0]
	for _, p := range q {
		lo, hi = models.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}, models.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	x0, y0 := max(int((lo.X-t.origin.X)/cellMM), 0), max(int((lo.Y-t.origin.Y)/cellMM), 0)
	for y := y0; y < t.h && t.at(0, y).Y <= hi.Y; y++ {
		for x := x0; x < t.w && t.at(x, y).X <= hi.X; x++ {
			if c := &t.cells[y*t.w+x]; c.lies == from && q.Polygon().Contains(t.at(x, y)) {
				c.lies = to
			}
		}
	}
}

// at is the middle of a cell in mm on the plane.
func (t *tabletop) at(x, y int) models.Point {
	return t.origin.Add(models.Point{X: float64(x) * cellMM, Y: float64(y) * cellMM})
}

const shades = 20 // a channel, finer where it is dark: a dark card on a dark table differs by a few grey levels

// shade numbers a colour (three grey levels), alike ones alike.
func shade(v []float32) uint16 {
	bin := 0
	for _, x := range v[:3] {
		bin = bin*shades + min(int(shades*math.Sqrt(float64(max(x, 0))/256)), shades-1)
	}
	return uint16(bin)
}

// bareShare is the share of an outline (mm on the plane) that neither lies on a card nor is coloured as one is.
func (t *tabletop) bareShare(alike []bool, q models.Quad) float64 {
	const n = 8 // places looked at, each way
	bare := 0
	for _, p := range spread(q, n) {
		at := p.Sub(t.origin)
		x, y := int(math.Round(at.X/cellMM)), int(math.Round(at.Y/cellMM))
		if x < 0 || y < 0 || x >= t.w || y >= t.h {
			continue
		}
		if c := y*t.w + x; t.cells[c].lies == onTable && !alike[c] {
			bare++
		}
	}
	return float64(bare) / (n * n)
}

// spread are n by n places evenly spread over an outline.
func spread(q models.Quad, n int) []models.Point {
	right, down := q[1].Sub(q[0]), q[3].Sub(q[0])
	out := make([]models.Point, n*n)
	for i := range out {
		x, y := (float64(i%n)+.5)/float64(n), (float64(i/n)+.5)/float64(n)
		out[i] = q[0].Add(right.Mul(x)).Add(down.Mul(y))
	}
	return out
}

// leftover gives card-sized outlines (mm on the plane) about what is coloured as cards are beside all cards.
func (t *tabletop) leftover(cardMM [2]float64) []models.Quad {
	const whole = 0.8 // of a card's area, of which the part farther than a few mm from its sides is a little less
	var out []models.Quad
	for _, heap := range t.heaps(cardMM) {
		out = append(out, t.outlines(heap, cardMM, int(math.Ceil(cardsIn(heap, cardMM)/whole)))...)
	}
	return out
}

// heaps are the cells that hang together of what is coloured as cards are beside all cards, heap by heap.
func (t *tabletop) heaps(cardMM [2]float64) [][]int {
	const (
		least = 0.12 // of a card's area
		most  = 4    // cards; what is larger is no heap of cards overlooked
	)
	alike := t.wide(t.cardlike())
	var out [][]int
	for i := range alike {
		if !alike[i] {
			continue
		}
		heap := t.connected(alike, i)
		if cards := cardsIn(heap, cardMM); cards >= least && cards <= most && !t.fades(heap) {
			out = append(out, heap)
		}
	}
	return out
}

// cardsIn is how many cards have the area of so many cells.
func cardsIn(heap []int, cardMM [2]float64) float64 {
	return float64(len(heap)) * cellMM * cellMM / (cardMM[0] * cardMM[1])
}

// cardlike tells of every cell on the table whether its colour is more a card's than the table's: by so much more
// common on the cards found than beside them. A lamp may be mirrored in those not found, which makes their colours paler.
func (t *tabletop) cardlike() []bool {
	const more, rarer = 1.5, 0.5
	glare := [...]float32{0.1, 0.2} // shares of full white
	var on [2][shades * shades * shades]float64
	sum := [2]float64{1e-9, 1e-9}
	for i, c := range t.cells {
		if c.lies == onRim {
			continue
		}
		on[c.lies][c.colour]++
		sum[c.lies]++
		for _, g := range glare {
			if v := t.seen[3*i : 3*i+3]; c.lies == onCard {
				on[onCard][shade([]float32{v[0] + g*(255-v[0]), v[1] + g*(255-v[1]), v[2] + g*(255-v[2])})] += rarer
			}
		}
	}
	near := func(lies int, bin uint16) float64 { return smoothed(&on[lies], bin) / sum[lies] }
	known := map[uint16]bool{}
	out := make([]bool, len(t.cells))
	for i, c := range t.cells {
		if c.lies != onTable {
			continue
		}
		alike, ok := known[c.colour]
		if !ok {
			alike = near(onCard, c.colour) > more*near(onTable, c.colour)
			known[c.colour] = alike
		}
		out[i] = alike
	}
	return out
}

// smoothed is how often a colour and those beside it occur.
func smoothed(n *[shades * shades * shades]float64, bin uint16) float64 {
	sum, at := 0.0, [3]int{int(bin) / shades / shades, int(bin) / shades % shades, int(bin) % shades}
	for b := max(at[0]-1, 0); b <= min(at[0]+1, shades-1); b++ {
		for g := max(at[1]-1, 0); g <= min(at[1]+1, shades-1); g++ {
			for r := max(at[2]-1, 0); r <= min(at[2]+1, shades-1); r++ {
				sum += n[(b*shades+g)*shades+r]
			}
		}
	}
	return sum
}

// wide keeps the cells about which most are marked too, so that edges of cards, threads and grain go.
func (t *tabletop) wide(marked []bool) []bool {
	const (
		reach = 3 // cells
		most  = 0.6
	)
	out := make([]bool, len(marked))
	for y := reach; y < t.h-reach; y++ {
		for x := reach; x < t.w-reach; x++ {
			if !marked[y*t.w+x] {
				continue
			}
			n := 0
			for v := y - reach; v <= y+reach; v++ {
				for _, m := range marked[v*t.w+x-reach:][:2*reach+1] {
					if m {
						n++
					}
				}
			}
			out[y*t.w+x] = float64(n) >= most*(2*reach+1)*(2*reach+1)
		}
	}
	return out
}

// connected takes the cells that hang together with cell i off the marked ones.
func (t *tabletop) connected(marked []bool, i int) []int {
	heap := []int{i}
	marked[i] = false
	for k := 0; k < len(heap); k++ {
		for _, j := range [...]int{heap[k] - 1, heap[k] + 1, heap[k] - t.w, heap[k] + t.w} {
			if j >= 0 && j < len(marked) && marked[j] {
				marked[j] = false
				heap = append(heap, j)
			}
		}
	}
	return heap
}

// fades tells of a heap that it has hardly an edge on the table, as a card has: its colours go over into the table's, as where a
// lamp shines on it.
func (t *tabletop) fades(heap []int) bool {
	const (
		across = 4   // cells from the heap to the table beside it
		step   = 8.0 // grey levels, of an edge
		edges  = 0.4 // of the border
	)
	inside := map[int]bool{}
	for _, i := range heap {
		inside[i] = true
	}
	onTable := func(i int) bool { return i >= 0 && i < len(t.cells) && t.cells[i].lies == onTable && !inside[i] }
	border, steep := 0.0, 0.0
	for _, i := range heap {
		for _, out := range [...]int{-1, 1, -t.w, t.w} {
			beside := i + across*out
			if !onTable(i+out) || !onTable(beside) {
				continue
			}
			border++
			off := 0.0
			for c := range 3 {
				off = max(off, math.Abs(float64(t.seen[3*i+c]-t.seen[3*beside+c])))
			}
			if off >= step {
				steep++
			}
		}
	}
	return steep < edges*border
}

// outlines lays n cards along the longer axis of a heap of cells.
func (t *tabletop) outlines(heap []int, cardMM [2]float64, n int) []models.Quad {
	mean := t.middle(heap)
	var xx, xy, yy float64
	for _, i := range heap {
		d := t.at(i%t.w, i/t.w).Sub(mean)
		xx, xy, yy = xx+d.X*d.X, xy+d.X*d.Y, yy+d.Y*d.Y
	}
	sin, cos := math.Sincos(math.Atan2(2*xy, xx-yy) / 2)
	along, across := models.Point{X: cos, Y: sin}, models.Point{X: -sin, Y: cos}
	out := make([]models.Quad, n)
	for k := range out {
		at := mean.Add(along.Mul((float64(k) - float64(n-1)/2) * cardMM[0]))
		l, s := along.Mul(cardMM[1]/2), across.Mul(cardMM[0]/2)
		out[k] = models.Quad{at.Add(l).Sub(s), at.Add(l).Add(s), at.Sub(l).Add(s), at.Sub(l).Sub(s)}
	}
	return out
}

// middle is the mean of a heap's cells, in mm on the plane.
func (t *tabletop) middle(heap []int) models.Point {
	var mean models.Point
	for _, i := range heap {
		mean = mean.Add(t.at(i%t.w, i/t.w).Mul(1 / float64(len(heap))))
	}
	return mean
}

// inside is the share of a heap that lies inside an outline (mm on the plane), by one cell of few.
func (t *tabletop) inside(heap []int, q models.Quad) float64 {
	const asked = 60 // cells
	in, n, outline := 0, 0, q.Polygon()
	for k := 0; k < len(heap); k += max(len(heap)/asked, 1) {
		n++
		if outline.Contains(t.at(heap[k]%t.w, heap[k]/t.w)) {
			in++
		}
	}
	return float64(in) / float64(n)
}
