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
// The limits were set in photos of 55 drawn decks. Of 529 fronts all open at which nothing was said before, 263 pass them, and of those partly
// hidden 96; no wrong one does. A lead of less than 0.15 at an end is that of a 7 for a 3 in blur, a likeness of 0.83 that of a 9 for a 6.
func (r *Reader) numberTells(m Match) bool {
	const (
		like  = 0.85
		pure  = 0.8
		bare  = 0.15 // at most, of its print
		seen  = 0.8  // of a card all open
		rim   = 0.6  // of one partly hidden
		shown = 0.4  // of where its number is printed at one of the ends of one partly hidden, for it to be told somewhat blurred
	)
	if !m.front || r.few || m.Margin < 0 || m.Likeness < like || m.Purity < pure || m.Blank > bare {
		return false
	}
	if m.Open >= wholeOpen && !m.under {
		if m.Seen < seen {
			return false
		}
		ends, _ := r.endsOf(m.fit)
		return ends[0].witness(0.2) && ends[1].witness(0.2)
	}
	if m.Rim < rim {
		return false
	}
	ends, both := r.endsOf(m.fit)
	if !ends[0].silent() && !ends[0].witness(0.1) || !ends[1].silent() && !ends[1].witness(0.1) {
		return false
	}
	return m.Blank <= littleBlank && both.tellsPlainly() || max(ends[0].share(), ends[1].share()) >= shown && both.tells()
}

// end is what the number at an end of a front, or at both, says.
type end struct {
	printed, shown float64 // mm² where numbers are printed there, and how much of it is open
	alike          float64 // correlation of what shows with the face's own number
	lead           float64 // by how much that is above all others'
}

// share is how much of where numbers are printed is open, 0 to 1.
func (e end) share() float64 { return e.shown / max(e.printed, 1) }

// silent tells that too little of it shows for it to be heard by itself; witness that it speaks for the face, by so much more than for any other.
func (e end) silent() bool              { return e.share() < 0.25 }
func (e end) witness(lead float64) bool { return e.alike >= 0.5 && e.lead >= lead }

// tells tells that the number is most likely the face's own, and tellsPlainly that it can be no other, however little of it shows. Of wrong
// numbers partly hidden the best came to 0.67 and 0.2.
func (e end) tells() bool        { return e.alike >= 0.65 && e.lead >= 0.25 }
func (e end) tellsPlainly() bool { return e.shown >= 25 && e.alike >= 0.9 && e.lead >= 0.3 }

// endsOf compares what r.fine holds, where front f lies, with all faces of its colour, either way up, by what these do not share, which is the
// number, at the upper and at the lower end and at both together. Only what is brighter or darker than round about counts, in the mixture
// of channels in which the numbers stand out: no pixel of a pale number says much, but all together do (matched filter, Turin 1960).
func (r *Reader) endsOf(f fitted) (ends [2]end, both end) {
	g := r.faces[f.face].fine.grid
	open := g.inner(r.fine.inside)
	whole, n := r.numbersOfColor(f.face, r.whole), r.numbersOfColor(f.face, open)
	ink := inkOf(whole.upright)
	where := standingOut(ink.ofEach(whole.upright))
	seen := (&raster{grid: g, v: r.fine.v}).contrast(open)
	for i := range seen {
		seen[i] -= f.light.gain * n.shared[i]
	}
	here, upright, turned, half := ink.of(seen), ink.ofEach(n.upright), ink.ofEach(n.turned), g.h/2*g.w
	endOf := func(from, to int) (e end) {
		at, mm2 := make([]bool, len(where)), float64(g.mmPerPx*g.mmPerPx)
		for i := from; i < to; i++ {
			if !where[i] {
				continue
			}
			if e.printed += mm2; open[i] {
				at[i] = true
				e.shown += mm2
			}
		}
		best := -1.0
		for k := range upright {
			if k != n.own {
				best = max(best, correlation(here, upright[k], at), correlation(here, turned[k], at))
			}
		}
		e.alike = correlation(here, upright[n.own], at)
		e.lead = e.alike - best
		return e
	}
	return [2]end{endOf(0, half), endOf(half, len(where))}, endOf(0, len(where))
}

// numbers are the prints of all fronts of a colour, upright and upside down, less what they share upright; own is that of one of them.
type numbers struct {
	upright, turned [][]float32
	shared          []float32
	own             int
}

// numbersOfColor are the numbers of a face's colour, as far as the fine raster is open.
func (r *Reader) numbersOfColor(face int, open []bool) numbers {
	g := r.faces[face].fine.grid
	n := numbers{shared: make([]float32, 3*g.pixels())}
	for i := range r.faces {
		if label := r.faces[i].label; label.Face != models.FaceFront || label.Card.Color != r.faces[face].label.Card.Color {
			continue
		}
		if i == face {
			n.own = len(n.upright)
		}
		upsideDown := raster{grid: g, v: r.faces[i].fine.looks(true).v}
		n.upright, n.turned = append(n.upright, r.faces[i].fine.contrast(open)), append(n.turned, upsideDown.contrast(open))
	}
	for _, v := range n.upright {
		for i, x := range v {
			n.shared[i] += x / float32(len(n.upright))
		}
	}
	for _, print := range append(slices.Clone(n.upright), n.turned...) {
		for i := range print {
			print[i] -= n.shared[i]
		}
	}
	return n
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

// ofEach are the pixels of each of some prints.
func (m mixture) ofEach(prints [][]float32) [][]float64 {
	out := make([][]float64, len(prints))
	for k, v := range prints {
		out[k] = m.of(v)
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
