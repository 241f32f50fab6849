package read

import (
	"cmp"
	"image"
	"runtime"
	"slices"
	"sync"

	"schiri/calibration"
	"schiri/models"
)

// Reader compares places of a picture with the faces of a learnt deck. It keeps scratch
// memory between calls, so it serves one goroutine.
type Reader struct {
	lit             // the faces in the light known
	learnt      lit // as they were learnt
	cardMM      [2]float64
	details     []raster              // of the same faces, of a deck of few: only the grid and the colours
	minLikeness float64               // of a reading that is said
	few         bool                  // the deck has some of its fronts only, or none
	faded       []bool                // by face: see calibration.Faded; of fronts false
	black       []float64             // by face: see raster.blackness
	elsewhere   map[models.Color]bool // see numbersElsewhere
	white       [3]float32            // of the fronts, as learnt: blue, green, red

	coarse, fine *patch
	off          []float32 // how far each pixel of fine is from the face that refit laid over it, 0 to 1
	whole        []bool    // every pixel of fine
	zero         []float32 // and for each of them nothing
	nearby       nearby
}

// lit are the faces as one light shows them.
type lit struct {
	transfer  *transfer
	faces     []face
	contrasts *contrasts // shared with a twin in the same light
	backs     *lit       // the same but for the colours of the backs, which are as they were learnt; nil: all colours are
}

// NewReader prepares the faces of a deck.
func NewReader(deck calibration.Deck) *Reader {
	r := &Reader{cardMM: deck.CardMM, minLikeness: minLikeness}
	if r.few = len(deck.Fronts) < models.DeckSize; r.few && len(deck.Fronts) > 0 {
		r.minLikeness = minLikenessOfFew
	}
	var labels []models.Observation
	var images []*image.RGBA
	add := func(label models.Observation, img *image.RGBA) {
		labels, images = append(labels, label), append(images, img)
		if r.few {
			r.details = append(r.details, coloursOf(img, newGrid(deck.CardMM, detailMM)))
		}
	}
	for i := range models.DeckSize {
		card := models.CardAt(i)
		if img, ok := deck.Fronts[card]; ok {
			add(models.Observation{Face: models.FaceFront, Card: card}, img)
		}
	}
	for _, back := range deck.BackNames() {
		add(models.Observation{Face: models.FaceBack, Back: back}, deck.Backs[back])
	}
	r.faces = make([]face, len(labels))
	sideBySide(len(labels), func(i int) { r.faces[i] = newFace(labels[i], images[i], deck.CardMM) })
	backs := len(images) - len(deck.Backs)
	r.faded = append(make([]bool, backs), calibration.Faded(images[backs:])...)
	for i := range r.faces {
		r.black = append(r.black, r.faces[i].fine.blackness())
	}
	r.contrasts = newContrasts(len(r.faces))
	r.transfer = daylight(mainColors(r.faces))
	sideBySide(len(labels), func(i int) { r.faces[i].inside, r.faces[i].beside = r.transfer.mains(&r.faces[i].fine) })
	r.learnt = r.lit
	r.coarse = newPatch(newGrid(deck.CardMM, coarseMM).pixels())
	r.fine = newPatch(newGrid(deck.CardMM, fineMM).pixels())
	r.off, r.zero = make([]float32, len(r.fine.off)), make([]float32, len(r.fine.off))
	r.whole = slices.Repeat([]bool{true}, len(r.fine.off))
	r.elsewhere, r.white = r.numbersElsewhere(), whiteOf(r.faces)
	return r
}

// sideBySide does something for each of n things on all processors.
func sideBySide(n int, do func(int)) {
	var work sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for c := range cores {
		work.Go(func() {
			for i := c; i < n; i += cores {
				do(i)
			}
		})
	}
	work.Wait()
}

