package vision_test

import (
	"testing"

	"schiri/vision/synth"
)

// TestADeckOfAnotherLight reads with a deck learnt in so different a light that before this is known hardly a card can be told: thin white
// digits that a warm lamp has shown without blue, and white cards by a warm lamp on a cloth whose squares pass for cards.
func TestADeckOfAnotherLight(t *testing.T) {
	for _, c := range []struct{ taught, seen synth.Options }{
		{
			synth.Options{Design: "target", Table: "gingham", Players: 4, Seed: 54015, Level: synth.Hard},
			synth.Options{Design: "target", Table: "marble", Players: 4, Seed: 54015, Level: synth.Normal},
		},
		{
			synth.Options{Design: "ivory", Table: "dark", Players: 4, Seed: 53015, Level: synth.Normal},
			synth.Options{Design: "ivory", Table: "gingham", Players: 4, Seed: 53015, Level: synth.Hard},
		},
	} {
		t.Run(c.seen.Design, func(t *testing.T) {
			sum := taughtElsewhere(t, c.taught, c.seen, synth.ModeTable)
			if 10*sum.right < 7*sum.clear || sum.misread > 0 || sum.invented > 0 {
				t.Errorf("%+v", sum)
			}
		})
	}
}

// taughtElsewhere counts what is made of the cards in photos of one scene with the deck learnt from another one.
func taughtElsewhere(t *testing.T, taught, seen synth.Options, modes ...synth.Mode) tally {
	t.Helper()
	_, deck := table(t, taught)
	scene, err := synth.NewScene(seen)
	if err != nil {
		t.Fatal(err)
	}
	defer scene.Close()
	return looked(t, openEyes(t, deck, nil), scene, modes)
}

// TestFansAloneInAnotherLight reads fans of cards and nothing else with a deck learnt by room light: the one or two cards that lie whole among
// others must tell how soft the picture is and how overexposed, or lights must be tried until one of them can be told, by a warm lamp.
func TestFansAloneInAnotherLight(t *testing.T) {
	for _, c := range []struct{ taught, seen synth.Options }{
		{
			synth.Options{Design: "target", Table: "marble", Players: 3, Seed: 55014, Level: synth.Normal},
			synth.Options{Design: "target", Table: "oak", Players: 3, Seed: 55014, Level: synth.Hard},
		},
		{
			synth.Options{Design: "frame", Table: "felt", Players: 4, Seed: 54010, Level: synth.Normal},
			synth.Options{Design: "frame", Table: "felt", Players: 4, Seed: 54010, Level: synth.Hard},
		},
	} {
		t.Run(c.seen.Design, func(t *testing.T) {
			sum := taughtElsewhere(t, c.taught, c.seen, synth.ModeFan, synth.ModeFan)
			if 10*sum.right < 9*sum.clear || 2*sum.hiddenRight < sum.hidden || sum.misread > 0 || sum.invented > 0 {
				t.Errorf("%+v", sum)
			}
		})
	}
}
