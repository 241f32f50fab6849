package pipeline

import (
	"image"
	"maps"
	"slices"
	"testing"

	"schiri/models"
)

// cardAt is where the card lies in these tests.
var cardAt = models.Quad{{X: 200, Y: 100}, {X: 240, Y: 100}, {X: 240, Y: 160}, {X: 200, Y: 160}}

// learnt is what is known of a bare table from a picture in which the card lies there.
func learnt(w *watcher, laid []uint8) *bareTable {
	shown(w, laid, laid)
	b := &bareTable{}
	b.learn(w, []models.Observation{{Face: models.FaceFront, Corners: cardAt}}, nil, 2)
	return b
}

// bareUnder counts the cells under the card that look like the bare table, and those that did when it was settled.
func bareUnder(w *watcher, b *bareTable) (bare, clear, all int) {
	b.mark(w)
	under := w.act.Under(cardAt)
	for _, i := range under {
		if w.act.Bare[i] {
			bare++
		}
		if w.act.Clear[i] {
			clear++
		}
	}
	return bare, clear, len(under)
}

func TestBareTable(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	b := learnt(w, picture(map[image.Rectangle]uint8{card: 200}))
	if n, _, _ := bareUnder(w, b); n > 0 {
		t.Errorf("%d cells of the card look like the table", n)
	}
	shown(w, table)
	if n, _, all := bareUnder(w, b); n != all {
		t.Errorf("%d of %d cells look like the table once the card is gone", n, all)
	}
}

// A card that was missed when the table's colours were learnt is no table once it was read, and it is known when it has gone.
func TestACardMissedWhenTheTableWasLearntIsNoTable(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	laid := picture(map[image.Rectangle]uint8{card: 200})
	shown(w, laid, laid)
	b := &bareTable{}
	b.learn(w, nil, nil, 2)
	read := models.Observation{Face: models.FaceFront, Corners: cardAt, Visible: 1}
	if !b.mistook(w, []models.Observation{read}, 3*early) {
		t.Error("nothing was forgotten")
	}
	if bare, clear, _ := bareUnder(w, b); bare+clear > 0 {
		t.Errorf("%d cells of the card look like the table, %d did", bare, clear)
	}
	if b.mistook(w, []models.Observation{read}, 3*early) {
		t.Error("it was forgotten twice")
	}
	shown(w, table)
	if bare, _, all := bareUnder(w, b); bare != all {
		t.Errorf("%d of %d cells look like the table once the card is gone", bare, all)
	}
}

// The same with a print that the table's colours, learnt under an arm, do not have: a third of the card.
func TestACardMissedInPartWhenTheTableWasLearntIsNoTable(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	band := card
	band.Max.Y = card.Min.Y + card.Dy()/3
	shown(w, picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{card: 200}))
	b := &bareTable{}
	b.learn(w, nil, nil, 2)
	shown(w, picture(map[image.Rectangle]uint8{card: 200, band: 60}))
	if !b.mistook(w, []models.Observation{{Face: models.FaceFront, Corners: cardAt, Visible: 1}}, 3*early) {
		t.Error("nothing was forgotten")
	}
}

// A hand that takes a card in the first picture leaves a third of it open, and the card below looks the same there.
func TestACardUnderTheHandOfTheFirstPictureIsNoTable(t *testing.T) {
	open := card
	open.Max.Y = card.Min.Y + card.Dy()/3
	taking, below := picture(map[image.Rectangle]uint8{card: 90, open: 200}), picture(map[image.Rectangle]uint8{card: 200})
	for count, want := range map[int]bool{early: true, 3 * early: false} {
		w := newWatcher(testWidth, testHeight)
		shown(w, taking, taking)
		b := &bareTable{}
		b.learn(w, nil, nil, 2)
		shown(w, below)
		b.forget(w.act.Changed)
		got := b.mistook(w, []models.Observation{{Face: models.FaceFront, Corners: cardAt, Visible: 1}}, count)
		if got != want {
			t.Errorf("after %d pictures the card below is no table: %v", count, got)
		}
		shown(w, table)
		if bare, _, all := bareUnder(w, b); want && bare != all {
			t.Errorf("%d of %d cells look like the table once both are gone", bare, all)
		}
	}
}

// Of a card that a hand is just taking away a part lies there still when it is missed.
func TestACardBeingTakenIsNoTable(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	b := learnt(w, picture(map[image.Rectangle]uint8{card: 200}))
	rest := card
	rest.Min.X += card.Dx() / 2
	shown(w, picture(map[image.Rectangle]uint8{rest: 200}))
	b.learn(w, nil, []models.Quad{cardAt}, 2+freshFor)
	shown(w, table)
	if n, _, all := bareUnder(w, b); n != all {
		t.Errorf("%d of %d cells look like the table once the card is gone", n, all)
	}
}

