package track

import (
	"slices"

	"schiri/models"
)

// layer is a card that lies below another one.
type layer struct {
	card models.Card
	quad models.Quad
}

// stay is the time in seconds for which an arm was at a place, or there was no picture.
type stay struct{ from, until float64 }

// pile is a centre pile.
type pile struct {
	place
	id    int
	under []layer           // what is known to lie below the top, the lowest first
	near  map[*seat]float64 // when whose arm was last at its edge, in seconds
	came  float64           // when the top card was seen to have come, in seconds
	rest  float64           // and when it came to rest
	part  float64           // how much of it was in sight when it was read last; 0: it was not since the view was lost
	by    []*seat           // whose arms were there then
	shift shift             // how the top card was last seen to lie otherwise than before
	lay   lay               // how the top card lay when it came, or was wholly in sight last; zero: that is not known
	// between is how the top card lay otherwise for a while, wholly in sight; nil: it did not.
	between *between
	// instead is what lies there if the top card was not uncovered but laid; nil: it was not uncovered.
	instead *instead
	laid    bool        // it was opened while the tracker watched
	misread models.Card // as which the top is read for lack of light, see meant; zero: rightly
	untold  bool        // it lay there from the beginning, and that was not told yet
	// unclear is since when a look shows something else than the top card without reading it for certain; 0: none does.
	unclear float64
	// unread is when something came to rest on the pile that could not be read, in seconds; 0: nothing did.
	unread float64
	// absent is since when the bare table seems to be in sight where the pile lay, in seconds; 0: it does not.
	absent float64
	bare   float64 // and how much of it then
	took   visit   // and who had been there since the pile was last in sight
	lost   stay    // the view of it was lost, and what it shows since is not known yet; zero: it is
}

// pileAt is the pile on which a card with outline q lies.
func (t *Tracker) pileAt(q models.Quad) *pile {
	var best *pile
	most := samePlace
	for _, p := range t.piles {
		if v := p.quad.IoU(q); v >= most {
			best, most = p, v
		}
	}
	return best
}

// newPile opens a pile with the card seen.
func (t *Tracker) newPile(o models.Observation) *pile {
	t.nextID++
	p := &pile{id: t.nextID, near: map[*seat]float64{}, part: o.Visible}
	p.show(o, t.now)
	t.piles = append(t.piles, p)
	return p
}

// sawInCentre takes in a card that was read on top in the centre.
func (t *Tracker) sawInCentre(read models.Observation) {
	if slices.ContainsFunc(t.piles, func(p *pile) bool { return p.showsBelow(read) }) {
		return
	}
	o := t.meant(read)
	t.takeInCentre(o)
	if p := t.pileAt(o.Corners); p != nil && o.Card != read.Card {
		p.misread = read.Card
	}
}

// takeInCentre takes in a card that lies on top in the centre.
func (t *Tracker) takeInCentre(o models.Observation) {
	if t.pushedTo(o) {
		return
	}
	p := t.pileAt(o.Corners)
	if p != nil && p.absent > 0 {
		if o.Card != p.card && o.Card.Number == 1 {
			t.pileGone(p) // and a new one was opened in its place
			p = t.onLower(o)
		} else {
			p.absent = 0
		}
	}
	switch {
	case p == nil:
		t.sawNewPile(o)
	case t.sameAgain(p, o):
		p.seeTop(o, t.now)
	case p.card == o.Card && t.laidAfresh(p, o):
		t.laid(p, o)
	case p.card == o.Card:
		t.sawEqual(p, o)
	case !t.touched(&p.place):
		p.seeTop(o, t.now) // the same card, read better than before
	case t.wasThere(p, o):
		t.putBack(p, o)
	case t.wasInHand(p, o):
		p.seeTop(o, t.now)
	case t.hardlySeen(p, o):
		p.noteUnread(t.rested(o.Corners, p.seen))
	case t.goesAskew(p, o):
		t.laid(t.askewOn(o), o)
	case p.copies(o.Card) == 0 && !p.takes(o) && (t.wasPushed(o) || t.mayBePushed(o)):
		// It is the top of another pile, which came to lie partly upon this one.
	case t.laidOnPushed(p, o):
	case t.layBelow(p, o):
		t.sawUncovered(p, o, 1)
	default:
		if depth := t.uncovered(p, o); depth > 0 && !t.laidAgain(p, o, depth) {
			t.sawUncovered(p, o, depth)
		} else {
			t.laid(p, o)
		}
	}
}

