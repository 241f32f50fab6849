package pipeline

import (
	"slices"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/track"
)

// searchedAgain are the frames on which the whole table is searched once more for cards that lay there from the beginning:
// arms were upon them in the first look, and where one has left, half a card may have counted as the table ever since.
// Most arms of a first picture have left it after one and a half seconds, and those that rested after six.
var searchedAgain = [...]int{early, 4 * early}

// missed gives a look for each card found on such a frame where none is known.
func (p *pipeline) missed(f *frame.Frame) ([]track.Look, error) {
	if !slices.Contains(searchedAgain[:], p.count) {
		return nil, nil
	}
	cards, err := p.eyes.LookIn(f.Mat(), p.size)
	if err != nil {
		return nil, err
	}
	var out []track.Look
	for _, o := range cards {
		if p.isNew(o) {
			out = append(out, track.Look{Area: bounds(grown(o.Corners, withEdge)), Cards: []models.Observation{o}})
		}
	}
	return out, nil
}

// isNew tells that a card lies at rest where none is known, with no arm upon it.
func (p *pipeline) isNew(o models.Observation) bool {
	if !believed(o) || slices.ContainsFunc(p.scene, func(c models.Observation) bool { return c.Corners.IoU(o.Corners) > samePlace }) {
		return false
	}
	return !slices.ContainsFunc(p.watch.act.Under(o.Corners), func(i int) bool {
		return p.watch.still[i] < settled || p.watch.act.Arm[i]
	})
}
