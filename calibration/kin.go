package calibration

import (
	"image"
	"maps"
	"math"
	"slices"
	"strings"

	"schiri/models"
)

// WithKin is the deck with backs that were not taught but follow from those that were: players' decks of several boxes have the
// same print on grounds of the boxes' colours, and where backs are named by the colour of their ground and their print, as in
// green-cubes, one of the same print on the ground of another colour is to be called blue-cubes. That is so only where the
// ground of every back so named has the colour it is named by.
func (d Deck) WithKin() Deck {
	grounds := d.grounds()
	kin := maps.Clone(d.Backs)
	for _, name := range d.BackNames() {
		face := d.Backs[name]
		color, print, ok := boxed(name)
		if !ok {
			continue
		}
		own := DominantColor(face)
		if grounds[color] == nil || alikeInHue(own, *grounds[color]) < sameHue {
			return d
		}
		for other, ground := range grounds {
			untaught := models.Back(other.String() + "-" + print)
			if other != color && kin[untaught] == nil {
				kin[untaught] = onGround(face, own, asDark(*ground, *grounds[color], own))
			}
		}
	}
	d.Backs = kin
	return d
}

// sameHue is the cosine between two colours, less their brightness, from which on they have one name.
const sameHue = 0.8

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

// grounds are the middle colours of the fronts, as far as they are learnt; no deck of yellow backs is known.
func (d Deck) grounds() map[models.Color]*[3]int {
	out := map[models.Color]*[3]int{}
	for _, color := range models.Colors() {
		var levels [3][]int
		for card, face := range d.Fronts {
			if card.Color == color && color != models.Yellow {
				for c, v := range fullest(face, coloured) {
					levels[c] = append(levels[c], v)
				}
			}
		}
		if n := len(levels[0]); n > 0 {
			var middle [3]int
			for c := range levels {
				slices.Sort(levels[c])
				middle[c] = levels[c][n/2]
			}
			out[color] = &middle
		}
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

// asDark is the ground of a back whose fronts' colour is front, where those of the fronts' colour taught have the ground own: as much
// darker and paler than the fronts.
func asDark(front, taught, own [3]int) [3]int {
	dark := grey(own) / max(1, grey(taught))
	pale := strength(own) / max(1, dark*strength(taught))
	middle := dark * grey(front)
	for c, v := range front {
		front[c] = int(min(255, max(0, middle+pale*(dark*float64(v)-middle))))
	}
	return front
}

// grey is the brightness of a colour.
func grey(c [3]int) float64 { return float64(c[0]+c[1]+c[2]) / 3 }

// strength is how far a colour is from grey.
func strength(c [3]int) float64 {
	m := grey(c)
	return math.Sqrt(square(float64(c[0])-m) + square(float64(c[1])-m) + square(float64(c[2])-m))
}

func square(x float64) float64 { return x * x }

// onGround is a face with another ground; what is not quite ground, as about print, is changed as far as it is.
func onGround(face *image.RGBA, from, to [3]int) *image.RGBA {
	const print = 70.0 // grey levels from the ground from which on a pixel is print
	out := image.NewRGBA(face.Rect)
	for i := 0; i+3 < len(face.Pix); i += 4 {
		off := 0.0
		for c := range from {
			off = max(off, math.Abs(float64(int(face.Pix[i+c])-from[c])))
		}
		share := max(0, 1-off/print)
		for c := range from {
			out.Pix[i+c] = uint8(min(255, max(0, float64(face.Pix[i+c])+share*float64(to[c]-from[c]))))
		}
		out.Pix[i+3] = face.Pix[i+3]
	}
	return out
}
