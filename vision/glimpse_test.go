package vision_test

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/synth"
)

// TestACardIsReadOnceAsLongAsItLooksTheSame: what is remembered of a card is told again, to the last digit, in a little
// other light and about an outline a little off, but not of a card that differs in a spot smaller than a digit.
func TestACardIsReadOnceAsLongAsItLooksTheSame(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "frame", Table: "oak", Players: 2, Seed: 14, Level: synth.Easy})
	where := scene.Table()
	eyes := openEyes(t, deck, &where)
	img, truth := photo(t, scene)
	read := func(outline models.Quad) models.Observation {
		o, err := eyes.ReadAt(img, outline, 0)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	var seen []models.Observation
	for _, card := range truth {
		if card.Visible < .99 {
			continue
		}
		if o := read(card.Corners); o.Face == models.FaceUnknown || o.Visible < .9 {
			t.Errorf("%v was read as %+v", card.Card(), o)
		} else {
			seen = append(seen, o)
		}
	}
	if len(seen) < 6 {
		t.Fatalf("%d cards read in full sight, want 6 and more", len(seen))
	}
	img.AddUChar(2)
	for _, o := range seen {
		outline := o.Corners
		for i := range outline {
			outline[i] = outline[i].Add(models.Point{X: 2, Y: -1})
		}
		if again := read(outline); again != o {
			t.Errorf("%+v was read again as %+v", o, again)
		}
	}
	for _, o := range seen {
		at := o.Corners[0].Mul(.7).Add(o.Corners[2].Mul(.3))
		gocv.Circle(&img, image.Pt(int(at.X), int(at.Y)), 3, color.RGBA{R: 128, G: 128, B: 128}, -1)
		if again := read(o.Corners); again == o {
			t.Errorf("%+v has a spot, and was not read again", o)
		}
	}
}
