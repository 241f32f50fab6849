package vision

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// TestOnwardFollowsAFan: cards turned about one point by the same angle each are found from any two of them, whichever
// of them lies upside down, and those of a straight row likewise.
func TestOnwardFollowsAFan(t *testing.T) {
	card := models.Quad{{X: -30, Y: -45}, {X: 30, Y: -45}, {X: 30, Y: 45}, {X: -30, Y: 45}}
	about := func(pivot models.Point, turn float64) models.Quad {
		q := card
		for i := range q {
			q[i] = pivot.Add(rotated(q[i].Sub(pivot), turn))
		}
		return q
	}
	for _, c := range []struct {
		pivot models.Point
		turn  float64
	}{{models.Point{X: 5, Y: 160}, 0.17}, {models.Point{X: -20, Y: 90}, -0.3}, {models.Point{Y: 3e5}, 1e-4}} {
		for _, times := range []float64{-2, -1, 0.5, 2, 3} {
			to := about(c.pivot, c.turn)
			for _, to := range []models.Quad{to, {to[2], to[3], to[0], to[1]}} {
				want, got := about(c.pivot, times*c.turn), onward(card, to, times)
				for i := range got {
					if d := got[i].Sub(want[i]).Norm(); d > 0.1 || math.IsNaN(d) {
						t.Errorf("%v times a turn of %v about %v: corner %d is %v, %.2f mm off", times, c.turn, c.pivot, i, got[i], d)
					}
				}
			}
		}
	}
}

// TestACornerUncoveredIsReadAgain: a card of which another hid no more than a corner is read again once that one is off.
func TestACornerUncoveredIsReadAgain(t *testing.T) {
	at := func(x, y float64) models.Quad {
		return models.Quad{{X: x, Y: y}, {X: x + 59, Y: y}, {X: x + 59, Y: y + 91}, {X: x, Y: y + 91}}
	}
	corner, aside := at(53, 85), at(60, 0)
	p := peeling{flat: calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}), waiting: []models.Quad{corner, aside}}
	again := p.revealed([]read.Match{{Observation: models.Observation{Corners: at(0, 0)}}})
	if !slices.Contains(again, corner) || slices.Contains(again, aside) {
		t.Errorf("read again are %v, want %v and not %v", again, corner, aside)
	}
}

// TestOneCardIsSeenOnce: a back whose dark edge is lost on a dark table was read again some millimetres off. Of a card
// found before another is told by its place or by being another card.
func TestOneCardIsSeenOnce(t *testing.T) {
	at := func(x float64, o models.Observation) read.Match {
		o.Corners = models.Quad{{X: x}, {X: x + 60}, {X: x + 60, Y: 90}, {X: x, Y: 90}}
		return read.Match{Observation: o}
	}
	back := models.Observation{Face: models.FaceBack, Back: "red-black"}
	other := models.Observation{Face: models.FaceBack, Back: "red-pink"}
	for name, c := range map[string]struct {
		x     float64 // mm beside a card at 0
		o     models.Observation
		again bool
	}{
		"the same a little off":             {12, back, true},
		"a card like it, half under it":     {30, back, false},
		"another card, a little off":        {12, other, false},
		"at the very place, something else": {2, other, true},
	} {
		if got := seenAmong([]read.Match{at(0, back)}, at(c.x, c.o)); got != c.again {
			t.Errorf("%s: seen before is %v", name, got)
		}
	}
}

// TestAPlaceThatShowsMoreTakesABackFromAnother: of a back whose print repeats, what is seen is somewhat like it a step of the
// pattern farther on. Where it truly lies nearly all of it is; so the place farther on is none, though it was read there first.
func TestAPlaceThatShowsMoreTakesABackFromAnother(t *testing.T) {
	of := func(face models.Face, y, seen, likeness float64) read.Match {
		o := models.Observation{Face: face, Back: "red-pink", Corners: models.Quad{{Y: y}, {X: 60, Y: y}, {X: 60, Y: y + 90}, {Y: y + 90}}}
		return read.Match{Observation: o, Seen: seen, Likeness: likeness}
	}
	back, unknown := models.FaceBack, models.FaceUnknown
	for name, c := range map[string]struct {
		there, by read.Match
		want      bool
	}{
		"all of it, read":                       {of(back, 26, 0.71, 0.53), of(back, 0, 0.97, 0.98), true},
		"all of it, not told yet":               {of(back, 26, 0.71, 0.53), of(unknown, 0, 0.97, 0.93), true},
		"what another card hides is not missed": {of(back, 26, 0.74, 0.53), of(back, 0, 0.74, 0.97), true},
		"a card half under another":             {of(back, 45, 0.5, 0.9), of(back, 0, 1, 0.99), false},
		"as much like it":                       {of(back, 26, 0.71, 0.95), of(back, 0, 0.97, 0.98), false},
		"beside the band that all cards have":   {of(back, 14, 0.84, 0.83), of(back, 0, 0.95, 0.98), true},
		"a step of the pattern beyond":          {of(back, 90, 0.71, 0.53), of(back, 0, 0.97, 0.98), false},
	} {
		if got := outdone(c.there, c.by); got != c.want {
			t.Errorf("%s: outdone is %v", name, got)
		}
		if c.by.Observation.Face == back && seenAmong([]read.Match{c.there}, c.by) && c.want {
			t.Errorf("%s: what is truly there counts as seen", name)
		}
	}
}

