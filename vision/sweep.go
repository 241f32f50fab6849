package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// overlooked reads where something is left over beside the cards read that is coloured as cards are: bands of print from edge to edge may leave a
// card neither an outline nor print that tells where it lies. Most of a back may look like its face there; else it is read in every way in
// which a card may lie there and show no more than that. It gives all cards.
func (e *Eyes) overlooked(ctx context.Context, known []read.Match) ([]read.Match, error) {
	const most = 160 // outlines; where there are more, it is the table that is coloured as cards are
	flat, ok := e.table.at(models.Point{})
	if !ok || countCertain(known) < fewestKnown {
		return known, nil
	}
	table := newTabletop(e.pic, flat, observations(known))
	heaps := table.heaps(e.cardMM)
	backs := slices.ContainsFunc(known, func(m read.Match) bool { return m.Observation.Face == models.FaceBack })
	for before := -1; backs && len(heaps) > 0 && before < countCertain(known); { // more is seen of what lies under those found
		before = countCertain(known)
		found, err := e.matched(ctx, flat, table, heaps, known)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			known = e.with(known, found)
			table = newTabletop(e.pic, flat, observations(known))
			heaps = table.heaps(e.cardMM)
		}
	}
	alike := table.cardlike()
	var poses []models.Quad
	for _, heap := range heaps {
		for _, q := range e.posesOver(table, alike, heap) {
			poses = append(poses, flat.QuadInPicture(q))
		}
	}
	found, err := e.readPoses(ctx, poses[:min(len(poses), most)], known)
	if err != nil || len(found) == 0 {
		return known, err
	}
	return e.with(known, found), nil
}

// with are the cards known and those found since, which take the place of what was known to lie there but not told.
func (e *Eyes) with(known, found []read.Match) []read.Match {
	untold := func(m read.Match) bool { return !certain(m) && overlapping(found, m.Observation.Corners, sameOutline) }
	return e.owning(append(slices.DeleteFunc(slices.Clone(known), untold), found...))
}

// matched reads where the table about the heaps left over looks like a back, beside the cards told, and where cards are known but not told. It
// gives the cards that it found.
func (e *Eyes) matched(ctx context.Context, flat calibration.Plane, table *tabletop, heaps [][]int, known []read.Match) ([]read.Match, error) {
	const (
		same   = 0.5 // overlap (IoU)
		hidden = 0.5 // of an outline, by the cards known
		most   = 60  // outlines
	)
	part := table.around(heaps, e.cardMM)
	seen, err := table.picture(part)
	if err != nil {
		return nil, err
	}
	defer seen.Close()
	likely, err := e.backs.Find(ctx, seen, cellMM)
	if err != nil {
		return nil, err
	}
	e.coverOnly(known)
	var kept, poses []models.Quad
	for _, m := range known {
		if !certain(m) {
			poses = append(poses, m.Observation.Corners)
		}
	}
	for _, l := range likely {
		if len(kept) == most {
			break
		}
		q := moved(l.Outline, table.at(part.Min.X, part.Min.Y).Sub(models.Point{X: cellMM / 2, Y: cellMM / 2}))
		if !slices.ContainsFunc(kept, func(o models.Quad) bool { return o.IoU(q) > same }) && e.coveredShare(flat, q) < hidden {
			kept, poses = append(kept, q), append(poses, flat.QuadInPicture(q))
		}
	}
	return e.readPoses(ctx, poses, known)
}

// coveredShare is the share of an outline (mm on the table) that lies under cards taken off the picture.
func (e *Eyes) coveredShare(flat calibration.Plane, q models.Quad) float64 {
	const n = 4 // places looked at, each way
	covered := 0
	for _, p := range spread(q, n) {
		if e.pic.Covered(flat.InPicture(p)) {
			covered++
		}
	}
	return float64(covered) / (n * n)
}

