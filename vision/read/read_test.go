package read

import (
	"image"
	"image/color"
	"math"
	"os"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/frame/frametest"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

var cardMM = [2]float64{59, 91}

// numbered draws a face: a ground with white blocks of about a digit's size on it, whose
// pattern stands for the number; number 0 has none.
func numbered(ground color.RGBA, number int) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
	w, h := img.Rect.Dx(), img.Rect.Dy()
	blocks := [6][4]string{
		{"   ", "   ", "   ", "   "},
		{" x ", " x ", " x ", "   "},
		{"xx ", "  x", " x ", "xxx"},
		{"xxx", " xx", "  x", "xx "},
		{"x x", "x x", "xxx", "  x"},
		{"xxx", "x  ", "xx ", "  x"},
	}[number]
	for y := range h {
		for x := range w {
			c := ground
			u, v := x*3%w, y*4%h
			if blocks[y*4/h][x*3/w] == 'x' && u > w/5 && u < w*4/5 && v > h/5 && v < h*4/5 {
				c = color.RGBA{250, 250, 245, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func grounds() map[models.Color]color.RGBA {
	return map[models.Color]color.RGBA{
		models.Red: {175, 27, 26, 255}, models.Yellow: {245, 205, 10, 255},
		models.Green: {15, 95, 60, 255}, models.Blue: {20, 62, 141, 255},
	}
}

func testDeck() calibration.Deck {
	d := calibration.Deck{CardMM: cardMM, Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{}}
	for c, ground := range grounds() {
		for n := 1; n <= 5; n++ {
			d.Fronts[models.Card{Color: c, Number: n}] = numbered(ground, n)
		}
	}
	return d
}

// seen draws a face onto a grey table, its middle at (200, 150), turned by degrees, at 1.3 px
// per mm, in a light that multiplies red, green and blue.
func seen(t testing.TB, face *image.RGBA, degrees float64, tint [3]float64) (gocv.Mat, models.Quad) {
	t.Helper()
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 95, 100, 0), 300, 400, gocv.MatTypeCV8UC3)
	pix, err := img.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	const pxPerMM = 1.3
	s, c := math.Sincos(degrees * math.Pi / 180)
	for y := range 300 {
		for x := range 400 {
			dx, dy := float64(x)-200, float64(y)-150
			u := (c*dx+s*dy)/pxPerMM + cardMM[0]/2
			v := (-s*dx+c*dy)/pxPerMM + cardMM[1]/2
			if u < 0 || v < 0 || u >= cardMM[0] || v >= cardMM[1] {
				continue
			}
			p := face.RGBAAt(int(u*calibration.FaceScale), int(v*calibration.FaceScale))
			i := 3 * (y*400 + x)
			pix[i], pix[i+1], pix[i+2] = uint8(min(float64(p.B)*tint[2], 255)), uint8(min(float64(p.G)*tint[1], 255)), uint8(min(float64(p.R)*tint[0], 255))
		}
	}
	var q models.Quad
	for i, m := range calibration.CardRect(cardMM) {
		x, y := (m.X-cardMM[0]/2)*pxPerMM, (m.Y-cardMM[1]/2)*pxPerMM
		q[i] = models.Point{X: 200 + c*x - s*y, Y: 150 + s*x + c*y}
	}
	return img, q
}

// show has a face lie before the camera in pic and tells where.
func show(t testing.TB, pic *Picture, face *image.RGBA, degrees float64, tint [3]float64) models.Quad {
	t.Helper()
	img, q := seen(t, face, degrees, tint)
	defer img.Close()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	return q
}

// line has faces lie side by side in one picture and tells where.
func line(t testing.TB, faces []*image.RGBA, degrees float64, tint [3]float64) (gocv.Mat, []models.Quad) {
	t.Helper()
	all := gocv.NewMat()
	var quads []models.Quad
	for _, face := range faces {
		img, q := seen(t, face, degrees, tint)
		defer img.Close()
		for i := range q {
			q[i].X += float64(all.Cols())
		}
		quads = append(quads, q)
		if all.Empty() {
			img.CopyTo(&all)
			continue
		}
		gocv.Hconcat(all, img, &all)
	}
	return all, quads
}

// pictured is line as a Picture, which the test closes.
func pictured(t testing.TB, faces []*image.RGBA, degrees float64, tint [3]float64) (*Picture, []models.Quad) {
	t.Helper()
	img, quads := line(t, faces, degrees, tint)
	defer img.Close()
	pic := NewPicture()
	t.Cleanup(func() { pic.Close() })
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	return pic, quads
}

// rightly tells whether a front was read as the card it is. If it was read as another, it fails the test and says where.
func rightly(t *testing.T, m Match, card models.Card, where string) bool {
	t.Helper()
	switch o := m.Observation; {
	case o.Face == models.FaceUnknown:
		return false
	case o.Face != models.FaceFront || o.Card != card:
		t.Errorf("%v %s was read as %v %v (likeness %.2f, margin %.2f)", card, where, o.Face, o.Card, m.Likeness, m.Margin)
		return false
	}
	return true
}

// readAll reads at all outlines of a picture.
func readAll(t *testing.T, r *Reader, pic *Picture, quads []models.Quad) (matches []Match) {
	t.Helper()
	for _, q := range quads {
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		matches = append(matches, m)
	}
	return matches
}

func TestReadsEveryCardAtAnyAngle(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	degrees := 0.0
	for i := range models.DeckSize {
		card := models.CardAt(i)
		face, ok := deck.Fronts[card]
		if !ok {
			continue
		}
		degrees += 37
		q := show(t, pic, face, degrees, [3]float64{1, 1, 1})
		// The outline is a few pixels off and may start at either end.
		for i := range q {
			q[i] = q[i].Add(models.Point{X: 3, Y: -2})
		}
		m, err := r.Read(pic, q.Turned())
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Card != card || m.Observation.Confidence < 0.9 {
			t.Errorf("%v at %.0f degrees read as %+v (seen %.2f, margin %.2f)", card, degrees, m.Observation, m.Seen, m.Margin)
		}
	}
}

func TestAlignmentMakesTheOutlineExact(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	img, want := seen(t, deck.Fronts[models.Card{Color: models.Blue, Number: 3}], 20, [3]float64{1, 1, 1})
	defer img.Close()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	off := want
	for i := range off {
		off[i] = off[i].Add(models.Point{X: 4, Y: 3})
	}
	m, err := r.Read(pic, off)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range m.Observation.Corners {
		if d := min(p.Sub(want[i]).Norm(), p.Sub(want[(i+2)%4]).Norm()); d > 1.5 {
			t.Errorf("corner %d is %.1f px off", i, d)
		}
	}
}

func TestBlankAndBareAreUnknown(t *testing.T) {
	r := NewReader(testDeck())
	pic := NewPicture()
	defer pic.Close()
	blank := numbered(color.RGBA{175, 27, 26, 255}, 0)
	q := show(t, pic, blank, 0, [3]float64{1, 1, 1})
	for name, at := range map[string]models.Quad{"a blank red card": q, "the bare table": {{X: 10, Y: 10}, {X: 87, Y: 10}, {X: 87, Y: 128}, {X: 10, Y: 128}}} {
		m, err := r.Read(pic, at)
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Face != models.FaceUnknown {
			t.Errorf("%s was read as %+v", name, m.Observation)
		}
	}
}

// Two faces that differ by grain and a shade of their print are one as far as can be told, so
// neither is ever named.
func TestFacesAlmostAlikeAreUnknown(t *testing.T) {
	deck := testDeck()
	back := numbered(color.RGBA{245, 245, 245, 255}, 0)
	shaded := func(c color.RGBA) *image.RGBA {
		img := image.NewRGBA(back.Rect)
		copy(img.Pix, back.Pix)
		for y := 40; y < 60; y++ {
			for x := 20; x < 70; x++ {
				img.SetRGBA(x, y, c)
			}
		}
		return img
	}
	pink, fuchsia := shaded(color.RGBA{240, 170, 205, 255}), shaded(color.RGBA{234, 158, 214, 255})
	deck.Backs["pink"], deck.Backs["fuchsia"] = pink, fuchsia
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	for name, face := range map[string]*image.RGBA{"pink": pink, "fuchsia": fuchsia} {
		q := show(t, pic, face, 15, [3]float64{1, 1, 1})
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Face != models.FaceUnknown {
			t.Errorf("%s was read as %+v (margin %.2f)", name, m.Observation, m.Margin)
		}
	}
}

func TestAdaptTakesTheTintOut(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	warm := [3]float64{1, 0.85, 0.6}
	var matches []Match
	read := func(card models.Card) Match {
		q := show(t, pic, deck.Fronts[card], 10, warm)
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for n := 1; n <= 5; n++ {
		matches = append(matches, read(models.Card{Color: models.Red, Number: n}), read(models.Card{Color: models.Blue, Number: n}))
	}
	if !r.Adapt(pic, matches) {
		t.Fatal("a warm light was taken for the deck's own")
	}
	right := 0
	for c := range grounds() {
		card := models.Card{Color: c, Number: 4}
		switch m := read(card); {
		case m.Observation.Card == card:
			right++
		case m.Observation.Face != models.FaceUnknown:
			t.Errorf("%v in warm light read as %+v", card, m.Observation)
		}
	}
	if right < 3 {
		t.Errorf("of four colours in warm light %d were read", right)
	}
}

// adaptToOverexposure has r learn the light of five overexposed pictures of the deck's fronts.
func adaptToOverexposure(t *testing.T, r *Reader, pic *Picture, deck calibration.Deck) {
	t.Helper()
	for n := 1; n <= 5; n++ {
		var faces []*image.RGBA
		for _, c := range models.Colors() {
			faces = append(faces, deck.Fronts[models.Card{Color: c, Number: n}])
		}
		img, quads := line(t, faces, 5, [3]float64{1.6, 1.6, 1.6})
		defer img.Close()
		if err := pic.Set(img); err != nil {
			t.Fatal(err)
		}
		r.Adapt(pic, readAll(t, r, pic, quads))
	}
}

// TestAdaptFollowsOverexposure: no gain for each channel makes the learnt colours those of an
// overexposed picture, as white stays what it is.
func TestAdaptFollowsOverexposure(t *testing.T) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	adaptToOverexposure(t, r, pic, deck)
	var dark, light [3]float32
	for k, v := range r.transfer.learnt {
		switch {
		case apart(v, [3]float32{141, 62, 20}) < 20:
			dark = r.transfer.here[k]
		case v[0] > 220 && v[1] > 220:
			light = r.transfer.here[k]
		}
	}
	if dark[0] < 190 || light[0] < 240 {
		t.Errorf("overexposed, blue looks like %v and white like %v", dark, light)
	}
}

func TestALightThatExplainsLessIsGivenUp(t *testing.T) {
	r := NewReader(testDeck())
	known := r.Lighting()
	r.wear(&transfer{r.transfer.learnt, slices.Clone(r.transfer.learnt), make([]float64, len(r.transfer.learnt)), edge{}, edge{}})
	r.Relight(known)
	if r.transfer != known.transfer {
		t.Error("the light before is not back")
	}
	told := func(face models.Face, margin float64) []Match {
		return []Match{{Observation: models.Observation{Face: face}, Seen: 0.9, Margin: margin}}
	}
	if Clarity(told(models.FaceFront, 0.8)) <= Clarity(told(models.FaceFront, 0.4)) {
		t.Error("a clearer reading is not clearer")
	}
	if Clarity(told(models.FaceBack, 0.8)) > 0 {
		t.Error("a back tells which light is the right one")
	}
}

func TestConfidenceGrowsWithTheEvidence(t *testing.T) {
	least := Match{Margin: minMargin, Likeness: minLikeness, Purity: minPurity, Seen: minSeen}
	best := Match{Margin: 1, Likeness: 1, Purity: 1, Seen: 1}
	if c := least.confidence(); c > 0.8 {
		t.Errorf("the least that is said has confidence %.3f", c)
	}
	if c := best.confidence(); c < 0.99 || c > 1 {
		t.Errorf("the clearest reading has confidence %.4f", c)
	}
}

func TestPictureOfAnotherKindIsAnError(t *testing.T) {
	pic := NewPicture()
	defer pic.Close()
	grey := gocv.NewMatWithSize(20, 20, gocv.MatTypeCV8U)
	defer grey.Close()
	if err := pic.Set(grey); err == nil {
		t.Error("a grey picture was taken in")
	}
}

func BenchmarkRead(b *testing.B) {
	deck := testDeck()
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	img, q := seen(b, deck.Fronts[models.Card{Color: models.Green, Number: 5}], 33, [3]float64{1, 1, 1})
	defer img.Close()
	if err := pic.Set(img); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := r.Read(pic, q); err != nil {
			b.Fatal(err)
		}
	}
}

// TestOneThingManyTimesIsNoLight: in some light many backs that were never taught, all alike, look like the one front they
// are a little like; only different cards tell what the light is.
func TestOneThingManyTimesIsNoLight(t *testing.T) {
	deck := testDeck()
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	red := func(n int) *image.RGBA { return deck.Fronts[models.Card{Color: models.Red, Number: n}] }
	for _, c := range []struct {
		faces []*image.RGBA
		light bool
	}{{[]*image.RGBA{red(1), red(1), red(1), red(1)}, false}, {[]*image.RGBA{red(1), red(2), red(3), red(1)}, true}} {
		img, quads := line(t, c.faces, 0, [3]float64{1, 0.85, 0.6})
		defer img.Close()
		if err := pic.Set(img); err != nil {
			t.Fatal(err)
		}
		matches := readAll(t, r, pic, quads)
		if got := r.Adapt(pic, matches); got != c.light {
			t.Errorf("of %d cards the light is learnt: %v", len(c.faces), got)
		}
	}
}
