package match

import (
	"context"

	"schiri/models"
	"schiri/scoring"
)

// Change is what people say an event really was. Remove: it did not happen. What is empty is as it says: an
// empty player is nobody known; a missing card, pile, spot or count stays.
type Change struct {
	Remove bool                `json:"remove"`
	Player string              `json:"player"`
	Card   *models.Card        `json:"card"`
	From   models.Spot         `json:"from"`
	Pile   int                 `json:"pile"`
	Agreed models.Verdict      `json:"agreed"` // a verdict agreed against the rules; empty: the rules decide
	Backs  map[models.Back]int `json:"backs"`  // of a count: cards in the centre
	Left   map[string]int      `json:"left"`   // of a count: cards left in the Ligretto piles
	Tens   map[string]int      `json:"tens"`   // of a count: own tens in the centre
	By     string              `json:"by"`     // who made the change
	Note   string              `json:"note"`
	// Seen is the revision of the event whoever makes the change had before them; nil: whatever it is.
	Seen *int `json:"seen"`
}

// Missed is something that happened and the camera missed.
type Missed struct {
	After  int              `json:"after"` // number of the event it came right after; 0: before the first
	Type   models.EventType `json:"type"`  // play, take_back or stop
	Player string           `json:"player"`
	From   models.Spot      `json:"from"`
	Card   *models.Card     `json:"card"`
	Pile   int              `json:"pile"` // 0: it opened a new one
	By     string           `json:"by"`
	Note   string           `json:"note"`
}

// Amend changes event n of any round of any match of the record; the rules go through that round anew.
func (m *Match) Amend(ctx context.Context, id int64, round, n int, change Change) error {
	return m.command(func() error {
		k, err := m.at(ctx, id, round)
		if err != nil {
			return err
		}
		step, err := k.step(n)
		if err != nil {
			return err
		}
		if change.Seen != nil && *change.Seen != k.revision(n) {
			return changedMeanwhile()
		}
		c := models.Correction{Action: models.CorrectRemove, Of: n, By: change.By, Note: change.Note}
		if !change.Remove {
			e, err := k.amended(step, change)
			if err != nil {
				return err
			}
			c.Action, c.Event = models.CorrectReplace, &e
		}
		if err := m.correct(ctx, k, c); err != nil {
			return err
		}
		return m.Journal.FlagClips(ctx, k.record.ID, step.Event.Time)
	})
}

// amended gives an event as it is after a change.
func (k kept) amended(step scoring.Step, change Change) (models.Event, error) {
	e := step.Event
	switch {
	case e.Type == models.EventCount:
		if err := k.checkCount(scoring.Count{Backs: change.Backs, Left: change.Left, Tens: change.Tens}); err != nil {
			return e, err
		}
		e.Backs, e.Left, e.Tens = change.Backs, change.Left, change.Tens
		return e, nil
	case change.Player != "" && !k.sits(change.Player):
		return e, Refuse(Invalid, "nobody-called", "Nobody called “{player}” plays.", "player", change.Player)
	case change.Card != nil && !change.Card.Valid():
		return e, Refuse(Invalid, "no-card", "There is no such card.")
	case change.Agreed != "" && change.Agreed != models.Legal && change.Agreed != models.Illegal:
		return e, Refuse(Invalid, "agree-on", "The table can agree on legal or illegal.")
	case !aSpot(change.From):
		return e, Refuse(Invalid, "no-place", "There is no such place.")
	case change.Pile < 0 || change.Pile > k.nextPile() || change.Pile > 0 && e.Pile == 0:
		return e, Refuse(Invalid, "no-pile", "There is no such pile.")
	}
	e.Player, e.Agreed = change.Player, change.Agreed
	if e.Player != "" {
		e.Candidates = nil
	}
	if change.Card != nil && e.Card != nil {
		e.Card = change.Card
	}
	if change.Pile > 0 {
		e.Pile = change.Pile
	}
	if change.From != "" && change.From != e.From {
		// What was seen of the spot it was thought to come from does not hold for another.
		e.From, e.Slot, e.LigrettoTop, e.DiscardTop = change.From, nil, models.Shown{}, models.Shown{}
	}
	return e, nil
}

