package vision

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// halved is a back of a black and a paler half with a disc in the colour of the other on either, drawn at pxPerMM; the caller closes it.
func halved(cardMM [2]float64, pxPerMM float64, ink color.RGBA) gocv.Mat {
	black := color.RGBA{24, 22, 24, 255}
	w, h := int(cardMM[0]*pxPerMM), int(cardMM[1]*pxPerMM)
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(black.B), float64(black.G), float64(black.R), 0), h, w, gocv.MatTypeCV8UC3)
	gocv.Rectangle(&img, image.Rect(0, 0, w, h/2), ink, -1)
	gocv.Circle(&img, image.Pt(w/2, h/4), int(4*pxPerMM), black, -1)
	gocv.Circle(&img, image.Pt(w/2, 3*h/4), int(2*pxPerMM), ink, -1)
	return img
}

// TestABackOfWhichAPartIsNotThereIsNotTold: a back's pale half upside down is as pale, and a dark table as its black half. If a part of that card
// is not there, though nothing was taken off it, it is the same back's print; if something was, or all of it is there, it may be a card.
func TestABackOfWhichAPartIsNotThereIsNotTold(t *testing.T) {
	const pxPerMM, table = 1, 36 // of the picture; grey levels
	deck := calibration.Deck{CardMM: [2]float64{59, 91}, Backs: map[models.Back]*image.RGBA{}}
	for back, ink := range map[models.Back]color.RGBA{"red-black": {160, 110, 112, 255}, "red-pink": {235, 120, 176, 255}} {
		face := halved(deck.CardMM, calibration.FaceScale, ink)
		defer face.Close()
		img, err := face.ToImage()
		if err != nil {
			t.Fatal(err)
		}
		deck.Backs[back] = img.(*image.RGBA)
	}
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(table, table, table, 0), 300, 300, gocv.MatTypeCV8UC3)
	defer img.Close()
	large := halved(deck.CardMM, 4*pxPerMM, color.RGBA{160, 110, 112, 255})
	defer large.Close()
	place := img.Region(image.Rect(120, 150, 120+59*pxPerMM, 150+91*pxPerMM))
	defer place.Close()
	gocv.Resize(large, &place, image.Pt(place.Cols(), place.Rows()), 0, 0, gocv.InterpolationArea)
	eyes, err := NewEyes(deck, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	if err := eyes.pic.Set(img); err != nil {
		t.Fatal(err)
	}
	readAt := func(q models.Quad) read.Match {
		m, err := eyes.reader.Read(eyes.pic, q)
		if err != nil || m.Observation.Back != "red-black" {
			t.Fatalf("read as %+v, %v", m.Observation, err)
		}
		return m
	}
	middle := models.Point{X: 149, Y: 195}
	right := readAt(moved(calibration.CardAbout(deck.CardMM), middle))
	other := readAt(turned(moved(calibration.CardAbout(deck.CardMM), middle.Sub(models.Point{Y: 45})), math.Pi))
	for name, tt := range map[string]struct {
		open, poorest float64
		kept          bool
	}{
		"a part is not there":            {1, 0, false},
		"a part is not there or covered": {.7, 0, true},
		"all is there, but less like it": {1, .5, true},
	} {
		m := other
		m.Likeness, m.Open, m.Poorest = right.Likeness-.25, tt.open, tt.poorest
		if kept := len(eyes.owning([]read.Match{right, m})) == 2; kept != tt.kept {
			t.Errorf("%s: told beside the other: %v", name, kept)
		}
	}
}
