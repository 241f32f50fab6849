package track

import (
	"slices"

	"schiri/models"
)

// landing is a card that came to lie in the centre.
type landing struct {
	pile    *pile
	card    models.Observation
	below   models.Card // what was in sight on the pile before; zero: nothing
	fresh   bool        // it opened the pile
	follows bool        // it is the card that the pile was waiting for
	twin    bool        // an equal one was laid on it
	again   bool        // it lies on an equal one that came long before
	unseen  bool        // it may have come while there was no picture
	rest    float64     // when it came to rest, in seconds
	read    float64     // and when it was read there
	visit   visit
	owners  []*seat // from whose spots it may have come
	behind  []*seat // whose arms seem to be over it in line with others', and are watched until they leave
	brought bool    // an owner's arm was over the place by the time it came to rest, its spot having lost the card
	due     float64 // who laid it is told at this time at the latest
	nearer  bool    // it does not fit and looked larger than the card below it, see aloft
	held    float64 // when a hand was last upon it, in seconds; 0: never
}

// prolong has who laid a card told later as long as an arm is upon it: the next one to reach for the pile is at it still.
func (t *Tracker) prolong(l *landing) {
	t.noteHeld(l)
	if t.now < l.read+mostUnder && l.held == t.now || t.aloft(l) {
		l.due = t.now + raceHold
	}
}

// mayEmpty tells that the card may be the last one of a Ligretto pile that an arm is over just now.
func (t *Tracker) mayEmpty(l *landing) bool {
	return t.now < l.due-raceHold+topHold && slices.ContainsFunc(t.sourcesOf(l), func(s source) bool {
		return s.left == nil && s.ref.spot == models.SpotLigretto && slices.Contains(l.visit.near, s.ref.seat)
	})
}

// mayShow tells that the card can only have come from a spot that is out of sight, whose owner was close by while another arm lay across the
// place: once his hand is back, the spot shows whether it did.
func (t *Tracker) mayShow(l *landing) bool {
	src, across := t.sourcesOf(l), l.visit.over
	return len(src) == 1 && src[0].left == nil && len(across) > 0 && !slices.Contains(across, src[0].ref.seat) &&
		slices.Contains(l.visit.near, src[0].ref.seat)
}

// laid handles a card that came to lie in the centre: on pile p, or on the bare table (nil).
func (t *Tracker) laid(p *pile, o models.Observation) {
	t.open(true)
	since := t.now - reachBack
	if p != nil {
		since = max(since, p.seen)
	}
	l := &landing{pile: p, card: o, fresh: p == nil, rest: t.rested(o.Corners, since), read: t.now, due: t.now + raceHold}
	// What could not be read for long may be this very card, and whose arms were there then is forgotten.
	if l.fresh || p.unread == 0 || p.unread > t.now-reachBack || l.rest > p.unread+clearLead {
		l.visit = t.visitTo(p, o)
	}
	if l.rest < l.visit.since && len(l.visit.over) > 0 {
		l.rest = t.rested(o.Corners, l.visit.since) // what moved before that was something else: the place looked as it did then
	}
	if at := t.firstLeft(o.Card); at > l.rest+inHand/2 {
		l.rest = t.rested(o.Corners, at)
	}
	l.unseen = t.blind.until > 0 && l.rest < t.blind.until+afterEcho
	if l.unseen {
		l.rest = max(l.rest, t.blind.until) // it was in motion last before the pause, if it was
	}
	t.noteOwners(l)
	if l.fresh {
		t.onTable(l)
	} else {
		t.onPile(l)
	}
	p = l.pile
	p.lay = lay{o.Card, o.Corners, t.now}
	p.came, p.rest, p.by, p.shift, p.between, p.instead, p.misread = t.now, l.rest, l.visit.near, shift{}, nil, nil, models.Card{}
	l.behind = t.inLine(l)
	t.landed = append(t.landed, l)
}

// noteOwners notes from whom the card may have come, and whether one of them was seen to bring it.
func (t *Tracker) noteOwners(l *landing) {
	src := t.sourcesOf(l)
	l.owners = seatsOf(src)
	l.brought = slices.ContainsFunc(src, func(s source) bool {
		came := l.visit.stays[s.ref.seat].from
		return s.left != nil && s.left.t <= l.rest && came > 0 && came <= l.rest+orderLead
	})
}

