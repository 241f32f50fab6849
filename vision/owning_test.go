package vision_test

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// repeating is a back on whose ground two words and six discs repeat along its length, drawn at pxPerMM; the caller closes it.
func repeating(cardMM [2]float64, pxPerMM float64, ground, discs, ink color.RGBA) gocv.Mat {
	w, h := int(cardMM[0]*pxPerMM), int(cardMM[1]*pxPerMM)
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(ground.B), float64(ground.G), float64(ground.R), 0), h, w, gocv.MatTypeCV8UC3)
	for i := range 6 {
		gocv.Circle(&img, image.Pt(w*(28+44*(i%2))/100, h*(16+34*(i/2))/100), int(6.7*pxPerMM), discs, -1)
	}
	for _, y := range []int{h * 37 / 100, h * 71 / 100} {
		at, size := image.Pt(w*5/100, y), pxPerMM*.44
		gocv.PutText(&img, "RONDO", at, gocv.FontHersheyDuplex, size, color.RGBA{250, 250, 250, 255}, int(3*pxPerMM))
		gocv.PutText(&img, "RONDO", at, gocv.FontHersheyDuplex, size, ink, int(1.5*pxPerMM))
	}
	return img
}

// TestBacksWhosePrintRepeatsAreCountedOnce: of backs half under others what shows is like a back a step of its pattern farther on, too. That
// card would have nothing of its own.
func TestBacksWhosePrintRepeatsAreCountedOnce(t *testing.T) {
	const pxPerMM = 6
	deck := calibration.Deck{CardMM: [2]float64{59, 91}, Backs: map[models.Back]*image.RGBA{}}
	drawn := map[models.Back]gocv.Mat{}
	for back, c := range map[models.Back][3]color.RGBA{
		"red-pink":    {{170, 30, 35, 255}, {216, 152, 154, 255}, {238, 120, 176, 255}},
		"green-black": {{20, 100, 60, 255}, {150, 185, 167, 255}, {20, 20, 20, 255}},
		"blue-violet": {{25, 60, 140, 255}, {150, 167, 203, 255}, {118, 60, 170, 255}},
		"blue-pink":   {{25, 60, 140, 255}, {150, 167, 203, 255}, {238, 120, 176, 255}},
		"blue-black":  {{25, 60, 140, 255}, {150, 167, 203, 255}, {20, 20, 20, 255}},
	} {
		face := repeating(deck.CardMM, pxPerMM, c[0], c[1], c[2])
		defer face.Close()
		small := gocv.NewMat()
		defer small.Close()
		gocv.Resize(face, &small, calibration.FaceSize(deck.CardMM), 0, 0, gocv.InterpolationArea)
		img, err := small.ToImage()
		if err != nil {
			t.Fatal(err)
		}
		drawn[back], deck.Backs[back] = face, img.(*image.RGBA)
	}
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(40, 48, 62, 0), 720, 1280, gocv.MatTypeCV8UC3)
	defer img.Close()
	lie := []struct {
		back models.Back
		at   models.Quad
	}{
		{"green-black", models.Quad{{X: 366, Y: 310}, {X: 425, Y: 285}, {X: 461, Y: 375}, {X: 401, Y: 400}}},
		{"red-pink", models.Quad{{X: 513, Y: 396}, {X: 448, Y: 391}, {X: 458, Y: 294}, {X: 521, Y: 298}}},
		{"blue-violet", models.Quad{{X: 292, Y: 395}, {X: 311, Y: 333}, {X: 406, Y: 358}, {X: 388, Y: 420}}},
		{"red-pink", models.Quad{{X: 326, Y: 318}, {X: 296, Y: 376}, {X: 208, Y: 335}, {X: 239, Y: 278}}},
		{"blue-pink", models.Quad{{X: 360, Y: 291}, {X: 376, Y: 230}, {X: 470, Y: 251}, {X: 455, Y: 312}}},
		{"green-black", models.Quad{{X: 243, Y: 404}, {X: 183, Y: 433}, {X: 145, Y: 344}, {X: 205, Y: 316}}},
		{"blue-black", models.Quad{{X: 289, Y: 461}, {X: 226, Y: 449}, {X: 250, Y: 351}, {X: 312, Y: 363}}},
		{"red-pink", models.Quad{{X: 469, Y: 244}, {X: 412, Y: 272}, {X: 372, Y: 188}, {X: 428, Y: 161}}},
		{"green-black", models.Quad{{X: 136, Y: 474}, {X: 151, Y: 409}, {X: 249, Y: 424}, {X: 235, Y: 489}}},
		{"red-pink", models.Quad{{X: 356, Y: 386}, {X: 369, Y: 448}, {X: 270, Y: 473}, {X: 258, Y: 410}}},
		{"blue-pink", models.Quad{{X: 511, Y: 195}, {X: 551, Y: 241}, {X: 477, Y: 304}, {X: 436, Y: 257}}},
	}
	for i, back := range append(deck.BackNames(), deck.BackNames()...) { // and some in full sight, which tell the plane
		x, y := 640+100*float64(i%5), 160+150*float64(i/5)
		at := models.Quad{{X: x, Y: y}, {X: x + 65, Y: y}, {X: x + 65, Y: y + 100}, {X: x, Y: y + 100}}
		lie = append(lie, struct {
			back models.Back
			at   models.Quad
		}{back, at})
	}
	for _, c := range lie {
		lay(t, img, drawn[c.back], c.at)
	}
	seen, err := openEyes(t, deck, &calibration.Table{CardMM: deck.CardMM}).Count(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range seen {
		if o.Face == models.FaceUnknown {
			continue
		}
		lies := false
		for _, c := range lie {
			lies = lies || c.back == o.Back && o.Corners.IoU(c.at) > 0.7
		}
		if !lies {
			t.Errorf("a %s is seen at %v, where none lies", o.Back, o.Corners.Center())
		}
	}
	if len(seen) < len(lie)-1 {
		t.Errorf("of %d backs %d are seen", len(lie), len(seen))
	}
}

// lay draws a card's face into a picture at an outline.
func lay(t *testing.T, img, face gocv.Mat, at models.Quad) {
	t.Helper()
	w, h := float64(face.Cols()), float64(face.Rows())
	onto, err := calibration.HomographyOf(models.Quad{{}, {X: w}, {X: w, Y: h}, {Y: h}}, at)
	if err != nil {
		t.Fatal(err)
	}
	m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range onto {
		m.SetDoubleAt(i/3, i%3, v)
	}
	soft, warped, white, mask := gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer soft.Close()
	defer warped.Close()
	defer white.Close()
	defer mask.Close()
	gocv.GaussianBlur(face, &soft, image.Pt(9, 9), 2, 2, gocv.BorderReplicate)
	gocv.WarpPerspective(soft, &warped, m, image.Pt(img.Cols(), img.Rows()))
	full := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 0, 0, 0), face.Rows(), face.Cols(), gocv.MatTypeCV8U)
	defer full.Close()
	gocv.WarpPerspective(full, &white, m, image.Pt(img.Cols(), img.Rows()))
	gocv.Threshold(white, &mask, 127, 255, gocv.ThresholdBinary)
	warped.CopyToWithMask(&img, mask)
}
