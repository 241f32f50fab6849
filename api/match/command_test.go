package match

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/scoring"
)

// Whatever people press, in whatever order, while the camera watches: it is done or refused with a reason, and the record brings back
// what is shown.
func TestWhateverIsPressedIsOnRecord(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		tb := newTable(t)
		seen := round(rapid.Uint64Range(1, 20).Draw(rt, "round"), 0.2)
		next := 0
		number := func(name string) int { return rapid.IntRange(0, 20).Draw(rt, name) }
		name := func() string { return rapid.SampledFrom([]string{"", "Ana", "Ben", "Cem"}).Draw(rt, "name") }
		card := func() *models.Card {
			c := models.CardAt(rapid.IntRange(0, models.DeckSize-1).Draw(rt, "card"))
			return &c
		}
		which := func() int { return rapid.IntRange(1, tb.shown.Round).Draw(rt, "of round") }
		commands := map[string]func() error{
			"start":  func() error { return tb.Start(ctx) },
			"stop":   func() error { return tb.Stop(ctx, name()) },
			"resume": func() error { return tb.Resume(ctx, name()) },
			"count":  func() error { return tb.BeginCount(ctx) },
			"photo":  func() error { return tb.AddPhoto(ctx, backs("blue-green", 2), models.Photo{JPEG: []byte("x")}) },
			"off":    func() error { return tb.RemovePhoto(ctx, number("photo"), rapid.Bool().Draw(rt, "off")) },
			"name":   func() error { return tb.NameCard(ctx, number("photo"), number("card"), "red-pink") },
			"confirm": func() error {
				c := scoring.Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
				for _, p := range players {
					c.Backs[p.Back], c.Left[p.Name] = number("centre"), min(10, number("left"))
				}
				return tb.Confirm(ctx, c)
			},
			"next": func() error { return tb.Next(ctx) },
			"amend": func() error {
				change := Change{Player: name(), Pile: number("pile"), Remove: rapid.Bool().Draw(rt, "remove"), Agreed: rapid.SampledFrom([]models.Verdict{"", models.Legal, models.Illegal}).Draw(rt, "agreed")}
				if rapid.Bool().Draw(rt, "another") {
					change.Card = card()
				}
				return tb.Amend(ctx, Present, which(), number("event"), change)
			},
			"insert": func() error {
				kind := rapid.SampledFrom([]models.EventType{models.EventPlay, models.EventTakeBack, models.EventStop}).Draw(rt, "kind")
				return tb.Insert(ctx, Present, which(), Missed{After: number("after"), Type: kind, Player: name(), Card: card(), Pile: number("pile")})
			},
			"void":   func() error { return tb.Void(ctx, Present, which(), name(), "") },
			"finish": func() error { return tb.Finish(ctx, name()) },
			"undo":   func() error { return tb.Undo(ctx, Present, which(), number("event"), name(), nil) },
			"spot": func() error {
				at := Spot{Player: "Ana", Spot: models.SpotRow, Slot: rapid.IntRange(0, 3).Draw(rt, "slot")}
				found, err := tb.Look(ctx, tb.shown.Round, at)
				if err != nil {
					return err
				}
				return tb.NameSpot(ctx, tb.shown.Round, Naming{Spot: at, Card: card(), Number: found.Number, Seen: found.Revision})
			},
			"see": func() error {
				for range 5 {
					if next < len(seen) {
						e := seen[next]
						next++
						if err := tb.Observe(ctx, e); err != nil {
							return err
						}
					}
				}
				return nil
			},
		}
		names := []string{"see", "see", "see", "start", "start", "stop", "resume", "count", "photo", "off", "name", "confirm", "next", "finish", "amend", "amend", "insert", "void", "undo", "undo", "spot"}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			what := rapid.SampledFrom(names).Draw(rt, "command")
			err := commands[what]()
			var refusal Refusal
			if err != nil && !errors.As(err, &refusal) {
				rt.Fatalf("%s: %v", what, err)
			}
		}
		before := bare(tb.shown)
		tb.restart()
		after := bare(tb.shown)
		before.Amended, after.Amended = nil, nil
		if !reflect.DeepEqual(before, after) {
			rt.Fatalf("shown:\n%+v\nafter a restart:\n%+v", before, after)
		}
	})
}
