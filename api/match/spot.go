package match

import (
	"context"

	"schiri/models"
	"schiri/scoring"
)

// Spot is a place in front of a player on which one card shows.
type Spot struct {
	Player string      `json:"player"`
	Spot   models.Spot `json:"spot"` // row, ligretto or discard
	Slot   int         `json:"slot"` // of the row, from 0 at the Ligretto pile's side
}

// Sighting is what the record says lies at a spot, and what may lie there instead.
type Sighting struct {
	Number   int           `json:"number"`         // of the event that tells; 0: none does
	Revision int           `json:"revision"`       // of that event
	Card     *models.Card  `json:"card,omitempty"` // nil: none, or it is not known
	Cards    []Alternative `json:"cards"`          // the likeliest first
}

// Naming is what people say lies at a spot of the present round.
type Naming struct {
	Spot
	Card   *models.Card `json:"card"`   // nil: no card lies there
	Number int          `json:"number"` // of the event whoever says so had before them, and its revision
	Seen   int          `json:"seen"`
	By     string       `json:"by"`
}

// Look tells what is known of a spot of a round of the present match.
func (m *Match) Look(ctx context.Context, round int, at Spot) (Sighting, error) {
	k, err := m.copyOf(ctx, Present, round)
	if err != nil {
		return Sighting{}, err
	}
	if err := k.check(at); err != nil {
		return Sighting{}, err
	}
	step, card := k.sighting(at)
	found := Sighting{Number: step.Number, Revision: k.revisions()[step.Number], Card: inSight(card), Cards: []Alternative{}}
	if _, err := at.correction(step, &card); err == nil {
		found.Cards = k.likelyCards(ctx, card, func(c models.Card) models.Correction {
			change, _ := at.correction(step, &c)
			return change
		})
	}
	return found, ctx.Err()
}

// NameSpot says which card really lies at a spot of a round: the event that told of it is changed, or, where a card
// lies on a spot known to be empty, what put it there is added.
func (m *Match) NameSpot(ctx context.Context, round int, what Naming) error {
	return m.command(func() error {
		k, err := m.at(ctx, Present, round)
		if err == nil {
			err = k.check(what.Spot)
		}
		switch {
		case err != nil:
			return err
		case what.Card != nil && !what.Card.Valid():
			return Refuse(Invalid, "no-card", "There is no such card.")
		}
		step, _ := k.sighting(what.Spot)
		if step.Number != what.Number || k.revisions()[step.Number] != what.Seen {
			return Refuse(Conflict, "card-meanwhile", "Another card lies there meanwhile; nothing of yours was saved. Look at it and decide again.")
		}
		c, err := what.correction(step, what.Card)
		if err != nil {
			return err
		}
		c.By = what.By
		return m.correct(ctx, k, c)
	})
}

// check refuses a spot that is not at the table.
func (k kept) check(at Spot) error {
	known := at.Spot == models.SpotRow || at.Spot == models.SpotLigretto || at.Spot == models.SpotDiscard
	if !known || !k.sits(at.Player) || at.Slot < 0 || at.Spot == models.SpotRow && at.Slot >= len(k.round.State().Spots(0).Row) {
		return Refuse(Invalid, "no-place", "There is no such place.")
	}
	return nil
}

// sighting gives the latest step that tells what lies at a spot, and the card; the zero step where none does.
func (k kept) sighting(at Spot) (found scoring.Step, card models.Card) {
	for _, s := range k.round.Steps() {
		if c, tells := at.shown(s.Event); tells && !s.Removed {
			found, card = s, c
		}
	}
	return found, card
}

// shown gives the card that lies at the spot after an event, the zero card where none does or it is not known, and
// whether the event tells of the spot at all.
func (at Spot) shown(e models.Event) (c models.Card, tells bool) {
	if e.Player != at.Player {
		return c, false
	}
	if e.Card != nil {
		c = *e.Card
	}
	here := at.Spot != models.SpotRow || e.Slot != nil && *e.Slot == at.Slot
	top := map[models.Spot]models.Shown{models.SpotLigretto: e.LigrettoTop, models.SpotDiscard: e.DiscardTop}[at.Spot]
	switch {
	case e.Type == models.EventDeal || e.Type == models.EventStart:
		if at.Spot == models.SpotRow {
			if at.Slot < len(e.Row) {
				return e.Row[at.Slot], true
			}
			return models.Card{}, true
		}
		return top.Card, top.Noted || at.Spot == models.SpotLigretto
	case at.lays(e.Type) && here, e.Type == models.EventTakeBack && e.To == at.Spot && here:
		return c, true
	case top.Noted, e.From == at.Spot && here, at.Spot == models.SpotLigretto && e.Type == models.EventRefill && e.From == "":
		return top.Card, true
	}
	return models.Card{}, at.Spot == models.SpotDiscard && e.Type == models.EventRecycle
}

// lays tells whether events of a type lay their card on spots of that kind.
func (at Spot) lays(t models.EventType) bool {
	switch at.Spot {
	case models.SpotRow:
		return t == models.EventRefill || t == models.EventRowLay
	case models.SpotDiscard:
		return t == models.EventFlip
	}
	return false
}

// correction makes the step that tells of the spot, or one more after it, say that a card lies there; nil: none does.
func (at Spot) correction(step scoring.Step, card *models.Card) (models.Correction, error) {
	e := step.Event
	c := models.Correction{Action: models.CorrectReplace, Of: step.Number, Event: &e}
	shown := models.ShownEmpty()
	if card != nil {
		shown = models.ShownCard(*card)
	}
	table := e.Type == models.EventDeal || e.Type == models.EventStart
	switch {
	case step.Number == 0:
		return c, Refuse(NotFound, "place-unseen", "Nothing was seen of that place so far, so nothing can be put right there.")
	case table && at.Spot == models.SpotRow:
		row := make([]models.Card, max(len(e.Row), at.Slot+1))
		copy(row, e.Row)
		row[at.Slot] = shown.Card
		e.Row = row
	case at.Spot == models.SpotLigretto && (table || e.LigrettoTop.Noted || e.From == models.SpotLigretto || e.Type == models.EventRefill):
		e.LigrettoTop = shown
	case at.Spot == models.SpotDiscard && (table || e.DiscardTop.Noted || e.From == models.SpotDiscard):
		e.DiscardTop = shown
	case at.lays(e.Type) || e.Type == models.EventTakeBack:
		if card == nil {
			return models.Correction{Action: models.CorrectRemove, Of: step.Number}, nil
		}
		e.Card = card
	case card == nil:
		return c, Refuse(NotFound, "place-empty", "Nothing lies there as far as is known.")
	default: // it was seen to be empty: something was laid there since
		added := models.Event{Type: models.EventFlip, Player: at.Player, Card: card}
		if at.Spot == models.SpotRow {
			added.Type, added.Slot = models.EventRefill, &at.Slot
		}
		c.Action, c.Event = models.CorrectInsert, &added
	}
	return c, nil
}
