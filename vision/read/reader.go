package read

import (
	"cmp"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Reader compares places of a picture with the faces of a learnt deck. It keeps scratch
// memory between calls, so it serves one goroutine.
type Reader struct {
	cardMM           [2]float64
	faces            []face
	transfer, before *transfer // the light known, and the one before
	minLikeness      float64   // of a reading that is said

	coarse, fine *patch
	contrasts    []contrast // by face, rival and turn
}

// NewReader prepares the faces of a deck.
func NewReader(deck calibration.Deck) *Reader {
	r := &Reader{cardMM: deck.CardMM, minLikeness: minLikeness}
	if len(deck.Fronts) > 0 && len(deck.Fronts) < models.DeckSize {
		r.minLikeness = minLikenessOfFew
	}
	for i := range models.DeckSize {
		card := models.CardAt(i)
		if img, ok := deck.Fronts[card]; ok {
			r.faces = append(r.faces, newFace(models.Observation{Face: models.FaceFront, Card: card}, img, deck.CardMM))
		}
	}
	for _, back := range deck.BackNames() {
		r.faces = append(r.faces, newFace(models.Observation{Face: models.FaceBack, Back: back}, deck.Backs[back], deck.CardMM))
	}
	r.contrasts = make([]contrast, 2*len(r.faces)*len(r.faces))
	r.transfer = daylight(mainColors(r.faces))
	for i := range r.faces {
		r.faces[i].inside, r.faces[i].beside = r.transfer.mains(&r.faces[i].fine)
	}
	r.coarse = newPatch(newGrid(deck.CardMM, coarseMM).pixels())
	r.fine = newPatch(newGrid(deck.CardMM, fineMM).pixels())
	return r
}

// Twin is a reader of the same faces in the same light, for another goroutine.
func (r *Reader) Twin() *Reader {
	t := *r
	t.contrasts = make([]contrast, len(r.contrasts))
	t.coarse, t.fine = newPatch(len(r.coarse.inside)), newPatch(len(r.fine.inside))
	return &t
}

// Match is what the reader makes of a place.
type Match struct {
	Observation models.Observation // Face is FaceUnknown unless sure
	ToPx        calibration.Homography
	Seen        float64 // share of the card that looks like the best face, 0 to 1
	Margin      float64 // how much better the best face explains what is seen than any other, -1 to 1 (1: all differences speak for it)
	Likeness    float64 // correlation of the part that looks like the face with the face, -1 to 1; near 0 on bare table
	Purity      float64 // how whole the parts are that look like the face, 0 to 1
	face        int     // the best face, in this light
	light       light
}

// Sure limits: below these the referee would rather say "unknown".
const (
	hopeless    = 0.12 // correlation below the best from which on a face is not laid over the place
	minCoarse   = 0.3  // of the card on the coarse raster, before a closer look is worth it
	minSeen     = 0.35
	minMargin   = 0.34
	minLikeness = 0.45
	// A card that was not taught has no face to win against the one of its colour that was; it
	// is like that one by up to 0.67, bubbles and all.
	minLikenessOfFew = 0.72
	minPurity        = 0.7
)

// Likely tells that a card lies here even if it cannot be read: what is seen is much like some face.
func (m Match) Likely() bool { return m.Likeness >= 0.6 && m.Seen >= 0.3 }

// ToCard is the map from millimetres about a card's middle to the pixels of an outline.
func ToCard(q models.Quad, cardMM [2]float64) (calibration.Homography, error) {
	w, h := cardMM[0]/2, cardMM[1]/2
	return calibration.HomographyOf(models.Quad{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: h}, {X: -w, Y: h}}, q)
}

// Outline is the card's outline in pixels under the map ToCard gives.
func (r *Reader) Outline(toPx calibration.Homography) models.Quad {
	w, h := r.cardMM[0]/2, r.cardMM[1]/2
	return toPx.Quad(models.Quad{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: h}, {X: -w, Y: h}})
}

// candidate is a face in one of its two turns.
type candidate struct {
	face   int
	turned bool
	score  float32
}

// Read finds the face that lies at about the outline q and where exactly.
func (r *Reader) Read(pic *Picture, q models.Quad) (Match, error) {
	toPx, err := ToCard(q, r.cardMM)
	if err != nil {
		return Match{}, err
	}
	pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
	if r.coarse.n < r.faces[0].coarse.pixels()/2 {
		return Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: q}, ToPx: toPx}, nil
	}
	ranked := r.rank()
	var best fitted
	for _, c := range ranked[:min(4, len(ranked))] {
		if c.score < ranked[0].score-hopeless {
			break
		}
		if f := r.fitCoarsely(pic, toPx, c); f.seen > best.seen {
			best = f
		}
	}
	if best.seen < minCoarse {
		return Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: q, Visible: best.seen}, ToPx: toPx}, nil
	}
	return r.judge(pic, r.refit(pic, best.toPx, best.candidate), ranked), nil
}

