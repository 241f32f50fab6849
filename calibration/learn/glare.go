package learn

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
)

// evenOut puts the faces of one colour into one light. Their ground has the same colour, so
// where the ground of one differs from that of most, a lamp shines stronger or weaker there, or
// light is reflected: seen = gain*card + haze, the same for all three channels but for a tint. All change
// slowly across a card, so they are taken as quadratic surfaces fitted to the ground, and
// undone for digits and all.
func evenOut(row []*image.RGBA) {
	var ground [3]float64
	for c := range ground {
		var v []float64
		for _, face := range row {
			v = append(v, float64(calibration.DominantColor(face)[c]))
		}
		slices.Sort(v)
		ground[c] = v[len(v)/3] // paler than a third: most cards have little glare, and it only ever makes paler
	}
	cut, lights := make([][]bool, len(row)), make([]seenLight, len(row))
	for i, face := range row {
		cut[i] = clipped(face)
		light := fitShading(face, ground)
		lights[i] = seenLight{light, light.tint(face, ground)}
	}
	printed := printedGround(lights, ground, row[0].Bounds().Size())
	for i, face := range row {
		lights[i].undo(face, ground, printed)
	}
	unclip(row, cut)
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

// seenLight is the shading of a face with by how many grey levels each channel of its ground is off that.
type seenLight struct {
	shading
	off [3]surface
}

// ground is how the ground of a face is seen at a place, as far as its channels can show it, and the gain and the haze there.
func (s seenLight) ground(own [3]float64, t [6]float64) (here [3]float64, gain, haze float64) {
	const most, least = 0.8, 0.25 // of haze, of gain: beyond that too little is left of the card
	gain, haze = max(s.gain.at(t), least), min(s.haze.at(t), most)
	for c := range here {
		here[c] = min(gain*own[c]+255*haze+s.off[c].at(t), full)
	}
	return here, gain, haze
}

// undo gives the face's ground the colour it is printed in everywhere, and the rest the contrast to it that the gain tells. Under
// strong glare, which overexposes white print, a channel rises from the ground so far that white stays white.
func (s seenLight) undo(face *image.RGBA, ground [3]float64, printed []groundAt) {
	const strong = 0.2 // of haze
	size := face.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			seen, gain, haze := s.ground(ground, terms(x, y, size))
			own := groundAt{ground, 1}
			if printed != nil {
				own = printed[y*size.X+x]
			}
			i := face.PixOffset(x, y)
			for c := range 3 {
				v, here, whole := float64(face.Pix[i+c]), seen[c], gain*ground[c]+255*haze
				slope := own.gain / gain
				if v > here {
					white := (255 - own.color[c]) / (255 - here)
					slope += max(white-slope, 0) * min(max(haze, 0)/strong, 1)
				}
				out := own.color[c] + (v-here)*slope
				if whole > full { // what the camera cut off the ground it did not cut off darker print
					out -= (whole - here) * slope * min(max(here-v, 0)/shoulder, 1)
				}
				face.Pix[i+c] = uint8(min(max(out, 0), 255))
			}
		}
	}
}

