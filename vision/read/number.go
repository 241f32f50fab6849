package read

import (
	"slices"

	"schiri/models"
)

// numberSeen tells of a card laid alone, as it is seen in r.fine, how much of its number nothing hides (shown, 0 to 1), and what speaks for
// that being as on the face (told): its colours, or its print, less the light and shade upon either. Where a lamp bleached the card when it
// was learnt the number has other colours now; what is overexposed tells nothing of the print. A number that was not taught may run out
// over the edge, but is not as broad as a finger.
func (r *Reader) numberSeen(f laid) (told witness, shown float64) {
	own, number := &r.faces[f.face].fine, r.numberOf(f.face, r.fineOf)
	open := beneathNothing(own.grid, r.fine, f.off)
	fits, seen, all := 0.0, 1e-9, 1e-9
	for i, is := range number {
		if !is {
			continue
		}
		if all++; open[i] {
			seen++
			fits += 1 - float64(f.off[i])
		}
	}
	for i := range open {
		open[i] = open[i] && max(r.fine.v[3*i], r.fine.v[3*i+1], r.fine.v[3*i+2]) < full
	}
	// The limits of print and ink are quantiles of three drawn decks, as those of the other witnesses are of nine.
	like, hue := f.lamp.printLikeness(own, r.fine, open, number)
	colours, print, ink := witness{fits / seen, 0.86, 0.69}, witness{like, 0.975, 0.915}, witness{hue, 0.998, 0.98}
	return witness{min(colours.doubt(), max(print.doubt(), ink.doubt())), 0, 1}, seen / all
}

// numberOf is where a front's print differs from that of others of another number, whatever their colours, on the raster on
// which on gives the faces.
func (r *Reader) numberOf(own int, on func(face int) *raster) []bool {
	f := on(own)
	votes, rivals := make([]int, f.pixels()), 0
	printed := f.contrast()
	if r.faces[own].label.Face == models.FaceFront {
		for k := range r.faces {
			label := r.faces[k].label
			if label.Face != models.FaceFront || label.Card.Number == r.faces[own].label.Card.Number {
				continue
			}
			rivals++
			other := on(k).contrast()
			differs := printDiffers(printed, other)
			if upsideDown := printDiffers(printed, turned(other)); count(upsideDown) < count(differs) {
				differs = upsideDown
			}
			for i, is := range differs {
				if is {
					votes[i]++
				}
			}
		}
	}
	return f.spots(func(i int) bool { return 2*votes[i] >= rivals })
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
