package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
	"schiri/rules/bots"
	"schiri/scoring"
)

// table is a match on a record in a temporary folder, with everything it has shown.
type table struct {
	*Match
	t       testing.TB
	path    string
	house   rules.House
	players []models.Player
	shown   models.Snapshot
	ruled   []models.Ruling
}

var players = []models.Player{
	{Name: "Ana", Back: "blue-orange", Seat: "south"},
	{Name: "Ben", Back: "blue-green", Seat: "north"},
	{Name: "Cem", Back: "red-pink", Seat: "east"},
}

func newTable(t testing.TB) *table {
	tb := &table{t: t, path: filepath.Join(t.TempDir(), "matches.db"), players: players}
	tb.open()
	return tb
}

// begun is a table at which a round is played: the cards have just been dealt.
func begun(t testing.TB) *table {
	t.Helper()
	tb := newTable(t)
	tb.must(tb.Start(context.Background()))
	tb.see(dealt()...)
	return tb
}

// open begins the match, or goes on with it.
func (tb *table) open() {
	tb.t.Helper()
	j, err := journal.Open(context.Background(), tb.path)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.Match, err = Open(context.Background(), Config{
		Rules:   rules.Config{Edition: models.Schmidt, Players: tb.players, House: tb.house},
		Journal: j,
		Publish: func(s models.Snapshot) error { tb.shown = s; return nil },
		Evidence: func(_ models.Event, since float64) journal.Picture {
			return journal.Picture{Before: fmt.Appendf(nil, "since %.1f", since), After: []byte("a")}
		},
		Ruled: func(r models.Ruling) { tb.ruled = append(tb.ruled, r) },
		Now:   func() time.Time { return time.Unix(1e9, 0) },
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		tb.t.Fatal(err)
	}
}

// restart is what happens when the program dies and is started again.
func (tb *table) restart() {
	tb.t.Helper()
	if err := tb.Journal.Close(); err != nil {
		tb.t.Fatal(err)
	}
	tb.open()
}

// must fails the test where a command was refused.
func (tb *table) must(err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatal(err)
	}
}

// see has the camera see events.
func (tb *table) see(events ...models.Event) {
	tb.t.Helper()
	for _, e := range events {
		tb.must(tb.Observe(context.Background(), e))
	}
}

// bare is a snapshot without what differs from one run of the program to the next.
func bare(s models.Snapshot) models.Snapshot {
	s.Version, s.Time = 0, 0
	return s
}

// round is what a camera sees of a whole seeded round, without the count.
func round(seed uint64, mistakes float64) []models.Event {
	r := bots.Play(bots.Config{Players: 3, Names: []string{"Ana", "Ben", "Cem"}, Seed: seed, Mistakes: mistakes, Seconds: 12})
	var seen []models.Event
	for _, e := range r.Events() {
		if e.Type != models.EventCount {
			e.Decided = e.Time + 0.2
			seen = append(seen, e)
		}
	}
	return seen
}

// backs are cards seen from behind, as in the count.
func backs(b models.Back, n int) []models.Observation {
	return slices.Repeat([]models.Observation{{Face: models.FaceBack, Back: b}}, n)
}

func card(c models.Color, n int) *models.Card { return &models.Card{Color: c, Number: n} }

func deal(player string, t float64, row ...models.Card) models.Event {
	return models.Event{
		Type: models.EventDeal, Time: t, Decided: t + 0.1, Player: player, Row: row,
		LigrettoTop: models.ShownCard(models.Card{Color: models.Blue, Number: 9}),
	}
}

// dealt is a short beginning of a round: Ana may lay her red 1, then her red 2.
func dealt() []models.Event {
	return []models.Event{
		deal("Ana", 0.1, *card(models.Red, 1), *card(models.Red, 2), *card(models.Green, 6), *card(models.Blue, 4)),
		deal("Ben", 0.1, *card(models.Red, 3), *card(models.Yellow, 2), *card(models.Green, 7), *card(models.Blue, 5)),
		deal("Cem", 0.1, *card(models.Yellow, 8), *card(models.Yellow, 3), *card(models.Green, 8), *card(models.Blue, 6)),
	}
}