// chequered is a table of squares twelve pixels wide, as things upon one grey.
func chequered() map[image.Rectangle]uint8 {
	checks := map[image.Rectangle]uint8{}
	for y := 0; y < testHeight; y += 12 {
		for x := y % 24; x < testWidth-12; x += 24 {
			checks[image.Rect(x, y, x+12, y+12)] = 170
		}
	}
	return checks
}

// What a patterned table looks like where a card has lain from the beginning is told by where it looks alike: the table
// is known once the card is gone, and a card washed out by glare is not taken for it.
func TestPatternedTableIsGuessed(t *testing.T) {
	checks := chequered()
	empty := picture(checks)
	maps.DeleteFunc(checks, func(r image.Rectangle, _ uint8) bool { return r.Overlaps(card) })
	checks[card] = 250
	w := newWatcher(testWidth, testHeight)
	b := learnt(w, picture(checks))
	if bare, clear, _ := bareUnder(w, b); bare+clear > 0 {
		t.Errorf("%d cells of the card look like the table, %d did", bare, clear)
	}
	shown(w, empty)
	if bare, clear, all := bareUnder(w, b); bare != all || clear > 0 {
		t.Errorf("%d of %d cells look like the table once the card is gone, and %d did before", bare, all, clear)
	}
}

// columns are cards in columns between which streets about as wide are in sight, drawn upon a picture.
func columns(px []uint8) (cards []models.Observation) {
	for y := 10; y+60 < testHeight; y += 90 {
		for x := 98; x+40 < testWidth; x += 102 {
			o := models.Observation{Face: models.FaceFront}
			for c, q := range cardAt {
				o.Corners[c] = q.Add(models.Point{X: float64(x) - cardAt[0].X, Y: float64(y) - cardAt[0].Y})
			}
			cards = append(cards, o)
			for row := y; row < y+60; row++ {
				for i := 3 * (row*testWidth + max(0, x)); i < 3*(row*testWidth+x+40); i++ {
					px[i] = 250
				}
			}
		}
	}
	return cards
}

// Among many cards no large part of the table is in sight as a whole: it is guessed in small ones.
func TestTableIsGuessedAmongManyCards(t *testing.T) {
	laid := picture(chequered())
	cards := columns(laid)
	w := newWatcher(testWidth, testHeight)
	shown(w, laid, laid)
	b := &bareTable{}
	b.learn(w, cards, nil, 2)
	if bare, _, _ := bareUnder(w, b); bare > 0 {
		t.Errorf("%d cells of the card look like the table", bare)
	}
	shown(w, picture(chequered()))
	if bare, _, all := bareUnder(w, b); bare != all {
		t.Errorf("%d of %d cells look like the table once the card is gone", bare, all)
	}
}

// What was like nothing that was in sight is guessed once more of the table has come into sight.
func TestTableIsGuessedAnew(t *testing.T) {
	laid := picture(chequered())
	w := newWatcher(testWidth, testHeight)
	shown(w, laid, laid)
	everywhere := models.Observation{Face: models.FaceUnknown, Corners: models.Quad{{}, {X: testWidth}, {X: testWidth, Y: testHeight}, {Y: testHeight}}}
	b := &bareTable{}
	b.learn(w, []models.Observation{everywhere}, nil, 2)
	b.learn(w, []models.Observation{{Face: models.FaceFront, Corners: cardAt}}, nil, 2+freshFor)
	if bare, _, all := bareUnder(w, b); bare != all {
		t.Errorf("%d of %d cells look like the table", bare, all)
	}
}

// Where something went on since the first picture the table is guessed as soon as a look asks for it: a card laid in the first
// seconds came where the table was in sight, and one where an arm lay then did not.
func TestTheTableOfTheFirstPictureIsGuessedWhereItIsAskedFor(t *testing.T) {
	upon := func(r image.Rectangle, grey uint8) []uint8 {
		checks := chequered()
		maps.DeleteFunc(checks, func(c image.Rectangle, _ uint8) bool { return c.Overlaps(r) })
		checks[r] = grey
		return picture(checks)
	}
	for name, tt := range map[string]struct {
		first []uint8
		clear bool
	}{
		"the table": {picture(chequered()), true},
		"an arm":    {upon(image.Rect(180, 0, 260, 170), 30), false},
	} {
		w := newWatcher(testWidth, testHeight)
		shown(w, tt.first, tt.first)
		b := &bareTable{}
		b.learn(w, nil, nil, 2)
		shown(w, upon(card, 250))
		b.forget(w.act.Changed)
		if _, clear, _ := bareUnder(w, b); clear > 0 {
			t.Errorf("%s: %d cells count as the table though nobody knows", name, clear)
		}
		b.recall(w.act.CellsOf(cardAt.Box().Inset(-20)), w.act.Cols)
		if _, clear, all := bareUnder(w, b); clear != all && tt.clear || clear > 0 && !tt.clear {
			t.Errorf("%s: %d of %d cells looked like the table, want all: %v", name, clear, all, tt.clear)
		}
	}
}

