package rules_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// ruling is one case of the rule book: a table, what happens on it, and what is said of the last event.
type ruling struct {
	edition string // schmidt, playroom, or both
	table   string // in the notation, without the edition; two players where none are named
	events  string // JSON objects, a blank between them; t counts up by a second where it is not given
	rule    rules.ID
	want    models.Verdict
}

const (
	ana  = " | Ana row=r1,r2,y3 lig=g1*8 hand=..b5|......... "
	ben  = "| Ben row=r1,g2,b3 lig=b1*5 hand=..b5|......... "
	play = `{"type":"play","player":"Ana","from":"row","slot":`

	// stuckDeck is a deck none of whose cards can come to be laid where the hand is not shuffled: the red 9
	// is never on top, the blue 8 and the green 9 lie in the Ligretto pile, and the row waits for them.
	stuckDeck  = "row=g10,b9,b10 lig=b8*2 hand=|r9r10 centre=" + reds8 + yellows10 + greens8 + blues7
	stuckTable = " 1:r8 2:y10 3:g8 4:b7 5:r8 6:y10 7:g8 8:b7 | Ana " + stuckDeck + " | Ben " + stuckDeck
	reds8      = "r1r2r3r4r5r6r7r8"
	yellows10  = "y1y2y3y4y5y6y7y8y9y10"
	greens8    = "g1g2g3g4g5g6g7g8"
	blues7     = "b1b2b3b4b5b6b7"
)

