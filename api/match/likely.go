package match

import (
	"cmp"
	"context"
	"slices"

	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

const (
	likelyCards  = 5 // alternatives that are offered first
	likelyOwners = 3
)

// Likely are the alternatives for an event that fit the round best, the best first. Every other one can be chosen too.
type Likely struct {
	Cards   []Alternative `json:"cards"`
	Players []Alternative `json:"players"`
}

// Alternative is what an event might have been, and what the round would then look like.
type Alternative struct {
	Player   string         `json:"player,omitempty"`
	Card     *models.Card   `json:"card,omitempty"`
	Verdict  models.Verdict `json:"verdict"`  // of the event itself
	Mistakes int            `json:"mistakes"` // in the whole round
	Unproven int            `json:"unproven"`

	// doubts is how often something was then seen that cannot be.
	doubts int
	// far is how far it is from what was read: a reader confuses colours and neighbours rather than anything.
	far int
}

// Likely works out which other cards and players an event may have been about: those with which the rest of the round
// fits the rules best.
func (m *Match) Likely(ctx context.Context, id int64, round, n int) (Likely, error) {
	found := Likely{Cards: []Alternative{}, Players: []Alternative{}}
	k, err := m.copyOf(ctx, id, round)
	if err != nil {
		return found, err
	}
	step, err := k.step(n)
	if err != nil || step.Event.Card == nil {
		return found, err
	}
	was := *step.Event.Card
	found.Cards = k.likelyCards(ctx, was, func(c models.Card) models.Correction {
		e := step.Event
		e.Card = &c
		return models.Correction{Action: models.CorrectReplace, Of: n, Event: &e}
	})
	for _, p := range k.round.Config().Players {
		if p.Name == step.Event.Player {
			continue
		}
		e := step.Event
		e.Player, e.Candidates = p.Name, nil
		if a, ok := k.try(models.Correction{Action: models.CorrectReplace, Of: n, Event: &e}); ok {
			a.Player = p.Name
			if !slices.Contains(step.Event.Candidates, p.Name) {
				a.far = 1
			}
			found.Players = append(found.Players, a)
		}
	}
	found.Players = first(found.Players, likelyOwners)
	return found, ctx.Err()
}

// copyOf makes a round of a match anew, so that the one being played is not held up by what is tried with it.
func (m *Match) copyOf(ctx context.Context, id int64, n int) (kept, error) {
	anew, config, err := m.recordOf(ctx, id, n)
	if err != nil {
		return anew, err
	}
	if anew.round, err = scoring.NewRound(config); err != nil {
		return anew, err
	}
	for _, e := range anew.log {
		if _, err := anew.round.Add(e); err != nil {
			return anew, err
		}
	}
	return anew, nil
}

// recordOf gives the record of a round as it is now, without the round itself, and what it is played by.
func (m *Match) recordOf(ctx context.Context, id int64, n int) (kept, rules.Config, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, err := m.at(ctx, id, n)
	if err != nil {
		return kept{}, rules.Config{}, err
	}
	return kept{record: k.record, log: k.log}, k.round.Config(), nil
}

// likelyCards tries every card in place of the one that was read and gives the best. Change is the correction
// that would put a card there.
func (k kept) likelyCards(ctx context.Context, was models.Card, change func(models.Card) models.Correction) []Alternative {
	all := []Alternative{}
	for i := range models.DeckSize {
		c := models.CardAt(i)
		if c == was || ctx.Err() != nil {
			continue
		}
		if a, ok := k.try(change(c)); ok {
			a.Card = &c
			if was.Valid() {
				a.far = unlike(c, was)
			}
			all = append(all, a)
		}
	}
	return first(all, likelyCards)
}

// try tells what the round would look like with a correction; false: it could not have gone on like that.
func (k kept) try(c models.Correction) (a Alternative, ok bool) {
	trial := *k.round
	if _, err := trial.Add(models.Event{Type: models.EventCorrection, Correction: &c}); err != nil {
		return a, false
	}
	of := c.Of
	if c.Action == models.CorrectInsert {
		of = trial.Len()
	}
	for _, s := range trial.Steps() {
		switch {
		case s.Removed:
		case s.Now.Verdict == models.Illegal:
			a.Mistakes++
		case s.Now.Verdict == models.Unproven:
			a.Unproven++
		}
		if s.Number == of {
			a.Verdict = s.Now.Verdict
		}
		for _, r := range s.Rulings {
			if r.Type == models.EventDoubt {
				a.doubts++
			}
		}
	}
	return a, true
}

// unlike tells how little two cards look alike: of one number or of one colour and next to each other they do.
func unlike(a, b models.Card) int {
	apart := max(a.Number-b.Number, b.Number-a.Number)
	if a.Color == b.Color {
		return apart
	}
	return 1 + 2*apart
}

// first gives the n best alternatives.
func first(all []Alternative, n int) []Alternative {
	slices.SortStableFunc(all, func(a, b Alternative) int {
		return cmp.Or(a.Mistakes-b.Mistakes, a.Unproven-b.Unproven, a.doubts-b.doubts, a.far-b.far)
	})
	return all[:min(n, len(all))]
}
