package rules

import (
	"slices"

	"schiri/models"
)

// The statuses of a stuck round.
const (
	proved = "proved"
	likely = "likely"
)

// watchStuck reports a stuck round as soon as what was seen proves it, and before that once it is likely.
func (n *next) watchStuck() {
	if n.stop != nil || n.count != nil || n.stuck != nil && n.stuck.status == proved {
		return
	}
	for _, s := range n.seats {
		if !s.dealt && !s.partial {
			return
		}
	}
	chance := n.StuckChance()
	status, reason := proved, because("stuck.proved")
	switch {
	case chance == 1:
	case chance >= n.game.cfg.House.StuckLikely && n.stuck == nil:
		status, reason = likely, models.Reason{ID: "stuck.likely", Chance: chance}
	default:
		return
	}
	n.stuck = &stuckMark{event: n.events, status: status}
	r := n.ruled("", RoundStuck, reason)
	r.Status = status
	n.add(models.EventDeadlock, r)
}

// unstick notes that a rule was broken in a stuck round: a card that never could be laid may have come up by that, or be back from the
// centre.
func (n *next) unstick() {
	if n.stuck != nil && n.stuck.status == proved && n.StuckChance() < 1 {
		n.stuck = nil
	}
}

// goesOn notes that a card was laid in a round that was reported as stuck: it was not, after all, or, where it was proved
// and the house has it so, the hands were shuffled and nobody noted that.
func (n *next) goesOn() {
	if n.stuck != nil && n.stuck.status == proved && n.game.cfg.House.Stuck == StuckRestarts {
		for i := range n.seats {
			n.seat(i).forgetOrder()
		}
	}
	n.stuck = nil
}

// StuckChance is the probability that nobody can ever lay a card again: counted over all ways in which
// the cards not seen can lie, each taken for equally likely. It is 1 exactly where that is proved. A gap
// in a row that can be filled is a move, so the round is not stuck; cards laid wrongly count as lying
// where they came from. Where a pile's top is not sure, any card that may fit is taken to fit, so the
// value is then a lower bound; so it is where a card of the centre may be one of several players', as each
// may have another one in sight then.
func (s State) StuckChance() float64 {
	need := s.needed()
	for _, seat := range s.seats {
		if seat.rowPlays(need) {
			return 0
		}
	}
	chance := 1.0
	for i := range s.seats {
		seat := s.settled(i)
		own := seat.stuckChance(s.game.cfg, need)
		if paid := seat.paid(); paid != seat { // as long as it lies on the row others may go on it
			own = min(own, paid.stuckChance(s.game.cfg, need))
		}
		if without := s.withoutOpen(i, seat); without != nil {
			own = min(own, without.stuckChance(s.game.cfg, need))
		}
		if chance *= own; chance == 0 {
			return 0
		}
	}
	return chance
}

// withoutOpen is a seat as it lies if all cards of the centre that may be its own are; nil where there are none.
func (s State) withoutOpen(i int, as *seat) *seat {
	var out *seat
	for l := range s.lays() {
		if l.seat >= 0 || l.maybe&(1<<i) == 0 {
			continue
		}
		if out == nil {
			out = as.clone()
		}
		out.lacks(l.card)
	}
	return out
}

// lacks takes a card off the spot where it was seen last: what lay under it is in sight.
func (s *seat) lacks(c models.Card) {
	switch at := s.place[c.Index()]; at.kind {
	case inRow:
		s.dropFromRow(int(at.slot), c)
	case onTop:
		s.top = models.Card{}
	case inHand, unseen:
		s.forgetOrder()
	}
}

// rowPlays tells whether a row card in sight can be laid in the centre.
func (s *seat) rowPlays(need uint64) bool {
	for _, r := range s.row {
		if k := len(r.cards); k > 0 && need&(1<<r.cards[k-1].Index()) != 0 {
			return true
		}
	}
	return false
}

// paid is a seat as it lies once what it owes the Ligretto pile is back there; the seat itself where it owes nothing.
func (s *seat) paid() *seat {
	out := s
	for k, at := range s.place {
		if at.owed != owes {
			continue
		}
		if out == s {
			out = s.clone()
		}
		out.putBack(models.CardAt(k), models.SpotLigretto, -1, int(at.event))
	}
	return out
}

