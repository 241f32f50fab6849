package vision

import (
	"math/rand/v2"
	"testing"

	"schiri/calibration"
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
			top := &tabletop{w: side, h: side, cells: make([]cell, side*side), seen: make([]float32, 3*side*side)}
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
				copy(top.seen[3*i:], of[:])
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

// TestACardInGlareIsColouredAsCardsAre: the card that is left over is paler than the ones found, as a lamp is mirrored in it; the table about it, as
// pale, is of another colour.
func TestACardInGlareIsColouredAsCardsAre(t *testing.T) {
	const side = 60
	card, table := [3]float32{40, 30, 160}, [3]float32{120, 120, 120} // blue, green, red
	top := &tabletop{w: side, h: side, cells: make([]cell, side*side), seen: make([]float32, 3*side*side)}
	left := func(i int) bool { return i%side >= 40 && i/side >= 40 }
	for i := range top.cells {
		c, of := &top.cells[i], table
		switch {
		case i%side < 20 && i/side < 20:
			c.lies, of = onCard, card
		case left(i):
			for k := range of {
				of[k] = card[k] + 0.15*(255-card[k])
			}
		}
		copy(top.seen[3*i:], of[:])
		c.colour = shade(of[:])
	}
	for i, alike := range top.cardlike() {
		if top.cells[i].lies == onTable && alike != left(i) {
			t.Fatalf("cell %d, %d: like the cards: %t", i%side, i/side, alike)
		}
	}
}

// TestAnOutlineIsEasedOntoWhatIsLeftOver: a card lies askew of all poses that are tried; moved and turned a little, it is found.
func TestAnOutlineIsEasedOntoWhatIsLeftOver(t *testing.T) {
	card := calibration.CardAbout([2]float64{59, 91})
	lies := turned(moved(card, models.Point{X: 3, Y: -4}), 0.11)
	found, off := eased(card, func(q models.Quad) float64 { return 1 - q.IoU(lies) })
	if off > 0.1 || off != 1-found.IoU(lies) {
		t.Errorf("eased to %.1f, off by %.2f, of one that lies at %.1f", found, off, lies)
	}
}
