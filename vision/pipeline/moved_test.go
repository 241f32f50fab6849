package pipeline

import (
	"image"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
)

// TestACardTakenAwayUnseenIsGone: while the camera was knocked, a card was taken off the table. Afterwards the table is
// looked at as a whole and counts as settled as it is; the card would be in sight as before.
func TestACardTakenAwayUnseenIsGone(t *testing.T) {
	four := models.Card{Color: models.Green, Number: 4}
	face := image.NewRGBA(image.Rect(0, 0, 112, 174))
	for i := range face.Pix {
		face.Pix[i] = byte(i * i) // any print will do
	}
	deck := calibration.Deck{Name: "test", CardMM: [2]float64{56, 87}, Fronts: map[models.Card]*image.RGBA{four: face}}
	eyes, err := vision.NewEyes(deck, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	p := newPipeline(calibration.Table{}, testWidth, testHeight, eyes, nil)
	defer p.sight.close()
	shown(p.watch, table)
	m, err := gocv.NewMatFromBytes(testHeight, testWidth, gocv.MatTypeCV8UC3, table)
	if err != nil {
		t.Fatal(err)
	}
	bare := frame.Of(m, 1)
	defer bare.Close()
	p.scene = []models.Observation{{Face: models.FaceFront, Card: four, Corners: cardAt, Visible: 1, Confidence: 1}}
	if _, _, err := p.again(bare, identity); err != nil {
		t.Fatal(err)
	}
	if len(p.scene) > 0 {
		t.Errorf("on the bare table %v is known", p.scene)
	}
}

// TestTheSettledPictureSlides: a camera has moved by less than a cell. The settled picture slides with it, also where something has passed that
// may have left a card; elsewhere it is the present one. So does the first picture.
func TestTheSettledPictureSlides(t *testing.T) {
	const dx, dy = 3, 2
	things := map[image.Rectangle]uint8{card: 200, image.Rect(400, 40, 520, 90): 60}
	slid := map[image.Rectangle]uint8{}
	for r, v := range things {
		slid[r.Add(image.Pt(dx, dy))] = v
	}
	for name, passed := range map[string]bool{"passed": true, "nothing there": false} {
		w := newWatcher(testWidth, testHeight)
		shown(w, picture(things), picture(things), picture(slid))
		most := 0
		if passed {
			most = changeLevel // cells are mixed with those beside them
		}
		w.slide(calibration.Homography{1, 0, -dx, 0, 1, -dy, 0, 0, 1}, slices.Repeat([]bool{passed}, len(w.still)))
		off := make([]uint8, len(w.still))
		distances(off, w.cur, w.ref)
		if got := int(slices.Max(off)); got > most {
			t.Errorf("%s: a cell of the settled picture is %d grey levels off, want %d at the most", name, got, most)
		}
		if distances(off, w.cur, w.opening); int(slices.Max(off)) > changeLevel {
			t.Errorf("%s: a cell of the first picture is %d grey levels off", name, slices.Max(off))
		}
	}
}
