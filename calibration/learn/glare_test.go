package learn

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"
)

// litFace is a red face with a white block as its print, in light of a strength that changes from left to right, with haze
// (a share of white) that changes from top to bottom.
func litFace(left, right, top, bottom float64) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 88, 136))
	for y := range 136 {
		for x := range 88 {
			c := [3]float64{150, 40, 35}
			if x > 30 && x < 58 && y > 20 && y < 60 {
				c = [3]float64{200, 195, 190}
			}
			gain := left + (right-left)*float64(x)/87
			haze := top + (bottom-top)*float64(y)/135
			var v [3]uint8
			for i := range c {
				v[i] = uint8(min(c[i]*gain*(1-haze)+255*haze, 255))
			}
			img.SetRGBA(x, y, color.RGBA{v[0], v[1], v[2], 255})
		}
	}
	return img
}

func TestFacesOfARowAreInOneLight(t *testing.T) {
	for _, c := range []struct{ left, right, top, bottom float64 }{
		{0.8, 1.2, 0, 0}, {0.7, 0.75, 0, 0}, {1.2, 1.2, 0, 0}, {1, 1, 0, 0.4}, {0.8, 1, 0.3, 0.1},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			plain := litFace(1, 1, 0, 0)
			row := []*image.RGBA{litFace(1, 1, 0, 0), litFace(1, 1, 0, 0), litFace(1, 1, 0, 0), litFace(c.left, c.right, c.top, c.bottom)}
			evenOut(row)
			for i := range plain.Pix {
				if off := math.Abs(float64(plain.Pix[i]) - float64(row[3].Pix[i])); off > 20 {
					t.Fatalf("at %d, %d a channel is off by %.0f grey levels", i/4%88, i/4/88, off)
				}
			}
		})
	}
}

// TestWhiteStaysWhiteUnderGlare: a face of a row lies under glare of the lamp's colour, in which its white print is
// overexposed. Its ground becomes that of the others, its print stays white, and none of it is speckled.
func TestWhiteStaysWhiteUnderGlare(t *testing.T) {
	draw := func(glare [3]float64) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 88, 136))
		for y := range 136 {
			for x := range 88 {
				c := [3]float64{30, 110, 70}
				if x > 30 && x < 58 && y > 20 && y < 60 {
					c = [3]float64{252, 250, 246}
				}
				var v [3]uint8
				for i := range c {
					share := glare[i] * (0.8 + 0.4*float64(x)/87)
					v[i] = uint8(min(c[i]*1.02*(1-share)+265*share, 255))
				}
				img.SetRGBA(x, y, color.RGBA{v[0], v[1], v[2], 255})
			}
		}
		return img
	}
	plain := draw([3]float64{})
	row := []*image.RGBA{draw([3]float64{}), draw([3]float64{}), draw([3]float64{}), draw([3]float64{.5, .48, .4})}
	evenOut(row)
	for i := range plain.Pix {
		if off := math.Abs(float64(plain.Pix[i]) - float64(row[3].Pix[i])); off > 12 {
			t.Fatalf("at %d, %d a channel is off by %.0f grey levels", i/4%88, i/4/88, off)
		}
	}
}
