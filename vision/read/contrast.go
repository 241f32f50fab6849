package read

import (
	"math"
	"slices"
	"sync/atomic"

	"schiri/models"
)

// contrast is how two faces differ once the light is evened out between them.
type contrast struct {
	at     []bool  // pixels of the fine raster at which they plainly differ
	differ float64 // by how much, the sum over them: 1 is a wholly different colour
	plain  float64 // 0 to 1: small where they differ by a shade only
	rival  *looks  // the rival, turned as it is, in the light in which the face was learnt; nil: as it was learnt
}

// contrasts are those of all faces with each other in one light, nil where not worked out yet. Two readers may use them
// at once: where both work one out, both find the same.
type contrasts struct {
	of      []atomic.Pointer[contrast]                // by face, rival and turn
	numbers []atomic.Pointer[[]bool]                  // by face and rival, as numbersDiffer gives
	alone   []atomic.Pointer[samples]                 // by face, of the face as it looks itself
	ofColor [models.NumColors]atomic.Pointer[numbers] // what is printed on the fronts of each colour
	faces   int
}

func newContrasts(faces int) *contrasts {
	return &contrasts{
		of: make([]atomic.Pointer[contrast], 2*faces*faces), numbers: make([]atomic.Pointer[[]bool], faces*faces),
		alone: make([]atomic.Pointer[samples], faces), faces: faces,
	}
}

// between is where the contrast of a face with a rival is kept.
func (c *contrasts) between(own int, rival candidate) *atomic.Pointer[contrast] {
	k := 2 * (own*c.faces + rival.face)
	if rival.turned {
		k++
	}
	return &c.of[k]
}

// against tells how much better a rival explains the pixels inside the patch at which it has print, in light l, than the face, which is off
// each of them by so much: the sum over those of them that it does explain better.
func (c *contrast) against(rival *raster, turned bool, p *patch, l light, off []float32) float64 {
	const most = tolerance * tolerance
	g, v, printAt := rival.grid, c.facing(rival, turned).v, func(i int) bool { return rival.print[i] }
	if turned {
		printAt = func(i int) bool { return rival.print[len(rival.print)-1-i] }
	}
	k, ink := l.told()
	sum := 0.0
	midX, midY := float32(g.w-1)/2, float32(g.h-1)/2
	for i, differs := range c.at {
		if !differs || !p.inside[i] || !printAt(i) {
			continue
		}
		rise := l.dx*(float32(i%g.w)-midX) + l.dy*(float32(i/g.w)-midY)
		haze, left := l.haze+rise, ink*(1-l.thin*rise)
		t, s := (*[3]float32)(v[3*i:]), (*[3]float32)(p.v[3*i:])
		bright := (brightest - haze) * k
		sum += max(0, float64(off[i]-worst((s[0]-haze)*k-shown(left*t[0], bright), (s[1]-haze)*k-shown(left*t[1], bright), (s[2]-haze)*k-shown(left*t[2], bright), most)/most))
	}
	return sum
}

// facing is what the rival looks like in the light in which the face was learnt, turned as against it.
func (c *contrast) facing(rival *raster, turned bool) looks {
	if c.rival != nil {
		return *c.rival
	}
	return rival.looks(turned)
}

// contrastOf is the contrast of a face with a rival; turned: upside down against it. It is
// worked out once for each pair.
func (r *Reader) contrastOf(own int, rival candidate) *contrast {
	known := r.contrasts.between(own, rival)
	if c := known.Load(); c != nil {
		return c
	}
	a, other := &r.faces[own].fine, &r.faces[rival.face].fine
	c, numbers := &contrast{}, r.numbersOf(own, rival)
	if numbers != nil {
		c.rival = a.inLightOf(other.v, numbers, &r.nearby)
	}
	off := r.apart(own, c.facing(other, rival.turned))
	c.at = plainly(off, numbers)
	differ, pixels := 0.0, 0.0
	for i, d := range off {
		differ += float64(d)
		if d > plainPart*plainPart {
			pixels++
		}
		if c.at[i] {
			c.differ += float64(d)
		}
	}
	// Two backs that differ by a shade only are told apart no better than the tint of the
	// light is known, whatever the share of pixels that takes a side.
	shade := math.Sqrt(differ/(pixels+1)) / plainShade
	c.plain = min(shade*shade, 1)
	known.Store(c)
	return c
}

