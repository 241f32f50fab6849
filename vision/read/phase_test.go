package read

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// finelyLined is a dark back of fine, pale lines, aslant, with a plate in its middle on which there is something printed.
func finelyLined(ground, ink color.RGBA) *image.RGBA {
	img := image.NewRGBA(numbered(ground, 0).Rect)
	size := img.Rect.Size()
	mix := func(a, b uint8) uint8 { return uint8((3*int(a) + 2*int(b)) / 5) }
	pale := color.RGBA{mix(ground.R, ink.R), mix(ground.G, ink.G), mix(ground.B, ink.B), 255}
	plate := image.Rect(size.X/5, size.Y*2/5, size.X*4/5, size.Y*3/5)
	for y := range size.Y {
		for x := range size.X {
			c := ground
			at := image.Pt(x, y)
			line := (2*x+y)%14 < 5
			rim := at.In(plate) && !at.In(plate.Inset(2))
			letter := at.In(plate.Inset(8)) && (x-plate.Min.X)*3/plate.Dx() != 1 && (x+y/3)%9 < 5
			switch {
			case rim || letter:
				c = ink
			case line && !at.In(plate):
				c = pale
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// TestFineLinesAreLaidUponEachOther: backs are printed with fine lines, between which a place a little off may come to rest.
func TestFineLinesAreLaidUponEachOther(t *testing.T) {
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{
		"amber": finelyLined(color.RGBA{50, 32, 4, 255}, color.RGBA{190, 140, 60, 255}),
		"ice":   finelyLined(color.RGBA{10, 24, 60, 255}, color.RGBA{120, 160, 200, 255}),
		"rose":  finelyLined(color.RGBA{48, 10, 30, 255}, color.RGBA{200, 110, 140, 255}),
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for back, face := range deck.Backs {
		for _, degrees := range []float64{8, 100, 215} {
			for _, off := range []models.Point{{}, {X: 2}, {X: -1.2, Y: 1.2}} { // px, of 1.3 a millimetre
				img, q := seen(t, face, degrees, [3]float64{1, 1, 1})
				gocv.GaussianBlur(img, &img, image.Pt(5, 5), .7, .7, gocv.BorderReplicate)
				err := pic.Set(img)
				img.Close()
				if err != nil {
					t.Fatal(err)
				}
				for i := range q {
					q[i] = q[i].Add(off)
				}
				m, err := r.Read(pic, q)
				if err != nil {
					t.Fatal(err)
				}
				if m.Observation.Back != back {
					t.Errorf("%s turned by %.0f degrees, sought %.1f px off, was read as %q (likeness %.2f)", back, degrees, off.Norm(), m.Observation.Back, m.Likeness)
				}
			}
		}
	}
}

// ringed is a back of faint rings, 5 mm apart, about a disc.
func ringed(ground, ink color.RGBA) *image.RGBA {
	img := image.NewRGBA(numbered(ground, 0).Rect)
	size := img.Rect.Size()
	for y := range size.Y {
		for x := range size.X {
			out := math.Hypot(float64(x)-float64(size.X)/2, float64(y)-float64(size.Y)/2) / calibration.FaceScale
			share := 0.2 * (1 + math.Cos(out*2*math.Pi/5))
			if out < 8 {
				share = 1
			}
			mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a))) }
			img.SetRGBA(x, y, color.RGBA{mix(ground.R, ink.R), mix(ground.G, ink.G), mix(ground.B, ink.B), 255})
		}
	}
	return img
}

// TestAFaceStuckBetweenRingsIsLaidAnew: on the coarse raster it is all but the same a little off, and finely it comes to rest there.
func TestAFaceStuckBetweenRingsIsLaidAnew(t *testing.T) {
	deck := testDeck()
	face := ringed(color.RGBA{60, 110, 160, 255}, color.RGBA{130, 170, 210, 255})
	deck.Backs = map[models.Back]*image.RGBA{"rings": face}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	q := show(t, pic, face, 20, [3]float64{1, 1, 1})
	toPx, err := ToCard(q, cardMM)
	if err != nil {
		t.Fatal(err)
	}
	rings := len(r.faces) - 1
	if r.faces[rings].label.Back != "rings" || r.faces[rings].lined() {
		t.Fatalf("%v is no back of rings that show on the coarse raster, too", r.faces[rings].label)
	}
	for name, off := range map[string]calibration.Homography{
		"larger": {1.04, 0, 0, 0, 1.04, 0, 0, 0, 1}, "smaller": {0.96, 0, 0, 0, 0.96, 0, 0, 0, 1}, "turned": {1, 0.04, 2, -0.04, 1, -1, 0, 0, 1},
	} {
		at := toPx.Mul(off)
		f := r.fitCoarsely(pic, at, candidate{rings, false, 0.97})
		if stuck := r.likeness(r.refit(pic, f.toPx, f.candidate)); stuck > 0.5 {
			t.Fatalf("%s: the face does not come to rest between the rings, it is alike by %.2f", name, stuck)
		}
		if like := r.likeness(r.refitInPhase(pic, at, f)); like < 0.95 {
			t.Errorf("%s: laid anew the face is alike by %.2f", name, like)
		}
	}
}
