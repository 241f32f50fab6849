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

// flickering is a picture whose rows are brighter and darker by a share, the bands at another place every time; noted is when it is taken.
func flickering(t *testing.T, px []uint8, by, noted float64) *frame.Frame {
	t.Helper()
	px = slices.Clone(px)
	for y := range testHeight {
		gain := 1 + by*math.Sin(2*math.Pi*(100.2*noted+3*float64(y)/testHeight))
		for i := 3 * y * testWidth; i < 3*(y+1)*testWidth; i++ {
			px[i] = uint8(min(255, gain*float64(px[i])+.5))
		}
	}
	m, err := gocv.NewMatFromBytes(testHeight, testWidth, gocv.MatTypeCV8UC3, px)
	if err != nil {
		t.Fatal(err)
	}
	return frame.Of(m, noted)
}

// TestALampThatFlickers: bands pass over the picture, a tenth brighter and darker than the rest. Nothing but the card that is laid and the
// arm beside it counts as changed, in whatever light there is.
func TestALampThatFlickers(t *testing.T) {
	laid := map[image.Rectangle]uint8{card: 200, arm: 30}
	for _, tt := range []struct {
		name    string
		by      float64
		on      bool
		pattern map[image.Rectangle]uint8
	}{
		{"a steady lamp", 0, false, nil},
		{"a lamp on the mains", .1, true, nil},
		{"a bright cloth and a dark floor", .1, true, map[image.Rectangle]uint8{image.Rect(0, 0, 640, 180): 215, image.Rect(0, 180, 640, 270): 8}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
			defer p.sight.close()
			bare := picture(tt.pattern)
			for n := range 90 {
				px := slices.Clone(bare)
				if n >= 60 {
					for r, v := range laid {
						paint(px, r, v)
					}
				}
				now := float64(n) / 30
				f := flickering(t, px, tt.by, now)
				cells, err := p.even(f)
				if err != nil {
					t.Fatal(err)
				}
				patches := p.watch.step(cells, now)
				p.watch.follow()
				changed := 0
				for _, q := range patches {
					changed += len(q.cells)
				}
				if n >= 1 && p.flicker.on != tt.on {
					t.Errorf("picture %d: the light flickers is %v", n, p.flicker.on)
				}
				most := int(1.3*(size(card)+size(arm))) / (p.watch.act.Cell * p.watch.act.Cell)
				if n < 60 && changed > 0 || n >= 60 && (changed > most || changed < most/2) {
					t.Fatalf("picture %d: %d cells changed", n, changed)
				}
				f.Close()
			}
		})
	}
}

// TestALampThatIsTurnedDown: a light that becomes another one at once does so little by little for the eye, which follows it. Nothing counts as
// changed, and after some seconds the light is steady.
func TestALampThatIsTurnedDown(t *testing.T) {
	p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
	defer p.sight.close()
	laid := picture(map[image.Rectangle]uint8{card: 200})
	for n := range 240 {
		px := slices.Clone(laid)
		if n >= 30 {
			for i := range px {
				px[i] = uint8(.85 * float64(px[i]))
			}
		}
		f := flickering(t, px, 0, float64(n)/30)
		cells, err := p.even(f)
		if err != nil {
			t.Fatal(err)
		}
		patches := p.watch.step(cells, f.Time)
		p.watch.follow()
		if len(patches) > 0 {
			t.Fatalf("picture %d: %d cells changed", n, len(patches[0].cells))
		}
		f.Close()
	}
	if p.flicker.on || p.watch.off(cellsOf(laid)) < 10 {
		t.Errorf("at the end the light flickers is %v, and the picture is %d grey levels darker than at first", p.flicker.on, p.watch.off(cellsOf(laid)))
	}
}
