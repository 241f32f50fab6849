package rules

import (
	"slices"

	"schiri/models"
)

// deal notes a player's row and Ligretto pile as dealt.
func (n *next) deal() models.Ruling {
	i, h := n.seatOf(), n.game.cfg.House
	if n.stop != nil || n.count != nil {
		n.newRound()
	}
	*n.seat(i) = *newSeat(&n.game.cfg)
	s := n.seat(i)
	s.dealt = true
	n.showSpots(i)
	if got := len(n.event.Row); got != h.RowSize {
		return n.ruled(models.Illegal, DealRow, models.Reason{ID: "deal.row", Players: []string{n.event.Player}, Count: got, Want: h.RowSize})
	}
	if n.event.Cards != 0 && n.event.Cards != h.Ligretto {
		s.ligMin, s.ligMax = n.event.Cards, n.event.Cards
		return n.ruled(models.Illegal, DealLigretto, models.Reason{ID: "deal.ligretto", Players: []string{n.event.Player}, Count: n.event.Cards, Want: h.Ligretto})
	}
	return n.ruled(models.Legal, DealRow, playerSaid("deal.legal", n.event.Player))
}

// newRound clears the table: whoever deals after the stop, or after the count, begins another round. How the last
// one ended is reported.
func (n *next) newRound() {
	end := End(n.State)
	n.add(models.EventEnd, end)
	n.piles, n.ownPile = nil, map[int]bool{}
	n.stop, n.stuck, n.count, n.open, n.joined = nil, nil, nil, 0, never
	for i := range n.seats {
		*n.seat(i) = *newSeat(&n.game.cfg)
	}
}

// showSpots notes the cards an event shows on a player's spots.
func (n *next) showSpots(i int) {
	s := n.seat(i)
	for k, c := range n.event.Row {
		if k < len(s.row) && c.Valid() {
			n.doubtAgain(i, c)
			s.row[k].cards = append(s.row[k].cards[:0], c)
			n.reveal(i, c, place{kind: inRow, slot: int8(k)})
		}
	}
	n.doubtAgain(i, n.event.LigrettoTop.Card)
	n.showLigretto(i, n.event.LigrettoTop)
	if n.event.DiscardTop.Noted {
		n.doubtAgain(i, n.event.DiscardTop.Card)
		n.showDiscard(i, n.event.DiscardTop)
	}
}

// doubtAgain reports a card that the same event shows on another spot of its owner.
func (n *next) doubtAgain(i int, c models.Card) {
	if c.Valid() && int(n.seats[i].place[c.Index()].event) == n.events {
		n.doubt(i, c, "doubt.twice")
	}
}

// start notes what lay on the table when the camera began to look in mid-round.
func (n *next) start() models.Ruling {
	e := n.event
	if e.Player == "" {
		p := n.pile(e.Pile)
		if e.Card != nil {
			p.lays = append(p.lays, lay{
				card: *e.Card, seat: -1, event: n.events, time: e.Time, from: models.SpotUnknown, slot: -1,
				verdict: models.Legal, doubt: models.Legal, unseen: true, fixed: true,
			})
			n.rejudge(p, len(p.lays))
		}
		return n.ruled("", "", models.Reason{})
	}
	i := n.seatOf()
	if n.joined == never && !slices.ContainsFunc(n.seats, func(s *seat) bool { return s.dealt }) {
		n.joined = e.Time
	}
	*n.seat(i) = *newSeat(&n.game.cfg)
	s := n.seat(i)
	s.partial, s.turned = true, -1
	s.ligMin = 0
	for _, p := range n.piles { // what he was seen to lay, while his cards were out of sight, lies there still
		for _, l := range p.lays {
			if l.seat == i && !l.gone {
				n.reveal(i, l.card, place{kind: inCentre, pile: int32(p.id)})
			}
		}
	}
	if e.Cards > 0 {
		s.ligMin, s.ligMax = e.Cards, e.Cards
	}
	n.showSpots(i)
	return n.ruled("", "", models.Reason{})
}

// showLigretto notes the top of the Ligretto pile as seen.
func (n *next) showLigretto(i int, shown models.Shown) {
	s := n.seat(i)
	switch {
	case !shown.Noted:
		s.top = models.Card{}
	case shown.Empty():
		s.missing = s.ligMax
		s.top, s.ligMin, s.ligMax, s.perhaps, s.emptied = models.Card{}, 0, 0, 0, n.event.Time
	default:
		s.top = shown.Card
		n.reveal(i, shown.Card, place{kind: onTop})
		if s.ligMax == 0 { // it was not empty
			s.ligMax = s.missing
		}
		s.ligMin, s.ligMax = max(1, s.ligMin), max(1, s.ligMax)
	}
}

