package read

import (
	"image"
	"image/color"
	"math"
	"testing"

	"schiri/models"
)

// TestBacksTellTheLightByTheirGround: a deck learnt by day is counted under a lamp, where no front lies; what the lamp does
// to white it does to all inks.
func TestBacksTellTheLightByTheirGround(t *testing.T) {
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{}
	var backs []models.Back
	var faces []*image.RGBA
	for back, ink := range map[models.Back]color.RGBA{"red": {236, 62, 52, 255}, "pink": {244, 140, 178, 255}, "lightblue": {110, 196, 238, 255}, "violet": {168, 110, 220, 255}} {
		deck.Backs[back] = exposed(inked(ink), .9)
		backs, faces = append(backs, back), append(faces, deck.Backs[back])
	}
	for name, tint := range map[string][3]float64{"day": {1, 1, 1}, "lamp": {1.02, .98, .92}} {
		r := NewReader(deck)
		pic, quads := pictured(t, faces, 12, tint)
		matches := readAll(t, r, pic, quads)
		if r.Adapt(pic, matches) {
			matches = readAll(t, r, pic, quads)
		}
		for i, m := range matches {
			if m.Observation.Back != backs[i] {
				t.Errorf("%s: the %s back was read as %q (likeness %.2f, margin %.2f)", name, backs[i], m.Observation.Back, m.Likeness, m.Margin)
			}
		}
	}
}

func TestGroundsOfOtherColoursAreNotTheLight(t *testing.T) {
	for name, c := range map[string]struct {
		cards []gains
		known bool
	}{
		"a warm lamp":             {[]gains{{-.5, -.1, .1}, {-.4, 0, .2}, {-.6, -.2, 0}}, true},
		"two cards":               {[]gains{{-.5, -.1, .1}, {-.5, -.1, .1}}, false},
		"another card among them": {[]gains{{-.5, -.1, .1}, {-.4, 0, .2}, {.3, 0, -.3}, {-.6, -.2, 0}, {-.5, -.1, .1}}, true},
		"cards of two colours":    {[]gains{{-.5, -.1, .1}, {-.5, -.1, .1}, {.3, 0, -.3}, {.3, 0, -.3}}, false},
		"green for blue":          {[]gains{{-.56, .26, .11}, {-.56, .26, .11}, {-.56, .26, .11}}, false},
		"red for blue, pale":      {[]gains{{-.29, -.14, .18}, {-.34, -.19, .12}, {-.31, -.21, .02}}, false},
		"blue for red, pale":      {[]gains{{.29, .14, -.18}, {.34, .19, -.12}, {.31, .21, -.02}}, false},
		"from a lamp to day":      {[]gains{{.49, .36, .31}, {.5, .37, .31}, {.45, .32, .26}}, true},
		"blue for white":          {[]gains{{-.8, -1.2, -2}, {-.8, -1.2, -2}, {-.8, -1.2, -2}}, false},
	} {
		if _, ok := common(c.cards); ok != c.known {
			t.Errorf("%s: the light is known: %v, want %v", name, ok, c.known)
		}
	}
}

// TestOnlyWhiteGroundsTellTheLight: a cream ground seen white may be another box's.
func TestOnlyWhiteGroundsTellTheLight(t *testing.T) {
	for name, c := range map[string]struct {
		ground, white [3]float32
		tells         bool
	}{
		"white as the digits": {[3]float32{250, 249, 246}, [3]float32{240, 242, 238}, true},
		"both under a lamp":   {[3]float32{160, 210, 240}, [3]float32{150, 200, 230}, true},
		"cream":               {[3]float32{200, 230, 246}, [3]float32{240, 242, 238}, false},
		"pale red":            {[3]float32{141, 138, 186}, [3]float32{240, 242, 238}, false},
		"no front to tell by": {[3]float32{250, 249, 246}, [3]float32{}, false},
		"white, under a lamp": {[3]float32{250, 249, 246}, [3]float32{150, 200, 230}, false},
		"white in the shade":  {[3]float32{120, 121, 119}, [3]float32{240, 242, 238}, true},
	} {
		if got := sameTint(c.ground, c.white); got != c.tells {
			t.Errorf("%s: tells the light: %v, want %v", name, got, c.tells)
		}
	}
}

// TestTwoFrontsTellTheLamp: by two fronts of two colours the light is told as gains, overexposed channels left out, unless no lamp is like that.
func TestTwoFrontsTellTheLamp(t *testing.T) {
	deck := daylight([][3]float32{{40, 50, 150}, {150, 100, 40}, {200, 200, 200}})
	lit := func(gain [3]float64) (fronts []cardColors) {
		for k := range 2 {
			card := cardColors{weight: make([]float64, 3), seen: make([][3]float64, 3)}
			for _, part := range []int{k, 2} {
				card.weight[part] = 1
				for c := range 3 {
					card.seen[part][c] = min(gain[c]*float64(deck.learnt[part][c]), 255)
				}
			}
			fronts = append(fronts, card)
		}
		return fronts
	}
	for name, tt := range map[string]struct {
		gain [3]float64
		want bool
	}{
		"a warm lamp": {[3]float64{.7, .95, 1.2}, true},
		"overexposed": {[3]float64{1.6, 1.5, 1.4}, true},
		"green light": {[3]float64{.8, 1.6, .8}, false},
	} {
		got, ok := deck.over(lit(tt.gain))
		if ok != tt.want {
			t.Errorf("%s: told %v, want %v (%v)", name, ok, tt.want, got)
		}
		for c, g := range tt.gain {
			if off := math.Abs(math.Exp(got[c]) - g); off > 0.08*g {
				t.Errorf("%s: channel %d is %.2f times as bright, want %.2f", name, c, math.Exp(got[c]), g)
			}
		}
	}
	if _, ok := deck.over(nil); ok {
		t.Error("no front tells a light")
	}
}
