package synth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"schiri/models"
)

// tiny are options of phone photos that are drawn fast.
func tiny(o Options) Options {
	o.Size = image.Pt(320, 240)
	return o
}

// writtenSingles writes n single-card photos and gives their folder.
func writtenSingles(t *testing.T, n int, o Options) string {
	t.Helper()
	dir := t.TempDir()
	if err := newScene(t, tiny(o)).WriteSingles(t.Context(), dir, n); err != nil {
		t.Fatal(err)
	}
	return dir
}

// allFiles reads the files below a folder, by path.
func allFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		files[name], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestSameSeedSameSingles(t *testing.T) {
	o := Options{Design: "medal", Level: Hard, Seed: 3}
	one, again := allFiles(t, writtenSingles(t, 3, o)), allFiles(t, writtenSingles(t, 3, o))
	o.Seed++
	other, asked := t.TempDir(), 3 // a few photos of another seed will do
	if err := newScene(t, tiny(o)).WriteSingles(endsAfter{t.Context(), &asked}, other, 3); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	few := allFiles(t, other)
	if len(few) != 3 {
		t.Errorf("%d photos of another seed", len(few))
	}
	if len(one) != len(again) {
		t.Errorf("%d files, then %d", len(one), len(again))
	}
	for name, b := range one {
		if !bytes.Equal(b, again[name]) {
			t.Errorf("the same seed drew two pictures %s", name)
		}
		if bytes.Equal(b, few[name]) {
			t.Errorf("two seeds drew one picture %s", name)
		}
	}
}

func TestSinglesAreTaughtUntaughtAndNone(t *testing.T) {
	dir := writtenSingles(t, 24, Options{Design: "ivory", Level: Easy, Seed: 4})
	files := allFiles(t, dir)
	var truth truthFile
	if err := json.Unmarshal(files["truth.json"], &truth); err != nil {
		t.Fatal(err)
	}
	shown, modes := map[string]bool{}, map[Mode]int{}
	for _, img := range truth.Images {
		modes[img.Mode]++
		if files[img.Image] == nil {
			t.Errorf("there is no photo %s", img.Image)
		}
		if want := img.Mode == ModeTaught; (len(img.Cards) == 1) != want || img.Cards == nil {
			t.Errorf("%s: the truth has the cards %v", img.Mode, img.Cards)
		}
		for _, c := range img.Cards {
			shown[subject{c.Card(), c.Back}.label()] = true
		}
	}
	if modes[ModeTaught] != 16 || modes[ModeUntaught] != 6 || modes[ModeNoCard] != 2 || len(shown) != 9 {
		t.Errorf("photos %v of %v", modes, shown)
	}
	for _, label := range []string{"red-6", "red-9", "red-7", "blue-2", "blue-8", "green-3", "yellow-5", "yellow-10", "back-red-red"} {
		photos, err := filepath.Glob(filepath.Join(dir, "photos", label, "*.jpg"))
		if err != nil || len(photos) < 4 || len(photos) > 6 || !shown[label] {
			t.Errorf("%s: %d photos to learn from, in the others %v, %v", label, len(photos), shown[label], err)
		}
	}
}

// TestSingleLiesWhereItsTruthSays draws photos with and without their card and compares the true outline with
// the pixels that changed.
func TestSingleLiesWhereItsTruthSays(t *testing.T) {
	free := 0
	for seed := range uint64(24) {
		level := []Level{Easy, Normal, Hard}[seed%3]
		s := newScene(t, tiny(Options{Design: "ivory", Level: level}))
		draw := func(sub subject) ([]byte, int, []CardTruth) {
			m, cards, err := s.single(sub, handheldAt(level), rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			return m.ToBytes(), m.Cols(), cards
		}
		bare, _, none := draw(subject{})
		pix, w, cards := draw(subject{card: models.Card{Color: models.Blue, Number: 8}})
		if len(none) != 0 || len(cards) != 1 {
			t.Fatalf("seed %d: truth %v without and %v with a card", seed, none, cards)
		}
		c, area := cards[0], cards[0].Corners.Polygon().Area()
		inside, outside := changed(pix, bare, w, c.Corners)
		if c.Visible < .75 || inside < .9*c.Visible*area {
			t.Errorf("seed %d: of a card of %.0f pixels, %.2f in sight, %.0f changed", seed, area, c.Visible, inside)
		}
		if c.Visible > .995 { // a thumb comes and goes with its card
			free++
			if outside > .12*area {
				t.Errorf("seed %d: beside a card of %.0f pixels %.0f changed", seed, area, outside)
			}
		}
	}
	if free < 8 || free > 20 {
		t.Errorf("%d of 24 cards are wholly in sight", free)
	}
}

// changed counts the pixels that differ in two pictures of width w, inside and outside of a quad.
func changed(a, b []byte, w int, q models.Quad) (inside, outside float64) {
	for i := 0; i < len(a); i += 3 {
		most := 0
		for c := range 3 {
			most = max(most, int(a[i+c])-int(b[i+c]), int(b[i+c])-int(a[i+c]))
		}
		if most < 8 {
			continue
		}
		if q.Polygon().Contains(models.Point{X: float64(i / 3 % w), Y: float64(i / 3 / w)}) {
			inside++
		} else {
			outside++
		}
	}
	return inside, outside
}

func TestPhonesAreAimedAsTheLevelSays(t *testing.T) {
	for _, tc := range []struct {
		level Level
		most  float64 // degrees
	}{{Easy, 25}, {Normal, 45}, {Hard, 60}} {
		rng := rand.New(rand.NewPCG(8, 8))
		h, steepest, smallest, largest := handheldAt(tc.level), 0.0, 1.0, 0.0
		for i := range 200 {
			size := phoneSize(image.Pt(1280, 720), rng)
			c, at := h.aim(size, i%3 == 0, rng)
			q := c.quad(at, cardW, cardH)
			share := q.Polygon().Area() / float64(size.X*size.Y)
			smallest, largest = min(smallest, share), max(largest, share)
			steepest = max(steepest, math.Acos(-c.look.z)*180/math.Pi)
			for _, p := range q {
				if p.X < 0 || p.Y < 0 || p.X > float64(size.X) || p.Y > float64(size.Y) {
					t.Errorf("%s: a corner at %v of a picture of %v", tc.level, p, size)
				}
			}
		}
		if steepest > tc.most || steepest < .85*tc.most {
			t.Errorf("%s: tilted by %.0f degrees at most, want %.0f", tc.level, steepest, tc.most)
		}
		if smallest < .05 || smallest > .12 || largest < .4 || largest > .7 {
			t.Errorf("%s: cards take %.2f to %.2f of the picture", tc.level, smallest, largest)
		}
	}
}

// endsAfter is a context that is cancelled once it was asked so many times.
type endsAfter struct {
	context.Context
	asked *int
}

func (c endsAfter) Err() error {
	if *c.asked--; *c.asked < 0 {
		return context.Canceled
	}
	return nil
}

func TestSinglesAreCancelled(t *testing.T) {
	for name, asked := range map[string]int{"at once": 0, "while photos to learn from are drawn": 2, "after them": 56} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			err := newScene(t, tiny(Options{})).WriteSingles(endsAfter{t.Context(), &asked}, dir, 1000)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
			if _, err := os.Stat(filepath.Join(dir, "truth.json")); err == nil {
				t.Error("truth.json was written all the same")
			}
		})
	}
}
