package rules

import (
	"slices"

	"schiri/models"
)

// reveal notes that a card of a seat was seen somewhere. What it was believed to be before is put
// right; a sighting that cannot be is reported as a doubt about the seeing.
func (n *next) reveal(i int, c models.Card, at place) {
	s := n.seat(i)
	old := s.place[c.Index()]
	at.event, at.time = int32(n.events), n.event.Time
	s.place[c.Index()] = at
	switch {
	case old.kind == inCentre && at.kind != inCentre:
		n.notInCentre(i, c, old, at.kind == onTop)
	case old.kind == inCentre && at.kind == inCentre && old.pile != at.pile:
		n.doubt(i, c, "doubt.twice", int(old.event))
	case at.kind == onTop && (old.owed != noDebt || old.kind == vanished && old.slot == ofLigretto):
		s.ligMin, s.ligMax = s.ligMin+1, s.ligMax+1
	case old.kind == vanished && at.kind != inCentre:
		if l, ok := n.removeWrong(i, c); ok {
			s.returned(l, at.kind == onTop)
		}
	case old.kind == inHand && at.kind == onTop:
		n.doubt(i, c, "doubt.hand", int(old.event))
	}
	s.notElsewhere(c, old, at)
	if at.kind != vanished {
		n.cannotBeLaid(i, c)
	}
}

// notElsewhere forgets a card where it was believed to be but for where it was seen.
func (s *seat) notElsewhere(c models.Card, old, at place) {
	for k := range s.row {
		if at.kind != inRow || int(at.slot) != k {
			s.dropFromRow(k, c)
		}
	}
	if at.kind != inHand && slices.Contains(s.stock, c) { // it left the hand unseen, or was never in it
		s.forgetOrder()
	}
	if s.top != c || at.kind == onTop {
		return
	}
	s.top = models.Card{}
	if old.kind == onTop { // it left the pile unseen
		s.ligMin, s.ligMax = max(0, s.ligMin-1), max(0, s.ligMax-1)
	}
}

// dropFromRow forgets a card in the row that was seen elsewhere.
func (s *seat) dropFromRow(slot int, c models.Card) {
	for k, have := range s.row[slot].cards {
		if have == c {
			s.row[slot].cards = append(s.row[slot].cards[:k:k], s.row[slot].cards[k+1:]...)
			return
		}
	}
}

// notInCentre takes back the belief that a seat's card lies in the centre: the card was laid by
// somebody else, was taken back unseen, or was only inferred to lie there.
func (n *next) notInCentre(i int, c models.Card, old place, onPile bool) {
	p := n.pile(int(old.pile))
	for k := range p.lays {
		l := &p.lays[k]
		if l.card != c || l.seat != i {
			continue
		}
		if l.unseen || l.verdict == models.Illegal {
			n.seat(i).returned(*l, onPile)
			p.remove(k)
			n.rejudge(p, k)
			return
		}
		if l.from == models.SpotLigretto || l.from == models.SpotUnknown {
			n.seat(i).ligMax++
		}
		l.seat, l.maybe, l.gone = -1, n.candidates(c)&^(1<<i), l.verdict == models.Unproven
		n.doubt(i, c, "doubt.twice", int(old.event))
		return
	}
}

// removeWrong removes a seat's wrong card from the centre: it was taken back unseen.
func (n *next) removeWrong(i int, c models.Card) (lay, bool) {
	for _, p := range n.piles {
		for k := range p.lays {
			if l := p.lays[k]; l.seat == i && l.card == c && l.verdict == models.Illegal {
				n.pile(p.id).remove(k)
				return l, true
			}
		}
	}
	return lay{}, false
}

// cameBack notes that a wrong card of the centre is on its owner's spots again, to go on from there.
func (n *next) cameBack(i int, c models.Card) {
	s := n.seat(i)
	if s.place[c.Index()].kind != inCentre {
		return
	}
	if l, ok := n.removeWrong(i, c); ok {
		s.returned(l, n.event.From == "" || n.event.From == models.SpotLigretto)
		s.place[c.Index()] = place{}
	}
}

// returned counts a card that was taken back unseen and may have gone back on the Ligretto pile. Only where
// it is seen there now the pile is surely longer: from there it can have gone on unseen.
func (s *seat) returned(l lay, onPile bool) {
	if l.from != models.SpotLigretto && l.from != models.SpotUnknown {
		return
	}
	s.ligMax++
	if onPile && l.from == models.SpotLigretto {
		s.ligMin++
	}
}

