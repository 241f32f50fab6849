package read

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// drawnFront is a front with strokes in its middle and two corners: strokes lists them in mm from each middle, in a grid
// of 3 by 4 mm cells.
func drawnFront(ground color.RGBA, strokes ...image.Rectangle) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
	fill := func(x0, y0, x1, y1 float64, c color.RGBA) {
		for y := int(y0 * calibration.FaceScale); y < int(y1*calibration.FaceScale); y++ {
			for x := int(x0 * calibration.FaceScale); x < int(x1*calibration.FaceScale); x++ {
				img.SetRGBA(x, y, c)
			}
		}
	}
	white := color.RGBA{R: 245, G: 245, B: 240, A: 255}
	fill(0, 0, 60, 92, white)
	fill(4, 4, 55, 87, ground)
	fill(15, 28, 44, 63, white)
	for _, s := range strokes {
		x0, y0, x1, y1 := 3*float64(s.Min.X), 4*float64(s.Min.Y), 3*float64(s.Max.X), 4*float64(s.Max.Y)
		fill(23.5+x0, 33.5+y0, 23.5+x1, 33.5+y1, ground)
		fill(7+x0/2, 7+y0/2, 7+x1/2, 7+y1/2, white)
		fill(52-x1/2, 84-y1/2, 52-x0/2, 84-y0/2, white)
	}
	return img
}

// photoOf is a picture of a card at an outline, in warm light that falls off to one side, with a finger over one edge.
func photoOf(t *testing.T, face *image.RGBA, at models.Quad) *Picture {
	t.Helper()
	const w, h = 420, 560
	toPx, err := calibration.HomographyOf(calibration.CardRect([2]float64{float64(face.Rect.Dx()), float64(face.Rect.Dy())}), at)
	if err != nil {
		t.Fatal(err)
	}
	toFace := toPx.Inverse()
	finger := at[2].Add(at[3]).Mul(.5)
	img := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	defer img.Close()
	for y := range h {
		for x := range w {
			c := color.RGBA{R: uint8(90 + 30*((x/20+y/25)%2)), G: 80, B: 60}
			p := toFace.Apply(models.Point{X: float64(x), Y: float64(y)})
			if u, v := int(math.Floor(p.X)), int(math.Floor(p.Y)); (image.Point{X: u, Y: v}).In(face.Rect) {
				c = face.RGBAAt(u, v)
			}
			if math.Hypot(float64(x)-finger.X, float64(y)-finger.Y) < 25 {
				c = color.RGBA{R: 210, G: 160, B: 130}
			}
			light := 0.9 - 0.4*float64(x)/w
			img.SetUCharAt(y, 3*x, uint8(float64(c.B)*light*0.7))
			img.SetUCharAt(y, 3*x+1, uint8(float64(c.G)*light*0.92))
			img.SetUCharAt(y, 3*x+2, uint8(float64(c.R)*light))
		}
	}
	pic := NewPicture()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pic.Close() })
	return pic
}

// TestACardIsReadAloneInAnyLight: of three taught fronts each is read where it lies tilted in a warm, uneven light under a
// finger, from an outline that is a few mm off; one of a number that was not taught is not.
func TestACardIsReadAloneInAnyLight(t *testing.T) {
	red, blue := color.RGBA{R: 200, G: 40, B: 40, A: 255}, color.RGBA{R: 30, G: 80, B: 170, A: 255}
	one := []image.Rectangle{image.Rect(2, 0, 3, 6)}
	seven := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6)}
	four := []image.Rectangle{image.Rect(0, 0, 1, 3), image.Rect(0, 3, 4, 4), image.Rect(2, 2, 3, 6)}
	deck := calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		{Color: models.Red, Number: 1}:  drawnFront(red, one...),
		{Color: models.Red, Number: 7}:  drawnFront(red, seven...),
		{Color: models.Blue, Number: 7}: drawnFront(blue, seven...),
	}}
	r := NewReader(deck)
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	outline := at
	outline[1], outline[3] = outline[1].Add(models.Point{X: -8, Y: 7}), outline[3].Add(models.Point{X: 6, Y: -9})
	for card, face := range deck.Fronts {
		m, ok := r.ReadAlone(photoOf(t, face, at), []models.Quad{outline})
		if !ok || m.Observation.Card != card {
			t.Errorf("%s was read as %s, surely: %v (likeness %.2f, margin %.2f)", card, m.Observation.Card, ok, m.Likeness, m.Margin)
		}
		for i, c := range m.Observation.Corners {
			if d := c.Sub(at[i]).Norm(); d > 6 {
				t.Errorf("corner %d of %s lies %.1f px off", i, card, d)
			}
		}
	}
	if m, ok := r.ReadAlone(photoOf(t, drawnFront(red, four...), at), []models.Quad{outline}); ok {
		t.Errorf("a number that was not taught was read as %s", m.Observation.Card)
	}
}

