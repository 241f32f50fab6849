package learn

import (
	"math"
	"slices"

	"schiri/models"
)

// another looks for a row that did not show, such as red cards on a red cloth: where the rows
// leave room for it, in between or beyond. It gives nil where there is none.
func (t *fitting) another(rows [][]cut) []spot {
	height := func(r []cut) float64 { return r[len(r)/2].at.at.Y }
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, func(a, b []cut) int { return sign(height(a) - height(b)) })
	down := 1.15 * t.h
	for i := 1; i < len(sorted); i++ {
		if d := height(sorted[i]) - height(sorted[i-1]); i == 1 || d < down {
			down = d
		}
	}
	if down > 1.7*t.h && len(sorted) == 2 {
		down /= 2
	}
	type place struct {
		from []cut
		by   float64
	}
	var places []place
	for i := 1; i < len(sorted); i++ {
		if d := height(sorted[i]) - height(sorted[i-1]); d > 1.6*down {
			places = append(places, place{sorted[i-1], d / math.Round(d/down)})
		}
	}
	places = append(places, place{sorted[0], -down}, place{sorted[len(sorted)-1], down})
	var best []spot
	most := 0.0
	for _, pl := range places {
		r := row{map[int]spot{}, map[int]float64{}, pl.from[len(pl.from)-1].at.at.Sub(pl.from[0].at.at).Mul(1 / float64(len(pl.from)-1))}
		sum := 0.0
		for i, c := range pl.from {
			s := t.seek(spot{c.at.at.Add(models.Point{Y: pl.by}), 0})
			if sure := t.there(s); sure >= t.least() {
				r.cards[i], r.sure[i] = s, sure
				t.takeOff(s)
				sum += sure
			}
		}
		if len(r.cards) < models.MaxNumber*7/10 || sum <= most {
			continue
		}
		if found, lacking := t.complete(r, models.MaxNumber, pl.from[0].at.at.X); len(lacking) == 0 {
			best, most = found, sum
		}
	}
	return best
}
