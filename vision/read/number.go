package read

import (
	"slices"

	"schiri/models"
)

// numberSeen tells how much of a number, as far as it is open, looks like the face's, and how much of it is open, 0 to 1.
func numberSeen(number, open []bool, off []float32) (told, shown float64) {
	n := 1e-9
	for i, is := range number {
		if !is {
			continue
		}
		if n++; open[i] {
			shown++
			told += 1 - float64(off[i])
		}
	}
	return told / (shown + 1e-9), shown / n
}

// numbersOn are where the number of each front stands, on the raster on which on gives the faces: where its print differs from that of
// fronts of its colour with another number, and those of any colour do among themselves; in other colours pictures and shadows of digits may
// differ, too. Of a front that is alone of its colour the others tell; a deck of one front of each colour is known by what differs between them.
func (r *Reader) numbersOn(on func(face int) *raster) [][]bool {
	const few = 3 // pairs, which may differ by a thumb learnt with one
	prints := make([][]float32, len(r.faces))
	for i := range prints {
		prints[i] = on(i).contrast()
	}
	out := make([][]bool, len(r.faces))
	for i := range out {
		g := on(i).grid
		mine, others, pairs := r.otherNumbers(i)
		place := g.differOften(prints, pairs, .25)
		switch {
		case len(mine) == 0 && len(pairs) > 0:
			out[i] = place
			continue
		case len(mine) == 0:
			out[i] = g.differOften(prints, others, .5)
			continue
		}
		out[i] = g.differOften(prints, mine, .5)
		for k := range out[i] {
			out[i][k] = out[i][k] && (len(pairs) < few || place[k])
		}
	}
	return out
}

// otherNumbers are the pairs of fronts of another number: a front's own with those of its colour, with those of other colours, and all of one
// colour. A back has none.
func (r *Reader) otherNumbers(own int) (mine, others, pairs [][2]int) {
	if r.faces[own].label.Face != models.FaceFront {
		return nil, nil, nil
	}
	for j := range r.faces {
		a := r.faces[j].label
		for k := range r.faces {
			b := r.faces[k].label
			if a.Face != models.FaceFront || b.Face != models.FaceFront || a.Card.Number == b.Card.Number {
				continue
			}
			alike := a.Card.Color == b.Card.Color
			if alike && j < k {
				pairs = append(pairs, [2]int{j, k})
			}
			if j == own && alike {
				mine = append(mine, [2]int{j, k})
			} else if j == own {
				others = append(others, [2]int{j, k})
			}
		}
	}
	return mine, others, pairs
}

// differOften is where so large a share of pairs of prints differ, either way round: which way up a card lay when it was learnt is
// not known.
func (g grid) differOften(prints [][]float32, pairs [][2]int, share float64) []bool {
	votes := make([]int, g.pixels())
	for _, pair := range pairs {
		differs := printDiffers(prints[pair[0]], prints[pair[1]])
		if upsideDown := printDiffers(prints[pair[0]], turned(prints[pair[1]])); count(upsideDown) < count(differs) {
			differs = upsideDown
		}
		for i, is := range differs {
			if is {
				votes[i]++
			}
		}
	}
	least := max(share*float64(len(pairs)), 1)
	return g.spots(func(i int) bool { return float64(max(votes[i], votes[len(votes)-1-i])) >= least })
}

// fineOf is a face on the raster on which it is read.
func (r *Reader) fineOf(face int) *raster { return &r.faces[face].fine }

// detailOf is a face in detail.
func (r *Reader) detailOf(face int) *raster { return &r.details[face] }

func count(is []bool) (n int) {
	for _, is := range is {
		if is {
			n++
		}
	}
	return n
}

// contrast is how much brighter each number of the raster is than what lies some millimetres around.
func (r *raster) contrast() []float32 {
	around := int(8/r.mmPerPx + .5) // px
	out := make([]float32, len(r.v))
	open := slices.Repeat([]float64{1}, r.pixels())
	boxSum(open, r.w, r.h, around)
	mean := make([]float64, r.pixels())
	for c := range 3 {
		for i := range mean {
			mean[i] = float64(r.v[3*i+c])
		}
		boxSum(mean, r.w, r.h, around)
		for i := range mean {
			out[3*i+c] = r.v[3*i+c] - float32(mean[i]/open[i])
		}
	}
	return out
}

// printDiffers tells where print v differs from w, each channel of which is made stronger or weaker as suits best.
func printDiffers(v, w []float32) []bool {
	const plainly = 40.0 // grey levels
	out := make([]bool, len(v)/3)
	for c := range 3 {
		var ww, vw float32
		for i := c; i < len(v); i += 3 {
			ww, vw = ww+w[i]*w[i], vw+v[i]*w[i]
		}
		for i := c; i < len(v); i += 3 {
			if d := v[i] - w[i]*vw/(ww+1); d > plainly || d < -plainly {
				out[i/3] = true
			}
		}
	}
	return out
}

// spots are the pixels of which is tells so, but for lines a pixel wide, as edges leave that are not quite in place, and but
// for a card's rim, where a cut is not exact.
func (g grid) spots(is func(i int) bool) []bool {
	const rim = 2 // px
	out := make([]bool, g.pixels())
	for y := rim; y+1 < g.h-rim; y++ {
		for x := rim; x+1 < g.w-rim; x++ {
			i := y*g.w + x
			if is(i) && is(i+1) && is(i+g.w) && is(i+g.w+1) {
				out[i], out[i+1], out[i+g.w], out[i+g.w+1] = true, true, true, true
			}
		}
	}
	return out
}
