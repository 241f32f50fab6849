package read

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// inked draws a white back with thin strokes of an ink, as lettering has them.
func inked(ink color.RGBA) *image.RGBA {
	img := numbered(color.RGBA{248, 248, 246, 255}, 0)
	for _, s := range [...]image.Rectangle{image.Rect(18, 20, 28, 24), image.Rect(60, 30, 70, 33), image.Rect(14, 62, 70, 66), image.Rect(20, 54, 24, 74), image.Rect(36, 58, 40, 70), image.Rect(56, 58, 60, 80), image.Rect(18, 104, 26, 107), image.Rect(58, 112, 70, 116)} {
		for y := s.Min.Y; y < s.Max.Y; y++ {
			for x := s.Min.X; x < s.Max.X; x++ {
				img.SetRGBA(x, y, ink)
			}
		}
	}
	return img
}

// glared lays glare over a face: so great a share of each colour turns white.
func glared(face *image.RGBA, share float64) *image.RGBA {
	img := image.NewRGBA(face.Rect)
	for i, v := range face.Pix {
		img.Pix[i] = v + uint8(float64(255-v)*share)
	}
	return img
}

// TestGlareMakesNoRedBackPink: on white cards glare does not show but by the print, which it makes paler. Each back is
// read under glare until it is unknown; it is never another. A black one and a grey one cannot be told apart then.
func TestGlareMakesNoRedBackPink(t *testing.T) {
	deck := testDeck()
	for back, ink := range map[models.Back]color.RGBA{"red": {222, 52, 58, 255}, "pink": {244, 150, 200, 255}, "black": {40, 40, 44, 255}, "grey": {150, 150, 150, 255}} {
		deck.Backs[back] = inked(ink)
	}
	r := NewReader(deck)
	pic := NewPicture()
	defer pic.Close()
	for back, least := range map[models.Back]int{"red": 6, "pink": 3, "black": 0, "grey": 0} {
		right := 0
		for _, share := range []float64{0, .15, .3, .45, .6, .7, .8, .9} {
			q := show(t, pic, glared(deck.Backs[back], share), 25, [3]float64{1, 1, 1})
			for i := range q {
				q[i] = q[i].Add(models.Point{X: 2, Y: -1})
			}
			under, err := r.ReadUnder(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			if under.Observation.Face != models.FaceUnknown {
				t.Errorf("%s under glare of %.2f, as if partly under a hand, was read as %+v", back, share, under.Observation)
			}
			m, err := r.Read(pic, q)
			if err != nil {
				t.Fatal(err)
			}
			switch m.Observation.Back {
			case back:
				right++
			case "":
			default:
				t.Errorf("%s under glare of %.2f was read as %s (margin %.2f)", back, share, m.Observation.Back, m.Margin)
			}
		}
		if right < least {
			t.Errorf("%s was read under %d of 8 lights; want %d", back, right, least)
		}
	}
}

// halfCovered shows a blue 4 of which the lower half is covered: its reader, where it lies and how the faces rank there.
func halfCovered(t *testing.T, pic *Picture) (*Reader, calibration.Homography, []candidate) {
	t.Helper()
	deck := testDeck()
	r := NewReader(deck)
	q := show(t, pic, deck.Fronts[models.Card{Color: models.Blue, Number: 4}], 0, [3]float64{1, 1, 1})
	pic.cover.add(models.Quad{{X: 100, Y: 150}, {X: 300, Y: 150}, {X: 300, Y: 250}, {X: 100, Y: 250}})
	toPx, err := ToCard(q, cardMM)
	if err != nil {
		t.Fatal(err)
	}
	pic.sample(toPx, r.faces[0].coarse.grid, r.coarse)
	return r, toPx, r.rank()
}

// TestOnlyTheFaceThatLiesThereOutdoesAll: of a card the lower half is covered. Its face wins by more than any other does at
// that one's own best place; no other face of its colour does.
func TestOnlyTheFaceThatLiesThereOutdoesAll(t *testing.T) {
	pic := NewPicture()
	defer pic.Close()
	r, toPx, ranked := halfCovered(t, pic)
	for i := range r.faces {
		card := r.faces[i].label.Card
		if card.Color != models.Blue {
			continue
		}
		f := r.refit(pic, toPx, candidate{face: i})
		s := r.margin(f, ranked, nil, false)
		if there := card.Number == 4; r.outdoes(pic, f, s, ranked) != there {
			t.Errorf("%v wins at its place by %.2f, over all others: %v", card, s.margin, !there)
		}
	}
}

// TestAFaceOffItsPlaceGivesWay: of a card the lower half is covered. A wrong face laid there a little off is not much like
// what is seen; even where it wins, its strongest rival is heard in place and taken instead.
func TestAFaceOffItsPlaceGivesWay(t *testing.T) {
	pic := NewPicture()
	defer pic.Close()
	r, toPx, ranked := halfCovered(t, pic)
	at := func(card models.Card) int {
		return slices.IndexFunc(r.faces, func(f face) bool { return f.label.Card == card })
	}
	four, other := at(models.Card{Color: models.Blue, Number: 4}), at(models.Card{Color: models.Blue, Number: 5})
	wrong := r.refit(pic, toPx, candidate{face: other})
	wins := standing{margin: 0.5, differ: 500, rival: candidate{face: four}}
	if m := r.judge(pic, wrong, wins, ranked); m.fit.face != four {
		t.Errorf("the 4 half covered is taken for the %v, like it by %.2f", r.faces[m.fit.face].label.Card, m.Likeness)
	}
}

// TestTheSameNumberIsARival: in another light all numbers of another colour may be likelier than the right card.
func TestTheSameNumberIsARival(t *testing.T) {
	r := NewReader(testDeck())
	var ranked []candidate
	for _, color := range []models.Color{models.Blue, models.Red, models.Yellow, models.Green} {
		for i, f := range r.faces {
			if f.label.Card.Color == color {
				ranked = append(ranked, candidate{face: i}, candidate{face: i, turned: true})
			}
		}
	}
	blue := slices.IndexFunc(r.faces, func(f face) bool { return f.label.Card == models.Card{Color: models.Blue, Number: 4} })
	for _, color := range []models.Color{models.Red, models.Yellow, models.Green} {
		card := models.Card{Color: color, Number: 4}
		if !slices.ContainsFunc(r.rivals(candidate{face: blue}, ranked), func(c candidate) bool { return r.faces[c.face].label.Card == card }) {
			t.Errorf("the %v is no rival of the blue 4", card)
		}
	}
}
