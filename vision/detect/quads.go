// Package detect finds where cards may lie in a picture: outlines of things with four
// straight sides, and poses proposed by corners of cards that others partly hide.
package detect

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
)

const (
	workWidth   = 1280 // px; wider pictures are searched at this width, which is enough for outlines
	minCardArea = 500  // px² at the working width: about 18 x 28 px, below which no number can be read
	maxCardPart = 0.75 // of the picture; a single card held to the camera fills no more
)

// Finder finds outlines of cards. It keeps scratch pictures between calls, so it serves one
// goroutine; Close frees them.
type Finder struct {
	small, smooth, channel, edges, any, kernel gocv.Mat
}

// NewFinder makes a Finder; the caller closes it.
func NewFinder() *Finder {
	return &Finder{
		small: gocv.NewMat(), smooth: gocv.NewMat(), channel: gocv.NewMat(), edges: gocv.NewMat(), any: gocv.NewMat(),
		kernel: gocv.GetStructuringElement(gocv.MorphRect, image.Pt(3, 3)),
	}
}

// Close frees the scratch pictures.
func (f *Finder) Close() error {
	for _, m := range []*gocv.Mat{&f.small, &f.smooth, &f.channel, &f.edges, &f.any, &f.kernel} {
		if err := m.Close(); err != nil {
			return fmt.Errorf("free a picture: %w", err)
		}
	}
	return nil
}

// Quads finds the outlines with four straight sides in an 8-bit BGR picture, in its pixels,
// clockwise. Things that are no cards are among them; the plane tells them apart by size.
func (f *Finder) Quads(img gocv.Mat) []models.Quad {
	scale := f.prepare(img)
	field := fieldOf(f.smooth)
	still := noise(f.smooth)
	var found []sided
	// Strong edges part a card from a rough cloth, weak ones a dark card from a dark table;
	// which of them a picture needs differs from place to place.
	for _, strength := range [...]float64{2.4, 1.2} {
		regions := f.closedRegions(strength * still)
		for i := range regions.Size() {
			if q, ok := quadOf(regions.At(i).ToPoints(), field); ok {
				found = append(found, q)
			}
		}
		regions.Close()
	}
	return distinct(found, scale)
}

// Snap moves each side of an outline near a card's onto the edge of the picture there, in
// the pixels of img, and gives the share of the sides that has such an edge.
func (f *Finder) Snap(img gocv.Mat, quads []models.Quad) ([]models.Quad, []float64) {
	scale := f.prepare(img)
	field := fieldOf(f.smooth)
	out, support := make([]models.Quad, len(quads)), make([]float64, len(quads))
	for i, q := range quads {
		var s models.Quad
		s, support[i] = field.snap(scaled(q, 1/scale))
		out[i] = scaled(s, scale)
	}
	return out, support
}

// scaled maps pixel centres of one picture to those of a picture scale times as large.
func scaled(q models.Quad, scale float64) models.Quad {
	half := models.Point{X: .5, Y: .5}
	for i := range q {
		q[i] = q[i].Add(half).Mul(scale).Sub(half)
	}
	return q
}

// prepare shrinks and smooths the picture and returns pixels of img per working pixel.
func (f *Finder) prepare(img gocv.Mat) float64 {
	scale := 1.0
	if img.Cols() > workWidth {
		scale = float64(img.Cols()) / workWidth
		size := image.Pt(workWidth, int(math.Round(float64(img.Rows())/scale)))
		gocv.Resize(img, &f.small, size, 0, 0, gocv.InterpolationArea)
	} else {
		img.CopyTo(&f.small)
	}
	gocv.GaussianBlur(f.small, &f.smooth, image.Pt(5, 5), 1.2, 1.2, gocv.BorderReplicate)
	return scale
}

