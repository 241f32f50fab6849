package pipeline

import (
	"cmp"
	"image"
	"maps"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/frame"
)

const testWidth, testHeight = 640, 360

// picture is a table of one grey with rectangles in other ones on it, the smaller ones upon the larger ones.
func picture(things map[image.Rectangle]uint8) []uint8 {
	px := make([]uint8, 3*testWidth*testHeight)
	for i := range px {
		px[i] = 100
	}
	order := slices.SortedFunc(maps.Keys(things), func(a, b image.Rectangle) int {
		return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a.Min.X, b.Min.X), cmp.Compare(a.Min.Y, b.Min.Y))
	})
	for _, r := range order {
		paint(px, r, things[r])
	}
	return px
}

// paint lays a rectangle of one grey upon a picture.
func paint(px []uint8, r image.Rectangle, v uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			i := 3 * (y*testWidth + x)
			px[i], px[i+1], px[i+2] = v, v, v
		}
	}
}

// cellsOf is a picture of one size shrunk to cells.
func cellsOf(px []uint8) []uint8 {
	m, err := gocv.NewMatFromBytes(testHeight, testWidth, gocv.MatTypeCV8UC3, px)
	if err != nil {
		panic(err)
	}
	f := frame.Of(m, 0)
	defer f.Close()
	cells, err := f.Cells()
	if err != nil {
		panic(err)
	}
	return cells
}

var (
	table = picture(nil)
	card  = image.Rect(200, 100, 240, 160)
	arm   = image.Rect(300, 200, 340, 360)
)

// shown runs a watcher over pictures, a thirtieth of a second apart, and gives the last patches.
func shown(w *watcher, pictures ...[]uint8) (patches []patch) {
	for _, px := range pictures {
		patches = w.step(cellsOf(px), float64(w.tick)/30)
	}
	return patches
}

func TestWatcher(t *testing.T) {
	laid := picture(map[image.Rectangle]uint8{card: 200})
	reaching := picture(map[image.Rectangle]uint8{card: 200, arm: 30})
	faintArm := picture(map[image.Rectangle]uint8{image.Rect(300, 200, 340, 300): 30, image.Rect(300, 300, 340, 360): 109})
	leans := func(y int) []uint8 { return picture(map[image.Rectangle]uint8{image.Rect(300, y, 340, y+200): 30}) }
	tests := []struct {
		name     string
		pictures [][]uint8
		arms     []bool // of the patches, from the top
		still    int    // of the first one
	}{
		{"a still table", [][]uint8{table, table, table}, nil, 0},
		{"a card, just laid", [][]uint8{table, laid}, []bool{false}, 0},
		{"a card at rest", [][]uint8{table, laid, laid, laid}, []bool{false}, 2},
		{"a card and an arm", [][]uint8{table, laid, reaching, reaching}, []bool{false, true}, 2},
		{"a card that was there and an arm", [][]uint8{laid, laid, reaching}, []bool{true}, 0},
		{"an arm that leans far over the table", [][]uint8{table, leans(160), leans(100)}, []bool{true}, 0},
		{"the same at rest", [][]uint8{table, leans(160), leans(100), leans(100), leans(100)}, []bool{false}, 2},
		{"the card it leaves there", [][]uint8{table, leans(160), picture(map[image.Rectangle]uint8{image.Rect(300, 160, 340, 220): 200})}, []bool{false}, 0},
		{"a dark sleeve on a dark table", [][]uint8{table, faintArm}, []bool{true}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWatcher(testWidth, testHeight)
			patches := shown(w, tt.pictures...)
			if len(patches) != len(tt.arms) {
				t.Fatalf("%d patches, want %d", len(patches), len(tt.arms))
			}
			for i, p := range patches {
				if p.arm != tt.arms[i] || p.slight {
					t.Errorf("patch %d of %d cells: arm %v, slight %v", i, len(p.cells), p.arm, p.slight)
				}
			}
			if len(patches) > 0 && patches[0].still != tt.still {
				t.Errorf("still for %d ticks, want %d", patches[0].still, tt.still)
			}
		})
	}
}

