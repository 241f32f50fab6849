package rules

import (
	"math/bits"
	"slices"

	"schiri/models"
)

// owner tells whose card was laid: the seat, or -1 and the seats it can be. The whole table decides
// together: which spots lost that card, which decks can still have it, and what was said by the seeing.
func (n *next) owner(l lay) (int, uint16) {
	if i := n.seatOf(); i >= 0 {
		if n.free(i, l.card) || n.wentBack(i, l) {
			return i, 0
		}
		n.doubt(i, l.card, "doubt.twice", int(n.seats[i].place[l.card.Index()].event))
	}
	maybe := n.candidates(l.card)
	if maybe == 0 && n.seatOf() < 0 {
		n.doubt(-1, l.card, "doubt.nobody")
	}
	if len(n.event.Candidates) > 0 {
		if said := n.seatsOf(n.event.Candidates); maybe&said != 0 {
			maybe &= said
		}
	}
	if maybe = n.lostBy(maybe, l.card, l.time); bits.OnesCount16(maybe) == 1 {
		return bits.TrailingZeros16(maybe), 0
	}
	return -1, maybe
}

// free tells whether a seat's card can be laid now: it does not lie in the centre already. A card
// that lay there wrongly, or perhaps so, must have been taken back unseen.
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
		if l.verdict == models.Legal && !l.unseen {
			return false
		}
		n.takenUnseen(p, k)
		return true
	}
	return true
}

// wentBack tells whether a seat's card that lay rightly on a pile, and is laid anew, must have been taken back against the rules: it was
// the top one, and the pile was out of sight since.
func (n *next) wentBack(i int, laid lay) bool {
	p := n.pile(int(n.seats[i].place[laid.card.Index()].pile))
	hidden := p.covered.event > 0 || p.id == n.event.Pile && laid.covered.event > 0
	k := len(p.lays) - 1
	if !hidden || k < 0 || p.lays[k].seat != i || p.lays[k].card != laid.card {
		return false
	}
	n.takenUnseen(p, k)
	return true
}

// takenUnseen removes a seat's card from a pile: nobody saw it being taken back.
func (n *next) takenUnseen(p *pile, k int) {
	l := p.lays[k]
	p.remove(k)
	n.seat(l.seat).returned(l, false)
	n.seat(l.seat).place[l.card.Index()].kind = vanished
	n.rejudge(p, k)
}

// candidates are the seats whose card of that face can lie in the centre without being known there, or
// can have been taken back from where it lay.
func (n *next) candidates(c models.Card) uint16 {
	var m uint16
	for i, s := range n.seats {
		if !n.staysInCentre(i, c) && (!s.surelyInside(c) || s.blindUntil(inside) >= n.event.Time-2*slack) {
			m |= 1 << i
		}
	}
	return m
}

// lostBy narrows the seats a card laid at a time can be of to the one whose spot just lost it, unless
// another one's zone was out of sight and can have lost it too.
func (n *next) lostBy(maybe uint16, c models.Card, t float64) uint16 {
	var lost uint16
	for m := maybe; m != 0; m &= m - 1 {
		i := bits.TrailingZeros16(m)
		s := n.seats[i]
		switch at := s.place[c.Index()]; {
		case at.kind == vanished && at.time <= t && at.time >= t-2*slack:
			lost |= 1 << i
		case s.mayHaveGone(c, window{from: t - slack, until: t - slack}):
			return maybe
		}
	}
	if bits.OnesCount16(lost) == 1 {
		return lost
	}
	return maybe
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
	if n.open > 0 || len(n.ownPile) > 0 {
		n.settleOwners()
		n.settleJumps()
	}
	n.open = 0
	for _, p := range n.piles {
		for i := range p.lays {
			if p.lays[i].seat < 0 || p.jumped(i) {
				n.open++
			}
		}
	}
}

// jumped tells that a card went on a pile that had been out of sight, and that it did not fit what was
// known to lie there.
func (p *pile) jumped(i int) bool {
	l := &p.lays[i]
	return !l.fixed && l.verdict != models.Legal && p.covering(i).event > 0
}

// covering is when the pile was out of sight between its last right card below index i and the card there.
func (p *pile) covering(i int) window {
	var w window
	if i < len(p.lays) {
		w = p.lays[i].covered
	}
	for k := i - 1; k >= 0 && (p.lays[k].verdict != models.Legal || p.lays[k].unseen); k-- {
		w = p.lays[k].covered.with(w)
	}
	return w
}

// settleOwners gives open cards their owners where only one is left. Each deck has each card once, so
// several open cards of one face need different owners.
func (n *next) settleOwners() {
	for n.settleOwner() {
	}
}

// settleOwner narrows the owners of the open cards until one is found, and tells whether one was.
func (n *next) settleOwner() bool {
	for _, p := range n.piles {
		for k := range p.lays {
			l := &p.lays[k]
			if l.seat >= 0 || l.mayBeGone() {
				continue
			}
			maybe := n.lostBy(n.possibleOwners(l), l.card, l.time)
			if maybe == l.maybe && bits.OnesCount16(maybe) != 1 {
				continue
			}
			q := n.pile(p.id)
			l = &q.lays[k]
			l.maybe = maybe
			if bits.OnesCount16(maybe) == 1 {
				n.assign(q, l, bits.TrailingZeros16(maybe))
				return true
			}
		}
	}
	return false
}

