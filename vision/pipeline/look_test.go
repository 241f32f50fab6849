package pipeline

import (
	"image"
	"path/filepath"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/synth"
	"schiri/vision/track"
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

// TestACardUnderAHandIsNotSettled: what was read of a card of which a hand leaves too little in sight is told to nobody, so
// that the place must look changed still once the hand has gone.
func TestACardUnderAHandIsNotSettled(t *testing.T) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	laid := picture(map[image.Rectangle]uint8{card: 200})
	patches := shown(p.watch, table, laid, laid, laid)
	for visible, want := range map[float64]bool{inSight - 0.01: false, inSight: true} {
		o := models.Observation{Face: models.FaceFront, Corners: cardAt, Visible: visible}
		settles := len(p.explained(spot{cells: patches[0].cells}, track.Look{Cards: []models.Observation{o}})) > 0
		if settles != want {
			t.Errorf("%.2f in sight: settled is %v", visible, settles)
		}
	}
}

// TestACardThatPassesForTheTableIsForgottenWhenItsPrintHasGone: of a red card on a scarlet cloth only the print tells it from the table, so
// that most of its place looks empty while it lies there. Of any other card that is enough to know that it has gone.
func TestACardThatPassesForTheTableIsForgottenWhenItsPrintHasGone(t *testing.T) {
	part := func(share float64) image.Rectangle {
		r := card
		r.Max.Y = r.Min.Y + int(share*float64(card.Dy()))
		return r
	}
	printed := picture(map[image.Rectangle]uint8{part(.34): 200})
	tests := []struct {
		name       string
		read, then []uint8 // the card when it was read, and its place when a look reads nothing there
		lies       bool
	}{
		{"its print is in sight", printed, printed, true},
		{"half of its print is", printed, picture(map[image.Rectangle]uint8{part(.17): 200}), true},
		{"hardly anything of it is", printed, picture(map[image.Rectangle]uint8{part(.03): 200}), false},
		{"another card, in sight as a whole", picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{card: 200}), true},
		{"another card, two thirds of it", picture(map[image.Rectangle]uint8{card: 200}), picture(map[image.Rectangle]uint8{part(.67): 200}), true},
		{"another card, a third of it", picture(map[image.Rectangle]uint8{card: 200}), printed, false},
	}
	for _, tt := range tests {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		shown(p.watch, table, table)
		p.bare.learn(p.watch, nil, nil, 2)
		look := func(px []uint8, cards []models.Observation) {
			shown(p.watch, px)
			p.bare.mark(p.watch)
			p.note(track.Look{Area: p.size, Cards: cards})
		}
		look(tt.read, known(cardAt))
		look(tt.then, nil)
		if lies := len(p.scene) > 0; lies != tt.lies {
			t.Errorf("%s: the card is known: %v", tt.name, lies)
		}
		if len(p.passing) != len(p.scene) {
			t.Errorf("%s: of %d cards known it is noted whether they pass for the table: %v", tt.name, len(p.scene), p.passing)
		}
		p.sight.close()
	}
}

// looking is a pipeline that has looked at a table of cards, in a picture that is altered by pale: the share of all contrast left, and
// the grey levels laid upon it.
func looking(t *testing.T, left, glare float32) (p *pipeline, f *frame.Frame, lying []models.Observation) {
	t.Helper()
	scene, err := synth.NewScene(synth.Options{Players: 2, Seed: 21, Design: "frame"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(scene.Close)
	dir := t.TempDir()
	if err := scene.WriteSession(dir); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range scene.Backs() {
		names = append(names, string(b))
	}
	deck, err := learn.FromSheets(t.Context(), learn.Sheets{
		Fronts: []string{filepath.Join(dir, "calib", "fronts.jpg")}, Backs: filepath.Join(dir, "calib", "backs.jpg"),
		BackNames: names, CardMM: scene.Table().CardMM,
	})
	if err != nil {
		t.Fatal(err)
	}
	photo, _, err := scene.Still(synth.ModeTable)
	if err != nil {
		t.Fatal(err)
	}
	photo.ConvertToWithParams(&photo, gocv.MatTypeCV8UC3, left, glare)
	f = frame.Of(photo, 0)
	t.Cleanup(func() { f.Close() })
	if p, err = open(Config{Deck: deck, Table: scene.Table()}, f.Size().X, f.Size().Y); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.eyes.Close() })
	t.Cleanup(func() { p.sight.close() })
	cells, err := f.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 * settled {
		p.watch.step(cells, float64(n)/30)
	}
	if lying, err = p.eyes.LookIn(f.Mat(), p.size); err != nil {
		t.Fatal(err)
	}
	return p, f, lying
}

