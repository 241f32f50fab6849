package rules_test

import (
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// said lists what was ruled: type, verdict, rule and id of the reason, a line each.
func said(all []models.Ruling) string {
	var lines []string
	for _, r := range all {
		lines = append(lines, strings.Join(strings.Fields(strings.Join([]string{string(r.Type), string(r.Verdict), r.Rule, r.Because.ID}, " ")), " "))
	}
	return strings.Join(lines, "\n")
}

// What cannot be, or was not seen well enough, is never ruled on as if it were certain.
func TestNothingFalseIsSaidForCertain(t *testing.T) {
	const g7 = `"card":{"color":"green","number":7}`
	for name, c := range map[string]struct{ table, events, want string }{
		"a card under another one in the row": {
			"schmidt/pro 1:y8 | Ana row=y9/r8,r1,b2 | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":9},"pile":1}`,
			"play illegal centre-source source.buried",
		},
		"it may lie free, the row was out of sight": {
			"schmidt/pro 1:y8 | Ana row=y9/r8,r1,b2 | Ben",
			`{"type":"covered","t":1,"until":2,"player":"Ana"} {"type":"play","t":3,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":9},"pile":1}`,
			"covered\nplay legal centre-next next.legal",
		},
		"a hand card that was never turned over goes on the row": {
			"schmidt/pro 1:y8 | Ana row=y9,r1,b2 | Ben",
			`{"type":"row_lay","t":1,"player":"Ana","from":"hand","slot":0,"card":{"color":"red","number":8}}`,
			"row_lay illegal row-build source.hand",
		},
		"a card follows one that was laid wrongly itself": {
			"schmidt 1:g4 | Ana row=g6,r1,b2 | Ben row=g7,b3,b5",
			`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":6},"pile":1} {"type":"play","t":2,"player":"Ben","from":"row","slot":0,` + g7 + `,"pile":1}`,
			"play illegal centre-next next.illegal\nplay illegal centre-next next.onwrong",
		},
		"it follows a wrong one of another colour than the pile, or where there is no pile": {
			"schmidt 1:r4 | Ana row=g6,r1,b2 | Ben row=g7,b3,b5",
			`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":6},"pile":1} {"type":"play","t":2,"player":"Ben","from":"row","slot":0,` + g7 + `,"pile":1}
				{"type":"play","t":3,"player":"Ana","from":"row","slot":2,"card":{"color":"blue","number":2},"pile":2} {"type":"play","t":4,"player":"Ben","from":"row","slot":1,"card":{"color":"blue","number":3},"pile":2}`,
			"play illegal centre-colour colour.illegal\nplay illegal centre-colour next.onwrong\nplay illegal centre-start start.illegal\nplay illegal centre-start next.onwrong",
		},
		"the wrong one went back before": {
			"schmidt 1:g4 | Ana row=g6,r1,b2 | Ben row=g7,b3,b5",
			`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":6},"pile":1} {"type":"take_back","t":2,"player":"Ana","to":"row","slot":0,"card":{"color":"green","number":6},"pile":1} {"type":"play","t":3,"player":"Ben","from":"row","slot":0,` + g7 + `,"pile":1}`,
			"play illegal centre-next next.illegal\ntake_back legal take-back back.legal\nplay illegal centre-next next.illegal",
		},
		"another card was seen at that place of the row": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\ndoubt centre-source doubt.spot",
		},
		"another card was seen on the Ligretto pile": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 lig=b3*5 | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"ligretto",` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\ndoubt centre-source doubt.spot",
		},
		"another card was seen on the discard pile": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 hand=.g7b5|... | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"discard",` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\ndoubt centre-source doubt.spot",
		},
		"the one seen on the Ligretto pile may lie in the centre": {
			"schmidt 1:g6 2:b2 | Ana row=r7,r1,b9 lig=b3*5 | Ben row=r7,r1,b3",
			`{"type":"play","t":1,"player":null,"from":"unknown","card":{"color":"blue","number":3},"pile":2} {"type":"play","t":2,"player":"Ana","from":"ligretto",` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\nplay legal centre-next next.legal",
		},
		"the same, an equal card having lain in the centre from the start": {
			"schmidt 1:g6 2:b2 | Ana row=r7,r1,b9 lig=b3*5 | Ben row=r7,r1,b3",
			`{"type":"start","t":0,"pile":3,"card":{"color":"blue","number":3}} {"type":"play","t":1,"player":null,"from":"unknown","card":{"color":"blue","number":3},"pile":2} {"type":"play","t":2,"player":"Ana","from":"ligretto",` + g7 + `,"pile":1}`,
			"start\nplay legal centre-next next.legal\nplay legal centre-next next.legal",
		},
		"the one seen on the Ligretto pile had come up when the card laid left": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 lig=b3*5 | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"ligretto",` + g7 + `,"pile":1,"ligretto_top":{"color":"blue","number":3}}`,
			"play legal centre-next next.legal",
		},
		"a card from the discard pile that lies in the row": {
			"schmidt 1:g6 | Ana row=g7,r1,b2 | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"discard",` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\ndoubt card-once doubt.twice",
		},
		"a card of which every deck's own lies in the centre": {
			"schmidt 1:g6 2:g7 3:g7 | Ana row=r7,r1,b2 centre=g7 | Ben centre=g7",
			`{"type":"play","t":1,` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\ndoubt card-once doubt.nobody",
		},
		"what lay below a wrong card of the beginning that went back": {
			"schmidt | Ana row=-,r1,b2 | Ben row=g7,b1,b3",
			`{"type":"start","t":0,"card":{"color":"green","number":8},"pile":1} {"type":"take_back","t":2,"player":"Ana","card":{"color":"green","number":8},"pile":1,"to":"row","slot":0}
				{"type":"play","t":3,"player":"Ben","from":"row","slot":0,` + g7 + `,"pile":1}`,
			"start\ntake_back unproven take-back back.unknown\nplay unproven centre-next open.unproven",
		},
		"a card from a used up Ligretto pile": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 lig=-*0 | Ben",
			`{"type":"play","t":1,"player":"Ana","from":"ligretto",` + g7 + `,"pile":1}`,
			"play legal centre-next next.legal\ndoubt centre-source doubt.empty",
		},
		"a gap filled from a used up Ligretto pile": {
			"schmidt 1:g6 | Ana row=-,r1,b2 lig=-*0 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":0,` + g7 + `}`,
			"refill illegal row-refill refill.empty",
		},
		"a gap filled from a Ligretto pile that was not used up after all": {
			"schmidt 1:g6 | Ana row=-,-,b2 lig=g7*1 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":0,` + g7 + `,"ligretto_top":null}
				{"type":"refill","t":4,"player":"Ana","slot":1,"card":{"color":"yellow","number":9},"ligretto_top":{"color":"blue","number":3}}`,
			"refill legal row-refill refill.legal\nrefill legal row-refill refill.legal",
		},
		"a card is moved to the gap beside it, the last Ligretto card lying where it lay": {
			"schmidt 1:g6 | Ana row=y9,-,b2 lig=g7*1 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":1,"card":{"color":"yellow","number":9}} {"type":"refill","t":2,"player":"Ana","slot":0,` + g7 + `,"ligretto_top":null} {"type":"stop","t":3,"player":"Ana"}`,
			"refill legal row-refill refill.moved\nrefill legal row-refill refill.legal\nstop legal round-stop stop.legal",
		},
		"a card like one in the row fills the gap as the Ligretto pile loses its top": {
			"schmidt 1:g6 | Ana row=y9,-,b2 lig=g7*2 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":1,"card":{"color":"yellow","number":9},"ligretto_top":{"color":"blue","number":3}}`,
			"refill unproven row-refill refill.unproven",
		},
		"a card is taken off another one to fill the gap": {
			"schmidt/pro 1:g6 | Ana row=y9/r8,-,b2 lig=g7*1 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":1,"card":{"color":"red","number":8}}`,
			"refill illegal row-refill refill.illegal",
		},
		"two cards are turned over of a hand nobody knows how many are left of": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 hand=~20 | Ben",
			`{"type":"flip","t":1,"player":"Ana","cards":2,` + g7 + `}`,
			"flip unproven hand-three flip.unproven",
		},
		"a wrong card may have gone back and come again rightly, out of sight": {
			"schmidt 1:g5 | Ana row=g7,r1,b2 lig=b3*5 | Ben row=g6,b4,b5 lig=r9*5",
			`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,` + g7 + `,"pile":1} {"type":"covered","t":2,"until":4,"player":"Ana"} {"type":"covered","t":2,"until":4,"pile":1}
				{"type":"play","t":3,"player":"Ben","from":"row","slot":0,"card":{"color":"green","number":6},"pile":1} {"type":"take_back","t":5,"player":"Ana","to":"row","slot":0,` + g7 + `,"pile":1}`,
			"play illegal centre-next next.illegal\ncovered\ncovered\nplay unproven centre-race race.hidden\ntake_back unproven take-back back.unproven",
		},
		"nor is it told whose that was": {
			"schmidt 1:g5 | Ana row=y9,r1,b2 lig=?*5 | Ben row=g6,b4,b5 lig=r9*5",
			`{"type":"play","t":1,` + g7 + `,"pile":1} {"type":"covered","t":2,"until":4,"pile":1}
				{"type":"play","t":3,"player":"Ben","from":"row","slot":0,"card":{"color":"green","number":6},"pile":1} {"type":"take_back","t":5,"player":"Ana",` + g7 + `,"pile":1}`,
			"play illegal centre-next next.illegal\ncovered\nplay legal centre-next next.legal\ntake_back unproven take-back back.unproven",
		},
		"what lies below it may have come out of sight, too": {
			"schmidt 1:y2 | Ana row=y4,r1,b2 lig=b3*5 | Ben row=g6,b4,b5 lig=r9*5 | Cem",
			`{"type":"play","t":1,"card":{"color":"yellow","number":4},"pile":1} {"type":"covered","t":2,"until":2.2,"pile":1} {"type":"covered","t":2,"until":2.2,"player":"Ana"}
				{"type":"covered","t":4,"until":4.2,"pile":1} {"type":"covered","t":6,"until":6.2,"pile":1} {"type":"covered","t":6,"until":6.2,"player":"Ana"}
				{"type":"take_back","t":8,"player":"Ana","card":{"color":"yellow","number":4},"pile":1}`,
			"play illegal centre-next next.illegal\ncovered\ncovered\ncovered\ncovered\ncovered\ntake_back unproven take-back back.unproven",
		},
		"no gap was there": {
			"schmidt 1:g6 | Ana row=y9,r1,b2 lig=g7*5 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":0,` + g7 + `}`,
			"refill unproven row-refill refill.full",
		},
		"a stop nobody could see to be due": {
			"schmidt 1:g6 | Ana row=y9,r1,b2 lig=?*0-4 | Ben row=g7,b1,b2",
			`{"type":"stop","t":1,"player":"Ana"} {"type":"play","t":3,"player":"Ben","from":"row","slot":0,` + g7 + `,"pile":1} {"type":"count","t":9,"left":{"Ana":0,"Ben":3}}`,
			"stop unproven round-stop stop.unproven\nplay unproven round-stop stop.open\ncount\nrevision illegal round-stop stop.after",
		},
		"nor does the count show it to have been": {
			"schmidt 1:g6 | Ana row=y9,r1,b2 lig=?*0-4 | Ben row=g7,b1,b2",
			`{"type":"stop","t":1,"player":"Ana"} {"type":"play","t":3,"player":"Ben","from":"row","slot":0,` + g7 + `,"pile":1} {"type":"count","t":9,"left":{"Ana":2,"Ben":3}}`,
			"stop unproven round-stop stop.unproven\nplay unproven round-stop stop.open\ncount",
		},
		"one card dealt twice": {
			"schmidt | Ana row=-,-,- | Ben",
			`{"type":"deal","t":0,"player":"Ana","row":[{"color":"red","number":1},{"color":"red","number":1},{"color":"red","number":3}],"ligretto_top":{"color":"red","number":3}}`,
			"deal legal deal-row deal.legal\ndoubt card-once doubt.twice\ndoubt card-once doubt.twice",
		},
		"whoever deals after the stop begins another round": {
			"schmidt 1:g6 | Ana row=r7,r1,b2 lig=-*0 | Ben centre=g1 ; stop",
			`{"type":"deal","t":99,"player":"Ana","row":[` + red(1, 2, 3) + `],"ligretto_top":` + red(4) + `} {"type":"play","t":100,"player":"Ana","from":"row","slot":0,"card":` + red(1) + `,"pile":1}`,
			"deal legal deal-row deal.legal\nend\nplay legal centre-start start.legal",
		},
	} {
		h := house(models.Schmidt)
		if _, all := run(t, c.table, c.events, h); said(all) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, said(all), c.want)
		}
	}
}

// Where the sheets differ a ruling names the edition that decided, unless the group plays by a rule of its own there.
func TestRulingsNameTheEditionThatDecides(t *testing.T) {
	fromPile := `{"type":"play","t":1,"player":"Ana","from":"ligretto","card":{"color":"green","number":1},"pile":4,"ligretto_top":` + red(9) + `}`
	for _, c := range []struct {
		edition models.Edition
		own     rules.Choice
		want    models.Edition
	}{
		{models.Schmidt, rules.Yes, models.Schmidt},
		{models.Playroom, rules.No, models.Playroom},
		{models.Schmidt, rules.No, ""},
		{models.Playroom, rules.Yes, ""},
	} {
		h := house(c.edition)
		h.FromLigretto = c.own
		_, all := run(t, string(c.edition)+" | Ana row=r1,r2,y3 lig=g1*8 | Ben", fromPile, h)
		if got := all[0].Edition; got != c.want {
			t.Errorf("%s, from the Ligretto pile %s: %q decided, want %q", c.edition, c.own, got, c.want)
		}
	}
}
