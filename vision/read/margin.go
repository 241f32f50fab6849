package read

import (
	"math"
	"slices"

	"schiri/models"
)

// standing is how a face fares against its rivals.
type standing struct {
	margin float64   // against the strongest rival, -1 to 1
	differ float64   // mm² of wholly different colour, in what is open, by which the face differs from the rival most like it
	rival  candidate // the strongest, turned as against the face
	twice  bool      // a back wins over the rival that glare helps most at either's place
}

// margin tells how much better face f, which was laid by refit, explains what is seen than any rival. Two faces are compared where they
// differ, each in the light that suits it best. The margin is how far what is seen takes the face's side, as a part of how far it could:
// where glare has taken print away, less of a difference can show. What a hand covers takes neither side and lowers the margin; what is
// known to be covered does not count. On the pixels that are veiled (nil: none) something unknown lies. Only print of a rival counts there,
// against the face, as a sleeve may have the colour of a rival's ground. With glare, a rival may lie under more or less of it than the face.
func (r *Reader) margin(f fitted, ranked []candidate, veiled []bool, glare bool) standing {
	t := r.trialOf(f, veiled, glare)
	out := standing{margin: 1, differ: math.Inf(1)}
	for _, rival := range r.rivals(f.candidate, ranked) {
		if r.oneMayBeTheOther(f, rival.face) {
			return standing{rival: rival}
		}
		rival.turned = rival.turned != f.turned
		m, differ, told := r.marginOver(f, rival, &t)
		switch {
		case told:
			out.differ = min(out.differ, differ)
		case m == 0:
			return standing{differ: differ, rival: rival}
		}
		if m < out.margin {
			out.margin, out.rival = m, rival
		}
	}
	return out
}

// marginOver is the margin over one rival, turned as against f, and by how much (mm²) the two differ in what is open. told: that is enough
// to tell them by, or else the shade of their inks is.
func (r *Reader) marginOver(f fitted, rival candidate, t *trial) (m, differ float64, told bool) {
	c := r.contrastOf(f.face, rival)
	side, most, differ := t.against(c, &r.faces[rival.face].fine, rival.turned)
	m = side / max(most, 1) * c.plain
	if differ < t.least {
		m = r.whiteShadeMargin(f, rival, t.seen)
	}
	shade := 0.0
	if !t.front && (m < plainMargin || t.glare) && (differ >= t.least || differ >= t.leastInk() && r.samePrint(f, rival)) {
		apart := leastInkApart
		if differ < t.least && c.plain < leastInkPlain {
			apart = plainInkApart
		}
		shade = r.shadeMargin(f, rival, t.seen, apart)
	}
	switch {
	case shade < 0:
		m = min(m, shade)
	case shade > 0:
		m = max(m, shade)
	}
	return m, differ, differ >= t.least || shade != 0
}

// leastInk is the least difference (mm²) of two backs of the same symbols on which these are told by the shade of their inks.
func (t *trial) leastInk() float64 {
	if t.hidden {
		return leastHiddenInkDiffer
	}
	return leastInkDiffer
}

// oneMayBeTheOther tells of a back and a rival that the print of one was lost when it was learnt, so that on white cards it may be that of the
// other. But what is seen as black was not lost: of a grey ink lost in nearly twice the light that a camera can show, less than half of that
// comes back in less light.
func (r *Reader) oneMayBeTheOther(f fitted, rival int) bool {
	const black = 0.35 // as seen; blurred black lettering comes to 0.43 in full, coloured inks to 0.2
	a, b := f.face, rival
	if !r.faded[a] && !r.faded[b] || !r.faded[a] && r.black[a]*f.light.clear() >= black {
		return false
	}
	white := func(face int) bool { return slices.Min(r.faces[face].learnt[1].ground[:3]) >= full }
	return r.faces[a].label.Face == r.faces[b].label.Face && white(a) && white(b)
}

// samePrint tells whether a face and a rival have one print in two inks: of symbols a little unlike, as discs and hexagons, a shade says nothing.
func (r *Reader) samePrint(f fitted, rival candidate) bool {
	const same = 0.96 // correlation; of one print in red and violet it is 0.99
	return r.faces[f.face].fine.printAlike(r.faces[rival.face].fine.looks(rival.turned).v) >= same
}

// trial is what is seen at the place of a face, as rivals are compared with it.
type trial struct {
	own          *raster
	off          []float32 // how far each pixel is from the face, 0 to 1
	light        light     // of the face
	front, glare bool
	seen, veiled *patch  // what is open, and what is veiled of it; nil: nothing is
	alone, ideal *patch  // the face itself, as far as it is open, and what it would look like; nil: the light leaves all differences alike
	here, bare   samples // of what is seen, and of the face alone where a part is hidden
	hidden       bool
	least        float64 // mm² by which faces must differ
}

