package track

import (
	"cmp"
	"slices"

	"schiri/models"
)

// How long what was seen may wait for what explains it, in seconds.
const (
	raceHold     = 0.28 // a card in full sight that somebody else may have laid there too, while the spot where it lay is out of sight
	mostUnder    = 0.15 // a card just read, until no arm is upon it any more
	flipHold     = 1.3  // a new discard top: turned over, or uncovered by a play still in the air
	recycleHold  = 2.0  // an empty discard pile: picked up, or its last card is in the air
	refillHold   = 1.0  // the next card of the Ligretto pile, or its empty place, in sight
	takeBackHold = 1.0  // the card taken back arrives somewhere
	vanishAfter  = 3.0  // a card that left and was not seen again
	heldFor      = 4.0  // a card of the discard pile, held over one pile after another, though others seem to have been turned over upon it
	reachBack    = 3.0  // an arm seen this long ago may have laid the card on a new pile
	topHold      = 0.2  // the place of the Ligretto pile from which a card was played: its last one ends the round
	emptyHold    = 0.6  // an empty Ligretto pile from which a gap was filled: a card of the table's colour is read once it lies in sight
	unreadHold   = 2.0  // a card that may lie on a pile which cannot be read yet, beyond its usual time
)

// waiting is an event that is known but not complete.
type waiting struct {
	event models.Event
	due   float64     // told at this time at the latest
	ready func() bool // told as soon as this holds; nil: at due
	of    *departure  // dropped when this departure is explained otherwise
	pile  *pile
	tops  *spotRef // whose new top is noted when it is told
	// doubtful says of a card taken back that it may still lie there: unless it is seen to have left the pile and to
	// have arrived somewhere, nothing is certain but that the pile was out of sight.
	doubtful bool
}

// Watch takes in what moves at time now (seconds of media time) while no card can be read, the lens being out of focus, and gives
// the events decided by it. What waits for something to come into sight waits for as much longer. The activity is only read.
func (t *Tracker) Watch(now float64, act *Activity) []models.Event {
	longer := now - t.now
	t.soft = now
	for _, w := range t.waiting {
		w.due += longer
	}
	for _, l := range t.landed {
		l.due += longer
	}
	return t.Step(now, act, nil)
}

func (t *Tracker) wait(w *waiting) { t.waiting = append(t.waiting, w) }

// settleWaiting tells what need not wait any longer, and gives up on cards that stay away.
func (t *Tracker) settleWaiting() {
	t.flush(func(w *waiting) bool {
		return t.now >= w.due && !t.mayLieUnread(w) && !t.mayBeCarried(w) && !t.justEmptied(w) || w.ready != nil && w.ready()
	})
	t.away = slices.DeleteFunc(t.away, func(d *departure) bool { return d.covered && t.now-d.t > heldFor })
	for _, d := range slices.Clone(t.gone) {
		if t.now-d.t < vanishAfter || slices.ContainsFunc(t.waiting, func(w *waiting) bool { return w.of == d }) {
			continue
		}
		t.forget(d)
		if d.unexplained() {
			t.vanished(d)
			t.away = append(t.away, d)
		}
	}
}

// vanished tells that a card left its spot and was not seen where to.
func (t *Tracker) vanished(d *departure) {
	d.told = true
	e := models.Event{Type: models.EventVanish, Time: d.t, Card: &d.card, Confidence: 0.8}
	t.fromSpot(&e, source{d.ref, d})
	t.emit(e)
}

// mayLieUnread tells that what seems to be a new discard top may have been uncovered: a pile that was waiting for the
// card that was the top before does not look as it did, and its owner was there.
func (t *Tracker) mayLieUnread(w *waiting) bool {
	if w.of == nil || w.event.Type != models.EventFlip || t.now >= w.due+unreadHold {
		return false
	}
	return slices.ContainsFunc(t.piles, func(p *pile) bool {
		next := models.Card{Color: p.card.Color, Number: p.card.Number + 1}
		return (p.unread > 0 || t.touched(&p.place)) && w.of.card == next && slices.Contains(t.reachedFor(p), w.of.ref.seat)
	})
}

// mayBeCarried tells that what seems to be a new discard top may have been uncovered: the hand that was there went to the piles and is
// there still, looking for a place, and has neither laid nor taken anything else.
func (t *Tracker) mayBeCarried(w *waiting) bool {
	if w.of == nil || w.event.Type != models.EventFlip || t.now >= w.of.t+heldFor {
		return false
	}
	s, left := w.of.ref.seat, w.of.t
	other := func(d *departure) bool { return d != w.of && d.ref.seat == s && d.t > left-again }
	went := s.atPiles.from > w.of.kept && s.atPiles.from < left+inHand/2 && t.now < s.atPiles.until+again
	return went && s.laid < left && !slices.ContainsFunc(t.gone, other)
}

// justEmptied tells that what filled a gap seems to have been the last card of its Ligretto pile, which ends the round, and that the place
// has been seen to be empty for a moment only.
func (t *Tracker) justEmptied(w *waiting) bool {
	if w.event.Type != models.EventRefill {
		return false
	}
	p := w.tops.place()
	return p.state == bare && t.now < p.seen+emptyHold
}

// flush tells the waiting events that are picked, in order of time.
func (t *Tracker) flush(pick func(*waiting) bool) {
	var told, kept []*waiting
	for _, w := range t.waiting {
		if pick(w) {
			told = append(told, w)
		} else {
			kept = append(kept, w)
		}
	}
	t.waiting = kept
	slices.SortStableFunc(told, func(a, b *waiting) int { return cmp.Compare(a.event.Time, b.event.Time) })
	for _, w := range told {
		if w.tops != nil {
			t.noteTops(&w.event, *w.tops)
		}
		if w.of != nil {
			t.forget(w.of)
		}
		if w.of != nil && w.event.Type == models.EventFlip {
			t.away = append(t.away, w.of)
		}
		if w.event.Type == models.EventTakeBack && w.event.To != "" && !w.doubtful {
			w.pile.instead = nil // it was seen where it lies now: the next one like it on the pile is another player's
		}
		if w.event.Type == models.EventTakeBack && w.pile.state == shows && w.pile.part > 0 {
			w.event.PileTop = models.ShownCard(w.pile.card)
		}
		if w.doubtful {
			w.event = models.Event{Type: models.EventCovered, Time: w.event.Time, Until: t.now, Pile: w.event.Pile}
		}
		t.emit(w.event)
	}
}

// fromSpot notes whose spot a card left and what came into sight there.
func (t *Tracker) fromSpot(e *models.Event, s source) {
	r := s.ref
	e.Player, e.From, e.Slot = r.seat.player.Name, r.spot, r.rowSlot()
	if s.left != nil && s.left.top.Noted {
		e.LigrettoTop = s.left.top
		return
	}
	t.noteTops(e, r)
}

// noteTops notes what is in sight on the pile a card left.
func (t *Tracker) noteTops(e *models.Event, r spotRef) {
	var top models.Shown
	switch p := r.place(); p.state {
	case shows:
		top = models.ShownCard(p.card)
	case bare:
		top = models.ShownEmpty()
		r.place().toldEmpty = true
	}
	switch r.spot {
	case models.SpotLigretto:
		e.LigrettoTop = top
	case models.SpotDiscard:
		e.DiscardTop = top
	}
}
