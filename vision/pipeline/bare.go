package pipeline

import (
	"schiri/models"
)

// bareTable remembers the colour of the bare table in every cell. Where a card has lain from the
// beginning, the colour of the nearest table in sight stands in, unless the table is patterned.
type bareTable struct {
	colour []uint8 // blue, green, red of every cell
	known  []bool  // the table itself was in sight there
	grain  int     // how much neighbouring cells of the table differ, in grey levels
	since  int     // frame on which it was last brought up to date
}

const (
	freshFor  = 15 // frames after which the table's colours are brought up to date
	bareKnown = 16 // grey levels by which the table may differ from what it was
	bareGuess = 22 // the same where the table was never in sight

	patternFrom = 10 // grain from which on a table is patterned, as checks are: what lies unseen cannot be guessed
)

// learn takes the table's colours from the settled picture where no card lies and nothing goes on.
func (b *bareTable) learn(w *watcher, cards []models.Observation, count int) {
	if b.colour != nil && count-b.since < freshFor {
		return
	}
	n := len(w.still)
	if b.colour == nil {
		b.colour, b.known = make([]uint8, 3*n), make([]bool, n)
	}
	b.since = count
	taken := make([]bool, n)
	copy(taken, w.act.Changed)
	for _, o := range cards {
		for _, i := range w.act.Under(grown(o.Corners, withShadow)) {
			taken[i] = true
		}
	}
	for i, t := range taken {
		if !t && !w.hasAlt[i] {
			copy(b.colour[3*i:3*i+3], w.ref[3*i:])
			b.known[i] = true
		}
	}
	b.grain = b.contrast(w.act.Cols)
	b.fill(w.act.Cols)
}

// forget says that the first picture did not show the table where something went on since: an
// arm lay there.
func (b *bareTable) forget(changed []bool) {
	for i := range b.known {
		if changed[i] {
			b.known[i] = false
		}
	}
}

// contrast is the median difference of neighbouring cells of the table.
func (b *bareTable) contrast(cols int) int {
	var count [16]int
	for i := 1; i < len(b.known); i++ {
		if i%cols > 0 && b.known[i] && b.known[i-1] {
			count[min(15, far(b.colour[3*i:][:3], b.colour[3*i-3:][:3]))]++
		}
	}
	return median(count)
}

// fill spreads the known colours over the cells where the table was never in sight.
func (b *bareTable) fill(cols int) {
	done := make([]bool, len(b.known))
	copy(done, b.known)
	queue := make([]int, 0, len(done))
	for i := range done {
		if done[i] {
			queue = append(queue, i)
		}
	}
	for k := 0; k < len(queue); k++ {
		i := queue[k]
		for _, j := range [4]int{i - 1, i + 1, i - cols, i + cols} {
			if j < 0 || j >= len(done) || done[j] || j == i-1 && i%cols == 0 || j == i+1 && j%cols == 0 {
				continue
			}
			done[j] = true
			copy(b.colour[3*j:3*j+3], b.colour[3*i:])
			queue = append(queue, j)
		}
	}
}

// mark notes which cells look like the bare table now, and which ones did in the settled picture.
func (b *bareTable) mark(w *watcher) {
	if b.colour == nil {
		return
	}
	for i := range w.act.Bare {
		limit := bareKnown
		switch {
		case b.known[i]:
		case b.grain < patternFrom:
			limit = bareGuess + 3*b.grain
		default:
			w.act.Bare[i], w.act.Clear[i] = false, false
			continue
		}
		colour := b.colour[3*i:][:3]
		w.act.Bare[i] = far(w.cur[3*i:][:3], colour) <= limit
		w.act.Clear[i] = far(w.ref[3*i:][:3], colour) <= limit || w.hasAlt[i] && far(w.alt[3*i:][:3], colour) <= limit
	}
}
