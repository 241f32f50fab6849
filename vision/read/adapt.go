package read

import (
	"cmp"
	"math"
	"slices"

	"schiri/models"
)

// Adapt learns from cards that were read, in pic, how the deck's colours and edges look in it,
// and tells whether that is so different from what was known that reading again is worth it.
func (r *Reader) Adapt(pic *Picture, matches []Match) bool {
	next, change, sharper := r.transfer.after(r.toldBy(pic, matches))
	if change >= worthWearing || sharper {
		r.wear(&next)
	}
	return change >= worthReading || sharper
}

// told is what cards that were read tell of the light in which they lie.
type told struct {
	fronts  []cardColors
	faces   int     // how many different faces these have
	grounds []gains // of backs
	// How the edges look of all these fronts, of those read for certain alone, and of backs.
	edges, named, backs []edge
}

// toldBy gathers what cards tell of the light. Of backs only the ground tells colours: others' backs may differ from those learnt in nothing
// but the colour of their print, which would pass for the light's. Nor do they tell how bold their print is, which is thin and of many inks;
// how blurred it is, only backs read for certain do, as pale ink looks like blurred.
func (r *Reader) toldBy(pic *Picture, matches []Match) (out told) {
	faces := map[int]bool{}
	for _, m := range matches {
		if g, ok := r.groundGains(pic, m); ok {
			out.grounds = append(out.grounds, g)
		}
		if !m.telling() && !m.tellsEdges() {
			continue
		}
		face := &r.faces[m.fit.face]
		pic.sample(m.ToPx, face.fine.grid, r.fine)
		edges := r.edgeOf(m)
		if m.tellsEdges() {
			out.named = append(out.named, edges)
		}
		switch {
		case !m.telling():
		case face.label.Face == models.FaceFront:
			out.fronts, out.edges = append(out.fronts, r.colorsOf(pic, m)), append(out.edges, edges)
			faces[r.toldFace(m)] = true
		case m.Observation.Face == models.FaceBack:
			out.backs = append(out.backs, edge{blur: edges.blur})
		}
	}
	out.faces = len(faces)
	return out
}

// after is the light after cards have told of it, with how far, in grey levels, the colours of an average card are from what was known, and
// whether edges look otherwise. There is always a light in which one thing looks like one card: many backs that were never taught, all alike,
// would become the front they are a little like. Fewer faces than fewestFaces tell no more than what the lamp does to all colours alike.
func (t *transfer) after(by told) (next transfer, change float64, sharper bool) {
	edges := by.edges
	next = *t
	byGrounds, grounded := common(by.grounds)
	byFronts, fronted := t.over(by.fronts)
	switch {
	case by.faces >= fewestFaces:
		if next, change = t.fit(by.fronts); len(by.named) >= fewestCards {
			edges = by.named
		}
	case grounded && !t.toldByFronts():
		next, change = t.tinted(byGrounds)
		edges = by.named
	case fronted && by.faces > 1 && !t.toldByFronts():
		next, change = t.tinted(byFronts)
	default:
		edges = by.named
	}
	next.edge, sharper = t.edge.follow(edges)
	if len(by.backs) >= fewestCards {
		var backsSharper bool
		next.backEdge, backsSharper = t.edgeOfBacks().follow(by.backs)
		sharper = sharper || backsSharper
	}
	return next, change, sharper
}

// Lighting is how a light shows the faces of a deck.
type Lighting struct{ lit }

// Lighting is that of the light known, for Relight to go back to.
func (r *Reader) Lighting() Lighting { return Lighting{r.lit} }

// Relight goes back to a light that was known before.
func (r *Reader) Relight(l Lighting) { r.lit = l.lit }

// Clarity is how well the faces, as this light shows them, explain what lies in a picture:
// the sum over the cards of how clearly each is told.
func Clarity(matches []Match) float64 {
	sum := 0.0
	for _, m := range matches {
		if m.Observation.Face == models.FaceFront {
			sum += m.Seen * max(m.Margin, 0)
		}
	}
	return sum
}

