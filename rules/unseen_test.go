package rules_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// run applies events, JSON objects with a blank between them, and gives all rulings.
func run(t *testing.T, table, events string, h rules.House) (rules.State, []models.Ruling) {
	t.Helper()
	s, err := rules.ParseState(table, h)
	if err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return apply(t, s, events)
}

// apply is a state after some events, and the rulings on them.
func apply(t *testing.T, s rules.State, events string) (rules.State, []models.Ruling) {
	t.Helper()
	var all []models.Ruling
	dec := json.NewDecoder(strings.NewReader(events))
	for dec.More() {
		var e models.Event
		if err := dec.Decode(&e); err != nil {
			t.Fatalf("%s: %v", events, err)
		}
		next, out, err := rules.Apply(s, e)
		if err != nil {
			t.Fatalf("%s: %v", events, err)
		}
		s = next
		all = append(all, out...)
	}
	return s, all
}

// find gives the rulings of a type.
func find(all []models.Ruling, of models.EventType) []models.Ruling {
	return slices.DeleteFunc(slices.Clone(all), func(r models.Ruling) bool { return r.Type != of })
}

const (
	red6onRed4 = `{"type":"covered","t":1,"until":1.5,"pile":4} {"type":"play","t":1.6,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4}`
	withRed6   = "schmidt 4:r4 | Ana row=r6,b2,b3 "
)

// bensGreen1At has Ben open a pile from his row, at a time in seconds.
func bensGreen1At(t string) string {
	return `{"type":"play","t":` + t + `,"player":"Ben","from":"row","slot":1,"card":{"color":"green","number":1},"pile":9} `
}

func TestJumpUnderCover(t *testing.T) {
	for name, c := range map[string]struct {
		table, before, after string
		want                 models.Verdict // at once
		later                models.Verdict // by revision, "" where it stays
	}{
		"a five vanished then": {
			table: withRed6 + "| Ben row=r5,g1,g2 | Cem row=g1,g2,g3", want: models.Legal,
			before: `{"type":"vanish","t":1.1,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5}} `,
		},
		"a hand was being turned": {
			table: withRed6 + "| Ben row=b5,g1,g2 | Cem row=r5,g2,g3", want: models.Unproven,
			before: `{"type":"flip","t":0.9,"player":"Ben","card":{"color":"blue","number":9}} `,
		},
		"a zone was out of sight": {
			table: withRed6 + "| Ben row=r5,g1,g2 | Cem row=g1,g2,g3", want: models.Unproven,
			before: `{"type":"covered","t":0.9,"until":1.2,"player":"Ben"} `,
		},
		"he laid another card meanwhile": {
			table: withRed6 + "| Ben row=b5,g1,g2 | Cem row=r5,g2,g3", want: models.Illegal,
			before: `{"type":"flip","t":0.9,"player":"Ben","card":{"color":"blue","number":9}} ` + bensGreen1At("1.3"),
		},
		"he laid another card long before the pile was in sight again": {
			table: withRed6 + "| Ben row=b5,g1,g2 | Cem row=r5,g2,g3", want: models.Unproven,
			before: `{"type":"flip","t":0.9,"player":"Ben","card":{"color":"blue","number":9}} ` + bensGreen1At("0.9"),
		},
		"he laid another card meanwhile, as is told later": {
			table: withRed6 + "| Ben row=b5,g1,g2 | Cem row=r5,g2,g3", want: models.Unproven, later: models.Illegal,
			before: `{"type":"flip","t":0.9,"player":"Ben","card":{"color":"blue","number":9}} `, after: " " + bensGreen1At("1.3"),
		},
		"every five is in sight": {table: withRed6 + "seen=r5 | Ben row=r5,g1,g2 | Cem row=r5,g2,g3", want: models.Illegal},
		"too short for a card":   {table: withRed6 + "| Ben row=b5,g1,g2 | Cem row=r5,g2,g3", want: models.Illegal, before: `{"type":"flip","t":0.9,"player":"Ben","card":{"color":"blue","number":9}} {"type":"covered","t":1,"until":1.02,"pile":5} `},
		"the five is seen later": {
			table: withRed6 + "| Ben lig=r1*3 hand=~20 | Cem row=r5,g2,g3", want: models.Unproven, later: models.Illegal,
			before: `{"type":"flip","t":0.9,"player":"Ben","card":{"color":"blue","number":9}} `,
			after:  ` {"type":"flip","t":2.9,"player":"Ben","card":{"color":"red","number":5}} {"type":"take_back","t":9,"player":"Cem","pile":9,"card":{"color":"red","number":5},"to":"row","slot":0}`,
		},
		"the five is missed later": {
			table: withRed6 + "| Ben row=r5,g1,g2 | Cem row=r5,g2,g3", want: models.Illegal, later: models.Legal,
			after: ` {"type":"vanish","t":1.2,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5}}`,
		},
	} {
		jump := red6onRed4
		if name == "too short for a card" {
			jump = strings.Replace(jump, `"until":1.5`, `"until":1.02`, 1)
		}
		_, all := run(t, c.table, c.before+jump+c.after, rules.House{})
		notThe6 := func(r models.Ruling) bool { return r.Card.Number != 6 }
		play := slices.DeleteFunc(find(all, models.EventPlay), notThe6)[0]
		if play.Verdict != c.want {
			t.Errorf("%s: %s (%s), want %s", name, play.Verdict, play.Reason, c.want)
		}
		revisions := slices.DeleteFunc(find(all, models.EventRevision), notThe6)
		switch {
		case c.later == "" && len(revisions) > 0:
			t.Errorf("%s: then %s %s", name, revisions[0].Verdict, revisions[0].Reason)
		case c.later != "" && (len(revisions) != 1 || revisions[0].Verdict != c.later || revisions[0].Of == 0):
			t.Errorf("%s: then %+v, want %s", name, revisions, c.later)
		}
	}
}

