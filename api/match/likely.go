package match

import (
	"cmp"
	"context"
	"slices"

	"schiri/models"
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

	// far is how far it is from what was read: a reader confuses colours and neighbours rather than anything.
	far int
}

// Likely works out which other cards and players an event may have been about: those with which the rest of the round
// fits the rules best.
func (m *Match) Likely(ctx context.Context, round, n int) (Likely, error) {
	m.mu.Lock()
	k, err := m.at(round)
	players := m.Rules.Players
	m.mu.Unlock()
	found := Likely{Cards: []Alternative{}, Players: []Alternative{}}
	if err != nil {
		return found, err
	}
	// The round is made anew from its record, so that the one being played is not held up.
	base, err := scoring.NewRound(k.round.Config())
	if err != nil {
		return found, err
	}
	for _, e := range k.log {
		if _, err := base.Add(e); err != nil {
			return found, err
		}
	}
	k.round = base
	step, err := k.step(n)
	if err != nil || step.Event.Card == nil {
		return found, err
	}
	for i := range models.DeckSize {
		c := models.CardAt(i)
		if c == *step.Event.Card || ctx.Err() != nil {
			continue
		}
		e := step.Event
		e.Card = &c
		if a, ok := k.try(step, e); ok {
			a.Card, a.far = &c, unlike(c, *step.Event.Card)
			found.Cards = append(found.Cards, a)
		}
	}
	for _, p := range players {
		if p.Name == step.Event.Player {
			continue
		}
		e := step.Event
		e.Player, e.Candidates = p.Name, nil
		if a, ok := k.try(step, e); ok {
			a.Player = p.Name
			if !slices.Contains(step.Event.Candidates, p.Name) {
				a.far = 1
			}
			found.Players = append(found.Players, a)
		}
	}
	found.Cards, found.Players = first(found.Cards, likelyCards), first(found.Players, likelyOwners)
	return found, ctx.Err()
}

// try tells what the round would look like had a step been another event; false: it could not have gone on like that.
func (k kept) try(step scoring.Step, e models.Event) (a Alternative, ok bool) {
	trial := *k.round
	c := models.Correction{Action: models.CorrectReplace, Of: step.Number, Event: &e}
	if _, err := trial.Add(models.Event{Type: models.EventCorrection, Correction: &c}); err != nil {
		return a, false
	}
	for _, s := range trial.Steps() {
		switch {
		case s.Removed:
		case s.Now.Verdict == models.Illegal:
			a.Mistakes++
		case s.Now.Verdict == models.Unproven:
			a.Unproven++
		}
		if s.Number == step.Number {
			a.Verdict = s.Now.Verdict
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
		return cmp.Or(a.Mistakes-b.Mistakes, a.Unproven-b.Unproven, a.far-b.far)
	})
	return all[:min(n, len(all))]
}
