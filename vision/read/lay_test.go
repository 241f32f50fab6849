package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/models"
)

// TestAFaceStaysNearItsOutlineUnderAThumb: of a card with little print of its own a thumb hides a part; the face laid over it fits the
// card, not the thumb, which has most of the contrast that is seen.
func TestAFaceStaysNearItsOutlineUnderAThumb(t *testing.T) {
	grey := color.RGBA{R: 190, G: 185, B: 150, A: 255}
	face := cornerFront(grey, image.Rect(0, 0, 3, 1), image.Rect(0, 1, 1, 3), image.Rect(0, 3, 3, 4))
	at := models.Quad{{X: 130, Y: 90}, {X: 300, Y: 110}, {X: 320, Y: 400}, {X: 110, Y: 390}}
	for _, y := range []int{20, 60, 100} {
		pic := photoOf(t, thumbed(face, y, 45), at)
		coarse, fine := newRaster(face, newGrid(cardMM, coarseMM)), newRaster(face, newGrid(cardMM, fineMM))
		about := at
		for i, by := range [4]models.Point{{X: 3, Y: -3}, {X: -3, Y: -3}, {X: 3, Y: 3}, {X: 3, Y: -3}} {
			about[i] = about[i].Add(by)
		}
		toPx, err := ToCard(about, cardMM)
		if err != nil {
			t.Fatal(err)
		}
		f := lay(pic, &coarse, laid{place: bowed{toPx: toPx}}, []float32{loose, loose / 2}, newPatch(coarse.pixels()))
		f = lay(pic, &fine, f, []float32{loose, tolerance}, newPatch(fine.pixels()))
		if same := f.outline(cardMM).IoU(at); same < 0.95 {
			t.Errorf("with a thumb %d px down the side the face is laid where IoU with the card is %.2f", y, same)
		}
	}
}
