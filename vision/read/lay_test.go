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

// TestOverexposedPrintIsAsLikeTheFaceAsItCanBe: of a card in glare most of the ground is overexposed in one channel or more; it may be as bright
// as the face would be, but what is dark there on the face is not like it.
func TestOverexposedPrintIsAsLikeTheFaceAsItCanBe(t *testing.T) {
	face := newRaster(drawnFront(color.RGBA{R: 200, G: 150, B: 40, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6)), newGrid(cardMM, fineMM))
	l := newLamp(face.grid, nil)
	l.haze[0] = 90
	l.spread()
	all, seen := make([]bool, face.pixels()), newPatch(face.pixels())
	for i := range all {
		all[i] = true
	}
	for k, v := range face.v {
		seen.v[k] = min(l.looks(v, k%3, k/3), 255)
	}
	if like := l.likeness(&face, seen, all); like < 0.99 {
		t.Errorf("overexposed, the face is like itself by %.3f", like)
	}
	dark, n := 0, 0
	for i := range all {
		if c := face.v[3*i:][:3]; c[0] < 100 { // the blue of the ground
			if n++; n%2 == 0 {
				copy(seen.v[3*i:], []float32{255, 255, 255})
				dark++
			}
		}
	}
	if like := l.likeness(&face, seen, all); like > 0.9 {
		t.Errorf("with %d of %d dark pixels white, it is like the face by %.3f", dark, n, like)
	}
}