// takes tells that a card lies on the pile for the greater part and is the one it waits for. What seemed to be the top of another pile
// before may have been this card in a hand.
func (p *pile) takes(o models.Observation) bool {
	return follows(p.card, o.Card) && p.quad.IoU(o.Corners) >= mostly
}

// sawEqual takes in a card on a pile that shows such a card already: it is that one, pushed or not, or another one laid upon it.
func (t *Tracker) sawEqual(p *pile, o models.Observation) {
	if t.cameAndWent(p, o) {
		p.seeTop(o, t.now)
		return
	}
	iou := p.quad.IoU(o.Corners)
	moved := iou < readPose && t.touched(&p.place)
	if moved && t.mayBeSecond(p, o, iou >= samePose) || t.cameLate(p, o) {
		t.laid(p, o)
		return
	}
	if moved {
		t.shifted(p, o)
	}
	t.noteBetween(p, o)
	if iou >= samePose && p.unread > p.came {
		p.unread = 0 // it has gone again without having become the top
	}
	p.seeTop(o, t.now)
	t.stillThere(p, o)
}

// sawUncovered takes in a card that lay below so many others of a pile, which have left it.
func (t *Tracker) sawUncovered(p *pile, o models.Observation, depth int) {
	instead, known := t.insteadOf(p, o), len(p.under) > 0
	t.takenBack(p, depth, false)
	if p.copies(o.Card) > 0 && p.sticksOut(layer{o.Card, o.Corners}) { // the top lies beside it, and only what had come to lie here has gone
		return
	}
	p.seeTop(o, t.now)
	if !known && t.opened {
		t.emitPile(p)
	}
	p.instead = instead
}

// seeTop notes the card that was read for certain on top of the pile.
func (p *pile) seeTop(o models.Observation, now float64) {
	p.lay = p.lay.seenAs(o, now)
	p.show(o, now)
	p.unclear, p.part = 0, o.Visible
}

// inHand is for how many seconds a card is carried from its spot to the centre, at the most.
const inHand = 1.5

// mayBeSecond tells whether the card seen again on a pile, lying otherwise, may be another one of its kind. Such a card
// left its spot about when the pile was last in sight or later, and no longer ago than a card is carried, its owner's arm
// was there since, and no other play explains that. If the card lies nearly in place, or only others' arms were over it, the other one must
// surely have left.
func (t *Tracker) mayBeSecond(p *pile, o models.Observation, inPlace bool) bool {
	v := t.visitTo(p, o)
	since := max(p.seen, t.rested(o.Corners, p.seen)) - inHand
	return slices.ContainsFunc(t.departed(o.Card), func(s source) bool {
		passed := len(v.over) > 0 && !slices.Contains(v.over, s.ref.seat)
		return !s.left.claimed && s.left.t > since && (slices.Contains(v.near, s.ref.seat) || v.unknown && s.lost()) &&
			(!inPlace && !passed || s.lost())
	})
}

// otherwise is the part of a card's place that has changed at the least where an equal one was laid upon it nearly in place:
// its print lies some pixels off.
const otherwise = 0.25

