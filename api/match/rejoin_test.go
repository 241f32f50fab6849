package match

import (
	"context"
	"reflect"
	"testing"

	"schiri/models"
)

// A camera that comes back in mid-round finds the table as it lies and numbers the piles anew.
func TestCameraComesBack(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ben", 1, 0, card(models.Red, 3), 1), // wrong: stays on the table
		play("Ana", 2, 0, card(models.Red, 1), 2), play("Ana", 3, 1, card(models.Red, 2), 2))
	before := bare(tb.shown)
	tb.restart()
	tb.must(tb.Watch(ctx, false, tb.Time()))
	start := func(pile int, c *models.Card) models.Event {
		return models.Event{Type: models.EventStart, Time: 10, Decided: 10.1, Pile: pile, Card: c}
	}
	tb.see(start(1, card(models.Red, 2)), start(2, card(models.Red, 3)))
	if !reflect.DeepEqual(bare(tb.shown), before) {
		t.Error("a table that lies as it did is told as news")
	}
	tb.see(play("Cem", 11, 0, card(models.Yellow, 8), 1), play("Cem", 12, 1, card(models.Yellow, 3), 3))
	want := []models.Pile{
		{Pile: 1, Wrong: []models.Card{*card(models.Red, 3)}},
		{Pile: 2, Color: models.Red, Top: 2, Wrong: []models.Card{*card(models.Yellow, 8)}},
		{Pile: 3, Wrong: []models.Card{*card(models.Yellow, 3)}},
	}
	if !reflect.DeepEqual(tb.shown.Piles, want) {
		t.Errorf("piles %+v, want %+v", tb.shown.Piles, want)
	}
}

// What lies where tells piles apart that show the same; a pile that was hidden at first is found again by its
// place when it is seen.
func TestCameraComesBackByPlace(t *testing.T) {
	ctx := context.Background()
	at := func(x float64) *models.Quad {
		return &models.Quad{{X: x, Y: 100}, {X: x + 60, Y: 100}, {X: x + 60, Y: 190}, {X: x, Y: 190}}
	}
	placed := func(e models.Event, x float64) models.Event {
		e.Corners = at(x)
		return e
	}
	tb := begun(t)
	tb.see(placed(play("Ana", 2, 0, card(models.Red, 1), 1), 100), placed(play("Ben", 2.5, 3, card(models.Blue, 5), 2), 300))
	tb.must(tb.Watch(ctx, false, tb.Time()))
	// The red pile is covered by a hand when the camera comes back; the next card is laid on it.
	tb.see(placed(models.Event{Type: models.EventStart, Time: 10, Decided: 10, Pile: 1, Card: card(models.Blue, 5)}, 310))
	tb.see(placed(play("Ana", 11, 1, card(models.Red, 2), 2), 95))
	want := []models.Pile{{Pile: 1, Color: models.Red, Top: 2}, {Pile: 2, Wrong: []models.Card{*card(models.Blue, 5)}}}
	if !reflect.DeepEqual(tb.shown.Piles, want) {
		t.Errorf("piles %+v, want %+v", tb.shown.Piles, want)
	}
}

// A pile that people add while the camera watches takes no number from the piles the camera finds after it; a card
// laid on the added one is still its next.
func TestAPileIsAddedWhileTheCameraWatches(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1))
	tb.must(tb.Insert(ctx, Present, 1, Missed{After: 4, Type: models.EventPlay, Player: "Cem", Card: card(models.Yellow, 1)}))
	// The camera calls its second pile 2 and its third 3, whatever people have added.
	tb.see(play("Ben", 4, 0, card(models.Red, 3), 2), play("Ben", 5, 1, card(models.Yellow, 2), 3), play("Cem", 6, 1, card(models.Yellow, 3), 3))
	want := []models.Pile{
		{Pile: 1, Color: models.Red, Top: 1},
		{Pile: 2, Color: models.Yellow, Top: 3},
		{Pile: 3, Wrong: []models.Card{*card(models.Red, 3)}},
	}
	if !reflect.DeepEqual(tb.shown.Piles, want) {
		t.Errorf("piles %+v, want %+v", tb.shown.Piles, want)
	}
}

// While nobody watched, cards may have been laid: what then lies there is no mistake anybody can prove.
func TestNobodyWatched(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1))
	tb.restart()
	tb.must(tb.Watch(ctx, false, tb.Time()+5))
	tb.see(models.Event{Type: models.EventStart, Time: 8, Decided: 8, Pile: 1, Card: card(models.Red, 1)})
	tb.see(play("Ben", 9, 0, card(models.Red, 3), 1))
	for _, p := range tb.shown.Plays {
		if p.Type == models.EventPlay && *p.Card == *card(models.Red, 3) && p.Verdict == models.Illegal {
			t.Errorf("the red 3 is called a mistake, but the red 2 may have been laid unseen: %s", p.Reason)
		}
	}
}

// A pile that people have added is none of those that a camera finds which comes back in mid-round.
func TestAnAddedPileIsNotTheCamerasNext(t *testing.T) {
	ctx := context.Background()
	tb := begun(t)
	tb.see(play("Ana", 2, 0, card(models.Red, 1), 1))
	tb.must(tb.Insert(ctx, Present, 1, Missed{After: 4, Type: models.EventPlay, Player: "Ben", From: models.SpotUnknown, Card: card(models.Blue, 1)}))
	tb.must(tb.Watch(ctx, false, 5))
	number := len(tb.log) + 1
	tb.see(play("Cem", 6, 0, card(models.Yellow, 1), 2))
	if p := tb.shown.Plays[number]; p.Verdict != models.Legal {
		t.Errorf("on pile %d it is %s: %s", p.Pile, p.Verdict, p.Reason)
	}
}
