package rules_test

import (
	"testing"

	"schiri/models"
	"schiri/rules"
)

// A Ligretto pile that was taken for empty and then shows a card was none that ends the round: it goes on, and what was
// laid since is judged as if there had been no stop.
func TestRoundGoesOnWhereTheEmptyPileHasCards(t *testing.T) {
	const (
		table = "schmidt 4:r4 | Ana row=b1,b2,b3 lig=r5*4 | Ben row=g1,-,g3 lig=y1*5"
		// The refill seems to have taken the last card; Ben lays and fills his row after that.
		empties = `{"type":"play","t":4,"player":"Ana","from":"row","slot":0,"card":{"color":"blue","number":1},"pile":6}
			{"type":"refill","t":5,"player":"Ana","slot":0,"card":{"color":"red","number":5},"ligretto_top":null} `
		late = `{"type":"play","t":8,"player":"Ben","from":"row","slot":0,"card":{"color":"green","number":1},"pile":7}
			{"type":"refill","t":8.2,"player":"Ben","slot":1,"card":{"color":"yellow","number":1}} `
		wrong = `{"type":"play","t":8.4,"player":"Ben","from":"row","slot":2,"card":{"color":"green","number":3},"pile":7} `
	)
	for name, sight := range map[string]string{
		"the camera corrects itself": `{"type":"covered","t":5,"until":9,"player":"Ana","ligretto_top":{"color":"yellow","number":9}} `,
		"seen with the next card":    `{"type":"refill","t":9,"player":"Ana","slot":1,"card":{"color":"yellow","number":8},"ligretto_top":{"color":"yellow","number":9}} `,
	} {
		state, all := run(t, table, empties+late+wrong+sight, rules.House{})
		stops, plays, refills := find(all, models.EventStop), find(all, models.EventPlay), find(all, models.EventRefill)
		if len(stops) != 1 || plays[1].Rule != string(rules.RoundStop) || refills[1].Rule != string(rules.RoundStop) {
			t.Fatalf("%s: the round did not end: %+v", name, stops)
		}
		on := find(all, models.EventResume)
		if len(on) != 1 || on[0].Player != "Ana" || on[0].Reason == "" || state.Over() {
			t.Errorf("%s: the round does not go on: %+v", name, on)
		}
		now := map[int]models.Ruling{}
		for _, r := range find(all, models.EventRevision) {
			now[r.Of] = r
		}
		if r := now[3]; r.Verdict != models.Legal || r.Was != models.Illegal || r.Player != "Ben" {
			t.Errorf("%s: the card laid meanwhile is %+v", name, r)
		}
		if r := now[4]; r.Verdict != models.Legal || r.Was != models.Illegal || r.Card == nil || *r.Card != (models.Card{Color: models.Yellow, Number: 1}) {
			t.Errorf("%s: the row filled meanwhile is %+v", name, r)
		}
		if end := rules.End(state).Players["Ana"]; end.LigrettoLeft < 1 {
			t.Errorf("%s: %d cards left of Ana's Ligretto pile", name, end.LigrettoLeft)
		}
	}
}

// Who called stop has ended the round, whatever his pile shows; and a wrong card taken back on a pile is no sign that it
// was not empty before.
func TestStopStands(t *testing.T) {
	const table = "schmidt 4:r4 | Ana row=b1,b2,b3 lig=r5*1 | Ben row=g1,r6,g3 lig=y1*5"
	const empties = `{"type":"play","t":5,"player":"Ana","from":"ligretto","card":{"color":"red","number":5},"pile":4,"ligretto_top":null} `
	for name, after := range map[string]string{
		"called":                        `{"type":"stop","t":5.2,"player":"Ana"} {"type":"covered","t":5,"until":6,"player":"Ana","ligretto_top":{"color":"yellow","number":9}}`,
		"out of sight":                  `{"type":"covered","t":5,"until":9,"player":"Ana"}`,
		"a card of another is in sight": `{"type":"covered","t":5,"until":9,"player":"Ben","ligretto_top":{"color":"yellow","number":1}}`,
	} {
		state, all := run(t, table, empties+after, rules.House{})
		if on := find(all, models.EventResume); len(on) != 0 || !state.Over() {
			t.Errorf("%s: the round goes on: %+v", name, on)
		}
	}
}

