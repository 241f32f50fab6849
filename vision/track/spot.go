package track

import (
	"slices"

	"schiri/models"
)

// sawInZone takes in a card that lies on top in a player's zone.
func (t *Tracker) sawInZone(s *seat, o models.Observation) {
	r, ok := s.spotAt(o.Corners)
	if !ok {
		return
	}
	p := r.place()
	raced := t.racedFromBelow(r, o)
	t.found(s, o.Card)
	switch {
	case raced:
		p.show(o, t.now)
		return
	case p.state == shows && (p.card == o.Card || !t.touched(p)):
		if p.card == o.Card && t.touched(p) && !t.lostRace(source{r, nil}, o) {
			p.away = stay{t.kept(p), t.now}
		}
		p.show(o, t.now)
		return
	case t.cameBack(r, o), t.heldOver(r, o):
		return
	}
	switch r.spot {
	case models.SpotLigretto:
		t.left(r, false)
		if p.toldEmpty {
			t.wasNotEmpty(r)
		}
		p.show(o, t.now)
	case models.SpotRow:
		t.left(r, false)
		t.refilled(r, o)
	case models.SpotDiscard:
		t.newDiscard(r, o)
	}
}

// racedFromBelow tells of a card in sight again on a discard pile that seemed to have been covered there by another one turned over, but had
// been laid on an equal card and was taken back, if that is what happened: the other one was not laid, so that it lies below.
func (t *Tracker) racedFromBelow(r spotRef, o models.Observation) bool {
	above := r.place()
	if r.spot != models.SpotDiscard || above.state != shows || above.card == o.Card || t.laidBy[own{r.seat, above.card}] != nil {
		return false
	}
	return slices.ContainsFunc(t.away, func(d *departure) bool { return d.ref == r && d.card == o.Card && t.lostRace(source{r, d}, o) })
}

// heldOver tells that a card seen on the discard pile has just left another spot of its owner, who holds it there before he plays
// it: it was not turned over.
func (t *Tracker) heldOver(r spotRef, o models.Observation) bool {
	return r.spot == models.SpotDiscard && slices.ContainsFunc(t.gone, func(d *departure) bool {
		return d.ref.seat == r.seat && d.ref.spot != models.SpotDiscard && d.card == o.Card && !d.claimed
	})
}

// wasNotEmpty tells that a Ligretto pile which was told to be used up has cards after all: its place could not be seen as
// it was. What lies there a moment later is what counts, a hand may carry a card across it.
func (t *Tracker) wasNotEmpty(r spotRef) {
	e := models.Event{Type: models.EventCovered, Time: r.place().seen, Until: t.now, Player: r.seat.player.Name, Confidence: 0.9}
	t.wait(&waiting{event: e, due: t.now + emptyHold, tops: &r})
}

// unreadable notes a new card on the discard pile that cannot be read: the one below it may have
// gone to the centre.
func (t *Tracker) unreadable(r spotRef, o models.Observation) {
	p := r.place()
	if r.spot != models.SpotDiscard || o.Face != models.FaceUnknown || o.Visible < inSight || !t.touched(p) {
		return
	}
	if t.left(r, true) != nil {
		*p = place{quad: p.quad, seen: t.now, unread: true}
	}
}

// uncover notes that the card of a spot was laid in the centre, where it came to rest at a time, in seconds. What could not be read on
// the spot before that was no card turned over: it was the one below, or the hand that took the card.
func (r spotRef) uncover(rest float64) {
	if p := r.place(); p.seen < rest {
		p.unread = false
	}
}

// left notes that the card in sight on a spot is not there any more.
func (t *Tracker) left(r spotRef, covered bool) *departure {
	p := r.place()
	if p.state != shows {
		return nil
	}
	d := &departure{
		ref: r, card: p.card, t: t.rested(p.quad, p.seen), seen: p.seen, kept: t.kept(p), missed: t.now, covered: covered, claimed: p.claimed,
	}
	for _, before := range t.gone {
		if before.ref == r && r.spot == models.SpotLigretto && !before.top.Noted {
			before.top = models.ShownCard(p.card)
		}
	}
	t.gone = append(t.gone, d)
	return d
}