// doubt reports a sighting that cannot be.
func (n *next) doubt(i int, c models.Card, reason string, evidence ...int) {
	n.doubted(CardOnce, models.Reason{ID: reason, Card: c, Players: []string{n.game.name(i)}}, evidence...)
}

// doubted reports a doubt about the seeing.
func (n *next) doubted(id ID, why models.Reason, evidence ...int) {
	r := n.ruled("", id, why, evidence...)
	r.Player, r.Card = why.Players[0], &why.Card
	n.add(models.EventDoubt, r)
}

// hidden tells how many cards of a deck that were never seen lie in the hand, at least and at most,
// and how many can be inside the Ligretto pile at most.
func (s *seat) hidden() (handMin, handMax, insideMax int) {
	unknown, known := 0, 0
	for _, p := range s.place {
		switch p.kind {
		case unseen:
			unknown++
		case onTop, inside:
			known++
		}
	}
	insideMin := max(0, s.ligMin-known)
	insideMax = max(0, min(s.ligMax-known, unknown))
	if s.partial {
		insideMin = 0
	}
	return unknown - insideMax, max(0, unknown-insideMin), insideMax
}

// Where is what is known of a card: the places it can be at.
type Where struct {
	Centre, Row, LigrettoTop, LigrettoInside, Hand bool
}

// Where tells where a card of a player's deck can be. Hand means hand or discard pile.
func (s State) Where(player string, c models.Card) (Where, error) {
	i, ok := s.game.index[player]
	if !ok {
		return Where{}, fault("player", "%q does not sit at this table", player)
	}
	if !c.Valid() {
		return Where{}, fault("card", "%v is in no deck", c)
	}
	return s.where(i, c), nil
}

func (s State) where(i int, c models.Card) Where {
	// A card out of sight can have gone back where it came from, and another one on top of it.
	anywhere := Where{Centre: true, Row: true, LigrettoTop: true, LigrettoInside: true, Hand: true}
	seat := s.seats[i]
	at := seat.place[c.Index()]
	// Since it was seen last, the zone was out of sight: it can have gone on from there.
	moved := seat.blindUntil(at.kind) >= at.time || at.kind == unseen && (seat.partial || !seat.dealt)
	w := Where{Centre: moved, Row: moved, LigrettoTop: moved}
	switch at.kind {
	case inCentre:
		w = Where{Centre: true}
		if moved && !s.surelyIn(int(at.pile), i, c) {
			return anywhere
		}
		return w
	case inRow:
		w.Row, w.LigrettoTop = true, false
	case onTop:
		w.LigrettoTop, w.LigrettoInside = true, moved
	case inside:
		w.LigrettoInside = true
		w.LigrettoTop = w.LigrettoTop || seat.top == models.Card{}
	case inHand:
		w.Hand, w.LigrettoTop = true, false
	case vanished:
		return anywhere
	case unseen:
		_, hand, under := seat.hidden()
		w.Hand, w.LigrettoInside = hand > 0, under > 0
		if seat.top == (models.Card{}) && under > 0 { // one of them is the top, or a card that was put back
			back := slices.ContainsFunc(seat.place[:], func(p place) bool { return p.kind == inside })
			w.LigrettoTop, w.LigrettoInside = true, under > 1 || back || s.mayReturn(i) > 0
		}
	}
	w.Centre = w.Centre || s.openFor(i, c)
	return w
}

// staysInCentre tells that a seat's card lies in the centre and cannot have been taken back rightly.
func (s State) staysInCentre(i int, c models.Card) bool {
	at := s.seats[i].place[c.Index()]
	return at.kind == inCentre && !s.wrongIn(int(at.pile), i, c)
}

// wrongIn tells whether a seat's card lies wrongly in a pile, or is only inferred to lie there, and so may
// have been taken back.
func (s State) wrongIn(pile, i int, c models.Card) bool {
	l := s.layOf(pile, i, c)
	return l != nil && (l.verdict != models.Legal || l.unseen)
}

// surelyIn tells that a seat's card was seen being laid rightly in a pile, and whose card it was.
func (s State) surelyIn(pile, i int, c models.Card) bool {
	l := s.layOf(pile, i, c)
	return l != nil && l.verdict == models.Legal && !l.unseen && l.named
}

