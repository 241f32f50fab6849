package pipeline

import (
	"image"
	"testing"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/track"
)

// TestAPlaceThatAnArmHasLeftIsReadAtOnce: the arm hangs together with the card as long as it is there, and may be back in
// the next picture.
func TestAPlaceThatAnArmHasLeftIsReadAtOnce(t *testing.T) {
	// under is a card with an arm over it from y on that reaches in from the picture's edge.
	under := func(y int) []uint8 {
		return picture(map[image.Rectangle]uint8{image.Rect(200, 100, 240, y): 200, image.Rect(200, y, 240, 360): 30})
	}
	let, beside := picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{card: 200, arm: 30})
	tests := []struct {
		name     string
		pictures [][]uint8
		want     int // looks at the place in the last picture
	}{
		{"the arm has gone", [][]uint8{table, under(110), under(120), let}, 1},
		{"it is elsewhere now", [][]uint8{table, under(110), under(120), beside}, 1},
		{"it is there still", [][]uint8{table, under(110), under(130), under(150)}, 0},
		{"nothing lies there", [][]uint8{table, under(110), under(130), table}, 0},
		{"at rest for long, and read before", [][]uint8{table, under(110), under(110), under(110), under(110), under(110), under(110)}, 0},
	}
	for _, tt := range tests {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		last := 0
		p.scene = known(cardAt)
		for i, px := range tt.pictures {
			last = 0
			for _, s := range p.due(p.watch.step(cellsOf(px), float64(i)/30)) {
				if s.place == cardAt {
					last++
				}
			}
		}
		if last != tt.want {
			t.Errorf("%s: %d looks in the last picture, want %d", tt.name, last, tt.want)
		}
		p.sight.close()
	}
}

// TestAPlaceReadInVainIsReadAsItIsUncovered: fingers lay on the card when it was looked at. They draw back from it but stay close
// by, so that card and arm hang together, and in the next picture another arm may be over it.
func TestAPlaceReadInVainIsReadAsItIsUncovered(t *testing.T) {
	// fingers is the card with an arm over it from y on, the card in the given grey.
	fingers := func(y int, grey uint8) []uint8 {
		return picture(map[image.Rectangle]uint8{image.Rect(200, 100, 240, y): grey, image.Rect(200, y, 240, 360): 30})
	}
	rest := fingers(144, 200)
	tests := []struct {
		name string
		read bool // the card was read with the fingers on it
		then [][]uint8
		want int // looks at the place in the pictures then
	}{
		{"they draw back", false, [][]uint8{fingers(160, 200)}, 1},
		{"and the card had been read", true, [][]uint8{fingers(160, 200)}, 0},
		{"they rest on it", false, [][]uint8{rest, rest}, 0},
		{"they tremble", false, [][]uint8{fingers(146, 200), rest}, 0},
		{"they draw back for good", false, [][]uint8{fingers(160, 200), fingers(162, 200), fingers(162, 200)}, 2},
		{"they take the card away", false, [][]uint8{fingers(160, 100)}, 0},
	}
	for _, tt := range tests {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		look := func(px []uint8) (n int) {
			for _, s := range p.due(p.watch.step(cellsOf(px), float64(p.watch.tick)/30)) {
				if s.place != cardAt {
					continue
				}
				n++
				var l track.Look
				if tt.read {
					l.Cards = p.scene
				}
				p.lookAgain(s, l)
			}
			return n
		}
		for _, px := range [][]uint8{table, rest, rest, rest, rest, rest} {
			look(px)
		}
		got := 0
		for _, px := range tt.then {
			got += look(px)
		}
		if got != tt.want {
			t.Errorf("%s: %d looks, want %d", tt.name, got, tt.want)
		}
		p.sight.close()
	}
}

func TestACardUncoveredForAMomentIsToldInFullSightOnly(t *testing.T) {
	beside := cardAt
	for i := range beside {
		beside[i].X += 60
	}
	for _, tt := range []struct {
		name string
		face models.Face
		at   models.Quad
		seen float64
		want bool
	}{
		{"all of it", models.FaceFront, cardAt, 0.98, true},
		{"a finger is on it", models.FaceFront, cardAt, 0.8, false},
		{"unread", models.FaceUnknown, cardAt, 0.98, false},
		{"another card", models.FaceFront, beside, 0.98, false},
	} {
		l := track.Look{Cards: []models.Observation{{Face: tt.face, Corners: tt.at, Visible: tt.seen}}}
		if got := inFullSight(spot{place: cardAt, clearing: true}, l); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
