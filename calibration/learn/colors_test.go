package learn

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// grainy draws a white back with a stroke of an ink on it, and a camera's grain over both.
func grainy(ink color.RGBA, seed uint64) *image.RGBA {
	random := rand.New(rand.NewPCG(seed, 1))
	img := image.NewRGBA(image.Rect(0, 0, 88, 136))
	for i := 0; i < len(img.Pix); i += 4 {
		x, y := i/4%88, i/4/88
		c := color.RGBA{250, 250, 250, 255}
		if x >= 20 && x < 68 && y >= 62 && y < 72 {
			c = ink
		}
		for k, v := range [3]uint8{c.R, c.G, c.B} {
			img.Pix[i+k] = uint8(min(max(float64(v)+3*random.NormFloat64(), 0), 255))
		}
		img.Pix[i+3] = 255
	}
	return img
}

// TestPaleInksAreNotAlike: too much light leaves little of the print of white backs, of which hardly anything is far from the
// ground; its colour tells them all the same.
func TestPaleInksAreNotAlike(t *testing.T) {
	red, cyan, pink := color.RGBA{220, 60, 60, 255}, color.RGBA{226, 250, 250, 255}, color.RGBA{250, 230, 250, 255}
	for _, c := range []struct {
		one, other color.RGBA
		want       bool
	}{
		{red, red, true},
		{pink, pink, true},
		{cyan, cyan, true},
		{cyan, pink, false},
		{red, pink, false},
	} {
		if got := alike(grainy(c.one, 1), grainy(c.other, 2)); got != c.want {
			t.Errorf("%v and %v: alike %v, want %v", c.one, c.other, got, c.want)
		}
	}
}
