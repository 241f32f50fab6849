package read

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// spoilt reads a card in a picture that is spoilt, following the picture's edges in three rounds, and gives the first
// reading and the last.
func spoilt(t *testing.T, card models.Card, spoil func(img *gocv.Mat)) (first, last Match, e edge) {
	t.Helper()
	deck := testDeck()
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	var faces []*image.RGBA
	for _, number := range []int{card.Number, 1, 2} { // three different ones tell
		faces = append(faces, deck.Fronts[models.Card{Color: card.Color, Number: number}])
	}
	img, quads := line(t, faces, 12, [3]float64{1, 1, 1})
	defer img.Close()
	spoil(&img)
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	for round := range 4 {
		matches := readAll(t, r, pic, quads)
		if last = matches[0]; round == 0 {
			first = last
		}
		r.Adapt(pic, matches)
	}
	return first, last, r.transfer.edge
}

func TestBolderAndBlurredPrintIsFollowed(t *testing.T) {
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(3, 3))
	defer kernel.Close()
	for name, c := range map[string]struct {
		spoil  func(img *gocv.Mat)
		expect func(e edge) bool
	}{
		"bolder":  {func(img *gocv.Mat) { gocv.Dilate(*img, img, kernel) }, func(e edge) bool { return e.bolder > 0.3 }},
		"thinner": {func(img *gocv.Mat) { gocv.Erode(*img, img, kernel) }, func(e edge) bool { return e.bolder < -0.3 }},
		"blurred": {
			func(img *gocv.Mat) { gocv.GaussianBlur(*img, img, image.Pt(9, 9), 1.6, 1.6, gocv.BorderReplicate) },
			func(e edge) bool { return e.blur > 0.3 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			card := models.Card{Color: models.Blue, Number: 4}
			first, last, e := spoilt(t, card, c.spoil)
			if !c.expect(e) {
				t.Errorf("the edges are taken to be %+v", e)
			}
			if last.Observation.Card != card || last.Likeness < first.Likeness+0.05 {
				t.Errorf("read as %v with likeness %.2f; %.2f before the edges were followed", last.Observation.Card, last.Likeness, first.Likeness)
			}
		})
	}
}

// TestBacksAreBlurredAsFrontsAre: thin red print that is blurred looks like pink, and fronts in the same picture tell how blurred it is.
// What is too blurred to be told is not.
func TestBacksAreBlurredAsFrontsAre(t *testing.T) {
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{"red": inked(color.RGBA{222, 52, 58, 255}), "pink": inked(color.RGBA{238, 140, 144, 255})}
	faces := []*image.RGBA{deck.Backs["red"], deck.Backs["pink"], deck.Backs["red"]}
	for color, number := range map[models.Color]int{models.Red: 2, models.Blue: 3, models.Green: 4} {
		faces = append(faces, deck.Fronts[models.Card{Color: color, Number: number}])
	}
	for blur, want := range map[float64]models.Back{1: "red", 1.3: ""} { // pixels of the picture
		r, pic := NewReader(deck), NewPicture()
		defer pic.Close()
		img, quads := line(t, faces, 12, [3]float64{1, 1, 1})
		defer img.Close()
		gocv.GaussianBlur(img, &img, image.Pt(9, 9), blur, blur, gocv.BorderReplicate)
		if err := pic.Set(img); err != nil {
			t.Fatal(err)
		}
		var matches []Match
		for range 4 {
			matches = readAll(t, r, pic, quads)
			r.Adapt(pic, matches)
		}
		for _, i := range []int{0, 2} {
			if m := matches[i]; m.Observation.Back != want {
				t.Errorf("blurred by %.1f px, red back %d is read as %q, not %q (margin %.2f)", blur, i, m.Observation.Back, want, m.Margin)
			}
		}
		if r.Daylight(); r.transfer.edgeOfBacks() != (edge{}) {
			t.Errorf("by day backs are still blurred: %+v", r.transfer.edgeOfBacks())
		}
	}
}

func TestEdgesAreFollowedByAllCardsTogether(t *testing.T) {
	if _, changed := (edge{}).follow(nil); changed {
		t.Error("no card changes how edges look")
	}
	e, changed := edge{}.follow([]edge{{bolder: 0.5}, {bolder: 0.4}, {bolder: -5}})
	if !changed || e.bolder != 0.4 {
		t.Errorf("three cards, one of them covered, give %+v", e)
	}
	if e, _ = (edge{support: 12}).follow([]edge{{blur: 0.5}, {blur: 0.5}, {blur: 0.5}}); e.blur < 0.05 || e.blur > 0.15 {
		t.Errorf("few cards change the blur known from many to %.2f", e.blur)
	}
}

// TestOneFrontReadForCertainTellsTheEdges: of a picture that is blurred one front read for certain tells how much. One in glare does not.
func TestOneFrontReadForCertainTellsTheEdges(t *testing.T) {
	r := NewReader(testDeck())
	card := models.Card{Color: models.Blue, Number: 4}
	img, quads := line(t, []*image.RGBA{testDeck().Fronts[card]}, 12, [3]float64{1, 1, 1})
	defer img.Close()
	gocv.GaussianBlur(img, &img, image.Pt(9, 9), 1, 1, gocv.BorderReplicate)
	pic := NewPicture()
	defer pic.Close()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	matches := readAll(t, r, pic, quads)
	if matches[0].Observation.Card != card {
		t.Fatalf("read as %+v", matches[0].Observation)
	}
	glare := slices.Clone(matches)
	glare[0].fit.light.haze = 90
	if r.Adapt(pic, glare); r.transfer.edge.blur != 0 {
		t.Errorf("in glare, the blur is taken to be %.2f", r.transfer.edge.blur)
	}
	if r.Adapt(pic, matches); r.transfer.edge.blur < 0.1 {
		t.Errorf("the blur is taken to be %.2f", r.transfer.edge.blur)
	}
}
