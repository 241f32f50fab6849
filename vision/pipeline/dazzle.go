package pipeline

import (
	"slices"

	"schiri/models"
)

const (
	dazzleEvery = 30  // ticks from one look for cards in which a lamp is mirrored to the next; one seen twice is told
	dazzleStays = 300 // ticks for which it is told after the last: the lamp still shines when another card is laid upon it
	burntOut    = 240 // grey levels that every colour of a cell has at the least where the lamp is all that is seen
)

// dazzle is what is known of a lamp that is mirrored in cards.
type dazzle struct {
	seen  []models.Quad // cards that were burnt out at the last look
	until int           // tick until which it is told
}

// noteDazzled looks for cards at rest that cannot be read because a lamp is mirrored in them. That is said: what is laid there
// cannot be refereed, and whoever sits there can turn the lamp away.
func (p *pipeline) noteDazzled() {
	if !p.watch.every(p.watch.tick, dazzleEvery) {
		return
	}
	d := &p.dazzle
	var seen []models.Quad
	for _, o := range p.scene {
		if o.Face != models.FaceUnknown || !p.isBurntOut(o.Corners) {
			continue
		}
		seen = append(seen, o.Corners)
		if slices.ContainsFunc(d.seen, func(q models.Quad) bool { return q.IoU(o.Corners) > samePlace }) {
			d.until = p.watch.tick + dazzleStays
		}
	}
	d.seen = seen
}

// isBurntOut tells that a lamp is all that is seen in most of a place, and no arm.
func (p *pipeline) isBurntOut(q models.Quad) bool {
	burnt, under := 0, p.watch.act.Under(q)
	for _, i := range under {
		if !p.watch.act.Arm[i] && slices.Min(p.watch.cur[3*i:][:3]) >= burntOut {
			burnt++
		}
	}
	return 2*burnt > len(under)
}
