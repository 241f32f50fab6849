package pipeline

import (
	"image"
	"slices"
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

// TestAPlaceOutOfSightIsReadOnceItLiesOpen: a look under a finger read nothing and forgot the card that was known at a place. A card of its
// colour laid on it changes a thin digit only, to which nothing else leads.
func TestAPlaceOutOfSightIsReadOnceItLiesOpen(t *testing.T) {
	let, digit := picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{card: 205})
	hidden := picture(map[image.Rectangle]uint8{image.Rect(190, 90, 250, 360): 30})
	unread := []models.Observation{{Face: models.FaceUnknown, Corners: cardAt}}
	var beside models.Quad
	for i, c := range cardAt {
		beside[i] = c.Add(models.Point{X: 60})
	}
	for name, tt := range map[string]struct {
		scene, read []models.Observation // known once the finger has gone, and read under it
		then        []uint8
		bare        bool
		want        int
	}{
		"nothing is known there":             {nil, nil, digit, false, 1},
		"a card unread in a larger look":     {unread, known(cardAt), digit, false, 1},
		"only that a card is there":          {unread, unread, digit, false, 1},
		"a card is known beside it":          {known(beside), nil, digit, false, 1},
		"a card was read there meanwhile":    {known(cardAt), nil, digit, false, 0},
		"the card was read under the finger": {nil, known(cardAt), digit, false, 0},
		"the finger stays":                   {nil, nil, hidden, false, 0},
		"only the table is there":            {nil, nil, digit, true, 1},
	} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene, p.places = tt.scene, []models.Quad{cardAt}
		looks := 0
		for i, px := range [][]uint8{let, hidden, tt.then, tt.then, tt.then, tt.then} {
			shown(p.watch, px)
			p.notePassed()
			for _, c := range p.watch.act.Under(cardAt) {
				p.watch.act.Bare[c] = tt.bare
			}
			if i == 1 {
				p.lookAgain(spot{place: cardAt}, track.Look{Cards: tt.read})
			}
			for _, s := range p.leftBehind() {
				if s.place == cardAt && s.confirm && s.empty == tt.bare { // that a card has gone is told; one that is not read says nothing
					looks++
				}
			}
		}
		if looks != tt.want {
			t.Errorf("%s: looked %d times, want %d", name, looks, tt.want)
		}
		p.sight.close()
	}
}

// TestAHandSeenOverAQuarterOfAPlaceMayHaveLaidACard: a hand holds a card by its edge, and in few pictures is seen there hardly further in.
func TestAHandSeenOverAQuarterOfAPlaceMayHaveLaidACard(t *testing.T) {
	let, digit := picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{card: 205})
	for name, tt := range map[string]struct {
		over int // rows of the card's pixels
		then []uint8
		want bool
	}{
		"a quarter, and a digit is new": {15, digit, true}, "a quarter, and all is as before": {15, let, false}, "the edge": {5, digit, false},
	} {
		held := slices.Clone(let)
		paint(held, image.Rect(card.Min.X-10, card.Max.Y-tt.over, card.Max.X+10, testHeight), 30)
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		looks := false
		for _, px := range [][]uint8{let, held, tt.then, tt.then, tt.then} {
			shown(p.watch, px)
			p.notePassed()
			looks = len(p.leftBehind()) > 0 || looks
		}
		if looks != tt.want {
			t.Errorf("%s: looked %v, want %v", name, looks, tt.want)
		}
		p.sight.close()
	}
}

// TestAPlaceNotReadYetIsReadAfterEveryHand: what a hand left on a place could not be read, in glare, and the next hand leaves something there
// that looks as good as the same.
func TestAPlaceNotReadYetIsReadAfterEveryHand(t *testing.T) {
	let := picture(map[image.Rectangle]uint8{card: 200})
	hidden := picture(map[image.Rectangle]uint8{image.Rect(190, 90, 250, 360): 30})
	for name, tt := range map[string]struct {
		read []models.Observation
		want int // looks after three hands
	}{"it cannot be read": {nil, 3}, "it was read": {known(cardAt), 1}} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		looks := 0
		for i, px := range [][]uint8{let, hidden, let, let, let, hidden, let, let, let, hidden, let, let, let} {
			shown(p.watch, px)
			p.notePassed()
			if i == 1 {
				p.lookAgain(spot{place: cardAt}, track.Look{})
			}
			for _, s := range p.leftBehind() {
				looks++
				if p.confirms(s, track.Look{Cards: tt.read}) {
					p.lookAgain(s, track.Look{Cards: tt.read})
				}
			}
		}
		if looks != tt.want {
			t.Errorf("%s: looked %d times, want %d", name, looks, tt.want)
		}
		p.sight.close()
	}
}

// A place was looked at as often as any is, and a hand lays the next card there that does not pass over all of it: that is another
// card to be read.
func TestAPlaceLookedAtBeforeIsReadAgainAfterAnotherHand(t *testing.T) {
	upper, lower := image.Rect(200, 100, 240, 130), image.Rect(200, 130, 240, 160)
	two, three := picture(map[image.Rectangle]uint8{upper: 207, lower: 200}), picture(map[image.Rectangle]uint8{upper: 200, lower: 207})
	held := slices.Clone(two)
	paint(held, image.Rect(190, 120, 250, 360), 30)
	for name, tt := range map[string]struct {
		between []uint8
		want    bool
	}{"a hand was there": {held, true}, "none was": {two, false}} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		show := func(px []uint8) bool {
			shown(p.watch, px)
			p.notePassed()
			return len(p.leftBehind()) > 0
		}
		for range 3 {
			show(two)
		}
		for _, i := range p.watch.act.Under(cardAt) {
			p.tries[i], p.tried[i] = uint8(len(pauses)), p.watch.tick
		}
		show(tt.between)
		looked := false
		for range 4 {
			looked = show(three) || looked
		}
		if looked != tt.want {
			t.Errorf("%s: looked at %v", name, looked)
		}
		p.sight.close()
	}
}

// TestWhatConfirmsACard: a look that reads nothing tells nothing, unless the table seems to be in sight, and only another card has changed the
// place.
func TestWhatConfirmsACard(t *testing.T) {
	other := known(cardAt)
	other[0].Card = models.CardAt(1)
	for name, tt := range map[string]struct {
		scene, read   []models.Observation
		empty         bool
		want, changed bool
	}{
		"nothing":                          {known(cardAt), nil, false, false, false},
		"the same card":                    {known(cardAt), known(cardAt), false, true, false},
		"another card":                     {known(cardAt), other, false, true, true},
		"one that is forgotten":            {nil, known(cardAt), false, true, true},
		"the table":                        {nil, nil, true, true, false},
		"a card that looks like the table": {nil, known(cardAt), true, true, true},
	} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = tt.scene
		s := spot{place: cardAt, cells: p.watch.act.Under(cardAt), confirm: true, empty: tt.empty}
		got := p.confirms(s, track.Look{Cards: tt.read})
		if changed := p.changedUnder(cardAt) > 0; got != tt.want || changed != tt.changed {
			t.Errorf("%s: confirms %v, changed %v", name, got, changed)
		}
		p.sight.close()
	}
}
