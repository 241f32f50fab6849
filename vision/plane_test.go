package vision

import (
	"testing"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
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

// TestACardHasTheSizeOfThoseAboutIt has a camera straight above the table, a pixel a millimetre. On the left cards have their size, on the
// right all seem a little small.
func TestACardHasTheSizeOfThoseAboutIt(t *testing.T) {
	cardMM := [2]float64{60, 90}
	at := func(x, y, size float64) models.Quad {
		w, h := size*cardMM[0]/2, size*cardMM[1]/2
		return models.Quad{{X: x - w, Y: y - h}, {X: x + w, Y: y - h}, {X: x + w, Y: y + h}, {X: x - w, Y: y + h}}
	}
	table := plane{plane: calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}), known: true, fitted: 8}
	for y := 100.; y < 500; y += 100 {
		table.cards = append(table.cards, at(100, y, 1), at(900, y, .95))
	}
	eyes := Eyes{cardMM: cardMM, table: table}
	for name, tc := range map[string]struct {
		face             models.Face
		x, size, inSight float64
		want             bool
	}{
		"half of a card":                             {models.FaceFront, 150, 1, .5, true},
		"half of a card, a little off":               {models.FaceFront, 150, .95, .5, true},
		"print that a smaller card has":              {models.FaceFront, 150, .9, .5, false},
		"the same where all cards seem small":        {models.FaceFront, 850, .9, .5, true},
		"print that a smaller card has, there":       {models.FaceFront, 850, .86, .5, false},
		"a card in sight that fits not well":         {models.FaceFront, 150, .9, 1, true},
		"something that looks like a card but small": {models.FaceFront, 150, .7, 1, false},
		"half of a card held above the table":        {models.FaceFront, 150, 1.2, .5, true},
		"an outline of about a card":                 {models.FaceUnknown, 150, .9, 1, true},
		"a small outline":                            {models.FaceUnknown, 150, .6, 1, false},
	} {
		origin := models.Point{X: 40, Y: 30} // of the part of the picture looked at
		seen := read.Match{Observation: models.Observation{Face: tc.face, Corners: moved(at(tc.x, 250, tc.size), origin.Mul(-1))}, Open: tc.inSight}
		if got := len(eyes.cardSized([]read.Match{seen}, origin)) == 1; got != tc.want {
			t.Errorf("%s is kept: %v", name, got)
		}
	}
}
