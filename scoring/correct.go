package scoring

import (
	"errors"
	"fmt"
	"slices"

	"schiri/models"
)

// ErrCorrection is wrapped by every refusal of a correction that does not fit the record.
var ErrCorrection = errors.New("the correction does not fit")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrection, fmt.Sprintf(format, args...))
}

// Step is an event of a round as it counts now, with what is ruled on it now.
type Step struct {
	Number   int             // in the record, from 1; an inserted event goes by its correction's number
	Event    models.Event    // as corrected
	Rulings  []models.Ruling // as said when it happened, the event's own first; none for a removed event
	Now      models.Ruling   // the event's own as it counts now, later revisions taken in
	Replaced bool            // people changed it
	Inserted bool            // people added it
	Removed  bool            // people took it out: it is not refereed
	after    int             // of an inserted event: the number of the event it follows
}

// effective gives the events of a record as they count with all its corrections, and whether the
// round was declared void.
func effective(log []models.Event) (steps []Step, void bool) {
	for i, e := range log {
		if e.Type != models.EventCorrection {
			steps = append(steps, Step{Number: i + 1, Event: e})
		}
	}
	for i, c := range InForce(log) {
		if c == nil {
			continue
		}
		at := find(steps, c.Of)
		switch {
		case c.Action == models.CorrectVoid:
			void = true
		case c.Action == models.CorrectInsert && (c.Of == 0 || at >= 0):
			steps = insert(steps, at, i+1, c)
		case at < 0:
			// An undo, the end of the match, or what it corrected was inserted by a correction that has been undone since.
		case c.Action == models.CorrectReplace:
			s := &steps[at]
			s.Event, s.Replaced, s.Removed = timed(*c.Event, s.Event), true, false
		case c.Action == models.CorrectRemove:
			steps[at].Removed = true
		}
	}
	for i := range steps {
		steps[i].Now.Event = steps[i].Event
	}
	return steps, void
}

// InForce gives the corrections of a round's record that have not been undone, at their places in it, nil elsewhere.
// An undo can be undone in turn and only ever names an earlier correction, so the last one decides first.
func InForce(log []models.Event) []*models.Correction {
	force := make([]*models.Correction, len(log))
	undone := make([]bool, len(log))
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].Type != models.EventCorrection || undone[i] {
			continue
		}
		force[i] = log[i].Correction
		if force[i].Action == models.CorrectUndo {
			undone[force[i].Of-1] = true
		}
	}
	return force
}

// last tells whether people have the match end with the round.
func last(log []models.Event) bool {
	return slices.ContainsFunc(InForce(log), func(c *models.Correction) bool { return c != nil && c.Action == models.CorrectLast })
}

// find gives the place of the step with that number, -1 if there is none.
func find(steps []Step, number int) int {
	return slices.IndexFunc(steps, func(s Step) bool { return s.Number == number })
}

// insert puts the correction's event behind step at (-1: first), and behind whatever was inserted there before.
func insert(steps []Step, at, number int, c *models.Correction) []Step {
	s := Step{Number: number, Event: *c.Event, Inserted: true, after: c.Of}
	if len(steps) > 0 {
		s.Event = timed(s.Event, steps[max(at, 0)].Event)
	}
	to := at + 1
	for to < len(steps) && steps[to].Inserted && steps[to].after == c.Of {
		to++
	}
	return slices.Insert(steps, to, s)
}

// timed is an event typed in by a person; without a time of its own it happened when the one it concerns did.
func timed(e, concerned models.Event) models.Event {
	if e.Time == 0 {
		e.Time, e.Decided = concerned.Time, concerned.Decided
	}
	return e
}

// checkCorrection tells why a correction cannot be added to a record.
func checkCorrection(log []models.Event, c *models.Correction) error {
	if c == nil {
		return refuse("it does not say what to change")
	}
	if c.Of < 0 || c.Of > len(log) {
		return refuse("there is no event %d; the round has %d", c.Of, len(log))
	}
	steps, void := effective(log)
	at := find(steps, c.Of)
	switch c.Action {
	case models.CorrectVoid:
		if void {
			return refuse("the round is void already")
		}
		return nil
	case models.CorrectLast:
		if last(log) {
			return refuse("the match ends with the round already")
		}
		return nil
	case models.CorrectUndo:
		if c.Of == 0 || log[c.Of-1].Type != models.EventCorrection {
			return refuse("event %d is no correction, so it cannot be undone", c.Of)
		}
		if InForce(log)[c.Of-1] == nil {
			return refuse("correction %d has been undone already", c.Of)
		}
		return nil
	case models.CorrectReplace, models.CorrectInsert:
		if c.Event == nil || c.Event.Type == "" || c.Event.Type == models.EventCorrection {
			return refuse("it does not say what happened instead")
		}
		if c.Action == models.CorrectInsert && c.Of == 0 {
			return nil
		}
	case models.CorrectRemove:
		if at >= 0 && steps[at].Removed {
			return refuse("event %d has been taken out already", c.Of)
		}
	default:
		return refuse("%q is not known; want replace, remove, insert, void, last or undo", c.Action)
	}
	if at < 0 {
		return refuse("number %d is itself a correction, or none that is in force; undo it instead", c.Of)
	}
	return nil
}
