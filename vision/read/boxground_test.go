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
	back := func(ground color.RGBA) *image.RGBA {
		img := numbered(ground, 0)
		for y := 40; y < 70; y++ {
			for x := 20; x < 60; x++ {
				img.SetRGBA(x, y, white)
			}
		}
		return img
	}
	deck.Backs = map[models.Back]*image.RGBA{"green-boxes": back(color.RGBA{30, 90, 60, 255})}
	dark := color.RGBA{40, 50, 120, 255}
	faces := []*image.RGBA{back(dark)}
	for c := range grounds() {
		faces = append(faces, deck.Fronts[models.Card{Color: c, Number: 2}])
	}
	for name, tint := range map[string][3]float64{"day": {1, 1, 1}, "dusk": {.5, .5, .5}, "lamp": {1, .85, .7}} {
		r, pic := NewReader(deck), NewPicture()
		defer pic.Close()
		img, quads := line(t, faces, 12, tint)
		defer img.Close()
		if err := pic.Set(img); err != nil {
			t.Fatal(err)
		}
		r.Adapt(pic, readAll(t, r, pic, quads[1:]))
		got, ok := r.GroundAt(pic, quads[0])
		for c, want := range [3]int{int(dark.R), int(dark.G), int(dark.B)} {
			if off := got[c] - want; !ok || off < -12 || off > 12 {
				t.Errorf("%s: the ground is %v, %v; want about %v", name, got, ok, dark)
			}
		}
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	img, quads := line(t, faces[:1], 0, [3]float64{1, 1, 1})
	defer img.Close()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	for i := range quads[0] {
		quads[0][i].X += 1000
	}
	if got, ok := r.GroundAt(pic, quads[0]); ok {
		t.Errorf("a card outside the picture has the ground %v", got)
	}
}
