package read

import (
	"image"
	"image/color"
	"math"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// cornered draws a face with a large diamond and its number small in two corners, the ground paler towards the top by such a share of white, as a lamp
// leaves it that shines there.
func cornered(ground color.RGBA, number int, pale float64) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
	w, h := img.Rect.Dx(), img.Rect.Dy()
	ink, digit := color.RGBA{30, 30, 60, 255}, numbered(color.RGBA{A: 255}, number)
	for y := range h {
		for x := range w {
			share := max(pale*(1-2*float64(y)/float64(h)), 0)
			lit := func(v uint8) uint8 { return uint8(float64(v) + share*(255-float64(v))) }
			img.SetRGBA(x, y, color.RGBA{lit(ground.R), lit(ground.G), lit(ground.B), 255})
			if math.Abs(float64(2*x-w))/float64(w)+math.Abs(float64(2*y-h))/float64(h) < .4 {
				img.SetRGBA(x, y, ink)
			}
		}
	}
	const part = 6 // of the card's size
	for y := range h / part {
		for x := range w / part {
			if digit.RGBAAt(x*part, y*part).R > 0 {
				img.SetRGBA(w/10+x, h/10+y, ink)
				img.SetRGBA(w-1-w/10-x, h-1-h/10-y, ink)
			}
		}
	}
	return img
}

// TestNumbersAreToldByWhatIsPrinted: of a colour one card was learnt in another light than the rest, and what is seen is in that light,
// too. By its ground any card of that colour would be that one.
func TestNumbersAreToldByWhatIsPrinted(t *testing.T) {
	deck := calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{}}
	for c, ground := range grounds() {
		for n := 1; n <= 5; n++ {
			pale := 0.0
			if c == models.Blue && n != 1 {
				pale = 0.6
			}
			deck.Fronts[models.Card{Color: c, Number: n}] = cornered(ground, n, pale)
		}
	}
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	for n := 1; n <= 5; n++ {
		q := show(t, pic, cornered(grounds()[models.Blue], n, 0), 20, [3]float64{1, 1, 1})
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Observation
		if want := (models.Card{Color: models.Blue, Number: n}); got.Face == models.FaceFront && got.Card != want || n == 1 && got.Face != models.FaceFront {
			t.Errorf("%v was read as %v %v, margin %.2f, differing by %.0f mm²", want, got.Face, got.Card, m.Margin, m.differ)
		}
	}
}

// TestABackLearntWithoutPrintMayBeAnyWhiteOne: too much light has left nothing of the fuchsia back when it was learnt, so that what looks
// pink may be fuchsia as well. A dark back is told as ever, and so is black print, which no light makes vanish.
func TestABackLearntWithoutPrintMayBeAnyWhiteOne(t *testing.T) {
	white := color.RGBA{254, 254, 254, 255}
	back := func(ground, ink color.RGBA) *image.RGBA {
		img := numbered(ground, 5)
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] == 250 {
				copy(img.Pix[i:], []uint8{ink.R, ink.G, ink.B})
			}
		}
		return img
	}
	pink, navy := back(white, color.RGBA{240, 90, 160, 255}), back(color.RGBA{20, 30, 90, 255}, color.RGBA{230, 200, 60, 255})
	gone, black := back(white, color.RGBA{254, 246, 251, 255}), back(white, color.RGBA{30, 30, 34, 255})
	for name, c := range map[string]struct {
		seen    *image.RGBA
		fuchsia *image.RGBA // as it was learnt
		want    models.Back
	}{
		"pink, fuchsia learnt well":     {pink, back(white, color.RGBA{150, 30, 190, 255}), "pink"},
		"pink, nothing left of fuchsia": {pink, gone, ""},
		"navy, nothing left of fuchsia": {navy, gone, "navy"},
		"black, no other may be that":   {black, gone, "black"},
		"black in glare, or grey":       {glared(black, .6), gone, ""},
	} {
		deck := testDeck()
		deck.Backs["pink"], deck.Backs["navy"], deck.Backs["black"], deck.Backs["fuchsia"] = pink, navy, black, c.fuchsia
		pic := NewPicture()
		q := show(t, pic, c.seen, 25, [3]float64{1, 1, 1})
		m, err := NewReader(deck).Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Back != c.want {
			t.Errorf("%s: read as %q, want %q (margin %.2f, likeness %.2f)", name, m.Observation.Back, c.want, m.Margin, m.Likeness)
		}
		pic.Close()
	}
}

// TestNumbersOfAColourMayBePrintedElsewhere: the blue cards have theirs in the other two corners.
func TestNumbersOfAColourMayBePrintedElsewhere(t *testing.T) {
	mirrored := func(face *image.RGBA) *image.RGBA {
		out := image.NewRGBA(face.Rect)
		for y := range face.Rect.Dy() {
			for x := range face.Rect.Dx() {
				out.SetRGBA(face.Rect.Dx()-1-x, y, face.RGBAAt(x, y))
			}
		}
		return out
	}
	deck := calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{}}
	for c, ground := range grounds() {
		for n := 1; n <= 5; n++ {
			face := cornered(ground, n, 0)
			if c == models.Blue {
				face = mirrored(face)
			}
			deck.Fronts[models.Card{Color: c, Number: n}] = face
		}
	}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for card, face := range deck.Fronts {
		q := show(t, pic, face, 20, [3]float64{1, 1, 1})
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Observation; got.Face != models.FaceFront || got.Card != card {
			t.Errorf("%v was read as %v %v, margin %.2f, differing by %.0f mm²", card, got.Face, got.Card, m.Margin, m.differ)
		}
	}
}
