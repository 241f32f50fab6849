package rules_test

import (
	"testing"

	"schiri/models"
	"schiri/rules"
)

// Of two who laid an equal card at the same moment, the one who takes it back has lost: the other card was laid rightly,
// and what follows on it, also out of sight, is judged by that.
func TestTakingBackSettlesATie(t *testing.T) {
	const (
		table = "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,r6,g2 | Cem row=r6,g2,g3"
		tie   = `{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}
			{"type":"play","t":1,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `
		covered = `{"type":"covered","t":1.5,"until":2.5,"pile":4} `
		six     = `{"type":"play","t":3,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4}
			{"type":"play","t":3.4,"player":"Ben","from":"row","slot":1,"card":{"color":"red","number":6},"pile":4}`
	)
	for _, loser := range []string{"Ana", "Ben"} {
		back := `{"type":"take_back","t":2,"player":"` + loser + `","pile":4,"card":{"color":"red","number":5},"to":"row","slot":0} `
		_, all := run(t, table, tie+back+covered+six, rules.House{})
		plays, backs := find(all, models.EventPlay), find(all, models.EventTakeBack)
		if v := plays[1].Verdict; v != models.Unproven {
			t.Errorf("%s: of a tie the second card is %s", loser, v)
		}
		if v := backs[0].Verdict; v != models.Legal {
			t.Errorf("%s: taking back is %s", loser, v)
		}
		revisions := find(all, models.EventRevision)
		if last := revisions[len(revisions)-1]; last.Verdict != models.Legal || last.Player == loser {
			t.Errorf("%s: the other card is not said to be laid rightly: %+v", loser, last)
		}
		if plays[2].Verdict != models.Legal || plays[3].Verdict != models.Illegal {
			t.Errorf("%s: the next cards are %s and %s", loser, plays[2].Verdict, plays[3].Verdict)
		}
	}
}

// Of three who laid an equal card at the same moment, one who takes his back has lost, but which of the other two was first is open still:
// neither is said to have laid rightly, nor called for taking his back as well.
func TestATieOfThreeIsSettledByTheLastTwo(t *testing.T) {
	const table = "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,g3,g2 | Cem row=r5,r6,g2"
	const tie = `{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}
		{"type":"play","t":1.02,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}
		{"type":"play","t":1.03,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `
	back := func(who string) string {
		return `{"type":"take_back","t":2,"player":"` + who + `","pile":4,"card":{"color":"red","number":5},"to":"row","slot":0} `
	}
	for _, c := range [][3]string{{"Ana", "Ben", "Cem"}, {"Ben", "Ana", "Cem"}, {"Cem", "Ana", "Ben"}, {"Ben", "Cem", "Ana"}} {
		_, all := run(t, table, tie+back(c[0]), rules.House{})
		for _, r := range find(all, models.EventRevision) {
			if r.Verdict != models.Unproven {
				t.Errorf("%v: after one went back %s's card is %s", c, r.Player, r.Verdict)
			}
		}
		_, all = run(t, table, tie+back(c[0])+back(c[1]), rules.House{})
		for _, r := range find(all, models.EventTakeBack) {
			if r.Verdict != models.Legal {
				t.Errorf("%v: %s takes back: %s", c, r.Player, r.Verdict)
			}
		}
		revisions := find(all, models.EventRevision)
		if last := revisions[len(revisions)-1]; last.Verdict != models.Legal || last.Player != c[2] {
			t.Errorf("%v: the last card is not said to be laid rightly: %+v", c, last)
		}
	}
}

// In a close race the camera may take the second for the first; whoever takes the card back says who lost. Of a race
// that was not close, the first has laid rightly, whatever he takes back.
func TestTakingBackDecidesACloseRaceTheOtherWay(t *testing.T) {
	const (
		table = "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,g3,g2 | Cem row=r6,g2,g3"
		first = `{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `
		back  = `{"type":"take_back","t":2,"player":"Ana","pile":4,"card":{"color":"red","number":5},"to":"row","slot":0} `
		six   = `{"type":"play","t":3,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":6},"pile":4}`
	)
	for at, want := range map[string]models.Verdict{"1.15": models.Legal, "1.4": models.Illegal} {
		second := `{"type":"play","t":` + at + `,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `
		_, all := run(t, table, first+second+back+six, rules.House{})
		plays, backs := find(all, models.EventPlay), find(all, models.EventTakeBack)
		if plays[0].Verdict != models.Legal || plays[1].Verdict != models.Illegal {
			t.Errorf("second at %s s: the two are %s and %s", at, plays[0].Verdict, plays[1].Verdict)
		}
		if backs[0].Verdict != want || plays[2].Verdict != want {
			t.Errorf("second at %s s: taking back is %s, the next card %s; want %s", at, backs[0].Verdict, plays[2].Verdict, want)
		}
		if revisions := find(all, models.EventRevision); (len(revisions) == 1) != (want == models.Legal) {
			t.Errorf("second at %s s: %d verdicts were revised", at, len(revisions))
		}
	}
}

