package pipeline

import (
	"image"
	"testing"

	"schiri/models"
)

// TestTheTableUnderACardIsKnownInAnotherLight: the light fades little by little while a card lies on the table, which was in sight there
// before, or only in the photo of the empty table.
func TestTheTableUnderACardIsKnownInAnotherLight(t *testing.T) {
	fading := func(px []uint8, by uint8) []uint8 {
		for i := range px {
			px[i] -= by
		}
		return px
	}
	for _, seen := range []bool{true, false} {
		w, b := newWatcher(testWidth, testHeight), &bareTable{}
		if seen {
			shown(w, table, table)
			b.learn(w, nil, nil, 2)
		} else {
			cells := cellsOf(table)
			b.photo = photo{cells, mosaicOf(cells, w.act.Cols, func(int) bool { return true })}
		}
		laid := []models.Observation{{Face: models.FaceFront, Corners: cardAt}}
		for by := range uint8(40) {
			px := fading(picture(map[image.Rectangle]uint8{card: 200}), by)
			shown(w, px, px)
			copy(w.ref, w.cur)
			clear(w.act.Changed)
			b.learn(w, laid, nil, 2+(int(by)+1)*freshFor)
		}
		shown(w, fading(picture(nil), 40))
		if n, _, all := bareUnder(w, b); n != all {
			t.Errorf("seen before: %v; %d of %d cells look like the table once the card is gone", seen, n, all)
		}
	}
}

// TestALightThatFallsFast: a cloud goes before the sun in two seconds, on one side of the picture more than on the other. The table does
// not count as changed, but a card laid meanwhile and the arm beside it do.
func TestALightThatFallsFast(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	sunlit := func(by uint8) []uint8 {
		px := picture(map[image.Rectangle]uint8{image.Rect(0, 0, testWidth/4, testHeight): 165 - 3*by/2})
		for i := range px {
			if px[i] == 100 {
				px[i] -= by
			}
		}
		return px
	}
	shown(w, sunlit(0), sunlit(0))
	for by := range uint8(60) {
		px := sunlit(by)
		if by >= 20 {
			paint(px, card, 200)
			paint(px, arm, 20)
		}
		patches := shown(w, px)
		w.follow()
		changed := 0
		for _, q := range patches {
			changed += len(q.cells)
		}
		if by < 20 && changed > 0 || by >= 20 && (len(patches) != 2 || changed > int(1.5*(size(card)+size(arm)))/(w.act.Cell*w.act.Cell)) {
			t.Fatalf("darker by %d: %d cells changed in %d patches", by, changed, len(patches))
		}
	}
}
