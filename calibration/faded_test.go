package calibration

import (
	"image"
	"image/color"
	"slices"
	"testing"
)

// lettered is a back with a block of print in the middle.
func lettered(ground, ink color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: FaceSize([2]float64{59, 91})})
	middle := img.Rect.Inset(img.Rect.Dx() / 3)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.SetRGBA(x, y, ground); image.Pt(x, y).In(middle) {
				img.SetRGBA(x, y, ink)
			}
		}
	}
	return img
}

func TestFadedBacks(t *testing.T) {
	white, grey, navy := color.RGBA{254, 253, 255, 255}, color.RGBA{225, 225, 225, 255}, color.RGBA{20, 30, 90, 255}
	pink, pale, gone := color.RGBA{250, 90, 170, 255}, color.RGBA{252, 205, 230, 255}, color.RGBA{254, 240, 250, 255}
	for name, c := range map[string]struct {
		backs []*image.RGBA
		want  []bool
	}{
		"one of three is gone":          {[]*image.RGBA{lettered(white, pink), lettered(white, gone), lettered(white, pale)}, []bool{false, true, false}},
		"all pale alike":                {[]*image.RGBA{lettered(white, gone), lettered(white, gone)}, []bool{false, false}},
		"dark backs are told by others": {[]*image.RGBA{lettered(navy, pink), lettered(grey, color.RGBA{225, 222, 225, 255})}, []bool{false, false}},
		"nothing printed at all":        {[]*image.RGBA{lettered(white, pink), lettered(white, white)}, []bool{false, false}},
		"none":                          {nil, []bool{}},
	} {
		if got := Faded(c.backs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
