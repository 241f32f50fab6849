package read

import "math"

// evidence is how far a sure reading is beyond the limits of what is said at all: the more of
// each, the rarer a mistake.
func (m Match) evidence() float64 {
	return 3*(m.Margin-minMargin) + 3*(m.Likeness-minLikeness) + 2*(m.Purity-minPurity) + (m.Seen - minSeen)
}

// confidence is the chance that a sure reading is right: logistic in its evidence (Platt
// scaling). The two numbers are what `schiri reliability --fit` prints; see its help.
func (m Match) confidence() float64 {
	const slope, offset = 1.61, 0.43
	return 1 / (1 + math.Exp(-slope*m.evidence()-offset))
}
