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

// ownShade tells whether what is seen of a back's print has the shade of the face's ink, as this light shows it or as it was
// learnt: of a white ground overexposed the light's colour tells nothing. Of white backs the shade is all that tells one from
// that of a player who was never taught.
func (r *Reader) ownShade(f fitted) bool {
	// Of 928 backs rightly read, of six decks in two designs, seven were farther off, all overexposed; of 24 taken for
	// another in a light that was not, the nearest came to 0.126.
	const most = 0.11
	own := &r.faces[f.face]
	return own.fine.shadeOff(r.fine) <= most || own.learnt[1].shadeOff(r.fine) <= most
}

// shadeOff is how far the shade of what is seen is from that of a face.
func (r *raster) shadeOff(seen *patch) float64 {
	pattern := grey(r.v)
	mine, _ := shadeOf(pattern, r.v, seen.inside)
	here, _ := shadeOf(pattern, seen.v, seen.inside)
	off := here.minus(mine)
	return math.Sqrt(off.dot(off))
}

// shadeMargin is the margin of a back over a rival that has the same print in another ink, turned as against it, where both
// were learnt overexposed and are seen so. Hardly a pixel of the two differs plainly then, but all of the print leans to one
// side: it is told by how far its shade lies on the face's side of the middle between the two. The more light, the
// paler both get and the nearer to each other, so that it must go about as far as the face's own ink did when it was learnt. What
// is too pale or of a third ink takes no side. The grounds are white in any light, so faces count as they were learnt.
func (r *Reader) shadeMargin(f fitted, rival candidate, seen *patch) float64 {
	const (
		apart  = 0.04 // between the shades of the two, at least
		beside = 0.65 // of that, by which what is seen may lie beside the line between the two
		palest = 0.6  // of the strength of both prints' mean
		asked  = 0.45 // of the way from one shade to the other, from the middle; the ink as it was learnt goes 0.5
	)
	own, v := &r.faces[f.face].learnt[1], r.faces[rival.face].learnt[1].v
	if rival.turned {
		v = turned(v)
	}
	if r.faces[rival.face].label.Face != models.FaceBack || !own.bleached(own.v, seen.inside) || !own.bleached(v, seen.inside) || !own.bleached(seen.v, seen.inside) {
		return 0
	}
	pattern := grey(own.v, v)
	mine, _ := shadeOf(pattern, own.v, seen.inside)
	theirs, _ := shadeOf(pattern, v, seen.inside)
	here, strength := shadeOf(pattern, seen.v, seen.inside)
	line, to := mine.minus(theirs), here.minus(theirs)
	length := math.Sqrt(line.dot(line))
	along := to.dot(line) / (length * length)
	off := math.Sqrt(max(to.dot(to)/(length*length)-along*along, 0))
	if length < apart || off > beside || strength < palest {
		return 0
	}
	return clamp((along-.5)/asked*minMargin, 1)
}
