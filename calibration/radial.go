package calibration

import (
	"math"

	"schiri/models"
)

// Radial is how a lens bends a picture, by the division model of one parameter (Fitzgibbon 2001): what an ideal lens would show at a
// distance r from the middle is seen at the distance at which r = seen / (1 + Strength * seen²), all in pixels. A negative
// strength draws the picture's corners in (barrel), a positive one pulls them out (pincushion); with 0 nothing is bent.
type Radial struct {
	Middle   models.Point // px
	Strength float64      // 1/px²
}

// Ideal is where an ideal lens would show what is seen at p.
func (r Radial) Ideal(p models.Point) models.Point {
	d := p.Sub(r.Middle)
	return r.Middle.Add(d.Mul(1 / (1 + r.Strength*d.Dot(d))))
}

// Seen is where that is seen which an ideal lens would show at p. What lies so far out that the lens shows it nowhere is taken to lie at the
// outermost ring it shows.
func (r Radial) Seen(p models.Point) models.Point {
	d := p.Sub(r.Middle)
	return r.Middle.Add(d.Mul(2 / (1 + math.Sqrt(max(0, 1-4*r.Strength*d.Dot(d))))))
}