// A camera that gives few pictures a second is waited for no longer: what one of them shows as the one before did has rested meanwhile.
// A long pause counts no more than a short one, as nobody knows what went on in it.
func TestACardIsAtRestAsSoonAtAnyRate(t *testing.T) {
	laid := picture(map[image.Rectangle]uint8{card: 200})
	for _, tt := range []struct {
		rate  float64 // pictures a second
		still []int   // in the pictures since the card lies there, in ticks
		calms []bool  // in which of them it comes to rest
	}{
		{60, []int{0, 1, 2, 3}, []bool{false, false, true, false}},
		{30, []int{0, 1, 2, 3}, []bool{false, false, true, false}},
		{25, []int{0, 1, 2, 3}, []bool{false, false, true, false}},
		{15, []int{0, 2, 4}, []bool{false, true, false}},
		{10, []int{0, 3, 6}, []bool{false, true, false}},
		{0.5, []int{0, 6, 12}, []bool{false, true, false}},
	} {
		w := newWatcher(testWidth, testHeight)
		w.step(cellsOf(table), 0)
		for i, still := range tt.still {
			patches := w.step(cellsOf(laid), float64(1+i)/tt.rate)
			if len(patches) != 1 {
				t.Fatalf("%v pictures a second, picture %d: %d patches, want one", tt.rate, i, len(patches))
			}
			if p := patches[0]; p.still != still || p.calm > 0 != tt.calms[i] {
				t.Errorf("%v pictures a second, picture %d: still for %d, just come to rest: %v; want %d, %v", tt.rate, i, p.still, p.calm > 0, still, tt.calms[i])
			}
		}
	}
}

func TestWatcherFollowsAFaintSleeve(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	shown(w, table, picture(map[image.Rectangle]uint8{image.Rect(300, 200, 340, 300): 30, image.Rect(300, 300, 340, 360): 109}))
	for name, tt := range map[string]struct {
		at         image.Point
		arm, reach bool
	}{"the hand": {image.Pt(320, 250), true, true}, "the sleeve": {image.Pt(320, 330), false, true}, "the table": {image.Pt(100, 100), false, false}} {
		cell := w.act.CellsOf(image.Rectangle{tt.at, tt.at.Add(image.Pt(1, 1))}).Min
		if i := cell.Y*w.act.Cols + cell.X; w.act.Arm[i] != tt.arm || w.act.Reach[i] != tt.reach {
			t.Errorf("%s: arm %v, reach %v", name, w.act.Arm[i], w.act.Reach[i])
		}
	}
}

func TestSettledIsNoChange(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	laid := picture(map[image.Rectangle]uint8{card: 200})
	w.settle(shown(w, table, laid, laid)[0].cells)
	if again := shown(w, laid); len(again) > 0 {
		t.Errorf("a settled card is a change still: %v", again)
	}
	if gone := shown(w, table); len(gone) != 1 {
		t.Errorf("a settled card that left gives %d patches", len(gone))
	}
}

func TestArmAtRestCountsAsSettledBothWays(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	resting := picture(map[image.Rectangle]uint8{arm: 30})
	w.rest(shown(w, table, resting, resting)[0].cells)
	if p := shown(w, resting); len(p) > 0 {
		t.Errorf("an arm at rest is a change still: %v", p)
	}
	if p := shown(w, table); len(p) > 0 {
		t.Errorf("the table where an arm lay is a change: %v", p)
	}
}

func TestDriftFollowsTheLight(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	shown(w, table)
	for light := uint8(100); light < 140; light++ {
		px := picture(nil)
		for i := range px {
			px[i] = light
		}
		if p := shown(w, px, px); len(p) > 0 {
			t.Fatalf("light %d is taken for a change", light)
		}
		w.drift(1, lasting)
	}
}

