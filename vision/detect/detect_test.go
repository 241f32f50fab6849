package detect

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"

	"gocv.io/x/gocv"
	"pgregory.net/rapid"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/frame/frametest"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// laid draws cards of 59 x 91 px at given middles and turns (degrees) on a grainy cloth.
func laid(t testing.TB, cloth, card color.RGBA, at [][3]float64) (gocv.Mat, []models.Quad) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	img := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	pix, err := img.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pix); i += 3 {
		grain := rng.IntN(9) - 4
		pix[i], pix[i+1], pix[i+2] = uint8(int(cloth.B)+grain), uint8(int(cloth.G)+grain), uint8(int(cloth.R)+grain)
	}
	var truth []models.Quad
	for _, a := range at {
		sin, cos := math.Sincos(a[2] * math.Pi / 180)
		q := vote{at: models.Point{X: a[0], Y: a[1]}, way: models.Point{X: cos, Y: sin}}.outline([2]float64{59, 91})
		var corners []image.Point
		for _, p := range q {
			corners = append(corners, image.Pt(int(math.Round(p.X)), int(math.Round(p.Y))))
		}
		shape := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
		gocv.FillPoly(&img, shape, card)
		shape.Close()
		truth = append(truth, q)
	}
	return img, truth
}

func TestQuadsFindsLaidCards(t *testing.T) {
	at := [][3]float64{{100, 100, 0}, {250, 110, 20}, {420, 120, -35}, {120, 330, 88}, {300, 320, 45}, {500, 330, 170}}
	for name, c := range map[string][2]color.RGBA{
		"red on green":       {{30, 110, 50, 255}, {180, 30, 30, 255}},
		"dark on dark":       {{50, 30, 20, 255}, {20, 55, 40, 255}},
		"pale on pale":       {{205, 200, 190, 255}, {240, 238, 235, 255}},
		"blue on a navy mat": {{20, 30, 60, 255}, {25, 60, 140, 255}},
	} {
		t.Run(name, func(t *testing.T) {
			img, truth := laid(t, c[0], c[1], at)
			defer img.Close()
			f := NewFinder()
			defer f.Close()
			quads := f.Quads(img)
			plane, in, err := calibration.FitPlane(quads, [2]float64{59, 91}, calibration.UsualLens(640, 480))
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range truth {
				found := false
				for _, k := range in {
					_, placed := plane.Misfit(quads[k], [2]float64{59, 91})
					found = found || placed.IoU(want) > 0.93
				}
				if !found {
					t.Errorf("card %d at %v was missed", i, want.Center())
				}
			}
			for _, k := range in {
				lies := false
				for _, want := range truth {
					lies = lies || quads[k].IoU(want) > 0.8
				}
				if !lies {
					t.Errorf("a card was invented at %v", quads[k].Center())
				}
			}
		})
	}
}

func TestQuadsOfBareClothAreNone(t *testing.T) {
	img, _ := laid(t, color.RGBA{60, 90, 70, 255}, color.RGBA{}, nil)
	defer img.Close()
	f := NewFinder()
	defer f.Close()
	if quads := f.Quads(img); len(quads) > 0 {
		t.Errorf("%d outlines on a bare cloth", len(quads))
	}
}

func TestLaidFindsWhatWasLaidAmongAPattern(t *testing.T) {
	empty, _ := laid(t, color.RGBA{200, 200, 200, 255}, color.RGBA{60, 60, 160, 255}, [][3]float64{{100, 100, 0}, {100, 300, 0}, {300, 100, 0}, {300, 300, 0}, {500, 100, 0}})
	defer empty.Close()
	img := empty.Clone()
	defer img.Close()
	gocv.Rectangle(&img, image.Rect(480, 260, 539, 351), color.RGBA{180, 40, 40, 255}, -1)
	f := NewFinder()
	defer f.Close()
	quads := f.Laid(img, empty, f.Quads(img))
	if len(quads) == 0 {
		t.Fatal("the card was not found")
	}
	for _, q := range quads {
		if q.Center().Sub(models.Point{X: 509.5, Y: 305.5}).Norm() > 4 {
			t.Errorf("an outline at %v, where nothing was laid", q.Center())
		}
	}
}

// TestLaidFindsADarkCardInDimLight lays a dark card on a dark table under a lamp that gives little blue: the card is a few grey levels
// darker in green, as blurred as the picture, and there is more grain than that in blue.
func TestLaidFindsADarkCardInDimLight(t *testing.T) {
	runtime.LockOSThread() // OpenCV has a generator for each of them
	defer runtime.UnlockOSThread()
	gocv.SetRNGSeed(1)
	card := image.Rect(300, 200, 359, 291)
	picture := func(lay bool) gocv.Mat {
		img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(40, 31, 60, 0), 480, 640, gocv.MatTypeCV8UC3)
		if lay {
			gocv.Rectangle(&img, image.Rect(card.Min.X, card.Min.Y, card.Max.X-1, card.Max.Y-1), color.RGBA{57, 16, 40, 255}, -1)
			gocv.GaussianBlur(img, &img, image.Point{}, 1.5, 1.5, gocv.BorderReplicate)
		}
		grain := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
		defer grain.Close()
		gocv.RandN(&grain, gocv.NewScalar(60, 20, 20, 0), gocv.NewScalar(30, 3, 3, 0))
		gocv.Add(img, grain, &img)
		return img
	}
	empty, img := picture(false), picture(true)
	defer empty.Close()
	defer img.Close()
	f := NewFinder()
	defer f.Close()
	quads := f.Laid(img, empty, nil)
	if len(quads) == 0 {
		t.Fatal("the card was not found")
	}
	at := models.Quad{{X: 300, Y: 200}, {X: 359, Y: 200}, {X: 359, Y: 291}, {X: 300, Y: 291}}
	for _, q := range quads {
		if iou := q.IoU(at); iou < 0.85 { // the learner lays it more exactly
			t.Errorf("an outline at %v, which is the card's by %.2f only", q, iou)
		}
	}
}

// TestReduceToQuad cuts the corners off rectangles; their sides must come back.
func TestReduceToQuad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.Float64Range(40, 200).Draw(t, "w"), rapid.Float64Range(40, 200).Draw(t, "h")
		cut := rapid.Float64Range(1, 8).Draw(t, "cut")
		turn := rapid.Float64Range(0, math.Pi).Draw(t, "turn")
		sharp := models.Polygon{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}}
		var round models.Polygon
		s, c := math.Sincos(turn)
		spin := func(p models.Point) models.Point { return models.Point{X: c*p.X - s*p.Y, Y: s*p.X + c*p.Y} }
		for i, p := range sharp {
			before, after := sharp[(i+3)%4].Sub(p), sharp[(i+1)%4].Sub(p)
			round = append(round, spin(p.Add(before.Mul(cut/before.Norm()))), spin(p.Add(after.Mul(cut/after.Norm()))))
		}
		q, ok := reduceToQuad(round)
		if !ok {
			t.Fatal("no quad came out")
		}
		for _, p := range sharp {
			near := math.Inf(1)
			for _, got := range q {
				near = min(near, got.Sub(spin(p)).Norm())
			}
			if near > 1e-6 {
				t.Fatalf("the corner %v is %g away", p, near)
			}
		}
	})
}

func BenchmarkQuads(b *testing.B) {
	img, _ := laid(b, color.RGBA{60, 90, 70, 255}, color.RGBA{180, 40, 40, 255}, [][3]float64{{100, 100, 0}, {250, 110, 20}, {420, 120, -35}})
	defer img.Close()
	f := NewFinder()
	defer f.Close()
	for b.Loop() {
		f.Quads(img)
	}
}
