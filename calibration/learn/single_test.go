package learn_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/vision"
)

// ground draws what a card lies on in a phone's photo; "keys" is a keyboard, whose keys have
// four sides too.
func ground(kind string, w, h int, rng *rand.Rand) gocv.Mat {
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(70, 95, 120, 0), h, w, gocv.MatTypeCV8UC3)
	switch kind {
	case "wood":
		for range 60 {
			y := rng.IntN(h)
			gocv.Line(&img, image.Pt(0, y), image.Pt(w, y+rng.IntN(40)-20), color.RGBA{R: uint8(100 + rng.IntN(30)), G: 80, B: 55}, 2+rng.IntN(5))
		}
	case "keys":
		img.SetTo(gocv.NewScalar(35, 33, 30, 0))
		for y := 10; y < h; y += 90 {
			for x := 10; x < w; x += 85 {
				gocv.Rectangle(&img, image.Rect(x, y, x+74, y+78), color.RGBA{R: 70, G: 72, B: 75}, -1)
				gocv.PutText(&img, string(rune('A'+rng.IntN(26))), image.Pt(x+22, y+50), gocv.FontHersheySimplex, 1, color.RGBA{R: 220, G: 220, B: 220}, 2)
			}
		}
	case "cloth":
		for y := 0; y < h; y += 60 {
			gocv.Rectangle(&img, image.Rect(0, y, w, y+30), color.RGBA{R: 190, G: 185, B: 180}, -1)
		}
	}
	return img
}

// phonePhoto draws one card as a phone sees it: turned by degrees, tilted, the long side of
// about so many pixels, in a light of its own; held, a thumb lies on its edge.
func phonePhoto(face *image.RGBA, kind string, degrees, high float64, held bool, rng *rand.Rand) gocv.Mat {
	const w, h = 900, 1200
	img := ground(kind, w, h, rng)
	src := gocv.NewMatWithSize(face.Rect.Dy(), face.Rect.Dx(), gocv.MatTypeCV8UC3)
	defer src.Close()
	for y := range face.Rect.Dy() {
		for x := range face.Rect.Dx() {
			p := face.RGBAAt(x, y)
			for c, v := range []uint8{p.B, p.G, p.R} {
				src.SetUCharAt(y, 3*x+c, v)
			}
		}
	}
	s, c := math.Sincos(degrees * math.Pi / 180)
	var to []gocv.Point2f
	var outline []image.Point
	for _, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x, y := k[0]*high*59/91/2, k[1]*high/2
		u, v := c*x-s*y, s*x+c*y
		far := 1 + 0.00025*v // what is farther up is farther away
		p := image.Pt(int(w/2+u*far), int(h/2+v*far*0.9))
		to, outline = append(to, gocv.Point2f{X: float32(p.X), Y: float32(p.Y)}), append(outline, p)
	}
	fw, fh := float32(face.Rect.Dx()), float32(face.Rect.Dy())
	from := gocv.NewPoint2fVectorFromPoints([]gocv.Point2f{{}, {X: fw}, {X: fw, Y: fh}, {Y: fh}})
	defer from.Close()
	dst := gocv.NewPoint2fVectorFromPoints(to)
	defer dst.Close()
	m := gocv.GetPerspectiveTransform2f(from, dst)
	defer m.Close()
	card := gocv.NewMat()
	defer card.Close()
	gocv.WarpPerspectiveWithParams(src, &card, m, image.Pt(w, h), gocv.InterpolationCubic, gocv.BorderReplicate, color.RGBA{})
	mask := gocv.Zeros(h, w, gocv.MatTypeCV8U)
	defer mask.Close()
	pts := gocv.NewPointsVectorFromPoints([][]image.Point{outline})
	defer pts.Close()
	gocv.FillPoly(&mask, pts, color.RGBA{R: 255, G: 255, B: 255, A: 255})
	card.CopyToWithMask(&img, mask)
	if held {
		gocv.Ellipse(&img, outline[3].Add(outline[2]).Div(2), image.Pt(45, 80), degrees, 0, 360, color.RGBA{R: 215, G: 165, B: 140}, -1)
	}
	gain := 0.75 + 0.35*rng.Float64()
	img.ConvertToWithParams(&img, gocv.MatTypeCV8UC3, float32(gain), 0)
	gocv.GaussianBlur(img, &img, image.Pt(5, 5), 1, 1, gocv.BorderReplicate)
	return img
}

