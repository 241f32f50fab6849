package vision_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/synth"
)

// photographed draws a card alone in a photo: on planks, with its corners at at, in a warm light.
func photographed(t *testing.T, face *image.RGBA, at models.Quad) gocv.Mat {
	t.Helper()
	return photographedOn(t, func(y int) color.RGBA { return color.RGBA{R: uint8(105 + 12*(y/40%3)), G: 75, B: 50} }, face, at)
}

// photographedOn draws it on a ground that has a color in each row. The caller closes the Mat (8-bit BGR).
func photographedOn(t *testing.T, ground func(y int) color.RGBA, face *image.RGBA, at models.Quad) gocv.Mat {
	t.Helper()
	const w, h = 480, 640
	toPx, err := calibration.HomographyOf(calibration.CardRect([2]float64{float64(face.Rect.Dx()), float64(face.Rect.Dy())}), at)
	if err != nil {
		t.Fatal(err)
	}
	toFace := toPx.Inverse()
	img := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	for y := range h {
		for x := range w {
			c := ground(y)
			p := toFace.Apply(models.Point{X: float64(x), Y: float64(y)})
			if at := image.Pt(int(p.X), int(p.Y)); p.X >= 0 && p.Y >= 0 && at.In(face.Rect) {
				c = face.RGBAAt(at.X, at.Y)
			}
			light := 0.95 - 0.2*float64(x)/w
			for i, v := range [3]float64{float64(c.B) * 0.75, float64(c.G) * 0.92, float64(c.R)} {
				img.SetUCharAt(y, 3*x+i, uint8(v*light))
			}
		}
	}
	gocv.GaussianBlur(img, &img, image.Pt(3, 3), 0.8, 0.8, gocv.BorderReplicate)
	return img
}

// TestACardAloneInItsPhotoIsRead takes photos of single cards with a deck of three, a 6 and a 9 of one colour among them:
// nearly all taught cards are read where they lie, none is read as another, and one that was not taught is unknown.
func TestACardAloneInItsPhotoIsRead(t *testing.T) {
	_, whole := table(t, synth.Options{Design: "medal", Table: "oak", Players: 2, Seed: 5, Level: synth.Easy})
	taught := []models.Card{
		{Color: models.Red, Number: 6},
		{Color: models.Red, Number: 9},
		{Color: models.Blue, Number: 3},
	}
	foreign := []models.Card{{Color: models.Red, Number: 4}}
	deck := whole
	deck.Fronts = map[models.Card]*image.RGBA{}
	for _, card := range taught {
		deck.Fronts[card] = whole.Fronts[card]
	}
	eyes := openEyes(t, deck, nil)
	right := 0
	places := []models.Quad{
		{{X: 130, Y: 150}, {X: 330, Y: 120}, {X: 375, Y: 470}, {X: 100, Y: 490}},
		{{X: 350, Y: 500}, {X: 140, Y: 480}, {X: 160, Y: 160}, {X: 320, Y: 170}}, // upside down
	}
	for i, card := range append(taught, foreign...) {
		for _, at := range places {
			img := photographed(t, whole.Fronts[card], at)
			seen, err := eyes.Look(t.Context(), img)
			img.Close()
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range seen {
				switch {
				case o.Face == models.FaceUnknown:
				case o.Face == models.FaceFront && o.Card == card && i < len(taught) && o.Corners.IoU(at) > 0.85:
					right++
				default:
					t.Errorf("%s was read as %v %v at %v", card, o.Card, o.Back, o.Corners)
				}
			}
		}
	}
	if all := 2 * len(taught); right < all-1 || right > all {
		t.Errorf("of %d photos of taught cards %d were read", all, right)
	}
}

// TestACardAloneWithoutAnEdgeIsReadByItsPrint: it lies tilted on a ground of its own color.
func TestACardAloneWithoutAnEdgeIsReadByItsPrint(t *testing.T) {
	_, deck := table(t, synth.Options{Design: "bubbles", Table: "oak", Players: 2, Seed: 5, Level: synth.Easy})
	card := models.Card{Color: models.Green, Number: 4}
	face := deck.Fronts[card]
	deck.Fronts = map[models.Card]*image.RGBA{card: face, {Color: models.Red, Number: 9}: deck.Fronts[models.Card{Color: models.Red, Number: 9}]}
	eyes := openEyes(t, deck, nil)
	at := models.Quad{{X: 140, Y: 190}, {X: 365, Y: 200}, {X: 400, Y: 470}, {X: 60, Y: 450}}
	own := face.RGBAAt(face.Rect.Dx()/2, 3)
	for i := range face.Rect.Dx() * face.Rect.Dy() { // a ground as even as the photo's
		x, y := i%face.Rect.Dx(), i/face.Rect.Dx()
		if c := face.RGBAAt(x, y); math.Abs(float64(c.R)-float64(own.R)) < 40 && math.Abs(float64(c.G)-float64(own.G)) < 40 && math.Abs(float64(c.B)-float64(own.B)) < 40 ||
			min(x, y, face.Rect.Dx()-1-x, face.Rect.Dy()-1-y) < 3 {
			face.SetRGBA(x, y, own)
		}
	}
	img := photographedOn(t, func(int) color.RGBA { return own }, face, at)
	defer img.Close()
	seen, err := eyes.Look(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != 1 || seen[0].Card != card || seen[0].Corners.IoU(at) < 0.85 {
		t.Errorf("seen is %v, want %s at %v", seen, card, at)
	}
}
