package pipeline

import (
	"image"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/vision/frame"
)

// TestACameraThatSways: the picture lies up to three pixels off its place, about once a second. Nothing counts as changed but the arm that
// reaches in, and what it is off in the end, when it has been moved, is left to be found out.
func TestACameraThatSways(t *testing.T) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	take := func(n int, right, down float64, reaching bool) *frame.Frame {
		things := map[image.Rectangle]uint8{}
		for k := range 24 {
			things[image.Rect(40, 40, 80, 100).Add(image.Pt(70*(k%8), 100*(k/8)))] = uint8(150 + 4*k)
		}
		if reaching {
			things[image.Rect(310, 180, 350, 360)] = 20
		}
		m, err := gocv.NewMatFromBytes(testHeight, testWidth, gocv.MatTypeCV8UC3, picture(things))
		if err != nil {
			t.Fatal(err)
		}
		f := frame.Of(m, float64(n)/30)
		if err := f.Shift(right, down); err != nil {
			t.Fatal(err)
		}
		cells, err := f.Cells()
		if err != nil {
			t.Fatal(err)
		}
		if cells, err = p.holdStill(f, cells); err != nil {
			t.Fatal(err)
		}
		p.watch.step(cells, f.Time)
		if p.watch.anchor == nil {
			p.watch.anchor = slices.Clone(p.watch.cur)
		}
		return f
	}
	n := 0
	for ; n < 120; n++ {
		right, down := math.Round(3*math.Sin(float64(n)*.2)), math.Round(1.5*math.Sin(float64(n)*.14))
		f := take(n, right, down, n > 90)
		if changed := slices.Contains(p.watch.act.Changed, true); n > 45 && changed != (n > 90) {
			t.Errorf("picture %d, %.0f and %.0f pixels off: something has changed is %v", n, right, down, changed)
		}
		f.Close()
	}
	for from := n; n < from+60; n++ {
		take(n, 3, 0, false).Close()
	}
	if by, agreed := p.watch.offset(p.watch.cur, p.watch.anchor, p.watch.whole()); !agreed || by.X < .6 || by.X > .9 {
		t.Errorf("a camera that was moved by 3 pixels shows the table %.2f cells off, agreed %v", by, agreed)
	}
}

// cardsAt draws cards laid out on the table, all of them moved to the right, and the first ones further, in pixels.
func cardsAt(all, first, firsts int) []uint8 {
	things := map[image.Rectangle]uint8{}
	for k := range 24 {
		at := image.Pt(70*(k%8)+all, 100*(k/8))
		if k < firsts {
			at.X += first
		}
		things[image.Rect(40, 40, 80, 100).Add(at)] = uint8(150 + 4*k)
	}
	return picture(things)
}

// TestWhatIsPushedIsNoMovement: a picture has moved if most of what is in it has, and not if some cards were pushed.
func TestWhatIsPushedIsNoMovement(t *testing.T) {
	for name, tt := range map[string]struct {
		px    []uint8
		moves bool
	}{
		"the camera moves":             {cardsAt(1, 0, 0), true},
		"eight cards of 24 are pushed": {cardsAt(0, 1, 8), false},
	} {
		w := newWatcher(testWidth, testHeight)
		shown(w, cardsAt(0, 0, 0))
		w.anchor = slices.Clone(w.cur)
		w.step(cellsOf(tt.px), 1)
		if by, agreed := w.offset(w.cur, w.anchor, w.whole()); (agreed && by.Norm() >= swaysFrom) != tt.moves {
			t.Errorf("%s: it is said to have moved by %.2f cells, agreed %v", name, by, agreed)
		}
	}
}

// TestCardsTakenAreNoLostView: cards were taken off the table one after the other, and the table settled without them. What is left of the
// picture that was measured is all in sight; if it had not settled, most of the edges would be lost.
func TestCardsTakenAreNoLostView(t *testing.T) {
	for _, settled := range []bool{true, false} {
		w := newWatcher(testWidth, testHeight)
		shown(w, cardsAt(0, 0, 0))
		w.anchor = slices.Clone(w.cur)
		w.step(cellsOf(cardsAt(0, -2000, 16)), 1)
		if settled {
			copy(w.ref, w.cur)
		}
		if _, _, lost := w.contrast(); (lost < .05) != settled || (lost > doubtFrom) == settled {
			t.Errorf("settled %v: of the edges %.2f are lost", settled, lost)
		}
	}
}

// TestAnArmOverABrightPattern: a picture that was shifted back is mixed by a part of what lies side by side. An arm over a pattern of
// bright and dark, which is a colour between the two, has come all the same.
func TestAnArmOverABrightPattern(t *testing.T) {
	pattern := map[image.Rectangle]uint8{}
	for k := range 160 {
		pattern[image.Rect(4*k, 0, 4*k+4, testHeight)] = uint8(40 + 180*(k%2))
	}
	laid := picture(pattern)
	reaching := slices.Clone(laid)
	paint(reaching, image.Rect(220, 140, 260, 360), 130)
	w := newWatcher(testWidth, testHeight)
	shown(w, laid, laid)
	w.shifts = true
	for n, px := range [][]uint8{laid, reaching} {
		w.step(cellsOf(px), 1+float64(n)/30)
		if changed := slices.Contains(w.act.Changed, true); changed != (n == 1) {
			t.Errorf("picture %d: something has changed is %v", n, changed)
		}
	}
}