// apart is by how much another face differs from one at each pixel of the fine raster, 0 to 1, in the light in which it does so least.
// It serves until another patch is compared.
func (r *Reader) apart(face int, other looks) []float32 {
	own := &r.faces[face].fine
	whole := &patch{v: own.v, inside: r.whole, n: own.pixels(), off: r.fine.off}
	known := &r.contrasts.alone[face]
	alone := known.Load()
	if alone == nil {
		taken := samplesOf(own.grid, own.v, whole, r.zero, light{gain: 1})
		alone = &taken
		known.Store(alone)
	}
	return misfitsInto(whole.off, other.v, own, whole, alone.suit(other, false), tolerance)
}

// plainly marks the pixels, of some (nil: of all), that differ by much, as against the one that does so most.
func plainly(off []float32, of []bool) []bool {
	at, most := make([]bool, len(off)), float32(0)
	for i, d := range off {
		if of == nil || of[i] {
			most = max(most, d)
		}
	}
	for i, d := range off {
		at[i] = d >= plainShare*most && d > 0 && (of == nil || of[i])
	}
	return at
}

// numbersOf marks where two fronts of a colour have their numbers, as othersDiffer tells. What else two cards of a colour differ in is
// the light in which they were learnt, as where a lamp bleached one of them. It is nil for any other pair, and for one upside down
// against the other, which differ in all that is printed, and for a colour whose numbers are printed elsewhere.
func (r *Reader) numbersOf(own int, rival candidate) []bool {
	a, b := r.faces[own].label, r.faces[rival.face].label
	if a.Face != models.FaceFront || b.Face != models.FaceFront || a.Card.Color != b.Card.Color || rival.turned || r.elsewhere[a.Card.Color] {
		return nil
	}
	return r.othersDiffer(own, rival.face)
}

// numbersElsewhere tells of which colours most numbers differ from the next one hardly where those of other colours do: they are
// printed in other places.
func (r *Reader) numbersElsewhere() map[models.Color]bool {
	pairs, outside, elsewhere := map[models.Color]int{}, map[models.Color]int{}, map[models.Color]bool{}
	for i := range r.faces[:max(len(r.faces)-1, 0)] {
		a, b := r.faces[i].label, r.faces[i+1].label
		if a.Face != models.FaceFront || b.Face != models.FaceFront || a.Card.Color != b.Card.Color {
			continue
		}
		numbers := r.othersDiffer(i, i+1)
		if numbers == nil {
			continue
		}
		inside, all := float32(0), float32(0)
		for p, d := range r.apart(i, r.faces[i+1].fine.looks(false)) {
			if all = max(all, d); numbers[p] {
				inside = max(inside, d)
			}
		}
		if pairs[a.Card.Color]++; inside < plainShare*all {
			outside[a.Card.Color]++
		}
	}
	for color, n := range pairs {
		elsewhere[color] = 2*outside[color] > n
	}
	return elsewhere
}

// othersDiffer marks where cards of the numbers of two fronts of one colour differ in other colours, or right beside that, as numbers are
// printed alike in all colours. It is nil where fewer than two other colours tell.
func (r *Reader) othersDiffer(own, rival int) []bool {
	const fewest = 2
	a, b := r.faces[own].label, r.faces[rival].label
	times, colors := make([]int, len(r.whole)), 0
	for i, o := range r.faces {
		if o.label.Face != models.FaceFront || o.label.Card.Number != a.Card.Number || o.label.Card.Color == a.Card.Color {
			continue
		}
		k := slices.IndexFunc(r.faces, func(f face) bool {
			return f.label.Face == models.FaceFront && f.label.Card == models.Card{Color: o.label.Card.Color, Number: b.Card.Number}
		})
		if k < 0 {
			continue
		}
		colors++
		for p, is := range r.numbersDiffer(i, k) {
			if is {
				times[p]++
			}
		}
	}
	if colors < fewest {
		return nil
	}
	at := make([]bool, len(times))
	for p, n := range times {
		at[p] = n >= fewest
	}
	return at
}

// numbersDiffer marks where two fronts of a colour plainly differ, or right beside that. It is worked out once for each pair,
// since all cards of these numbers in other colours ask for it.
func (r *Reader) numbersDiffer(one, other int) []bool {
	known := &r.contrasts.numbers[one*r.contrasts.faces+other]
	if at := known.Load(); at != nil {
		return *at
	}
	at := r.faces[one].fine.widened(plainly(r.apart(one, r.faces[other].fine.looks(false)), nil))
	known.Store(&at)
	return at
}

