package read

import (
	"math/rand/v2"
	"testing"

	"schiri/models"
)

// shownEnds are fronts with a small number in two corners, shown in a light that leaves little of it, and with grain.
type shownEnds struct {
	*Reader
	light light
	noise float64 // grey levels
	grain *rand.Rand
}

func newShownEnds(l light, noise float64) shownEnds {
	deck := testDeck()
	for card := range deck.Fronts {
		deck.Fronts[card] = cornered(grounds()[card.Color], card.Number, 0)
	}
	r := NewReader(deck)
	r.few = false // a colour has five numbers here
	return shownEnds{r, l, noise, rand.New(rand.NewPCG(7, 7))}
}

// show shows the upper half of one face and the lower half of another one, so many rows from one on.
func (s shownEnds) show(upper, lower, from, rows int) {
	above, below := s.light.on(&s.faces[upper].fine, s.fine), s.light.on(&s.faces[lower].fine, s.fine)
	for i := range s.fine.v {
		face := above
		if i >= len(s.fine.v)/2 {
			face = below
		}
		s.fine.v[i] = face.v[i] + float32(s.noise*s.grain.NormFloat64())
	}
	for i := range s.fine.inside {
		y := i / s.faces[0].fine.w
		s.fine.inside[i] = y >= from && y < from+rows
	}
}

// told tells whether a number tells a match to be of a face.
func (s shownEnds) told(m Match, face int) bool {
	m.fit = fitted{candidate: candidate{face: face}, light: s.light}
	return s.numberTells(m)
}

// pairs calls do for all pairs of red and of blue faces.
func (s shownEnds) pairs(do func(shown, other int)) {
	for shown, face := range s.faces {
		for other, rival := range s.faces {
			color := face.label.Card.Color
			if (color == models.Red || color == models.Blue) && rival.label.Card.Color == color {
				do(shown, other)
			}
		}
	}
}

func (s shownEnds) card(face int) models.Card { return s.faces[face].label.Card }

// TestBothEndsTellAPaleNumber shows pale numbers: one is told where both ends show it, and no other is, nor one that the ends disagree on.
func TestBothEndsTellAPaleNumber(t *testing.T) {
	s := newShownEnds(light{gain: .2, haze: 90}, 10)
	h := s.faces[0].fine.h
	match := Match{front: true, Open: 1, Likeness: .95, Margin: .3, Seen: .97, Purity: .97}
	s.pairs(func(shown, other int) {
		if s.show(shown, shown, 0, h); s.told(match, other) != (other == shown) {
			t.Errorf("%s is told as %s: %v", s.card(shown), s.card(other), other != shown)
		}
		if s.show(shown, other, 0, h); other != shown && (s.told(match, shown) || s.told(match, other)) {
			t.Errorf("%s at one end and %s at the other are told", s.card(shown), s.card(other))
		}
	})
	s.show(0, 0, 0, h)
	if match.Likeness = .8; s.told(match, 0) {
		t.Error("a number is told where the rest is not like the face")
	}
}

// TestOneEndTellsAPartlyHiddenNumber hides the lower half of fronts: the number in sight is told, and no other one. What lies between the numbers
// does not tell, nor does an end where the other one speaks for another number.
func TestOneEndTellsAPartlyHiddenNumber(t *testing.T) {
	s := newShownEnds(light{gain: .4, haze: 60}, 8)
	h := s.faces[0].fine.h
	match := Match{front: true, Open: .5, Likeness: .9, Margin: .1, Purity: .9, Rim: .9}
	s.pairs(func(shown, other int) {
		if s.show(shown, shown, 0, h/2); s.told(match, other) != (other == shown) {
			t.Errorf("%s is told as %s: %v", s.card(shown), s.card(other), other != shown)
		}
		if s.show(shown, shown, 2*h/5, h/5); s.told(match, other) {
			t.Errorf("%s is told as %s by its middle", s.card(shown), s.card(other))
		}
		if s.show(shown, other, 0, h-1); other != shown && (s.told(match, shown) || s.told(match, other)) {
			t.Errorf("%s at one end and %s at the other, partly hidden, are told", s.card(shown), s.card(other))
		}
	})
	s.show(0, 0, 0, h/2)
	if match.Rim = .4; s.told(match, 0) {
		t.Error("a number is told that ends nowhere")
	}
}
