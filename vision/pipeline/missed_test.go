package pipeline

import (
	"image"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// TestWhichCardsWereMissed: of the cards that a later look at the whole table finds, only those count as having lain there all
// the time that are not known, lie at rest and have no arm upon them.
func TestWhichCardsWereMissed(t *testing.T) {
	laid := picture(map[image.Rectangle]uint8{card: 200})
	reaching := slices.Clone(laid)
	paint(reaching, image.Rect(220, 140, 260, 360), 30)
	read := models.Observation{Face: models.FaceFront, Card: models.CardAt(3), Corners: cardAt, Visible: 1}
	hidden, unread := read, read
	hidden.Visible, unread.Face = 0.5, models.FaceUnknown
	tests := []struct {
		name     string
		pictures [][]uint8
		scene    []models.Observation
		found    models.Observation
		want     bool
	}{
		{"where none was known", [][]uint8{laid, laid, laid, laid}, nil, read, true},
		{"where one was known", [][]uint8{laid, laid, laid, laid}, known(cardAt), read, false},
		{"laid just now", [][]uint8{table, table, laid}, nil, read, false},
		{"under an arm", [][]uint8{laid, laid, laid, reaching, reaching, reaching}, nil, read, false},
		{"hardly in sight", [][]uint8{laid, laid, laid, laid}, nil, hidden, false},
		{"not read", [][]uint8{laid, laid, laid, laid}, nil, unread, false},
	}
	for _, tt := range tests {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = tt.scene
		shown(p.watch, tt.pictures...)
		if got := p.isNew(tt.found); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		p.sight.close()
	}
}