var rulings = []ruling{
	{"both", "/basic" + ana + ben, `{"type":"deal","player":"Ana","row":[` + red(1, 2, 3) + `],"ligretto_top":` + red(4) + `}`, rules.DealRow, models.Legal},
	{"both", "/basic" + ana + ben, `{"type":"deal","player":"Ana","row":[` + red(1, 2) + `],"ligretto_top":` + red(4) + `}`, rules.DealRow, models.Illegal},
	{"both", "/basic" + ana + ben, `{"type":"deal","player":"Ana","row":[` + red(1, 2, 3) + `],"cards":10,"ligretto_top":` + red(4) + `}`, rules.DealRow, models.Legal},
	{"both", "/basic" + ana + ben, `{"type":"deal","player":"Ana","row":[` + red(1, 2, 3) + `],"cards":11,"ligretto_top":` + red(4) + `}`, rules.DealLigretto, models.Illegal},
	{"both", "/basic" + ana + ben, play + `0,"card":` + red(1) + `,"pile":1}`, rules.CentreStart, models.Legal},
	{"both", "/basic" + ana + ben, play + `1,"card":` + red(2) + `,"pile":1}`, rules.CentreStart, models.Illegal},
	{"both", "/basic 4:r1 " + ana + ben, play + `1,"card":` + red(2) + `,"pile":4}`, rules.CentreNext, models.Legal},
	{"both", "/basic 4:r3 " + ana + ben, play + `1,"card":` + red(2) + `,"pile":4}`, rules.CentreNext, models.Illegal},
	{"both", "/basic 4:r3 " + ana + ben, play + `0,"card":` + red(1) + `,"pile":4}`, rules.CentreNext, models.Illegal},
	{"both", "/basic 4:r1!y8 " + ana + ben, play + `1,"card":` + red(2) + `,"pile":4}`, rules.CentreNext, models.Legal},
	{"both", "/basic 4:y2 " + ana + ben, play + `2,"card":{"color":"yellow","number":3},"pile":4}`, rules.CentreNext, models.Legal},
	{"both", "/basic 4:g1 " + ana + ben, play + `1,"card":` + red(2) + `,"pile":4}`, rules.CentreColour, models.Illegal},
	{"both", "/basic 4:r10 " + ana + ben, play + `1,"card":` + red(2) + `,"pile":4}`, rules.CentreFull, models.Illegal},
	{"both", "/basic 4:r9 | Ana row=r10,-,- " + ben, play + `0,"card":` + red(10) + `,"pile":4}`, rules.CentreNext, models.Legal},
	{"both", "/basic 4:r1 | Ana row=r2,-,- | Ben row=r2,-,-", play + `0,"card":` + red(2) + `,"pile":4} {"t":1.2,"type":"play","player":"Ben","from":"row","slot":0,"card":` + red(2) + `,"pile":4}`, rules.CentreRace, models.Illegal},
	{"both", "/basic 4:r1 | Ana row=r2,-,- | Ben row=r2,-,-", play + `0,"card":` + red(2) + `,"pile":4} {"t":1.02,"type":"play","player":"Ben","from":"row","slot":0,"card":` + red(2) + `,"pile":4}`, rules.CentreRace, models.Unproven},
	{"both", "/basic 4:r1 | Ana row=r2,-,- | Ben row=r2,-,-", play + `0,"card":` + red(2) + `,"pile":4} {"t":9,"type":"play","player":"Ben","from":"row","slot":0,"card":` + red(2) + `,"pile":4}`, rules.CentreNext, models.Illegal},
	// One that lies there already went back while the pile was out of sight, or was misread.
	{"both", "/basic 4:r1 | Ana row=r2,-,- " + ben, play + `0,"card":` + red(2) + `,"pile":4} {"type":"covered","pile":4,"until":3} {"t":6,"type":"play","player":"Ana","from":"discard","card":` + red(2) + `,"pile":4}`, rules.CentreNext, models.Legal},
	{"both", "/basic 4:r1 | Ana row=r2,-,- " + ben, play + `0,"card":` + red(2) + `,"pile":4} {"t":6,"type":"play","player":"Ana","from":"discard","card":` + red(2) + `,"pile":4}`, rules.CentreNext, models.Illegal},
	{"both", "/basic" + ana + ben, `{"type":"play","player":"Ana","from":"hand","card":{"color":"blue","number":1},"pile":4}`, rules.CentreSource, models.Illegal},
	{"both", "/basic 4:b4" + ana + ben, `{"type":"play","player":"Ana","from":"discard","card":{"color":"blue","number":5},"pile":4}`, rules.CentreNext, models.Legal},
	{"schmidt", "/basic" + ana + ben, `{"type":"play","player":"Ana","from":"ligretto","card":{"color":"green","number":1},"pile":4,"ligretto_top":` + red(9) + `}`, rules.CentreStart, models.Legal},
	{"playroom", "/basic" + ana + ben, `{"type":"play","player":"Ana","from":"ligretto","card":{"color":"green","number":1},"pile":4,"ligretto_top":` + red(9) + `}`, rules.FromLigretto, models.Illegal},
	{"playroom", "/basic | Ana row=-,r2,r3 lig=g1*8 " + ben, `{"type":"refill","player":"Ana","slot":0,"card":{"color":"green","number":1},"ligretto_top":` + red(9) + `} ` + play + `0,"card":{"color":"green","number":1},"pile":1}`, rules.CentreStart, models.Legal},
	{"both", "/basic | Ana row=-,r2,r3 lig=g1*8 hand=..b5|. " + ben, `{"type":"refill","player":"Ana","slot":0,"card":{"color":"green","number":1},"ligretto_top":` + red(9) + `}`, rules.RowRefill, models.Legal},
	{"both", "/basic | Ana row=-,r2,r3 lig=g1*8 hand=..b5|. " + ben, `{"type":"refill","player":"Ana","slot":0,"card":{"color":"blue","number":5},"from":"discard"}`, rules.RowRefill, models.Illegal},
	{"both", "/basic | Ana row=-,r2,r3 lig=g1*8 hand=..b5|. " + ben, `{"type":"refill","player":"Ana","slot":0,"card":{"color":"blue","number":5}}`, rules.RowRefill, models.Illegal},
	{"both", "/basic | Ana row=-,r2,r3 lig=g1*8 " + ben, `{"type":"refill","player":"Ana","slot":0,"card":{"color":"blue","number":5}}`, rules.RowRefill, models.Unproven},
	{"both", "/pro | Ana row=y9,r2,r3 lig=r8*8 " + ben, `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":` + red(8) + `}`, rules.RowBuild, models.Legal},
	{"both", "/basic | Ana row=y9,r2,r3 lig=r8*8 " + ben, `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":` + red(8) + `}`, rules.RowBuild, models.Illegal},
	{"both", "/pro | Ana row=y9,r2,r3 lig=r7*8 " + ben, `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":` + red(7) + `}`, rules.RowOrder, models.Illegal},
	{"both", "/pro | Ana row=y9,r2,r3 lig=r10*8 " + ben, `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":` + red(10) + `}`, rules.RowOrder, models.Illegal},
	{"both", "/pro | Ana row=r9,y2,y3 lig=r8*8 " + ben, `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":` + red(8) + `}`, rules.RowColour, models.Illegal},
	{"both", "/basic" + ana + ben, `{"type":"flip","player":"Ana","cards":3,"card":` + red(9) + `}`, rules.HandThree, models.Legal},
	{"both", "/basic" + ana + ben, `{"type":"flip","player":"Ana","cards":2,"card":` + red(9) + `}`, rules.HandThree, models.Illegal},
	{"both", "/basic" + ana + ben, `{"type":"flip","player":"Ana","cards":4,"card":` + red(9) + `}`, rules.HandThree, models.Illegal},
	{"both", "/basic | Ana hand=..b5|. " + ben, `{"type":"flip","player":"Ana","cards":1,"card":` + red(9) + `}`, rules.HandThree, models.Legal},
	{"both", "/basic | Ana hand=..b5| " + ben, `{"type":"recycle","player":"Ana"}`, rules.HandRecycle, models.Legal},
	{"both", "/basic" + ana + ben, `{"type":"recycle","player":"Ana","cards":9}`, rules.HandRecycle, models.Illegal},
	{"both", "/basic" + ana + ben, `{"type":"recycle","player":"Ana"}`, rules.HandRecycle, models.Unproven},
	{"both", "/basic 4:r1!r5@Ben.r0 | Ana " + "| Ben row=-,g2,b3", `{"type":"take_back","player":"Ben","card":` + red(5) + `,"pile":4,"to":"row","slot":0}`, rules.TakeBack, models.Legal},
	{"both", "/basic 4:r1 | Ana | Ben row=-,g2,b3 centre=r1", `{"type":"take_back","player":"Ben","card":` + red(1) + `,"pile":4,"to":"row","slot":0}`, rules.TakeBack, models.Illegal},
	{"both", "/basic 4:r1 | Ana | Ben row=-,g2,b3", `{"type":"take_back","player":"Ben","card":` + red(9) + `,"pile":4,"to":"row","slot":0}`, rules.TakeBack, models.Unproven},
	{"both", "/basic 4:r1 | Ana lig=-*0 " + ben, `{"type":"stop","player":"Ana"}`, rules.RoundStop, models.Legal},
	{"both", "/basic 4:r1" + ana + ben, `{"type":"stop","player":"Ana"}`, rules.RoundStop, models.Illegal},
	// The last Ligretto card lies wrongly in the centre: it has to go back.
	{"both", "/basic 4:r1 | Ana lig=r5*1 " + ben, `{"type":"play","player":"Ana","from":"ligretto","card":` + red(5) + `,"pile":4,"ligretto_top":null} {"type":"stop","player":"Ana"}`, rules.RoundStop, models.Illegal},
	{"both", "/basic 4:r1 | Ana row=r5,-,- lig=-*0 " + ben, play + `0,"card":` + red(5) + `,"pile":4} {"type":"stop","player":"Ana"}`, rules.RoundStop, models.Legal},
	{"both", "/basic 4:r1" + ana + ben + "; stop", play + `1,"card":` + red(2) + `,"pile":4}`, rules.RoundStop, models.Illegal},
	{"schmidt", "/basic" + ana + ben, `{"type":"restart"}`, rules.RoundRestart, models.Illegal},
	{"playroom", "/basic" + stuckTable, `{"type":"flip","player":"Ana","cards":2,"card":` + red(10) + `} {"type":"restart"}`, rules.RoundRestart, models.Legal},
	{"playroom", "/basic" + ana + ben, `{"type":"restart"}`, rules.RoundRestart, models.Unproven},
}

