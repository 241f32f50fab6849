package read

import "math"

// light is how a face's colours look at a place: seen = gain*face + haze in the middle, the haze rising evenly across
// the card as glare does, and taking contrast away where it is stronger; but never brighter than a camera can show.
type light struct {
	gain         float32
	haze, dx, dy float32 // grey levels; per pixel to the right and downward from the middle
	thin         float32 // share of the face's contrast that a grey level of haze more than in the middle takes away
}

// at is the haze over pixel p of a raster, and the gain there.
func (l light) at(p int, g grid) (haze, gain float32) {
	rise := l.dx*(float32(p%g.w)-float32(g.w-1)/2) + l.dy*(float32(p/g.w)-float32(g.h-1)/2)
	return l.haze + rise, l.gain * (1 - l.thin*rise)
}

// thinned is the light on a card of the given size in pixels, with what its haze takes away: glare lays 255 grey levels
// over what is printed and takes as large a share of that away. What little haze there is where nothing glares is
// the camera's, and takes nothing.
func (l light) thinned(w, h int) light {
	highest := (abs(l.dx)*float32(w) + abs(l.dy)*float32(h)) / 2
	l.thin = min(1/max(255-l.haze, 1), 0.9/(highest+1)) * min(max(l.haze/glaring, 0), 1)
	return l
}

// glaring is the haze in grey levels from which on it is glare.
const glaring = 60

// on is what a face looks like in the light, where a patch is open.
func (l light) on(face *raster, open *patch) *patch {
	out := &patch{v: make([]float32, len(face.v)), inside: open.inside, n: open.n}
	for i := range open.inside {
		haze, gain := l.at(i, face.grid)
		for c := 3 * i; c < 3*i+3; c++ {
			out.v[c] = min(max(gain*face.v[c]+haze, 0), brightest)
		}
	}
	return out
}

// leastTold is the gain below which what is off a face does not count for more: what glare leaves of the print is little
// more than the camera's grain.
const leastTold = 0.5

// told is by how much what is seen, less the haze, is brought up to be compared with a face, and how much of the face's
// contrast is left then.
func (l light) told() (up, ink float32) {
	gain := max(l.gain, leastTold)
	return 1 / gain, l.gain / gain
}

func abs(v float32) float32 { return max(v, -v) }

const brightest = 255 // what a camera shows of all that is as bright or brighter

// shown is what of a colour of a face can show, where anything above most is too bright for the camera. Neither is
// below 0, and such numbers are in the order of their bits: no branch that no processor could foretell.
func shown(v, most float32) float32 {
	return math.Float32frombits(min(math.Float32bits(v), math.Float32bits(most)))
}

const (
	tolerance = 55.0  // grey levels of the learnt face; a pixel off by more is not this face's
	loose     = 160.0 // the same while the face is being moved into place
	minGain   = 0.2   // less contrast than this is noise, not a face
	maxGain   = 2.5
	minHaze   = -30.0 // light only ever adds to what is printed; a camera's contrast curve takes a little away
)

// lightOf finds gain and haze by least squares, over rows about 2 mm apart, which are plenty for four numbers. A pixel counts
// the less the farther it is from the face in the light known, where that is, hardly from far grey levels on; where far is
// 0, nothing is known and all count alike. What is overexposed is taken to be as bright as it would be in the light
// known (expectation maximisation for censored values, Dempster, Laird and Rubin 1977), and where the haze is
// stronger than in the middle, as much of the face is taken to be gone as that light says.
func lightOf(r *raster, p *patch, known light, far float32) light {
	const between = 2.0 // mm
	a := lightSums(r, p, known, far, max(1, int(between/r.mmPerPx)))
	s, ok := solve4(a)
	if !ok {
		return light{gain: 1}
	}
	gain := s[0]
	if s[1] < minHaze {
		s[1] = minHaze
		gain = (a[0][4] - s[1]*a[0][1] - s[2]*a[0][2] - s[3]*a[0][3]) / (a[0][0] + 1)
	}
	l := light{gain: float32(min(max(gain, minGain), maxGain)), haze: float32(s[1]), dx: float32(s[2]), dy: float32(s[3])}
	if far == 0 || far > tolerance { // what seems to rise may be a hand upon the card, or an edge not yet in place
		return l
	}
	return l.thinned(r.w, r.h)
}

// clear is the share of what a white ground shows, 0 to 1, that is the card's own light and no haze.
func (l light) clear() float64 {
	own := float64(l.gain) * full
	return own / (own + max(float64(l.haze), 0))
}

// lamp is the strength of the light that falls on the card: glare lays 255 grey levels over what is printed and
// takes as large a share of that away, so gain = lamp*(1-glare) and haze = 255*glare.
func (l light) lamp() float64 { return float64(l.gain) / max(1-float64(l.haze)/255, minGain) }

// leastGain is the gain below which the lamp would be weaker than given, where a face of the mean colour is seen as
// another: on a dark ground glare shows, on a white one there may be any.
func leastGain(lamp, mean, seen float64) float64 {
	return lamp * max(1-seen/255, 0) / max(1-lamp*mean/255, 1e-3)
}