// cornerFront is a front with the same picture as all, whose number stands in two corners only, 10 mm high.
func cornerFront(ground color.RGBA, strokes ...image.Rectangle) *image.RGBA {
	img := drawnFront(ground)
	white := color.RGBA{R: 245, G: 245, B: 240, A: 255}
	const left, cellW, cellH = 10, 2.4, 3 // px of the face: 6.7 mm, and a fourth and a fifth of a digit
	for _, s := range strokes {
		for y := left + int(cellH*float64(s.Min.Y)); y < left+int(cellH*float64(s.Max.Y)); y++ {
			for x := left + int(cellW*float64(s.Min.X)); x < left+int(cellW*float64(s.Max.X)); x++ {
				img.SetRGBA(x, y, white)
				img.SetRGBA(img.Rect.Max.X-1-x, img.Rect.Max.Y-1-y, white)
			}
		}
	}
	return img
}

// coarseFront is such a front with a number of squares of 1.3 mm, given row by row.
func coarseFront(ground color.RGBA, number string) *image.RGBA {
	img := drawnFront(ground)
	white := color.RGBA{R: 245, G: 245, B: 240, A: 255}
	const left, cell = 10, 2 // px of the face
	for v, row := range strings.Split(number, "/") {
		for u, mark := range row {
			for i := range cell * cell {
				if x, y := left+cell*u+i%cell, left+cell*v+i/cell; mark == '#' {
					img.SetRGBA(x, y, white)
					img.SetRGBA(img.Rect.Max.X-1-x, img.Rect.Max.Y-1-y, white)
				}
			}
		}
	}
	return img
}

// TestASmallNumberThatWasNotTaughtIsNotRead: where only small digits in the corners tell cards apart, those taught are read
// and another number of their colour is not.
func TestASmallNumberThatWasNotTaughtIsNotRead(t *testing.T) {
	red, blue := color.RGBA{R: 200, G: 40, B: 40, A: 255}, color.RGBA{R: 30, G: 80, B: 170, A: 255}
	six := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(0, 0, 1, 5), image.Rect(0, 2, 4, 3), image.Rect(3, 2, 4, 5), image.Rect(0, 4, 4, 5)}
	three := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(0, 2, 4, 3), image.Rect(3, 0, 4, 5), image.Rect(0, 4, 4, 5)}
	seven := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 5)}
	r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		{Color: models.Red, Number: 3}:  cornerFront(red, three...),
		{Color: models.Blue, Number: 7}: cornerFront(blue, seven...),
	}})
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	taught := models.Card{Color: models.Red, Number: 3}
	if m, ok := r.ReadAlone(photoOf(t, cornerFront(red, three...), at), []models.Quad{at}); !ok || m.Observation.Card != taught {
		t.Errorf("%s was read as %s, surely: %v", taught, m.Observation.Card, ok)
	}
	if m, ok := r.ReadAlone(photoOf(t, cornerFront(red, six...), at), []models.Quad{at}); ok {
		t.Errorf("a small number that was not taught was read as %s", m.Observation.Card)
	}
}

