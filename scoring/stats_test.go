package scoring

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

func share(q float64) *float64 { return &q }

func TestStatistics(t *testing.T) {
	at := func(e models.Event, seconds float64) models.Event { e.Time = seconds; return e }
	green := card("green-1")
	short := config(3)
	short.House.Ligretto, short.House.Stop = 1, rules.StopAtShout
	first := referee(t, short, []models.Event{
		deal("Ana", "red-1 red-2 blue-9 blue-8", "green-1"),
		deal("Ben", "red-2 yellow-7 blue-9 blue-8", "green-5"),
		deal("Cem", "green-10 green-9 yellow-9 yellow-8", "yellow-4"),
		at(laid("Ana", models.SpotRow, 0, "red-1", 1), 10),
		at(laid("Ben", models.SpotRow, 0, "red-2", 1), 20),
		at(laid("Cem", models.SpotUnknown, -1, "red-1", 5), 19),
		at(laid("Cem", models.SpotUnknown, -1, "red-2", 5), 20.2), // on another pile: no part of the race
		at(laid("Ana", models.SpotRow, 1, "red-2", 1), 20.5),      // a lost race
		at(laid("Ben", models.SpotRow, 1, "yellow-7", 2), 25),
		at(laid("", models.SpotRow, -1, "yellow-3", 3), 28), // nobody knows whose mistake
		at(models.Event{Type: models.EventRefill, Player: "Ana", Slot: new(0), Card: &green, LigrettoTop: models.ShownEmpty()}, 29),
		at(models.Event{Type: models.EventStop, Player: "Ana"}, 30),
		at(laid("Cem", models.SpotRow, 0, "green-10", 4), 60),
	})
	second := referee(t, config(2), []models.Event{
		deal("Ana", "red-1 red-2 blue-9 blue-8 blue-7", "green-1"),
		at(laid("Ana", models.SpotRow, 0, "red-1", 1), 10),
		at(models.Event{Type: models.EventRefill, Player: "Ana", Slot: new(0), Card: &green, LigrettoTop: models.ShownEmpty()}, 12),
		at(models.Event{Type: models.EventCovered, Until: 13, Player: "Ana", LigrettoTop: models.ShownCard(card("yellow-9"))}, 13), // it was not empty
		at(laid("Ana", models.SpotRow, 1, "red-2", 1), 30),
	})
	void := referee(t, config(2), []models.Event{
		at(laid("Ana", models.SpotRow, 0, "red-1", 1), 30),
		correction(models.Correction{Action: models.CorrectVoid}),
	})
	want := []Statistics{
		{Player: "Ana", Rounds: 2, Plays: 3, Seconds: 60, PlaysPerMinute: share(3), RacesLost: 1, RaceShare: share(0)},
		{Player: "Cem", Rounds: 1, Plays: 2, Seconds: 30, PlaysPerMinute: share(4), Mistakes: 1},
		{Player: "Ben", Rounds: 2, Plays: 1, Seconds: 60, PlaysPerMinute: share(1), Mistakes: 1, RacesWon: 1, RaceShare: share(1)},
	}
	waiting := referee(t, config(4), nil) // nothing has been played in it
	got := MakeStatistics([]*Round{first, void, second, waiting})
	if !reflect.DeepEqual(got, want) {
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

// The figures agree with the truth of the bots' rounds.
func TestStatisticsProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlayed(rt, 12)
		r := referee(rt, p.config, p.Events())
		plays, lost := map[string]int{}, 0
		for _, m := range p.Moves {
			if m.Event.Type == models.EventPlay && m.Legal {
				plays[m.Event.Player]++
			}
			if m.Event.Type == models.EventPlay && m.Why == rules.CentreRace {
				lost++
			}
		}
		racesLost, racesWon := 0, 0
		for _, s := range MakeStatistics([]*Round{r}) {
			if s.Plays != plays[s.Player] {
				rt.Errorf("%s laid %d cards rightly, counted %d", s.Player, plays[s.Player], s.Plays)
			}
			racesLost += s.RacesLost
			racesWon += s.RacesWon
		}
		if racesLost != lost || racesWon != lost {
			rt.Errorf("%d races, %d lost and %d won in the statistics", lost, racesLost, racesWon)
		}
	})
}

