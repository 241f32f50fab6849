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
	from, v, reason := e.From, models.Legal, "refill.legal"
	at := s.place[c.Index()]
	rule := RowRefill
	var evidence []int
	late, lateReason := n.afterStop(e.Time)
	switch {
	case late == models.Illegal:
		v, rule = models.Illegal, RoundStop
	case from == models.SpotDiscard || from == SpotHand || from == models.SpotRow:
		v, reason = models.Illegal, "refill.illegal"
	case at.kind == inHand:
		from, v, reason = models.SpotDiscard, models.Illegal, "refill.illegal"
		evidence = append(evidence, int(at.event))
	case s.top != models.Card{} && s.top != c:
		v, reason = models.Unproven, "refill.unproven"
		evidence = append(evidence, int(s.place[s.top.Index()].event))
	}
	if e.Slot != nil && v == models.Legal && len(s.row[*e.Slot].cards) > 0 && n.game.cfg.Variant == models.Basic {
		for _, old := range s.row[*e.Slot].cards {
			if old != c {
				s.place[old.Index()] = place{kind: vanished, event: int32(n.events), time: e.Time}
			}
		}
	}
	k := s.freeSlot(e.Slot)
	n.moveToRow(i, from, c)
	if k >= 0 {
		s = n.seat(i)
		s.row[k] = slot{cards: []models.Card{c}}
		n.reveal(i, c, place{kind: inRow, slot: int8(k)})
	}
	if rule == RoundStop {
		return n.ruled(v, rule, because(lateReason), n.stop.event)
	}
	return n.ruled(v, rule, playerSaid(reason, e.Player), evidence...)
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
	var below models.Card
	if m := len(s.row[k].cards); m > 0 {
		below = s.row[k].cards[m-1]
		if s.place[below.Index()].time <= s.blind {
			below = models.Card{} // another card may lie on it by now
		}
	}
	v, id, reason := n.buildVerdict(c, below, e.From)
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
	return n.ruled(v, id, reason, evidence)
}

// buildVerdict tells whether a card may go on a row card.
func (n *next) buildVerdict(c, below models.Card, from models.Spot) (models.Verdict, ID, models.Reason) {
	late, reason := n.afterStop(n.event.Time)
	switch {
	case late == models.Illegal:
		return late, RoundStop, because(reason)
	case n.game.cfg.Variant != models.Pro:
		return models.Illegal, RowBuild, because("build.basic")
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
