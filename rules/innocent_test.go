package rules_test

import (
	"testing"

	"schiri/models"
	"schiri/rules"
)

// What was only inferred never proves a mistake: whoever laid or took back a card rightly is never
// called wrong because of what others may have done unseen.
func TestNobodyInnocentIsBlamed(t *testing.T) {
	for name, c := range map[string]struct {
		table, events string
		innocent      map[int]bool // numbers of the events that were right
		later         map[int]models.Verdict
	}{
		"the equal card can have been taken back unseen too": {
			table: "playroom 4:g8 | Ben row=g9,r2,r3 lig=r1*5 | Dora row=g9,b2,b3 lig=r1*5",
			events: `{"type":"covered","t":0.5,"until":1,"player":"Ben"}
				{"type":"play","t":1,"card":{"color":"green","number":9},"pile":4}
				{"type":"play","t":1.3,"player":"Dora","from":"row","slot":0,"card":{"color":"green","number":9},"pile":4}
				{"type":"covered","t":2,"until":2,"pile":4}
				{"type":"take_back","t":2.2,"player":"Ben","card":{"color":"green","number":9},"pile":4,"to":"row","slot":0}
				{"type":"play","t":4,"player":"Ben","from":"row","slot":0,"card":{"color":"green","number":9},"pile":4}`,
			innocent: map[int]bool{2: true, 6: true},
		},
		"a card that vanished had come back from where it lay wrongly": {
			table: "schmidt 4:r3 9:y5 | Cem row=r4,b2,b3 lig=r1*5 | Hana row=r4,g2,g3 lig=r1*5",
			events: `{"type":"play","t":1,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":4},"pile":9}
				{"type":"covered","t":2,"until":2,"pile":9}
				{"type":"covered","t":3,"until":3.2,"pile":4}
				{"type":"vanish","t":2.5,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":4}}
				{"type":"play","t":3.3,"player":"Hana","from":"row","slot":0,"card":{"color":"red","number":4},"pile":4}
				{"type":"take_back","t":5,"player":"Hana","card":{"color":"red","number":4},"pile":4,"to":"row","slot":0}`,
			innocent: map[int]bool{6: true},
		},
		"an equal card left its spot unseen: whoever takes his own back has lost the race": {
			table: "schmidt 4:r3 | Cem row=r4,b2,b3 lig=g1*5 | Hana row=r4,g2,g3 lig=r1*5",
			events: `{"type":"play","t":1,"player":"Cem","from":"row","slot":0,"card":{"color":"red","number":4},"pile":4}
				{"type":"refill","t":1.8,"player":"Hana","slot":0,"card":{"color":"red","number":1}}
				{"type":"take_back","t":3,"player":"Cem","card":{"color":"red","number":4},"pile":4,"to":"row","slot":0}`,
			innocent: map[int]bool{1: true, 3: true},
		},
		"an anonymous card straight from a Ligretto pile beats nobody": {
			table: "playroom 4:b2 | Ana row=b3,g2,g3 lig=r1*5 | Eli row=r9,r8,r7 lig=b3*5",
			events: `{"type":"play","t":1,"card":{"color":"blue","number":3},"pile":4}
				{"type":"play","t":1.3,"player":"Ana","from":"row","slot":0,"card":{"color":"blue","number":3},"pile":4}
				{"type":"take_back","t":2,"player":"Eli","card":{"color":"blue","number":3},"pile":4,"to":"ligretto"}`,
			innocent: map[int]bool{2: true, 3: true},
			later:    map[int]models.Verdict{1: models.Illegal, 2: models.Legal},
		},
		"nor with the zone out of sight": {
			table: "playroom 4:b2 | Ana row=b3,g2,g3 lig=r1*5 | Eli row=r9,r8,r7 lig=b3*5",
			events: `{"type":"covered","t":0.5,"until":1,"player":"Eli"}
				{"type":"play","t":1,"card":{"color":"blue","number":3},"pile":4}
				{"type":"play","t":1.3,"player":"Ana","from":"row","slot":0,"card":{"color":"blue","number":3},"pile":4}
				{"type":"take_back","t":2,"player":"Eli","card":{"color":"blue","number":3},"pile":4,"to":"ligretto"}`,
			innocent: map[int]bool{3: true, 4: true},
		},
		"an equal card was taken back that nobody saw being laid": {
			table: "schmidt 1:y7 | Ben row=r9,r8,r7 hand=y9|.. | Cem row=y8,b2,b3 lig=r1*5 | Eli row=y8,g2,g3 lig=r1*5",
			events: `{"type":"covered","t":0.9,"until":1.1,"pile":1}
				{"type":"vanish","t":0.5,"player":"Cem","from":"row","slot":0,"card":{"color":"yellow","number":8}}
				{"type":"play","t":1,"player":"Eli","from":"row","slot":0,"card":{"color":"yellow","number":8},"pile":1}
				{"type":"covered","t":2,"until":2,"player":"Eli"}
				{"type":"covered","t":2,"until":2,"pile":1}
				{"type":"take_back","t":3,"player":"Cem","card":{"color":"yellow","number":8},"pile":1,"to":"row","slot":0}
				{"type":"flip","t":3.5,"player":"Ben","cards":2,"card":{"color":"blue","number":1}}
				{"type":"play","t":4,"player":"Eli","from":"row","slot":0,"card":{"color":"yellow","number":8},"pile":1}`,
			innocent: map[int]bool{8: true},
		},
		"a card laid wrongly before the camera looked has gone again": {
			table: "schmidt | Ana row=r9,r8,r7 lig=r1*5 | Ben row=g5,b2,b3 lig=b1*5",
			events: `{"type":"start","t":0,"card":{"color":"green","number":9},"pile":1}
				{"type":"start","t":0,"card":{"color":"green","number":4},"pile":1}
				{"type":"take_back","t":2,"player":"Ana","card":{"color":"green","number":9},"pile":1,"to":"row","slot":0}
				{"type":"play","t":3,"player":"Ben","from":"row","slot":0,"card":{"color":"green","number":5},"pile":1}
				{"type":"play","t":4,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":9},"pile":1}`,
			innocent: map[int]bool{3: true, 4: true},
			later:    map[int]models.Verdict{4: models.Legal, 5: models.Illegal},
		},
		"nobody saw where the card went whose gap in the row is filled": {
			table: "schmidt 4:g2 | Ana row=g7,b2,b3 lig=g3*5 | Ben row=r9,r8,r7 lig=b1*5",
			events: `{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":7},"pile":9}
				{"type":"refill","t":2,"player":"Ana","slot":0,"card":{"color":"green","number":3}}
				{"type":"take_back","t":2.5,"card":{"color":"green","number":7},"pile":9}
				{"type":"play","t":3,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":3},"pile":4}`,
			innocent: map[int]bool{2: true, 3: true, 4: true},
			later:    map[int]models.Verdict{1: models.Illegal, 4: models.Legal},
		},
	} {
		_, all := run(t, c.table, c.events, rules.House{})
		of, verdicts := 0, map[int]models.Verdict{}
		for _, r := range all {
			about := r.Of
			if r.Type != models.EventRevision {
				of++
				about = of
			}
			verdicts[about] = r.Verdict
			if r.Verdict == models.Illegal && c.innocent[about] {
				t.Errorf("%s: event %d: %s (%s)", name, about, r.Verdict, r.Reason)
			}
		}
		for about, want := range c.later {
			if verdicts[about] != want {
				t.Errorf("%s: event %d is %s in the end, want %s", name, about, verdicts[about], want)
			}
		}
	}
}

