package rules

import (
	"math"
	"slices"

	"schiri/models"
)

// SpotHand is where a card comes from that was never turned over: for logs kept by hand.
const SpotHand models.Spot = "hand"

// play judges a card laid in the centre.
func (n *next) play() models.Ruling {
	e := n.event
	p := n.pile(e.Pile)
	l := lay{card: *e.Card, named: e.Player != "", event: n.events, time: e.Time, from: e.From, slot: -1}
	if e.Slot != nil {
		l.slot = *e.Slot
	}
	l.seat, l.maybe = n.owner(l)
	l.covered, p.covered = p.covered, window{}
	if l.from == "" {
		l.from = models.SpotUnknown
	}
	if l.seat >= 0 {
		n.locate(&l)
		n.lastLaid(l.seat, l.card, l.time, l.event)
	}
	n.beforeNumber(&l)
	n.doubtSpot(l)
	if e.Agreed != "" {
		l.doubt, l.fixed, l.why = e.Agreed, true, "agreed"
	}
	n.lift(l)
	at := n.insert(p, l)
	j := n.rejudge(p, at)
	l = p.lays[slices.IndexFunc(p.lays, func(o lay) bool { return o.event == n.events })]
	shown := 0 // the event that showed where the card was before
	if l.seat >= 0 {
		shown = int(n.seats[l.seat].place[l.card.Index()].event)
		n.reveal(l.seat, l.card, place{kind: inCentre, pile: int32(p.id)})
	} else {
		n.mayHaveLeft(l)
	}
	if l.verdict != models.Illegal {
		n.goesOn()
	}
	if l.rule == RoundStop && n.stop != nil {
		j.evidence = append(j.evidence, n.stop.event)
	}
	r := n.ruled(l.verdict, l.rule, j.reason, j.evidence...)
	if l.from == models.SpotLigretto && l.verdict == models.Legal && n.game.cfg.editionDecides(FromLigretto) {
		r.Edition = n.game.cfg.Edition // the other one's sheet forbids it
	}
	switch {
	case l.seat < 0:
		r.Candidates = n.seatNames(l.maybe)
	case l.seat != n.seatOf():
		n.ownerFound(p, l, shown)
	}
	return r
}

// ownerFound reports whose card was laid, where the event that showed it could not tell or was wrong.
func (n *next) ownerFound(p *pile, l lay, evidence ...int) {
	name := n.game.name(l.seat)
	r := n.ruled(l.verdict, l.rule, models.Reason{ID: "revised.owner", Card: l.card, Players: []string{name}}, append(evidence, l.event)...)
	r.Of, r.Player, r.Card, r.Pile = l.event, name, &l.card, p.id
	n.add(models.EventRevision, r)
}

// mayHaveLeft widens what is known of the Ligretto piles an open card can have come from.
func (n *next) mayHaveLeft(l lay) {
	for i := range n.seats {
		if l.maybe&(1<<i) == 0 {
			continue
		}
		if s := n.seat(i); s.top == l.card || s.top == (models.Card{}) {
			s.ligMin = max(0, s.ligMin-1)
		}
	}
}

// insert puts a card on a pile in order of the time it was laid, below it what must have been laid
// unseen. It gives the index of the lowest card added.
func (n *next) insert(p *pile, l lay) int {
	n.openPile(p, l)
	k := len(p.lays)
	for k > 0 && p.lays[k-1].time > l.time && !p.lays[k-1].fixed {
		k--
	}
	under := n.inferUnseen(p, k, l)
	p.lays = slices.Insert(p.lays, k, append(under, l)...)
	return k
}

// openPile starts a pile anew where full piles are taken off the table.
func (n *next) openPile(p *pile, l lay) {
	if n.game.cfg.House.ClearFull != Yes || l.card.Number != 1 || p.tops.highest().Number != models.MaxNumber {
		return
	}
	full := p.clone()
	full.id = -n.events
	n.piles = append(n.piles, full)
	p.began = topAt(models.Card{})
	p.lays, p.tops = nil, p.began
}