// Twin is a reader of the same faces in the same light, for another goroutine.
func (r *Reader) Twin() *Reader {
	t := *r
	t.coarse, t.fine, t.off = newPatch(len(r.coarse.inside)), newPatch(len(r.fine.inside)), make([]float32, len(r.off))
	t.nearby = nearby{}
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
	Poorest     float64 // how much the part of what is open looks like the face that does so least, 0 to 1
	Blank       float64 // share of the print of which the bare ground is seen instead, 0 to 1
	Rim         float64 // share of the sides beside parts that look like the face at which the card ends: what lies outside is of another colour
	Open        float64 // share of the card that is inside the picture and not covered, 0 to 1

	fit         fitted  // the best face, in this light
	front       bool    // it is a front
	under       bool    // something unknown lies on it
	outdoes     bool    // each rival at its own place too; asked where the margin may be chance
	twice       bool    // see standing
	colourTells bool    // the light on a front has a tint that hardly matters, or none under which another colour would look alike
	differ      float64 // mm² by which the face differs in what is open from the one most like it
	printed     float64 // mm² of the face's print in what is open
	miss        float64 // share of what is open, and nothing unknown lies on, that does not look like the face, 0 to 1
}

// Distinct is how much another card in its place would change of what is seen, 0 to 1. It is little in glare or dim light, which leave little
// of the contrast of print, and where small digits that hardly stand out are all that tells numbers apart.
func (m Match) Distinct() float64 {
	const plainGain = 0.5 // from which on the digits of a card are told at once
	return min(float64(m.fit.light.gain)/plainGain, m.differ/minDiffer, 1)
}

// Limits of what is looked at more closely; most places tried hold no card. Those of the likeness are correlations, -1 to 1.
const (
	leastOpen   = 0.17 // of a card, for it to be looked at
	minFineLike = 0.3  // likeness of a face laid finely, before it is compared with its rivals; of 840 cards told none came below 0.3
	muchLike    = 0.94 // likeness of a face that is said without asking again
	plainMargin = 0.6  // of a face that no other can be taken for
	rivalMargin = 0.4  // of a face that needs not be compared with its strongest rival at the rival's own place, if it is much like what is seen
	hopeless    = 0.12 // correlation below the best from which on a face is not laid over the place
	hearings    = 4    // faces laid finely over a place, where the first does not fit plainly
	nearly      = 0.06 // of the card, by which one of these may fit worse than the first on the coarse raster
	emptyFit    = 0.4  // of what is open that looks like a face, below which there is none
	moreFinely  = 0.2  // of the card that may look like a face on the fine raster beyond what does on the coarse one
	moreInPlace = 0.1  // of the card that may look like the right face beyond what looks like the first laid finely
)

// ToCard is the map from millimetres about a card's middle to the pixels of an outline.
func ToCard(q models.Quad, cardMM [2]float64) (calibration.Homography, error) {
	return calibration.HomographyOf(calibration.CardAbout(cardMM), q)
}

// Outline is the card's outline in pixels under the map ToCard gives.
func (r *Reader) Outline(toPx calibration.Homography) models.Quad {
	return toPx.Quad(calibration.CardAbout(r.cardMM))
}

// candidate is a face in one of its two turns.
type candidate struct {
	face   int
	turned bool
	score  float32
}

// upright is the map to pixels of the candidate upright, where toPx is that of the outline at which it lies.
func (c candidate) upright(toPx calibration.Homography) calibration.Homography {
	if c.turned {
		return toPx.Mul(halfTurn)
	}
	return toPx
}

// Read finds the face that lies at about the outline q and where exactly.
func (r *Reader) Read(pic *Picture, q models.Quad) (Match, error) { return r.ReadShown(pic, q, 0) }

// ReadShown is Read where a card counts only if so much of it shows, 0 to 1: of one that shows less, what is said may be wrong,
// but that less shows is true.
func (r *Reader) ReadShown(pic *Picture, q models.Quad, least float64) (Match, error) {
	m, err := r.readHere(pic, q, least)
	if err == nil && r.worthHearing(m) {
		m, err = r.hearAsLearnt(pic, q, least, m)
	}
	return m, err
}

// readHere reads in the light known.
func (r *Reader) readHere(pic *Picture, q models.Quad, least float64) (Match, error) {
	const hopeful = 0.45 // correlation of the best face below which a place beside cards already read is not looked at
	toPx, err := ToCard(q, r.cardMM)
	if err != nil {
		return Match{}, err
	}
	nothing := func(visible float64) Match {
		return Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: q, Visible: visible}, ToPx: toPx}
	}
	pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
	if share := r.coarse.share(); share < leastOpen || share < 0.5 && !pic.cover.any {
		return nothing(0), nil
	}
	ranked := r.rank()
	if pic.cover.any && ranked[0].score < hopeful {
		return nothing(0), nil
	}
	fits, first := r.fitsOf(pic, toPx, ranked)
	if first != nil && first.plain() {
		return *first, nil
	}
	if fits[0].seen < least-moreFinely || !r.worthwhile(pic, fits[0]) {
		return nothing(fits[0].seen), nil
	}
	var m Match
	if first != nil && fits[0].candidate == ranked[0] {
		m = *first
	} else {
		f := r.refitInPhase(pic, toPx, fits[0])
		if f.seen < least-moreInPlace {
			return nothing(f.seen), nil
		}
		m = r.compare(pic, f, ranked)
	}
	return r.hearBeside(pic, r.hearInPlace(pic, r.hearOthers(pic, m, fits, ranked, least))), nil
}

