package vision

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/read"
)

// peel reads the cards that lie partly under others. The cards already read are taken off the
// picture; what shows beside them is read at the places tried before without success, at
// corners of cards and where print votes for a card. Each card found so is taken off in turn,
// until no more is found; then those that lie under something unknown are read, a hand or a card
// that cannot be read, and what lies below them. It gives all cards seen; one known by its outline alone and read now is
// not among them twice.
func (e *Eyes) peel(img gocv.Mat, tried, seen []read.Match) ([]read.Match, error) {
	flat, ok := e.table.at(models.Point{})
	if !ok {
		return seen, nil
	}
	var known, open []read.Match
	for _, m := range seen {
		if !certain(m) {
			open = append(open, m)
			continue
		}
		known = append(known, m)
		e.reader.Cover(e.pic, m)
	}
	places, poses, voted := e.places(img, flat, tried, known)
	var out, unsure []read.Match
	var waiting []models.Quad // places read at without success, until something beside them is taken off
	var hidden []models.Quad  // of them those to be read as lying under something unknown
	for len(places) > 0 || len(unsure) > 0 || len(hidden) > 0 {
		found, doubtful, rest, err := e.layer(places, append(slices.Clone(known), out...), (*read.Reader).Read)
		if err != nil {
			return nil, err
		}
		unsure, waiting, hidden = append(unsure, doubtful...), append(waiting, rest...), append(hidden, rest...)
		if len(found) == 0 { // what lies below is seen better once these are taken off
			found, unsure = e.takeOff(unsure, out), nil
		}
		if len(found) == 0 { // what is left lies under something unknown
			all := append(slices.Clone(known), out...)
			hidden = slices.DeleteFunc(hidden, func(q models.Quad) bool { return overlapping(all, q, sameOutline) })
			if found, unsure, _, err = e.layer(hidden, all, (*read.Reader).ReadUnder); err != nil {
				return nil, err
			}
			hidden = nil
		}
		out = append(out, found...)
		// Only beside a card just found is there anything new to see.
		places = nil
		waiting = slices.DeleteFunc(waiting, func(q models.Quad) bool {
			again := overlapping(found, q, 0.02)
			if again {
				places = append(places, q)
			}
			return again
		})
		hidden = slices.DeleteFunc(hidden, func(q models.Quad) bool { return overlapping(found, q, 0.02) })
		places = append(places, continued(flat, append(slices.Clone(known), out...), found)...)
	}
	out = e.cardSized(out, models.Point{})
	open = slices.DeleteFunc(open, func(m read.Match) bool { return overlapping(out, m.Observation.Corners, sameOutline) })
	all := slices.Concat(known, open, out)
	return append(all, e.outlined(flat, poses, voted, all)...), nil
}

// places are where cards partly hidden may lie: where reading was tried without success, at corners, where print votes
// for a card, and beside the known cards. The corners' poses and the votes come with them.
func (e *Eyes) places(img gocv.Mat, flat calibration.Plane, tried, known []read.Match) (all []models.Quad, poses []detect.Pose, voted []models.Quad) {
	const most = 200 // of each kind
	for _, m := range tried {
		if m.Observation.Face == models.FaceUnknown {
			all = append(all, m.Observation.Corners)
		}
	}
	poses = e.finder.Corners(img, flat, e.cardMM, e.pic.Covered, most)
	for _, p := range poses {
		all = append(all, p.Outline)
	}
	voted = e.voter.Propose(img, flat, e.cardMM, most)
	all = append(all, voted...)
	return append(all, beside(flat, known, all)...), poses, voted
}

// layer reads at places beside the covered cards and covers each card read for certain. It gives these, the cards that
// lie there for certain but might be several, and the places where none was read.
func (e *Eyes) layer(places []models.Quad, known []read.Match, at look) (found, unsure []read.Match, rest []models.Quad, err error) {
	pass := func(i int) bool { return overlapping(found, places[i], sameCard) }
	turns := e.turns(places, at)
	for i, q := range places {
		if pass(i) {
			continue
		}
		m, err := turns.read(i, pass)
		if err != nil {
			return nil, nil, nil, err
		}
		switch {
		case m.Observation.Face == models.FaceUnknown:
			rest = append(rest, q)
			if m.Lies() && !overlapping(known, m.Observation.Corners, sameCard) {
				unsure = append(unsure, m)
			}
		case !overlapping(known, m.Observation.Corners, sameCard) && !overlapping(found, m.Observation.Corners, sameCard):
			e.reader.Cover(e.pic, m)
			found = append(found, m)
			turns.forget()
		}
	}
	return found, unsure, rest, nil
}

