package pipeline

import (
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
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
