package read

import (
	"math"
	"testing"
)

// TestLightOfAnOverexposedFace: where the camera shows no more than its brightest, gain and haze are found from the rest,
// and what is as bright as that fits.
func TestLightOfAnOverexposedFace(t *testing.T) {
	faces := NewReader(testDeck()).faces
	for _, truth := range []light{{gain: 1.2, haze: 40}, {gain: 1, haze: 50}, {gain: 0.8, haze: 60}} {
		for i := range faces {
			f := &faces[i]
			p := newPatch(f.fine.pixels())
			overexposed := 0
			for k, v := range f.fine.v {
				p.v[k] = truth.gain*v + truth.haze
				if p.v[k] > brightest {
					p.v[k] = brightest
					overexposed++
				}
			}
			for k := range p.inside {
				p.inside[k] = true
			}
			p.n = len(p.inside)
			l := lightOf(&f.fine, p, light{}, 0)
			for range 60 { // each round takes a part of what is left
				l = lightOf(&f.fine, p, l, loose)
			}
			worst := float32(0)
			for _, off := range misfits(f.fine.v, &f.fine, p, l, tolerance) {
				worst = max(worst, off)
			}
			if math.Abs(float64(l.gain-truth.gain)) > 0.15 || math.Abs(float64(l.haze-truth.haze)) > 6 || worst > 0.15 {
				t.Errorf("%v with %d numbers overexposed: light %.2f, %.0f, want %.2f, %.0f; the worst pixel is off by %.2f", f.label.Card, overexposed, l.gain, l.haze, truth.gain, truth.haze, worst)
			}
		}
	}
}