// tint is by how many grey levels each channel of the ground is off what gain and haze make of it: glare has the lamp's
// colour, and near white a camera's contrast curve bends each channel of a colour otherwise.
func (s shading) tint(face *image.RGBA, ground [3]float64) (tint [3]surface) {
	const near = 25.0 // grey levels; what is farther off is print
	var e [3]surfaceEquations
	size := face.Bounds().Size()
	for y := 0; y < size.Y; y += groundStep {
		for x := 0; x < size.X; x += groundStep {
			i, t := face.PixOffset(x, y), terms(x, y, size)
			seen := [3]float64{float64(face.Pix[i]), float64(face.Pix[i+1]), float64(face.Pix[i+2])}
			gain, haze := s.gain.at(t), s.haze.at(t)
			if offShade(seen, ground, gain, haze) > near {
				continue
			}
			for c := range e {
				e[c].add(t, seen[c]-min(gain*ground[c]+255*haze, 255))
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

// told is how much each channel of a pixel of the ground tells of the light as against the one that tells most, 0 to 1.
func told(seen, ground [3]float64) (w [3]float64) {
	most := 0.0
	for c := range w {
		w[c] = min(max((full-max(seen[c], ground[c]))/shoulder, 0), 1)
		most = max(most, w[c])
	}
	for c := range w {
		w[c] /= max(most, 1e-9)
	}
	return w
}

// groundStep is how many pixels apart the ground is looked at: every second pixel is plenty for twelve numbers.
const groundStep = 2

// fitShading fits the light over the pixels of a face that are its ground in it. Print of the ground's hue may pass for
// ground in a weaker light, and light that changes much across the card has no one strength to begin with: so the light
// is sought from what each pixel tells and from what most of the card does, and that which makes more of the card its ground
// is kept. A white ground that is nearly overexposed tells of neither, so the common light is tried, too.
func fitShading(face *image.RGBA, ground [3]float64) shading {
	main := calibration.DominantColor(face)
	gain, haze := shadeAt([3]float64{float64(main[0]), float64(main[1]), float64(main[2])}, ground)
	best, most := shading{gain: surface{1}}, 0.0
	for _, guess := range [...]func([3]float64, [6]float64) (float64, float64){
		func(seen [3]float64, _ [6]float64) (float64, float64) { return shadeAt(seen, ground) },
		func([3]float64, [6]float64) (float64, float64) { return gain, haze },
		func([3]float64, [6]float64) (float64, float64) { return 1, 0 },
	} {
		if s, n := refineShading(face, ground, guess); n > most {
			best, most = s, n
		}
	}
	return best
}

// refineShading fits the light from a first guess of gain and haze at each pixel; in each round those that are not the
// ground, the print, fall out. How many stayed comes with it.
func refineShading(face *image.RGBA, ground [3]float64, guess func(seen [3]float64, t [6]float64) (gain, haze float64)) (s shading, n float64) {
	size := face.Bounds().Size()
	for _, limit := range [...]float64{25, 35, 25, 20} { // grey levels
		var e shadeEquations
		for y := 0; y < size.Y; y += groundStep {
			for x := 0; x < size.X; x += groundStep {
				i, t := face.PixOffset(x, y), terms(x, y, size)
				seen := [3]float64{float64(face.Pix[i]), float64(face.Pix[i+1]), float64(face.Pix[i+2])}
				gain, haze := guess(seen, t)
				if gain < 0.25 || haze > 0.8 || offShade(seen, ground, gain, haze) > limit {
					continue
				}
				e.addPixel(t, seen, ground)
			}
		}
		next, ok := e.solve(ground)
		if !ok {
			return shading{gain: surface{1}}, 0
		}
		s, n = next, e.n
		guess = func(_ [3]float64, t [6]float64) (float64, float64) { return next.gain.at(t), next.haze.at(t) }
	}
	return s, n
}

// unclipped is how many channels of a ground are not overexposed. Where fewer than two are,
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
	a [12][13]float64
	n float64
}

// addPixel adds what a pixel of the ground says: seen = gain*ground + haze in each channel.
func (e *shadeEquations) addPixel(t [6]float64, seen, ground [3]float64) {
	e.n++
	for c, w := range told(seen, ground) {
		if w == 0 {
			continue
		}
		var row [12]float64
		for k := range t {
			row[k], row[6+k] = ground[c]/255*t[k], t[k]
		}
		e.add(row, seen[c]/255, w)
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
// much more light at one end of a row. Strength is taken to be the common one where the ground
// cannot tell it from haze.
func (e *shadeEquations) solve(ground [3]float64) (shading, bool) {
	const even = 0.02 // of a pixel's say
	strength := even
	if unclipped(ground) < 2 {
		strength = 100
	}
	bright := max(ground[0], ground[1], ground[2]) / 255
	for k := range 6 {
		var haze, both [12]float64
		haze[6+k], both[k], both[6+k] = 1, bright, bright
		e.add(haze, 0, even*e.n)
		value := 0.0
		if k == 0 {
			value = bright
		}
		e.add(both, value, strength*e.n)
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