func TestWhoLaidIt(t *testing.T) {
	const play = `{"type":"play","t":1,"card":{"color":"red","number":5},"pile":4}`
	for name, c := range map[string]struct {
		table, before, after string
		at, later            string // owners at once and by revision, "" where not known
	}{
		"only one deck can still own it": {table: "schmidt 4:r4 5:r5 | Ana centre=r5 row=b1,b2,b3 | Ben row=r5,g2,g3", at: "Ben"},
		"one spot lost it": {
			table: "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,g2,g3", at: "Ana",
			before: `{"type":"vanish","t":0.6,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5}} `,
		},
		"the other one shows it later": {
			table: "schmidt 4:r4 | Ana row=b1,b2,b3 | Ben row=g1,g2,g3", later: "Ben",
			after: ` {"type":"flip","t":3,"player":"Ana","card":{"color":"red","number":5}}`,
		},
		"it vanished, as is noted later": {
			table: "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,g2,g3", later: "Ben",
			after: ` {"type":"vanish","t":0.7,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5}}`,
		},
		"two open cards, two decks, one settled": {
			table: "schmidt 4:r4 7:r4 | Ana row=b1,b2,b3 | Ben row=g1,g2,g3", later: "",
			after: ` {"type":"play","t":3,"card":{"color":"red","number":5},"pile":7}`,
		},
	} {
		s, all := run(t, c.table, c.before+play+c.after, rules.House{})
		owner := ""
		for _, r := range find(all, models.EventRevision) {
			owner = r.Player
		}
		if want := c.at + c.later; owner != want {
			t.Errorf("%s: laid by %q, want %q", name, owner, want)
		}
		played := find(all, models.EventPlay)[0]
		if c.at == "" && strings.Join(played.Candidates, " ") != "Ana Ben" {
			t.Errorf("%s: candidates %v", name, played.Candidates)
		}
		low := 0
		for _, tally := range s.Tally() {
			if name := tally.Player; name == c.at || name == c.later {
				low = tally.Centre.Low
			}
		}
		if c.at+c.later != "" && low == 0 {
			t.Errorf("%s: the owner has no card in the centre: %+v", name, s.Tally())
		}
		if c.at+c.later == "" && s.Tally()[0].Centre.High != 2 {
			t.Errorf("%s: bounds %+v", name, s.Tally())
		}
	}
}

