package learn_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/vision/frame/frametest"
	"schiri/vision/synth"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// sheets writes a simulated table's calibration photos; spoil may change them first.
func sheets(t testing.TB, spoil func(fronts, backs *gocv.Mat)) learn.Sheets {
	t.Helper()
	scene, err := synth.NewScene(synth.Options{Players: 3, Seed: 2, Table: "walnut", Level: synth.Easy})
	if err != nil {
		t.Fatal(err)
	}
	defer scene.Close()
	photos := scene.Calibration()
	defer photos.Close()
	if spoil != nil {
		spoil(&photos.Fronts, &photos.Backs)
	}
	dir := t.TempDir()
	s := learn.Sheets{
		Fronts: []string{filepath.Join(dir, "fronts.png")}, Backs: filepath.Join(dir, "backs.png"), CardMM: scene.Table().CardMM,
	}
	for _, n := range photos.Names {
		s.BackNames = append(s.BackNames, string(n))
	}
	if !gocv.IMWrite(s.Fronts[0], photos.Fronts) || !gocv.IMWrite(s.Backs, photos.Backs) {
		t.Fatal("cannot write the photos")
	}
	return s
}

func BenchmarkFromSheets(b *testing.B) {
	s := sheets(b, nil)
	for b.Loop() {
		if _, err := learn.FromSheets(b.Context(), s); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSheetsTeachTheWholeDeck(t *testing.T) {
	deck, err := learn.FromSheets(t.Context(), sheets(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(deck.Fronts) != models.DeckSize || len(deck.Backs) != 3 {
		t.Fatalf("%d fronts and %d backs", len(deck.Fronts), len(deck.Backs))
	}
	for card, face := range deck.Fronts {
		ground := calibration.DominantColor(face)
		r, g, b := ground[0], ground[1], ground[2]
		ok := map[models.Color]bool{models.Red: r > g && r > b, models.Green: g > r && g > b, models.Blue: b > r && b > g, models.Yellow: r > b && g > b}
		if !ok[card.Color] {
			t.Errorf("%s has the ground %d,%d,%d", card, r, g, b)
		}
	}
}

// Whoever gives up while the fronts are looked at does not wait for the backs.
func TestLearningStopsBetweenPhotos(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := sheets(t, nil)
	var told []string
	s.Progress = func(photo string) { told = append(told, photo); cancel() }
	if _, err := learn.FromSheets(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if !slices.Equal(told, s.Fronts) {
		t.Errorf("looked at %q, want %q alone", told, s.Fronts)
	}
}

func TestBadPhotosAreRefusedWithReasonAndPicture(t *testing.T) {
	cases := map[string]struct {
		reason string
		spoil  func(fronts, backs *gocv.Mat)
	}{
		"cards missing": {"row", func(fronts, _ *gocv.Mat) {
			copyPart(fronts, image.Rect(0, 0, fronts.Cols(), fronts.Rows()/12), image.Pt(0, fronts.Rows()*2/5))
			copyPart(fronts, image.Rect(0, 0, fronts.Cols()/2, fronts.Rows()/8), image.Pt(fronts.Cols()/2, fronts.Rows()/5))
		}},
		"nothing there": {"no card", func(fronts, _ *gocv.Mat) { fronts.SetTo(gocv.NewScalar(60, 90, 120, 0)) }},
		"blurred": {"", func(fronts, _ *gocv.Mat) {
			gocv.GaussianBlur(*fronts, fronts, image.Pt(0, 0), 9, 9, gocv.BorderReplicate)
		}},
		"backs missing": {"names were given", func(_, backs *gocv.Mat) {
			copyPart(backs, image.Rect(0, 0, backs.Cols()/2, backs.Rows()/3), image.Pt(backs.Cols()/2, backs.Rows()/3))
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := learn.FromSheets(t.Context(), sheets(t, c.spoil))
			var refused *learn.Refused
			if !errors.As(err, &refused) {
				t.Fatalf("it was not refused: %v", err)
			}
			defer refused.Picture.Close()
			if refused.Picture.Empty() || !strings.Contains(refused.Why.Error(), c.reason) {
				t.Errorf("the reason is %q", refused.Why)
			}
		})
	}
}

// copyPart copies a part of the picture to another place in it.
func copyPart(m *gocv.Mat, from image.Rectangle, to image.Point) {
	src := m.Region(from)
	defer src.Close()
	dst := m.Region(from.Sub(from.Min).Add(to))
	defer dst.Close()
	src.CopyTo(&dst)
}

// TestTwoBacksAlikeAreNamed: the forty fronts are worth learning though the camera cannot tell two players' backs.
func TestTwoBacksAlikeAreNamed(t *testing.T) {
	s := sheets(t, func(_, backs *gocv.Mat) {
		// The picture's left half, one back and a half, stands on its right as well.
		copyPart(backs, image.Rect(0, 0, backs.Cols()/2-20, backs.Rows()), image.Pt(backs.Cols()/2+20, 0))
	})
	deck, err := learn.FromSheets(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(deck.Fronts) != models.DeckSize || len(deck.Backs) != len(s.BackNames) {
		t.Errorf("%d fronts and %d backs were learnt, want %d and %d", len(deck.Fronts), len(deck.Backs), models.DeckSize, len(s.BackNames))
	}
	first, last := models.Back(s.BackNames[0]), models.Back(s.BackNames[len(s.BackNames)-1])
	alike := learn.AlikeBacks(deck)
	if len(alike) != 1 || !slices.Contains(alike[0][:], first) || !slices.Contains(alike[0][:], last) {
		t.Errorf("backs that cannot be told apart: %v, want %s and %s", alike, first, last)
	}
}

func TestSinglePhotosTeachTheCardsTheyShow(t *testing.T) {
	scene, err := synth.NewScene(synth.Options{Players: 2, Seed: 5, Table: "walnut", Level: synth.Easy})
	if err != nil {
		t.Fatal(err)
	}
	defer scene.Close()
	img, truth, err := scene.Still(synth.ModeTable)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	dir := t.TempDir()
	want := 0
	for i, card := range truth {
		if card.Visible < 0.99 || card.Where != "row" {
			continue
		}
		box := image.Rectangle{Min: image.Pt(int(card.Corners[0].X), int(card.Corners[0].Y))}
		box.Max = box.Min
		for _, p := range card.Corners {
			box = box.Union(image.Rect(int(p.X), int(p.Y), int(p.X)+1, int(p.Y)+1))
		}
		folder := filepath.Join(dir, card.Card().String())
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		part := img.Region(box.Inset(-5).Intersect(image.Rect(0, 0, img.Cols(), img.Rows())))
		whole := part.Clone()
		part.Close()
		gocv.Resize(whole, &whole, image.Point{}, 3, 3, gocv.InterpolationCubic)
		ok := gocv.IMWrite(filepath.Join(folder, fmt.Sprintf("%d.png", i)), whole)
		whole.Close()
		if !ok {
			t.Fatal("cannot write a photo")
		}
		want++
	}
	deck, _, err := learn.FromPhotos(t.Context(), dir, scene.Table().CardMM, func(int, int, string) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(deck.Fronts) == 0 || len(deck.Fronts) > want {
		t.Errorf("%d of at most %d cards were learnt", len(deck.Fronts), want)
	}
}

func TestFoldersMustBeNamedByCard(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "purple-3"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, leftOut, err := learn.FromPhotos(t.Context(), dir, [2]float64{59, 91}, func(int, int, string) {})
	if err == nil {
		t.Error("a deck was learnt from a folder of no card")
	}
	if len(leftOut) != 1 || !strings.Contains(leftOut[0].Error(), "purple-3") {
		t.Errorf("left out are %v, want purple-3", leftOut)
	}
}

func TestUnreadablePhotoIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	if err := os.WriteFile(path, []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := learn.FromSheets(t.Context(), learn.Sheets{Fronts: []string{path}, Backs: path, BackNames: []string{"blue"}, CardMM: [2]float64{59, 91}}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
}
