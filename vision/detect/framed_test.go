package detect

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// TestFramedFindsACardPartlyUnderAFinger: a finger hides a corner and a part of two sides, and lines of a table run by.
func TestFramedFindsACardPartlyUnderAFinger(t *testing.T) {
	img := planks()
	defer img.Close()
	corners := []image.Point{{140, 160}, {310, 150}, {345, 420}, {120, 430}}
	fill := func(pts []image.Point, c color.RGBA) {
		v := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
		defer v.Close()
		gocv.FillPoly(&img, v, c)
	}
	fill(corners, color.RGBA{R: 235, G: 235, B: 230})
	gocv.Ellipse(&img, image.Pt(345, 420), image.Pt(40, 85), 30, 0, 360, color.RGBA{R: 215, G: 165, B: 140}, -1)
	var want models.Quad
	for i, p := range corners {
		want[i] = models.Point{X: float64(p.X), Y: float64(p.Y)}
	}
	f := NewFinder()
	defer f.Close()
	const most = 10
	got := f.outlinesFramed(img, [2]float64{59, 91}, most)
	if len(got) > most {
		t.Errorf("%d outlines, asked for at most %d", len(got), most)
	}
	if !slices.ContainsFunc(got, func(q models.Quad) bool { return q.IoU(want) > 0.93 }) {
		t.Errorf("none of %d outlines is the card's: %v", len(got), got)
	}
}

// TestFramedCompletesACardOfWhichThreeSidesShow: of the fourth side fingers leave bits too short for a line.
func TestFramedCompletesACardOfWhichThreeSidesShow(t *testing.T) {
	img := planks()
	defer img.Close()
	want := models.Quad{{X: 150, Y: 150}, {X: 330, Y: 150}, {X: 330, Y: 428}, {X: 150, Y: 428}}
	gocv.Rectangle(&img, image.Rect(150, 150, 330, 428), color.RGBA{R: 235, G: 235, B: 230}, -1)
	for x := 150; x < 330; x += 40 {
		gocv.Ellipse(&img, image.Pt(x+10, 445), image.Pt(12, 40), 0, 0, 360, color.RGBA{R: 215, G: 165, B: 140}, -1)
	}
	f := NewFinder()
	defer f.Close()
	if got := f.outlinesFramed(img, [2]float64{59, 91}, 10); !slices.ContainsFunc(got, func(q models.Quad) bool { return q.IoU(want) > 0.93 }) {
		t.Errorf("none of %d outlines is the card's: %v", len(got), got)
	}
}

// TestFramedFindsACardOnAStripedCloth: many stripes run by, most longer than a side of the card.
func TestFramedFindsACardOnAStripedCloth(t *testing.T) {
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(170, 175, 175, 0), 640, 480, gocv.MatTypeCV8UC3)
	defer img.Close()
	for y := 4; y < 640; y += 30 {
		gocv.Line(&img, image.Pt(0, y), image.Pt(480, y), color.RGBA{R: 150, G: 145, B: 155}, 8)
	}
	want := models.Quad{{X: 150, Y: 170}, {X: 300, Y: 140}, {X: 345, Y: 370}, {X: 195, Y: 400}}
	var corners []image.Point
	for _, c := range want {
		corners = append(corners, image.Pt(int(c.X), int(c.Y)))
	}
	card := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer card.Close()
	gocv.FillPoly(&img, card, color.RGBA{R: 235, G: 235, B: 230})
	f := NewFinder()
	defer f.Close()
	if got := f.outlinesFramed(img, [2]float64{59, 91}, 10); !slices.ContainsFunc(got, func(q models.Quad) bool { return q.IoU(want) > 0.93 }) {
		t.Errorf("none of %d outlines is the card's: %v", len(got), got)
	}
}

// TestFramedProposesNothingOnABareTable: parallel lines are no card.
func TestFramedProposesNothingOnABareTable(t *testing.T) {
	img := planks()
	defer img.Close()
	f := NewFinder()
	defer f.Close()
	if got := f.outlinesFramed(img, [2]float64{59, 91}, 10); len(got) > 0 {
		t.Errorf("a table without a card has the outlines %v", got)
	}
}

// planks is a bare table with parallel lines on it; the caller closes it.
func planks() gocv.Mat {
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(70, 95, 120, 0), 640, 480, gocv.MatTypeCV8UC3)
	for y := 40; y < 640; y += 110 {
		gocv.Line(&img, image.Pt(0, y), image.Pt(480, y+25), color.RGBA{R: 100, G: 80, B: 55}, 3)
	}
	return img
}
