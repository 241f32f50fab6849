package learn

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/synth"
)

// drawnRows are the fronts of a simulated photo, cut out where they truly lie: upright, and as seen from the other side of the table.
func drawnRows(t *testing.T, opt synth.Options) (rows, overturned [][]*image.RGBA, colors []models.Color) {
	s, truth := drawn(t, opt, nil)
	p := &photo{img: truth.Fronts}
	for r := range models.NumColors {
		var row, other []*image.RGBA
		for _, card := range truth.FrontsTruth[10*r : 10*r+10] {
			row = append(row, p.face(card.Corners, s.CardMM))
			other = append(other, p.face(card.Corners.Turned(), s.CardMM))
		}
		slices.Reverse(other)
		rows, overturned, colors = append(rows, row), append(overturned, other), append(colors, truth.FrontsTruth[10*r].Card().Color)
	}
	return rows, overturned, colors
}

// TestRowsOfEveryDesignAreUnderstood: which way up they are and which colour each has.
func TestRowsOfEveryDesignAreUnderstood(t *testing.T) {
	for _, design := range synth.Designs() {
		photos := []synth.Options{
			{Design: design, Table: "plain", Players: 2, Seed: 6},
			{Design: design, Table: "oak", Level: synth.Hard, Players: 2, Seed: 3016},
		}
		if design == "target" { // a lamp lights one end of the rows, and most of the print is a picture that all share
			photos = append(photos, synth.Options{Design: design, Table: "walnut", Level: synth.Hard, Players: 3, Seed: 7305, Size: image.Pt(1920, 1080)})
		}
		for _, opt := range photos {
			t.Run(fmt.Sprint(design, " ", opt.Level, " ", opt.Seed), func(t *testing.T) {
				rows, overturned, want := drawnRows(t, opt)
				for name, given := range map[string][][]*image.RGBA{"as they are": rows, "upside-down": overturned} {
					got := Upright(given)
					for r := range rows {
						if first, want := got[r][0], onItsHead(overturned[r][models.MaxNumber-1]); !alike(first, want) {
							t.Errorf("%s: row %d does not begin with its 1, upright", name, r+1)
						}
					}
				}
				if got := AsOthers(overturned[0], rows[1:]); !alike(got[0], rows[0][0]) {
					t.Error("a row taken again upside-down does not begin with its 1")
				}
				if got := AsOthers(rows[0], rows[1:]); !alike(got[0], rows[0][0]) {
					t.Error("a row taken again is turned over")
				}
				if got, err := nameColors(rows); err != nil || !slices.Equal(got, want) {
					t.Errorf("the rows are %v, %v; want %v", got, err, want)
				}
			})
		}
	}
}

func TestFaceIsTurnedByHalfATurn(t *testing.T) {
	face := image.NewRGBA(image.Rect(0, 0, 2, 1))
	copy(face.Pix, []uint8{1, 2, 3, 255, 4, 5, 6, 255})
	if want := []uint8{4, 5, 6, 255, 1, 2, 3, 255}; !bytes.Equal(onItsHead(face).Pix, want) {
		t.Errorf("%v, want %v", onItsHead(face).Pix, want)
	}
}

// TestPhotosTakenFromAnySideTeach turns the photo and wants every card cut out upright, in its place.
func TestPhotosTakenFromAnySideTeach(t *testing.T) {
	for name, turn := range map[string]gocv.RotateFlag{"opposite": gocv.Rotate180Clockwise, "left": gocv.Rotate90CounterClockwise} {
		t.Run(name, func(t *testing.T) {
			s, truth := drawn(t, synth.Options{Design: "stripes", Table: "plain", Players: 2, Seed: 6}, func(c *synth.Calibration) {
				gocv.Rotate(c.Fronts, &c.Fronts, turn)
				gocv.Rotate(c.Empty, &c.Empty, turn)
			})
			rows := foundRows(t, s)
			turnUpright(rows, s.CardMM)
			for _, card := range truth.FrontsTruth {
				corners := rotated(card.Corners, turn, truth.Fronts)
				if !slices.ContainsFunc(rows, func(row sheetRow) bool {
					return row.cuts[card.Number-1].quad[0].Sub(corners[0]).Norm() < 6 // px
				}) {
					t.Errorf("no row has %s in its place, upright", card.Card())
				}
			}
		})
	}
}

// rotated is where an outline lies in a picture after it was turned to what it is like.
func rotated(q models.Quad, turn gocv.RotateFlag, picture gocv.Mat) models.Quad {
	right, bottom := float64(picture.Cols()-1), float64(picture.Rows()-1)
	for i, p := range q {
		if turn == gocv.Rotate180Clockwise {
			q[i] = models.Point{X: right - p.X, Y: bottom - p.Y}
		} else {
			q[i] = models.Point{X: p.Y, Y: bottom - p.X}
		}
	}
	return q
}

// TestDigitsThatFadeAreNotTakenForThoseOfRowsUpsideDown gives the ink of digits, beside what else is printed, under lamps at either end, and that
// of rows of dots on a walnut table that a lamp lit from the left (`confetti` walnut hard 73026), and turns all of them upside down.
func TestDigitsThatFadeAreNotTakenForThoseOfRowsUpsideDown(t *testing.T) {
	for _, from10 := range []bool{false, true} {
		for _, share := range []float64{-.06, -.03, 0, .03, .06} {
			ink := make([]float64, models.MaxNumber)
			for i, digits := range strokes() {
				ink[i] = (1 + .3*digits) * math.Exp(share*float64(i))
			}
			if from10 {
				slices.Reverse(ink)
			}
			if backwards(ink) != from10 {
				t.Errorf("digits that grow by %v from place to place, from 10: %v, are told as the other way about", share, from10)
			}
		}
	}
	if dots := []float64{.3311, .3673, .3752, .3314, .3500, .3394, .2871, .2934, .2575, .2303}; backwards(dots) {
		t.Error("dark dots are told to run from 10 to 1")
	}
}
