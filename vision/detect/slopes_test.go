package detect

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// TestASoftSideIsOneLine: the sides of a card out of focus slope over many pixels, and are lines nevertheless.
func TestASoftSideIsOneLine(t *testing.T) {
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(60, 100, 140, 0), 400, 600, gocv.MatTypeCV8UC3)
	defer img.Close()
	gocv.Rectangle(&img, image.Rect(200, 100, 300, 280), color.RGBA{240, 200, 20, 255}, -1)
	gocv.GaussianBlur(img, &img, image.Pt(0, 0), 5, 5, gocv.BorderReplicate)
	f := NewFinder()
	defer f.Close()
	s := f.Slopes(img)
	for name, side := range map[string][2]models.Point{
		"left":  {{X: 200, Y: 100}, {X: 200, Y: 280}},
		"right": {{X: 300, Y: 100}, {X: 300, Y: 280}},
		"lower": {{X: 200, Y: 280}, {X: 300, Y: 280}},
	} {
		u := side[1].Sub(side[0])
		length := u.Norm()
		u = u.Mul(1 / length)
		longest := 0.0
		for _, l := range s.straight(9) {
			if math.Abs(u.Cross(l[0].Sub(side[0]))) < 1.5 && math.Abs(u.Cross(l[1].Sub(side[0]))) < 1.5 {
				longest = max(longest, l[1].Sub(l[0]).Norm())
			}
		}
		if longest < 0.8*length {
			t.Errorf("of the %s side, %.0f pixels long, a line of %.0f was found", name, length, longest)
		}
	}
}
