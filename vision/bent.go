package vision

import (
	"context"

	"schiri/models"
	"schiri/vision/read"
)

// unbend reads the cards that may be bent once more, each as it may lie.
func (e *Eyes) unbend(ctx context.Context, seen []read.Match) ([]read.Match, error) {
	var places []models.Quad
	of := map[models.Quad]int{}
	for i, m := range seen {
		if q := m.Observation.Corners; m.MayBeBent() {
			places, of[q] = append(places, q), i
		}
	}
	again, err := e.crew.read(ctx, e.pic, places, func(r *read.Reader, pic *read.Picture, q models.Quad) (read.Match, error) {
		return r.Unbend(pic, seen[of[q]]), nil
	})
	if err != nil {
		return nil, err
	}
	for k, q := range places {
		seen[of[q]] = again[k]
	}
	return seen, nil
}
