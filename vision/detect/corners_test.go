package detect

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// A card of which another thing hides a third is proposed where it lies, whether it is known
// that the rest is hidden or not, and nothing is proposed on the bare cloth.
func TestCornersOfACardPartlyHidden(t *testing.T) {
	img, truth := laid(t, color.RGBA{30, 110, 50, 255}, color.RGBA{240, 200, 20, 255}, [][3]float64{{300, 200, 8}})
	defer img.Close()
	gocv.Rectangle(&img, image.Rect(240, 130, 290, 280), color.RGBA{20, 40, 160, 255}, -1)
	f := NewFinder()
	defer f.Close()
	flat := calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1})
	for name, covered := range map[string]func(models.Point) bool{
		"nothing covered":  func(models.Point) bool { return false },
		"the rest covered": func(p models.Point) bool { return p.X < 292 },
	} {
		found := false
		for _, p := range f.Slopes(img).Corners(flat, [2]float64{59, 91}, covered, 20) {
			if p.Outline.IoU(truth[0]) > 0.9 {
				found = true
				if b := p.Beside(func(p models.Point) bool { return p.X < 292 }); b.Edge != p.Edge || b.Edge < 0.95*b.Open {
					t.Errorf("%s: beside what hides a third %.0f of %.0f mm of its sides show", name, b.Edge, b.Open)
				}
			}
			if p.Outline.Center().Sub(truth[0].Center()).Norm() > 120 {
				t.Errorf("%s: a card was proposed on the bare cloth at %v", name, p.Outline)
			}
		}
		if !found {
			t.Errorf("%s: the card was not proposed", name)
		}
	}
}

// wantProposed looks for a card, of which nothing is covered by one known, among the places proposed on a table of 1 px a millimetre.
func wantProposed(t *testing.T, img gocv.Mat, card models.Quad) {
	t.Helper()
	f := NewFinder()
	defer f.Close()
	flat := calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1})
	for _, p := range f.Slopes(img).Corners(flat, [2]float64{59, 91}, func(models.Point) bool { return false }, 20) {
		if p.Outline.IoU(card) > 0.9 {
			return
		}
	}
	t.Error("the card was not proposed")
}

// TestACardOnANewspaperIsProposed: edges of black print lie all over the table and run into the card's, which differs from it by having a colour.
func TestACardOnANewspaperIsProposed(t *testing.T) {
	img, truth := laid(t, color.RGBA{215, 210, 200, 255}, color.RGBA{215, 210, 200, 255}, [][3]float64{{300, 200, 8}})
	defer img.Close()
	for y := 4; y < img.Rows(); y += 8 {
		for x := 3 + y%5; x < img.Cols(); x += 11 {
			gocv.Rectangle(&img, image.Rect(x, y, x+3+(x*y)%6, y+4), color.RGBA{40, 40, 45, 255}, -1)
		}
	}
	corners := make([]image.Point, 4)
	for i, p := range truth[0] {
		corners[i] = image.Pt(int(p.X+.5), int(p.Y+.5))
	}
	outline := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer outline.Close()
	gocv.FillPoly(&img, outline, color.RGBA{205, 60, 70, 255})
	wantProposed(t, img, truth[0])
}

// TestACardOfWhichNoCornerShows: discs lie on all four corners of a card; the sides between them tell where these are.
func TestACardOfWhichNoCornerShows(t *testing.T) {
	img, truth := laid(t, color.RGBA{30, 110, 50, 255}, color.RGBA{240, 200, 20, 255}, [][3]float64{{300, 200, 8}})
	defer img.Close()
	for _, p := range truth[0] {
		gocv.Circle(&img, image.Pt(int(p.X+.5), int(p.Y+.5)), 15, color.RGBA{20, 40, 160, 255}, -1)
	}
	wantProposed(t, img, truth[0])
}

// TestACardInBandsIsProposed: bands that hardly stand out from the table cut a card with round corners into pieces. Of its long sides no
// straight run is long, and none of either end is as long as a card is wide; the bands' own are.
func TestACardInBandsIsProposed(t *testing.T) {
	table, band := color.RGBA{204, 198, 190, 255}, color.RGBA{190, 196, 200, 255}
	img, truth := laid(t, table, color.RGBA{70, 20, 26, 255}, [][3]float64{{300, 200, 8}})
	defer img.Close()
	q := truth[0]
	across, down := q[1].Sub(q[0]).Mul(1/59.0), q[3].Sub(q[0]).Mul(1/91.0)
	fill := func(c color.RGBA, corners ...models.Point) { // in mm from the card's first corner
		var px []image.Point
		for _, p := range corners {
			at := q[0].Add(across.Mul(p.X)).Add(down.Mul(p.Y))
			px = append(px, image.Pt(int(at.X+.5), int(at.Y+.5)))
		}
		outline := gocv.NewPointsVectorFromPoints([][]image.Point{px})
		defer outline.Close()
		gocv.FillPoly(&img, outline, c)
	}
	for _, y := range []float64{10, 40, 70} {
		fill(band, models.Point{Y: y}, models.Point{X: 59, Y: y}, models.Point{X: 59, Y: y + 12}, models.Point{Y: y + 12})
	}
	for _, c := range []models.Point{{}, {X: 59}, {X: 59, Y: 91}, {Y: 91}} {
		inward := models.Point{X: math.Copysign(5, 29-c.X), Y: math.Copysign(5, 45-c.Y)}
		fill(table, c, c.Add(models.Point{X: inward.X}), c.Add(models.Point{Y: inward.Y}))
	}
	wantProposed(t, img, q)
}
