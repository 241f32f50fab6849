package read

import (
	"slices"

	"schiri/models"
)

const (
	tinted   = 50   // grey levels of haze, from which on its tint is looked at
	mostTint = 40.0 // grey levels of the face, by which haze may differ from channel to channel without one card's colour becoming another's
)

// untint takes out of a patch by how much the haze over a front, which lies there in light l, differs from channel to channel. Glare has
// the lamp's colour, and near white a camera's contrast curve bends each channel otherwise. So little is taken that no card's colour
// becomes another's; of a back, whose ink may be all that tells it from another, nothing is. It gives how far the channels were apart, in
// grey levels of the face.
func (r *Reader) untint(c candidate, f *raster, p *patch, l light) (tint float64) {
	if r.faces[c.face].label.Face != models.FaceFront {
		return 0
	}
	off, apart := tintOver(f, p, l)
	for c := range off {
		taken := float32(clamp(off[c], mostTint) * float64(l.gain))
		for i := range f.pixels() {
			p.v[3*i+c] -= taken
		}
	}
	return apart
}

// tintOver is how much more haze lies on each channel of a patch than light l has over a face, and how far the channels are
// apart, in grey levels of the face. A light of little haze has none. The right face leaves them less than 35 apart; green print
// laid over blue in glare that leaves a fourth of its contrast leaves 50.
func tintOver(f *raster, p *patch, l light) (off [3]float64, apart float64) {
	if l.haze < tinted {
		return off, 0
	}
	var n [3]float64
	for i, o := range misfitsInto(p.off, f.v, f, p, l, loose) {
		if !p.inside[i] || o >= 1 {
			continue
		}
		haze, gain := l.at(i, f.grid)
		for c := range off {
			if seen := p.v[3*i+c]; seen < full {
				off[c] += float64((1 - o) * (seen - haze - gain*f.v[3*i+c]))
				n[c] += float64(1 - o)
			}
		}
	}
	for c := range off {
		off[c] /= (n[c] + 1) * float64(l.gain)
	}
	return off, slices.Max(off[:]) - slices.Min(off[:])
}

// colourTells tells whether no other colour could lie under haze of another tint where a front was laid by refit: the same number in each
// other colour, laid there, fits far less. Near white a camera bends the channels apart so that the right face may have a tint of 90.
func (r *Reader) colourTells(pic *Picture, m Match) bool {
	const (
		farLess = 0.2  // of the card looks like it: of cards that a human can read it was 0.28 and more,
		unlike  = 0.25 // and its likeness less by so much: 0.43 and more
	)
	f, others := m.fit, 0
	defer r.layBack(pic, f)
	own := r.faces[f.face].label.Card
	for i := range r.faces {
		if l := r.faces[i].label; l.Face != models.FaceFront || l.Card.Number != own.Number || l.Card.Color == own.Color {
			continue
		}
		others++
		other := r.refit(pic, f.toPx, candidate{face: i, turned: f.turned})
		if other.seen > f.seen-farLess || r.likeness(other) > m.Likeness-unlike {
			return false
		}
	}
	return others == models.NumColors-1 // one that was not taught may be it
}