// match is a match of bots' rounds, the second one with fewer players.
func match(t testing.TB) []*Round {
	t.Helper()
	var rounds []*Round
	for i, players := range []int{4, 3} {
		p := play(bots.Config{Players: players, Seed: uint64(i), Mistakes: 0.1})
		rounds = append(rounds, referee(t, p.config, p.Events()))
	}
	return rounds
}

func TestExport(t *testing.T) {
	rounds := match(t)
	report := MakeReport(rounds)

	var table bytes.Buffer
	if err := report.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 1+4+3 {
		t.Fatalf("%d lines, %v; want a header, 4 players and 3 players", len(rows), err)
	}
	if got, want := strings.Join(rows[0], ","), "round,player,centre,ligretto_left,score,total"; got != want {
		t.Errorf("header %s, want %s", got, want)
	}

	var plays bytes.Buffer
	if err := WritePlays(&plays, rounds); err != nil {
		t.Fatal(err)
	}
	rows, err = csv.NewReader(&plays).ReadAll()
	if want := 1 + len(rounds[0].Steps()) + len(rounds[1].Steps()); err != nil || len(rows) != want {
		t.Errorf("%d lines, %v; want %d", len(rows), err, want)
	}

	var text bytes.Buffer
	if err := report.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text.Bytes(), &back); err != nil || !reflect.DeepEqual(back, report) {
		t.Errorf("JSON gives back %+v, %v; want %+v", back, err, report)
	}
}

func TestExportedNamesAreNoFormulas(t *testing.T) {
	table := tableOf(rules.House{}, 0, results(t, "=1+1 3 Ana -2 -Ben 1"))
	var b bytes.Buffer
	if err := table.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	want := "round,player,centre,ligretto_left,score,total\n1,'-Ben,0,0,1,1\n1,'=1+1,0,0,3,3\n1,Ana,0,0,-2,-2\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// A sentence may begin with a typed name.
func TestExportedSentencesAreNoFormulas(t *testing.T) {
	c := config(2)
	c.Players[0].Name = "=1+1"
	r := referee(t, c, []models.Event{deal("=1+1", "red-1 red-2 blue-9 blue-8 blue-7", "green-1")})
	var b bytes.Buffer
	if err := WritePlays(&b, []*Round{r}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), ",'=1+1 has dealt.") {
		t.Errorf("got %q", b.String())
	}
}

func TestUncountedAndVoidRoundsDoNotCount(t *testing.T) {
	p := play(bots.Config{Players: 3, Seed: 5})
	events, count := p.count(t)
	open, void, counted := referee(t, p.config, events), referee(t, p.config, p.Events()), referee(t, p.config, nil)
	if _, err := void.Add(correction(models.Correction{Action: models.CorrectVoid})); err != nil {
		t.Fatal(err)
	}
	if _, err := counted.Add(count); err != nil { // a round entered by hand: nothing but its count
		t.Fatal(err)
	}
	table := MakeTable([]*Round{void, counted, open})
	if len(table.Rounds) != 1 || table.Rounds[0].Round != 2 || !reflect.DeepEqual(table.Rounds[0].Players, p.End) {
		t.Errorf("table %+v, want round 2 alone with %+v", table.Rounds, p.End)
	}
}

func BenchmarkRound12Players(b *testing.B) {
	p := play(bots.Config{Players: 12, Seed: 3, Mistakes: 0.1})
	for b.Loop() {
		r := referee(b, p.config, p.Events())
		if !r.Counted() {
			b.Fatal("not counted")
		}
	}
	b.ReportMetric(float64(len(p.Moves)), "events/op")
}

func BenchmarkCorrection12Players(b *testing.B) {
	p := play(bots.Config{Players: 12, Seed: 3, Mistakes: 0.1})
	r := referee(b, p.config, p.Events())
	for b.Loop() {
		if _, err := r.Add(correction(models.Correction{Action: models.CorrectRemove, Of: 40})); err != nil {
			b.Fatal(err)
		}
		if _, err := r.Add(correction(models.Correction{Action: models.CorrectUndo, Of: r.Len()})); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTally12Players(b *testing.B) {
	p := play(bots.Config{Players: 12, Seed: 3, Mistakes: 0.1})
	r := referee(b, p.config, p.Events())
	for b.Loop() {
		r.Tally()
	}
}
