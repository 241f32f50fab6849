package match

import (
	"context"
	"slices"

	"schiri/models"
	"schiri/scoring"
)

// Start begins to referee the round. Doing it twice changes nothing.
func (m *Match) Start(ctx context.Context) error {
	return m.command(func() error {
		switch m.setup.Phase {
		case models.PhasePlaying:
			return nil
		case models.PhaseReady:
			setup := m.setup
			setup.Phase, setup.From = models.PhasePlaying, m.time
			return m.keep(ctx, setup)
		}
		return Refuse(WrongPhase, "round-played", "This round has been played; begin the next one.")
	})
}

// BeginCount closes the round for the camera and begins the count.
func (m *Match) BeginCount(ctx context.Context) error {
	return m.command(func() error {
		switch m.setup.Phase {
		case models.PhaseCounting:
			return nil
		case models.PhaseStopped:
			if err := m.enter(ctx, models.PhaseCounting); err != nil {
				return err
			}
			return m.settle(ctx)
		case models.PhasePlaying:
			return Refuse(WrongPhase, "round-on", "The round is still being played; stop it first.")
		}
		return Refuse(WrongPhase, "nothing-to-count", "There is nothing to count now.")
	})
}

// Next begins the next round, or, when the match has its winners, a new match.
func (m *Match) Next(ctx context.Context) error {
	return m.command(func() error {
		switch over := m.over(); {
		case over && m.between():
			return m.begin(ctx)
		case m.setup.Phase != models.PhaseScored:
			return Refuse(WrongPhase, "not-counted", "The round has not been counted yet.")
		}
		return m.beginRound(ctx, m.id, m.record.Number+1, append(slices.Clone(m.past), m.present()))
	})
}

// Finish ends the match with the round that was counted last: whoever leads then has won it, though no target of the rules has
// been reached. It is undone as the last correction of that round.
func (m *Match) Finish(ctx context.Context, by string) error {
	return m.command(func() error {
		switch {
		case !m.between():
			return Refuse(WrongPhase, "not-counted", "The round has not been counted yet.")
		case m.over():
			return nil
		}
		counted := scoring.MakeTable(m.rounds()).Rounds
		if len(counted) == 0 {
			return Refuse(WrongPhase, "none-counted", "No round of this match counts yet, so it cannot end.")
		}
		k, err := m.at(ctx, Present, counted[len(counted)-1].Round)
		if err != nil {
			return err
		}
		return m.correct(ctx, k, models.Correction{Action: models.CorrectLast, By: by})
	})
}

// between tells that no round is being played or counted.
func (m *Match) between() bool {
	return m.setup.Phase == models.PhaseReady || m.setup.Phase == models.PhaseScored
}

// command runs what somebody asked for, one at a time, and shows what came of it.
func (m *Match) command(f func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := f()
	m.changed()
	return err
}

// owner is the name of the player with that back; empty if nobody has it.
func (m *Match) owner(b models.Back) string {
	for _, p := range m.round.Config().Players {
		if p.Back == b {
			return p.Name
		}
	}
	return ""
}

// over tells that the match has its winners.
func (m *Match) over() bool {
	return scoring.MakeTable(m.rounds()).Over > 0
}

// rounds are all rounds of the match, the present one last.
func (m *Match) rounds() []*scoring.Round {
	var all []*scoring.Round
	for _, k := range m.past {
		all = append(all, k.round)
	}
	return append(all, m.round)
}