// takeLigretto notes that the top of the Ligretto pile is gone and what came into sight.
func (n *next) takeLigretto(i int, shown models.Shown) {
	s := n.seat(i)
	s.ligMin, s.ligMax, s.top = max(0, s.ligMin-1), max(0, s.ligMax-1), models.Card{}
	if s.ligMax == 0 {
		s.emptied = n.event.Time
	}
	n.showLigretto(i, shown)
}

// showDiscard notes the top of the discard pile as seen after a card left it.
func (n *next) showDiscard(i int, shown models.Shown) {
	s := n.seat(i)
	s.flipped = n.event.Time
	if shown.Noted && s.turned >= 0 && shown.Empty() != (s.turned == 0) {
		s.forgetOrder()
	}
	if !shown.Noted || shown.Empty() {
		return
	}
	s.noteStock(s.turned-1, shown.Card)
	n.reveal(i, shown.Card, place{kind: inHand})
}

// noteStock notes a card at a place of the turning order. What contradicts it forgets the order: cards
// were turned over unseen.
func (s *seat) noteStock(k int, c models.Card) {
	if s.turned < 0 || k < 0 {
		return
	}
	at := slices.Index(s.stock, c)
	if k >= len(s.stock) || at >= 0 && at != k || s.stock[k] != c && s.stock[k] != (models.Card{}) {
		s.forgetOrder()
		return
	}
	s.stock[k] = c
}

func (s *seat) forgetOrder() {
	clear(s.stock)
	s.turned, s.loose = -1, true
}

// leaveDiscard takes the top card off the discard pile.
func (n *next) leaveDiscard(i int, c models.Card, shown models.Shown) {
	s := n.seat(i)
	if k := s.turned - 1; s.turned > 0 && k < len(s.stock) && (s.stock[k] == c || s.stock[k] == models.Card{}) {
		s.stock = slices.Delete(s.stock, k, k+1)
		s.turned--
	} else {
		s.forgetOrder()
		if len(s.stock) > 0 {
			s.stock = s.stock[1:]
		}
	}
	n.showDiscard(i, shown)
}

// locate finds the spot a card was laid from where the seeing could not tell.
func (n *next) locate(l *lay) {
	s := n.seats[l.seat]
	at := s.place[l.card.Index()]
	if l.from == "" {
		l.from = models.SpotUnknown
	}
	if l.from == models.SpotUnknown && at.time > s.blindUntil(at.kind) {
		switch at.kind {
		case inRow:
			l.from = models.SpotRow
		case onTop:
			l.from = models.SpotLigretto
		case inHand:
			l.from = models.SpotDiscard
		}
	}
	if l.from == models.SpotRow && l.slot < 0 && at.kind == inRow {
		l.slot = int(at.slot)
	}
}

// lift takes a laid card off the spot of its owner.
func (n *next) lift(l lay) {
	if l.seat >= 0 && n.seats[l.seat].place[l.card.Index()].kind != vanished {
		n.liftFrom(l)
		return
	}
	if l.seat >= 0 && n.event.LigrettoTop.Noted {
		n.showLigretto(l.seat, n.event.LigrettoTop)
	}
	if l.seat >= 0 && n.event.DiscardTop.Noted {
		n.showDiscard(l.seat, n.event.DiscardTop)
	}
}

func (n *next) liftFrom(l lay) {
	s := n.seat(l.seat)
	switch l.from {
	case models.SpotRow:
		if l.slot >= 0 {
			s.row[l.slot].take(l.card)
		}
	case models.SpotLigretto:
		n.takeLigretto(l.seat, n.event.LigrettoTop)
	case models.SpotDiscard, SpotHand:
		n.leaveDiscard(l.seat, l.card, n.event.DiscardTop)
	default:
		s.ligMin = max(0, s.ligMin-1)
		s.forgetOrder()
	}
}

// take removes the top card of a row slot; a slot that held another card is not known any more.
func (r *slot) take(c models.Card) {
	if k := len(r.cards); k > 0 && r.cards[k-1] == c {
		r.cards = r.cards[:k-1]
		return
	}
	r.cards = nil
}

// giveBack returns a card taken back from the centre to the spot it came from.
func (n *next) giveBack(i int, l lay) {
	e, s := n.event, n.seat(i)
	to, k := e.To, l.slot
	if to == "" {
		to = l.from
		if to == models.SpotRow && k >= 0 && len(s.row[k].cards) > 0 { // another card has filled the gap meanwhile
			to = models.SpotUnknown
		}
	}
	if e.Slot != nil {
		k = *e.Slot
	}
	if at := s.place[l.card.Index()]; at.kind == inCentre { // it had left another pile unseen before
		n.notInCentre(i, l.card, at, false)
	}
	s.putBack(l.card, to, k, n.events)
	s.flipped = e.Time
	n.cannotBeLaid(i, l.card)
}

