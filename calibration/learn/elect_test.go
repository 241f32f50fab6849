package learn

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// zigzag is print of two bars and a zigzag between them, at a place in mm.
func zigzag(p models.Point) bool {
	bar := p.X > 12 && p.X < 47 && (p.Y > 8 && p.Y < 14 || p.Y > 77 && p.Y < 83)
	return bar || p.Y > 20 && p.Y < 70 && math.Abs(p.X-29-0.6*math.Mod(p.Y, 25)+8) < 6
}

// shadedPhoto writes a photo of a white card with some print, at an outline on brown ground; a thumb lies on it, and
// what is below an edge (mm from the top, in the middle) that runs so steeply lies in shadow.
func shadedPhoto(t *testing.T, name string, at models.Quad, print func(models.Point) bool, edge, steep float64, thumb models.Point) {
	t.Helper()
	toPx, err := calibration.HomographyOf(calibration.CardRect([2]float64{59, 91}), at)
	if err != nil {
		t.Fatal(err)
	}
	toCard := toPx.Inverse()
	img := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	defer img.Close()
	for y := range 480 {
		for x := range 640 {
			c := color.RGBA{R: 120, G: 90, B: 60}
			if p := toCard.Apply(models.Point{X: float64(x), Y: float64(y)}); p.X > 0 && p.X < 59 && p.Y > 0 && p.Y < 91 {
				c = color.RGBA{R: 235, G: 232, B: 225}
				if print(p) {
					c = color.RGBA{R: 215, G: 80, B: 140}
				}
				if p.Sub(thumb).Norm() < 12 {
					c = color.RGBA{R: 210, G: 160, B: 130}
				}
				if p.Y-edge > steep*(p.X-29) {
					c = color.RGBA{R: uint8(0.45 * float64(c.R)), G: uint8(0.45 * float64(c.G)), B: uint8(0.45 * float64(c.B))}
				}
			}
			for i, v := range [3]uint8{c.B, c.G, c.R} {
				img.SetUCharAt(y, 3*x+i, v)
			}
		}
	}
	if !gocv.IMWrite(name, img) {
		t.Fatal("cannot write a photo")
	}
}

// electedWhole fails unless from three photos, taken with the card at an outline and cut along those that views gives of each, the whole card is
// elected in all.
func electedWhole(t *testing.T, take func(i int, name string, at models.Quad), views func(i int, p *photo, at models.Quad) []view) {
	t.Helper()
	outlines := []models.Quad{
		{{X: 200, Y: 60}, {X: 400, Y: 80}, {X: 410, Y: 400}, {X: 180, Y: 390}},
		{{X: 240, Y: 50}, {X: 430, Y: 60}, {X: 400, Y: 380}, {X: 200, Y: 350}},
		{{X: 180, Y: 80}, {X: 390, Y: 60}, {X: 420, Y: 390}, {X: 200, Y: 420}},
	}
	dir := t.TempDir()
	var photos [][]view
	for i, at := range outlines {
		name := filepath.Join(dir, fmt.Sprintf("%d.png", i))
		take(i, name, at)
		p, err := openSingle(name)
		if err != nil {
			t.Fatal(err)
		}
		photos = append(photos, views(i, p, at))
		p.img.Close()
	}
	family, err := elected(t.Context(), photos, [2]float64{59, 91})
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range outlines {
		if v, ok := family[i]; !ok || v.quad.IoU(at) < 0.9 {
			t.Errorf("photo %d: elected is a cut that covers the card by %.2f, of %d photos", i, v.quad.IoU(at), len(family))
		}
	}
}

// TestTheWholeCardIsElectedNotAPartOfIt: shadows and thumbs lie across the lower part of a card, otherwise in each photo, so that
// cuts of its upper half are more alike than those of the card.
func TestTheWholeCardIsElectedNotAPartOfIt(t *testing.T) {
	cardMM := [2]float64{59, 91}
	electedWhole(t, func(i int, name string, at models.Quad) {
		shadedPhoto(t, name, at, zigzag, [...]float64{200, 55, 55}[i], [...]float64{0, -1, 1.3}[i], [...]models.Point{{X: 2, Y: 60}, {X: 30, Y: 88}, {X: 57, Y: 66}}[i])
	}, func(_ int, p *photo, at models.Quad) []view {
		half := models.Quad{at[0], at[1], at[1].Add(at[2]).Mul(.5), at[0].Add(at[3]).Mul(.5)}
		return []view{p.view(at, cardMM), p.view(half, cardMM)}
	})
}

// TestAnOutlineFoundWhereACardWasLaidSpeaksForIt: one a hand's breadth beside it, or none, counts half.
func TestAnOutlineFoundWhereACardWasLaidSpeaksForIt(t *testing.T) {
	at := models.Quad{{X: 200, Y: 60}, {X: 400, Y: 60}, {X: 400, Y: 360}, {X: 200, Y: 360}}
	moved := func(by float64) (q models.Quad) {
		for i, c := range at {
			q[i] = c.Add(models.Point{X: by})
		}
		return q
	}
	for name, c := range map[string]struct {
		outlines []models.Quad
		least    float64
		most     float64
	}{
		"none":           {nil, .5, .5},
		"far beside it":  {[]models.Quad{moved(60)}, .5, .5},
		"a little":       {[]models.Quad{moved(60), moved(12)}, .6, .95},
		"as it was laid": {[]models.Quad{moved(1), moved(60)}, 1, 1},
	} {
		var views []view
		for _, q := range c.outlines {
			views = append(views, view{quad: q})
		}
		if got := outlined(at, views); got < c.least || got > c.most {
			t.Errorf("%s: %.2f, want %.2f to %.2f", name, got, c.least, c.most)
		}
	}
}

