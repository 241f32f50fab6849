package pipeline

import (
	"image"
	"math"

	"schiri/models"
	"schiri/vision/frame"
)

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
