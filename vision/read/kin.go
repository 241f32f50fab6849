package read

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// GroundAt is the colour (red, green, blue) that most of a card at an outline in pic has, as it would have been learnt: in the light of the
// learning, and as bright as if its lightest parts were as light as the learnt backs'. It tells false where too little of the card is
// inside the picture or nothing is learnt that could be compared.
func (r *Reader) GroundAt(pic *Picture, outline models.Quad) ([3]int, bool) {
	toPx, err := ToCard(outline, r.cardMM)
	if err != nil {
		return [3]int{}, false
	}
	g := newGrid(r.cardMM, fineMM)
	pic.sample(toPx, g, r.fine)
	if r.fine.share() < wholeOpen {
		return [3]int{}, false
	}
	var light []float64
	for i := range r.faces {
		if f := &r.faces[i]; f.label.Face == models.FaceBack {
			light = append(light, lightest(f.fine.v))
		}
	}
	here := lightest(r.fine.v)
	if len(light) == 0 || here == 0 {
		return [3]int{}, false
	}
	seen := image.NewRGBA(image.Rect(0, 0, g.w, g.h))
	for i := range r.fine.inside {
		seen.Pix[4*i], seen.Pix[4*i+1], seen.Pix[4*i+2], seen.Pix[4*i+3] = uint8(r.fine.v[3*i+2]), uint8(r.fine.v[3*i+1]), uint8(r.fine.v[3*i]), 255
	}
	ground := calibration.DominantColor(seen)
	strength := float32(middle(light) / here) // of the light on all cards, as against the light on this one
	learnt := r.transfer.unlit([3]float32{strength * float32(ground[2]), strength * float32(ground[1]), strength * float32(ground[0])})
	return [3]int{int(learnt[2]), int(learnt[1]), int(learnt[0])}, true
}

// HasInkOf tells whether the print of a card at an outline in pic, which is a back by its pattern, has the colour that a taught back's has
// here. The contrast with the ground does not tell that: orange and brown stand out from blue alike, and may be two players'.
func (r *Reader) HasInkOf(pic *Picture, outline models.Quad, back models.Back) bool {
	const (
		core = 0.7  // of how far the print is from the ground at the most, from which on it is not mixed with that
		most = 36.0 // grey levels between two channels; brown is 40 off orange, and the right ink, but in glare, no more than 30
	)
	i := slices.IndexFunc(r.faces, func(f face) bool { return f.label.Back == back })
	toPx, err := ToCard(outline, r.cardMM)
	if i < 0 || err != nil {
		return false
	}
	f, far, n := &r.faces[i].fine, 0.0, 0.0
	pic.sample(toPx, f.grid, r.fine)
	fromGround := func(p int) float64 { return apart([3]float32(f.v[3*p:]), [3]float32(f.ground[3*p:])) }
	for p := range f.print {
		far = max(far, fromGround(p))
	}
	var want, got [3]float64
	for p, in := range r.fine.inside {
		if !in || fromGround(p) < core*far {
			continue
		}
		n++
		for c := range 3 {
			want[c] += float64(f.v[3*p+c])
			got[c] += float64(r.fine.v[3*p+c])
		}
	}
	strength := (want[0] + want[1] + want[2]) / (got[0] + got[1] + got[2] + 1)
	var off [3]float64
	for c := range off {
		off[c] = got[c]*strength - want[c]
	}
	return n > 0 && slices.Max(off[:])-slices.Min(off[:]) <= most*n
}

// lightest is how bright, in grey levels, the lightest part of a raster is.
func lightest(v []float32) float64 {
	const part = 0.05
	grey := make([]float64, len(v)/3)
	for i := range grey {
		grey[i] = float64(v[3*i]+v[3*i+1]+v[3*i+2]) / 3
	}
	slices.Sort(grey)
	return grey[len(grey)-1-int(part*float64(len(grey)))]
}

// unlit is the colour as it was learnt of what looks so here: what a light does to a colour near it is taken back.
func (t *transfer) unlit(here [3]float32) [3]float32 {
	table, out := t.table(), here
	const rounds = 8 // a light changes colours near each other alike, so that little is left after a few
	for range rounds {
		for c, v := range recolor(out[:], table) {
			out[c] = float32(math.Min(255, math.Max(0, float64(out[c]+here[c]-v))))
		}
	}
	return out
}
