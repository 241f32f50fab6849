package rules_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

// prove checks a property on random rounds, each drawn from its own numbers (seed, i), so that any of them
// can be played again alone. A plain run checks a few; PROVE_ROUNDS sets how many, PROVE_FROM the first of
// them: `make prove` is the long run. All failures are collected, up to ten.
func prove(t *testing.T, seed uint64, few int, check func(i int, r *rand.Rand) error) {
	t.Helper()
	first, count := fromEnv(t, "PROVE_FROM", 0), fromEnv(t, "PROVE_ROUNDS", few)
	t.Logf("rounds %d to %d of seed %d", first, first+count-1, seed)
	var next, failed atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for failed.Load() < 10 {
				k := int(next.Add(1)) - 1
				if k >= count {
					return
				}
				if err := check(first+k, rand.New(rand.NewPCG(seed, uint64(first+k)))); err != nil {
					failed.Add(1)
					t.Errorf("PROVE_FROM=%d PROVE_ROUNDS=1: %v", first+k, err)
				}
			}
		})
	}
	workers.Wait()
}

// fromEnv reads a number from the environment.
func fromEnv(t *testing.T, name string, otherwise int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		t.Fatalf("%s: %q is no number of rounds", name, s)
	}
	return n
}

// table is a table of bots whose log notes the shout and keeps the order of cards.
func table(cfg bots.Config) rules.Config {
	house := rules.DefaultHouse(cfg.Edition)
	house.Stop, house.Resolution, house.StuckLikely = rules.StopAtShout, 0, 2
	out := rules.Config{Edition: cfg.Edition, Variant: cfg.Variant, House: house}
	for i, name := range bots.Names(cfg.Players) {
		out.Players = append(out.Players, models.Player{Name: name, Back: bots.Backs(12)[i]})
	}
	return out
}

// config draws the i-th random round's setting: every number of players, both editions and variants.
func config(i int, r *rand.Rand) bots.Config {
	cfg := bots.Config{
		Players: 2 + i%11, Edition: models.Schmidt, Variant: models.Basic,
		Seed: r.Uint64(), Mistakes: 0.25 * r.Float64(), Tireless: r.IntN(4) == 0,
	}
	if i/11%2 == 1 {
		cfg.Edition, cfg.Restarts = models.Playroom, r.IntN(3)
	}
	if r.IntN(4) == 0 {
		cfg.Variant = models.Pro
	}
	return cfg
}

func verdict(legal bool) models.Verdict {
	if legal {
		return models.Legal
	}
	return models.Illegal
}

// With everything in sight every verdict is right, nothing is doubted, scores and piles are right,
// and a round is called stuck only when it is.
func TestEverythingInSight(t *testing.T) {
	var played, stuck, proved atomic.Int64
	prove(t, 20, 264, func(i int, r *rand.Rand) error {
		cfg := config(i, r)
		round := bots.Play(cfg)
		wasProved, err := inSight(cfg, round)
		played.Add(1)
		if round.Stuck >= 0 {
			stuck.Add(1)
			if wasProved {
				proved.Add(1)
			}
		}
		return err
	})
	t.Logf("%d rounds got stuck, %d of them proved", stuck.Load(), proved.Load())
	if played.Load() >= 100 && proved.Load() == 0 {
		t.Error("no stuck round was ever proved")
	}
}

// inSight compares what is ruled on a round with its truth, and tells whether it was proved to be stuck.
func inSight(cfg bots.Config, round bots.Round) (wasProved bool, err error) {
	s, err := rules.New(table(cfg))
	if err != nil {
		return false, err
	}
	for k, m := range round.Moves {
		var rulings []models.Ruling
		if s, rulings, err = rules.Apply(s, m.Event); err != nil {
			return wasProved, fmt.Errorf("%+v: event %d: %w", cfg, k+1, err)
		}
		switch m.Event.Type {
		case models.EventStop, models.EventCount, models.EventRestart: // whether a restart was due can be beyond knowing
		default:
			if r := rulings[0]; r.Verdict != verdict(m.Legal) || !m.Legal && r.Rule != string(m.Why) {
				return wasProved, fmt.Errorf("%+v: event %d %s: %s (%s: %s), truth %v %s", cfg, k+1, describe(m.Event),
					r.Verdict, r.Rule, r.Reason, m.Legal, m.Why)
			}
		}
		for _, f := range rulings[1:] {
			if f.Type != models.EventDeadlock {
				return wasProved, fmt.Errorf("%+v: event %d %s: then %s %s", cfg, k+1, describe(m.Event), f.Type, f.Reason)
			}
			wasProved = true
			if cfg.Restarts == 0 && (round.Stuck < 0 || m.Event.Time < round.Stuck) {
				return wasProved, fmt.Errorf("%+v: event %d at %v: called stuck, truth %v", cfg, k+1, m.Event.Time, round.Stuck)
			}
		}
	}
	end := rules.End(s)
	if fmt.Sprint(end.Players) != fmt.Sprint(round.End) || fmt.Sprint(end.Piles) != fmt.Sprint(round.Piles) && len(round.Piles) > 0 {
		return wasProved, fmt.Errorf("%+v: end %v %v, truth %v %v", cfg, end.Players, end.Piles, round.End, round.Piles)
	}
	for j, tally := range s.Tally() {
		want := round.End[round.Players[j]]
		if tally.Centre != (rules.Span{Low: want.Centre, Likely: want.Centre, High: want.Centre}) || tally.Left.Likely != want.LigrettoLeft {
			return wasProved, fmt.Errorf("%+v: tally %+v, truth %+v", cfg, tally, want)
		}
	}
	return wasProved, nil
}

func describe(e models.Event) string {
	card := ""
	if e.Card != nil {
		card = e.Card.String()
	}
	return fmt.Sprintf("%.2f %s %s %s %s pile %d", e.Time, e.Type, e.Player, e.From, card, e.Pile)
}
