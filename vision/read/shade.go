package read

import (
	"math"
	"slices"

	"schiri/models"
)

// shade is how the contrast of a print is shared among blue, green and red; the three add up to 1. A picture may show the
// same ink strong or pale, but takes from all three channels alike.
type shade [3]float64

func (s shade) minus(o shade) shade { return shade{s[0] - o[0], s[1] - o[1], s[2] - o[2]} }

func (s shade) dot(o shade) float64 { return s[0]*o[0] + s[1]*o[1] + s[2]*o[2] }

// shadeOf is the shade of what v shows of a print, and how strong it is as against the print, whose pattern is given as what
// is seen of it in one channel.
func shadeOf(pattern, v []float32, inside []bool) (s shade, strength float64) {
	var n, x, xx float64
	var y, xy [3]float64
	for i, in := range inside {
		if !in {
			continue
		}
		a := float64(pattern[i])
		n, x, xx = n+1, x+a, xx+a*a
		for c := range 3 {
			b := float64(v[3*i+c])
			y[c], xy[c] = y[c]+b, xy[c]+a*b
		}
	}
	for c := range 3 {
		s[c] = (n*xy[c] - x*y[c]) / (n*xx - x*x + 1) / 3
		strength += s[c]
	}
	for c := range 3 {
		s[c] /= max(strength, 1e-3)
	}
	return s, strength
}

// grey is the mean of faces at each pixel, over all three channels.
func grey(faces ...[]float32) []float32 {
	out := make([]float32, len(faces[0])/3)
	for _, v := range faces {
		for i := range out {
			out[i] += (v[3*i] + v[3*i+1] + v[3*i+2]) / float32(3*len(faces))
		}
	}
	return out
}

// bleached tells whether v shows most of a back's ground overexposed.
func (r *raster) bleached(v []float32, inside []bool) bool {
	n, white := 0, 0
	for i, in := range inside {
		if !in || r.print[i] {
			continue
		}
		n++
		if slices.Min(v[3*i:][:3]) >= full {
			white++
		}
	}
	return 2*white > n
}

// ownShade tells whether what is seen of a back's print has the shade of the face's ink as this light shows it or, overexposed,
// as it was learnt: of a white ground overexposed the light's colour tells nothing. Of white backs the shade is all that tells one from
// that of a player who was never taught, whose paler ink looks like the taught one's under glare. A camera of paler colours shows
// inks more alike. How bright it is does not count, and stronger colours are no reason to allow more.
func (r *Reader) ownShade(f fitted, overexposed bool) bool {
	// Of 1,330 backs rightly read, of ten decks in three designs, nine were farther off, all overexposed; of 33 taken for
	// another in a light that was not, the nearest came to 0.125.
	most := 0.11 * min(1, r.transfer.colourfulness())
	// Glare takes more of strong ink in the channel in which it gets too bright for the camera. So what is seen is also compared with the
	// face as it would look there, which has another shade, too: backs rightly read, but for the palest, were up to 0.06 off that. Another
	// player's in a light twice as strong, without glare, was 0.05 off, so that this counts in glare only.
	const (
		glares      = 30.0 // grey levels
		mostInGlare = 0.06
	)
	own := &r.faces[f.face]
	printed := &patch{v: r.fine.v, inside: own.fine.offRim(r.fine.inside)}
	return own.fine.shadeOff(own.fine.v, printed) <= most || overexposed && own.learnt[1].shadeOff(own.learnt[1].v, printed) <= most ||
		f.light.haze >= glares && own.fine.shadeOff(f.light.on(&own.fine, printed).v, printed) <= mostInGlare
}

// offRim are the pixels inside that lie off the card's rim. Where a back was cut a little too large, or the picture is blurred, its rim
// has the table's colour, here as where it was learnt: on a dark table that outweighs all print on a white back.
func (g grid) offRim(inside []bool) []bool {
	const rim = 4 // pixels
	out := make([]bool, len(inside))
	for y := rim; y < g.h-rim; y++ {
		copy(out[y*g.w+rim:(y+1)*g.w-rim], inside[y*g.w+rim:(y+1)*g.w-rim])
	}
	return out
}

