package match

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

var (
	dora = models.Player{Name: "Dora", Back: "green-white", Seat: "west"}
	emil = models.Player{Name: "Emil", Back: "red-pink", Seat: "east"} // with Cem's cards
)

// with gives the rules of the table with other players, who sit there at the next start too.
func (tb *table) with(players ...models.Player) rules.Config {
	tb.players = players
	to := tb.Rules
	to.Players = players
	return to
}

// score plays the present round to its end, in which each player, in order, has so many cards in the centre and none left.
func (tb *table) score(cards ...int) {
	tb.t.Helper()
	ctx := context.Background()
	tb.must(tb.Start(ctx))
	c := scoring.Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
	for i, p := range tb.players {
		c.Backs[p.Back], c.Left[p.Name] = cards[i], 0
	}
	tb.must(tb.Stop(ctx, ""))
	tb.must(tb.BeginCount(ctx))
	tb.must(tb.Confirm(ctx, c))
}

// everywhere fails the test where one of the ways in which the match is told has other totals or winners.
func (tb *table) everywhere(when string, want map[string]int, winners ...string) {
	tb.t.Helper()
	ctx := context.Background()
	shown := totals(tb.shown)
	for _, p := range tb.shown.Gone {
		shown[p.Name] = p.Total
	}
	list, err := tb.Matches(ctx)
	if err != nil || len(list) != 1 {
		tb.t.Fatalf("%s: %d matches, %v", when, len(list), err)
	}
	var report, table strings.Builder
	tb.must(tb.WriteFile(ctx, Present, "match.json", &report))
	tb.must(tb.WriteFile(ctx, Present, "match.csv", &table))
	played := maps.Clone(want)
	maps.DeleteFunc(played, func(name string, _ int) bool { return !strings.Contains(table.String(), ","+name+",") })
	listed := list[0]
	if !maps.Equal(shown, want) || !maps.Equal(listed.Totals, played) || !slices.Equal(slices.Sorted(slices.Values(listed.Players)), slices.Sorted(maps.Keys(want))) {
		tb.t.Errorf("%s: %v is shown and %v of %v listed, want %v", when, shown, listed.Totals, listed.Players, want)
	}
	if !slices.Equal(tb.shown.Winners, winners) || !slices.Equal(listed.Winners, winners) || strings.Contains(report.String(), `"winners"`) != (len(winners) > 0) {
		tb.t.Errorf("%s: %v win as shown, %v as listed, want %v\n%s", when, tb.shown.Winners, listed.Winners, winners, report.String())
	}
}

// People come and go between rounds, and the match goes on: who joins begins with nothing, who leaves keeps the points and may
// win by them, who comes back goes on, and each round keeps those who played in it. So it is after a restart at any time.
func TestPeopleComeAndGo(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	ana, ben, cem := players[0], players[1], players[2]
	tb.score(9, 5, 20)
	tb.must(tb.Next(ctx))
	first := tb.Match.id
	tb.must(tb.Regroup(ctx, tb.with(ana, ben, cem, dora)))
	check := func(when string, round int, total map[string]int, seats int, winners ...string) {
		t.Helper()
		for _, again := range []string{"", ", after a restart"} {
			if again != "" {
				tb.restart()
			}
			if tb.Match.id != first || tb.shown.Round != round || len(tb.shown.Players) != seats {
				t.Errorf("%s%s: round %d of match %d with %d players", when, again, tb.shown.Round, tb.Match.id, len(tb.shown.Players))
			}
			tb.everywhere(when+again, total, winners...)
		}
	}
	check("Dora has joined", 2, map[string]int{"Ana": 9, "Ben": 5, "Cem": 20, "Dora": 0}, 4)
	tb.score(1, 1, 1, 7)
	check("with Dora", 2, map[string]int{"Ana": 10, "Ben": 6, "Cem": 21, "Dora": 7}, 4)
	tb.must(tb.Regroup(ctx, tb.with(ana, ben, dora))) // the round was just counted: the next one begins
	check("Cem has left", 3, map[string]int{"Ana": 10, "Ben": 6, "Cem": 21, "Dora": 7}, 3)
	tb.must(tb.Regroup(ctx, tb.with(ana, ben, emil)))
	check("Emil has Cem's cards, and Dora has left", 3, map[string]int{"Ana": 10, "Ben": 6, "Cem": 21, "Dora": 7, "Emil": 0}, 3)
	tb.score(2, 3, 4)
	check("with Emil", 3, map[string]int{"Ana": 12, "Ben": 9, "Cem": 21, "Dora": 7, "Emil": 4}, 3)
	tb.must(tb.Regroup(ctx, tb.with(ana, cem)))
	check("Cem is back", 4, map[string]int{"Ana": 12, "Ben": 9, "Cem": 21, "Dora": 7, "Emil": 4}, 2)
	tb.score(1, 2)
	for n, want := range []string{"Ana blue-orange, Ben blue-green, Cem red-pink", "Ana blue-orange, Ben blue-green, Cem red-pink, Dora green-white", "Ana blue-orange, Ben blue-green, Emil red-pink", "Ana blue-orange, Cem red-pink"} {
		d, err := tb.Round(ctx, Present, n+1)
		var seats []string
		for _, s := range d.Seats {
			seats = append(seats, s.Name+" "+string(s.Back))
		}
		if err != nil || strings.Join(seats, ", ") != want || d.Counted == 0 {
			t.Errorf("round %d was played by %v, want %s: %v", n+1, seats, want, err)
		}
	}
	tb.must(tb.Regroup(ctx, tb.with(ana, ben)))
	tb.must(tb.Finish(ctx, ""))
	check("the match is ended, Cem has left", 5, map[string]int{"Ana": 13, "Ben": 9, "Cem": 23, "Dora": 7, "Emil": 4}, 2, "Cem")
	// A round of those who left is corrected.
	corrected := Change{Backs: map[models.Back]int{ana.Back: 2, ben.Back: 3, emil.Back: 30}, Left: map[string]int{"Ana": 0, "Ben": 0, "Emil": 0}}
	tb.must(tb.Amend(ctx, Present, 3, 1, corrected))
	check("corrected", 5, map[string]int{"Ana": 13, "Ben": 9, "Cem": 23, "Dora": 7, "Emil": 30}, 2, "Emil")
	tb.must(tb.Next(ctx))
	if tb.Match.id == first || len(tb.shown.Gone) > 0 || len(tb.shown.Players) != 2 {
		t.Errorf("another match begins with %+v, without %+v", tb.shown.Players, tb.shown.Gone)
	}
	if past, err := tb.Round(ctx, first, 2); err != nil || len(past.Seats) != 4 {
		t.Errorf("round 2 of the match before: %+v, %v", past.Seats, err)
	}
}

