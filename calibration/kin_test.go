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
	for name, c := range map[string]struct {
		taught map[models.Back]color.RGBA
		kin    []models.Back
	}{
		"one box": {
			map[models.Back]color.RGBA{"green-cubes": darkGreen, "green-spheres": darkGreen},
			[]models.Back{"blue-cubes", "blue-spheres", "red-cubes", "red-spheres"},
		},
		"two boxes": {
			map[models.Back]color.RGBA{"green-cubes": darkGreen, "blue-cubes": darkBlue},
			[]models.Back{"red-cubes"},
		},
		"named by the ink of their print": {map[models.Back]color.RGBA{"green-cubes": white, "blue-cubes": white}, nil},
		"some are named by something else": {
			map[models.Back]color.RGBA{"green-cubes": darkGreen, "blue-spheres": darkGreen}, nil,
		},
		"named after people": {map[models.Back]color.RGBA{"Ana": darkGreen, "Ben-2": darkBlue}, nil},
	} {
		deck := boxes(c.taught)
		with := deck.WithKin()
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
			ground := DominantColor(with.Backs[b])
			if alikeInHue(ground, DominantColor(deck.Fronts[models.Card{Color: of, Number: 1}])) < sameHue {
				t.Errorf("%s: the ground of %s is %v", name, b, ground)
			}
			if p := with.Backs[b].RGBAAt(12, 20); p != (color.RGBA{255, 255, 255, 255}) {
				t.Errorf("%s: the print of %s is %v", name, b, p)
			}
		}
	}
}