// printAlike is the correlation of a back's print, whatever its ink, with that of another one, off the rims of both.
func (r *raster) printAlike(other []float32) float64 {
	printed := r.offRim(slices.Repeat([]bool{true}, r.pixels()))
	only := func(v []float32) []float32 {
		out := make([]float32, 0, len(v))
		for i, in := range printed {
			if in {
				out = append(out, v[i])
			}
		}
		return out
	}
	return float64(dot(unit(only(grey(r.v))), unit(only(grey(other)))))
}

// shadeOff is how far the shade of what is seen is from that of v, which is the face in some light.
func (r *raster) shadeOff(v []float32, seen *patch) float64 {
	pattern := grey(r.v)
	mine, _ := shadeOf(pattern, v, seen.inside)
	here, _ := shadeOf(pattern, seen.v, seen.inside)
	off := here.minus(mine)
	return math.Sqrt(off.dot(off))
}

// lean is where the shade of what is seen of a print lies between those of two inks: along is how far it is on the way from the rival's (0)
// to the face's own (1), and beside how far off that line, both as parts of its length. It comes with the length, and with the strength of
// what is seen as against the pattern given.
func lean(pattern, own, rival []float32, seen *patch) (along, beside, length, strength float64) {
	mine, _ := shadeOf(pattern, own, seen.inside)
	theirs, _ := shadeOf(pattern, rival, seen.inside)
	here, strength := shadeOf(pattern, seen.v, seen.inside)
	line, to := mine.minus(theirs), here.minus(theirs)
	length = math.Sqrt(line.dot(line))
	along = to.dot(line) / (length*length + 1e-9)
	return along, math.Sqrt(max(to.dot(to)/(length*length+1e-9)-along*along, 0)), length, strength
}

// shadeMargin is the margin of a back over a rival whose print has another ink, either way round, by the shade of the ink
// alone: how far it lies on the face's side of the middle between the two. Under glare or in the dark the strength of an ink
// tells nothing, and of a pale one hardly a pixel is plainly off a strong one, but all of the print leans to one side. What is
// too pale or of a third ink takes no side. Where an overexposed ground does not show the light's colour, the shades must be so far apart,
// and so much must be left of the print, that neither a lamp nor more light makes one of the other. A back with other symbols must be told
// by these: for the face its shade says nothing. The shades of the two must be so far apart.
func (r *Reader) shadeMargin(f fitted, rival candidate, seen *patch, apart float64) float64 {
	const (
		alike  = 0.87 // correlation of two prints of the same symbols, in decks of normal light; of other symbols it came to 0.84
		beside = 0.35 // of that, by which what is seen may lie beside the line between the two
		palest = 0.3  // of the strength of the face's own print
		asked  = 0.4  // of the way from one shade to the other, from the middle; the ink as it was learnt goes 0.5

		// Where the ground is overexposed:
		paler = 0.45 // the least strength
		plain = 0.1  // the least distance between the two shades, times the strength
	)
	own, other := &r.faces[f.face], &r.faces[rival.face]
	seen = &patch{v: seen.v, inside: own.fine.offRim(seen.inside)}
	if other.label.Face != models.FaceBack {
		return 0
	}
	v, same := other.fine.v, own.fine.printAlike(other.fine.v)
	if down := own.fine.printAlike(other.fine.upsideDown); down > same { // its ink is the same either way round
		v, same = other.fine.upsideDown, down
	}
	along, off, length, strength := lean(grey(own.fine.v), own.fine.v, v, seen)
	if length < apart || off > beside || strength < palest || along > .5 && same < alike {
		return 0
	}
	white := own.learnt[1].bleached(own.learnt[1].v, seen.inside) || own.fine.bleached(seen.v, seen.inside)
	if white && (strength < paler || length*strength < plain) {
		return 0
	}
	return clamp((along-.5)/asked*minMargin, 1)
}

