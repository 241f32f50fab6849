package pipeline

import (
	"image"
	"testing"

	"schiri/calibration"
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
			p.count++
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
