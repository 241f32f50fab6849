package detect

import (
	"image"

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
	field, w := fieldOf(f.smooth), &f.work[0]
	var found []sided
	for c := range 3 {
		gocv.ExtractChannel(f.coarse, &w.channel, c)
		if c == 0 {
			w.channel.CopyTo(&w.any)
		} else {
			gocv.Max(w.any, w.channel, &w.any)
		}
	}
	// Most of the picture is bare table, so the median difference is the noise.
	still := medianOf(w.any)
	for _, times := range [...]float64{3, 6, 12} {
		gocv.Threshold(w.any, &w.edges, float32(max(times*still, 4+times)), 255, gocv.ThresholdBinary)
		gocv.MorphologyEx(w.edges, &w.edges, gocv.MorphClose, f.kernel)
		regions := gocv.FindContours(w.edges, gocv.RetrievalExternal, gocv.ChainApproxSimple)
		found = append(found, f.foursided(regions, field)...)
		regions.Close()
	}
	out := distinct(found, scale)
	for _, q := range outlines {
		if w.changedShare(scaled(q, 1/scale), 3*still+4) > 0.4 {
			out = append(out, q)
		}
	}
	return out
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
