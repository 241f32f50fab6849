package track

import (
	"math"
	"slices"

	"schiri/models"
)

// firstSeconds is how long after the first look a pile may come into sight that an arm covered then.
const firstSeconds = 3

// arrival is a card that came to lie in a zone before the table was told: upon another one, or where the bare table was in sight.
type arrival struct {
	card models.Observation
	bare bool // the table was in sight there
}

// firstSight collects the cards of a zone before the table is told: what lay there first, and what came since.
func (t *Tracker) firstSight(s *seat, o models.Observation) {
	if len(s.first) == 0 {
		s.firstAt = t.now
	}
	over := func(u models.Observation) bool { return u.Corners.IoU(o.Corners) > samePlace }
	if i := slices.IndexFunc(s.arrived, func(a arrival) bool { return a.card.Card == o.Card && over(a.card) }); i >= 0 {
		s.arrived[i].card = o
		return
	}
	below := slices.IndexFunc(s.first, over)
	if below >= 0 && t.cameUpon(s.first[below], o) {
		s.arrived = append(s.arrived, arrival{card: o})
		return
	}
	s.first = append(slices.DeleteFunc(s.first, over), o)
	s.arrived = slices.DeleteFunc(s.arrived, func(a arrival) bool { return over(a.card) }) // it was in a hand
	if below < 0 && t.now > t.begun+flight && t.wasBare(o.Corners) {                       // what is there sooner may have lain under a hand that passes for the table
		s.arrived = append(s.arrived, arrival{o, true})
	}
}

// cameUpon tells that a card has come to lie upon the one that was in sight there, and that this was not another one read wrongly, or in a
// hand, in which cards lie at other angles.
func (t *Tracker) cameUpon(below, o models.Observation) bool {
	return o.Card != below.Card && min(o.Confidence, below.Confidence) >= fannedSure && below.Corners.IoU(o.Corners) >= mostly &&
		t.movedSince(t.act.Under(o.Corners), t.begun)
}

// asItWas takes back what came to a zone before the table was told, so that it is told as it first lay. What was dealt lay there at once.
func (t *Tracker) asItWas(s *seat) {
	for _, a := range s.arrived {
		r, ok := s.spotAt(a.card.Corners)
		switch {
		case !ok:
		case r.spot == models.SpotRow && t.fresh:
			r.place().show(a.card, t.begun)
		case a.bare && r.spot != models.SpotLigretto:
			*r.place() = place{state: bare, quad: r.place().quad, seen: t.begun}
		}
	}
}

// tellArrived tells of what came to a zone before the table was told.
func (t *Tracker) tellArrived(s *seat) {
	for _, a := range s.arrived {
		r, ok := s.spotAt(a.card.Corners)
		switch {
		case !ok:
		case r.spot == models.SpotDiscard:
			t.newDiscard(r, a.card)
		case r.spot == models.SpotRow && !t.fresh:
			t.left(r, false)
			t.refilled(r, a.card)
		case r.spot == models.SpotLigretto && !a.bare:
			t.left(r, false)
			r.place().show(a.card, t.now)
		}
	}
	s.arrived = nil
}

// openingShare is the part of a card that must have been in sight in the first picture for the card to be known to have lain there.
const openingShare = 0.25

// wasInSight tells that so much of the card that lies at q, and not of the table, looks as in the first picture.
func (t *Tracker) wasInSight(q models.Quad) bool {
	lasts, cells := 0, t.act.Under(q)
	for _, i := range cells {
		if t.act.Lasts[i] && !t.act.Bare[i] {
			lasts++
		}
	}
	return float64(lasts) >= openingShare*float64(len(cells))
}

// fanned is how much of a card is in sight at the least in a row whose cards overlap, and fannedSure how surely it must be read then.
const (
	fanned     = 0.5
	fannedSure = 0.9
)

// inFan tells that a front was read for certain that may lie in a row whose cards overlap.
func inFan(o models.Observation) bool {
	return o.Face == models.FaceFront && o.Card.Valid() && o.Confidence >= fannedSure && o.Visible >= fanned
}

// How long the first look waits for arms to get out of the way, in seconds.
const openWithin = 1.5