// TestAStrokeMoreIsOtherPrint: a blurred 8 in coarse digits differs from a 6 by one stroke of 1.3 mm, which tells; the same 6 half a
// pixel off, dimmer and on lighter ground does not.
func TestAStrokeMoreIsOtherPrint(t *testing.T) {
	const (
		six   = " ### /#    /#    /#### /#   #/#   #/ ### "
		eight = " ### /#   #/#   #/ ### /#   #/#   #/ ### "
	)
	g := newGrid(cardMM, detailMM)
	blurred := func(number string, aside float64) []float32 {
		img := coarseFront(color.RGBA{R: 30, G: 80, B: 170, A: 255}, number)
		v := make([]float32, 0, 3*g.pixels())
		for i := range g.pixels() {
			x, y := float64(i%g.w)+(float64(img.Rect.Dx()-g.w)+1)/2+aside, float64(i/g.w)+(float64(img.Rect.Dy()-g.h)+1)/2
			mean := average(img, x, y, 1.2)
			v = append(v, mean[:]...)
		}
		return v
	}
	face := raster{grid: g, v: blurred(six, 0)}
	number, open := make([]bool, g.pixels()), make([]bool, g.pixels())
	for i := range number {
		number[i], open[i] = i%g.w < 25 && i/g.w < 30, true
	}
	other := func(seen []float32) float64 {
		f := inDetail{raster: &face, lamp: newLamp(g, nil), seen: &patch{v: seen}}
		return f.otherPrint(number, open)
	}
	dimmer := blurred(six, 0.5)
	for i := range dimmer {
		dimmer[i] = 0.7*dimmer[i] + 30
	}
	if got := other(dimmer); got > aloneOther/2 {
		t.Errorf("of the same number %.3f is other print", got)
	}
	if got := other(blurred(eight, 0.5)); got < 2*aloneOther {
		t.Errorf("of an 8 against a 6 only %.3f is other print", got)
	}
}

// TestOneFlawIsNoDoubtAndSeveralAre: a card on which all is plain but one thing is believed, unless that goes far beyond what right
// readings have; where several things are as they rarely are, it is not, and neither where one cannot be told.
func TestOneFlawIsNoDoubtAndSeveralAre(t *testing.T) {
	plain, rare, worse := witness{0.95, 0.9, 0.6}, witness{0.55, 0.9, 0.6}, witness{0.4, 0.9, 0.6}
	much := witness{20, 0, 60} // the more the worse
	for name, c := range map[string]struct {
		all  []witness
		want bool
	}{
		"all plain":      {[]witness{plain, plain, plain, much}, true},
		"one rare":       {[]witness{plain, rare, plain, plain}, true},
		"two rare":       {[]witness{plain, rare, rare, plain}, true},
		"three rare":     {[]witness{plain, rare, rare, rare}, false},
		"one far beyond": {[]witness{plain, worse, plain, plain}, false},
		"too much":       {[]witness{plain, {100, 0, 60}}, false},
		"nothing told":   {[]witness{plain, {math.NaN(), 0.9, 0.6}}, false},
	} {
		if got := believed(c.all...); got != c.want {
			t.Errorf("%s: believed is %v", name, got)
		}
	}
}

// TestWhatWasLearntKeepsItsColours: a face brighter than a picture can be is darkened, not overexposed.
func TestWhatWasLearntKeepsItsColours(t *testing.T) {
	colours := make([]float64, 3*100)
	for i := range colours {
		colours[i] = [...]float64{100, 200, 400}[i%3]
	}
	got := pictureOf(colours, image.Rect(0, 0, 10, 10)).RGBAAt(5, 5)
	if got.R > 251 || math.Abs(float64(got.R)/float64(got.B)-4) > 0.1 || math.Abs(float64(got.R)/float64(got.G)-2) > 0.1 {
		t.Errorf("blue 100, green 200, red 400 became %v", got)
	}
}

