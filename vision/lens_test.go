package vision_test

import (
	"testing"

	"schiri/vision/synth"
)

// TestCardsTellHowTheLensBends: a scene is drawn through a lens that bends it by 1 to 3 %, so that on no flat plane all cards lie within
// half a millimetre. The table told by cards is the one they lie on.
func TestCardsTellHowTheLensBends(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "bubbles", Table: "oak", Players: 4, Seed: 41, Level: synth.Normal})
	where := scene.Table()
	eyes := openEyes(t, deck, &where)
	img, cards, err := scene.Still(synth.ModeTable)
	if err != nil {
		t.Fatal(err)
	}
	_, err = eyes.Look(t.Context(), img)
	img.Close()
	if err != nil {
		t.Fatal(err)
	}
	plane := eyes.Table()
	if plane == nil {
		t.Fatal("no table was told")
	}
	for _, c := range cards {
		if off, _ := plane.Misfit(c.Corners, deck.CardMM); off > 0.3 {
			t.Errorf("a card (%s) lies %.2f mm off", c.Where, off)
		}
	}
}