// Whether a card came before the end or after it: one of two equal ones on a pile is wrong in either case.
func TestARaceAboutTheStopIsLost(t *testing.T) {
	const table = "schmidt 4:r4 | Ana row=b1,b2,b3 lig=y5*1 | Ben row=r5,g2,g3 | Cem row=r5,r6,y3"
	const empties = `{"type":"refill","t":5,"player":"Ana","slot":0,"card":{"color":"yellow","number":5},"ligretto_top":null} `
	ben := `{"type":"play","t":5.4,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `
	cem := func(slot, n string) string {
		return `{"type":"play","t":5.7,"player":"Cem","from":"row","slot":` + slot + `,"card":{"color":"red","number":` + n + `},"pile":4}`
	}
	for name, c := range map[string]struct {
		play string
		want models.Verdict
	}{
		"an equal card": {cem("0", "5"), models.Illegal},
		"the next one":  {cem("1", "6"), models.Unproven},
	} {
		_, all := run(t, table, empties+ben+c.play, rules.House{})
		plays := find(all, models.EventPlay)
		if plays[0].Verdict != models.Unproven || plays[1].Verdict != c.want {
			t.Errorf("%s: the two are %s and %s", name, plays[0].Verdict, plays[1].Verdict)
		}
	}
}

// Once the round is over the centre is cleared: a card that leaves it then and arrives nowhere was laid rightly all the same, and is
// none of a Ligretto pile that would have the round go on. A wrong one goes back as ever.
func TestClearingUpAfterTheStop(t *testing.T) {
	const table = "schmidt 4:r4 | Ana row=b1,b2,b3 lig=r1*1 | Ben row=r6,g2,g3 lig=y1*5"
	const ends = `{"type":"play","t":5,"player":"Ana","from":"ligretto","card":{"color":"red","number":1},"pile":5,"ligretto_top":null} `
	const wrong = `{"type":"play","t":4,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4} `
	state, all := run(t, table, wrong+ends+`{"type":"take_back","t":8,"pile":5,"card":{"color":"red","number":1}}
		{"type":"take_back","t":9,"player":"Ben","pile":4,"card":{"color":"red","number":6},"to":"row","slot":0}`, rules.House{})
	for _, r := range find(all, models.EventTakeBack) {
		if r.Verdict != models.Legal {
			t.Errorf("%s taken back is %s: %s", r.Card, r.Verdict, r.Reason)
		}
	}
	if on := find(all, models.EventResume); len(on) != 0 || !state.Over() {
		t.Errorf("the round goes on: %+v", on)
	}
	if end := rules.End(state).Players["Ana"]; end.Centre != 1 {
		t.Errorf("Ana has %d cards in the centre, want 1", end.Centre)
	}
}

// A card pushed to the gap beside it in the row is none from the Ligretto pile: whose last card lies there still has not ended the round.
func TestACardMovedInTheRowEndsNothing(t *testing.T) {
	state, all := run(t, "schmidt 4:r4 | Ana row=y9,-,b3 lig=r5*1 | Ben row=g1,r6,g3 lig=y1*5",
		`{"type":"refill","t":1,"player":"Ana","slot":1,"card":{"color":"yellow","number":9}}`, rules.House{})
	if stops := find(all, models.EventStop); len(stops) != 0 {
		t.Errorf("the round has ended: %s", stops[0].Reason)
	}
	if left := state.Tally()[0].Left; left != (rules.Span{Low: 1, Likely: 1, High: 1}) {
		t.Errorf("%+v cards are left in the Ligretto pile, want 1", left)
	}
}

// The last Ligretto card seemed to be laid wrongly. As it turns out to be right, the round was over when it was laid, not when that
// turned out: it is not called itself, nor is who laid before.
func TestTheRoundWasOverWhenTheLastCardWasLaid(t *testing.T) {
	for at, late := range map[string]string{
		"2.2": "",
		"6":   "\nrevision illegal round-stop stop.after",
	} {
		_, all := run(t, "schmidt 1:r4 | Ana row=y9,g1,g2 lig=r6*1 | Ben row=y1,r5,y3 lig=?*3",
			`{"type":"covered","t":1,"until":2,"pile":1}
			{"type":"play","t":2.5,"player":"Ana","from":"ligretto","card":{"color":"red","number":6},"pile":1,"ligretto_top":null}
			{"type":"play","t":`+at+`,"player":"Ben","from":"row","slot":0,"card":{"color":"yellow","number":1},"pile":3}
			{"type":"vanish","t":1.5,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":5}}`, rules.House{})
		want := "covered\nplay illegal centre-next next.illegal\nplay legal centre-start start.legal\nvanish\n" +
			"revision legal centre-next next.legal\nstop legal round-stop stop.empty" + late
		if said(all) != want {
			t.Errorf("laid at %s:\n%s\nwant\n%s", at, said(all), want)
		}
	}
}

