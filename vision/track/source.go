package track

import (
	"cmp"
	"slices"
	"strings"

	"schiri/models"
)

// departure is a card that left its spot and was not yet seen elsewhere.
type departure struct {
	ref  spotRef
	card models.Card
	t    float64 // when it left, in seconds
	seen float64 // and when it was last in sight there
	kept float64 // until when it surely lay there
	// covered says that the card may also lie where it was, below others, or have been picked up with them: on the discard pile.
	covered bool
	// whole says that cards lay below it which are gone too: the pile was picked up, and not this card alone.
	whole bool
	// claimed says that the card may be one that somebody, nobody knows who, laid in the centre.
	claimed bool
	told    bool // its leaving was told
	// top is the card below it on its Ligretto pile, if that has left since: what is in sight there now came into sight later.
	top models.Shown
	// flip is how the card came to its spot, where that is believed only if the card went on to the centre.
	flip *models.Event
}

// unexplained tells that the card surely left its spot, that nothing explains where to, and that this was not told yet.
func (d *departure) unexplained() bool { return !d.covered && !d.claimed && !d.told && d.flip == nil }

// source is where a card that came into sight may have come from.
type source struct {
	ref  spotRef
	left *departure // nil: the spot is covered just now, nobody saw the card leave
}

// claim notes that the card may be one that somebody, nobody knows who, laid in the centre.
func (s source) claim() {
	if s.left != nil {
		s.left.claimed = true
		return
	}
	s.ref.place().claimed = true
}

// unshown is a card laid in the centre that was never in sight before.
type unshown struct {
	card models.Card
	rest float64 // when it came to rest, in seconds
	from float64 // the next one below in the hand came into sight after this, in seconds: else it was turned over by itself
}

// handBack is for how many seconds at the least after a card came to rest in the centre no hand has turned over the next ones.
const handBack = 0.5

// fromUnderHand is where the only one who can have laid a card that was never in sight took it from: he turned cards over and took the
// top one before his hand left, so that what seems to be the card turned over is the next one below. Nil: that is not what happened, or
// his hand is there still; see laidBefore.
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

// turnedOver is where a card came from that was never in sight, if the one who laid it has turned cards over just before, as is to be
// told yet; nil: he has not.
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

// mayBeUnderHand tells that the card may have come from under the hand of the only one whose arm was over the place, as he was at
// his discard pile just before, and that all that were in sight elsewhere may lie there still, below others, no arm having come from there.
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

// laidBefore makes of a flip that tells of the card in sight now the one that it was, where that card only came into sight as the
// one turned over was laid from under the hand.
func (s *seat) laidBefore(flip *models.Event) {
	u := s.unshown
	if u == (unshown{}) || !u.mayCover(flip.Time) {
		return
	}
	s.unshown, flip.DiscardTop = unshown{}, models.ShownCard(*flip.Card)
	u.above(flip)
}

// departed lists the departures of a card that are not explained yet, the first one first.
func (t *Tracker) departed(c models.Card) []source {
	var out []source
	for _, d := range t.gone {
		if d.card == c {
			out = append(out, source{d.ref, d})
		}
	}
	slices.SortStableFunc(out, func(a, b source) int { return cmp.Compare(a.left.t, b.left.t) })
	return out
}

// sources lists where a card may have come from: spots it left, then spots where it was and
// that are out of sight now.
func (t *Tracker) sources(c models.Card) []source {
	out := t.departed(c)
	for _, s := range t.seats {
		for _, r := range s.spots() {
			if p := r.place(); p.state == shows && p.card == c && t.touched(p) {
				out = append(out, source{r, nil})
			}
		}
	}
	return out
}

// flight is for how many seconds a card is carried from its spot to the centre, at the least.
const flight = 0.2

// kept is until when the card in sight on a place surely lay there, in seconds: nothing had come over it.
func (t *Tracker) kept(p *place) float64 {
	until, cells := p.seen, t.act.Under(p.quad)
	for _, s := range t.hands.shots {
		if s.time < p.seen {
			continue
		}
		if !s.undisturbed(cells) {
			break
		}
		until = s.time
	}
	return until
}

// sourcesOf lists where a card that came to the centre may have come from. What still lay on its spot just before it
// came is another one, and what may be a card that somebody laid before is not in a hand for long after.
func (t *Tracker) sourcesOf(l *landing) []source {
	return slices.DeleteFunc(t.sources(l.card.Card), func(s source) bool {
		mayBeLaid := s.left != nil && s.left.claimed && s.left.t < l.rest-inHand
		return mayBeLaid || s.keptUntil(t) > l.rest-flight
	})
}

