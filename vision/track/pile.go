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

// visit is the time in seconds for which an arm was at a pile.
type visit struct{ from, until float64 }

// pile is a centre pile.
type pile struct {
	place
	id    int
	under []layer           // what is known to lie below the top, the lowest first
	over  map[*seat]float64 // when the arms of the players were last over it, in seconds
	near  map[*seat]visit   // the players whose arms were last at its edge
	came  float64           // when the top card was seen to have come, in seconds
	laid  bool              // it was opened while the tracker watched
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
	p := &pile{id: t.nextID, over: map[*seat]float64{}, near: map[*seat]visit{}}
	p.show(o, t.now)
	t.piles = append(t.piles, p)
	return p
}

// sawInCentre takes in a card that lies on top in the centre.
func (t *Tracker) sawInCentre(o models.Observation) {
	p := t.pileAt(o.Corners)
	switch {
	case p == nil:
		t.sawNewPile(o)
	case p.card == o.Card:
		if p.quad.IoU(o.Corners) < samePose && t.touched(&p.place) && len(t.departed(o.Card)) > 0 {
			t.laid(p, o)
			return
		}
		p.show(o, t.now)
	case !t.touched(&p.place):
		p.show(o, t.now) // the same card, read better than before
	default:
		if depth, ok := t.uncovered(p, o); ok {
			t.takenBack(p, depth)
			p.show(o, t.now)
			return
		}
		t.laid(p, o)
	}
}

// samePose is the overlap from which on a card lies exactly where another one lay.
const samePose = 0.92

// sawNewPile takes in a card where no pile was known.
func (t *Tracker) sawNewPile(o models.Observation) {
	if share(t.looked, t.act.Under(o.Corners)) < 0.5 {
		p := t.newPile(o)
		if t.opened {
			t.emitPile(p)
		}
		return
	}
	if len(t.sources(o.Card)) == 0 {
		for _, q := range t.piles {
			if q.card == o.Card && t.touched(&q.place) && share(t.act.Bare, t.act.Under(q.quad)) >= bareShare {
				q.show(o, t.now) // the pile was pushed aside
				return
			}
		}
	}
	t.laid(nil, o)
}

// uncovered tells whether o is a card that already lay in the pile, and how many cards of which
// something is known lay above it.
func (t *Tracker) uncovered(p *pile, o models.Observation) (depth int, ok bool) {
	for i := len(p.under) - 1; i >= 0; i-- {
		u := p.under[i]
		if u.card == o.Card && (u.quad.IoU(o.Corners) >= samePose || len(t.newSources(o.Card)) == 0) {
			return len(p.under) - i, true
		}
	}
	// Of a pile that lay there from the beginning the lower cards were never in sight.
	below := models.Card{Color: p.card.Color, Number: p.card.Number - 1}
	return 1, len(p.under) == 0 && o.Card == below && len(t.newSources(o.Card)) == 0
}

// takenBack notes that the top cards of a pile have left it again. Where to is waited for.
func (t *Tracker) takenBack(p *pile, depth int) {
	t.flush(func(w *waiting) bool { return w.pile == p })
	for range depth {
		card := p.card
		e := models.Event{Type: models.EventTakeBack, Time: t.rested(p.quad), Pile: p.id, Card: &card, Confidence: 0.9}
		t.wait(&waiting{event: e, due: t.now + takeBackHold, pile: p})
		p.lift(card)
	}
}

// pileGone handles a pile that is not there any more. A lone card was taken back; a whole pile
// that goes at once was cleared away, and of one that lay there from the start nothing is known.
func (t *Tracker) pileGone(p *pile) {
	if len(p.under) == 0 && p.laid {
		t.takenBack(p, 1)
	}
	t.piles = slices.DeleteFunc(t.piles, func(q *pile) bool { return q == p })
}

// lift takes a card out of what is known to lie in the pile.
func (p *pile) lift(c models.Card) {
	n := len(p.under)
	if p.card == c && n > 0 {
		p.card, p.quad, p.under = p.under[n-1].card, p.under[n-1].quad, p.under[:n-1]
		return
	}
	p.under = slices.DeleteFunc(p.under, func(l layer) bool { return l.card == c })
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
