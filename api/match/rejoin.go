package match

import (
	"slices"

	"schiri/models"
	"schiri/rules"
)

// rejoin fits what a camera sees to what is known of the table: one that comes back in mid-round, whose pipeline begins
// anew, tells how the table lies (start events) and numbers the piles from 1; and one that watches on, but whose pipeline
// knows nothing of the piles that people have added.
type rejoin struct {
	back  bool        // it came back
	piles map[int]int // the round's number of a pile by the pipeline's
	free  []knownPile // piles not found again so far
	next  int         // number for a pile nobody knew
}

// knownPile is a pile of the round, and where its top card lay; nil: nobody saw where.
type knownPile struct {
	models.Pile
	corners *models.Quad
}

// newRejoin takes in the table as the round knows it. The log is the round's.
func newRejoin(s rules.State, log []models.Event) *rejoin {
	r := &rejoin{back: true, piles: map[int]int{}, next: 1}
	where := map[int]*models.Quad{}
	for _, e := range log {
		if e.Pile > 0 && e.Corners != nil {
			where[e.Pile] = e.Corners
		}
		r.next = max(r.next, e.Pile+1)
	}
	for _, p := range s.Piles() {
		r.free = append(r.free, knownPile{p, where[p.Pile]})
		r.next = max(r.next, p.Pile+1) // people add piles too, which the log has not
	}
	return r
}

// newAdded takes in the piles the camera itself has seen in the round.
func newAdded(log []models.Event) *rejoin {
	r := &rejoin{piles: map[int]int{}, next: 1}
	for _, e := range log {
		if e.Pile > 0 && e.Decided > 0 {
			r.piles[e.Pile] = e.Pile
		}
		r.next = max(r.next, e.Pile+1)
	}
	return r
}

// know takes in a pile as it is now, if the pipeline has not seen it.
func (r *rejoin) know(p models.Pile) {
	for _, seen := range r.piles {
		if seen == p.Pile {
			return
		}
	}
	i := slices.IndexFunc(r.free, func(k knownPile) bool { return k.Pile.Pile == p.Pile })
	if i < 0 {
		i = len(r.free)
		r.free = append(r.free, knownPile{})
	}
	r.free[i].Pile, r.next = p, max(r.next, p.Pile+1)
}

// away are the events that tell that nobody watched from one time to another: cards may have been laid
// on every pile, and every player's cards may have changed.
func away(s rules.State, from, until float64) []models.Event {
	var events []models.Event
	for _, p := range s.Piles() {
		events = append(events, models.Event{Type: models.EventCovered, Time: from, Until: until, Pile: p.Pile})
	}
	for _, p := range s.Config().Players {
		events = append(events, models.Event{Type: models.EventCovered, Time: from, Until: until, Player: p.Name})
	}
	return events
}

// fit gives the event as it belongs to the round; old tells that it says nothing new.
func (r *rejoin) fit(e models.Event, s rules.State) (_ models.Event, old bool) {
	if e.Type == models.EventStart && e.Player != "" && r.back {
		return e, liesAsKnown(e, s)
	}
	if e.Pile == 0 {
		return e, false
	}
	id, ok := r.piles[e.Pile]
	if !ok {
		id, old = r.find(e)
		r.piles[e.Pile] = id
	}
	e.Pile = id
	return e, old
}

// find gives the number of the pile an event shows for the first time: the one that lay at that place, else
// one that showed that card or can have grown to it, else a new one. A pile that shows what it showed
// before tells nothing new.
func (r *rejoin) find(e models.Event) (id int, old bool) {
	if e.Card == nil {
		return r.add(), false
	}
	// To a camera that watches on, a card that is laid is another than the one that lies there.
	same := func(p knownPile) bool {
		return onTop(p.Pile) == *e.Card && (r.back || e.Type == models.EventStart)
	}
	for _, fits := range []func(knownPile) bool{
		func(p knownPile) bool { return p.corners != nil && e.Corners != nil && near(*p.corners, *e.Corners) },
		same,
		func(p knownPile) bool { return p.Color == e.Card.Color && p.Top == e.Card.Number-1 },
		func(p knownPile) bool {
			return p.Color == e.Card.Color && p.Top < e.Card.Number && e.Type == models.EventStart
		},
	} {
		if i := slices.IndexFunc(r.free, fits); i >= 0 {
			found := r.free[i]
			r.free = slices.Delete(r.free, i, i+1)
			return found.Pile.Pile, same(found)
		}
	}
	return r.add(), false
}

func (r *rejoin) add() int {
	r.next++
	return r.next - 1
}

// near tells whether two cards lie on the same pile: their middles are closer than half a card's width.
func near(a, b models.Quad) bool {
	width := min(a[1].Sub(a[0]).Norm(), a[2].Sub(a[1]).Norm())
	return a.Center().Sub(b.Center()).Norm() < width/2
}

// onTop is the card a pile shows: one laid wrongly hides the legal one.
func onTop(p models.Pile) models.Card {
	if n := len(p.Wrong); n > 0 {
		return p.Wrong[n-1]
	}
	return models.Card{Color: p.Color, Number: p.Top}
}

// liesAsKnown tells whether a player's spots are still as the round knows them. The discard pile, which
// changes all the time, is left out: the next cards turned over tell its state.
func liesAsKnown(e models.Event, s rules.State) bool {
	for i, p := range s.Config().Players {
		if p.Name == e.Player {
			spots := s.Spots(i)
			return slices.Equal(e.Row, spots.Row) && e.LigrettoTop.Card == spots.LigrettoTop
		}
	}
	return false
}
