package rules_test

import (
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

// longRound is a twelve-player round as events.
func longRound(b *testing.B) (rules.State, []models.Event) {
	b.Helper()
	cfg := bots.Config{Players: 12, Seed: 3, Edition: models.Schmidt, Mistakes: 0.1}
	s, err := rules.New(table(cfg))
	if err != nil {
		b.Fatal(err)
	}
	return s, bots.Play(cfg).Events()
}

// One event of a twelve-player round with all knowledge kept; the target is 20 µs.
func BenchmarkApply(b *testing.B) {
	start, events := longRound(b)
	b.ReportAllocs()
	s := start
	for i := range b.N {
		k := i % len(events)
		if k == 0 {
			s = start
		}
		var err error
		if s, _, err = rules.Apply(s, events[k]); err != nil {
			b.Fatal(err)
		}
	}
}

// A whole twelve-player round with its end; the target is 10 ms together with scoring.
func BenchmarkRound(b *testing.B) {
	start, events := longRound(b)
	for range b.N {
		s := start
		for _, e := range events {
			var err error
			if s, _, err = rules.Apply(s, e); err != nil {
				b.Fatal(err)
			}
		}
		rules.End(s)
	}
	b.ReportMetric(float64(len(events)), "events/round")
}

// The check for a stuck round at its dearest, where no card in sight can be laid; the target is 1 ms.
func BenchmarkStuckChance(b *testing.B) {
	s, err := rules.ParseState("playroom"+stuckTable, rules.House{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N {
		if s.StuckChance() != 1 {
			b.Fatal("not stuck")
		}
	}
}

func BenchmarkParseState(b *testing.B) {
	for range b.N {
		if _, err := rules.ParseState("playroom"+stuckTable, rules.House{}); err != nil {
			b.Fatal(err)
		}
	}
}
