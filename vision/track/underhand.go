package track

import (
	"slices"

	"schiri/models"
)

// unshown is a card laid in the centre that was never in sight before.
type unshown struct {
	card models.Card
	rest float64 // when it came to rest, in seconds
	from float64 // the next one below in the hand came into sight after this, in seconds: else it was turned over by itself
}

// handBack is for how many seconds at the least after a card came to rest in the centre no hand has turned over the next ones.
const handBack = 0.5

// fromUnderHand is where the only player who can have laid a card took it from that was never in sight: he turned cards
// over and took the top one before his hand left, so that what seems to have been turned over is the next one below. Nil:
// that is not what happened, or his hand is there still; see laidBefore.
func (t *Tracker) fromUnderHand(l *landing, s *seat) *source {
	under := unshown{l.card.Card, l.rest, l.rest - inHand}
	unknown := func(r spotRef) bool { return r.spot != models.SpotDiscard && r.place().state == unseen }
	if slices.ContainsFunc(s.spots(), unknown) { // it may have lain there, but no hand turns cards over and lays one as fast
		under.from = l.rest - again
	}
	from := t.turnedOver(under, s)
	if from == nil {
		s.unshown = under
	}
	return from
}

// turnedOver is where a card came from that was never in sight, if a flip of its player just before waits to be told; nil:
// none does. That flip is told of the card itself then.
func (t *Tracker) turnedOver(u unshown, s *seat) *source {
	i := slices.IndexFunc(t.waiting, func(w *waiting) bool {
		e := w.event
		return e.Type == models.EventFlip && e.Player == s.player.Name && u.mayCover(e.Time)
	})
	if i < 0 {
		return nil
	}
	w := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	if w.of != nil {
		t.forget(w.of)
	}
	flip := w.event
	u.above(&flip)
	return &source{spotRef{s, models.SpotDiscard, 0}, &departure{card: u.card, t: flip.Time, flip: &flip}}
}

// mayCover tells that the card may have lain on one that came into sight on the discard pile at a time.
func (u unshown) mayCover(at float64) bool { return at > u.from && at < u.rest+handBack }

// above makes of a flip of the card that was below the one that it was.
func (u unshown) above(flip *models.Event) {
	flip.Card, flip.Confidence = &u.card, 0.7
	flip.Time = max(0, min(flip.Time, u.rest-flight))
}

// mayBeUnderHand tells that the card may have come from under the hand of the only player whose arm was over the place: he
// was at his discard pile just before, and all such cards that were in sight elsewhere may lie there still, below others,
// as no arm came from there.
func (t *Tracker) mayBeUnderHand(l *landing, src []source) bool {
	if l.unseen || l.visit.unknown || len(l.visit.over) != 1 {
		return false
	}
	s := l.visit.over[0]
	surely := func(o source) bool {
		return slices.Contains(l.visit.near, o.ref.seat) || o.left != nil && !o.left.covered
	}
	was := func(i int) bool { return t.act.Moved[i] > l.rest-inHand }
	return !slices.ContainsFunc(src, surely) && slices.ContainsFunc(t.act.Under(s.discard.quad), was)
}

// laidBefore corrects a flip that tells of the card in sight now, if that only came into sight as the card turned over was
// laid from under the hand: the flip was of that one.
func (s *seat) laidBefore(flip *models.Event) {
	u := s.unshown
	if u == (unshown{}) || !u.mayCover(flip.Time) {
		return
	}
	s.unshown, flip.DiscardTop = unshown{}, models.ShownCard(*flip.Card)
	u.above(flip)
}