func aSpot(s models.Spot) bool {
	switch s {
	case "", models.SpotRow, models.SpotLigretto, models.SpotDiscard, models.SpotUnknown:
		return true
	}
	return false
}

// Insert adds something the camera missed to a round of a match.
func (m *Match) Insert(ctx context.Context, id int64, round int, missed Missed) error {
	return m.command(func() error {
		k, err := m.at(ctx, id, round)
		if err != nil {
			return err
		}
		e, err := k.missed(missed)
		if err != nil {
			return err
		}
		return m.correct(ctx, k, models.Correction{
			Action: models.CorrectInsert, Of: missed.After, Event: &e, By: missed.By, Note: missed.Note,
		})
	})
}

// missed makes the event of something the camera missed.
func (k kept) missed(in Missed) (models.Event, error) {
	e := models.Event{Type: in.Type, Player: in.Player}
	if in.After > 0 {
		if _, err := k.step(in.After); err != nil {
			return e, err
		}
	}
	switch {
	case in.Player != "" && !k.sits(in.Player):
		return e, Refuse(Invalid, "nobody-called", "Nobody called “{player}” plays.", "player", in.Player)
	case in.Type == models.EventStop:
		if in.Player == "" {
			return e, Refuse(Invalid, "say-who", "Say who called the stop.")
		}
		return e, nil
	case in.Type != models.EventPlay && in.Type != models.EventTakeBack:
		return e, Refuse(Invalid, "what-added", "A play, a card taken back or a stop can be added.")
	case in.Card == nil || !in.Card.Valid():
		return e, Refuse(Invalid, "say-card", "Say which card it was.")
	case !aSpot(in.From):
		return e, Refuse(Invalid, "no-place", "There is no such place.")
	case in.Pile < 0 || in.Pile > k.nextPile():
		return e, Refuse(Invalid, "no-pile", "There is no such pile.")
	}
	e.Card, e.From, e.Pile = in.Card, in.From, in.Pile
	if e.From == "" {
		e.From = models.SpotUnknown
	}
	if e.Pile == 0 {
		e.Pile = k.nextPile()
	}
	if e.Type == models.EventTakeBack {
		e.To, e.From = e.From, ""
	}
	return e, nil
}

// nextPile is the number of a pile that is opened next.
func (k kept) nextPile() int {
	last := 0
	for _, s := range k.round.Steps() {
		last = max(last, s.Event.Pile)
	}
	return last + 1
}

// Void makes a round of a match count for nothing.
func (m *Match) Void(ctx context.Context, id int64, round int, by, note string) error {
	return m.command(func() error {
		k, err := m.at(ctx, id, round)
		if err != nil {
			return err
		}
		return m.correct(ctx, k, models.Correction{Action: models.CorrectVoid, By: by, Note: note})
	})
}

// Undo takes back the last correction of event n of a round of a match; 0: the round's last correction, whatever it
// was about. seen is the number of the last correction, of the event or the round, that whoever takes it back had before them;
// nil: whatever it is.
func (m *Match) Undo(ctx context.Context, id int64, round, n int, by string, seen *int) error {
	return m.command(func() error {
		k, err := m.at(ctx, id, round)
		if err != nil {
			return err
		}
		if seen != nil && *seen != k.revision(n) {
			return changedMeanwhile()
		}
		last := k.lastInForce(func(correction int) bool { return n == 0 || k.touched(correction) == n })
		if last == 0 {
			return Refuse(NotFound, "no-correction", "There is no correction to undo.")
		}
		return m.correct(ctx, k, models.Correction{Action: models.CorrectUndo, Of: last, By: by})
	})
}

// Correct changes event number n of the present round.
func (m *Match) Correct(ctx context.Context, n int, change Change) error {
	return m.Amend(ctx, Present, m.number(), n, change)
}

// UndoCorrection takes the last correction of event n of the present round back.
func (m *Match) UndoCorrection(ctx context.Context, n int) error {
	return m.Undo(ctx, Present, m.number(), n, "", nil)
}

// playing is the id of the present match.
func (m *Match) playing() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.id
}

// number is that of the present round.
func (m *Match) number() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.record.Number
}
