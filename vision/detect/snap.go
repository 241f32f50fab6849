package detect

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
)

// field is a smoothed BGR picture read as numbers; it borrows the Mat's bytes and is not
// used after the Mat changes.
type field struct {
	w, h int
	pix  []uint8
}

func fieldOf(m gocv.Mat) field {
	pix, err := m.DataPtrUint8()
	if err != nil {
		return field{}
	}
	return field{m.Cols(), m.Rows(), pix}
}

// at is the colour at a point by bilinear interpolation; false outside the picture.
func (f field) at(p models.Point) ([3]float64, bool) {
	x0, y0 := int(math.Floor(p.X)), int(math.Floor(p.Y))
	if x0 < 0 || y0 < 0 || x0+1 >= f.w || y0+1 >= f.h {
		return [3]float64{}, false
	}
	fx, fy := p.X-float64(x0), p.Y-float64(y0)
	i := 3 * (y0*f.w + x0)
	var out [3]float64
	for c := range 3 {
		top := float64(f.pix[i+c])*(1-fx) + float64(f.pix[i+3+c])*fx
		bottom := float64(f.pix[i+3*f.w+c])*(1-fx) + float64(f.pix[i+3*f.w+3+c])*fx
		out[c] = top*(1-fy) + bottom*fy
	}
	return out, true
}

const (
	snapReach   = 5.0 // working px to either side in which a side's edge is looked for
	snapSamples = 17  // places along a side
	snapFloor   = 7.0 // grey levels between two working px, below which there is no edge
)

// snap moves each side of q onto the strongest edge near it and returns the outline of the
// moved sides and the share of places along them that have such an edge. Corners are left
// out, since they may be rounded.
func (f field) snap(q models.Quad) (models.Quad, float64) {
	var lines [4][2]models.Point
	held := 0
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		on := f.edgePoints(a, b)
		held += len(on)
		lines[i] = [2]models.Point{a, b}
		if l, ok := lineThrough(on, b.Sub(a)); ok {
			lines[i] = l
		}
	}
	out := q
	for i := range q {
		prev, this := lines[(i+3)%4], lines[i]
		p, ok := meet(prev[0], prev[1], this[0], this[1])
		if !ok || p.Sub(q[i]).Norm() > 4*snapReach {
			return q, 0
		}
		out[i] = p
	}
	return out, float64(held) / (4 * snapSamples)
}

// edgePoints are the places near the side from a to b where the colour changes most across it.
func (f field) edgePoints(a, b models.Point) []models.Point {
	along := b.Sub(a)
	n := models.Point{X: along.Y, Y: -along.X}.Mul(1 / (along.Norm() + 1e-9))
	var on []models.Point
	for k := range snapSamples {
		p := a.Add(along.Mul(0.12 + 0.76*float64(k)/(snapSamples-1)))
		best, at, ok := snapFloor, 0.0, false
		for t := -snapReach; t <= snapReach; t += 0.5 {
			in, ok1 := f.at(p.Add(n.Mul(t - 1)))
			outside, ok2 := f.at(p.Add(n.Mul(t + 1)))
			if !ok1 || !ok2 {
				continue
			}
			// A nearer edge is preferred to one slightly stronger farther off.
			if d := contrast(in, outside) * (1 - 0.04*math.Abs(t)); d > best {
				best, at, ok = d, t, true
			}
		}
		if ok {
			on = append(on, p.Add(n.Mul(at)))
		}
	}
	return on
}

func contrast(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// lineThrough fits a line to the points, leaving out those off the run of the others:
// first the median offset from the side's own direction, then least squares.
func lineThrough(pts []models.Point, along models.Point) ([2]models.Point, bool) {
	if len(pts) < snapSamples/3 {
		return [2]models.Point{}, false
	}
	u := along.Mul(1 / along.Norm())
	n := models.Point{X: -u.Y, Y: u.X}
	for _, tolerance := range [...]float64{3, 1.5, 1} {
		var slopes, offsets []float64
		for i := range pts {
			if j := i + len(pts)/2; j < len(pts) {
				d := pts[j].Sub(pts[i])
				slopes = append(slopes, d.Dot(n)/max(d.Dot(u), 1e-6))
			}
		}
		turn := median(slopes)
		u = u.Add(n.Mul(turn))
		u = u.Mul(1 / u.Norm())
		n = models.Point{X: -u.Y, Y: u.X}
		for _, p := range pts {
			offsets = append(offsets, p.Dot(n))
		}
		mid := median(offsets)
		var near []models.Point
		for _, p := range pts {
			if math.Abs(p.Dot(n)-mid) <= tolerance {
				near = append(near, p)
			}
		}
		if len(near) < 5 {
			break
		}
		pts = near
	}
	c := models.Point{}
	offsets := make([]float64, len(pts))
	for i, p := range pts {
		c = c.Add(p.Mul(1 / float64(len(pts))))
		offsets[i] = p.Dot(n)
	}
	c = c.Add(n.Mul(median(offsets) - c.Dot(n)))
	return [2]models.Point{c, c.Add(u)}, true
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Clone(v)
	slices.Sort(s)
	return s[len(s)/2]
}
