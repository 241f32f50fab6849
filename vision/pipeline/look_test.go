package pipeline

import (
	"image"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/track"
)

func TestTooFewCardsAreReadToBegin(t *testing.T) {
	zone := models.Polygon{{X: 0, Y: 0}, {X: 9, Y: 0}, {X: 9, Y: 9}}
	front, unknown := models.Observation{Face: models.FaceFront}, models.Observation{Face: models.FaceUnknown}
	for name, tt := range map[string]struct {
		zones, fronts, unread int
		want                  bool
	}{
		"four players, half of their spots": {4, 8, 2, false},
		"less than half, and more unread":   {4, 7, 9, true},
		"nobody has a zone":                 {0, 0, 0, false},
	} {
		p := &pipeline{table: calibration.Table{Players: make([]models.Player, 4)}}
		for i := range tt.zones {
			p.table.Players[i].Zone = zone
		}
		cards := append(slices.Repeat([]models.Observation{front}, tt.fronts), slices.Repeat([]models.Observation{unknown}, tt.unread)...)
		if got := p.tooFew(cards); got != tt.want {
			t.Errorf("%s: got %v, want %v", name, got, tt.want)
		}
	}
}

// TestACardUnderAHandIsNotSettled: what was read of a card of which a hand leaves too little in sight is told to nobody, so
// that the place must look changed still once the hand has gone.
func TestACardUnderAHandIsNotSettled(t *testing.T) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	laid := picture(map[image.Rectangle]uint8{card: 200})
	patches := shown(p.watch, table, laid, laid, laid)
	for visible, want := range map[float64]bool{inSight - 0.01: false, inSight: true} {
		o := models.Observation{Face: models.FaceFront, Corners: cardAt, Visible: visible}
		settles := len(p.explained(spot{cells: patches[0].cells}, track.Look{Cards: []models.Observation{o}})) > 0
		if settles != want {
			t.Errorf("%.2f in sight: settled is %v", visible, settles)
		}
	}
}

// TestACardThatPassesForTheTableIsForgottenWhenItsPrintHasGone: of a red card on a scarlet cloth only the print tells it from the table, so
// that most of its place looks empty while it lies there. Of any other card that is enough to know that it has gone.
func TestACardThatPassesForTheTableIsForgottenWhenItsPrintHasGone(t *testing.T) {
	part := func(share float64) image.Rectangle {
		r := card
		r.Max.Y = r.Min.Y + int(share*float64(card.Dy()))
		return r
	}
	printed := picture(map[image.Rectangle]uint8{part(.34): 200})
	tests := []struct {
		name       string
		read, then []uint8 // the card when it was read, and its place when a look reads nothing there
		lies       bool
	}{
		{"its print is in sight", printed, printed, true},
		{"half of its print is", printed, picture(map[image.Rectangle]uint8{part(.17): 200}), true},
		{"hardly anything of it is", printed, picture(map[image.Rectangle]uint8{part(.03): 200}), false},
		{"another card, in sight as a whole", picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{card: 200}), true},
		{"another card, two thirds of it", picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{part(.67): 200}), true},
		{"another card, a third of it", picture(map[image.Rectangle]uint8{card: 200}), printed, false},
	}
	for _, tt := range tests {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		shown(p.watch, table, table)
		p.bare.learn(p.watch, nil, nil, 2)
		look := func(px []uint8, cards []models.Observation) {
			shown(p.watch, px)
			p.bare.mark(p.watch)
			p.note(track.Look{Area: p.size, Cards: cards})
		}
		look(tt.read, known(cardAt))
		look(tt.then, nil)
		if lies := len(p.scene) > 0; lies != tt.lies {
			t.Errorf("%s: the card is known: %v", tt.name, lies)
		}
		if len(p.passing) != len(p.scene) {
			t.Errorf("%s: of %d cards known it is noted whether they pass for the table: %v", tt.name, len(p.scene), p.passing)
		}
		p.sight.close()
	}
}
