package pipeline

import (
	"slices"

	"schiri/models"
)

// bareTable knows the colours of the table where nothing lies on it, as a coarse colour cube.
type bareTable struct {
	cube  [shades * shades * shades]bool
	since int // frame on which it was learnt
}

const (
	shades   = 16    // of each channel
	stale    = 90    // frames after which the table's colours are learnt anew
	rareTint = 0.001 // share of the cells below which a colour is no colour of the table
)

// stale tells whether the colours are old.
func (b *bareTable) stale(count int) bool { return count-b.since >= stale }

// learn takes the table's colours from the settled picture where no card lies and nothing goes on.
func (b *bareTable) learn(w *watcher, cards []models.Observation, count int) {
	b.since = count
	taken := slices.Clone(w.act.Changed)
	for _, o := range cards {
		for _, i := range w.act.Under(grown(o.Corners)) {
			taken[i] = true
		}
	}
	var seen [len(b.cube)]int
	for i, t := range taken {
		if !t {
			seen[shade(w.ref[3*i:])]++
		}
	}
	clear(b.cube[:])
	least := int(rareTint * float64(len(taken)))
	for s, n := range seen {
		if n > least {
			b.spread(s)
		}
	}
}

// spread marks a shade and those next to it.
func (b *bareTable) spread(s int) {
	x, y, z := s/(shades*shades), s/shades%shades, s%shades
	for i := max(0, x-1); i <= min(shades-1, x+1); i++ {
		for j := max(0, y-1); j <= min(shades-1, y+1); j++ {
			for k := max(0, z-1); k <= min(shades-1, z+1); k++ {
				b.cube[(i*shades+j)*shades+k] = true
			}
		}
	}
}

// mark notes which cells look like the table now.
func (b *bareTable) mark(w *watcher) {
	for i := range w.act.Bare {
		w.act.Bare[i] = b.cube[shade(w.cur[3*i:])]
	}
}

// shade is the colour's place in the cube.
func shade(bgr []uint8) int {
	const step = 256 / shades
	return (int(bgr[0])/step*shades+int(bgr[1])/step)*shades + int(bgr[2])/step
}
