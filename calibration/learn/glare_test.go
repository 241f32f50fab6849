package learn

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"testing"
)

// lit is a face of a ground with a block as its print, in light of a strength and under haze (a share of white) that
// channel c has at x and y, each from 0 to 1.
func lit(ground, ink [3]float64, light func(c int, x, y float64) (gain, haze float64)) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 88, 136))
	for y := range 136 {
		for x := range 88 {
			color := ground
			if x > 30 && x < 58 && y > 20 && y < 60 {
				color = ink
			}
			i := img.PixOffset(x, y)
			img.Pix[i+3] = 255
			for c := range 3 {
				gain, haze := light(c, float64(x)/87, float64(y)/135)
				img.Pix[i+c] = uint8(min(color[c]*gain*(1-haze)+255*haze, 255))
			}
		}
	}
	return img
}

// checkEven evens out a row of which three faces are plain, and tells where the fourth then differs from them.
func checkEven(t *testing.T, plain func() *image.RGBA, last *image.RGBA, most float64) {
	t.Helper()
	want := plain()
	last = evenOut([]*image.RGBA{plain(), plain(), plain(), last})[3]
	for i := range want.Pix {
		if off := math.Abs(float64(want.Pix[i]) - float64(last.Pix[i])); off > most {
			t.Fatalf("at %d, %d a channel is off by %.0f grey levels", i/4%88, i/4/88, off)
		}
	}
}

func TestFacesOfARowAreInOneLight(t *testing.T) {
	// The light changes in strength from left to right and has haze that changes from top to bottom.
	draw := func(left, right, top, bottom float64) *image.RGBA {
		return lit([3]float64{150, 40, 35}, [3]float64{200, 195, 190}, func(_ int, x, y float64) (float64, float64) {
			return left + (right-left)*x, top + (bottom-top)*y
		})
	}
	for _, c := range []struct{ left, right, top, bottom float64 }{
		{0.8, 1.2, 0, 0}, {0.7, 0.75, 0, 0}, {1.2, 1.2, 0, 0}, {1, 1, 0, 0.4}, {0.8, 1, 0.3, 0.1},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			checkEven(t, func() *image.RGBA { return draw(1, 1, 0, 0) }, draw(c.left, c.right, c.top, c.bottom), 20)
		})
	}
}

// TestWhiteStaysWhiteUnderGlare: a face of a row lies under glare of the lamp's colour, in which its white print is
// overexposed. Its ground becomes that of the others, its print stays white, and none of it is speckled.
func TestWhiteStaysWhiteUnderGlare(t *testing.T) {
	draw := func(glare [3]float64) *image.RGBA {
		return lit([3]float64{30, 110, 70}, [3]float64{252, 250, 246}, func(c int, x, _ float64) (float64, float64) {
			return 1.02, 1.04 * glare[c] * (0.8 + 0.4*x)
		})
	}
	checkEven(t, func() *image.RGBA { return draw([3]float64{}) }, draw([3]float64{.5, .48, .4}), 16)
}

// TestStrongLightOnTheShoulder: a lamp shines more strongly on a face whose red is near full already, where a camera's
// contrast curve is flat. The two channels that are not tell by how much.
func TestStrongLightOnTheShoulder(t *testing.T) {
	draw := func(strength float64) *image.RGBA {
		img := lit([3]float64{238, 140, 23}, [3]float64{120, 55, 5}, func(_ int, x, _ float64) (float64, float64) {
			return 1 + (strength-1)*(0.8+0.4*x), 0
		})
		for i := range img.Pix {
			const knee = 215.0
			if v := float64(img.Pix[i]); i%4 < 3 && v > knee {
				img.Pix[i] = uint8(knee + (v-knee)*0.85)
			}
		}
		return img
	}
	checkEven(t, func() *image.RGBA { return draw(1) }, draw(1.2), 14)
}

// TestPrintIsOfOneInkWhereALampCutsItOff: a warm lamp shines more than twice as strongly at one end of a row as at the
// other, and there cuts off first the red of white print, then its green. It is learnt as the same white all the same.
func TestPrintIsOfOneInkWhereALampCutsItOff(t *testing.T) {
	for name, ground := range map[string][3]float64{"red": {124, 16, 13}, "blue": {22, 36, 56}, "green": {11, 56, 19}} {
		t.Run(name, func(t *testing.T) {
			ink := [3]float64{171, 134, 92}
			var row []*image.RGBA
			for i := range 10 {
				strength := 0.65 + 0.13*float64(i)
				row = append(row, lit(ground, ink, func(_ int, x, _ float64) (float64, float64) { return strength + 0.1*x, 0 }))
			}
			row = evenOut(row)
			at := func(i, c int) float64 { return float64(row[i].Pix[row[i].PixOffset(44, 40)+c]) }
			for i := range row {
				for c := range 3 {
					if off := at(i, c) - at(3, c); math.Abs(off) > 20 {
						t.Errorf("face %d: a channel of its print is off by %.0f grey levels", i+1, off)
					}
				}
			}
		})
	}
}

