package calibration

import (
	"fmt"
	"math"
	"slices"
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
				on := plane.OnTable(seats[seat])
				var q models.Quad
				for k, c := range CardRect([2]float64{59, 91}) {
					q[k] = plane.InPicture(on.Add(c).Sub(models.Point{X: 30, Y: 45}))
				}
				laid = append(laid, Laid{models.Back(seat), q})
			}
			players, centre := Propose(laid, nil, plane, [2]float64{59, 91}, [2]int{1280, 720})
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

// Where rows lie, every zone holds its owner's row and the discard pile's place and no card of another's, also of two
// who sit side by side and of one whose row lies askew; a row that is not whole, and cards in the middle, change nothing.
func TestZonesFollowRows(t *testing.T) {
	plane := NewPlane(Homography{0.9, 0.05, 0, -0.05, 0.9, 0, 0, 0, 1})
	card := [2]float64{59, 91}
	at := func(mm models.Point, turn float64) (q models.Quad) {
		sin, cos := math.Sincos(turn)
		for k, c := range CardRect(card) {
			c = c.Sub(models.Point{X: 29.5, Y: 45.5})
			q[k] = plane.InPicture(mm.Add(models.Point{X: cos*c.X - sin*c.Y, Y: sin*c.X + cos*c.Y}))
		}
		return q
	}
	// Somebody sits at a back's place in the picture, turned so far; the row lies to the left of it, left of a gap.
	type seat struct {
		name string
		back models.Point
		turn float64
	}
	seats := []seat{
		{"south-west", models.Point{X: 540, Y: 620}, 0},
		{"south-east", models.Point{X: 1190, Y: 580}, -0.15},
		{"north", models.Point{X: 350, Y: 110}, math.Pi},
	}
	var laid []Laid
	var others, discards []models.Quad
	rows := map[string][]models.Quad{}
	for _, s := range seats {
		on := plane.OnTable(s.back)
		sin, cos := math.Sincos(s.turn)
		for k := range 5 {
			q := at(on.Sub(models.Point{X: cos, Y: sin}.Mul(float64(k)*64+120)), s.turn)
			rows[s.name] = append(rows[s.name], q)
		}
		others = append(others, rows[s.name]...)
		discards = append(discards, at(on, s.turn))
		laid = append(laid, Laid{models.Back(s.name), at(on, s.turn)})
	}
	others = append(others, at(plane.OnTable(models.Point{X: 640, Y: 380}), 0.4), at(plane.OnTable(models.Point{X: 730, Y: 380}), 1))
	players, centre := Propose(laid, others, plane, card, [2]int{1280, 720})
	for i, p := range players {
		if p.Seat != seats[i].name {
			t.Errorf("who sits %s is put %s", seats[i].name, p.Seat)
		}
		for _, q := range append(slices.Clone(rows[p.Seat]), discards[i]) {
			for _, c := range q {
				if !p.Zone.Contains(c) {
					t.Errorf("a corner of a card of %s at %.0f lies outside the zone %v", p.Seat, c, p.Zone)
				}
			}
		}
		for name, row := range rows {
			for _, q := range row {
				if name != p.Seat && p.Zone.Contains(q.Center()) {
					t.Errorf("a card of %s at %.0f lies in the zone of %s %v", name, q.Center(), p.Seat, p.Zone)
				}
				if centre.Contains(q.Center()) {
					t.Errorf("a card of %s at %.0f lies in the centre %v", name, q.Center(), centre)
				}
			}
		}
	}
	one := []Laid{laid[0], laid[2]}
	alone, _ := Propose(one, nil, plane, card, [2]int{1280, 720})
	if few, _ := Propose(one, rows["south-west"][:2], plane, card, [2]int{1280, 720}); !slices.Equal(few[0].Zone, alone[0].Zone) {
		t.Errorf("two cards that are no row make the zone %v instead of %v", few[0].Zone, alone[0].Zone)
	}
}
