package learn

import (
	"cmp"
	"image"
	"slices"
)

// groundAt is a card's ground at a place: its colour, and how strong print is there as against the ground's common colour.
type groundAt struct {
	color [3]float64
	gain  float64
}

// printedGround is the ground as it is printed on all faces of a row, for each pixel, or nil where it has one colour. Lamps and what
// mirrors in the cards lie on each card otherwise; what the light seems to do alike on all cards, and much, is a ground that
// is printed lighter at one end than at the other.
func printedGround(lights []seenLight, ground [3]float64, size image.Point) []groundAt {
	const much = 20.0 // grey levels from the middle; a lamp near one long side of the table makes up to 14
	printed := make([]groundAt, size.X*size.Y)
	var least, most [3]float64
	for k := range printed {
		t := terms(k%size.X, k/size.X, size)
		printed[k] = alikeOn(lights, ground, t)
		for c, v := range printed[k].color {
			if k == 0 {
				least[c], most[c] = v, v
			}
			least[c], most[c] = min(least[c], v), max(most[c], v)
		}
	}
	for c := range least {
		if most[c]-least[c] > 2*much {
			return printed
		}
	}
	return nil
}

// alikeOn is what most faces show of their ground at a place: the mean of those that are neither among the darkest fifth there nor,
// as glare only ever makes paler, in the paler half.
func alikeOn(lights []seenLight, ground [3]float64, t [6]float64) (mean groundAt) {
	at := make([]groundAt, len(lights))
	for i, l := range lights {
		at[i].color, at[i].gain, _ = l.ground(ground, t)
	}
	bright := func(g groundAt) float64 { return g.color[0] + g.color[1] + g.color[2] }
	slices.SortFunc(at, func(a, b groundAt) int { return cmp.Compare(bright(a), bright(b)) })
	at = at[len(at)/5 : (len(at)+1)/2]
	for _, g := range at {
		mean.gain += g.gain / float64(len(at))
		for c, v := range g.color {
			mean.color[c] += v / float64(len(at))
		}
	}
	return mean
}
