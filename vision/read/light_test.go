package read

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"schiri/models"
)

// spotted lays glare over a face that rises from one share at its top to another at its bottom, and a camera's grain.
func spotted(face *image.RGBA, from, to float64) *image.RGBA {
	const grain = 6 // grey levels, standard deviation
	noise := rand.New(rand.NewPCG(1, 2))
	img := image.NewRGBA(face.Rect)
	for i, v := range face.Pix {
		share := from + (to-from)*float64(i/face.Stride)/float64(face.Rect.Dy())
		seen := float64(v)*(1-share) + 255*share + grain*noise.NormFloat64()
		img.Pix[i] = uint8(min(max(seen, 0), 255))
	}
	return img
}

// TestCardUnderASpotOfGlare: a lamp's reflection is strong at one end of a card and weak at the other, and takes the more
// of the print away the stronger it is. All cards are read.
func TestCardUnderASpotOfGlare(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	for card, face := range deck.Fronts {
		for _, spot := range [][2]float64{{.05, .6}, {.1, .8}, {.75, .2}} {
			q := show(t, pic, spotted(face, spot[0], spot[1]), 25, [3]float64{1, 1, 1})
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if o := m.Observation; o.Face != models.FaceFront || o.Card != card {
				t.Errorf("%v under glare of %.2f to %.2f was read as %v %v (likeness %.2f, margin %.2f, seen %.2f)", card, spot[0], spot[1], o.Face, o.Card, m.Likeness, m.Margin, m.Seen)
			}
		}
	}
}

// TestLightOfASpotOfGlare: gain and haze in the middle and the haze's rise are found where glare takes away as much of the
// print as it lays white upon it.
func TestLightOfASpotOfGlare(t *testing.T) {
	f := &NewReader(testDeck()).faces[0].fine
	truth := light{gain: 0.55, haze: 115, dx: 0.6, dy: -1.1}.thinned(f.w, f.h)
	p := newPatch(f.pixels())
	for i := range p.inside {
		haze, gain := truth.at(i, f.grid)
		for c := 3 * i; c < 3*i+3; c++ {
			p.v[c] = gain*f.v[c] + haze
		}
		p.inside[i] = true
	}
	p.n = len(p.inside)
	l := lightOf(f, p, light{}, 0)
	for range 10 {
		l = lightOf(f, p, l, tolerance)
	}
	off := func(a, b float32) float64 { return math.Abs(float64(a - b)) }
	if off(l.gain, truth.gain) > 0.02 || off(l.haze, truth.haze) > 2 || off(l.dx, truth.dx) > 0.05 || off(l.dy, truth.dy) > 0.05 {
		t.Errorf("light %+v, want %+v", l, truth)
	}
}