// TestABrightWhiteGroundTellsNoOtherLight: a little more light falls on a card half white and half yellow than on its row, and its white
// is nearly overexposed. Of the few pixels that are not, at its blurred edge, no other light is made up.
func TestABrightWhiteGroundTellsNoOtherLight(t *testing.T) {
	const strength = 1.034
	random := rand.New(rand.NewPCG(1, 1))
	ground := [3]float64{243, 242, 237}
	face, shared := image.NewRGBA(image.Rect(0, 0, 88, 136)), image.NewRGBA(image.Rect(0, 0, 88, 136))
	for y := range 136 {
		for x := range 88 {
			c := ground
			if x < 14 || x >= 72 || y < 20 || y >= 116 {
				c = [3]float64{226, 168, 8}
			}
			lit := strength
			if min(x, y, 87-x, 135-y) < 2 { // the card's edge is blurred
				lit, c = 0.85, ground
			}
			for k, v := range c {
				face.Pix[face.PixOffset(x, y)+k] = uint8(min(v*lit+random.NormFloat64(), 252))
				shared.Pix[face.PixOffset(x, y)+k] = uint8(v)
			}
		}
	}
	s := fitShading(face, shared)
	for k := range 88 * 136 {
		at := terms(k%88, k/88, face.Rect.Size())
		if gain, haze := s.gain.at(at), s.haze.at(at); math.Abs(gain-strength) > 0.1 || math.Abs(haze) > 0.05 {
			t.Fatalf("at %d, %d the light is %.2f times as strong under a haze of %.2f", k%88, k/88, gain, haze)
		}
	}
}

// TestAFrameTellsTheLightOnAWhiteGround: the white middle of a row's cards is overexposed and tells nothing of a weaker lamp or of glare; the
// frame that all of them have does.
func TestAFrameTellsTheLightOnAWhiteGround(t *testing.T) {
	draw := func(strength, glare float64) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 88, 136))
		for y := range 136 {
			for x := range 88 {
				c := [3]float64{270, 270, 268}
				if min(x, 87-x, y, 135-y) < 14 || x > 40 && x < 48 && y > 40 && y < 90 {
					c = [3]float64{40, 120, 205}
				}
				for k, v := range c {
					img.Pix[img.PixOffset(x, y)+k] = uint8(min(v*strength*(1-glare)+255*glare, 255))
				}
				img.Pix[img.PixOffset(x, y)+3] = 255
			}
		}
		return img
	}
	for name, last := range map[string]*image.RGBA{"weaker lamp": draw(.95, 0), "stronger lamp": draw(1.15, 0), "glare": draw(1, .35)} {
		t.Run(name, func(t *testing.T) { checkEven(t, func() *image.RGBA { return draw(1, 0) }, last, 12) })
	}
}

// TestAGradientIsPrint: the ground of all cards of a row is printed lighter at the top than at the bottom, where their number is
// dark. One card lies in a weaker light and one under glare; all are learnt as they are printed.
func TestAGradientIsPrint(t *testing.T) {
	draw := func(strength, glare float64) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 88, 136))
		for y := range 136 {
			down := float64(y) / 135
			for x := range 88 {
				c := [3]float64{250 - 18*down, 190 - 92*down, 180 - 84*down}
				if x > 8 && x < 20 && y > 112 && y < 126 || x > 30 && x < 58 && y > 50 && y < 80 {
					c = [3]float64{120, 24, 30}
				}
				for k, v := range c {
					img.Pix[img.PixOffset(x, y)+k] = uint8(v*strength*(1-glare) + 255*glare)
				}
				img.Pix[img.PixOffset(x, y)+3] = 255
			}
		}
		return img
	}
	row := []*image.RGBA{draw(.95, 0), draw(.95, 0), draw(.85, 0), draw(.95, 0), draw(.95, .3), draw(.95, 0), draw(.95, 0)}
	row = evenOut(row)
	want := draw(.95, 0)
	for k, face := range row {
		for i := range want.Pix {
			if off := math.Abs(float64(want.Pix[i]) - float64(face.Pix[i])); off > 20 {
				t.Fatalf("face %d: at %d, %d a channel is off by %.0f grey levels", k+1, i/4%88, i/4/88, off)
			}
		}
	}
}