func play(player string, t float64, slot int, c *models.Card, pile int) models.Event {
	return models.Event{Type: models.EventPlay, Time: t, Decided: t + 0.2, Player: player, From: models.SpotRow, Slot: &slot, Card: c, Pile: pile, Confidence: 0.99}
}

func TestARoundFromStartToNext(t *testing.T) {
	tb := newTable(t)
	ctx := context.Background()
	if tb.shown.Phase != models.PhaseReady || tb.shown.Round != 1 {
		t.Fatalf("a new match shows %s of round %d", tb.shown.Phase, tb.shown.Round)
	}
	tb.must(tb.Start(ctx))
	tb.see(dealt()...)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1), play("Ana", 3, 1, card(models.Red, 2), 1), play("Cem", 4, 0, card(models.Yellow, 8), 1))

	verdicts := []models.Verdict{tb.shown.Plays[4].Verdict, tb.shown.Plays[5].Verdict, tb.shown.Plays[6].Verdict}
	if want := []models.Verdict{models.Legal, models.Legal, models.Illegal}; !slices.Equal(verdicts, want) {
		t.Errorf("verdicts %v, want %v", verdicts, want)
	}
	want := []models.Pile{{Pile: 1, Color: models.Red, Top: 2, Wrong: []models.Card{*card(models.Yellow, 8)}}}
	if !reflect.DeepEqual(tb.shown.Piles, want) {
		t.Errorf("piles %+v, want %+v", tb.shown.Piles, want)
	}
	if got := tb.shown.Players[0]; got.Score.Likely != 2-20 || got.Row[0] != (models.Card{}) || got.Row[2] != *card(models.Green, 6) {
		t.Errorf("Ana is shown as %+v", got)
	}

	tb.must(tb.Stop(ctx, ""))
	tb.must(tb.BeginCount(ctx))
	tb.must(tb.AddPhoto(ctx, append(backs("blue-orange", 1), models.Observation{Face: models.FaceUnknown}), models.Photo{}))
	tb.must(tb.AddPhoto(ctx, backs("blue-orange", 7), models.Photo{}))
	tb.must(tb.AddPhoto(ctx, backs("blue-orange", 1), models.Photo{}))
	tb.must(tb.RemovePhoto(ctx, 2, true))
	if c := tb.shown.Count; c.Backs["blue-orange"] != 2 || c.Unknown != 1 || len(c.Doubts) == 0 {
		t.Errorf("the count stands at %+v", c)
	}
	tb.must(tb.Confirm(ctx, scoring.Count{Backs: map[models.Back]int{"blue-orange": 2, "blue-green": 0, "red-pink": 0}, Left: map[string]int{"Ana": 3, "Ben": 10, "Cem": 10}}))
	if tb.shown.Phase != models.PhaseScored || tb.shown.Rounds[0].Players["Ana"].Score != 2-6 || tb.shown.Players[0].Total != -4 {
		t.Errorf("after the count: %s, rounds %+v", tb.shown.Phase, tb.shown.Rounds)
	}
	tb.must(tb.Next(ctx))
	if tb.shown.Phase != models.PhaseReady || tb.shown.Round != 2 || len(tb.shown.Plays) != 0 || len(tb.shown.Rounds) != 1 {
		t.Errorf("the next round shows %s of round %d with %d plays", tb.shown.Phase, tb.shown.Round, len(tb.shown.Plays))
	}
}

