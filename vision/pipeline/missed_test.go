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
		{"where one was not read", [][]uint8{laid, laid, laid, laid}, []models.Observation{unread}, read, true},
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

// TestWhatIsSearchedAgain: only where what is at rest looks otherwise than when all cards were searched for, and no card is
// known, and where one lies that was not read, the table is searched again.
func TestWhatIsSearchedAgain(t *testing.T) {
	laid := picture(map[image.Rectangle]uint8{card: 200})
	reaching := slices.Clone(laid)
	paint(reaching, image.Rect(180, 80, 260, 360), 30)
	tests := []struct {
		name     string
		searched []uint8
		pictures [][]uint8
		scene    []models.Observation
		want     int
	}{
		{"nothing is new", laid, [][]uint8{laid, laid, laid}, nil, 0},
		{"an arm has left", reaching, [][]uint8{laid, laid, laid, laid}, nil, 1},
		{"a card was laid that is known", table, [][]uint8{table, laid, laid, laid, laid}, []models.Observation{{Face: models.FaceFront, Card: models.CardAt(3), Corners: cardAt, Visible: 1}}, 0},
		{"a card lies there that was not read", laid, [][]uint8{laid, laid, laid}, []models.Observation{{Face: models.FaceUnknown, Corners: cardAt, Visible: 0.8}}, 1},
		{"an arm has come", laid, [][]uint8{laid, laid, laid, reaching, reaching, reaching, reaching}, nil, 0},
		{"it still moves", table, [][]uint8{table, table, laid}, nil, 0},
	}
	for _, tt := range tests {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = tt.scene
		p.watch.cur = cellsOf(tt.searched)
		p.noteSearched(p.size)
		shown(p.watch, tt.pictures...)
		got := p.revealed()
		if len(got) != tt.want {
			t.Errorf("%s: %v is searched, want %d parts", tt.name, got, tt.want)
		}
		for _, r := range got {
			if !card.In(r) {
				t.Errorf("%s: %v is searched, which does not hold %v", tt.name, r, card)
			}
		}
		p.sight.close()
	}
}
