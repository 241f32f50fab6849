package rules_test

import (
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
