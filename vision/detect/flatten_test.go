package detect

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// TestFlattenShowsEveryPlaceOfTheTable draws spots where a tilted table is seen through a lens that bends, and finds each in the flat picture
// where it lies on the table.
func TestFlattenShowsEveryPlaceOfTheTable(t *testing.T) {
	const perMM = 0.8
	lens, card := calibration.UsualLens(640, 480), [2]float64{59, 91}
	lens.Strength = -2e-7
	plane := lens.Above(0.9, 30)
	if d := plane.InPicture(plane.OnTable(models.Point{X: 20, Y: 30})).Sub(models.Point{X: 20, Y: 30}).Norm(); d > 1e-6 || plane == calibration.UsualLens(640, 480).Above(0.9, 30) {
		t.Fatalf("the plane is not bent as asked: %g", d)
	}
	img := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	defer img.Close()
	img.SetTo(gocv.Scalar{})
	from := models.Point{X: -4 * card[0], Y: -2 * card[1]}
	rng := rand.New(rand.NewPCG(5, 6))
	var spots []models.Point
	for range 12 {
		on := from.Add(models.Point{X: 40 + 390*rng.Float64(), Y: 40 + 290*rng.Float64()})
		spots = append(spots, on)
		p := plane.InPicture(on)
		gocv.Circle(&img, image.Pt(int(p.X+.5), int(p.Y+.5)), 2, color.RGBA{255, 255, 255, 0}, -1)
	}
	flat := Flatten(img, plane, from, perMM, image.Pt(400, 300))
	defer flat.Close()
	for _, on := range spots {
		at := on.Sub(from).Mul(perMM)
		if v := flat.GetVecbAt(int(at.Y+.5), int(at.X+.5)); v[0] < 100 {
			t.Errorf("nothing is seen at %v on the table: %v", on, v)
		}
	}
}
