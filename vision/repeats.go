package vision

import (
	"context"
	"slices"

	"schiri/models"
	"schiri/vision/read"
)

// stepped reads each back that is partly hidden and whose print repeats a step of its pattern on, too, and takes it from there where more of it is
// seen. Read with cards above it not found yet, it is as much like its face there.
func (e *Eyes) stepped(ctx context.Context, all []read.Match) ([]read.Match, error) {
	const hidden = 0.95 // of a card open, above which it lies where it was read
	out := slices.Clone(all)
	for i, m := range out {
		if !certain(m) || m.Open > hidden {
			continue
		}
		places := e.reader.Repeats(m)
		if len(places) == 0 {
			continue
		}
		others := slices.Delete(slices.Clone(out), i, i+1)
		e.pic.Uncover()
		for _, o := range told(others) {
			e.reader.Cover(e.pic, o)
		}
		reads, err := e.crew.read(ctx, e.pic, append([]models.Quad{m.Observation.Corners}, places...), (*read.Reader).Read)
		if err != nil {
			return nil, err
		}
		here := reads[0] // as much is hidden of it as a step on
		if !certain(here) {
			here = m
		}
		for _, step := range reads[1:] {
			if outsees(step, here) && !overlapping(told(others), step.Observation.Corners, sameCard) {
				here, out[i] = step, step
			}
		}
	}
	return out, nil
}

// outsees tells that more of a back is seen at one place than at another, no less like its face.
func outsees(a, b read.Match) bool {
	const (
		more   = 0.1 // of a card
		slight = 0.03
	)
	return certain(a) && a.Observation.Back == b.Observation.Back && a.Seen > b.Seen+more && a.Likeness > b.Likeness-slight
}