// red writes red cards as JSON.
func red(numbers ...int) string {
	var out []string
	for _, n := range numbers {
		b, _ := json.Marshal(models.Card{Color: models.Red, Number: n})
		out = append(out, string(b))
	}
	return strings.Join(out, ",")
}

func editions(edition string) []models.Edition {
	if edition == "both" {
		return []models.Edition{models.Schmidt, models.Playroom}
	}
	return []models.Edition{models.Edition(edition)}
}

// house is a log kept by hand whose clock cannot tell less than 0.04 s apart.
func house(e models.Edition) rules.House {
	h := rules.DefaultHouse(e)
	h.Stop, h.RowSize = rules.StopAtShout, 3
	return h
}

func (r ruling) apply(t *testing.T, e models.Edition) []models.Ruling {
	t.Helper()
	s, err := rules.ParseState(string(e)+r.table, house(e))
	if err != nil {
		t.Fatalf("%s%s: %v", e, r.table, err)
	}
	var out []models.Ruling
	dec := json.NewDecoder(strings.NewReader(r.events))
	for n := 1; dec.More(); n++ {
		var event models.Event
		if err := dec.Decode(&event); err != nil {
			t.Fatalf("%s: %v", r.events, err)
		}
		if event.Time == 0 {
			event.Time = float64(n)
		}
		if s, out, err = rules.Apply(s, event); err != nil {
			t.Fatalf("%s: %v", r.events, err)
		}
	}
	return out
}

