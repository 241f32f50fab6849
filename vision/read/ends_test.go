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
		return r.endsTell(match)
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
	match.differ = 25 // so little that what speaks for it may be chance
	if told(0) {
		t.Error("a number is told by no more than chance gives")
	}
}
