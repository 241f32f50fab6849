package read

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"schiri/models"
)

// symboled is the back of a box with two small symbols in its ink, which tell it from those of other boxes: w by h pixels.
func symboled(ink color.RGBA, w, h int) *image.RGBA {
	img := boxed(color.RGBA{246, 246, 240, 255}, ink)
	for _, at := range []image.Point{{16, 26}, {73, 106}} {
		draw.Draw(img, image.Rect(at.X-w/2, at.Y-h/2, at.X+w/2, at.Y+h/2), image.NewUniform(ink), image.Point{}, draw.Src)
	}
	return img
}

// TestABackWithAnotherSymbolIsUnknown: a back is taught, another of the same ink, with another small symbol, is not. The
// taught one is read also under glare and where a card lies on one of its symbols.
func TestABackWithAnotherSymbolIsUnknown(t *testing.T) {
	ink := color.RGBA{120, 60, 200, 255}
	high, wide := symboled(ink, 6, 18), symboled(ink, 18, 6)
	part := symboled(ink, 6, 18)
	draw.Draw(part, image.Rect(62, 96, part.Rect.Max.X, part.Rect.Max.Y), image.NewUniform(color.RGBA{150, 170, 150, 255}), image.Point{}, draw.Src)
	hidden := symboled(ink, 6, 18)
	draw.Draw(hidden, image.Rect(62, 94, 84, 118), image.NewUniform(color.RGBA{246, 246, 240, 255}), image.Point{}, draw.Src)
	deck := testDeck()
	deck.Backs["high"] = high
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for _, c := range []struct {
		name string
		back *image.RGBA
		want models.Back
	}{
		{"the back taught", high, "high"},
		{"under glare", glared(high, .25), "high"},
		{"under a card of another color", part, "high"},
		{"glare has taken a symbol", hidden, "high"},
		{"another symbol", wide, ""},
		{"another symbol under glare", glared(wide, .25), ""},
	} {
		for _, tint := range [][3]float64{{1, 1, 1}, {.75, .72, .68}} {
			m, err := r.Read(pic, show(t, pic, c.back, 12, tint))
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Back != c.want {
				t.Errorf("%s, in the light %v, was read as %q, want %q (likeness %.2f, margin %.2f)", c.name, tint, m.Observation.Back, c.want, m.Likeness, m.Margin)
			}
		}
	}
}
