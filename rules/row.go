package rules

import (
	"slices"

	"schiri/models"
)

// refill judges a gap of the row that was filled.
func (n *next) refill() models.Ruling {
	e, i := n.event, n.seatOf()
	s, c := n.seat(i), *n.event.Card
	n.cameBack(i, c)
	n.lastLaid(i, c, e.Time, n.events)
	from := e.From
	if from == "" {
		switch kind := s.place[c.Index()].kind; {
		case kind == inHand:
			from = models.SpotDiscard
		case kind == inRow && s.keepsTop(e.LigrettoTop):
			from = models.SpotRow
		}
	}
	var r models.Ruling
	fromPile := s.leavesPile(c, from)
	switch at := s.place[c.Index()]; {
	case at.kind == vanished && at.slot == ofRow:
		r = n.ruled("", "", models.Reason{}) // its player has held it in his hand and put it back
	case from == models.SpotRow && s.liesAlone(c): // as many gaps are left as before
		r = n.ruled(models.Legal, RowRefill, playerSaid("refill.moved", e.Player), int(at.event))
	default:
		r = n.unlessLate(n.refillVerdict(i, from))
	}
	k := s.freeSlot(e.Slot)
	if k < 0 { // nobody saw where it came to lie
		n.moveToRow(i, from, c)
		return r
	}
	for _, old := range s.row[k].cards { // the place was free after all: they had left it unseen
		if old != c {
			s.place[old.Index()] = place{kind: vanished, event: int32(n.events), time: e.Time}
		}
	}
	n.moveToRow(i, from, c)
	s.row[k] = slot{cards: []models.Card{c}}
	n.reveal(i, c, place{kind: inRow, slot: int8(k)})
	s.owe(fromPile, c, r.Verdict)
	return r
}

// leavesPile tells that a card that comes to the row from a spot was in the Ligretto pile until then.
func (s *seat) leavesPile(c models.Card, from models.Spot) bool {
	at := s.place[c.Index()]
	return (from == "" || from == models.SpotLigretto) && (s.ligMax > 0 || at.kind == vanished && at.slot == ofLigretto)
}

// owe notes whether a card of the row has to go back on the Ligretto pile, by what was said of its being laid.
func (s *seat) owe(fromPile bool, c models.Card, v models.Verdict) {
	at := &s.place[c.Index()]
	at.owed = noDebt
	switch {
	case fromPile && v == models.Illegal:
		at.owed = owes
	case fromPile && v == models.Unproven:
		at.owed = mayOwe
	}
}

// unlessLate gives what the stop says of a card laid on a row, or else what there is to say of it. The latter is kept
// as a revision, should the stop turn out to have been none.
func (n *next) unlessLate(fair models.Ruling) models.Ruling {
	late, why := n.afterStop(n.event.Time)
	if n.event.Agreed != "" {
		return n.agreed(fair)
	}
	if late == models.Legal || late == models.Unproven && fair.Verdict != models.Legal {
		return fair
	}
	fair.Player, fair.Card, fair.Of, fair.Was = n.event.Player, n.event.Card, n.events, late
	stop := *n.stop
	stop.rows = append(slices.Clip(stop.rows), fair)
	n.stop = &stop
	return n.ruled(late, RoundStop, because(why), stop.event)
}

// refillVerdict tells whether the event's card may fill a gap of the row while the round is on.
func (n *next) refillVerdict(i int, from models.Spot) models.Ruling {
	e, s, c := n.event, n.seats[i], *n.event.Card
	at := s.place[c.Index()]
	says := func(v models.Verdict, id string, evidence ...int) models.Ruling {
		return n.ruled(v, RowRefill, playerSaid(id, e.Player), evidence...)
	}
	switch {
	case from == models.SpotDiscard && e.From == "":
		return says(models.Illegal, "refill.illegal", int(at.event))
	case from == models.SpotDiscard, from == SpotHand, from == models.SpotRow:
		return says(models.Illegal, "refill.illegal")
	case s.ligMax == 0 && e.LigrettoTop.Card == models.Card{} && at.kind != vanished && n.mayReturn(i) == 0 && e.Time > s.blindUntil(onTop):
		return says(models.Illegal, "refill.empty")
	case at.kind == inHand:
		return says(models.Unproven, "refill.unproven", int(at.event))
	case s.top != models.Card{} && s.top != c:
		return says(models.Unproven, "refill.unproven", int(s.place[s.top.Index()].event))
	}
	if k := s.freeSlot(e.Slot); k >= 0 && len(s.row[k].cards) > 0 {
		if old := s.row[k].cards[len(s.row[k].cards)-1]; old != c && n.inSight(i, old) {
			why := models.Reason{ID: "refill.full", On: old, Players: []string{e.Player}}
			return n.ruled(models.Unproven, RowRefill, why, int(s.place[old.Index()].event))
		}
	}
	return says(models.Legal, "refill.legal")
}

