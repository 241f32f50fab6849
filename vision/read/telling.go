package read

import (
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Glance is what the card that toPx maps to pixels looks like on the coarse raster: of each of its cells of 3 mm blue, green and red, row by
// row, and whether all of them are inside the picture. What is covered is shown too.
func (p *Picture) Glance(toPx calibration.Homography, cardMM [2]float64) (cells []float32, all bool) {
	g := newGrid(cardMM, coarseMM)
	cells, inside := p.Flat(toPx, g.w, g.h, coarseMM)
	return cells, !slices.Contains(inside, false)
}

// Shown tells which cells of a glance at a match look like its face: not those that an arm lies on.
func (r *Reader) Shown(m Match, cells []float32) []bool {
	face, l := &r.faces[m.fit.face].coarse, m.fit.light
	l.dx, l.dy = l.dx*coarseMM/fineMM, l.dy*coarseMM/fineMM
	all := &patch{v: cells, inside: slices.Repeat([]bool{true}, face.pixels()), n: face.pixels()}
	out := make([]bool, face.pixels())
	for i, off := range misfits(face.v, face, all, l, tolerance) {
		out[i] = off < lookOther
	}
	return out
}

// Telling is by which cells of a glance a card is told from another one.
type Telling struct {
	Cells  []int // at which the other one has plainly another colour
	Beside []int // right beside these, at which it has the same
}

// Telling gives, for other cards, either way up, by which cells of a glance a front is told from each of them: of another colour is what differs
// by so many grey levels of the learnt faces in a channel, of the same what differs by a third of that at the most. Cards that differ nearly
// everywhere are left out, as any part tells. It gives none where not all cards are known.
func (r *Reader) Telling(front models.Card, by float32) []Telling {
	own := slices.IndexFunc(r.faces, func(f face) bool { return f.label.Face == models.FaceFront && f.label.Card == front })
	if own < 0 || r.few {
		return nil
	}
	const nearly = 0.6 // of the card
	var out []Telling
	for i := range r.faces {
		if i == own { // upside down it is the same card
			continue
		}
		for _, turned := range [...]bool{false, true} {
			if t := r.faces[own].coarse.tellingFrom(r.faces[i].coarse.looks(turned).v, by); float64(len(t.Cells)) < nearly*float64(len(r.coarse.inside)) {
				out = append(out, t)
			}
		}
	}
	return out
}

// tellingFrom is by which pixels a face is told from one that looks like v.
func (r *raster) tellingFrom(v []float32, by float32) (t Telling) {
	unlike, same := make([]bool, r.pixels()), make([]bool, r.pixels())
	for i := range unlike {
		a, b := r.v[3*i:3*i+3], v[3*i:3*i+3]
		off := max(abs(a[0]-b[0]), abs(a[1]-b[1]), abs(a[2]-b[2]))
		unlike[i], same[i] = off >= by, off <= by/3
	}
	for i, near := range r.widened(unlike) {
		switch {
		case unlike[i]:
			t.Cells = append(t.Cells, i)
		case near && same[i]:
			t.Beside = append(t.Beside, i)
		}
	}
	return t
}
