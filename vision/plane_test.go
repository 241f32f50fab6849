package vision

import (
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// TestHeapsAreALittleLargerThanACard has a camera straight above the table, a pixel a millimetre. In the middle of what is a little
// larger than a card one is looked for; what is a card's size is an outline, and what is much larger is neither.
func TestHeapsAreALittleLargerThanACard(t *testing.T) {
	card := [2]float64{60, 90}
	above := plane{plane: calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}), known: true, fitted: 4}
	wide := func(by float64) models.Quad {
		x, y := 30+by, 45+by
		return models.Quad{{X: 200 - x, Y: 300 - y}, {X: 200 + x, Y: 300 - y}, {X: 200 + x, Y: 300 + y}, {X: 200 - x, Y: 300 + y}}
	}
	for name, tc := range map[string]struct {
		quads           []models.Quad
		outlines, heaps int
	}{
		"a card":                {[]models.Quad{wide(1)}, 1, 0},
		"a heap":                {[]models.Quad{wide(7)}, 0, 1},
		"a heap outlined twice": {[]models.Quad{wide(7), wide(8)}, 0, 1},
		"a book":                {[]models.Quad{wide(20)}, 0, 0},
		"a card on a heap":      {[]models.Quad{wide(0), wide(9)}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			outlines, heaps := above.outlines(tc.quads, card, models.Point{}), above.heaps(tc.quads, card, models.Point{})
			if len(outlines) != tc.outlines || len(heaps) != tc.heaps {
				t.Errorf("%d outlines and %d heaps, want %d and %d", len(outlines), len(heaps), tc.outlines, tc.heaps)
			}
			for _, q := range heaps {
				if q.IoU(wide(0)) < 0.99 {
					t.Errorf("a card is looked for at %.0f", q)
				}
			}
		})
	}
	above.fitted = 0
	if got := above.heaps([]models.Quad{wide(7)}, card, models.Point{}); got != nil {
		t.Errorf("where no card has told the plane a card is looked for at %.0f", got)
	}
}
