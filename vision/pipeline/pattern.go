package pipeline

import (
	"cmp"
	"image"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
)

// like says where else the table looks as it must look in a tile.
type like struct {
	shifts []shifted // the likest first
	limit  int       // grey levels by which the table may differ from what is seen there
}

// shifted is another part of the table, as far as it is known.
type shifted struct {
	by   image.Point // cells from the tile to there
	of   []uint8     // the colours of all cells of the picture that shows that part
	gain [3]float64  // by how much brighter the tile is, by blue, green and red
	lit  tone        // the light in which it was compared, if what is seen there does not follow the light
	off  float64     // mean difference of the surroundings but for that, in grey levels, and a little for each cell of the distance
}

const (
	tileSide  = 10   // cells to a side of a tile, the part of the table that is guessed at once
	moreKnown = 1.02 // times as many cells must be known for a tile that is like nothing to be guessed anew
	rim       = 7    // cells around a tile that are compared
	samples   = 48   // of them, at the most
	leastRim  = 16   // known cells of a rim that tell anything
	farthest  = 36   // cells to the parts compared
	perCell   = 0.08 // grey levels by which a part must be liker for each cell that it lies farther away: light differs
	likest    = 5    // parts of which the middle colour is taken
	knownRim  = 0.6  // of a rim that must be known where it is compared
	mostGain  = 1.6  // by which a part may be brighter than another one: lamps and lenses leave edges darker
	otherwise = 14.0 // mean difference in grey levels from which on nothing is like a tile's surroundings
)

// guess fills in what the table must look like where it was never in sight. Woven, printed and grown patterns repeat:
// around a place of like surroundings it looks alike (texture synthesis by example, after Efros and Leung).
func (b *bareTable) guess(cols int) {
	b.reconsider()
	b.forgot = false
	b.guessIn(image.Rect(0, 0, cols, len(b.known)/cols), cols)
}

// guessIn guesses the part of the table that lies in an area, in cells.
func (b *bareTable) guessIn(area image.Rectangle, cols int) {
	if b.like == nil {
		b.like = map[image.Rectangle]like{}
	}
	m := b.mosaic(cols)
	var tiles []image.Rectangle
	for y := area.Min.Y / tileSide * tileSide; y < area.Max.Y; y += tileSide {
		for x := area.Min.X / tileSide * tileSide; x < area.Max.X; x += tileSide {
			tiles = append(tiles, image.Rect(x, y, min(x+tileSide, cols), min(y+tileSide, len(b.known)/cols)))
		}
	}
	b.compare(tiles, m)
	for _, tile := range tiles {
		b.guessTile(tile, m)
	}
}

// compare finds out what the tiles not compared yet are like, on all processors.
func (b *bareTable) compare(tiles []image.Rectangle, m mosaic) {
	tiles = slices.DeleteFunc(slices.Clone(tiles), func(t image.Rectangle) bool {
		_, found := b.like[t]
		return found || len(b.cells(t, m.cols, false)) == 0
	})
	found := make([]like, len(tiles))
	var work sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for c := range min(cores, len(tiles)) {
		work.Go(func() {
			for i := c; i < len(tiles); i += cores {
				found[i] = b.alike(tiles[i], b.cells(tiles[i], m.cols, false), m)
			}
		})
	}
	work.Wait()
	for i, t := range tiles {
		b.like[t] = found[i]
	}
}

// guessTile guesses a part of the table that was compared at once. Among many cards all that is like it may be hidden in part: then each
// of its quarters is guessed alone.
func (b *bareTable) guessTile(tile image.Rectangle, m mosaic) {
	cols := m.cols
	unseen := b.cells(tile, cols, false)
	if len(unseen) == 0 {
		return
	}
	if l := b.like[tile]; l.limit > 0 || tile.Dx() < tileSide {
		b.fill(unseen, l, cols)
		return
	}
	mid := tile.Min.Add(tile.Max).Div(2)
	var quarters []image.Rectangle
	for _, x := range [...][2]int{{tile.Min.X, mid.X}, {mid.X, tile.Max.X}} {
		for _, y := range [...][2]int{{tile.Min.Y, mid.Y}, {mid.Y, tile.Max.Y}} {
			quarters = append(quarters, image.Rect(x[0], y[0], x[1], y[1]))
		}
	}
	b.compare(quarters, m)
	for _, quarter := range quarters {
		b.guessTile(quarter, m)
	}
}

