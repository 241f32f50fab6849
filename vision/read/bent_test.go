package read

import (
	"image"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// bentSeen has a face lie before the camera whose middle rises, and so is seen displaced by so many mm to its right, and tells where its
// corners are.
func bentSeen(t *testing.T, pic *Picture, face *image.RGBA, off float64) models.Quad {
	t.Helper()
	const pxPerMM = 1.3
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 95, 100, 0), 300, 400, gocv.MatTypeCV8UC3)
	defer img.Close()
	for y := range 300 {
		for x := range 400 {
			v := (float64(y)-150)/pxPerMM + cardMM[1]/2
			along := 2*v/cardMM[1] - 1
			u := (float64(x)-200)/pxPerMM + cardMM[0]/2 - off*(1-along*along)
			if u < 0 || v < 0 || u >= cardMM[0] || v >= cardMM[1] {
				continue
			}
			p := face.RGBAAt(int(u*calibration.FaceScale), int(v*calibration.FaceScale))
			for c, level := range [3]uint8{p.B, p.G, p.R} {
				img.SetUCharAt(y, 3*x+c, level)
			}
		}
	}
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	toPx := calibration.Homography{pxPerMM, 0, 200, 0, pxPerMM, 150, 0, 0, 1}
	return toPx.Quad(calibration.CardAbout(cardMM))
}

// TestABentCardIsReadWithABow: of cards whose middle rises by some millimetres the number is seen beside its place, and no flat face fits
// them; with a bow they are named, and none as another. A flat card stays as it was read.
func TestABentCardIsReadWithABow(t *testing.T) {
	deck := testDeck()
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	flat, bent := 0, 0
	for _, off := range []float64{-7, -5, 0, 5} {
		for card, face := range deck.Fronts {
			m, err := r.Read(pic, bentSeen(t, pic, face, off))
			if err != nil {
				t.Fatal(err)
			}
			named := func(m Match) bool {
				if m.Observation.Face != models.FaceUnknown && m.Observation.Card != card {
					t.Errorf("with its middle %v mm off, %v is read as %v", off, card, m.Observation.Card)
				}
				return m.Observation.Face != models.FaceUnknown
			}
			if named(m) {
				flat++
			}
			if m.MayBeBent() {
				m = r.Unbend(pic, m)
			}
			if named(m) {
				bent++
			}
		}
	}
	if all := 4 * len(deck.Fronts); flat > all*3/4 || bent < all*7/8 {
		t.Errorf("of %d cards %d are read flat and %d with a bow", all, flat, bent)
	}
}
