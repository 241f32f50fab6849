package rules_test

import (
	"testing"

	"schiri/models"
)

// TestWhoCanHaveLaidAnEqualCardUnseen: a pile was out of sight from 5 to 6 s. A card laid on it since that fits is in doubt only where an
// equal card can have come there meanwhile, from a place that was out of sight then, too.
func TestWhoCanHaveLaidAnEqualCardUnseen(t *testing.T) {
	const (
		pile   = `{"type":"covered","t":5,"until":6,"pile":1} `
		play   = `{"type":"play","t":8,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":5},"pile":1}`
		doubt  = "play unproven centre-race race.hidden"
		legal  = "play legal centre-next next.legal"
		inRow  = "schmidt 1:g4 | Ana row=g5,r1,b2 | Ben row=g5,b4,b6 lig=r9*5"
		inHand = "schmidt 1:g4 | Ana row=g5,r1,b2 | Ben row=y9,b4,b6 lig=r9*5 hand=g5|.............."
	)
	for name, c := range map[string]struct{ table, ben, want string }{
		"all was in sight":     {inRow, "", legal},
		"Ben was out of sight": {inRow, `{"type":"covered","t":5,"until":6,"player":"Ben"}`, doubt},
		"long before":          {inRow, `{"type":"covered","t":1,"until":2,"player":"Ben"}`, legal},
		"long after":           {inRow, `{"type":"covered","t":7.5,"until":7.8,"player":"Ben"}`, legal},
		"his discard pile only, it lay in the row": {inRow, `{"type":"covered","t":5,"until":6,"player":"Ben","from":"discard"}`, legal},
		"his row and Ligretto pile only":           {inRow, `{"type":"covered","t":5,"until":6,"player":"Ben","from":"ligretto"}`, doubt},
		"the same, it lay on his discard pile":     {inHand, `{"type":"covered","t":5,"until":6,"player":"Ben","from":"ligretto"}`, legal},
		"his discard pile, on which it lay":        {inHand, `{"type":"covered","t":5,"until":6,"player":"Ben","from":"discard"}`, doubt},
	} {
		_, all := run(t, c.table, pile+c.ben+" "+play, house(models.Schmidt))
		if got := said(find(all, models.EventPlay)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestTwoThatFollowTellWhereAPileIs: all was out of sight for a second, and Ben can have laid his green 5, 6, 7 and 8 then. What was laid in sight since
// is in doubt until two cards tell that the pile is there.
func TestTwoThatFollowTellWhereAPileIs(t *testing.T) {
	const (
		doubt = "play unproven centre-race race.hidden"
		legal = "play legal centre-next next.legal"
		four  = `{"type":"play","t":8,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":5},"pile":1} {"type":"play","t":10,"player":"Cem","from":"row","slot":0,"card":{"color":"green","number":6},"pile":1}
			{"type":"play","t":12,"player":"Ana","from":"row","slot":1,"card":{"color":"green","number":7},"pile":1} {"type":"play","t":14,"player":"Cem","from":"row","slot":1,"card":{"color":"green","number":8},"pile":1}`
	)
	lost := `{"type":"covered","t":5,"until":6,"pile":1} {"type":"covered","t":5,"until":6,"player":"Ben"} `
	_, all := run(t, "schmidt 1:g4 | Ana row=g5,g7,b2 | Ben row=y9,b4,b6 lig=r9*5 | Cem row=g6,g8,r2", lost+four, house(models.Schmidt))
	if got, want := said(find(all, models.EventPlay)), doubt+"\n"+doubt+"\n"+legal+"\n"+legal; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestACardTakenBackShowsWhatLiesBelow: a wrong card was laid on a pile while that was out of sight. When it is taken back the card that lay
// there before is in sight: nothing else has come upon it.
func TestACardTakenBackShowsWhatLiesBelow(t *testing.T) {
	const lost = `{"type":"covered","t":5,"until":6,"pile":1} {"type":"covered","t":5,"until":6,"player":"Ben"} {"type":"play","t":6,"player":"Ana","from":"row","slot":0,"card":{"color":"yellow","number":2},"pile":1} `
	for name, c := range map[string]struct{ shows, want string }{
		"the card known":   {`,"pile_top":{"color":"green","number":4}`, "play legal centre-next next.legal"},
		"nothing was read": {"", "play unproven centre-race race.hidden"},
		"another one":      {`,"pile_top":{"color":"green","number":5}`, "play unproven centre-race race.hidden"},
	} {
		back := `{"type":"take_back","t":9,"player":"Ana","to":"row","slot":0,"card":{"color":"yellow","number":2},"pile":1` + c.shows + "} "
		play := `{"type":"play","t":12,"player":"Ana","from":"row","slot":1,"card":{"color":"green","number":5},"pile":1}`
		_, all := run(t, "schmidt 1:g4 | Ana row=y2,g5,b2 | Ben row=y9,b4,b6 lig=r9*5", lost+back+play, house(models.Schmidt))
		if got := said(find(all, models.EventPlay)[1:]); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestTwoThatFollowTellHowAPileBegan: a pile was opened while all was out of sight, by Cem as it seems, or by Ben with another 1 below. The two
// cards laid on it since tell that Cem's was right.
func TestTwoThatFollowTellHowAPileBegan(t *testing.T) {
	lost := `{"type":"covered","t":5,"until":6,"pile":1} {"type":"covered","t":5,"until":6,"player":"Ben"} `
	laid := `{"type":"play","t":6,"player":"Cem","from":"row","slot":0,"card":{"color":"green","number":1},"pile":1} {"type":"play","t":8,"player":"Ana","from":"row","slot":0,"card":{"color":"green","number":2},"pile":1}
		{"type":"play","t":10,"player":"Cem","from":"row","slot":1,"card":{"color":"green","number":3},"pile":1} {"type":"play","t":12,"player":"Ana","from":"row","slot":1,"card":{"color":"green","number":4},"pile":1}`
	_, all := run(t, "schmidt | Ana row=g2,g4,b2 | Ben row=y1,b4,b6 lig=r9*5 | Cem row=g1,g3,r2", lost+laid, house(models.Schmidt))
	want := "play unproven centre-race race.hidden\nplay unproven centre-next open.unproven\nplay legal centre-next next.legal\nplay legal centre-next next.legal"
	if got := said(find(all, models.EventPlay)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
