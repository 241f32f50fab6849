package learn

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/synth"
)

// drawn are a simulated table's calibration photos in files, with their truth.
func drawn(t *testing.T, opt synth.Options, spoil func(*synth.Calibration)) (Sheets, *synth.Calibration) {
	t.Helper()
	scene, err := synth.NewScene(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(scene.Close)
	c := scene.Calibration()
	t.Cleanup(c.Close)
	if spoil != nil {
		spoil(c)
	}
	dir := t.TempDir()
	s := Sheets{CardMM: scene.Table().CardMM, Fronts: []string{filepath.Join(dir, "fronts.png")}, Backs: filepath.Join(dir, "backs.png"), Empty: filepath.Join(dir, "empty.png")}
	for _, n := range c.Names {
		s.BackNames = append(s.BackNames, string(n))
	}
	if !gocv.IMWrite(s.Fronts[0], c.Fronts) || !gocv.IMWrite(s.Backs, c.Backs) || !gocv.IMWrite(s.Empty, c.Empty) {
		t.Fatal("cannot write the photos")
	}
	return s, c
}

// TestEveryCardIsCutOutWhereItLies learns on tables of a card's own colour, on patterns and of cards
// with frames, with a photo of the empty table.
func TestEveryCardIsCutOutWhereItLies(t *testing.T) {
	for _, opt := range []synth.Options{
		{Design: "bubbles", Table: "scarlet", Players: 2, Seed: 228},
		{Design: "stripes", Table: "felt", Players: 2, Seed: 2008, Level: synth.Normal},
		{Design: "frame", Table: "dark", Players: 3, Seed: 41},
		{Design: "medal", Table: "gingham", Players: 12, Seed: 42},
	} {
		t.Run(opt.Design+" on "+opt.Table, func(t *testing.T) {
			s, truth := drawn(t, opt, nil)
			checkCuts(t, s, truth)
		})
	}
}

// The deck keeps the photo of the empty table, small.
func TestDeckKeepsTheEmptyTable(t *testing.T) {
	s, truth := drawn(t, synth.Options{Design: "bubbles", Table: "flowers", Players: 2, Seed: 228}, nil)
	deck, err := FromSheets(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if deck.Table == nil || deck.Table.Rect.Dx() != calibration.TableWidth {
		t.Fatalf("the deck keeps %v of the table", deck.Table)
	}
	side := truth.Empty.Cols() / calibration.TableWidth
	for _, at := range []image.Point{{X: 3, Y: 3}, {X: 80, Y: 45}, {X: 150, Y: 80}} {
		cell := truth.Empty.Region(image.Rect(at.X*side, at.Y*side, (at.X+1)*side, (at.Y+1)*side))
		want, got := cell.Mean(), deck.Table.RGBAAt(at.X, at.Y)
		cell.Close()
		if math.Abs(want.Val1-float64(got.B)) > 2 || math.Abs(want.Val2-float64(got.G)) > 2 || math.Abs(want.Val3-float64(got.R)) > 2 {
			t.Errorf("at %v the table is %v, want %v", at, got, want)
		}
	}
	s.Empty = ""
	if deck, err = FromSheets(t.Context(), s); err != nil || deck.Table != nil {
		t.Errorf("without a photo of the table the deck keeps %v: %v", deck.Table, err)
	}
}

// TestCardsPartFromGrainAndPatternWithoutAnEmptyPhoto learns where the edges of the table's grain
// run into those of the cards, and what is printed on the cards has outlines of its own.
func TestCardsPartFromGrainAndPatternWithoutAnEmptyPhoto(t *testing.T) {
	for _, opt := range []synth.Options{
		{Design: "stripes", Table: "marble", Players: 6, Seed: 1232},
		{Design: "medal", Table: "oak", Players: 5, Seed: 1203, Level: synth.Normal},
	} {
		t.Run(opt.Design+" on "+opt.Table, func(t *testing.T) {
			s, truth := drawn(t, opt, nil)
			s.Empty = ""
			checkCuts(t, s, truth)
		})
	}
}

// TestSmallCardsAreFound learns cards of some 40 pixels, of which hardly one has an outline of its own in the photo as a whole: on a
// cloth whose rings run into them, and dark ones in dim light, at the end of a row far from those that show.
func TestSmallCardsAreFound(t *testing.T) {
	for _, opt := range []synth.Options{
		{Design: "stripes", Table: "cloth", Players: 12, Seed: 7, Level: synth.Normal},
		{Design: "stripes", Table: "cloth", Players: 12, Seed: 2, Level: synth.Normal},
		{Design: "medal", Table: "walnut", Players: 12, Seed: 1820, Level: synth.Hard},
	} {
		t.Run(fmt.Sprint(opt.Design, " on ", opt.Table, opt.Seed), func(t *testing.T) {
			opt.Size = image.Pt(1920, 1080)
			s, truth := drawn(t, opt, nil)
			checkCuts(t, s, truth)
		})
	}
}

// TestRowsAreNumberedByTheCardsBetween takes of each row only every third card for found.
func TestRowsAreNumberedByTheCardsBetween(t *testing.T) {
	s, _ := drawn(t, synth.Options{Design: "bubbles", Table: "felt", Players: 2, Seed: 3}, nil)
	finder := detect.NewFinder()
	defer finder.Close()
	f, lines, sizes, err := opened(t, s, finder).survey(s.CardMM)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range lines {
		lines[i] = []spot{line[0], line[3], line[6], line[9]}
	}
	f.take(outermost(sizes))
	for _, r := range f.rowsOf(lines) {
		if first, last := r.ends(); first != 0 || last != 9 {
			t.Errorf("the row runs from %d to %d", first, last)
		}
		if _, lacking := f.complete(r, models.MaxNumber, math.NaN()); len(lacking) > 0 {
			t.Errorf("no card was found in the places %v", lacking)
		}
	}
}

// TestARowIsCompletedFromItsEnd takes of each row only the seventh and the last card for found, and a step that is two millimetres
// too long: beyond the first card, as guessed from the seventh, no half of a card is taken for one.
func TestARowIsCompletedFromItsEnd(t *testing.T) {
	s, _ := drawn(t, synth.Options{Design: "bubbles", Table: "felt", Players: 2, Seed: 3}, nil)
	finder := detect.NewFinder()
	defer finder.Close()
	f, lines, sizes, err := opened(t, s, finder).survey(s.CardMM)
	if err != nil {
		t.Fatal(err)
	}
	f.take(outermost(sizes))
	var ends [][]spot
	for _, line := range lines {
		ends = append(ends, []spot{line[6], line[9]})
	}
	for i, r := range f.rowsOf(ends) {
		r.step = r.step.Mul(1 + 2/r.step.Norm())
		found, lacking := f.complete(r, models.MaxNumber, math.NaN())
		if len(lacking) > 0 {
			t.Errorf("row %d: no card was found in the places %v", i, lacking)
		}
		for k, c := range found {
			if off := c.at.Sub(lines[i][k].at).Norm(); off > 5 {
				t.Errorf("row %d: card %d was found %.0f mm off", i, k+1, off)
			}
		}
	}
}

func TestTwoOutlinesOfOneCardAreNoStepInARow(t *testing.T) {
	f := fitting{w: 60, h: 90}
	at := func(x ...float64) (line []spot) {
		for _, x := range x {
			line = append(line, spot{at: models.Point{X: x}})
		}
		return line
	}
	for _, tc := range []struct {
		line []spot
		want float64
	}{{at(0, 70, 140), 70}, {at(0, 0, 70, 70.1, 140), 70}, {at(0, 0), 0}, {at(0), 0}} {
		if got := f.pitchOf([][]spot{tc.line}); math.Abs(got-tc.want) > 0.1 || math.IsNaN(got) {
			t.Errorf("%v: the cards lie %.1f mm apart, want %.1f", tc.line, got, tc.want)
		}
	}
}

// TestWhatLiesBesideTheRowsIsNoRow lays two more cards below them.
func TestWhatLiesBesideTheRowsIsNoRow(t *testing.T) {
	s, truth := drawn(t, synth.Options{Design: "stripes", Table: "plain", Players: 2, Seed: 3}, func(c *synth.Calibration) {
		for _, card := range c.FrontsTruth[:2] {
			box := boxOf(card)
			copyBox(c.Fronts, box, &c.Fronts, box.Add(image.Pt(0, 620-box.Min.Y)))
		}
	})
	finder := detect.NewFinder()
	defer finder.Close()
	rows, err := opened(t, s, finder).rows(4, s.CardMM)
	if err != nil || len(rows) != 4 {
		t.Errorf("%d rows were found of %d: %v", len(rows), len(truth.Colors), err)
	}
}

func TestScatteredCardsAreNoRow(t *testing.T) {
	s, _ := drawn(t, synth.Options{Design: "stripes", Table: "plain", Players: 2, Seed: 3}, func(c *synth.Calibration) {
		for i, card := range c.FrontsTruth {
			if i%11 != 0 {
				copyBox(c.Empty, boxOf(card), &c.Fronts, boxOf(card))
			}
		}
	})
	_, err := FromSheets(t.Context(), s)
	var refused *Refused
	if !errors.As(err, &refused) {
		t.Fatalf("it was not refused: %v", err)
	}
	refused.Picture.Close()
}

// TestABackOfAnotherBoxIsLearnt: four backs have the same print in different colours, and the fifth is another box's.
func TestABackOfAnotherBoxIsLearnt(t *testing.T) {
	s, _ := drawn(t, synth.Options{Design: "stripes", Table: "oak", Players: 5, Seed: 7, Level: synth.Normal}, nil)
	deck, err := FromSheets(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(deck.Backs) != 5 {
		t.Errorf("%d backs were learnt", len(deck.Backs))
	}
}

// opened opens the first photo of the fronts, until the test ends.
func opened(t *testing.T, s Sheets, finder *detect.Finder) *photo {
	t.Helper()
	p, err := open(s.Fronts[0], s.Empty, finder, s.CardMM, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.img.Close() })
	return p
}

// checkCuts finds the cards of both photos and compares them with the truth.
func checkCuts(t *testing.T, s Sheets, truth *synth.Calibration) {
	t.Helper()
	const worst = 4.0 // mm; a face so far off is still found and read
	finder := detect.NewFinder()
	defer finder.Close()
	p := opened(t, s, finder)
	rows, err := p.rows(4, s.CardMM)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(rows, func(a, b []cut) int { return sign(a[0].quad[0].Y - b[0].quad[0].Y) })
	for i, card := range truth.FrontsTruth {
		if far := farthest(p, rows[i/10][i%10].quad, card.Corners); far > worst {
			t.Errorf("%s is cut out %.1f mm beside where it lies", card.Card(), far)
		}
	}
	b, err := open(s.Backs, s.Empty, finder, s.CardMM, &ground{p.plane, *p.size})
	if err != nil {
		t.Fatal(err)
	}
	defer b.img.Close()
	line, err := b.line(len(truth.Names), s.CardMM)
	if err != nil {
		t.Fatal(err)
	}
	alignBacks(b, line, s.CardMM)
	for i, card := range truth.BacksTruth {
		if far := farthest(b, line[i].quad, card.Corners); far > worst {
			t.Errorf("the back %s is cut out %.1f mm beside where it lies", card.Back, far)
		}
	}
}

// farthest is the largest distance of two outlines' corners in millimetres, whichever way round they are named.
func farthest(p *photo, a, b models.Quad) float64 {
	far := [2]float64{}
	for turn := range far {
		on, truth := p.plane.QuadOnTable(a), p.plane.QuadOnTable(b)
		for i := range on {
			far[turn] = max(far[turn], on[i].Sub(truth[(i+2*turn)%4]).Norm())
		}
	}
	return math.Min(far[0], far[1])
}

// boxOf is a box of a size common to all cards about one of them, in pixels.
func boxOf(card synth.CardTruth) image.Rectangle {
	mid := card.Corners.Center()
	return image.Rect(int(mid.X)-34, int(mid.Y)-50, int(mid.X)+34, int(mid.Y)+50)
}

// copyBox copies a box of one picture to a box of the same size of another.
func copyBox(from gocv.Mat, a image.Rectangle, to *gocv.Mat, b image.Rectangle) {
	src, dst := from.Region(a), to.Region(b)
	defer src.Close()
	defer dst.Close()
	src.CopyTo(&dst)
}

func TestWhatIsDoubtfulIsRefusedByName(t *testing.T) {
	cases := map[string]struct {
		reason func(*synth.Calibration) string
		spoil  func(*synth.Calibration)
	}{
		"a card is washed out": {
			func(c *synth.Calibration) string { return c.FrontsTruth[16].Card().String() + " could not be made out" },
			func(c *synth.Calibration) {
				box := boxOf(c.FrontsTruth[16]).Inset(8)
				gocv.Rectangle(&c.Fronts, box, color.RGBA{R: 250, G: 250, B: 250}, -1)
			},
		},
		"a row runs from 10 to 1": {
			func(c *synth.Calibration) string { return fmt.Sprintf("row of %s does not run", c.Colors[2]) },
			func(c *synth.Calibration) {
				was := c.Fronts.Clone()
				defer was.Close()
				for i := range models.MaxNumber {
					copyBox(was, boxOf(c.FrontsTruth[20+i]), &c.Fronts, boxOf(c.FrontsTruth[29-i]))
				}
			},
		},
		"half of it is overexposed": {
			func(*synth.Calibration) string { return "too bright" },
			func(c *synth.Calibration) {
				white := image.Rect(0, 0, c.Fronts.Cols(), int(c.FrontsTruth[20].Corners.Center().Y)-60)
				gocv.Rectangle(&c.Fronts, white, color.RGBA{R: 255, G: 255, B: 255}, -1)
			},
		},
		"a row is not there": {
			func(*synth.Calibration) string { return "3 rows of cards in all" },
			func(c *synth.Calibration) {
				for _, card := range c.FrontsTruth[10:20] {
					copyBox(c.Empty, boxOf(card), &c.Fronts, boxOf(card))
				}
			},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s, truth := drawn(t, synth.Options{Design: "stripes", Table: "plain", Players: 2, Seed: 3}, tc.spoil)
			_, err := FromSheets(t.Context(), s)
			var refused *Refused
			if !errors.As(err, &refused) {
				t.Fatalf("it was not refused: %v", err)
			}
			defer refused.Picture.Close()
			if want := tc.reason(truth); !strings.Contains(refused.Why.Error(), want) {
				t.Errorf("the reason is %q, want %q", refused.Why, want)
			}
		})
	}
}

// TestPrintShowsWhereACardLies: a card that was cut beside its place is drawn onto it, also where its own rim and its neighbour's lie nearer.
func TestPrintShowsWhereACardLies(t *testing.T) {
	for name, off := range map[string]models.Point{"beside": {X: 9, Y: -13}, "far beside": {X: -4, Y: 24}} {
		t.Run(name, func(t *testing.T) {
			s, truth := drawn(t, synth.Options{Design: "ivory", Table: "plain", Players: 2, Seed: 4}, nil)
			p, rows := cutWhereTheyLie(t, s, truth)
			rows[1].cuts[6].quad = displaced(rows[1].cuts[6].quad, s.CardMM, off, 0.05, 0)
			align(rows, s.CardMM)
			for i, card := range truth.FrontsTruth {
				if far := farthest(p, rows[i/10].cuts[i%10].quad, card.Corners); far > 3 {
					t.Errorf("%s lies %.1f mm beside its place", card.Card(), far)
				}
			}
		})
	}
}

// TestPaleNumbersAmongDotsAreNotDoubted: on cards strewn with dots, pale numbers of one colour are less like those of the others, the least of
// them, in a shadow, hardly; a row of which no number shows is doubted.
func TestPaleNumbersAmongDotsAreNotDoubted(t *testing.T) {
	const last = models.NumColors - 1
	for name, tt := range map[string]struct {
		ink     float64 // grey levels by which the last row's numbers are darker than its ground
		doubted bool
	}{"pale": {30, false}, "none": {0, true}} {
		t.Run(name, func(t *testing.T) {
			var rows [][]*image.RGBA
			for r := range models.NumColors {
				ink := 130.0
				if r == last {
					ink = tt.ink
				}
				var row []*image.RGBA
				for n := range models.MaxNumber {
					row = append(row, dotted(n+1, ink, uint64(10*r+n)))
				}
				if r == last {
					row[0] = dotted(1, ink/3, uint64(10*r))
				}
				rows = append(rows, row)
			}
			if like, usual := printsOf(rows).likeness(); usual < telling || slices.Min(like[last]) > nothingLike*usual {
				t.Fatalf("the numbers are too easily told to show anything: %.2f, usually %.2f", like[last], usual)
			}
			if doubts := Doubts(rows); len(doubts) > 0 != tt.doubted {
				t.Errorf("doubted: %+v", doubts)
			}
		})
	}
}

// dotted is a face with its number at either end and dots in other places on each.
func dotted(number int, ink float64, seed uint64) *image.RGBA {
	const w, h, ground, dots = 88, 136, 180.0, 42
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(ground, ground, ground, 0), h, w, gocv.MatTypeCV8UC3)
	defer m.Close()
	random := rand.New(rand.NewPCG(seed, 0))
	for range dots {
		gocv.Circle(&m, image.Pt(random.IntN(w), random.IntN(h)), 2, color.RGBA{R: 90, G: 90, B: 90}, -1)
	}
	v := uint8(ground - ink)
	for _, y := range [...]int{45, 115} {
		gocv.PutText(&m, strconv.Itoa(number), image.Pt(25, y), gocv.FontHersheyDuplex, 1.3, color.RGBA{R: v, G: v, B: v}, 4)
	}
	img, err := m.ToImage()
	if err != nil {
		panic(err)
	}
	face := image.NewRGBA(img.Bounds())
	draw.Draw(face, face.Bounds(), img, image.Point{}, draw.Src)
	return face
}
