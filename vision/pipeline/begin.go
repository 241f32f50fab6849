package pipeline

import (
	"image"
	"math"
	"slices"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/track"
)

// glimpseLasts is for how many seconds what was found in one frame holds in the next: no hand lays two cards as quickly.
const glimpseLasts = 0.3

// begin looks at the whole table. It is searched in one frame, as early as can be: a card that lands a moment later would else be seen only as
// it lies there, and so count as lying there from the beginning. What was found is told with the next frame (p.begun is true then), by
// which what moves is known to be in a hand. If that comes late, as live on a slow machine, cards may have been laid in between: then it is
// searched itself. A table of which too little was read is searched again a little later.
func (p *pipeline) begin(f *frame.Frame) (track.Look, error) {
	if p.watch.tick < p.searchFrom && !p.last {
		return track.Look{}, nil
	}
	late := p.glimpsed && p.watch.now-p.watch.before > glimpseLasts
	if !p.glimpsed || late {
		found, err := p.eyes.LookIn(f.Mat(), p.size)
		if err != nil {
			return track.Look{}, err
		}
		p.glimpse, p.glimpsed = found, true
		p.noteSearched(p.size)
		if !late && !p.last {
			return track.Look{}, nil
		}
	}
	cards := slices.DeleteFunc(p.glimpse, p.carried)
	p.glimpse, p.glimpsed = nil, false
	if p.tooFew(cards) && p.watch.tick < early && !p.last {
		p.searchFrom = p.watch.tick + settleFor
		return track.Look{}, nil
	}
	p.begun = true
	p.light.known(p.watch)
	p.measure(cards)
	cards, err := p.searchZones(f, cards)
	if err != nil {
		return track.Look{}, err
	}
	l := track.Look{Area: p.size, Cards: cards}
	p.note(l)
	return l, nil
}

// tooFew tells that fewer fronts were read than half of what lies on the players' spots in a round: what was not read
// would count as the table, and a card laid on it later as one that opens a pile.
func (p *pipeline) tooFew(cards []models.Observation) bool {
	read, players := 0, 0
	for _, o := range cards {
		if o.Face == models.FaceFront {
			read++
		}
	}
	for _, player := range p.table.Players {
		if len(player.Zone) > 0 {
			players++
		}
	}
	return 2*read < players*(1+models.Rows(len(p.table.Players)))
}

// searchZones adds to the cards that a look at the whole table found those it missed in the zones of players of whose cards
// fewer were read than lie there in a round. Among all cards of a table a place for which little print votes is crowded out
// by others'; in a zone alone there are few. What is not known to lie there at the beginning counts as the table, and a card
// laid from there as one from nowhere.
func (p *pipeline) searchZones(f *frame.Frame, cards []models.Observation) ([]models.Observation, error) {
	for _, player := range p.table.Players {
		if len(player.Zone) == 0 || frontsIn(player.Zone, cards) > models.Rows(len(p.table.Players)) {
			continue
		}
		area := boxAround(player.Zone).Inset(-int(0.2 * p.reach)).Intersect(p.size)
		found, err := p.eyes.LookIn(f.Part(area), area)
		if err != nil {
			return nil, err
		}
		for _, o := range found {
			if believed(o) && o.Corners.Box().In(area) {
				cards = withCard(cards, o)
			}
		}
	}
	return cards, nil
}

// frontsIn is how many of the cards are fronts that lie in a zone.
func frontsIn(zone models.Polygon, cards []models.Observation) int {
	n := 0
	for _, o := range cards {
		if o.Face == models.FaceFront && zone.Contains(o.Corners.Center()) {
			n++
		}
	}
	return n
}

// boxAround is the smallest box in which an outline lies, which has corners.
func boxAround(g models.Polygon) image.Rectangle {
	lo, hi := g[0], g[0]
	for _, q := range g {
		lo, hi = models.Point{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}, models.Point{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
	}
	return image.Rect(int(math.Floor(lo.X)), int(math.Floor(lo.Y)), int(math.Ceil(hi.X)), int(math.Ceil(hi.Y)))
}
