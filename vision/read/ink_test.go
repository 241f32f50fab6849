package read

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"schiri/models"
)

// boxed draws the back of a box: a ground with bold strokes in a player's ink.
func boxed(ground, ink color.RGBA) *image.RGBA {
	img := numbered(ground, 0)
	for _, s := range [...]image.Rectangle{image.Rect(30, 14, 58, 36), image.Rect(14, 56, 74, 66), image.Rect(20, 50, 28, 80), image.Rect(56, 52, 64, 84), image.Rect(30, 102, 58, 122)} {
		for y := s.Min.Y; y < s.Max.Y; y++ {
			for x := s.Min.X; x < s.Max.X; x++ {
				img.SetRGBA(x, y, ink)
			}
		}
	}
	return img
}

// TestABackOfAnotherInkIsUnknown: of a box one back is taught, which is read in a weak and in a strong light. Another
// player's, of the same pattern, has no rival that was taught, and is unknown all the same. White backs are overexposed
// in most light, and nothing but the shade of their thin print tells them.
func TestABackOfAnotherInkIsUnknown(t *testing.T) {
	onRed := func(ink color.RGBA) *image.RGBA { return boxed(color.RGBA{60, 14, 18, 255}, ink) }
	for name, c := range map[string]struct {
		inks  map[models.Back]color.RGBA
		draw  func(color.RGBA) *image.RGBA
		tints [][3]float64
	}{
		"dark ground": {
			map[models.Back]color.RGBA{"red": {236, 62, 52, 255}, "lightblue": {110, 196, 238, 255}, "pink": {244, 140, 178, 255}, "green": {112, 206, 96, 255}},
			onRed,
			[][3]float64{{1, 1, 1}, {.7, .66, .6}, {1.05, 1, .9}},
		},
		"white ground": {
			map[models.Back]color.RGBA{"red": {222, 36, 40, 255}, "lightblue": {96, 180, 236, 255}, "pink": {250, 140, 200, 255}, "black": {60, 60, 62, 255}},
			inked,
			[][3]float64{{1.02, 1.02, 1.02}, {1.15, 1.12, 1.1}},
		},
		"white ground, not overexposed": {
			map[models.Back]color.RGBA{"red": {236, 62, 52, 255}, "lightblue": {110, 196, 238, 255}, "pink": {240, 140, 165, 255}, "black": {60, 60, 62, 255}},
			func(ink color.RGBA) *image.RGBA { return exposed(inked(ink), .9) },
			[][3]float64{{1, 1, 1}, {.85, .85, .83}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			pic := NewPicture()
			defer pic.Close()
			for taught, ink := range c.inks {
				deck := testDeck()
				deck.Backs[taught] = c.draw(ink)
				r := NewReader(deck)
				for back, ink := range c.inks {
					for _, tint := range c.tints {
						m, err := r.Read(pic, show(t, pic, c.draw(ink), 12, tint))
						if err != nil {
							t.Fatal(err)
						}
						want := models.Back("")
						if back == taught {
							want = taught
						}
						if m.Observation.Back != want {
							t.Errorf("with %q taught, %q in the light %v was read as %q (likeness %.2f)", taught, back, tint, m.Observation.Back, m.Likeness)
						}
					}
				}
			}
		})
	}
}

// TestABackOnAnotherGroundIsUnknown: the boxes of some decks have the same white print on grounds of their own.
func TestABackOnAnotherGroundIsUnknown(t *testing.T) {
	white := color.RGBA{245, 243, 238, 255}
	grounds := map[models.Back]color.RGBA{"green": {38, 96, 62, 255}, "blue": {34, 74, 108, 255}, "brown": {84, 76, 56, 255}}
	pic := NewPicture()
	defer pic.Close()
	for taught, ground := range grounds {
		deck := testDeck()
		deck.Backs[taught] = boxed(ground, white)
		r := NewReader(deck)
		for back, ground := range grounds {
			for _, tint := range [][3]float64{{1, 1, 1}, {.75, .72, .68}} {
				q := show(t, pic, boxed(ground, white), 12, tint)
				m, err := r.Read(pic, q)
				if err != nil {
					t.Fatal(err)
				}
				if known := m.Observation.Back != ""; known != (back == taught) {
					t.Errorf("with %q taught, %q in the light %v was read as %q (likeness %.2f)", taught, back, tint, m.Observation.Back, m.Likeness)
				}
			}
		}
	}
}