// layOf is a seat's card in a pile, nil where it is not there.
func (s State) layOf(pile, i int, c models.Card) *lay {
	for _, p := range s.piles {
		if p.id != pile {
			continue
		}
		for k := range p.lays {
			if l := &p.lays[k]; l.seat == i && l.card == c {
				return l
			}
		}
	}
	return nil
}

// openFor tells whether a card in the centre, laid by nobody knows whom, can be this seat's.
func (s State) openFor(i int, c models.Card) bool {
	for l := range s.lays() {
		if l.seat < 0 && l.card == c && l.maybe&(1<<i) != 0 {
			return true
		}
	}
	return false
}

// couldLeave tells whether a seat's card can have gone to the centre unseen within the window: its owner was there, and it
// vanished then, its zone was out of sight, or it lies in a hand that was just being turned over.
func (n *next) couldLeave(i int, c models.Card, w window) bool {
	s := n.seats[i]
	at := s.place[c.Index()]
	if n.staysElsewhere(i, c, w) || n.busy(i, w) || w.seats != 0 && w.seats&(1<<i) == 0 {
		return false
	}
	if s.mayHaveGone(c, w) || at.kind == vanished && w.holds(at.time) {
		return true
	}
	inStock := at.kind == inHand || at.kind == unseen
	return inStock && (s.partial || s.turned < 0 || s.flipped >= w.from-slack && s.flipped <= w.until+slack)
}

// againSeconds is how many seconds a player takes at the least from one card laid in the centre to the next one.
const againSeconds = 0.5

// busy tells that a seat can have laid nothing unseen within the window: it laid a card that was seen so shortly before the
// window's end and after its beginning that there was no time for another one.
func (n *next) busy(i int, w window) bool {
	for l := range n.lays() {
		if l.seat == i && !l.unseen && l.time-w.from < againSeconds && w.until-l.time < againSeconds {
			return true
		}
	}
	return false
}

// staysElsewhere tells that a seat's card cannot have gone to a pile within the window: it lies on another
// one or inside the Ligretto pile, or was seen on its owner's spots after that.
func (n *next) staysElsewhere(i int, c models.Card, w window) bool {
	s := n.seats[i]
	at := s.place[c.Index()]
	onSpots := at.kind == inHand || at.kind == inRow || at.kind == onTop
	inside := s.surelyInside(c) && !s.mayHaveGone(c, w) // out of sight it can have come up and gone
	return n.staysInCentre(i, c) || inside || onSpots && at.time > w.until+slack
}

// slack is how far apart in seconds two things may be noted that happened together: a card takes
// about that long from its spot to the centre.
const slack = 1.0

// holds tells whether something seen at a time can belong to the window.
func (w window) holds(t float64) bool { return t >= w.from-slack && t <= w.until+slack }

// absence is a time in which a part of a seat's zone was out of sight, in seconds.
type absence struct {
	from, until float64
	spots       bool // the row and the Ligretto pile
	stock       bool // the discard pile and the hand
}

// hides tells that a card at a place of a kind can have gone on in an absence.
func (a absence) hides(k kind) bool {
	switch k {
	case inRow, onTop, inside:
		return a.spots
	case inHand:
		return a.stock
	}
	return true
}

// blindUntil is when cards at places of a kind were out of sight last, in seconds.
func (s *seat) blindUntil(k kind) float64 {
	for _, a := range slices.Backward(s.blind) {
		if a.hides(k) {
			return a.until
		}
	}
	return never
}

// noteBlind notes that the seat's zone was out of sight.
func (s *seat) noteBlind(a absence) {
	k := len(s.blind)
	for k > 0 && s.blind[k-1].until > a.until {
		k--
	}
	s.blind = slices.Insert(slices.Clone(s.blind), k, a)
}

// mayHaveGone tells that a seat's card can have left its place while it was out of sight, as far as times can be told within the window.
func (s *seat) mayHaveGone(c models.Card, w window) bool {
	at := s.place[c.Index()].kind
	_, hand, under := s.hidden()
	return slices.ContainsFunc(s.blind, func(a absence) bool {
		there := at != unseen || s.partial || a.spots && under > 0 || a.stock && hand > 0
		return a.hides(at) && there && a.from <= w.until+slack && a.until >= w.from-slack
	})
}

// surelyInside tells that a card never seen must lie inside the Ligretto pile.
func (s *seat) surelyInside(c models.Card) bool {
	if s.place[c.Index()].kind == inside {
		return true
	}
	if s.place[c.Index()].kind != unseen || s.partial {
		return false
	}
	_, hand, _ := s.hidden()
	return hand == 0
}
