package track

import (
	"slices"

	"schiri/models"
)

// Below a card that came may lie others that were never read: who laid one faster than the eye can follow, under another's
// arm or in a pause without pictures. What left its spot and was not seen since tells of them.

// tellBetween tells of several cards that are missing below one that came and have left their spots since the pile was
// last read: they may lie there, one upon the other, though none of them could be read. Where one that is needed too can
// have come from nowhere, none was laid for the sake of those.
func (t *Tracker) tellBetween(l *landing) {
	p, above := l.pile, l.card.Card
	gap := p.gap(above)
	if gap < 2 || t.paused(l) {
		return // of a single one hidden tells, and of what was laid in a pause tellLost
	}
	for k := 1; k <= gap; k++ {
		if len(t.newSources(models.Card{Color: above.Color, Number: above.Number - k})) == 0 {
			return
		}
	}
	for _, d := range t.gone {
		between := d.card.Color == above.Color && d.card.Number > p.card.Number && d.card.Number < above.Number
		if between && d.t > p.seen && d.unexplained() {
			p.noteUnread(p.seen)
			p.unread = min(p.unread, p.seen)
			t.vanished(d)
		}
	}
}

// first tells of the 1 that opened a pile and was covered by a 2 before anybody's arm was out of the way: it
// left its spot, was not seen since, and its owner's arm was there.
func (t *Tracker) first(l *landing) {
	one := models.Card{Color: l.card.Card.Color, Number: 1}
	if l.card.Card.Number != 2 {
		return
	}
	src := slices.DeleteFunc(t.departed(one), func(s source) bool { return s.left.claimed || !slices.Contains(l.visit.near, s.ref.seat) })
	if len(seatsOf(src)) != 1 {
		return
	}
	below := l.card
	below.Card, below.Confidence = one, 0.7
	t.play(l.pile, below, &src[0], nil, max(src[0].left.t, l.visit.since))
	l.pile.under = append(l.pile.under, layer{one, l.card.Corners})
	l.fresh = false
}

// tellsUnseen tells that it is known who laid a card that may have come while there was no picture. One of his spots surely
// lost it and nobody's arm was seen there, or a spot lost it and his arm was. Else, in a pause that was long enough,
// somebody else may have come and gone with a card that nobody saw.
func (t *Tracker) tellsUnseen(l *landing, from *source) bool {
	if from == nil || from.left == nil {
		return t.blind.until-t.blind.from < comeAndGo
	}
	return from.lost() && len(l.visit.near) == 0 || slices.Contains(l.visit.near, from.ref.seat)
}

// mayBeMissed tells that a card may have come while there was no picture, and that a spot where such a card lay is out
// of sight still, or one that it needs below it: what became of it can be told once that is seen.
func (t *Tracker) mayBeMissed(l *landing) bool {
	if !t.paused(l) {
		return false
	}
	needed := l.card.Card
	for ; needed.Number >= 1 && needed != l.below; needed.Number-- {
		if slices.ContainsFunc(t.sources(needed), func(s source) bool { return s.left == nil }) {
			return true
		}
	}
	return false
}

// tellLost tells of the cards below a card that may have been laid in a pause without pictures: each that it needs there
// and that surely left its spot. Else nobody could know that they may lie there.
func (t *Tracker) tellLost(l *landing) {
	if !t.paused(l) {
		return
	}
	for _, d := range t.gone {
		c := d.card
		below := c.Color == l.card.Card.Color && c.Number < l.card.Card.Number && (c.Color != l.below.Color || c.Number > l.below.Number)
		if below && d.unexplained() {
			t.vanished(d)
		}
	}
}

// hidden tells of a card that was laid on p and covered by another one before every arm was out of the way. It left its
// spot, was not seen since, and is the one card between what lay there and what lies there now. Of several such cards it
// is that of whoever reached for the pile, unless it may as well be on its way to another pile that waits for it.
func (t *Tracker) hidden(l *landing) {
	p, o := l.pile, l.card
	between := models.Card{Color: o.Card.Color, Number: o.Card.Number - 1}
	if between == p.card || p.card.Color != between.Color || p.card.Number != between.Number-1 {
		return
	}
	src := slices.DeleteFunc(t.departed(between), func(s source) bool {
		return s.left.covered && !l.visit.unknown && !slices.Contains(l.visit.near, s.ref.seat)
	})
	from, _ := choose(src, t.reachedFor(p), nil, false)
	if from == nil || t.elsewhere(p, between, []*seat{from.ref.seat}) {
		return
	}
	p.under = append(p.under, layer{p.card, p.quad})
	card := o
	card.Card, card.Confidence = between, 0.7
	t.play(p, card, from, nil, max(from.left.t, p.seen, l.visit.since))
	p.card = between
}
