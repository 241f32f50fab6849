package pipeline

import (
	"math"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/frame"
)

// Sight says how well the camera sees the table.
type Sight string

// What can be wrong with the camera's view. While anything but SightClear and SightSinks holds, nothing is refereed.
const (
	SightClear   Sight = ""
	SightMoved   Sight = "camera-moved"   // it looks elsewhere than before, and where is not known yet
	SightBlocked Sight = "camera-blocked" // something hides the table
	SightDark    Sight = "camera-dark"    // there is too little light
	SightBlurred Sight = "camera-blurred" // the lens is out of focus
	SightSinks   Sight = "camera-sinks"   // the camera moves so slowly that what is known moves with it
)

// sight watches over the camera itself: it compares the whole picture with the one from which the table was
// last measured, and finds out how the camera has moved since.
type sight struct {
	state  Sight
	since  float64 // when the view was lost, in seconds
	doubts int     // ticks in a row that do not look like the table
	moving int     // ticks in a row that look as if the camera had moved
	clear  int     // ticks in a row that look like the table
	seen   bool    // since the view was lost, everything was watched that moved
	sharp  float64 // sharpness when the table was measured
	light  float64 // and the mean brightness
	checks int     // ticks until a slow movement is looked for again
	orb    gocv.ORB
	match  gocv.BFMatcher
	anchor view                   // the picture then
	last   calibration.Homography // how the camera seemed to have moved when that was last looked for
	slid   float64                // when what is known slid along with it last, in seconds,
	slide  models.Point           // and how far, in pixels
	sinks  float64                // until when it counts as sinking, in seconds
}

// view is what is striking in a picture.
type view struct {
	points []gocv.KeyPoint
	looks  gocv.Mat
}

const (
	viewWidth   = 960  // px to which a picture is reduced before it is compared
	viewPoints  = 1200 // striking points of a picture
	doubtFrom   = 0.45 // of the table's edges that look otherwise: more than arms cover
	doubtAfter  = 5    // ticks
	driftCells  = 0.12 // cells by which the picture as a whole seems to have shifted before it is looked into
	checkEvery  = 5    // ticks from one look for a slow movement to the next
	moved       = 3.0  // px by which a corner of the picture must have moved for the camera to have moved
	softFor     = 1.5  // seconds for which a lens out of focus shows well enough who moves where
	changedFor  = 30   // ticks after which a view that has changed for good, as by another lamp, is taken as it is
	glideWithin = 2.0  // px within which points agree on it
	slidesFrom  = 0.7  // px by which one must have moved for what is known to be moved with it, if it sinks,
	slides      = 8.0  // and by which it may have moved at the most
	sinksFor    = 1.5  // seconds for which it counts as sinking then
	rests       = 1.0  // px by which it may seem to move at most between two looks if it has come to rest
	darkBelow   = 0.4  // of the brightness before
	blurBelow   = 0.5  // of the sharpness before
	follow      = 32   // looks after which the sharpness expected has become that of the cards lying there (time constant)
	plainTable  = 0.3  // of sharpness, in grey levels: too few edges to tell whether the lens is out of focus
	sharpFrom   = 0.8  // of the sharpness before: the lens has found its focus again
	plainBelow  = 0.4  // of the contrast between cells before: something near hides the table
	coarse      = 8    // cells to a side of the parts whose contrast a lens out of focus leaves
	inliersFrom = 20   // points that must agree on a movement
)

func newSight() *sight {
	return &sight{
		orb:   gocv.NewORBWithParams(viewPoints, 1.3, 4, 15, 0, 2, gocv.ORBScoreTypeHarris, 25, 12),
		match: gocv.NewBFMatcherWithParams(gocv.NormHamming, false), anchor: view{looks: gocv.NewMat()},
	}
}

func (s *sight) close() {
	s.orb.Close()
	s.match.Close()
	s.anchor.looks.Close()
}

// measure takes a picture as the one in which everything lies where it is known to lie.
func (s *sight) measure(f *frame.Frame, w *watcher) {
	s.anchor.looks.Close()
	s.anchor = s.view(f.Mat())
	s.sharp, s.light = f.Sharpness(), brightness(w.cur)
	w.anchor = append(w.anchor[:0], w.cur...)
	s.doubts, s.checks = 0, checkEvery
}

// view finds the striking points; the caller closes looks.
func (s *sight) view(img gocv.Mat) view {
	small, none := gocv.NewMat(), gocv.NewMat()
	defer small.Close()
	defer none.Close()
	scale := min(1, viewWidth/float64(img.Cols()))
	gocv.CvtColor(img, &small, gocv.ColorBGRToGray)
	gocv.Resize(small, &small, sizeOf(img, scale), 0, 0, gocv.InterpolationArea)
	points, looks := s.orb.DetectAndCompute(small, none)
	for i := range points {
		points[i].X, points[i].Y = (points[i].X+.5)/scale-.5, (points[i].Y+.5)/scale-.5
	}
	return view{points, looks}
}