func TestRulings(t *testing.T) {
	for _, r := range rulings {
		for _, e := range editions(r.edition) {
			got := r.apply(t, e)[0]
			if got.Verdict != r.want || got.Rule != string(r.rule) {
				t.Errorf("%s%s\n%s\n%s (%s: %s), want %s (%s)", e, r.table, r.events, got.Verdict, got.Rule, got.Reason, r.want, r.rule)
			}
			if got.Reason == "" || len(got.Evidence) == 0 {
				t.Errorf("%s: reason %q, evidence %v", r.events, got.Reason, got.Evidence)
			}
		}
	}
}

// allowedBy names, for rules that only forbid, the rule under which the same kind of event is right.
var allowedBy = map[rules.ID]rules.ID{
	rules.CentreColour: rules.CentreNext, rules.CentreFull: rules.CentreNext, rules.CentreRace: rules.CentreNext,
	rules.CentreSource: rules.CentreNext, rules.FromLigretto: rules.CentreStart, rules.DealLigretto: rules.DealRow,
	rules.RowOrder: rules.RowBuild, rules.RowColour: rules.RowBuild,
}

// consequence is a case of a rule that rules on no event: whether it took hold in what followed.
type consequence struct {
	edition       string
	table, events string
	rule          rules.ID
	took          bool
}

// stuckForBoth is stuck in every order of the hand: what the centre waits for lies under the Ligretto piles' tops.
const (
	lastCards    = "row=r10,g10,b9 lig=b10*4 hand=| centre=" + reds8 + yellows10 + greens8 + blues7
	stuckForBoth = " 1:r8 2:y10 3:g8 4:b7 5:r8 6:y10 7:g8 8:b7 | Ana " + lastCards + " | Ben " + lastCards
)

// buildsOnly is stuck but for the blue 9, which goes on an own row card, as does the red one.
var buildsOnly = strings.Replace(stuckForBoth, "row=r10,g10,b9 lig=b10*4 hand=|", "row=r10,g10,b10 lig=r9*3 hand=b9|", 1)

