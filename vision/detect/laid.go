package detect

import (
	"image"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
)

// Laid finds the outlines with four straight sides of what was laid on an empty table: empty
// is a picture of the same table from the same place. Where edges hardly show, as of a red
// card on a red cloth, the difference still does. Of the outlines given, those lying where
// something changed are kept; the squares of a chequered cloth are not. Outlines are in the
// pixels of img.
func (f *Finder) Laid(img, empty gocv.Mat, outlines []models.Quad) []models.Quad {
	if img.Cols() != empty.Cols() || img.Rows() != empty.Rows() {
		return outlines
	}
	scale := f.prepare(empty)
	f.smooth.CopyTo(&f.coarse)
	f.prepare(img)
	gocv.AbsDiff(f.smooth, f.coarse, &f.coarse)
	gocv.GaussianBlur(f.coarse, &f.coarse, image.Pt(5, 5), 1.5, 1.5, gocv.BorderReplicate)
	w := &f.work[0]
	w.most(f.coarse)
	still := medianOf(w.any)
	laid := distinct(f.silhouettes(false, func(times float64) {
		gocv.Threshold(w.any, &w.edges, float32(least(times, still)), 255, gocv.ThresholdBinary)
	}), scale)
	for _, q := range outlines {
		if w.changedShare(scaled(q, 1/scale), 3*still+4) > 0.4 {
			laid = append(laid, q)
		}
	}
	return append(laid, f.faint(scale, laid)...)
}

// least is the difference that counts as a change where the noise is so much.
func least(times, still float64) float64 { return max(times*still, 4+times) }

// most is the difference of each pixel in the channel in which it is largest, in w.any.
func (w *scratch) most(difference gocv.Mat) {
	for c := range 3 {
		gocv.ExtractChannel(difference, &w.channel, c)
		if c == 0 {
			w.channel.CopyTo(&w.any)
		} else {
			gocv.Max(w.any, w.channel, &w.any)
		}
	}
}

// silhouettes are the outlines with four straight sides of what mark marks in w.edges as so many times the noise; faint as [quadOf] has it.
func (f *Finder) silhouettes(faint bool, mark func(times float64)) []sided {
	field, w := fieldOf(f.smooth), &f.work[0]
	var found []sided
	for _, times := range [...]float64{3, 6, 12} {
		mark(times)
		gocv.MorphologyEx(w.edges, &w.edges, gocv.MorphClose, f.kernel)
		regions := gocv.FindContours(w.edges, gocv.RetrievalExternal, gocv.ChainApproxSimple)
		found = append(found, f.foursided(regions, field, faint)...)
		regions.Close()
	}
	return found
}

// faint finds what hardly differs from a dim table, but not where something was found: it stands out only where more of the grain is
// smoothed away, and in a channel with less of it. A lamp that gives little blue leaves most of it there.
func (f *Finder) faint(scale float64, known []models.Quad) []models.Quad {
	gocv.GaussianBlur(f.coarse, &f.coarse, image.Pt(5, 5), 3, 3, gocv.BorderReplicate)
	w := &f.work[0]
	found := distinct(f.silhouettes(true, func(times float64) {
		for c := range 3 {
			gocv.ExtractChannel(f.coarse, &w.channel, c)
			gocv.Threshold(w.channel, &w.any, float32(least(times, medianOf(w.channel))), 255, gocv.ThresholdBinary)
			if c == 0 {
				w.any.CopyTo(&w.edges)
			} else {
				gocv.BitwiseOr(w.any, w.edges, &w.edges)
			}
		}
	}), scale)
	return slices.DeleteFunc(found, func(q models.Quad) bool {
		return slices.ContainsFunc(known, func(k models.Quad) bool { return k.IoU(q) > 0.3 })
	})
}

// changedShare is the share of a grid of places in q at which the difference in w.any is above limit.
func (w *scratch) changedShare(q models.Quad, limit float64) float64 {
	const side = 12
	n := 0
	for i := range side {
		for j := range side {
			u, v := (float64(i)+.5)/side, (float64(j)+.5)/side
			p := q[0].Mul((1 - u) * (1 - v)).Add(q[1].Mul(u * (1 - v))).Add(q[2].Mul(u * v)).Add(q[3].Mul((1 - u) * v))
			x, y := int(p.X), int(p.Y)
			if x >= 0 && y >= 0 && x < w.any.Cols() && y < w.any.Rows() && float64(w.any.GetUCharAt(y, x)) > limit {
				n++
			}
		}
	}
	return float64(n) / (side * side)
}

// medianOf is the median of an 8-bit picture of one channel.
func medianOf(m gocv.Mat) float64 {
	pix, err := m.DataPtrUint8()
	if err != nil {
		return 0
	}
	var hist [256]int
	for _, v := range pix {
		hist[v]++
	}
	seen := 0
	for v, n := range hist {
		if seen += n; seen > len(pix)/2 {
			return float64(v)
		}
	}
	return 0
}
