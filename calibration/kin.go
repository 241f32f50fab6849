package calibration

import (
	"image"
	"maps"
	"math"
	"slices"
	"strings"

	"schiri/models"
)

// WithKin is the deck with backs that were not taught but follow from those that were and from the grounds of backs that are seen:
// players' decks of several boxes have the same print on grounds of the boxes' colours, and where backs are named by the colour of
// their ground and their print, as in green-cubes, one of the same print on a blue ground is to be called blue-cubes. That is so only
// where the ground of every back so named has the colour it is named by. Grounds are as they would have been learnt.
func (d Deck) WithKin(grounds map[models.Color][3]int) Deck {
	kin, inks, taught := maps.Clone(d.Backs), d.Inks(), map[models.Color][3]int{}
	for _, name := range d.BackNames() {
		if color, _, ok := boxed(name); ok {
			taught[color] = DominantColor(d.Backs[name])
			if alikeInHue(taught[color], inks[color]) < sameHue {
				return d
			}
		}
	}
	for _, name := range d.BackNames() {
		face := d.Backs[name]
		_, print, ok := boxed(name)
		if !ok {
			continue
		}
		for other, ground := range grounds {
			if own, ok := taught[other]; ok {
				ground = own
			}
			if untaught := models.Back(other.String() + "-" + print); kin[untaught] == nil {
				kin[untaught] = onGround(face, DominantColor(face), ground)
			}
		}
	}
	d.Backs = kin
	return d
}

// Inks are the colours of a deck's fronts: red, green and blue of each.
type Inks map[models.Color][3]int

// Name is what a ground's colour is called, which is as the fronts' colour that has its hue; false where it has none's, or
// lies between two as orange does. No deck of yellow backs is known.
func (k Inks) Name(ground [3]int) (models.Color, bool) {
	var best models.Color
	most, second := -1.0, -1.0
	for color, front := range k {
		switch alike := alikeInHue(ground, front); {
		case alike > most:
			best, most, second = color, alike, most
		case alike > second:
			second = alike
		}
	}
	return best, most >= sameHue && most-second >= otherHue && best != models.Yellow
}

// Cosines between two colours, less their brightness.
const (
	sameHue  = 0.8  // from here on they may have one name
	otherHue = 0.25 // by how much more than any other
)

// boxed takes a back's name apart that begins with a colour's.
func boxed(name models.Back) (color models.Color, print string, ok bool) {
	first, print, ok := strings.Cut(string(name), "-")
	for _, c := range models.Colors() {
		if ok && c.String() == first {
			return c, print, true
		}
	}
	return color, "", false
}

// Inks are the middle colours of the fronts, as far as they are learnt.
func (d Deck) Inks() Inks {
	out := Inks{}
	for _, color := range models.Colors() {
		var faces [][3]int
		for card, face := range d.Fronts {
			if card.Color == color {
				faces = append(faces, DominantHue(face))
			}
		}
		if len(faces) > 0 {
			out[color] = MiddleColor(faces)
		}
	}
	return out
}

// MiddleColor is the median of colours, of which there must be some, in each channel.
func MiddleColor(colors [][3]int) [3]int {
	var out [3]int
	for c := range out {
		levels := make([]int, len(colors))
		for i, v := range colors {
			levels[i] = v[c]
		}
		slices.Sort(levels)
		out[c] = levels[len(levels)/2]
	}
	return out
}

// alikeInHue is the cosine between two colours less their brightness; 0 where one of them is grey.
func alikeInHue(a, b [3]int) float64 {
	const least = 17 // grey levels
	if strength(a) < least || strength(b) < least {
		return 0
	}
	ab := 0.0
	for c := range a {
		ab += (float64(a[c]) - grey(a)) * (float64(b[c]) - grey(b))
	}
	return ab / (strength(a) * strength(b))
}

// grey is the brightness of a colour.
func grey(c [3]int) float64 { return float64(c[0]+c[1]+c[2]) / 3 }

// strength is how far a colour is from grey.
func strength(c [3]int) float64 {
	m := grey(c)
	return math.Sqrt(square(float64(c[0])-m) + square(float64(c[1])-m) + square(float64(c[2])-m))
}

func square(x float64) float64 { return x * x }

// onGround is a face with another ground, as much lighter and darker from place to place as its own is; what is not quite ground, as
// about print, is changed as far as it is.
func onGround(face *image.RGBA, from, to [3]int) *image.RGBA {
	const (
		print           = 60       // grey levels from the ground from which on a pixel is print
		darkest, palest = 0.7, 1.4 // of the ground's brightness
	)
	own := 1.0 // so that a black ground does not divide by nothing
	for _, v := range from {
		own += square(float64(v))
	}
	out := image.NewRGBA(face.Rect)
	for i := 0; i+3 < len(face.Pix); i += 4 {
		bright, off := 0.0, 0.0
		for c, v := range from {
			bright += float64(face.Pix[i+c]) * float64(v) / own
		}
		bright = min(palest, max(darkest, bright))
		for c, v := range from {
			off = max(off, math.Abs(float64(face.Pix[i+c])-bright*float64(v)))
		}
		share := max(0, 1-off/print) * bright
		for c := range from {
			out.Pix[i+c] = uint8(min(255, max(0, math.Round(float64(face.Pix[i+c])+share*float64(to[c]-from[c])))))
		}
		out.Pix[i+3] = face.Pix[i+3]
	}
	return out
}
