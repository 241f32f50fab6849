package track

import (
	"cmp"
	"math"
	"slices"

	"schiri/models"
)

// mayRace tells that one of several players who reached for the place may have laid the same card: the spot
// where it lay cannot be seen just now.
func (t *Tracker) mayRace(l *landing) bool {
	var hidden bool
	var there []source
	for _, s := range t.sourcesOf(l) {
		if slices.Contains(l.visit.near, s.ref.seat) || l.lostUnder(s) {
			there, hidden = append(there, s), hidden || s.left == nil
		}
	}
	return hidden && len(seatsOf(there)) > 1
}

// noteTaken notes that cards of a kind that has come to the centre left their row, though their owner's arm is at the
// spot still: most of what lies under the arm looks like the table.
func (t *Tracker) noteTaken(c models.Card) {
	for _, s := range t.sources(c) {
		if s.left == nil && s.ref.spot == models.SpotRow && share(t.act.Bare, t.act.Under(s.ref.place().quad)) >= bareShare {
			t.spotGone(s.ref)
		}
	}
}

// lostUnder tells that an arm was at the place that nobody can be named for, and that it may be that of the owner of a
// spot, who surely lost such a card.
func (l *landing) lostUnder(s source) bool {
	return l.visit.unknown && s.lost()
}

// lost tells that the card surely left its spot and that nothing explains yet where to: one of the Ligretto pile may be
// on its way to a gap in the row.
func (s source) lost() bool {
	gap := func(p place) bool { return p.state == bare }
	fills := s.ref.spot == models.SpotLigretto && slices.ContainsFunc(s.ref.seat.row, gap)
	return s.left != nil && !s.left.covered && !s.left.whole && !s.left.claimed && !fills
}

// busyElsewhere tells that the arm of a source's owner is at another pile just now, which is out of sight.
func (t *Tracker) busyElsewhere(p *pile, s source) bool {
	return slices.ContainsFunc(t.piles, func(q *pile) bool { return q != p && q.near[s.ref.seat] == t.now && t.touched(&q.place) })
}

// mayLayElsewhere tells that one of those who seem to have raced for the place is at another pile just now, and was not
// over this one before the card lay there, or had left it by then: the pile that shows where his card went will soon be in
// sight.
func (t *Tracker) mayLayElsewhere(l *landing) bool {
	by := racers(t.sourcesOf(l), l)
	return t.now < l.due-raceHold+topHold && len(seatsOf(by)) > 1 && slices.ContainsFunc(by, func(s source) bool {
		return (!l.wasOver(s.ref.seat) || l.leftBefore(s.ref.seat)) && t.busyElsewhere(l.pile, s) || s.left.covered && t.wasElsewhere(l, s.ref.seat)
	})
}

// wasOver tells that a seat's arm was over the place, and not only once the card lay there.
func (l *landing) wasOver(s *seat) bool {
	return slices.Contains(l.visit.over, s) && l.visit.stays[s].from <= l.rest+orderLead
}

// leftBefore tells that a seat's arm had clearly left the place before the card came to rest there.
func (l *landing) leftBefore(s *seat) bool { return l.visit.stays[s].until < l.rest-clearLead }

// passedBefore tells that a seat's arm had left the place on the bare table before the card came to rest there: two
// pictures show that. On a pile it cannot be told: of an equal card or one of its colour little moves.
func (t *Tracker) passedBefore(l *landing, s *seat) bool {
	left, without := l.visit.stays[s].until, 0
	for _, h := range t.hands.shots {
		if h.time > left && h.time < l.rest {
			without++
		}
	}
	return l.fresh && left > 0 && without >= 2
}

// wasElsewhere tells that a seat's arm was at another pile while the card was laid, and that this one is not in sight yet.
func (t *Tracker) wasElsewhere(l *landing, s *seat) bool {
	return slices.ContainsFunc(t.piles, func(q *pile) bool { return q != l.pile && q.near[s] > l.visit.since && t.touched(&q.place) })
}

// elsewhere tells whether another pile has just got such a card too, or may have, and from one of the given seats or from
// nobody knows whom: then nobody can tell who laid on which.
func (t *Tracker) elsewhere(p *pile, c models.Card, seats []*seat) bool {
	before := models.Card{Color: c.Color, Number: c.Number - 1}
	return slices.ContainsFunc(t.piles, func(q *pile) bool {
		switch {
		case q == p:
			return false
		case q.card == c && t.now-q.came < reachBack:
			return !slices.ContainsFunc(t.seats, func(s *seat) bool { return t.laidBy[own{s, c}] == q && !slices.Contains(seats, s) })
		case q.card == before && t.touched(&q.place):
			return slices.ContainsFunc(t.reachedFor(q), func(s *seat) bool { return slices.Contains(seats, s) })
		}
		return false
	})
}

