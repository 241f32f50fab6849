package read

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

var twoPlaces = [2]models.Quad{
	{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}},
	{{X: 350, Y: 450}, {X: 140, Y: 470}, {X: 110, Y: 120}, {X: 330, Y: 140}}, // upside down
}

// thumbed is a copy of a face with a thumb upon it: it reaches so many px in from the left side, about the height y.
func thumbed(face *image.RGBA, y, deep int) *image.RGBA {
	out := blotted(face, 0, 0, 1, 0, color.RGBA{})
	for v := max(y-11, 0); v < min(y+11, out.Rect.Dy()); v++ {
		for u := range deep {
			out.SetRGBA(u, v, color.RGBA{R: 160, G: 110, B: 85, A: 255})
		}
	}
	return out
}

// TestOfTwoPhotosTheOneWithoutTheThumbTells: a thumb lies on the card in the photo its face was cut from, and another one lies elsewhere in
// the only other photo; neither is on the blend.
func TestOfTwoPhotosTheOneWithoutTheThumbTells(t *testing.T) {
	clean := drawnFront(color.RGBA{R: 200, G: 40, B: 40, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	cut, other := thumbed(clean, 60, 30), thumbed(clean, 105, 24)
	photos := []Portrait{
		{Picture: photoOf(t, cut, twoPlaces[0]), Places: twoPlaces[:1]},
		{Picture: photoOf(t, other, twoPlaces[1]), Places: twoPlaces[1:]},
	}
	face, fits := Blend(cut, photos[0], photos[1:], cardMM)
	if !fits[0] {
		t.Fatal("the other photo does not fit")
	}
	for at, alike := range map[image.Point]image.Point{{12, 60}: {10, 25}, {27, 62}: {60, 70}, {10, 105}: {10, 25}} {
		got, want := face.RGBAAt(at.X, at.Y), face.RGBAAt(alike.X, alike.Y)
		if d := math.Abs(float64(got.G)-float64(want.G)) + math.Abs(float64(got.B)-float64(want.B)); d > 60 {
			t.Errorf("at %v the blend is %v, elsewhere of that colour %v", at, got, want)
		}
	}
}

// TestTheShadowOfOneOfTwoPhotosIsNotLearnt: on the photo the face was cut from half of the card lies in shadow; the other shows it evenly lit.
func TestTheShadowOfOneOfTwoPhotosIsNotLearnt(t *testing.T) {
	clean := drawnFront(color.RGBA{R: 200, G: 40, B: 40, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	shaded := blotted(clean, 0, 0, 1, 0, color.RGBA{})
	for y := range shaded.Rect.Dy() {
		k := 1 - 0.5/(1+math.Exp(float64(70-y)/4))
		for x := range shaded.Rect.Dx() {
			p := shaded.RGBAAt(x, y)
			shaded.SetRGBA(x, y, color.RGBA{R: uint8(k * float64(p.R)), G: uint8(k * float64(p.G)), B: uint8(k * float64(p.B)), A: 255})
		}
	}
	photos := []Portrait{
		{Picture: photoOf(t, shaded, twoPlaces[0]), Places: twoPlaces[:1]},
		{Picture: photoOf(t, clean, twoPlaces[1]), Places: twoPlaces[1:]},
	}
	face, fits := Blend(shaded, photos[0], photos[1:], cardMM)
	if !fits[0] {
		t.Fatal("the other photo does not fit")
	}
	above, below := face.RGBAAt(12, 30), face.RGBAAt(12, 115)
	if float64(below.R) < 0.75*float64(above.R) {
		t.Errorf("the blend is %v above and %v below, where the shadow lay", above, below)
	}
}

// TestAThumbLeavesTheWholeCardShown: a pale card with a dark thumb upon it shows well; another card does not.
func TestAThumbLeavesTheWholeCardShown(t *testing.T) {
	pale := drawnFront(color.RGBA{R: 232, G: 205, B: 120, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	held := thumbed(thumbed(pale, 60, 40), 75, 40)
	shown := Shown(pale, []Portrait{
		{Picture: photoOf(t, held, twoPlaces[0]), Places: twoPlaces[:1]},
		{Picture: photoOf(t, drawnFront(color.RGBA{R: 30, G: 80, B: 170, A: 255}), twoPlaces[1]), Places: twoPlaces[1:]},
	}, cardMM)
	if shown[0].Worth < 0.6 {
		t.Errorf("the card under a thumb shows only by %.2f", shown[0].Worth)
	}
	if shown[1].Worth > 0.35 {
		t.Errorf("another card shows by %.2f", shown[1].Worth)
	}
}

// TestPrintIsAlikeInAnyLightAndALampIsNoPrint: a face that was learnt from a photo with a lamp in it is brighter in its middle, and so is a
// blank cloth with a lamp above it, which is like the face, but not like its print; the print of the card in an even light is.
func TestPrintIsAlikeInAnyLightAndALampIsNoPrint(t *testing.T) {
	clean := drawnFront(color.RGBA{R: 200, G: 210, B: 225, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	blank := image.NewRGBA(clean.Rect)
	for i := range blank.Pix {
		blank.Pix[i] = [...]uint8{90, 110, 160, 255}[i%4]
	}
	lit := func(img *image.RGBA) *image.RGBA {
		return blotted(img, 30, 45, 70, .8, color.RGBA{R: 255, G: 255, B: 255, A: 255})
	}
	g := newGrid(cardMM, fineMM)
	face := newRaster(lit(clean), g)
	for name, c := range map[string]struct {
		seen *image.RGBA
		is   bool
	}{
		"the card in an even light": {clean, true},
		"a lamp above a cloth":      {lit(blank), false},
	} {
		p := newPatch(g.pixels())
		copy(p.v, newRaster(c.seen, g).v)
		for i := range p.inside {
			p.inside[i] = true
		}
		l := newLamp(g, nil)
		if like := l.likeness(&face, p, p.inside); like < .5 {
			t.Errorf("%s: the likeness is %.2f, so that this tests nothing", name, like)
		}
		if like, _ := l.printLikeness(&face, p, p.inside, p.inside); c.is && like < .8 || !c.is && like > .3 {
			t.Errorf("%s: its print is like the face's by %.2f", name, like)
		}
	}
}

// TestPrintOfAnotherInkIsOfAnotherHue: blue strokes on white lie where green ones do, and are as alike as strokes of the one ink in a dim, warm light.
func TestPrintOfAnotherInkIsOfAnotherHue(t *testing.T) {
	white := color.RGBA{R: 240, G: 238, B: 230, A: 255}
	inked := func(ink color.RGBA, light [3]float64) raster {
		img := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
		for i := range img.Rect.Dx() * img.Rect.Dy() {
			x, y := i%img.Rect.Dx(), i/img.Rect.Dx()
			c := white
			if x > 30 && x < 58 && y > 40 && y < 95 && (x/5%2 == 0 || y/8%3 == 0) {
				c = ink
			}
			lit := func(v uint8, k float64) uint8 { return uint8(float64(v) * k) }
			img.SetRGBA(x, y, color.RGBA{R: lit(c.R, light[0]), G: lit(c.G, light[1]), B: lit(c.B, light[2]), A: 255})
		}
		return newRaster(img, newGrid(cardMM, fineMM))
	}
	even := [3]float64{1, 1, 1}
	green := color.RGBA{R: 30, G: 110, B: 60, A: 255}
	face := inked(green, even)
	all := slices.Repeat([]bool{true}, face.pixels())
	for name, c := range map[string]struct {
		seen        raster
		least, most float64
	}{
		"the same ink":                {inked(green, even), 0.999, 1.001},
		"the same ink in a dim light": {inked(green, [3]float64{.6, .52, .42}), 0.998, 1.001},
		"blue ink":                    {inked(color.RGBA{R: 35, G: 60, B: 150, A: 255}, even), 0, 0.98},
	} {
		p := newPatch(face.pixels())
		copy(p.v, c.seen.v)
		copy(p.inside, all)
		l := newLamp(face.grid, nil)
		l.fit(&face, p, slices.Repeat([]float32{1}, face.pixels()))
		like, hue := l.printLikeness(&face, p, all, all)
		if like < 0.85 || hue < c.least || hue > c.most {
			t.Errorf("%s: alike by %.3f, hue %.4f, want %.3f to %.3f", name, like, hue, c.least, c.most)
		}
	}
}
