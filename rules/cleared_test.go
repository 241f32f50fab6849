package rules_test

import (
	"fmt"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// Where full piles are cleared away they count at the end, but are not on the table any more; the notation keeps
// whose cards lay in them.
func TestClearedPiles(t *testing.T) {
	h := rules.DefaultHouse(models.Schmidt)
	h.ClearFull = rules.Yes
	s, all := run(t, "schmidt 4:r9 | Ana row=r10,g1,g2 lig=r1*5 | Ben centre=r9",
		`{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":10},"pile":4}
		 {"type":"play","t":2,"player":"Ana","from":"row","slot":1,"card":{"color":"green","number":1},"pile":4}`, h)
	if last := all[1]; last.Verdict != models.Legal || last.Rule != string(rules.CentreStart) {
		t.Errorf("a 1 on the place of a full pile: %s (%s)", last.Verdict, last.Reason)
	}
	if piles := s.Piles(); len(piles) != 1 || piles[0].Pile != 4 || piles[0].Color != models.Green || piles[0].Top != 1 {
		t.Errorf("on the table: %+v", piles)
	}
	tops := 0
	for _, p := range rules.End(s).Piles {
		tops += p.Top
	}
	if tops != 11 {
		t.Errorf("%d cards lie in the centre by the tops, want 11", tops)
	}
	back, err := rules.ParseState(s.String(), h)
	if err != nil || back.String() != s.String() {
		t.Fatalf("%s reads as %s: %v", s, back, err)
	}
	for i, name := range []string{"Ana", "Ben"} {
		if got, want := back.Tally()[i].Centre, s.Tally()[i].Centre; got != want {
			t.Errorf("%s has %+v in the centre after reading, had %+v", name, got, want)
		}
	}
	if fmt.Sprint(back.Piles()) != fmt.Sprint(s.Piles()) {
		t.Errorf("piles %v, were %v", back.Piles(), s.Piles())
	}
}

// Where full piles are cleared away, cards that leave one and arrive nowhere are not taken back: they count still. Elsewhere, and from a pile
// that is not full, they have to stay.
func TestClearingAFullPileIsNoTakingBack(t *testing.T) {
	const ten = `{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":10},"pile":4} `
	for name, c := range map[string]struct {
		clears rules.Choice
		before string
		want   models.Verdict
		centre int
	}{
		"by the house rule":    {rules.Yes, ten, models.Legal, 2},
		"a pile not yet full":  {rules.Yes, "", models.Illegal, 0},
		"without a house rule": {rules.No, ten, models.Illegal, 0},
	} {
		h := rules.DefaultHouse(models.Schmidt)
		h.ClearFull = c.clears
		s, all := run(t, "schmidt 4:r9 | Ana row=r10,g1,g2 lig=r1*5 centre=r9 | Ben", c.before+`{"type":"take_back","t":4,"pile":4,"card":{"color":"red","number":10}}
			{"type":"take_back","t":4.2,"pile":4,"card":{"color":"red","number":9}}`, h)
		backs := find(all, models.EventTakeBack)
		if last := backs[1]; last.Verdict != c.want {
			t.Errorf("%s: %s (%s)", name, last.Verdict, last.Reason)
		}
		if got := rules.End(s).Players["Ana"].Centre; got != c.centre {
			t.Errorf("%s: Ana has %d cards in the centre, want %d", name, got, c.centre)
		}
	}
}
