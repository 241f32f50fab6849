package read

import (
	"cmp"
	"math"
	"slices"

	"schiri/models"
)

// ReadAlone finds which card the photo of a single card shows at one of the outlines, in whatever light and at any angle;
// false where it cannot be told for certain, or was never taught.
func (r *Reader) ReadAlone(pic *Picture, quads []models.Quad) (Match, bool) {
	const (
		each   = 6   // faces tried at an outline
		coarse = 40  // on the coarse raster
		fine   = 6   // and then on the fine one
		least  = 0.6 // of the card inside the picture
	)
	var tried []laid
	for _, q := range quads {
		toPx, err := ToCard(q, r.cardMM)
		if err != nil {
			continue
		}
		pic.sampleBowed(&bowed{toPx: toPx}, r.faces[0].coarse.grid, r.coarse)
		if r.coarse.share() < least {
			continue
		}
		ranked := r.rankTinted()
		for _, c := range ranked[:min(each, len(ranked))] {
			tried = append(tried, laid{candidate: c, place: bowed{toPx: c.upright(toPx)}})
		}
	}
	slices.SortStableFunc(tried, func(a, b laid) int { return cmp.Compare(b.score, a.score) })
	tried = tried[:min(coarse, len(tried))]
	for i, t := range tried {
		tried[i] = lay(pic, &r.faces[t.face].coarse, t, []float32{loose, loose / 2}, r.coarse)
	}
	byWorth := func(a, b laid) int { return cmp.Compare(b.worth(), a.worth()) }
	slices.SortStableFunc(tried, byWorth)
	tried = tried[:min(fine, len(tried))]
	for i, t := range tried {
		tried[i] = lay(pic, &r.faces[t.face].fine, t, []float32{loose, tolerance}, r.fine)
	}
	if len(tried) == 0 {
		return Match{}, false
	}
	slices.SortStableFunc(tried, byWorth)
	return r.judgeAlone(pic, tried[0])
}

const (
	aloneNear  = 0.5  // margin below which another face fits nearly as well, so that it must not fit better anywhere
	aloneOther = 0.02 // share of the number that is print of another's, of which a right reading rarely has more
)

// witness is what a card read alone shows of one kind, and how much that speaks for the face.
type witness struct {
	shows       float64
	plain, rare float64 // of right readings, of nine drawn decks, about three in four were better than plain and one in twenty-five worse than rare
}

// doubt is 0 where what is shown is plain, and 1 where it is rare.
func (w witness) doubt() float64 { return max((w.shows-w.plain)/(w.rare-w.plain), 0) }

// believed tells whether what a card read alone shows is enough to say which it is. There is a thumb, a shadow or glare upon nearly every
// one, so that something is amiss with most; what is amiss with a card that was not taught adds up.
func believed(all ...witness) bool {
	const (
		each = 1.5
		sum  = 2.75
	)
	var doubts float64
	for _, w := range all {
		if w.doubt() > each {
			return false
		}
		doubts += w.doubt()
	}
	return doubts <= sum
}

// judgeAlone compares the face that fits best with all others at its place, and what differs from it with what a card that
// was not taught would differ by: the right face fits everywhere but where something reaches in over the card's edge.
func (r *Reader) judgeAlone(pic *Picture, f laid) (Match, bool) {
	f, margin, against := r.strongest(pic, f)
	own := &r.faces[f.face]
	g := own.fine.grid
	pic.sampleBowed(&f.place, g, r.fine)
	m := Match{ToPx: f.place.toPx, front: own.label.Face == models.FaceFront, Seen: f.seen, Margin: margin, Open: r.fine.share()}
	m.Purity, _ = parts(g, r.fine, f.off)
	open := openTo(g, r.fine, f.off)
	m.Likeness = f.lamp.likeness(&own.fine, r.fine, open)
	told, shown := r.numberSeen(f)
	detail := r.closely(pic, f)
	otherPrint := witness{detail.otherPrint(r.numberOf(f.face, r.detailOf), detail.open), 0, aloneOther}
	if !m.front {
		otherPrint.rare = 0.05 // it is no number that this would be of another's
	}
	sure := believed(
		witness{m.Likeness, 0.97, 0.87},  // of what nothing hides
		witness{m.Seen, 0.87, 0.68},      // of the card
		witness{margin, 0.68, 0.25},      // over every other face
		witness{against, 0, 6},           // mm² in which another fits better; that may be all that tells a 6 from a 9 upside down
		witness{detail.foreign(), 0, 60}, // mm² that look otherwise amid what looks like the face
		told,                             // of the number that nothing hides is as on the face
		witness{shown, 0.98, 0.7},        // of the number that nothing hides
		otherPrint,                       // of the number that nothing hides is print of another's
	)
	m.Observation = own.label
	m.Observation.Visible, m.Observation.Confidence = f.seen, m.confidence()
	m.Observation.Corners = f.outline(r.cardMM)
	return m, sure
}

// strongest is the face that explains what is seen best at the place of f, its margin over all others, and in how much (mm²)
// one that fits nearly as well fits better.
func (r *Reader) strongest(pic *Picture, f laid) (best laid, margin, against float64) {
	const swaps = 2
	for swapped := 0; ; swapped++ {
		margin, against = 1, 0
		better, own := f, r.closely(pic, f)
		for _, rival := range r.rivalsAlone(pic, f) {
			m, a := own.marginOver(r.closely(pic, rival))
			if m < margin {
				margin, better = m, rival
			}
			if m < aloneNear {
				against = max(against, a)
			}
		}
		if margin >= 0 || swapped == swaps {
			return f, margin, against
		}
		f = better
	}
}

// rivalsAlone are the faces that could be mistaken for f, laid where it lies.
func (r *Reader) rivalsAlone(pic *Picture, f laid) []laid {
	const likely = 5
	grid := r.faces[f.face].coarse.grid
	pic.sampleBowed(&f.place, grid, r.coarse)
	var out []laid
	for i, c := range r.rankTinted() {
		label, own := r.faces[c.face].label, r.faces[f.face].label
		if c.face == f.face || i >= likely && (label.Face != own.Face || label.Card.Color != own.Card.Color) {
			continue
		}
		t := laid{candidate: c, place: bowed{toPx: f.place.toPx, bow: f.place.bow}}
		if c.turned {
			t.place = f.place.turned()
		}
		out = append(out, lay(pic, &r.faces[c.face].fine, t, []float32{loose, tolerance}, r.fine))
	}
	return out
}

// rankTinted orders all faces in both turns by their correlation with the coarse patch, each channel less its mean.
func (r *Reader) rankTinted() []candidate {
	seen := channelUnit(r.coarse.v)
	down := turned(seen)
	ranked := make([]candidate, 0, 2*len(r.faces))
	for i := range r.faces {
		u := channelUnit(r.faces[i].coarse.v)
		ranked = append(ranked, candidate{i, false, dot(u, seen)}, candidate{i, true, dot(u, down)})
	}
	slices.SortFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return ranked
}

// channelUnit is v less the mean of each channel, scaled to length 1.
func channelUnit(v []float32) []float32 {
	var mean [3]float32
	for i, x := range v {
		mean[i%3] += x * 3 / float32(len(v))
	}
	out := make([]float32, len(v))
	sum := 1e-6
	for i, x := range v {
		out[i] = x - mean[i%3]
		sum += float64(out[i]) * float64(out[i])
	}
	k := float32(1 / math.Sqrt(sum))
	for i := range out {
		out[i] *= k
	}
	return out
}
