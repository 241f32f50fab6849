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

// TestFewPixelsDoNotMakeAColorAnother: what hardly a card shows of a colour, at an edge of the print and so mixed with the
// colour beside it, does not make it look like that; what many cards show does.
func TestFewPixelsDoNotMakeAColorAnother(t *testing.T) {
	red, mixed, yellow := [3]float32{44, 45, 198}, [3]float32{61, 66, 188}, [3]float32{44, 254, 255}
	learnt := [][3]float32{red, mixed, yellow}
	for _, c := range []struct {
		share       float64 // of each card that shows the mixed colour
		most, least float64 // of its green
	}{{0.02, 120, 60}, {1, 256, 200}} {
		var cards []cardColors
		for range 10 {
			cards = append(cards, cardColors{[]float64{1, c.share, 1}, [][3]float64{{44, 45, 198}, {44, 250, 250}, {44, 254, 255}}})
		}
		light := *daylight(learnt)
		for range 6 {
			light, _ = light.fit(cards)
		}
		if got := float64(light.here[1][1]); got < c.least || got > c.most {
			t.Errorf("shown by %.2f of each card, the green of the mixed colour became %.0f, want %.0f to %.0f", c.share, got, c.least, c.most)
		}
	}
}