// inLightOf is v brought to the light a face was learnt in, where both have the same print but for their numbers: what is round about a
// pixel becomes as it is on the face. Print darker than that changes by strength, and paler print by haze, as much less. It is nil where
// hardly anything changes.
func (r *raster) inLightOf(v []float32, numbers []bool, scratch *nearby) *looks {
	const hardly = 12.0 // grey levels
	about := r.around(r.v, v, numbers, false, scratch)
	sum, n := float32(0), float32(0)
	for i, number := range numbers {
		if number {
			m := about[r.block(i)]
			sum, n = sum+abs(m[0]-m[3])+abs(m[1]-m[4])+abs(m[2]-m[5]), n+3
		}
	}
	if sum < hardly*n {
		return nil
	}
	about = r.around(r.v, v, numbers, true, scratch)
	out := slices.Clone(v)
	for i, own := range v {
		m := &about[r.block(i/3)]
		off, ground := m[i%3]-m[3+i%3], m[3+i%3]
		if own < ground {
			out[i] += off * own / ground
		} else {
			out[i] += off * (brightest - own) / max(brightest-ground, 1)
		}
	}
	return &looks{out, r.grid.sampled(out)}
}

// nearby is memory for what is round about each block of a raster.
type nearby struct {
	shown, sums [][8]float64
	about       [][6]float32
}

// of gives it for so many blocks; nothing is summed up yet.
func (n *nearby) of(blocks int) (shown, sums [][8]float64, about [][6]float32) {
	if len(n.shown) != blocks {
		*n = nearby{make([][8]float64, blocks), make([][8]float64, blocks), make([][6]float32, blocks)}
	}
	clear(n.shown)
	clear(n.about)
	return n.shown, n.sums, n.about
}

// block is the block of two by two pixels that a pixel is in.
func (g grid) block(i int) int { return i/g.w/2*((g.w+1)/2) + i%g.w/2 }

// around are the means of v and of u, three channels each, round about each block that shows some of the numbers (all: round about
// every block), as nearby as enough of that shows none. They change little from one pixel to the next, so that a block has one. They lie in
// the scratch memory.
func (g grid) around(v, u []float32, numbers []bool, all bool, scratch *nearby) [][6]float32 {
	const pixels, open = 6, 7 // before these three channels of each of the two: pixels, and those that show no number
	blocks := grid{w: (g.w + 1) / 2, h: (g.h + 1) / 2}
	shown, sums, about := scratch.of(blocks.pixels())
	for y := range g.h {
		row := shown[y/2*blocks.w:]
		for x := range g.w {
			b, i := &row[x/2], y*g.w+x
			if b[pixels]++; numbers[i] {
				continue
			}
			b[open]++
			s, t := v[3*i:3*i+3], u[3*i:3*i+3]
			b[0], b[1], b[2] = b[0]+float64(s[0]), b[1]+float64(s[1]), b[2]+float64(s[2])
			b[3], b[4], b[5] = b[3]+float64(t[0]), b[4]+float64(t[1]), b[5]+float64(t[2])
		}
	}
	asked := make([]int, 0, len(shown))
	for i := range shown {
		if all || shown[i][open] < shown[i][pixels] {
			asked = append(asked, i)
		}
	}
	for _, round := range [...]struct {
		reach  int     // blocks each way, twice
		enough float64 // of what is round about
	}{{1, .2}, {2, .2}, {4, .05}, {blocks.h, 0}} {
		if len(asked) == 0 {
			break
		}
		copy(sums, shown)
		blocks.boxSums(sums, round.reach)
		blocks.boxSums(sums, round.reach)
		asked = slices.DeleteFunc(asked, func(i int) bool {
			sum := &sums[i]
			if sum[open] < max(round.enough*sum[pixels], 1) {
				return false
			}
			for c := range about[i] {
				about[i][c] = float32(sum[c] / sum[open])
			}
			return true
		})
	}
	return about
}

// widened marks what is marked and all pixels beside it.
func (g grid) widened(of []bool) []bool {
	not := make([]bool, len(of))
	for i, is := range of {
		not[i] = !is
	}
	for i, is := range g.inner(not) {
		not[i] = !is
	}
	return not
}

// Differences of two faces at a pixel, as parts of tolerance: from plainPart on it counts as
// one where they differ, and where they differ by plainShade on average the tint of the
// light cannot make one look like the other.
const (
	plainPart  = 0.18
	plainShade = 0.55
)

// plainShare is the share of the largest difference of two faces from which on a pixel takes a
// side. Over the wide ground, which cards of a colour share, small differences of light would
// add up to more than the whole number.
const plainShare = 0.25
