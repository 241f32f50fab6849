package vision_test

import (
	"image"
	"image/color"
	"slices"
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

// TestACardIsReadAnewForLess: in glare that leaves a fifth of the print, another number changes as much less of what is seen, and where
// white digits on yellow are all that tells numbers apart, too.
func TestACardIsReadAnewForLess(t *testing.T) {
	const faint = 12 // grey levels
	for design, tt := range map[string]struct {
		left, glare float32 // share of the print, and grey levels upon it
		level       synth.Level
		color       models.Color
		least       int // cards read
	}{"frame": {.2, 190, synth.Easy, 0, 6}, "target": {1, 0, synth.Hard, models.Yellow, 1}} {
		scene, deck := table(t, synth.Options{Design: design, Table: "oak", Players: 2, Seed: 14, Level: tt.level})
		where := scene.Table()
		eyes := openEyes(t, deck, &where)
		img, truth := photo(t, scene)
		img.ConvertToWithParams(&img, gocv.MatTypeCV8UC3, tt.left, tt.glare)
		n := 0
		for _, card := range truth {
			if c := card.Card(); card.Visible < .99 || tt.color != 0 && (c.Color != tt.color || c.Number == 10) {
				continue // two digits are told from one more plainly
			}
			read := func() models.Observation {
				o, err := eyes.ReadAt(img, card.Corners, 0)
				if err != nil {
					t.Fatal(err)
				}
				return o
			}
			o := read()
			if o.Face == models.FaceUnknown {
				continue
			}
			n++
			if again := read(); again != o {
				t.Errorf("%s: %+v was read again as %+v", design, o, again)
			}
			at := card.Corners[0].Mul(.7).Add(card.Corners[2].Mul(.3))
			spot := img.Region(image.Rect(int(at.X)-4, int(at.Y)-4, int(at.X)+4, int(at.Y)+4))
			spot.AddUChar(faint)
			spot.Close()
			if again := read(); again == o {
				t.Errorf("%s: %+v has a faint spot, and was not read again", design, o)
			}
		}
		if n < tt.least {
			t.Errorf("%s: %d cards were read, want %d and more", design, n, tt.least)
		}
	}
}

// TestWhatLiesUnderAnArmIsReadOnceAsLongAsItLooksTheSame: that too little of a card is in sight is remembered, until more is.
func TestWhatLiesUnderAnArmIsReadOnceAsLongAsItLooksTheSame(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "frame", Table: "oak", Players: 2, Seed: 14, Level: synth.Easy})
	where := scene.Table()
	eyes := openEyes(t, deck, &where)
	img, truth := photo(t, scene)
	covered := 0
	for _, card := range truth {
		if card.Visible < .99 {
			continue
		}
		read := func(img gocv.Mat) models.Observation {
			o, err := eyes.ReadAt(img, card.Corners, .7)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		arm := img.Clone()
		defer arm.Close()
		c := card.Corners
		over(t, arm, models.Quad{c[0], c[1], c[1].Add(c[2]).Mul(.5), c[0].Add(c[3]).Mul(.5)})
		o := read(arm)
		if o.Visible >= .7 {
			continue
		}
		covered++
		arm.AddUChar(2)
		if again := read(arm); again != o {
			t.Errorf("%+v was read again as %+v", o, again)
		}
		if bare := read(img); bare.Face == models.FaceUnknown {
			t.Errorf("%s was not read once the arm had left it", card.Card())
		}
	}
	if covered < 6 {
		t.Errorf("%d cards lay under the arm, want 6 and more", covered)
	}
}

// TestACardHalfwayUnderAnArmIsKnownByWhatShows: a card over an end of which an arm lies is what was read there before it came, but another
// one of its color in just that place is not. Where the arm lies on half of what tells it, it must be read.
func TestACardPartlyUnderAnArmIsKnownByWhatShows(t *testing.T) {
	for design, known := range map[string]bool{"frame": true, "target": false} {
		scene, deck := table(t, synth.Options{Design: design, Table: "oak", Players: 2, Seed: 14, Level: synth.Normal})
		where := scene.Table()
		img, truth := photo(t, scene)
		at := truth[slices.IndexFunc(truth, func(c synth.CardTruth) bool { return c.Visible >= .99 })].Corners
		shown := func(card models.Card, arm bool) gocv.Mat {
			out := img.Clone()
			t.Cleanup(func() { out.Close() })
			face, err := gocv.ImageToMatRGB(deck.Fronts[card])
			if err != nil {
				t.Fatal(err)
			}
			defer face.Close()
			if lay(t, out, face, at); arm {
				over(t, out, models.Quad{at[0], at[1], at[1].Mul(.85).Add(at[2].Mul(.15)), at[0].Mul(.85).Add(at[3].Mul(.15))})
			}
			return out
		}
		card, eyes := models.Card{Color: models.Blue, Number: 8}, openEyes(t, deck, &where)
		read := func(img gocv.Mat) models.Observation {
			o, err := eyes.ReadAt(img, at, .7)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		alone := shown(card, false)
		bare := read(alone)
		if bare.Face != models.FaceFront || bare.Card != card {
			t.Fatalf("%s: %v was read as %+v", design, card, bare)
		}
		if o := read(shown(card, true)); known != (o.Card == card && o.Corners == bare.Corners && o.Visible > .7 && o.Visible < .9) {
			t.Errorf("%s: that %v is known, an arm partly over it, is not %v: %+v", design, card, known, o)
		}
		for i := range models.DeckSize {
			if other := models.CardAt(i); other != card && other.Color == card.Color {
				if o := read(shown(other, true)); o.Card == card && o.Face == models.FaceFront {
					t.Errorf("%s: %v in the place of %v, an arm over it, passed for that", design, other, card)
				}
				read(alone)
			}
		}
	}
}

// over lays an arm over a part of a picture.
func over(t *testing.T, img gocv.Mat, part models.Quad) {
	t.Helper()
	corners := make([]image.Point, 4)
	for i, c := range part {
		corners[i] = image.Pt(int(c.X), int(c.Y))
	}
	outline := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer outline.Close()
	gocv.FillPoly(&img, outline, color.RGBA{R: 90, G: 110, B: 150})
}
