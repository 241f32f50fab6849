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
	}
	n.beforeNumber(&l)
	if e.Agreed != "" {
		l.doubt, l.fixed, l.why = e.Agreed, true, "agreed"
	}
	n.lift(l)
	at := n.insert(p, l)
	j := n.rejudge(p, at)
	l = p.lays[slices.IndexFunc(p.lays, func(o lay) bool { return o.event == n.events })]
	if l.seat >= 0 {
		n.reveal(l.seat, l.card, place{kind: inCentre, pile: int32(p.id)})
	} else {
		n.mayHaveLeft(l)
	}
	if l.verdict != models.Illegal {
		n.stuck = nil // it was not, after all
	}
	if l.rule == RoundStop && n.stop != nil {
		j.evidence = append(j.evidence, n.stop.event)
	}
	r := n.ruled(l.verdict, l.rule, j.reason, j.evidence...)
	if l.from == models.SpotLigretto && l.verdict == models.Legal && n.game.cfg.editionDecides(FromLigretto) {
		r.Edition = n.game.cfg.Edition // the other one's sheet forbids it
	}
	return r
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
	p.lays, p.tops = nil, topAt(models.Card{})
}

// rejudge rules on the cards of a pile from index k on as things are known now. Verdicts that
// change are reported as revisions. It gives what the pile says of this event's card.
func (n *next) rejudge(p *pile, k int) judged {
	var own judged
	p.tops = topAt(models.Card{})
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
		p.tops = after(p.tops, *l)
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
		return judged{verdict: v, rule: rule, reason: because(l.why)}
	}
	j := n.number(p, i)
	if l.doubt == models.Illegal || l.doubt == models.Unproven && j.verdict != models.Illegal {
		j.verdict, j.rule = l.doubt, l.rule
		if l.why != "" {
			j.reason = because(l.why)
		}
	}
	return j
}

