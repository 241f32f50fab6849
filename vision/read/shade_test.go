package read

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// exposed is what a camera whose white is 250 shows of a face under so many times the light.
func exposed(face *image.RGBA, times float64) *image.RGBA {
	img := image.NewRGBA(face.Rect)
	for i, v := range face.Pix {
		img.Pix[i] = uint8(min(float64(v)*times, 250))
	}
	return img
}

// TestOverexposedInksAreToldByTheirShade: two backs of a box are learnt with so much light that hardly a pixel of one is
// off the other. With that light and with less their inks are told; with more nothing tells them any more, and what was
// never taught is neither.
func TestOverexposedInksAreToldByTheirShade(t *testing.T) {
	const learnt = 1.5
	pink, violet, brown := inked(color.RGBA{230, 100, 150, 255}), inked(color.RGBA{160, 100, 190, 255}), inked(color.RGBA{160, 120, 70, 255})
	deck := testDeck()
	deck.Backs["pink"], deck.Backs["violet"] = exposed(pink, learnt), exposed(violet, learnt)
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for _, c := range []struct {
		ink   string
		back  *image.RGBA
		times float64
		want  models.Back
	}{
		{"pink", pink, 1.42, "pink"},
		{"pink", pink, 1.46, "pink"},
		{"violet", violet, 1.44, "violet"},
		{"violet", violet, 1.46, "violet"},
		{"pink", pink, 2.2, ""},
		{"violet", violet, 2.2, ""},
		{"brown", brown, 1.2, ""},
		{"brown", brown, 1.5, ""},
	} {
		q := show(t, pic, exposed(c.back, c.times), 0, [3]float64{1, 1, 1})
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Back != c.want {
			t.Errorf("%s under %.2f times the light was read as %q, want %q (likeness %.2f, margin %.2f)", c.ink, c.times, m.Observation.Back, c.want, m.Likeness, m.Margin)
		}
	}
}

// TestAPaleInkIsToldByItsShade: blurred, thin print of a pale ink is hardly off a black one under glare, and all four inks are
// told by how their contrast is shared among the channels.
func TestAPaleInkIsToldByItsShade(t *testing.T) {
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{}
	for back, ink := range map[models.Back]color.RGBA{"red": {236, 62, 52, 255}, "pink": {244, 140, 178, 255}, "lightblue": {110, 196, 238, 255}, "black": {20, 18, 20, 255}} {
		deck.Backs[back] = exposed(inked(ink), .9)
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for back, face := range deck.Backs {
		for _, glare := range []float64{0, .2, .4} {
			img, q := seen(t, glared(face, glare), 25, [3]float64{1, 1, 1})
			gocv.GaussianBlur(img, &img, image.Pt(9, 9), .7, .7, gocv.BorderReplicate)
			err := pic.Set(img)
			img.Close()
			if err != nil {
				t.Fatal(err)
			}
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Back != back {
				t.Errorf("%s under glare of %.1f was read as %q (likeness %.2f, margin %.2f)", back, glare, m.Observation.Back, m.Likeness, m.Margin)
			}
		}
	}
}
