package vision

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// TestOfCardsThatLookTheSameNoneIsFamiliar: two cards were read at a place where glare leaves of their print less than a light
// that changes may do to it. Which of them lies there now is read, and not remembered.
func TestOfCardsThatLookTheSameNoneIsFamiliar(t *testing.T) {
	place := models.Quad{{X: 100, Y: 100}, {X: 159, Y: 100}, {X: 159, Y: 191}, {X: 100, Y: 191}}
	one, two := models.Card{Color: models.Blue, Number: 1}, models.Card{Color: models.Blue, Number: 2}
	for name, tt := range map[string]struct {
		cards []models.Card
		grey  []float64 // that each of them showed; the place shows 220 now
		want  models.Card
	}{
		"one alone, in nearly this light": {[]models.Card{one}, []float64{223}, one},
		"one, read twice":                 {[]models.Card{one, one}, []float64{221, 218}, one},
		"the other looks otherwise":       {[]models.Card{one, two}, []float64{180, 222}, two},
		"two that look like this":         {[]models.Card{one, two}, []float64{222, 219}, models.Card{}},
		"two that do not":                 {[]models.Card{one, two}, []float64{180, 150}, models.Card{}},
	} {
		t.Run(name, func(t *testing.T) {
			e := &Eyes{cardMM: [2]float64{59, 91}, pic: read.NewPicture()}
			defer e.pic.Close()
			show := func(grey float64) {
				img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(grey, grey, grey, 0), 300, 300, gocv.MatTypeCV8UC3)
				defer img.Close()
				if err := e.pic.Set(img); err != nil {
					t.Fatal(err)
				}
			}
			toPx := calibration.Homography{1, 0, 129.5, 0, 1, 145.5, 0, 0, 1}
			for i, c := range tt.cards {
				show(tt.grey[i])
				cells, all := e.glimpse(part{pic: e.pic}, toPx)
				if !all {
					t.Fatal("the card sticks out of the picture")
				}
				e.glimpses = append(e.glimpses, glimpse{card: models.Observation{Face: models.FaceFront, Card: c, Corners: place}, toPx: toPx, cells: cells, distinct: 1})
			}
			show(220)
			got, known := e.familiar(part{pic: e.pic}, place)
			if got.Card != tt.want || known != (tt.want != models.Card{}) {
				t.Errorf("%v is familiar: %v; want %v", got.Card, known, tt.want)
			}
		})
	}
}

// TestAnArmHidesWhatTellsACardWithWhatLiesBesideIt: six cells tell a card from another one, six lie beside them. Where those have changed and
// these have not, it is another card.
func TestAnArmHidesWhatTellsACardWithWhatLiesBesideIt(t *testing.T) {
	number := read.Telling{Cells: []int{0, 1, 2, 3, 4, 5}, Beside: []int{6, 7, 8, 9, 10, 11}}
	few := read.Telling{Cells: []int{0, 1, 2}, Beside: []int{6, 7, 8}}
	for name, tt := range map[string]struct {
		telling []read.Telling
		shows   string // of the twelve cells those that look as they did: x
		want    bool
	}{
		"all of it":                {[]read.Telling{number}, "xxxxxxxxxxxx", true},
		"half, and half beside it": {[]read.Telling{number}, "xxx...xxx...", true},
		"half, and all beside it":  {[]read.Telling{number}, "xxx...xxxxxx", false},
		"less than half":           {[]read.Telling{number}, "xx....x.....", false},
		"too few tell":             {[]read.Telling{few}, "xxxxxxxxxxxx", false},
		"one of two is not told":   {[]read.Telling{number, few}, "xxxxxxxxxxxx", false},
		"no other card is known":   {nil, "xxxxxxxxxxxx", false},
	} {
		same := make([]bool, len(tt.shows))
		for i, c := range tt.shows {
			same[i] = c == 'x'
		}
		if got := tellAll(tt.telling, same); got != tt.want {
			t.Errorf("%s: it tells: %v; want %v", name, got, tt.want)
		}
	}
}

// TestPartOfACardIsThatOfTheLastOneReadThere: an arm lies on the lower end of a card. It is known by the rest if it was read last at its place,
// and not if another one has been read there since, on which the same might show.
func TestPartOfACardIsThatOfTheLastOneReadThere(t *testing.T) {
	place := models.Quad{{X: 100, Y: 100}, {X: 159, Y: 100}, {X: 159, Y: 191}, {X: 100, Y: 191}}
	toPx := calibration.Homography{1, 0, 129.5, 0, 1, 145.5, 0, 0, 1}
	one, two := models.Card{Color: models.Blue, Number: 1}, models.Card{Color: models.Blue, Number: 2}
	number := []read.Telling{{Cells: []int{20, 21, 22, 23, 24, 25}, Beside: []int{38, 39, 40}}}
	for name, tt := range map[string]struct {
		cards []models.Card // read one after the other: one shows what is there now, two another grey
		known bool
	}{
		"alone":      {[]models.Card{one}, true},
		"read last":  {[]models.Card{two, one}, true},
		"read first": {[]models.Card{one, two}, false},
	} {
		e := &Eyes{cardMM: [2]float64{59, 91}, pic: read.NewPicture(), telling: map[models.Card][]read.Telling{one: number, two: number}}
		defer e.pic.Close()
		show := func(grey float64, arm bool) []float32 {
			img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(grey, grey, grey, 0), 300, 300, gocv.MatTypeCV8UC3)
			defer img.Close()
			if arm {
				gocv.Rectangle(&img, image.Rect(100, 175, 160, 192), color.RGBA{R: 90, G: 90, B: 90}, -1)
			}
			if err := e.pic.Set(img); err != nil {
				t.Fatal(err)
			}
			cells, _ := e.glimpse(part{pic: e.pic}, toPx)
			return cells
		}
		for _, c := range tt.cards {
			cells := show(map[models.Card]float64{one: 220, two: 150}[c], false)
			shown := slices.Repeat([]bool{true}, len(cells)/3)
			e.glimpses = append(e.glimpses, glimpse{card: models.Observation{Face: models.FaceFront, Card: c, Corners: place}, toPx: toPx, cells: cells, shown: shown, distinct: 1})
		}
		show(220, true)
		got, known := e.familiar(part{pic: e.pic}, place)
		if known != tt.known || known && (got.Card != one || got.Visible < .7 || got.Visible > .9) {
			t.Errorf("%s: known %v as %+v; want %v", name, known, got, tt.known)
		}
	}
}