// posesOver are the outlines of a card (mm on the table) of which a heap of cells may be all that shows, the likeliest first; none, if it is more
// than a card's.
func (e *Eyes) posesOver(table *tabletop, alike []bool, heap []int) []models.Quad {
	const (
		one   = 1.1 // card
		least = 0.9 // of the heap, that lies under the card
		bare  = 0.2 // of the card, at most, that shows the bare table,
		rough = 0.4 // before it is eased to where less does
		same  = 0.9 // overlap (IoU)
		most  = 40  // outlines
	)
	if cardsIn(heap, e.cardMM) > one {
		return nil
	}
	type pose struct {
		outline models.Quad
		misfit  float64
	}
	misfit := func(q models.Quad) float64 { return table.bareShare(alike, q) - table.inside(heap, q) }
	var fit []pose
	for _, q := range e.posesAbout(table.middle(heap)) {
		if table.inside(heap, q) < least || table.bareShare(alike, q) > rough {
			continue
		}
		q, off := eased(q, misfit)
		if table.bareShare(alike, q) > bare || slices.ContainsFunc(fit, func(f pose) bool { return f.outline.IoU(q) > same }) {
			continue
		}
		fit = append(fit, pose{q, off})
	}
	slices.SortStableFunc(fit, func(a, b pose) int { return cmp.Compare(a.misfit, b.misfit) })
	out := make([]models.Quad, min(len(fit), most))
	for i := range out {
		out[i] = fit[i].outline
	}
	return out
}

// eased is an outline (mm on the table) moved and turned in small steps to where it misfits least, and how much it misfits there.
func eased(q models.Quad, misfit func(models.Quad) float64) (models.Quad, float64) {
	const step, turn = 2.5, math.Pi / 60 // mm, radians
	least := misfit(q)
	for better := true; better; {
		better = false
		for _, o := range [...]models.Quad{
			moved(q, models.Point{X: step}), moved(q, models.Point{X: -step}), moved(q, models.Point{Y: step}), moved(q, models.Point{Y: -step}),
			turned(q, turn), turned(q, -turn),
		} {
			if off := misfit(o); off < least {
				q, least, better = o, off, true
			}
		}
	}
	return q, least
}

// sweep reads wherever a card may lie that shows at one of the places (mm on the table): neither an outline nor its print told where, but
// that one lies there is known, so that it pays to try every way. It gives the cards that it found.
func (e *Eyes) sweep(ctx context.Context, flat calibration.Plane, places []models.Quad, known []read.Match) ([]read.Match, error) {
	const (
		most = 16  // places; where more are left, a lamp has washed out what would tell the cards there
		bare = 0.6 // of a pose that shows the bare table, at most; the ground of a dark card on a dark table passes for that
	)
	if len(places) == 0 {
		return nil, nil
	}
	table := newTabletop(e.pic, flat, observations(told(known)))
	alike := table.cardlike()
	var poses []models.Quad
	for _, q := range places[:min(len(places), most)] {
		for _, p := range e.posesAbout(q.Center()) {
			if table.bareShare(alike, p) <= bare {
				poses = append(poses, flat.QuadInPicture(p))
			}
		}
	}
	return e.readPoses(ctx, poses, known)
}

// readPoses reads at outlines, what was read before being taken off first. It gives the cards that it found, each of which is taken off in turn, the
// plainest first: a wrong pose that shares a part of the print is then no longer like its face.
func (e *Eyes) readPoses(ctx context.Context, poses []models.Quad, known []read.Match) ([]read.Match, error) {
	const least = 0.35 // of a card; less may be a strip of one that was read a little off its place
	for _, m := range told(known) {
		e.reader.Cover(e.pic, m)
	}
	all, err := e.crew.read(ctx, e.pic, poses, (*read.Reader).Read)
	if err != nil {
		return nil, err
	}
	likeliest := slices.DeleteFunc(all, func(m read.Match) bool { return !certain(m) || m.Seen < least })
	slices.SortStableFunc(likeliest, func(a, b read.Match) int { return cmp.Compare(b.Seen*b.Likeness, a.Seen*a.Likeness) })
	at := make([]models.Quad, len(likeliest))
	for i, m := range likeliest {
		at[i] = m.Observation.Corners
	}
	found, _, _, err := e.layer(ctx, at, told(known), (*read.Reader).Read, certain)
	return e.cardSized(found, models.Point{}), err
}

// posesAbout are the outlines of a card (mm on the table) that lies about a point in any way, so close to each other that the reader, which moves
// a face by up to about 5 mm and turns it by a few degrees, finds the card from one of them. A card upside down is read as well.
func (e *Eyes) posesAbout(at models.Point) []models.Quad {
	const (
		reach = 40.0 // mm: half a card's length; of what shows of it the middle is not far from its own
		step  = 10.0 // mm
		turn  = math.Pi / 15
	)
	card := calibration.CardAbout(e.cardMM)
	var out []models.Quad
	for dy := -reach; dy <= reach; dy += step {
		for dx := -reach; dx <= reach; dx += step {
			q := moved(card, at.Add(models.Point{X: dx, Y: dy}))
			for angle := 0.0; angle < math.Pi; angle += turn {
				out = append(out, turned(q, angle))
			}
		}
	}
	return out
}
