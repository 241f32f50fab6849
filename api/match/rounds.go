package match

import (
	"context"
	"errors"
	"reflect"

	"schiri/models"
	"schiri/models/journal"
	"schiri/scoring"
)

// kept is a round with its record.
type kept struct {
	round  *scoring.Round
	record journal.Round
	log    []models.Event // as recorded, corrections among them
}

// present is the round that is being played. The caller holds the lock.
func (m *Match) present() kept { return kept{m.round, m.record, m.log} }

// at gives round n of a match, from 1; one of an earlier match as the record has it. The caller holds the lock.
func (m *Match) at(ctx context.Context, id int64, n int) (*kept, error) {
	switch {
	case id != Present && id != m.id:
		return m.earlier(ctx, id, n)
	case n == m.record.Number:
		k := m.present()
		return &k, nil
	case n >= 1 && n <= len(m.past):
		return &m.past[n-1], nil
	}
	return nil, noRound(n)
}

func noRound(n int) error {
	return Refuse(NotFound, "no-round", "There is no round {n} in this match.", "n", n)
}

// correct puts a correction into the record of a round.
func (m *Match) correct(ctx context.Context, k *kept, c models.Correction) error {
	c.At = m.Now().UTC()
	e := models.Event{Type: models.EventCorrection, Time: m.time, Correction: &c}
	if k.record.Match != m.id {
		e.Time = k.until()
	}
	var err error
	if k.record.ID == m.record.ID {
		err = m.add(ctx, e)
	} else {
		err = m.amend(ctx, k, e)
	}
	if errors.Is(err, scoring.ErrCorrection) {
		return Refuse(Invalid, "cannot-be", "With that change the round could not have gone on as it did.")
	}
	if err != nil {
		return err
	}
	m.fitPiles()
	return m.settle(ctx)
}

// fitPiles has what the camera sees from now on fitted to the piles that people have added to the present round: the
// pipeline gives their numbers to others.
func (m *Match) fitPiles() {
	r := m.rejoin
	if r == nil {
		r = newAdded(m.log)
	}
	for _, p := range m.round.State().Piles() {
		r.know(p)
	}
	if len(r.free) > 0 {
		m.rejoin = r
	}
}

// correctPresent puts a correction into the record of the round that is being played.
func (m *Match) correctPresent(ctx context.Context, c models.Correction) error {
	k := m.present()
	return m.correct(ctx, &k, c)
}

// amend puts a correction into the record of a round that is over.
func (m *Match) amend(ctx context.Context, k *kept, e models.Event) error {
	before, was := *k.round, k.plays()
	rulings, err := k.round.Add(e)
	if err != nil {
		return err
	}
	entry := journal.Entry{Seq: len(k.log) + 1, Event: e, Rulings: rulings}
	if err := m.Journal.Append(ctx, k.record.ID, entry); err != nil {
		*k.round = before // what is not in the record has not happened
		return err
	}
	k.log = append(k.log, e)
	if k.record.Match == m.id {
		m.amended = k.outcome(was)
	}
	m.corrections.Add(1)
	m.summaries.Delete(k.record.Match)
	for _, r := range rulings {
		m.Ruled(r)
	}
	return nil
}

// outcome is what the latest correction of the round changed in its plays, given as they were.
func (k kept) outcome(was map[int]models.Play) *models.Amended {
	a := models.Amended{Round: k.record.Number, Number: len(k.log), Was: was, Is: k.plays()}
	for number, play := range a.Is {
		if reflect.DeepEqual(was[number], play) {
			delete(a.Was, number)
			delete(a.Is, number)
		}
	}
	return &a
}

// settle makes the phase agree with a corrected round.
func (m *Match) settle(ctx context.Context) error {
	if p := m.settled(); p != m.setup.Phase {
		return m.enter(ctx, p)
	}
	return nil
}

// settled is the phase that agrees with the round: one whose count was taken back is counted anew, one whose count was
// brought back is counted, and one that counts for nothing need not be counted.
func (m *Match) settled() models.Phase {
	switch counted, void := m.round.Counted(), m.round.Void(); {
	case counted, void && m.setup.Phase == models.PhaseCounting:
		return models.PhaseScored
	case m.setup.Phase == models.PhaseScored && !void:
		return models.PhaseCounting
	}
	return m.setup.Phase
}

// until is the media time of the newest event of the round, 0 where there is none.
func (k kept) until() float64 {
	if len(k.log) == 0 {
		return 0
	}
	return k.log[len(k.log)-1].Time
}

// sits tells whether somebody of that name plays in the round.
func (k kept) sits(name string) bool {
	return seated(k.round.Config().Players, name)
}

// step gives event n of the round as it counts now.
func (k kept) step(n int) (scoring.Step, error) {
	for _, s := range k.round.Steps() {
		if s.Number == n {
			return s, nil
		}
	}
	return scoring.Step{}, Refuse(NotFound, "not-in-round", "That is not in this round.")
}

// touched gives the event a correction of the log is about, by its number; an undo is about what it takes back.
func (k kept) touched(correction int) int {
	c := k.log[correction-1].Correction
	switch {
	case c.Action == models.CorrectInsert:
		return correction
	case c.Action == models.CorrectUndo:
		return k.touched(c.Of)
	}
	return c.Of
}

// revisions gives the latest correction of each event that has one, by their numbers.
func (k kept) revisions() map[int]int {
	latest := map[int]int{}
	for i, e := range k.log {
		if e.Type == models.EventCorrection {
			latest[k.touched(i+1)] = i + 1
		}
	}
	return latest
}

// revision is the number of the latest correction of event n, 0 where it has none; with n 0 that of the round.
func (k kept) revision(n int) int {
	latest := 0
	for i, e := range k.log {
		if e.Type == models.EventCorrection && (n == 0 || k.touched(i+1) == n) {
			latest = i + 1
		}
	}
	return latest
}

// lastInForce gives the number of the latest correction that was not taken back and that is wanted; 0: none.
func (k kept) lastInForce(wanted func(correction int) bool) int {
	force := scoring.InForce(k.log)
	for i := len(force); i > 0; i-- {
		if c := force[i-1]; c != nil && c.Action != models.CorrectUndo && wanted(i) {
			return i
		}
	}
	return 0
}

// changes lists the corrections made in the round.
func (k kept) changes() []models.Changed {
	force := scoring.InForce(k.log)
	all := []models.Changed{}
	for i, e := range k.log {
		if c := e.Correction; c != nil {
			all = append(all, models.Changed{
				Number: i + 1, Action: c.Action, Of: c.Of, By: c.By, At: c.At, Note: c.Note, Undone: force[i] == nil,
			})
		}
	}
	return all
}
