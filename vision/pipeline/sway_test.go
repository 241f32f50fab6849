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
