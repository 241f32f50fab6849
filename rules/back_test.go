package rules_test

import (
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// A row card that its player held so long that it was told to be gone is no filled gap once it lies in the row again. One that
// vanished from the discard pile is.
func TestARowCardThatWasHeldLiesInTheRowAgain(t *testing.T) {
	for _, c := range []struct {
		from, card string
		want       models.Verdict
	}{
		{`"row","slot":0`, `{"color":"red","number":9}`, ""},
		{`"discard"`, `{"color":"yellow","number":4}`, models.Unproven},
	} {
		_, all := run(t, "schmidt 4:r3 | Ana row=r9,b2,b3 lig=g3*5 hand=y4|.. | Ben row=r9,r8,r7 lig=b1*5",
			`{"type":"vanish","t":1,"player":"Ana","from":`+c.from+`,"card":`+c.card+`}
			{"type":"refill","t":5,"player":"Ana","slot":0,"card":`+c.card+`}`, rules.House{})
		if v := find(all, models.EventRefill)[0].Verdict; v != c.want {
			t.Errorf("vanished from %s: the row card is %q, want %q", c.from, v, c.want)
		}
	}
}

// A card taken off a pile that was in sight all the time is the one that lies there, whoever takes it: its owner has it again.
func TestACardTakenOffBySomebodyElse(t *testing.T) {
	const (
		table   = "schmidt 4:r4 5:r9 | Ana row=r5,r6,b3 lig=r10*5 | Ben row=g1,g2,- lig=g3*5 | Cem row=r5,y2,y3 lig=g1*5"
		covered = `{"type":"covered","t":2,"until":2.5,"pile":4} `
		six     = `{"type":"play","t":5,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}`
	)
	lay := func(slot, card string) string {
		return `{"type":"play","t":1,"player":"Ana",` + slot + `,"card":{"color":"red","number":` + card + `},"pile":4} `
	}
	back := func(card, to string) string {
		return `{"type":"take_back","t":3,"player":"Ben","card":{"color":"red","number":` + card + `},"pile":4` + to + `} `
	}
	for name, c := range map[string]struct{ events, said, piles string }{
		"a wrong one": {
			lay(`"from":"row","slot":1`, "6") + back("6", "") + six,
			"play illegal centre-next next.illegal\ntake_back legal take-back back.legal\nplay legal centre-next next.legal",
			"4:r5 5:r9 | Ana row=r5,r6,b3 lig=r10*5",
		},
		"put on his own row": {
			lay(`"from":"row","slot":1`, "6") + back("6", `,"to":"row","slot":2`) + six,
			"play illegal centre-next next.illegal\ntake_back legal take-back back.legal\nplay legal centre-next next.legal",
			"4:r5 5:r9 | Ana row=r5,r6,b3 lig=r10*5",
		},
		"a right one": {
			lay(`"from":"row","slot":0`, "5") + back("5", "") + six,
			"play legal centre-next next.legal\ntake_back illegal take-back back.illegal\nplay legal centre-next next.legal",
			"4:r5 5:r9 | Ana row=r5,r6,b3 lig=r10*5",
		},
		"a wrong 10 that he lays rightly": {
			lay(`"from":"ligretto","ligretto_top":null`, "10") + back("10", "") + `{"type":"play","t":3.4,"player":"Ben","card":{"color":"red","number":10},"pile":5}`,
			"play illegal centre-next next.illegal\ntake_back legal take-back back.legal\nplay legal centre-next next.legal",
			"4:r4 5:r10 | Ana row=r5,r6,b3 lig=r10*1",
		},
		"his own may have been there unseen": {
			lay(`"from":"row","slot":1`, "6") + covered + back("6", ""),
			"play illegal centre-next next.illegal\ncovered\ntake_back unproven take-back back.unknown",
			"4:r4!r6@Ana.r1 5:r9 | Ana row=r5,-,b3 lig=r10*5",
		},
	} {
		s, all := run(t, table, c.events, rules.House{})
		if said(all) != c.said {
			t.Errorf("%s:\n%s\nwant\n%s", name, said(all), c.said)
		}
		if got := s.String(); !strings.Contains(got, c.piles) {
			t.Errorf("%s: %s, want %s", name, got, c.piles)
		}
	}
}
