package vision_test

import (
	"testing"

	"schiri/models"
	"schiri/vision/synth"
)

// TestUntaughtBacksAreFound looks at backs spread over each other, with a deck in which all but
// one of them are missing: nearly every one in plain sight is found, none is read as another,
// and nothing is found where no card lies.
func TestUntaughtBacksAreFound(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "frame", Table: "walnut", Players: 4, Seed: 22, Level: synth.Normal})
	for _, b := range deck.BackNames()[1:] {
		delete(deck.Backs, b)
	}
	where := scene.Table()
	eyes := openEyes(t, deck, &where)
	var seen []models.Observation
	var truth []synth.CardTruth
	for _, mode := range []synth.Mode{synth.ModeTable, synth.ModeSpread} { // the first shows how the table lies
		img, cards, err := scene.Still(mode)
		if err != nil {
			t.Fatal(err)
		}
		seen, err = eyes.Look(t.Context(), img)
		img.Close()
		if err != nil {
			t.Fatal(err)
		}
		truth = cards
	}
	var sum tally
	sum.add(truth, seen)
	if float64(sum.found) < 0.95*float64(sum.clear) || sum.misread > 0 {
		t.Errorf("of %d backs in plain sight %d were found, %d misread", sum.clear, sum.found, sum.misread)
	}
	if extra := len(seen) - matched(truth, seen); extra > 0 {
		t.Errorf("%d of the %d cards found are none of the %d that lie there", extra, len(seen), len(truth))
	}
}

// matched counts the observations that lie where a card truly does.
func matched(truth []synth.CardTruth, seen []models.Observation) int {
	n := 0
	used := make([]bool, len(truth))
	for _, o := range seen {
		for i, card := range truth {
			if !used[i] && o.Corners.IoU(card.Corners) > 0.6 {
				used[i] = true
				n++
				break
			}
		}
	}
	return n
}

// TestCardsUnderHandsAndInFansAreRead looks at cards under hands and in fans, where half of most is in sight or less:
// most are read, none as another, and none is read where no card lies.
func TestCardsUnderHandsAndInFansAreRead(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "medal", Table: "marble", Players: 3, Seed: 33, Level: synth.Normal})
	where := scene.Table()
	eyes := openEyes(t, deck, &where)
	sum := looked(t, eyes, scene, []synth.Mode{synth.ModeHands, synth.ModeFan, synth.ModeFan})
	if float64(sum.hiddenRight) < 0.75*float64(sum.hidden) || sum.hidden < 20 {
		t.Errorf("of %d cards partly hidden %d were read", sum.hidden, sum.hiddenRight)
	}
	if sum.right < sum.clear || sum.misread > 0 || sum.invented > 0 {
		t.Errorf("of %d cards in plain sight %d were read, %d misread, %d invented", sum.clear, sum.right, sum.misread, sum.invented)
	}
}

// TestCardsOfOneColourInFansAreRead looks at fans in which cards of one colour follow each other: the ground of the upper
// one is like that of the lower, so it must be read before the lower is taken off the picture.
func TestCardsOfOneColourInFansAreRead(t *testing.T) {
	for _, seed := range []uint64{42, 44} {
		scene, deck := table(t, synth.Options{Design: "frame", Table: "cloth", Players: 4, Seed: seed})
		where := scene.Table()
		sum := looked(t, openEyes(t, deck, &where), scene, []synth.Mode{synth.ModeFan})
		if sum.hiddenRight < sum.hidden || sum.hidden < 13 {
			t.Errorf("seed %d: of %d cards partly hidden %d were read", seed, sum.hidden, sum.hiddenRight)
		}
		if sum.right < sum.clear || sum.misread > 0 || sum.invented > 0 {
			t.Errorf("seed %d: of %d cards in plain sight %d were read, %d misread, %d invented", seed, sum.clear, sum.right, sum.misread, sum.invented)
		}
	}
}

// TestWhiteCardsInAFanAreRead looks at a fan of which no outline shows: white cards on white ones.
func TestWhiteCardsInAFanAreRead(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "ivory", Table: "scarlet", Players: 4, Seed: 6})
	where := scene.Table()
	sum := looked(t, openEyes(t, deck, &where), scene, []synth.Mode{synth.ModeFan})
	if sum.hiddenRight < sum.hidden || sum.hidden < 15 {
		t.Errorf("of %d cards partly hidden %d were read", sum.hidden, sum.hiddenRight)
	}
	if sum.right < sum.clear || sum.misread > 0 || sum.invented > 0 {
		t.Errorf("of %d cards in plain sight %d were read, %d misread, %d invented", sum.clear, sum.right, sum.misread, sum.invented)
	}
}
