package read

import "math"

// seenShare is the share of the card that looks like the face, 0 to 1; off is how far each pixel is from it.
func seenShare(p *patch, off []float32) float64 {
	seen := 0.0
	for i, in := range p.inside {
		if in {
			seen += 1 - float64(off[i])
		}
	}
	return seen / float64(len(off))
}

// parts tells how whole the parts of about 8 mm are that look like the face, 0 to 1, and how much the poorest of those mostly
// open does. Of a card half under a hand, parts look like it or not at all; a card of another deck looks like it
// a little everywhere. The first is the mean of the parts' likeness weighted by itself.
func parts(g grid, p *patch, off []float32) (purity, poorest float64) {
	fits, open := partFits(g, p, off)
	sum, weighted, poorest := 1e-9, 0.0, 1.0
	for k := range fits {
		sum += fits[k]
		weighted += fits[k] * fits[k] / max(open[k], 1)
		if open[k] >= partPx*partPx/2 {
			poorest = min(poorest, fits[k]/open[k])
		}
	}
	return weighted / sum, poorest
}

// blank is the share of the face's print, as far as it is open, at which its bare ground is
// seen. A hand hides print; that the print is not there, as on a cloth of the card's colour
// or where a card of the same colour lies a little off, tells that this face is not here. How much print is open, in mm², comes with it.
func blank(f *raster, p *patch, l light) (share, open float64) {
	bare, n := 0.0, 1e-9
	_, ink := l.told() // where glare has left little of the print, the ground is still as far from it as that
	for i, off := range misfits(f.ground, f, p, l, tolerance*ink) {
		if f.print[i] && p.inside[i] {
			n++
			bare += 1 - float64(off)
		}
	}
	return bare / n, n * float64(f.mmPerPx*f.mmPerPx)
}

// partFits is for each part how much of it looks like the face and how much of it is open, in pixels.
func partFits(g grid, p *patch, off []float32) (fits, open []float64) {
	cols, rows := g.parts()
	fits, open = make([]float64, cols*rows), make([]float64, cols*rows)
	for y := range g.h {
		row := y / partPx * cols
		for x := range g.w {
			if i := y*g.w + x; p.inside[i] {
				k := row + x/partPx
				open[k]++
				fits[k] += 1 - float64(off[i])
			}
		}
	}
	return fits, open
}

// misfits is for each pixel how far what is seen is from the face v on r's grid in light l, as squares: 0 to 1, which is tolerance (grey
// levels of the learnt face) and more.
func misfits(v []float32, r *raster, p *patch, l light, tolerance float32) []float32 {
	return misfitsInto(make([]float32, r.pixels()), v, r, p, l, tolerance)
}

// worst is the largest of the squares of b, g and r, but at most so much. Numbers that are not below 0 are in the order
// of their bits, and whole numbers are compared without branches, which no processor could foretell here.
func worst(b, g, r, most float32) float32 {
	x := max(math.Float32bits(b*b), math.Float32bits(g*g), math.Float32bits(r*r))
	return math.Float32frombits(min(x, math.Float32bits(most)))
}

// likeness is the correlation of the pattern that is seen with the pattern of the face, each
// channel less its own mean, so that an even surface of the card's colour is not like it.
func likeness(r *raster, p *patch, l light) float64 {
	n, s, t, ss, st, tt := likeSums(r, p, l)
	for c := range 3 {
		ss -= s[c] * s[c] / n
		st -= s[c] * t[c] / n
		tt -= t[c] * t[c] / n
	}
	return st / math.Sqrt(ss*tt+1)
}
