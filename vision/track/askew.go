package track

import (
	"slices"

	"schiri/models"
)

// A card laid carelessly covers a corner of its pile only, and leaves most of the card below in sight. It lies on that pile all
// the same if it is the next one there: nobody opens a pile half upon the one that his card goes on.

// onEdge is the overlap (area shared over area covered) of two cards from which on one lies on the other: a tenth of a card.
// Readings of cards that lie beside each other overlap by less.
const onEdge = 0.05

// mostly is the overlap of two cards from which on one lies on the other, whatever else it touches: two thirds of a card.
const mostly = 0.5

// askewOn is the pile that waits for a card and that it covers most of, of those of which it covers at least a corner of the top or
// of a card below; nil: there is none.
func (t *Tracker) askewOn(o models.Observation) *pile {
	var best *pile
	most := onEdge
	for _, p := range t.piles {
		v := p.quad.IoU(o.Corners)
		for _, l := range p.under {
			v = max(v, l.quad.IoU(o.Corners))
		}
		if follows(p.card, o.Card) && v >= most {
			best, most = p, v
		}
	}
	return best
}

// onLower is the pile on whose lower cards a card lies, which stick out from below the top; nil: there is none.
func (t *Tracker) onLower(o models.Observation) *pile {
	i := slices.IndexFunc(t.piles, func(p *pile) bool {
		return slices.ContainsFunc(p.under, func(l layer) bool { return p.sticksOut(l) && l.quad.IoU(o.Corners) >= mostly })
	})
	if i < 0 {
		return nil
	}
	return t.piles[i]
}

// goesAskew tells that a card was laid on another pile than the one that it covers most of: it does not fit there, nor does it lie
// there for the greater part.
func (t *Tracker) goesAskew(p *pile, o models.Observation) bool {
	return !follows(p.card, o.Card) && p.copies(o.Card) == 0 && p.quad.IoU(o.Corners) < mostly && t.askewOn(o) != nil
}

// sticksOut tells that a card below the top lies so that the top covers a corner of it at most.
func (p *pile) sticksOut(l layer) bool { return p.quad.IoU(l.quad) < samePlace }

// showsBelow tells that a card read is one below the top that sticks out.
func (p *pile) showsBelow(o models.Observation) bool {
	return slices.ContainsFunc(p.under, func(l layer) bool {
		return p.sticksOut(l) && o.Card == l.card && l.quad.IoU(o.Corners) > aboutThere
	})
}

// aboutThere is the overlap from which on a card that is partly hidden was read where it lay before.
const aboutThere = 0.8

// alone are the cells of a pile's top that tell whether it has gone: those under which none of the cards below lies that stick out.
func (t *Tracker) alone(p *pile) []int {
	top := t.act.Under(p.quad)
	open := slices.Clone(top)
	for _, l := range p.under {
		if p.sticksOut(l) {
			below := t.act.Under(l.quad)
			open = slices.DeleteFunc(open, func(i int) bool { return slices.Contains(below, i) })
		}
	}
	if 2*len(open) < len(top) {
		return top
	}
	return open
}

// slidOff takes in the top card of a pile that has come to lie beside it, by itself or under a hand that straightens the pile, as lying on
// it still; it tells whether there is one. It seemed to be taken back, but arrived nowhere else, and it is the next one on that pile.
func (t *Tracker) slidOff(o models.Observation) bool {
	i := slices.IndexFunc(t.waiting, func(w *waiting) bool {
		p := w.pile
		off := func() float64 { return o.Corners.Center().Sub(p.quad.Center()).Norm() }
		return w.event.Type == models.EventTakeBack && w.event.To == "" && *w.event.Card == o.Card && slices.Contains(t.piles, p) &&
			follows(p.card, o.Card) && off() <= longSide(o.Corners)
	})
	if i < 0 || len(t.bringers(nil, o)) > 0 {
		return false
	}
	p := t.waiting[i].pile
	t.waiting = slices.Delete(t.waiting, i, i+1)
	p.under = append(p.under, layer{p.card, p.quad})
	p.instead = nil
	p.seeTop(o, t.now)
	return true
}

// longSide is a card's longer side, in pixels.
func longSide(q models.Quad) float64 { return max(q[1].Sub(q[0]).Norm(), q[2].Sub(q[1]).Norm()) }