// cameLate tells that the card seen again on a pile is another one of its kind, though it lies as that one did: the pile does
// not look as it did, with no arm upon it, and one who was there since had such a card on its way when it was last in sight, or
// was not there before and the card lies a little otherwise. A card that lies exactly there was not read again, as the picture of it is the
// same: it is the one that came first.
func (t *Tracker) cameLate(p *pile, o models.Observation) bool {
	cells := t.act.Under(o.Corners)
	if p.quad == o.Corners || p.part < whole || o.Visible < whole || share(t.act.Arm, cells) > 0 || share(t.act.Changed, cells) < otherwise {
		return false
	}
	over := t.visitTo(p, o).over
	since, shifted := t.rested(o.Corners, p.seen)-inHand, p.quad.IoU(o.Corners) < wholePose
	return slices.ContainsFunc(t.departed(o.Card), func(s source) bool {
		late := s.left.t > p.came-flight || shifted && !slices.Contains(p.by, s.ref.seat) && !t.elsewhere(p, o.Card, []*seat{s.ref.seat})
		return s.lost() && late && s.left.t > since && slices.Contains(over, s.ref.seat)
	})
}

// samePose is the overlap from which on a card lies exactly where another one lay, and readPose that at which two
// readings of one card that was not moved hardly ever differ more; wholePose the same if all of it was in sight both times.
const (
	samePose  = 0.92
	readPose  = 0.95
	wholePose = 0.97
)

// sawNewPile takes in a card where no pile was known.
func (t *Tracker) sawNewPile(o models.Observation) {
	switch {
	case t.slidOff(o):
	case t.wasPushed(o):
	case t.layThere(o):
		p := t.newPile(o)
		if t.opened {
			t.emitPile(p)
		}
	case t.mayBePushed(o):
	case t.askewOn(o) == nil && t.laidOnPushed(nil, o):
	default:
		p := t.askewOn(o)
		if p == nil {
			p = t.onLower(o)
		}
		t.laid(p, o)
	}
}

// layThere tells that a card read where no pile was known may have lain there when the film began, missed in the first
// look: its place was never seen without it. What looks like the table there may be the card itself, missed when the
// table's colours were learnt. Only a 1 opens a pile, so of another card its spot must have been seen without it.
func (t *Tracker) layThere(o models.Observation) bool {
	came := t.rested(o.Corners, 0)
	free := t.now > t.begun && t.freeUntil(o.Corners, came) // what was at rest there unread since is this card, a finger on it
	switch {
	case o.Card.Number > 1 && came < t.begun+clearLead, t.neverMoved(o.Corners):
		return true // it is not known to have come since the first look
	case (o.Card.Number == 1 || came == t.now) && t.wasInSight(o.Corners):
		return true // what lay there then and looks so was no card below it, unless one moved there of late
	case free && t.appeared(o.Corners):
		return false
	case !free && share(t.looked, t.act.Under(o.Corners)) < 0.5:
		return true
	case came < t.begun+firstSeconds:
		v := t.visitTo(nil, o)
		unseen := v.unknown || t.blind.until > max(came, t.begun) // nobody knows who was there
		return !slices.ContainsFunc(t.sources(o.Card), func(s source) bool {
			return (unseen || slices.Contains(v.near, s.ref.seat)) && (s.left != nil || o.Card.Number == 1)
		})
	}
	return !free && t.fromNowhere(o.Card)
}

// appeared tells that most of what lies at q came where the table was in sight: it looks otherwise than that.
func (t *Tracker) appeared(q models.Quad) bool {
	came, cells := 0, t.act.Under(q)
	for _, i := range cells {
		if t.act.Clear[i] && !t.act.Bare[i] {
			came++
		}
	}
	return 2*came > len(cells)
}

// neverMoved tells that nothing has moved since the first look over most of the place.
func (t *Tracker) neverMoved(q models.Quad) bool {
	still, cells := 0, t.act.Under(q)
	for _, i := range cells {
		if t.act.Moved[i] < t.begun {
			still++
		}
	}
	return t.now > t.begun && 2*still > len(cells)
}

// whole is how much of a card is in sight at the least when nothing lies on it.
const whole = 0.95

