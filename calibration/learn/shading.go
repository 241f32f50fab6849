package learn

import (
	"image"
	"math"

	"schiri/calibration"
)

// groundStep is how many pixels apart the shared print is looked at: every second pixel is plenty for twelve numbers.
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

// shadeSums are what pixels of print tell of one gain and one haze, to be fitted by least squares.
type shadeSums struct{ gg, gs, g, s, n float64 }

func (e *shadeSums) add(seen, own [3]float64) {
	for c, w := range told(seen, own) {
		e.gg, e.gs, e.g, e.s, e.n = e.gg+w*own[c]*own[c], e.gs+w*own[c]*seen[c], e.g+w*own[c], e.s+w*seen[c], e.n+w
	}
}

func (e *shadeSums) solve() (gain, haze float64) {
	gain = (e.n*e.gs - e.g*e.s) / (e.n*e.gg - e.g*e.g + 1)
	return gain, (e.s - gain*e.g) / (255*e.n + 1)
}

// shadeAt is the gain and the haze that make print look as one pixel does, as far as it can.
func shadeAt(seen, own [3]float64) (gain, haze float64) {
	var e shadeSums
	e.add(seen, own)
	if unclipped(own) < 2 {
		haze = (e.s - e.g) / (255*e.n - e.g + 1)
		return 1 - haze, haze
	}
	return e.solve()
}

// levelShade is the gain and the haze that, the same all over, make the shared print look most like a face.
func levelShade(face, shared *image.RGBA) (gain, haze float64) {
	var e shadeSums
	for i := 0; i < len(face.Pix); i += 4 * groundStep {
		e.add(at(face, i), at(shared, i))
	}
	return e.solve()
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
	a    [12][13]float64 // what is right of the diagonal is filled in when they are solved
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
		by := weight * row[m]
		for n := range m + 1 {
			e.a[m][n] += by * row[n]
		}
		e.a[m][12] += by * value
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
		for n := range m {
			e.a[n][m] = e.a[m][n]
		}
	}
	x, ok := calibration.Solve(rows)
	if !ok {
		return shading{}, false
	}
	return shading{gain: surface(x[:6]), haze: surface(x[6:])}, true
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
