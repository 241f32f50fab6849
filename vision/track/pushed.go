package track

import (
	"slices"

	"schiri/models"
)

// pushed is a card that came into sight where no pile was known, and that may be the top of a pile that was pushed there or put
// there: the place where that lay tells, as soon as it is in sight.
type pushed struct {
	card models.Observation
	pile *pile
	at   float64 // when it was first read there, in seconds
}

// pushHold is for how many seconds the place where a pile lay is waited for: an arm that pushed it far lies across that.
const pushHold = 2.0

// wasPushed takes in a card where no pile was known as the top of a pile that does not lie any more where it lay, if there is
// one; it tells whether there was. A card that a spot surely lost was laid.
func (t *Tracker) wasPushed(o models.Observation) bool {
	src := t.sources(o.Card)
	if slices.ContainsFunc(src, source.lost) {
		return false
	}
	for _, p := range t.piles {
		if t.mayHaveLeft(p, o.Card) && t.leftPlace(p, o) && !t.byOthers(p, o) && !t.broughtTurned(p, o) {
			t.push(p, o)
			return true
		}
	}
	i := slices.IndexFunc(t.aside, func(p *pile) bool { return p.card == o.Card })
	if i < 0 || len(src) > 0 {
		return false
	}
	p := t.aside[i]
	t.bringBack(p)
	t.push(p, o)
	return true
}

// bringBack has a pile lie on the table again, if it was known not to lie any more where it lay.
func (t *Tracker) bringBack(p *pile) {
	if i := slices.Index(t.aside, p); i >= 0 {
		t.aside, t.piles = slices.Delete(t.aside, i, i+1), append(t.piles, p)
	}
}

// laidOnPushed takes in a card laid on a pile that does not lie any more where it lay, and whose top was not read since: another
// pile (p) lies partly upon it, or it could not be made out (nil). It tells whether there is one that waits for the card, if
// that neither fits where it lies nor lies there for the greater part.
func (t *Tracker) laidOnPushed(p *pile, o models.Observation) bool {
	fits := p != nil && (follows(p.card, o.Card) || p.copies(o.Card) > 0 || p.quad.IoU(o.Corners) >= mostly)
	if fits || p == nil && t.wasFree(o.Corners) {
		return false
	}
	away := slices.DeleteFunc(slices.Clone(t.piles), func(q *pile) bool { return q.absent == 0 })
	for _, q := range append(away, t.aside...) {
		if follows(q.card, o.Card) {
			t.bringBack(q)
			q.quad, q.absent = o.Corners, 0
			t.laid(q, o)
			return true
		}
	}
	return false
}

// mayBePushed has a card where no pile was known wait, if it may be the top of a pile whose place is out of sight; it tells
// whether it does. What can have been laid is not waited for, as a 1 can that was never in sight: how its place looked before
// is forgotten by then.
func (t *Tracker) mayBePushed(o models.Observation) bool {
	i := slices.IndexFunc(t.piles, func(p *pile) bool { return t.mayHaveLeft(p, o.Card) })
	if i < 0 || o.Card.Number == 1 || len(t.bringers(nil, o)) > 0 {
		return false
	}
	t.pushed = append(t.pushed, &pushed{o, t.piles[i], t.now})
	return true
}

// mayHaveLeft tells that a card lay on top of a pile that does not look as it did.
func (t *Tracker) mayHaveLeft(p *pile, top models.Card) bool {
	return p.card == top && (p.absent > 0 || t.touched(&p.place))
}

// byOthers tells that those whose arms were at a card are others than those who can have taken away what lay on a pile: who pushes it is at
// both places.
func (t *Tracker) byOthers(p *pile, o models.Observation) bool {
	took, laid := t.visitors(p.quad, p.seen, p.seen), t.visitTo(nil, o)
	if p.absent > 0 {
		took = p.took // who comes by now did not
	}
	if took.unknown || laid.unknown || len(took.over) == 0 || len(laid.near) == 0 {
		return false
	}
	return !slices.ContainsFunc(laid.near, func(s *seat) bool { return slices.Contains(took.over, s) })
}

