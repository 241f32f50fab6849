package calibration

import (
	"fmt"
	"math"
	"testing"

	"schiri/models"
)

// Whoever sits around the table, every zone holds its owner's card and nobody else's, lies in the picture, and
// keeps off the centre's middle; and the whole makes a table that checks.
func TestProposedZones(t *testing.T) {
	plane := tilted()
	seats := map[string]models.Point{
		"south": {X: 640, Y: 600}, "north": {X: 640, Y: 130}, "west": {X: 140, Y: 360}, "east": {X: 1140, Y: 360},
		"south-west": {X: 330, Y: 600}, "south-east": {X: 950, Y: 600}, "north-west": {X: 330, Y: 130}, "north-east": {X: 950, Y: 130},
	}
	for _, group := range [][]string{
		{"south", "north"},
		{"west", "east"},
		{"south", "north", "west"},
		{"south", "north", "west", "east"},
		{"south-west", "south-east", "north-west", "north-east"},
		{"south-west", "south-east", "north-west", "north-east", "west", "east"},
	} {
		t.Run(fmt.Sprint(group), func(t *testing.T) {
			var laid []Laid
			for _, seat := range group {
				on := plane.ToMM.Apply(seats[seat])
				var q models.Quad
				for k, c := range CardRect([2]float64{59, 91}) {
					q[k] = plane.ToPx.Apply(on.Add(c).Sub(models.Point{X: 30, Y: 45}))
				}
				laid = append(laid, Laid{models.Back(seat), q})
			}
			players, centre := Propose(laid, plane, [2]float64{59, 91}, [2]int{1280, 720})
			table := Table{CardMM: [2]float64{59, 91}, ImageSize: [2]int{1280, 720}, Edition: models.Schmidt, Variant: models.Basic, Players: players, Centre: centre}
			for i := range players {
				players[i].Name = group[i]
				if players[i].Seat != group[i] {
					t.Errorf("who sits %s is put %s", group[i], players[i].Seat)
				}
				for k, l := range laid {
					if players[i].Zone.Contains(l.Corners.Center()) != (i == k) {
						t.Errorf("the zone of %s and the card of %s: %v", group[i], group[k], players[i].Zone)
					}
				}
				if math.Abs(players[i].Zone.Area()) < 20000 {
					t.Errorf("the zone of %s is too small for a row: %v", group[i], players[i].Zone)
				}
				if centre.Contains(laid[i].Corners.Center()) {
					t.Errorf("the card of %s lies in the centre %v", group[i], centre)
				}
			}
			if !centre.Contains(models.Point{X: 640, Y: 360}) {
				t.Errorf("the middle of the picture is not the centre: %v", centre)
			}
			if err := table.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}
