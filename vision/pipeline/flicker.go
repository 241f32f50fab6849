package pipeline

import (
	"math"
	"slices"

	"schiri/vision/frame"
)

// The light of a lamp on the mains, of a candle or of a television beside the table changes many times a second, and a camera that seeks
// its exposure does the same to the picture. As a camera takes its rows one after the other, a lamp that changes faster than pictures come
// leaves bright and dark bands across, at other places in every picture. Without more ado the whole table would seem to move.
// So every row is brought to the brightness it has in the mean of some seconds, as long as the light flickers; slower changes are
// left to be followed.

const (
	flickersFrom = 0.005 // of its brightness by which a row changes from one frame to the next, in the mean, if the light flickers
	steadyBelow  = 0.002 // the same if it has ceased to
	nearUsual    = 0.01  // by which it is brighter or darker than usual then, at the most
	flickerLasts = 0.5   // seconds over which that mean is taken
	usualOver    = 2.0   // seconds over which the usual brightness is
	leastLight   = 0.7   // of its usual brightness that a cell has if it still shows the same thing, at the least,
	mostLight    = 1.4   // and at the most
	gainSteps    = 128   // to 1, of the steps in which gains are sorted to find the one in the middle
	alikeGain    = 0.06  // by which those of cells in the same light may differ from it
	fewest       = 0.15  // of a row's cells by which its gain can be told
	nearBlack    = 75    // sum of a cell's three channels below which noise outweighs the light,
	nearWhite    = 750   // and above which one may not tell how bright it is
	againAfter   = 20    // frames after which it may count as flickering where the view was lost before
	everyCell    = 2     // of a row is asked, as its neighbours tell the same
)

// flicker is what the light does from one frame to the next.
type flicker struct {
	usual  []float32 // sum of the three channels of every second cell in the mean
	frames int       // taken in
	each   []float32 // scratch of row
	gains  []float64 // by row of cells: how much brighter than usual it was in the last frame
	change float64   // of these from one frame to the next, in the middle row and the mean of the last frames
	on     bool
	again  bool // the view was lost before: what seems to flicker may be what it is lost to once more
}

// take takes a frame's cells in, of which so many make a row, and tells whether the light has begun to flicker. Cells under arms tell
// nothing of it. seconds have passed since the frame before.
func (k *flicker) take(cells []uint8, cols int, arms []bool, seconds float64) (begins bool) {
	if k.frames++; k.frames == 1 {
		k.usual = make([]float32, len(cells)/3/everyCell+1)
	}
	share := float32(max(1/float64(k.frames), min(seconds/usualOver, 1)))
	for i := 0; i < len(cells)/3; i += everyCell {
		k.usual[i/everyCell] += share * (light(cells, i) - k.usual[i/everyCell])
	}
	before := k.gains
	if k.gains = k.rows(cells, cols, arms); before == nil {
		return false
	}
	change, unusual := gainsApart(k.gains, before), gainsApart(k.gains, slices.Repeat([]float64{1}, len(before)))
	k.change += max(1/float64(k.frames-1), min(seconds/flickerLasts, 1)) * (change - k.change)
	was := k.on
	if k.again && k.frames < againAfter {
		return false
	}
	k.on = k.change > flickersFrom || k.on && (k.change > steadyBelow || unusual > nearUsual)
	return k.on && !was
}

// gainsApart is by how much the gains of rows differ, in the middle one of them: an arm that reaches in is over some only.
func gainsApart(a, b []float64) float64 {
	off := make([]float64, len(a))
	for y := range a {
		off[y] = math.Abs(a[y] - b[y])
	}
	slices.Sort(off)
	return off[len(off)/2]
}

// light is how bright a cell is: the sum of its three channels.
func light(cells []uint8, i int) float32 {
	return float32(int(cells[3*i]) + int(cells[3*i+1]) + int(cells[3*i+2]))
}

// rows is by how many times the rows of cells are brighter than usual. A row of which too little can be compared is as much brighter as
// the next one above it of which enough can.
func (k *flicker) rows(cells []uint8, cols int, arms []bool) []float64 {
	out := make([]float64, len(cells)/3/cols)
	gain := 1.0
	for y := range out {
		if g, ok := k.row(cells, y*cols, (y+1)*cols, arms); ok {
			gain = g
		}
		out[y] = gain
	}
	return out
}

// row is by how many times the cells of a row are brighter than usual: the mean of those that are about as much brighter as the
// one in the middle. It fails if there are too few.
func (k *flicker) row(cells []uint8, from, to int, arms []bool) (gain float64, ok bool) {
	var steps [90]int
	k.each = k.gainsOf(k.each[:0], cells, from, to, arms)
	n := len(k.each)
	if float64(n*everyCell) < fewest*float64(to-from) {
		return 1, false
	}
	for _, g := range k.each {
		steps[int((g-leastLight)*gainSteps)]++
	}
	step, below := 0, steps[0]
	for 2*below < n {
		step++
		below += steps[step]
	}
	middle := float32(leastLight + (float64(step)+.5)/gainSteps)
	sum, alike := float32(0), float32(0)
	for _, g := range k.each {
		if max(g-middle, middle-g) < alikeGain {
			sum, alike = sum+g, alike+1
		}
	}
	return float64(sum / alike), true
}

// gainsOf adds by how many times every cell that is asked of a row, and that can tell it, is brighter than usual.
func (k *flicker) gainsOf(out []float32, cells []uint8, from, to int, arms []bool) []float32 {
	for i := from + from%everyCell; i < to; i += everyCell {
		now, usual := light(cells, i), k.usual[i/everyCell]
		if arms[i] || min(now, usual) < nearBlack || max(now, usual) > nearWhite {
			continue
		}
		if g := now / usual; g > leastLight && g < mostLight {
			out = append(out, g)
		}
	}
	return out
}

// even takes a frame's cells in before they are watched, and evens them and the frame out while the light flickers. What is known of the
// table is evened out as it begins to.
func (p *pipeline) even(f *frame.Frame) ([]uint8, error) {
	cells, err := f.Cells()
	if err != nil {
		return nil, err
	}
	w, k := p.watch, &p.flicker
	if p.sight.state != SightClear { // of a picture that shows something else nobody can tell how bright it is usually
		*k = flicker{again: true}
		return cells, nil
	}
	if begins := k.take(cells, w.act.Cols, w.act.Arm, f.Time-w.now); begins || k.on && k.frames <= early {
		for _, known := range [][]uint8{w.cur, w.ref, w.anchor, p.bare.colour, p.bare.first} {
			k.evenCells(known, w.act.Cols)
		}
	}
	if !k.on {
		return cells, nil
	}
	return cells, f.Even(inverse(k.gains))
}

// evenCells brings the rows of a picture to their usual brightness.
func (k *flicker) evenCells(cells []uint8, cols int) {
	if len(cells) == 0 {
		return
	}
	none := make([]bool, len(cells)/3)
	for y, gain := range inverse(k.rows(cells, cols, none)) {
		for i := 3 * y * cols; i < 3*(y+1)*cols; i++ {
			cells[i] = uint8(min(255, gain*float64(cells[i])+.5))
		}
	}
}

func inverse(gains []float64) []float64 {
	out := make([]float64, len(gains))
	for y, g := range gains {
		out[y] = 1 / g
	}
	return out
}