// What no look explains is searched thoroughly at the second one and at the last: in between it is as it was.
func TestThoroughSearches(t *testing.T) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	unexplained := picture(map[image.Rectangle]uint8{card: 200})
	shown(p.watch, table)
	var searched []bool
	for range 3 * len(pauses) * pauses[len(pauses)-1] {
		for _, q := range shown(p.watch, unexplained) {
			if p.isDue(q) {
				searched = append(searched, p.queue(nil, spot{cells: q.cells})[0].again)
			}
		}
	}
	if want := []bool{false, true, false, false, true}; !slices.Equal(searched, want) {
		t.Errorf("looks that searched: %v, want %v", searched, want)
	}
}

// After learning the light in vain it is left alone for longer and longer, but another lamp is seen at once. Arms are no
// other light.
func TestWhenTheLightIsLearnt(t *testing.T) {
	w, light := newWatcher(testWidth, testHeight), attunement{patience: attuneEvery}
	var learnt []int // s
	w.step(cellsOf(table), 0)
	light.known(w)
	arms := picture(map[image.Rectangle]uint8{arm: 30, image.Rect(0, 0, 200, 300): 40})
	for second := 1; second <= 60; second++ {
		px := table
		switch {
		case second > 40:
			px = picture(map[image.Rectangle]uint8{image.Rect(0, 0, testWidth, testHeight): 120})
		case second%2 == 1:
			px = arms
		}
		if w.step(cellsOf(px), float64(second)); light.due(w) {
			light.took(w, false)
			learnt = append(learnt, second)
		}
	}
	if want := []int{1, 3, 7, 15, 31, 41, 42, 44, 48, 56}; !slices.Equal(learnt, want) {
		t.Errorf("learnt at %v s, want %v", learnt, want)
	}
	if light.took(w, true); light.patience != attuneEvery {
		t.Errorf("after learning helped it is left alone for %v s", light.patience)
	}
}

func TestBlobFindsTheCard(t *testing.T) {
	want := blob{mid: models.Point{X: 300, Y: 200}, long: models.Point{X: 0.8, Y: 0.6}}.outline(60, 92)
	var points []weighed
	for y := 100.5; y < 300; y++ {
		for x := 200.5; x < 400; x++ {
			if p := (models.Point{X: x, Y: y}); want.Polygon().Contains(p) {
				points = append(points, weighed{p, 1})
			}
		}
	}
	if got := blobOf(points).outline(60, 92); got.IoU(want) < 0.98 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// BenchmarkWatch is what every frame costs, whatever goes on.
func BenchmarkWatch(b *testing.B) {
	still, laid, reaching := cellsOf(table), cellsOf(picture(map[image.Rectangle]uint8{card: 200})), cellsOf(picture(map[image.Rectangle]uint8{card: 200, arm: 30}))
	for name, px := range map[string][2][]uint8{"still table": {still, still}, "moving arm": {laid, reaching}} {
		b.Run(name, func(b *testing.B) {
			w := newWatcher(testWidth, testHeight)
			for i := 0; b.Loop(); i++ {
				w.step(px[i%2], float64(i)/30)
			}
		})
	}
}

// known is a scene of one card.
func known(outline models.Quad) []models.Observation {
	return []models.Observation{{Face: models.FaceFront, Card: models.CardAt(0), Corners: outline}}
}

// looksAt adds up the looks a step makes over some pictures, a card being known at an outline.
func looksAt(outline models.Quad, pictures [][]uint8, step func(*pipeline, []patch) int) (looks int) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	p.scene = known(outline)
	for i, px := range pictures {
		looks += step(p, p.watch.step(cellsOf(px), float64(i)/30))
	}
	return looks
}

