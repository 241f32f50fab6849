package rules_test

import (
	"strings"
	"testing"

	"schiri/rules"
)

// What is believed of a hand keeps to the forty cards of a deck: each of them lies in one place, and where the order of
// the hand was lost its length is found again when it is picked up.
func TestHandsKeepTheirCards(t *testing.T) {
	for name, c := range map[string]struct{ table, events, want string }{
		"a card of the discard pile, laid by nobody knows whom, comes back to it": {
			"playroom 1:g3 | Ana row=r9,r8,r7 lig=g1*8 hand=..r5|... | Ben",
			`{"type":"play","t":1,"card":{"color":"red","number":5},"pile":1}
			 {"type":"take_back","t":2,"player":"Ana","card":{"color":"red","number":5},"pile":1,"to":"discard"}`,
			"hand=~6 seen=r5",
		},
		"a card of the discard pile is seen on the Ligretto pile": {
			"playroom 1:g3 | Ana row=r9,-,r7 lig=g1*8 hand=..r5|... | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":1,"card":{"color":"green","number":1},"ligretto_top":{"color":"red","number":5}}`,
			"lig=r5*7 hand=~6",
		},
		"the hands are shuffled and dealt from again": {
			"playroom 1:g3 | Ana row=r9,r8,r7 lig=g1*8 hand=~12 seen=r5 | Ben",
			`{"type":"restart","t":1}`,
			"hand=|............................. seen=r5",
		},
	} {
		s, _ := run(t, c.table, c.events, rules.House{})
		if _, err := rules.ParseState(s.String(), s.Config().House); err != nil || !strings.Contains(s.String(), c.want) {
			t.Errorf("%s: %v; %s, want %s", name, err, s, c.want)
		}
	}
}

// The pile on which a card is in sight is not used up, whatever is learnt of cards that left it before; that card can
// have gone as well while it was out of sight.
func TestAPileWithACardInSightIsNoStop(t *testing.T) {
	for covered, want := range map[string]int{
		"": 1,
		`{"type":"covered","t":3.5,"until":3.8,"player":"Ana"} `: 0,
	} {
		s, all := run(t, "schmidt | Ana row=-,-,y2 lig=r1*3 | Cem row=-,r8,r7 lig=b2*3",
			`{"type":"refill","t":1,"player":"Ana","slot":0,"card":{"color":"green","number":6},"ligretto_top":{"color":"blue","number":8}}
			 {"type":"play","t":2,"card":{"color":"red","number":1},"pile":1}
			 {"type":"refill","t":3,"player":"Ana","slot":1,"card":{"color":"blue","number":8},"ligretto_top":{"color":"red","number":4}}
			 `+covered+`
			 {"type":"refill","t":4,"player":"Cem","slot":0,"card":{"color":"blue","number":2},"ligretto_top":{"color":"red","number":1}}`, rules.House{})
		if stops := find(all, "stop"); covered == "" && len(stops) > 0 {
			t.Errorf("the red 4 is in sight, but: %s", stops[0].Reason)
		}
		if low := s.Tally()[0].Left.Low; low != want {
			t.Errorf("after %q at least %d cards are said to be left, want %d", covered, low, want)
		}
	}
}
