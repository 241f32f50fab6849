package vision

import (
	"cmp"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// sweep reads wherever a card may lie that shows at one of the places (mm on the table): neither an outline nor its print told where, but
// that one lies there is known, so that it pays to try every way. What was read before is taken off first. It gives the cards that it found,
// each of which is taken off in turn, the plainest first: a wrong pose that shares a part of the print is then no longer like its face.
func (e *Eyes) sweep(flat calibration.Plane, places []models.Quad, known []read.Match) ([]read.Match, error) {
	const (
		most  = 16   // places; where more are left, a lamp has washed out what would tell the cards there
		bare  = 0.6  // of a pose that shows the bare table, at most; the ground of a dark card on a dark table passes for that
		least = 0.35 // of a card; less may be a strip of one that was read a little off its place
	)
	if len(places) == 0 {
		return nil, nil
	}
	told := slices.DeleteFunc(slices.Clone(known), func(m read.Match) bool { return !certain(m) })
	for _, m := range told {
		e.reader.Cover(e.pic, m)
	}
	table := newTabletop(e.pic, flat, observations(told))
	alike := table.cardlike()
	var poses []models.Quad
	for _, q := range places[:min(len(places), most)] {
		for _, p := range e.posesAbout(q.Center()) {
			if table.bareShare(alike, p) <= bare {
				poses = append(poses, flat.QuadInPicture(p))
			}
		}
	}
	all, err := e.crew.read(e.pic, poses, (*read.Reader).Read)
	if err != nil {
		return nil, err
	}
	likeliest := slices.DeleteFunc(all, func(m read.Match) bool { return !certain(m) || m.Seen < least })
	slices.SortStableFunc(likeliest, func(a, b read.Match) int { return cmp.Compare(b.Seen*b.Likeness, a.Seen*a.Likeness) })
	at := make([]models.Quad, len(likeliest))
	for i, m := range likeliest {
		at[i] = m.Observation.Corners
	}
	found, _, _, err := e.layer(at, known, (*read.Reader).Read, certain)
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
