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

// TestAFourthSideFollowsFromThree: of a card seen tilted two opposite sides are known in part and one between them.
func TestAFourthSideFollowsFromThree(t *testing.T) {
	lens := UsualLens(1200, 1600)
	for _, tilt := range []float64{0, 0.3, 0.7} {
		card := [2]float64{59, 91}
		var q models.Quad
		for i, c := range CardRect(card) {
			x, y := c.X-20, c.Y-60 // mm from the lens's axis
			q[i] = lens.Middle.Add(models.Point{X: x, Y: y * math.Cos(tilt)}.Mul(lens.Focal / (300 + y*math.Sin(tilt))))
		}
		for side := range q {
			a, b, c, d := q[side], q[(side+1)%4], q[(side+3)%4], q[(side+2)%4]
			half := func(p, q models.Point) models.Point { return p.Add(q).Mul(.5) }
			nearest := 0.0
			for _, got := range lens.Completed(a, b, half(a, c), half(b, d), card) {
				nearest = max(nearest, got.IoU(q))
			}
			if nearest < 0.999 {
				t.Errorf("tilted by %.1f, from side %d on the outline was completed to IoU %.3f only", tilt, side, nearest)
			}
		}
	}
}

// TestTiltOfAPlaneFromTheSide asks for planes from a side and measures how they are tilted and how large a card is there.
func TestTiltOfAPlaneFromTheSide(t *testing.T) {
	lens := UsualLens(1280, 720)
	for _, degrees := range []float64{0, 25, 40} {
		plane := lens.Above(1.5, degrees)
		if got := lens.Tilt(plane); math.Abs(got-degrees) > 0.01 {
			t.Errorf("a plane %.0f degrees from straight above is tilted by %.2f", degrees, got)
		}
		middle := plane.InPicture(models.Point{})
		wide := plane.InPicture(models.Point{X: .5}).Sub(plane.InPicture(models.Point{X: -.5}))
		up, down := plane.InPicture(models.Point{Y: -100}).Sub(middle).Norm(), plane.InPicture(models.Point{Y: 100}).Sub(middle).Norm()
		if middle.Sub(lens.Middle).Norm() > 1e-9 || math.Abs(wide.Norm()-1.5) > 1e-6 || (degrees > 0) != (down > up+1) {
			t.Errorf("%.0f degrees: the middle lies at %v, a millimetre there is %.3f px wide, 10 cm are %.0f px upward and %.0f downward", degrees, middle, wide.Norm(), up, down)
		}
	}
}