// rereadWithin is for how many seconds after a card came another reading of it is a correction.
const rereadWithin = 1

// sameAgain tells whether o is the top card itself, read otherwise than when it came: it lies exactly there, it was
// neither wholly in sight then nor read a second time, and no spot has lost such a card. Nobody knows which reading is
// right, so what lies on the pile is not certain any more.
func (t *Tracker) sameAgain(p *pile, o models.Observation) bool {
	confirmed := p.seen-p.came > clearLead || p.part >= whole
	if p.card == o.Card || p.came == 0 || confirmed || t.now-p.came > rereadWithin || p.quad.IoU(o.Corners) < samePose ||
		len(t.newSources(o.Card)) > 0 {
		return false
	}
	p.noteUnread(p.came)
	return true
}

// noteUnread notes that from a time on something lies on the pile that was not read for certain.
func (p *pile) noteUnread(since float64) {
	if p.unread == 0 {
		p.unread = since
	}
}

// tellUnread says that the pile was as good as out of sight until a card came to rest on it, if what could not be read
// is not that card itself; only those given can have laid cards meanwhile, if any are. It tells whether it said so.
func (t *Tracker) tellUnread(p *pile, rest float64, by []*seat) bool {
	told := p.unread > 0 && rest > p.unread+clearLead
	if told {
		e := models.Event{Type: models.EventCovered, Time: p.unread, Until: rest, Pile: p.id}
		for _, s := range by {
			e.Candidates = append(e.Candidates, s.player.Name)
		}
		t.emit(e)
	}
	p.unread = 0
	return told
}

// uncovered tells how many known cards lay above o, if o is a card that lay in the pile before; 0: it is not. It is if it
// lies exactly where that one lay, or if nobody can have brought such a card. It may be a new one all the same, misread.
func (t *Tracker) uncovered(p *pile, o models.Observation) (depth int) {
	src := t.bringers(p, o)
	unexplained, lost := len(src) == 0, slices.ContainsFunc(src, func(s source) bool { return s.left != nil })
	above := 1
	for i := len(p.under) - 1; i >= 0; i-- {
		u := p.under[i]
		if u.card == o.Card && (u.quad.IoU(o.Corners) >= samePose || unexplained || !follows(p.card, o.Card) && !lost) {
			return above
		}
		if !p.sticksOut(u) {
			above++
		}
	}
	// Of a pile that lay there from the beginning the lower cards were never in sight. Below a 1 there are none.
	lower := o.Card.Color == p.card.Color && o.Card.Number < p.card.Number
	if len(p.under) == 0 && unexplained && p.card.Number > 1 && (lower || !p.laid && !follows(p.card, o.Card)) {
		return 1
	}
	return 0
}

// wasInHand tells that what seemed to lie on a pile in the first picture, under an arm, was a card in that hand: fingers were upon it, and
// now another one is in sight there that does not follow it, and that nobody can have brought.
func (t *Tracker) wasInHand(p *pile, o models.Observation) bool {
	return (p.untold || !t.opened) && p.part < whole && !follows(p.card, o.Card) && len(t.bringers(p, o)) == 0
}

// laidAgain tells that a card was laid although an equal one lies so deep in the pile. A spot surely lost such a card and
// its owner's arm was there, while that of whoever laid the top was not. Where more than one card would have to have gone
// at once, it is enough that somebody who was there can have brought it, if it lies otherwise than the equal one.
func (t *Tracker) laidAgain(p *pile, o models.Observation, depth int) bool {
	near := t.visitTo(p, o).near
	inPlace := depth <= len(p.under) && p.under[len(p.under)-depth].quad.IoU(o.Corners) >= samePose
	if depth > 1 && slices.ContainsFunc(t.newSources(o.Card), func(s source) bool {
		return slices.Contains(near, s.ref.seat) && (!inPlace || s.lost())
	}) {
		return true
	}
	mayTake := func(s *seat) bool { return slices.Contains(near, s) && t.mayOwn(p, s, p.card) }
	return !slices.ContainsFunc(t.seats, mayTake) && slices.ContainsFunc(t.departed(o.Card), func(s source) bool {
		return !s.left.claimed && !s.left.covered && slices.Contains(near, s.ref.seat)
	})
}

