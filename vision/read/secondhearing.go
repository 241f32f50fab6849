package read

import (
	"slices"

	"schiri/models"
)

// backsAsLearnt are the same faces but for the colours of the backs, which are as they were learnt; their edges are those of
// the light known, for thin red print that is blurred looks like pink.
func (l *lit) backsAsLearnt() *lit {
	faces := slices.Clone(l.faces)
	for i, f := range faces {
		if f.label.Face == models.FaceBack {
			faces[i].coarse, faces[i].fine = f.learnt[0], recolored(f.learnt[1], nil, l.transfer.edgeOfBacks())
		}
	}
	return &lit{l.transfer, faces, newContrasts(len(faces)), nil}
}

// worthHearing tells whether what was read here is a back that the light known may be wrong for. That light is learnt from
// the fronts and is that of most of them. Where it differs over the table, overexposed here and not there, it shows a white
// back's ink paler than it is: a little of one is white at once.
func (r *Reader) worthHearing(m Match) bool {
	return r.backs != nil && m.Observation.Face == models.FaceUnknown && m.Seen >= minSeen && r.faces[m.fit.face].label.Face == models.FaceBack
}

// hearAsLearnt reads a back that is unknown in the light known anew, as it was learnt. One that won in the light known and
// was refused for its ink or print must win plainly: of the backs of half-taught decks that were said otherwise, all five of
// untaught players were such and won by no more than 0.60.
func (r *Reader) hearAsLearnt(pic *Picture, q models.Quad, least float64, m Match) (Match, error) {
	const plainly = 0.62
	here := r.lit
	r.lit = *r.backs
	defer func() { r.lit = here }()
	other, err := r.readHere(pic, q, least)
	if err != nil || other.Observation.Face == models.FaceUnknown || m.Margin >= minMargin && other.Margin < plainly {
		return m, err
	}
	return other, nil
}