func TestImpossibleSightingsAreDoubts(t *testing.T) {
	for name, c := range map[string][2]string{
		"the same card of a deck twice": {
			"schmidt 4:r5 | Ana centre=r5 | Ben centre=r1",
			`{"type":"flip","t":1,"player":"Ana","card":{"color":"red","number":5}}`,
		},
		"a hand card on the Ligretto pile": {
			"schmidt 4:r4 | Ana row=b1,b2,-  lig=b9*5 seen=r7 | Ben",
			`{"type":"refill","t":1,"player":"Ana","slot":2,"card":{"color":"blue","number":9},"ligretto_top":{"color":"red","number":7}}`,
		},
	} {
		_, all := run(t, c[0], c[1], rules.House{})
		doubts := find(all, models.EventDoubt)
		if len(doubts) != 1 || doubts[0].Player != "Ana" || doubts[0].Verdict != "" || doubts[0].Reason == "" {
			t.Errorf("%s: %+v", name, all)
		}
		if all[0].Verdict == models.Illegal {
			t.Errorf("%s is held against the player: %+v", name, all[0])
		}
	}
}

func TestTwoAtTheSameMomentAreBothNamed(t *testing.T) {
	_, all := run(t, "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,g2,g3",
		`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}
		 {"type":"play","t":1.03,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}
		 {"type":"play","t":3,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":6},"pile":4}`, rules.House{})
	plays, revisions := find(all, models.EventPlay), find(all, models.EventRevision)
	if plays[1].Verdict != models.Unproven || !strings.Contains(plays[1].Reason, "Ana") || !strings.Contains(plays[1].Reason, "Ben") {
		t.Errorf("the second: %s %s", plays[1].Verdict, plays[1].Reason)
	}
	if len(revisions) != 1 || revisions[0].Of != 1 || revisions[0].Verdict != models.Unproven {
		t.Errorf("the first: %+v", revisions)
	}
	if plays[2].Verdict != models.Legal {
		t.Errorf("a 5 lies there either way, so the 6 fits: %s %s", plays[2].Verdict, plays[2].Reason)
	}
}

// A card turned over and laid before the hand left is told of first, from nobody knows where: once what came into sight below
// tells, it is known not to have come straight from the Ligretto pile, and whose it was.
func TestLaidFromUnderTheHand(t *testing.T) {
	const (
		table = "playroom 4:r4 | Ana row=b1,b2,b3 lig=?*8 hand=..y5|......... | Ben row=r1,g2,g3 lig=b1*5 hand=..b5|......... "
		turn  = `{"type":"flip","t":1.2,"player":"Ana","card":{"color":"red","number":5},"discard_top":{"color":"green","number":9}}`
	)
	for name, who := range map[string]string{
		"by Ana":        `"player":"Ana"`,
		"by one of two": `"candidates":["Ana","Ben"]`,
	} {
		play := `{"type":"play","t":2,` + who + `,"from":"unknown","card":{"color":"red","number":5},"pile":4} `
		state, all := run(t, table, play+turn, rules.House{})
		if laid := find(all, models.EventPlay)[0]; laid.Verdict != models.Unproven {
			t.Fatalf("%s: at first the card is %s", name, laid.Verdict)
		}
		if doubts := find(all, models.EventDoubt); len(doubts) > 0 {
			t.Errorf("%s: doubts: %+v", name, doubts)
		}
		revisions := find(all, models.EventRevision)
		if len(revisions) == 0 {
			t.Fatalf("%s: nothing is revised", name)
		}
		if last := revisions[len(revisions)-1]; last.Verdict != models.Legal || last.Player != "Ana" || last.Of != 1 {
			t.Errorf("%s: then it is %+v", name, last)
		}
		if piles := state.Piles(); piles[0].Top != 5 {
			t.Errorf("%s: the pile is at %d", name, piles[0].Top)
		}
	}
}

func TestOrderIsByCaptureTime(t *testing.T) {
	_, all := run(t, "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r6,g2,g3",
		`{"type":"play","t":2,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4}
		 {"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}`, rules.House{})
	if all[0].Verdict != models.Illegal || all[1].Verdict != models.Legal || len(all) != 3 || all[2].Verdict != models.Legal || all[2].Of != 1 {
		t.Errorf("%+v", all)
	}
}

