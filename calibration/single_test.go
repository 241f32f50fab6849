package calibration

import (
	"math"
	"testing"

	"schiri/models"
)

// TestCardSeenAtAnAngleIsToldFromOtherShapes projects things of several proportions through a lens, tilted and turned.
func TestCardSeenAtAnAngleIsToldFromOtherShapes(t *testing.T) {
	lens := UsualLens(1200, 1600)
	seen := func(w, h, tilt, turn float64) models.Quad {
		var q models.Quad
		for i, c := range [4]models.Point{{X: -w / 2, Y: -h / 2}, {X: w / 2, Y: -h / 2}, {X: w / 2, Y: h / 2}, {X: -w / 2, Y: h / 2}} {
			s, k := math.Sincos(turn)
			x, y := k*c.X-s*c.Y, s*c.X+k*c.Y
			far := 250 + y*math.Sin(tilt) // mm from the lens
			q[i] = lens.Middle.Add(models.Point{X: x, Y: y * math.Cos(tilt)}.Mul(lens.Focal / far))
		}
		return q
	}
	card := [2]float64{59, 91}
	for _, tilt := range []float64{0, 0.4, 0.8} {
		for _, turn := range []float64{0, 0.5, 1.2, 2} {
			q, ok := lens.Card(seen(59, 91, tilt, turn), card)
			if !ok || q != seen(59, 91, tilt, turn) {
				t.Errorf("a card tilted by %.1f and turned by %.1f: %v, its corners are %v", tilt, turn, ok, q)
			}
			for _, other := range [][2]float64{{91, 91}, {40, 91}} {
				if _, ok := lens.Card(seen(other[0], other[1], tilt, turn), card); ok {
					t.Errorf("%v mm tilted by %.1f and turned by %.1f passes for a card", other, tilt, turn)
				}
			}
		}
	}
}
