package bots

import (
	"schiri/models"
	"schiri/rules"
)

// mistake makes one of the usual human mistakes, whichever comes to hand; false where none can be made.
func (s *seat) mistake() bool {
	t := s.table
	kinds := []func() bool{
		s.layWrong(rules.CentreStart), s.layWrong(rules.CentreColour), s.layWrong(rules.CentreNext),
		s.layWrong(rules.CentreFull), s.layWrong(rules.FromLigretto), s.refillFromHand, s.takeLegalBack, s.turnTooFew,
	}
	if t.cfg.Variant == models.Pro {
		kinds = append(kinds, s.buildWrong)
	}
	t.rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for _, k := range kinds {
		if k() {
			s.errs--
			return true
		}
	}
	return false
}

// layWrong lays a card so that it breaks the given rule. A wrong colour has the right number and
// the other way round, as hasty people err.
func (s *seat) layWrong(want rules.ID) func() bool {
	return func() bool {
		t := s.table
		for _, src := range s.sources() {
			piles := append([]*pile{nil}, t.piles...)
			t.rng.Shuffle(len(piles), func(i, j int) { piles[i], piles[j] = piles[j], piles[i] })
			for _, p := range piles {
				if p != nil && (p.top() == laid{} || p.spoiled() || t.target(p) != nil) {
					continue
				}
				if t.breaks(p, src.card, src.from) != want {
					continue
				}
				if want == rules.CentreColour && p.top().card.Number+1 != src.card.Number {
					continue
				}
				if want == rules.FromLigretto && !t.playable(src.card) {
					continue
				}
				s.fly(src, p, t.now+t.between(0.4, 0.7))
				return true
			}
		}
		return false
	}
}

// refillFromHand fills a gap from the discard pile.
func (s *seat) refillFromHand() bool {
	slot := s.gap()
	if slot < 0 || len(s.discard) == 0 || len(s.ligretto) == 0 {
		return false
	}
	s.fill(source{models.SpotDiscard, -1, s.discard[len(s.discard)-1]}, slot, rules.RowRefill)
	return true
}

// takeLegalBack takes back the card just laid, although it was right.
func (s *seat) takeLegalBack() bool {
	w := s.last
	if w == nil || w.from == models.SpotLigretto || s.table.target(w.pile) != nil {
		return false
	}
	n := len(w.pile.cards)
	if n == 0 || w.pile.cards[n-1].card != w.card || w.pile.cards[n-1].seat != s.id {
		return false
	}
	if w.from == models.SpotRow && len(s.row[w.slot]) > 0 {
		return false
	}
	s.restore(w, false, rules.TakeBack)
	return true
}

// turnTooFew turns two cards instead of three.
func (s *seat) turnTooFew() bool {
	if len(s.hand) < 3 || !s.table.chance(0.3) {
		return false
	}
	s.flip(2, rules.HandThree)
	return true
}

// buildWrong lays a card on a row card of the same colour or out of order.
func (s *seat) buildWrong() bool {
	for _, src := range s.sources() {
		if src.from == models.SpotRow {
			continue
		}
		for slot, top := range s.rowCards() {
			switch {
			case top.Number == 0:
			case top.Number != src.card.Number+1:
				s.fill(src, slot, rules.RowOrder)
				return true
			case top.Color == src.card.Color:
				s.fill(src, slot, rules.RowColour)
				return true
			}
		}
	}
	return false
}
