package learn

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// bandedSheet draws rows of ten cards with bands across them, which have the table's colour and begin and end so many pixels from a
// card's top, of 150, and writes it and the table without them.
func bandedSheet(t *testing.T, rows int, bands ...[2]int) (sheet, table string) {
	t.Helper()
	red, band, ivory, ink := color.RGBA{150, 30, 34, 0}, color.RGBA{152, 32, 36, 0}, color.RGBA{240, 226, 200, 0}, color.RGBA{60, 60, 70, 0}
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(red.B), float64(red.G), float64(red.R), 0), 1080, 1920, gocv.MatTypeCV8UC3)
	defer img.Close()
	dir := t.TempDir()
	sheet, table = filepath.Join(dir, "fronts.png"), filepath.Join(dir, "empty.png")
	if !gocv.IMWrite(table, img) {
		t.Fatal("cannot write the photo")
	}
	for i := range rows * models.MaxNumber {
		at := image.Pt(400+110*(i%models.MaxNumber), 220+170*(i/models.MaxNumber))
		box := func(x, y, w, h int, c color.RGBA) {
			gocv.Rectangle(&img, image.Rect(at.X+x, at.Y+y, at.X+x+w, at.Y+y+h), c, -1)
		}
		box(0, 0, 97, 150, ivory)
		for _, b := range bands {
			box(0, b[0], 97, b[1]-b[0], band)
		}
		for k := range i%models.MaxNumber + 1 {
			box(8+8*k, 14, 4, 26, ink)
			box(8+8*k, 110, 4, 26, ink)
		}
	}
	gocv.GaussianBlur(img, &img, image.Pt(5, 5), 1, 1, gocv.BorderReplicate)
	if !gocv.IMWrite(sheet, img) {
		t.Fatal("cannot write the photo")
	}
	return sheet, table
}

// TestHalvesOfCardsAreNoCards: the band across each card's middle has the colour of the table, so that the halves have outlines, and
// these are nearly of a card's shape, seen aslant.
func TestHalvesOfCardsAreNoCards(t *testing.T) {
	sheet, table := bandedSheet(t, 4, [2]int{54, 96})
	rows, err := Rows(sheet, table, 4, [2]float64{59, 91})
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows were found: %v", len(rows), err)
	}
}

// TestThirdsOfCardsAreNoCards: two bands across each card part it in three, all alike and in whole rows of ten; a deck has no more than
// four.
func TestThirdsOfCardsAreNoCards(t *testing.T) {
	sheet, table := bandedSheet(t, 4, [2]int{42, 54}, [2]int{96, 108})
	rows, err := Rows(sheet, table, 4, [2]float64{59, 91})
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows were found: %v", len(rows), err)
	}
}