// possibleOwners are the seats the card can be of while every other open card of the same face still
// finds an owner of its own. Of one that lay there from the start nothing is known: it may be anybody's.
func (n *next) possibleOwners(l *lay) uint16 {
	var rivals []uint16
	for o := range n.lays() {
		if o.seat < 0 && o.maybe != 0 && !o.mayBeGone() && o.card == l.card && o.event != l.event {
			rivals = append(rivals, o.maybe)
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
	event := l.event
	if !n.free(i, l.card) {
		l.gone = true // the deck's card lies elsewhere: what was seen here is in doubt
		return
	}
	for k := range p.lays { // what was freed may have lain in this pile
		if p.lays[k].event == event && !p.lays[k].unseen {
			l = &p.lays[k]
		}
	}
	l.seat, l.maybe = i, 0
	at := n.seats[i].place[l.card.Index()]
	n.locate(l)
	if l.event == n.events {
		n.lift(*l)
	} else if at.kind != vanished {
		n.leftBefore(*l)
	}
	n.reveal(i, l.card, place{kind: inCentre, pile: int32(p.id)})
	n.lastLaid(i, l.card, l.time, l.event)
	if l.rule == FromLigretto && !l.fixed {
		n.beforeNumber(l)
		n.rejudge(p, 0)
	}
	n.ownerFound(p, *l, int(at.event))
}

// leftBefore takes a card off its spot that left it some events ago.
func (n *next) leftBefore(l lay) {
	s := n.seat(l.seat)
	switch at := s.place[l.card.Index()]; at.kind {
	case inRow:
		s.dropFromRow(int(at.slot), l.card)
	case onTop, inside:
		if s.top == l.card {
			s.top = models.Card{}
		}
		least := 0
		if s.top != (models.Card{}) && n.inSight(l.seat, s.top) { // it lies there still
			least = 1
		}
		s.ligMin = max(least, s.ligMin-1)
		if at.time > s.emptied { // else it was gone before the pile was seen to be empty
			s.ligMax = max(least, s.ligMax-1)
		}
	default:
		s.ligMin = max(0, s.ligMin-1)
		s.forgetOrder()
	}
}

// settleJumps judges again the cards that went on piles out of sight.
func (n *next) settleJumps() {
	for _, p := range n.piles {
		for k := range p.lays {
			if p.jumped(k) && p.lays[k].event != n.events {
				q := n.pile(p.id)
				under := n.inferUnseen(q, k, q.lays[k])
				if len(under) > 0 {
					q.lays = slices.Insert(q.lays, k, under...)
				}
				n.rejudge(q, k)
				break
			}
		}
	}
}

// revise reports that an earlier ruling is changed by this event.
func (n *next) revise(p *pile, l *lay, j judged) {
	r := n.ruled(j.verdict, j.rule, j.reason, append(j.evidence, l.event)...)
	r.Was = l.verdict
	r.Of, r.Player, r.Card, r.Pile = l.event, n.game.name(l.seat), &l.card, p.id
	n.add(models.EventRevision, r)
}

// jump explains a card that fits only if others were laid below it while the pile was out of sight.
// Where some deck can have given each of them the card is unproven; where not, it is not explained.
func (n *next) jump(p *pile, i int) (judged, bool) {
	l := &p.lays[i]
	w := p.covering(i)
	if w.event == 0 {
		return judged{}, false
	}
	t := p.tops | p.withoutInferred(i)
	from, low := below(l.card), l.card.Number-1
	for low > 0 && !t.has(from) {
		from, low = below(from), low-1
	}
	missing := l.card.Number - 1 - low
	if !t.has(from) || !n.timeFor(missing, w) {
		return judged{}, false
	}
	var names uint16
	for k := low + 1; k < l.card.Number; k++ {
		c := models.Card{Color: l.card.Color, Number: k}
		found := false
		for s := range n.seats {
			known := l.could&(1<<s) != 0 && !n.staysElsewhere(s, c, w) && !n.busy(s, w)
			if known || n.couldLeave(s, c, w) {
				found = true
				names |= 1 << s
				l.could |= 1 << s
			}
		}
		if !found {
			return judged{}, false
		}
	}
	return judged{
		verdict: models.Unproven, rule: CentreNext,
		reason:   models.Reason{ID: "jump.unproven", Card: l.card, Players: n.seatNames(names)},
		evidence: append(p.basis(i), w.event),
	}, true
}

// seatsOf is the set of the named players' seats.
func (n *next) seatsOf(names []string) uint16 {
	var out uint16
	for _, name := range names {
		out |= 1 << n.game.index[name]
	}
	return out
}

// seatNames lists the players of a set of seats.
func (n *next) seatNames(seats uint16) []string {
	var out []string
	for m := seats; m != 0; m &= m - 1 {
		out = append(out, n.game.name(bits.TrailingZeros16(m)))
	}
	return out
}

// inferUnseen finds the cards that were laid unseen below a card: those the pile needed that vanished
// from their spots while it, and no other pile that needed them, was out of sight.
func (n *next) inferUnseen(p *pile, k int, l lay) []lay {
	w := p.covering(k)
	if len(p.lays) == k || p.lays[k].event != l.event {
		w = w.with(l.covered) // the card is not on the pile yet
	}
	if w.event == 0 || l.fixed {
		return nil
	}
	t := p.began
	for i := range k {
		t = p.after(t, i)
	}
	top, sure := t.sure()
	if !sure || top.Number > 0 && top.Color != l.card.Color {
		return nil
	}
	var under []lay
	for num := top.Number + 1; num < l.card.Number; num++ {
		c := models.Card{Color: l.card.Color, Number: num}
		i := n.wentUnseen(p, c, w)
		if i < 0 {
			return nil // it takes all of them to explain the card
		}
		at := n.seats[i].place[c.Index()]
		under = append(under, lay{
			card: c, seat: i, event: int(at.event), time: at.time, from: models.SpotUnknown, slot: -1,
			verdict: models.Legal, doubt: models.Legal, rule: CentreNext, covered: w, unseen: true, fixed: true,
		})
	}
	for _, u := range under {
		n.seat(u.seat).place[u.card.Index()] = place{kind: inCentre, pile: int32(p.id), event: int32(u.event), time: u.time}
		n.lastLaid(u.seat, u.card, u.time, u.event)
	}
	return under
}

// wentUnseen is the seat whose card must have gone on the pile unseen, -1 where that is not certain.
func (n *next) wentUnseen(p *pile, c models.Card, w window) int {
	found := -1
	for i, s := range n.seats {
		at := s.place[c.Index()]
		if at.kind != vanished || !w.holds(at.time) {
			continue
		}
		for _, o := range n.piles {
			if o.id != p.id && o.covered.event > 0 && o.covered.holds(at.time) && o.tops.has(below(c)) {
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

// timeFor tells whether so many cards can have been laid unseen within the window.
func (n *next) timeFor(cards int, w window) bool {
	return w.until-w.from >= float64(cards)*n.game.cfg.House.LaySeconds-1e-9
}

// startedUnseen tells whether a 1 of another colour can have opened the pile while it was out of sight.
func (n *next) startedUnseen(l *lay, w window) bool {
	for _, color := range models.Colors() {
		c := models.Card{Color: color, Number: 1}
		for i, s := range n.seats {
			at := s.place[c.Index()]
			gone := at.kind == vanished && w.holds(at.time)
			if c != l.card && (gone || s.mayHaveGone(c, w) && !n.staysElsewhere(i, c, w)) {
				return true
			}
		}
	}
	return false
}

// contested looks again at a card that fits: where an equal card can have come to the pile out of sight, that one may lie below it. It
// came there right before this one, or before cards below this one that may be wrong; then cards equal to those came with it.
func (n *next) contested(p *pile, i int, j judged) judged {
	l := &p.lays[i]
	if w := p.covering(i); w.event > 0 && l.card.Number == 1 && n.startedUnseen(l, w) {
		l.keeps = true
		j.verdict, j.reason = models.Unproven, cardSaid("open.unproven", l.card)
		j.evidence = append(j.evidence, w.event)
	}
	equals := []*lay{l}
	for k := i; ; k-- {
		w := p.lays[k].covered
		unlike := func(o *lay) bool { return n.rivals(o, w) == 0 }
		if w.event > 0 && n.timeFor(len(equals)-1, w) && !slices.ContainsFunc(equals, unlike) {
			for m := n.rivals(l, w); m != 0; m &= m - 1 {
				r := bits.TrailingZeros16(m)
				j.verdict, j.rule = models.Unproven, CentreRace
				j.reason = models.Reason{ID: "race.hidden", Card: l.card, Players: []string{n.game.name(r)}}
				j.evidence = append(j.evidence, int(n.seats[r].place[l.card.Index()].event), w.event)
			}
		}
		if k == 0 || p.lays[k-1].verdict == models.Legal && !p.lays[k-1].unseen || len(equals) == toldBy {
			return j
		}
		if p.lays[k-1].verdict == models.Unproven {
			equals = append(equals, &p.lays[k-1])
		}
	}
}

// toldBy is how many cards that follow one another, laid in sight, tell where a pile is: one may be wrong.
const toldBy = 2

// rivals are the seats other than its own whose card like this one can have come to the pile while that was out of sight.
func (n *next) rivals(l *lay, w window) uint16 {
	var out uint16
	for i, s := range n.seats {
		at := s.place[l.card.Index()]
		gone := at.kind == vanished && w.holds(at.time)
		if i != l.seat && (gone || s.mayHaveGone(l.card, w) && !n.staysElsewhere(i, l.card, w)) {
			out |= 1 << i
		}
	}
	return out
}
