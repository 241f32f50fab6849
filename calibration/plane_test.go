package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"schiri/models"
)

// tilted is a table seen at 25 degrees from 700 mm by the usual lens, a little turned.
func tilted() Plane {
	lens := UsualLens(1280, 720)
	camera := Homography{lens.Focal, 0, lens.Middle.X, 0, lens.Focal, lens.Middle.Y, 0, 0, 1}
	s, c := math.Sincos(25 * math.Pi / 180)
	// The columns are the table's axes and its middle in the camera's coordinates.
	pose := Homography{0.99, 0.14, -640, -0.14 * c, 0.99 * c, -380, -0.14 * s, 0.99 * s, 700}
	return NewPlane(camera.Mul(pose).Inverse())
}

// scatter lays n cards anywhere on the plane, in pixels, corners shaken by up to shake pixels.
func scatter(p Plane, n int, shake float64, rng *rand.Rand) []models.Quad {
	out := make([]models.Quad, n)
	for i := range out {
		at := models.Point{X: 150 + 700*rng.Float64(), Y: 180 + 400*rng.Float64()}
		s, c := math.Sincos(rng.Float64() * 2 * math.Pi)
		for k, corner := range CardRect([2]float64{59, 91}) {
			px := p.InPicture(at.Add(models.Point{X: c*corner.X - s*corner.Y, Y: s*corner.X + c*corner.Y}))
			out[i][k] = px.Add(models.Point{X: shake * (rng.Float64() - .5), Y: shake * (rng.Float64() - .5)})
		}
	}
	return out
}

func TestFitPlaneFromCardsAmongClutter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	truth := tilted()
	quads := scatter(truth, 12, 1.5, rng)
	for range 8 {
		x, y, k := 1000*rng.Float64(), 700*rng.Float64(), 20+300*rng.Float64()
		quads = append(quads, models.Quad{{X: x, Y: y}, {X: x + k, Y: y + 9}, {X: x + k, Y: y + k}, {X: x, Y: y + k}})
	}
	plane, in, err := FitPlane(quads, [2]float64{59, 91}, UsualLens(1280, 720))
	if err != nil || len(in) < 12 {
		t.Fatalf("found %d of 12 cards: %v", len(in), err)
	}
	for i, q := range scatter(truth, 30, 0, rng) {
		if d, _ := plane.Misfit(q, [2]float64{59, 91}); d > 1.5 {
			t.Errorf("card %d lies %.2f mm off on the fitted plane", i, d)
		}
	}
}

// TestFitPlaneHeedsWhatElseIsKnown: many cards in one corner, their corners off by the camera's grain, agree on planes on which the few
// elsewhere do not lie. A plane that is about right is refined by all.
func TestFitPlaneHeedsWhatElseIsKnown(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lens, card := UsualLens(1280, 720), [2]float64{59, 91}
	truth, about := lens.Above(0.85, 35), lens.Above(0.8, 30)
	lay := func(x, y, shake float64) (q models.Quad) {
		for k, corner := range CardRect(card) {
			q[k] = truth.InPicture(corner.Add(models.Point{X: x, Y: y})).Add(models.Point{X: shake * (rng.Float64() - .5), Y: shake * (rng.Float64() - .5)})
		}
		return q
	}
	var quads []models.Quad
	for i := range 8 { // two readings of each of four cards side by side
		quads = append(quads, lay(-150+70*float64(i%4), 200, 2))
	}
	for x := -300.0; x <= 300; x += 150 {
		quads = append(quads, lay(x, -500, 0))
	}
	plane, in, err := FitPlane(quads, card, lens, about)
	if err != nil || len(in) != len(quads) {
		t.Fatalf("%d of %d cards lie on the plane: %v", len(in), len(quads), err)
	}
	for x := -300.0; x <= 300; x += 100 {
		if d, _ := plane.Misfit(lay(x, -300, 0), card); d > 2 {
			t.Errorf("a card at %.0f lies %.2f mm off on the fitted plane", x, d)
		}
	}
}

func TestFitPlaneWithoutQuadsFails(t *testing.T) {
	if _, _, err := FitPlane(nil, [2]float64{59, 91}, UsualLens(1280, 720)); err == nil {
		t.Fatal("a plane was made from nothing")
	}
}

func TestHomographyInverse(t *testing.T) {
	h := tilted().toPx
	p := models.Point{X: 333, Y: 111}
	if d := h.Inverse().Apply(h.Apply(p)).Sub(p).Norm(); d > 1e-6 {
		t.Errorf("there and back is %g mm off", d)
	}
}

// TestFitPlaneFromCardsFarApart: of a table seen at 35 degrees no two cards look equally large, so that none agrees with another as long as perspective
// is left out, while squares of a cloth beside each other do.
func TestFitPlaneFromCardsFarApart(t *testing.T) {
	lens, card := UsualLens(1280, 720), [2]float64{59, 91}
	truth := lens.Above(0.85, 40)
	var quads, cards []models.Quad
	for i, y := range []float64{-420, -240, -110, 0, 100, 190, 270} {
		s, c := math.Sincos(0.5 + float64(i))
		var q models.Quad
		for k, corner := range CardAbout(card) {
			q[k] = truth.InPicture(models.Point{X: float64(i%3)*300 - 300 + c*corner.X - s*corner.Y, Y: y + s*corner.X + c*corner.Y})
		}
		cards = append(cards, q)
	}
	for i := range 4 {
		x := 20 + 45*float64(i)
		quads = append(quads, models.Quad{{X: x, Y: 10}, {X: x + 44, Y: 10}, {X: x + 44, Y: 78}, {X: x, Y: 78}})
	}
	plane, in, err := FitPlane(append(quads, cards...), card, lens)
	if err != nil || len(in) < len(cards) {
		t.Errorf("%d outlines agree on the plane, of %d cards: %v", len(in), len(cards), err)
	}
	for i, q := range cards {
		if d, _ := plane.Misfit(q, card); d > 1 {
			t.Errorf("card %d lies %.2f mm off", i, d)
		}
	}
}

// TestATiltedCardTellsTheTable: of the planes proposed by one card seen aslant, one is the table's.
func TestATiltedCardTellsTheTable(t *testing.T) {
	lens, card := UsualLens(1280, 720), [2]float64{59, 91}
	for _, degrees := range []float64{20, 30, 40} {
		truth := lens.Above(1.2, degrees)
		at := func(x, y float64) (q models.Quad) {
			for i, p := range CardAbout(card) {
				q[i] = truth.InPicture(p.Add(models.Point{X: x, Y: y}))
			}
			return q
		}
		best := math.Inf(1)
		for _, p := range proposed(at(200, -150), card, lens) {
			d, _ := p.Misfit(at(-200, 200), card)
			best = min(best, math.Abs(lens.Tilt(p)-degrees)+d)
		}
		if best > 0.5 {
			t.Errorf("at %.0f degrees, the plane nearest to the table's is %.2f degrees and millimetres off", degrees, best)
		}
	}
}
