package read

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// pipped draws a face with pips in rows 13 mm apart, so many in each, as on dice, and a small sign in two corners, of 3 mm squares, that
// stands for the number.
func pipped(ground color.RGBA, number int, rows ...int) *image.RGBA {
	const pitch, radius, side = 13.0, 3.5, 3.0 // mm
	img := numbered(ground, 0)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			mm := models.Point{X: float64(x)/calibration.FaceScale - cardMM[0]/2, Y: float64(y)/calibration.FaceScale - cardMM[1]/2}
			corner := mm.Add(models.Point{X: cardMM[0]/2 - 6, Y: cardMM[1]/2 - 6})
			if y > img.Rect.Dy()/2 {
				corner = models.Point{X: cardMM[0]/2 - 6, Y: cardMM[1]/2 - 6}.Sub(mm)
			}
			if bit := int(corner.X / side); corner.X >= 0 && corner.Y >= 0 && bit < 4 && corner.Y < 2*side && number>>bit&1 != int(corner.Y/side) {
				img.SetRGBA(x, y, color.RGBA{250, 250, 245, 255})
			}
			for row, pips := range rows {
				for pip := range pips {
					at := models.Point{X: (float64(pip) - float64(pips-1)/2) * pitch, Y: (float64(row) - float64(len(rows)-1)/2) * pitch}
					if mm.Sub(at).Norm() < radius {
						img.SetRGBA(x, y, color.RGBA{250, 250, 245, 255})
					}
				}
			}
		}
	}
	return img
}

// underHand has a face lie before the camera in pic, all below a row of the picture under a hand, and tells where.
func underHand(t *testing.T, pic *Picture, face *image.RGBA, fingers int) models.Quad {
	t.Helper()
	img, q := seen(t, face, 0, [3]float64{1, 1, 1})
	defer img.Close()
	gocv.Rectangle(&img, image.Rect(150, fingers, 250, 300), color.RGBA{176, 130, 100, 255}, -1)
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	return q
}

// TestWhatAHandLeavesOfRowsIsNoOtherCard: a hand lies on cards with pips in rows up to the middle and a little more or less. Looked for a row
// of pips off, what shows of a 7 is like a 5 there, and of an 8 like a 6. No card is read as another.
func TestWhatAHandLeavesOfRowsIsNoOtherCard(t *testing.T) {
	deck := calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{}}
	for c, ground := range grounds() {
		for i, rows := range [][]int{{1}, {1, 1}, {1, 1, 1}, {2, 2}, {2, 1, 2}, {2, 2, 2}, {2, 2, 1, 2}, {2, 2, 2, 2}, {3, 3, 3}, {2, 3, 2, 3}} {
			deck.Fronts[models.Card{Color: c, Number: i + 1}] = pipped(ground, i+1, rows...)
		}
	}
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	right := 0
	for card, face := range deck.Fronts {
		if card.Number < 4 { // whose pips a hand may hide all
			continue
		}
		for _, fingers := range [...]int{145, 160, 175} { // px at which they end; the card's middle lies at 150
			q := underHand(t, pic, face, fingers)
			for _, off := range [...]float64{-17, -9, 0, 9} { // px; a row is 17 apart from the next
				place := q
				for i := range place {
					place[i] = place[i].Add(models.Point{Y: off})
				}
				for name, read := range map[string]func(*Picture, models.Quad) (Match, error){"as it lies": r.Read, "under the hand": r.ReadUnder} {
					m, err := read(pic, place)
					if err != nil {
						t.Fatal(err)
					}
					if rightly(t, m, card, fmt.Sprintf("with fingers to %d, looked for %.0f px off %s,", fingers, off, name)) {
						right++
					}
				}
			}
		}
	}
	if right < 15 {
		t.Errorf("%d readings were right; want 15", right)
	}
}

// TestWhatFitsBetterBesideIsMoreAlike: a face beside the place takes over only where its pattern is more like what is seen, and by more than
// less of the card is.
func TestWhatFitsBetterBesideIsMoreAlike(t *testing.T) {
	here := Match{Likeness: 0.86, Seen: 0.6}
	for name, c := range map[string]struct {
		like, seen float64
		face       int
		outfits    bool
	}{
		"more alike, more seen":          {0.97, 0.62, 1, true},
		"more alike, a little less seen": {0.97, 0.55, 1, true},
		"hardly more alike, less seen":   {0.88, 0.55, 1, false},
		"far more alike, far less seen":  {0.99, 0.47, 1, false},
		"less alike, more seen":          {0.84, 0.75, 1, false},
		"the same face, better in place": {0.97, 0.62, 0, false},
	} {
		other := Match{Likeness: c.like, Seen: c.seen, fit: fitted{candidate: candidate{face: c.face}}}
		if got := other.outfits(here); got != c.outfits {
			t.Errorf("%s: takes over is %v; want %v", name, got, c.outfits)
		}
	}
}
