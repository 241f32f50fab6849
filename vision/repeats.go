package vision

import (
	"context"
	"slices"

	"schiri/models"
	"schiri/vision/read"
)

// stepped puts right where backs lie whose print repeats. What shows of one that is partly hidden is as much like its face a step of the
// pattern on, too; and if it is read there, before what lies on it is known, the rest of it may be read as another, a step to the other side.
func (e *Eyes) stepped(ctx context.Context, all []read.Match) ([]read.Match, error) {
	const (
		hidden = 0.95 // of a card open, above which it lies where it was read,
		there  = 0.3  // if each part of it looks at least so much like its face
	)
	out := slices.Clone(all)
	for i := 0; i < len(out); i++ {
		m := out[i]
		if !certain(m) || m.Open > hidden && m.Poorest > there {
			continue
		}
		places := e.reader.Repeats(m)
		if len(places) == 0 {
			continue
		}
		others := slices.Delete(slices.Clone(out), i, i+1)
		one, twin, err := e.oneForTwo(ctx, m, places, others)
		if err != nil {
			return nil, err
		}
		if twin >= 0 {
			out = append(slices.Delete(others, twin, twin+1), one)
			i = max(i-2, -1) // the twin may have come before
			continue
		}
		if out[i], err = e.step(ctx, m, places, others); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// step is a back read a step of its pattern on, at one of the places, if it is seen better there; else it is as it was.
func (e *Eyes) step(ctx context.Context, m read.Match, places []models.Quad, others []read.Match) (read.Match, error) {
	reads, err := e.readBeside(ctx, append([]models.Quad{m.Observation.Corners}, places...), others)
	if err != nil {
		return m, err
	}
	best := reads[0] // as much is hidden of it as a step on
	if !certain(best) {
		best = m
	}
	for _, s := range reads[1:] {
		if outsees(s, best) && !overlapping(told(others), s.Observation.Corners, sameCard) {
			best, m = s, s
		}
	}
	return m, nil
}

// outsees tells that more of a back is seen at one place than at another, no less like its face, or that all of it is there of which a part is
// not at the other.
func outsees(a, b read.Match) bool {
	const (
		more     = 0.1 // of a card
		slight   = 0.03
		no, each = 0.4, 0.6 // how much a part that is not there, or each that is, looks like the face
	)
	if !certain(a) || a.Observation.Back != b.Observation.Back {
		return false
	}
	whole := a.Poorest > each && b.Poorest < no
	return a.Seen > b.Seen+more && a.Likeness > b.Likeness-slight || whole && a.Seen > b.Seen-more && a.Likeness > b.Likeness
}

// oneForTwo looks for a single back in place of two, m and one of the others, that lie a step of the pattern to either side of it: more of it is
// seen than of either, and each part that nothing lies on is there. It gives that back and which of the others goes with m, -1 if there is none.
func (e *Eyes) oneForTwo(ctx context.Context, m read.Match, places []models.Quad, others []read.Match) (read.Match, int, error) {
	for k, o := range others {
		if !certain(o) || o.Observation.Back != m.Observation.Back {
			continue
		}
		steps := e.reader.Repeats(o)
		for _, q := range places {
			if !slices.ContainsFunc(steps, func(s models.Quad) bool { return s.IoU(q) > sameCard }) {
				continue
			}
			reads, err := e.readBeside(ctx, []models.Quad{q}, slices.Delete(slices.Clone(others), k, k+1))
			if err != nil {
				return m, -1, err
			}
			one := reads[0]
			if outsees(one, m) && outsees(one, o) && one.OnTop() {
				return one, k, nil
			}
		}
	}
	return m, -1, nil
}

// readBeside reads at outlines with the cards told among the others taken off, and nothing else.
func (e *Eyes) readBeside(ctx context.Context, outlines []models.Quad, others []read.Match) ([]read.Match, error) {
	e.coverOnly(others)
	return e.crew.read(ctx, e.pic, outlines, (*read.Reader).Read)
}

// coverOnly takes the cards told among some off the picture, and nothing else.
func (e *Eyes) coverOnly(some []read.Match) {
	e.pic.Uncover()
	for _, m := range told(some) {
		e.reader.Cover(e.pic, m)
	}
}
