package rules_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

// rounds is how many random rounds a property is checked on: few in a plain run, PROVE_ROUNDS of
// them in `make prove`.
func rounds(t *testing.T, few int) int {
	if s := os.Getenv("PROVE_ROUNDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("PROVE_ROUNDS: %q is no number of rounds", s)
		}
		return n
	}
	return few
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
	const seed = 20
	count := rounds(t, 264)
	t.Logf("%d rounds, seed %d", count, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	stuck, proved := 0, 0
	for i := range count {
		cfg := config(i, r)
		round := bots.Play(cfg)
		s, err := rules.New(table(cfg))
		if err != nil {
			t.Fatal(err)
		}
		wasProved := false
		for k, m := range round.Moves {
			var rulings []models.Ruling
			if s, rulings, err = rules.Apply(s, m.Event); err != nil {
				t.Fatalf("%+v: event %d: %v", cfg, k+1, err)
			}
			switch m.Event.Type {
			case models.EventStop, models.EventCount, models.EventRestart: // whether a restart was due can be beyond knowing
			default:
				if rulings[0].Verdict != verdict(m.Legal) {
					t.Fatalf("%+v: event %d %s: %s (%s: %s), truth %v %s", cfg, k+1, describe(m.Event),
						rulings[0].Verdict, rulings[0].Rule, rulings[0].Reason, m.Legal, m.Why)
				}
				if !m.Legal && rulings[0].Rule != string(m.Why) {
					t.Fatalf("%+v: event %d %s: rule %s, truth %s", cfg, k+1, describe(m.Event), rulings[0].Rule, m.Why)
				}
			}
			for _, f := range rulings[1:] {
				if f.Type != models.EventDeadlock {
					t.Fatalf("%+v: event %d %s: then %s %s", cfg, k+1, describe(m.Event), f.Type, f.Reason)
				}
				wasProved = true
				if cfg.Restarts == 0 && (round.Stuck < 0 || m.Event.Time < round.Stuck) {
					t.Fatalf("%+v: event %d at %v: called stuck, truth %v", cfg, k+1, m.Event.Time, round.Stuck)
				}
			}
		}
		if round.Stuck >= 0 {
			stuck++
			if wasProved {
				proved++
			}
		}
		end := rules.End(s)
		if fmt.Sprint(end.Players) != fmt.Sprint(round.End) || fmt.Sprint(end.Piles) != fmt.Sprint(round.Piles) && len(round.Piles) > 0 {
			t.Fatalf("%+v: end %v %v, truth %v %v", cfg, end.Players, end.Piles, round.End, round.Piles)
		}
		for j, tally := range s.Tally() {
			want := round.End[round.Players[j]]
			if tally.Centre != (rules.Span{Low: want.Centre, Likely: want.Centre, High: want.Centre}) || tally.Left.Likely != want.LigrettoLeft {
				t.Fatalf("%+v: tally %+v, truth %+v", cfg, tally, want)
			}
		}
	}
	t.Logf("%d rounds got stuck, %d of them proved", stuck, proved)
	if count >= 100 && proved == 0 {
		t.Error("no stuck round was ever proved")
	}
}

func describe(e models.Event) string {
	card := ""
	if e.Card != nil {
		card = e.Card.String()
	}
	return fmt.Sprintf("%.2f %s %s %s %s pile %d", e.Time, e.Type, e.Player, e.From, card, e.Pile)
}
