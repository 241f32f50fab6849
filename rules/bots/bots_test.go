package bots_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/rules/bots"
)

func TestPlayIsSeeded(t *testing.T) {
	cfg := bots.Config{Players: 3, Seed: 7, Mistakes: 0.1}
	if !reflect.DeepEqual(bots.Play(cfg), bots.Play(cfg)) {
		t.Error("the same seed gave two different rounds")
	}
	other := cfg
	other.Seed = 8
	if reflect.DeepEqual(bots.Play(cfg), bots.Play(other)) {
		t.Error("two seeds gave the same round")
	}
}

func TestRoundsKeepTheirCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := bots.Play(bots.Config{
			Players:  rapid.IntRange(2, 12).Draw(t, "players"),
			Seed:     rapid.Uint64().Draw(t, "seed"),
			Edition:  rapid.SampledFrom([]models.Edition{models.Schmidt, models.Playroom}).Draw(t, "edition"),
			Variant:  rapid.SampledFrom([]models.Variant{models.Basic, models.Pro}).Draw(t, "variant"),
			Mistakes: rapid.Float64Range(0, 0.3).Draw(t, "mistakes"),
		})
		for _, d := range r.Deals {
			seen := map[models.Card]bool{}
			for _, cards := range [][]models.Card{d.Row, d.Ligretto, d.Hand} {
				for _, c := range cards {
					seen[c] = true
				}
			}
			if len(seen) != models.DeckSize {
				t.Fatalf("a deck of %d different cards", len(seen))
			}
		}
		tops, centre := 0, 0
		for _, p := range r.Piles {
			tops += p.Top
		}
		for _, e := range r.End {
			centre += e.Centre
		}
		if tops != centre {
			t.Errorf("piles hold %d cards, players laid %d", tops, centre)
		}
		last := 0.0
		for _, m := range r.Moves {
			if m.Event.Time < last || m.Lift > m.Event.Time || m.Rest < m.Event.Time {
				t.Fatalf("%s at %v after %v (lift %v, rest %v)", m.Event.Type, m.Event.Time, last, m.Lift, m.Rest)
			}
			last = m.Event.Time
		}
	})
}

func BenchmarkPlay(b *testing.B) {
	for i := range b.N {
		bots.Play(bots.Config{Players: 12, Seed: uint64(i), Mistakes: 0.1})
	}
}