// TestACardWithoutAnOutlineIsFoundByWhatOtherPhotosShow: in the third photo only something beside the card has an outline.
func TestACardWithoutAnOutlineIsFoundByWhatOtherPhotosShow(t *testing.T) {
	leaves := func(p models.Point) bool {
		return zigzag(p) || math.Hypot(math.Mod(p.X, 19)-9, math.Mod(p.Y, 31)-12) < 3
	}
	electedWhole(t, func(_ int, name string, at models.Quad) {
		shadedPhoto(t, name, at, leaves, 200, 0, models.Point{X: -30})
	}, func(i int, p *photo, at models.Quad) []view {
		if i == 2 {
			at = models.Quad{{X: 500, Y: 60}, {X: 620, Y: 60}, {X: 620, Y: 240}, {X: 500, Y: 240}}
		}
		return []view{p.view(at, [2]float64{59, 91})}
	})
}

// TestOutlinesThatAreHardlyTwoDoNotLeaveTheCardOut: beside a card lies something larger of which there are five outlines, hardly apart,
// that look like nothing in the other photo; the card's is among those that may be elected all the same, and so is the largest.
func TestOutlinesThatAreHardlyTwoDoNotLeaveTheCardOut(t *testing.T) {
	size := calibration.FaceSize([2]float64{59, 91})
	face := func(print func(models.Point) bool) *image.RGBA {
		img := image.NewRGBA(image.Rectangle{Max: size})
		for i := range size.X * size.Y {
			c := color.RGBA{R: 235, G: 232, B: 225, A: 255}
			if print(models.Point{X: float64(i%size.X) / calibration.FaceScale, Y: float64(i/size.X) / calibration.FaceScale}) {
				c = color.RGBA{R: 215, G: 80, B: 140, A: 255}
			}
			img.SetRGBA(i%size.X, i/size.X, c)
		}
		return img
	}
	of := func(at models.Quad, img *image.RGBA) view {
		return view{quad: at, share: at.Polygon().Area() / (640 * 480), face: img, pattern: patternOf(img)}
	}
	card := of(models.Quad{{X: 20, Y: 20}, {X: 120, Y: 20}, {X: 120, Y: 170}, {X: 20, Y: 170}}, face(zigzag))
	photo := []view{}
	for i := range 5 {
		x := 200 + float64(i)
		mat := models.Quad{{X: x, Y: 20}, {X: x + 300, Y: 20}, {X: x + 300, Y: 450}, {X: x, Y: 450}}
		photo = append(photo, of(mat, face(func(p models.Point) bool { return math.Mod(p.X+float64(i), 9) < 4 })))
	}
	photo = append(photo, card)
	got := hopefuls(0, [][]view{photo, {card}})
	for name, want := range map[string]models.Quad{"card": card.quad, "largest": photo[0].quad} {
		if !slices.ContainsFunc(got, func(v view) bool { return v.quad.IoU(want) > 0.9 }) {
			t.Errorf("the %s is not among the %d that may be elected", name, len(got))
		}
	}
	if len(got) > 2 {
		t.Errorf("%d may be elected, though there are hardly more than two", len(got))
	}
}

// TestAFolderOfDifferentCardsTeachesNothing: of three photos that each show another card, no face is learnt, and it is said why.
func TestAFolderOfDifferentCardsTeachesNothing(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "red-7")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, print := range []func(models.Point) bool{
		zigzag,
		func(p models.Point) bool { return (p.Y > 45) == (p.X > 29) },
		func(p models.Point) bool { return math.Mod(p.Norm(), 22) < 11 },
	} {
		at := models.Quad{{X: 200, Y: 60}, {X: 400, Y: 80}, {X: 410, Y: 400}, {X: 180, Y: 390}}
		shadedPhoto(t, filepath.Join(folder, fmt.Sprintf("%d.png", i)), at, print, 200, 0, models.Point{X: -30})
	}
	_, leftOut, err := FromPhotos(t.Context(), dir, [2]float64{59, 91}, func(int, int, string) {})
	if err == nil {
		t.Error("a deck was learnt")
	}
	if !slices.ContainsFunc(leftOut, func(why error) bool { return strings.Contains(why.Error(), "taught nothing: of its 3 photos") }) {
		t.Errorf("it is not said that the folder taught nothing: %v", leftOut)
	}
}

// TestLearningStopsWhenItIsToldTo: learning from photos takes minutes, and whoever stops it need not wait.
func TestLearningStopsWhenItIsToldTo(t *testing.T) {
	dir := t.TempDir()
	for _, label := range []string{"red-7", "red-8"} {
		folder := filepath.Join(dir, label)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			at := models.Quad{{X: 200, Y: 60}, {X: 400, Y: 80}, {X: 410, Y: 400}, {X: 180, Y: 390}}
			shadedPhoto(t, filepath.Join(folder, fmt.Sprintf("%d.png", i)), at, zigzag, 200, 0, models.Point{X: -30})
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, _, err := FromPhotos(ctx, dir, [2]float64{59, 91}, func(_, _ int, label string) { t.Errorf("%s was looked through", label) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped learning ends with %v", err)
	}
}
