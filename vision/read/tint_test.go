package read

import (
	"image"
	"slices"
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

// TestATintThatMakesAnotherColourIsNotBelieved: in glare that leaves a fourth of a card's contrast, the same number in another
// colour fits its print as well, and what its ground is off could be the lamp's tint; a green 6 was read as the blue 6.
func TestATintThatMakesAnotherColourIsNotBelieved(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	faceOf := func(c models.Card) int {
		return slices.IndexFunc(r.faces, func(f face) bool { return f.label.Card == c })
	}
	for number := 1; number <= 5; number++ {
		green, blue := models.Card{Color: models.Green, Number: number}, models.Card{Color: models.Blue, Number: number}
		q := show(t, pic, washed(deck.Fronts[green], 0.25, [3]float64{187, 187, 187}), 20, [3]float64{1, 1, 1})
		toPx, err := ToCard(q, r.cardMM)
		if err != nil {
			t.Fatal(err)
		}
		right, wrong := r.refit(pic, toPx, candidate{face: faceOf(green)}), r.refit(pic, toPx, candidate{face: faceOf(blue)})
		if right.tint > mostTint/2 || wrong.tint < mostTint {
			t.Errorf("a green %d in glare leaves its own face a tint of %.0f, the blue one %.0f", number, right.tint, wrong.tint)
		}
		right = r.refit(pic, toPx, right.candidate)
		alone := standing{margin: 1, differ: 1000}
		if m := r.judge(pic, right, alone, nil); m.Observation.Card != green {
			t.Errorf("a green %d in glare is said to be %v", number, m.Observation)
		}
		right.tint = mostTint + 1
		if m := r.judge(pic, right, alone, nil); m.Observation.Face != models.FaceUnknown {
			t.Errorf("a green %d is said to be %v, though the light on it would have to be of another colour", number, m.Observation)
		}
	}
}

// TestColoursThatFitNowhereNearTell: glare that a camera shows greenish leaves a fourth of a card's contrast. Its own face leaves the light more of
// a tint than is believed, but the same number in any other colour fits far less. What fits so is said; no card is taken for another.
func TestColoursThatFitNowhereNearTell(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	read := func(card models.Card) Match {
		m, err := r.Read(pic, show(t, pic, washed(deck.Fronts[card], 0.25, [3]float64{180, 195, 172}), 20, [3]float64{1, 1, 1}))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	right := 0
	for card := range deck.Fronts {
		switch m := read(card); {
		case m.Observation.Face == models.FaceUnknown:
		case m.Observation.Card != card:
			t.Errorf("%v is read as %v", card, m.Observation.Card)
		case m.fit.tint > mostTint:
			right++
		}
	}
	if right < 4 {
		t.Errorf("%d are read in a light of more tint than is believed", right)
	}
	half := testDeck()
	for n := 1; n <= 5; n++ {
		delete(half.Fronts, models.Card{Color: models.Blue, Number: n})
	}
	r = NewReader(half)
	for card := range half.Fronts {
		if m := read(card); m.Observation.Face != models.FaceUnknown && m.fit.tint > mostTint {
			t.Errorf("%v is read, though the blue one was not taught and might be it", card)
		}
	}
}
