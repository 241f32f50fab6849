package read

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// TestMendTakesAThumbOffALearntFace: a thumb that reaches over the card's edge and its number in all photos of it is taken off by what the other
// half of the card and another card of its color show, but not the number, though they differ in that; the other card stays as it is.
func TestMendTakesAThumbOffALearntFace(t *testing.T) {
	red, skin := color.RGBA{R: 200, G: 40, B: 40, A: 255}, color.RGBA{R: 120, G: 80, B: 60, A: 255}
	clean := drawnFront(red, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	mate := drawnFront(red, image.Rect(0, 0, 1, 3), image.Rect(0, 3, 4, 4), image.Rect(2, 2, 3, 6))
	thumbed := blotted(clean, 0, 0, 1, 0, skin)
	for y := 50; y < 74; y++ {
		for x := range 36 {
			thumbed.SetRGBA(x, y, skin)
		}
	}
	got, err := Mend([]*image.RGBA{thumbed, mate}, cardMM)
	if err != nil {
		t.Fatal(err)
	}
	off := func(a, b *image.RGBA, of image.Rectangle) (share float64) {
		for y := of.Min.Y; y < of.Max.Y; y++ {
			for x := of.Min.X; x < of.Max.X; x++ {
				if math.Abs(float64(a.RGBAAt(x, y).G)-float64(b.RGBAAt(x, y).G)) > 40 {
					share += 1 / float64(of.Dx()*of.Dy())
				}
			}
		}
		return share
	}
	if share := off(got[0], clean, image.Rect(0, 46, 34, 78)); share > 0.2 { // the seams are soft
		t.Errorf("%.2f of what the thumb lay on is not as printed", share)
	}
	number := image.Rect(40, 48, 56, 88)
	if share := off(got[0], clean, number); share > 0.05 {
		t.Errorf("%.2f of the number is not as printed", share)
	}
	if share := off(got[1], mate, mate.Rect); share > 0.01 {
		t.Errorf("%.2f of the card on which nothing lay was changed", share)
	}
}
