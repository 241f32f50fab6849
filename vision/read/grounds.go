package read

import (
	"cmp"
	"math"
	"slices"

	"schiri/models"
)

// gains is by how much brighter each channel looks here than it was learnt, as logarithms: blue, green, red.
type gains [3]float64

// groundGains tells the light by the white ground of a back, which all players' backs of a box share: whose it is need not be
// known, only that the print has its pattern. A dark ground is as much haze as colour, an overexposed one tells nothing, and a
// ground of another colour may be another box's, which was never taught and has the same print.
func (r *Reader) groundGains(pic *Picture, m Match) (gains, bool) {
	const (
		patterned = 0.85 // likeness from which on the print is that of a back; the light's tint does not lower it
		lightest  = 60.0 // grey levels a ground must have in each channel
	)
	face := &r.faces[m.fit.face]
	if face.label.Face != models.FaceBack || m.Likeness < patterned || m.Open < wholeOpen {
		return gains{}, false
	}
	pic.sample(m.ToPx, face.fine.grid, r.fine)
	const every = 5 // pixel is plenty for a median
	var seen [3][]float32
	for p := 0; p < len(r.fine.inside); p += every {
		if r.fine.inside[p] && !face.fine.print[p] {
			for c := range 3 {
				seen[c] = append(seen[c], r.fine.v[3*p+c])
			}
		}
	}
	if len(seen[0]) == 0 {
		return gains{}, false
	}
	here, learnt := [3]float32{middle(seen[0]), middle(seen[1]), middle(seen[2])}, [3]float32(face.learnt[1].ground)
	for _, g := range [...][3]float32{here, learnt} {
		if slices.Min(g[:]) < lightest || middle(g[:]) >= full { // where one channel alone is near white, it is hardly beyond
			return gains{}, false
		}
	}
	return gainsOf(here, learnt), sameTint(learnt, r.white)
}

func gainsOf(here, learnt [3]float32) gains {
	var out gains
	for c := range out {
		out[c] = math.Log(float64(here[c] / learnt[c]))
	}
	return out
}

// whiteOf is the white of the fronts' print as it was learnt, or what they have that is nearest to it: the colour whose darkest
// channel is brightest; black without fronts.
func whiteOf(faces []face) [3]float32 {
	fronts := slices.DeleteFunc(slices.Clone(faces), func(f face) bool { return f.label.Face != models.FaceFront })
	return slices.MaxFunc(append(mainColors(fronts), [3]float32{}), func(a, b [3]float32) int {
		return cmp.Compare(slices.Min(a[:]), slices.Min(b[:]))
	})
}

// sameTint tells whether two colours differ in brightness only.
func sameTint(a, b [3]float32) bool {
	const most = 0.08 // between the gains of two channels
	g := gainsOf(a, b)
	return slices.Min(b[:]) > 0 && slices.Max(g[:])-slices.Min(g[:]) <= most
}

// common are the gains most cards agree on. Grounds of another colour may be another game's, or those of players who were never taught.
func common(cards []gains) (gains, bool) {
	const (
		fewest = 3
		spread = 0.1 // between the quarters of how far a channel is off the card's mean
	)
	if len(cards) < fewest {
		return gains{}, false
	}
	var out gains
	var strength []float64
	for _, g := range cards {
		strength = append(strength, (g[0]+g[1]+g[2])/3)
	}
	for c := range 3 {
		off := make([]float64, len(cards))
		for i, g := range cards {
			off[i] = g[c] - strength[i]
		}
		slices.Sort(off)
		if off[len(off)*3/4]-off[len(off)/4] > spread {
			return gains{}, false
		}
		out[c] = off[len(off)/2] + middle(strength)
	}
	return out, out.ofALamp()
}

// ofALamp tells that a light can make the channels as much brighter. What light does lies between the blue of the sky and the red of a lamp.
// As in the light of anything that glows, green changes less than the mean of the other two the bluer it is, and more the redder.
func (g gains) ofALamp() bool {
	const (
		reddest = 0.9  // between red and blue; from daylight to a warm lamp 0.7
		greener = 0.2  // green as against the mean of both, in redder light, and the other way round in bluer
		paler   = 0.05 // the other way round
	)
	redder := g[2] - g[0]
	green := math.Copysign(1, redder) * (g[1] - (g[0]+g[2])/2)
	return math.Abs(redder) <= reddest && green >= -paler && green <= greener
}

// over are the gains of the light over a few fronts, too few to tell what it does to each colour; none if no lamp has such.
func (t *transfer) over(fronts []cardColors) (gains, bool) {
	var sum, weight gains
	for _, card := range fronts {
		for k, w := range card.weight {
			for c, seen := range card.seen[k] {
				if seen < full {
					v := float64(t.learnt[k][c])
					told := w * trusted(v)
					sum[c] += told * (logarithm(seen) - logarithm(v))
					weight[c] += told
				}
			}
		}
	}
	for c := range sum {
		if weight[c] == 0 {
			return gains{}, false
		}
		sum[c] /= weight[c]
	}
	return sum, sum.ofALamp()
}

// tinted is the light in which all colours are as much brighter as the grounds of backs are, and how far, in grey levels, its
// main colours are from those known, a common strength taken off.
func (t *transfer) tinted(g gains) (transfer, float64) {
	next := *t
	next.here = make([][3]float32, len(t.learnt))
	all := make([]float64, len(t.learnt))
	for k, v := range t.learnt {
		all[k] = 1
		for c := range v {
			next.here[k][c] = min(v[c]*float32(math.Exp(g[c])), brightest)
		}
	}
	return next, t.apart(&next, all)
}

// toldByFronts tells that fronts told the light, in this picture or before.
func (t *transfer) toldByFronts() bool {
	return slices.ContainsFunc(t.support, func(cards float64) bool { return cards > 0 })
}
