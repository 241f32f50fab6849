package read

import (
	"testing"

	"schiri/models"
)

// TestTheLightThatTellsMoreFrontsIsBetter: what is told in it counts, and only where that is as much as in another one, how clearly.
func TestTheLightThatTellsMoreFrontsIsBetter(t *testing.T) {
	for name, tt := range map[string]struct {
		a, b Fronts
		want bool
	}{
		"it tells one more":                          {Fronts{2, 1, .4}, Fronts{1, 2, .9}, true},
		"it tells one less":                          {Fronts{1, 2, .9}, Fronts{2, 1, .4}, false},
		"as many, far more clearly":                  {Fronts{1, 1, .9}, Fronts{1, 1, .4}, true},
		"as many, a little more clearly":             {Fronts{1, 1, .5}, Fronts{1, 1, .4}, false},
		"none is told, however clearly one is liked": {Fronts{0, 2, .9}, Fronts{0, 2, .1}, false},
	} {
		if got := tt.a.Better(tt.b); got != tt.want {
			t.Errorf("%s: better %v, want %v", name, got, tt.want)
		}
	}
}

// TestOtherLightsAreTriedWhereFewFrontsAreTold: where some are, nothing learnt from them and one not told, the light is the deck's.
func TestOtherLightsAreTriedWhereFewFrontsAreTold(t *testing.T) {
	for _, tt := range []struct {
		f    Fronts
		want bool
	}{
		{Fronts{Told: 0, Untold: 2}, true},
		{Fronts{Told: 2, Untold: 1}, true},
		{Fronts{Told: 2, Untold: 0}, false},
		{Fronts{Told: 3, Untold: 1}, false},
		{Fronts{Told: 24, Untold: 3}, false},
	} {
		if got := tt.f.Wanting(); got != tt.want {
			t.Errorf("%+v: wanting %v, want %v", tt.f, got, tt.want)
		}
	}
}

// TestFrontsInFullSightTellALight: backs and fronts partly hidden do not.
func TestFrontsInFullSightTellALight(t *testing.T) {
	told, untold := models.Observation{Face: models.FaceFront}, models.Observation{Face: models.FaceUnknown}
	got := FrontsIn([]Match{
		{front: true, Open: 1, Seen: .9, Margin: .5, Observation: told},
		{front: true, Open: 1, Seen: .8, Margin: .1, Observation: untold},
		{front: true, Open: 1, Seen: .8, Margin: -.1, Observation: untold},
		{front: true, Open: .6, Seen: .6, Margin: .5, Observation: told},
		{Open: 1, Seen: .9, Margin: .5, Observation: models.Observation{Face: models.FaceBack}},
	})
	if want := (Fronts{Told: 1, Untold: 2, Clear: .9*.5 + .8*.1}); got.Told != want.Told || got.Untold != want.Untold || got.Clear-want.Clear > 1e-9 || want.Clear-got.Clear > 1e-9 {
		t.Errorf("%+v, want %+v", got, want)
	}
}