// whiteShadeMargin is the margin of a back over a rival that has the same print in another ink, turned as against it, where both
// were learnt overexposed and are seen so. The more light, the paler both get and the nearer to each other, so that the shade must
// go about as far as the face's own ink did when it was learnt, or farther than the rival's can. The grounds are white in any
// light, so faces count as they were learnt.
func (r *Reader) whiteShadeMargin(f fitted, rival candidate, seen *patch) float64 {
	const (
		apart  = 0.04 // between the shades of the two, at least
		beside = 0.65 // of that, by which what is seen may lie beside the line between the two
		palest = 0.6  // of the strength of both prints' mean
		asked  = 0.45 // of the way from one shade to the other, from the middle; the ink as it was learnt goes 0.5
		// What goes plainly beyond all that the other ink shows may lie farther off and be paler: on two overexposed photos of 98
		// backs, pink or violet, nothing that was a half as strong as learnt, or more, went beyond on the wrong side.
		farther = 0.8
		paler   = 0.5
	)
	own, v := &r.faces[f.face].learnt[1], r.faces[rival.face].learnt[1].v
	if rival.turned {
		v = turned(v)
	}
	seen = &patch{v: seen.v, inside: own.offRim(seen.inside)}
	if r.faces[rival.face].label.Face != models.FaceBack || !own.bleached(own.v, seen.inside) || !own.bleached(v, seen.inside) || !own.bleached(seen.v, seen.inside) {
		return 0
	}
	along, off, length, strength := lean(grey(own.v, v), own.v, v, seen)
	if length < apart || off > farther || strength < paler {
		return 0
	}
	m := 0.0
	if off <= beside && strength >= palest {
		m = clamp((along-.5)/asked*minMargin, 1)
	}
	mine, theirs := own.grid.fading(own.v, v, seen)
	switch {
	case mine >= 1:
		return max(m, min(mine*minMargin, 1))
	case theirs >= 1:
		return min(m, -min(theirs*minMargin, 1))
	}
	return m
}

// fading tells two inks on overexposed white apart: how far what is seen goes beyond all that the other ink shows in more light than it was
// learnt in, for the face's own ink (mine) and for the rival's (theirs). From 1 on it goes plainly beyond. As light rises, the channels of
// an ink become white, first the one of which it takes least, until only that is left of which it takes most, and no two inks differ in
// that. So what tells them is how the other two channels share what is left: in more light an ink shows all between its own share and none.
// Pictures are stored with colours coarser than brightness, so that thin print gives its colour to the ground around it; colours are
// averaged over as much.
func (g grid) fading(own, rival []float32, seen *patch) (mine, theirs float64) {
	const (
		grain = 0.015 // of the contrast of all three channels: the share that chance gives
		part  = 0.3   // of the way from the rival's shares to the ink's own, that it must have gone
	)
	a, b := g.soft(own, seen.inside), g.soft(rival, seen.inside)
	pattern := grey(a, b)
	ours, _ := shadeOf(pattern, a, seen.inside)
	others, _ := shadeOf(pattern, b, seen.inside)
	here, _ := shadeOf(pattern, g.soft(seen.v, seen.inside), seen.inside)
	last := 0
	for c := range ours {
		if ours[c]+others[c] > ours[last]+others[last] {
			last = c
		}
	}
	share := func(s shade) float64 { return s[(last+1)%3] - s[(last+2)%3] }
	beyond := func(own, rival, here float64) float64 {
		if own < 0 {
			own, rival, here = -own, -rival, -here
		}
		from := max(rival, 0)
		return (here - from) / max(part*(own-from), grain)
	}
	return beyond(share(ours), share(others), share(here)), beyond(share(others), share(ours), share(here))
}

// soft is v averaged over about 5 mm, of what is inside only.
func (g grid) soft(v []float32, inside []bool) []float32 {
	const reach = 1 // pixels each way, twice
	open, one := make([]float64, len(inside)), make([]float64, len(inside))
	out := make([]float32, len(v))
	for i, in := range inside {
		if in {
			open[i] = 1
		}
	}
	for range 2 {
		boxSum(open, g.w, g.h, reach)
	}
	for c := range 3 {
		for i, in := range inside {
			if one[i] = 0; in {
				one[i] = float64(v[3*i+c])
			}
		}
		for range 2 {
			boxSum(one, g.w, g.h, reach)
		}
		for i := range one {
			out[3*i+c] = float32(one[i] / max(open[i], 1))
		}
	}
	return out
}