// firstLeft is when such a card first left a spot, in seconds; 0: none did, or one may have left out of sight. A card laid
// on one of its own colour changes little where it lies, and what moved there last was something that passed before.
func (t *Tracker) firstLeft(c models.Card) float64 {
	src := t.sources(c)
	if len(src) == 0 || slices.ContainsFunc(src, func(s source) bool { return s.left == nil }) {
		return 0
	}
	return src[0].left.t
}

// onTable opens a pile with a card.
func (t *Tracker) onTable(l *landing) {
	c := l.card.Card
	p := t.newPile(l.card)
	p.laid, l.pile = true, p
	var by []*seat // who alone can have laid a card below it
	switch {
	case !t.freeUntil(l.card.Corners, l.visit.since):
		p.noteUnread(t.begun)
	case c.Number > 1 && !t.wasBare(l.card.Corners):
		p.noteUnread(t.begun)
	case c.Number > 1 && len(t.sources(c)) == 0 && (len(l.visit.over) == 0 || l.timeFor(c.Number-1)):
		// Of a card that came from nowhere not enough was seen to say that no lower ones lie below it, if there was time to lay them.
		// What came without an arm may have slid there.
		p.noteUnread(t.begun)
	case c.Number > 1 && l.mayCover(t.arms(l), c.Number-1):
		p.noteUnread(l.visit.since)
		by = t.there(l)
	}
	if t.paused(l) {
		p.noteUnread(t.blind.from)
		by = nil
	}
	t.tellUnread(p, l.rest, by)
	t.first(l)
}

// onPile puts a card on the pile it was laid on.
func (t *Tracker) onPile(l *landing) {
	p := l.pile
	for _, below := range t.landed {
		below.twin = below.twin || below.pile == p && p.card == l.card.Card
	}
	t.proveTaken(p, l.card.Card)
	t.told(p)
	if l.seenAsBefore(p) {
		p.unread = 0
	}
	if t.paused(l) {
		p.noteUnread(t.blind.from)
	}
	l.below = p.card
	t.tellBetween(l)
	told := t.tellUnread(p, l.rest, nil)
	t.hidden(l)
	l.follows = follows(p.card, l.card.Card)
	l.again = p.card == l.card.Card && l.rest > p.rest+again
	l.nearer = !l.follows && l.card.Corners.Polygon().Area() > nearer*p.quad.Polygon().Area()
	if since, by, may := t.mayHide(l); may && !told {
		t.tellMissing(l)
		p.noteUnread(since)
		t.tellUnread(p, l.rest, by)
	}
	p.under = append(p.under, layer{p.card, p.quad})
	p.seeTop(l.card, t.now)
}

// seenAsBefore tells that soon after something had come to rest on the pile that could not be read the pile looked as before again: that was an
// arm. Later it tells nothing: what stays is taken into the settled picture.
func (l *landing) seenAsBefore(p *pile) bool {
	return p.unread > p.came && l.visit.since > p.unread && l.visit.since < p.unread+passesAfter
}

// again is how many seconds an arm that has laid a card takes at the least to bring the next one.
const again = 0.7

// nextOn is how many seconds after a card the next one can come to lie upon it at the least: who brings it must see that the other one lies
// there. Of 1,606 that did in films the quickest took 0.32.
const nextOn = 0.25

// strayArms is how many arms there can have been at once that nobody can be named for.
const strayArms = 2

// mayCover tells whether so many arms, one of which laid the card in sight, can have laid so many cards below it unseen. An
// arm that nobody can be named for may be anybody's, and stand for more than one.
func (l *landing) mayCover(arms, cards int) bool {
	if l.visit.unknown && l.strayBelow() {
		arms += strayArms
	}
	return arms > 1 && cards < arms*(1+int((l.rest-l.visit.since)/again)) && l.timeFor(cards)
}

// timeFor tells that so many cards can have come to lie below the one in sight since the place was in sight as before.
func (l *landing) timeFor(cards int) bool {
	return float64(cards)*nextOn <= l.rest-l.visit.since+1e-9
}

