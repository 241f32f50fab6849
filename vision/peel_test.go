package vision

import (
	"math"
	"testing"

	"schiri/models"
	"schiri/vision/read"
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

// TestOneCardIsSeenOnce: a back whose dark edge is lost on a dark table was read again some millimetres off. Of a card
// found before another is told by its place or by being another card.
func TestOneCardIsSeenOnce(t *testing.T) {
	at := func(x float64, o models.Observation) read.Match {
		o.Corners = models.Quad{{X: x}, {X: x + 60}, {X: x + 60, Y: 90}, {X: x, Y: 90}}
		return read.Match{Observation: o}
	}
	back := models.Observation{Face: models.FaceBack, Back: "red-black"}
	other := models.Observation{Face: models.FaceBack, Back: "red-pink"}
	for name, c := range map[string]struct {
		x     float64 // mm beside a card at 0
		o     models.Observation
		again bool
	}{
		"the same a little off":             {12, back, true},
		"a card like it, half under it":     {30, back, false},
		"another card, a little off":        {12, other, false},
		"at the very place, something else": {2, other, true},
	} {
		if got := seenAmong([]read.Match{at(0, back)}, at(c.x, c.o)); got != c.again {
			t.Errorf("%s: seen before is %v", name, got)
		}
	}
}
