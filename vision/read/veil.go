package read

import "schiri/models"

// judgeVeiled is judge for a card partly under something unknown; r.fine holds what is seen of
// it. The strongest rival comes with it, turned as against f.
func (r *Reader) judgeVeiled(pic *Picture, f fitted, ranked []candidate) (Match, candidate) {
	veiled := r.veil(f)
	own := &r.faces[f.face]
	m := Match{ToPx: f.toPx, fit: f, front: own.label.Face == models.FaceFront, Seen: f.seen, under: true}
	m.Observation = models.Observation{Face: models.FaceUnknown, Corners: r.Outline(f.toPx), Visible: f.seen}
	m.Open = r.fine.share()
	if m.Open < leastVeiledOpen {
		return m, candidate{}
	}
	m.Likeness = r.likeness(f)
	m.Purity, _ = parts(own.fine.grid, r.fine, r.off)
	m.Blank, m.printed = blank(&own.fine, r.fine, f.light)
	if m.Likeness < minVeiledLike {
		return m, candidate{}
	}
	s := r.margin(f, ranked, veiled, false)
	m.Margin, m.differ = s.margin, s.differ
	m.miss = 1 - seenShare(r.fine, r.off)/m.Open
	m.Rim = r.rim(pic, f)
	if m.outdoes = true; m.chancy() && m.sureUnder() {
		m.outdoes = r.outdoes(pic, f, s, ranked)
		r.veil(f)
	}
	if _, tint := tintOver(&own.fine, r.fine, f.light); m.Likeness >= r.minLikeness && m.front && (m.sureUnder() || r.numberTells(m)) && tint <= mostTint {
		m.Observation.Face, m.Observation.Card = own.label.Face, own.label.Card
		m.Observation.Confidence = m.confidence()
	}
	return m, s.rival
}

// sureUnder is sure for a card partly under something unknown. What lies on it was taken out, so that in a strip hardly anything is left
// that does not look like the right face, or at least all of its pattern is like it. Of wrong faces laid a few millimetres off, a fifth did
// not, and they were less like it.
func (m Match) sureUnder() bool {
	const (
		strip     = 0.45 // of a card open, below which it is one
		stripMiss = 0.17
		stripLike = 0.9
	)
	if !m.sure() || m.Open < strip && m.miss > stripMiss && m.Likeness < stripLike {
		return false
	}
	if m.entire() {
		return true
	}
	// A card on a pile of its own colour does not seem to end at its sides; there its print must speak for it.
	ends := m.Rim >= hiddenRim || m.Likeness >= 0.9 && m.Margin >= plainMargin && m.Purity >= 0.85 && m.Blank <= 0.05
	return ends && (m.Margin >= 0.5 || m.Margin >= hiddenMargin && m.Likeness >= 0.95)
}

// veil takes out of r.fine the parts that look like neither the face nor its bare ground, where
// they hang together with the card's sides: something lies on them. It tells which pixels these are.
func (r *Reader) veil(f fitted) []bool {
	own := &r.faces[f.face].fine
	fits, open := partFits(own.grid, r.fine, r.off)
	bare, _ := partFits(own.grid, r.fine, misfits(own.ground, own, r.fine, f.light, tolerance))
	cols, rows := own.parts()
	const like = 0.5 // of a part's open pixels
	strange := make([]bool, cols*rows)
	for k := range strange {
		strange[k] = open[k] > 0 && fits[k] < like*open[k] && bare[k] < like*open[k]
	}
	veiled := grid{w: cols, h: rows}.fromSides(strange)
	out := make([]bool, len(r.fine.inside))
	for i := range out {
		if r.fine.inside[i] && veiled[i/own.w/partPx*cols+i%own.w/partPx] {
			out[i], r.fine.inside[i] = true, false
			r.fine.n--
		}
	}
	return out
}
