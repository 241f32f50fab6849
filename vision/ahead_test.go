package vision_test

import (
	"testing"

	"schiri/models"
	"schiri/vision"
	"schiri/vision/synth"
)

// TestWhatIsReadAheadIsWhatWouldBeRead: to the last digit, outlines beside cards and outside of the picture included; what was read ahead
// in another light does not count, nor what lay there in the picture before.
func TestWhatIsReadAheadIsWhatWouldBeRead(t *testing.T) {
	const least = .7
	scene, deck := table(t, synth.Options{Design: "frame", Table: "oak", Players: 3, Seed: 14, Level: synth.Normal})
	where := scene.Table()
	img, truth := photo(t, scene)
	var outlines []models.Quad
	for i, card := range truth {
		beside := card.Corners
		for k := range beside {
			beside[k] = beside[k].Add(models.Point{X: 15, Y: -10}.Mul(float64(i % 3)))
		}
		outlines = append(outlines, card.Corners, beside)
	}
	outlines = append(outlines, models.Quad{{X: -500, Y: -500}, {X: -400, Y: -500}, {X: -400, Y: -350}, {X: -500, Y: -350}})
	with, without := openEyes(t, deck, &where), openEyes(t, deck, &where)
	known := 0
	same := func(when string) {
		for _, q := range outlines {
			got, err := with.ReadAt(img, q, least)
			if err != nil {
				t.Fatal(err)
			}
			want, err := without.ReadAt(img, q, least)
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s: %+v; want %+v", when, got, want)
			}
			if got.Face != models.FaceUnknown {
				known++
			}
		}
	}
	ahead := func() {
		if err := with.ReadAhead(img, outlines, least); err != nil {
			t.Fatal(err)
		}
	}
	ahead()
	same("at first")
	if known < len(truth) {
		t.Fatalf("%d of %d cards were read", known, len(truth))
	}
	ahead()
	same("again")

	img.DivideUChar(2) // it grows dark
	ahead()
	with.ForgetAhead()
	img.MultiplyUChar(2)
	same("when it was dark for a moment")

	img.DivideUChar(2)
	ahead()
	for _, eyes := range []*vision.Eyes{with, without} {
		if err := eyes.Attune(img, outlines[:2*len(truth)]); err != nil {
			t.Fatal(err)
		}
	}
	same("in the dark")
}