// A race for the 10 is one like any other, though the pile is full then.
func TestARaceForTheTen(t *testing.T) {
	_, all := run(t, "schmidt 4:r9 | Ana row=r10,b2,b3 | Ben row=r10,g3,g2",
		`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":10},"pile":4}
		 {"type":"play","t":1.15,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":10},"pile":4}
		 {"type":"take_back","t":2,"player":"Ana","pile":4,"card":{"color":"red","number":10},"to":"row","slot":0}`, rules.House{})
	if r := all[1]; r.Verdict != models.Illegal || r.Rule != string(rules.CentreRace) {
		t.Errorf("the second 10 is %s (%s)", r.Verdict, r.Reason)
	}
	if back := find(all, models.EventTakeBack)[0]; back.Verdict != models.Legal {
		t.Errorf("who seemed to be first takes hers back: %s", back.Verdict)
	}
	if r := find(all, models.EventRevision); len(r) != 1 || r[0].Of != 2 || r[0].Verdict != models.Legal {
		t.Errorf("revised: %+v", r)
	}
}

// The loser's card can have gone while the pile was out of sight. Then the winner may be who takes his own back, and nobody
// is called for a card that fits on what lies there without the two.
func TestTakingBackDecidesNothingWhereTheOtherCardMayBeGone(t *testing.T) {
	const table = "schmidt 4:r4 | Ana row=r5,b2,b3 | Ben row=r5,g3,g2 | Cem row=r5,g2,g3"
	for covered, want := range map[string]models.Verdict{
		"": models.Illegal, `{"type":"covered","t":1.5,"until":1.5,"pile":4} `: models.Unproven,
	} {
		_, all := run(t, table, `{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}
			{"type":"play","t":1.15,"player":"Ben","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4} `+covered+`
			{"type":"take_back","t":2,"player":"Ana","pile":4,"card":{"color":"red","number":5},"to":"row","slot":0}
			{"type":"play","t":3,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":5},"pile":4}`, rules.House{})
		if plays := find(all, models.EventPlay); plays[2].Verdict != want {
			t.Errorf("after %q the third red 5 is %s, want %s", covered, plays[2].Verdict, want)
		}
		if back := find(all, models.EventTakeBack)[0]; back.Verdict == models.Illegal {
			t.Errorf("after %q taking back is %s", covered, back.Verdict)
		}
	}
}

// The emptied pile is often told later than a card laid after it.
func TestACardToldBeforeTheEndItCameAfter(t *testing.T) {
	const table = "schmidt 4:r4 | Ana row=b1,b2,b3 lig=r5*1 | Ben row=g1,g2,g3"
	for at, want := range map[string]models.Verdict{"4.8": "", "5.8": models.Unproven, "7.5": models.Illegal} {
		play := `{"type":"play","t":` + at + `,"player":"Ben","from":"row","slot":0,"card":{"color":"green","number":1},"pile":7} `
		const empties = `{"type":"play","t":5,"player":"Ana","from":"ligretto","card":{"color":"red","number":5},"pile":4,"ligretto_top":null}`
		_, all := run(t, table, play+empties, rules.House{})
		if stops := find(all, models.EventStop); len(stops) != 1 {
			t.Fatalf("laid at %s: %d stops", at, len(stops))
		}
		var got models.Verdict
		for _, r := range find(all, models.EventRevision) {
			got = r.Verdict
		}
		if got != want {
			t.Errorf("laid at %s: revised to %q, want %q", at, got, want)
		}
	}
}

// A player whose cards come into sight in mid-round has laid what he was seen to lay: an equal card laid after that is
// somebody else's.
func TestWhoComesIntoSightLateHasLaidWhatHeLaid(t *testing.T) {
	const table = "schmidt 4:r4 5:r4 | Ana row=b1,b2,b3 | Ben row=g1,g2,g3"
	_, all := run(t, table, `{"type":"play","t":1,"player":"Ben","card":{"color":"red","number":5},"pile":4}
		{"type":"start","t":2,"player":"Ben","row":[{"color":"green","number":1},{"color":"green","number":2},{"color":"green","number":3}]}
		{"type":"play","t":5,"card":{"color":"red","number":5},"pile":5}`, rules.House{})
	play := find(all, models.EventPlay)[1]
	owner := play.Player
	for _, r := range find(all, models.EventRevision) {
		owner = r.Player
	}
	if owner != "Ana" {
		t.Errorf("the second red 5 is %q's, candidates %v; want Ana's", owner, play.Candidates)
	}
}