func TestCommandsOutOfTurn(t *testing.T) {
	ctx := context.Background()
	backs := map[models.Back]int{"blue-orange": 1, "blue-green": 1, "red-pink": 1}
	left := map[string]int{"Ana": 1, "Ben": 1, "Cem": 1}
	steps := map[models.Phase]func(*table){
		models.PhaseReady:    func(*table) {},
		models.PhasePlaying:  func(tb *table) { tb.must(tb.Start(ctx)) },
		models.PhaseStopped:  func(tb *table) { tb.must(tb.Start(ctx)); tb.must(tb.Stop(ctx, "")) },
		models.PhaseCounting: func(tb *table) { tb.must(tb.Start(ctx)); tb.must(tb.Stop(ctx, "")); tb.must(tb.BeginCount(ctx)) },
		models.PhaseScored: func(tb *table) {
			tb.must(tb.Start(ctx))
			tb.must(tb.Stop(ctx, ""))
			tb.must(tb.BeginCount(ctx))
			tb.must(tb.Confirm(ctx, scoring.Count{Backs: backs, Left: left}))
		},
	}
	commands := map[string]struct {
		do func(*table) error
		in []models.Phase // where it is allowed; repeated presses of one button are
	}{
		"start":   {func(tb *table) error { return tb.Start(ctx) }, []models.Phase{models.PhaseReady, models.PhasePlaying}},
		"stop":    {func(tb *table) error { return tb.Stop(ctx, "") }, []models.Phase{models.PhasePlaying, models.PhaseStopped}},
		"count":   {func(tb *table) error { return tb.BeginCount(ctx) }, []models.Phase{models.PhaseStopped, models.PhaseCounting}},
		"photo":   {func(tb *table) error { return tb.AddPhoto(ctx, nil, models.Photo{}) }, []models.Phase{models.PhaseCounting}},
		"confirm": {func(tb *table) error { return tb.Confirm(ctx, scoring.Count{Backs: backs, Left: left}) }, []models.Phase{models.PhaseCounting}},
		"next":    {func(tb *table) error { return tb.Next(ctx) }, []models.Phase{models.PhaseScored}},
	}
	for phase, reach := range steps {
		for name, c := range commands {
			t.Run(string(phase)+"/"+name, func(t *testing.T) {
				tb := newTable(t)
				reach(tb)
				before := bare(tb.shown)
				err := c.do(tb)
				var refusal Refusal
				switch allowed := slices.Contains(c.in, phase); {
				case allowed && err != nil:
					t.Errorf("refused: %v", err)
				case !allowed && (!errors.As(err, &refusal) || refusal.Code != WrongPhase):
					t.Errorf("got %v, want a refusal for the phase", err)
				case !allowed && !reflect.DeepEqual(bare(tb.shown), before):
					t.Error("a refused command changed what is shown")
				}
			})
		}
	}
}

func TestCountsThatCannotBe(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.must(tb.Start(ctx))
	tb.must(tb.Stop(ctx, ""))
	tb.must(tb.BeginCount(ctx))
	good := func() (map[models.Back]int, map[string]int) {
		return map[models.Back]int{"blue-orange": 1, "blue-green": 1, "red-pink": 1}, map[string]int{"Ana": 1, "Ben": 1, "Cem": 1}
	}
	for name, spoil := range map[string]func(map[models.Back]int, map[string]int){
		"more than a deck":      func(b map[models.Back]int, _ map[string]int) { b["blue-green"] = 41 },
		"no number of cards":    func(b map[models.Back]int, _ map[string]int) { b["blue-green"] = math.MaxInt },
		"more than a pile":      func(_ map[models.Back]int, l map[string]int) { l["Ben"] = 11 },
		"below zero":            func(b map[models.Back]int, _ map[string]int) { b["red-pink"] = -1 },
		"a player is missing":   func(_ map[models.Back]int, l map[string]int) { delete(l, "Cem") },
		"a back is missing":     func(b map[models.Back]int, _ map[string]int) { delete(b, "red-pink") },
		"somebody else's cards": func(b map[models.Back]int, _ map[string]int) { b["green-brown"] = 1 },
	} {
		b, l := good()
		spoil(b, l)
		var refusal Refusal
		if err := tb.Confirm(ctx, scoring.Count{Backs: b, Left: l}); !errors.As(err, &refusal) || refusal.Code != Invalid {
			t.Errorf("%s: got %v, want a refusal", name, err)
		}
	}
	b, l := good()
	b["blue-green"] = math.MaxInt
	if doubts, err := tb.Check(ctx, Present, 1, scoring.Count{Backs: b, Left: l}); err != nil || len(doubts) == 0 {
		t.Errorf("no number of cards: nothing is doubted of it (%v)", err)
	}
	b["blue-green"] = 1
	tb.must(tb.Confirm(ctx, scoring.Count{Backs: b, Left: l}))
}