// strayBelow tells that an arm nobody can be named for may have laid a card below the one in sight: it came before that lay
// there. If it was there in a single picture in which a named one was there too, before and after, it is that one.
func (l *landing) strayBelow() bool {
	s := l.visit.stray
	for _, arm := range l.visit.stays {
		if s.from == s.until && arm.from < s.from && s.until < arm.until {
			return false
		}
	}
	return !l.tooLate(s)
}

// tooLate tells that an arm came over the place only once the card lay there, as that of somebody who may have laid it did not.
func (l *landing) tooLate(arm stay) bool {
	return l.brought && arm.from > l.rest+orderLead
}

// idle are the players whose arms may have laid the card in sight or one below it. They were over the place before it lay
// there and laid nothing elsewhere meanwhile, nor so shortly before that they cannot have brought another card yet.
func (l *landing) idle() []*seat {
	return slices.DeleteFunc(slices.Clone(l.visit.over), func(s *seat) bool {
		arm := l.visit.stays[s]
		tooSoon := s.laid > 0 && s.laid <= arm.until && arm.until < s.laid+again && !slices.Contains(l.owners, s)
		return s.laid >= l.visit.since || tooSoon || l.tooLate(arm)
	})
}

// there are the players whose arms were over the place or close by; empty: nobody can tell, as there was another one or
// may have been.
func (t *Tracker) there(l *landing) []*seat {
	if l.visit.unknown || t.missed(l) {
		return nil
	}
	return either(l.visit.over, l.visit.near)
}

// paused tells that there was no picture for a while between the last sight of the place as it lay before and the card's
// coming to rest, or just before.
func (t *Tracker) paused(l *landing) bool {
	return l.unseen || t.blind.until > max(l.visit.since, t.begun)
}

// arms is how many arms may have laid cards at the place and nothing elsewhere meanwhile.
func (t *Tracker) arms(l *landing) int {
	if t.missed(l) {
		return len(l.idle()) + 1
	}
	return len(l.idle())
}

// missed tells that pictures came so late while the card was laid that an arm more may have been there between two of them.
func (t *Tracker) missed(l *landing) bool { return t.sparse > l.visit.since }

// mayHide tells whether an unseen card may lie between what lay on the pile and what lies there now, and since when, in
// seconds. That is so where every card that is missing in between may have been laid by somebody who was there, and one
// of them has left its spot. Where the new card does not follow what lay there, it is so as well if it comes from nowhere,
// or if so many arms were over the pile, and laid nothing elsewhere, that they can have laid all that are missing. by are
// the players who alone can have laid it; empty: that cannot be told.
func (t *Tracker) mayHide(l *landing) (since float64, by []*seat, may bool) {
	above := l.card.Card
	if !l.follows && t.fromNowhere(above) {
		return l.pile.came, nil, true
	}
	gap := l.pile.gap(above)
	if !l.follows && gap > 0 && l.mayCover(t.arms(l), gap) {
		return l.visit.since, t.there(l), true
	}
	return l.visit.since, t.there(l), l.timeFor(gap) && slices.ContainsFunc(t.gone, l.mayLieBelow) && t.mayAllLie(l)
}

// mayLieBelow tells that a card that left its spot fits between what lay on the pile and what came, and that an arm that may
// be its owner's was there.
func (l *landing) mayLieBelow(d *departure) bool {
	below, above := l.pile.card, l.card.Card
	return !d.claimed && d.card.Color == above.Color && d.card.Number > below.Number && d.card.Number < above.Number &&
		(l.visit.unknown || slices.Contains(l.visit.near, d.ref.seat))
}

// tellMissing tells of the cards that may lie below and have surely left their spots: else nobody could know that they may.
func (t *Tracker) tellMissing(l *landing) {
	for _, d := range t.gone {
		if l.mayLieBelow(d) && d.unexplained() {
			t.vanished(d)
		}
	}
}

// mayAllLie tells that every card that is missing on the pile for the card to follow can have been laid there by somebody
// whose arm was at it: one alone does not make it fit.
func (t *Tracker) mayAllLie(l *landing) bool {
	c := l.card.Card
	for k := l.pile.gap(c); k > 0; k-- {
		src := t.newSources(models.Card{Color: c.Color, Number: c.Number - k})
		if !slices.ContainsFunc(src, func(s source) bool { return l.visit.unknown || slices.Contains(l.visit.near, s.ref.seat) }) {
			return false
		}
	}
	return true
}
