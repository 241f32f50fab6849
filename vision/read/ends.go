package read

import (
	"math"
	"slices"

	"schiri/models"
)

// numberTells tells of a front that what shows of its number is that number's own and no other's. It is for fronts that look plainly like the
// face but for their number: how much two numbers differ by does not count as it does in [Match.sure], as a small digit in the corner says
// which card it is, if it is in sight, and so do all pixels of a pale one together. Of a front all open the number at either end, each by
// itself, must be the face's own: what two witnesses say alike is no grain.
//
// The limits were set in photos of 55 drawn decks. Of 529 fronts all open at which nothing was said before, 233 pass them, and of those partly
// hidden 96; no wrong one does. A lead of 0.2 at an end may be that of a 6 for an 8 in blur, a likeness of 0.83 that of a 9 for a 6.
func (r *Reader) numberTells(m Match) bool {
	const (
		like  = 0.85
		pure  = 0.8
		bare  = 0.15 // at most, of its print
		seen  = 0.8  // of a card all open
		rim   = 0.6  // of one partly hidden
		shown = 0.4  // of where its number is printed at one of the ends of one partly hidden, for it to be told somewhat blurred
		alone = 0.25 // lead of an end of a card all open
		some  = 0.1  // likewise of one partly hidden
	)
	hidden := m.under || m.Open < wholeOpen
	switch {
	case !m.front || r.few || m.Margin < 0 || m.Likeness < like || m.Purity < pure || m.Blank > bare:
		return false
	case hidden && m.Rim < rim || !hidden && m.Seen < seen:
		return false
	}
	ends, both := r.endsOf(m.fit)
	if !hidden {
		return ends[0].speaks(alone) && ends[1].speaks(alone)
	}
	for _, e := range ends {
		if !e.silent() && !e.speaks(some) {
			return false
		}
	}
	return both.tellsPlainly() && m.Blank <= littleBlank || both.tells() && max(ends[0].share(), ends[1].share()) >= shown
}

// end is what the number at an end of a front, or at both, says.
type end struct {
	printed, shown float64 // mm² where numbers are printed there, and how much of it is open
	alike          float64 // correlation of what shows with the face's own number
	lead           float64 // by how much that is above all others'
}

// share is how much of where numbers are printed is open, 0 to 1.
func (e end) share() float64 { return e.shown / max(e.printed, 1) }

// silent tells that too little of it shows for it to be heard by itself; speaks that it is for the face, by so much more than for any other.
func (e end) silent() bool             { return e.share() < 0.25 }
func (e end) speaks(lead float64) bool { return e.alike >= 0.5 && e.lead >= lead }

// tells tells that the number is most likely the face's own, and tellsPlainly that it can be no other, however little of it shows. Of wrong
// numbers partly hidden the best came to 0.67 and 0.2.
func (e end) tells() bool        { return e.alike >= 0.65 && e.lead >= 0.25 }
func (e end) tellsPlainly() bool { return e.shown >= 25 && e.alike >= 0.9 && e.lead >= 0.3 }

// endsOf compares what r.fine holds, where front f lies, with all faces of its colour, either way up, by what these do not share, which is the
// number, at the upper and at the lower end and at both together. Only what is brighter or darker than round about counts, in the mixture
// of channels in which the numbers stand out: no pixel of a pale number says much, but all together do (matched filter, Turin 1960).
func (r *Reader) endsOf(f fitted) (ends [2]end, both end) {
	n, g := r.numbersOfColor(f.face), r.faces[f.face].fine.grid
	open := g.inner(r.fine.inside)
	upright, turned, shared := n.shown(g, open)
	here := g.contrast(n.ink.of(r.fine.v), open)
	for i := range here {
		here[i] -= float64(f.light.gain) * shared[i]
	}
	own := slices.Index(n.faces, f.face)
	endOf := func(from, to int) (e end) {
		at, mm2 := make([]bool, len(n.where)), float64(g.mmPerPx*g.mmPerPx)
		for i := from; i < to; i++ {
			if !n.where[i] {
				continue
			}
			if e.printed += mm2; open[i] {
				at[i] = true
				e.shown += mm2
			}
		}
		best := -1.0
		for k := range upright {
			if k != own {
				best = max(best, correlation(here, upright[k], at), correlation(here, turned[k], at))
			}
		}
		e.alike = correlation(here, upright[own], at)
		e.lead = e.alike - best
		return e
	}
	half := g.h / 2 * g.w
	return [2]end{endOf(0, half), endOf(half, len(n.where))}, endOf(0, len(n.where))
}