// TestBlendLeavesOutWhatLiesInOnePhotoOnly: a thumb on the face taken first is not on the median of three photos.
func TestBlendLeavesOutWhatLiesInOnePhotoOnly(t *testing.T) {
	clean := drawnFront(color.RGBA{R: 200, G: 40, B: 40, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	held := image.NewRGBA(clean.Rect)
	copy(held.Pix, clean.Pix)
	thumb := image.Rect(0, 50, 20, 75)
	for y := thumb.Min.Y; y < thumb.Max.Y; y++ {
		for x := thumb.Min.X; x < thumb.Max.X; x++ {
			held.SetRGBA(x, y, color.RGBA{R: 210, G: 160, B: 130, A: 255})
		}
	}
	places := []models.Quad{
		{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}},
		{{X: 350, Y: 450}, {X: 140, Y: 470}, {X: 110, Y: 120}, {X: 330, Y: 140}}, // upside down
	}
	var others []Portrait
	for _, at := range places {
		others = append(others, Portrait{Picture: photoOf(t, clean, at), Places: []models.Quad{at}})
	}
	face, fits := Blend(held, others[0], others[1:], cardMM)
	for i, ok := range fits {
		if !ok {
			t.Errorf("photo %d does not fit", i)
		}
	}
	middle := thumb.Min.Add(thumb.Max).Div(2)
	got, want := face.RGBAAt(middle.X, middle.Y), clean.RGBAAt(middle.X, middle.Y)
	if math.Abs(float64(got.G)-float64(want.G)) > 40 {
		t.Errorf("under the thumb the blend is %v, want about %v", got, want)
	}
}

// blotted is a copy of a face with a soft spot of a colour on it: so many mm wide about x, y (mm), as strong as it says in its middle.
func blotted(face *image.RGBA, x, y, wide, strength float64, c color.RGBA) *image.RGBA {
	out := image.NewRGBA(face.Rect)
	for v := range face.Rect.Dy() {
		for u := range face.Rect.Dx() {
			d := math.Hypot(float64(u)/calibration.FaceScale-x, float64(v)/calibration.FaceScale-y) / (wide / 2)
			k := strength * math.Exp(-d*d)
			p := face.RGBAAt(u, v)
			mix := func(a, b uint8) uint8 { return uint8((1-k)*float64(a) + k*float64(b) + .5) }
			out.SetRGBA(u, v, color.RGBA{R: mix(p.R, c.R), G: mix(p.G, c.G), B: mix(p.B, c.B), A: 255})
		}
	}
	return out
}

// TestGlareAndAThumbLearntAreNotOtherPrint: a lamp mirrors in a card, or a thumb lay on its edge when it was learnt; what is printed is
// as it was, and the card is read, while another number that nothing lies on is not.
func TestGlareAndAThumbLearntAreNotOtherPrint(t *testing.T) {
	red := color.RGBA{R: 200, G: 40, B: 40, A: 255}
	three := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(0, 2, 4, 3), image.Rect(3, 0, 4, 6), image.Rect(0, 5, 4, 6)}
	five := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(0, 0, 1, 3), image.Rect(0, 2, 4, 3), image.Rect(3, 3, 4, 6), image.Rect(0, 5, 4, 6)}
	white, skin := color.RGBA{R: 255, G: 255, B: 255, A: 255}, color.RGBA{R: 205, G: 150, B: 120, A: 255}
	taught := models.Card{Color: models.Red, Number: 3}
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	clean := drawnFront(red, three...)
	thumbed := blotted(clean, 0, 0, 1, 0, skin)
	for x := 22; x < 68; x++ {
		for y := range 15 {
			if math.Hypot(float64(x-45), float64(y)) < 9 { // 6 mm
				thumbed.SetRGBA(x, y, skin)
			}
		}
	}
	for name, c := range map[string]struct{ learnt, seen *image.RGBA }{
		"glare":           {clean, blotted(clean, 46, 66, 26, .75, white)},
		"a thumb, learnt": {thumbed, clean},
	} {
		r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
			taught:                         c.learnt,
			{Color: models.Red, Number: 8}: drawnFront(red, append(three, image.Rect(0, 0, 1, 6))...),
		}})
		if m, ok := r.ReadAlone(photoOf(t, c.seen, at), []models.Quad{at}); !ok || m.Observation.Card != taught {
			t.Errorf("%s: %s was read as %s, surely: %v (likeness %.2f, margin %.2f)", name, taught, m.Observation.Card, ok, m.Likeness, m.Margin)
		}
		if m, ok := r.ReadAlone(photoOf(t, drawnFront(red, five...), at), []models.Quad{at}); ok {
			t.Errorf("%s: a 5 that was not taught was read as %s", name, m.Observation.Card)
		}
	}
}