// race tells of equal cards that several players laid on a pile before anybody's arm was out of the way, in the order
// in which their arms came to the place and left it, if that was seen and what was seen of their spots does not speak against it.
// Where the last of them was seen to be laid, that is told by itself. Out of focus, arms have no sharp edges, and who came first
// cannot be told.
func (t *Tracker) race(l *landing, src []source) {
	p := l.pile
	l.nameStray(src)
	slices.SortStableFunc(src, func(a, b source) int {
		u, v := l.visit.stays[a.ref.seat], l.visit.stays[b.ref.seat]
		return cmp.Compare(u.from+u.until, v.from+v.until)
	})
	at := make([]float64, len(src))
	for i := len(src) - 1; i >= 0; i-- {
		at[i] = l.rest
		if i+1 < len(src) {
			at[i] = at[i+1]
			if t.soft < l.visit.since && l.first(src[i], src[i+1]) {
				at[i] -= clearLead
			}
		}
	}
	if l.twin {
		src = src[:len(src)-1]
	}
	for i, s := range src {
		if i > 0 {
			p.under = append(p.under, layer{l.card.Card, l.card.Corners})
		}
		t.play(p, l.card, &s, nil, at[i])
	}
}

// first tells that the card of one racer was clearly laid before that of another one: his arm came and left first, or
// that cannot be told, but the card had long been taken when the other one still lay on its spot. Where the arms tell one
// order and the spots the other one, nothing is clear.
func (l *landing) first(a, b source) bool {
	arm, other := l.visit.stays[a.ref.seat], l.visit.stays[b.ref.seat]
	if a.taken(b) || b.taken(a) {
		return a.taken(b) && !other.before(arm)
	}
	return arm.before(other)
}

// taken tells that a card had left its spot clearly before another one did.
func (s source) taken(other source) bool {
	return s.left.t+clearLead < other.left.kept
}

// inLine are the players who lost such a card, as somebody else did, and whose arms seem to be over the place still, but were so in no
// picture without that other one's: an arm behind another one looks so, and so do two who have just raced.
func (t *Tracker) inLine(l *landing) []*seat {
	src := slices.DeleteFunc(t.sourcesOf(l), func(s source) bool { return s.left == nil })
	if len(seatsOf(src)) < 2 {
		return nil
	}
	return slices.DeleteFunc(seatsOf(src), func(s *seat) bool {
		return slices.Contains(l.visit.over, s) || l.visit.stays[s].until < t.now
	})
}

// watchLeave looks whose arms leave the place last, of those that seem to be over it in line: whoever is there alone by then was there.
func (t *Tracker) watchLeave(l *landing) {
	if len(l.behind) == 0 || t.now == l.read {
		return
	}
	v := t.visitors(l.card.Corners, l.visit.since, l.read)
	for s, arm := range l.visit.stays {
		if arm.from > 0 {
			l.visit.stays[s] = stay{arm.from, v.stays[s].until}
		}
	}
	l.behind = slices.DeleteFunc(l.behind, func(s *seat) bool {
		alone := slices.Contains(v.over, s)
		if alone {
			l.visit.over = append(l.visit.over, s)
		}
		return alone || l.visit.stays[s].until < t.now
	})
}

// nameStray takes the arm that nobody can be named for to be that of the only one of the racers whose arm was not seen
// over the place, if it was there for long enough to be another one.
func (l *landing) nameStray(src []source) {
	var unseen []*seat
	for _, s := range seatsOf(src) {
		if l.visit.stays[s].from == 0 {
			unseen = append(unseen, s)
		}
	}
	if stray := l.visit.stray; len(unseen) == 1 && stray.until-stray.from > orderLead {
		l.visit.stays[unseen[0]] = stray
	}
}

// before tells that an arm clearly came and left before another one did: the leads of both together are more than two of orderLead, and
// neither contradicts that, or by less than one where the other is more than four. Of two arms in line one is traced for the other now and
// then: a racer who had come a picture later, and was last seen five pictures before the other one, laid after him.
func (a stay) before(b stay) bool {
	came, left := b.from-a.from, b.until-a.until
	against, lead := min(came, left), max(came, left)
	return a.from > 0 && came+left > 2*orderLead && (against >= 0 || against > -orderLead && lead > 4*orderLead)
}

// clearLead is how many seconds apart two things must come to rest for their order to be clear, and orderLead the same
// of arms that were over the same place, in the mean of coming and leaving.
const (
	clearLead = 0.15
	orderLead = 0.06
)

