package read

import (
	"cmp"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// ReadUnder finds the face that lies at about the outline q where something unknown, such as a
// hand or a card that could not be read, hides a part of it. What looks like the face is taken
// for the card, and what looks like neither the face nor its bare ground for the thing upon it.
// A back stays unknown: backs may differ by the colour of their print alone, and too little of it shows to part that
// from glare.
func (r *Reader) ReadUnder(pic *Picture, q models.Quad) (Match, error) {
	unknown := Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: q}}
	toPx, err := ToCard(q, r.cardMM)
	if err != nil {
		return unknown, err
	}
	unknown.ToPx = toPx
	pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
	if r.coarse.share() < leastVeiledOpen {
		return unknown, nil
	}
	fits := r.layUnder(pic, toPx, lightsUnder())
	var m Match
	heard := map[candidate]bool{}
	for _, f := range fits {
		if len(heard) == hearings || m.plain() || f.print < leastPrint*fits[0].print {
			break
		}
		if c := (candidate{face: f.face, turned: f.turned}); !heard[c] {
			heard[c] = true
			if other := r.hear(pic, f.fitted, f.rivals); len(heard) == 1 || other.Seen*(1-other.Blank) > m.Seen*(1-m.Blank) {
				m = other
			}
		}
	}
	if len(heard) == 0 {
		return unknown, nil
	}
	return r.hearBeside(pic, m), nil
}

// hearing is a face laid coarsely over a place in one of the lights tried there.
type hearing struct {
	fitted
	rivals []candidate // all faces as they rank in that light
	print  float64     // see printSeen
}

// layUnder lays the likeliest fronts over a place in each of the lights that may be there. Those come first of which most print is
// seen: any face whose ground is coloured like the hand upon the card seems to show more of itself than the right one.
func (r *Reader) layUnder(pic *Picture, toPx calibration.Homography, lights []light) []hearing {
	const tries = 3 // faces laid over the place in each light for what is seen, and as many for the rest of it
	var out []hearing
	for _, given := range lights {
		pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
		ranked := r.rankParts(given)
		if ranked[0].score < leastVeiledRank {
			continue
		}
		for _, c := range r.likeliestUnder(ranked, given, tries) {
			at, f := c.upright(toPx), &r.faces[c.face].coarse
			pic.sample(at, f.grid, r.coarse)
			at, l := alignFrom(pic, f, at, given, 3, r.coarse)
			seen := seenShare(r.coarse, misfitsInto(r.coarse.off, f.v, f, r.coarse, l, tolerance))
			if seen < leastVeiledSeen {
				continue
			}
			h := hearing{fitted{c, at, l, seen, 0}, ranked, r.printSeen(f, l)}
			h.light.dx, h.light.dy = l.dx*fineMM/coarseMM, l.dy*fineMM/coarseMM // a pixel of the fine raster
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(a, b hearing) int { return cmp.Compare(b.print, a.print) })
	return out
}

// likeliestUnder are the fronts that look most like what the coarse patch shows in a light, and those that look most like what
// the first of them does not: where that is like the hand, the card is the rest.
func (r *Reader) likeliestUnder(ranked []candidate, l light, most int) []candidate {
	fronts := func(ranked []candidate) []candidate {
		out := slices.DeleteFunc(slices.Clone(ranked), func(c candidate) bool { return r.faces[c.face].label.Face != models.FaceFront })
		return out[:min(most, len(out))]
	}
	out := fronts(ranked)
	if len(out) == 0 {
		return nil
	}
	first := &r.faces[out[0].face].coarse
	v := first.looks(out[0].turned).v
	all := slices.Clone(r.coarse.inside)
	for i, off := range misfitsInto(r.coarse.off, v, first, r.coarse, l, nearTolerance) {
		r.coarse.inside[i] = all[i] && off >= 0.5
	}
	for _, c := range fronts(r.rankParts(l)) {
		if !slices.ContainsFunc(out, func(o candidate) bool { return o.face == c.face && o.turned == c.turned }) {
			out = append(out, c)
		}
	}
	copy(r.coarse.inside, all)
	return out
}

// printSeen is at how much of the card, 0 to 1, the coarse patch shows the print of the face that was laid there last and
// not its bare ground.
func (r *Reader) printSeen(f *raster, l light) float64 {
	sum := float32(0)
	for i, bare := range misfits(f.ground, f, r.coarse, l, tolerance) {
		if f.print[i] && r.coarse.inside[i] {
			sum += bare - r.coarse.off[i]
		}
	}
	return float64(sum) / float64(f.pixels())
}

// hear judges a face that was laid coarsely over a place at which something unknown may lie on it. A rival that explains
// what is seen better takes over.
func (r *Reader) hear(pic *Picture, f fitted, rivals []candidate) Match {
	m, rival := r.judgeVeiled(pic, r.refitFrom(pic, f), rivals)
	for swaps := 0; m.Margin < 0 && swaps < 3; swaps++ {
		f := fitted{rival, rival.upright(m.ToPx), m.fit.light, 0, 0}
		f.turned = rival.turned != m.fit.turned
		m, rival = r.judgeVeiled(pic, r.refitFrom(pic, f), rivals)
	}
	return m
}

// refitFrom is refit where the light is roughly known.
func (r *Reader) refitFrom(pic *Picture, f fitted) fitted {
	fine := &r.faces[f.face].fine
	pic.sample(f.toPx, fine.grid, r.fine)
	f.toPx, f.light = alignFrom(pic, fine, f.toPx, f.light, 4, r.fine)
	f.seen = seenShare(r.fine, misfitsInto(r.off, fine.v, fine, r.fine, f.light, tolerance))
	return f
}

const (
	leastVeiledOpen = 0.3  // of a card, not known to be covered and not under the unknown thing
	leastVeiledRank = 0.2  // of it, on the coarse raster, that looks like the likeliest face before that is moved into place
	leastVeiledSeen = 0.2  // of a card, on the coarse raster
	minVeiledLike   = 0.4  // likeness of a face laid finely, before it is compared with its rivals; of 114 that told of a card none was below 0.5
	leastPrint      = 0.25 // of the print seen of the face of which most is, for another to be heard
)

// lightsUnder are the lights tried on a card partly hidden, as against the one known: the same, and with more and more
// glare, which lays 255 grey levels over what is printed and takes as large a share of that away. What of the card is
// in sight is too little, and what hides it is too unlike it, to find the light without knowing the face.
func lightsUnder() []light {
	return []light{{gain: 1}, {gain: 0.75}, {gain: 0.75, haze: 0.25 * 255}, {gain: 0.5, haze: 0.5 * 255}}
}

// rankParts orders all faces in both turns by how much of the coarse patch looks like them in
// a light: what hides a part of the card then counts for none of them.
func (r *Reader) rankParts(l light) []candidate {
	ranked := make([]candidate, 0, 2*len(r.faces))
	for i := range r.faces {
		f := &r.faces[i].coarse
		for _, turn := range [...]bool{false, true} {
			ranked = append(ranked, candidate{i, turn, seenAs(f.looks(turn).v, f, r.coarse, l, nearTolerance) / float32(f.pixels())})
		}
	}
	slices.SortFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return ranked
}

// nearTolerance is tolerance where the light on the card is not known yet, only that on the others.
const nearTolerance = 100
