package calibration

import (
	"math"

	"schiri/models"
)

// Lens is what is assumed or known of the camera: its axis meets the picture at Middle, about which it bends the picture, and Focal is
// its focal length in pixels.
type Lens struct {
	Radial
	Focal float64
}

// UsualLens is a lens of about 55 degrees along the longer side of a picture of the given size in
// pixels, as webcams and phones have, give or take a fifth, that bends nothing.
func UsualLens(w, h int) Lens {
	return Lens{Radial{Middle: models.Point{X: float64(w) / 2, Y: float64(h) / 2}}, 0.95 * float64(max(w, h))}
}

// Part is the lens in pixels of a part of the picture whose top left lies at origin.
func (l Lens) Part(origin models.Point) Lens {
	l.Middle = l.Middle.Sub(origin)
	return l
}

// Above is a plane seen through the lens so many degrees from straight above, from the picture's lower side, with pxPerMM
// pixels to the millimetre at the lens's middle.
func (l Lens) Above(pxPerMM, degrees float64) Plane {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	k := pxPerMM / l.Focal // what lies up the picture is farther away
	toPx := Homography{
		pxPerMM, -l.Middle.X * k * sin, l.Middle.X,
		0, pxPerMM*cos - l.Middle.Y*k*sin, l.Middle.Y,
		0, -k * sin, 1,
	}
	return Plane{toPx.Inverse(), toPx, l.Radial}
}

// Tilt is the angle in degrees between the lens's axis and the table's upright: the columns of the map from the
// table, seen through the lens, are the table's axes in the camera (Zhang 2000), and their cross product its upright.
func (l Lens) Tilt(p Plane) float64 {
	h := p.toPx
	axis := func(k int) space {
		w := h[6+k]
		return space{(h[k] - l.Middle.X*w) / l.Focal, (h[3+k] - l.Middle.Y*w) / l.Focal, w}
	}
	n := axis(0).cross(axis(1))
	length := math.Sqrt(n.dot(n))
	if length == 0 {
		return 90
	}
	return math.Acos(min(1, math.Abs(n[2])/length)) * 180 / math.Pi
}

// distortion tells how far the axes of a plane seen through the lens are from being equally
// long and square to each other, 0 for a plane that can be (Zhang 2000, the two constraints
// of a homography on the image of the absolute conic).
func (l Lens) distortion(toPx Homography) (stretch, skew float64) {
	center := Homography{1, 0, -l.Middle.X, 0, 1, -l.Middle.Y, 0, 0, 1}
	g := center.Mul(toPx)
	dot := func(i, j int) float64 { return (g[i]*g[j]+g[3+i]*g[3+j])/(l.Focal*l.Focal) + g[6+i]*g[6+j] }
	a, b, c := dot(0, 0), dot(1, 1), dot(0, 1)
	return (a - b) / (a + b), 2 * c / (a + b)
}

// tilted are the maps to pixels of the two planes that are seen at c (px) so that a millimetre along the one and the other of their axes is
// u and v (px): seen from c's direction, the axes' components across it are u and v on the scale on which the longer axis of what a circle looks like is
// not foreshortened, and those along it follow but for their sign.
func (l Lens) tilted(c, u, v models.Point) []Homography {
	at := c.Sub(l.Middle).Mul(1 / l.Focal)
	ahead := space{at.X, at.Y, 1}.unit()
	right := space{0, 1, 0}.cross(ahead).unit()
	down := ahead.cross(right)
	// What a step along right and down moves in the picture, a step ahead nothing.
	across := func(s space) models.Point { return models.Point{X: s[0] - at.X*s[2], Y: s[1] - at.Y*s[2]}.Mul(l.Focal) }
	r, d := across(right), across(down)
	det := r.Cross(d)
	ux, uy, vx, vy := u.Cross(d)/det, r.Cross(u)/det, v.Cross(d)/det, r.Cross(v)/det
	// The larger singular value of the components is one over the distance.
	sum, product := ux*ux+uy*uy+vx*vx+vy*vy, ux*vy-uy*vx
	near := math.Sqrt((sum + math.Sqrt(max(0, sum*sum-4*product*product))) / 2)
	ux, uy, vx, vy = ux/near, uy/near, vx/near, vy/near
	uz, vz := math.Sqrt(max(0, 1-ux*ux-uy*uy)), math.Sqrt(max(0, 1-vx*vx-vy*vy))
	if ux*vx+uy*vy > 0 { // the axes stand square to each other
		vz = -vz
	}
	out := make([]Homography, 0, 2)
	for _, way := range [...]float64{1, -1} {
		x := space{}.plus(right, ux).plus(down, uy).plus(ahead, way*uz)
		y := space{}.plus(right, vx).plus(down, vy).plus(ahead, way*vz)
		z := space{at.X / near, at.Y / near, 1 / near}
		var h Homography
		for k, axis := range [...]space{x, y, z} {
			h[k], h[3+k], h[6+k] = l.Focal*axis[0]+l.Middle.X*axis[2], l.Focal*axis[1]+l.Middle.Y*axis[2], axis[2]
		}
		out = append(out, h)
	}
	return out
}