// A table that looks alike nowhere is not guessed.
func TestUnlikeTableIsNotGuessed(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	b := learnt(w, picture(patched(0)))
	if bare, clear, _ := bareUnder(w, b); bare+clear > 0 {
		t.Errorf("%d cells of a place never in sight are taken for the table, %d were", bare, clear)
	}
}

// Where an arm lay in the first picture the table differs from that, up to the edge: what is laid there is no part of an arm.
func TestTheTableWhereAnArmLayIsSettled(t *testing.T) {
	p := &pipeline{watch: newWatcher(testWidth, testHeight), bare: *learnt(newWatcher(testWidth, testHeight), table)}
	moving := image.Rect(260, 300, 300, 360)
	pictures := [][]uint8{picture(map[image.Rectangle]uint8{arm: 30})}
	for len(pictures) < 2*uncoverEvery {
		pictures = append(pictures, picture(map[image.Rectangle]uint8{moving: 30}))
	}
	p.uncover(shown(p.watch, pictures...))
	laid := picture(map[image.Rectangle]uint8{moving: 30, image.Rect(300, 210, 340, 270): 200})
	if patches := shown(p.watch, laid, laid); len(patches) != 2 || patches[0].arm {
		t.Errorf("the card and the arm give %d patches, the first one an arm: %v", len(patches), len(patches) > 0 && patches[0].arm)
	}
}

// A card that was never read lies on the table still once it has become part of the settled picture, and so does what an arm
// leaves open of one; another light has the table look otherwise all over, and a shadow's edge little.
func TestWhatWasNeverReadIsNoTable(t *testing.T) {
	part := image.Rect(200, 100, 208, 116)
	for name, tt := range map[string]struct {
		then []uint8
		not  int // cells of the card's that are no table
	}{
		"a card":           {picture(map[image.Rectangle]uint8{card: 200}), 150},
		"a part of a card": {picture(map[image.Rectangle]uint8{part: 200}), 8},
		"a shadow's edge":  {picture(map[image.Rectangle]uint8{part: 75}), 0},
		"another light":    {picture(map[image.Rectangle]uint8{image.Rect(0, 0, testWidth, testHeight): 130}), 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWatcher(testWidth, testHeight)
			shown(w, table)
			b := &bareTable{}
			b.learn(w, nil, nil, 2)
			for _, p := range shown(w, tt.then) {
				w.settle(p.cells)
			}
			b.learn(w, nil, nil, 2+freshFor)
			if n, _, all := bareUnder(w, b); n != all-tt.not {
				t.Errorf("%d of %d cells look like the table, want all but %d", n, all, tt.not)
			}
		})
	}
}

// TestTheTableOfTheFirstPictureIsKnownWhereACardWasLaid: an arm comes over the bare table just after the film began, so that nobody knows
// whether the first picture shows an arm there, and lays a card. If what lies about the card looks as it did, the arm came later.
func TestTheTableOfTheFirstPictureIsKnownWhereACardWasLaid(t *testing.T) {
	bare, reach := picture(patched(0)), card.Inset(-20)
	reach.Min.X = 0
	with := func(upon []uint8, r image.Rectangle, v uint8) []uint8 {
		px := slices.Clone(upon)
		paint(px, r, v)
		return px
	}
	laid, arm := with(bare, card, 250), with(bare, reach, 225)
	red1 := []models.Observation{{Face: models.FaceFront, Card: models.Card{Color: models.Red, Number: 1}, Confidence: 1, Corners: cardAt, Visible: 1}}
	for name, c := range map[string]struct {
		first, now []uint8
		read       []models.Observation // in the first picture
		want       bool
	}{
		"the table":                  {bare, laid, nil, true},
		"an arm, gone now":           {arm, laid, nil, false},
		"the card below an arm":      {laid, laid, nil, false},
		"the table, the arm is near": {bare, with(arm, card, 250), nil, false},
		"another card, read then":    {with(bare, card, 232), laid, red1, false},
	} {
		w := newWatcher(testWidth, testHeight)
		shown(w, c.first, c.first)
		b := &bareTable{}
		b.learn(w, c.read, nil, 2)
		for _, cells := range [][]uint8{arm, c.now} {
			shown(w, cells)
			b.forget(w.act.Changed)
		}
		if got := b.remember(w, red1); got != c.want {
			t.Errorf("the first picture showed %s: the table there is known again: %v", name, got)
		}
		if _, clear, all := bareUnder(w, b); (clear == all) != c.want {
			t.Errorf("the first picture showed %s: %d of %d cells showed the table", name, clear, all)
		}
	}
}
