package synth

import (
	"math"
	"slices"

	"schiri/models"
)

// TruthRow is one thing that happened, as a line of truth.ndjson. Times are seconds of the film.
type TruthRow struct {
	Time     float64          `json:"t"`
	Clear    *float64         `json:"t_clear,omitempty"` // no hand covers the card any more; missing where the next card came first
	Type     models.EventType `json:"type"`
	Player   string           `json:"player,omitempty"`
	From     models.Spot      `json:"from,omitempty"`
	To       models.Spot      `json:"to,omitempty"`
	Slot     *int             `json:"slot,omitempty"`
	Card     *models.Card     `json:"card,omitempty"`
	Pile     int              `json:"pile,omitempty"`
	Cards    int              `json:"n,omitempty"`
	Legal    *bool            `json:"legal,omitempty"`
	WasLegal *bool            `json:"was_legal,omitempty"`
	Why      string           `json:"why,omitempty"`
	Lift     *float64         `json:"t_lift,omitempty"`
	Rest     *float64         `json:"t_rest,omitempty"`
	Corners  *models.Quad     `json:"corners,omitempty"`
}

// StartRow is what lies on the table when the film begins.
type StartRow struct {
	Time    float64          `json:"t"`
	Type    models.EventType `json:"type"`
	Players []StartPlayer    `json:"players"`
	Piles   []StartPile      `json:"piles"`
}

// StartPlayer is one player's cards when the film begins; a zero card is none.
type StartPlayer struct {
	Name        string         `json:"name"`
	Ligretto    int            `json:"ligretto_count"`
	LigrettoTop *models.Card   `json:"ligretto_top"`
	Row         []*models.Card `json:"row"`
	DiscardTop  *models.Card   `json:"discard_top"`
}

// StartPile is a centre pile when the film begins, with the card on top.
type StartPile struct {
	Pile int `json:"pile"`
	models.Card
}

// EndRow is what the round came to.
type EndRow struct {
	Time    float64             `json:"t"`
	Type    models.EventType    `json:"type"`
	Stopped bool                `json:"stopped"`
	Scores  map[string]EndScore `json:"scores"`
	Piles   []EndPile           `json:"piles"`
}

// EndScore is a player's tally, with the number of own cards that lie in the centre, illegal ones too.
type EndScore struct {
	models.PlayerEnd
	Physical int `json:"centre_physical"`
}

// EndPile is a centre pile at the end: its last legal top, the card on top and how many lie there.
type EndPile struct {
	models.PileEnd
	Count   int         `json:"count"`
	TopCard models.Card `json:"top_card"`
}

// truth writes down what a film shows while it is drawn.
type truth struct {
	film    *Film
	start   StartRow
	byMove  map[int]*TruthRow // by index of the round's moves
	pending []pending
}

// pending is a card that has been laid and that a hand may still cover.
type pending struct {
	row  *TruthRow
	id   cardID
	card piece
	spot vec
}

func newTruth(f *Film) *truth {
	t := &truth{film: f, byMove: map[int]*TruthRow{}}
	t.start = f.startRow()
	for i, m := range f.plan.round.Moves {
		e := m.Event
		if e.Time < f.from {
			continue
		}
		row := &TruthRow{Time: milli(e.Time - f.from), Type: e.Type, Player: e.Player, Card: e.Card, Pile: e.Pile, Cards: e.Cards, From: e.From, To: e.To, Slot: e.Slot, Why: string(m.Why)}
		legal, lift, rest := m.Legal, milli(m.Lift-f.from), milli(m.Rest-f.from)
		switch e.Type {
		case models.EventPlay, models.EventRefill, models.EventRowLay, models.EventFlip:
			row.Legal, row.Lift = &legal, &lift
		case models.EventTakeBack:
			was := !legal // taking back a wrong card is right
			row.WasLegal, row.Rest = &was, &rest
		case models.EventStop, models.EventRecycle, models.EventRestart:
		default:
			continue
		}
		t.byMove[i] = row
	}
	return t
}

