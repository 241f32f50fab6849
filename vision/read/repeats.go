package read

import (
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Repeats are the outlines (pixels of the picture) a step of its pattern away from a back read for certain: laid there, its print would be
// much like what is seen of the card, too. There are none of a back that does not repeat along its sides.
func (r *Reader) Repeats(m Match) []models.Quad {
	const (
		alike = 0.7  // correlation of the part of the face that both places share,
		dips  = 0.1  // and by which it is less somewhere on the way; else nothing repeats, as along a band
		least = 12.0 // mm, the shortest step; nearer places are found from each other
		most  = 0.7  // of the card's side, the longest; there, little is shared
	)
	if m.Observation.Face != models.FaceBack {
		return nil
	}
	face := &r.faces[m.fit.face].coarse
	mm := float64(face.mmPerPx)
	var out []models.Quad
	for _, side := range [...]struct {
		length  int
		towards models.Point
	}{{face.w, models.Point{X: 1}}, {face.h, models.Point{Y: 1}}} {
		like := make([]float64, int(most*float64(side.length))+1)
		for d := range like {
			like[d] = face.shifted(d*int(side.towards.X), d*int(side.towards.Y))
		}
		lowest := slices.Min(like[:int(least/mm)])
		for d := int(least / mm); d+1 < len(like); d++ {
			lowest = min(lowest, like[d])
			if like[d] < max(alike, lowest+dips) || like[d] < like[d-1] || like[d] <= like[d+1] {
				continue
			}
			by := side.towards.Mul(float64(d) * mm)
			for _, by := range [...]models.Point{by, by.Mul(-1)} {
				out = append(out, r.Outline(m.ToPx.Mul(calibration.Shift(by))))
			}
		}
	}
	return out
}

// shifted is the correlation of a raster with itself moved by u and v pixels, over what both share, each channel less its mean there.
func (r *raster) shifted(u, v int) float64 {
	var n, a, b [3]float64
	var aa, bb, ab float64
	for y := v; y < r.h; y++ {
		for x := u; x < r.w; x++ {
			for c := range 3 {
				s, t := float64(r.v[3*(y*r.w+x)+c]), float64(r.v[3*((y-v)*r.w+x-u)+c])
				n[c], a[c], b[c], aa, bb, ab = n[c]+1, a[c]+s, b[c]+t, aa+s*s, bb+t*t, ab+s*t
			}
		}
	}
	for c := range 3 {
		aa, bb, ab = aa-a[c]*a[c]/n[c], bb-b[c]*b[c]/n[c], ab-a[c]*b[c]/n[c]
	}
	return ab / (math.Sqrt(aa*bb) + 1e-9)
}
