package learn

import "slices"

// colorAround is the median colour a little outside of a card.
func (t *fitting) colorAround(s spot) [3]float64 { return medianColor(t.ring(s)) }

// ring are colours of places a little outside of a card.
func (t *fitting) ring(s spot) (colors [][3]float64) {
	const samples, outside = 16, 5.0 // mm
	q := s.outline(t.w+2*outside, t.h+2*outside)
	for i := range q {
		for k := range samples {
			at := q[i].Add(q[(i+1)%4].Sub(q[i]).Mul(float64(k) / samples))
			if j, ok := t.index(at); ok {
				colors = append(colors, colorIn(t.pix, j))
			}
		}
	}
	return colors
}

// tableColors are the colours that are common about the cards found, where there are several, as of a
// chequered cloth or of wood.
func (t *fitting) tableColors(cards []spot) (table [][3]float64) {
	const same, most, rare = 30.0, 5, 12 // grey levels, colours, part of all places
	var seen [][3]float64
	for _, s := range cards {
		seen = append(seen, t.ring(s)...)
	}
	all := len(seen)
	for len(table) < most {
		var largest [][3]float64
		for k := 0; k < len(seen); k += 7 {
			var group [][3]float64
			for _, c := range seen {
				if norm(less(c, seen[k])) < same {
					group = append(group, c)
				}
			}
			if len(group) > len(largest) {
				largest = group
			}
		}
		if len(largest) <= all/rare {
			break
		}
		middle := medianColor(largest)
		table = append(table, middle)
		seen = slices.DeleteFunc(seen, func(c [3]float64) bool { return norm(less(c, middle)) < same })
	}
	if len(table) == 1 {
		return nil // the colour about each card is that one in the light there
	}
	return table
}

// medianColor is the median of each channel, black of none.
func medianColor(colors [][3]float64) (out [3]float64) {
	for c := range out {
		var v []float64
		for _, color := range colors {
			v = append(v, color[c])
		}
		if len(v) > 0 {
			out[c] = median(v)
		}
	}
	return out
}