// spotGone handles a spot where the bare table is in sight.
func (t *Tracker) spotGone(r spotRef) {
	p := r.place()
	at := t.rested(p.quad, p.seen)
	d := t.left(r, false)
	*p = place{state: bare, quad: p.quad, seen: t.now, toldEmpty: p.toldEmpty}
	if r.spot != models.SpotDiscard {
		return
	}
	t.flush(func(w *waiting) bool { return w.event.Type == models.EventFlip && w.event.Player == r.seat.player.Name })
	e := models.Event{Type: models.EventRecycle, Time: at, Player: r.seat.player.Name, Confidence: 0.9}
	switch {
	case d != nil:
		d.whole = r.seat.discarded > 1
		d.covered = !d.whole && r.seat.deep // it may have been picked up with others
		t.wait(&waiting{event: e, due: t.now + recycleHold, of: d})
	case r.seat.discarded > 0: // the card that a play out of sight uncovered went with all others
		t.emit(e)
	}
}

// cameBack tells whether a card that seems to arrive on a spot is one that was lifted there or
// lay in the centre, and notes where it went.
func (t *Tracker) cameBack(r spotRef, o models.Observation) bool {
	for _, p := range slices.Clone(t.piles) {
		if p.absent > 0 && len(p.under) == 0 && p.card == o.Card && t.mayOwn(p, r.seat, o.Card) {
			t.pileGone(p)
		}
	}
	for _, w := range t.waiting {
		if w.event.Type == models.EventTakeBack && *w.event.Card == o.Card && w.event.To == "" && t.mayOwn(w.pile, r.seat, o.Card) {
			w.event.Player, w.event.To, w.due, w.doubtful = r.seat.player.Name, r.spot, t.now, false
			delete(t.laidBy, own{r.seat, o.Card})
			w.event.Slot = r.rowSlot()
			r.place().show(o, t.now)
			return true
		}
	}
	if i := slices.IndexFunc(t.gone, func(d *departure) bool { return d.ref == r && d.card == o.Card && !d.whole }); i >= 0 {
		d := t.gone[i]
		if !t.lostRace(source{r, d}, o) {
			t.inSightAgain(d)
			r.place().away = stay{d.kept, t.now}
		}
		r.place().show(o, t.now)
		return true
	}
	if back := (own{r.seat, o.Card}); t.onTheWay[back] {
		delete(t.onTheWay, back)
		r.place().show(o, t.now)
		return true
	}
	p := t.laidBy[own{r.seat, o.Card}]
	if p == nil {
		return false
	}
	switch {
	case p.copies(o.Card) > 1:
		t.emit(t.fromCentre(p, r, o))
		delete(t.laidBy, own{r.seat, o.Card})
		p.lift(o.Card)
	case p.card != o.Card:
		return true // it lies below others, so this is another card, misread, or that one is somebody else's
	case t.touched(&p.place):
		t.wait(&waiting{event: t.fromCentre(p, r, o), due: t.now + takeBackHold, pile: p, doubtful: true})
	case !t.wonRace(p, t.fromCentre(p, r, o), o):
		return true // it still lies in the centre, so this is another card, misread, or that one is somebody else's
	}
	r.place().show(o, t.now)
	return true
}

// mayOwn tells whether a card that lay on a pile can be the seat's: nobody is known to have laid it, or the seat did.
func (t *Tracker) mayOwn(p *pile, s *seat, c models.Card) bool {
	return t.laidBy[own{s, c}] == p || !slices.ContainsFunc(t.seats, func(o *seat) bool { return t.laidBy[own{o, c}] == p })
}

