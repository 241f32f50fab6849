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
	// missed is when something else was first in sight there.
	missed float64
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

// kept is until when the card in sight on a place surely lay there, in seconds: nothing had come over it. What goes on in a pause without
// pictures nobody knows.
func (t *Tracker) kept(p *place) float64 {
	until, cells := p.seen, t.act.Under(p.quad)
	for _, s := range t.hands.shots {
		if s.time < p.seen {
			continue
		}
		if !s.undisturbed(cells) || p.seen < t.blind.until && s.time >= t.blind.until {
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

// bringers are the sources of a card seen on a pile, or where none is known (nil), but for those from which it cannot have come: such a
// card lay on its spot still just before, or has not surely left it and its owner's arm was not there.
func (t *Tracker) bringers(p *pile, o models.Observation) []source {
	v := t.visitTo(p, o)
	rest := t.rested(o.Corners, v.since)
	if p != nil {
		rest = t.rested(o.Corners, p.seen)
	}
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
	t.away = slices.DeleteFunc(t.away, func(e *departure) bool { return e == d })
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waiting) bool { return w.of == d })
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