// rejudge rules on the cards of a pile from index k on as things are known now. Verdicts that
// change are reported as revisions. It gives what the pile says of this event's card.
func (n *next) rejudge(p *pile, k int) judged {
	var own judged
	p.tops = p.began
	for i := range p.lays {
		l := &p.lays[i]
		if i >= k {
			j := n.judge(p, i)
			if l.event == n.events && !l.unseen {
				own = j
			}
			if l.verdict != j.verdict && l.verdict != "" {
				n.revise(p, l, j)
			}
			l.verdict, l.rule = j.verdict, j.rule
		}
		p.tops = p.after(p.tops, i)
	}
	return own
}

// judge combines what was wrong with a card before it came to the pile with what the pile says.
func (n *next) judge(p *pile, i int) judged {
	l := &p.lays[i]
	if l.fixed {
		v := l.verdict
		if v == "" {
			v = l.doubt
		}
		rule := l.rule
		if rule == "" {
			rule = n.number(p, i).rule
		}
		return judged{verdict: v, rule: rule, reason: cardSaid(l.why, l.card)}
	}
	j := n.number(p, i)
	if l.doubt == models.Illegal || l.doubt == models.Unproven && j.verdict != models.Illegal {
		j.verdict, j.rule = l.doubt, l.rule
		if l.why != "" {
			j.reason = cardSaid(l.why, l.card)
		}
	}
	return j
}

// after is where a pile that can be at t before its i-th card can be at with it. Where nobody saw what lies below, one card tells
// nothing, as it may be wrong, but two that follow one another do.
func (p *pile) after(t tops, i int) tops {
	l := &p.lays[i]
	if l.at != 0 {
		return l.at
	}
	if p.toldByTwo(i) {
		return topAt(l.card)
	}
	switch l.verdict {
	case models.Legal:
		if l.gone && l.unseen { // it lay there from the start: what was below it nobody saw
			return anyTop
		}
		return topAt(l.card)
	case models.Unproven:
		if l.gone {
			return t | topAt(below(l.card)) | topAt(l.card)
		}
		if l.rule == RoundStop && t == topAt(below(l.card)) {
			return topAt(l.card) // if it came after the end, so did whatever lies on it
		}
		if l.doubt == models.Legal && !l.keeps || l.tied != "" {
			t &^= topAt(below(l.card))
		}
		return t | topAt(l.card)
	}
	return t
}

// toldByTwo tells that the i-th card and the one below it are the first that follow one another on a pile of which nobody saw how it began.
func (p *pile) toldByTwo(i int) bool {
	if i == 0 || p.began != anyTop && !p.lays[0].keeps || slices.ContainsFunc(p.lays[:i], func(l lay) bool { return l.verdict == models.Legal }) {
		return false
	}
	l, under := &p.lays[i], &p.lays[i-1]
	return l.verdict == models.Unproven && under.verdict == models.Unproven && under.card == below(l.card) && !l.mayBeGone() && !under.mayBeGone()
}

// basis are the events that show where the pile was at below index i: its topmost legal card.
func (p *pile) basis(i int) []int {
	for k := i - 1; k >= 0; k-- {
		if p.lays[k].verdict != models.Illegal {
			return []int{p.lays[k].event}
		}
	}
	return nil
}

// judged is what a pile says of a card.
type judged struct {
	verdict  models.Verdict
	rule     ID
	reason   models.Reason
	evidence []int
}

