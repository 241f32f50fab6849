package vision_test

import (
	"image"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/synth"
)

// bentTable is a picture of cards in rows of five, the middle of each displaced as of one that is bent and lies aside, with the outlines of
// their corners.
func bentTable(t *testing.T, cardMM [2]float64, faces []*image.RGBA) (gocv.Mat, []models.Quad) {
	t.Helper()
	const pxPerMM, apart, aRow = 1.6, 100.0, 5
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(120, 130, 100, 0), 720, 1280, gocv.MatTypeCV8UC3)
	t.Cleanup(func() { img.Close() })
	var at []models.Quad
	for i, face := range faces {
		off := 6 + float64(i%3) // mm
		middle := models.Point{X: 320 + pxPerMM*apart*float64(i%aRow), Y: 200 + 1.5*pxPerMM*apart*float64(i/aRow)}
		toPx := calibration.Homography{pxPerMM, 0, middle.X, 0, pxPerMM, middle.Y, 0, 0, 1}
		q := toPx.Quad(calibration.CardAbout(cardMM))
		at = append(at, q)
		toMM := toPx.Inverse()
		for y := int(q[0].Y); y <= int(q[2].Y)+1; y++ {
			for x := int(q[0].X) - 2; x <= int(q[1].X+2*pxPerMM*off); x++ {
				p := toMM.Apply(models.Point{X: float64(x), Y: float64(y)})
				along := 2 * p.Y / cardMM[1]
				u, v := p.X-off*(1-along*along)+cardMM[0]/2, p.Y+cardMM[1]/2
				if u < 0 || v < 0 || u >= cardMM[0] || v >= cardMM[1] {
					continue
				}
				c := face.RGBAAt(int(u*calibration.FaceScale), int(v*calibration.FaceScale))
				for k, level := range [3]uint8{c.B, c.G, c.R} {
					img.SetUCharAt(y, 3*x+k, level)
				}
			}
		}
	}
	return img, at
}

// TestBentCardsAreRead: cards whose middle is seen 6 to 8 mm aside are all read, and none as another.
func TestBentCardsAreRead(t *testing.T) {
	_, deck := table(t, synth.Options{Design: "noir", Table: "plain", Players: 2, Seed: 5})
	var cards []models.Card
	var faces []*image.RGBA
	for n := 1; n <= 10; n++ {
		card := models.Card{Color: models.Colors()[n%4], Number: n}
		cards, faces = append(cards, card), append(faces, deck.Fronts[card])
	}
	img, at := bentTable(t, deck.CardMM, faces)
	seen, err := openEyes(t, deck, nil).Look(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for i, card := range cards {
		for _, o := range seen {
			switch {
			case o.Corners.IoU(at[i]) < 0.6 || o.Face == models.FaceUnknown:
			case o.Card == card:
				right++
			default:
				t.Errorf("%v is read as %v", card, o.Card)
			}
		}
	}
	if right < len(cards) {
		t.Errorf("of %d bent cards %d are read", len(cards), right)
	}
}
