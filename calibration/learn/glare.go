package learn

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
)

// evenOut puts the faces of one colour into one light. They share most of their print, ground, symbols and frame, so
// where that of one differs from that of most, a lamp shines stronger or weaker there, or light is reflected:
// seen = gain*card + haze, the same for all three channels but for a tint. All change slowly across a card, so they are
// taken as quadratic surfaces fitted to the shared print, and undone for numbers and all. Dark print and bright tell the two
// apart, where a ground of one colour alone may not.
func evenOut(row []*image.RGBA) {
	const (
		paler = 1.0 / 3 // most cards have little glare, and it only ever makes paler
		most  = 1.0 / 2
	)
	cut := make([][]bool, len(row))
	for i, face := range row {
		cut[i] = clipped(face)
	}
	even := evened(row, sharedPrint(row, paler))
	for i, face := range evened(row, sharedPrint(even, most)) {
		copy(row[i].Pix, face.Pix)
	}
	unclip(row, cut)
}

// sharedPrint is what such a share of the faces of a row is no paler than, channel by channel at each pixel: what their number is printed
// over and all that is printed on each of them.
func sharedPrint(row []*image.RGBA, share float64) *image.RGBA {
	shared := image.NewRGBA(row[0].Rect)
	v := make([]uint8, len(row))
	for i := range shared.Pix {
		for k, face := range row {
			v[k] = face.Pix[i]
		}
		slices.Sort(v)
		shared.Pix[i] = v[int(share*float64(len(v)))]
	}
	return shared
}

// evened are the faces of a row in the light in which their print is as it is shared; the row is left as it was.
func evened(row []*image.RGBA, shared *image.RGBA) []*image.RGBA {
	out := make([]*image.RGBA, len(row))
	for i, face := range row {
		out[i] = &image.RGBA{Pix: slices.Clone(face.Pix), Stride: face.Stride, Rect: face.Rect}
		light := fitShading(face, shared)
		seenLight{light, light.tint(face, shared)}.undo(out[i], shared)
	}
	return out
}

// at is the colour of a face at the pixel that begins at i, red, green, blue from 0 to 255.
func at(face *image.RGBA, i int) [3]float64 {
	return [3]float64{float64(face.Pix[i]), float64(face.Pix[i+1]), float64(face.Pix[i+2])}
}

// dominant is the colour of most of a face.
func dominant(face *image.RGBA) [3]float64 {
	c := calibration.DominantColor(face)
	return [3]float64{float64(c[0]), float64(c[1]), float64(c[2])}
}

// surface is a quadratic surface over a face: 1, x, y, x², xy, y² with x and y from -1 to 1.
type surface [6]float64

func terms(x, y int, size image.Point) [6]float64 {
	u, v := 2*float64(x)/float64(size.X)-1, 2*float64(y)/float64(size.Y)-1
	return [6]float64{1, u, v, u * u, u * v, v * v}
}

func (s surface) at(t [6]float64) float64 {
	sum := 0.0
	for i := range t {
		sum += s[i] * t[i]
	}
	return sum
}

// shading is how strongly a card is lit, less what haze takes of it, and how much white light
// lies over it, as a share of full white.
type shading struct{ gain, haze surface }

// seenLight is the shading of a face with by how many grey levels each channel of its print is off that.
type seenLight struct {
	shading
	off [3]surface
}

// seen is how print of a colour is seen at a place, as far as the camera's channels can show it, and the gain and the haze there.
func (s seenLight) seen(own [3]float64, t [6]float64) (here [3]float64, gain, haze float64) {
	const most, least = 0.8, 0.25 // of haze, of gain: beyond that too little is left of the card
	gain, haze = max(s.gain.at(t), least), min(s.haze.at(t), most)
	for c := range here {
		here[c] = min(gain*own[c]+255*haze+s.off[c].at(t), full)
	}
	return here, gain, haze
}

// undo gives a face's shared print its own colour everywhere, and the rest the contrast to it that the gain tells. Under
// strong glare, which overexposes white print, a channel rises from what is shared so far that white stays white.
func (s seenLight) undo(face, shared *image.RGBA) {
	const strong = 0.2 // of haze
	size := face.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			i := face.PixOffset(x, y)
			v, own := at(face, i), at(shared, i)
			seen, gain, haze := s.seen(own, terms(x, y, size))
			white := min(max((slices.Min(v[:])-full)*4/shoulder+1, 0), 1) // nothing tells what light more than this has made of it
			for c, v := range v {
				here, whole := seen[c], gain*own[c]+255*haze
				slope := 1 / gain
				if v > here {
					up := (255 - own[c]) / (255 - here)
					slope += max(up-slope, 0) * min(max(haze, 0)/strong, 1)
				}
				out := own[c] + (v-here)*slope
				if whole > full { // what the camera cut off what is shared it did not cut off darker print
					out -= (whole - here) * slope * min(max(here-v, 0)/shoulder, 1)
				}
				out += max(v-out, 0) * white
				face.Pix[i+c] = uint8(min(max(out, 0), 255))
			}
		}
	}
}