// Card tells whether a card of the given size seen through the lens, at any angle, could look like the outline q, and
// names its corners so that the short sides are the first and the third: the map of a card onto q, the lens taken off it, takes
// the card's two directions to ones at a right angle and of one length (Zhang 2000, the constraints of a plane seen once).
func (l Lens) Card(q models.Quad, card [2]float64) (models.Quad, bool) {
	const (
		skew    = 0.2  // cosine of the angle between the sides
		stretch = 1.25 // of one side against the other; the lens is known roughly, and a card in a hand is bent
	)
	best, least := q, stretch
	for range 2 {
		var seen models.Quad
		for i := range q {
			seen[i] = q[i].Sub(l.Middle).Mul(1 / l.Focal)
		}
		if h, err := HomographyOf(CardRect(card), seen); err == nil {
			dot := h[0]*h[1] + h[3]*h[4] + h[6]*h[7]
			u, v := math.Sqrt(h[0]*h[0]+h[3]*h[3]+h[6]*h[6]), math.Sqrt(h[1]*h[1]+h[4]*h[4]+h[7]*h[7])
			if longer := max(u/v, v/u); math.Abs(dot) < skew*u*v && longer < least {
				best, least = q, longer
			}
		}
		q = models.Quad{q[1], q[2], q[3], q[0]}
	}
	return best, least < stretch
}

// Completed are the outlines a card of the given size would have that has a side from a to b, and beside it sides toward c and d: one for its
// short and one for its long side from a to b. The planes through the lens and the three sides give the card's two directions and its size.
func (l Lens) Completed(a, b, c, d models.Point, card [2]float64) (outlines []models.Quad) {
	ray := func(p models.Point) space {
		q := p.Sub(l.Middle).Mul(1 / l.Focal)
		return space{q.X, q.Y, 1}
	}
	ra, rb := ray(a), ray(b)
	down := ra.cross(ray(c)).cross(rb.cross(ray(d))).unit()
	across := ra.cross(rb).cross(down).unit()
	// From the corner at a, as far away as the picture is, across leads to the one at b.
	n := across.cross(rb)
	if down == (space{}) || n.dot(n) == 0 {
		return nil
	}
	corner := -n.dot(ra.cross(rb)) / n.dot(n) // ra + corner*across lies on rb
	for _, ratio := range [2]float64{card[1] / card[0], card[0] / card[1]} {
		q := models.Quad{a, b}
		ok := true
		for i, from := range [2]space{ra.plus(across, corner), ra} {
			toward := [2]models.Point{d.Sub(b), c.Sub(a)}[i]
			for _, way := range [2]float64{1, -1} {
				at := from.plus(down, way*ratio*math.Abs(corner))
				if q[2+i] = l.Middle.Add(models.Point{X: at[0], Y: at[1]}.Mul(l.Focal / at[2])); at[2] > 0 && q[2+i].Sub(q[1-i]).Dot(toward) > 0 {
					break
				}
				ok = ok && way > 0
			}
		}
		if ok {
			outlines = append(outlines, q)
		}
	}
	return outlines
}

// space is a direction or a place in space as seen from the lens.
type space [3]float64

func (s space) dot(t space) float64 { return s[0]*t[0] + s[1]*t[1] + s[2]*t[2] }

func (s space) cross(t space) space {
	return space{s[1]*t[2] - s[2]*t[1], s[2]*t[0] - s[0]*t[2], s[0]*t[1] - s[1]*t[0]}
}

func (s space) plus(t space, k float64) space {
	return space{s[0] + k*t[0], s[1] + k*t[1], s[2] + k*t[2]}
}

// unit is s of length 1, or nothing.
func (s space) unit() space {
	n := math.Sqrt(s.dot(s))
	if n < 1e-12 {
		return space{}
	}
	return space{s[0] / n, s[1] / n, s[2] / n}
}