// A card taken back unseen onto the Ligretto pile can have left it again unseen: laid from the row it
// does not make the pile longer.
func TestReturnedUnseenAndGoneOn(t *testing.T) {
	s, _ := run(t, "playroom 4:b2 | Fay row=r9,r8,r7 lig=y9*1 | Ben",
		`{"type":"play","t":1,"player":"Fay","from":"ligretto","card":{"color":"yellow","number":9},"pile":4}
		 {"type":"covered","t":2,"until":2,"pile":4}
		 {"type":"covered","t":2,"until":4,"player":"Fay"}
		 {"type":"play","t":5,"player":"Fay","from":"row","slot":0,"card":{"color":"yellow","number":9},"pile":4}`, rules.House{})
	if low := s.Tally()[0].Left.Low; low > 0 {
		t.Errorf("at least %d cards are said to be left, but none need be", low)
	}
}

// A pile seen to be empty is at its count: a card that had left it before and is given its owner only later takes
// nothing off what went back since.
func TestOwnerFoundAfterThePileWasEmpty(t *testing.T) {
	s, all := run(t, "schmidt 1:y1 2:g10 | Ana row=r9,r8,r7 lig=y2*2 hand=..b5|. | Ben row=b9,b8,b7 hand=..b6|.",
		`{"type":"covered","t":1,"until":2,"player":"Ana"}
		 {"type":"play","t":2,"card":{"color":"yellow","number":2},"pile":1}
		 {"type":"play","t":5,"player":"Ana","from":"ligretto","card":{"color":"yellow","number":10},"pile":2,"ligretto_top":null}
		 {"type":"take_back","t":6,"player":"Ana","card":{"color":"yellow","number":10},"pile":2,"to":"ligretto"}
		 {"type":"flip","t":9,"player":"Ben","cards":1,"card":{"color":"yellow","number":2}}`, rules.House{})
	if r := find(all, models.EventRevision); len(r) != 1 || r[0].Player != "Ana" {
		t.Fatalf("the owner is not found: %+v", r)
	}
	if left := s.Tally()[0].Left; left.High < 1 {
		t.Errorf("%+v cards are said to be left; the yellow 10 is", left)
	}
}
