package match

import (
	"context"
	"testing"

	"schiri/models"
)

// What people say of a card in front of a player changes the event that told of it; the rules go by it from there on.
func TestACardInFrontOfAPlayerIsNamed(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	flip := models.Event{Type: models.EventFlip, Time: 1, Decided: 1.2, Player: "Ana", Card: card(models.Green, 9), Cards: 3}
	refill := models.Event{Type: models.EventRefill, Time: 3, Decided: 3.2, Player: "Ana", Slot: new(int), Card: card(models.Blue, 9)}
	tb.see(flip, play("Ana", 2, 0, card(models.Red, 1), 1), refill)
	for _, c := range []struct {
		at     Spot
		of     int          // the event that tells
		was    *models.Card // what it says
		really *models.Card
		state  func(models.PlayerState) *models.Card
	}{
		{Spot{"Ana", models.SpotRow, 1}, 1, card(models.Red, 2), card(models.Red, 8), rowCard(1)},
		{Spot{"Ana", models.SpotRow, 1}, 1, card(models.Red, 8), nil, rowCard(1)},
		{Spot{"Ana", models.SpotDiscard, 0}, 4, card(models.Green, 9), card(models.Green, 10), func(p models.PlayerState) *models.Card { return p.DiscardTop }},
		{Spot{"Ana", models.SpotRow, 0}, 6, card(models.Blue, 9), card(models.Blue, 6), rowCard(0)},
		{Spot{"Ana", models.SpotRow, 0}, 6, card(models.Blue, 6), nil, rowCard(0)},
		{Spot{"Ben", models.SpotLigretto, 0}, 2, card(models.Blue, 9), card(models.Yellow, 6), func(p models.PlayerState) *models.Card { return p.LigrettoTop }},
	} {
		found, err := tb.Look(ctx, 1, c.at)
		tb.must(err)
		if found.Number != c.of || !sameCard(found.Card, c.was) || len(found.Cards) == 0 {
			t.Errorf("%v: %+v", c.at, found)
		}
		tb.must(tb.NameSpot(ctx, 1, Naming{Spot: c.at, Card: c.really, Number: found.Number, Seen: found.Revision, By: "Cem"}))
		i := map[string]int{"Ana": 0, "Ben": 1}[c.at.Player]
		if got := c.state(tb.shown.Players[i]); !sameCard(got, c.really) {
			t.Errorf("%v shows %v, want %v", c.at, got, c.really)
		}
		if err := tb.NameSpot(ctx, 1, Naming{Spot: c.at, Card: c.was, Number: found.Number, Seen: found.Revision}); code(err) != Conflict {
			t.Errorf("%v: by an old look: %v", c.at, err)
		}
	}
	// Where the row is known to be empty a card is added, and that can be undone like any other correction.
	found, err := tb.Look(ctx, 1, Spot{"Ana", models.SpotRow, 0})
	tb.must(err)
	tb.must(tb.NameSpot(ctx, 1, Naming{Spot: Spot{"Ana", models.SpotRow, 0}, Card: card(models.Blue, 9), Number: found.Number, Seen: found.Revision, By: "Ben"}))
	if got := rowCard(0)(tb.shown.Players[0]); !sameCard(got, card(models.Blue, 9)) {
		t.Errorf("added: %v", got)
	}
	tb.must(tb.Undo(ctx, Present, 1, 0, "Ben", nil))
	if got := rowCard(0)(tb.shown.Players[0]); got != nil {
		t.Errorf("undone: %v", got)
	}
	detail, err := tb.Round(ctx, Present, 1)
	tb.must(err)
	if n := len(detail.Changes); n != 8 || detail.Changes[0].By != "Cem" || detail.Changes[7].By != "Ben" {
		t.Errorf("%d changes: %+v", n, detail.Changes)
	}
	for name, at := range map[string]Spot{
		"nobody": {"Zoe", models.SpotRow, 0}, "no such slot": {"Ana", models.SpotRow, 9}, "the hand": {"Ana", "hand", 0}, "below zero": {"Ana", models.SpotRow, -1},
	} {
		if err := tb.NameSpot(ctx, 1, Naming{Spot: at, Card: card(models.Red, 1)}); code(err) != Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tb.NameSpot(ctx, 1, Naming{Spot: Spot{"Cem", models.SpotDiscard, 0}, Card: card(models.Red, 1)}); code(err) != NotFound {
		t.Errorf("a place of which nothing was ever seen: %v", err)
	}
}

// rowCard gives the card at a place of a player's row.
func rowCard(slot int) func(models.PlayerState) *models.Card {
	return func(p models.PlayerState) *models.Card { return inSight(p.Row[slot]) }
}