// Where nothing can go on, nothing is changed: within a round, by other rules, once the match is over.
func TestWhenNobodyCanJoin(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	refused := func(when string, to rules.Config, why string) {
		t.Helper()
		before := bare(tb.shown)
		err := tb.Regroup(ctx, to)
		var r Refusal
		if errors.As(err, &r); r.ID != why || why == "" && err != nil || !reflect.DeepEqual(bare(tb.shown), before) {
			t.Errorf("%s: %v, and %+v is shown", when, err, tb.shown.Players)
		}
	}
	four := tb.Rules
	four.Players = append(slices.Clone(players), dora)
	tb.counted()
	tb.must(tb.Next(ctx))
	refused("the same players", tb.Rules, "")
	other := four
	other.House.Target = 50
	refused("other rules", other, "")
	tb.must(tb.Start(ctx))
	refused("playing", four, "round-on")
	tb.must(tb.Stop(ctx, ""))
	refused("stopped", four, "not-counted")
	tb.must(tb.BeginCount(ctx))
	refused("counting", four, "not-counted")
	tb.must(tb.Confirm(ctx, scoring.Count{Backs: map[models.Back]int{"blue-orange": 2, "blue-green": 0, "red-pink": 0}, Left: map[string]int{"Ana": 10, "Ben": 10, "Cem": 10}}))
	tb.must(tb.Finish(ctx, ""))
	refused("over", four, "")
}

// What people have added to a round that has not begun must stay possible.
func TestWhoIsNamedInTheRoundCannotLeave(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	tb.counted()
	tb.must(tb.Next(ctx))
	tb.must(tb.Insert(ctx, Present, 2, Missed{Type: models.EventPlay, Player: "Cem", Card: card(models.Red, 1), From: models.SpotRow}))
	two := tb.Rules
	two.Players = players[:2]
	if err := tb.Regroup(ctx, two); code(err) != Invalid || len(tb.shown.Players) != 3 {
		t.Errorf("%v, and %+v is shown", err, tb.shown.Players)
	}
}

// A name is put right in the rounds of all, and nobody gets the points of somebody who has left by it.
func TestNamesOfThoseWhoCameAndWent(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	tb.counted()
	tb.must(tb.Next(ctx))
	tb.must(tb.Regroup(ctx, tb.with(players[0], players[1], dora)))
	tb.score(3, 4, 5)
	if err := tb.Rename(ctx, tb.called("Ana", "Ben", "Cem")); code(err) != Invalid {
		t.Errorf("Dora is to be called as Cem, who has left: %v", err)
	}
	tb.must(tb.Rename(ctx, tb.called("Anna", "Ben", "Dorle")))
	for _, when := range []string{"at once", "after a restart"} {
		tb.everywhere(when, map[string]int{"Anna": -15, "Ben": -16, "Cem": -20, "Dorle": 5})
		if d, err := tb.Round(ctx, Present, 1); err != nil || d.Left["Anna"] != 10 || d.Seats[0].Name != "Anna" || d.Seats[2].Name != "Cem" {
			t.Errorf("%s: the first round: %+v, %v", when, d.Seats, err)
		}
		tb.restart()
	}
}

// The program is killed when the change is in the record and the next round is not: that begins with the others.
func TestKilledWhilePeopleComeAndGo(t *testing.T) {
	ctx := t.Context()
	tb := newTable(t)
	tb.counted()
	to := tb.with(players[0], players[1], dora)
	tb.must(tb.regroup(ctx, to, 1))
	tb.restart()
	if s := tb.shown; s.Round != 1 || s.Phase != models.PhaseScored || !maps.Equal(totals(s), map[string]int{"Ana": -18, "Ben": -20, "Cem": -20}) {
		t.Errorf("after the restart: %s of round %d with %v", s.Phase, s.Round, totals(s))
	}
	tb.must(tb.Next(ctx))
	tb.everywhere("in the next round", map[string]int{"Ana": -18, "Ben": -20, "Cem": -20, "Dora": 0})
	if s := tb.shown; s.Round != 2 || s.Players[2].Name != "Dora" {
		t.Errorf("round %d has %+v", s.Round, s.Players)
	}
}
