package vision_test

import (
	"testing"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/synth"
)

// TestCardsCorrectThePlane: the plane known is a little tilted against the table, as one that few cards gave. Cards read
// with it have its perspective, and are read again where the plane they agree on has them lie.
func TestCardsCorrectThePlane(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "stripes", Table: "felt", Players: 4, Seed: 33, Level: synth.Easy})
	where := scene.Table()
	eyes := openEyes(t, deck, &where)
	img, cards, err := scene.Still(synth.ModeTable)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	if _, err := eyes.Look(t.Context(), img); err != nil {
		t.Fatal(err)
	}
	if err := eyes.Tilt(calibration.Homography{1, 0, 0, 0, 1, 0, 0.00025, 0.00012, 1}); err != nil {
		t.Fatal(err)
	}
	seen, err := eyes.Look(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, card := range cards {
		if card.Visible < 0.95 || card.Face != models.FaceFront {
			continue
		}
		asked++
		best := 0.0
		for _, o := range seen {
			if o.Face == models.FaceFront && o.Card == card.Card() {
				best = max(best, o.Corners.IoU(card.Corners))
			}
		}
		if best < 0.95 {
			t.Errorf("%v is read at an outline that shares %.2f with the card's", card.Card(), best)
		}
	}
	if asked < 8 {
		t.Errorf("%d fronts lie in full sight", asked)
	}
}