// newSources are the sources of a card but for those that an earlier play may explain.
func (t *Tracker) newSources(c models.Card) []source {
	return slices.DeleteFunc(t.sources(c), func(s source) bool { return s.left != nil && s.left.claimed })
}

// bringers are the sources of a card seen on a pile but for those from which it cannot have come: such a card lay on its
// spot still just before, or has not surely left it and its owner's arm was not at the pile.
func (t *Tracker) bringers(p *pile, o models.Observation) []source {
	rest, v := t.rested(o.Corners, p.seen), t.visitTo(p, o)
	return slices.DeleteFunc(t.newSources(o.Card), func(s source) bool {
		there := v.unknown || slices.Contains(v.near, s.ref.seat)
		return s.keptUntil(t) > rest-flight || !there && !s.lost()
	})
}

// keptUntil is until when the card surely lay on its spot, in seconds.
func (s source) keptUntil(t *Tracker) float64 {
	if s.left != nil {
		return s.left.kept
	}
	return t.kept(s.ref.place())
}

// touchedCells is how many cells of a place must differ for it to count as touched.
const touchedCells = 3

// touched tells whether something goes on at a place just now, or may have while there was no picture.
func (t *Tracker) touched(p *place) bool {
	if t.blind.until == t.now {
		return true
	}
	n := 0
	for _, i := range t.act.Under(p.quad) {
		if t.act.Arm[i] || t.act.Changed[i] {
			n++
		}
	}
	return n >= touchedCells
}

// handShare is the part of a card's place that a hand covers at the least when it takes the card.
const handShare = 0.3

// reachedInto tells whether a hand may have taken the card from a place since it was last seen there.
func (t *Tracker) reachedInto(p *place) bool {
	cells := t.act.Under(p.quad)
	return t.blind.until > p.seen || slices.ContainsFunc(t.hands.shots, func(s shot) bool {
		settled := 0
		for _, i := range cells {
			if s.over[i] == settledCell {
				settled++
			}
		}
		return s.time > p.seen && float64(settled) <= (1-handShare)*float64(len(cells))
	})
}

// choose picks where a card laid in the centre came from: best is a spot that the card left and whose owner's arm (by)
// was over the place or, where the card surely left, close by (near), then one that an arm covers just now and whose
// owner was there, then any that the card left, its owner's arm close by or not. A spot that is merely covered just now
// tells only if nobody's arm was seen at the place. If that does not leave one seat, those that come into question are
// given instead. A card picked up with its whole pile is in its owner's hand, and was laid from there only if nobody whose
// arm was close by had another one.
func choose(src []source, by, near []*seat) (*source, []*seat) {
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
	for _, fits := range []func(source) bool{
		func(s source) bool { return left(s) && there(s) },
		func(s source) bool { return left(s) && !s.left.covered && close(s) },
		there,
		func(s source) bool { return left(s) && close(s) },
		close,
		left,
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

// take explains a departure: the card was seen elsewhere.
func (t *Tracker) take(s source) {
	if s.left == nil {
		*s.ref.place() = place{quad: s.ref.place().quad, seen: t.now}
		return
	}
	t.forget(s.left)
}

// forget drops a departure and what was to be told about it.
func (t *Tracker) forget(d *departure) {
	t.gone = slices.DeleteFunc(t.gone, func(e *departure) bool { return e == d })
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waiting) bool { return w.of == d })
}

// noteVisits notes whose arms reach to the piles.
func (t *Tracker) noteVisits() {
	now := t.hands.shots[len(t.hands.shots)-1]
	for _, p := range t.piles {
		if arm := now.arms(t.act.Under(reach(p.quad))); len(arm) > 0 {
			for _, k := range t.whose(now, arm) {
				p.near[t.seats[k]] = t.now
			}
		}
	}
}

// reach is a card's place with a margin of four tenths of its sides: the hand that holds a card by its edge lies there.
func reach(q models.Quad) models.Quad { return q.Grown(1.8) }

// reachedFor are the players whose arms were at a pile since it was last in sight.
func (t *Tracker) reachedFor(p *pile) []*seat {
	return slices.DeleteFunc(slices.Clone(t.seats), func(s *seat) bool { return p.near[s] == 0 || p.near[s] < p.seen })
}

// ownSides tells whether every player sits alone at one side, so that an arm is its player's.
func (t *Tracker) ownSides() bool {
	taken := map[string]bool{}
	for _, s := range t.seats {
		side := s.player.Seat
		if side == "" || strings.Contains(side, "-") || taken[side] {
			return false
		}
		taken[side] = true
	}
	return true
}
