package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/models"
)

// TestABackInLessLightThanTheFronts: fronts seen in much light say that all is brighter here than it was learnt. A back that
// lies where it is not, shows its ink as it was learnt, and is told by that; one that was never taught is unknown.
func TestABackInLessLightThanTheFronts(t *testing.T) {
	violet, pink, brown := inked(color.RGBA{160, 100, 190, 255}), inked(color.RGBA{230, 100, 150, 255}), inked(color.RGBA{160, 120, 70, 255})
	deck := testDeck()
	deck.Backs["pink"], deck.Backs["violet"] = pink, violet
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	adaptToOverexposure(t, r, pic, deck)
	for _, c := range []struct {
		ink  string
		back *image.RGBA
		want models.Back
	}{{"pink", pink, "pink"}, {"violet", violet, "violet"}, {"brown", brown, ""}} {
		q := show(t, pic, c.back, 0, [3]float64{1, 1, 1})
		for _, q := range []models.Quad{q, q.Turned()} {
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Back != c.want {
				t.Errorf("%s was read as %q, want %q (likeness %.2f, margin %.2f)", c.ink, m.Observation.Back, c.want, m.Likeness, m.Margin)
			}
		}
		if r.transfer == r.learnt.transfer {
			t.Error("the light is forgotten")
		}
	}
}
