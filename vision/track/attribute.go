package track

import (
	"slices"

	"schiri/models"
)

// told tells everything that is still open about a pile.
func (t *Tracker) told(p *pile) {
	if p.untold {
		t.emitPile(p)
	}
	t.decide(func(l *landing) bool { return l.pile == p })
	t.flush(func(w *waiting) bool { return w.pile == p })
}

// decide tells who laid the cards that are picked.
func (t *Tracker) decide(pick func(*landing) bool) {
	for i := 0; i < len(t.landed); i++ {
		if l := t.landed[i]; pick(l) {
			t.landed = slices.Delete(t.landed, i, i+1)
			i--
			t.attribute(l)
		}
	}
}

// attribute tells who laid a card: several who raced for the pile, or else the one who was seen to lay it, or else the one
// from under whose hand it came, never seen before.
func (t *Tracker) attribute(l *landing) {
	src := t.sourcesOf(l)
	if len(src) == 0 { // what may as well lie below others on a discard pile is laid from there only if nobody else can have brought it
		src = slices.DeleteFunc(t.longAway(l.card.Card, l.visit.near), func(s source) bool { return s.left.covered && len(l.visit.near) > 1 })
	}
	for _, s := range src {
		if l.lostUnder(s) && !slices.Contains(l.visit.near, s.ref.seat) && !t.busyElsewhere(l.pile, s) {
			l.visit.near = append(l.visit.near, s.ref.seat)
		}
	}
	src = slices.DeleteFunc(src, l.cameLater)
	if laid := slices.DeleteFunc(slices.Clone(src), l.onItsWay); len(laid) > 0 || !slices.ContainsFunc(src, l.wasCloseBy) {
		src = laid // and whoever is on his way still lays the second one
	}
	if by := racers(src, l); len(seatsOf(by)) > 1 && !t.elsewhere(l.pile, l.card.Card, seatsOf(by)) {
		t.race(l, by)
		return
	}
	from, others := t.seenToLay(l, src)
	switch {
	case len(src) == 0 && len(others) == 1:
		from = t.fromUnderHand(l, others[0])
	case len(src) == 0 && l.onlyOneThere():
		from = t.turnedOver(unshown{l.card.Card, l.rest, l.rest - again}, l.visit.over[0])
	case len(src) > 0 && t.mayBeUnderHand(l, src):
		from, others = t.fromUnderHand(l, l.visit.over[0]), either(seatsOf(src), l.visit.over)
	}
	for _, s := range src {
		if from == nil {
			s.claim()
		}
	}
	t.tellLost(l)
	t.play(l.pile, l.card, from, others, t.restOf(l, whoLaid(from, others)))
}

// seenToLay is the source from which a card was laid, by departures and by arms, if nothing that was seen contradicts that;
// nil: it cannot be told, and others are the players who come into question.
func (t *Tracker) seenToLay(l *landing, src []source) (from *source, others []*seat) {
	from, others = choose(src, l.visit.over, l.visit.near, t.ownSides())
	over := l.laidOver(src)
	contested := from != nil && over != nil && over.ref.seat != from.ref.seat && !l.lostUnder(*from) &&
		(!slices.Contains(l.visit.over, from.ref.seat) || t.passedBefore(l, from.ref.seat))
	switch {
	case contested && l.twin:
		from = over // and the other one laid the second
	case contested || from != nil && (!l.tells(*from, src) || t.heldLonger(l, *from)):
		from, others = nil, either(seatsOf(src), l.visit.over)
	case len(src) == 0 && t.missed(l):
		others = either(others, l.visit.near) // they may have been over the place between two pictures
	}
	if len(src) == 0 { // whoever laid another card at the time has no second hand for one that came from nowhere
		others = slices.DeleteFunc(slices.Clone(others), l.busy)
	}
	if l.unseen && !t.tellsUnseen(l, from) {
		from, others = nil, nil
	}
	if from == nil && l.visit.unknown {
		others = nil // it may have been anybody's arm
	}
	return from, others
}

// onlyOneThere tells that one player's arm alone was over the place when the card came to rest: the one that nobody can be
// named for had gone before, or came after. It may be the same, hard to make out; or it laid the card, and what moved last
// was the other one, passing.
func (l *landing) onlyOneThere() bool {
	stray := l.visit.stray
	return l.visit.unknown && !l.unseen && len(l.visit.over) == 1 && (stray.until < l.rest-clearLead || stray.from > l.rest)
}

// restOf is when the card came to rest, laid by the given player (nil: nobody knows whom): before his arm left the place, and after it came.
// An arm that passed over it clearly later moved the same cells; and of a card on one of its own colour little moves, so that what seems to
// have come to rest was the one below, that could not be read.
func (t *Tracker) restOf(l *landing, by *seat) float64 {
	arm := l.visit.stays[by]
	switch {
	case arm == (stay{}):
		return l.rest
	case arm.until > l.visit.since && arm.until < l.rest-clearLead:
		return arm.until
	case arm.from > l.rest+inHand/2:
		return t.rested(l.card.Corners, arm.from)
	}
	return l.rest
}

