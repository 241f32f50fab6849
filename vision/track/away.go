package track

import (
	"slices"

	"schiri/models"
)

// A card that stayed away for so long that its leaving was told may be in a hand still, or lie below another one: it is known
// until it is seen anywhere. So is for a while one of a discard pile that others seem to have been turned over upon.

// longAway are the spots from which such a card may come of those whose arms are given.
func (t *Tracker) longAway(c models.Card, near []*seat) []source {
	var out []source
	for _, d := range t.away {
		if d.card == c && slices.Contains(near, d.ref.seat) {
			out = append(out, source{d.ref, d})
		}
	}
	return out
}

// heldLonger tells that a card which may as well lie below others on its owner's discard pile tells nothing of who laid one: somebody else
// whose arm was over the place has held such a card for long. He was there last, or came and left first and laid the one that counts.
func (t *Tracker) heldLonger(l *landing, from source) bool {
	return from.left != nil && from.left.covered && slices.ContainsFunc(t.longAway(l.card.Card, l.visit.over), func(s source) bool {
		arm, other := l.visit.stays[s.ref.seat], l.visit.stays[from.ref.seat]
		return arm.until > other.until || arm.before(other)
	})
}

// found drops a card that was told to be away from its owner's spots and lies on one of them.
func (t *Tracker) found(s *seat, c models.Card) {
	t.away = slices.DeleteFunc(t.away, func(d *departure) bool { return d.ref.seat == s && d.card == c })
}

// layBelow tells of a card that comes into sight on a pile as another one is taken back: it was laid and covered before anybody's arm
// was out of the way. One of those who were there then alone lost it before the other one came to rest, though it might lie below others on
// his discard pile, and none who is there now can bring it.
func (t *Tracker) layBelow(p *pile, o models.Observation) bool {
	if follows(p.card, o.Card) || p.copies(o.Card) > 0 {
		return false
	}
	near := t.visitTo(p, o).near
	src := append(t.longAway(o.Card, p.by), t.sources(o.Card)...)
	if slices.ContainsFunc(src, func(s source) bool { return slices.Contains(near, s.ref.seat) }) {
		return false
	}
	src = slices.DeleteFunc(src, func(s source) bool {
		return s.left == nil || s.left.claimed || s.left.whole || s.left.t > p.rest || s.left.t < p.rest-inHand || !slices.Contains(p.by, s.ref.seat)
	})
	if len(src) != 1 {
		return false
	}
	t.told(p)
	t.play(p, o, &src[0], nil, max(src[0].left.t, p.rest-clearLead))
	p.under = append(p.under, layer{o.Card, o.Corners})
	return true
}
