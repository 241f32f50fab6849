package calibration

import (
	"errors"
	"math"

	"schiri/models"
)

// Homography maps points of one plane to another; row by row, the last entry scaled as it comes.
type Homography [9]float64

// Apply maps p.
func (h Homography) Apply(p models.Point) models.Point {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return models.Point{X: (h[0]*p.X + h[1]*p.Y + h[2]) / w, Y: (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// Quad maps the four corners of q.
func (h Homography) Quad(q models.Quad) models.Quad {
	for i := range q {
		q[i] = h.Apply(q[i])
	}
	return q
}

// Mul is the map that applies g first and then h.
func (h Homography) Mul(g Homography) Homography {
	var out Homography
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				out[3*r+c] += h[3*r+k] * g[3*k+c]
			}
		}
	}
	return out
}

// Inverse maps back (adjugate over determinant). A singular map gives infinities.
func (h Homography) Inverse() Homography {
	a, b, c, d, e, f, g, i, j := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]
	adj := Homography{
		e*j - f*i, c*i - b*j, b*f - c*e,
		f*g - d*j, a*j - c*g, c*d - a*f,
		d*i - e*g, b*g - a*i, a*e - b*d,
	}
	det := a*adj[0] + b*adj[3] + c*adj[6]
	for k := range adj {
		adj[k] /= det
	}
	return adj
}

// HomographyOf maps the corners of one quad to those of another (the four-point direct
// linear transform with the last entry fixed to 1). It fails for corners in a line.
func HomographyOf(from, to models.Quad) (Homography, error) {
	var m [8][9]float64
	for i := range 4 {
		x, y, u, v := from[i].X, from[i].Y, to[i].X, to[i].Y
		m[2*i] = [9]float64{x, y, 1, 0, 0, 0, -u * x, -u * y, u}
		m[2*i+1] = [9]float64{0, 0, 0, x, y, 1, -v * x, -v * y, v}
	}
	rows := make([][]float64, 8)
	for i := range m {
		rows[i] = m[i][:]
	}
	s, ok := Solve(rows)
	if !ok {
		return Homography{}, errors.New("the four corners lie in a line")
	}
	return Homography{s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], 1}, nil
}

// Solve solves the n equations of the augmented n x (n+1) matrix by elimination with pivoting.
func Solve(m [][]float64) ([]float64, bool) {
	n := len(m)
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		if math.Abs(m[p][c]) < 1e-12 {
			return nil, false
		}
		m[c], m[p] = m[p], m[c]
		for r := range n {
			if r == c {
				continue
			}
			k := m[r][c] / m[c][c]
			for j := c; j <= n; j++ {
				m[r][j] -= k * m[c][j]
			}
		}
	}
	out := make([]float64, n)
	for i := range n {
		out[i] = m[i][n] / m[i][i]
	}
	return out, true
}

// CardRect is the outline of a card of the given width and height in millimetres, from its printed top-left.
func CardRect(mm [2]float64) models.Quad {
	return models.Quad{{}, {X: mm[0]}, {X: mm[0], Y: mm[1]}, {Y: mm[1]}}
}

// CardAbout is the outline of a card of the given width and height in millimetres about its middle, from its printed top-left.
func CardAbout(mm [2]float64) models.Quad {
	w, h := mm[0]/2, mm[1]/2
	return models.Quad{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: h}, {X: -w, Y: h}}
}

// Shift is the map that moves every place by the same way.
func Shift(by models.Point) Homography { return Homography{1, 0, by.X, 0, 1, by.Y, 0, 0, 1} }

// Plane is the table top as the camera sees it. Its millimetres' origin and turn are arbitrary.
type Plane struct {
	toMM Homography // pixels that an ideal lens would show to millimetres on the table
	toPx Homography // the inverse
	lens Radial     // what the lens makes of these pixels
}

// NewPlane makes a plane seen through an ideal lens from its map of pixels to millimetres.
func NewPlane(toMM Homography) Plane { return Plane{toMM: toMM, toPx: toMM.Inverse()} }

// OnTable is the place in millimetres that is seen at p (px).
func (p Plane) OnTable(px models.Point) models.Point { return p.toMM.Apply(p.lens.Ideal(px)) }

