package read

import (
	"image"
	"testing"

	"schiri/models"
)

// washed is a face under glare: haze of a colour, in grey levels, and what it leaves of the face.
func washed(face *image.RGBA, gain float64, haze [3]float64) *image.RGBA {
	out := image.NewRGBA(face.Rect)
	for i, v := range face.Pix {
		if c := i % 4; c < 3 {
			out.Pix[i] = uint8(min(gain*float64(v)+haze[c], 255))
		} else {
			out.Pix[i] = v
		}
	}
	return out
}

// TestReadsUnderTintedGlare: strong glare of a lamp's colour leaves half of the contrast of a card; it is read for what it is.
func TestReadsUnderTintedGlare(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	for card, face := range deck.Fronts {
		for _, haze := range [][3]float64{{126, 122, 108}, {112, 118, 126}} {
			q := show(t, pic, washed(face, 0.48, haze), 20, [3]float64{1, 1, 1})
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Face != models.FaceFront || m.Observation.Card != card {
				t.Errorf("%v under haze %v is read as %v %v (purity %.2f, margin %.2f)", card, haze, m.Observation.Face, m.Observation.Card, m.Purity, m.Margin)
			}
		}
	}
}