// tint is by how many grey levels each channel of the print is off what gain and haze make of it: glare has the lamp's
// colour, and near white a camera's contrast curve bends each channel of a colour otherwise.
func (s shading) tint(face, shared *image.RGBA) (tint [3]surface) {
	const near = 25.0 // grey levels; what is farther off is the face's own print
	var e [3]surfaceEquations
	size := face.Bounds().Size()
	for y := 0; y < size.Y; y += groundStep {
		for x := 0; x < size.X; x += groundStep {
			i, t := face.PixOffset(x, y), terms(x, y, size)
			seen, own := at(face, i), at(shared, i)
			gain, haze := s.gain.at(t), s.haze.at(t)
			if offShade(seen, own, gain, haze) > near {
				continue
			}
			for c := range e {
				e[c].add(t, seen[c]-min(gain*own[c]+255*haze, 255))
			}
		}
	}
	for c := range e {
		tint[c] = e[c].solve()
	}
	return tint
}

// surfaceEquations are the normal equations of a surface through values at places.
type surfaceEquations [6][7]float64

func (e *surfaceEquations) add(t [6]float64, value float64) {
	for m := range t {
		for n := range t {
			e[m][n] += t[m] * t[n]
		}
		e[m][6] += t[m] * value
	}
}

// solve gives the surface; a level one is preferred a little, and without any place it is nothing.
func (e *surfaceEquations) solve() surface {
	rows := make([][]float64, len(e))
	for m := range e {
		e[m][m]++
		rows[m] = e[m][:]
	}
	x, ok := calibration.Solve(rows)
	if !ok {
		return surface{}
	}
	return surface(x)
}

// full is the grey level from which on a channel is taken to be overexposed.
const full = 248

// shoulder is the width, in grey levels below full, over which a camera's contrast curve flattens out: the nearer to full
// a channel of a ground is, the less it tells of how strong the light is.
const shoulder = 40.0

// told is how much each channel of a pixel of print tells of the light, 0 to 1.
func told(seen, own [3]float64) (w [3]float64) {
	for c := range w {
		w[c] = min(max((full-max(seen[c], own[c]))/shoulder, 0), 1)
	}
	return w
}

// groundStep is how many pixels apart the ground is looked at: every second pixel is plenty for twelve numbers.
const groundStep = 2

// fitShading fits the light over the pixels of a face that show shared print in it. Print of a like hue may pass for
// it in a weaker light, and light that changes much across the card has no one strength to begin with: so the light
// is sought from what each pixel tells, from what most of the card does and from all of it, and that in which more of the card
// is as shared is kept. A white ground that is nearly overexposed tells of neither, so the common light is tried, too.
func fitShading(face, shared *image.RGBA) shading {
	gain, haze := shadeAt(dominant(face), dominant(shared))
	level, under := levelShade(face, shared)
	best, most := shading{gain: surface{1}}, 0.0
	for _, guess := range [...]func(seen, own [3]float64, t [6]float64) (float64, float64){
		func(seen, own [3]float64, _ [6]float64) (float64, float64) { return shadeAt(seen, own) },
		func(_, _ [3]float64, _ [6]float64) (float64, float64) { return gain, haze },
		func(_, _ [3]float64, _ [6]float64) (float64, float64) { return level, under },
		func(_, _ [3]float64, _ [6]float64) (float64, float64) { return 1, 0 },
	} {
		if s, n := refineShading(face, shared, guess); n > most {
			best, most = s, n
		}
	}
	return best
}

// refineShading fits the light from a first guess of gain and haze at each pixel; in each round those that do not show
// shared print fall out. How many stayed comes with it.
func refineShading(face, shared *image.RGBA, guess func(seen, own [3]float64, t [6]float64) (gain, haze float64)) (s shading, n float64) {
	size, ground := face.Bounds().Size(), dominant(shared)
	for _, limit := range [...]float64{25, 35, 25, 20} { // grey levels
		var e shadeEquations
		for y := 0; y < size.Y; y += groundStep {
			for x := 0; x < size.X; x += groundStep {
				i, t := face.PixOffset(x, y), terms(x, y, size)
				seen, own := at(face, i), at(shared, i)
				gain, haze := guess(seen, own, t)
				if gain < 0.25 || haze > 0.8 || offShade(seen, own, gain, haze) > limit {
					continue
				}
				e.addPixel(t, seen, own)
			}
		}
		next, ok := e.solve(ground)
		if !ok {
			return shading{gain: surface{1}}, 0
		}
		s, n = next, e.n
		guess = func(_, _ [3]float64, t [6]float64) (float64, float64) { return next.gain.at(t), next.haze.at(t) }
	}
	return s, n
}