// trialOf is what r.fine holds, where f lies; it serves until another face is laid.
func (r *Reader) trialOf(f fitted, veiled []bool, glare bool) trial {
	own := &r.faces[f.face].fine
	t := trial{
		own: own, off: r.off, light: f.light, front: r.faces[f.face].label.Face == models.FaceFront, glare: glare,
		seen: r.fine, alone: &patch{v: own.v, inside: r.fine.inside, n: r.fine.n},
		here: samplesOf(own.grid, own.v, r.fine, r.off, f.light), hidden: r.fine.n < own.pixels(), least: leastDiffer,
	}
	beyondChance := plainBeyond * plainBeyond * max(1-f.seen/r.fine.share(), leastMiss) // mm²; as little as can win by more than chance gives
	switch {
	case !t.front && t.hidden:
		t.least = min(leastBackDiffer, max(leastHiddenBackDiffer, beyondChance))
	case !t.front:
		t.least = leastBackDiffer
	case !t.hidden:
		t.least = leastWholeDiffer
	default:
		t.least = min(leastDiffer, beyondChance)
	}
	if t.front && (f.light.haze >= glaring || f.light.gain < leastTold) {
		t.ideal = f.light.on(own, r.fine)
	}
	if veiled != nil {
		t.veiled = &patch{v: r.fine.v, inside: veiled}
	}
	if !t.hidden {
		return t
	}
	t.bare = samplesOf(own.grid, own.v, t.alone, r.off, light{gain: 1})
	inner := own.inner(r.fine.inside)
	t.seen, t.alone = &patch{v: r.fine.v, inside: inner}, &patch{v: own.v, inside: inner}
	if t.ideal != nil {
		t.ideal.inside = inner
	}
	return t
}

// against tells how far what is seen takes the face's side against a rival v, how far it could at most, and by how much, in mm²,
// the two differ in what is open.
func (t *trial) against(c *contrast, rival *raster, turned bool) (side, most, differ float64) {
	looks := c.facing(rival, turned)
	g, l := t.own.grid, t.here.suit(looks, t.glare)
	gain := l.gain
	if t.glare {
		gain = min(gain, t.light.gain) // where glare has left the face little contrast, it has the rival too
	}
	mine := c.sum(g, t.seen, t.off)
	switch faint := t.light.gain < leastTold; {
	case faint && t.front: // as what the face itself is off
		gain = leastTold
	case faint: // backs may differ by the strength of their ink alone
		mine = c.misfit(g, t.own.v, t.seen, t.light, t.light.gain)
	}
	side, differ = c.misfit(g, looks.v, t.seen, l, gain)-mine, c.differ
	if t.veiled != nil {
		side -= c.against(rival, turned, t.veiled, l, t.off)
	}
	if t.hidden {
		bare := t.bare.suit(looks, false)
		differ = c.misfit(g, looks.v, t.alone, bare, bare.gain)
	}
	if t.ideal == nil {
		return side, differ, differ
	}
	return side, c.misfit(g, looks.v, t.ideal, l, gain), differ
}

// inner are the pixels of which all neighbours are inside too: beside what is covered lies its
// shadow, which takes sides at random.
func (g grid) inner(inside []bool) []bool {
	across, out := make([]bool, len(inside)), make([]bool, len(inside))
	for at := 0; at < len(inside); at += g.w {
		row, inRow := inside[at:at+g.w], across[at:at+g.w]
		for x, in := range row {
			inRow[x] = in && (x == 0 || row[x-1]) && (x == g.w-1 || row[x+1])
		}
	}
	for i, in := range across {
		out[i] = in && (i < g.w || across[i-g.w]) && (i+g.w >= len(across) || across[i+g.w])
	}
	return out
}

// samples are the pixels of a patch by which the light is found that suits another face there, which is the light of
// the face found in all but strength: one lamp shines on both. A fourth of the pixels is plenty for two numbers.
type samples struct {
	of        []sample
	n, colour float64 // sums over all three channels of the weights, and of the weighted colours
	light     light   // of the face found
}

// sample is a pixel as it is seen, the slope of the haze taken off; pixels.h has the same.
type sample struct {
	weight [4]float32 // nothing of what is overexposed, as the face would be; the fourth is 0
	colour [4]float32 // times the weight; likewise
	left   float32    // of a face's contrast, as against the card's middle
	at     int32      // where it begins in the numbers that a raster has sampled
}

// samplesOf takes the samples of a patch on which face v was found in light l; off is how far each pixel is from it, 0 to 1.
func samplesOf(g grid, v []float32, p *patch, off []float32, l light) samples {
	out := samples{of: make([]sample, 0, p.n/4+g.h), light: l}
	at := int32(-3)
	for y := range g.h {
		for x := y % 2 * 2; x < g.w; x += 4 {
			i := y*g.w + x
			if at += 3; !p.inside[i] {
				continue
			}
			face, seen, weight := (*[3]float32)(v[3*i:]), (*[3]float32)(p.v[3*i:]), float32(leastWeighed(1-float64(off[i])))
			rise := l.dx*(float32(x)-float32(g.w-1)/2) + l.dy*(float32(y)-float32(g.h-1)/2)
			s := sample{at: at, left: 1 - l.thin*rise}
			for c := range 3 {
				if seen[c] < full || l.gain*s.left*face[c]+l.haze+rise < brightest {
					s.weight[c], s.colour[c] = weight, weight*(seen[c]-rise)
				}
			}
			out.of = append(out.of, s)
			out.n += float64(s.weight[0] + s.weight[1] + s.weight[2])
			out.colour += float64(s.colour[0] + s.colour[1] + s.colour[2])
		}
	}
	return out
}

