package read

import (
	"math"

	"schiri/models"
)

// Guess is a light, and how sharp the picture is in it, that cards which tell neither may lie in.
type Guess struct {
	gain         [3]float64 // by how much brighter blue, green and red are than they were learnt, up to white
	bolder, blur float64    // see edge
}

// Guesses are the lights that are tried where too few cards can be told for the light to be learnt from them: that of the deck in pictures
// softer than those it was learnt from, overexposed ones, in which bright print is bolder too, that of a warm lamp, and daylight for a deck
// learnt by such a lamp.
func Guesses() []Guess {
	const over = 1.6
	return []Guess{
		{[3]float64{1, 1, 1}, 0, 0.3},
		{[3]float64{1, 1, 1}, 0, 0.6},
		{[3]float64{over, over, over}, 0.2, 0.3},
		{[3]float64{over, over, over}, 0.2, 0.6},
		{[3]float64{0.65, 0.95, 1.2}, 0, 0.4},
		{[3]float64{1.45, 1.05, 0.85}, 0, 0},
	}
}

// Lit tells that something is known of the light in which the cards lie.
func (r *Reader) Lit() bool { return r.transfer != r.learnt.transfer }

// Suppose takes the light to be the one guessed.
func (r *Reader) Suppose(g Guess) {
	next, _ := r.learnt.transfer.tinted(gains{math.Log(g.gain[0]), math.Log(g.gain[1]), math.Log(g.gain[2])})
	next.edge = edge{bolder: g.bolder, blur: g.blur}
	r.wear(&next)
}

// Fronts is how well a light tells the fronts in full sight: how many of them, of how many it does not tell which they are, and how clearly
// all of them stand out against other faces.
type Fronts struct {
	Told, Untold int
	Clear        float64
}

// FrontsIn tells how well the light shows the fronts among what was read in it.
func FrontsIn(matches []Match) (f Fronts) {
	for _, m := range matches {
		switch {
		case !m.front || m.Open < wholeOpen:
			continue
		case m.Observation.Face == models.FaceUnknown:
			f.Untold++
		default:
			f.Told++
		}
		f.Clear += m.Seen * max(m.Margin, 0)
	}
	return f
}

// Wanting tells that a light shows some front that it does not tell, and too few that it does to be held for the cards' own: where as many
// are told as others are learnt from, and nothing was, it is that of the deck, and one that told one more by chance would be wrong for what
// is looked at next.
func (f Fronts) Wanting() bool { return f.Untold > 0 && f.Told < fewestFaces }

// Better tells that one light is likelier to be the cards' own than another one: it tells more of them, or as many, far more clearly.
func (f Fronts) Better(than Fronts) bool {
	const far = 1.5 // times
	return f.Told > than.Told || f.Told == than.Told && f.Told > 0 && f.Clear > far*than.Clear
}