// The blue 9 of the hand goes on the green 10 that lies wrongly on the row, as long as it lies there. Once that is back on the
// Ligretto pile nobody can lay a card.
const (
	paidDeck = "row=b10 lig=g10*3 hand=b9| centre=" + reds8 + "r9r10" + yellows10 + greens8 + blues7
	oweDeck  = "row=b10/g10! lig=?*2 hand=b9| centre=" + reds8 + "r9r10" + yellows10 + greens8 + blues7
	oweTable = " 1:r10 2:y10 3:g8 4:b7 5:r10 6:y10 7:g8 8:b7 | Ben " + paidDeck + " | Ana "
)

var consequences = []consequence{
	{"playroom", "/pro" + oweTable + paidDeck, `{"type":"recycle","player":"Ben"}`, rules.RoundStuck, true},
	{"playroom", "/pro" + oweTable + oweDeck, `{"type":"recycle","player":"Ben"}`, rules.RoundStuck, false},
	{"both", "/basic" + stuckForBoth, `{"type":"recycle","player":"Ana"}`, rules.RoundStuck, true},
	{"both", "/pro" + stuckForBoth, `{"type":"recycle","player":"Ana"}`, rules.RoundStuck, true},
	{"playroom", "/basic" + buildsOnly, `{"type":"recycle","player":"Ben"}`, rules.RoundStuck, true},
	{"playroom", "/pro" + buildsOnly, `{"type":"recycle","player":"Ben"}`, rules.RoundStuck, false},
	{"both", "/basic" + strings.Replace(stuckForBoth, "lig=b10*4 hand=|", "lig=b10*3 hand=r9|", 1), `{"type":"recycle","player":"Ben"}`, rules.RoundStuck, false},
	{"both", "/basic 4:r5 | Ana centre=r5 | Ben", `{"type":"flip","player":"Ana","card":` + red(5) + `}`, rules.CardOnce, true},
	{"both", "/basic 4:r5 | Ana centre=r5 | Ben", `{"type":"flip","player":"Ben","card":` + red(5) + `}`, rules.CardOnce, false},
	{"both", "/basic 4:r4 | Ana row=r5,-,- | Ben", play + `0,"card":` + red(5) + `,"pile":4}`, rules.ScoreCentre, true},
	{"both", "/basic 4:r3 | Ana row=r5,-,- | Ben", play + `0,"card":` + red(5) + `,"pile":4}`, rules.ScoreCentre, false},
	{"both", "/basic | Ana lig=r5*3 | Ben", `{"type":"recycle","player":"Ben"}`, rules.ScoreLeft, true},
	{"both", "/basic | Ana lig=-*0 | Ben", `{"type":"recycle","player":"Ben"}`, rules.ScoreLeft, false},
}

// tookHold tells whether a rule took hold: by what was ruled, or by Ana's points.
func (c consequence) tookHold(t *testing.T, e models.Edition) bool {
	t.Helper()
	s, all := run(t, string(e)+c.table, c.events, rules.House{})
	ana := rules.End(s).Players["Ana"]
	switch c.rule {
	case rules.ScoreCentre:
		return ana.Centre == 1 && ana.Score == 1-2*ana.LigrettoLeft
	case rules.ScoreLeft:
		return ana.LigrettoLeft > 0 && ana.Score == -2*ana.LigrettoLeft
	}
	return slices.ContainsFunc(all, func(r models.Ruling) bool {
		return r.Rule == string(c.rule) && (r.Status == "proved" || r.Type == models.EventDoubt)
	})
}

func TestConsequences(t *testing.T) {
	for _, c := range consequences {
		for _, e := range editions(c.edition) {
			if got := c.tookHold(t, e); got != c.took {
				t.Errorf("%s%s\n%s\n%s took hold: %v, want %v", e, c.table, c.events, c.rule, got, c.took)
			}
		}
	}
}

