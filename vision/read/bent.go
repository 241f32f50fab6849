package read

import "schiri/models"

// MayBeBent tells of a match of a card in full sight that it may be a bent front: it is like one, but not plainly that one. Backs have no
// number that a bow moves onto another one, and a photo for the count shows up to a hundred of them.
func (m Match) MayBeBent() bool {
	const seen, like = 0.7, 0.7 // of the card that looks like the face, and its likeness
	plain := m.Observation.Face != models.FaceUnknown && m.Margin >= plainMargin
	return m.front && m.Open >= wholeOpen && !m.under && !plain && m.Seen >= seen && m.Likeness >= like
}

// Unbend reads a card once more at the place of a match, with the likeliest faces laid there with a bow. Of a bent card the parts that rise
// are seen displaced, by some millimetres toward the edge of the picture, and a number displaced so may look less like itself than like
// another one. A bow moves print to where it belongs, and what does not fit then has no excuse: the card is the first face of which all
// parts fit. Where none does, the match stays as it is.
func (r *Reader) Unbend(pic *Picture, m Match) Match {
	const most = 9 // faces beside that of the match; an 8 bent the other way than when it was learnt was the eighth
	pic.sample(m.ToPx, r.faces[0].coarse.grid, r.coarse)
	ranked := r.rank()
	asked := []candidate{{face: m.fit.face}}
	for _, c := range ranked {
		if len(asked) <= most && (c.face != m.fit.face || c.turned) {
			asked = append(asked, c)
		}
	}
	for _, c := range asked {
		f, place := r.layBent(pic, c, m)
		if f.seen < m.Seen {
			continue
		}
		bent := r.measured(pic, f, r.bentMargin(f, ranked))
		if bent.Poorest < wholeParts || bent.Margin < rivalMargin {
			continue
		}
		if bent = r.said(bent); bent.Observation.Face == m.Observation.Face && c == asked[0] {
			return m
		}
		bent.Observation.Corners = (&laid{place: place}).outline(r.cardMM)
		return bent
	}
	return m
}

// wholeParts is how much each part of a card laid with a bow must look like its face. In photos of bent cards of three designs the poorest
// part of 47 faces that were wrong came to 0.55 at the most, but for one with a margin of 0.1, and that of nearly all right ones to more than 0.6.
const wholeParts = 0.6

// layBent lays a face over the place of a match with a bow; r.fine and r.off are as after refit.
func (r *Reader) layBent(pic *Picture, c candidate, m Match) (fitted, bowed) {
	fine, place := &r.faces[c.face].fine, bowed{toPx: c.upright(m.ToPx)}
	place = lay(pic, fine, laid{candidate: c, place: place}, []float32{loose, tolerance}, r.fine).place
	l := light{}
	for _, far := range [...]float32{0, loose, tolerance} {
		l = lightOf(fine, r.fine, l, far)
	}
	tint := r.untint(c, fine, r.fine, l)
	seen := seenShare(r.fine, misfitsInto(r.off, fine.v, fine, r.fine, l, tolerance))
	return fitted{c, place.toPx, l, seen, tint}, place
}

// bentMargin is the margin of a face that was laid by layBent. Of a back glare may help a rival.
func (r *Reader) bentMargin(f fitted, ranked []candidate) standing {
	s := r.margin(f, ranked, nil, false)
	if r.faces[f.face].label.Face == models.FaceBack {
		s.margin = min(s.margin, r.margin(f, ranked, nil, true).margin)
	}
	return s
}