// fitsOf lays the likeliest faces over a place, which r.coarse holds, on the coarse raster and gives them, the one that fits best first.
// Where most of the place looks like the likeliest face of all, what is made of that on the fine raster comes with them; if it is plain,
// no other is laid.
func (r *Reader) fitsOf(pic *Picture, toPx calibration.Homography, ranked []candidate) (fits []fitted, first *Match) {
	const (
		tries      = 20  // faces at most; the right one is not among the first ten where its face was cut 2 mm off
		triesWhole = 4   // faces laid over a place all in sight, if then one fits well or the place hardly holds a card:
		wellSeen   = 0.9 // of the card looks like the best of them
		barelySeen = 0.6 // of it does, at the most
		likeliest  = 2   // faces laid over a place beside cards already read, before it may be given up
	)
	open := r.coarse.share()
	best, like := 0.0, -1.0 // of the card, seen as the likeliest faces, and their likeness
	for i, c := range ranked[:min(tries, len(ranked))] {
		// Of a whole card few faces look alike, but in glare and blur the right one may be none of these.
		if i == triesWhole && open >= wholeOpen && (best < barelySeen || best > wellSeen) {
			break
		}
		// Beside cards already read most places hold none, and the likeliest faces show that.
		if c.score < ranked[0].score-hopeless || pic.cover.any && (i == 1 && bare(best/open, like) || i == likeliest && empty(best/open, like)) {
			break
		}
		f := r.fitCoarsely(pic, toPx, c)
		fits, best = append(fits, f), max(best, f.seen)
		if pic.cover.any && i < likeliest {
			like = max(like, likeness(&r.faces[c.face].coarse, r.coarse, f.light))
		}
		if i == 0 && open >= wholeOpen && best > wellSeen {
			m := r.compare(pic, r.refitInPhase(pic, toPx, f), ranked)
			if first = &m; m.plain() {
				break
			}
		}
	}
	slices.SortStableFunc(fits, func(a, b fitted) int { return cmp.Compare(b.seen, a.seen) })
	return fits, first
}

// hearOthers gives other faces that fit nearly as well on the coarse raster, the best first, a hearing on the fine one: there a wrong face may
// fit a little better than the right one, which would have another place.
func (r *Reader) hearOthers(pic *Picture, m Match, fits []fitted, ranked []candidate, least float64) Match {
	const hearable = 0.6 // likeness of the first face, before others are worth it
	for _, c := range fits[1:min(hearings, len(fits))] {
		if m.plain() || m.Seen < least-nearly || m.Likeness < hearable || c.seen < fits[0].seen-nearly {
			break
		}
		// Laid elsewhere a wrong face may lead to the right one, so what is about to be said of a place it is not much like is
		// asked again. Upside down it is the same card.
		said := m.Observation.Face != models.FaceUnknown
		if said && c.face == m.fit.face {
			continue
		}
		f, asked := r.refit(pic, c.toPx, c.candidate), said && m.Likeness < muchLike
		if f.seen <= m.Seen && !asked {
			continue
		}
		s := r.margin(f, ranked, nil, false)
		if f.seen <= m.Seen && s.margin < 0 && s.rival.face == m.fit.face { // it leads back
			continue
		}
		switch other := r.judge(pic, f, s, ranked); {
		case asked && other.fit.face != m.fit.face:
			m = m.orRather(other)
		case f.seen > m.Seen:
			m = other
		}
	}
	return m
}

// empty tells of a place beside cards already read that it holds no card, by how much of what is open looks like the
// likeliest faces, and how much their pattern does, on the coarse raster.
func empty(seen, like float64) bool {
	const poorFit, poorLike, noLike = 0.6, 0.3, 0.2 // of 1,473 cards found so none came below both of the first
	return seen < emptyFit || like < noLike || seen < poorFit && like < poorLike
}

