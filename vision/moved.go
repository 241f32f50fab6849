package vision

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
)

const (
	movedWidth   = 640  // px at which pictures are compared
	movedMatches = 25   // points that must agree on how the picture moved; fewer prove nothing
	movedPart    = 0.25 // of all matching points; the rest are cards and hands, which do move
)

// Movement is how the camera has moved between two pictures of the same table.
type Movement struct {
	Part float64 // how far, in parts of the picture's width: the median way of points of the surroundings that all moved alike
	by   calibration.Homography
}

// In maps where a thing was in a picture of a size (px) to where it is.
func (m Movement) In(size [2]int) calibration.Homography {
	k := float64(size[0]) / movedWidth
	larger, smaller := calibration.Homography{k, 0, 0, 0, k, 0, 0, 0, 1}, calibration.Homography{1 / k, 0, 0, 0, 1 / k, 0, 0, 0, 1}
	return larger.Mul(m.by).Mul(smaller)
}

// Moved tells how the camera has moved between two pictures. known is false where too little is the same in both to
// tell.
func Moved(before, now gocv.Mat) (m Movement, known bool) {
	a, b := greySmall(before), greySmall(now)
	defer a.Close()
	defer b.Close()
	orb := gocv.NewORBWithParams(1500, 1.2, 8, 31, 0, 2, gocv.ORBScoreTypeHarris, 31, 12)
	defer orb.Close()
	none := gocv.NewMat()
	defer none.Close()
	pa, da := orb.DetectAndCompute(a, none)
	defer da.Close()
	pb, db := orb.DetectAndCompute(b, none)
	defer db.Close()
	if da.Empty() || db.Empty() {
		return Movement{}, false
	}
	matcher := gocv.NewBFMatcherWithParams(gocv.NormHamming, false)
	defer matcher.Close()
	var from, to []gocv.Point2f
	for _, pair := range matcher.KnnMatch(da, db, 2) {
		// A point that looks much like two others could be either (Lowe 2004).
		if len(pair) < 2 || pair[0].Distance > 0.8*pair[1].Distance {
			continue
		}
		p, q := pa[pair[0].QueryIdx], pb[pair[0].TrainIdx]
		from = append(from, gocv.Point2f{X: float32(p.X), Y: float32(p.Y)})
		to = append(to, gocv.Point2f{X: float32(q.X), Y: float32(q.Y)})
	}
	if len(from) < movedMatches {
		return Movement{}, false
	}
	src, dst := matOf(from), matOf(to)
	defer src.Close()
	defer dst.Close()
	mask := gocv.NewMat()
	defer mask.Close()
	h := gocv.FindHomography(src, &dst, gocv.HomograpyMethodRANSAC, 2, &mask, 2000, 0.995)
	defer h.Close()
	if h.Empty() || mask.Empty() {
		return Movement{}, false
	}
	var ways []float64
	for i := range from {
		if mask.GetUCharAt(i, 0) != 0 {
			ways = append(ways, math.Hypot(float64(to[i].X-from[i].X), float64(to[i].Y-from[i].Y)))
		}
	}
	if len(ways) < movedMatches || float64(len(ways)) < movedPart*float64(len(from)) {
		return Movement{}, false
	}
	slices.Sort(ways)
	m.Part = ways[len(ways)/2] / movedWidth
	for i := range m.by {
		m.by[i] = h.GetDoubleAt(i/3, i%3)
	}
	return m, true
}

func matOf(points []gocv.Point2f) gocv.Mat {
	m := gocv.NewMatWithSize(len(points), 1, gocv.MatTypeCV32FC2)
	for i, p := range points {
		m.SetFloatAt(i, 0, p.X)
		m.SetFloatAt(i, 1, p.Y)
	}
	return m
}

// greySmall is a picture in grey at the width at which pictures are compared; the caller closes it.
func greySmall(img gocv.Mat) gocv.Mat {
	grey := gocv.NewMat()
	gocv.CvtColor(img, &grey, gocv.ColorBGRToGray)
	k := float64(movedWidth) / float64(grey.Cols())
	gocv.Resize(grey, &grey, image.Pt(movedWidth, int(float64(grey.Rows())*k)), 0, 0, gocv.InterpolationArea)
	return grey
}
