package read

import (
	"schiri/calibration"
	"schiri/models"
)

// rim tells at how much of its sides a card ends, 0 to 1: beside parts that look like the face,
// what lies just outside is not of the colour the card has just inside. A pattern of a cloth
// that looks like a card by chance goes on beyond the sides such a card would have.
// The face was laid there by refit.
func (r *Reader) rim(pic *Picture, f fitted) float64 {
	const (
		outside = 2.5 // mm beyond the side
		step    = 3.0 // mm
		corner  = 6.0 // mm at either end, where cards are round
	)
	own := &r.faces[f.face].fine
	ends, n := 0, 0
	w, h := r.cardMM[0]/2, r.cardMM[1]/2
	look := func(in, out models.Point) {
		x, y := own.pixelAt(in)
		i := y*own.w + x
		if !r.fine.inside[i] || r.off[i] > 0.5 {
			return
		}
		seen, ok := pic.colour(f.toPx, out, own.grid)
		if !ok {
			return
		}
		n++
		haze, gain := f.light.at(i, own.grid)
		for c := range 3 {
			if d := (seen[c]-haze)/gain - own.v[3*i+c]; d*d > tolerance*tolerance/4 {
				ends++
				return
			}
		}
	}
	for t := corner - w; t <= w-corner; t += step {
		for _, side := range [...]float64{-1, 1} {
			look(models.Point{X: t, Y: side * (h - outside)}, models.Point{X: t, Y: side * (h + outside)})
		}
	}
	for t := corner - h; t <= h-corner; t += step {
		for _, side := range [...]float64{-1, 1} {
			look(models.Point{X: side * (w - outside), Y: t}, models.Point{X: side * (w + outside), Y: t})
		}
	}
	if n == 0 {
		return 0
	}
	return float64(ends) / float64(n)
}

// atMM is where pixel i lies in millimetres about the card's middle.
func (g grid) atMM(i int) models.Point {
	mm := float64(g.mmPerPx)
	return models.Point{X: mm * (float64(i%g.w) - float64(g.w-1)/2), Y: mm * (float64(i/g.w) - float64(g.h-1)/2)}
}

// pixelAt is the pixel of the raster nearest to a place in millimetres about the card's middle.
func (g grid) pixelAt(p models.Point) (x, y int) {
	x = int(p.X/float64(g.mmPerPx) + float64(g.w)/2)
	y = int(p.Y/float64(g.mmPerPx) + float64(g.h)/2)
	return min(max(x, 0), g.w-1), min(max(y, 0), g.h-1)
}

// colour is what is seen at a place in millimetres about a card's middle; false where it is
// outside the picture or covered.
func (p *Picture) colour(toPx calibration.Homography, at models.Point, g grid) ([3]float32, bool) {
	one := patch{v: make([]float32, 3), inside: make([]bool, 1)}
	p.sample(toPx.Mul(calibration.Shift(at)), grid{1, 1, g.mmPerPx}, &one)
	return [3]float32(one.v), one.n == 1
}
