package pipeline

import (
	"image"
	"testing"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/track"
)

// TestAPlaceLookedAtInVainIsReadOnceItIsAsBefore: a finger was in the way of the last look, and when it has gone nothing has changed.
func TestAPlaceLookedAtInVainIsReadOnceItIsAsBefore(t *testing.T) {
	let := picture(map[image.Rectangle]uint8{card: 200})
	hidden := picture(map[image.Rectangle]uint8{image.Rect(190, 90, 250, 360): 30})
	for name, tt := range map[string]struct {
		read []models.Observation
		want int
	}{
		"nothing was read there":    {nil, 1},
		"only that a card is there": {[]models.Observation{{Face: models.FaceUnknown, Corners: cardAt}}, 1},
		"the card was read":         {known(cardAt), 0},
	} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		looks := 0
		for i, px := range [][]uint8{let, hidden, let, let, let, let} {
			p.count++
			shown(p.watch, px)
			p.notePassed()
			if i == 1 {
				p.lookAgain(spot{place: cardAt}, track.Look{Cards: tt.read})
			}
			for _, s := range p.leftBehind() {
				if looks++; !s.confirm || s.place != cardAt {
					t.Errorf("%s: looks at %v", name, s)
				}
			}
		}
		if looks != tt.want {
			t.Errorf("%s: looked %d times, want %d", name, looks, tt.want)
		}
		p.sight.close()
	}
}

// TestWhatConfirmsACard: a look that reads nothing tells nothing, and only another card has changed the place.
func TestWhatConfirmsACard(t *testing.T) {
	other := known(cardAt)
	other[0].Card = models.CardAt(1)
	for name, tt := range map[string]struct {
		read          []models.Observation
		want, changed bool
	}{
		"nothing":       {nil, false, false},
		"the same card": {known(cardAt), true, false},
		"another card":  {other, true, true},
	} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		s := spot{place: cardAt, cells: p.watch.act.Under(cardAt), confirm: true}
		got := p.confirms(s, track.Look{Cards: tt.read})
		if changed := p.changedUnder(cardAt) > 0; got != tt.want || changed != tt.changed {
			t.Errorf("%s: confirms %v, changed %v", name, got, changed)
		}
		p.sight.close()
	}
}