// takenBack notes that the top cards of a pile have left it again. Where to is waited for; unless it
// is certain that they left, it is told only of those that arrive somewhere.
func (t *Tracker) takenBack(p *pile, depth int, certain bool) {
	var gone []*waiting
	for range depth {
		card := p.card
		if t.leftAfterAll(p, card) || t.neverLaid(p, card) {
			continue
		}
		t.told(p)
		e := models.Event{Type: models.EventTakeBack, Time: t.rested(p.quad, p.seen), Pile: p.id, Card: &card, Confidence: 0.9}
		gone = append(gone, &waiting{event: e, due: t.now + takeBackHold, pile: p, doubtful: !certain})
		p.lift(card)
	}
	t.waiting = append(t.waiting, gone...) // not before: what is still open about the pile is told for each of them
}

// absentFor is for how many seconds the bare table must be in sight where a pile lay for the pile to be gone: an arm of
// the table's colour may rest on it.
const absentFor = 1.0

// settleAbsent gives up piles where the table is still in sight after that time; where it is not, what passed for it was an
// arm.
func (t *Tracker) settleAbsent() {
	for _, p := range slices.Clone(t.piles) {
		switch {
		case p.absent == 0 || t.now < p.absent+absentFor || t.touched(&p.place):
		case share(t.act.Bare, t.alone(p)) < bareShare:
			p.absent = 0
		case len(p.under) > 0 && p.sticksOut(p.under[len(p.under)-1]):
			p.absent = 0
			t.takenBack(p, 1, true)
		default:
			t.pileGone(p)
		}
	}
}

// pileGone handles a pile that is not there any more. A lone card was taken back; a whole pile that goes at once was
// cleared away, or put elsewhere. A lone card that lay there from the start may have been either. If what is in sight may
// be a card of the table's colour it may still lie there, and must arrive somewhere to have been taken back.
func (t *Tracker) pileGone(p *pile) {
	if len(p.under) == 0 && !p.untold {
		t.takenBack(p, 1, p.laid && p.bare >= bareForCertain)
	}
	if p.card.Number > 1 && (len(p.under) > 0 || !p.laid) {
		t.aside = append(t.aside, p)
	}
	t.piles = slices.DeleteFunc(t.piles, func(q *pile) bool { return q == p })
}

// lift takes a card out of what is known to lie in the pile: of equal ones one. If the lower of two is in sight already, it
// lies as it was seen.
func (p *pile) lift(c models.Card) {
	n := len(p.under)
	if p.card == c && n > 0 {
		below := p.under[n-1]
		p.under = p.under[:n-1]
		if below.card != c || p.shift.at == 0 {
			p.card, p.quad, p.part = below.card, below.quad, 0
		}
		return
	}
	for i := n - 1; i >= 0; i-- {
		if p.under[i].card == c {
			p.under = slices.Delete(p.under, i, i+1)
			return
		}
	}
}

// gap is how many cards are missing on the pile for c to follow; 0: it cannot follow, whatever lies there unseen.
func (p *pile) gap(c models.Card) int {
	for _, below := range append([]layer{{p.card, p.quad}}, p.under...) {
		if below.card.Color == c.Color && below.card.Number < c.Number-1 {
			return c.Number - 1 - below.card.Number
		}
	}
	return 0
}

// copies is how many cards of the kind are known to lie in the pile.
func (p *pile) copies(c models.Card) int {
	n := 0
	if p.card == c {
		n++
	}
	for _, l := range p.under {
		if l.card == c {
			n++
		}
	}
	return n
}