func TestCorrectAndOverrule(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1), play("Ben", 3, 0, card(models.Red, 3), 1))
	if tb.shown.Plays[5].Verdict != models.Illegal {
		t.Fatalf("a red 3 on a red 1 is ruled %q", tb.shown.Plays[5].Verdict)
	}
	tb.must(tb.Correct(ctx, 5, Change{Player: "Ben", Card: card(models.Red, 2)}))
	if p := tb.shown.Plays[5]; p.Verdict == models.Illegal || !p.Corrected || *p.Card != *card(models.Red, 2) {
		t.Errorf("corrected to a red 2 it is %+v", p)
	}
	tb.must(tb.UndoCorrection(ctx, 5))
	if p := tb.shown.Plays[5]; p.Verdict != models.Illegal || p.Corrected {
		t.Errorf("with the correction undone it is %+v", p)
	}
	tb.must(tb.Correct(ctx, 5, Change{Player: "Ben", Agreed: models.Legal}))
	if p := tb.shown.Plays[5]; p.Verdict != models.Legal {
		t.Errorf("overruled by the table it is %q", p.Verdict)
	}
	tb.must(tb.Correct(ctx, 5, Change{Remove: true}))
	if p := tb.shown.Plays[5]; !p.Removed || len(tb.shown.Piles[0].Wrong) != 0 {
		t.Errorf("taken out it is %+v, piles %+v", p, tb.shown.Piles)
	}
	before := bare(tb.shown)
	tb.restart()
	if !reflect.DeepEqual(bare(tb.shown).Plays, before.Plays) {
		t.Error("corrections are not the same after a restart")
	}
	for name, err := range map[string]error{
		"no such event":   tb.Correct(ctx, 99, Change{Remove: true}),
		"no such player":  tb.Correct(ctx, 5, Change{Player: "Zoe"}),
		"no such card":    tb.Correct(ctx, 5, Change{Card: card(models.Red, 11)}),
		"nothing to undo": tb.UndoCorrection(ctx, 4),
	} {
		var refusal Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("%s: got %v, want a refusal", name, err)
		}
	}
}

func TestEvidenceIsKeptWithThePlay(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1), play("Ana", 3, 1, card(models.Red, 2), 1), play("Cem", 4, 0, card(models.Yellow, 8), 2))
	tb.restart()
	if !tb.shown.Plays[4].Pictures || tb.shown.Plays[1].Pictures {
		t.Error("pictures belong to the play and not to the deal")
	}
	for n, before := range map[int]string{4: "since 0.0", 5: "since 2.2", 6: "since 0.0"} {
		p, err := tb.Pictures(ctx, Present, 1, n)
		tb.must(err)
		if string(p.Before) != before || string(p.After) != "a" {
			t.Errorf("kept %q and %q of play %d, want the one before %q", p.Before, p.After, n, before)
		}
	}
	if _, err := tb.Pictures(ctx, Present, 1, 1); err == nil {
		t.Error("the deal has pictures")
	}
}

