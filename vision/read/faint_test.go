package read

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// TestASmallFaintStrokeTells: two whole fronts of one colour that differ by a stroke of 4 by 10 mm, as a 5 and a 6 of
// small digits do, or by one of 3 by 9 mm, are each read as what they are. Where the stroke is half there, neither is said.
func TestASmallFaintStrokeTells(t *testing.T) {
	ground, ink := grounds()[models.Yellow], color.RGBA{195, 155, 10, 255}
	for _, size := range [][2]float64{{4, 10}, {3, 9}} {
		stroked := func(share float64) *image.RGBA {
			img := numbered(ground, 4)
			perMM := float64(img.Rect.Dx()) / cardMM[0]
			between := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a))) }
			c := color.RGBA{between(ground.R, ink.R), between(ground.G, ink.G), between(ground.B, ink.B), 255}
			for y := int(8 * perMM); y < int((8+size[1])*perMM); y++ {
				for x := int(27 * perMM); x < int((27+size[0])*perMM); x++ {
					img.SetRGBA(x, y, c)
				}
			}
			return img
		}
		five, six := models.Card{Color: models.Yellow, Number: 4}, models.Card{Color: models.Yellow, Number: 6}
		deck := testDeck()
		deck.Fronts[five], deck.Fronts[six] = stroked(0), stroked(1)
		r := NewReader(deck)
		pic := NewPicture()
		defer pic.Close()
		for _, c := range []struct {
			share float64
			want  models.Card
		}{{0, five}, {1, six}, {0.5, models.Card{}}} {
			m, err := r.Read(pic, show(t, pic, stroked(c.share), 10, [3]float64{0.8, 0.8, 0.8}))
			if err != nil {
				t.Fatal(err)
			}
			if m.differ > minDiffer {
				t.Fatalf("they differ by %.0f mm², which is no little", m.differ)
			}
			if m.Observation.Card != c.want {
				t.Errorf("stroke of %v mm to %.1f: read as %v with margin %.2f, %.0f times what chance gives", size, c.share, m.Observation.Card, m.Margin, m.beyondChance())
			}
		}
	}
}

// TestWhatIsNoMoreThanGrainIsNotSaid: a whole front that hardly differs from another one is said where it looks like it all
// over and plainly wins; one that differs by a part of a digit, if it is much like it, plainly wins or ends at its sides, unless a hand seems to
// lie on it and some of its print is not there.
func TestWhatIsNoMoreThanGrainIsNotSaid(t *testing.T) {
	for name, c := range map[string]struct {
		likeness, margin, differ, rim, blank float64
		sure                                 bool
	}{
		"hardly differs, plain":                  {0.97, 0.5, 60, 1, 0, true},
		"differs by next to nothing, plain":      {0.97, 0.8, 12, 1, 0, true},
		"differs by next to nothing, wins":       {0.97, 0.6, 12, 1, 0, false},
		"hardly differs, wins by little":         {0.97, 0.3, 60, 1, 0, false},
		"hardly differs, unlike it here":         {0.9, 0.5, 60, 1, 0, false},
		"hardly differs, unlike it, wins":        {0.9, 0.6, 60, 1, 0, true},
		"differs by a part, plain":               {0.9, 0.5, 120, 0, 0, true},
		"differs by a part, somewhat like it":    {0.8, 0.4, 120, 0, 0, false},
		"differs by a part, ends at its sides":   {0.8, 0.4, 120, 1, 0, true},
		"differs by a part, somewhat like, wins": {0.8, 0.8, 120, 0, 0, true},
		"differs by a part, a hand on it":        {0.5, 0.43, 105, 0.6, 0.05, true},
		"the same, and print is missing":         {0.5, 0.43, 105, 0.6, 0.1, false},
		"differs by much, somewhat like it":      {0.8, 0.4, 600, 0, 0, true},
	} {
		m := Match{front: true, Open: 1, Seen: 0.95, miss: 0.05, Likeness: c.likeness, Margin: c.margin, differ: c.differ, Purity: 0.95, Rim: c.rim, Blank: c.blank}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v, the margin %.1f times what chance gives", name, !c.sure, m.beyondChance())
		}
	}
}

// TestAPartOfADigitTellsAStripThatFitsAllOver: of two fronts of one colour that lie half under another card a stroke of 3 by 2 mm is all
// that differs. Each is read as what it is where hardly anything is amiss; where the picture is grainy, neither is said.
func TestAPartOfADigitTellsAStripThatFitsAllOver(t *testing.T) {
	stroked := func(printed bool) *image.RGBA {
		img := numbered(grounds()[models.Yellow], 4)
		perMM := float64(img.Rect.Dx()) / cardMM[0]
		for y := int(8 * perMM); printed && y < int(10*perMM); y++ {
			for x := int(27 * perMM); x < int(30*perMM); x++ {
				img.SetRGBA(x, y, color.RGBA{30, 60, 200, 255})
			}
		}
		return soft(t, img)
	}
	plain, struck := models.Card{Color: models.Yellow, Number: 4}, models.Card{Color: models.Yellow, Number: 6}
	deck := testDeck()
	deck.Fronts[plain], deck.Fronts[struck] = stroked(false), stroked(true)
	r := NewReader(deck)
	for _, c := range []struct {
		grain float64 // grey levels
		want  map[bool]models.Card
	}{{0, map[bool]models.Card{false: plain, true: struck}}, {60, nil}} {
		for _, printed := range []bool{false, true} {
			pic := NewPicture()
			defer pic.Close()
			img, q := seen(t, stroked(printed), 0, [3]float64{1, 1, 1})
			defer img.Close()
			grainy(t, img, c.grain)
			if err := pic.Set(img); err != nil {
				t.Fatal(err)
			}
			pic.cover.add(models.Quad{{X: 100, Y: 150}, {X: 300, Y: 150}, {X: 300, Y: 290}, {X: 100, Y: 290}})
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if m.differ > leastDiffer {
				t.Fatalf("they differ by %.0f mm², which is no little", m.differ)
			}
			if m.Observation.Card != c.want[printed] {
				t.Errorf("grain %.0f, stroke %v: read as %v, %.1f mm² differ, margin %.2f, %.0f times what chance gives, %.3f amiss", c.grain, printed, m.Observation.Card, m.differ, m.Margin, m.beyondChance(), m.miss)
			}
		}
	}
}

// soft is a face as a photo of it is, of which no edge is sharp.
func soft(t *testing.T, face *image.RGBA) *image.RGBA {
	t.Helper()
	mat, err := gocv.ImageToMatRGBA(face)
	if err != nil {
		t.Fatal(err)
	}
	defer mat.Close()
	gocv.GaussianBlur(mat, &mat, image.Point{}, calibration.FaceScale, calibration.FaceScale, gocv.BorderReplicate)
	pix, err := mat.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	return &image.RGBA{Pix: slices.Clone(pix), Stride: face.Stride, Rect: face.Rect}
}

// grainy adds grain of so many grey levels, the same every time.
func grainy(t *testing.T, img gocv.Mat, levels float64) {
	t.Helper()
	pix, err := img.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i, v := range pix {
		pix[i] = uint8(min(max(float64(v)+levels*random.NormFloat64(), 0), 255))
	}
}