const (
	fewestCards  = 3
	fewestFaces  = 3
	worthWearing = 2.0 // grey levels by which the main colours of the cards seen differ from those known, for what is read from now on
	worthReading = 6.0 // the same for reading again
)

// telling tells whether it is likely enough what lies here to learn the light from it; it
// need not be sure, as the median over all cards counts.
func (m Match) telling() bool {
	const washed = 35.0 // grey levels of haze; glare on some cards is not the light on all
	return (m.tellsFace() || m.tellsColor()) && m.fit.light.haze < washed
}

func (m Match) tellsFace() bool {
	return m.Likeness >= 0.6 && m.Seen >= minSeen && m.Margin >= 0.1 && m.moreThanGrain()
}

// tellsColor tells of a front in full sight that it has the colour of its face, whatever its number: thin digits learnt by a warm lamp are
// hardly there by day, before the light is known.
func (m Match) tellsColor() bool {
	return m.front && m.Open >= wholeOpen && m.Likeness >= 0.9 && m.Seen >= 0.8 && m.Purity >= 0.85
}

// tellsEdges tells of a front read for certain that no glare lies on it, under which its edges would seem softer than they are.
func (m Match) tellsEdges() bool {
	const veiled = 60.0 // grey levels of haze
	return m.front && m.Observation.Face == models.FaceFront && m.fit.light.haze < veiled
}

// toldFace is the face that a telling match tells; where that is no more than its colour, the first of that colour.
func (r *Reader) toldFace(m Match) int {
	if m.tellsFace() {
		return m.fit.face
	}
	color := r.faces[m.fit.face].label.Card.Color
	return slices.IndexFunc(r.faces, func(f face) bool { return f.label.Face == models.FaceFront && f.label.Card.Color == color })
}

// cardColors is how one card's main colours are seen.
type cardColors struct {
	weight []float64    // by main colour, from 0 to 1: how much of the card has it
	seen   [][3]float64 // the medians over its pixels
}

// colorsOf takes the colours of a card. What lies on the card, and edges not quite in place,
// are a minority of each colour's pixels, so medians do.
func (r *Reader) colorsOf(pic *Picture, m Match) cardColors {
	f := &r.faces[m.fit.face]
	learnt := f.learnt[1].v
	pic.sample(m.ToPx, f.fine.grid, r.fine)
	const (
		covered = 0.6 // a pixel farther off than this, of what is loosely called this face, is something else
		fewest  = 12  // pixels that count
		plenty  = 200
		mixed   = 30.0 // grey levels between the quarters of what should be one colour
	)
	off := misfits(f.fine.v, &f.fine, r.fine, m.fit.light, loose)
	out := cardColors{make([]float64, len(r.transfer.learnt)), make([][3]float64, len(r.transfer.learnt))}
	for _, part := range []struct {
		mains []int8
		trust float64
	}{{f.inside, 1}, {f.beside, 0.2}} {
		values := make([][3][]float64, len(out.weight))
		for i, k := range part.mains {
			if k < 0 || !r.fine.inside[i] || off[i] > covered {
				continue
			}
			for c := range 3 {
				v := r.fine.v[3*i+c]
				if v < full { // a pixel beside an edge has some of the colour beyond it, here as in the learnt face
					v += m.fit.light.gain * (r.transfer.learnt[k][c] - learnt[3*i+c])
				}
				values[k][c] = append(values[k][c], float64(v))
			}
		}
		for k, v := range values {
			if len(v[0]) < fewest || out.weight[k] > 0 {
				continue
			}
			// A small spot not quite in place shows what is beside it, so few pixels and mixed ones count little.
			spread := 0.0
			for c := range 3 {
				slices.Sort(v[c])
				out.seen[k][c] = v[c][len(v[c])/2]
				spread = max(spread, v[c][len(v[c])*3/4]-v[c][len(v[c])/4])
			}
			share := part.trust * min(float64(len(v[0]))/plenty, 1)
			out.weight[k] = share / (1 + spread*spread/(mixed*mixed))
		}
	}
	return out
}

