package track

import (
	"slices"

	"schiri/models"
)

// A card that comes to the centre comes from somewhere: a spot lost it, or is out of sight. One from nowhere that does
// not fit is more likely misread, or lay there all the time, than laid.

// fromNowhere tells that no spot can have lost such a card, as far as spots were ever in sight.
func (t *Tracker) fromNowhere(c models.Card) bool {
	return len(t.newSources(c)) == 0 && len(t.longAway(c, t.seats)) == 0 && !slices.ContainsFunc(t.seats, func(s *seat) bool {
		return slices.ContainsFunc(s.spots(), func(r spotRef) bool { p := r.place(); return p.state == unseen && p.seen == 0 })
	})
}

// wholly is how much of a card from nowhere must be in sight for it to be believed: a finger over a digit makes another of it.
const wholly = 0.8

// hardlySeen tells that a card seen on a pile does not fit there, comes from nobody who was there and is partly hidden. One
// that is known to lie in the pile fits: what lay upon it was taken back.
func (t *Tracker) hardlySeen(p *pile, o models.Observation) bool {
	return !follows(p.card, o.Card) && o.Visible < wholly && p.copies(o.Card) == 0 && !t.broughtBy(t.visitTo(p, o).near, o.Card)
}

// broughtBy tells that one of the players can have brought such a card.
func (t *Tracker) broughtBy(near []*seat, c models.Card) bool {
	return slices.ContainsFunc(t.newSources(c), func(s source) bool { return slices.Contains(near, s.ref.seat) })
}

// meant gives a card of which too little looks like the face read as the one of the same number that it must be: the only
// one that those whose arms were there have just lost, while none of them can have brought the one read. In glare the
// colour is hard to tell, unless it is the one that the pile waits for.
func (t *Tracker) meant(o models.Observation) models.Observation {
	p := t.pileAt(o.Corners)
	switch {
	case o.Visible >= wholly || !t.opened || p != nil && (p.mayShow(o.Card) || follows(p.card, o.Card)):
		return o
	case p != nil && p.misread == o.Card:
		o.Card = p.card
		return o
	case p != nil && !t.touched(&p.place):
		return o
	}
	near, came := t.visitTo(p, o).near, t.rested(o.Corners, t.now-reachBack)
	if t.broughtBy(near, o.Card) {
		return o
	}
	lost := slices.DeleteFunc(slices.Clone(t.gone), func(d *departure) bool {
		return d.card.Number != o.Card.Number || d.claimed || d.t > came || d.t < came-inHand || !slices.Contains(near, d.ref.seat)
	})
	if len(lost) == 1 {
		o.Card, o.Confidence = lost[0].card, 0.7
	}
	return o
}

// mayShow tells that such a card is known to lie in the pile, or did until one like one below it came into sight.
func (p *pile) mayShow(c models.Card) bool {
	return p.copies(c) > 0 || p.instead != nil && p.instead.place.card == c
}

// follows tells whether the second card is the next one of the first one's colour.
func follows(below, above models.Card) bool {
	return above == models.Card{Color: below.Color, Number: below.Number + 1}
}

// unclearInCentre notes that something that could not be read for certain is in sight on a pile.
func (t *Tracker) unclearInCentre(o models.Observation) {
	if p := t.pileAt(o.Corners); p != nil && o.Card != p.card && p.unclear == 0 {
		p.unclear = t.now
	}
}

// instead is what lay on a pile before a card came into sight that seems to have been uncovered, but may have been laid.
type instead struct {
	place place
	under []layer
	laid  models.Event // the card's play, if it was laid; without a player: nobody can have laid it
	back  models.Event // and its going back
	told  bool         // the card that seems to have been uncovered was told of as the one that the pile began with
}

// insteadOf notes what is known before a card is believed to have been uncovered on a pile.
func (t *Tracker) insteadOf(p *pile, o models.Observation) *instead {
	in := &instead{place: p.place, under: slices.Clone(p.under)}
	near := t.visitTo(p, o).near
	src := slices.DeleteFunc(t.newSources(o.Card), func(s source) bool {
		return s.left != nil && s.left.covered || !slices.Contains(near, s.ref.seat)
	})
	if len(src) != 1 {
		return in
	}
	card, corners := o.Card, o.Corners
	in.laid = models.Event{
		Type: models.EventPlay, Time: t.rested(o.Corners, p.seen), Card: &card, Pile: p.id, Confidence: 0.7, Corners: &corners,
	}
	t.fromSpot(&in.laid, src[0])
	in.laid.LigrettoTop, in.laid.DiscardTop = models.Shown{}, models.Shown{}
	in.back = t.fromCentre(p, src[0].ref, o)
	return in
}

// wasThere tells that a card that was believed to be taken away is in sight again on its pile and comes from nowhere, or lies just as it
// did: then it has lain there all the time, under the card that seemed to be uncovered.
func (t *Tracker) wasThere(p *pile, o models.Observation) bool {
	return p.instead != nil && p.instead.place.card == o.Card && (t.fromNowhere(o.Card) || p.instead.place.quad.IoU(o.Corners) >= readPose)
}

// putBack puts right what was believed to be taken from a pile, and tells who laid what lay on it meanwhile.
func (t *Tracker) putBack(p *pile, o models.Observation) {
	in := p.instead
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waiting) bool { return w.pile == p && w.doubtful })
	if in.laid.Player != "" {
		t.emit(in.laid)
		in.back.Time = t.rested(o.Corners, p.seen)
		t.emit(in.back)
	}
	p.place, p.under, p.instead = in.place, in.under, nil
	if p.seeTop(o, t.now); in.told {
		t.emitPile(p)
	}
}

// settleLaid tells of cards that seemed to be uncovered on their piles and were laid there after all: such a card lies otherwise than the
// one below, its spot, which an arm hid then, has lost it, and what lay on top before was not seen to arrive anywhere. Where it may lie
// below others on its spot as well, that is waited for.
func (t *Tracker) settleLaid() {
	for _, w := range slices.Clone(t.waiting) {
		p := w.pile
		if !w.doubtful || w.event.To != "" || p.instead == nil || *w.event.Card != p.instead.place.card || p.instead.liesAs(p.place) {
			continue
		}
		in := p.instead
		src := slices.DeleteFunc(t.departed(p.card), func(s source) bool {
			from := s.ref.seat.player.Name == in.laid.Player && s.ref.spot == in.laid.From
			return !from || s.left.claimed || s.left.covered && t.now < w.due || s.left.t < in.laid.Time-inHand
		})
		if len(src) != 1 {
			continue
		}
		t.waiting = slices.DeleteFunc(t.waiting, func(v *waiting) bool { return v == w })
		o := models.Observation{Face: models.FaceFront, Card: p.card, Corners: p.quad, Confidence: in.laid.Confidence}
		p.under, p.instead = append(in.under, layer{in.place.card, in.place.quad}), nil
		t.play(p, o, &src[0], nil, in.laid.Time)
	}
}

// liesAs tells that what is in sight lies exactly as a card like it was known to lie in the pile.
func (in *instead) liesAs(top place) bool {
	return slices.ContainsFunc(in.under, func(l layer) bool { return l.card == top.card && l.quad.IoU(top.quad) >= samePose })
}
