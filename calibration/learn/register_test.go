package learn

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/vision/detect"
	"schiri/vision/synth"
)

// TestCutsAgreeOnceRegistered: each corner of all cards of a deck is cut at the same place of the card, to a millimetre
// and a half: on a table of the rim's colour, where the cuts alone are farther apart, and where they were not.
func TestCutsAgreeOnceRegistered(t *testing.T) {
	for _, opt := range []synth.Options{
		{Design: "paper", Table: "plain", Players: 2, Seed: 7505},
		{Design: "bubbles", Table: "cloth", Players: 2, Seed: 7504, Level: synth.Normal},
		{Design: "medal", Table: "felt", Players: 2, Seed: 7502},
		{Design: "stripes", Table: "oak", Players: 2, Seed: 7503},
		{Design: "frame", Table: "dark", Players: 2, Seed: 7501, Level: synth.Normal},
		// All cards of a number are cut off alike here, by up to 3 mm.
		{Design: "frame", Table: "gingham", Players: 4, Seed: 4017, Level: synth.Hard, Size: image.Pt(1920, 1080)},
	} {
		t.Run(opt.Design+" on "+opt.Table, func(t *testing.T) {
			s, truth := drawn(t, opt, nil)
			rows := cutRows(t, s)
			before, _ := scattered(t, rows, truth, s.CardMM)
			register(rows, s.CardMM)
			after, worst := scattered(t, rows, truth, s.CardMM)
			t.Logf("corners are %.2f mm apart, %.2f before; the worst %.2f", after, before, worst)
			if after > before || worst > 1.5 {
				t.Errorf("corners are %.2f mm apart, %.2f before; the worst %.2f", after, before, worst)
			}
		})
	}
}

// TestCutsFarOffAreBroughtBack: white cards that lie half over a white mat are cut at the mat's edge, farther off than the lines
// of their frame are wide. Once registered, the print of each lies where that of the others does.
func TestCutsFarOffAreBroughtBack(t *testing.T) {
	card := [2]float64{59, 91}
	rows := cutRows(t, Sheets{Fronts: []string{"testdata/white-on-white.jpg"}, Empty: "testdata/white-on-white-empty.jpg", CardMM: card})
	register(rows, card)
	all := printsOf(facesOf(rows, card))
	var off []string
	for r, row := range rows {
		for i := range row.cuts {
			if like := all.likeOthers(r, i); like < 1.7 {
				off = append(off, fmt.Sprintf("%d of row %d: %.2f", i+1, r+1, like))
			}
		}
	}
	if len(off) > 1 { // of seven
		t.Errorf("these cards are little like the others, of 2: %v", off)
	}
}

// TestPrintIsComparedWithPrint: a white frame covers a little more of one card than its ground, and a little less of another.
func TestPrintIsComparedWithPrint(t *testing.T) {
	framed := func(wide float64) *laidCard {
		card := [2]float64{59, 91}
		face := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize([2]float64{card[0] + 2*mostMoved, card[1] + 2*mostMoved})})
		draw.Draw(face, face.Rect, image.NewUniform(color.RGBA{240, 240, 240, 255}), image.Point{}, draw.Src)
		inner := face.Rect.Inset(int((mostMoved + wide) * calibration.FaceScale))
		draw.Draw(face, inner, image.NewUniform(color.RGBA{20, 110, 50, 255}), image.Point{}, draw.Src)
		return &laidCard{card: card, wide: face, ground: calibration.DominantColor(face)}
	}
	one, other := framed(7), framed(12)
	if one.ground == other.ground {
		t.Fatalf("the ground of both is %v", one.ground)
	}
	maskAll([]*laidCard{one, other}, 1)
	other.look()
	if like := linear(one.seen(), other.seen()); like < 0.5 {
		t.Errorf("the print of one is like that of the other by %.2f", like)
	}
}

// cutRows are the rows of a photo of fronts from the top, as they are before they are registered.
func cutRows(t *testing.T, s Sheets) []sheetRow {
	t.Helper()
	rows := foundRows(t, s)
	slices.SortFunc(rows, func(a, b sheetRow) int { return sign(a.cuts[0].quad[0].Y - b.cuts[0].quad[0].Y) })
	align(rows, s.CardMM)
	return rows
}

// foundRows are the four rows of a photo of fronts as they are found and cut.
func foundRows(t *testing.T, s Sheets) []sheetRow {
	t.Helper()
	finder := detect.NewFinder()
	defer finder.Close()
	p := opened(t, s, finder)
	found, err := p.rows(4, s.CardMM)
	if err != nil {
		t.Fatal(err)
	}
	var rows []sheetRow
	for _, cuts := range found {
		rows = append(rows, sheetRow{p, cuts})
	}
	return rows
}

// scattered is by how many millimetres the corners of cuts lie elsewhere on their cards than those of all do, on the mean and
// at the most.
func scattered(t *testing.T, rows []sheetRow, truth *synth.Calibration, card [2]float64) (mean, worst float64) {
	t.Helper()
	var off []corners
	var common corners
	for r, row := range rows {
		for i, c := range row.cuts {
			toCard, err := calibration.HomographyOf(upright(truth.FrontsTruth[10*r+i].Corners), calibration.CardRect(card))
			if err != nil {
				t.Fatal(err)
			}
			var d corners
			for k, at := range toCard.Quad(c.quad) {
				d[k] = at.Sub(calibration.CardRect(card)[k])
				common[k] = common[k].Add(d[k])
			}
			off = append(off, d)
		}
	}
	n := float64(len(off))
	for _, d := range off {
		for k := range d {
			far := d[k].Sub(common[k].Mul(1 / n)).Norm()
			mean, worst = mean+far/(4*n), max(worst, far)
		}
	}
	return mean, worst
}
