package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/models"
)

// TestGroundAtIsAsItWouldHaveBeenLearnt: half as much light, a lamp's too once fronts told it, and a turn leave the ground of a back as it is.
func TestGroundAtIsAsItWouldHaveBeenLearnt(t *testing.T) {
	deck, white := testDeck(), color.RGBA{250, 250, 250, 255}
	deck.Backs = map[models.Back]*image.RGBA{"green-boxes": boxed(color.RGBA{30, 90, 60, 255}, white)}
	dark := color.RGBA{40, 50, 120, 255}
	faces := []*image.RGBA{boxed(dark, white)}
	for c := range grounds() {
		faces = append(faces, deck.Fronts[models.Card{Color: c, Number: 2}])
	}
	for name, tint := range map[string][3]float64{"day": {1, 1, 1}, "dusk": {.5, .5, .5}, "lamp": {1, .85, .7}} {
		r := NewReader(deck)
		pic, quads := pictured(t, faces, 12, tint)
		r.Adapt(pic, readAll(t, r, pic, quads[1:]))
		got, ok := r.GroundAt(pic, quads[0])
		for c, want := range [3]int{int(dark.R), int(dark.G), int(dark.B)} {
			if off := got[c] - want; !ok || off < -12 || off > 12 {
				t.Errorf("%s: the ground is %v, %v; want about %v", name, got, ok, dark)
			}
		}
	}
	r := NewReader(deck)
	pic, quads := pictured(t, faces[:1], 0, [3]float64{1, 1, 1})
	for i := range quads[0] {
		quads[0][i].X += 1000
	}
	if got, ok := r.GroundAt(pic, quads[0]); ok {
		t.Errorf("a card outside the picture has the ground %v", got)
	}
}

// TestHasInkOfTellsInksThatStandOutAlike: orange and brown stand out from blue alike, but for their own colour.
func TestHasInkOfTellsInksThatStandOutAlike(t *testing.T) {
	blue, brown, orange := color.RGBA{18, 31, 73, 255}, color.RGBA{196, 138, 84, 255}, color.RGBA{246, 148, 40, 255}
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{"blue-brown": boxed(blue, brown)}
	for name, light := range map[string][3]float64{"day": {1, 1, 1}, "dusk": {.5, .5, .5}, "a warm lamp": {1, .95, .88}} {
		for _, c := range []struct {
			ink  color.RGBA
			has  bool
			back models.Back
		}{{brown, true, "blue-brown"}, {orange, false, "blue-brown"}, {brown, false, "blue-fuchsia"}} {
			r := NewReader(deck)
			pic, quads := pictured(t, []*image.RGBA{boxed(blue, c.ink)}, 12, light)
			if got := r.HasInkOf(pic, quads[0], c.back); got != c.has {
				t.Errorf("%s: ink %v is that of %s: %v, want %v", name, c.ink, c.back, got, c.has)
			}
		}
	}
}