// landed notes where a carried card has come to lie.
func (t *truth) landed(c carry) {
	row := t.byMove[c.move]
	t.pending = slices.DeleteFunc(t.pending, func(p pending) bool { // a card laid on top ends the wait for the one below
		return p.spot.sub(c.spot).norm() < 1
	})
	if row == nil || row.Type == models.EventTakeBack {
		return
	}
	top := laidCard{c.ids[len(c.ids)-1], c.to[len(c.to)-1]}
	card := t.film.scene.card(top)
	q := t.film.scene.stage.quad(card)
	row.Corners = &q
	t.pending = append(t.pending, pending{row, top.id, card, c.spot})
}

// lifted ends the wait for cards that are taken away before a hand has left them.
func (t *truth) lifted(c carry) {
	t.pending = slices.DeleteFunc(t.pending, func(p pending) bool { return slices.Contains(c.ids, p.id) })
}

// look notes, at the time stamp of a picture, which cards no hand covers any more.
func (t *truth) look(now float64, over []piece) {
	t.pending = slices.DeleteFunc(t.pending, func(p pending) bool {
		for _, o := range over {
			if t.film.scene.stage.covers(o, p.card) > 0 {
				return false
			}
		}
		at := milli(now)
		p.row.Clear = &at
		return true
	})
}

// rows puts everything in order of time.
func (t *truth) rows(length float64) []any {
	out := []any{t.start}
	mishaps := t.film.scene.opt.Mishaps.rows(length)
	stuck := t.film.plan.round.Stuck
	for i, m := range t.film.plan.round.Moves {
		if stuck >= t.film.from && stuck <= m.Event.Time {
			out = append(out, TruthRow{Time: milli(stuck - t.film.from), Type: models.EventDeadlock})
			stuck = -1
		}
		for len(mishaps) > 0 && mishaps[0].Time <= m.Event.Time-t.film.from {
			out, mishaps = append(out, mishaps[0]), mishaps[1:]
		}
		if row := t.byMove[i]; row != nil {
			out = append(out, *row)
		}
	}
	for _, r := range mishaps {
		out = append(out, r)
	}
	return append(out, t.film.endRow(length))
}

// startRow tells what lies on the table as the film begins.
func (f *Film) startRow() StartRow {
	row := StartRow{Type: models.EventStart, Piles: []StartPile{}}
	held := f.plan.at(f.from)
	top := func(h []cardID) *models.Card {
		if len(h) == 0 {
			return nil
		}
		return &h[len(h)-1].card
	}
	for i, name := range f.plan.round.Players {
		lig := held[spotKey{i, models.SpotLigretto, 0}]
		p := StartPlayer{Name: name, Ligretto: len(lig), LigrettoTop: top(lig), DiscardTop: top(held[spotKey{i, models.SpotDiscard, 0}])}
		for k := range f.scene.layout.seats[i].row {
			p.Row = append(p.Row, top(held[spotKey{i, models.SpotRow, k}]))
		}
		row.Players = append(row.Players, p)
	}
	for id := 1; ; id++ {
		h, ok := held[spotKey{-1, "", id}]
		if !ok {
			return row
		}
		if c := top(h); c != nil {
			row.Piles = append(row.Piles, StartPile{id, *c})
		}
	}
}

// endRow tells what the round came to.
func (f *Film) endRow(length float64) EndRow {
	r := f.plan.round
	row := EndRow{Time: milli(length), Type: models.EventEnd, Scores: map[string]EndScore{}, Piles: []EndPile{}}
	for _, m := range r.Moves {
		row.Stopped = row.Stopped || m.Event.Type == models.EventStop
	}
	for i, name := range r.Players {
		row.Scores[name] = EndScore{r.End[name], f.plan.inCentre(i)}
	}
	held := f.plan.at(math.Inf(1))
	for _, p := range r.Piles {
		if h := held[spotKey{-1, "", p.Pile}]; len(h) > 0 {
			row.Piles = append(row.Piles, EndPile{p, len(h), h[len(h)-1].card})
		}
	}
	return row
}

// milli rounds a time to a millisecond.
func milli(t float64) float64 { return math.Round(1000*t) / 1000 }
