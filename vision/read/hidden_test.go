package read

import "testing"

// TestHoleIsWhatDiffersAmidTheFace: a spot within a card is another print; a finger over its edge is none.
func TestHoleIsWhatDiffersAmidTheFace(t *testing.T) {
	g := grid{30, 40, 1}
	p := newPatch(g.pixels())
	off := make([]float32, g.pixels())
	for i := range p.inside {
		p.inside[i] = true
	}
	fill := func(x0, y0, x1, y1 int) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				off[y*g.w+x] = 1
			}
		}
	}
	fill(10, 0, 18, 15) // a finger from the top
	fill(5, 20, 7, 35)  // an edge of print not quite in place
	if got := hole(g, p, off); got != 0 {
		t.Errorf("a finger and an edge are a hole of %.0f mm²", got)
	}
	fill(15, 22, 25, 32)
	if got := hole(g, p, off); got != 64 { // without the rim of a pixel
		t.Errorf("a spot of 10 x 10 mm is a hole of %.0f mm², want 64", got)
	}
}