// mostTurned is the cosine of the angle by which a pile may be turned where it is pushed: 45 degrees.
const mostTurned = 0.7

// broughtTurned tells that a card lies turned by a lot to a pile of which it may be the top, and that one of those whose arms were
// there can have brought it. Whoever pushes a pile hardly turns it.
func (t *Tracker) broughtTurned(p *pile, o models.Observation) bool {
	was, is := p.quad[1].Sub(p.quad[0]), o.Corners[1].Sub(o.Corners[0])
	return was.Dot(is) < mostTurned*was.Norm()*is.Norm() && t.broughtBy(t.visitTo(nil, o).near, o.Card)
}

// leftPlace tells that the table is in sight where a pile lay, but for what the card that may be its top covers of it now. If an
// arm is there, or what it has just uncovered hangs together with it, all must look like the table: a sleeve may in part.
func (t *Tracker) leftPlace(p *pile, o models.Observation) bool {
	now := t.act.Under(o.Corners)
	open := slices.DeleteFunc(slices.Clone(t.act.Under(p.quad)), func(i int) bool { return slices.Contains(now, i) })
	need := max(bareShare, min(p.plain+barer, barest))
	if share(t.act.Arm, open) > 0 {
		need = max(need, bareForCertain)
	}
	return share(t.act.Bare, open) >= need
}

// push notes that a pile lies where its top card is in sight now.
func (t *Tracker) push(p *pile, o models.Observation) {
	by := o.Corners.Center().Sub(p.quad.Center())
	for i := range p.under {
		for k, c := range p.under[i].quad {
			p.under[i].quad[k] = c.Add(by)
		}
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waiting) bool { return w.pile == p && w.doubtful })
	p.absent, p.unread = 0, 0
	p.seeTop(o, t.now)
}

// spread tells that something else than its top is in sight where a pile lay, with no arm there: of a pile pushed in haste the lower
// cards stay behind.
func (t *Tracker) spread(p *pile) bool {
	return p.unread > 0 && share(t.act.Arm, t.act.Under(p.quad)) == 0
}

// pushedTo tells whether a card lies where one waits to be known as the top of a pile: it is that one, or lies on it.
func (t *Tracker) pushedTo(o models.Observation) bool {
	i := slices.IndexFunc(t.pushed, func(w *pushed) bool { return w.card.Corners.IoU(o.Corners) > samePlace })
	if i < 0 {
		return false
	}
	w := t.pushed[i]
	if w.card.Card == o.Card {
		w.card = o
		return true
	}
	t.pushed = slices.Delete(t.pushed, i, i+1)
	t.settlePushed(w)
	return false
}

// settlePushed tells of a card that came into sight whether it was laid: it was unless the pile has left its place.
func (t *Tracker) settlePushed(w *pushed) {
	switch {
	case slices.Contains(t.piles, w.pile) && w.pile.seen <= w.at && (t.leftPlace(w.pile, w.card) || t.spread(w.pile)):
		t.push(w.pile, w.card)
	case t.slidOff(w.card):
	case share(t.act.Bare, t.act.Under(w.card.Corners)) < bareForCertain: // it has not gone again
		p := t.pileAt(w.card.Corners)
		if p == nil {
			p = t.askewOn(w.card)
		}
		t.laid(p, w.card)
	}
}

// settleAllPushed tells of those for which nothing is waited for any more, at the end (all) of every one.
func (t *Tracker) settleAllPushed(all bool) {
	for _, w := range slices.Clone(t.pushed) {
		known := !slices.Contains(t.piles, w.pile) || w.pile.seen > w.at || t.leftPlace(w.pile, w.card) || t.spread(w.pile)
		if all || known || t.now >= w.at+pushHold {
			t.pushed = slices.DeleteFunc(t.pushed, func(o *pushed) bool { return o == w })
			t.settlePushed(w)
		}
	}
}
