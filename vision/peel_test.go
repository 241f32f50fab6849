package vision

import (
	"math"
	"testing"

	"schiri/models"
)

// TestOnwardFollowsAFan: cards turned about one point by the same angle each are found from any two of them, whichever
// of them lies upside down, and those of a straight row likewise.
func TestOnwardFollowsAFan(t *testing.T) {
	card := models.Quad{{X: -30, Y: -45}, {X: 30, Y: -45}, {X: 30, Y: 45}, {X: -30, Y: 45}}
	about := func(pivot models.Point, turn float64) models.Quad {
		q := card
		for i := range q {
			q[i] = pivot.Add(rotated(q[i].Sub(pivot), turn))
		}
		return q
	}
	for _, c := range []struct {
		pivot models.Point
		turn  float64
	}{{models.Point{X: 5, Y: 160}, 0.17}, {models.Point{X: -20, Y: 90}, -0.3}, {models.Point{Y: 3e5}, 1e-4}} {
		for _, times := range []float64{-2, -1, 0.5, 2, 3} {
			to := about(c.pivot, c.turn)
			for _, to := range []models.Quad{to, {to[2], to[3], to[0], to[1]}} {
				want, got := about(c.pivot, times*c.turn), onward(card, to, times)
				for i := range got {
					if d := got[i].Sub(want[i]).Norm(); d > 0.1 || math.IsNaN(d) {
						t.Errorf("%v times a turn of %v about %v: corner %d is %v, %.2f mm off", times, c.turn, c.pivot, i, got[i], d)
					}
				}
			}
		}
	}
}
