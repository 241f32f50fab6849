package read

// beneathNothing tells which pixels of a card alone nothing hides that reaches in over its edge and is as broad as a finger. A digit of another
// number near a corner may touch the edge, too, where a card is not cut to the millimetre, but its strokes are narrow.
func beneathNothing(g grid, p *patch, off []float32) []bool {
	_, open := differing(g, p, off)
	for i, hidden := range g.broad(open) {
		open[i] = !hidden
	}
	return open
}

// broad are those of some pixels that lie together as broad as a finger; beyond the card's edge all are taken to be of them, as what
// reaches in goes on there.
func (g grid) broad(of []bool) []bool {
	const (
		stroke = 2.5 // mm, half of what a stroke is not as wide as
		gap    = 1   // px, in what hides a card where it has the face's colour
	)
	half := int(stroke / g.mmPerPx)
	around := half + gap
	w, h := g.w+2*around, g.h+2*around
	lies := make([]float64, w*h)
	for i := range lies {
		x, y := i%w-around, i/w-around
		if x < 0 || y < 0 || x >= g.w || y >= g.h || of[y*g.w+x] {
			lies[i] = 1
		}
	}
	lies = grown(lies, w, h, gap)
	lies = shrunk(lies, w, h, gap+half)
	lies = grown(lies, w, h, half)
	out := make([]bool, g.pixels())
	for i := range out {
		out[i] = of[i] && lies[(i/g.w+around)*w+i%g.w+around] > 0
	}
	return out
}

// grown is a w by h raster of 0 and 1 in which what lies up to by pixels from a 1 is 1.
func grown(v []float64, w, h, by int) []float64 {
	boxSum(v, w, h, by)
	for i := range v {
		v[i] = min(v[i], 1)
	}
	return v
}

// shrunk is a w by h raster of 0 and 1 in which what lies up to by pixels from a 0 is 0; beyond its sides all are as the last.
func shrunk(v []float64, w, h, by int) []float64 {
	for i := range v {
		v[i] = 1 - v[i]
	}
	v = grown(v, w, h, by)
	for i := range v {
		v[i] = 1 - v[i]
	}
	return v
}
