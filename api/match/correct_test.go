package match

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

// counted plays a short round and counts it: Ana lays her red 1 and 2, Ben a green 7 that does not fit.
func (tb *table) counted() {
	tb.t.Helper()
	ctx := context.Background()
	tb.must(tb.Start(ctx))
	tb.see(dealt()...)
	at := tb.Time()
	tb.see(play("Ana", at+2, 0, card(models.Red, 1), 1), play("Ana", at+3, 1, card(models.Red, 2), 1), play("Ben", at+4, 2, card(models.Green, 7), 1))
	tb.must(tb.Stop(ctx, ""))
	tb.must(tb.BeginCount(ctx))
	tb.must(tb.Confirm(ctx, scoring.Count{Backs: map[models.Back]int{"blue-orange": 2, "blue-green": 0, "red-pink": 0}, Left: map[string]int{"Ana": 10, "Ben": 10, "Cem": 10}}))
}

// code is why a command was refused; empty: it was not.
func code(err error) Code {
	var r Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return ""
}

func totals(s models.Snapshot) map[string]int {
	all := map[string]int{}
	for _, p := range s.Players {
		all[p.Name] = p.Total
	}
	return all
}

// A past round is corrected like the present one; what comes after adds up anew, also after a restart.
func TestAPastRoundIsCorrected(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.counted()
	tb.must(tb.Next(ctx))
	if got := totals(tb.shown); got["Ana"] != -18 {
		t.Fatalf("totals %v", got)
	}
	detail, err := tb.Round(ctx, Present, 1)
	tb.must(err)
	count := Change{Backs: map[models.Back]int{"blue-orange": 3, "blue-green": 0, "red-pink": 0}, Left: map[string]int{"Ana": 8, "Ben": 10, "Cem": 10}, By: "Cem"}
	tb.must(tb.Amend(ctx, Present, 1, detail.Counted, count))
	want := map[string]int{"Ana": -13, "Ben": -20, "Cem": -20}
	if got := totals(tb.shown); !reflect.DeepEqual(got, want) {
		t.Errorf("totals after the correction %v, want %v", got, want)
	}
	tb.restart()
	if got := totals(tb.shown); !reflect.DeepEqual(got, want) {
		t.Errorf("totals after a restart %v, want %v", got, want)
	}
	detail, err = tb.Round(ctx, Present, 1)
	tb.must(err)
	c := detail.Changes[0]
	if len(detail.Changes) != 1 || c.By != "Cem" || !c.At.Equal(time.Unix(1e9, 0)) || c.Action != models.CorrectReplace || c.Of != detail.Counted {
		t.Errorf("changes %+v", detail.Changes)
	}
	tb.must(tb.Void(ctx, Present, 1, "Ana", "the cat"))
	if got := totals(tb.shown); got["Ana"] != 0 {
		t.Errorf("a void round counts: %v", got)
	}
	tb.must(tb.Undo(ctx, Present, 1, 0, "Ana", nil))
	tb.must(tb.Undo(ctx, Present, 1, detail.Counted, "Ana", nil))
	if got := totals(tb.shown); got["Ana"] != -18 {
		t.Errorf("totals with all undone: %v", got)
	}
	if got := code(tb.Undo(ctx, Present, 1, 0, "Ana", nil)); got != NotFound {
		t.Errorf("a fourth undo: %q", got)
	}
	if got := code(tb.Amend(ctx, Present, 9, 1, Change{})); got != NotFound {
		t.Errorf("round 9: %q", got)
	}
}

// Two people change the same play: the second is told, and nothing of the first is lost.
func TestTwoChangeTheSame(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1))
	seen := 0
	tb.must(tb.Amend(ctx, Present, 1, 4, Change{Player: "Ben", Seen: &seen, By: "Ben"}))
	if got := code(tb.Amend(ctx, Present, 1, 4, Change{Player: "Cem", Seen: &seen, By: "Cem"})); got != Conflict {
		t.Errorf("the second change: %q", got)
	}
	if p := tb.shown.Plays[4]; p.Player != "Ben" || p.By != "Ben" || p.Revision != 5 {
		t.Errorf("it is now %+v", p)
	}
	seen = 5
	tb.must(tb.Amend(ctx, Present, 1, 4, Change{Player: "Cem", Seen: &seen, By: "Cem"}))
	tb.must(tb.Undo(ctx, Present, 1, 4, "", nil))
	if p := tb.shown.Plays[4]; p.Player != "Ben" || p.Revision != 7 {
		t.Errorf("after undo it is %+v", p)
	}
	// Two take the same back: the second takes back nothing that was not before them, neither of the play nor of the round.
	seen = 6
	for n, of := range map[int]string{0: "the round", 4: "the play"} {
		if got := code(tb.Undo(ctx, Present, 1, n, "", &seen)); got != Conflict || tb.shown.Plays[4].Revision != 7 {
			t.Errorf("%s, undone once more: %q, %+v", of, got, tb.shown.Plays[4])
		}
	}
	seen = 7
	tb.must(tb.Undo(ctx, Present, 1, 0, "", &seen))
	if p := tb.shown.Plays[4]; p.Player != "Ana" {
		t.Errorf("all undone it is %+v", p)
	}
}