// TestANumberBleachedWhenLearntIsReadByItsPrint: a lamp upon the whole number made it pale when it was learnt; its colours are others now, and
// what it looks like beside its ground is alike. Another number is neither.
func TestANumberBleachedWhenLearntIsReadByItsPrint(t *testing.T) {
	red, white := color.RGBA{R: 200, G: 40, B: 40, A: 255}, color.RGBA{R: 255, G: 255, B: 255, A: 255}
	two := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(3, 0, 4, 3), image.Rect(0, 2, 4, 3), image.Rect(0, 3, 1, 6), image.Rect(0, 5, 4, 6)}
	seven := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6)}
	one := []image.Rectangle{image.Rect(2, 0, 3, 6)}
	taught := models.Card{Color: models.Red, Number: 2}
	r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		taught:                         blotted(drawnFront(red, two...), 29, 45, 34, .45, white),
		{Color: models.Red, Number: 1}: drawnFront(red, one...),
	}})
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	if m, ok := r.ReadAlone(photoOf(t, drawnFront(red, two...), at), []models.Quad{at}); !ok || m.Observation.Card != taught {
		t.Errorf("%s was read as %s, surely: %v", taught, m.Observation.Card, ok)
	}
	if m, ok := r.ReadAlone(photoOf(t, drawnFront(red, seven...), at), []models.Quad{at}); ok {
		t.Errorf("a 7 that was not taught was read as %s", m.Observation.Card)
	}
}

// TestBlendIsAsDarkAsTheClearestPhoto: the photo a face was cut from was hazy, and pale; another one shows how dark its print is.
func TestBlendIsAsDarkAsTheClearestPhoto(t *testing.T) {
	clean := drawnFront(color.RGBA{R: 90, G: 20, B: 20, A: 255}, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	pale := image.NewRGBA(clean.Rect)
	for i, v := range clean.Pix {
		pale.Pix[i] = uint8(90 + int(v)*160/255)
	}
	places := []models.Quad{
		{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}},
		{{X: 350, Y: 450}, {X: 140, Y: 470}, {X: 110, Y: 120}, {X: 330, Y: 140}}, // upside down
	}
	var photos []Portrait
	for i, face := range []*image.RGBA{pale, clean} {
		at := places[i%2]
		photos = append(photos, Portrait{Picture: photoOf(t, face, at), Places: []models.Quad{at}})
	}
	face, fits := Blend(pale, photos[0], photos[1:], cardMM)
	if !fits[0] {
		t.Fatalf("photos fit: %v", fits)
	}
	at := func(img *image.RGBA, x, y float64) float64 {
		return float64(img.RGBAAt(int(x*calibration.FaceScale), int(y*calibration.FaceScale)).G)
	}
	contrast := func(img *image.RGBA) float64 { return at(img, 12, 70) / at(img, 18, 55) } // the ground against the white
	if got, before := contrast(face), contrast(pale); got > before-0.15 {
		t.Errorf("the ground is %.2f as bright as the white, in the hazy photo %.2f", got, before)
	}
}

// TestACardMostlyOutOfItsPlaceIsNotRead: where hardly more than half looks like the face, it may lie elsewhere, as the half of a
// card that looks like its other half does; the rest was taken for a hand.
func TestACardMostlyOutOfItsPlaceIsNotRead(t *testing.T) {
	red := color.RGBA{R: 200, G: 40, B: 40, A: 255}
	front := drawnFront(red, image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6))
	r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		{Color: models.Red, Number: 7}: front,
		{Color: models.Red, Number: 1}: drawnFront(red, image.Rect(2, 0, 3, 6)),
	}})
	hidden := blotted(front, 0, 0, 1, 0, red)
	for y := int(54 * calibration.FaceScale); y < hidden.Rect.Dy(); y++ {
		for x := range hidden.Rect.Dx() {
			hidden.SetRGBA(x, y, color.RGBA{R: 110, G: 90, B: 60, A: 255})
		}
	}
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	if m, ok := r.ReadAlone(photoOf(t, hidden, at), []models.Quad{at}); ok {
		t.Errorf("of a card %.2f looks like %s, which was said", m.Seen, m.Observation.Card)
	}
}

