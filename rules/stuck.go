package rules

import "schiri/models"

// The statuses of a stuck round.
const (
	proved = "proved"
	likely = "likely"
)

// watchStuck reports a stuck round as soon as what was seen proves it.
func (n *next) watchStuck() {
	if n.stop != nil || n.count != nil || n.stuck != nil && n.stuck.status == proved {
		return
	}
	for _, s := range n.seats {
		if !s.dealt && !s.partial {
			return
		}
	}
	if n.canPlay() {
		return
	}
	n.stuck = &stuckMark{event: n.events, status: proved}
	r := n.ruled("", RoundStuck, n.say("stuck.proved"))
	r.Status = proved
	n.add(models.EventDeadlock, r)
}

// canPlay tells whether anybody can ever lay a card again, as far as is known: true also where
// that cannot be excluded. Cards laid wrongly count as lying where they came from.
func (n *next) canPlay() bool {
	need := n.needed()
	for _, s := range n.seats {
		for _, r := range s.row {
			if k := len(r.cards); k > 0 && need&(1<<r.cards[k-1].Index()) != 0 {
				return true
			}
		}
	}
	for i := range n.seats {
		if n.seatCanPlay(n.settled(i), need) {
			return true
		}
	}
	return false
}

// settled is a seat as it lies once its wrong cards are back from the centre.
func (n *next) settled(i int) *seat {
	s := n.seats[i]
	for _, p := range n.piles {
		for k := range p.lays {
			l := &p.lays[k]
			if l.seat != i || l.verdict != models.Illegal {
				continue
			}
			if s == n.seats[i] {
				s = s.clone()
			}
			s.putBack(l.card, l.from, l.slot, l.event)
		}
	}
	return s
}

// needed is the set of cards some pile can take, by index of the card.
func (s State) needed() uint64 {
	var need uint64
	for c := models.Red; c <= models.Blue; c++ {
		need |= 1 << models.Card{Color: c, Number: 1}.Index()
	}
	for _, p := range s.piles {
		p.tops.each(func(c models.Card) {
			if c.Number > 0 && c.Number < models.MaxNumber {
				need |= 1 << (c.Index() + 1)
			}
		})
	}
	return need
}

// seatCanPlay tells whether one of the seat's cards can come to be laid. As long as a gap can be
// filled the round is not stuck.
func (n *next) seatCanPlay(s *seat, need uint64) bool {
	for _, r := range s.row {
		if k := len(r.cards); k == 0 && s.ligMax > 0 || k > 0 && need&(1<<r.cards[k-1].Index()) != 0 {
			return true
		}
	}
	return s.ligMin == 0 || n.variantPlays(s) || n.ligrettoHelps(s, need) || n.stockHelps(s, need)
}

// ligrettoHelps tells whether the Ligretto pile's top can be laid.
func (n *next) ligrettoHelps(s *seat, need uint64) bool {
	if n.game.cfg.House.FromLigretto == No {
		return false
	}
	if s.top != (models.Card{}) {
		return need&(1<<s.top.Index()) != 0
	}
	for i, p := range s.place {
		if need&(1<<i) != 0 && (p.kind == unseen || p.kind == inside || p.kind == vanished) {
			return true
		}
	}
	return false
}

// stockHelps tells whether a card of the hand can come to lie on the discard pile's top and be laid.
func (n *next) stockHelps(s *seat, need uint64) bool {
	ordered := n.game.cfg.House.ShuffleHand == No && s.turned >= 0
	if !ordered {
		for i, p := range s.place {
			if need&(1<<i) != 0 && (p.kind == inHand || p.kind == vanished || p.kind == unseen && !s.surelyInside(models.CardAt(i))) {
				return true
			}
		}
		return false
	}
	openPlace := false
	comes := func(k int) bool {
		c := s.stock[k]
		if c == (models.Card{}) {
			openPlace = true
			return false
		}
		return need&(1<<c.Index()) != 0
	}
	last := len(s.stock) - 1
	if s.turned > 0 && comes(s.turned-1) {
		return true
	}
	for k := range s.stock {
		inPass := k >= s.turned && (k-s.turned)%3 == 2
		if (inPass || k%3 == 2 || k == last) && comes(k) {
			return true
		}
	}
	for i, p := range s.place {
		if need&(1<<i) == 0 {
			continue
		}
		if p.kind == vanished || openPlace && (p.kind == unseen && !s.surelyInside(models.CardAt(i)) || p.kind == inHand && s.lost(models.CardAt(i))) {
			return true
		}
	}
	return false
}

// lost tells that a card of the hand has no known place in the turning order.
func (s *seat) lost(c models.Card) bool {
	for _, k := range s.stock {
		if k == c {
			return false
		}
	}
	return true
}

// variantPlays tells whether, in the variant for experts, a card may go on an own row card.
func (n *next) variantPlays(s *seat) bool {
	if n.game.cfg.Variant != models.Pro {
		return false
	}
	for _, r := range s.row {
		k := len(r.cards)
		if k == 0 {
			continue
		}
		for i, p := range s.place {
			if p.kind == inCentre || p.kind == inRow {
				continue
			}
			if v, _, _ := n.buildVerdict(models.CardAt(i), r.cards[k-1], models.SpotDiscard); v == models.Legal {
				return true
			}
		}
	}
	return false
}
