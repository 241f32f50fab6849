package track

import (
	"slices"

	"schiri/models"
)

// A card that is held still over one pile after another, while its player looks where it fits, is read there as if it lay.
// It looks larger than the card below it, for it is nearer the camera, and a hand is upon it until it goes on.

const (
	nearer   = 1.03 // by how much larger in area a card looks at the least that is held up: by two fingers' width, seen from a yard above
	heldOver = 2.0  // for how many seconds a hand may be upon a card before it is taken to lie there
)

// aloft tells that a card may be held over its pile still: it does not fit there, looks nearer than the card it would lie on, and no
// look has found it there without a hand upon it.
func (t *Tracker) aloft(l *landing) bool {
	return l.nearer && l.pile.seen <= l.held && t.now < l.read+heldOver
}

// noteHeld notes that a hand is upon a card just now. If it is held up, its player has turned no others over where it lay: what came
// into sight there waits for where it goes.
func (t *Tracker) noteHeld(l *landing) {
	if share(t.act.Arm, t.act.Under(l.card.Corners)) == 0 {
		return
	}
	l.held = t.now
	if !t.aloft(l) {
		return
	}
	for _, w := range t.waiting {
		if w.of != nil && w.of.card == l.card.Card && slices.Contains(l.visit.near, w.of.ref.seat) {
			w.due = max(w.due, t.now+flipHold)
		}
	}
}

// neverLaid tells that the top card of a pile, which has gone from there, was but held over it, and forgets that it seemed to lie there.
func (t *Tracker) neverLaid(p *pile, c models.Card) bool {
	i := slices.IndexFunc(t.landed, func(l *landing) bool { return l.pile == p && l.card.Card == c && t.aloft(l) })
	if i < 0 {
		return false
	}
	t.landed = slices.Delete(t.landed, i, i+1)
	p.lift(c)
	return true
}