// TestTheLikestOfACardsPlacesIsTaken: laid a few millimetres off, the blue 1 was somewhat like a strip of the blue 7 in a fan
// and came first; the 7 was much like it at the next place. What is not said, lies elsewhere or is less like it is passed over,
// and a card all in sight or much like its face is taken as it is.
func TestTheLikestOfACardsPlacesIsTaken(t *testing.T) {
	at := func(x float64) models.Quad {
		return models.Quad{{X: x}, {X: x + 60}, {X: x + 60, Y: 90}, {X: x, Y: 90}}
	}
	of := func(number int, x, likeness float64) read.Match {
		o := models.Observation{Face: models.FaceFront, Card: models.Card{Color: models.Blue, Number: number}, Corners: at(x)}
		return read.Match{Observation: o, Likeness: likeness, Open: 0.4}
	}
	unread := read.Match{Observation: models.Observation{Face: models.FaceUnknown, Corners: at(4)}, Likeness: 0.99, Open: 0.4}
	whole := of(1, 0, 0.926)
	whole.Open = 1
	for name, c := range map[string]struct {
		first read.Match
		there []read.Match // at the places after its own
		want  int
	}{
		"the card itself a little off": {of(1, 0, 0.926), []read.Match{of(7, 5, 0.984)}, 7},
		"less like it":                 {of(1, 0, 0.926), []read.Match{of(7, 5, 0.9)}, 1},
		"the next card of the fan":     {of(1, 0, 0.926), []read.Match{of(7, 20, 0.984)}, 1},
		"not said":                     {of(1, 0, 0.926), []read.Match{unread}, 1},
		"the likest of three":          {of(1, 0, 0.9), []read.Match{of(4, 3, 0.91), unread, of(7, 5, 0.93)}, 7},
		"much like it already":         {of(1, 0, 0.96), []read.Match{of(7, 5, 0.984)}, 1},
		"all in sight":                 {whole, []read.Match{of(7, 5, 0.984)}, 1},
	} {
		places := []models.Quad{c.first.Observation.Corners}
		for _, m := range c.there {
			places = append(places, m.Observation.Corners)
		}
		look := func(_ *read.Reader, _ *read.Picture, q models.Quad) (read.Match, error) {
			return c.there[slices.Index(places[1:], q)], nil
		}
		turns := newTurns(crew{&read.Reader{}}, nil, places, look)
		got, err := likest(t.Context(), c.first, turns, 1, func(int) bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if got.Observation.Card.Number != c.want {
			t.Errorf("%s: taken for the %v", name, got.Observation.Card)
		}
	}
}

// TestPlacesFollowAFan: the next card of a hand of fronts is turned as against the one read, and one of the places tried is within what
// the reader can make up for, on whichever side it lies and however far.
func TestPlacesFollowAFan(t *testing.T) {
	flat := calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1})
	card := models.Quad{{X: -30, Y: -45}, {X: 30, Y: -45}, {X: 30, Y: 45}, {X: -30, Y: 45}}
	for _, step := range []float64{-34, -21, 25, 38} {
		for _, turn := range []float64{-0.13, -0.07, 0, 0.07, 0.13} {
			next := turned(moved(card, rotated(models.Point{X: step}, turn/2)), turn)
			read := []read.Match{{Observation: models.Observation{Face: models.FaceFront, Corners: card}}}
			best := 0.0
			for _, q := range beside(flat, read, []models.Quad{next}) {
				best = max(best, q.IoU(next))
			}
			if best < 0.9 {
				t.Errorf("%.0f mm beside and turned by %.2f: the nearest place shares %.2f", step, turn, best)
			}
		}
	}
}

// TestWhatDoesNotEndMayLieOnTheNext: beside a card the next one is tried where an outline not read lies partly under it, and where a front
// does not end at all of its sides. Backs do not end where they lie beside each other.
func TestWhatDoesNotEndMayLieOnTheNext(t *testing.T) {
	flat := calibration.NewPlane(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1})
	card := models.Quad{{X: -30, Y: -45}, {X: 30, Y: -45}, {X: 30, Y: 45}, {X: -30, Y: 45}}
	under, far := moved(card, models.Point{X: 20}), moved(card, models.Point{X: 80})
	for _, c := range []struct {
		what string
		face models.Face
		rim  float64
		open models.Quad
		want bool
	}{
		{"a card that lies alone", models.FaceFront, 1, far, false},
		{"one on an outline", models.FaceFront, 1, under, true},
		{"a front that does not end at a side", models.FaceFront, 0.8, far, true},
		{"a back that does not", models.FaceBack, 0.8, far, false},
		{"what was not read", models.FaceUnknown, 0.8, under, false},
	} {
		known := []read.Match{{Observation: models.Observation{Face: c.face, Corners: card}, Rim: c.rim}}
		if got := len(beside(flat, known, []models.Quad{c.open})) > 0; got != c.want {
			t.Errorf("%s: the next one is tried: %v", c.what, got)
		}
	}
}

