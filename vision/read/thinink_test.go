package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/models"
)

// thinlyInked is a white back with a short line of thin lettering and four small symbols in an ink.
func thinlyInked(ink color.RGBA) *image.RGBA {
	img := numbered(color.RGBA{240, 236, 214, 255}, 0)
	strokes := []image.Rectangle{
		image.Rect(12, 14, 15, 21), image.Rect(70, 14, 73, 21), image.Rect(12, 112, 15, 119), image.Rect(70, 112, 73, 119), image.Rect(30, 72, 56, 75),
	}
	for x := 30; x < 58; x += 8 {
		strokes = append(strokes, image.Rect(x, 64+x%4, x+3, 74))
	}
	for _, s := range strokes {
		for y := s.Min.Y; y < s.Max.Y; y++ {
			for x := s.Min.X; x < s.Max.X; x++ {
				img.SetRGBA(x, y, ink)
			}
		}
	}
	return img
}

// TestThinLetteringIsToldByItsInk: three white backs of a box differ by the ink of so little print that, lying in plain sight, one
// is off another by hardly more than two backs of the same ink may be. An ink that was not taught is none of them.
func TestThinLetteringIsToldByItsInk(t *testing.T) {
	inks := map[models.Back]color.RGBA{"red": {198, 34, 38, 255}, "fuchsia": {186, 30, 118, 255}, "pink": {222, 104, 140, 255}}
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{}
	for back, ink := range inks {
		deck.Backs[back] = thinlyInked(ink)
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	inks[""] = color.RGBA{40, 60, 170, 255}
	for back, ink := range inks {
		for _, degrees := range []float64{10, 25, 160} {
			for _, tint := range [][3]float64{{1, 1, 1}, {0.9, 0.9, 0.88}} {
				m, err := r.Read(pic, show(t, pic, thinlyInked(ink), degrees, tint))
				if err != nil {
					t.Fatal(err)
				}
				if m.Observation.Back != back {
					t.Errorf("%q turned by %.0f degrees was read as %q (likeness %.2f, margin %.2f)", back, degrees, m.Observation.Back, m.Likeness, m.Margin)
				}
			}
		}
	}
}
