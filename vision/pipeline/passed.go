package pipeline

import (
	"math"
	"slices"

	"schiri/models"
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

// leftBehind gives the known places that an arm was over and is no longer, at which nothing has changed plainly but
// which do not look quite as before.
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
		tries, last := p.looksAt(under)
		switch {
		case mean < passedFrom || tries >= len(pauses):
			p.forgetPassed(under)
		case tries == 0 || p.count-last >= pauses[tries]:
			for _, i := range differ {
				p.watch.act.Changed[i] = true
			}
			out = p.queue(out, spot{area: p.around(p.boxOf(under)), cells: under, place: o.Corners})
		}
	}
	return out
}

// isLeft tells that something was over a place's cells and that they have come to rest, with nothing plainly new there.
func (p *pipeline) isLeft(cells []int) bool {
	passed, busy, still := 0, 0, math.MaxInt
	for _, i := range cells {
		if p.passed[i] {
			passed++
		}
		if p.watch.act.Arm[i] || p.watch.act.Changed[i] {
			busy++
		}
		still = min(still, p.watch.still[i])
	}
	return 2*passed > len(cells) && busy == 0 && still >= settled
}

// unlike gives the cells that differ most from the settled picture, and the mean difference of all of them in grey levels.
func (p *pipeline) unlike(cells []int) (most []int, mean float64) {
	off := func(i int) int { return far(p.watch.cur[3*i:][:3], p.watch.ref[3*i:][:3]) }
	for _, i := range cells {
		mean += float64(off(i)) / float64(len(cells))
	}
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return float64(off(i)) < mean }), mean
}

// looksAt is how often any of the cells was looked at since it moved last, and the frame of the last of these looks.
func (p *pipeline) looksAt(cells []int) (tries, last int) {
	for _, i := range cells {
		tries, last = max(tries, p.triesOf(i)), max(last, p.tried[i])
	}
	return tries, last
}

func (p *pipeline) forgetPassed(cells []int) {
	for _, i := range cells {
		p.passed[i] = false
	}
}
