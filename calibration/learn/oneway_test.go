package learn

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/synth"
)

// withPictures paints the same picture over the lower half of each card of a sheet, so that they no longer look the same both ways
// round: over the upper half of those that lie upside down. Cards are counted row by row.
func withPictures(upsideDown []int) func(*synth.Calibration) {
	return func(c *synth.Calibration) {
		paint := func(card models.Quad, ink color.RGBA, at ...models.Point) {
			h, err := calibration.HomographyOf(calibration.CardRect([2]float64{1, 1}), card)
			if err != nil {
				panic(err)
			}
			var corners []image.Point
			for _, p := range at {
				q := h.Apply(p)
				corners = append(corners, image.Pt(int(q.X+.5), int(q.Y+.5)))
			}
			points := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
			defer points.Close()
			gocv.FillPoly(&c.Fronts, points, ink)
		}
		for i, card := range c.FrontsTruth {
			q := upright(card.Corners)
			if slices.Contains(upsideDown, i) {
				q = q.Turned()
			}
			paint(q, color.RGBA{R: 40, G: 40, B: 40}, models.Point{X: .1, Y: .52}, models.Point{X: .9, Y: .52}, models.Point{X: .9, Y: .95}, models.Point{X: .1, Y: .95})
			paint(q, color.RGBA{R: 240, G: 240, B: 240}, models.Point{X: .2, Y: .6}, models.Point{X: .8, Y: .7}, models.Point{X: .3, Y: .9})
		}
	}
}

// withPicturesCut is such a sheet, its cards cut where they lie.
func withPicturesCut(t *testing.T, upsideDown []int) (*photo, []sheetRow, Sheets) {
	t.Helper()
	s, truth := drawn(t, synth.Options{Design: "stripes", Table: "plain", Players: 2, Seed: 3}, withPictures(upsideDown))
	p, rows := cutWhereTheyLie(t, s, truth)
	return p, rows, s
}

// cutWhereTheyLie are the rows of a sheet, each card cut where it was drawn.
func cutWhereTheyLie(t *testing.T, s Sheets, truth *synth.Calibration) (*photo, []sheetRow) {
	t.Helper()
	finder := detect.NewFinder()
	t.Cleanup(func() { finder.Close() })
	p := opened(t, s, finder)
	var rows []sheetRow
	for r := range models.NumColors {
		row := sheetRow{photo: p}
		for _, card := range truth.FrontsTruth[10*r : 10*r+10] {
			row.cuts = append(row.cuts, cut{quad: upright(card.Corners)})
		}
		rows = append(rows, row)
	}
	return p, rows
}

// TestCardsLaidUpsideDownAreTurned: sheets of cards of which some lay upside down were refused, as one of them could not be made out. If it
// was every other one, the rows and the numbers could each agree among themselves, and not with the rest.
func TestCardsLaidUpsideDownAreTurned(t *testing.T) {
	for name, down := range map[string][]int{
		"none":            nil,
		"three":           {4, 13, 36},
		"every other one": {0, 2, 3, 7, 9, 10, 13, 14, 18, 21, 22, 25, 27, 28, 30, 33, 35, 36, 39},
	} {
		t.Run(name, func(t *testing.T) {
			p, rows, s := withPicturesCut(t, down)
			was := slices.Concat(rows[0].cuts, rows[1].cuts, rows[2].cuts, rows[3].cuts) // as cut, a copy
			layAlike(rows, s.CardMM)
			turned := func(i int) bool {
				return rows[i/10].cuts[i%10].quad[0].Sub(was[i].quad[2]).Norm() < rows[i/10].cuts[i%10].quad[0].Sub(was[i].quad[0]).Norm()
			}
			for i := range was {
				if (turned(i) == turned(1)) == slices.Contains(down, i) {
					t.Errorf("card %d does not lie as card 1 does", i)
				}
				if far := farthest(p, rows[i/10].cuts[i%10].quad, was[i].quad); far > 2 {
					t.Errorf("card %d was moved %.1f mm off its place", i, far)
				}
			}
		})
	}
}

// TestACardLikeNoOtherStaysAsItWasCut: the print of a card laid upside down was looked for a centimetre around it, where it is not either.
func TestACardLikeNoOtherStaysAsItWasCut(t *testing.T) {
	p, rows, s := withPicturesCut(t, []int{13})
	was := rows[1].cuts[3].quad
	align(rows, s.CardMM)
	if far := farthest(p, rows[1].cuts[3].quad, was); far > 1 {
		t.Errorf("it was moved %.1f mm off its place", far)
	}
}
