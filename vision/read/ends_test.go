package read

import (
	"math/rand/v2"
	"testing"

	"schiri/models"
)

// TestBothEndsTellAPaleNumber shows fronts with a small number in two corners in a light that leaves little of it, and grain: it is told where
// both ends show it, and no other is, nor one that the ends disagree on.
func TestBothEndsTellAPaleNumber(t *testing.T) {
	deck := testDeck()
	for card := range deck.Fronts {
		deck.Fronts[card] = cornered(grounds()[card.Color], card.Number, 0)
	}
	r := NewReader(deck)
	r.few = false // a colour has five numbers here
	dim, grain := light{gain: .2, haze: 90}, rand.New(rand.NewPCG(7, 7))
	show := func(upper, lower int) {
		above, below := dim.on(&r.faces[upper].fine, r.fine), dim.on(&r.faces[lower].fine, r.fine)
		for i := range r.fine.v {
			from := above
			if i >= len(r.fine.v)/2 {
				from = below
			}
			r.fine.v[i] = from.v[i] + float32(10*grain.NormFloat64())
		}
	}
	copy(r.fine.inside, r.whole)
	match := Match{front: true, Open: 1, Likeness: .95, Margin: .3, Seen: .97, Purity: .97, differ: 50, miss: .05, fit: fitted{light: dim}}
	told := func(face int) bool {
		match.fit.candidate = candidate{face: face}
		return r.numberTells(match)
	}
	for shown, face := range r.faces {
		if face.label.Card.Color != models.Red && face.label.Card.Color != models.Blue {
			continue
		}
		for other := range r.faces {
			if r.faces[other].label.Card.Color != face.label.Card.Color {
				continue
			}
			if show(shown, shown); told(other) != (other == shown) {
				t.Errorf("%s is told as %s: %v", face.label.Card, r.faces[other].label.Card, other != shown)
			}
			if show(shown, other); other != shown && (told(shown) || told(other)) {
				t.Errorf("%s at one end and %s at the other are told", face.label.Card, r.faces[other].label.Card)
			}
		}
	}
	show(0, 0)
	match.Likeness = .8
	if told(0) {
		t.Error("a number is told where the rest is not like the face")
	}
}

// TestOneEndTellsAPartlyHiddenNumber hides the lower half of fronts with a small number in two corners and shows grain on the rest: the number in
// sight is told, and no other one. Hardly any of it does not tell, nor does an end that speaks for another number.
func TestOneEndTellsAPartlyHiddenNumber(t *testing.T) {
	deck := testDeck()
	for card := range deck.Fronts {
		deck.Fronts[card] = cornered(grounds()[card.Color], card.Number, 0)
	}
	r := NewReader(deck)
	r.few = false // a colour has five numbers here
	dim, grain := light{gain: .4, haze: 60}, rand.New(rand.NewPCG(7, 7))
	g := r.fineOf(0).grid
	show := func(face, from int, share float64) {
		copy(r.fine.v, dim.on(&r.faces[face].fine, r.fine).v)
		for i := range r.fine.v {
			r.fine.v[i] += float32(8 * grain.NormFloat64())
		}
		for i := range r.fine.inside {
			y := i / g.w
			r.fine.inside[i] = y >= from && float64(y-from) < share*float64(g.h)
		}
	}
	match := Match{front: true, Open: .5, Likeness: .9, Margin: .1, Purity: .9, Rim: .9, fit: fitted{light: dim}}
	told := func(face int) bool {
		match.fit.candidate = candidate{face: face}
		return r.numberTells(match)
	}
	for shown, face := range r.faces {
		if face.label.Card.Color != models.Red && face.label.Card.Color != models.Blue {
			continue
		}
		for other := range r.faces {
			if r.faces[other].label.Card.Color != face.label.Card.Color {
				continue
			}
			if show(shown, 0, .5); told(other) != (other == shown) {
				t.Errorf("%s is told as %s: %v", face.label.Card, r.faces[other].label.Card, other != shown)
			}
		}
		if show(shown, 2*g.h/5, .2); told(shown) {
			t.Errorf("%s is told by its middle", face.label.Card)
		}
	}
	show(0, 0, .5)
	if match.Rim = .4; told(0) {
		t.Error("a number is told that ends nowhere")
	}
}