// takeOff covers cards that are found but not read, one at each place.
func (e *Eyes) takeOff(unsure, known []read.Match) []read.Match {
	slices.SortStableFunc(unsure, func(a, b read.Match) int { return cmp.Compare(b.Likeness, a.Likeness) })
	var out []read.Match
	for _, m := range unsure {
		if !overlapping(out, m.Observation.Corners, sameCard) && !overlapping(known, m.Observation.Corners, sameCard) {
			e.reader.Cover(e.pic, m)
			out = append(out, m)
		}
	}
	return out
}

// sameCard is the overlap (IoU) from which on two readings are of one card; neighbours in a
// tight fan overlap by less.
const sameCard = 0.85

// sameOutline is the overlap (IoU) from which on an outline not read is that of a card read later.
const sameOutline = 0.6

// beside gives places where the next card of a row or fan may lie: shifted from a card already
// read, along its sides, where something not yet read lies partly under it.
func beside(flat calibration.Plane, known []read.Match, open []models.Quad) []models.Quad {
	var out []models.Quad
	for _, m := range known {
		q := m.Observation.Corners
		near := func(p models.Quad) bool { v := p.IoU(q); return v > 0.05 && v < 0.7 }
		if m.Observation.Face == models.FaceUnknown || !slices.ContainsFunc(open, near) {
			continue
		}
		on := flat.ToMM.Quad(q)
		for side := range on {
			u := on[(side+1)%4].Sub(on[side])
			u = u.Mul(1 / u.Norm())
			for _, step := range [...]float64{19, 27, 36} { // mm; the reader moves a card by up to about 5
				out = append(out, flat.ToPx.Quad(moved(on, u.Mul(step))))
			}
		}
	}
	return out
}

// continued gives the places at which rows and fans may go on from the cards just found and their neighbours: before
// both, beyond both and, as a card between may be unknown, halfway and a step farther.
func continued(flat calibration.Plane, known, found []read.Match) []models.Quad {
	var out []models.Quad
	for _, f := range found {
		to := flat.ToMM.Quad(f.Observation.Corners)
		for _, k := range known {
			v := k.Observation.Corners.IoU(f.Observation.Corners)
			if v < 0.1 || v > sameCard {
				continue
			}
			from := flat.ToMM.Quad(k.Observation.Corners)
			for _, times := range [...]float64{-2, -1, 0.5, 2, 3} {
				q := flat.ToPx.Quad(onward(from, to, times))
				if !overlapping(known, q, sameCard) {
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// onward is a card moved by so many times the move that takes it to another one's place (mm on the table): cards of
// one hand turn about a common point, each by about as much as the one before.
func onward(from, to models.Quad, times float64) models.Quad {
	const straight = 1e-3 // radians, below which the point is too far off
	a, b := from[1].Sub(from[0]), to[1].Sub(to[0])
	if a.Dot(b) < 0 { // one of the two lies upside down
		b = b.Mul(-1)
	}
	turn := math.Atan2(a.Cross(b), a.Dot(b))
	middle, chord := from.Center(), to.Center().Sub(from.Center())
	longer := times
	if math.Abs(turn) > straight {
		longer = math.Sin(times*turn/2) / math.Sin(turn/2)
	}
	next := middle.Add(rotated(chord, (times-1)*turn/2).Mul(longer))
	var q models.Quad
	for i := range q {
		q[i] = next.Add(rotated(from[i].Sub(middle), times*turn))
	}
	return q
}

// rotated is p turned about the origin (radians).
func rotated(p models.Point, by float64) models.Point {
	sin, cos := math.Sincos(by)
	return models.Point{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}
}
