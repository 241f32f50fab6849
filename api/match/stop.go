package match

import (
	"context"

	"schiri/models"
	"schiri/scoring"
)

// clearedPiles is how many piles have to lose cards, with nothing laid in between, before that is taken for clearing the
// table: half of them, and this many at the least. No round that goes on looks like that.
const clearedPiles = 3

// Stop ends the round by hand: the camera referees it no longer. Player is who called it; empty: nobody. What was
// seen of the table being cleared before the button was pressed is taken out of the round.
func (m *Match) Stop(ctx context.Context, player string) error {
	return m.command(func() error {
		switch {
		case player != "" && !m.present().sits(player):
			return Refuse(Invalid, "nobody-called", "Nobody called “{player}” plays.", "player", player)
		case m.setup.Phase == models.PhaseStopped:
			return nil
		case m.setup.Phase != models.PhasePlaying:
			return Refuse(WrongPhase, "no-round-on", "No round is being played.")
		}
		return m.stopByHand(ctx, player, cleared(m.round.Steps()))
	})
}

// stopByHand ends the round before the steps that are not play any more.
func (m *Match) stopByHand(ctx context.Context, player string, after []scoring.Step) error {
	for _, s := range after {
		c := models.Correction{Action: models.CorrectRemove, Of: s.Number, Note: "the table was being cleared"}
		if err := m.correctPresent(ctx, c); err != nil {
			return err
		}
	}
	if player != "" {
		stop := models.Event{Type: models.EventStop, Time: m.time, Player: player}
		if len(after) > 0 {
			stop.Time = after[0].Event.Time
		}
		if err := m.callStop(ctx, stop, after); err != nil {
			return err
		}
	}
	setup := m.setup
	setup.Phase, setup.ByHand, setup.Stopped = models.PhaseStopped, true, m.time
	return m.keep(ctx, setup)
}

// callStop puts the stop at its place in the round: before what was seen of the clearing.
func (m *Match) callStop(ctx context.Context, stop models.Event, after []scoring.Step) error {
	if len(after) == 0 {
		return m.add(ctx, stop)
	}
	before := 0
	for _, s := range m.round.Steps() {
		if s.Number == after[0].Number {
			break
		}
		before = s.Number
	}
	return m.correctPresent(ctx, models.Correction{Action: models.CorrectInsert, Of: before, Event: &stop})
}

// cleared gives the last steps of a round if they show the table being cleared: since the last card was laid,
// cards left several piles that nobody had to take back. Else it gives none.
func cleared(steps []scoring.Step) []scoring.Step {
	piles, gone := map[int]bool{}, map[int]bool{}
	first := len(steps)
	for i := len(steps) - 1; i >= 0; i-- {
		s := steps[i]
		if s.Removed {
			continue
		}
		if s.Event.Type == models.EventPlay || s.Event.Type == models.EventRowLay || s.Event.Type == models.EventStop {
			break
		}
		if s.Event.Type == models.EventTakeBack && s.Now.Verdict != models.Legal {
			gone[s.Event.Pile] = true
			first = i
		}
	}
	for _, s := range steps {
		if s.Event.Type == models.EventPlay && !s.Removed {
			piles[s.Event.Pile] = true
		}
	}
	if len(gone) < max(clearedPiles, (len(piles)+1)/2) {
		return nil
	}
	var after []scoring.Step
	for _, s := range steps[first:] {
		if !s.Removed {
			after = append(after, s)
		}
	}
	return after
}

// Resume goes on with a round that was stopped by mistake. While it was stopped nobody watched.
func (m *Match) Resume(ctx context.Context, by string) error {
	return m.command(func() error {
		switch m.setup.Phase {
		case models.PhasePlaying:
			return nil
		case models.PhaseStopped:
		default:
			return Refuse(WrongPhase, "just-stopped", "Only a round that was just stopped can go on.")
		}
		for _, s := range m.round.Steps() {
			if s.Event.Type != models.EventStop || s.Removed {
				continue
			}
			c := models.Correction{Action: models.CorrectRemove, Of: s.Number, By: by, Note: "the round went on"}
			if err := m.correctPresent(ctx, c); err != nil {
				return err
			}
		}
		for _, e := range away(m.round.State(), m.setup.Stopped, m.time) {
			if err := m.add(ctx, e); err != nil {
				return err
			}
		}
		setup := m.setup
		setup.Phase, setup.ByHand, setup.Resumed = models.PhasePlaying, false, len(m.log)
		return m.keep(ctx, setup)
	})
}
