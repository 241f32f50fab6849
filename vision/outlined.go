package vision

import (
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/read"
)

// outlined gives, as unknown, the cards at which no learnt face could be read but whose sides
// show, best first, one at each place: backs of decks that were never taught, and cards that
// glare washes out. Most of each must be open beside the cards read; where it overlaps one that was
// not read, either may lie on the other, and sides that run there need not show.
func (e *Eyes) outlined(flat calibration.Plane, poses []detect.Pose, voted []models.Quad, known []read.Match) []read.Match {
	const (
		open  = 0.6 // of the sides, and of the card, that no card read hides
		apart = 0.3 // IoU of two cards that both show so far
	)
	around := 2 * (e.cardMM[0] + e.cardMM[1])
	all := slices.Clone(known)
	hidden := func(at models.Point) bool {
		return slices.ContainsFunc(all, func(m read.Match) bool { return m.Observation.Corners.Polygon().Contains(at) })
	}
	poses = slices.Clone(poses)
	for before := -1; before < len(all); { // a card found may explain why another's side does not show
		before = len(all)
		poses = slices.DeleteFunc(poses, func(p detect.Pose) bool {
			return p.Open < open*around || overlapping(all, p.Outline, apart) || openShare(e.pic, flat, p.Outline) < open
		})
		for _, p := range poses {
			if !overlapping(all, p.Outline, apart) && plainly(p.Beside(hidden), around, voted) {
				all = append(all, read.Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: p.Outline}})
			}
		}
	}
	return all[len(known):]
}

// plainly tells that a card lies at a pose: of the sides that nothing hides enough lie on an edge, the fewer of all
// the card's sides (mm around it) those are. Print that votes for a card there speaks for it too.
func plainly(p detect.Pose, around float64, voted []models.Quad) bool {
	const (
		shown = 0.8 // of the sides in sight
		same  = 0.8 // IoU of an outline and a place that print votes for
	)
	switch {
	case p.Edge < shown*p.Open:
		return false
	case p.Edge >= 0.77*around || p.Edge >= 0.65*around && p.Edge >= 0.95*p.Open:
		return true
	}
	return p.Edge >= 0.4*around && slices.ContainsFunc(voted, func(v models.Quad) bool { return v.IoU(p.Outline) > same })
}

// openShare is the share of a card's outline (pixels) that is not covered, 0 to 1.
func openShare(pic *read.Picture, flat calibration.Plane, q models.Quad) float64 {
	const n = 12 // places looked at, each way
	on := flat.QuadOnTable(q)
	right, down := on[1].Sub(on[0]), on[3].Sub(on[0])
	open := 0
	for i := range n * n {
		u, v := (float64(i%n)+.5)/n, (float64(i/n)+.5)/n
		if !pic.Covered(flat.InPicture(on[0].Add(right.Mul(u)).Add(down.Mul(v)))) {
			open++
		}
	}
	return float64(open) / (n * n)
}
