package synth

import (
	"math"

	"schiri/models"
)

// vec is a point of the table in millimetres: x to the right and y down in an untilted picture, z up
// from the table top. The origin is the middle of the table.
type vec struct{ x, y, z float64 }

func (a vec) add(b vec) vec     { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec     { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) mul(k float64) vec { return vec{a.x * k, a.y * k, a.z * k} }
func (a vec) dot(b vec) float64 { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) cross(b vec) vec   { return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x} }
func (a vec) norm() float64     { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec         { return a.mul(1 / a.norm()) }
func (a vec) turned(rad float64) vec {
	s, c := math.Sincos(rad)
	return vec{a.x*c - a.y*s, a.x*s + a.y*c, a.z}
}

// camera is a pinhole camera with slight radial distortion above the table.
type camera struct {
	w, h              float64 // picture size in pixels
	focal             float64 // in pixels
	eye               vec     // where it hangs
	right, down, look vec     // its axes
	k1                float64 // radial distortion: r' = r(1 + k1 r²), r in half picture widths
}

// pose says how a camera looks at the table; angles in radians.
type pose struct {
	tilt  float64 // away from straight down
	side  float64 // the direction it is tilted to, 0 = it hangs over the south side
	roll  float64
	shift vec     // where on the table it looks
	scale float64 // pixels a millimetre in the middle of the picture
	k1    float64 // of a lens as DefaultLens; a wider one bends the picture more
	focal float64 // in picture widths; 0: DefaultLens
}

// newCamera places a camera. Radial distortion grows with the square of what a lens sees.
func newCamera(w, h int, p pose) camera {
	c := camera{w: float64(w), h: float64(h), focal: DefaultLens * float64(w), k1: p.k1}
	if p.focal != 0 {
		c.focal, c.k1 = p.focal*float64(w), p.k1*DefaultLens*DefaultLens/(p.focal*p.focal)
	}
	s, cs := math.Sincos(p.tilt)
	c.look = vec{0, -s, -cs}.turned(p.side)
	c.eye = p.shift.sub(c.look.mul(c.focal / p.scale))
	up := vec{0, -1, 0}.turned(p.roll)
	c.right = up.cross(c.look).unit() // y runs down, so the axes are left-handed
	c.down = c.right.cross(c.look)
	return c
}

// project gives the picture's pixel of a point of the table.
func (c camera) project(p vec) models.Point {
	d := p.sub(c.eye)
	z := d.dot(c.look)
	x, y := c.focal*d.dot(c.right)/z, c.focal*d.dot(c.down)/z
	k := 1 + c.k1*(x*x+y*y)/(c.w*c.w/4)
	return models.Point{X: c.w/2 + x*k, Y: c.h/2 + y*k}
}

// scaleAt is how many pixels a millimetre across the line of sight takes at a point of the table.
func (c camera) scaleAt(p vec) float64 { return c.focal / p.sub(c.eye).dot(c.look) }

// ground is the inverse of project for points of height z.
func (c camera) ground(q models.Point, z float64) vec {
	xd, yd := q.X-c.w/2, q.Y-c.h/2
	x, y := xd, yd
	for range 5 { // the distortion is slight, so its inverse converges in a few steps
		k := 1 + c.k1*(x*x+y*y)/(c.w*c.w/4)
		x, y = xd/k, yd/k
	}
	ray := c.look.mul(c.focal).add(c.right.mul(x)).add(c.down.mul(y))
	return c.eye.add(ray.mul((z - c.eye.z) / ray.z))
}

// placed is a card-sized thing lying on the table.
type placed struct {
	at    vec     // its middle
	angle float64 // of its printed top against the picture's top, clockwise in radians
}

// Card size and corner radius in millimetres.
const (
	cardW, cardH = 59.0, 91.0
	cardRadius   = 4.0
)

// corners gives the four corners clockwise from the printed top left, on the table.
func (p placed) corners(w, h float64) [4]vec {
	var q [4]vec
	for i, s := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		q[i] = p.at.add(vec{s[0] * w / 2, s[1] * h / 2, 0}.turned(p.angle))
	}
	return q
}

// quad projects a card's corners.
func (c camera) quad(p placed, w, h float64) models.Quad {
	var q models.Quad
	for i, v := range p.corners(w, h) {
		q[i] = c.project(v)
	}
	return q
}

// homography is a projective map of the plane, row by row.
type homography [9]float64

func (h homography) apply(x, y float64) (float64, float64) {
	w := h[6]*x + h[7]*y + h[8]
	return (h[0]*x + h[1]*y + h[2]) / w, (h[3]*x + h[4]*y + h[5]) / w
}

// squareTo maps the unit square's corners (0,0) (1,0) (1,1) (0,1) to q (Heckbert, "Fundamentals of
// texture mapping", 1989).
func squareTo(q models.Quad) homography {
	dx1, dx2, dx3 := q[1].X-q[2].X, q[3].X-q[2].X, q[0].X-q[1].X+q[2].X-q[3].X
	dy1, dy2, dy3 := q[1].Y-q[2].Y, q[3].Y-q[2].Y, q[0].Y-q[1].Y+q[2].Y-q[3].Y
	den := dx1*dy2 - dx2*dy1
	g, h := (dx3*dy2-dx2*dy3)/den, (dx1*dy3-dx3*dy1)/den
	return homography{
		q[1].X - q[0].X + g*q[1].X, q[3].X - q[0].X + h*q[3].X, q[0].X,
		q[1].Y - q[0].Y + g*q[1].Y, q[3].Y - q[0].Y + h*q[3].Y, q[0].Y,
		g, h, 1,
	}
}

// inverse gives the map back, up to scale (the adjugate).
func (h homography) inverse() homography {
	return homography{
		h[4]*h[8] - h[5]*h[7], h[2]*h[7] - h[1]*h[8], h[1]*h[5] - h[2]*h[4],
		h[5]*h[6] - h[3]*h[8], h[0]*h[8] - h[2]*h[6], h[2]*h[3] - h[0]*h[5],
		h[3]*h[7] - h[4]*h[6], h[1]*h[6] - h[0]*h[7], h[0]*h[4] - h[1]*h[3],
	}
}