// inSightAgain forgets a departure whose card is in sight on its spot again. On the discard pile
// that is either a card lifted and put back, or one covered by a flip whose card has gone since:
// the latter is believed if that card is seen in the centre.
func (t *Tracker) inSightAgain(d *departure) {
	i := slices.IndexFunc(t.waiting, func(w *waiting) bool { return w.of == d && w.event.Type == models.EventFlip })
	if i >= 0 {
		flip := t.waiting[i].event
		above := t.left(d.ref, false)
		above.flip = &flip
	}
	t.forget(d)
}

// fromCentre is the event of a card that lay in the centre and lies on its owner's spot again: nobody saw it leave.
func (t *Tracker) fromCentre(p *pile, r spotRef, o models.Observation) models.Event {
	card := o.Card
	return models.Event{
		Type: models.EventTakeBack, Time: t.rested(o.Corners, r.place().seen), Player: r.seat.player.Name, Pile: p.id, Card: &card,
		To: r.spot, Slot: r.rowSlot(), Confidence: o.Confidence,
	}
}

// refilled tells that a card came to lie on a row spot.
func (t *Tracker) refilled(r spotRef, o models.Observation) {
	s := r.seat
	since := r.place().seen
	first := r.place().state == unseen && r.place().seen == 0
	r.place().show(o, t.now)
	card, corners := o.Card, o.Corners
	e := models.Event{
		Type: models.EventRefill, Time: t.rested(o.Corners, since), Player: s.player.Name, Slot: r.rowSlot(), Card: &card,
		Confidence: o.Confidence, Corners: &corners,
	}
	lig := spotRef{s, models.SpotLigretto, 0}
	from := slices.IndexFunc(t.gone, func(d *departure) bool { return d.ref == lig && d.card == card })
	disc := slices.IndexFunc(t.gone, func(d *departure) bool {
		return d.ref.seat == s && d.ref.spot == models.SpotDiscard && d.card == card
	})
	top := s.ligretto.state == shows && s.ligretto.card == card && t.touched(&s.ligretto)
	if first && from < 0 && !top {
		return // nothing was known of the spot: it is no news
	}
	left := e.Time
	switch {
	case from >= 0:
		left = min(left, t.gone[from].t)
		t.forget(t.gone[from])
	case top:
		t.take(source{ref: lig})
	case disc >= 0:
		e.From = models.SpotDiscard
		t.forget(t.gone[disc])
		t.noteTops(&e, spotRef{s, models.SpotDiscard, 0})
		t.emit(e)
		return
	}
	w := &waiting{event: e, due: t.now + refillHold, tops: &lig}
	w.ready = func() bool { return s.ligretto.state != unseen && s.ligretto.seen >= left && !t.justEmptied(w) }
	t.wait(w)
}

// newDiscard handles a new top on the discard pile.
func (t *Tracker) newDiscard(r spotRef, o models.Observation) {
	p, name := r.place(), r.seat.player.Name
	was := *p
	t.flush(func(w *waiting) bool {
		return w.event.Player == name && (w.event.Type == models.EventFlip || w.event.Type == models.EventRecycle)
	})
	d := t.left(r, true)
	p.show(o, t.now)
	card, corners := o.Card, o.Corners
	e := models.Event{
		Type: models.EventFlip, Time: t.rested(o.Corners, was.seen), Player: name, Card: &card,
		Confidence: o.Confidence, Corners: &corners,
	}
	r.seat.laidBefore(&e)
	if i := slices.IndexFunc(t.gone, func(d *departure) bool { return d.ref == r }); was.unread && i >= 0 {
		d = t.gone[i]
	}
	switch {
	case d != nil, was.state == bare: // it may be the next one below the one turned over, which is in a hand
		t.wait(&waiting{event: e, due: t.now + flipHold, of: d})
	case was.unread:
		t.emit(e)
	case was.seen == 0 && t.now > t.begun+firstSeconds: // after a play out of sight this is the card uncovered
		t.emit(e)
	}
}
