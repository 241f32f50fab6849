package track

import (
	"math"
	"slices"

	"schiri/models"
)

// Of two equal cards that were laid on a pile one upon the other, only the upper one is ever read. Once its player takes
// it back, the pile shows the same card, but lying otherwise: then it is certain that there were two, and which came first.

// shift is how the top card of a pile came to lie otherwise: it was pushed, or an equal one was taken from above it.
type shift struct {
	at    float64 // when that was seen, in seconds; 0: never
	came  float64 // and when it came to rest
	visit visit   // whose arms were there before
}

// twinWithin is for how many seconds after an equal card was taken from the pile it may be on its way back to its spot.
const twinWithin = 2.0

// tookTwin tells that the seat may have taken a card from the pile that was equal to the one in sight there.
func (t *Tracker) tookTwin(p *pile, s *seat, c models.Card) bool {
	return p.card == c && p.shift.at > 0 && t.now-p.shift.at < twinWithin && slices.Contains(p.shift.visit.near, s)
}

// wonRace tells of an equal card laid before the one that was believed to be the only one and has gone back to its
// spot, if that is what happened: the pile lies otherwise, or there is one more who has lost such a card and was there. e is the event of its
// going back.
func (t *Tracker) wonRace(p *pile, e models.Event, o models.Observation) bool {
	s := t.seatNamed(e.Player)
	src := slices.DeleteFunc(t.sources(o.Card), func(d source) bool { return d.ref.seat == s || !d.reached(p) })
	oneMore := p.card == o.Card && len(src) == 1 && src[0].lost()
	if !oneMore && !t.tookTwin(p, s, o.Card) {
		return false
	}
	var from *source
	if len(src) == 1 {
		from = &src[0]
	}
	first := o
	first.Corners, first.Confidence, p.between = p.quad, 0.7, nil
	at := p.rest
	if s.laid > 0 {
		at = min(at, s.laid) // of several who raced his was told before the one that came to rest last
	}
	t.play(p, first, from, nil, at-clearLead)
	delete(t.laidBy, own{s, o.Card})
	t.emit(e)
	return true
}

// settleShifted tells of equal cards laid on a pile's top that were not taken for others, as their spots were out of
// sight then: the pile came to lie otherwise under the arm of the only one who has lost such a card meanwhile.
func (t *Tracker) settleShifted() {
	for _, p := range t.piles {
		if p.shift.at == 0 || t.now-p.shift.at > twinWithin {
			continue
		}
		src := slices.DeleteFunc(t.departed(p.card), func(s source) bool {
			return !s.lost() && !p.noTimeToTurn(s.left) || s.left.kept > p.shift.came-flight || s.left.t < p.shift.at-inHand || !slices.Contains(p.shift.visit.near, s.ref.seat)
		})
		if by := seatsOf(src); len(by) != 1 || t.elsewhere(p, p.card, by) {
			continue
		}
		t.told(p)
		second := models.Observation{Face: models.FaceFront, Card: p.card, Corners: p.quad, Confidence: 0.7}
		p.under = append(p.under, layer{p.card, p.quad})
		t.play(p, second, &src[0], nil, max(p.rest+clearLead, p.shift.came))
		p.shift, p.between = shift{}, nil
	}
}

// noTimeToTurn tells that a card which may as well lie below others on its discard pile does not: it lay there until its player's hand went to
// the pile that came to lie otherwise, and what shows there now was in sight so soon after that the hand turned nothing over.
func (p *pile) noTimeToTurn(d *departure) bool {
	arm := p.shift.visit.stays[d.ref.seat]
	return d.covered && !d.whole && !d.claimed && arm.from > 0 && arm.from-d.kept < again && d.missed < arm.until+handBack
}

// reached tells that a card from the source may have been laid on the pile when its top came: it had left its spot or that was out of
// sight, and its owner's arm was there and did not just lay another card.
func (s source) reached(p *pile) bool {
	out := s.left != nil && s.left.kept < p.rest-flight || s.left == nil && s.ref.place().seen < p.rest
	busy := s.ref.seat.laid > 0 && math.Abs(s.ref.seat.laid-p.rest) < again/2
	return out && !busy && slices.Contains(p.by, s.ref.seat)
}

