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
// glare washes out. Most of each must be open beside the cards known; unless its sides show all
// around, its print must be like a learnt one.
func (e *Eyes) outlined(flat calibration.Plane, poses []detect.Pose, voted []models.Quad, known []read.Match) []read.Match {
	const (
		shown = 0.8  // of the sides in sight, that lie on an edge
		whole = 0.77 // of all its sides, corners included, that lie on an edge where no print speaks for it
		open  = 0.6  // of the sides, and of the card, that no card known hides
		apart = 0.3  // IoU of two cards that both show so far
		same  = 0.8  // IoU of an outline and a place that print votes for
	)
	around := 2 * (e.cardMM[0] + e.cardMM[1])
	var out []read.Match
	for _, p := range poses {
		if p.Edge < shown*p.Open || p.Open < open*around || openShare(e.pic, flat, p.Outline) < open ||
			overlapping(known, p.Outline, apart) || overlapping(out, p.Outline, apart) {
			continue
		}
		printed := func(v models.Quad) bool { return v.IoU(p.Outline) > same }
		if p.Edge >= whole*around || slices.ContainsFunc(voted, printed) {
			out = append(out, read.Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: p.Outline}})
		}
	}
	return out
}

// openShare is the share of a card's outline (pixels) that is not covered, 0 to 1.
func openShare(pic *read.Picture, flat calibration.Plane, q models.Quad) float64 {
	const n = 12 // places looked at, each way
	on := flat.ToMM.Quad(q)
	right, down := on[1].Sub(on[0]), on[3].Sub(on[0])
	open := 0
	for i := range n * n {
		u, v := (float64(i%n)+.5)/n, (float64(i/n)+.5)/n
		if !pic.Covered(flat.ToPx.Apply(on[0].Add(right.Mul(u)).Add(down.Mul(v)))) {
			open++
		}
	}
	return float64(open) / (n * n)
}
