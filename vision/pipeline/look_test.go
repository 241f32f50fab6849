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
