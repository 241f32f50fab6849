package vision

import (
	"cmp"
	"slices"

	"schiri/models"
	"schiri/vision/read"
)

// What readings say by themselves and beside each other is told here; how they come about is told in eyes.go.

// certain tells that a match says which card it is.
func certain(m read.Match) bool { return m.Observation.Face != models.FaceUnknown }

// told are the cards read for certain.
func told(known []read.Match) []read.Match {
	return slices.DeleteFunc(slices.Clone(known), func(m read.Match) bool { return !certain(m) })
}

// lies tells that a match says where a card lies, if perhaps not which of a few that are nearly alike: two backs may differ in nothing but
// the shade of their ink, which is not known before the light is.
func lies(m read.Match) bool { return certain(m) || m.Lies() }

// exactOf is by which matches the plane of the table is told: those read for certain or, where these are too few, all that surely lie where
// they were read.
func exactOf(matches []read.Match) func(read.Match) bool {
	const enough = 4
	if countCertain(matches) < enough {
		return lies
	}
	return certain
}

// overlapping tells whether one of the matches shares more than limit (IoU) with an outline.
func overlapping(matches []read.Match, q models.Quad, limit float64) bool {
	return slices.ContainsFunc(matches, func(m read.Match) bool { return m.Observation.Corners.IoU(q) > limit })
}

func observations(matches []read.Match) []models.Observation {
	out := make([]models.Observation, len(matches))
	for i, m := range matches {
		out[i] = m.Observation
	}
	return out
}

// settle keeps one reading for each place: the surest of those that overlap much, then
// outlines that nothing was read at, as unknown.
func settle(matches []read.Match) []read.Match {
	slices.SortStableFunc(matches, func(a, b read.Match) int {
		switch {
		case certain(a) && !certain(b):
			return -1
		case certain(b) && !certain(a):
			return 1
		}
		return cmp.Compare(b.Seen, a.Seen)
	})
	var out []read.Match
	for _, m := range matches {
		limit := 0.5
		if !certain(m) {
			limit = 0.2
		}
		if !overlapping(out, m.Observation.Corners, limit) && !slices.ContainsFunc(matches, func(o read.Match) bool { return outdone(m, o) }) {
			out = append(out, m)
		}
	}
	return out
}

// outdone tells that another place takes from a reading what it was read by, though nothing may be read there yet. A back whose print
// repeats is somewhat like its face a step of the pattern farther on, too, and so is a front with a band across it that all cards have. The
// more both places claim to see, the less likeness it takes.
func outdone(m, by read.Match) bool {
	const (
		least  = 0.1 // of a card that both claim
		less   = 0.2 // by which what is seen is less like the face, and for each card that both claim:
		each   = 0.4
		slight = 0.03
	)
	shared := sharedPart(m, by)
	both := m.Seen + by.Seen - (2 - shared)
	return certain(m) && both > least && by.Likeness > m.Likeness+max(less-each*both, slight)
}

// sharedPart is the part of a card that two places have in common, taken to be of one size.
func sharedPart(a, b read.Match) float64 {
	v := a.Observation.Corners.IoU(b.Observation.Corners)
	return 2 * v / (1 + v)
}
