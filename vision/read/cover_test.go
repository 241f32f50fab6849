package read

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// TestReadsBesideWhatIsCovered: of a card under another that was read and covered, what shows is enough. As long as it is not known what
// lies on it, it is read right or left unknown. A place wholly covered is unknown.
func TestReadsBesideWhatIsCovered(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	card := models.Card{Color: models.Green, Number: 3}
	img, q := seen(t, deck.Fronts[card], 0, [3]float64{1, 1, 1})
	defer img.Close()
	hidden := image.Rect(100, 153, 300, 250) // the lower half
	gocv.Rectangle(&img, hidden, color.RGBA{250, 250, 245, 255}, -1)
	read := func(cover ...models.Quad) Match {
		if err := pic.Set(img); err != nil {
			t.Fatal(err)
		}
		for _, c := range cover {
			pic.cover.add(c)
		}
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	below := models.Quad{{X: 100, Y: 150}, {X: 300, Y: 150}, {X: 300, Y: 250}, {X: 100, Y: 250}}
	if m := read(below); m.Observation.Card != card {
		t.Errorf("beside the cover: %+v", m)
	}
	if m := read(below, models.Quad{{X: 100, Y: 50}, {X: 300, Y: 50}, {X: 300, Y: 150}, {X: 100, Y: 150}}); m.Observation.Face != models.FaceUnknown {
		t.Errorf("all covered: %+v", m)
	}
	if m := read(); m.Observation.Face != models.FaceUnknown && m.Observation.Card != card {
		t.Errorf("not covered: %+v", m)
	}
}