// bare tells the same by the likeliest face alone, where nothing at all is like it, as on the bare table. Of 873 cards found beside others
// it would have given up none.
func bare(seen, like float64) bool {
	const hardlyFit, poorLike, noLike = 0.3, 0.3, 0.1
	return like < noLike || like < poorLike && seen < hardlyFit
}

// orRather is the one of two faces, each laid at its own place, of which more is seen. It is not said which that is
// where the other one's pattern is more like what is seen, and hardly less of it is.
func (m Match) orRather(other Match) Match {
	if other.Seen > m.Seen {
		m, other = other, m
	}
	if other.Likeness > m.Likeness && other.Seen > m.Seen-nearly {
		m.Observation = models.Observation{Face: models.FaceUnknown, Corners: m.Observation.Corners, Visible: m.Seen}
	}
	return m
}

// plain tells that no other face can fit better.
func (m Match) plain() bool { return m.Likeness >= 0.97 && m.Margin >= plainMargin }

// worthwhile tells whether a face fits so well on the coarse raster that a closer look pays.
func (r *Reader) worthwhile(pic *Picture, best fitted) bool {
	const (
		least  = 0.3  // of the card that looks like the face
		beside = 0.5  // of the open part, likewise, beside cards already read
		like   = 0.25 // likeness
	)
	share := r.coarse.share()
	if best.seen < least*min(1, 1.5*share) || pic.cover.any && best.seen < beside*share {
		return false
	}
	// A bare cloth of the card's colour fits the most of it, but has none of its pattern.
	f := &r.faces[best.face].coarse
	pic.sample(best.toPx, f.grid, r.coarse)
	return likeness(f, r.coarse, best.light) >= like
}

