package read

import (
	"schiri/calibration"
	"schiri/models"
)

// hearBeside asks before a front is said that is not much like its face whether another one lies a row of print beside the place. Where
// pips or pictures stand in rows, what a hand leaves of a 7 looks like a 5 there, and of an 8 like a 6. The right face, in place, is more
// like what is seen.
func (r *Reader) hearBeside(pic *Picture, m Match) Match {
	if m.Observation.Face != models.FaceFront || m.Likeness >= muchLike {
		return m
	}
	pic.sample(m.ToPx, r.faces[0].coarse.grid, r.coarse)
	ranked := r.rank()
	if m.under || m.Likeness < plainLikeness {
		return r.hearBesideUnder(pic, m, ranked)
	}
	here := ranked[0].score
	for _, toPx := range beside(m.ToPx) {
		pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
		if ranked = r.rank(); ranked[0].score > here && ranked[0].face != m.fit.face {
			f := r.fitCoarsely(pic, toPx, ranked[0])
			f = r.refit(pic, f.toPx, f.candidate)
			if other := r.judge(pic, f, r.margin(f, ranked, nil, false), ranked); other.outfits(m) {
				m = other
			}
		}
	}
	return m
}

// hearBesideUnder is hearBeside where something unknown lies on the card; ranked are all faces as they rank there.
func (r *Reader) hearBesideUnder(pic *Picture, m Match, ranked []candidate) Match {
	best := m
	if !m.under {
		best = r.hear(pic, m.fit, ranked) // with what lies on it taken out, as of those beside
	}
	lights := []light{{gain: best.fit.light.gain, haze: best.fit.light.haze}}
	for _, toPx := range beside(m.ToPx) {
		if fits := r.layUnder(pic, toPx, lights); len(fits) > 0 {
			if other := r.hear(pic, fits[0].fitted, fits[0].rivals); other.outfits(best) {
				m, best = other, other
			}
		}
	}
	return m
}

// beside are the maps to pixels of places up to 14 mm beside one, two rows of small print or one of large. A face laid half as far from its
// place as these are from each other comes into it.
func beside(toPx calibration.Homography) []calibration.Homography {
	const apart = 7.0 // mm
	var out []calibration.Homography
	for _, by := range [...]float64{-apart, apart, -2 * apart, 2 * apart} {
		out = append(out, toPx.Mul(calibration.Homography{1, 0, 0, 0, 1, by, 0, 0, 1}), toPx.Mul(calibration.Homography{1, 0, by, 0, 1, 0, 0, 0, 1}))
	}
	return out
}

// outfits tells of a match that another face fits better there than that of the one it is compared with does beside it: its pattern is more
// like what is seen, by more than less of the card may be. That is less where more of it lies under cards already read.
func (m Match) outfits(other Match) bool {
	const hardlyLess = 0.12 // of the card
	more, less := m.Likeness-other.Likeness, other.Seen-m.Seen
	return m.fit.face != other.fit.face && more > 0 && less < min(more, hardlyLess)
}
