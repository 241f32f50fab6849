package pipeline

import (
	"image"
	"slices"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/track"
)

// searchedAgain are the ticks on which the whole table is searched once more for cards that lay there from the beginning:
// arms were upon them in the first look, and where one has left, half a card may have counted as the table ever since.
// Most arms of a first picture have left it after one and a half seconds, and those that rested after six.
var searchedAgain = [...]int{early, 4 * early}

// missed gives a look for each card found on such a frame where none is known.
func (p *pipeline) missed(f *frame.Frame) ([]track.Look, error) {
	if !slices.ContainsFunc(searchedAgain[:], func(n int) bool { return p.watch.comesTo(p.watch.tick, n) }) {
		return nil, nil
	}
	var out []track.Look
	for _, area := range p.revealed() {
		cards, err := p.eyes.LookIn(f.Part(area), area)
		if err != nil {
			return nil, err
		}
		p.noteSearched(area)
		for _, o := range cards {
			if p.isNew(o) {
				out = append(out, track.Look{Area: o.Corners.Grown(withEdge).Box(), Cards: []models.Observation{o}})
			}
		}
	}
	return out, nil
}

// noteSearched remembers what a part of the picture looks like in which all cards have been searched for.
func (p *pipeline) noteSearched(area image.Rectangle) {
	a := p.watch.act
	if p.searched == nil {
		p.searched = make([]uint8, len(p.watch.cur))
	}
	r := a.CellsOf(area)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := 3 * y * a.Cols
		copy(p.searched[row+3*r.Min.X:row+3*r.Max.X], p.watch.cur[row+3*r.Min.X:])
	}
}

// leastRevealed is how many cells of a card a search must have uncovered for it to be worth another one: fewer are the edge
// of a shadow.
const leastRevealed = 4

// revealed are the parts of the picture, in pixels, where cards may lie that the search before could not see: what is at rest
// there looks otherwise than it did then, and no card is known; and where a card lies that could not be read: in another picture,
// less noisy or coded better, it may be. Everywhere else another search would show the same.
func (p *pipeline) revealed() []image.Rectangle {
	w := p.watch
	distances(w.diff, w.cur, p.searched)
	news := make([]bool, len(w.diff))
	above(news, w.diff, changeLevel+2*w.noise)
	for _, o := range p.scene {
		if believed(o) {
			for _, i := range w.act.Under(o.Corners.Grown(withEdge)) {
				news[i] = false
			}
		}
	}
	var cells []int
	for i := range news {
		if news[i] = news[i] && w.still[i] >= settled && !w.act.Arm[i]; news[i] {
			cells = append(cells, i)
		}
	}
	var out []image.Rectangle
	for _, o := range p.scene {
		if o.Face == models.FaceUnknown {
			out = joined(out, p.around(p.boxOf(w.act.Under(o.Corners))))
		}
	}
	for _, part := range w.connected(cells, news) {
		if len(part) >= leastRevealed {
			out = joined(out, p.around(p.boxOf(part)))
		}
	}
	return out
}

// joined adds an area to others, as one with those that it overlaps.
func joined(areas []image.Rectangle, r image.Rectangle) []image.Rectangle {
	for i := 0; i < len(areas); i++ {
		if areas[i].Overlaps(r) {
			r = r.Union(areas[i])
			areas, i = slices.Delete(areas, i, i+1), -1
		}
	}
	return append(areas, r)
}

// isNew tells that a card lies at rest where none is known, with no arm upon it.
func (p *pipeline) isNew(o models.Observation) bool {
	if !believed(o) || slices.ContainsFunc(p.scene, func(c models.Observation) bool {
		return c.Face != models.FaceUnknown && c.Corners.IoU(o.Corners) > samePlace
	}) {
		return false
	}
	return !slices.ContainsFunc(p.watch.act.Under(o.Corners), func(i int) bool {
		return p.watch.still[i] < settled || p.watch.act.Arm[i]
	})
}
