package detect

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
)

// Slopes are the gradients of a smoothed picture at the working width, each that of the channel or the difference of two channels
// in which it stands out most, in units of its noise.
type Slopes struct {
	w, h   int
	scale  float64 // pixels of the picture to one of the slopes
	dx, dy []float32
}

// Slopes works out the slopes of an 8-bit BGR picture. On what is printed black all over, as a newspaper, the edges of a coloured card
// stand out in none of the channels, but in how far they are apart.
func (f *Finder) Slopes(img gocv.Mat) Slopes {
	const (
		middle = 128 // grey level of no difference
		black  = 0.5 // of the noise of the channels; where their difference has less, most of what shows all over has no colour
	)
	scale := f.prepare(img)
	gocv.GaussianBlur(f.smooth, &f.coarse, image.Pt(0, 0), 1.2, 1.2, gocv.BorderReplicate)
	w := &f.work[0]
	s := Slopes{w: f.coarse.Cols(), h: f.coarse.Rows(), scale: scale}
	s.dx, s.dy = make([]float32, s.w*s.h), make([]float32, s.w*s.h)
	quietest := math.Inf(1)
	for c := range 3 {
		gocv.ExtractChannel(f.coarse, &w.channel, c)
		x, y, noise := w.slopes()
		s.take(x, y, noise)
		quietest = min(quietest, noise)
	}
	for c := range 2 {
		gocv.ExtractChannel(f.coarse, &w.channel, c)
		gocv.ExtractChannel(f.coarse, &w.any, c+1)
		gocv.AddWeighted(w.channel, 1, w.any, -1, middle, &w.channel)
		if x, y, noise := w.slopes(); noise < black*quietest {
			s.take(x, y, noise)
		}
	}
	return s
}

// take takes each gradient that stands out more from its noise than the one known there.
func (s Slopes) take(x, y []int16, noise float64) {
	k := float32(1 / noise)
	for i := range x {
		a, b := k*float32(x[i]), k*float32(y[i])
		if a*a+b*b > s.dx[i]*s.dx[i]+s.dy[i]*s.dy[i] {
			s.dx[i], s.dy[i] = a, b
		}
	}
}

// beside are the slopes but for the places that hidden names (pixels of the picture), which have none.
func (s Slopes) beside(hidden func(models.Point) bool) Slopes {
	s.dx, s.dy = slices.Clone(s.dx), slices.Clone(s.dy)
	for y := range s.h {
		for x := range s.w {
			if i := y*s.w + x; s.power(i) > faint*faint && hidden(s.toPicture(models.Point{X: float64(x), Y: float64(y)})) {
				s.dx[i], s.dy[i] = 0, 0
			}
		}
	}
	return s
}

// toPicture and fromPicture map between pixels of the slopes and of the picture.
func (s Slopes) toPicture(p models.Point) models.Point {
	return models.Point{X: (p.X+.5)*s.scale - .5, Y: (p.Y+.5)*s.scale - .5}
}

func (s Slopes) fromPicture(p models.Point) models.Point {
	return models.Point{X: (p.X+.5)/s.scale - .5, Y: (p.Y+.5)/s.scale - .5}
}

// Slopes count from faint on (times the noise); a straight run of them starts at one of firm.
const (
	faint = 1.5
	firm  = 2.2
)

// straight are the straight runs of slopes of one direction, at least so many working pixels
// long, as segments in pixels of the picture (von Gioi et al., LSD, 2012: regions grow from
// the strongest slopes over neighbours of like direction).
func (s Slopes) straight(shortest float64) [][2]models.Point {
	type seed struct {
		at       int32
		strength float32
	}
	used := s.flanks()
	var seeds []seed
	for i := range s.dx {
		if g := s.power(i); g > firm*firm && !used[i] {
			seeds = append(seeds, seed{int32(i), g})
		}
	}
	slices.SortFunc(seeds, func(a, b seed) int {
		switch {
		case a.strength > b.strength:
			return -1
		case a.strength < b.strength:
			return 1
		}
		return int(a.at - b.at)
	})
	var out [][2]models.Point
	var region []int32
	for _, sd := range seeds {
		if used[sd.at] {
			continue
		}
		region = s.grow(sd.at, used, region[:0])
		if len(region) < int(shortest) {
			continue
		}
		if l, ok := s.lineOf(region, shortest); ok {
			out = append(out, [2]models.Point{s.toPicture(l[0]), s.toPicture(l[1])})
		}
	}
	return out
}

