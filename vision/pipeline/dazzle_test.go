package pipeline

import (
	"image"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// TestALampMirroredInCardsIsTold: of a card that is white all over nothing can be read, where it is a lamp that makes it so.
func TestALampMirroredInCardsIsTold(t *testing.T) {
	card := image.Rect(200, 100, 240, 160)
	unknown := []models.Observation{{Face: models.FaceUnknown, Corners: cardAt}}
	white, grey := picture(map[image.Rectangle]uint8{card: 252}), picture(map[image.Rectangle]uint8{card: 200})
	arm := picture(map[image.Rectangle]uint8{image.Rect(200, 100, 240, 360): 252})
	const while = dazzleEvery + 1
	for _, tt := range []struct {
		name    string
		scene   []models.Observation
		picture []uint8
		ticks   int // for which it lies there; it is gone afterwards
		after   int
		want    bool
	}{
		{"a lamp", unknown, white, 3 * while, 0, true},
		{"a lamp a moment ago", unknown, white, 3 * while, dazzleStays - while, true},
		{"a lamp long ago", unknown, white, 3 * while, dazzleStays + while, false},
		{"not for long", unknown, white, while, while, false},
		{"a card unknown for other reasons", unknown, grey, 3 * while, 0, false},
		{"a white card that was read", known(cardAt), white, 3 * while, 0, false},
		{"a white sleeve", unknown, arm, 3 * while, 0, false},
	} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		show := func(px []uint8) {
			p.watch.step(cellsOf(px), float64(p.watch.tick+1)/30)
			p.noteDazzled()
		}
		show(picture(nil))
		p.scene = tt.scene
		for _, px := range slices.Repeat([][]uint8{tt.picture}, tt.ticks) {
			show(px)
		}
		p.scene = nil
		for _, px := range slices.Repeat([][]uint8{picture(nil)}, tt.after) {
			show(px)
		}
		if got := p.step(nil, nil, nil).Dazzled; got != tt.want {
			t.Errorf("%s: told %v, want %v", tt.name, got, tt.want)
		}
		p.sight.close()
	}
}
