package read

import (
	"image"
	"image/color"
	"math"
	"testing"

	"schiri/models"
)

// paler is a colour with so much of what sets it apart from grey, and as bright as told.
func paler(v [3]float32, share, bright float32) [3]float32 {
	grey := (v[0] + v[1] + v[2]) / 3
	for c := range v {
		v[c] = bright * (grey + share*(v[c]-grey))
	}
	return v
}

// TestAnotherCamerasColoursAreForetold: a camera gives colours half or three halves of what sets them apart from grey. Fronts of four colours
// show it; a back's ground, which none of them has and none is like, and its print, too thin to be a main colour, look so too.
func TestAnotherCamerasColoursAreForetold(t *testing.T) {
	ground, ink := [3]float32{150, 70, 170}, [3]float32{190, 190, 90}
	learnt := [][3]float32{{40, 40, 190}, {30, 190, 220}, {80, 120, 40}, {170, 90, 50}, {230, 230, 230}, ground}
	for _, share := range []float32{.5, .7, 1.4} {
		var cards []cardColors
		for range 6 {
			card := cardColors{make([]float64, len(learnt)), make([][3]float64, len(learnt))}
			for k, v := range learnt[:5] {
				card.weight[k] = 1
				for c, x := range paler(v, share, 1) {
					card.seen[k][c] = min(max(float64(x), 0), 255)
				}
			}
			cards = append(cards, card)
		}
		light, _ := daylight(learnt).fit(cards)
		if want := paler(ground, share, 1); apart(light.here[5], want) > 12 {
			t.Errorf("with %.1f of the colour the ground %v is foretold as %.0f, want %.0f", share, ground, light.here[5], want)
		}
		if got, want := [3]float32(recolor(ink[:], light.table())), paler(ink, share, 1); apart(got, want) > 15 {
			t.Errorf("with %.1f of the colour the ink %v is foretold as %.0f, want %.0f", share, ink, got, want)
		}
	}
}

func TestVividness(t *testing.T) {
	learnt := [][3]float32{{40, 40, 190}, {30, 190, 220}, {80, 120, 40}, {170, 90, 50}}
	for name, c := range map[string]struct {
		light func([3]float32) [3]float32
		want  float64
	}{
		"as learnt":            {func(v [3]float32) [3]float32 { return v }, 1},
		"half as bright":       {func(v [3]float32) [3]float32 { return paler(v, 1, .5) }, .5},
		"half the colour":      {func(v [3]float32) [3]float32 { return paler(v, .5, 1) }, .5},
		"a blue haze":          {func(v [3]float32) [3]float32 { return [3]float32{v[0] + 30, v[1], v[2]} }, 1},
		"overexposed all over": {func([3]float32) [3]float32 { return [3]float32{255, 255, 255} }, 1},
	} {
		light := *daylight(learnt)
		light.here, light.support = make([][3]float32, len(learnt)), []float64{6, 6, 6, 6}
		for k, v := range learnt {
			light.here[k] = c.light(v)
		}
		if got := light.vividness(); math.Abs(got-c.want) > .02 {
			t.Errorf("%s: colours are %.2f times as vivid, want %.2f", name, got, c.want)
		}
	}
}

// TestInDimLightAnotherGroundIsAnothers: fronts tell that it is dim, or that the camera shows pale colours. The ground of a back that was never
// taught differs less from that of a taught one then, and is another's all the same.
func TestInDimLightAnotherGroundIsAnothers(t *testing.T) {
	white := color.RGBA{245, 243, 238, 255}
	green, teal := color.RGBA{38, 96, 62, 255}, color.RGBA{38, 80, 96, 255}
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{"green": boxed(green, white)}
	dim := [3]float64{.42, .42, .42}
	faces := []*image.RGBA{boxed(green, white), boxed(teal, white)}
	for c := range grounds() {
		faces = append(faces, deck.Fronts[models.Card{Color: c, Number: 3}], deck.Fronts[models.Card{Color: c, Number: 4}])
	}
	r := NewReader(deck)
	pic, quads := pictured(t, faces, 12, dim)
	var matches []Match
	for range 3 {
		matches = readAll(t, r, pic, quads)
		r.Adapt(pic, matches)
	}
	for i, want := range []models.Back{"green", ""} {
		if got := matches[i].Observation.Back; got != want {
			t.Errorf("back %d is read as %q, want %q (vivid %.2f)", i, got, want, r.transfer.vividness())
		}
	}
}
