package rules_test

import (
	"fmt"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// A card nobody knows who laid may have uncovered another one, or left a gap that can be filled: nothing is proved to be
// stuck until it is known whose it was.
func TestNobodyIsStuckWhileACardIsOpen(t *testing.T) {
	const (
		piles  = "/basic 1:r8 2:y10 3:g8 4:b7 5:r9 6:y10 7:g8 8:b7 | "
		centre = "y1y2y3y4y5y6y7y8y9" + greens8 + blues7
		ben    = " | Ben row=g10,y10,b10 lig=b9*3 hand=r10| centre=" + reds8 + "r9" + centre
		laid   = `{"type":"play","t":1,"card":{"color":"red","number":10},"pile":5`
	)
	for name, ana := range map[string]string{
		"it lay on the discard pile, on a card that fits": "playroom" + piles + "Ana row=g10,b9,b10 lig=b8*2 hand=r9r10| centre=" + reds8 + "y10" + centre,
		"it lay in the row, and the gap can be filled":    "schmidt" + piles + "Ana row=r10,g10,b9 lig=b10*4 hand=| centre=" + reds8 + "y10" + centre,
	} {
		for event, want := range map[string]int{
			laid + "}": 0,
			laid + `,"player":"Ben","from":"discard","discard_top":null}`: 1,
		} {
			_, all := run(t, ana+ben, event, rules.House{})
			proved := 0
			for _, r := range find(all, models.EventDeadlock) {
				if r.Status == "proved" {
					proved++
				}
			}
			if proved != want {
				t.Errorf("%s: after %s the round is called stuck %d times, want %d", name, event, proved, want)
			}
		}
	}
}

// Where a stuck round goes on with shuffled hands, what was known of their order is known no more once a card is laid, told
// of the shuffling or not: the red 9 that never came up can come up now.
func TestAStuckRoundGoesOnWithShuffledHands(t *testing.T) {
	const (
		centre = "y1y2y3y4y5y6y7y8y9y10" + greens8 + blues7
		piles  = "playroom 1:r8 2:y10 3:g8 4:b7 5:r8 6:y10 7:g8 8:b7 | "
		table  = piles + "Ana " + stuckDeck + " | Ben row=g10,b9,b10 lig=b8*2 hand=|r9r10 centre=" + reds8 + centre
		stuck  = `{"type":"flip","t":1,"player":"Ana","cards":2,"card":{"color":"red","number":10}} `
		ben    = `{"type":"flip","t":9,"player":"Ben","cards":2,"card":{"color":"red","number":9}}
			{"type":"play","t":10,"player":"Ben","from":"discard","card":{"color":"red","number":9},"pile":5,"discard_top":{"color":"red","number":10}}
			{"type":"play","t":11,"player":"Ben","from":"discard","card":{"color":"red","number":10},"pile":5,"discard_top":null}`
	)
	for _, shuffled := range []string{"", `{"type":"restart","t":5} `} {
		_, all := run(t, table, stuck+shuffled+ben, rules.House{})
		for k, r := range find(all, models.EventDeadlock) {
			if k > 0 {
				t.Errorf("at %v s, with %q before: %s", r.Time, shuffled, r.Reason)
			}
		}
	}
}

// Whoever breaks a rule in a stuck round may be able to lay a card again: by taking a right one back, or by turning over fewer cards than
// three. No hand was shuffled for that, and the order of all of them is known still.
func TestARuleBrokenInAStuckRoundShufflesNothing(t *testing.T) {
	const (
		centre = reds8 + "y1y2y3y4y5y6y7y8y9" + greens8 + blues7
		table  = "playroom 1:r8 2:y10 3:g8 4:b7 5:r8 6:y9 7:g8 8:b7 | Ana row=g10,b9,b10 lig=b8*2 hand=r9r10y10| centre=" + centre + " | Ben " + stuckDeck
		lay    = `{"type":"play","t":%d,"player":"Ana","from":"discard","card":{"color":"yellow","number":10},"pile":6,"discard_top":{"color":"red","number":10}} `
		back   = `{"type":"take_back","t":2,"player":"Ana","pile":6,"card":{"color":"yellow","number":10},"to":"discard"} `
		one    = `{"type":"recycle","t":2,"player":"Ana"} {"type":"flip","t":2.1,"player":"Ana","cards":1,"card":{"color":"red","number":9}}
			{"type":"play","t":3,"player":"Ana","from":"discard","card":{"color":"red","number":9},"pile":1,"discard_top":null} `
		turn = `{"type":"flip","t":4,"player":"Ben","cards":2,"card":{"color":"red","number":10}}`
	)
	for name, broken := range map[string]string{"taken back": back + fmt.Sprintf(lay, 3), "turned over alone": one} {
		_, all := run(t, table, fmt.Sprintf(lay, 1)+broken+turn, rules.House{})
		if stuck := find(all, models.EventDeadlock); len(stuck) == 0 || stuck[0].Time != 1 {
			t.Errorf("%s: the round is not stuck before: %+v", name, stuck)
		}
		flips := find(all, models.EventFlip)
		if r := flips[len(flips)-1]; r.Verdict != models.Legal {
			t.Errorf("%s: Ben's last two cards: %s (%s)", name, r.Verdict, r.Reason)
		}
	}
}