// after is where a pile can be at once a card was laid.
func after(t tops, l lay) tops {
	if l.at != 0 {
		return l.at
	}
	switch l.verdict {
	case models.Legal:
		return topAt(l.card)
	case models.Unproven:
		if l.gone || l.hidden {
			return t | topAt(below(l.card)) | topAt(l.card)
		}
		if l.doubt == models.Legal && !l.keeps || l.tied {
			t &^= topAt(below(l.card))
		}
		return t | topAt(l.card)
	}
	return t
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

// beforeNumber notes what is wrong with a card apart from the pile: the stop, and the spot it came from.
func (n *next) beforeNumber(l *lay) {
	l.doubt, l.rule, l.why = models.Legal, "", ""
	if v, why := n.afterStop(l.time); v != models.Legal {
		l.doubt, l.rule, l.why = v, RoundStop, why
		return
	}
	switch direct := n.game.cfg.House.FromLigretto == Yes; {
	case l.from == SpotHand:
		l.doubt, l.rule, l.why = models.Illegal, CentreSource, "source.hand"
	case direct:
	case l.from == models.SpotLigretto:
		l.doubt, l.rule, l.why = models.Illegal, FromLigretto, "from.ligretto"
	case l.from == models.SpotUnknown && n.mayBeTop(l):
		l.doubt, l.rule, l.why = models.Unproven, FromLigretto, "from.unproven"
	}
}

// mayBeTop tells whether a card can have come straight from the Ligretto pile of one of those who can have laid it.
func (n *next) mayBeTop(l *lay) bool {
	for i := range n.seats {
		if (i == l.seat || l.maybe&(1<<i) != 0) && n.canBeTop(i, l.card) {
			return true
		}
	}
	return false
}

// canBeTop tells whether a seat's card can have lain on top of its Ligretto pile just now.
func (n *next) canBeTop(i int, c models.Card) bool {
	s := n.seats[i]
	return s.top == c || s.ligMax > 0 && (s.top == models.Card{} || s.blind >= n.event.Time-2*slack)
}

// afterStop tells what the end of the round says of a card laid at a time, and the id of the reason.
func (n *next) afterStop(t float64) (models.Verdict, string) {
	if n.stop == nil {
		return models.Legal, ""
	}
	h := n.game.cfg.House
	late := t - n.stop.time
	switch {
	case n.stop.heard && late > h.Resolution, late > h.ShoutSeconds:
		return models.Illegal, "stop.after"
	case late < -h.Resolution, late <= 0 && (h.Resolution == 0 || !n.stop.heard):
		return models.Legal, ""
	}
	return models.Unproven, "stop.close"
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
	follows := CentreNext
	if c.Number == 1 {
		follows = CentreStart
	}
	switch {
	case sure && t.has(below(c)) && c.Number == 1:
		return n.contested(p, i, is(models.Legal, CentreStart, because("start.legal")))
	case sure && t.has(below(c)):
		return n.contested(p, i, is(models.Legal, follows, buildSaid("next.legal", c, top)))
	case t.has(below(c)):
		return is(models.Unproven, follows, cardSaid("open.unproven", c))
	}
	other := p.withoutInferred(i)
	if sure && top.Number == models.MaxNumber && !other.has(below(c)) {
		if j, raced := n.race(p, i); raced && j.verdict == models.Unproven {
			return j
		}
		return is(models.Illegal, CentreFull, because("full.illegal"))
	}
	if j, ok := n.jump(p, i); ok {
		return j
	}
	if other.has(below(c)) {
		return is(models.Unproven, follows, cardSaid("open.unproven", c))
	}
	switch {
	case sure && top == models.Card{}:
		return is(models.Illegal, CentreStart, cardSaid("start.illegal", c))
	case !t.colour(c.Color):
		return is(models.Illegal, CentreColour, buildSaid("colour.illegal", c, t.highest()))
	}
	if j, raced := n.race(p, i); raced {
		return j
	}
	return is(models.Illegal, CentreNext, buildSaid("next.illegal", c, t.highest()))
}

// withoutInferred is where the pile can be at below index i should the cards that were only inferred to
// lie there not be there after all.
func (p *pile) withoutInferred(i int) tops {
	t := topAt(models.Card{})
	for _, l := range p.lays[:i] {
		switch inferred := l.unseen && l.covered.event > 0; {
		case inferred:
		case l.verdict == models.Legal && !l.fixed && !t.has(below(l.card)):
			t |= topAt(l.card)
		default:
			t = after(t, l)
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
			if !first.tied {
				n.revise(p, first, j)
				first.verdict, first.rule, first.doubt = models.Unproven, CentreRace, models.Unproven
				first.tied, l.tied = true, true
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
	return window{min(w.from, o.from), max(w.until, o.until), min(w.event, o.event)}
}

// takeBack judges a card that left the centre again.
func (n *next) takeBack() models.Ruling {
	e := n.event
	p := n.pile(e.Pile)
	i := n.seatOf()
	k := p.find(*e.Card, i)
	if k < 0 {
		if i >= 0 {
			n.removeWrong(i, *e.Card)
			n.giveBack(i, lay{card: *e.Card, seat: i, from: models.SpotUnknown, slot: -1})
		}
		return n.ruled(models.Unproven, TakeBack, cardSaid("back.unknown", *e.Card))
	}
	if n.openTwins(p, k, i) {
		return n.takeOpen(p, k, i)
	}
	l := p.lays[k]
	if i < 0 {
		i = l.seat
	}
	for m := k + 1; m < len(p.lays); m++ {
		p.lays[m].fixed = true
	}
	p.remove(k)
	n.rejudge(p, len(p.lays))
	if i >= 0 {
		n.giveBack(i, l)
	}
	if l.unseen {
		l.verdict = models.Unproven
	}
	switch l.verdict {
	case models.Illegal:
		return n.ruled(models.Legal, TakeBack, cardSaid("back.legal", l.card), l.event)
	case models.Legal:
		if e.Agreed == models.Legal {
			return n.ruled(models.Legal, TakeBack, because("agreed"), l.event)
		}
		return n.ruled(models.Illegal, TakeBack, cardSaid("back.illegal", l.card), l.event)
	}
	return n.ruled(models.Unproven, TakeBack, cardSaid("back.unproven", l.card), l.event)
}

// find gives the card in the pile that somebody took back, -1 where none was seen: a wrong one before a
// right one, one's own before one nobody knows who laid.
func (p *pile) find(c models.Card, i int) int {
	found, best := -1, -1
	for k := len(p.lays) - 1; k >= 0; k-- {
		l := &p.lays[k]
		if l.card != c || i >= 0 && l.seat != i && l.maybe&(1<<i) == 0 {
			continue
		}
		rank := 0
		if l.verdict == models.Illegal {
			rank++
		}
		if i >= 0 && l.seat == i {
			rank += 2
		}
		if rank > best {
			found, best = k, rank
		}
	}
	return found
}

// openTwins tells whether the card a player took back can have been another than the one found, or
// somebody else's: one of those nobody knows who laid. Each of them may be gone then.
func (n *next) openTwins(p *pile, k, i int) bool {
	var open []int
	for m := range p.lays {
		if o := &p.lays[m]; i >= 0 && o.card == p.lays[k].card && o.seat < 0 && o.maybe&(1<<i) != 0 {
			open = append(open, m)
		}
	}
	one := len(open) == 1 && open[0] == k && (p.lays[k].maybe == 1<<i || p.lays[k].verdict == models.Illegal)
	if len(open) == 0 || one {
		return false
	}
	for _, m := range open {
		o := &p.lays[m]
		o.gone = true
		if o.verdict != models.Illegal {
			o.verdict, o.doubt, o.fixed = models.Unproven, models.Unproven, true
		}
	}
	return true
}

// takeOpen rules on a card taken back by somebody who is only one of those who can have laid it: it can
// have been another card, laid unseen. The pile can be at either.
func (n *next) takeOpen(p *pile, k, i int) models.Ruling {
	l := p.lays[k]
	if l.seat == i {
		p.remove(k)
	}
	n.giveBack(i, lay{card: l.card, seat: i, from: models.SpotUnknown, slot: -1})
	n.rejudge(p, len(p.lays))
	return n.ruled(models.Unproven, TakeBack, cardSaid("back.unproven", *n.event.Card), l.event)
}

// shout is the stop as it was heard.
func (n *next) shout() models.Ruling {
	e, s := n.event, n.seats[n.seatOf()]
	v, reason := models.Legal, "stop.legal"
	switch {
	case s.top != models.Card{} && s.place[s.top.Index()].time > s.blind:
		return n.ruled(models.Illegal, RoundStop, playerSaid("stop.early", e.Player), int(s.place[s.top.Index()].event))
	case s.ligMin > 0:
		v, reason = models.Unproven, "stop.unproven"
	}
	if n.stop == nil || !n.stop.heard {
		n.stop = &stopMark{time: e.Time, event: n.events, heard: true}
		n.rejudgeLate()
	}
	return n.ruled(v, RoundStop, playerSaid(reason, e.Player))
}

// rejudgeLate rules again on the cards laid between the sight of an emptied pile and the shout.
func (n *next) rejudgeLate() {
	for _, p := range n.piles {
		k := slices.IndexFunc(p.lays, func(l lay) bool { return l.rule == RoundStop && !l.fixed })
		if k < 0 {
			continue
		}
		q := n.pile(p.id)
		for m := k; m < len(q.lays); m++ {
			if l := &q.lays[m]; l.rule == RoundStop && !l.fixed {
				n.beforeNumber(l)
			}
		}
		n.rejudge(q, k)
	}
}

// watchStop ends the round where an emptied Ligretto pile is the sign.
func (n *next) watchStop() {
	if n.stop != nil || n.game.cfg.House.Stop != StopAtEmpty {
		return
	}
	for i, s := range n.seats {
		if s.ligMax > 0 || n.settled(i).ligMax > 0 {
			continue
		}
		n.stop = &stopMark{time: n.event.Time, event: n.events}
		r := n.ruled(models.Legal, RoundStop, playerSaid("stop.empty", n.game.name(i)))
		r.Player = n.game.name(i)
		n.add(models.EventStop, r)
		return
	}
}
