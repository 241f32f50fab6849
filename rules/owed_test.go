package rules_test

import (
	"testing"

	"schiri/rules"
)

// A card laid wrongly on the own row goes back on the Ligretto pile: until then it is still to be got rid of. The round is not
// over by it, nor by the shout, and it counts as left.
func TestALigrettoCardLaidWronglyOnTheRowIsStillToBeGotRidOf(t *testing.T) {
	const (
		table = " 4:r4 | Ana row=y9,b9,b3 lig=y8*1 | Ben row=r5,g2,g3 lig=g4*5"
		wrong = `{"type":"row_lay","t":1,"player":"Ana","from":"ligretto","slot":0,"card":{"color":"yellow","number":8},"ligretto_top":null} `
		five  = `{"type":"play","t":9,"player":"Ben","from":"row","slot":0,"card":` + five5 + `,"pile":4}`
		back  = `{"type":"vanish","t":3,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":8}}
			{"type":"covered","t":3.4,"until":3.4,"player":"Ana","ligretto_top":{"color":"yellow","number":8}} `
		right = `{"type":"row_lay","t":6,"player":"Ana","from":"ligretto","slot":1,"card":{"color":"yellow","number":8},"ligretto_top":null} `
		seen  = `{"type":"vanish","t":4,"player":"Ana","from":"row","slot":1,"card":{"color":"blue","number":9}}
			{"type":"refill","t":5,"player":"Ana","slot":1,"card":{"color":"blue","number":9}} `
	)
	for name, c := range map[string]struct {
		table, events string
		said          string
		left          rules.Span
	}{
		"the wrong colour": {
			"schmidt/pro" + table, wrong + five,
			"row_lay illegal row-colour build.colour\nplay legal centre-next next.legal",
			rules.Span{Low: 1, Likely: 1, High: 1},
		},
		"in the basic game": {
			"schmidt/basic" + table, wrong + five,
			"row_lay illegal row-build build.basic\nplay legal centre-next next.legal",
			rules.Span{Low: 1, Likely: 1, High: 1},
		},
		"stop is called": {
			"schmidt/pro" + table, wrong + `{"type":"stop","t":2,"player":"Ana"} ` + five,
			"row_lay illegal row-colour build.colour\nstop illegal round-stop stop.early\nplay legal centre-next next.legal",
			rules.Span{Low: 1, Likely: 1, High: 1},
		},
		"it vanished from there": {
			"schmidt/pro" + table, wrong + `{"type":"vanish","t":3,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":8}} {"type":"stop","t":4,"player":"Ana"} ` + five,
			"row_lay illegal row-colour build.colour\nvanish\nstop unproven round-stop stop.unproven\nplay unproven round-stop stop.open",
			rules.Span{Low: 0, Likely: 1, High: 1},
		},
		"it goes back, and on rightly": {
			"schmidt/pro" + table, wrong + back + seen + right + five,
			"row_lay illegal row-colour build.colour\nvanish\ncovered\nvanish\nrefill\nrow_lay legal row-build build.legal\nstop legal round-stop stop.empty\n" +
				"play illegal round-stop stop.after",
			rules.Span{},
		},
		"it is laid in the centre": {
			"schmidt/pro" + " 5:y7" + table, wrong + `{"type":"play","t":6,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":8},"pile":5} ` + five,
			"row_lay illegal row-colour build.colour\nplay legal centre-next next.legal\nstop legal round-stop stop.empty\nplay illegal round-stop stop.after",
			rules.Span{},
		},
	} {
		s, all := run(t, c.table, c.events, rules.House{})
		if said(all) != c.said {
			t.Errorf("%s:\n%s\nwant\n%s", name, said(all), c.said)
		}
		if got := s.Tally()[0].Left; got != c.left {
			t.Errorf("%s: left %+v, want %+v", name, got, c.left)
		}
	}
}

const five5 = `{"color":"red","number":5}`

// Whoever fills a gap after the stop has to put the card back on the Ligretto pile, where it counts; if the stop turns out to have been
// none it lies rightly.
func TestAGapFilledAfterTheStopLeavesTheCardOnThePile(t *testing.T) {
	const (
		table = "schmidt 4:r7 | Ana row=y9,b2,b3 lig=r8*1 | Ben row=r5,g2,- lig=g3*5"
		last  = `{"type":"play","t":1,"player":"Ana","from":"ligretto","card":{"color":"red","number":8},"pile":4,"ligretto_top":null} `
		late  = `{"type":"refill","t":4,"player":"Ben","slot":2,"card":{"color":"green","number":3},"ligretto_top":{"color":"blue","number":9}} `
		close = `{"type":"refill","t":1.5,"player":"Ben","slot":2,"card":{"color":"green","number":3},"ligretto_top":{"color":"blue","number":9}} `
		none  = `{"type":"covered","t":6,"until":6,"player":"Ana","ligretto_top":{"color":"yellow","number":7}} `
	)
	for events, want := range map[string]rules.Span{
		last + late:        {Low: 5, Likely: 5, High: 5},
		last + close:       {Low: 4, Likely: 4, High: 5},
		last + late + none: {Low: 4, Likely: 4, High: 4},
	} {
		s, _ := run(t, table, events, rules.House{})
		if got := s.Tally()[1].Left; got != want {
			t.Errorf("%s: left %+v, want %+v", events, got, want)
		}
	}
}

// A wrong card of the Ligretto pile may be back as often as its owner's cards are out of sight: it is one card all the same, and when it
// is seen to go back there are as many left as before it was laid.
func TestWhatMayBeBackIsNotCountedWithEveryPause(t *testing.T) {
	const pause = `{"type":"covered","t":3,"until":3.5,"player":"Ben"} `
	for _, pauses := range []string{"", pause, pause + pause + pause} {
		s, _ := run(t, "schmidt 4:r7 | Ana row=y9,b2,b3 | Ben row=r5,g2,- lig=g3*5",
			`{"type":"play","t":2,"player":"Ben","from":"ligretto","card":{"color":"green","number":3},"pile":4,"ligretto_top":{"color":"blue","number":9}} `+pauses+
				`{"type":"take_back","t":6,"player":"Ben","card":{"color":"green","number":3},"pile":4,"to":"ligretto"}`, rules.House{})
		if got := rules.End(s).Players["Ben"].LigrettoLeft; got != 5 {
			t.Errorf("after %q %d are left, want 5", pauses, got)
		}
	}
}