// closedRegions are the outlines of everything that edges of any colour channel enclose;
// low is the gradient (Sobel units) from which on an edge is followed. The caller closes them.
func (f *Finder) closedRegions(low float64) gocv.PointsVector {
	for c := range 3 {
		gocv.ExtractChannel(f.smooth, &f.channel, c)
		gocv.Canny(f.channel, &f.edges, float32(low), float32(2.5*low))
		if c == 0 {
			f.edges.CopyTo(&f.any)
		} else {
			gocv.BitwiseOr(f.any, f.edges, &f.any)
		}
	}
	gocv.Dilate(f.any, &f.any, f.kernel)
	gocv.BitwiseNot(f.any, &f.any)
	return gocv.FindContours(f.any, gocv.RetrievalList, gocv.ChainApproxNone)
}

// noise is a typical gradient where nothing is (the picture's median Sobel magnitude),
// bounded so that neither a flat drawing nor a rough cloth drowns the cards' edges.
func noise(m gocv.Mat) float64 {
	grey, dx, dy := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer grey.Close()
	defer dx.Close()
	defer dy.Close()
	gocv.CvtColor(m, &grey, gocv.ColorBGRToGray)
	gocv.Sobel(grey, &dx, gocv.MatTypeCV16S, 1, 0, 3, 1, 0, gocv.BorderReplicate)
	gocv.Sobel(grey, &dy, gocv.MatTypeCV16S, 0, 1, 3, 1, 0, gocv.BorderReplicate)
	x, errX := dx.DataPtrInt16()
	y, errY := dy.DataPtrInt16()
	if errX != nil || errY != nil {
		return 15
	}
	var hist [2048]int
	n := 0
	for i := 0; i < len(x); i += 7 {
		g := int(math.Hypot(float64(x[i]), float64(y[i])))
		hist[min(g, len(hist)-1)]++
		n++
	}
	median, seen := 0, 0
	for median = range hist {
		if seen += hist[median]; seen > n/2 {
			break
		}
	}
	return min(max(float64(median), 10), 45)
}

// sided is an outline with the share of its sides that lies on an edge of the picture.
type sided struct {
	quad    models.Quad
	support float64
}

// quadOf makes a four-sided outline of a region's contour, its sides moved onto the edges of the picture.
func quadOf(contour []image.Point, field field) (sided, bool) {
	hull := convexHull(contour)
	area := hull.Area()
	if area < minCardArea || area > maxCardPart*float64(field.w*field.h) {
		return sided{}, false
	}
	q, ok := reduceToQuad(hull)
	if !ok || area < 0.88*q.Polygon().Area() || !plausible(q) {
		return sided{}, false
	}
	q, support := field.snap(q)
	if support < 0.6 || !plausible(q) {
		return sided{}, false
	}
	return sided{q, support}, true
}

// plausible tells whether a card seen at up to about 50 degrees could look like q.
func plausible(q models.Quad) bool {
	if q.Polygon().Area() < minCardArea {
		return false
	}
	for i := range q {
		a, b := q[(i+1)%4].Sub(q[i]), q[(i+3)%4].Sub(q[i])
		if cos := a.Dot(b) / (a.Norm()*b.Norm() + 1e-9); math.Abs(cos) > 0.6 {
			return false
		}
	}
	u := (q[1].Sub(q[0]).Norm() + q[2].Sub(q[3]).Norm()) / 2
	v := (q[3].Sub(q[0]).Norm() + q[2].Sub(q[1]).Norm()) / 2
	ratio := max(u, v) / min(u, v)
	return ratio < 3
}

// distinct keeps one of outlines that nearly coincide, the one better supported, the
// larger first (a frame printed on the card lies inside its edge), scaled to picture pixels.
func distinct(found []sided, scale float64) []models.Quad {
	slices.SortStableFunc(found, func(a, b sided) int {
		if d := b.quad.Polygon().Area() - a.quad.Polygon().Area(); d != 0 {
			return int(math.Copysign(1, d))
		}
		return 0
	})
	var out []models.Quad
	var kept []sided
	for _, f := range found {
		same := slices.IndexFunc(kept, func(k sided) bool { return k.quad.IoU(f.quad) > 0.85 })
		if same >= 0 {
			if f.support > kept[same].support+0.15 {
				kept[same] = f
			}
			continue
		}
		kept = append(kept, f)
	}
	for _, k := range kept {
		out = append(out, scaled(k.quad, scale))
	}
	return out
}