// lostRace tells of a card that was laid on an equal one, was taken back and lies on its spot again, if that is what
// happened to the card of a source.
func (t *Tracker) lostRace(s source, o models.Observation) bool {
	i := slices.IndexFunc(t.piles, func(p *pile) bool { return t.tookTwin(p, s.ref.seat, o.Card) && s.reached(p) })
	if i < 0 {
		return false
	}
	p := t.piles[i]
	back := t.fromCentre(p, s.ref, o)
	if back.Time < p.shift.came-clearLead {
		return false // it has lain on its spot since before the pile came to lie otherwise
	}
	second := o
	second.Corners, second.Confidence, p.between = p.quad, 0.7, nil
	t.play(p, second, &s, nil, p.rest+clearLead)
	delete(t.laidBy, own{s.ref.seat, o.Card})
	t.emit(back)
	return true
}

// shifted notes that the top card of the pile is seen to lie otherwise than before.
func (t *Tracker) shifted(p *pile, o models.Observation) {
	p.shift = shift{at: t.now, came: t.rested(o.Corners, p.seen), visit: t.visitTo(p, o)}
}

// stillThere settles what waits for the pile to be in sight: it shows the card that seems to have gone back to its spot.
func (t *Tracker) stillThere(p *pile, o models.Observation) {
	for _, w := range slices.Clone(t.waiting) {
		if w.pile == p && w.doubtful && w.event.To != "" && *w.event.Card == o.Card {
			t.waiting = slices.DeleteFunc(t.waiting, func(v *waiting) bool { return v == w })
			t.wonRace(p, w.event, o)
		}
	}
}

// laidAfresh tells that the card in sight on a pile is not the equal one that lay there and seems to have gone back to its
// spot, but another one: it lies otherwise, under the arm of somebody whose card lay on its own spot still when the first
// one came. Then the first one has left the pile.
func (t *Tracker) laidAfresh(p *pile, o models.Observation) bool {
	if len(p.under) == 0 || p.quad.IoU(o.Corners) >= readPose || !t.touched(&p.place) {
		return false
	}
	near := t.visitTo(p, o).near
	later := slices.ContainsFunc(t.newSources(o.Card), func(s source) bool {
		return slices.Contains(near, s.ref.seat) && !slices.Contains(p.by, s.ref.seat)
	})
	return later && t.leftAfterAll(p, o.Card)
}

// mayReturn tells that the equal card on which a card came to lie may have been taken back before: its owner's arm was at
// the pile again, and not all of his spots are in sight.
func (t *Tracker) mayReturn(l *landing) bool {
	return l.again && slices.ContainsFunc(l.visit.near, func(s *seat) bool {
		return t.laidBy[own{s, l.card.Card}] == l.pile && slices.ContainsFunc(s.spots(), func(r spotRef) bool { return t.touched(r.place()) })
	})
}

// leftAfterAll notes that the top card of a pile is gone that was seen on its owner's spot before.
func (t *Tracker) leftAfterAll(p *pile, c models.Card) bool {
	i := slices.IndexFunc(t.waiting, func(w *waiting) bool {
		return w.pile == p && w.doubtful && w.event.To != "" && *w.event.Card == c
	})
	if i < 0 {
		return false
	}
	w := t.waiting[i]
	w.doubtful, w.due = false, t.now
	delete(t.laidBy, own{t.seatNamed(w.event.Player), c})
	p.lift(c)
	return true
}

// proveTaken takes a card for taken back that is still on its way: what it had lain upon was in sight, nobody can have laid that
// anew, and now the next card lies on it.
func (t *Tracker) proveTaken(p *pile, next models.Card) {
	if p.instead == nil || p.instead.laid.Player != "" || !follows(p.card, next) {
		return
	}
	for _, w := range t.waiting {
		if w.pile != p || !w.doubtful || w.event.To != "" {
			continue
		}
		w.doubtful = false
		for _, s := range t.seats {
			if o := (own{s, *w.event.Card}); t.laidBy[o] == p {
				delete(t.laidBy, o)
				t.onTheWay[o], w.event.Player = true, s.player.Name
			}
		}
	}
}