// putBack lays a card of the centre back on a spot.
func (s *seat) putBack(c models.Card, to models.Spot, k, event int) {
	old, at := s.place[c.Index()], place{kind: vanished, event: int32(event)}
	if old.kind == onTop || old.kind == inRow || old.kind == inHand { // it had left its spot unseen
		s.notElsewhere(c, old, at)
	}
	switch {
	case to == models.SpotRow && k >= 0:
		s.row[k].cards = append(s.row[k].cards, c)
		at.kind, at.slot = inRow, int8(k)
	case to == models.SpotLigretto:
		if s.top != (models.Card{}) {
			s.place[s.top.Index()].kind = inside
		}
		s.ligMin, s.ligMax, s.top = s.ligMin+1, s.ligMax+1, c
		at.kind = onTop
	case to == models.SpotDiscard:
		at.kind = inHand
		switch {
		case old.kind == inHand: // it was counted there all the time
		case s.turned < 0:
			s.stock = append(s.stock, models.Card{})
		default:
			s.stock = slices.Insert(s.stock, s.turned, c)
			s.turned++
		}
	}
	s.place[c.Index()] = at
}

// vanish notes a card that left its spot and was not seen where to.
func (n *next) vanish() models.Ruling {
	e, i := n.event, n.seatOf()
	c := *e.Card
	if at := n.seats[i].place[c.Index()]; at.kind == inCentre && n.surelyIn(int(at.pile), i, c) {
		return n.ruled("", "", models.Reason{})
	}
	n.cameBack(i, c)
	l := lay{card: c, seat: i, from: e.From, slot: -1}
	if e.Slot != nil {
		l.slot = *e.Slot
	}
	n.locate(&l)
	n.lift(l)
	at := place{kind: vanished, owed: n.seats[i].place[c.Index()].owed}
	switch l.from {
	case models.SpotLigretto:
		at.slot = ofLigretto
	case models.SpotRow:
		at.slot = ofRow
	}
	n.reveal(i, c, at)
	return n.ruled("", "", models.Reason{})
}

// cover notes that a pile, or a player's zone, was out of sight.
func (n *next) cover() models.Ruling {
	e := n.event
	if e.Player != "" {
		s := n.seat(n.seatOf())
		a := absence{from: e.Time, until: e.Until, spots: e.From != models.SpotDiscard, stock: e.From == "" || e.From == models.SpotDiscard}
		s.noteBlind(a)
		if a.stock {
			s.forgetOrder()
		}
		if a.spots {
			s.ligMin = max(0, s.ligMin-1-int((e.Until-e.Time)/n.game.cfg.House.LaySeconds))
			more := max(0, min(n.game.cfg.House.Ligretto-s.ligMax, n.mayReturn(n.seatOf())))
			s.ligMax, s.perhaps = s.ligMax+more, s.perhaps+more
		}
		if e.LigrettoTop.Noted {
			n.showLigretto(n.seatOf(), e.LigrettoTop)
		}
		return n.ruled("", "", models.Reason{})
	}
	p := n.pile(e.Pile)
	if len(p.lays) == 0 && p.covered.event == 0 && e.Time <= n.joined {
		p.began, p.tops = anyTop, anyTop // nobody has seen what lies there
	}
	p.covered = p.covered.with(window{from: e.Time, until: e.Until, event: n.events, seats: n.seatsOf(e.Candidates)})
	for k := range p.lays {
		p.lays[k].hidden = true
	}
	return n.ruled("", "", models.Reason{})
}

// mayReturn counts the cards that can go back on a seat's Ligretto pile unseen.
func (s State) mayReturn(i int) int {
	count := 0
	for _, at := range s.seats[i].place {
		if at.kind == vanished {
			count++
		}
	}
	for l := range s.lays() {
		if l.seat == i && l.verdict != models.Legal && (l.from == models.SpotLigretto || l.from == models.SpotUnknown) {
			count++
		}
	}
	return count
}

// restart notes that everybody shuffled the hand after a stuck round.
func (n *next) restart() models.Ruling {
	v, reason := models.Legal, "restart.legal"
	switch {
	case n.game.cfg.House.Stuck != StuckRestarts:
		v, reason = models.Illegal, "restart.illegal"
	case n.stuck == nil || n.stuck.status != proved:
		v, reason = models.Unproven, "restart.unproven"
	}
	n.stuck = nil
	for i := range n.seats {
		n.seat(i).recycled(true)
	}
	return n.ruled(v, RoundRestart, because(reason))
}