// racers are the sources from which several equal cards may have come to the pile: each left its spot in time, and its
// owner's arm was at the pile. Whoever surely lost such a card counts as near for attribute where an arm was there that
// nobody can be named for. A card that may as well lie below others on its discard pile must have left just before, and
// its owner's arm must have been over the pile itself, for more than a moment if the card was missed only later; in a pause without
// pictures nothing tells that it was.
func racers(src []source, l *landing) []source {
	if l.fresh {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(src), func(s source) bool {
		if s.left == nil || s.left.claimed || s.left.whole || s.left.t < l.rest-inHand || l.busy(s.ref.seat) {
			return true
		}
		arms := l.visit.near
		if l.onItsWay(s) {
			return true
		}
		if s.left.covered {
			arms = l.visit.over
			arm := l.visit.stays[s.ref.seat]
			passing := s.left.t > l.rest+orderLead && arm.until-arm.from < clearLead
			if l.unseen || s.left.t < min(arm.from, l.rest)-inHand/2 || arm.from > l.rest+orderLead || passing {
				return true
			}
		}
		return !slices.Contains(arms, s.ref.seat)
	})
}

// onItsWay tells that a card left its spot so late that it was in a hand still when an equal one was read in the centre, its
// owner's arm not having been there.
func (l *landing) onItsWay(s source) bool {
	return s.left != nil && s.left.t > l.read-flight && l.visit.stays[s.ref.seat].from == 0
}

// cameLater tells that a source's owner reached for the place on the bare table only once the card lay there, while somebody else's arm was
// over it in time: his card lay on its spot still. On a pile it cannot be told, see passedBefore.
func (l *landing) cameLater(s source) bool {
	inTime := func(o *seat) bool { return o != s.ref.seat && l.visit.stays[o].from <= l.rest }
	inSight := !l.visit.unknown || l.visit.stray.from > l.rest
	lateFor := s.left == nil || s.left.t > l.rest
	return l.fresh && lateFor && inSight && l.visit.close[s.ref.seat].from > l.rest+clearLead && slices.ContainsFunc(l.visit.over, inTime)
}

// wasCloseBy tells that what was seen of arms does not speak against a card's having come from a source: its owner's arm was close by when the
// card came to rest, or that of somebody nobody can be named for, or nobody's was there.
func (l *landing) wasCloseBy(s source) bool {
	came := l.visit.close[s.ref.seat].from
	return len(l.visit.over) == 0 || l.visit.unknown || l.unseen || came > 0 && came <= l.rest+orderLead
}

// busy tells that a seat laid another card at about the same time, or that its arm left the pile before it can have
// brought a second one.
func (l *landing) busy(s *seat) bool {
	if s.laid == 0 {
		return false
	}
	left := l.visit.stays[s].until
	return math.Abs(s.laid-l.rest) < again/2 || s.laid >= l.visit.since && left > 0 && left < s.laid+again
}

// laidOver is the only source out of sight whose owner's arm was over the place itself; nil: there are none or several.
func (l *landing) laidOver(src []source) *source {
	over := slices.DeleteFunc(slices.Clone(src), func(s source) bool { return s.left != nil || !slices.Contains(l.visit.over, s.ref.seat) })
	if len(over) != 1 {
		return nil
	}
	return &over[0]
}

// tells tells that what was seen of arms does not contradict a source:
//
//   - A card that was missed only once it lay in the centre came under its owner's arm, if anybody's arm was there.
//   - A card on a spot out of sight counts only if nobody else surely lost such a card in time, and if nobody else's arm
//     was over the place while its owner's was close by at most.
//   - Where an arm may be anybody's, a card that was missed late or is out of sight counts for nothing beside another spot
//     that lost one.
//   - A card that may as well lie below others counts for nothing beside another such card whose owner was close by.
func (l *landing) tells(from source, src []source) bool {
	rival := func(s source) bool {
		return s.left != nil && s.ref.seat != from.ref.seat && s.left.covered && s.left.t > l.rest-inHand && s.left.t <= l.rest &&
			slices.Contains(l.visit.near, s.ref.seat)
	}
	if from.left != nil && from.left.covered && slices.ContainsFunc(src, rival) {
		return false
	}
	if l.visit.unknown {
		other := func(s source) bool { return s.left != nil && s.ref.seat != from.ref.seat }
		return from.left != nil && from.left.t <= l.rest || !slices.ContainsFunc(src, other)
	}
	lost := func(s source) bool {
		near := slices.Contains(l.visit.near, s.ref.seat)
		return s.lost() && s.ref.seat != from.ref.seat && s.left.t > l.rest-inHand && (near || s.left.t <= l.rest)
	}
	closeBy := len(l.visit.over) > 0 && !slices.Contains(l.visit.over, from.ref.seat)
	if from.left == nil && (closeBy || slices.ContainsFunc(src, lost)) {
		return false
	}
	early := from.left != nil && from.left.t <= l.rest
	return early || len(l.visit.over) == 0 || slices.Contains(l.visit.near, from.ref.seat)
}