// settled is a seat as it lies once its wrong cards are back from the centre.
func (s State) settled(i int) *seat {
	seat := s.seats[i]
	for l := range s.lays() {
		if l.seat != i || l.verdict != models.Illegal {
			continue
		}
		if seat == s.seats[i] {
			seat = seat.clone()
		}
		seat.putBack(l.card, l.from, l.slot, l.event)
	}
	return seat
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

// stuckChance is the probability that none of a seat's cards can come to be laid.
func (s *seat) stuckChance(cfg Config, need uint64) float64 {
	builds := s.builds(cfg)
	fromTop := builds // what may leave the Ligretto pile but to fill a gap
	if cfg.House.FromLigretto == Yes {
		fromTop |= need
	}
	if s.fillsGap() || s.rowPlays(need) || s.top != (models.Card{}) && fromTop&(1<<s.top.Index()) != 0 {
		return 0
	}
	need |= builds
	u, stuck := s.unknown(cfg, need)
	if !stuck {
		return 0
	}
	ordered := s.ordered(cfg)
	chance, ways := 0.0, 0.0
	for left := s.ligMin; left <= s.ligMax; left++ {
		inside := left - u.known
		if left == 0 {
			ways++ // the pile runs empty: that is the stop
			continue
		}
		if inside < 0 || inside > u.cards || ordered && u.cards-inside != u.places-u.lost && s.ligMin == s.ligMax {
			continue
		}
		ways++
		safe := inside
		if fromTop != 0 && s.top == (models.Card{}) {
			safe--
		}
		if ordered {
			chance += u.orderedChance(inside, safe)
		} else {
			chance += falling(safe, u.wanted) / falling(u.cards, u.wanted)
		}
	}
	if ways == 0 {
		return 0
	}
	return chance / ways
}

// fillsGap tells whether a gap in the row can be filled from the Ligretto pile.
func (s *seat) fillsGap() bool {
	return s.ligMax > 0 && slices.ContainsFunc(s.row, func(r slot) bool { return len(r.cards) == 0 })
}

// ordered tells whether the hand comes up in an order that stays and in which it is known how far it was turned over.
func (s *seat) ordered(cfg Config) bool { return cfg.House.ShuffleHand == No && s.turned >= 0 }

// unknown counts what is not known of the seat's deck, where need are the cards that can be laid. It is false where one of
// these comes up for certain, or may do so at any time.
func (s *seat) unknown(cfg Config, need uint64) (u unknown, stuck bool) {
	for i, p := range s.place {
		wanted := need&(1<<i) != 0
		switch p.kind {
		case unseen:
			u.cards++
			if wanted {
				u.wanted++
			}
		case onTop, inside:
			u.known++
		case vanished:
			if wanted {
				return u, false
			}
		case inHand:
			if wanted && (cfg.House.ShuffleHand == Yes || s.turned < 0) {
				return u, false
			}
		}
	}
	if s.partial && u.wanted > 0 {
		return u, false
	}
	return u, !s.ordered(cfg) || u.order(s, need)
}

// unknown counts what is not known of a deck.
type unknown struct {
	cards, wanted    int // never seen, and how many of them could be laid
	known            int // cards known to be in the Ligretto pile
	places, open     int // places of the turning order not known, and how many of them come to lie on top
	lost, lostWanted int // cards seen in the hand whose place is not known
}

// order counts the places of the turning order that come to lie on top of the discard pile as long as no
// card is played: the present top, every third from here, and every third of all from the next turn on.
// It is false where a card known to come up can be laid.
func (u *unknown) order(s *seat, need uint64) bool {
	placed := map[models.Card]bool{}
	last := len(s.stock) - 1
	for k, c := range s.stock {
		inPass := k >= s.turned && (k-s.turned)%3 == 2
		comes := k == s.turned-1 || inPass || k%3 == 2 || k == last
		switch {
		case c != models.Card{}:
			if comes && need&(1<<c.Index()) != 0 {
				return false
			}
			placed[c] = true
		case comes:
			u.open++
			u.places++
		default:
			u.places++
		}
	}
	for i, p := range s.place {
		if p.kind == inHand && !placed[models.CardAt(i)] {
			u.lost++
			if need&(1<<i) != 0 {
				u.lostWanted++
			}
		}
	}
	return true
}

// orderedChance is the probability that no wanted card lies on a place that comes up: the lost cards lie
// on unknown places of the order, the cards never seen on the others and inside the Ligretto pile, where so many places
// are safe.
func (u *unknown) orderedChance(inside, safe int) float64 {
	quiet := u.places - u.open
	good := 0.0
	for j := 0; j <= u.wanted; j++ { // j wanted cards never seen lie on quiet places, the others inside
		good += choose(u.wanted, j) * falling(quiet-u.lostWanted, j) * falling(safe, u.wanted-j) *
			falling(u.places-u.lostWanted-j, u.lost-u.lostWanted)
	}
	good *= falling(quiet, u.lostWanted)
	all := falling(u.places, u.lost) * falling(u.places-u.lost+inside, u.wanted)
	if all == 0 {
		return 0
	}
	return good / all
}

// falling is n(n-1)..(n-k+1), the number of ways to lay k cards on n places; 0 where they do not fit.
func falling(n, k int) float64 {
	f := 1.0
	for i := range k {
		f *= float64(max(0, n-i))
	}
	return f
}

// choose is the number of ways to choose k of n.
func choose(n, k int) float64 { return falling(n, k) / falling(k, k) }

// builds is the set of cards that, in the variant for experts, can go on an own row card from elsewhere.
func (s *seat) builds(cfg Config) uint64 {
	var set uint64
	if cfg.Variant != models.Pro {
		return set
	}
	for _, r := range s.row {
		k := len(r.cards)
		if k == 0 {
			continue
		}
		for i := range models.DeckSize {
			if cfg.House.builds(models.CardAt(i), r.cards[k-1]) == "" {
				set |= 1 << i
			}
		}
	}
	return set
}
