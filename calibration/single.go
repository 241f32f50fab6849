package calibration

import (
	"math"

	"schiri/models"
)

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