// TestFewCardsFromPhonePhotosAreReadInOthers teaches five cards from three photos each and
// reads further photos of them, and of cards never taught, at other angles and on other grounds.
func TestFewCardsFromPhonePhotosAreReadInOthers(t *testing.T) {
	whole, err := learn.FromSheets(t.Context(), sheets(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	var taught []models.Card
	for i, number := range []int{2, 3, 5, 7, 8} {
		card := models.Card{Color: models.Colors()[i%4], Number: number}
		taught = append(taught, card)
		folder := filepath.Join(dir, card.String())
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for k, kind := range []string{"wood", "keys", "cloth"} {
			img := phonePhoto(whole.Fronts[card], kind, float64(-25+25*k+180*(k%2)), 600-60*float64(k), false, rng)
			ok := gocv.IMWrite(filepath.Join(folder, fmt.Sprintf("%d.jpg", k)), img)
			img.Close()
			if !ok {
				t.Fatal("cannot write a photo")
			}
		}
	}
	blank := filepath.Join(dir, taught[0].String(), "blank.jpg")
	empty := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(70, 95, 120, 0), 600, 400, gocv.MatTypeCV8UC3)
	written := gocv.IMWrite(blank, empty)
	empty.Close()
	if !written {
		t.Fatal("cannot write a photo")
	}
	none := filepath.Join(dir, "red-0") // as of a game that has such a card
	if err := os.Mkdir(none, 0o755); err != nil {
		t.Fatal(err)
	}
	var heard []string // as the last of so many: the order is any
	deck, leftOut, err := learn.FromPhotos(t.Context(), dir, [2]float64{59, 91}, func(done, of int, label string) {
		if heard = append(heard, label); done != len(heard) || of != len(taught) {
			t.Errorf("%s is said to be %d of %d folders, it is %d of %d", label, done, of, len(heard), len(taught))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(heard) != len(taught) {
		t.Errorf("%d of %d folders were told of", len(heard), len(taught))
	}
	if !slices.ContainsFunc(leftOut, func(why error) bool { return strings.Contains(why.Error(), none) }) {
		t.Errorf("the folder that names no card is not named among what is left out: %v", leftOut)
	}
	if len(leftOut) == 0 || !slices.ContainsFunc(leftOut, func(why error) bool { return strings.Contains(why.Error(), blank) }) {
		t.Errorf("the photo without a card is not named among those left out: %v", leftOut)
	}
	eyes, err := vision.NewEyes(deck, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	look := func(deck calibration.Deck, card models.Card, kind string, degrees, high float64, held bool) (right, wrong int) {
		img := phonePhoto(deck.Fronts[card], kind, degrees, high, held, rng)
		defer img.Close()
		seen, err := eyes.Look(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range seen {
			switch {
			case o.Face == models.FaceFront && o.Card == card:
				right++
			case o.Face != models.FaceUnknown:
				wrong++
				t.Errorf("%s on %s read as %v", card, kind, o.Card)
			}
		}
		return right, wrong
	}
	right, n := 0, 0
	for i, card := range taught {
		for k, kind := range [][]string{{"wood", "keys"}, {"cloth", "plain"}}[i%2] {
			r, _ := look(whole, card, kind, float64(37*i+80*k), 420+60*float64(k), k%2 == 1)
			right += min(r, 1)
			n++
			if r == 0 {
				t.Logf("%s on %s, turned by %d, was not read", card, kind, 37*i+80*k)
			}
		}
	}
	if right*20 < n*19 {
		t.Errorf("of %d photos %d were read", n, right)
	}
	for _, card := range []models.Card{{Color: models.Red, Number: 9}, {Color: models.Blue, Number: 4}} {
		look(whole, card, "wood", 15, 500, false)
	}
}