// Every rule has a legal and an illegal case in every edition it holds in; those that rule on no event have one in
// which they take hold and one in which they do not.
func TestEveryRuleHasItsCases(t *testing.T) {
	for _, rule := range rules.Book() {
		for _, e := range rule.Editions {
			for _, want := range []models.Verdict{models.Legal, models.Illegal} {
				id := rule.ID
				if other, ok := allowedBy[id]; ok && want == models.Legal {
					id = other
				}
				if id == rules.RoundRestart && want == models.Illegal {
					continue // in the edition that restarts it is at worst unproven; the other forbids it
				}
				ruled := slices.ContainsFunc(rulings, func(r ruling) bool {
					return r.rule == id && r.want == want && slices.Contains(editions(r.edition), e)
				})
				followed := slices.ContainsFunc(consequences, func(c consequence) bool {
					return c.rule == id && c.took == (want == models.Legal) && slices.Contains(editions(c.edition), e)
				})
				if !ruled && !followed {
					t.Errorf("%s has no %s case for %s", rule.ID, want, e)
				}
			}
		}
	}
}

func TestScoreRules(t *testing.T) {
	s, err := rules.ParseState("schmidt 1:r10 2:g3 | Ana lig=?*3 centre=r10r9g1g2g3 | Ben lig=?*7 centre=r1r2r3", rules.House{})
	if err != nil {
		t.Fatal(err)
	}
	end := rules.End(s)
	if end.Players["Ana"] != (models.PlayerEnd{Centre: 5, LigrettoLeft: 3, Score: -1}) || end.Players["Ben"] != (models.PlayerEnd{Centre: 3, LigrettoLeft: 7, Score: -11}) {
		t.Errorf("by the sheets: %v", end.Players)
	}
	h := rules.DefaultHouse(models.Schmidt)
	h.CardPoints, h.LigrettoPenalty, h.TenBonus = 2, 3, 5
	if s, err = rules.ParseState(s.String(), h); err != nil {
		t.Fatal(err)
	}
	if end := rules.End(s); end.Players["Ana"].Score != 2*5-3*3+5 {
		t.Errorf("by house rules: %v", end.Players)
	}
}

func TestHouseRules(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*rules.House)
		ruling
	}{
		"Ligretto pile to the centre": {
			func(h *rules.House) { h.FromLigretto = rules.Yes },
			ruling{"playroom", "/basic | Ana row=r1,r2,y3 lig=g1*8 | Ben", `{"type":"play","player":"Ana","from":"ligretto","card":{"color":"green","number":1},"pile":4}`, rules.CentreStart, models.Legal},
		},
		"steps skipped": {
			func(h *rules.House) { h.Steps = rules.AnyDown },
			ruling{"schmidt", "/pro | Ana row=y9,r2,y3 lig=g1*8 | Ben", `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":{"color":"green","number":1}}`, rules.RowBuild, models.Legal},
		},
		"upwards": {
			func(h *rules.House) { h.Steps = rules.StepUp },
			ruling{"schmidt", "/pro | Ana row=y9,r2,y3 lig=g10*8 | Ben", `{"type":"row_lay","player":"Ana","from":"ligretto","slot":0,"card":{"color":"green","number":10}}`, rules.RowBuild, models.Legal},
		},
		"full piles cleared away": {
			func(h *rules.House) { h.ClearFull = rules.Yes },
			ruling{"schmidt", "/basic 4:r10 | Ana row=r1,r2,y3 | Ben", play + `0,"card":` + red(1) + `,"pile":4}`, rules.CentreStart, models.Legal},
		},
		"restart": {
			func(h *rules.House) { h.Stuck = rules.StuckRestarts },
			ruling{"schmidt", "/basic | Ana row=r1,r2,y3 | Ben", `{"type":"restart"}`, rules.RoundRestart, models.Unproven},
		},
	} {
		h := house(models.Edition(c.edition))
		c.change(&h)
		s, err := rules.ParseState(c.edition+c.table, h)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var e models.Event
		if err := json.Unmarshal([]byte(c.events), &e); err != nil {
			t.Fatal(err)
		}
		_, out, err := rules.Apply(s, e)
		if err != nil || out[0].Verdict != c.want || out[0].Rule != string(c.rule) {
			t.Errorf("%s: %v, %+v", name, err, out[0])
		}
	}
}
