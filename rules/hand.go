package rules

import (
	"slices"

	"schiri/models"
)

// flip notes hand cards turned over onto the discard pile.
func (n *next) flip() models.Ruling {
	e, i := n.event, n.seatOf()
	s, c := n.seat(i), *n.event.Card
	v, reason := models.Legal, "flip.legal"
	left := len(s.stock) - s.turned
	if s.turned >= 0 && left == 0 && !s.loose {
		s.recycled(n.game.cfg.House.ShuffleHand == Yes)
		left = len(s.stock)
	}
	k := min(3, left)
	if e.Cards > 0 {
		k = e.Cards
	}
	switch known := s.turned >= 0 && s.dealt && !s.loose; {
	case e.Cards > 3:
		v, reason = models.Illegal, "flip.more"
	case e.Cards == 0 || e.Cards == 3 || known && e.Cards == left:
	case known && e.Cards < left:
		v, reason = models.Illegal, "flip.fewer"
	default:
		v, reason = models.Unproven, "flip.unproven"
	}
	if s.turned >= 0 {
		if k > left {
			s.forgetOrder()
		} else {
			s.turned += k
			s.noteStock(s.turned-1, c)
		}
	}
	s.flipped = e.Time
	if e.DiscardTop.Noted {
		n.laidFromUnder(i, c)
	} else {
		n.reveal(i, c, place{kind: inHand})
	}
	return n.ruled(v, HandThree, playerSaid(reason, e.Player))
}

// laidFromUnder notes that a card turned over was laid in the centre before the hand left the discard pile, and was told of first.
func (n *next) laidFromUnder(i int, c models.Card) {
	may := func(l lay) bool {
		return l.card == c && l.from == models.SpotUnknown && (l.seat == i || l.seat < 0 && l.maybe&(1<<i) != 0)
	}
	for _, p := range n.piles {
		k := slices.IndexFunc(p.lays, may)
		if k < 0 {
			continue
		}
		p = n.pile(p.id)
		if l := &p.lays[k]; l.seat < 0 {
			n.assign(p, l, i)
			k = slices.IndexFunc(p.lays, may)
		}
		if k >= 0 && !p.lays[k].fixed {
			p.lays[k].from = models.SpotDiscard
			n.beforeNumber(&p.lays[k])
			n.rejudge(p, k)
		}
		break
	}
	n.leaveDiscard(i, c, n.event.DiscardTop)
}

// recycled makes the discard pile the hand. Shuffled, no card's place in it is known. Where its length
// was lost it is found again by conservation, or stays lost.
func (s *seat) recycled(shuffled bool) {
	if shuffled || s.turned != len(s.stock) {
		clear(s.stock)
	}
	s.turned = 0
	if !s.loose {
		return
	}
	n, ok := s.stockSize()
	if !ok {
		s.forgetOrder()
		return
	}
	s.stock, s.loose = make([]models.Card, n), false
}

// stockSize is the number of cards in hand and discard pile where every other card of the deck is
// accounted for.
func (s *seat) stockSize() (int, bool) {
	if s.partial || s.ligMin != s.ligMax {
		return 0, false
	}
	seen := 0
	for _, p := range s.place {
		switch {
		case p.kind == vanished, p.kind != unseen && p.kind != inCentre && p.time <= s.blindUntil(p.kind):
			return 0, false
		case p.kind == inHand:
			seen++
		}
	}
	least, most, _ := s.hidden()
	return seen + least, least == most
}

// recycle notes that the discard pile became the hand again.
func (n *next) recycle() models.Ruling {
	e, i := n.event, n.seatOf()
	s := n.seat(i)
	v, reason := models.Legal, "recycle.legal"
	switch {
	case e.Cards > 0:
		v, reason = models.Illegal, "recycle.early"
	case s.turned >= 0 && s.turned < len(s.stock):
		v, reason = models.Unproven, "recycle.unproven"
	}
	s.recycled(n.game.cfg.House.ShuffleHand == Yes)
	s.flipped = e.Time
	return n.ruled(v, HandRecycle, playerSaid(reason, e.Player))
}
