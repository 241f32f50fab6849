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

// TestWhatIsNoMainColourStandsOutAsTheLightHasIt: white digits too thin to be a main colour, learnt on yellow by a lamp that has hardly any
// blue, stand out from it by day as much as white does.
func TestWhatIsNoMainColourStandsOutAsTheLightHasIt(t *testing.T) {
	yellow, blue, red := [3]float32{10, 100, 160}, [3]float32{60, 60, 20}, [3]float32{15, 20, 120}
	light := *daylight([][3]float32{yellow, blue, red})
	light.here = [][3]float32{{30, 110, 160}, {180, 66, 20}, {45, 22, 120}} // three times the blue, a tenth more green
	light.support = []float64{12, 12, 12}
	digit := [3]float32{60, 115, 170}
	by := recolor(append(yellow[:], digit[:]...), light.table())
	if more := by[3] - by[0]; more < 120 || more > 155 {
		t.Errorf("a digit with 50 grey levels more blue than its ground has %.0f more in light of three times the blue, want 120 to 155", more)
	}
}
