package main

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"path/filepath"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/synth"
)

// mistake is a card that was not read right, or a card named where none lies.
type mistake struct {
	photo string      // the photo's path
	at    models.Quad // in its pixels
	text  string      // what lies there and what was seen
}

// partly is the share of a card in sight from which on it is to be read, as the figures of partly hidden cards are taken.
const partly = 0.35

// mistakesIn compares what was seen in a photo with what lies there. Cards of which less than
// partly is in sight need not be seen.
func mistakesIn(p lookedAt) []mistake {
	var out []mistake
	for _, t := range p.truth {
		if t.Visible < partly {
			continue
		}
		o, found := seenAt(t, p.seen)
		switch {
		case !found:
			out = append(out, mistake{p.path, t.Corners, labelOf(t.Face, t.Card(), t.Back) + " not found"})
		case !rightly(o, t):
			out = append(out, mistake{p.path, t.Corners, labelOf(t.Face, t.Card(), t.Back) + " read as " + labelOf(o.Face, o.Card, o.Back)})
		}
	}
	for _, o := range p.seen {
		if o.Face != models.FaceUnknown && !coversCard(o, p.truth) {
			out = append(out, mistake{p.path, o.Corners, "no card, read as " + labelOf(o.Face, o.Card, o.Back)})
		}
	}
	return out
}

// seenAt is the observation that lies over a card: of several the one that overlaps it most.
func seenAt(t synth.CardTruth, seen []models.Observation) (best models.Observation, found bool) {
	most := sameCard
	for _, o := range seen {
		if v := t.Corners.IoU(o.Corners); v >= most {
			best, most, found = o, v, true
		}
	}
	return best, found
}

// coversCard tells whether an observation lies over any card, roughly at least.
func coversCard(o models.Observation, cards []synth.CardTruth) bool {
	const touching = 0.3
	for _, t := range cards {
		if t.Corners.IoU(o.Corners) >= touching {
			return true
		}
	}
	return false
}

// drawMistakes writes one picture of all mistakes, each cut from its photo with a line of words above.
func drawMistakes(path string, photos []lookedAt) error {
	const columns, side, line = 6, 240, 18 // tiles a row; a tile's side and its words' height, px
	var all []mistake
	for _, p := range photos {
		all = append(all, mistakesIn(p)...)
	}
	if len(all) == 0 {
		return fmt.Errorf("nothing to draw: everything was read right")
	}
	rows := (len(all) + columns - 1) / columns
	sheet := gocv.NewMatWithSize(rows*(side+line), columns*side, gocv.MatTypeCV8UC3)
	defer sheet.Close()
	sheet.SetTo(gocv.Scalar{})
	for i, m := range all {
		at := image.Pt(i%columns*side, i/columns*(side+line))
		words := filepath.Base(m.photo) + " " + m.text
		gocv.PutText(&sheet, words, at.Add(image.Pt(2, line-5)), gocv.FontHersheySimplex, .34, color.RGBA{R: 255, G: 255, B: 255}, 1)
		tile := sheet.Region(image.Rectangle{Min: at.Add(image.Pt(0, line)), Max: at.Add(image.Pt(side, side+line))})
		err := cutOut(m, &tile)
		tile.Close()
		if err != nil {
			return err
		}
	}
	if !gocv.IMWrite(path, sheet) {
		return fmt.Errorf("cannot write %s", path)
	}
	return nil
}

// cutOut draws a mistake's surroundings, three half diagonals of the card across, into a square tile.
func cutOut(m mistake, tile *gocv.Mat) error {
	img, err := frame.Read(m.photo)
	if err != nil {
		return fmt.Errorf("photo %s: %w", m.photo, err)
	}
	defer img.Close()
	c := m.at.Center()
	half := int(1.5 * math.Hypot(m.at[0].X-c.X, m.at[0].Y-c.Y))
	area := image.Rect(int(c.X)-half, int(c.Y)-half, int(c.X)+half, int(c.Y)+half).Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
	if area.Empty() {
		return nil
	}
	part := img.Region(area)
	defer part.Close()
	scale := float64(tile.Cols()) / float64(max(area.Dx(), area.Dy()))
	into := tile.Region(image.Rect(0, 0, int(float64(area.Dx())*scale), int(float64(area.Dy())*scale)))
	defer into.Close()
	gocv.Resize(part, &into, image.Pt(into.Cols(), into.Rows()), 0, 0, gocv.InterpolationArea)
	return nil
}