// numbers are what is printed on the fronts of a colour.
type numbers struct {
	faces  []int
	ink    mixture     // in which the numbers stand out
	prints [][]float64 // of each of the faces, in that ink
	where  []bool      // numbers are printed
}

// numbersOfColor are the numbers of a face's colour. They are worked out once for each colour in a light.
func (r *Reader) numbersOfColor(face int) *numbers {
	color := r.faces[face].label.Card.Color
	known := &r.contrasts.ofColor[color-models.Red]
	if n := known.Load(); n != nil {
		return n
	}
	n := &numbers{}
	var prints [][]float32
	shared := make([]float32, len(r.faces[face].fine.v))
	for i := range r.faces {
		if label := r.faces[i].label; label.Face == models.FaceFront && label.Card.Color == color {
			n.faces, prints = append(n.faces, i), append(prints, r.faces[i].fine.contrast())
		}
	}
	for _, v := range prints {
		for i, x := range v {
			shared[i] += x / float32(len(prints))
		}
	}
	for _, v := range prints {
		for i := range v {
			v[i] -= shared[i]
		}
	}
	n.ink = inkOf(prints)
	for _, i := range n.faces {
		n.prints = append(n.prints, n.ink.of(r.faces[i].fine.v))
	}
	upright, _, _ := n.shown(r.faces[face].fine.grid, r.whole)
	n.where = standingOut(upright)
	known.Store(n)
	return n
}

// shown are the contrasts of the prints, upright and upside down, where a card is open, less what they share upright.
func (n *numbers) shown(g grid, open []bool) (upright, turned [][]float64, shared []float64) {
	shared = make([]float64, g.pixels())
	for _, print := range n.prints {
		v := g.contrast(print, open)
		for i, x := range v {
			shared[i] += x / float64(len(n.prints))
		}
		upright, turned = append(upright, v), append(turned, g.contrast(reversed(print), open))
	}
	for _, v := range slices.Concat(upright, turned) {
		for i := range v {
			v[i] -= shared[i]
		}
	}
	return upright, turned, shared
}

// contrast is how much brighter each pixel is than what lies some millimetres around, of what is open; the rest has none.
func (g grid) contrast(v []float64, open []bool) []float64 {
	around := int(8/g.mmPerPx + .5) // px
	weight, mean := make([]float64, len(v)), make([]float64, len(v))
	for i, is := range open {
		if is {
			weight[i], mean[i] = 1, v[i]
		}
	}
	boxSum(weight, g.w, g.h, around)
	boxSum(mean, g.w, g.h, around)
	out := make([]float64, len(v))
	for i, is := range open {
		if is {
			out[i] = v[i] - mean[i]/weight[i]
		}
	}
	return out
}

// reversed are the pixels of a card upside down.
func reversed(v []float64) []float64 {
	out := slices.Clone(v)
	slices.Reverse(out)
	return out
}

// mixture is how much of blue, green and red goes into one channel; the three squares add up to 1.
type mixture [3]float64

// inkOf is the mixture in which prints stand out most from noise that is the same in all channels.
func inkOf(prints [][]float32) (m mixture) {
	all := 1e-9
	for _, v := range prints {
		for i, x := range v {
			m[i%3] += float64(x) * float64(x)
			all += float64(x) * float64(x)
		}
	}
	for c := range m {
		m[c] = math.Sqrt(m[c] / all)
	}
	return m
}

// of are the pixels of v, three channels each, in one.
func (m mixture) of(v []float32) []float64 {
	out := make([]float64, len(v)/3)
	for i := range out {
		out[i] = m[0]*float64(v[3*i]) + m[1]*float64(v[3*i+1]) + m[2]*float64(v[3*i+2])
	}
	return out
}

// standingOut marks where any of some prints stands out as against where they do so most; elsewhere there is but noise.
func standingOut(prints [][]float64) []bool {
	const part = 0.25
	peak := make([]float64, len(prints[0]))
	most := 0.0
	for _, v := range prints {
		for i, x := range v {
			peak[i] = max(peak[i], math.Abs(x))
			most = max(most, peak[i])
		}
	}
	out := make([]bool, len(peak))
	for i, p := range peak {
		out[i] = p > part*most
	}
	return out
}

// correlation is that of two rows of numbers that lie about 0, where some are marked, -1 to 1.
func correlation(a, b []float64, where []bool) float64 {
	var aa, bb, ab float64
	for i, is := range where {
		if is {
			aa, bb, ab = aa+a[i]*a[i], bb+b[i]*b[i], ab+a[i]*b[i]
		}
	}
	return ab / (math.Sqrt(aa*bb) + 1e-9)
}