// What the camera missed is added at its place; the plays after it are judged with it.
func TestAMissedPlayIsAdded(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1), play("Ben", 4, 0, card(models.Red, 3), 1))
	if v := tb.shown.Plays[5].Verdict; v != models.Illegal {
		t.Fatalf("the red 3 is %s", v)
	}
	tb.must(tb.Insert(ctx, Present, 1, Missed{After: 4, Type: models.EventPlay, Player: "Ana", From: models.SpotRow, Card: card(models.Red, 2), Pile: 1, By: "Ana"}))
	if v := tb.shown.Plays[5].Verdict; v != models.Legal {
		t.Errorf("with the red 2 before it the red 3 is %s: %s", v, tb.shown.Plays[5].Reason)
	}
	if p := tb.shown.Plays[6]; !p.Inserted || p.By != "Ana" || p.Time != 2 {
		t.Errorf("added is %+v", p)
	}
	tb.must(tb.Undo(ctx, Present, 1, 6, "", nil))
	if _, there := tb.shown.Plays[6]; there || tb.shown.Plays[5].Verdict != models.Illegal {
		t.Error("undone, it still counts")
	}
	for name, m := range map[string]Missed{
		"nobody's":    {Type: models.EventPlay, Player: "Zoe", Card: card(models.Red, 1)},
		"no card":     {Type: models.EventPlay, Player: "Ana"},
		"no caller":   {Type: models.EventStop},
		"a deal":      {Type: models.EventDeal, Player: "Ana"},
		"no place":    {Type: models.EventPlay, Card: card(models.Red, 1), From: "sleeve"},
		"a bad pile":  {Type: models.EventPlay, Card: card(models.Red, 1), Pile: -1},
		"no pile":     {Type: models.EventPlay, Card: card(models.Red, 1), Pile: math.MaxInt},
		"after what?": {Type: models.EventPlay, Card: card(models.Red, 1), After: 99},
	} {
		if got := code(tb.Insert(ctx, Present, 1, m)); got != Invalid && got != NotFound {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := code(tb.Amend(ctx, Present, 1, 4, Change{Player: "Ana", Pile: math.MaxInt})); got != Invalid {
		t.Errorf("moved to no pile: %q", got)
	}
}

// The alternative that makes the round fit the rules is offered first.
func TestTheLikelyCardComesFirst(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	misread := play("Ana", 3, 1, card(models.Red, 5), 1) // it was the red 2
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1), misread, play("Ben", 4, 0, card(models.Red, 3), 1))
	found, err := tb.Likely(ctx, Present, 1, 5)
	tb.must(err)
	if c := found.Cards[0]; *c.Card != *card(models.Red, 2) || c.Verdict != models.Legal || len(found.Cards) != likelyCards {
		t.Errorf("first comes %+v of %d", c, len(found.Cards))
	}
	if len(found.Players) != 2 {
		t.Errorf("players %+v", found.Players)
	}
	if slices.ContainsFunc(found.Cards, func(a Alternative) bool { return *a.Card == *card(models.Red, 5) }) {
		t.Error("what was read is offered as an alternative to itself")
	}
}

// The camera missed the stop and saw the table being cleared: no mistake is left of that.
func TestClearingTheTableIsNoMistake(t *testing.T) {
	lay := []models.Event{
		play("Ana", 2, 0, card(models.Red, 1), 1), play("Ben", 3, 1, card(models.Yellow, 1), 2), play("Cem", 4, 2, card(models.Green, 1), 3),
	}
	take := func(t float64, pile int, c *models.Card) models.Event {
		return models.Event{Type: models.EventTakeBack, Time: t, Decided: t + 0.2, Pile: pile, Card: c}
	}
	clear := []models.Event{take(10, 1, card(models.Red, 1)), take(10.2, 2, card(models.Yellow, 1)), take(10.4, 3, card(models.Green, 1))}
	flags := func(tb *table) (n int) {
		for _, p := range tb.shown.Plays {
			if p.Type == models.EventTakeBack && p.Verdict == models.Illegal && !p.Removed {
				n++
			}
		}
		return n
	}
	for _, seen := range []int{1, 2, 3} {
		tb := begun(t)
		tb.see(lay...)
		tb.see(clear[:seen]...)
		if seen == 3 {
			if tb.shown.Phase != models.PhaseStopped || flags(tb) != 0 || len(tb.shown.Piles) != 3 {
				t.Errorf("all piles cleared: phase %s, %d flags, piles %v", tb.shown.Phase, flags(tb), tb.shown.Piles)
			}
			continue
		}
		if tb.shown.Phase != models.PhasePlaying || flags(tb) != seen {
			t.Errorf("%d cards taken back: phase %s, %d flags", seen, tb.shown.Phase, flags(tb))
		}
	}
}

