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
			return m.enter(ctx, models.PhaseCounting)
		case models.PhasePlaying:
			return Refuse(WrongPhase, "round-on", "The round is still being played; stop it first.")
		}
		return Refuse(WrongPhase, "nothing-to-count", "There is nothing to count now.")
	})
}

// Next begins the next round, or, when the match has its winners, a new match.
func (m *Match) Next(ctx context.Context) error {
	return m.command(func() error {
		if m.setup.Phase != models.PhaseScored {
			return Refuse(WrongPhase, "not-counted", "The round has not been counted yet.")
		}
		if m.over() {
			return m.begin(ctx)
		}
		return m.beginRound(ctx, m.id, m.record.Number+1, append(slices.Clone(m.past), m.present()))
	})
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
	for _, p := range m.Rules.Players {
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
