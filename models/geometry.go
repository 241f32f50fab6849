package models

import (
	"encoding/json"
	"fmt"
	"image"
	"math"
)

// Point is a position in image pixels (x to the right, y down) unless said otherwise.
type Point struct{ X, Y float64 }

// MarshalJSON writes the point as [x,y], to a tenth of a pixel.
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]float64{math.Round(p.X*10) / 10, math.Round(p.Y*10) / 10})
}

// UnmarshalJSON reads the point from [x,y].
func (p *Point) UnmarshalJSON(b []byte) error {
	var xy []float64
	if err := json.Unmarshal(b, &xy); err != nil || len(xy) != 2 {
		return fmt.Errorf("a point is written [x,y], not %s", b)
	}
	p.X, p.Y = xy[0], xy[1]
	return nil
}

// Add, Sub and Mul are the usual vector operations.
func (p Point) Add(q Point) Point     { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Sub(q Point) Point     { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) Mul(k float64) Point   { return Point{p.X * k, p.Y * k} }
func (p Point) Dot(q Point) float64   { return p.X*q.X + p.Y*q.Y }
func (p Point) Cross(q Point) float64 { return p.X*q.Y - p.Y*q.X }
func (p Point) Norm() float64         { return math.Hypot(p.X, p.Y) }

// Polygon is a closed outline in image pixels; the last point joins the first.
type Polygon []Point

// Contains tells whether q lies inside (even-odd rule).
func (g Polygon) Contains(q Point) bool {
	in := false
	for i, j := 0, len(g)-1; i < len(g); j, i = i, i+1 {
		a, b := g[i], g[j]
		if (a.Y > q.Y) != (b.Y > q.Y) && q.X < (b.X-a.X)*(q.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
	}
	return in
}

// Area is the signed area (shoelace formula), positive for outlines that run clockwise on the screen.
func (g Polygon) Area() float64 {
	sum := 0.0
	for i, j := 0, len(g)-1; i < len(g); j, i = i, i+1 {
		sum += g[j].Cross(g[i])
	}
	return sum / 2
}

// Quad is the outline of a card: its corners clockwise on the screen from the printed top-left.
type Quad [4]Point

// Polygon gives the quad as an outline.
func (q Quad) Polygon() Polygon { return Polygon(q[:]) }

// Center is the mean of the corners.
func (q Quad) Center() Point {
	return q[0].Add(q[1]).Add(q[2]).Add(q[3]).Mul(0.25)
}

// Turned is the same outline read from the opposite end of the card.
func (q Quad) Turned() Quad { return Quad{q[2], q[3], q[0], q[1]} }

// IoU is the area two convex quads share, as a part of the area they cover together (0 to 1).
func (q Quad) IoU(r Quad) float64 {
	if q.apart(r) {
		return 0
	}
	common := clip(q.Polygon(), r.Polygon())
	inter := math.Abs(common.Area())
	union := math.Abs(q.Polygon().Area()) + math.Abs(r.Polygon().Area()) - inter
	if union <= 0 {
		return 0
	}
	return inter / union
}

// apart tells that quads have nothing in common, as the upright rectangles about them have not: of the cards of a table
// most are.
func (q Quad) apart(r Quad) bool {
	a, b := q.bounds(), r.bounds()
	return a[1].X < b[0].X || b[1].X < a[0].X || a[1].Y < b[0].Y || b[1].Y < a[0].Y
}

// bounds are the least and the greatest coordinates of the corners.
func (q Quad) bounds() [2]Point {
	lo, hi := q[0], q[0]
	for _, p := range q[1:] {
		lo, hi = Point{min(lo.X, p.X), min(lo.Y, p.Y)}, Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	return [2]Point{lo, hi}
}

// Box is the smallest upright rectangle of whole pixels around the quad.
func (q Quad) Box() image.Rectangle {
	b := q.bounds()
	return image.Rect(int(math.Floor(b[0].X)), int(math.Floor(b[0].Y)), int(math.Ceil(b[1].X)), int(math.Ceil(b[1].Y)))
}

// Grown is the quad enlarged about its middle, by so many times its size.
func (q Quad) Grown(times float64) Quad {
	mid := q.Center()
	for i := range q {
		q[i] = mid.Add(q[i].Sub(mid).Mul(times))
	}
	return q
}

// clip is the part of convex polygon g inside convex polygon w (Sutherland-Hodgman).
func clip(g, w Polygon) Polygon {
	if w.Area() < 0 {
		r := make(Polygon, len(w))
		for i, p := range w {
			r[len(w)-1-i] = p
		}
		w = r
	}
	out := g
	for i := range w {
		a, edge := w[i], w[(i+1)%len(w)].Sub(w[i])
		in := out
		out = nil
		for j, p := range in {
			prev := in[(j+len(in)-1)%len(in)]
			sp, sq := edge.Cross(p.Sub(a)), edge.Cross(prev.Sub(a))
			if (sp >= 0) != (sq >= 0) {
				out = append(out, prev.Add(p.Sub(prev).Mul(sq/(sq-sp))))
			}
			if sp >= 0 {
				out = append(out, p)
			}
		}
		if len(out) == 0 {
			return nil
		}
	}
	return out
}