// TestADarkGroundOfAnotherColourIsAnothers: of two players of two boxes with violet print on dark grounds one is taught.
func TestADarkGroundOfAnotherColourIsAnothers(t *testing.T) {
	green, blue, violet := color.RGBA{48, 52, 40, 255}, color.RGBA{34, 38, 56, 255}, color.RGBA{160, 104, 180, 255}
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{"green-violet": boxed(green, violet)}
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for ground, want := range map[color.RGBA]models.Back{green: "green-violet", blue: ""} {
		for _, tint := range [][3]float64{{1, 1, 1}, {.7, .66, .6}} {
			m, err := r.Read(pic, show(t, pic, boxed(ground, violet), 12, tint))
			if err != nil {
				t.Fatal(err)
			}
			if m.Observation.Back != want {
				t.Errorf("in light %v a violet back on %v was read as %q, want %q", tint, ground, m.Observation.Back, want)
			}
		}
	}
}

// TestALightOfUnknownTintTellsNoInk: white backs learnt overexposed are seen overexposed in blue and green, and red is darker than the light
// known would have it. How much blue has lost is not known, so that nothing is said.
func TestALightOfUnknownTintTellsNoInk(t *testing.T) {
	white := newRaster(boxed(color.RGBA{255, 255, 255, 255}, color.RGBA{222, 36, 40, 255}), newGrid(cardMM, fineMM))
	for name, c := range map[string]struct {
		times [3]float32 // blue, green, red
		want  bool
	}{
		"as learnt":       {[3]float32{1, 1, 1}, false},
		"a little less":   {[3]float32{1, 1, 0.97}, false},
		"red is darker":   {[3]float32{1, 1, 0.87}, true},
		"blue is darker":  {[3]float32{0.8, 1, 1}, true},
		"all overexposed": {[3]float32{1.3, 1.1, 1.2}, false},
	} {
		seen := newPatch(white.pixels())
		for i := range seen.inside {
			seen.inside[i] = true
			for k := range 3 {
				seen.v[3*i+k] = min(white.v[3*i+k]*c.times[k], 255)
			}
		}
		if got := white.otherTint(seen, light{gain: 1}); got != c.want {
			t.Errorf("%s: the tint is unknown: %v", name, got)
		}
	}
}

// TestAWhiteBackInALightOfUnknownTintIsUnknown: a lone photo of it, whose light nothing tells, is overexposed but for one channel.
func TestAWhiteBackInALightOfUnknownTintIsUnknown(t *testing.T) {
	back := boxed(color.RGBA{255, 255, 255, 255}, color.RGBA{222, 36, 40, 255})
	deck := testDeck()
	deck.Backs["red"] = back
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	for tint, want := range map[[3]float64]models.Face{{1, 1, 1}: models.FaceBack, {0.85, 1.02, 1.05}: models.FaceUnknown} {
		m, err := r.Read(pic, show(t, pic, back, 12, tint))
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Face != want {
			t.Errorf("in light %v it is read as %q %s, likeness %.2f, margin %.2f", tint, m.Observation.Face, m.Observation.Back, m.Likeness, m.Margin)
		}
	}
}

// TestInkInGlareIsTold lays glare on backs with much print of strong ink, which gets too bright for the camera in one channel: the print has
// another shade then, but not that of another player's under the same glare.
func TestInkInGlareIsTold(t *testing.T) {
	ground := color.RGBA{60, 14, 18, 255}
	back := func(ink color.RGBA) *image.RGBA {
		img := boxed(ground, ink)
		for y := img.Rect.Dy() / 2; y < img.Rect.Dy(); y++ {
			for x := range img.Rect.Dx() {
				img.SetRGBA(x, y, ink)
			}
		}
		return img
	}
	deck := testDeck()
	deck.Backs = map[models.Back]*image.RGBA{
		"red": back(color.RGBA{246, 72, 62, 255}), "lightblue": back(color.RGBA{110, 196, 238, 255}), "pink": back(color.RGBA{244, 140, 178, 255}),
	}
	r := NewReader(deck)
	glare := light{gain: .5, haze: 170}
	red := slices.IndexFunc(r.faces, func(f face) bool { return f.label.Back == "red" })
	for _, shown := range r.faces {
		if shown.label.Face != models.FaceBack {
			continue
		}
		r.fine = newPatch(shown.fine.pixels())
		copy(r.fine.inside, r.whole)
		r.fine.v = glare.on(&shown.fine, r.fine).v
		if told := r.ownShade(fitted{candidate: candidate{face: red}, light: glare}, true); told != (shown.label.Back == "red") {
			t.Errorf("%s under glare is told as red: %v", shown.label.Back, told)
		}
	}
}
