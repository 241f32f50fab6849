package read

// another tells of a deck of few cards that what lies where f was laid is a card that was not taught: it has print of its
// own amid what looks like the face. Under glare inks are overexposed and look otherwise anywhere, which says nothing.
func (r *Reader) another(f fitted) bool {
	const (
		most   = 40.0 // mm² of other print, a tenth of a digit's
		glared = 50.0 // grey levels of haze
	)
	return r.few && f.light.haze < glared && hole(r.faces[f.face].fine.grid, r.fine, r.off) > most
}

// hole is how much of a card does not look like the face in spots that what looks like it surrounds, in mm². What hides
// a part of a card, a hand or another card, reaches in over its edge; a spot within is another number's print.
func hole(g grid, p *patch, off []float32) float64 {
	differs, reached := differing(g, p, off)
	held := 0
	for i, spot := range g.inner(differs) { // a print's edge not quite in place is thin
		if spot && !reached[i] {
			held++
		}
	}
	return float64(held) * float64(g.mmPerPx*g.mmPerPx)
}

// openTo tells which pixels nothing hides that reaches in over the card's edge.
func openTo(g grid, p *patch, off []float32) []bool {
	_, open := differing(g, p, off)
	for i, hidden := range open {
		open[i] = !hidden
	}
	return open
}

// lookOther is how far a pixel that does not look like the face is from it, of what is wholly different.
const lookOther = 0.6

// differing tells which pixels do not look like the face, and which of these are joined to the card's edge by others.
func differing(g grid, p *patch, off []float32) (differs, reached []bool) {
	differs = make([]bool, g.pixels())
	for i := range differs {
		differs[i] = !p.inside[i] || off[i] > lookOther
	}
	return differs, g.fromSides(differs)
}

// fromSides are those of some pixels that are joined by others of them to a side of the raster.
func (g grid) fromSides(of []bool) []bool {
	reached := make([]bool, g.pixels())
	var next []int
	mark := func(x, y int) {
		if i := y*g.w + x; x >= 0 && y >= 0 && x < g.w && y < g.h && of[i] && !reached[i] {
			reached[i] = true
			next = append(next, i)
		}
	}
	for x := range g.w {
		mark(x, 0)
		mark(x, g.h-1)
	}
	for y := range g.h {
		mark(0, y)
		mark(g.w-1, y)
	}
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		mark(i%g.w-1, i/g.w)
		mark(i%g.w+1, i/g.w)
		mark(i%g.w, i/g.w-1)
		mark(i%g.w, i/g.w+1)
	}
	return reached
}

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
