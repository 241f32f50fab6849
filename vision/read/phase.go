package read

import (
	"math"

	"schiri/calibration"
	"schiri/models"
)

// refitInPhase is refit of a face that was laid coarsely, as f, over the place toPx. A print of fine lines is a grey on the coarse raster, so
// that the face may be laid a part of their distance off, and finely it then comes to rest between them. Where such a face is much
// like the place on the coarse raster and not on the fine one, it is laid from other starts near by, and the likest is kept. So is any
// face that is all but the same on the coarse raster and hardly alike on the fine one: rings some millimetres apart.
func (r *Reader) refitInPhase(pic *Picture, toPx calibration.Homography, f fitted) fitted {
	const (
		plainly = 0.6  // of the coarse patch, its correlation with the face
		same    = 0.93 // likewise, of one that is all but the face
		fitting = 0.6  // of what is open, that looks like the face on the coarse raster
		poorly  = 0.8  // likeness
		hardly  = 0.65 // likeness
		enough  = 0.9  // likeness, of which no other start is tried
		off     = 1.2  // mm; lines as near as 3 mm are then no more than 0.6 mm off at one of the starts, those 5 mm apart 1.3
	)
	best := r.refit(pic, f.toPx, f.candidate)
	like := r.likeness(best)
	if float64(f.score) < plainly || f.seen < fitting*r.fine.share() || like >= poorly {
		return best
	}
	if stuck := float64(f.score) >= same && like < hardly; !stuck && !r.faces[f.face].lined() {
		return best
	}
	starts := []calibration.Homography{f.upright(toPx)}
	for y := -off; y <= off; y += off {
		for x := -off; x <= off; x += off {
			starts = append(starts, f.toPx.Mul(calibration.Shift(models.Point{X: x, Y: y})))
		}
	}
	for _, start := range starts {
		if like >= enough {
			break
		}
		if g := r.refit(pic, start, f.candidate); r.likeness(g) > like {
			best, like = g, r.likeness(g)
		}
	}
	r.layBack(pic, best)
	return best
}

// lined tells whether much of a face's print is fine lines, which the coarse raster does not show. Of backs and fronts of twelve
// designs, overexposed ones apart, it shows from .79 of the contrast on; of two of fine lines and outlines .68 to .76.
func (f *face) lined() bool {
	const shown = 0.78
	return f.learnt[0].deviation() < shown*f.learnt[1].deviation()
}

// deviation is the standard deviation of a raster's colours, in grey levels, each channel about its own mean.
func (r *raster) deviation() float64 {
	var sum, squares [3]float64
	for i, v := range r.v {
		sum[i%3] += float64(v)
		squares[i%3] += float64(v) * float64(v)
	}
	n, total := float64(r.pixels()), 0.0
	for c := range sum {
		total += squares[c]/n - sum[c]*sum[c]/(n*n)
	}
	return math.Sqrt(max(total, 0) / 3)
}
