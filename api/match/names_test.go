package match

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// called gives the rules of a table at which the players have these names, in order.
func (tb *table) called(names ...string) rules.Config {
	tb.players = slices.Clone(tb.players)
	for i, name := range names {
		tb.players[i].Name = name
	}
	to := tb.Rules
	to.Players = tb.players
	return to
}

// A name is put right in mid-round: the match goes on with its points, past rounds and corrections have the right name, and so
// it is after a restart. The camera, which was opened with the name before, goes on.
func TestANameIsPutRight(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	tb.counted()
	tb.must(tb.Next(ctx))
	tb.must(tb.Start(ctx))
	at := tb.Time()
	tb.see(dealt()...)
	tb.see(play("Ana", at+2, 0, card(models.Red, 1), 1), play("", at+3, 0, card(models.Red, 2), 1))
	tb.must(tb.Correct(ctx, 5, Change{Player: "Ana"}))
	tb.must(tb.Rename(ctx, tb.called("Anna")))
	tb.see(play("Ana", at+4, 1, card(models.Red, 3), 1))
	want := map[string]int{"Anna": -18, "Ben": -20, "Cem": -20}
	check := func(when string) {
		t.Helper()
		if got := totals(tb.shown); !maps.Equal(got, want) || len(tb.shown.Rounds) != 1 {
			t.Errorf("%s: %d rounds with %v, want 1 with %v", when, len(tb.shown.Rounds), got, want)
		}
		for _, n := range []int{4, 5, 7} {
			if p := tb.shown.Plays[n]; p.Player != "Anna" {
				t.Errorf("%s: play %d is of %q", when, n, p.Player)
			}
		}
		past, err := tb.Round(ctx, Present, 1)
		if err != nil || past.Left["Anna"] != 10 || past.Plays[4].Player != "Anna" {
			t.Errorf("%s: the round before: %v, left %v, played by %q", when, err, past.Left, past.Plays[4].Player)
		}
	}
	check("at once")
	tb.restart()
	check("after a restart")
}

// Two names that were given to each other's cards are exchanged, more than once; corrections of a past round made in between
// have the names of their time.
func TestNamesAreExchanged(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	tb.counted()
	tb.must(tb.Next(ctx))
	was, first := tb.shown, tb.Match.id
	tb.must(tb.Rename(ctx, tb.called("Ben", "Ana")))
	tb.must(tb.Amend(ctx, Present, 1, 6, Change{Player: "Cem"}))
	tb.must(tb.Amend(ctx, Present, 1, 6, Change{Player: "Ana"}))
	if got := totals(tb.shown); got["Ben"] != -18 || got["Ana"] != -20 {
		t.Errorf("exchanged: %v", got)
	}
	tb.restart()
	if past, err := tb.Round(ctx, Present, 1); err != nil || past.Plays[4].Player != "Ben" || past.Plays[6].Player != "Ana" {
		t.Errorf("the round before: %v, %+v", err, past.Plays)
	}
	tb.must(tb.Rename(ctx, tb.called("Ana", "Ben")))
	if !reflect.DeepEqual(bare(tb.shown), bare(was)) {
		t.Errorf("exchanged back: %+v, want %+v", bare(tb.shown), bare(was))
	}
	tb.must(tb.Rename(ctx, tb.called("Anna")))
	tb.must(tb.begin(ctx)) // another match, in which another name is put right
	tb.must(tb.Rename(ctx, tb.called("Ines")))
	tb.restart()
	if past, err := tb.Round(ctx, first, 1); err != nil || past.Plays[4].Player != "Anna" || past.Plays[6].Player != "Ben" {
		t.Errorf("the match before: %v, %+v", err, past.Plays)
	}
}

// Other cards or rules are another match, and two of one name nobody could tell apart: nothing is put right then.
func TestOnlyNamesArePutRight(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	tb.counted()
	others := tb.called("Dora")
	others.Players = append([]models.Player{{Name: "Dora", Back: "green-red"}}, tb.players[1:]...)
	three := tb.called("Dora")
	three.Players = tb.players[:2]
	house := tb.called("Dora")
	house.House.Target = 50
	for name, to := range map[string]rules.Config{"other cards": others, "fewer players": three, "other rules": house} {
		if err := tb.Rename(ctx, to); err != nil || tb.shown.Players[0].Name != "Ana" {
			t.Errorf("%s: %v, %s plays", name, err, tb.shown.Players[0].Name)
		}
	}
	if err := tb.Rename(ctx, tb.called("Ben")); err == nil || tb.shown.Players[0].Name != "Ana" {
		t.Errorf("two are called Ben: %v, %s plays", err, tb.shown.Players[0].Name)
	}
}
