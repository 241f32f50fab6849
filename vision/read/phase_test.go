package read

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

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