// TestWhatIsReadAnewCounts: a card that was read with the next one's print on it is taken as it is read with that one off, or it would be
// left out for the little it was like its face; another card read there counts only where it is far more like what shows.
func TestWhatIsReadAnewCounts(t *testing.T) {
	card := func(number int, likeness float64) read.Match {
		return read.Match{Observation: models.Observation{Face: models.FaceFront, Card: models.Card{Number: number}}, Likeness: likeness}
	}
	before, unknown := card(8, 0.72), read.Match{Observation: models.Observation{Face: models.FaceUnknown}, Likeness: 0.99}
	for name, c := range map[string]struct{ anew, want read.Match }{
		"the same":                     {card(8, 0.99), card(8, 0.99)},
		"the same, less like":          {card(8, 0.6), card(8, 0.6)},
		"another, somewhat more like":  {card(3, 0.88), before},
		"another, far more like":       {card(3, 0.96), card(3, 0.96)},
		"nothing that can be told yet": {unknown, before},
	} {
		p := peeling{cards: []read.Match{before}, under: []read.Match{before}}
		p.renew(0, c.anew)
		for of, got := range map[string]read.Match{"the cards": p.cards[0], "those under others": p.under[0]} {
			if got.Observation.Card != c.want.Observation.Card || got.Likeness != c.want.Likeness {
				t.Errorf("%s: of %s a %v, %.2f like its face; want a %v, %.2f", name, of, got.Observation.Card, got.Likeness, c.want.Observation.Card, c.want.Likeness)
			}
		}
	}
}

// TestAReadingAStepOfThePatternOnOwnsNothing: of a back in bands most had been taken off, as part of a card a step of the pattern farther on, when it
// was read. It keeps what it shows, and the other one goes; where another card does lie there, both stay.
func TestAReadingAStepOfThePatternOnOwnsNothing(t *testing.T) {
	const pxPerMM, step = 2, 32 // mm from one band to the next
	cardMM := [2]float64{59, 91}
	ground, ink := color.RGBA{24, 32, 84, 255}, color.RGBA{80, 140, 235, 255}
	band := func(mm float64) bool { return math.Abs(math.Remainder(mm, step)) < 6 }
	face := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize(cardMM)})
	for i := range face.Rect.Dx() * face.Rect.Dy() {
		x, y := i%face.Rect.Dx(), i/face.Rect.Dx()
		if face.SetRGBA(x, y, ground); band(float64(y)/calibration.FaceScale - cardMM[1]/2) {
			face.SetRGBA(x, y, ink)
		}
	}
	eyes, err := NewEyes(calibration.Deck{CardMM: cardMM, Backs: map[models.Back]*image.RGBA{"blue-blue": face}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	at := func(top float64) models.Quad { // px
		w, h := pxPerMM*cardMM[0], pxPerMM*cardMM[1]
		return models.Quad{{X: 50, Y: top}, {X: 50 + w, Y: top}, {X: 50 + w, Y: top + h}, {X: 50, Y: top + h}}
	}
	readAt := func(top, seen float64) read.Match {
		m, err := eyes.reader.Read(eyes.pic, at(top))
		if err != nil {
			t.Fatal(err)
		}
		m.Observation.Face, m.Observation.Back, m.Observation.Corners = models.FaceBack, "blue-blue", at(top)
		m.Seen, m.Likeness = seen, .99
		return m
	}
	for name, tc := range map[string]struct{ cards, want int }{"one card": {1, 1}, "another under it": {2, 2}} {
		img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 95, 100, 0), 400, 220, gocv.MatTypeCV8UC3)
		defer img.Close()
		for k := range tc.cards { // the one farther down first
			top := 50 + pxPerMM*step*(tc.cards-1-k)
			for y := range int(pxPerMM * cardMM[1]) {
				c := ground
				if band(float64(y)/pxPerMM - cardMM[1]/2) {
					c = ink
				}
				gocv.Line(&img, image.Pt(50, top+y), image.Pt(50+int(pxPerMM*cardMM[0])-1, top+y), c, 1)
			}
		}
		if err := eyes.pic.Set(img); err != nil {
			t.Fatal(err)
		}
		right, farther := readAt(50, .33), readAt(50+pxPerMM*step, .42)
		if got := eyes.owning([]read.Match{right, farther}); len(got) != tc.want || got[0].Observation.Corners != right.Observation.Corners {
			t.Errorf("%s: %d stay", name, len(got))
		}
	}
}
