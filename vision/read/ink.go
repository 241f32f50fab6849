package read

import (
	"math"
	"slices"

	"schiri/models"
)

// clipped is the part of a back overexposed in a channel, from which on that has lost contrast.
const clipped = 0.2

// ownInk tells whether the print of a back, which r.fine holds, has the ink of the face and not only its pattern: the
// contrast that is left of it is about the same in each colour channel. Glare and the lamp's strength change all three
// alike, a tint of the light a little otherwise; another player's back of the same box, where that was never taught
// and so is no rival, shows much more of one than of another. Fronts are told by their pattern and their ground.
func (r *Reader) ownInk(f fitted) bool {
	const most = 1.6 // times as much contrast in one channel as in another; in light of another tint it has been up to 1.4
	own := &r.faces[f.face]
	if own.label.Face != models.FaceBack {
		return true
	}
	face, seen := &own.fine, r.fine
	if !ownGround(face, seen, f.light, min(1, r.transfer.vividness())) {
		return false
	}
	largest, least, white := f.light.contrastLeft(face, seen)
	if learnt := &own.learnt[1]; learnt.bleached(learnt.v, seen.inside) {
		if !white {
			return largest <= most*least // what was learnt overexposed and is not seen so has another shade
		}
		if face.otherTint(seen, f.light) {
			return false
		}
	}
	return largest <= most*least && r.ownShade(f, white)
}

// contrastLeft is how much is left of the contrast that a face has in this light: in the channel in which it is most, and in that in which
// it is least of those that are not overexposed. white tells that some are.
func (l light) contrastLeft(face *raster, seen *patch) (most, least float64, white bool) {
	const even = 20.0 // square grey levels; a channel of less variance says little
	off := misfitsInto(seen.off, face.v, face, seen, l, loose)
	least = math.Inf(1)
	for c := range 3 {
		var burnt, n, x, y, xx, xy float64
		for p, o := range off {
			if !seen.inside[p] || o >= 1 {
				continue
			}
			haze, gain := l.at(p, face.grid)
			w, a, b := 1-float64(o), float64(gain/l.gain*face.v[3*p+c]), float64(seen.v[3*p+c]-haze)
			if seen.v[3*p+c] >= full {
				burnt += w
			}
			n, x, y, xx, xy = n+w, x+w*a, y+w*b, xx+w*a*a, xy+w*a*b
		}
		left := (n*xy - x*y + n*n*even*float64(l.gain)) / (n*xx - x*x + n*n*even + 1)
		most = max(most, left)
		if burnt < clipped*n {
			least = min(least, left)
		} else {
			white = true
		}
	}
	return most, least, white
}

// otherTint tells whether a white back, overexposed in some channels, has a ground plainly darker in another one than the light known would
// have it. Then the light has a tint that is not known. Nor is known what the overexposed channels have lost of the print: in a bluer light
// red print loses its blue, and looks like pink that has less of it.
func (r *raster) otherTint(seen *patch, l light) bool {
	const plainly = 15.0 // grey levels; of 290 backs rightly read in the light known it came to 8 at most
	var burnt, darker [3]float64
	n := 0.0
	for i, in := range seen.inside {
		if !in || r.print[i] {
			continue
		}
		n++
		haze, gain := l.at(i, r.grid)
		for c := range 3 {
			v := seen.v[3*i+c]
			if v >= full {
				burnt[c]++
			}
			darker[c] += float64(min(gain*r.v[3*i+c]+haze, brightest) - v)
		}
	}
	for c := range darker {
		if burnt[c] < clipped*n && darker[c] > plainly*n {
			return true
		}
	}
	return false
}

// ownGround tells whether the ground of a back has the colour of the face's: what is left between them is about the same in
// all three channels. Decks of one box may have the same white print on grounds of different colours. The less vivid
// colours are in this light (1: as learnt), the less grounds differ.
func ownGround(face *raster, seen *patch, l light, vivid float64) bool {
	const (
		plain  = 15.0 // grey levels from the ground's colour up to which a pixel of the face belongs to it
		fewest = 300  // pixels, of some 5000, that tell
		most   = 40.0 // grey levels of the face as learnt; in light of another tint the channels have been up to 27 apart
		dark   = 15.0 // of a black ground, of which a tint leaves less; and of another by how much more for each of its level:
		each   = 0.25
	)
	var off [3]float64
	n := 0.0
	for p := range seen.inside {
		if !seen.inside[p] || apart([3]float32(face.v[3*p:]), [3]float32(face.ground[3*p:])) > plain ||
			max(seen.v[3*p], seen.v[3*p+1], seen.v[3*p+2]) >= full {
			continue
		}
		n++
		haze, gain := l.at(p, face.grid)
		for c := range off {
			off[c] += float64((seen.v[3*p+c]-haze)/gain - face.v[3*p+c])
		}
	}
	limit := min(vivid*most, vivid*dark+each*float64(max(face.ground[0], face.ground[1], face.ground[2])))
	return n < fewest || slices.Max(off[:])-slices.Min(off[:]) <= limit*n
}