// TestANumberIsHiddenOnlyUnderWhatIsBroad: other print over a taught number, in fine lines that run out over the card's edge, hides nothing of
// it; so what is left of that number does not tell the card.
func TestANumberIsHiddenOnlyUnderWhatIsBroad(t *testing.T) {
	red, black := color.RGBA{R: 200, G: 40, B: 40, A: 255}, color.RGBA{R: 20, G: 20, B: 20, A: 255}
	seven := []image.Rectangle{image.Rect(0, 0, 4, 1), image.Rect(3, 1, 4, 6)}
	r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		{Color: models.Red, Number: 7}: drawnFront(red, seven...),
		{Color: models.Red, Number: 4}: drawnFront(red, image.Rect(0, 0, 1, 3), image.Rect(0, 3, 4, 4), image.Rect(2, 2, 3, 6)),
	}})
	other := drawnFront(red, seven...)
	fill := func(x0, y0, x1, y1 int, c color.RGBA) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				other.SetRGBA(x, y, c)
			}
		}
	}
	// A 10 of a kind, about the 7.
	fill(50, 53, 52, 87, black)
	fill(36, 52, 52, 54, black)
	fill(36, 52, 38, 87, black)
	fill(36, 73, 52, 76, black)
	fill(36, 85, 52, 87, black)
	// It runs out to the right.
	fill(50, 58, 89, 61, black)
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	if m, ok := r.ReadAlone(photoOf(t, other, at), []models.Quad{at}); ok {
		t.Errorf("a number that was not taught was read as %s (likeness %.2f, margin %.2f)", m.Observation.Card, m.Likeness, m.Margin)
	}
}

// average is the mean blue, green and red of the square of the given half width about a place.
func average(img *image.RGBA, cx, cy, half float64) [3]float32 {
	const n = 4 // samples to a side
	var sum [3]float64
	for j := range n {
		for i := range n {
			x := cx + half*(2*(float64(i)+.5)/n-1)
			y := cy + half*(2*(float64(j)+.5)/n-1)
			px := img.PixOffset(min(max(int(math.Floor(x)), 0), img.Rect.Dx()-1), min(max(int(math.Floor(y)), 0), img.Rect.Dy()-1))
			for c := range 3 {
				sum[c] += float64(img.Pix[px+2-c])
			}
		}
	}
	return [3]float32{float32(sum[0] / (n * n)), float32(sum[1] / (n * n)), float32(sum[2] / (n * n))}
}

// TestNoLampMakesYellowOfRed: a number that was taught in red is not read where it is printed in yellow, which would be red in the light of a
// green lamp; in that of a candle red is red.
func TestNoLampMakesYellowOfRed(t *testing.T) {
	printed := func(c color.RGBA, strokes ...image.Rectangle) *image.RGBA {
		img := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				img.SetRGBA(x, y, color.RGBA{R: 24, G: 22, B: 22, A: 255})
				for _, s := range strokes {
					if (image.Point{X: (x - 26) / 12, Y: (y - 30) / 12}).In(s) && x >= 26 && y >= 30 {
						img.SetRGBA(x, y, c)
					}
				}
			}
		}
		return img
	}
	red, yellow := color.RGBA{R: 235, G: 75, B: 50, A: 255}, color.RGBA{R: 240, G: 175, B: 50, A: 255}
	six := []image.Rectangle{image.Rect(0, 0, 3, 1), image.Rect(0, 1, 1, 6), image.Rect(1, 3, 3, 4), image.Rect(2, 4, 3, 6), image.Rect(0, 6, 3, 7)}
	four := []image.Rectangle{image.Rect(0, 0, 1, 4), image.Rect(1, 3, 3, 4), image.Rect(2, 1, 3, 7)}
	taught := models.Card{Color: models.Red, Number: 6}
	r := NewReader(calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{
		taught: printed(red, six...), {Color: models.Yellow, Number: 4}: printed(yellow, four...),
	}})
	at := models.Quad{{X: 120, Y: 130}, {X: 290, Y: 100}, {X: 345, Y: 400}, {X: 85, Y: 415}}
	if m, ok := r.ReadAlone(photoOf(t, printed(yellow, six...), at), []models.Quad{at}); ok {
		t.Errorf("a yellow 6 that was not taught was read as %s (likeness %.2f, margin %.2f)", m.Observation.Card, m.Likeness, m.Margin)
	}
	if m, ok := r.ReadAlone(photoOf(t, printed(red, six...), at), []models.Quad{at}); !ok || m.Observation.Card != taught {
		t.Errorf("%s was read as %s, surely: %v (likeness %.2f, margin %.2f)", taught, m.Observation.Card, ok, m.Likeness, m.Margin)
	}
}