func TestACardBesideAnArmIsLookedAt(t *testing.T) {
	outline := models.Quad{{X: 200, Y: 100}, {X: 240, Y: 100}, {X: 240, Y: 160}, {X: 200, Y: 160}}
	// held is the card with a hand on it from y on; the arm moves sideways by so much.
	held := func(y, by int) []uint8 {
		return picture(map[image.Rectangle]uint8{
			image.Rect(200, 100, 240, y): 200, image.Rect(200, y, 240, 200): 30, image.Rect(200+by, 200, 240+by, 359): 30, image.Rect(0, 359, 639, 360): 30,
		})
	}
	let := held(160, 0)
	// alone is the same with a sleeve that looks like the table: the hand does not hang together with the picture's edge.
	alone := func(y, by int) []uint8 {
		return picture(map[image.Rectangle]uint8{
			image.Rect(200, 100, 240, y): 200, image.Rect(200, y, 240, 200): 30, image.Rect(200+by, 200, 240+by, 260): 30,
		})
	}
	tests := []struct {
		name     string
		pictures [][]uint8
		want     int // looks
	}{
		{"laid, the arm in motion", [][]uint8{table, held(110, 0), let, held(160, 4), held(160, 8), held(160, 12)}, 1},
		{"once is enough", [][]uint8{table, held(110, 0), let, held(160, 4), held(160, 8), held(160, 12), held(160, 16), held(160, 20)}, 1},
		{"laid by a hand without an arm", [][]uint8{table, alone(110, 0), alone(160, 0), alone(160, 4), alone(160, 8), alone(160, 12)}, 1},
		{"the hand still moves on it", [][]uint8{table, held(108, 0), held(117, 0), held(126, 4), held(135, 8), held(144, 12), held(153, 4)}, 0},
	}
	for _, tt := range tests {
		looks := looksAt(outline, tt.pictures, func(p *pipeline, patches []patch) (n int) {
			for _, s := range p.due(patches) {
				if s.place == outline {
					n++
				}
			}
			return n
		})
		if looks != tt.want {
			t.Errorf("%s: %d looks, want %d", tt.name, looks, tt.want)
		}
	}
}

// A card laid just on one of its own colour changes a thin digit alone. Once the arm is gone the place is read again;
// where nothing has changed it is not.
func TestAPlaceAnArmHasLeftIsReadAgain(t *testing.T) {
	outline := models.Quad{{X: 200, Y: 100}, {X: 240, Y: 100}, {X: 240, Y: 160}, {X: 200, Y: 160}}
	upper, lower := image.Rect(200, 100, 240, 130), image.Rect(200, 130, 240, 160)
	two, three := picture(map[image.Rectangle]uint8{upper: 207, lower: 200}), picture(map[image.Rectangle]uint8{upper: 200, lower: 207})
	hidden := picture(map[image.Rectangle]uint8{image.Rect(190, 90, 250, 360): 30})
	held := slices.Clone(two)
	paint(held, image.Rect(190, 138, 250, 360), 30)
	tests := []struct {
		name     string
		pictures [][]uint8
		want     int // looks
	}{
		{"another card", [][]uint8{two, hidden, three, three, three, three}, 1},
		{"another card, held by its edge", [][]uint8{two, held, three, three, three, three}, 1},
		{"the same card", [][]uint8{two, hidden, two, two, two, two}, 0},
		{"the arm still over it", [][]uint8{two, hidden, hidden, hidden, hidden}, 0},
		{"no arm was there", [][]uint8{two, three, three, three, three}, 0},
	}
	for _, tt := range tests {
		looks := looksAt(outline, tt.pictures, func(p *pipeline, _ []patch) int {
			p.notePassed()
			spots := p.leftBehind()
			for _, s := range spots {
				p.watch.settle(s.cells)
			}
			return len(spots)
		})
		if looks != tt.want {
			t.Errorf("%s: %d looks, want %d", tt.name, looks, tt.want)
		}
	}
}

// TestAPlaceAnArmHasLeftIsNotTakenForReadBefore: some other change beside the place is looked at before its turn comes.
func TestAPlaceAnArmHasLeftIsNotTakenForReadBefore(t *testing.T) {
	upper, lower := image.Rect(200, 100, 240, 130), image.Rect(200, 130, 240, 160)
	two, three := picture(map[image.Rectangle]uint8{upper: 207, lower: 200}), picture(map[image.Rectangle]uint8{upper: 200, lower: 207})
	hidden := picture(map[image.Rectangle]uint8{image.Rect(190, 90, 250, 360): 30})
	for name, tt := range map[string]struct {
		pictures [][]uint8
		want     bool
	}{
		"the same card, passed over":      {[][]uint8{two, hidden, two}, true},
		"another card":                    {[][]uint8{two, hidden, three}, false},
		"no arm was there, another light": {[][]uint8{two, three}, true},
	} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = []models.Observation{{Face: models.FaceFront, Card: models.CardAt(0), Corners: cardAt}}
		for _, px := range tt.pictures {
			shown(p.watch, px)
			p.notePassed()
		}
		p.markPassed(p.size)
		if got := len(p.asBefore(spot{area: p.size})) == 1; got != tt.want {
			t.Errorf("%s: counts as seen before: %v", name, got)
		}
		p.sight.close()
	}
}

