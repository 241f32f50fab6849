package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// TestADigitAtTheEdgeHidesNothing: what differs from the face and reaches the card's edge hides the card if it is as broad as a finger; the
// strokes of another number, which reach the edge where a cut is not exact, do not.
func TestADigitAtTheEdgeHidesNothing(t *testing.T) {
	g := newGrid(cardMM, detailMM)
	seen := func(differs ...image.Rectangle) []bool {
		p := newPatch(g.pixels())
		off := make([]float32, g.pixels())
		for i := range off {
			p.inside[i] = true
			for _, r := range differs {
				if (image.Point{X: i % g.w, Y: i / g.w}).In(r) {
					off[i] = 1
				}
			}
		}
		return beneathNothing(g, p, off)
	}
	open := seen(image.Rect(0, 10, 12, 14), image.Rect(8, 10, 12, 24)) // px of 2/3 mm
	for _, at := range []image.Point{{6, 12}, {10, 20}} {
		if !open[at.Y*g.w+at.X] {
			t.Errorf("the stroke at %v hides the card", at)
		}
	}
	open = seen(image.Rect(0, 40, 25, 56))
	for _, at := range []image.Point{{1, 48}, {20, 48}, {10, 42}} {
		if open[at.Y*g.w+at.X] {
			t.Errorf("the finger at %v does not hide the card", at)
		}
	}
}

// TestTheNumberIsWhereFrontsOfOneColourDiffer: pictures and shadows of digits that differ from colour to colour are no numbers, neither of a
// card that has others of its colour nor of one that has none.
func TestTheNumberIsWhereFrontsOfOneColourDiffer(t *testing.T) {
	red, blue := color.RGBA{R: 200, G: 40, B: 40, A: 255}, color.RGBA{R: 30, G: 80, B: 170, A: 255}
	one := []image.Rectangle{image.Rect(2, 0, 3, 6)}
	seven := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6)}
	pictured := func(face *image.RGBA, c color.RGBA) *image.RGBA {
		return blotted(blotted(face, 29, 72, 12, 1, c), 12, 45, 10, 1, c)
	}
	yellow, green := color.RGBA{R: 250, G: 210, A: 255}, color.RGBA{R: 20, G: 130, B: 60, A: 255}
	r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		{Color: models.Red, Number: 1}:  pictured(drawnFront(red, one...), yellow),
		{Color: models.Red, Number: 7}:  pictured(drawnFront(red, seven...), yellow),
		{Color: models.Blue, Number: 7}: pictured(drawnFront(blue, seven...), green),
	}})
	for i := range r.faces {
		g := r.details[i].grid
		at := func(x, y float64) bool { // mm
			const margin = 1.5
			return r.detailNumbers[i][int((y-margin)/detailMM)*g.w+int((x-margin)/detailMM)]
		}
		if label := r.faces[i].label.Card; !at(34, 50) || at(29, 72) || at(12, 45) {
			t.Errorf("%s: number at its stroke %v, at the pictures %v and %v; want only the first", label, at(34, 50), at(29, 72), at(12, 45))
		}
	}
}
