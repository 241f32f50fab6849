package vision

import (
	"math/rand/v2"
	"testing"

	"schiri/models"
)

// TestLightOnTheTableIsNoCardLeftOver: a patch of the cards' colour with edges is asked about, one that fades into the table is not.
func TestLightOnTheTableIsNoCardLeftOver(t *testing.T) {
	const w, h = 200, 100
	brown, tan := [3]float32{40, 60, 90}, [3]float32{70, 110, 150} // blue, green, red
	for name, c := range map[string]struct {
		fade float64 // cells over which the patch goes over into the table
		want int
	}{"a card's edge": {1, 1}, "a lamp's light": {40, 0}} {
		top := &tabletop{w: w, h: h, cells: make([]cell, w*h), seen: make([]float32, 3*w*h)}
		for i := range top.cells {
			x, y := i%w, i/w
			share := min(max(.5+(16-models.Point{X: float64(x - 130), Y: float64(y - 50)}.Norm())/c.fade, 0), 1)
			if x < 50 {
				share, top.cells[i].lies = 1, onCard
			}
			for k := range 3 {
				top.seen[3*i+k] = brown[k] + float32(share)*(tan[k]-brown[k])
			}
			top.cells[i].colour = shade(top.seen[3*i:])
		}
		if got := top.leftover([2]float64{59, 91}); len(got) != c.want {
			t.Errorf("%s: asked about %d cards, want %d", name, len(got), c.want)
		}
	}
}

func TestADarkCardIsNoDarkTable(t *testing.T) {
	const side, grain = 60, 3.0
	for name, tt := range map[string]struct{ card, table [3]float32 }{ // blue, green, red
		"dark":  {[3]float32{20, 15, 60}, [3]float32{38, 35, 35}},
		"brown": {[3]float32{22, 30, 62}, [3]float32{36, 44, 52}},
		"pale":  {[3]float32{200, 225, 240}, [3]float32{170, 180, 190}},
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 0))
			top := &tabletop{w: side, h: side, cells: make([]cell, side*side)}
			left := func(i int) bool { return i%side >= 40 && i/side >= 40 } // a card not read
			for i := range top.cells {
				c := &top.cells[i]
				of := tt.table
				if i%side < 20 && i/side < 20 {
					c.lies = onCard
				}
				if c.lies == onCard || left(i) {
					of = tt.card
				}
				for k := range of {
					of[k] += float32(random.NormFloat64() * grain)
				}
				c.colour = shade(of[:])
			}
			wrong := 0
			for i, alike := range top.cardlike() {
				if top.cells[i].lies == onTable && alike != left(i) {
					wrong++
				}
			}
			if wrong > side*side/50 {
				t.Errorf("%d of %d cells are taken for what they are not", wrong, side*side)
			}
		})
	}
}
