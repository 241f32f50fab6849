package match

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"schiri/models"
	"schiri/rules"
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
	tb := begun(t)
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

// Without a target a match goes on until the table ends it, after a round or before the next one begins. It has its winners then,
// after a restart of the program too; that can be undone, and what comes next is another match.
func TestAMatchEndsWhenTheTableSaysSo(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	if got := code(tb.Finish(ctx, "Ana")); got != WrongPhase {
		t.Errorf("a match of no round is ended: %q", got)
	}
	for _, next := range []bool{false, true} {
		tb.counted()
		if next {
			tb.must(tb.Next(ctx))
		}
		first := tb.shown.Rounds[0].Round
		tb.must(tb.Finish(ctx, "Ana"))
		tb.restart()
		tb.must(tb.Undo(ctx, Present, first, 0, "Ben", nil))
		if tb.shown.Over {
			t.Error("the match is over though that was undone")
		}
		tb.must(tb.Finish(ctx, "Ana"))
		if ended := tb.Match.id; !tb.shown.Over || tb.Next(ctx) != nil || tb.Match.id == ended || tb.shown.Over || tb.shown.Round != 1 {
			t.Errorf("next round begun before: %v: no new match has begun: round %d, over: %v", next, tb.shown.Round, tb.shown.Over)
		}
	}
	all, err := tb.Matches(ctx)
	tb.must(err)
	for _, m := range all[1:] {
		if !m.Over || len(m.Winners) != 1 || m.Winners[0] != "Ana" {
			t.Errorf("match %d on record: over %v, won by %v", m.Match, m.Over, m.Winners)
		}
	}
	tb.must(tb.Start(ctx))
	if got := code(tb.Finish(ctx, "Ana")); got != WrongPhase {
		t.Errorf("a match is ended in mid-round: %q", got)
	}
}

// What an event of the record leads to need not be in the record itself: where that cannot be written, the event counts
// as recorded, once, and the round has ended all the same.
func TestAStopIsInTheRecordOnce(t *testing.T) {
	tb := begun(t)
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

// A round in which provably nobody can play any more is over or goes on as the house has it, whatever the edition's sheet
// says, after a restart of the program too.
func TestAStuckRoundEndsAsTheHouseHasIt(t *testing.T) {
	for stuck, want := range map[rules.StuckChoice]models.Phase{
		rules.StuckEnds: models.PhaseStopped, rules.StuckRestarts: models.PhasePlaying,
	} {
		tb := &table{t: t, path: filepath.Join(t.TempDir(), "matches.db"), house: rules.DefaultHouse(models.Schmidt), players: players}
		tb.house.Stuck, tb.house.RowSize, tb.house.Ligretto = stuck, 10, 20
		tb.open()
		tb.must(tb.Start(t.Context()))
		tb.see(stuckFromTheDeal()...)
		proved := slices.ContainsFunc(tb.ruled, func(r models.Ruling) bool { return r.Type == models.EventDeadlock && r.Status == "proved" })
		if !proved {
			t.Fatal("the round is not said to be stuck")
		}
		for range 2 {
			if tb.shown.Phase != want {
				t.Errorf("with %q a stuck round is %s, want %s", stuck, tb.shown.Phase, want)
			}
			tb.restart()
		}
	}
}

// stuckFromTheDeal is a round whose 1s all lie in the Ligretto piles, until every card of the hands has been in sight.
func stuckFromTheDeal() []models.Event {
	red := func(n int) models.Card { return models.Card{Color: models.Red, Number: n} }
	var seen []models.Event
	for i, p := range players {
		e := deal(p.Name, 0.1)
		for n := 2; n <= 10; n++ {
			e.Row = append(e.Row, red(n))
		}
		e.Row = append(e.Row, models.Card{Color: models.Yellow, Number: 10})
		seen = append(seen, e)
		for k, n := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10} { // yellow ones but the last, which lies in the row: a green one
			c := models.Card{Color: models.Yellow, Number: n}
			if n == 10 {
				c = models.Card{Color: models.Green, Number: n}
			}
			at := float64(10*i + k + 1)
			seen = append(seen, models.Event{Type: models.EventFlip, Time: at, Decided: at + 0.1, Player: p.Name, Card: &c})
			if k%3 == 2 {
				seen = append(seen, models.Event{Type: models.EventRecycle, Time: at + 0.5, Decided: at + 0.6, Player: p.Name})
			}
		}
	}
	last := models.Card{Color: models.Green, Number: 9}
	for i, p := range players {
		at := float64(40 + i)
		seen = append(seen, models.Event{Type: models.EventFlip, Time: at, Decided: at + 0.1, Player: p.Name, Card: &last})
	}
	return seen
}
