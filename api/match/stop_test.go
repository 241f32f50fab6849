package match

import (
	"context"
	"testing"

	"schiri/models"
)

// A Ligretto pile that only seemed to be empty ends the round for as long as the camera takes it for empty: the round goes
// on by itself, is refereed as before, and does so after a restart of the program too.
func TestRoundGoesOnByItself(t *testing.T) {
	empty := models.Event{
		Type: models.EventRefill, Time: 2, Decided: 2.2, Player: "Ana", Slot: new(int), Card: card(models.Blue, 9), LigrettoTop: models.ShownEmpty(),
	}
	again := models.Event{
		Type: models.EventCovered, Time: 2, Until: 3, Decided: 3.1, Player: "Ana", LigrettoTop: models.ShownCard(*card(models.Blue, 8)),
	}
	tb := newTable(t)
	tb.must(tb.Start(t.Context()))
	tb.see(dealt()...)
	tb.see(play("Ana", 1, 0, card(models.Red, 1), 1), empty)
	if tb.shown.Phase != models.PhaseStopped {
		t.Fatalf("after an emptied pile the round is %s", tb.shown.Phase)
	}
	tb.see(again)
	for range 2 {
		if tb.shown.Phase != models.PhasePlaying {
			t.Errorf("the pile has cards, and the round is %s", tb.shown.Phase)
		}
		tb.restart()
	}
	tb.see(play("Ana", 60, 1, card(models.Red, 2), 1))
	if got := tb.shown.Plays[7]; got.Verdict != models.Legal {
		t.Errorf("a card laid later is %+v", got)
	}
	tb.must(tb.Stop(t.Context(), ""))
	tb.see(again)
	if tb.shown.Phase != models.PhaseStopped {
		t.Errorf("a round that was ended by hand is %s", tb.shown.Phase)
	}
}

// What an event of the record leads to need not be in the record itself: where that cannot be written, the event counts
// as recorded, once, and the round has ended all the same.
func TestAStopIsInTheRecordOnce(t *testing.T) {
	tb := newTable(t)
	tb.must(tb.Start(t.Context()))
	tb.see(dealt()...)
	tb.see(play("Ana", 1, 0, card(models.Red, 1), 1))
	full, fills := context.WithCancel(t.Context())
	tb.Ruled = func(models.Ruling) { fills() } // between the event and what follows from it
	tb.must(tb.Observe(full, models.Event{
		Type: models.EventRefill, Time: 2, Decided: 2.2, Player: "Ana", Slot: new(int), Card: card(models.Blue, 9), LigrettoTop: models.ShownEmpty(),
	}))
	for range 2 {
		if n := len(tb.shown.Plays); n != 5 || tb.shown.Phase != models.PhaseStopped {
			t.Errorf("%d events, and the round is %s", n, tb.shown.Phase)
		}
		tb.restart()
	}
}
