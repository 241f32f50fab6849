package match

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

// company is who played up to a round, before others joined or some left.
type company struct {
	Players []models.Player `json:"players"`
	Until   int             `json:"until"` // the number of their last round
}

// companies are those of a match before the present one, in order.
type companies []company

// in gives the rules a round was played by, of those the match is played by now.
func (all companies) in(round int, now rules.Config) rules.Config {
	for _, c := range all {
		if round <= c.Until {
			now.Players = c.Players
			break
		}
	}
	return now
}

// renamed gives the companies with other names.
func (all companies) renamed(names map[string]string) companies {
	all = slices.Clone(all)
	for i := range all {
		all[i].Players = renamedPlayers(all[i].Players, names)
	}
	return all
}

// had tells whether somebody of that name played.
func (all companies) had(name string) bool {
	return slices.ContainsFunc(all, func(c company) bool { return seated(c.Players, name) })
}

// seated tells whether one of the players has that name.
func seated(players []models.Player, name string) bool {
	return slices.ContainsFunc(players, func(p models.Player) bool { return p.Name == name })
}

// Regroup goes on with the players of to from the next round on: who joins begins with no points, who leaves keeps theirs, and
// who comes back goes on with theirs; a player is known by the name. It is for between two rounds. Where the rules are others,
// or the match is over, it does nothing, as then another match begins.
func (m *Match) Regroup(ctx context.Context, to rules.Config) error {
	return m.command(func() error {
		config := m.Rules
		config.Players = to.Players
		same := reflect.DeepEqual(matchSetup{Rules: config}.unseated(), matchSetup{Rules: m.Rules}.unseated())
		switch {
		case same, !reflect.DeepEqual(config, to), m.over():
			return nil
		case m.setup.Phase == models.PhasePlaying:
			return Refuse(WrongPhase, "round-on", "The round is still being played; stop it first.")
		case !m.between():
			return Refuse(WrongPhase, "not-counted", "The round has not been counted yet.")
		case m.setup.Phase == models.PhaseScored:
			if err := m.regroup(ctx, config, m.record.Number); err != nil {
				return err
			}
			return m.beginRound(ctx, m.id, m.record.Number+1, append(slices.Clone(m.past), m.present()))
		}
		if _, err := replayed(config, m.log); err != nil {
			return Refuse(Invalid, "cannot-be", "With that change the round could not have gone on as it did.")
		}
		if err := m.regroup(ctx, config, m.record.Number-1); err != nil {
			return err
		}
		return m.rebuild(m.log)
	})
}

// regroup records that the players so far have played up to a round, and goes on by the rules with those of now.
func (m *Match) regroup(ctx context.Context, config rules.Config, until int) error {
	before := slices.Clone(m.before)
	if last := len(before) - 1; until > 0 && (last < 0 || before[last].Until < until) {
		before = append(before, company{m.Rules.Players, until})
	}
	if err := m.Journal.ChangeSetup(ctx, m.id, 0, m.Now(), matchSetup{config, m.Recording, m.named, before}); err != nil {
		return err
	}
	m.Rules, m.before = config, before
	return nil
}

// replayed makes a round of its events.
func replayed(config rules.Config, log []models.Event) (*scoring.Round, error) {
	round, err := scoring.NewRound(config)
	if err != nil {
		return nil, err
	}
	for i, e := range log {
		if _, err := round.Add(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return round, nil
}
