package read

import (
	"math"
	"testing"
)

// TestDarkChannelsDoNotSetTheStrength guards what follows one colour from being learnt brighter because its darkest
// channel, in which a few grey levels are half of it, is a little darker here.
func TestDarkChannelsDoNotSetTheStrength(t *testing.T) {
	known := [][3]float64{{120, 150, 180}, {255, 160, 10}} // the second is overexposed in blue and has hardly any red
	logs := make([][3]float64, len(known))
	var cards []cardColors
	for k, color := range known {
		for c := range 3 {
			logs[k][c] = logarithm(color[c])
		}
		for range 4 {
			card := cardColors{make([]float64, len(known)), make([][3]float64, len(known))}
			card.weight[k], card.seen[k] = 1, color
			if k == 1 {
				card.seen[k][2] = 0
			}
			cards = append(cards, card)
		}
	}
	here, _ := polish(cards, logs)
	if got := math.Exp(here[1][1]) - dark; math.Abs(got-160) > 8 {
		t.Errorf("the green of the second colour is learnt as %.0f, want 160", got)
	}
}
