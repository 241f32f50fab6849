package vision_test

import (
	"slices"
	"testing"

	"schiri/models"
	"schiri/vision/synth"
)

// TestPinkIsNoRedInGlare: white backs that differ by their ink alone lie spread on a table of which a part is lit more strongly. Pink print
// could be red that a lamp has made pale, but its shade is not: each back is told.
func TestPinkIsNoRedInGlare(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "paper", Table: "felt", Players: 4, Seed: 132004, Level: synth.Normal})
	img, truth := scene.Spread(30)
	defer img.Close()
	seen, err := openEyes(t, deck, nil).Look(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	for _, card := range truth {
		told := func(o models.Observation) bool {
			return o.Face == models.FaceBack && o.Back == card.Back && o.Corners.IoU(card.Corners) > 0.8
		}
		if card.Visible >= 0.7 && !slices.ContainsFunc(seen, told) {
			t.Errorf("the back %s at %.0f is not told", card.Back, card.Corners.Center())
		}
	}
	if len(seen) > len(truth) {
		t.Errorf("%d backs are seen, %d lie there", len(seen), len(truth))
	}
}