// InPicture is where a place on the table (mm) is seen (px).
func (p Plane) InPicture(mm models.Point) models.Point { return p.lens.Seen(p.toPx.Apply(mm)) }

// QuadOnTable maps the four corners of an outline to the table.
func (p Plane) QuadOnTable(px models.Quad) models.Quad {
	for i := range px {
		px[i] = p.OnTable(px[i])
	}
	return px
}

// QuadInPicture maps the four corners of an outline to the picture.
func (p Plane) QuadInPicture(mm models.Quad) models.Quad {
	for i := range mm {
		mm[i] = p.InPicture(mm[i])
	}
	return mm
}

// Part is the plane in pixels of a part of the picture whose top left lies at origin.
func (p Plane) Part(origin models.Point) Plane {
	p.lens.Middle = p.lens.Middle.Sub(origin)
	p.toMM = p.toMM.Mul(Shift(origin))
	p.toPx = Shift(origin.Mul(-1)).Mul(p.toPx)
	return p
}

// Turned is the plane with its millimetres turned by so many radians about their origin.
func (p Plane) Turned(by float64) Plane {
	s, c := math.Sincos(by)
	p.toMM = Homography{c, -s, 0, s, c, 0, 0, 0, 1}.Mul(p.toMM)
	p.toPx = p.toMM.Inverse()
	return p
}

// Misfit is how far the outline q (pixels) is from being a card of the given size on the
// plane: the root mean square distance of its corners in millimetres from the best placed
// card, and the card so placed (pixels). Both ways of naming the long side are tried.
func (p Plane) Misfit(q models.Quad, card [2]float64) (float64, models.Quad) {
	best, fit := math.Inf(1), models.Quad{}
	on := p.QuadOnTable(q)
	for turn := range 2 {
		t := models.Quad{on[turn], on[turn+1], on[(turn+2)%4], on[(turn+3)%4]}
		placed := place(CardRect(card), t)
		if d := rms(t, placed); d < best {
			best, fit = d, p.QuadInPicture(placed)
		}
	}
	return best, fit
}

// Shape is how far the outline q (pixels) is from having a card's shape on the plane,
// whatever its size: the root mean square distance of its corners in millimetres from the
// best placed card of any size, and that size against the card's. A frame printed on a
// card has its shape and is a little smaller.
func (p Plane) Shape(q models.Quad, card [2]float64) (mm, size float64) {
	mm = math.Inf(1)
	on := p.QuadOnTable(q)
	for turn := range 2 {
		t := models.Quad{on[turn], on[turn+1], on[(turn+2)%4], on[(turn+3)%4]}
		placed := place(CardRect(card), t)
		c := placed.Center()
		var dot, square float64
		for i := range 4 {
			dot += placed[i].Sub(c).Dot(t[i].Sub(c))
			square += placed[i].Sub(c).Dot(placed[i].Sub(c))
		}
		k := dot / square
		for i := range 4 {
			placed[i] = c.Add(placed[i].Sub(c).Mul(k))
		}
		if d := rms(t, placed); d < mm {
			mm, size = d, k
		}
	}
	return mm, size
}

// place moves rect rigidly (turn and shift, no scaling) onto to with the least square
// distance (Procrustes in the plane).
func place(rect, to models.Quad) models.Quad {
	cr, ct := rect.Center(), to.Center()
	var dot, cross float64
	for i := range 4 {
		a, b := rect[i].Sub(cr), to[i].Sub(ct)
		dot += a.Dot(b)
		cross += a.Cross(b)
	}
	n := math.Hypot(dot, cross)
	if n == 0 {
		n = 1
	}
	c, s := dot/n, cross/n
	for i := range 4 {
		a := rect[i].Sub(cr)
		rect[i] = ct.Add(models.Point{X: c*a.X - s*a.Y, Y: s*a.X + c*a.Y})
	}
	return rect
}

func rms(a, b models.Quad) float64 {
	sum := 0.0
	for i := range 4 {
		d := a[i].Sub(b[i])
		sum += d.Dot(d)
	}
	return math.Sqrt(sum / 4)
}
