package match

import (
	"context"
	"sync"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// Several look at a round, the one being played or one before it, while others correct it and the camera watches on. (Run with
// -race; without it this only shows that nobody is refused.)
func TestManyLookAndCorrectAtOnce(t *testing.T) {
	const looks = 20
	ctx := context.Background()
	tb := newTable(t)
	tb.counted()
	tb.must(tb.Next(ctx))
	tb.must(tb.Start(ctx))
	tb.see(dealt()...)
	at := tb.Time()
	tb.see(play("Ana", at+2, 0, card(models.Red, 1), 1))
	var all sync.WaitGroup
	for _, do := range []func(round int) error{
		func(round int) error {
			for range looks {
				if _, err := tb.Likely(ctx, Present, round, 4); err != nil {
					return err
				}
			}
			return nil
		},
		func(round int) error {
			for range looks {
				if _, err := tb.Look(ctx, round, Spot{Player: "Ana", Spot: models.SpotRow, Slot: 1}); err != nil {
					return err
				}
			}
			return nil
		},
		func(round int) error {
			for range looks {
				if err := tb.Amend(ctx, Present, round, 4, Change{Player: "Ben"}); err != nil {
					return err
				}
			}
			return nil
		},
		func(int) error { return tb.Observe(ctx, play("Ana", at+3, 1, card(models.Red, 2), 1)) },
	} {
		for round := 1; round <= 2; round++ {
			all.Go(func() {
				if err := do(round); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	for round := 1; round <= 2; round++ {
		detail, err := tb.Round(ctx, Present, round)
		tb.must(err)
		if len(detail.Changes) != looks {
			t.Errorf("round %d: %d corrections are in the record, want %d", round, len(detail.Changes), looks)
		}
	}
}

// A list of the matches that was begun before a correction does not bring back what an earlier match was worth before it.
func TestASummaryFromBeforeACorrectionIsNotKept(t *testing.T) {
	ctx := context.Background()
	tb := newTable(t)
	tb.begins(func(house *rules.House) { house.Games = 1 })
	tb.counted()
	tb.must(tb.Next(ctx))
	list, err := tb.Matches(ctx)
	tb.must(err)
	old, corrections := list[1], tb.corrections.Load()
	tb.must(tb.Void(ctx, old.Match, 1, "Ana", "the cat"))
	tb.keepSummary(old, corrections) // of whoever was still at it
	if list, err = tb.Matches(ctx); err != nil || list[1].Over || list[1].Totals["Ana"] != 0 {
		t.Errorf("after the correction: %+v, %v", list[1], err)
	}
}
