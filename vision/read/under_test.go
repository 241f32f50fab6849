package read

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// TestCardUnderASleeveOfACardsColour: an arm lies across half of a card, in a sleeve of a card's colour or bare. What shows of
// the card tells which it is, though more is in sight that looks like another; no card is read as another.
func TestCardUnderASleeveOfACardsColour(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	for name, c := range map[string]struct {
		sleeve color.RGBA
		least  int // cards read, of 20
	}{
		"red": {grounds()[models.Red], 12}, "blue": {grounds()[models.Blue], 11},
		"dark red": {color.RGBA{122, 30, 40, 255}, 12}, "bare arm": {color.RGBA{196, 146, 118, 255}, 18},
	} {
		right := 0
		for card, face := range deck.Fronts {
			img, q := seen(t, face, 0, [3]float64{1, 1, 1})
			across := gocv.NewPointsVectorFromPoints([][]image.Point{{{X: 80, Y: 165}, {X: 320, Y: 135}, {X: 320, Y: 230}, {X: 80, Y: 260}}})
			gocv.FillPoly(&img, across, c.sleeve)
			across.Close()
			err := pic.Set(img)
			img.Close()
			if err != nil {
				t.Fatal(err)
			}
			for i := range q {
				q[i] = q[i].Add(models.Point{X: 5, Y: -4})
			}
			m, err := r.ReadUnder(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if rightly(t, m, card, "under a "+name+" sleeve") {
				right++
			}
		}
		if right < c.least {
			t.Errorf("under a %s sleeve %d of %d cards were read; want %d", name, right, len(deck.Fronts), c.least)
		}
	}
}
