package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/models"
)

// TestThinLinesTellNoInk: fronts have thin lines of about the colour of a back's ink, as white lines on blue are seen where
// a picture is not quite sharp. In the light the deck was learnt in they tell of no other ink than was learnt.
func TestThinLinesTellNoInk(t *testing.T) {
	deck := testDeck()
	var faces []*image.RGBA
	for n := 1; n <= 4; n++ {
		face := deck.Fronts[models.Card{Color: models.Blue, Number: n}]
		for y := range face.Rect.Dy() {
			for x := 6; x < face.Rect.Dx()-8; x++ {
				if x%15 < 5 {
					face.SetRGBA(x, y, color.RGBA{130, 165, 175, 255})
				}
			}
		}
		faces = append(faces, face)
	}
	back := numbered(color.RGBA{235, 225, 210, 255}, 0)
	for y := 40; y < 90; y++ {
		for x := 20; x < 70; x++ {
			back.SetRGBA(x, y, color.RGBA{110, 145, 190, 255})
		}
	}
	deck.Backs["inked"] = back
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	img, quads := line(t, faces, 0, [3]float64{1, 1, 1})
	defer img.Close()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	told := 0 // colours of the cards
	for _, q := range quads {
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		seen := r.colorsOf(pic, m)
		for k, w := range seen.weight {
			if w == 0 {
				continue
			}
			told++
			for c := range 3 {
				if off := seen.seen[k][c] - float64(r.transfer.learnt[k][c]); off > 6 || off < -6 {
					t.Errorf("%v: the colour %v is seen %.0f grey levels off, weight %.2f", m.Observation.Card, r.transfer.learnt[k], off, w)
				}
			}
		}
	}
	if told < 2*len(quads) {
		t.Errorf("%d cards tell of %d colours", len(quads), told)
	}
}
