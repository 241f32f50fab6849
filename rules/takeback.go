package rules

import (
	"math"
	"slices"

	"schiri/models"
)

// takeBack judges a card that left the centre again.
func (n *next) takeBack() models.Ruling {
	e := n.event
	p := n.pile(e.Pile)
	i := n.seatOf()
	k := p.find(*e.Card, i)
	if other := p.find(*e.Card, -1); k < 0 && other >= 0 && p.seenWhole() { // he took off what somebody else had laid
		i, k = -1, other
		n.event.To, n.event.Slot = "", nil
	}
	if k < 0 {
		n.takeUnseen(p)
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
	if why := n.clearing(p); why != "" && e.To == "" && l.verdict == models.Legal { // nobody takes it back, and it counts still
		return n.ruled(models.Legal, TakeBack, cardSaid(why, l.card), l.event)
	}
	if i < 0 {
		i = l.seat
	}
	for m := k + 1; m < len(p.lays); m++ {
		p.lays[m].fixed = true
	}
	if k > 0 && k == len(p.lays)-1 && e.PileTop.Card == p.lays[k-1].card { // nothing has come upon that one unseen
		p.lays[k].covered, p.covered = window{}, window{}
	}
	p.remove(k)
	was := l.verdict
	from, v := n.decideRace(p, l)
	if l.verdict = v; v != models.Illegal {
		p.mayBeBelow(l.card)
	}
	n.rejudge(p, from)
	if i >= 0 {
		n.giveBack(i, l)
	}
	if l.unseen || l.verdict == models.Legal && n.mayHaveLost(l) || was == models.Illegal && n.laidAgain(p, l) {
		l.verdict = models.Unproven
	}
	return n.takenBack(l)
}

// seenWhole tells that no card can have come to the pile or left it unseen.
func (p *pile) seenWhole() bool {
	return p.covered.event == 0 && !slices.ContainsFunc(p.lays, func(l lay) bool {
		return l.unseen || l.hidden || l.gone || l.covered.event > 0
	})
}

// laidAgain tells that a card that was laid wrongly may have gone back and come again, rightly then, both out of sight; where nobody knows
// who laid it, another one like it.
func (n *next) laidAgain(p *pile, l lay) bool {
	return l.hidden && (l.seat < 0 || n.seats[l.seat].blindUntil(vanished) >= l.time) && p.mayReach(below(l.card))
}

// mayReach tells that a pile can be at a card, if need be by cards that came to it since it was out of sight.
func (p *pile) mayReach(c models.Card) bool {
	reach := p.tops.has(c)
	p.tops.each(func(top models.Card) {
		reach = reach || p.covered.event > 0 && (top == models.Card{} || top.Color == c.Color) && top.Number < c.Number
	})
	return reach
}

// takenBack tells what the rules say of a card that was taken back, by what it was on its pile.
func (n *next) takenBack(l lay) models.Ruling {
	switch l.verdict {
	case models.Illegal:
		return n.ruled(models.Legal, TakeBack, cardSaid("back.legal", l.card), l.event)
	case models.Legal:
		return n.ruled(models.Illegal, TakeBack, cardSaid("back.illegal", l.card), l.event)
	}
	return n.ruled(models.Unproven, TakeBack, cardSaid("back.unproven", l.card), l.event)
}

// The reasons for which a card leaves the centre for good, and counts still.
const (
	clearedOver = "back.over"
	clearedFull = "back.full"
)

// Cleared tells that a card that left the centre was cleared away and not taken back, as was ruled: it counts still.
func Cleared(r models.Ruling) bool {
	return r.Because.ID == clearedOver || r.Because.ID == clearedFull
}

// clearing is the reason for which cards of a pile may be cleared away now, "" where there is none.
func (n *next) clearing(p *pile) string {
	if v, _ := n.afterStop(n.event.Time); v == models.Illegal {
		return clearedOver
	}
	if top, sure := p.tops.sure(); sure && top.Number == models.MaxNumber && n.game.cfg.House.ClearFull == Yes {
		return clearedFull
	}
	return ""
}

// decideRace decides by the card taken back who won a race. It gives the index from which on the pile is to be judged anew, and what
// that card was then.
func (n *next) decideRace(p *pile, back lay) (from int, v models.Verdict) {
	if tied := p.tiedWith(back); len(tied) > 0 {
		// The legal course of play is that whoever took the card back had lost: if only one equal card stays, that one was first.
		if len(tied) > 1 {
			return len(p.lays), models.Illegal
		}
		o := &p.lays[tied[0]]
		o.doubt, o.tied, o.fixed = o.tied, "", false
		return tied[0], models.Illegal
	}
	k := p.conceded(back)
	switch {
	case k < 0:
		return len(p.lays), back.verdict
	case p.lays[k].hidden: // it may have been taken back before
		n.openRace(p, &p.lays[k], back)
		return len(p.lays), models.Unproven
	}
	return k, models.Illegal
}

// tiedWith are the equal cards laid at the same moment as one that is no longer there, of which one is right.
func (p *pile) tiedWith(back lay) []int {
	var out []int
	for k := range p.lays {
		if o := &p.lays[k]; back.tied != "" && o.tied != "" && o.card == back.card {
			out = append(out, k)
		}
	}
	return out
}

// conceded decides a close race the other way: whoever seemed to be first took the card back, which only the loser does, and
// it was not seen so plainly that it could not be otherwise. It gives the index of the equal card that stays, -1 if there is none.
func (p *pile) conceded(back lay) int {
	const closely = 0.25 // seconds
	k := slices.IndexFunc(p.lays, func(o lay) bool {
		return back.verdict == models.Legal && o.card == back.card && o.verdict == models.Illegal && o.rule == CentreRace &&
			o.why != "agreed" && math.Abs(o.time-back.time) < closely
	})
	if k >= 0 {
		p.lays[k].fixed = false
	}
	return k
}

// openRace leaves it open who won a close race: whoever seemed to be first took his card back, and the other one, which
// lay there wrongly then, can have gone unseen before. The pile can be below both.
func (n *next) openRace(p *pile, o *lay, back lay) {
	j := judged{verdict: models.Unproven, rule: CentreRace, evidence: []int{back.event}}
	j.reason = models.Reason{ID: "race.unproven", Card: o.card, Players: []string{n.game.name(back.seat), n.game.name(o.seat)}}
	n.revise(p, o, j)
	o.verdict, o.doubt, o.fixed, o.gone = models.Unproven, models.Unproven, true, true
}

// takeUnseen notes that a card is gone that nobody saw being laid: one like it that lay there when the camera began to look may be it.
func (n *next) takeUnseen(p *pile) {
	p.freeze()
	for k := range p.lays {
		if l := &p.lays[k]; l.card == *n.event.Card && l.seat < 0 && l.unseen {
			l.gone = true
		}
	}
	p.mayBeBelow(*n.event.Card)
	n.rejudge(p, len(p.lays))
}

// mayBeBelow notes that a card has left the pile that may have lain there rightly. One like it may have gone unseen before, as it came
// second: the pile can be below both.
func (p *pile) mayBeBelow(c models.Card) {
	for k := range p.lays {
		if l := &p.lays[k]; l.card == c && l.mayBeGone() {
			l.keeps = true
		}
	}
}

// freeze leaves unproven what is unproven: a card lay in the pile that nobody saw being laid there, and now that it
// is gone nothing else can tell that.
func (p *pile) freeze() {
	for k := range p.lays {
		if l := &p.lays[k]; l.verdict == models.Unproven {
			l.fixed = true
		}
	}
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
	another := len(open) > 1 || p.lays[k].seat == i // of equal cards all but one lie there still
	for _, m := range open {
		o := &p.lays[m]
		o.gone, o.hidden = !another, true
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
	p.mayBeBelow(l.card)
	n.giveBack(i, lay{card: l.card, seat: i, from: models.SpotUnknown, slot: -1})
	n.rejudge(p, len(p.lays))
	return n.ruled(models.Unproven, TakeBack, cardSaid("back.unproven", *n.event.Card), l.event)
}

// mayHaveLost tells that an equal card of somebody else may have been laid at about the time of one that seems to have
// been the first: it left its spot, nobody knows where to. Whoever takes his own back then has lost a race nobody saw.
func (n *next) mayHaveLost(l lay) bool {
	for k, s := range n.seats {
		if at := s.place[l.card.Index()]; k != l.seat && at.kind == vanished && at.time >= l.time-slack {
			return true
		}
	}
	return false
}
