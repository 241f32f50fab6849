package bots

import (
	"slices"

	"schiri/models"
)

// isStuck tells, knowing every card, that nobody can ever lay a card again: not now, not after
// turning the hand over and over, not after filling the gaps. Cards in the air and cards laid
// wrongly count as lying where they came from.
func (t *table) isStuck() bool {
	for _, s := range t.seats {
		if s.settled(false).canStillPlay() || len(s.owed) > 0 && s.settled(true).canStillPlay() {
			return false
		}
	}
	return true
}

// settled is the seat as it lies once the card in the air and the wrong card are back, and, where paid, those laid wrongly on the row.
func (s *seat) settled(paid bool) *seat {
	c := *s
	c.row = slices.Clone(s.row)
	if paid {
		for k, stack := range c.row {
			c.row[k] = slices.DeleteFunc(slices.Clone(stack), func(o models.Card) bool { return slices.Contains(s.owed, o) })
		}
		c.ligretto = slices.Concat(s.ligretto, s.owed)
	}
	for _, src := range []*source{s.air, s.wrongSource()} {
		if src == nil {
			continue
		}
		switch src.from {
		case models.SpotRow:
			c.row[src.slot] = append(append([]models.Card{}, c.row[src.slot]...), src.card)
		case models.SpotLigretto:
			c.ligretto = append(slices.Clone(c.ligretto), src.card)
		case models.SpotDiscard:
			c.discard = append(append([]models.Card{}, c.discard...), src.card)
		}
	}
	return &c
}

func (s *seat) wrongSource() *source {
	if s.wrong == nil {
		return nil
	}
	return &source{s.wrong.from, s.wrong.slot, s.wrong.card}
}

// playable tells whether some pile, as it should be, takes the card.
func (t *table) playable(c models.Card) bool {
	if c.Number == 1 {
		return true
	}
	for _, p := range t.piles {
		if top := p.top().card; top.Color == c.Color && top.Number+1 == c.Number {
			return true
		}
	}
	return false
}

// canStillPlay tells whether this seat can lay a card, now or ever. A gap to fill and a pile about
// to run empty are moves too.
func (s *seat) canStillPlay() bool {
	n := len(s.ligretto)
	if n == 0 || s.gap() >= 0 || s.lays(s.ligretto[n-1], models.SpotLigretto) {
		return true
	}
	for _, c := range s.rowCards() {
		if c.Number > 0 && s.lays(c, models.SpotRow) {
			return true
		}
	}
	for _, c := range s.coming() {
		if s.lays(c, models.SpotDiscard) {
			return true
		}
	}
	return false
}

// lays tells whether the card, in sight on that spot, could be laid in the centre or, in the
// variant for experts, on their own row.
func (s *seat) lays(c models.Card, from models.Spot) bool {
	t := s.table
	if t.playable(c) && (from != models.SpotLigretto || t.cfg.Edition != models.Playroom) {
		return true
	}
	return t.cfg.Variant == models.Pro && from != models.SpotRow && s.buildSlot(c) >= 0
}

// coming lists the cards that will come to lie on the discard pile's top as long as none is played.
func (s *seat) coming() []models.Card {
	if s.table.cfg.Edition == models.Schmidt {
		return append(append([]models.Card{}, s.hand...), s.discard...)
	}
	var out []models.Card
	if n := len(s.discard); n > 0 {
		out = append(out, s.discard[n-1])
	}
	thirds := func(cards []models.Card) {
		for i := range cards {
			if i%3 == 2 || i == len(cards)-1 {
				out = append(out, cards[i])
			}
		}
	}
	thirds(s.hand)
	thirds(append(append([]models.Card{}, s.discard...), s.hand...))
	return out
}
