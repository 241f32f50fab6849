package read

import (
	"image"
	"image/color"
	"maps"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
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

// stored is how a camera shows and stores a face under so many times the light: a little out of focus, as a JPEG picture.
func stored(t *testing.T, pic *Picture, face *image.RGBA, times float64) models.Quad {
	t.Helper()
	img, q := seen(t, exposed(face, times), 25, [3]float64{1, 1, 1})
	defer img.Close()
	gocv.GaussianBlur(img, &img, image.Pt(9, 9), .45, .45, gocv.BorderReplicate)
	file, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, img, []int{gocv.IMWriteJpegQuality, 80})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	again, err := gocv.IMDecode(file.GetBytes(), gocv.IMReadColor)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := pic.Set(again); err != nil {
		t.Fatal(err)
	}
	return q
}

// TestAFadingInkIsToldByWhatIsLeft: two inks are learnt overexposed and seen in more light, stored as pictures are. One of them is
// told while it shows what the other one never does; neither is ever taken for the other.
func TestAFadingInkIsToldByWhatIsLeft(t *testing.T) {
	const learnt = 1.5
	inks := map[models.Back]*image.RGBA{"pink": inked(color.RGBA{230, 100, 150, 255}), "violet": inked(color.RGBA{160, 100, 190, 255})}
	deck := testDeck()
	for back, face := range inks {
		deck.Backs[back] = exposed(face, learnt)
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for back, face := range inks {
		for _, times := range []float64{1.4, 1.5, 1.55, 1.6, 1.65, 1.7, 1.8, 2, 2.2} {
			m, err := r.Read(pic, stored(t, pic, face, times))
			if err != nil {
				t.Fatal(err)
			}
			told := m.Margin >= minMargin
			if won := r.faces[m.fit.face].label.Back; told && won != back {
				t.Errorf("%s under %.2f times the light looks like %s by a margin of %.2f", back, times, won, m.Margin)
			}
			if back == "pink" && times >= learnt && times <= 1.6 && !told {
				t.Errorf("%s under %.2f times the light is not told: margin %.2f", back, times, m.Margin)
			}
		}
	}
}

// onWood is a face that was cut 3 mm too large, on a dark table.
func onWood(face *image.RGBA) *image.RGBA {
	img := image.NewRGBA(face.Rect)
	const rim = 3 * calibration.FaceScale // px
	for y := range face.Rect.Dy() {
		for x := range face.Rect.Dx() {
			c := face.RGBAAt(x, y)
			if float64(min(x, y, face.Rect.Dx()-1-x, face.Rect.Dy()-1-y)) < rim {
				c = color.RGBA{80, 45, 30, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// blurredOut is a face seen out of focus; sigma in its pixels.
func blurredOut(t *testing.T, face *image.RGBA, sigma float64) *image.RGBA {
	t.Helper()
	m, err := gocv.NewMatFromBytes(face.Rect.Dy(), face.Rect.Dx(), gocv.MatTypeCV8UC4, face.Pix)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	gocv.GaussianBlur(m, &m, image.Point{}, sigma, sigma, gocv.BorderReplicate)
	pix, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	return &image.RGBA{Pix: slices.Clone(pix), Stride: face.Stride, Rect: face.Rect}
}

// TestTheTableAtACardsRimIsNoInk: on a dark table a white back was cut with a rim of it, which is then the strongest print it has. A
// back of another ink, never taught, that lies there with the same rim is not taken for it.
func TestTheTableAtACardsRimIsNoInk(t *testing.T) {
	const light, sigma = 1.4, 1.2
	inks := map[string]color.RGBA{"red": {236, 62, 52, 255}, "pink": {244, 140, 178, 255}, "lightblue": {110, 196, 238, 255}, "violet": {168, 110, 220, 255}, "blue": {60, 120, 230, 255}}
	pic := NewPicture()
	defer pic.Close()
	for taught, ink := range inks {
		deck := testDeck()
		deck.Backs["taught"] = blurredOut(t, onWood(exposed(inked(ink), light)), sigma)
		r := NewReader(deck)
		for seen, ink := range inks {
			q := show(t, pic, blurredOut(t, onWood(exposed(inked(ink), light)), sigma), 0, [3]float64{1, 1, 1})
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if told := m.Observation.Back == "taught"; told != (seen == taught) {
				t.Errorf("%s was taught, %s is seen: read as %q (likeness %.2f, margin %.2f)", taught, seen, m.Observation.Back, m.Likeness, m.Margin)
			}
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

// TestInksFarApartAreToldOnAWhiteGround: the ground of white backs is as bright as a camera shows, here and where they were learnt, so
// that it tells nothing of the light. Black ink under a window's glare is still no pink, nor red, and its shade says so; of what glare has
// left too little of it says nothing.
func TestInksFarApartAreToldOnAWhiteGround(t *testing.T) {
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{}
	for back, ink := range map[models.Back]color.RGBA{"red": {210, 40, 44, 255}, "pink": {244, 140, 190, 255}, "lightblue": {90, 180, 230, 255}, "black": {28, 26, 28, 255}} {
		deck.Backs[back] = exposed(blurredOut(t, inked(ink), 1), 1.04)
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for _, back := range []models.Back{"red", "black"} {
		for _, glare := range []float64{0, .3, .4, .62} {
			q := show(t, pic, blurredOut(t, exposed(glared(deck.Backs[back], glare), 1.02), .4), 25, [3]float64{1, 1, 1})
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Back != back {
				t.Errorf("%s under glare of %.2f was read as %q (likeness %.2f, margin %.2f)", back, glare, m.Observation.Back, m.Likeness, m.Margin)
				continue
			}
			r.layBack(pic, m.fit)
			for i, other := range r.faces {
				if other.label.Face != models.FaceBack || other.label.Back == back {
					continue
				}
				if told := r.shadeMargin(m.fit, candidate{face: i}, r.fine, leastInkApart); (told >= minMargin) != (glare < .6) {
					t.Errorf("%s under glare of %.2f: its shade wins over %s by %.2f", back, glare, other.label.Back, told)
				}
			}
		}
	}
}

// TestThinRedIsNoOrange: the thin lines of two white backs differ by hardly a pixel that is plainly off the other's, but all of them have
// the face's own ink. In a light that is warmer than the one known either may stay unknown.
func TestThinRedIsNoOrange(t *testing.T) {
	fine := func(ink color.RGBA) *image.RGBA {
		img := exposed(numbered(color.RGBA{248, 248, 246, 255}, 0), .9)
		for x := 12; x < 76; x++ {
			for k := range 6 {
				img.SetRGBA(x, 20+6*(k/2)+k%2+(x-44)*(x-44)/90, ink)
				img.SetRGBA(x, 116-6*(k/2)-k%2-(x-44)*(x-44)/70, ink)
			}
		}
		return blurredOut(t, img, .5)
	}
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{"red": fine(color.RGBA{160, 30, 50, 255}), "orange": fine(color.RGBA{190, 66, 60, 255})}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for back, face := range deck.Backs {
		for _, c := range []struct {
			tint [3]float64
			told bool
		}{{[3]float64{1, 1, 1}, true}, {[3]float64{.8, .8, .8}, true}, {[3]float64{.9, .97, 1.03}, false}} {
			m, err := r.Read(pic, show(t, pic, face, 25, c.tint))
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Observation.Back; got != back && (c.told || got != "") {
				t.Errorf("%s in light %v was read as %q (likeness %.2f, margin %.2f, differing by %.0f mm²)", back, c.tint, got, m.Likeness, m.Margin, m.differ)
			}
		}
	}
}

// TestInksAreToldOfBacksPartlyHidden: pink and fuchsia lettering on white differ by a third less where two fifths of a back lie under
// another card, but all of what shows has the back's own ink. Violet, which was never taught, is neither.
func TestInksAreToldOfBacksPartlyHidden(t *testing.T) {
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{"pink": inked(color.RGBA{238, 120, 176, 255}), "fuchsia": inked(color.RGBA{206, 28, 134, 255})}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	seen := maps.Clone(deck.Backs)
	seen[""] = inked(color.RGBA{118, 60, 170, 255}) // never taught
	for back, face := range seen {
		for _, tint := range [][3]float64{{1, 1, 1}, {.8, .8, .8}} {
			q := show(t, pic, blurredOut(t, face, .5), 0, tint)
			middle := func(a, b models.Point) models.Point { return a.Mul(.55).Add(b.Mul(.45)) }
			pic.cover.add(models.Quad{middle(q[3], q[0]), middle(q[2], q[1]), q[2], q[3]})
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Observation.Back; got != back {
				t.Errorf("%s in light %v was read as %q (likeness %.2f, margin %.2f, open %.2f, differing by %.0f mm²)", back, tint, got, m.Likeness, m.Margin, m.Open, m.differ)
			}
		}
	}
}