// sampled are the pixels of v that samples are taken of: so many faces are compared with what is seen that reading over all of
// them would take longer than the sums.
func (g grid) sampled(v []float32) []float32 {
	out := make([]float32, 0, 3*(g.pixels()/4+g.h))
	for y := range g.h {
		for x := y % 2 * 2; x < g.w; x += 4 {
			i := 3 * (y*g.w + x)
			out = append(out, v[i:i+3]...)
		}
	}
	return out
}

// suit is the light that suits a face best: the same slopes, the gain not very different; with glare there may be any
// share of it that leaves the lamp's strength not very different.
func (m *samples) suit(face looks, glare bool) light {
	t, tt, ts := m.suitSums(face.sampled)
	const spread = 1.5
	n, s, l := m.n, m.colour, m.light
	gain := (n*ts - t*s) / (n*tt - t*t + 1)
	haze := (s - gain*t) / (n + 1e-9)
	if haze < minHaze {
		haze = minHaze
		gain = (ts - haze*t) / (tt + 1)
	}
	least, most := float64(l.gain)/spread, float64(l.gain)*spread
	if glare {
		lamp := l.lamp()
		least, most = max(leastGain(lamp/spread, t/(n+1e-9), s/(n+1e-9)), minGain), lamp*spread
	}
	gain = min(max(gain, least), most)
	return light{float32(gain), float32(max((s-gain*t)/(n+1e-9), minHaze)), l.dx, l.dy, l.thin}
}

// minDiffer is the difference of two faces, in mm² of wholly different colour, from which on one
// is preferred to the other without more ado. The thinnest digits met differ by 180; two backs
// whose one difference the light has washed out by 50, which is no more than grain and a
// cut that is not quite exact.
const minDiffer = 90.0

// leastDiffer is the least difference on which a front is preferred to another one where it fits beyond doubt in what shows
// of it: of one that lies partly under others a digit in its corner is enough, and a part of that where hardly anything is amiss.
const leastDiffer = 15.0

// leastWholeDiffer is the same for a front that is open all over: two white digits of 14 mm on yellow, learnt from a dim
// and blurred photo, differ by 24, and in a warm lamp's light by 5. Whether what speaks for it is more than grain is asked
// in [Match.moreThanGrain].
const leastWholeDiffer = 4.0

// leastBackDiffer is the same for backs, which are registered: their cuts are no part of the difference.
const leastBackDiffer = 45.0

// leastHiddenBackDiffer is the same for backs partly hidden that look like the face all over in what shows of them: two lenses or discs of
// 6 mm on white, in cards of 60 pixels, differ by 28.
const leastHiddenBackDiffer = 20.0

// leastInkDiffer is the least difference of two backs of the same symbols in different inks on which these are told by their
// shade, which is a mean over all print: thin red and violet lettering with four small flashes differs by 40, thin red and orange
// lines, in cards of 60 pixels, by 15.
const leastInkDiffer = 12.0

// leastHiddenInkDiffer is the same for backs partly hidden, where what hides them may be off its place by a millimetre: pink and
// fuchsia lettering with two symbols on white, of which 60 % show, differ by 36.
const leastHiddenInkDiffer = 30.0

// leastInkPlain is how plainly they must differ where they do: such lettering comes to 0.4 and mostly to 0.7, such lines to 0.32, inks that
// differ by no more than the tint of the light may make of one to 0.2. Inks so far apart as plainInkApart need not: no tint makes one of the
// other, though red in glare is as bright as pink.
const leastInkPlain = 0.3

// The least distance between the shades of two inks by which these are told: of 559 looks at a back of the same print, those too bright left
// out, none was farther than 0.015 off on the way. A lamp that makes blue half as strong again as red moves a pink by 0.07; red and pink
// are 0.13 apart and more.
const leastInkApart, plainInkApart = 0.05, 0.12

// rivals are the faces that could be mistaken for c: the likeliest by correlation and all of its colour or its number. What a
// hand leaves of a card may be taken for another colour in another light, of which all numbers are likelier then.
func (r *Reader) rivals(c candidate, ranked []candidate) []candidate {
	const likely = 10
	own := r.faces[c.face].label
	var out []candidate
	for i, o := range ranked {
		label := r.faces[o.face].label
		alike := label.Face == own.Face && (label.Card.Color == own.Card.Color || label.Card.Number == own.Card.Number)
		if o.face != c.face && (i < likely || alike) {
			out = append(out, o)
		}
	}
	return out
}