// keepsTop tells that the Ligretto pile is as it was, as far as an event shows.
func (s *seat) keepsTop(shown models.Shown) bool {
	return !shown.Noted || shown.Card == s.top && (s.top != models.Card{} || s.ligMax == 0)
}

// liesAlone tells that a card is the only one on a place of the row.
func (s *seat) liesAlone(c models.Card) bool {
	at := s.place[c.Index()]
	return at.kind == inRow && len(s.row[at.slot].cards) == 1
}

// freeSlot is the slot named, or the first gap.
func (s *seat) freeSlot(named *int) int {
	if named != nil {
		return *named
	}
	return slices.IndexFunc(s.row, func(r slot) bool { return len(r.cards) == 0 })
}

// moveToRow takes a card that goes to the row off its spot.
func (n *next) moveToRow(i int, from models.Spot, c models.Card) {
	s := n.seat(i)
	if s.place[c.Index()].kind == vanished {
		if n.event.LigrettoTop.Noted {
			n.showLigretto(i, n.event.LigrettoTop)
		}
		return
	}
	switch from {
	case models.SpotDiscard, SpotHand:
		n.leaveDiscard(i, c, n.event.DiscardTop)
	case models.SpotRow:
		if at := s.place[c.Index()]; at.kind == inRow {
			s.dropFromRow(int(at.slot), c)
		}
	default:
		n.takeLigretto(i, n.event.LigrettoTop)
	}
}

// rowLay judges a card laid on an own row card: the variant for experts.
func (n *next) rowLay() models.Ruling {
	e, i := n.event, n.seatOf()
	s, c, k := n.seat(i), *n.event.Card, *n.event.Slot
	n.cameBack(i, c)
	n.lastLaid(i, c, e.Time, n.events)
	var below models.Card
	if m := len(s.row[k].cards); m > 0 {
		below = s.row[k].cards[m-1]
		if s.place[below.Index()].time <= s.blindUntil(inRow) {
			below = models.Card{} // another card may lie on it by now
		}
	}
	v, id, reason := n.buildVerdict(c, below, e.From)
	fromPile := s.leavesPile(c, e.From)
	evidence := 0
	if below != (models.Card{}) {
		evidence = int(s.place[below.Index()].event)
	}
	n.moveToRow(i, e.From, c)
	if at := s.place[c.Index()]; at.kind == inRow { // it was moved unseen, or back
		s.dropFromRow(int(at.slot), c)
	}
	s.row[k].cards = append(s.row[k].cards, c)
	n.reveal(i, c, place{kind: inRow, slot: int8(k)})
	r := n.unlessLate(n.ruled(v, id, reason, evidence))
	s.owe(fromPile, c, r.Verdict)
	return r
}

// buildVerdict tells whether a card may go on a row card while the round is on.
func (n *next) buildVerdict(c, below models.Card, from models.Spot) (models.Verdict, ID, models.Reason) {
	switch {
	case n.game.cfg.Variant != models.Pro:
		return models.Illegal, RowBuild, because("build.basic")
	case from == SpotHand:
		return models.Illegal, RowBuild, because("source.hand")
	case from == models.SpotRow:
		return models.Illegal, RowBuild, because("build.row")
	case below == models.Card{}:
		return models.Unproven, RowBuild, because("build.unknown")
	}
	switch n.game.cfg.House.builds(c, below) {
	case RowOrder:
		return models.Illegal, RowOrder, buildSaid("build.order", c, below)
	case RowColour:
		return models.Illegal, RowColour, buildSaid("build.colour", c, below)
	}
	return models.Legal, RowBuild, buildSaid("build.legal", c, below)
}

// builds names the rule against laying a card on a row card, "" where none is.
func (h House) builds(c, below models.Card) ID {
	step := below.Number - c.Number
	if h.Steps == StepUp || h.Steps == AnyUp {
		step = -step
	}
	single := h.Steps == StepDown || h.Steps == StepUp
	switch {
	case step < 1, single && step != 1:
		return RowOrder
	case c.Color == below.Color:
		return RowColour
	}
	return ""
}
