package learn

import (
	"image"
	"slices"

	"schiri/calibration"
)

// evenOut gives the faces of one colour in one light; they stay as they are themselves. They share most of their print, ground, symbols and frame, so
// where that of one differs from that of most, a lamp shines stronger or weaker there, or light is reflected:
// seen = gain*card + haze, the same for all three channels but for a tint. All change slowly across a card, so they are
// taken as quadratic surfaces fitted to the shared print, and undone for numbers and all. Dark print and bright tell the two
// apart, where a ground of one colour alone may not.
func evenOut(row []*image.RGBA) []*image.RGBA {
	const (
		paler = 1.0 / 3 // most cards have little glare, and it only ever makes paler
		most  = 1.0 / 2
	)
	cut := make([][]bool, len(row))
	for i, face := range row {
		cut[i] = clipped(face)
	}
	even := evened(row, sharedPrint(row, paler))
	even = evened(row, sharedPrint(even, most))
	unclip(even, cut)
	return even
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
	sideBySide(len(row), func(i int) {
		face := row[i]
		out[i] = &image.RGBA{Pix: slices.Clone(face.Pix), Stride: face.Stride, Rect: face.Rect}
		light := fitShading(face, shared)
		seenLight{light, light.tint(face, shared)}.undo(out[i], shared)
	})
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
			for c, w := range told(seen, own) {
				if w > 0 {
					e[c].add(t, seen[c]-min(gain*own[c]+255*haze, 255))
				}
			}
		}
	}
	for c := range e {
		tint[c] = e[c].solve()
	}
	return tint
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
