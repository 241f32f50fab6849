package rules

import (
	"math/bits"

	"schiri/models"
)

// owner tells whose card was laid: the seat, or -1 and the seats it can be. The whole table decides
// together: which spots lost that card, which decks can still have it, and what was said by the seeing.
func (n *next) owner(l lay) (int, uint16) {
	if i := n.seatOf(); i >= 0 {
		if n.free(i, l.card) {
			return i, 0
		}
		n.doubt(i, l.card, "doubt.twice", int(n.seats[i].place[l.card.Index()].event))
	}
	maybe := n.candidates(l.card)
	if len(n.event.Candidates) > 0 {
		var said uint16
		for _, name := range n.event.Candidates {
			said |= 1 << n.game.index[name]
		}
		if maybe&said != 0 {
			maybe &= said
		}
	}
	lost := maybe & n.vanishedNear(l.card, l.time)
	switch {
	case bits.OnesCount16(lost) == 1:
		return bits.TrailingZeros16(lost), 0
	case bits.OnesCount16(maybe) == 1:
		return bits.TrailingZeros16(maybe), 0
	}
	return -1, maybe
}

// free tells whether a seat's card can be laid now: it does not lie in the centre already. A wrong card
// still believed to lie there must have been taken back unseen.
func (n *next) free(i int, c models.Card) bool {
	at := n.seats[i].place[c.Index()]
	if at.kind != inCentre {
		return true
	}
	p := n.pile(int(at.pile))
	for k, l := range p.lays {
		if l.seat != i || l.card != c {
			continue
		}
		if l.verdict != models.Illegal && !l.unseen {
			return false
		}
		p.lays = append(p.lays[:k:k], p.lays[k+1:]...)
		n.seat(i).place[c.Index()].kind = vanished
		n.rejudge(p, k)
		return true
	}
	return true
}

// candidates are the seats whose card of that face can lie in the centre without being known there.
func (n *next) candidates(c models.Card) uint16 {
	var m uint16
	for i, s := range n.seats {
		if s.place[c.Index()].kind != inCentre && !s.surelyInside(c) {
			m |= 1 << i
		}
	}
	return m
}

// vanishedNear are the seats from whose spots the card vanished about that time.
func (n *next) vanishedNear(c models.Card, t float64) uint16 {
	var m uint16
	for i, s := range n.seats {
		at := s.place[c.Index()]
		if at.kind == vanished && at.time <= t+slack && at.time >= t-4*slack {
			m |= 1 << i
		}
	}
	return m
}

// cannotBeLaid notes that a seat's card is somewhere else than among the cards nobody knows who laid.
func (n *next) cannotBeLaid(i int, c models.Card) {
	if n.open == 0 {
		return
	}
	for _, p := range n.piles {
		for k, l := range p.lays {
			if l.seat < 0 && l.card == c && l.event != n.events && l.maybe&(1<<i) != 0 {
				n.pile(p.id).lays[k].maybe &^= 1 << i
			}
		}
	}
}

// settle looks again at what was open: who laid a card, and whether a pile can have been at where it was
// taken to be. What later evidence settles is reported as a revision.
func (n *next) settle() {
	if n.open > 0 || len(n.doubtful()) > 0 {
		n.settleOwners()
		n.settleJumps()
	}
	n.open = 0
	for _, p := range n.piles {
		for i := range p.lays {
			if l := &p.lays[i]; l.seat < 0 || l.jumped() {
				n.open++
			}
		}
	}
}

// doubtful are this event's own open cards.
func (n *next) doubtful() []*pile {
	var out []*pile
	for i := range n.ownPile {
		out = append(out, n.piles[i])
	}
	return out
}

// jumped tells that a card went on a pile that had been out of sight, and that it did not fit what was
// known to lie there.
func (l *lay) jumped() bool {
	return l.covered.event > 0 && !l.fixed && l.verdict != models.Legal
}

// settleOwners gives open cards their owners where only one is left. Each deck has each card once, so
// several open cards of one face need different owners.
func (n *next) settleOwners() {
	for again := true; again; {
		again = false
		for _, p := range n.piles {
			for k := range p.lays {
				l := &p.lays[k]
				if l.seat >= 0 {
					continue
				}
				maybe := n.possibleOwners(l)
				if lost := maybe & n.vanishedNear(l.card, l.time); bits.OnesCount16(lost) == 1 {
					maybe = lost
				}
				if maybe == l.maybe && bits.OnesCount16(maybe) != 1 {
					continue
				}
				q := n.pile(p.id)
				l = &q.lays[k]
				l.maybe = maybe
				if bits.OnesCount16(maybe) == 1 {
					n.assign(q, l, bits.TrailingZeros16(maybe))
					again = true
				}
			}
		}
	}
}

// possibleOwners are the seats the card can be of while every other open card of the same face still
// finds an owner of its own.
func (n *next) possibleOwners(l *lay) uint16 {
	var rivals []uint16
	for _, p := range n.piles {
		for k := range p.lays {
			if o := &p.lays[k]; o.seat < 0 && o.card == l.card && o.event != l.event {
				rivals = append(rivals, o.maybe)
			}
		}
	}
	if len(rivals) == 0 {
		return l.maybe
	}
	var out uint16
	for m := l.maybe; m != 0; m &= m - 1 {
		seat := m & -m
		if matched(rivals, seat) {
			out |= seat
		}
	}
	return out
}

