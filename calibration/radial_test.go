package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"schiri/models"
)

// TestRadialThereAndBack: what a lens bends is found again, at strengths beyond any webcam's; a barrel draws the corners in.
func TestRadialThereAndBack(t *testing.T) {
	for name, strength := range map[string]float64{"ideal": 0, "barrel": -1.5e-7, "pincushion": 1.5e-7} {
		r := Radial{models.Point{X: 640, Y: 360}, strength}
		for _, p := range []models.Point{{X: 640, Y: 360}, {X: 700, Y: 300}, {}, {X: 1280, Y: 720}} {
			if d := r.Seen(r.Ideal(p)).Sub(p).Norm(); d > 1e-6 {
				t.Errorf("%s: %v is seen %g px from where it was", name, p, d)
			}
		}
		inward := r.Seen(models.Point{}).X
		if inward*strength > 0 || strength != 0 && math.Abs(inward) < 5 {
			t.Errorf("%s: the corner is moved by %.1f px to the right", name, inward)
		}
	}
	far := Radial{Strength: 1e-6}.Seen(models.Point{X: 1e6})
	if math.IsNaN(far.X) || math.IsInf(far.X, 0) {
		t.Errorf("what the lens shows nowhere is seen at %v", far)
	}
}

// TestFitLens bends the picture of scattered cards and finds by how much, though their corners are shaken.
func TestFitLens(t *testing.T) {
	for _, strength := range []float64{-7e-8, 0, 4e-8} {
		rng := rand.New(rand.NewPCG(3, 4))
		lens, card := UsualLens(1280, 720), [2]float64{59, 91}
		truth := tilted()
		truth.lens = Radial{lens.Middle, strength}
		quads := scatter(truth, 25, 0.3, rng)
		flat, in, err := FitPlane(quads, card, lens)
		if err != nil || len(in) < 25 {
			t.Fatalf("strength %g: %d of 25 cards lie on the flat plane: %v", strength, len(in), err)
		}
		plane := FitLens(flat, quads, card, lens)
		if got := plane.lens.Strength; math.Abs(got-strength) > 1e-8 {
			t.Errorf("a lens that bends by %g is said to bend by %g", strength, got)
		}
		for i, q := range scatter(truth, 30, 0, rng) {
			if d, _ := plane.Misfit(q, card); d > 0.15 {
				t.Errorf("strength %g: card %d lies %.2f mm off", strength, i, d)
			}
		}
		part := plane.Part(models.Point{X: 300, Y: 200})
		p := models.Point{X: 400, Y: 500}
		if d := part.OnTable(p.Sub(models.Point{X: 300, Y: 200})).Sub(plane.OnTable(p)).Norm(); d > 1e-6 {
			t.Errorf("a place in a part of the picture lies %g mm from where it does in the whole", d)
		}
	}
}
