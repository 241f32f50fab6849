package pipeline

import (
	"image"
	"math"
	"slices"

	"schiri/models"
	"schiri/vision/track"
)

// passedFrom is the mean difference in grey levels, over the cells of a card's place, from which on the place is read
// again once an arm has left it. A card laid just on one of its own colour differs in a thin digit alone, which
// changes no cell as much as a change otherwise must.
const passedFrom = 2

// notePassed remembers which cells something moved over since they were last looked at.
func (p *pipeline) notePassed() {
	a := p.watch.act
	for i := range p.passed {
		p.passed[i] = p.passed[i] || a.Arm[i] || a.Changed[i]
	}
}

// leftBehind gives the known places that an arm was over and is no longer, at which nothing has changed plainly. Those that
// do not look quite as before are read again, and so are those that were last looked at in vain: what lies there is not
// known until then.
func (p *pipeline) leftBehind() []spot {
	var out []spot
	for _, o := range p.scene {
		if o.Face == models.FaceUnknown {
			continue
		}
		under := p.watch.act.Under(o.Corners)
		if !p.isLeft(under) {
			continue
		}
		differ, mean := p.unlike(under)
		tries, last := p.looksAt(slices.DeleteFunc(slices.Clone(under), func(i int) bool { return !p.passed[i] }))
		switch {
		case mean < passedFrom && p.inVain(under):
			p.forgetPassed(under)
			out = append(out, spot{area: o.Corners.Grown(withEdge).Box(), cells: under, place: o.Corners, confirm: true})
		case mean < passedFrom || tries >= len(pauses):
			p.forgetPassed(under)
		case tries == 0 || p.watch.tick-last >= pauses[tries]:
			p.markChanged(differ)
			out = p.queue(out, spot{area: p.around(p.boxOf(under)), cells: under, place: o.Corners})
		}
	}
	return p.lostSight(out)
}

// lostSight adds the places that lie open now, at which a card was known until something was there that could not be read.
// If only a thin digit is new there, nothing else leads to a look. Nor does anything if the table came into sight between
// the fingers of the hand that took the last card: that was not believed then, and is part of the settled picture since.
func (p *pipeline) lostSight(out []spot) []spot {
	for _, q := range p.places {
		under := p.watch.act.Under(q)
		if !p.inVain(under) && !p.isUnread(q) || !p.isLeft(under) || p.isKnown(q) {
			continue
		}
		empty := p.emptied(under)
		p.forgetPassed(under)
		out = append(out, spot{area: q.Grown(withEdge).Box(), cells: under, place: q, confirm: true, empty: empty})
	}
	return out
}

// isKnown tells that a card was read where the outline lies, and nothing else has been there since.
func (p *pipeline) isKnown(outline models.Quad) bool {
	return slices.ContainsFunc(p.scene, func(o models.Observation) bool {
		return o.Face != models.FaceUnknown && o.Corners.IoU(outline) > samePlace
	})
}

// isUnread tells that a card lies where the outline does that could not be read.
func (p *pipeline) isUnread(outline models.Quad) bool {
	return slices.ContainsFunc(p.scene, func(o models.Observation) bool {
		return o.Face == models.FaceUnknown && o.Corners.IoU(outline) > samePlace
	})
}

// isLeft tells that something was over a place's cells and that they have come to rest, with nothing plainly new there.
func (p *pipeline) isLeft(cells []int) bool {
	busy, still := 0, math.MaxInt
	for _, i := range cells {
		if p.watch.act.Arm[i] || p.watch.act.Changed[i] {
			busy++
		}
		still = min(still, p.watch.still[i])
	}
	return p.wasPassed(cells) && busy == 0 && still >= settled
}

// markPassed marks what has changed at the cards of a part of the picture over which something passed since they were looked at and that do
// not look quite as before: a card of the same colour may lie there now.
func (p *pipeline) markPassed(area image.Rectangle) {
	for _, o := range p.scene {
		if !o.Corners.Box().In(area) {
			continue
		}
		under := p.watch.act.Under(o.Corners)
		if differ, mean := p.unlike(under); mean >= passedFrom && p.wasPassed(under) {
			p.markChanged(differ)
		}
	}
}

func (p *pipeline) markChanged(cells []int) {
	for _, i := range cells {
		p.watch.act.Changed[i] = true
	}
}

// laidFrom is the part of a card's place that a hand covers at the least while it lays a card there: it holds one by its edge,
// and of the card itself, if it has the colour of the one below, hardly anything is seen to move.
const laidFrom = 0.2

// wasPassed tells that something was over a place's cells since they were last looked at.
func (p *pipeline) wasPassed(cells []int) bool {
	passed := 0
	for _, i := range cells {
		if p.passed[i] {
			passed++
		}
	}
	return float64(passed) > laidFrom*float64(len(cells))
}

// unlike gives the cells that differ most from the settled picture, and the mean difference of all of them in grey levels.
func (p *pipeline) unlike(cells []int) (most []int, mean float64) {
	off := func(i int) int { return far(p.watch.cur[3*i:][:3], p.watch.ref[3*i:][:3]) }
	for _, i := range cells {
		mean += float64(off(i)) / float64(len(cells))
	}
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return float64(off(i)) < mean }), mean
}

// looksAt is how often cells were looked at since they moved last, and the tick of the last of these looks. The median over
// the cells counts: some were looked at before the hand came and it did not pass over them, and noise moves others.
func (p *pipeline) looksAt(cells []int) (tries, last int) {
	all := make([]int, len(cells))
	for k, i := range cells {
		all[k], last = p.triesOf(i), max(last, p.tried[i])
	}
	slices.Sort(all)
	return all[len(all)/2], last
}

// confirms tells whether a look that was to confirm what lies at a place read a card there. If not, the look was in vain as
// the one before, unless the table seems to be in sight. If it read another card than the one known there, the place counts as changed.
func (p *pipeline) confirms(s spot, l track.Look) bool {
	there := func(o models.Observation) bool {
		return o.Face != models.FaceUnknown && o.Corners.IoU(s.place) > samePlace
	}
	read, known := slices.IndexFunc(l.Cards, there), slices.IndexFunc(p.scene, there)
	if read < 0 {
		p.lookAgain(s, l)
		return s.empty
	}
	if known < 0 || p.scene[known].Card != l.Cards[read].Card {
		p.markChanged(s.cells)
	}
	return true
}

// inVain tells that the last look at a place's cells read no card there.
func (p *pipeline) inVain(cells []int) bool {
	return slices.ContainsFunc(cells, func(i int) bool { return p.vain[i] })
}

func (p *pipeline) forgetPassed(cells []int) {
	for _, i := range cells {
		p.passed[i], p.vain[i] = false, false
	}
}