// matched tells whether every mask can be given a seat of its own, none of them taken.
func matched(masks []uint16, taken uint16) bool {
	if len(masks) == 0 {
		return true
	}
	for m := masks[0] &^ taken; m != 0; m &= m - 1 {
		if matched(masks[1:], taken|m&-m) {
			return true
		}
	}
	return false
}

// assign gives an open card its owner.
func (n *next) assign(p *pile, l *lay, i int) {
	l.seat, l.maybe = i, 0
	at := n.seats[i].place[l.card.Index()]
	n.locate(l)
	if at.kind != vanished {
		n.liftFrom(*l)
	}
	n.reveal(i, l.card, place{kind: inCentre, pile: int32(p.id)})
	if l.event == n.events {
		return
	}
	r := n.ruled(l.verdict, l.rule, n.say("revised.owner", n.card(l.card), n.game.name(i)), l.event, int(at.event))
	r.Of, r.Player, r.Card, r.Pile = l.event, n.game.name(i), &l.card, p.id
	n.add(models.EventRevision, r)
}

// settleJumps judges again the cards that went on piles out of sight.
func (n *next) settleJumps() {
	for _, p := range n.piles {
		for k := range p.lays {
			if p.lays[k].jumped() && p.lays[k].event != n.events {
				q := n.pile(p.id)
				below := n.inferUnseen(q, k, q.lays[k])
				q.lays = append(q.lays[:k:k], append(below, q.lays[k:]...)...)
				n.rejudge(q, k)
				break
			}
		}
	}
}

// revise reports that an earlier ruling is changed by this event.
func (n *next) revise(p *pile, l *lay, j judged) {
	r := n.ruled(j.verdict, j.rule, n.say("revised.verdict", n.card(l.card), n.verdict(l.verdict), n.verdict(j.verdict)), append(j.evidence, l.event)...)
	r.Of, r.Player, r.Card, r.Pile = l.event, n.game.name(l.seat), &l.card, p.id
	n.add(models.EventRevision, r)
}

// jump explains a card that fits only if others were laid below it while the pile was out of sight.
// Where some deck can have given each of them the card is unproven; where not, it is not explained.
func (n *next) jump(p *pile, i int) (judged, bool) {
	l := &p.lays[i]
	w := l.covered
	if w.event == 0 || p.color != 0 && p.color != l.card.Color {
		return judged{}, false
	}
	low := l.card.Number - 2
	for low >= 0 && !p.tops.has(low) {
		low--
	}
	missing := l.card.Number - 1 - low
	if low < 0 || w.until-w.from < float64(missing)*n.game.cfg.House.LaySeconds-1e-9 {
		return judged{}, false
	}
	var names [12]bool
	for k := low + 1; k < l.card.Number; k++ {
		c := models.Card{Color: l.card.Color, Number: k}
		found := false
		for s := range n.seats {
			if n.couldLeave(s, c, w) {
				found, names[s] = true, true
			}
		}
		if !found {
			return judged{}, false
		}
	}
	return judged{
		verdict: models.Unproven, rule: CentreNext,
		reason:   n.say("jump.unproven", n.card(l.card), n.names(names[:])),
		evidence: append(p.basis(i), w.event),
	}, true
}

// inferUnseen finds the cards that were laid unseen below a card: those the pile needed that vanished
// from their spots while it, and no other pile that needed them, was out of sight.
func (n *next) inferUnseen(p *pile, k int, l lay) []lay {
	if l.covered.event == 0 || l.fixed {
		return nil
	}
	t, color := topAt(0), models.Color(0)
	for _, o := range p.lays[:k] {
		t, color = after(t, color, o)
	}
	top, sure := t.sure()
	if !sure || color != 0 && color != l.card.Color {
		return nil
	}
	var below []lay
	for num := top + 1; num < l.card.Number; num++ {
		c := models.Card{Color: l.card.Color, Number: num}
		i := n.wentUnseen(p, c, l)
		if i < 0 {
			return below
		}
		at := n.seats[i].place[c.Index()]
		below = append(below, lay{
			card: c, seat: i, event: int(at.event), time: at.time, from: models.SpotUnknown, slot: -1,
			verdict: models.Legal, doubt: models.Legal, rule: CentreNext, unseen: true, fixed: true,
		})
		n.seat(i).place[c.Index()] = place{kind: inCentre, pile: int32(p.id), event: at.event, time: at.time}
	}
	return below
}

// wentUnseen is the seat whose card must have gone on the pile unseen, -1 where that is not certain.
func (n *next) wentUnseen(p *pile, c models.Card, l lay) int {
	found := -1
	for i, s := range n.seats {
		at := s.place[c.Index()]
		if at.kind != vanished || !l.covered.holds(at.time) {
			continue
		}
		for _, o := range n.piles {
			if o.id != p.id && o.covered.event > 0 && o.covered.holds(at.time) && o.color == c.Color && o.tops.has(c.Number-1) {
				return -1
			}
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// contested looks again at a card that fits: where an equal card vanished while the pile was out of
// sight, that one may lie below it.
func (n *next) contested(p *pile, i int, j judged) judged {
	l := &p.lays[i]
	if l.covered.event == 0 {
		return j
	}
	for k, s := range n.seats {
		at := s.place[l.card.Index()]
		if k == l.seat || at.kind != vanished || !l.covered.holds(at.time) {
			continue
		}
		j.verdict, j.rule = models.Unproven, CentreRace
		j.reason = n.say("race.hidden", n.card(l.card), n.game.name(k))
		j.evidence = append(j.evidence, int(at.event), l.covered.event)
	}
	return j
}