// For a camera the emptied pile is the sign of the end; the shout itself is not heard.
func TestStopSeenFromTheEmptyPile(t *testing.T) {
	const last = `{"type":"play","t":5,"player":"Ana","from":"ligretto","card":{"color":"red","number":5},"pile":4,"ligretto_top":null} `
	play := func(at string) string {
		return `{"type":"play","t":` + at + `,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4} `
	}
	const table = "schmidt 4:r4 | Ana row=b1,b2,b3 lig=r5*1 | Ben row=r6,g2,g3"
	for at, want := range map[string]models.Verdict{"5.8": models.Unproven, "7.5": models.Illegal} {
		_, all := run(t, table, last+play(at), rules.House{})
		stops := find(all, models.EventStop)
		if len(stops) != 1 || stops[0].Player != "Ana" || stops[0].Time != 5 {
			t.Errorf("stops %+v", stops)
		}
		if got := find(all, models.EventPlay)[1]; got.Verdict != want {
			t.Errorf("at %s: %s %s, want %s", at, got.Verdict, got.Reason, want)
		}
	}
	_, all := run(t, table, last+play("5.8")+`{"type":"stop","t":6,"player":"Ana"}`, rules.House{})
	if r := find(all, models.EventRevision); len(r) != 1 || r[0].Verdict != models.Legal || r[0].Of != 2 {
		t.Errorf("the shout came after the card: %+v", r)
	}
}

func TestAgreedVerdictsStand(t *testing.T) {
	_, all := run(t, "schmidt 4:r4 | Ana row=r6,r7,b3 | Ben",
		`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4,"agreed":"legal"}
		 {"type":"play","t":2,"player":"Ana","from":"row","slot":1,"card":{"color":"red","number":7},"pile":4}`, rules.House{})
	if all[0].Verdict != models.Legal || all[1].Verdict != models.Legal {
		t.Errorf("%+v", all)
	}
}

func TestFaultsNameTheFieldAndChangeNothing(t *testing.T) {
	s, _ := run(t, "schmidt 4:r4 | Ana row=r6,r7,b3 | Ben", "", rules.House{})
	before := s.String()
	seven, none := 7, models.Card{Color: models.Red, Number: 11}
	for field, e := range map[string]models.Event{
		"type":       {Type: "chess"},
		"t":          {Type: models.EventStop, Time: -1, Player: "Ana"},
		"player":     {Type: models.EventStop, Player: "Zoe"},
		"candidates": {Type: models.EventPlay, Card: &models.Card{Color: models.Red, Number: 1}, Pile: 1, Candidates: []string{"Zoe"}},
		"card":       {Type: models.EventFlip, Player: "Ana", Card: &none},
		"slot":       {Type: models.EventRefill, Player: "Ana", Card: &models.Card{Color: models.Red, Number: 1}, Slot: &seven},
		"from":       {Type: models.EventPlay, Card: &models.Card{Color: models.Red, Number: 1}, Pile: 1, From: "sleeve"},
		"to":         {Type: models.EventTakeBack, Card: &models.Card{Color: models.Red, Number: 1}, Pile: 1, To: "sleeve"},
		"agreed":     {Type: models.EventPlay, Card: &models.Card{Color: models.Red, Number: 1}, Pile: 1, Agreed: "perhaps"},
		"pile":       {Type: models.EventPlay, Card: &models.Card{Color: models.Red, Number: 1}},
		"until":      {Type: models.EventCovered, Time: 2, Until: 1, Pile: 4},
		"backs":      {Type: models.EventCount, Backs: map[models.Back]int{"pink": 3}},
		"left":       {Type: models.EventCount, Left: map[string]int{"Ana": 11}},
	} {
		after, _, err := rules.Apply(s, e)
		if err == nil || !strings.HasPrefix(err.Error(), field+":") {
			t.Errorf("%s: %v", field, err)
		}
		if after.String() != before || !reflect.DeepEqual(after, s) {
			t.Errorf("%s: the state was changed", field)
		}
	}
}

// Only those who were at a pile while it was out of sight can have laid on it what is missing there.
func TestOnlyThoseWhoWereThereLaidUnseen(t *testing.T) {
	const table = "schmidt 1:y6 | Ana row=y8,r2,r3 lig=r1*5 | Ben row=r9,r8,r7 lig=b1*5 | Cem row=y7,g2,g3 lig=g1*5"
	const rest = `{"type":"covered","t":1,"until":1.4,"player":"Cem"}
		{"type":"covered","t":1,"until":1.4,"pile":1%s}
		{"type":"play","t":1.4,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":8},"pile":1}`
	for candidates, want := range map[string]models.Verdict{
		"":                            models.Unproven,
		`,"candidates":["Ana","Cem"]`: models.Unproven,
		`,"candidates":["Ana","Ben"]`: models.Illegal,
	} {
		_, all := run(t, table, fmt.Sprintf(rest, candidates), rules.House{})
		if got := find(all, models.EventPlay)[0]; got.Verdict != want {
			t.Errorf("%s: %s (%s), want %s", candidates, got.Verdict, got.Reason, want)
		}
	}
}