// unclipped is how many channels of a colour are not overexposed. Where fewer than two are,
// nothing tells haze from stronger light.
func unclipped(ground [3]float64) int {
	n := 0
	for _, v := range ground {
		if v < full {
			n++
		}
	}
	return n
}

// shadeAt is the gain and the haze that make the ground look as one pixel does, as far as it can.
func shadeAt(seen, ground [3]float64) (gain, haze float64) {
	var gg, gs, g, v, n float64
	for c, w := range told(seen, ground) {
		gg, gs, g, v, n = gg+w*ground[c]*ground[c], gs+w*ground[c]*seen[c], g+w*ground[c], v+w*seen[c], n+w
	}
	if unclipped(ground) < 2 {
		haze = (v - g) / (255*n - g + 1)
		return 1 - haze, haze
	}
	gain = (n*gs - g*v) / (n*gg - g*g + 1)
	return gain, (v - gain*g) / (255*n + 1)
}

// levelShade is the gain and the haze that, the same all over, make the shared print look most like a face.
func levelShade(face, shared *image.RGBA) (gain, haze float64) {
	var gg, gs, g, v, n float64
	for i := 0; i < len(face.Pix); i += 4 * groundStep {
		seen, own := at(face, i), at(shared, i)
		for c, w := range told(seen, own) {
			gg, gs, g, v, n = gg+w*own[c]*own[c], gs+w*own[c]*seen[c], g+w*own[c], v+w*seen[c], n+w
		}
	}
	gain = (n*gs - g*v + 1) / (n*gg - g*g + 1)
	return gain, (v - gain*g) / (255*n + 1)
}

// offShade is how far, in grey levels, a pixel is from the ground in a light.
func offShade(seen, ground [3]float64, gain, haze float64) float64 {
	off := 0.0
	for c := range 3 {
		off = max(off, math.Abs(seen[c]-min(gain*ground[c]+255*haze, 255)))
	}
	return off
}

// shadeEquations are the normal equations of the twelve numbers of a shading, from n pixels.
type shadeEquations struct {
	a    [12][13]float64
	n    float64
	say  float64 // of all of them
	told float64 // of the pixels, how many can tell haze from strength
}

// addPixel adds what a pixel of shared print says: seen = gain*own + haze in each channel.
func (e *shadeEquations) addPixel(t [6]float64, seen, own [3]float64) {
	e.n++
	if unclipped(own) >= 2 {
		e.told++
	}
	for c, w := range told(seen, own) {
		if w == 0 {
			continue
		}
		var row [12]float64
		for k := range t {
			row[k], row[6+k] = own[c]/255*t[k], t[k]
		}
		e.add(row, seen[c]/255, w)
		e.say += w / 3
	}
}

func (e *shadeEquations) add(row [12]float64, value, weight float64) {
	for m := range row {
		for n := range row {
			e.a[m][n] += weight * row[m] * row[n]
		}
		e.a[m][12] += weight * row[m] * value
	}
}

// solve gives the shading. No haze and light of the common strength (gain + haze = 1) are
// preferred a little, so that it does not run away where digits leave no ground; the latter in the
// ground's own brightness, as a dark ground hardly tells more light from haze, and there may be
// much more light at one end of a row. Strength is taken to be the common one where hardly any print
// can tell it from haze.
func (e *shadeEquations) solve(ground [3]float64) (shading, bool) {
	const (
		even = 0.02 // of a pixel's say
		few  = 0.1  // of all pixels
	)
	strength := even
	if e.told < few*e.n {
		strength = 100
	}
	bright := max(ground[0], ground[1], ground[2]) / 255
	for k := range 6 {
		var haze, both [12]float64
		haze[6+k], both[k], both[6+k] = 1, bright, bright
		e.add(haze, 0, even*e.say)
		value := 0.0
		if k == 0 {
			value = bright
		}
		e.add(both, value, strength*e.say)
	}
	rows := make([][]float64, len(e.a))
	for m := range e.a {
		rows[m] = e.a[m][:]
	}
	x, ok := calibration.Solve(rows)
	if !ok {
		return shading{}, false
	}
	return shading{gain: surface(x[:6]), haze: surface(x[6:])}, true
}