// pairs are points of the anchor's picture and where they lie in a picture now; none, if there are too few to tell a movement.
func (s *sight) pairs(img gocv.Mat) (from, to []gocv.Point2f) {
	now := s.view(img)
	defer now.looks.Close()
	if s.anchor.looks.Empty() || now.looks.Empty() {
		return nil, nil
	}
	for _, best := range s.match.KnnMatch(s.anchor.looks, now.looks, 2) {
		if len(best) < 2 || best[0].Distance > 0.8*best[1].Distance {
			continue // as much like another point
		}
		if a, b := s.anchor.points[best[0].QueryIdx], now.points[best[0].TrainIdx]; best[0].Distance < 64 {
			from = append(from, gocv.Point2f{X: float32(a.X), Y: float32(a.Y)})
			to = append(to, gocv.Point2f{X: float32(b.X), Y: float32(b.Y)})
		}
	}
	if len(from) < inliersFrom {
		return nil, nil
	}
	return from, to
}

// agreed tells that so many of the pairs of points that agree on a movement are enough.
func agreed(agree, pairs int) bool { return agree >= max(inliersFrom, pairs/6) }

// movement is the map from the anchor's pixels to those of a picture, and whether one was found.
func (s *sight) movement(img gocv.Mat) (calibration.Homography, bool) {
	from, to := s.pairs(img)
	if from == nil {
		return calibration.Homography{}, false
	}
	src, dst := gocv.NewMatWithSize(len(from), 1, gocv.MatTypeCV32FC2), gocv.NewMatWithSize(len(to), 1, gocv.MatTypeCV32FC2)
	mask := gocv.NewMat()
	defer src.Close()
	defer dst.Close()
	defer mask.Close()
	for i := range from {
		src.SetFloatAt(i, 0, from[i].X)
		src.SetFloatAt(i, 1, from[i].Y)
		dst.SetFloatAt(i, 0, to[i].X)
		dst.SetFloatAt(i, 1, to[i].Y)
	}
	h := gocv.FindHomography(src, &dst, gocv.HomograpyMethodRANSAC, 2, &mask, 2000, 0.999)
	defer h.Close()
	if h.Empty() || !agreed(gocv.CountNonZero(mask), len(from)) {
		return calibration.Homography{}, false
	}
	var out calibration.Homography
	for i := range out {
		out[i] = h.GetDoubleAt(i/3, i%3)
	}
	return out, true
}

// glide is the same of a camera that has moved a little: a shift, a turn and a change of size, which fewer points tell more exactly.
func (s *sight) glide(img gocv.Mat) (calibration.Homography, bool) {
	from, to := s.pairs(img)
	if from == nil {
		return calibration.Homography{}, false
	}
	src, dst := gocv.NewPoint2fVectorFromPoints(from), gocv.NewPoint2fVectorFromPoints(to)
	defer src.Close()
	defer dst.Close()
	h := gocv.EstimateAffinePartial2D(src, dst)
	defer h.Close()
	if h.Empty() {
		return calibration.Homography{}, false
	}
	out := identity
	for i := range 6 {
		out[i] = h.GetDoubleAt(i/3, i%3)
	}
	agree := 0
	for i, f := range from {
		p, at := models.Point{X: float64(f.X), Y: float64(f.Y)}, models.Point{X: float64(to[i].X), Y: float64(to[i].Y)}
		if at.Sub(out.Apply(p)).Norm() < glideWithin {
			agree++
		}
	}
	return out, agreed(agree, len(from))
}

// shift is how far the farthest corner of the picture moves under h, in pixels.
func shift(h calibration.Homography, width, height int) float64 {
	far := 0.0
	for _, c := range [4]models.Point{{}, {X: float64(width)}, {Y: float64(height)}, {X: float64(width), Y: float64(height)}} {
		far = max(far, h.Apply(c).Sub(c).Norm())
	}
	return far
}

// shapes is the mean difference of green between neighbouring coarse parts of the picture, as a share of what it
// was when the table was measured: a lens out of focus leaves it, what hides the table does not.
func (w *watcher) shapes() float64 {
	cols, rows := w.act.Cols/coarse, w.act.Rows/coarse
	sums := func(cells []uint8) []float64 {
		out := make([]float64, cols*rows)
		for y := range rows * coarse {
			for x := range cols * coarse {
				out[y/coarse*cols+x/coarse] += float64(cells[3*(y*w.act.Cols+x)+1])
			}
		}
		return out
	}
	cur, was := sums(w.cur), sums(w.anchor)
	now, before := 0.0, 1.0
	for i := 1; i < len(cur); i++ {
		if i%cols > 0 {
			now, before = now+math.Abs(cur[i]-cur[i-1]), before+math.Abs(was[i]-was[i-1])
		}
	}
	return now / before
}

// off is the median difference of the cells from those of another picture, in grey levels: how much the light has changed.
func (w *watcher) off(cells []uint8) int {
	distances(w.diff, w.cur, cells)
	return w.median()
}