// A round that was spoilt, as by a wrong deal, is left out of the score and need not be counted before the next can begin, whether
// that was said before it ended or after.
func TestARoundLeftOutNeedNotBeCounted(t *testing.T) {
	for _, early := range []bool{true, false} {
		tb := begun(t)
		if early {
			tb.must(tb.Void(t.Context(), Present, 1, "Ana", ""))
			if tb.shown.Phase != models.PhasePlaying {
				t.Errorf("a round left out while it is played is %s", tb.shown.Phase)
			}
		}
		tb.must(tb.Stop(t.Context(), ""))
		tb.must(tb.BeginCount(t.Context()))
		if !early {
			tb.must(tb.Void(t.Context(), Present, 1, "Ana", ""))
		}
		for range 2 {
			if tb.shown.Phase != models.PhaseScored {
				t.Errorf("left out early: %v: the round is %s", early, tb.shown.Phase)
			}
			tb.restart()
		}
		tb.must(tb.Undo(t.Context(), Present, 1, 0, "Ana", nil))
		if tb.shown.Phase != models.PhaseCounting {
			t.Errorf("taken in again the round is %s", tb.shown.Phase)
		}
		tb.must(tb.Void(t.Context(), Present, 1, "Ana", ""))
		tb.must(tb.Next(t.Context()))
		if tb.shown.Round != 2 || len(tb.shown.Rounds) != 0 {
			t.Errorf("then comes round %d, and %d count", tb.shown.Round, len(tb.shown.Rounds))
		}
	}
}

// Three players who take their wrong cards back, one after the other, do not clear the table: the round goes on, and if it is
// ended then, their cards are not said to lie there still.
func TestTakingWrongCardsBackIsNoClearing(t *testing.T) {
	tb := begun(t)
	for i, p := range players {
		c := card([]models.Color{models.Red, models.Yellow, models.Green}[i], 1)
		wrong := card(c.Color, 8)
		tb.see(play(p.Name, float64(2+i), i, c, i+1), play(p.Name, float64(5+i), i, wrong, i+1))
	}
	for i, p := range players {
		c := card([]models.Color{models.Red, models.Yellow, models.Green}[i], 8)
		at := float64(10 + i)
		tb.see(models.Event{Type: models.EventTakeBack, Time: at, Decided: at + 0.2, Player: p.Name, Pile: i + 1, Card: c, To: models.SpotRow, Slot: &i})
	}
	if tb.shown.Phase != models.PhasePlaying {
		t.Errorf("after three wrong cards taken back the round is %s", tb.shown.Phase)
	}
	tb.must(tb.Stop(t.Context(), ""))
	for _, p := range tb.shown.Piles {
		if len(p.Wrong) > 0 {
			t.Errorf("on pile %d lies %v still", p.Pile, p.Wrong)
		}
	}
}

// A stop by hand may have its caller, and a stop by mistake is taken back.
func TestStopAndGoOn(t *testing.T) {
	ctx := context.Background()
	for _, caller := range []string{"", "Ben"} {
		tb := begun(t)
		tb.see(play("Ana", 2, 0, card(models.Red, 1), 1))
		tb.must(tb.Stop(ctx, caller))
		stopped := slices.ContainsFunc(tb.Match.round.Steps(), func(s scoring.Step) bool { return s.Event.Type == models.EventStop && s.Event.Player == caller })
		if tb.shown.Phase != models.PhaseStopped || stopped != (caller != "") {
			t.Errorf("stopped by %q: phase %s, in the round: %v", caller, tb.shown.Phase, stopped)
		}
		tb.Tick(20)
		tb.must(tb.Resume(ctx, "Cem"))
		tb.restart()
		_, _, watching := tb.Watching()
		if tb.shown.Phase != models.PhasePlaying || !watching {
			t.Errorf("stopped by %q, it does not go on: %s", caller, tb.shown.Phase)
		}
		tb.must(tb.Watch(ctx, false, tb.Time()))
		tb.see(models.Event{Type: models.EventStart, Time: 21, Decided: 21, Pile: 1, Card: card(models.Red, 1)})
		tb.see(play("Ben", 22, 0, card(models.Red, 3), 1))
		for _, p := range tb.shown.Plays {
			if p.Time == 22 && p.Verdict == models.Illegal {
				t.Errorf("called a mistake although nobody watched for a while: %s", p.Reason)
			}
		}
	}
	tb := newTable(t)
	if got := code(tb.Resume(ctx, "")); got != WrongPhase {
		t.Errorf("resumed before the start: %q", got)
	}
	tb.must(tb.Start(ctx))
	if got := code(tb.Stop(ctx, "Zoe")); got != Invalid {
		t.Errorf("stopped by a stranger: %q", got)
	}
}

