package match

import (
	"context"
	"fmt"
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
		return Refuse(WrongPhase, "This round has been played; begin the next one.")
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
			return Refuse(WrongPhase, "The round is still being played; stop it first.")
		}
		return Refuse(WrongPhase, "There is nothing to count now.")
	})
}

// AddPhoto adds the cards found in one photo to the count.
func (m *Match) AddPhoto(ctx context.Context, found []models.Observation) error {
	return m.command(func() error {
		if m.setup.Phase != models.PhaseCounting {
			return Refuse(WrongPhase, "No count is going on.")
		}
		photo := models.CountPhoto{Backs: map[models.Back]int{}}
		for _, o := range found {
			switch {
			case o.Face == models.FaceBack && m.owner(o.Back) != "":
				photo.Backs[o.Back]++
			case o.Face != models.FaceFront:
				photo.Unknown++
			}
			photo.Cards = append(photo.Cards, models.Outline{Face: o.Face, Back: o.Back, Corners: o.Corners})
		}
		setup := m.setup
		setup.Photos = append(slices.Clone(setup.Photos), photo)
		return m.keep(ctx, setup)
	})
}

// RemovePhoto takes photo n (from 1) out of the count.
func (m *Match) RemovePhoto(ctx context.Context, n int) error {
	return m.command(func() error {
		switch {
		case m.setup.Phase != models.PhaseCounting:
			return Refuse(WrongPhase, "No count is going on.")
		case n < 1 || n > len(m.setup.Photos):
			return Refuse(NotFound, fmt.Sprintf("There is no photo %d in this count.", n))
		}
		setup := m.setup
		setup.Photos = slices.Delete(slices.Clone(setup.Photos), n-1, n)
		return m.keep(ctx, setup)
	})
}

// Confirm enters the count as agreed at the table: cards in the centre by back, and the cards left
// in each player's Ligretto pile. The round is scored by it.
func (m *Match) Confirm(ctx context.Context, backs map[models.Back]int, left map[string]int) error {
	return m.command(func() error {
		if m.setup.Phase == models.PhaseScored {
			return Refuse(WrongPhase, "This round has been counted already.")
		}
		if m.setup.Phase != models.PhaseCounting {
			return Refuse(WrongPhase, "Begin the count first.")
		}
		if err := m.checkCount(backs, left); err != nil {
			return err
		}
		count := models.Event{Type: models.EventCount, Time: m.time, Backs: backs, Left: left}
		if err := m.add(ctx, count); err != nil {
			return err
		}
		return m.enter(ctx, models.PhaseScored)
	})
}

// checkCount refuses numbers that no round can end with.
func (m *Match) checkCount(backs map[models.Back]int, left map[string]int) error {
	pile := m.round.Config().House.Ligretto
	for _, p := range m.Rules.Players {
		n, ok := backs[p.Back]
		l, ok2 := left[p.Name]
		switch {
		case !ok || !ok2:
			return Refuse(Invalid, fmt.Sprintf("The numbers of %s are missing.", p.Name))
		case n < 0 || l < 0 || n+l > models.DeckSize:
			return Refuse(Invalid, fmt.Sprintf("%s has %d cards; %d in the centre and %d left cannot be.", p.Name, models.DeckSize, n, l))
		case l > pile:
			return Refuse(Invalid, fmt.Sprintf("%d cards cannot be left of %s's Ligretto pile, which had %d.", l, p.Name, pile))
		}
	}
	if len(backs) != len(m.Rules.Players) || len(left) != len(m.Rules.Players) {
		return Refuse(Invalid, "The count names somebody who does not play.")
	}
	return nil
}

// Next begins the next round, or, when the match has its winners, a new match.
func (m *Match) Next(ctx context.Context) error {
	return m.command(func() error {
		if m.setup.Phase != models.PhaseScored {
			return Refuse(WrongPhase, "The round has not been counted yet.")
		}
		if m.over() {
			return m.begin(ctx)
		}
		m.past = append(m.past, m.present())
		return m.beginRound(ctx, m.record.Number+1)
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

func (m *Match) sits(name string) bool {
	return slices.ContainsFunc(m.Rules.Players, func(p models.Player) bool { return p.Name == name })
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