// rank orders all faces in both turns by their correlation with the coarse patch.
func (r *Reader) rank() []candidate {
	ranked := make([]candidate, 0, 2*len(r.faces))
	if whole := r.coarse.n == len(r.coarse.inside); whole {
		up := unit(r.coarse.v)
		down := turned(up)
		for i := range r.faces {
			u := r.faces[i].coarse.unit
			ranked = append(ranked, candidate{i, false, dot(u, up)}, candidate{i, true, dot(u, down)})
		}
	} else {
		open := openOf(r.faces[0].coarse.grid, r.coarse)
		for i := range r.faces {
			f := &r.faces[i].coarse
			ranked = append(ranked, candidate{i, false, open.alike(f.v)}, candidate{i, true, open.alike(f.upsideDown)})
		}
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
	tint  float64 // how far the channels of the haze over a front are apart, in grey levels of the face
}

// fitCoarsely lays a face over the place on the coarse raster; the map it gives is for the card upright.
func (r *Reader) fitCoarsely(pic *Picture, toPx calibration.Homography, c candidate) fitted {
	f := &r.faces[c.face].coarse
	toPx, l := align(pic, f, c.upright(toPx), 3, r.coarse)
	tint := r.untint(c, f, r.coarse, l)
	return fitted{c, toPx, l, seenShare(r.coarse, misfitsInto(r.coarse.off, f.v, f, r.coarse, l, tolerance)), tint}
}

// refit lays a face finely over a place that is nearly right; toPx is for the card upright. r.fine holds what is seen
// there then, r.off how far it is from the face.
func (r *Reader) refit(pic *Picture, toPx calibration.Homography, c candidate) fitted {
	f := &r.faces[c.face].fine
	toPx, l := align(pic, f, toPx, 4, r.fine)
	tint := r.untint(c, f, r.fine, l)
	return fitted{c, toPx, l, seenShare(r.fine, misfitsInto(r.off, f.v, f, r.fine, l, tolerance)), tint}
}

// layBack makes r.fine and r.off those of a face laid before.
func (r *Reader) layBack(pic *Picture, f fitted) {
	face := &r.faces[f.face].fine
	pic.sample(f.toPx, face.grid, r.fine)
	misfitsInto(r.off, face.v, face, r.fine, f.light, tolerance)
}

// refitRival lays a rival over the place at which f lies; rival is turned as against f.
func (r *Reader) refitRival(pic *Picture, f fitted, rival candidate) fitted {
	toPx := rival.upright(f.toPx)
	rival.turned = rival.turned != f.turned
	return r.refit(pic, toPx, rival)
}

// compare judges a face that was laid by refit, if there is anything of its pattern there.
func (r *Reader) compare(pic *Picture, f fitted, ranked []candidate) Match {
	if like := r.likeness(f); like < minFineLike {
		unknown := models.Observation{Face: models.FaceUnknown, Corners: r.Outline(f.toPx), Visible: f.seen}
		return Match{Observation: unknown, ToPx: f.toPx, fit: f, Seen: f.seen, Likeness: like, Open: r.fine.share()}
	}
	return r.judge(pic, f, r.margin(f, ranked, nil, false), ranked)
}

// judge compares the best fitting face with its rivals at its place and says what can be said. The face was laid there by refit and
// stands as s tells. A back that is about to be called unknown is heard the other way round too.
func (r *Reader) judge(pic *Picture, f fitted, s standing, ranked []candidate) Match {
	m := r.judgeAsLaid(pic, f, s, ranked)
	if !m.front && m.Observation.Face == models.FaceUnknown && m.sure() {
		return r.hearUpsideDown(pic, m, ranked)
	}
	return m
}

// judgeAsLaid compares a face with its rivals as judge does. A rival that explains the place better takes over.
func (r *Reader) judgeAsLaid(pic *Picture, f fitted, s standing, ranked []candidate) Match {
	for swaps := 0; s.margin < 0 && swaps < 3; swaps++ {
		f = r.refitRival(pic, f, s.rival)
		s = r.margin(f, ranked, nil, false)
	}
	switch {
	case s.margin <= 0:
	case r.faces[f.face].label.Face == models.FaceBack:
		f, s = r.contest(pic, f, s, ranked)
	case f.seen >= emptyFit*r.fine.share() && (s.margin < rivalMargin || r.fine.share() < wholeOpen && r.likeness(f) < muchLike):
		f, s = r.hearRival(pic, f, s, ranked)
	}
	m := r.measured(pic, f, s)
	if m.outdoes = true; m.front && m.chancy() && m.sure() {
		m.outdoes = r.outdoes(pic, f, s, ranked)
	}
	if !m.colourTells && m.sure() {
		m.colourTells = r.colourTells(pic, m)
	}
	return r.said(m)
}

// measured is what is made of a face laid by refit, which stands as s tells.
func (r *Reader) measured(pic *Picture, f fitted, s standing) Match {
	own := &r.faces[f.face]
	m := Match{ToPx: f.toPx, fit: f, front: own.label.Face == models.FaceFront, Seen: f.seen, Margin: s.margin, differ: s.differ, twice: s.twice}
	m.Observation = models.Observation{Face: models.FaceUnknown, Corners: r.Outline(f.toPx), Visible: f.seen}
	m.Likeness = r.likeness(f)
	m.Purity, m.Poorest = parts(own.fine.grid, r.fine, r.off)
	m.Open = r.fine.share()
	m.miss = 1 - m.Seen/max(m.Open, leastOpen)
	m.Blank, m.printed = blank(&own.fine, r.fine, f.light)
	m.Rim = r.rim(pic, f)
	m.colourTells = f.tint <= mostTint
	return m
}

// said names the card, if what is seen is enough to.
func (r *Reader) said(m Match) Match {
	f, own := m.fit, &r.faces[m.fit.face]
	if m.Likeness >= r.minLikeness && (m.sure() || r.numberTells(m)) && m.colourTells && r.ownInk(f) && !r.another(f) && r.ownPrint(f) {
		m.Observation.Face, m.Observation.Card, m.Observation.Back = own.label.Face, own.label.Card, own.label.Back
		m.Observation.Confidence = m.confidence()
	}
	return m
}

// likeness is that of a face where it was laid by refit.
func (r *Reader) likeness(f fitted) float64 {
	return likeness(&r.faces[f.face].fine, r.fine, f.light)
}

// Relaid is where a card read lies exactly, as its face is laid from the outline q on.
func (r *Reader) Relaid(pic *Picture, m Match, q models.Quad) models.Quad {
	toPx, err := ToCard(q, r.cardMM)
	if err != nil {
		return m.Observation.Corners
	}
	return r.Outline(r.refit(pic, toPx, m.fit.candidate).toPx)
}