// TestACardThatSticksOutOfWhatIsLookedAtIsTold: of a card just laid, half of which changed the picture, all is looked at, so
// that it is told; of one that is known the place is.
func TestACardThatSticksOutOfWhatIsLookedAtIsTold(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	tested := 0
	for i, o := range lying {
		area := o.Corners.Grown(1.3).Box()
		if o.Face != models.FaceFront || o.Visible < wholly || !area.In(p.size) ||
			slices.ContainsFunc(lying, func(n models.Observation) bool { return n != o && n.Corners.Box().Overlaps(area) }) {
			continue // what lies beside it would be looked at, too
		}
		tested++
		area.Max.X -= o.Corners.Box().Dx() / 4
		half := spot{area: area, cells: p.watch.act.Under(o.Corners), again: true}
		for name, known := range map[string][]models.Observation{"new": slices.Delete(slices.Clone(lying), i, i+1), "known": lying} {
			p.scene = known
			l, err := p.lookAt(f, half)
			if err != nil {
				t.Fatal(err)
			}
			seen := slices.ContainsFunc(l.Cards, func(n models.Observation) bool { return n.Card == o.Card && n.Corners.Box().In(l.Area) })
			if seen != (name == "new") {
				t.Errorf("%v, %s: looking at %v of a card at %v, it is told: %v", o.Card, name, l.Area, o.Corners.Box(), seen)
			}
		}
	}
	if tested < 3 {
		t.Errorf("%d of %d cards lie by themselves: too few to tell", tested, len(lying))
	}
}

// TestTheFirstCardOnAnEmptyTableIsTold: where the camera began to look before a card lay there, none tells how large one is.
func TestTheFirstCardOnAnEmptyTableIsTold(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	i := slices.IndexFunc(lying, func(o models.Observation) bool { return o.Face == models.FaceFront && o.Visible >= wholly })
	first := lying[i]
	for _, again := range []bool{false, true} {
		l, err := p.lookAt(f, spot{area: first.Corners.Grown(1.3).Box().Intersect(p.size), cells: p.watch.act.Under(first.Corners), again: again})
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(l.Cards, func(o models.Observation) bool {
			return o.Card == first.Card && o.Corners.IoU(first.Corners) > aboutThere
		})
		if told != again {
			t.Errorf("searched thoroughly %v: %v is told: %v", again, first.Card, told)
		}
	}
}

// TestACardUnreadAtItsPlaceIsSearchedFor: in glare, a card that lies some mm from the place of the one before may not be read there. Once no
// arm is near, it is searched for all around.
func TestACardUnreadAtItsPlaceIsSearchedFor(t *testing.T) {
	const enough = 3 // cards
	p, f, lying := looking(t, .2, 190)
	tested := 0
	beside := func(o models.Observation) (models.Quad, bool) {
		for off := 9.0; off < 14; off++ { // px; some are read a little farther off than others
			place := o.Corners
			for i := range place {
				place[i] = place[i].Add(models.Point{X: off})
			}
			there, err := p.readAt(f, place)
			if err != nil {
				t.Fatal(err)
			}
			if there.Face == models.FaceUnknown && there.Visible >= wholly {
				return place, true
			}
		}
		return models.Quad{}, false
	}
	for _, o := range lying {
		place, unread := beside(o)
		if !unread || tested == enough {
			continue
		}
		tested++
		p.scene = []models.Observation{{Face: models.FaceUnknown, Corners: place}}
		s := spot{area: place.Grown(withEdge).Box(), cells: p.watch.act.Under(place), place: place, confirm: true}
		l, err := p.lookAt(f, s)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(l.Cards, func(n models.Observation) bool { return n.Card == o.Card }) {
			t.Errorf("%v beside its place is not told: %v", o.Card, l.Cards)
		}
	}
	if tested < enough {
		t.Errorf("%d of %d cards are not read beside their places: too few to tell", tested, len(lying))
	}
}

// TestWhatMayBeAHandIsNoUnreadCard: in the first seconds, what cannot be read where an arm rests may be the hand. Elsewhere, and later on, it
// is a card that cannot be read.
func TestWhatMayBeAHandIsNoUnreadCard(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	i := slices.IndexFunc(lying, func(o models.Observation) bool {
		alone := func(n models.Observation) bool {
			return n == o || !n.Corners.Box().Overlaps(o.Corners.Grown(1.3).Box())
		}
		return o.Face == models.FaceFront && o.Visible >= wholly && !slices.ContainsFunc(lying, func(n models.Observation) bool { return !alone(n) })
	})
	card := lying[i].Corners
	g := rubbedOut(t, f, card)
	cells, err := g.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for range settled {
		p.watch.step(cells, p.watch.now+1./30)
	}
	for _, arm := range []bool{true, false} {
		l, err := p.lookAt(g, spot{area: card.Grown(1.3).Box().Intersect(p.size), cells: p.watch.act.Under(card), again: true, arm: arm})
		if err != nil {
			t.Fatal(err)
		}
		unread := slices.ContainsFunc(l.Cards, func(o models.Observation) bool { return !believed(o) && o.Corners.IoU(card) > aboutThere })
		if unread == arm {
			t.Errorf("an arm rests there: %v; a card that cannot be read is told: %v", arm, unread)
		}
	}
}