// Earlier matches stay to be looked at, with their rounds and as one file.
func TestHistory(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.counted()
	first := tb.Match.id
	tb.must(tb.begin(ctx))
	tb.counted()
	list, err := tb.Matches(ctx)
	tb.must(err)
	if len(list) != 2 || !list[0].Present || list[1].Present || list[1].Match != first || list[1].Totals["Ana"] != -18 || list[1].Rounds != 1 {
		t.Fatalf("matches %+v", list)
	}
	for _, id := range []int64{Present, first} {
		detail, err := tb.Round(ctx, id, 1)
		tb.must(err)
		if len(detail.Plays) < 7 || detail.Backs["blue-orange"] != 2 || detail.Players["Ana"].Score != -18 || detail.Seats[0].Name != "Ana" {
			t.Errorf("match %d: %+v", id, detail)
		}
		p, err := tb.Pictures(ctx, id, 1, 4)
		if err != nil || string(p.Before) != "since 0.0" {
			t.Errorf("match %d: picture %q, %v", id, p.Before, err)
		}
		var file bytes.Buffer
		tb.must(tb.WriteArchive(ctx, id, &file))
		for _, name := range []string{"match.json", "match.csv", "plays.csv", "round-1.json"} {
			if !strings.Contains(file.String(), name) {
				t.Errorf("match %d: %s is not in the file", id, name)
			}
		}
	}
	for _, err := range []error{
		func() error { _, err := tb.Round(ctx, 99, 1); return err }(),
		func() error { _, err := tb.Round(ctx, first, 2); return err }(),
		tb.WriteFile(ctx, first, "match.exe", &bytes.Buffer{}),
	} {
		if code(err) != NotFound {
			t.Errorf("found what is not there: %v", err)
		}
	}
}

// A card on a photo of the count is named by a tap; a photo is taken out and back in.
func TestTheCountIsPutRight(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.must(tb.Start(ctx))
	tb.must(tb.Stop(ctx, ""))
	tb.must(tb.BeginCount(ctx))
	tb.must(tb.AddPhoto(ctx, append(backs("blue-orange", 2), models.Observation{Face: models.FaceUnknown}, models.Observation{Face: models.FaceBack, Back: "stranger"}),
		models.Photo{JPEG: []byte("jpeg"), Width: 640, Height: 480}))
	want := func(orange, green, unknown int) {
		t.Helper()
		c := tb.shown.Count
		if c.Backs["blue-orange"] != orange || c.Backs["blue-green"] != green || c.Unknown != unknown {
			t.Errorf("counted %v and %d unknown", c.Backs, c.Unknown)
		}
	}
	want(2, 0, 2)
	tb.must(tb.NameCard(ctx, 1, 3, "blue-green"))
	tb.must(tb.NameCard(ctx, 1, 4, ""))
	want(2, 1, 0)
	tb.must(tb.NameCard(ctx, 1, 1, "blue-green"))
	want(1, 2, 0)
	tb.must(tb.RemovePhoto(ctx, 1, true))
	want(0, 0, 0)
	tb.must(tb.RemovePhoto(ctx, 1, false))
	tb.restart()
	want(1, 2, 0)
	jpeg, err := tb.Photo(ctx, Present, 1, 1)
	if err != nil || string(jpeg) != "jpeg" {
		t.Errorf("photo %q: %v", jpeg, err)
	}
	for _, err := range []error{tb.NameCard(ctx, 1, 9, ""), tb.NameCard(ctx, 2, 1, ""), tb.NameCard(ctx, 1, 1, "stranger"), tb.RemovePhoto(ctx, 0, true)} {
		if c := code(err); c != NotFound && c != Invalid {
			t.Errorf("accepted, or worse: %v", err)
		}
	}
}