// Of the last Ligretto card it is open whether it was laid rightly: so is whether the round is over. Once that is known, so is what
// was laid since.
func TestTheLastLigrettoCardIsNotProved(t *testing.T) {
	const (
		table   = "schmidt/pro 1:r4 | Ana row=y9,g1,g2 lig=r6*1 | Ben row=y1,r5,y3 lig=?*3"
		covered = `{"type":"covered","t":1,"until":2,"pile":1} {"type":"covered","t":1,"until":2,"player":"Ben"} `
		centre  = `{"type":"play","t":2.5,"player":"Ana","from":"ligretto","card":{"color":"red","number":6},"pile":1,"ligretto_top":null} `
		away    = `{"type":"covered","t":1,"until":2,"player":"Ana"} `
		row     = `{"type":"row_lay","t":2.5,"player":"Ana","from":"ligretto","slot":0,"card":{"color":"red","number":6},"ligretto_top":null} `
		one     = `{"type":"play","t":6,"player":"Ben","from":"row","slot":0,"card":{"color":"yellow","number":1},"pile":3} `
		five    = `{"type":"vanish","t":1.5,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":5}} `
		turned  = `{"type":"flip","t":7,"player":"Ben","card":{"color":"red","number":6}} ` // it is not his that lies there
		counted = `{"type":"count","t":60,"left":{"Ana":0,"Ben":3}} `

		onPile = "covered\ncovered\nplay unproven centre-next jump.unproven\nstop legal round-stop stop.empty\nplay unproven round-stop stop.open\n"
	)
	for events, want := range map[string]string{
		covered + centre + one + turned + five: onPile + "flip legal hand-three flip.legal\nvanish\nrevision legal centre-next next.legal\nrevision illegal round-stop stop.after",
		covered + centre + one + counted:       onPile + "count\nrevision illegal round-stop stop.after",
		away + row + one:                       "covered\nrow_lay unproven row-build build.unknown\nstop legal round-stop stop.empty\nplay unproven round-stop stop.open",
	} {
		_, all := run(t, table, events, rules.House{})
		if said(all) != want {
			t.Errorf("%s\n%s\nwant\n%s", events, said(all), want)
		}
	}
}

// The last Ligretto card left its pile and nobody saw where to: it may be in a hand. The round is over once it is laid, not before,
// and nobody is called for what was laid meanwhile; whoever lays that card is the last one to be called for it.
func TestTheLastLigrettoCardInAHand(t *testing.T) {
	const (
		table  = "schmidt 1:r4 8:b1 | Ana row=-,g1,g2 lig=b2*1 | Ben row=r5,r6,- lig=g5*3"
		lifted = `{"type":"vanish","t":1,"player":"Ana","from":"ligretto","card":{"color":"blue","number":2},"ligretto_top":null} `
		five   = `{"type":"play","t":3,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":1} `
		filled = `{"type":"refill","t":3,"player":"Ben","slot":2,"card":{"color":"green","number":5},"ligretto_top":{"color":"green","number":8}} `
		six    = `{"type":"play","t":9,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":6},"pile":1} `

		begin = "vanish\nstop legal round-stop stop.empty\n"
		over  = "\nplay illegal round-stop stop.after"
	)
	two := func(rest string) string { return `{"t":4,"card":{"color":"blue","number":2},` + rest + `} ` }
	for events, want := range map[string]string{
		lifted + five: begin + "play unproven round-stop stop.open",
		lifted + five + two(`"type":"play","player":"Ana","from":"ligretto","pile":8`) + six: begin +
			"play unproven round-stop stop.open\nplay legal centre-next next.legal\nrevision legal centre-next next.legal" + over,
		lifted + two(`"type":"play","candidates":["Ana","Ben"],"pile":8`) + `{"type":"flip","t":5,"player":"Ben","card":{"color":"blue","number":2}} ` + six: begin +
			"play unproven round-stop stop.open\nflip legal hand-three flip.legal\nrevision legal centre-next next.legal\nrevision legal centre-next revised.owner" + over,
		lifted + filled + two(`"type":"refill","player":"Ana","slot":0`) + six: begin +
			"refill unproven round-stop stop.open\nrefill legal row-refill refill.legal\nrevision legal row-refill refill.legal" + over,
	} {
		_, all := run(t, table, events, rules.House{})
		if said(all) != want {
			t.Errorf("%s\n%s\nwant\n%s", events, said(all), want)
		}
	}
}