// rank orders all faces in both turns by their correlation with the coarse patch.
func (r *Reader) rank() []candidate {
	up := unit(r.coarse.v)
	down := turned(up)
	ranked := make([]candidate, 0, 2*len(r.faces))
	for i := range r.faces {
		u := r.faces[i].coarse.unit
		ranked = append(ranked, candidate{i, false, dot(u, up)}, candidate{i, true, dot(u, down)})
	}
	slices.SortFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return ranked
}

// halfTurn maps a card onto itself upside down.
var halfTurn = calibration.Homography{-1, 0, 0, 0, -1, 0, 0, 0, 1}

// fitted is a face laid over the place.
type fitted struct {
	candidate
	toPx  calibration.Homography
	light light
	seen  float64
}

// fitCoarsely lays a face over the place on the coarse raster; the map it gives is for the card upright.
func (r *Reader) fitCoarsely(pic *Picture, toPx calibration.Homography, c candidate) fitted {
	if c.turned {
		toPx = toPx.Mul(halfTurn)
	}
	f := &r.faces[c.face].coarse
	toPx, l := align(pic, f, toPx, 3, r.coarse)
	return fitted{c, toPx, l, seenShare(f, r.coarse, l)}
}

// refit lays a face finely over a place that is nearly right; toPx is for the card upright.
func (r *Reader) refit(pic *Picture, toPx calibration.Homography, c candidate) fitted {
	f := &r.faces[c.face].fine
	toPx, l := align(pic, f, toPx, 4, r.fine)
	return fitted{c, toPx, l, seenShare(f, r.fine, l)}
}

// seenShare is the share of the card that looks like the face, 0 to 1.
func seenShare(f *raster, p *patch, l light) float64 {
	seen := 0.0
	for i, m := range misfits(f.v, f, p, l, tolerance) {
		if p.inside[i] {
			seen += 1 - float64(m)
		}
	}
	return seen / float64(f.pixels())
}

// purity is how whole the parts are that look like the face, 0 to 1: of a card half under a
// hand, parts of about 8 mm look like it or not at all; a card of another deck looks like it
// a little everywhere. It is the mean of the parts' likeness weighted by itself.
func purity(f *raster, p *patch, l light) float64 {
	const part = 8 // pixels of the fine raster, mm
	cols := (f.w + part - 1) / part
	rows := (f.h + part - 1) / part
	fits, n := make([]float64, cols*rows), make([]float64, cols*rows)
	for i, m := range misfits(f.v, f, p, l, tolerance) {
		k := i/f.w/part*cols + i%f.w/part
		n[k]++
		if p.inside[i] {
			fits[k] += 1 - float64(m)
		}
	}
	sum, weighted := 1e-9, 0.0
	for k := range fits {
		sum += fits[k]
		weighted += fits[k] * fits[k] / n[k]
	}
	return weighted / sum
}

// judge compares the best fitting face with its rivals at its place and says what can be
// said. A rival that explains the place better takes over.
func (r *Reader) judge(pic *Picture, f fitted, ranked []candidate) Match {
	pic.sample(f.toPx, r.faces[f.face].fine.grid, r.fine)
	margin, rival := r.margin(f, ranked)
	for swaps := 0; margin < 0 && swaps < 3; swaps++ {
		if rival.turned {
			f.toPx = f.toPx.Mul(halfTurn)
		}
		rival.turned = rival.turned != f.turned
		f = r.refit(pic, f.toPx, rival)
		margin, rival = r.margin(f, ranked)
	}
	own := &r.faces[f.face]
	m := Match{ToPx: f.toPx, Seen: f.seen, Margin: margin, face: f.face, light: f.light}
	m.Observation = models.Observation{Face: models.FaceUnknown, Corners: r.Outline(f.toPx), Visible: f.seen}
	m.Likeness = likeness(&own.fine, r.fine, f.light)
	m.Purity = purity(&own.fine, r.fine, f.light)
	if m.Seen >= minSeen && m.Margin >= minMargin && m.Likeness >= r.minLikeness && m.Purity >= leastPurity(m.Seen) {
		m.Observation.Face, m.Observation.Card, m.Observation.Back = own.label.Face, own.label.Card, own.label.Back
		m.Observation.Confidence = m.confidence()
	}
	return m
}

// margin tells how much better a face explains what is seen than any other: where two
// faces differ, how far what is seen takes the one's side against the other's, each in the
// light that suits it best. What a hand covers takes neither side, so it lowers the margin
// and does nothing else. The strongest rival comes with it, turned as against f.
func (r *Reader) margin(f fitted, ranked []candidate) (float64, candidate) {
	own := &r.faces[f.face].fine
	misfit := misfits(own.v, own, r.fine, f.light, tolerance)
	margin, strongest := 1.0, candidate{}
	for _, rival := range r.rivals(f.candidate, ranked) {
		other := &r.faces[rival.face].fine
		v := other.v
		if rival.turned = rival.turned != f.turned; rival.turned {
			v = other.upsideDown
		}
		theirs := misfits(v, own, r.fine, rivalLight(v, own, r.fine, misfit, f.light), tolerance)
		side := 0.0
		for i := range misfit {
			if r.fine.inside[i] {
				side += float64(theirs[i] - misfit[i])
			}
		}
		c := r.contrastOf(f.face, rival)
		if c.differ < minDiffer {
			return 0, rival
		}
		if m := side / c.differ * c.plain; m < margin {
			margin, strongest = m, rival
		}
	}
	return margin, strongest
}