// begins begins a match by the rules of the house, changed as wanted.
func (tb *table) begins(change func(*rules.House)) {
	tb.t.Helper()
	tb.Rules.House = rules.DefaultHouse(models.Schmidt)
	change(&tb.Rules.House)
	tb.must(tb.begin(context.Background()))
}

// A match that is over is corrected like the present one, also when another has begun since and after a restart.
func TestAnEarlierMatchIsCorrected(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.begins(func(house *rules.House) { house.Games = 1 })
	tb.counted()
	if !tb.shown.Over {
		t.Fatal("a match of one round is not over after it")
	}
	tb.must(tb.Next(ctx))
	list, err := tb.Matches(ctx)
	tb.must(err)
	old := list[1]
	if old.Totals["Ana"] != -18 || !reflect.DeepEqual(old.Winners, []string{"Ana"}) {
		t.Fatalf("the match before: %+v", old)
	}
	detail, err := tb.Round(ctx, old.Match, 1)
	tb.must(err)
	now := tb.shown
	count := Change{Backs: map[models.Back]int{"blue-orange": 2, "blue-green": 9, "red-pink": 0}, Left: map[string]int{"Ana": 10, "Ben": 0, "Cem": 10}, By: "Ben"}
	tb.must(tb.Amend(ctx, old.Match, 1, detail.Counted, count))
	if !reflect.DeepEqual(bare(tb.shown), bare(now)) {
		t.Error("the present match has changed, too")
	}
	if found, err := tb.Likely(ctx, old.Match, 1, 6); err != nil || len(found.Cards) == 0 {
		t.Errorf("alternatives: %+v, %v", found, err)
	}
	tb.restart()
	list, err = tb.Matches(ctx)
	tb.must(err)
	for _, m := range list {
		if m.Match == old.Match && (m.Totals["Ben"] != 9 || !reflect.DeepEqual(m.Winners, []string{"Ben"})) {
			t.Errorf("after the correction: %+v", m)
		}
	}
	tb.must(tb.Undo(ctx, old.Match, 1, 0, "Ana", nil))
	if list, err = tb.Matches(ctx); err != nil || list[slices.IndexFunc(list, func(m models.MatchSummary) bool { return m.Match == old.Match })].Totals["Ana"] != -18 {
		t.Errorf("undone: %+v, %v", list, err)
	}
	for _, place := range [][2]int{{99, 1}, {int(old.Match), 7}} {
		if err := tb.Void(ctx, int64(place[0]), place[1], "", ""); code(err) != NotFound {
			t.Errorf("match %d, round %d: %v", place[0], place[1], err)
		}
	}
}

// Where the house gives a bonus for tens, the count has them, and they can be put right.
func TestTensAreCounted(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.begins(func(house *rules.House) { house.TenBonus = 5 })
	tb.must(tb.Start(ctx))
	tb.must(tb.Stop(ctx, ""))
	tb.must(tb.BeginCount(ctx))
	if want := map[string]int{"Ana": 0, "Ben": 0, "Cem": 0}; !reflect.DeepEqual(tb.shown.Count.Tens, want) {
		t.Errorf("watched: %v", tb.shown.Count.Tens)
	}
	count := scoring.Count{Backs: map[models.Back]int{"blue-orange": 12, "blue-green": 1, "red-pink": 0}, Left: map[string]int{"Ana": 0, "Ben": 1, "Cem": 2}}
	for _, wrong := range []map[string]int{{"Ana": 5}, {"Ben": 2}, {"Cem": -1}} {
		count.Tens = wrong
		if err := tb.Confirm(ctx, count); code(err) != Invalid {
			t.Errorf("tens %v: %v", wrong, err)
		}
	}
	count.Tens = map[string]int{"Ana": 2, "Ben": 1, "Cem": 0}
	tb.must(tb.Confirm(ctx, count))
	if got, want := totals(tb.shown), map[string]int{"Ana": 22, "Ben": 4, "Cem": -4}; !reflect.DeepEqual(got, want) {
		t.Errorf("totals %v, want %v", got, want)
	}
	detail, err := tb.Round(ctx, Present, 1)
	tb.must(err)
	if !reflect.DeepEqual(detail.Tens, count.Tens) {
		t.Errorf("the round has tens %v", detail.Tens)
	}
	tb.must(tb.Amend(ctx, Present, 1, detail.Counted, Change{Backs: count.Backs, Left: count.Left, Tens: map[string]int{"Ana": 1}}))
	if got := totals(tb.shown)["Ana"]; got != 17 {
		t.Errorf("with one ten less the total is %d", got)
	}
}
