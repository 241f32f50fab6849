package learn

import (
	"image"
	"image/color"
	"testing"
)

// TestSmallPrintStaysWhite: a green card whose white digits are a fiftieth of it is brought to white light by these, and they are not
// overexposed.
func TestSmallPrintStaysWhite(t *testing.T) {
	face := image.NewRGBA(image.Rect(0, 0, 88, 136))
	for y := range 136 {
		for x := range 88 {
			c := color.RGBA{R: 20, G: 70, B: 30, A: 255}
			if x >= 40 && x < 52 && y >= 20 && y < 40 {
				c = color.RGBA{R: 120, G: 115, B: 100, A: 255} // white in a warm light
			}
			face.SetRGBA(x, y, c)
		}
	}
	balance(face)
	white, green := face.RGBAAt(45, 30), face.RGBAAt(10, 100)
	for i, v := range [3]uint8{white.R, white.G, white.B} {
		if v < 225 || v > 245 {
			t.Errorf("channel %d of white is %d", i, v)
		}
	}
	if green.G > 150 || green.R > 50 {
		t.Errorf("green became %v", green)
	}
}
