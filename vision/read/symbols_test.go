package read

import (
	"image"
	"image/color"
	"math"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// The symbols of small backs: a disc, an upright lens and a cross, of nearly the same size.
func disc(x, y float64) bool { return math.Hypot(x, y) < 3.4 }
func lens(x, y float64) bool { return math.Hypot(math.Abs(x)+3, y) < 5.8 }
func cross(x, y float64) bool {
	return max(math.Abs(x), math.Abs(y)) < 4 && min(math.Abs(x), math.Abs(y)) < 1.3
}

// lettered is a white back with bars like a word across it and a small symbol at each corner.
func lettered(symbol func(x, y float64) bool) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			right, down := float64(x)/calibration.FaceScale-cardMM[0]/2, float64(y)/calibration.FaceScale-cardMM[1]/2
			word := math.Abs(down) < 5 && math.Abs(right) < 20 && math.Mod(right+60, 6) < 2
			ink := color.RGBA{240, 240, 235, 255}
			if word || symbol(math.Abs(right)-17, math.Abs(down)-30) {
				ink = color.RGBA{130, 80, 190, 255}
			}
			img.SetRGBA(x, y, ink)
		}
	}
	return img
}

// TestBacksHalfHiddenAreToldByTheirSymbols: two backs differ by nothing but small symbols, of which two show. What shows looks like the face all
// over, so that they tell it. A third symbol that was never taught is none of the two.
func TestBacksHalfHiddenAreToldByTheirSymbols(t *testing.T) {
	deck := testDeck()
	deck.Backs["discs"], deck.Backs["lenses"] = lettered(disc), lettered(lens)
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	if err := r.Register(deck); err != nil {
		t.Fatal(err)
	}
	for back, symbol := range map[models.Back]func(x, y float64) bool{"discs": disc, "lenses": lens, "": cross} {
		for _, degrees := range []float64{0, 35, 140} {
			q := show(t, pic, lettered(symbol), degrees, [3]float64{1, 1, 1})
			toPx, err := ToCard(q, cardMM)
			if err != nil {
				t.Fatal(err)
			}
			w, h := cardMM[0], cardMM[1]
			pic.cover.add(toPx.Quad(models.Quad{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: -h * .1}, {X: -w, Y: -h * .1}}))
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Back != back {
				t.Errorf("%q at %.0f degrees, of which %.2f show, is read as %v %q", back, degrees, m.Open, m.Observation.Face, m.Observation.Back)
			}
		}
	}
}