// fit finds what the main colours look like here: each card stands in a light of its own
// strength, so that strength and the colours are taken in turns, both as medians in
// logarithms (Tukey's median polish). It comes with how far, in grey levels, the colours of
// an average card are from what was known, a common strength taken off.
func (t *transfer) fit(cards []cardColors) (transfer, float64) {
	known := make([][3]float64, len(t.here))
	for k := range known {
		for c := range 3 {
			known[k][c] = logarithm(float64(t.here[k][c]))
		}
	}
	here, support := polish(cards, known)
	next := transfer{t.learnt, make([][3]float32, len(t.learnt)), make([]float64, len(t.learnt)), t.edge, t.backEdge}
	for k := range here {
		// What few cards show, or none, changes as the colours near it do.
		var near [3]float64
		sum := 1e-9
		for j := range here {
			w := support[j] * kinship(t.here[k], t.here[j])
			sum += w
			for c := range 3 {
				near[c] += w * (here[j][c] - known[j][c])
			}
		}
		// A few cards change little of what many showed before, and many a lot.
		const most = 12.0 // cards
		before := min(t.support[k], most)
		next.support[k] = before + support[k]
		for c := range 3 {
			x := (support[k]*here[k][c] + (1+before)*(known[k][c]+near[c]/sum/(1+before))) / (support[k] + 1 + before)
			next.here[k][c] = float32(min(max(math.Exp(x)-dark, 0), 255))
		}
	}
	next.restrain()
	next.foretell()
	return next, t.apart(&next, support)
}

// edgeOfBacks is how the edges of backs look: they are learnt from another photo, which may be blurred otherwise, but
// until some of them tell, blurred as the fronts are.
func (t *transfer) edgeOfBacks() edge {
	if t.backEdge.support == 0 {
		return edge{blur: t.edge.blur}
	}
	return t.backEdge
}

// restrain keeps what few cards show of a colour from looking wholly unlike what the light does to the colours near it. A few pixels
// between two colours of the print may be more of the one on this card and more of the other on that.
func (t *transfer) restrain() {
	const (
		most = 0.25 // of the logarithm, for a colour hardly any card shows
		more = 3.0  // of it, for one that is all that is known of its like
	)
	change := make([][3]float64, len(t.here))
	for k := range t.here {
		for c := range 3 {
			change[k][c] = logarithm(float64(t.here[k][c])) - logarithm(float64(t.learnt[k][c]))
		}
	}
	for k := range t.here {
		var near [3]float64
		sum := 1e-9
		for j := range t.here {
			w := t.support[j] * kinship(t.learnt[k], t.learnt[j])
			sum += w
			for c := range 3 {
				near[c] += w * change[j][c]
			}
		}
		limit := most + more*t.support[k]/sum
		for c := range 3 {
			x := near[c]/sum + min(max(change[k][c]-near[c]/sum, -limit), limit)
			t.here[k][c] = float32(min(max(math.Exp(x+logarithm(float64(t.learnt[k][c])))-dark, 0), 255))
		}
	}
}

// kinship is how much of what light does to one colour it does to another, about 1 for the same and never nothing.
func kinship(a, b [3]float32) float64 {
	const reach = 60.0 // grey levels
	return math.Exp(-math.Pow(apart(a, b)/reach, 2)/2) + 0.01
}

const dark = 8.0 // grey levels added before taking logarithms, so that noise in the dark does not count

// trusted is how much the logarithm of a channel of v grey levels counts, 0 to 1: of a dark one haze and noise change it more than the light does.
func trusted(v float64) float64 {
	const faint = 50.0 // grey levels
	return v / (v + faint)
}

