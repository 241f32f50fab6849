package rules

import (
	"slices"

	"schiri/models"
)

// beforeNumber notes what is wrong with a card apart from the pile: the stop, and the spot it came from.
func (n *next) beforeNumber(l *lay) {
	l.doubt, l.rule, l.why = models.Legal, "", ""
	if v, why := n.afterStop(l.time); v != models.Legal {
		l.doubt, l.rule, l.why = v, RoundStop, why
		return
	}
	switch direct := n.game.cfg.House.FromLigretto == Yes; {
	case l.from == SpotHand:
		l.doubt, l.rule, l.why = models.Illegal, CentreSource, "source.hand"
	case l.from == models.SpotRow && n.buried(l):
		l.doubt, l.rule, l.why = models.Illegal, CentreSource, "source.buried"
	case direct:
	case l.from == models.SpotLigretto:
		l.doubt, l.rule, l.why = models.Illegal, FromLigretto, "from.ligretto"
	case l.from == models.SpotUnknown && n.mayBeTop(l):
		l.doubt, l.rule, l.why = models.Unproven, FromLigretto, "from.unproven"
	}
}

// mayBeTop tells whether a card can have come straight from the Ligretto pile of one of those who can have laid it.
func (n *next) mayBeTop(l *lay) bool {
	for i := range n.seats {
		if (i == l.seat || l.maybe&(1<<i) != 0) && n.canBeTop(i, l.card) {
			return true
		}
	}
	return false
}

// canBeTop tells whether a seat's card can have lain on top of its Ligretto pile just now.
func (n *next) canBeTop(i int, c models.Card) bool {
	s := n.seats[i]
	return s.top == c || s.ligMax > 0 && (s.top == models.Card{} || s.blindUntil(onTop) >= n.event.Time-2*slack)
}

// buried tells that a row card lies under others in the row, put there in the variant for experts, and that
// nothing can have changed there unseen.
func (n *next) buried(l *lay) bool {
	if l.seat < 0 || n.seats[l.seat].place[l.card.Index()].kind != inRow {
		return false
	}
	s := n.seats[l.seat]
	row := s.row[s.place[l.card.Index()].slot].cards
	return slices.Contains(row, l.card) && n.inSight(l.seat, row[len(row)-1]) && row[len(row)-1] != l.card
}

// inSight tells that a seat's card lies where it was seen last: nothing was out of sight there since.
func (n *next) inSight(i int, c models.Card) bool {
	at := n.seats[i].place[c.Index()]
	return at.time > n.seats[i].blindUntil(at.kind)
}

// elsewhere tells that a card lay in sight on another spot than the one it was laid from.
func elsewhere(at kind, from models.Spot) bool {
	switch from {
	case models.SpotRow:
		return at == onTop || at == inHand
	case models.SpotLigretto:
		return at == inRow || at == inHand
	case models.SpotDiscard:
		return at == inRow || at == onTop
	}
	return false
}

// doubtSpot reports a card laid from a spot where another one lies as far as was seen, or that itself lies on another spot: one
// of the two sightings is wrong, and no player is to blame for it. Not so where the card that lies there may be in the centre,
// nobody knows who having laid it.
func (n *next) doubtSpot(l lay) {
	if l.seat < 0 || n.seats[l.seat].place[l.card.Index()].kind == vanished {
		return
	}
	s := n.seats[l.seat]
	if at := s.place[l.card.Index()]; n.inSight(l.seat, l.card) && elsewhere(at.kind, l.from) {
		n.doubt(l.seat, l.card, "doubt.twice", int(at.event))
		return
	}
	var there models.Card
	switch {
	case l.from == models.SpotLigretto:
		there = s.top
		if s.ligMax == 0 && n.mayReturn(l.seat) == 0 && n.event.Time > s.blindUntil(onTop) {
			n.doubted(CentreSource, models.Reason{ID: "doubt.empty", Card: l.card, Players: []string{n.game.name(l.seat)}})
		}
	case l.from == models.SpotRow && l.slot >= 0:
		if row := s.row[l.slot].cards; len(row) > 0 && !slices.Contains(row, l.card) {
			there = row[len(row)-1]
		}
	case l.from == models.SpotDiscard && s.turned > 0:
		there = s.stock[s.turned-1]
	}
	shown := n.event.LigrettoTop
	if l.from == models.SpotDiscard {
		shown = n.event.DiscardTop
	}
	stays := shown.Noted && shown.Card == there // it came up before: the card laid had left by then
	if there != l.card && there.Valid() && n.inSight(l.seat, there) && !n.openFor(l.seat, there) && !stays {
		why := models.Reason{ID: "doubt.spot", Card: l.card, On: there, Players: []string{n.game.name(l.seat)}}
		n.doubted(CentreSource, why, int(s.place[there.Index()].event))
	}
}