// whoLaid is the player who laid a card, from a spot of his or as the only one who may have; nil: nobody knows.
func whoLaid(from *source, others []*seat) *seat {
	switch {
	case from != nil:
		return from.ref.seat
	case len(others) == 1:
		return others[0]
	}
	return nil
}

// comeAndGo is how many seconds it takes at the least to bring a card to the centre and to be out of the picture again.
const comeAndGo = 0.5

// play tells that a card was laid in the centre.
func (t *Tracker) play(p *pile, o models.Observation, from *source, others []*seat, rest float64) {
	if p.untold {
		t.emitPile(p)
	}
	card, corners := o.Card, o.Corners
	e := models.Event{
		Type: models.EventPlay, Time: rest, Card: &card, Pile: p.id, From: models.SpotUnknown,
		Confidence: o.Confidence, Corners: &corners,
	}
	switch {
	case from != nil:
		if from.left != nil && from.left.flip != nil {
			t.emit(*from.left.flip)
		}
		t.take(*from)
		from.ref.uncover(rest)
		t.fromSpot(&e, *from)
		t.laidBy[own{from.ref.seat, card}] = p
		delete(t.onTheWay, own{from.ref.seat, card})
	case len(others) == 1 && t.ownSides():
		e.Player = others[0].player.Name
	default:
		// Where neighbours reach in across the same side, an arm alone only says who may have laid it.
		for _, s := range others {
			e.Candidates = append(e.Candidates, s.player.Name)
		}
	}
	if s := whoLaid(from, others); s != nil {
		s.laid = rest
	}
	// How the card came to the spot from which it was laid must be told before that.
	t.flush(func(w *waiting) bool {
		brought := w.event.Type == models.EventFlip || w.event.Type == models.EventRefill || from != nil
		his := w.event.Player != "" && (w.event.Player == e.Player || e.Player == "")
		return brought && his && w.event.Card != nil && *w.event.Card == card
	})
	t.emit(e)
}

// choose picks where a card laid in the centre came from. by are the players whose arms were over the place, near those
// whose arms came close at least. The first of these kinds of sources that is left of one player decides:
//
//   - a spot that lost the card, its owner's arm over the place;
//   - a spot that surely lost it, its owner's arm close by;
//   - a spot that an arm covers just now, its owner's arm over the place;
//   - a spot that lost it, though it may lie below others there, its owner's arm close by;
//   - any spot whose owner's arm was close by;
//   - any spot that lost it, surely if anybody else's arm was over the place;
//   - any spot at all, where nobody's arm was seen.
//
// If none decides, the players who come into question are given instead. A card picked up with its whole pile is in its
// owner's hand, and was laid from there only if nobody whose arm was close by had another one. Cards that may as well lie below
// others decide nothing against the only arm over the place, and less than that where every player has an own side of the table (armTells).
func choose(src []source, by, near []*seat, armTells bool) (*source, []*seat) {
	if len(src) == 0 {
		return nil, by
	}
	left := func(s source) bool { return s.left != nil }
	there := func(s source) bool { return slices.Contains(by, s.ref.seat) }
	close := func(s source) bool { return slices.Contains(near, s.ref.seat) }
	unvisited := func(source) bool { return len(by) == 0 }
	pickedUp := func(s source) bool { return left(s) && s.left.whole }
	if slices.ContainsFunc(src, func(s source) bool { return left(s) && !pickedUp(s) && close(s) }) {
		src = slices.DeleteFunc(slices.Clone(src), pickedUp)
	}
	mayLieBelow := func(s source) bool { return left(s) && s.left.covered && !close(s) && !there(s) }
	if len(by) == 1 && !slices.ContainsFunc(src, func(s source) bool { return !mayLieBelow(s) }) {
		if armTells {
			return nil, by
		}
		return nil, either(seatsOf(src), by)
	}
	for _, fits := range []func(source) bool{
		func(s source) bool { return left(s) && there(s) },
		func(s source) bool { return left(s) && !s.left.covered && close(s) },
		there,
		func(s source) bool { return left(s) && close(s) },
		close,
		func(s source) bool { return left(s) && (len(by) == 0 || !mayLieBelow(s)) },
		unvisited,
	} {
		some := slices.DeleteFunc(slices.Clone(src), func(s source) bool { return !fits(s) })
		if len(seatsOf(some)) == 1 {
			return &some[0], nil
		}
	}
	return nil, either(seatsOf(src), by)
}

// either are the seats of one list and of another.
func either(a, b []*seat) []*seat {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func seatsOf(src []source) []*seat {
	var out []*seat
	for _, s := range src {
		if !slices.Contains(out, s.ref.seat) {
			out = append(out, s.ref.seat)
		}
	}
	return out
}