// number judges the i-th card of a pile against the pile as it should be below it.
func (n *next) number(p *pile, i int) judged {
	t, c := p.tops, p.lays[i].card
	top, sure := t.sure()
	is := func(v models.Verdict, id ID, reason models.Reason) judged {
		return judged{verdict: v, rule: id, reason: reason, evidence: p.basis(i)}
	}
	follows, fits := CentreNext, buildSaid("next.legal", c, top)
	if c.Number == 1 {
		follows, fits = CentreStart, because("start.legal")
	}
	switch {
	case sure && t.has(below(c)):
		return n.contested(p, i, is(models.Legal, follows, fits))
	case t.has(below(c)):
		return is(models.Unproven, follows, p.undecided(i))
	}
	other := p.withoutInferred(i)
	if sure && top.Number == models.MaxNumber && !other.has(below(c)) {
		if j, raced := n.race(p, i); raced {
			return j
		}
		return is(models.Illegal, CentreFull, because("full.illegal"))
	}
	if j, ok := n.jump(p, i); ok {
		return j
	}
	if other.has(below(c)) {
		return is(models.Unproven, follows, p.undecided(i))
	}
	wrong := func(id ID, reason models.Reason) judged {
		if p.followsWrong(i) {
			reason = buildSaid("next.onwrong", c, below(c))
		}
		return is(models.Illegal, id, reason)
	}
	switch {
	case sure && top == models.Card{}:
		return wrong(CentreStart, cardSaid("start.illegal", c))
	case !t.colour(c.Color):
		return wrong(CentreColour, buildSaid("colour.illegal", c, t.highest()))
	}
	if j, raced := n.race(p, i); raced {
		return j
	}
	return wrong(CentreNext, buildSaid("next.illegal", c, t.highest()))
}

// undecided is why nobody can tell whether the i-th card of a pile fits.
func (p *pile) undecided(i int) models.Reason {
	if i == 0 {
		return cardSaid("open.hidden", p.lays[i].card)
	}
	return cardSaid("open.unproven", p.lays[i].card)
}

// followsWrong tells that the i-th card of a pile would fit if the one below it, which lies there still, were not wrong.
func (p *pile) followsWrong(i int) bool {
	if i == 0 {
		return false
	}
	l := &p.lays[i-1]
	return l.verdict == models.Illegal && !l.mayBeGone() && l.card == below(p.lays[i].card)
}

// withoutInferred is where the pile can be at below index i should the cards that were only inferred to
// lie there not be there after all.
func (p *pile) withoutInferred(i int) tops {
	t := p.began
	for k, l := range p.lays[:i] {
		switch inferred := l.unseen && l.covered.event > 0; {
		case inferred:
		case l.verdict == models.Legal && !l.fixed && !t.has(below(l.card)):
			t |= topAt(l.card)
		default:
			t = p.after(t, k)
		}
	}
	return t
}

// race tells whether a card came second after an equal one. Within the camera's resolution in time
// nobody can tell which was first.
func (n *next) race(p *pile, i int) (judged, bool) {
	l, h := &p.lays[i], n.game.cfg.House
	for k := i - 1; k >= 0; k-- {
		first := &p.lays[k]
		if first.card != l.card || first.verdict == models.Illegal || first.unseen || l.time-first.time > h.RaceSeconds {
			continue
		}
		j := judged{verdict: models.Illegal, rule: CentreRace, evidence: []int{first.event}}
		j.reason = models.Reason{ID: "race.illegal", Card: l.card, Players: []string{n.game.name(first.seat)}}
		if math.Abs(l.time-first.time) < h.Resolution && !first.fixed {
			j.verdict = models.Unproven
			j.reason = models.Reason{ID: "race.unproven", Card: l.card, Players: []string{n.game.name(first.seat), n.game.name(l.seat)}}
			l.tied = l.doubt
			if first.tied == "" {
				n.revise(p, first, j)
				first.tied = first.doubt
				first.verdict, first.rule, first.doubt = models.Unproven, CentreRace, models.Unproven
			}
		}
		return j, true
	}
	return judged{}, false
}

// remove takes the k-th card off the pile. That the pile was out of sight before it was laid now counts
// for the card above it or the next one.
func (p *pile) remove(k int) {
	w := p.lays[k].covered
	p.lays = slices.Delete(p.lays, k, k+1)
	if w.event == 0 {
		return
	}
	above := &p.covered
	if k < len(p.lays) {
		above = &p.lays[k].covered
	}
	*above = above.with(w)
}

// with is the time from the beginning of the earlier window to the end of the later one.
func (w window) with(o window) window {
	switch {
	case w.event == 0:
		return o
	case o.event == 0:
		return w
	}
	both := window{from: min(w.from, o.from), until: max(w.until, o.until), event: min(w.event, o.event)}
	if w.seats != 0 && o.seats != 0 {
		both.seats = w.seats | o.seats
	}
	return both
}
