package learn

import (
	"testing"

	"schiri/models"
	"schiri/vision/synth"
)

// TestACardThatIsNotFoundIsTakenByItsPrint: what lies in a place where no card was found is one if the number of that place is printed
// there, as that of a red card on a red cloth in dim light.
func TestACardThatIsNotFoundIsTakenByItsPrint(t *testing.T) {
	s, truth := drawn(t, synth.Options{Design: "dice", Table: "walnut", Players: 2, Seed: 7}, nil)
	p, sheet := cutWhereTheyLie(t, s, truth)
	own := sheet[1].cuts[0].quad
	for name, tt := range map[string]struct {
		guess models.Quad
		clear int // rows of which all cards were found
		taken bool
	}{
		"its number":           {displaced(own, s.CardMM, models.Point{X: 2, Y: -3}, 0.05, 0), 3, true},
		"another number":       {sheet[1].cuts[1].quad, 3, false},
		"the table":            {displaced(own, s.CardMM, models.Point{X: -80}, 0, 0), 3, false},
		"no rows to tell from": {own, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			var laid []laidRow
			for i, row := range sheet[:tt.clear+1] {
				laid = append(laid, laidRow{cuts: row.cuts})
				if i == 1 {
					laid[i].lacking = []int{0}
				}
			}
			laid[1].cuts[0].quad = tt.guess
			rows, notWhole := p.whole(laid, s.CardMM)
			if taken := len(rows) == len(laid); taken != tt.taken || len(rows)+len(notWhole) != len(laid) {
				t.Fatalf("%d of %d rows are whole: %v", len(rows), len(laid), notWhole)
			}
			if far := farthest(p, laid[1].cuts[0].quad, truth.FrontsTruth[10].Corners); tt.taken && far > 2 {
				t.Errorf("it is cut %.1f mm off", far)
			}
		})
	}
}
