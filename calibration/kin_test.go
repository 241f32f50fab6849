package calibration

import (
	"image"
	"image/color"
	"maps"
	"slices"
	"testing"

	"schiri/models"
)

// boxes are the fronts of a deck and backs of a ground with white print on it.
func boxes(backs map[models.Back]color.RGBA) Deck {
	mm := [2]float64{59, 91}
	d := Deck{CardMM: mm, Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{}}
	for c, ink := range map[models.Color]color.RGBA{
		models.Red: {211, 43, 56, 255}, models.Yellow: {246, 238, 48, 255}, models.Green: {47, 149, 85, 255}, models.Blue: {39, 85, 174, 255},
	} {
		d.Fronts[models.Card{Color: c, Number: 1}] = drawn(ink, 1, mm)
	}
	for name, ground := range backs {
		d.Backs[name] = drawn(ground, 2, mm)
	}
	return d
}

// What other boxes have is told by what is taught of one, where backs are named by the colour of their ground.
func TestWithKin(t *testing.T) {
	darkGreen, darkBlue, white := color.RGBA{37, 80, 60, 255}, color.RGBA{38, 48, 116, 255}, color.RGBA{250, 250, 250, 255}
	blue, red := [3]int{30, 42, 104}, [3]int{120, 26, 36}
	both := map[models.Color][3]int{models.Blue: blue, models.Red: red}
	for name, c := range map[string]struct {
		taught map[models.Back]color.RGBA
		seen   map[models.Color][3]int
		kin    []models.Back
	}{
		"one box": {
			map[models.Back]color.RGBA{"green-cubes": darkGreen, "green-spheres": darkGreen},
			both,
			[]models.Back{"blue-cubes", "blue-spheres", "red-cubes", "red-spheres"},
		},
		"two boxes": {
			map[models.Back]color.RGBA{"green-cubes": darkGreen, "blue-cubes": darkBlue},
			both,
			[]models.Back{"red-cubes"},
		},
		"named by the ink of their print": {map[models.Back]color.RGBA{"green-cubes": white, "blue-cubes": white}, both, nil},
		"some are named by something else": {
			map[models.Back]color.RGBA{"green-cubes": darkGreen, "blue-spheres": darkGreen}, both, nil,
		},
		"named after people": {map[models.Back]color.RGBA{"Ana": darkGreen, "Ben-2": darkBlue}, both, nil},
		"blue ones are seen": {map[models.Back]color.RGBA{"green-cubes": darkGreen}, map[models.Color][3]int{models.Blue: blue}, []models.Back{"blue-cubes"}},
		"none are seen":      {map[models.Back]color.RGBA{"green-cubes": darkGreen}, nil, nil},
	} {
		deck := boxes(c.taught)
		with := deck.WithKin(c.seen)
		var kin []models.Back
		for _, b := range slices.Sorted(maps.Keys(with.Backs)) {
			if _, taught := c.taught[b]; !taught {
				kin = append(kin, b)
			}
		}
		if !slices.Equal(kin, c.kin) || len(deck.Backs) != len(c.taught) {
			t.Errorf("%s: kin are %v, want %v", name, kin, c.kin)
		}
		for _, b := range kin {
			of, _, _ := boxed(b)
			if ground := DominantColor(with.Backs[b]); ground != c.seen[of] {
				t.Errorf("%s: the ground of %s is %v", name, b, ground)
			}
			if p := with.Backs[b].RGBAAt(12, 20); p != (color.RGBA{255, 255, 255, 255}) {
				t.Errorf("%s: the print of %s is %v", name, b, p)
			}
		}
	}
}

// A ground is called what the fronts' colour of its hue is called, if it is one plainly.
func TestGroundsHaveTheNamesOfTheFrontsColours(t *testing.T) {
	inks := boxes(nil).Inks()
	for name, c := range map[string]struct {
		ground [3]int
		want   models.Color // 0: none
	}{
		"dark red": {[3]int{120, 24, 30}, models.Red}, "dark blue": {[3]int{26, 44, 104}, models.Blue}, "pale green": {[3]int{150, 180, 160}, models.Green},
		"yellow, of which no box is known": {[3]int{240, 220, 60}, 0}, "orange, between red and yellow": {[3]int{220, 110, 30}, 0},
		"violet": {[3]int{110, 40, 140}, 0}, "white": {[3]int{250, 249, 246}, 0}, "black": {[3]int{20, 18, 20}, 0},
	} {
		if got, ok := inks.Name(c.ground); ok != (c.want != 0) || ok && got != c.want {
			t.Errorf("%s is called %v, %v; want %v", name, got, ok, c.want)
		}
	}
}

// A ground that is lighter in the middle is so in another colour too.
func TestKinAreAsUnevenAsTheirKin(t *testing.T) {
	face := image.NewRGBA(image.Rect(0, 0, 2, 1))
	face.SetRGBA(0, 0, color.RGBA{40, 80, 60, 255})
	face.SetRGBA(1, 0, color.RGBA{52, 104, 78, 255})
	out := onGround(face, [3]int{40, 80, 60}, [3]int{150, 30, 40})
	for x, want := range []color.RGBA{{150, 30, 40, 255}, {195, 39, 52, 255}} {
		if got := out.RGBAAt(x, 0); apart(got, want) > 2 {
			t.Errorf("at %d the ground is %v, want %v", x, got, want)
		}
	}
}

// apart is how far two colours are, in grey levels of one channel.
func apart(a, b color.RGBA) int {
	most := 0
	for _, d := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		most = max(most, d, -d)
	}
	return most
}