func TestACardCarriedAcrossIsNotRead(t *testing.T) {
	w := newWatcher(testWidth, testHeight)
	p := &pipeline{watch: w}
	o := models.Observation{Face: models.FaceFront, Corners: cardAt}
	laid := picture(map[image.Rectangle]uint8{card: 200})
	shown(w, table, table, laid)
	if !p.carried(o) {
		t.Error("a card that has just come counts as lying there")
	}
	shown(w, laid)
	if p.carried(o) {
		t.Error("a card at rest counts as carried")
	}
}

// TestASoftPictureShowsWhatMoves: a lens out of focus mixes neighbouring cells, so that every edge looks otherwise. What is not
// between the colours that lie side by side there has come.
func TestASoftPictureShowsWhatMoves(t *testing.T) {
	laid := picture(map[image.Rectangle]uint8{card: 200})
	arm := image.Rect(220, 140, 260, 360)
	reaching := slices.Clone(laid)
	paint(reaching, arm, 30)
	w := newWatcher(testWidth, testHeight)
	shown(w, laid, laid, laid)
	soft := func(cells []uint8) []uint8 {
		out := slices.Clone(cells)
		for i := range w.still {
			for k := range 3 {
				sum, n := int(cells[3*i+k]), 1
				for _, j := range w.around(i) {
					sum, n = sum+int(cells[3*j+k]), n+1
				}
				out[3*i+k] = uint8(sum / n)
			}
		}
		return out
	}
	w.soft = true
	for n, px := range [][]uint8{laid, reaching, laid} {
		w.step(soft(cellsOf(px)), 1+float64(n)/30)
		moved, changed := 0, 0
		for i := range w.still {
			if w.act.Moved[i] == w.now {
				moved++
			}
			if w.act.Changed[i] {
				changed++
			}
		}
		if arm := n == 1; arm != (changed > 0) || (n > 0) != (moved > 0) {
			t.Errorf("picture %d: %d cells have changed and %d have moved", n, changed, moved)
		}
	}
	w.soft = false
	if w.step(cellsOf(laid), 2); slices.Contains(w.act.Changed, true) {
		t.Error("in focus again the picture differs from the settled one")
	}
}

// TestWhatAnArmOfTheFirstPictureLeavesIsLookedAt: what lay under an arm when the camera began to look was never seen, and nothing tells it
// from that arm's own place as long as the arm moves beside it. Later on it is waited for.
func TestWhatAnArmOfTheFirstPictureLeavesIsLookedAt(t *testing.T) {
	under := image.Rect(300, 100, 340, 160)
	first := picture(map[image.Rectangle]uint8{image.Rect(300, 90, 340, 360): 30})
	var left [][]uint8
	for k := range 12 {
		left = append(left, picture(map[image.Rectangle]uint8{under: 200, image.Rect(340, 150+4*(k%2), 380, 360): 30}))
	}
	for name, tt := range map[string]struct {
		before int // pictures of the empty table
		want   int // looks
	}{"at first": {0, 1}, "later on": {early, 0}} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		p.scene = known(cardAt)
		pictures := append(slices.Repeat([][]uint8{first}, 1+tt.before), left...)
		looks := 0
		for i, px := range pictures {
			for _, s := range p.due(p.watch.step(cellsOf(px), float64(i)/30)) {
				if under.In(s.area) && s.again {
					looks++
				}
			}
		}
		if looks != tt.want {
			t.Errorf("%s: %d looks, want %d", name, looks, tt.want)
		}
		p.sight.close()
	}
}
