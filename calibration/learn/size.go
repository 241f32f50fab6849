package learn

import (
	"math"
	"slices"
)

// Outlines found may be the cards' edges or frames printed inside them, and the plane takes
// either for cards. So the size of the cards on the plane is measured, over all cards of a row.
const (
	sizeReach = 9.0 // mm a side is looked for to either side of where an outline has it
	sizeStep  = 0.5 // mm
	sizeSpots = int(2*sizeReach/sizeStep) + 1
	middle    = sizeSpots / 2
)

// profile is how much speaks for a card's side at every offset outward from the outline.
type profile [sizeSpots]float64

// profiles are those of a card's four sides by a measure, the top first, clockwise.
func (t *fitting) profiles(s spot, of measure) (p [4]profile) {
	t.look(s)
	for k := range sizeSpots {
		off := (float64(k) - float64(middle)) * sizeStep
		// A side is no longer for lying farther out; corners stay out of it.
		upright, level := s.outline(t.w, t.h+2*off), s.outline(t.w+2*off, t.h)
		p[0][k], p[2][k] = of(t, 0, upright[0], upright[1]), of(t, 2, upright[2], upright[3])
		p[1][k], p[3][k] = of(t, 1, level[1], level[2]), of(t, 3, level[3], level[0])
	}
	return p
}

// size of a row's cards in millimetres on the plane, and how surely, up to about 1.5.
type size struct{ w, h, sure float64 }

// sizeOf measures the cards of a row and settles them: first where their sides part them from the
// table at all, then where the edges are.
func (t *fitting) sizeOf(row []spot) size {
	wide, high, sure := t.widest(row, (*fitting).side)
	t.w, t.h = t.w+wide, t.h+high
	t.eachCard(len(row), func(t *fitting, i int) { row[i] = t.settle(row[i]) })
	// The rims are known better where the size is.
	for range 2 {
		wide, high, _ = t.widest(row, (*fitting).edge)
		t.w, t.h = t.w+wide, t.h+high
	}
	return size{t.w, t.h, sure}
}

// widest is how many millimetres wider and higher than the outline the cards of a row are by a
// measure of their sides, and how much speaks for it.
func (t *fitting) widest(row []spot, of measure) (wide, high, sure float64) {
	all := make([][4]profile, len(row))
	t.eachCard(len(row), func(t *fitting, i int) { all[i] = t.profiles(row[i], of) })
	best := func(first, second int) (mm, sure float64) {
		most := math.Inf(-1)
		for steps := 2 - sizeSpots; steps <= sizeSpots-2; steps++ {
			sum := 0.0
			for i := range all {
				sum += atWidth(steps, &all[i][first], &all[i][second])
			}
			if sum > most {
				most, mm = sum, float64(steps)*sizeStep
			}
		}
		return mm, most / float64(2*len(all))
	}
	wide, sure = best(1, 3)
	high, sureHigh := best(0, 2)
	return wide, high, min(sure, sureHigh)
}

// atWidth is the most that speaks for two opposite sides being so many steps farther apart than
// the outline has them, wherever between the card may lie for it.
func atWidth(steps int, a, b *profile) float64 {
	const shift = int(5 / sizeStep)
	best := math.Inf(-1)
	for i := max(0, middle+steps/2-shift); i <= min(sizeSpots-1, middle+steps/2+shift); i++ {
		if j := 2*middle + steps - i; j >= 0 && j < sizeSpots {
			best = max(best, a[i]+b[j]-0.004*math.Abs(float64(i-j)))
		}
	}
	return best
}

// outermost is the size most rows agree on of those measured surely: no card is larger than it
// is, but a border in the table's colour hides how large.
func outermost(rows []size) size {
	const surely, same = 0.7, 3.0 // of 1.5; mm
	one := func(of func(size) float64) float64 {
		var v []float64
		for _, r := range rows {
			if r.sure >= surely {
				v = append(v, of(r))
			}
		}
		if len(v) == 0 {
			for _, r := range rows {
				v = append(v, of(r))
			}
		}
		largest := slices.Max(v)
		sum, n := 0.0, 0.0
		for _, x := range v {
			if largest-x < same {
				sum, n = sum+x, n+1
			}
		}
		return sum / n
	}
	return size{w: one(func(r size) float64 { return r.w }), h: one(func(r size) float64 { return r.h })}
}
