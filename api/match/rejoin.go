package match

import (
	"slices"

	"schiri/models"
	"schiri/rules"
)

// rejoin fits what a camera sees that comes back in mid-round to what is known of the table. The pipeline
// begins anew then: it tells how the table lies (start events) and numbers the piles from 1.
type rejoin struct {
	piles map[int]int // the round's number of a pile by the pipeline's
	free  []models.Pile
	next  int // number for a pile nobody knew
}

func newRejoin(s rules.State) *rejoin {
	r := &rejoin{piles: map[int]int{}, free: s.Piles(), next: 1}
	for _, p := range r.free {
		r.next = max(r.next, p.Pile+1)
	}
	return r
}

// fit gives the event as it belongs to the round; known tells that it says nothing new.
func (r *rejoin) fit(e models.Event, s rules.State) (_ models.Event, known bool) {
	if e.Type == models.EventStart && e.Player != "" {
		return e, liesAsKnown(e, s)
	}
	if e.Pile == 0 {
		return e, false
	}
	id, ok := r.piles[e.Pile]
	if !ok {
		id, known = r.find(e)
		r.piles[e.Pile] = id
	}
	e.Pile = id
	return e, known && e.Type == models.EventStart
}

// find gives the number of the pile that shows a card: one that was known to show it, else one of the
// colour that has grown out of sight, else a new one.
func (r *rejoin) find(e models.Event) (id int, known bool) {
	if e.Type == models.EventStart && e.Card != nil {
		if i := slices.IndexFunc(r.free, func(p models.Pile) bool { return onTop(p) == *e.Card }); i >= 0 {
			return r.take(i), true
		}
		grown := func(p models.Pile) bool { return p.Color == e.Card.Color && p.Top < e.Card.Number }
		if i := slices.IndexFunc(r.free, grown); i >= 0 {
			return r.take(i), false
		}
	}
	r.next++
	return r.next - 1, false
}

func (r *rejoin) take(i int) int {
	id := r.free[i].Pile
	r.free = slices.Delete(r.free, i, i+1)
	return id
}

// onTop is the card a pile shows: one laid wrongly hides the legal one.
func onTop(p models.Pile) models.Card {
	if n := len(p.Wrong); n > 0 {
		return p.Wrong[n-1]
	}
	return models.Card{Color: p.Color, Number: p.Top}
}

// liesAsKnown tells whether a player's spots are still as the round knows them.
func liesAsKnown(e models.Event, s rules.State) bool {
	for i, p := range s.Config().Players {
		if p.Name == e.Player {
			spots := s.Spots(i)
			return slices.Equal(e.Row, spots.Row) && e.LigrettoTop.Card == spots.LigrettoTop && e.DiscardTop.Card == spots.DiscardTop
		}
	}
	return false
}
