package read

import (
	"cmp"
	"slices"

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
	const tries = 4 // faces laid over the place in each light
	type hearing struct {
		fitted
		rivals []candidate
	}
	var fits []hearing
	for _, l := range lightsUnder() {
		pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
		ranked := r.rankParts(l)
		if ranked[0].score < leastVeiledOpen {
			continue
		}
		for _, c := range ranked[:min(tries, len(ranked))] {
			at := toPx
			if c.turned {
				at = toPx.Mul(halfTurn)
			}
			f := &r.faces[c.face].coarse
			pic.sample(at, f.grid, r.coarse)
			to, l := alignFrom(pic, f, at, l, 3, r.coarse)
			seen := seenShare(r.coarse, misfitsInto(r.coarse.off, f.v, f, r.coarse, l, tolerance))
			fits = append(fits, hearing{fitted{c, to, l, seen}, ranked})
		}
	}
	slices.SortStableFunc(fits, func(a, b hearing) int { return cmp.Compare(b.seen, a.seen) })
	if len(fits) == 0 || fits[0].seen < leastVeiledSeen {
		return unknown, nil
	}
	m := r.hear(pic, fits[0].fitted, fits[0].rivals)
	for _, f := range fits[1:min(hearings, len(fits))] {
		if m.plain() || m.Likeness < hearable || f.seen < leastVeiledSeen {
			break
		}
		if other := r.hear(pic, f.fitted, f.rivals); other.Seen > m.Seen {
			m = other
		}
	}
	return m, nil
}

// hear judges a face that was laid coarsely over a place at which something unknown may lie on it. A rival that explains
// what is seen better takes over.
func (r *Reader) hear(pic *Picture, f fitted, rivals []candidate) Match {
	m, rival := r.judgeVeiled(pic, r.refitFrom(pic, f), rivals)
	for swaps := 0; m.Margin < 0 && swaps < 3; swaps++ {
		f := fitted{rival, m.ToPx, m.fit.light, 0}
		if rival.turned {
			f.toPx = f.toPx.Mul(halfTurn)
		}
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
	leastVeiledOpen = 0.3 // of a card, not known to be covered and not under the unknown thing
	leastVeiledSeen = 0.2 // of a card, on the coarse raster
)

// lightsUnder are the lights tried on a card partly hidden, as against the one known: the same, and with more and more
// glare, which lays 255 grey levels over what is printed and takes as large a share of that away. What of the card is
// in sight is too little, and what hides it is too unlike it, to find the light without knowing the face.
func lightsUnder() []light {
	return []light{{gain: 1}, {gain: 0.75, haze: 0.25 * 255}, {gain: 0.5, haze: 0.5 * 255}}
}

// rankParts orders all faces in both turns by how much of the coarse patch looks like them in
// a light: what hides a part of the card then counts for none of them.
func (r *Reader) rankParts(l light) []candidate {
	ranked := make([]candidate, 0, 2*len(r.faces))
	for i := range r.faces {
		f := &r.faces[i].coarse
		for _, turn := range [...]bool{false, true} {
			v := f.v
			if turn {
				v = f.upsideDown
			}
			ranked = append(ranked, candidate{i, turn, seenAs(v, f, r.coarse, l, nearTolerance) / float32(f.pixels())})
		}
	}
	slices.SortFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return ranked
}

// seenAs is how many pixels of the patch look like the face v on r's grid in light l, one off by half of tolerance (grey
// levels of the learnt face) a half of one, and so on: misfitsInto summed up, without putting each pixel down.
func seenAs(v []float32, r *raster, p *patch, l light, tolerance float32) float32 {
	k, most := 1/l.gain, tolerance*tolerance
	share, seen := 1/most, float32(0)
	for y := range r.h {
		row := l.haze + l.dy*(float32(y)-float32(r.h-1)/2)
		inside, want, here := p.inside[y*r.w:][:r.w], v[3*y*r.w:][:3*r.w], p.v[3*y*r.w:][:3*r.w]
		fx := -float32(r.w-1) / 2
		for x := range inside {
			t, s := (*[3]float32)(want), (*[3]float32)(here)
			want, here = want[3:], here[3:]
			haze := row + l.dx*fx
			fx++
			if inside[x] {
				seen += 1 - worst((s[0]-haze)*k-t[0], (s[1]-haze)*k-t[1], (s[2]-haze)*k-t[2], most)*share
			}
		}
	}
	return seen
}

// nearTolerance is tolerance where the light on the card is not known yet, only that on the others.
const nearTolerance = 100

// judgeVeiled is judge for a card partly under something unknown; r.fine holds what is seen of
// it. The strongest rival comes with it, turned as against f.
func (r *Reader) judgeVeiled(pic *Picture, f fitted, ranked []candidate) (Match, candidate) {
	veiled := r.veil(f)
	own := &r.faces[f.face]
	m := Match{ToPx: f.toPx, fit: f, Seen: f.seen, under: true}
	m.Observation = models.Observation{Face: models.FaceUnknown, Corners: r.Outline(f.toPx), Visible: f.seen}
	m.Open = r.fine.share()
	if m.Open < leastVeiledOpen {
		return m, candidate{}
	}
	s := r.margin(f, ranked, veiled, false)
	m.Margin, m.differ = s.margin, s.differ
	m.miss = 1 - seenShare(r.fine, r.off)/m.Open
	m.Likeness = likeness(&own.fine, r.fine, f.light)
	m.Purity = purity(own.fine.grid, r.fine, r.off)
	m.Blank = blank(&own.fine, r.fine, f.light)
	m.Rim = r.rim(pic, f)
	if m.outdoes = true; m.chancy() && m.sureUnder() {
		m.outdoes = r.outdoes(pic, f, s, ranked)
	}
	if m.Likeness >= r.minLikeness && m.sureUnder() && own.label.Face == models.FaceFront {
		m.Observation.Face, m.Observation.Card = own.label.Face, own.label.Card
		m.Observation.Confidence = m.confidence()
	}
	return m, s.rival
}

// sureUnder is sure for a card partly under something unknown.
func (m Match) sureUnder() bool {
	if !m.sure() {
		return false
	}
	if m.entire() {
		return true
	}
	if m.Blank > hiddenBlank || m.Likeness < 0.8 {
		return false
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
	strange := func(k int) bool { return open[k] > 0 && fits[k] < like*open[k] && bare[k] < like*open[k] }
	veiled := make([]bool, cols*rows)
	var edge []int
	for k := range veiled {
		x, y := k%cols, k/cols
		if side := x == 0 || y == 0 || x == cols-1 || y == rows-1; side && strange(k) {
			veiled[k] = true
			edge = append(edge, k)
		}
	}
	for len(edge) > 0 {
		k := edge[0]
		edge = edge[1:]
		x, y := k%cols, k/cols
		for _, n := range [...][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
			if n[0] < 0 || n[1] < 0 || n[0] >= cols || n[1] >= rows {
				continue
			}
			if j := n[1]*cols + n[0]; !veiled[j] && strange(j) {
				veiled[j] = true
				edge = append(edge, j)
			}
		}
	}
	out := make([]bool, len(r.fine.inside))
	for i := range out {
		if r.fine.inside[i] && veiled[i/own.w/partPx*cols+i%own.w/partPx] {
			out[i], r.fine.inside[i] = true, false
			r.fine.n--
		}
	}
	return out
}
