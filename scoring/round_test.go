package scoring

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

// played is a bots' round and the configuration it is refereed by.
type played struct {
	config rules.Config
	bots.Round
}

func play(cfg bots.Config) played {
	if cfg.Edition == "" {
		cfg.Edition = models.Schmidt
	}
	house := rules.DefaultHouse(cfg.Edition)
	// The bots' events carry the shout and exact times.
	house.Stop, house.Resolution = rules.StopAtShout, 0
	p := played{rules.Config{Edition: cfg.Edition, Variant: cfg.Variant, House: house}, bots.Play(cfg)}
	for i, name := range p.Players {
		p.config.Players = append(p.config.Players, models.Player{Name: name, Back: bots.Backs(len(p.Players))[i]})
	}
	return p
}

// drawPlayed draws a round of up to that many players.
func drawPlayed(t *rapid.T, most int) played {
	return play(bots.Config{
		Players:  rapid.IntRange(2, most).Draw(t, "players"),
		Seed:     rapid.Uint64().Draw(t, "seed"),
		Seconds:  rapid.Float64Range(10, 60).Draw(t, "seconds"),
		Edition:  rapid.SampledFrom([]models.Edition{models.Schmidt, models.Playroom}).Draw(t, "edition"),
		Variant:  rapid.SampledFrom([]models.Variant{models.Basic, models.Pro}).Draw(t, "variant"),
		Mistakes: rapid.Float64Range(0, 0.3).Draw(t, "mistakes"),
	})
}

// count takes the official count out of the events.
func (p played) count(t testing.TB) (events []models.Event, count models.Event) {
	t.Helper()
	events = p.Events()
	last := events[len(events)-1]
	if last.Type != models.EventCount {
		t.Fatalf("the round ends with %q, not with its count", last.Type)
	}
	return events[:len(events)-1], last
}

type fataler interface {
	Helper()
	Fatal(...any)
}

// referee adds events to a new round.
func referee(t fataler, config rules.Config, events []models.Event) *Round {
	t.Helper()
	r, err := NewRound(config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if _, err := r.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// With everything in sight the tally is the truth, and so agrees with a right count.
func TestTallyIsTheTruth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlayed(rt, 12)
		events, count := p.count(t)
		r := referee(rt, p.config, events)
		for _, tally := range r.Tally() {
			truth := p.End[tally.Player]
			exact := models.ScoreSpan{Likely: truth.Score, Low: truth.Score, High: truth.Score}
			if len(tally.Sure) != truth.Centre || len(tally.Open) != 0 || tally.LeftMost != truth.LigrettoLeft || tally.LeftLeast != truth.LigrettoLeft || tally.Score != exact {
				rt.Errorf("%s: %+v; truth %+v", tally.Player, tally, truth)
			}
		}
		if doubts := r.Reconcile(Count{Backs: count.Backs, Left: count.Left}); len(doubts) > 0 {
			rt.Errorf("a right count is doubted: %+v", doubts)
		}
		if r.Counted() {
			rt.Error("counted before the count")
		}
		if _, err := r.Add(count); err != nil {
			rt.Fatal(err)
		}
		if end := r.End(); !reflect.DeepEqual(end.Players, p.End) || !r.Counted() {
			rt.Errorf("end %+v; truth %+v", end.Players, p.End)
		}
	})
}

// anonymous hides from some legal plays who laid the card and from where: the player's zone was out of
// sight. (Of a wrong one nobody could then say whether it came from the wrong place.)
func (p played) anonymous(t *rapid.T) (events []models.Event) {
	for _, m := range p.Moves[:len(p.Moves)-1] {
		e := m.Event
		if e.Type == models.EventPlay && m.Legal && rapid.IntRange(0, 4).Draw(t, "hidden") == 0 {
			events = append(events, models.Event{Type: models.EventCovered, Player: e.Player, Time: m.Lift, Until: e.Time})
			e.Player, e.From, e.Slot = "", models.SpotUnknown, nil
			e.LigrettoTop, e.DiscardTop = models.Shown{}, models.Shown{}
		}
		events = append(events, e)
	}
	return events
}

// Where it cannot be seen who laid a card the bounds hold the truth, and a right count is not doubted.
func TestTallyBoundsHoldTheTruth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlayed(rt, 12)
		_, count := p.count(t)
		r := referee(rt, p.config, p.anonymous(rt))
		for _, tally := range r.Tally() {
			truth := p.End[tally.Player]
			if tally.Score.Low > truth.Score || tally.Score.High < truth.Score || len(tally.Sure) > truth.Centre || tally.LeftLeast > truth.LigrettoLeft || tally.LeftMost < truth.LigrettoLeft {
				rt.Errorf("%s: %+v; truth %+v", tally.Player, tally, truth)
			}
		}
		if doubts := r.Reconcile(Count{Backs: count.Backs, Left: count.Left}); len(doubts) > 0 {
			rt.Errorf("a right count is doubted: %+v", doubts)
		}
	})
}