// A recording is watched once more from its beginning after a restart: wherever the program died, the round ends
// up as if it never had, and nothing was said twice.
func TestNothingLostAndNothingDoubled(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64Range(1, 1000).Draw(rt, "seed")
		events := round(seed, 0.1)
		events = events[:min(len(events), 30)]
		cuts := rapid.SliceOfN(rapid.IntRange(0, len(events)), 1, 3).Draw(rt, "deaths")
		ctx := context.Background()

		whole := newTable(t)
		whole.must(whole.Start(ctx))
		whole.must(whole.Watch(ctx, true, 0))
		whole.see(events...)

		broken := newTable(t)
		broken.must(broken.Start(ctx))
		for _, cut := range cuts {
			broken.must(broken.Watch(ctx, true, 0))
			broken.see(events[:cut]...)
			broken.restart()
		}
		broken.must(broken.Watch(ctx, true, 0))
		broken.see(events...)

		if !reflect.DeepEqual(bare(broken.shown), bare(whole.shown)) {
			rt.Fatalf("with deaths after %v events the round differs", cuts)
		}
		if len(broken.ruled) != len(whole.ruled) {
			rt.Fatalf("%d rulings were announced, %d without deaths", len(broken.ruled), len(whole.ruled))
		}
	})
}

// Another recording, or other players, make another match.
func TestAnotherTableIsAnotherMatch(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	c := tb.Config
	c.Recording = "evening.mp4"
	other, err := Open(ctx, c)
	tb.must(err)
	if other.Snapshot().Phase != models.PhaseReady || len(tb.shown.Plays) != 0 {
		t.Error("a match went on with another recording")
	}
	tb.players = slices.Clone(players)
	tb.players[0].Name = "Dora"
	tb.restart()
	if tb.shown.Phase != models.PhaseReady || len(tb.shown.Plays) != 0 {
		t.Error("a match went on with other players")
	}
	tb.players = players
	tb.restart()
	// Only what was set up and never played is not worth a look back.
	list, err := tb.Matches(ctx)
	if err != nil || len(list) != 1 || !list[0].Present {
		t.Errorf("on record: %+v %v", list, err)
	}
}

// A camera that was set up anew on another side of the table sees the same match: who sits where in its picture does not matter.
func TestACameraPlacedAnewSeesTheSameMatch(t *testing.T) {
	tb := newTable(t)
	tb.counted()
	tb.players = nil
	for i, p := range slices.Backward(players) {
		p.Seat = players[(i+1)%len(players)].Seat
		tb.players = append(tb.players, p)
	}
	before := totals(tb.shown)
	tb.restart()
	if got := totals(tb.shown); len(tb.shown.Rounds) != 1 || !maps.Equal(got, before) {
		t.Errorf("of the match %d rounds are left, with %v; want 1 with %v", len(tb.shown.Rounds), got, before)
	}
	for i, p := range tb.shown.Players {
		if p.Name != tb.players[i].Name || p.Seat != tb.players[i].Seat {
			t.Errorf("%s is shown in the %s, want %s in the %s", p.Name, p.Seat, tb.players[i].Name, tb.players[i].Seat)
		}
	}
}

// What cannot be recorded is not shown.
func TestJournalFirst(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	before := bare(tb.shown)
	tb.must(tb.Journal.Close())
	if err := tb.Observe(ctx, play("Ana", 2, 0, card(models.Red, 1), 1)); err == nil {
		t.Error("recorded in a closed journal")
	}
	if err := tb.Stop(ctx, ""); err == nil {
		t.Error("stopped without a record")
	}
	if !reflect.DeepEqual(bare(tb.shown), before) || len(tb.ruled) != 3 {
		t.Error("something is shown that is not in the record")
	}
}

// A next round that cannot be recorded has not begun: the one before is still there, once.
func TestNextIsRecordedOrNotDone(t *testing.T) {
	for name, games := range map[string]int{"a round": 0, "a match": 1} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.begins(func(house *rules.House) { house.Games = games })
			tb.counted()
			before := bare(tb.shown)
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			if err := tb.Next(gone); err == nil || !reflect.DeepEqual(bare(tb.shown), before) {
				t.Errorf("after %v, totals %v of %d rounds; they were %v", err, totals(tb.shown), len(tb.shown.Rounds), totals(before))
			}
			tb.must(tb.Next(t.Context()))
			if want := 2 - games; tb.shown.Round != want || len(tb.shown.Rounds) != 1-games {
				t.Errorf("round %d after %d others, want %d", tb.shown.Round, len(tb.shown.Rounds), want)
			}
		})
	}
}