// reconsider has what was like nothing guessed anew once more of the table has come into sight.
func (b *bareTable) reconsider() {
	known := 0
	for _, k := range b.known {
		if k {
			known++
		}
	}
	if float64(known) < moreKnown*float64(b.guessed) {
		return
	}
	b.guessed = known
	maps.DeleteFunc(b.like, func(_ image.Rectangle, l like) bool { return l.limit == 0 })
}

// cells are the cells of a rectangle that are known, or that are not.
func (b *bareTable) cells(r image.Rectangle, cols int, known bool) []image.Point {
	var out []image.Point
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if b.known[y*cols+x] == known {
				out = append(out, image.Pt(x, y))
			}
		}
	}
	return out
}

// nearestFirst are all steps of at most so many cells along and across.
func nearestFirst(most int) []image.Point {
	var out []image.Point
	for y := -most; y <= most; y++ {
		for x := -most; x <= most; x++ {
			if x != 0 || y != 0 {
				out = append(out, image.Pt(x, y))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b image.Point) int { return cmp.Compare(a.X*a.X+a.Y*a.Y, b.X*b.X+b.Y*b.Y) })
	return out
}

// mosaic is the table as far as it is known, with a margin of as many cells as the farthest part is away: every cell's
// blue, green and red in one number, so that thousands of parts are compared in no time; 0: not known.
type mosaic struct {
	cells        []uint32
	cols, across int // cells in a row, without the margin and with it
}

// knownCell is set in the number of a cell that is known, for black is 0.
const knownCell = 1 << 24

// mosaic is the table known now.
func (b *bareTable) mosaic(cols int) mosaic {
	return mosaicOf(b.colour, cols, func(i int) bool { return b.known[i] })
}

// mosaicOf makes a mosaic of colours, blue, green and red of every cell.
func mosaicOf(colour []uint8, cols int, known func(i int) bool) mosaic {
	m := mosaic{cols: cols, across: cols + 2*farthest}
	m.cells = make([]uint32, m.across*(len(colour)/3/cols+2*farthest))
	for i := range len(colour) / 3 {
		if c := colour[3*i:][:3]; known(i) {
			m.cells[m.number(image.Pt(i%cols, i/cols))] = knownCell | uint32(c[0])<<16 | uint32(c[1])<<8 | uint32(c[2])
		}
	}
	return m
}

// number is the place of a cell in the mosaic.
func (m mosaic) number(at image.Point) int { return (at.Y+farthest)*m.across + at.X + farthest }

// numbers are the places of every so manieth of these cells.
func (m mosaic) numbers(cells []image.Point, every int) []int {
	var out []int
	for k := 0; k < len(cells); k += every {
		out = append(out, m.number(cells[k]))
	}
	return out
}

// alike finds the parts of the table whose surroundings are the likest to those of a tile.
func (b *bareTable) alike(tile image.Rectangle, unseen []image.Point, m mosaic) like {
	around := b.cells(tile.Inset(-rim).Intersect(image.Rect(0, 0, m.cols, len(b.known)/m.cols)), m.cols, true)
	if len(around) < leastRim {
		return like{}
	}
	sample, wanted := m.numbers(around, (len(around)+samples-1)/samples), m.numbers(unseen, 1)
	if s, ok := b.photo.at(wanted, sample, m); ok {
		s.lit = b.light
		return like{[]shifted{s}, bareKnown + int(2*s.off)}
	}
	var best []shifted
	for _, by := range b.shifts {
		bound := otherwise
		if len(best) == likest {
			bound = best[likest-1].off
		}
		aside := perCell * float64(max(by.X, -by.X, by.Y, -by.Y))
		if aside >= bound {
			break
		}
		step := by.Y*m.across + by.X
		if slices.ContainsFunc(wanted, func(i int) bool { return m.cells[i+step] == 0 }) {
			continue
		}
		off, gain, ok := m.differ(sample, m.cells, step, bound-aside)
		if !ok {
			continue
		}
		best = append(best, shifted{by: by, of: b.colour, gain: gain, off: off + aside})
		slices.SortStableFunc(best, func(a, b shifted) int { return cmp.Compare(a.off, b.off) })
		best = best[:min(likest, len(best))]
	}
	if len(best) == 0 {
		return like{}
	}
	return like{best, bareKnown + int(2*best[0].off)}
}

// differ is the mean difference between cells and those a step away in the same mosaic or in another one of its size, in grey
// levels, but for how much brighter they are in the mean, if most of these are known, not much brighter or darker, and differ
// by less than bound.
func (m mosaic) differ(sample []int, other []uint32, step int, bound float64) (off float64, gain [3]float64, ok bool) {
	const blueRed, green = 0xff00ff, 0xff00 // added up apart, as the sums of two bytes would run into each other
	var here, there, hereGreen, thereGreen uint32
	n := 0
	for _, i := range sample {
		if p, q := m.cells[i], other[i+step]; q != 0 {
			here, there = here+p&blueRed, there+q&blueRed
			hereGreen, thereGreen = hereGreen+p&green, thereGreen+q&green
			n++
		}
	}
	if float64(n) < knownRim*float64(len(sample)) {
		return 0, gain, false
	}
	gain = [3]float64{ratio(here>>16, there>>16, n), ratio(hereGreen>>8, thereGreen>>8, n), ratio(here&0xffff, there&0xffff, n)}
	if max(gain[0], gain[1], gain[2]) > mostGain || min(gain[0], gain[1], gain[2]) < 1/mostGain {
		return 0, gain, false
	}
	sum, most := 0.0, bound*float64(n)
	for _, i := range sample {
		if p, q := m.cells[i], other[i+step]; q != 0 {
			sum += max(apart(p>>16, q>>16, gain[0]), apart(p>>8, q>>8, gain[1]), apart(p, q, gain[2]))
			if sum > most {
				return 0, gain, false
			}
		}
	}
	return sum / float64(n), gain, true
}

// ratio is by how much brighter a sum of n levels is than another one; nothing is blacker than one level.
func ratio(here, there uint32, n int) float64 {
	return float64(int(here)+n) / float64(int(there)+n)
}

// apart is how far the lowest bytes of two numbers are apart, the second one made brighter.
func apart(p, q uint32, gain float64) float64 {
	return math.Abs(float64(p&0xff) - gain*float64(q&0xff))
}

// fill gives cells never in sight the middle of the colours seen where it looks alike.
func (b *bareTable) fill(unseen []image.Point, l like, cols int) {
	for _, at := range unseen {
		i := at.Y*cols + at.X
		if b.limit[i] = l.limit; l.limit == 0 {
			continue
		}
		var seen [3][likest]uint8
		for k := range l.shifts {
			s := &l.shifts[k]
			from := s.of[3*(i+s.by.Y*cols+s.by.X):][:3]
			for c, v := range from {
				gain := s.gain[c]
				if s.lit != (tone{}) {
					gain *= b.light.against(s.lit, c)
				}
				seen[c][k] = uint8(min(255, gain*float64(v)))
			}
		}
		for c := range seen {
			b.colour[3*i+c] = middle(seen[c][:len(l.shifts)])
		}
	}
}

// middle sorts a few numbers and gives the middle one.
func middle(v []uint8) uint8 {
	for i := 1; i < len(v); i++ {
		for k := i; k > 0 && v[k-1] > v[k]; k-- {
			v[k-1], v[k] = v[k], v[k-1]
		}
	}
	return v[len(v)/2]
}
