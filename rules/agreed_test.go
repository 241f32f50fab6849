package rules_test

import (
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// What the people at the table agree on stands for whatever can be ruled on, and what follows from it is judged by that.
func TestTheTableMayOverruleEveryVerdict(t *testing.T) {
	const (
		table = "schmidt/pro 1:r4 | Ana row=-,y9,r6 lig=y8*1 hand=..b5|.... | Ben row=y1,r5,y3 lig=g5*3"
		late  = ` {"type":"play","t":9,"player":"Ben","from":"row","slot":0,"card":{"color":"yellow","number":1},"pile":3}`
		laid  = `{"type":"play","t":1,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":5},"pile":1} `
		wrong = `{"type":"play","t":1,"player":"Ana","from":"row","slot":2,"card":{"color":"red","number":6},"pile":1} `
	)
	for event, c := range map[string]struct {
		asRuled string         // without the agreement
		agree   models.Verdict // on this
		said    string
		left    int // Ligretto cards of Ana
	}{
		`{"type":"refill","t":1,"player":"Ana","slot":0,"from":"discard","card":{"color":"blue","number":5}}`: {
			"refill illegal row-refill refill.illegal", models.Legal, "refill legal row-refill agreed", 1,
		},
		`{"type":"row_lay","t":1,"player":"Ana","slot":1,"from":"ligretto","card":{"color":"yellow","number":8},"ligretto_top":null}` + late: {
			"row_lay illegal row-colour build.colour\nplay legal centre-start start.legal", models.Legal,
			"row_lay legal row-colour agreed\nstop legal round-stop stop.empty\nplay illegal round-stop stop.after", 0,
		},
		`{"type":"refill","t":1,"player":"Ana","slot":0,"card":{"color":"yellow","number":8},"ligretto_top":null}` + late: {
			"refill legal row-refill refill.legal\nstop legal round-stop stop.empty\nplay illegal round-stop stop.after", models.Illegal,
			"refill illegal row-refill agreed\nplay legal centre-start start.legal", 1,
		},
		`{"type":"flip","t":1,"player":"Ana","cards":2,"card":{"color":"green","number":9}}`: {
			"flip illegal hand-three flip.fewer", models.Legal, "flip legal hand-three agreed", 1,
		},
		`{"type":"recycle","t":1,"player":"Ana","cards":4}`: {
			"recycle illegal hand-recycle recycle.early", models.Legal, "recycle legal hand-recycle agreed", 1,
		},
		`{"type":"stop","t":1,"player":"Ana"}` + late: {
			"stop illegal round-stop stop.early\nplay legal centre-start start.legal", models.Legal,
			"stop legal round-stop agreed\nplay illegal round-stop stop.after", 1,
		},
		laid + `{"type":"take_back","t":3,"player":"Ben","card":{"color":"red","number":5},"pile":1,"to":"row","slot":1}`: {
			"play legal centre-next next.legal\ntake_back illegal take-back back.illegal", models.Legal,
			"play legal centre-next next.legal\ntake_back legal take-back agreed", 1,
		},
		wrong + `{"type":"take_back","t":3,"player":"Ana","card":{"color":"red","number":6},"pile":1,"to":"row","slot":2}`: {
			"play illegal centre-next next.illegal\ntake_back legal take-back back.legal", models.Illegal,
			"play illegal centre-next next.illegal\ntake_back illegal take-back agreed", 1,
		},
	} {
		if _, all := run(t, table, event, rules.House{}); said(all) != c.asRuled {
			t.Errorf("%s:\n%s\nwant\n%s", event, said(all), c.asRuled)
		}
		first := strings.TrimSuffix(event, late)
		at := strings.LastIndex(first, "}")
		agreed := first[:at] + `,"agreed":"` + string(c.agree) + `"}` + strings.TrimPrefix(event, first)
		s, all := run(t, table, agreed, rules.House{})
		if said(all) != c.said {
			t.Errorf("agreed: %s:\n%s\nwant\n%s", agreed, said(all), c.said)
		}
		if got := rules.End(s).Players["Ana"].LigrettoLeft; got != c.left {
			t.Errorf("agreed: %s: %d cards left, want %d", agreed, got, c.left)
		}
	}
}

// A stop the table agrees to have been none ends nothing.
func TestAStopAgreedToBeNone(t *testing.T) {
	_, all := run(t, "schmidt 1:r4 | Ana row=r1,r2,r3 lig=?*0-3 | Ben row=y1,y2,y3 lig=g5*3",
		`{"type":"stop","t":1,"player":"Ana","agreed":"illegal"} {"type":"play","t":3,"player":"Ben","from":"row","slot":0,"card":{"color":"yellow","number":1},"pile":3}`,
		rules.House{})
	if want := "stop illegal round-stop agreed\nplay legal centre-start start.legal"; said(all) != want {
		t.Errorf("%s\nwant\n%s", said(all), want)
	}
}
