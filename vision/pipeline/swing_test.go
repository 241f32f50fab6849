package pipeline

import (
	"image"
	"math"
	"slices"
	"testing"

	"schiri/calibration"
)

// TestASwingingPicture: a thump on the table makes the camera swing for half a second. Nothing has changed but for an arm that reaches in
// meanwhile, and the picture is looked at only where it comes by its place.
func TestASwingingPicture(t *testing.T) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	cards := func(dx int, reaching bool) []uint8 {
		things := map[image.Rectangle]uint8{}
		for k := range 24 {
			things[image.Rect(40, 40, 80, 100).Add(image.Pt(70*(k%8)+dx, 100*(k/8)))] = uint8(150 + 4*k)
		}
		if reaching {
			things[image.Rect(310+dx, 180, 350+dx, 360)] = 20
		}
		return cellsOf(picture(things))
	}
	step := func(n, dx int, reaching bool) (away bool) {
		now := float64(n) / 30
		p.noteSwing(cards(dx, reaching), now)
		p.watch.step(cards(dx, reaching), now)
		if p.watch.anchor == nil {
			p.watch.anchor = slices.Clone(p.watch.cur)
		}
		away, _ = p.swungAway(now)
		return away
	}
	n, passes := 0, 0
	for ; n < 6; n++ {
		step(n, 0, false)
	}
	for ; n < 20; n++ {
		dx := int(math.Round(3 * math.Sin(float64(n)*.9)))
		away := step(n, dx, n > 12)
		if away != (dx < 0 || dx > 0) {
			t.Errorf("picture %d, %d pixels off: away is %v", n, dx, away)
		}
		if !away {
			passes++
		}
		changed := slices.Contains(p.watch.act.Changed, true)
		if changed != (n > 12) {
			t.Errorf("picture %d, %d pixels off: something has changed is %v", n, dx, changed)
		}
	}
	if passes == 0 {
		t.Error("the picture never came by its place")
	}
	// Now the camera is knocked and stays where it is.
	for from := n; n < from+20; n++ {
		if away := step(n, 3, false); away && n > from+8 {
			t.Errorf("%d pictures after a knock the picture still counts as swinging", n-from)
		}
	}
}