// TestACardFromBeforeTheFilmIsTakenBack: a wrong card lies alone in the centre when the camera begins to look, and goes back to its row. The
// pile is not told at the end as if it lay there still; another one's equal card is none of it.
func TestACardFromBeforeTheFilmIsTakenBack(t *testing.T) {
	const before = `{"type":"start","t":0,"card":{"color":"red","number":5},"pile":3} {"type":"start","t":0,"card":{"color":"red","number":5},"pile":4} `
	for name, c := range map[string]struct {
		events string
		want   []models.PileEnd
	}{
		"it lies there": {"", []models.PileEnd{{Pile: 3, Color: models.Red, Top: 5}, {Pile: 4, Color: models.Red, Top: 5}}},
		"it went back": {
			`{"type":"take_back","t":2,"player":"Ben","card":{"color":"red","number":5},"pile":3,"to":"row","slot":0}`,
			[]models.PileEnd{{Pile: 4, Color: models.Red, Top: 5}},
		},
	} {
		s, _ := run(t, "schmidt | Ana row=b1,b2,b3 | Ben row=-,g1,g2", before+c.events, rules.House{})
		if got := rules.End(s).Piles; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestWhatLiesOnACoveredPileLikelyLiesThereStill: nobody saw whose card it was that came after a pause, nor whether it fits. Covered once more the
// pile most likely ends there still, until that card is seen to go back.
func TestWhatLiesOnACoveredPileLikelyLiesThereStill(t *testing.T) {
	const pause = `{"type":"covered","t":1,"until":3,"pile":4} {"type":"play","t":3.2,"card":{"color":"red","number":6},"pile":4}
		{"type":"covered","t":5,"until":6,"pile":4} `
	for name, c := range map[string]struct {
		events string
		want   int
	}{
		"it lies there":     {"", 6},
		"another one on it": {`{"type":"play","t":7,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":7},"pile":4}`, 7},
		"it went back":      {`{"type":"take_back","t":7,"card":{"color":"red","number":6},"pile":4}`, 4},
		"its owner took it": {`{"type":"take_back","t":7,"player":"Cem","card":{"color":"red","number":6},"pile":4,"to":"row","slot":0}`, 4},
	} {
		s, _ := run(t, "schmidt 4:r4 | Ana row=r7,b2,b3 hand=~20 | Ben row=g1,g2,g3 hand=~20 | Cem row=r6,y2,y3 hand=~20", pause+c.events, rules.House{})
		if got, want := rules.End(s).Piles, []models.PileEnd{{Pile: 4, Color: models.Red, Top: c.want}}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestOneOfTwoOpenCardsTakenBack: two equal cards were laid, nobody saw by whom, and somebody takes one back. Whichever it was, the pile most
// likely ends at the other one.
func TestOneOfTwoOpenCardsTakenBack(t *testing.T) {
	const five = `{"type":"play","t":%d,"card":{"color":"red","number":5},"pile":4} `
	const back = `{"type":"take_back","t":4,"player":"Ana","card":{"color":"red","number":5},"pile":4,"to":"row","slot":0} `
	for laid, want := range map[string]int{fmt.Sprintf(five, 1): 4, fmt.Sprintf(five+five, 1, 2): 5} {
		s, all := run(t, "schmidt 4:r4 | Ana row=-,b2,b3 hand=~20 | Ben row=g1,g2,g3 hand=~20 | Cem row=r6,y2,y3 hand=~20", laid+back, rules.House{})
		if got := find(all, models.EventTakeBack)[0].Verdict; got != models.Unproven {
			t.Errorf("%s: taking back is %s", laid, got)
		}
		if got, want := rules.End(s).Piles, []models.PileEnd{{Pile: 4, Color: models.Red, Top: want}}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", laid, got, want)
		}
	}
}

// TestWhatFollowsOnACoveredPile: Cem may have laid his 5 in a pause, so that it is open whether somebody's 5 that came after it was right. A 5
// lies there either way, also after another pause: a right one does not go back. What follows on it fits.
func TestWhatFollowsOnACoveredPile(t *testing.T) {
	const table = "schmidt 4:r4 5:r7 | Ana row=r6,b2,b3 | Ben row=r5,r7,g3 | Cem row=r5,y2,y3 centre=r6r7"
	const pause = `{"type":"covered","t":1,"until":3,"player":"Cem"} {"type":"covered","t":1,"until":3,"pile":4}
		{"type":"play","t":3.2,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `
	const again = `{"type":"covered","t":5,"until":6,"pile":4} `
	const follow = `{"type":"play","t":7,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4}
		{"type":"play","t":8,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":7},"pile":4}`
	for name, events := range map[string]string{"one pause": pause + follow, "two pauses": pause + again + follow} {
		_, all := run(t, table, events, rules.House{})
		for k, r := range find(all, models.EventPlay) {
			if want := map[int]models.Verdict{0: models.Unproven, 1: models.Legal, 2: models.Legal}[k]; r.Verdict != want {
				t.Errorf("%s: %v is %s (%s), want %s", name, r.Card, r.Verdict, r.Reason, want)
			}
		}
	}
}

// TestOfTwoEqualCardsBothMayBeGone: nobody saw where a 7 came from, Ben laid his upon it and may have taken it back in a pause. As Ana takes
// back one like it, the pile may be below both, and another 7 may fit.
func TestOfTwoEqualCardsBothMayBeGone(t *testing.T) {
	const g7 = `"card":{"color":"green","number":7},"pile":1`
	_, all := run(t, "playroom 1:g6 | Ana row=y9,r1,b2 lig=?*5 | Ben row=g7,b4,b5 lig=?*5 | Cem row=y1,y2,y3 lig=?*5",
		`{"type":"play","t":1,`+g7+`} {"type":"play","t":2,"player":"Ben","from":"row","slot":0,`+g7+`} {"type":"covered","t":3,"until":3,"pile":1}
		{"type":"take_back","t":4,"player":"Ana",`+g7+`} {"type":"play","t":6,`+g7+`}`, rules.House{})
	for _, r := range find(all, models.EventPlay) {
		if r.Verdict != models.Unproven {
			t.Errorf("at %v: %s (%s)", r.Time, r.Verdict, r.Reason)
		}
	}
}

// TestAPileOutOfSightWhenTheWatchingBegan: in mid-round anything may lie where an arm was at the first look. What is laid there is held
// against nobody until two cards that follow one another tell where the pile is; in a round seen from the deal the pile was empty.
func TestAPileOutOfSightWhenTheWatchingBegan(t *testing.T) {
	const (
		first   = `{"type":"start","t":0.1,"player":"Ana"} {"type":"start","t":0.1,"player":"Ben"} `
		dealt   = `{"type":"deal","t":0.1,"player":"Ana"} {"type":"deal","t":0.1,"player":"Ben"} `
		covered = `{"type":"covered","t":0.1,"until":0.3,"pile":4} `
		later   = `{"type":"covered","t":5.1,"until":5.3,"pile":4} `
		plays   = `{"type":"play","t":9,"player":"Ana","card":{"color":"green","number":4},"pile":4}
			{"type":"play","t":11,"player":"Ben","card":{"color":"green","number":5},"pile":4}
			{"type":"play","t":13,"player":"Ana","card":{"color":"green","number":6},"pile":4}
			{"type":"play","t":15,"player":"Ben","card":{"color":"red","number":7},"pile":4}`
	)
	for name, tt := range map[string]struct{ before, want string }{
		"in mid-round":                    {first + covered, "open.hidden open.unproven legal illegal"},
		"in sight when it began":          {first + later, "illegal illegal illegal illegal"},
		"in a round seen from the deal":   {dealt + covered, "illegal illegal illegal illegal"},
		"a seat was out of sight as well": {dealt + `{"type":"start","t":7,"player":"Ben"} ` + later, "illegal illegal illegal illegal"},
	} {
		s, err := rules.New(rules.Config{Players: []models.Player{{Name: "Ana"}, {Name: "Ben"}}})
		if err != nil {
			t.Fatal(err)
		}
		_, all := apply(t, s, tt.before+plays)
		var got []string
		for _, r := range find(all, models.EventPlay) {
			said := string(r.Verdict)
			if r.Verdict == models.Unproven {
				said = r.Because.ID
			}
			got = append(got, said)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", name, got, tt.want)
		}
	}
}
