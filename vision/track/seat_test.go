package track

import (
	"image"
	"slices"
	"testing"

	"schiri/models"
)

// upright is the outline of a card of some width that lies in the zone of a player in the east, its middle so far up the picture.
func upright(y, width float64) models.Quad {
	const x = 1000
	length := 1.55 * width
	return models.Quad{
		{X: x - length/2, Y: y + width/2}, {X: x - length/2, Y: y - width/2}, {X: x + length/2, Y: y - width/2}, {X: x + length/2, Y: y + width/2},
	}
}

// TestTheDiscardPileFarFromTheCamera: the last card of the row is not in sight, so that where it lies is guessed from steps nearer to
// the camera, which are longer. The pile beyond it is two steps of its own size away.
func TestTheDiscardPileFarFromTheCamera(t *testing.T) {
	zone := models.Polygon{{X: 991, Y: 537}, {X: 966, Y: 355}, {X: 944, Y: 196}, {X: 1038, Y: 197}, {X: 1066, Y: 355}, {X: 1098, Y: 537}}
	s := newSeat(models.Player{Name: "Dora", Seat: "east", Zone: zone}, models.Point{X: 640, Y: 380})
	front := func(q models.Quad) models.Observation {
		return models.Observation{Face: models.FaceFront, Card: models.Card{Color: models.Red, Number: 3}, Corners: q}
	}
	s.layOut([]models.Observation{front(upright(500, 56)), front(upright(438, 54)), front(upright(378, 52))}, 3, false, 1)
	for _, tt := range []struct {
		what string
		y    float64
		want models.Spot
	}{{"the last card of the row", 324, models.SpotRow}, {"the discard pile", 222, models.SpotDiscard}, {"half way from one to the other", 273, ""}} {
		if r, _ := s.spotAt(upright(tt.y, 46)); r.spot != tt.want {
			t.Errorf("%s: taken for %q", tt.what, r.spot)
		}
	}
}

// By a house rule more cards may lie in a row than usual. In mid-round, when the deal is not in sight, cards without a gap are a row.
func TestARowOfMoreCardsThanUsual(t *testing.T) {
	zone := models.Polygon{{X: 900, Y: 700}, {X: 900, Y: 100}, {X: 1100, Y: 100}, {X: 1100, Y: 700}}
	s := newSeat(models.Player{Name: "Dora", Seat: "east", Zone: zone}, models.Point{X: 640, Y: 400})
	var cards []models.Observation
	for i := range 6 {
		cards = append(cards, models.Observation{Face: models.FaceFront, Card: models.Card{Color: models.Red, Number: 1 + i}, Corners: upright(650-62*float64(i), 56)})
	}
	s.layOut(cards, 3, false, 1)
	if len(s.row) != 5 || s.row[4].card.Number != 6 || s.discard.state == shows {
		t.Errorf("of five cards in a row %d count as its, and %v as discarded", len(s.row), s.discard.card)
	}
}

// TestAGapInTheRowLiesBetweenItsNeighbours: the cards lie at uneven distances, so that steps of one length from the Ligretto
// pile on would end on a neighbour. The gap has to be seen to be empty for what fills it to be told.
func TestAGapInTheRowLiesBetweenItsNeighbours(t *testing.T) {
	s := newSeat(models.Player{Seat: "south", Zone: models.Polygon{{X: 60, Y: 380}, {X: 580, Y: 380}, {X: 580, Y: 470}, {X: 60, Y: 470}}}, models.Point{X: 320, Y: 240})
	var cards []models.Observation
	for _, x := range []float64{100, 155, 195, 287} {
		cards = append(cards, models.Observation{
			Face: models.FaceFront, Card: parseCard("r5"),
			Corners: models.Quad{{X: x - 20, Y: 395}, {X: x + 20, Y: 395}, {X: x + 20, Y: 455}, {X: x - 20, Y: 455}},
		})
	}
	s.layOut(cards, 4, false, 0)
	if got := s.row[2].quad.Center().X; s.row[2].state == shows || got < 238 || got > 244 {
		t.Errorf("the gap lies at %v, want it between 195 and 287", got)
	}
}

// TestARowWhoseCardsOverlap: the row lies like a fan, two thirds of every card but the last in sight. Each card counts, and between the
// Ligretto pile and the row there is no gap, though steps in the row are shorter.
func TestARowWhoseCardsOverlap(t *testing.T) {
	s := newStage(t)
	var l Look
	for i, x := range []float64{100, 150, 180, 210, 240, 270, 360} {
		visible := 0.66
		if i == 0 || i > 4 {
			visible = 1
		}
		l.Cards = append(l.Cards, models.Observation{
			Face: models.FaceFront, Card: models.Card{Color: models.Red, Number: 1 + i}, Confidence: 0.97, Visible: visible,
			Corners: models.Quad{{X: x - 20, Y: 395}, {X: x + 20, Y: 395}, {X: x + 20, Y: 455}, {X: x - 20, Y: 455}},
		})
	}
	l.Area = image.Rect(0, 0, stageW, stageH)
	s.tracker.rows = 5
	s.step(0, []Look{l})
	ana := s.tracker.seats[0]
	var row []int
	for _, p := range ana.row {
		row = append(row, p.card.Number)
	}
	if !slices.Equal(row, []int{2, 3, 4, 5, 6}) || ana.ligretto.card.Number != 1 || ana.discard.card.Number != 7 {
		t.Errorf("Ligretto pile %v, row %v, discard pile %v", ana.ligretto.card, row, ana.discard.card)
	}
}