// contrast is how two faces differ once the light is evened out between them.
type contrast struct {
	known  bool
	differ float64 // mm² of wholly different colour
	plain  float64 // 0 to 1: small where they differ by a shade only
}

// contrastOf is the contrast of a face with a rival; turned: upside down against it. It is
// worked out once for each pair.
func (r *Reader) contrastOf(own int, rival candidate) contrast {
	k := 2 * (own*len(r.faces) + rival.face)
	if rival.turned {
		k++
	}
	if r.contrasts[k].known {
		return r.contrasts[k]
	}
	a, v := &r.faces[own].fine, r.faces[rival.face].fine.v
	if rival.turned {
		v = r.faces[rival.face].fine.upsideDown
	}
	whole := &patch{v: a.v, inside: make([]bool, a.pixels()), n: a.pixels()}
	for i := range whole.inside {
		whole.inside[i] = true
	}
	off := misfits(v, a, whole, rivalLight(v, a, whole, make([]float32, a.pixels()), light{gain: 1}), tolerance)
	c, pixels := contrast{known: true}, 0.0
	for _, d := range off {
		c.differ += float64(d)
		if d > plainPart*plainPart {
			pixels++
		}
	}
	// Two backs that differ by a shade only are told apart no better than the tint of the
	// light is known, whatever the share of pixels that takes a side.
	shade := math.Sqrt(c.differ/(pixels+1)) / plainShade
	c.plain = min(shade*shade, 1)
	r.contrasts[k] = c
	return c
}

// Differences of two faces at a pixel, as parts of tolerance: from plainPart on it counts as
// one where they differ, and where they differ by plainShade on average the tint of the
// light cannot make one look like the other.
const (
	plainPart  = 0.18
	plainShade = 0.55
)

// minDiffer is the least difference of two faces, in mm² of wholly different colour, on
// which one is preferred to the other. The thinnest digits met differ by 180; two backs
// whose one difference the light has washed out by 50, which is no more than grain and a
// cut that is not quite exact.
const minDiffer = 90

// rivals are the faces that could be mistaken for c: the likeliest by correlation and all of its colour.
func (r *Reader) rivals(c candidate, ranked []candidate) []candidate {
	const likely = 10
	own := r.faces[c.face].label
	var out []candidate
	for i, o := range ranked {
		label := r.faces[o.face].label
		if o.face != c.face && (i < likely || label.Face == own.Face && label.Card.Color == own.Card.Color) {
			out = append(out, o)
		}
	}
	return out
}

// misfits is for each pixel how far what is seen is from the face v on r's grid in light l,
// from 0 to 1; tolerance (grey levels of the learnt face) is how far counts as wholly different.
func misfits(v []float32, r *raster, p *patch, l light, tolerance float32) []float32 {
	out := make([]float32, r.pixels())
	k := 1 / l.gain
	i := 0
	for y := range r.h {
		row := l.haze + l.dy*(float32(y)-float32(r.h-1)/2)
		for x := range r.w {
			haze := row + l.dx*(float32(x)-float32(r.w-1)/2)
			b := (p.v[3*i]-haze)*k - v[3*i]
			g := (p.v[3*i+1]-haze)*k - v[3*i+1]
			d := (p.v[3*i+2]-haze)*k - v[3*i+2]
			out[i] = min(max(b*b, g*g, d*d)/(tolerance*tolerance), 1)
			i++
		}
	}
	return out
}

// likeness is the correlation of the pattern that is seen with the pattern of the face, each
// channel less its own mean, so that an even surface of the card's colour is not like it.
func likeness(r *raster, p *patch, l light) float64 {
	var n, ss, st, tt float64
	var s, t [3]float64
	i := -1
	for y := range r.h {
		fy := float32(y) - float32(r.h-1)/2
		for x := range r.w {
			if i++; !p.inside[i] {
				continue
			}
			n++
			slope := l.dx*(float32(x)-float32(r.w-1)/2) + l.dy*fy
			for c := range 3 {
				a, b := float64(p.v[3*i+c]-slope), float64(r.v[3*i+c])
				s[c] += a
				t[c] += b
				ss += a * a
				st += a * b
				tt += b * b
			}
		}
	}
	for c := range 3 {
		ss -= s[c] * s[c] / n
		st -= s[c] * t[c] / n
		tt -= t[c] * t[c] / n
	}
	return st / math.Sqrt(ss*tt+1)
}

// leastPurity is the purity a reading needs: of a card partly hidden, what shows looks like
// the face; what looks like little of a face, and that not clearly, is another thing.
func leastPurity(seen float64) float64 {
	const partly, rise = 0.65, 0.6
	return minPurity + rise*max(partly-seen, 0)
}