func logarithm(v float64) float64 { return math.Log(max(v, 0) + dark) }

// polish gives the logarithms of the main colours as the cards show them, and how many cards do.
func polish(cards []cardColors, known [][3]float64) (here [][3]float64, support []float64) {
	here, support = slices.Clone(known), make([]float64, len(known))
	for _, card := range cards {
		for k, w := range card.weight {
			support[k] += w
		}
	}
	strength := make([]float64, len(cards))
	for range 6 {
		for i, card := range cards {
			var ratio []weighted
			for k, w := range card.weight {
				for c := range 3 {
					if w > 0 && card.seen[k][c] < full {
						v := math.Exp(here[k][c])
						ratio = append(ratio, weighted{logarithm(card.seen[k][c]) - here[k][c], w * trusted(v)})
					}
				}
			}
			strength[i] = median(ratio)
		}
		mean := middle(strength)
		for k := range here {
			for c := range 3 {
				var v []weighted
				for i, card := range cards {
					if card.weight[k] == 0 {
						continue
					}
					x := logarithm(card.seen[k][c]) - strength[i] + mean
					if card.seen[k][c] >= full {
						x = max(x, here[k][c])
					}
					v = append(v, weighted{x, card.weight[k]})
				}
				if len(v) > 0 {
					here[k][c] = median(v)
				}
			}
		}
	}
	return here, support
}

// apart is how far, in grey levels, the main colours look different in another light, a
// common strength taken off.
func (t *transfer) apart(o *transfer, support []float64) float64 {
	var ab, aa float64
	for k, w := range support {
		for c := range 3 {
			a, b := float64(t.here[k][c]), float64(o.here[k][c])
			ab += w * a * b
			aa += w * a * a
		}
	}
	sum, n := 0.0, 1e-9
	for k, w := range support {
		for c := range 3 {
			d := float64(o.here[k][c]) - ab/(aa+1e-9)*float64(t.here[k][c])
			sum += w * d * d
		}
		n += w
	}
	return math.Sqrt(sum / n)
}

// wear puts the faces into another light.
func (r *Reader) wear(t *transfer) {
	table := t.table()
	faces := make([]face, len(r.faces))
	sideBySide(len(faces), func(i int) {
		f, e := r.faces[i], t.edge
		if f.label.Face != models.FaceFront {
			e = t.edgeOfBacks()
		}
		faces[i] = face{f.label, f.learnt, recolored(f.learnt[0], table, edge{}), recolored(f.learnt[1], table, e), f.inside, f.beside}
	})
	r.lit = lit{t, faces, newContrasts(len(faces)), nil}
	if t.toldByFronts() {
		r.lit.backs = r.lit.backsAsLearnt()
	}
}

// Light takes the light over from another reader of the same deck.
func (r *Reader) Light(from *Reader) { r.lit = from.lit }

// LightOf takes the light over from a reader of some of the same faces, whose colours it goes by from then on.
func (r *Reader) LightOf(from *Reader) {
	r.lit = r.learnt
	faces := slices.Clone(r.faces)
	sideBySide(len(faces), func(i int) {
		faces[i].inside, faces[i].beside = from.learnt.transfer.mains(&faces[i].learnt[1])
	})
	r.faces, r.transfer = faces, from.learnt.transfer
	r.learnt = r.lit
	r.wear(from.transfer)
}

// Daylight forgets what is known of the light: the faces look as they were learnt again.
func (r *Reader) Daylight() { r.lit = r.learnt }

func middle[T cmp.Ordered](v []T) T {
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}

// weighted is a value and how much it counts.
type weighted struct{ value, weight float64 }

// median is the value on both sides of which half of the weight lies; 0 without values.
func median(v []weighted) float64 {
	slices.SortFunc(v, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	half := 0.0
	for _, w := range v {
		half += w.weight / 2
	}
	for _, w := range v {
		if half -= w.weight; half <= 0 {
			return w.value
		}
	}
	return 0
}
