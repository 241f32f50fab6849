package main

import (
	"slices"
	"testing"

	"schiri/models"
	"schiri/vision/synth"
)

// lying is an upright card of 60 x 90 px at x.
func lying(x float64) models.Quad {
	return models.Quad{{X: x}, {X: x + 60}, {X: x + 60, Y: 90}, {X: x, Y: 90}}
}

func TestMistakesAreCardsNotReadRightAndCardsNamedWhereNoneLies(t *testing.T) {
	red7, green8 := models.Card{Color: models.Red, Number: 7}, models.Card{Color: models.Green, Number: 8}
	front := func(c models.Card, x, visible float64) synth.CardTruth {
		return synth.CardTruth{Face: models.FaceFront, Color: c.Color, Number: c.Number, Corners: lying(x), Visible: visible}
	}
	read := func(face models.Face, c models.Card, x float64) models.Observation {
		return models.Observation{Face: face, Card: c, Corners: lying(x)}
	}
	truth := []synth.CardTruth{front(red7, 100, 1), front(green8, 300, .5), front(red7, 500, .3)}
	for _, tc := range []struct {
		name string
		seen []models.Observation
		want []string
	}{
		{
			"read right; what is hidden need not be",
			[]models.Observation{read(models.FaceFront, red7, 105), read(models.FaceFront, green8, 300)},
			nil,
		},
		{
			"one missed, one unread",
			[]models.Observation{read(models.FaceUnknown, models.Card{}, 100)},
			[]string{"red-7 read as unknown", "green-8 not found"},
		},
		{
			"one misread, one invented; a foreign thing is none",
			[]models.Observation{
				read(models.FaceFront, green8, 100), read(models.FaceFront, green8, 300),
				read(models.FaceFront, red7, 900), read(models.FaceUnknown, models.Card{}, 1200),
			},
			[]string{"red-7 read as green-8", "no card, read as red-7"},
		},
	} {
		var got []string
		for _, m := range mistakesIn(lookedAt{"photo.jpg", tc.seen, truth}) {
			got = append(got, m.text)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