// open tells the table as it first lay: once every seat is wholly in sight, or at the latest when
// the first thing happens (now).
func (t *Tracker) open(now bool) {
	if t.opened || t.begun < 0 {
		return
	}
	t.fresh = !slices.ContainsFunc(t.piles, func(p *pile) bool { return !p.laid })
	complete, any := true, false
	left := map[*seat][]place{}
	for _, s := range t.seats {
		left[s] = s.emptied()
		s.layOut(s.first, t.rows, t.fresh, t.begun)
		complete = complete && s.complete()
		any = any || s.pitch > 0
	}
	if t.opened = now || complete || any && t.now >= t.begun+openWithin; t.opened {
		for _, s := range t.seats {
			t.asItWas(s)
			t.emitSeat(s, t.begun, t.fresh)
		}
		for _, p := range t.piles {
			p.untold = true
		}
		t.tellPiles(false)
	}
	for _, s := range t.seats {
		s.empty(left[s])
		if t.opened {
			t.tellArrived(s)
		}
	}
}

// openLate tells of the players of whose cards nothing was in sight when the table was told, as arms lay over them all: their plays
// would be from nowhere for the whole round, and nobody would notice their empty Ligretto pile. A card or two there may be
// somebody else's.
func (t *Tracker) openLate() {
	for _, s := range t.seats {
		if s.pitch > 0 || 2*len(s.first) < 1+t.rows {
			continue
		}
		if s.layOut(s.first, t.rows, false, t.now); s.complete() || t.now >= s.firstAt+openWithin {
			t.emitSeat(s, t.now, false)
		} else {
			s.pitch = 0 // more of them may come into sight
		}
	}
}

// tellPiles tells of the piles that lay there from the beginning. What seemed to be one under an arm may have been a card
// in its hand: it is told once the arm has gone, or at the end (all), unless the table is in sight there.
func (t *Tracker) tellPiles(all bool) {
	for _, p := range t.piles {
		if !p.untold || p.absent > 0 || !all && t.touched(&p.place) {
			continue
		}
		cells := t.act.Under(p.quad)
		free := max(share(t.act.Bare, cells), share(t.act.Clear, cells)) >= bareShare
		if undisturbed := t.now-p.seen < reachBack && t.kept(&p.place) == t.now; undisturbed || !free {
			t.emitPile(p)
		}
	}
}

// emitSeat tells a player's spots as first seen at a time, in seconds: dealt just before, or as they are in mid-round.
func (t *Tracker) emitSeat(s *seat, at float64, dealt bool) {
	if s.pitch == 0 {
		return
	}
	laid := false
	for _, r := range s.spots() {
		if r.spot == models.SpotLigretto {
			continue // it would end the round if it were empty, and what was not made out on it may lie there
		}
		cells := t.act.Under(r.place().quad)
		if p := r.place(); p.state == unseen && share(t.looked, cells) > 0.5 && share(t.act.Bare, cells) >= bareShare {
			p.state, p.seen = bare, t.now
			laid = laid || dealt && r.spot == models.SpotRow && t.movedSince(cells, at)
		}
	}
	if dealt && s.discard.state == unseen {
		s.discard.state = bare
	}
	e := models.Event{Type: models.EventDeal, Time: at, Player: s.player.Name, Confidence: 1}
	for _, p := range s.row {
		e.Row = append(e.Row, p.card)
	}
	// An empty Ligretto pile would end the round, so it is not told of a first look.
	if s.ligretto.state == shows {
		e.LigrettoTop = models.ShownCard(s.ligretto.card)
	}
	if !dealt {
		e.Type = models.EventStart
	}
	if !dealt || s.discard.state == shows { // how many were turned over since the deal, nobody saw
		t.noteTops(&e, spotRef{s, models.SpotDiscard, 0})
	}
	t.emit(e)
	if laid { // a card dealt there was gone before it came into sight: nobody knows which it was
		t.emit(models.Event{Type: models.EventCovered, Time: at, Until: t.now, Player: s.player.Name, Confidence: 1})
	}
}

// movedSince tells that something has moved over some cells of a place since a time, in seconds.
func (t *Tracker) movedSince(cells []int, since float64) bool {
	n := 0
	for _, i := range cells {
		if t.act.Moved[i] > since {
			n++
		}
	}
	return n >= touchedCells
}

// emitPile tells of a centre pile that lay there before the film began.
func (t *Tracker) emitPile(p *pile) {
	p.untold = false
	if p.instead != nil {
		p.instead.told = true
	}
	card, corners := p.card, p.quad
	t.emit(models.Event{Type: models.EventStart, Time: min(t.begun, math.Max(0, p.seen)), Pile: p.id, Card: &card, Confidence: 1, Corners: &corners})
}
