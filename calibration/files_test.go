package calibration

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"schiri/models"
)

// drawn is a face of one colour with a mark whose place depends on n, so that faces differ.
func drawn(c color.RGBA, n int, cardMM [2]float64) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: FaceSize(cardMM)})
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			img.SetRGBA(x, y, c)
		}
	}
	for i := range 12 {
		img.SetRGBA(10+i, 10+5*n, color.RGBA{255, 255, 255, 255})
	}
	return img
}

func smallDeck() Deck {
	mm := [2]float64{59, 91}
	d := Deck{Name: "small", CardMM: mm, Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{}}
	for n := 1; n <= 3; n++ {
		d.Fronts[models.Card{Color: models.Red, Number: n}] = drawn(color.RGBA{200, 20, 20, 255}, n, mm)
	}
	d.Backs["blue-orange"] = drawn(color.RGBA{20, 20, 200, 255}, 0, mm)
	return d
}

func TestDeckSurvivesSaving(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.deck")
	want := smallDeck()
	want.Table = drawn(color.RGBA{90, 60, 30, 255}, 5, [2]float64{TableWidth / FaceScale, 90 / FaceScale})
	if err := want.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := LoadDeck(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != want.Name || got.CardMM != want.CardMM || len(got.Fronts) != 3 || len(got.Backs) != 1 {
		t.Fatalf("came back as %q %v with %d fronts and %d backs", got.Name, got.CardMM, len(got.Fronts), len(got.Backs))
	}
	for card, face := range want.Fronts {
		if string(got.Fronts[card].Pix) != string(face.Pix) {
			t.Errorf("%s looks different", card)
		}
	}
	if got.Table == nil || got.Table.Rect.Dx() != TableWidth || string(got.Table.Pix) != string(want.Table.Pix) {
		t.Errorf("the table looks different: %v", got.Table)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("saving left %v behind", left)
	}
}

func TestDeckThatCannotBeSavedLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := smallDeck().Save(filepath.Join(dir, "no", "such", "folder.deck")); err == nil {
		t.Fatal("a deck was saved into a folder that is not there")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("it left %v behind", left)
	}
}

// wide is a picture wider than one of the table may be, as a deck file has it.
func wide(t *testing.T) string {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, mostTable+1, 1))); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestDeckErrorsNameTheField(t *testing.T) {
	for field, text := range map[string]string{
		"version":      `{"version":99}`,
		"card_mm":      `{"version":1,"card_mm":[91,59]}`,
		"fronts":       `{"version":1,"card_mm":[59,91],"fronts":{"purple-3":""}}`,
		"fronts.red-1": `{"version":1,"card_mm":[59,91],"fronts":{"red-1":"AAAA"}}`,
		"name":         `{"version":1,"name":7}`,
		"table":        `{"version":1,"card_mm":[59,91],"table":"AAAA"}`,
		"401x1 pixels": `{"version":1,"card_mm":[59,91],"table":"` + wide(t) + `"}`,
	} {
		if _, err := ParseDeck([]byte(text)); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: the error does not name %s: %v", text, field, err)
		}
	}
}

func TestTableErrorsNameTheField(t *testing.T) {
	two := `"players":[{"name":"Ana","back":"a"},{"name":"Ben","back":"b"}]`
	if _, err := ParseTable([]byte(`{` + two + `}`)); err != nil {
		t.Fatalf("the shortest table is refused: %v", err)
	}
	for text, field := range map[string]string{
		`{}`:                           "players",
		`{"players":[{"name":"Ana"}]}`: "players",
		`{"players":[{"name":"Ana","back":"a"},{"name":"Ana","back":"b"}]}`:     "players[1].name",
		`{"players":[{"name":"Ana","back":"a"},{"name":"Ben","back":"a"}]}`:     "players[1].back",
		`{"players":[{"name":"Ana","back":"a"},{"name":"","back":"b"}]}`:        "players[1].name",
		`{"edition":"chess",` + two + `}`:                                       "edition",
		`{"variant":"odd",` + two + `}`:                                         "variant",
		`{"card_mm":[1,0],` + two + `}`:                                         "card_mm",
		`{"fps":-1,` + two + `}`:                                                "fps",
		`{"image_size":"big",` + two + `}`:                                      "image_size",
		`{"centre":[[0,0],[9,0],[9,9]],` + two + `}`:                            "image_size",
		`{"image_size":[640,480],"centre":[[0,0],[900,0],[9,9]],` + two + `}`:   "centre[1]",
		`{"image_size":[640,480],"centre":[[0,0],[9,0]],` + two + `}`:           "centre",
		`{"image_size":[640,480],"centre":[[0,0],[9,0],[1]],` + two + `}`:       "point",
		`{"players":[` + strings.Repeat(`{"name":"x"},`, 12) + `{"name":"y"}]}`: "players",
	} {
		if _, err := ParseTable([]byte(text)); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: the error does not name %s: %v", text, field, err)
		}
	}
}

func TestDominantColorIgnoresPrint(t *testing.T) {
	if got := DominantColor(drawn(color.RGBA{12, 200, 30, 255}, 4, [2]float64{59, 91})); got != [3]int{12, 200, 30} {
		t.Errorf("got %v", got)
	}
}

func FuzzParseTable(f *testing.F) {
	f.Add([]byte(`{"image_size":[640,480],"players":[{"name":"Ana","back":"a","zone":[[0,0],[9,0],[9,9]]},{"name":"Ben","back":"b"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := ParseTable(b)
		if err == nil && table.Check() != nil {
			t.Errorf("a table that does not check was let in: %+v", table)
		}
	})
}

func FuzzParseDeck(f *testing.F) {
	f.Add([]byte(`{"version":1,"card_mm":[59,91],"fronts":{"red-1":"iVBORw0KGgo="}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		deck, err := ParseDeck(b)
		if err != nil {
			return
		}
		for card, face := range deck.Fronts {
			if face.Bounds().Size() != FaceSize(deck.CardMM) {
				t.Errorf("%s has size %v", card, face.Bounds())
			}
		}
		if deck.Table != nil && (deck.Table.Rect.Dx() > mostTable || deck.Table.Rect.Dy() > mostTable) {
			t.Errorf("the table has size %v", deck.Table.Rect)
		}
	})
}

func ExampleParseCard() {
	card, err := ParseCard("green-10")
	fmt.Println(card, err)
	// Output: green-10 <nil>
}
