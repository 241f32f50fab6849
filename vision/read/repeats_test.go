package read

import (
	"image"
	"image/color"
	"math"
	"testing"

	"schiri/models"
)

// TestABackRepeatsAStepOfItsPatternOn: of a band across the card every 22 mm the next one is named to either side, upright as the card lies; of a
// back with a single one no place is, though along the band it is like itself everywhere.
func TestABackRepeatsAStepOfItsPatternOn(t *testing.T) {
	red, pale := color.RGBA{150, 40, 50, 255}, color.RGBA{220, 190, 190, 255}
	deck := testDeck()
	back := func(isBand func(y int) bool) *image.RGBA {
		img := image.NewRGBA(numbered(red, 0).Rect)
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				c := red
				if isBand(y) {
					c = pale
				}
				img.SetRGBA(x, y, c)
			}
		}
		return img
	}
	high := numbered(red, 0).Rect.Dy()
	pxPerMM := float64(high) / deck.CardMM[1]
	period := int(22 * pxPerMM)
	deck.Backs = map[models.Back]*image.RGBA{
		"banded": back(func(y int) bool { return y%period < period/3 }),
		"single": back(func(y int) bool { return y > high/4 && y < high/3 }),
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for name, wanted := range map[models.Back]int{"banded": 2, "single": 0} {
		m, err := r.Read(pic, show(t, pic, deck.Backs[name], 30, [3]float64{1, 1, 1}))
		if err != nil || m.Observation.Back != name {
			t.Fatalf("%s: read as %s, %v", name, m.Observation.Back, err)
		}
		places := r.Repeats(m)
		if len(places) < wanted || wanted == 0 && len(places) > 0 {
			t.Errorf("%s: %d places, want %d", name, len(places), wanted)
		}
		lies := m.Observation.Corners
		down := lies[3].Sub(lies[0])
		for _, q := range places {
			by := q.Center().Sub(lies.Center())
			steps := by.Norm() / down.Norm() * float64(high) / float64(period)
			if math.Abs(steps-math.Round(steps)) > 0.1 || math.Abs(by.X*down.Y-by.Y*down.X) > 0.1*by.Norm()*down.Norm() {
				t.Errorf("%s: a place is %.2f steps away, by %.1f of a card that runs by %.1f", name, steps, by, down)
			}
		}
	}
}
