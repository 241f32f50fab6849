package read

import "schiri/calibration"

// detailMM is the raster on which faces that were laid over a card alone are compared: that of the learnt pictures, on which
// the smallest digits still show.
const detailMM = 1 / calibration.FaceScale

// inDetail is a face laid over a card alone, in detail.
type inDetail struct {
	*raster
	place *bowed
	lamp  *lamp
	seen  *patch    // what lies there
	off   []float32 // how far each pixel is from the face, 0 to 1
	open  []bool    // no hand is upon it, nor was one when the face was learnt

	colours []float32 // of the face, that would look like what lies there
	asked   []int8    // see alikeAt
}

func (r *Reader) closely(pic *Picture, f laid) inDetail {
	detail := &r.details[f.face]
	p := newPatch(detail.pixels())
	pic.sampleBowed(&f.place, detail.grid, p)
	l := f.lamp.on(detail.grid)
	off := l.off(detail, p, tolerance, make([]float32, detail.pixels()))
	return inDetail{raster: detail, place: &f.place, lamp: l, seen: p, off: off, open: openTo(detail.grid, p, off)}
}

// marginOver tells how much better the face explains what is seen than a rival laid about its place, where the two would look different
// there, -1 to 1; 0 where they hardly would. against is how much of that, in mm², the rival explains better and is other print than the
// face's. What reaches in over the card's edge does not count: a thumb, or one of when the face was learnt. As faces are not cut alike to
// the millimetre, what is compared is what either would look like at the same place of the picture.
func (f *inDetail) marginOver(rival inDetail) (margin, against float64) {
	const (
		far     = tolerance * tolerance
		plainly = 0.5 // of what is wholly different
		least   = 4.0 // mm², a small digit's tail
	)
	n := f.pixels()
	apart, off := make([]float32, n), make([]float32, n)
	toRival := rival.place.toPx.Inverse()
	for i := range n {
		if !f.open[i] {
			continue
		}
		around, ok := rival.amid(rival.under(rival.place, toRival, f.place.atPixel(f.grid, i)))
		if !ok {
			continue
		}
		d := [3]float32{-f.v[3*i], -f.v[3*i+1], -f.v[3*i+2]}
		for _, a := range around {
			j := a.pixel
			for c := range d {
				d[c] += a.weight * f.lamp.face(min(rival.lamp.looks(rival.v[3*j+c], c, j), brightest), c, i)
			}
			off[i] += a.weight * rival.off[j]
		}
		apart[i] = worst(d[0], d[1], d[2], far) / far
	}
	sum, differ := 0.0, 0.0
	for i, is := range f.spots(func(i int) bool { return apart[i] >= plainly }) {
		if is {
			differ += float64(apart[i])
			sum += float64(apart[i]) * float64(off[i]-f.off[i])
			if f.off[i] > off[i] && !f.alikeAt(i) {
				against += float64(apart[i]) * float64(f.off[i]-off[i])
			}
		}
	}
	px := float64(f.mmPerPx * f.mmPerPx)
	if differ*px < least {
		return 0, 0
	}
	return sum / differ, against * px
}
