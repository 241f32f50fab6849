package detect

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

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
	small, smooth, coarse, kernel gocv.Mat

	work [ways]scratch
}

// ways is in how many ways edges are followed, side by side.
const ways = 3

// scratch are the pictures that following edges in one way takes.
type scratch struct{ channel, edges, any, dx, dy gocv.Mat }

// NewFinder makes a Finder; the caller closes it.
func NewFinder() *Finder {
	f := &Finder{
		small: gocv.NewMat(), smooth: gocv.NewMat(), coarse: gocv.NewMat(),
		kernel: gocv.GetStructuringElement(gocv.MorphRect, image.Pt(3, 3)),
	}
	for i := range f.work {
		f.work[i] = scratch{gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()}
	}
	return f
}

// Close frees the scratch pictures.
func (f *Finder) Close() error {
	all := []*gocv.Mat{&f.small, &f.smooth, &f.coarse, &f.kernel}
	for i := range f.work {
		w := &f.work[i]
		all = append(all, &w.channel, &w.edges, &w.any, &w.dx, &w.dy)
	}
	for _, m := range all {
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
	// Weak edges, as of a dark card on a dark cloth, stand out only where the grain is smoothed away.
	gocv.GaussianBlur(f.smooth, &f.coarse, image.Pt(0, 0), 2, 2, gocv.BorderReplicate)
	var found [ways][]sided
	var smooth, coarse [3]float64
	var work sync.WaitGroup
	work.Go(func() { smooth = f.work[0].noise(f.smooth) })
	work.Go(func() { coarse = f.work[1].noise(f.coarse) })
	work.Wait()
	for i, way := range [ways]struct {
		picture  gocv.Mat
		strength float64
		still    [3]float64
	}{{f.smooth, 2.4, smooth}, {f.smooth, 1.2, smooth}, {f.coarse, 2.4, coarse}} {
		work.Go(func() { found[i] = f.enclosed(&f.work[i], way.picture, way.strength, way.still, field) })
	}
	work.Wait()
	return distinct(slices.Concat(found[:]...), scale)
}

// enclosed are the four-sided outlines that the edges of a smoothed picture enclose; edges
// are followed where the gradient is above strength times the noise of its channels.
func (f *Finder) enclosed(w *scratch, smooth gocv.Mat, strength float64, still [3]float64, field field) []sided {
	regions := w.closedRegions(smooth, strength, still, f.kernel)
	defer regions.Close()
	return f.foursided(regions, field, false)
}

// foursided are the outlines with four straight sides among regions, spurs taken off where needed; faint as [quadOf] has it.
func (f *Finder) foursided(regions gocv.PointsVector, field field, faint bool) []sided {
	var found []sided
	for i := range regions.Size() {
		region := regions.At(i)
		// Most regions are specks; their points need not even be fetched.
		if box := gocv.BoundingRect(region); box.Dx()*box.Dy() < minCardArea {
			continue
		}
		contour := region.ToPoints()
		if q, ok := quadOf(contour, field, faint); ok {
			found = append(found, q)
			continue
		}
		for _, part := range f.withoutSpurs(contour) {
			if q, ok := quadOf(part, field, faint); ok {
				found = append(found, q)
			}
		}
	}
	return found
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

// closedRegions are the outlines of everything that edges of any colour channel enclose; an
// edge is followed where the gradient is above strength times the channel's noise, and is as wide as
// the kernel. The caller closes them.
func (w *scratch) closedRegions(smooth gocv.Mat, strength float64, still [3]float64, kernel gocv.Mat) gocv.PointsVector {
	for c := range 3 {
		low := strength * still[c]
		gocv.ExtractChannel(smooth, &w.channel, c)
		gocv.Canny(w.channel, &w.edges, float32(low), float32(2*low))
		if c == 0 {
			w.edges.CopyTo(&w.any)
		} else {
			gocv.BitwiseOr(w.any, w.edges, &w.any)
		}
	}
	gocv.Dilate(w.any, &w.any, kernel)
	gocv.BitwiseNot(w.any, &w.any)
	return gocv.FindContours(w.any, gocv.RetrievalList, gocv.ChainApproxSimple)
}

// withoutSpurs takes from a region what is thinner than a few pixels, such as seams of the
// table that run up to a card, and gives the outlines of the parts that are left.
func (f *Finder) withoutSpurs(contour []image.Point) [][]image.Point {
	points := gocv.NewPointVectorFromPoints(contour)
	defer points.Close()
	if area := gocv.ContourArea(points); area < minCardArea || area > maxCardPart*float64(f.smooth.Cols()*f.smooth.Rows()) {
		return nil
	}
	const thin = 9 // px at the working width
	box := gocv.BoundingRect(points).Inset(-thin)
	mask := gocv.NewMatWithSize(box.Dy(), box.Dx(), gocv.MatTypeCV8U)
	defer mask.Close()
	mask.SetTo(gocv.Scalar{})
	region := gocv.NewPointsVectorFromPoints([][]image.Point{contour})
	defer region.Close()
	gocv.FillPolyWithParams(&mask, region, color.RGBA{255, 255, 255, 255}, gocv.Line4, 0, image.Point{}.Sub(box.Min))
	brush := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(thin, thin))
	defer brush.Close()
	gocv.MorphologyEx(mask, &mask, gocv.MorphOpen, brush)
	parts := gocv.FindContours(mask, gocv.RetrievalExternal, gocv.ChainApproxSimple)
	defer parts.Close()
	out := parts.ToPoints()
	for _, part := range out {
		for i := range part {
			part[i] = part[i].Add(box.Min)
		}
	}
	return out
}

// noise is for each channel of a picture what scratch.slopes gives.
func (w *scratch) noise(smooth gocv.Mat) (still [3]float64) {
	for c := range still {
		gocv.ExtractChannel(smooth, &w.channel, c)
		_, _, still[c] = w.slopes()
	}
	return still
}

// slopes are the gradients of w.channel and a typical one where nothing is (the median Sobel
// magnitude), bounded so that neither a flat drawing nor a rough cloth drowns the cards' edges. The gradients serve until the next call.
func (w *scratch) slopes() (x, y []int16, still float64) {
	const least, most = 6, 60
	gocv.Sobel(w.channel, &w.dx, gocv.MatTypeCV16S, 1, 0, 3, 1, 0, gocv.BorderReplicate)
	gocv.Sobel(w.channel, &w.dy, gocv.MatTypeCV16S, 0, 1, 3, 1, 0, gocv.BorderReplicate)
	x, errX := w.dx.DataPtrInt16()
	y, errY := w.dy.DataPtrInt16()
	if errX != nil || errY != nil {
		return nil, nil, most
	}
	var hist [2048]int
	n := 0
	for i := 0; i < len(x); i += 7 {
		g := int(math.Sqrt(float64(int(x[i])*int(x[i]) + int(y[i])*int(y[i]))))
		hist[min(g, len(hist)-1)]++
		n++
	}
	median, seen := 0, 0
	for median = range hist {
		if seen += hist[median]; seen > n/2 {
			break
		}
	}
	return x, y, min(max(float64(median), least), most)
}

// sided is an outline with the share of its sides that lies on an edge of the picture.
type sided struct {
	quad    models.Quad
	support float64
}

// quadOf makes a four-sided outline of a region's contour, its sides moved onto the edges of the picture. A faint region has none
// there that stand out; of it the outline is as its contour has it.
func quadOf(contour []image.Point, field field, faint bool) (sided, bool) {
	hull := convexHull(contour)
	area := hull.Area()
	if area < minCardArea || area > maxCardPart*float64(field.w*field.h) {
		return sided{}, false
	}
	q, ok := reduceToQuad(hull)
	if !ok || area < 0.88*q.Polygon().Area() || !plausible(q) {
		return sided{}, false
	}
	snapped, support := field.snap(q)
	if support < 0.6 || !plausible(snapped) {
		return sided{q, 0}, faint
	}
	return sided{snapped, support}, true
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
		same := slices.IndexFunc(kept, func(k sided) bool { return k.quad.IoU(f.quad) > 0.96 })
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