// flanks tells of every pixel whether it lies beside an edge's ridge, where the slope is steeper across it: a soft edge, or
// a shadow along it, is one line and not as wide as it is soft (non-maximum suppression, Canny 1986). What is too faint to
// count is not looked at.
func (s Slopes) flanks() []bool {
	out := make([]bool, len(s.dx))
	for y := range s.h {
		for x := range s.w {
			i := y*s.w + x
			g := s.power(i)
			if g < faint*faint || x == 0 || y == 0 || x == s.w-1 || y == s.h-1 {
				out[i] = true
				continue
			}
			n := math.Sqrt(float64(g))
			step := int(math.Round(float64(s.dy[i])/n))*s.w + int(math.Round(float64(s.dx[i])/n))
			out[i] = s.power(i+step) > g || s.power(i-step) >= g
		}
	}
	return out
}

// power is the square of the slope at a pixel.
func (s Slopes) power(i int) float32 { return s.dx[i]*s.dx[i] + s.dy[i]*s.dy[i] }

// grow gathers the pixels connected with the seed whose slopes point its region's way.
func (s Slopes) grow(seed int32, used []bool, region []int32) []int32 {
	const twist = 0.982 // cosine of 11 degrees
	used[seed] = true
	region = append(region, seed)
	n := float32(math.Hypot(float64(s.dx[seed]), float64(s.dy[seed])))
	ux, uy := s.dx[seed]/n, s.dy[seed]/n
	sx, sy := ux, uy
	for k := 0; k < len(region); k++ {
		x, y := int(region[k])%s.w, int(region[k])/s.w
		for j := max(y-1, 0); j <= min(y+1, s.h-1); j++ {
			for i := max(x-1, 0); i <= min(x+1, s.w-1); i++ {
				at := j*s.w + i
				if used[at] {
					continue
				}
				g := s.dx[at]*s.dx[at] + s.dy[at]*s.dy[at]
				if g < faint*faint {
					continue
				}
				g = float32(math.Sqrt(float64(g)))
				if s.dx[at]*ux+s.dy[at]*uy < twist*g {
					continue
				}
				used[at] = true
				region = append(region, int32(at))
				sx, sy = sx+s.dx[at]/g, sy+s.dy[at]/g
				m := float32(math.Hypot(float64(sx), float64(sy)))
				ux, uy = sx/m, sy/m
			}
		}
	}
	return region
}

// lineOf is the line through a region's pixels, weighted by their slopes; false where it is
// short or no line.
func (s Slopes) lineOf(region []int32, shortest float64) ([2]models.Point, bool) {
	var sum, mx, my float64
	weight := func(i int32) float64 { return math.Hypot(float64(s.dx[i]), float64(s.dy[i])) }
	for _, i := range region {
		g := weight(i)
		sum, mx, my = sum+g, mx+g*float64(int(i)%s.w), my+g*float64(int(i)/s.w)
	}
	c := models.Point{X: mx / sum, Y: my / sum}
	var xx, xy, yy float64
	for _, i := range region {
		g, d := weight(i), models.Point{X: float64(int(i) % s.w), Y: float64(int(i) / s.w)}.Sub(c)
		xx, xy, yy = xx+g*d.X*d.X, xy+g*d.X*d.Y, yy+g*d.Y*d.Y
	}
	turn := 0.5 * math.Atan2(2*xy, xx-yy)
	sin, cos := math.Sincos(turn)
	u := models.Point{X: cos, Y: sin}
	lo, hi, off := 0.0, 0.0, 0.0
	for _, i := range region {
		d := models.Point{X: float64(int(i) % s.w), Y: float64(int(i) / s.w)}.Sub(c)
		lo, hi = min(lo, d.Dot(u)), max(hi, d.Dot(u))
		off += weight(i) * d.Cross(u) * d.Cross(u)
	}
	const wide = 2.2 // root mean square distance from the line, working px: a blurred edge's
	if hi-lo < shortest || math.Sqrt(off/sum) > wide {
		return [2]models.Point{}, false
	}
	return [2]models.Point{c.Add(u.Mul(lo)), c.Add(u.Mul(hi))}, true
}

// along tells whether an edge of the picture runs along a side at the place p (pixels of the
// picture), the side's normal n: the slope there or a little to either side points across it.
func (s Slopes) along(p, n models.Point) bool {
	const straight = 0.88 // cosine of 28 degrees
	q := s.fromPicture(p)
	for t := -1.5; t <= 1.5; t++ {
		x, y := int(q.X+t*n.X+.5), int(q.Y+t*n.Y+.5)
		if x < 0 || y < 0 || x >= s.w || y >= s.h {
			continue
		}
		dx, dy := float64(s.dx[y*s.w+x]), float64(s.dy[y*s.w+x])
		across := dx*n.X + dy*n.Y
		if square := across * across; square > faint*faint && square > straight*straight*(dx*dx+dy*dy) {
			return true
		}
	}
	return false
}
