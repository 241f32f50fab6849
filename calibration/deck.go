package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"

	"schiri/models"
)

// DeckVersion is the version of the deck file this program writes and reads.
const DeckVersion = 1

// FaceScale is the size of the learnt pictures in pixels per millimetre: fine enough for
// an index digit of 5 mm, no finer than a camera over a table sees.
const FaceScale = 1.5

// Deck is a learnt deck: how every front and every back looks, upright and filling the
// whole picture, in the light it was learnt in. All players' fronts look the same.
type Deck struct {
	Name   string
	CardMM [2]float64 // width and height of a card in millimetres
	Fronts map[models.Card]*image.RGBA
	Backs  map[models.Back]*image.RGBA
	// Table is the table without cards, the whole picture of the camera that the deck was learnt with, made small; nil
	// where there was none. It tells what lies under the cards as long as the camera stands where it stood.
	Table *image.RGBA
}

// deckFile is the JSON of a deck; pictures are PNG, which JSON carries in base64.
type deckFile struct {
	Version int               `json:"version"`
	Name    string            `json:"name"`
	CardMM  [2]float64        `json:"card_mm"`
	Colors  map[string][3]int `json:"colors"` // red, green, blue of each colour's cards as learnt, 0 to 255
	Fronts  map[string][]byte `json:"fronts"`
	Backs   map[string][]byte `json:"backs"`
	Table   []byte            `json:"table,omitempty"`
}

// Sizes in pixels of the picture of the empty table.
const (
	TableWidth = 160 // as wide as it is made: a pixel for each cell in which a film of the table is watched
	mostTable  = 400 // across and down at the most
)

// FaceSize is the size in pixels of the learnt pictures of cards of the given size.
func FaceSize(cardMM [2]float64) image.Point {
	return image.Pt(int(cardMM[0]*FaceScale+.5), int(cardMM[1]*FaceScale+.5))
}

// BackNames lists the deck's backs in order of their names.
func (d Deck) BackNames() []models.Back {
	var names []models.Back
	for b := range d.Backs {
		names = append(names, b)
	}
	slices.Sort(names)
	return names
}

// LoadDeck reads and checks a deck file; an error names the field at fault.
func LoadDeck(path string) (Deck, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return Deck{}, fmt.Errorf("deck file: %w", err)
	}
	d, err := ParseDeck(b)
	if err != nil {
		return Deck{}, fmt.Errorf("deck file %s: %w", path, err)
	}
	return d, nil
}

// ParseDeck reads and checks the JSON of a deck file.
func ParseDeck(b []byte) (Deck, error) {
	var f deckFile
	if err := json.Unmarshal(b, &f); err != nil {
		return Deck{}, damaged(err, "deck")
	}
	if f.Version != DeckVersion {
		return Deck{}, fmt.Errorf("version: %d is not known to this program, which reads version %d; learn the deck again", f.Version, DeckVersion)
	}
	if f.CardMM[0] <= 0 || f.CardMM[1] <= f.CardMM[0] || f.CardMM[1] > 300 {
		return Deck{}, fmt.Errorf("card_mm: want width and height in millimetres, the height larger, not %v", f.CardMM)
	}
	d := Deck{Name: f.Name, CardMM: f.CardMM, Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{}}
	for label, data := range f.Fronts {
		card, err := ParseCard(label)
		if err != nil {
			return Deck{}, fmt.Errorf("fronts: %w", err)
		}
		if d.Fronts[card], err = decodeFace(data, f.CardMM); err != nil {
			return Deck{}, fmt.Errorf("fronts.%s: %w", label, err)
		}
	}
	for name, data := range f.Backs {
		face, err := decodeFace(data, f.CardMM)
		if err != nil {
			return Deck{}, fmt.Errorf("backs.%s: %w", name, err)
		}
		d.Backs[models.Back(name)] = face
	}
	if len(f.Table) > 0 {
		var err error
		if d.Table, err = decodeTable(f.Table); err != nil {
			return Deck{}, fmt.Errorf("table: %w", err)
		}
	}
	if len(d.Fronts) == 0 && len(d.Backs) == 0 {
		return Deck{}, errors.New("fronts: are missing, and backs too")
	}
	return d, nil
}

// ParseCard reads a card's label, such as "red-7".
func ParseCard(label string) (models.Card, error) {
	for i := range models.DeckSize {
		if c := models.CardAt(i); c.String() == label {
			return c, nil
		}
	}
	return models.Card{}, fmt.Errorf("%q is no card; want a colour and a number from 1 to %d, such as red-7", label, models.MaxNumber)
}

func decodeFace(data []byte, cardMM [2]float64) (*image.RGBA, error) {
	return decode(data, func(size image.Point) error {
		if want := FaceSize(cardMM); size != want {
			return fmt.Errorf("has %dx%d pixels; want %dx%d", size.X, size.Y, want.X, want.Y)
		}
		return nil
	})
}

func decodeTable(data []byte) (*image.RGBA, error) {
	return decode(data, func(size image.Point) error {
		if size.X > mostTable || size.Y > mostTable {
			return fmt.Errorf("has %dx%d pixels; want at most %d across and down", size.X, size.Y, mostTable)
		}
		return nil
	})
}

// decode reads a PNG picture. The size is looked at before the pixels are, so that no file can ask for more memory than a
// picture of the right size takes.
func decode(data []byte, check func(size image.Point) error) (*image.RGBA, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("is no PNG picture: %w", err)
	}
	if err := check(image.Pt(config.Width, config.Height)); err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("is no PNG picture: %w", err)
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out, nil
}

// encode is a picture as a PNG file.
func encode(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

// Save writes the deck file. It is complete or not there: a temporary file beside it takes its name at the end.
func (d Deck) Save(path string) error {
	f := deckFile{
		Version: DeckVersion, Name: d.Name, CardMM: d.CardMM, Colors: map[string][3]int{},
		Fronts: map[string][]byte{}, Backs: map[string][]byte{},
	}
	var err error
	for card, face := range d.Fronts {
		if f.Fronts[card.String()], err = encode(face); err != nil {
			return fmt.Errorf("deck: draw %s: %w", card, err)
		}
		if card.Number == 1 {
			f.Colors[card.Color.String()] = DominantColor(face)
		}
	}
	for back, face := range d.Backs {
		if f.Backs[string(back)], err = encode(face); err != nil {
			return fmt.Errorf("deck: draw %s: %w", back, err)
		}
	}
	if d.Table != nil {
		if f.Table, err = encode(d.Table); err != nil {
			return fmt.Errorf("deck: draw the table: %w", err)
		}
	}
	data, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return fmt.Errorf("deck: %w", err)
	}
	return writeWhole(path, data)
}

// writeWhole writes a file in full or not at all.
func writeWhole(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".schiri-*.tmp")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer os.Remove(tmp.Name()) // does nothing once it has its name
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// DominantColor is the colour of most of the face, red, green, blue from 0 to 255: the mean of
// the fullest cell of a coarse colour histogram, so that digits and bubbles do not tint it.
func DominantColor(face *image.RGBA) [3]int {
	return fullest(face, func(r, g, b int) bool { return true })
}

// DominantHue is the same of what of the face has a colour at all; black where nothing has.
func DominantHue(face *image.RGBA) [3]int { return fullest(face, coloured) }

// coloured tells a colour from white, grey and black.
func coloured(r, g, b int) bool { return max(r, g, b)-min(r, g, b) > 50 }

// fullest is the dominant colour of those pixels that count.
func fullest(face *image.RGBA, counts func(r, g, b int) bool) [3]int {
	type cell struct{ n, r, g, b int }
	var cells [512]cell
	best := 0
	for i := 0; i+3 < len(face.Pix); i += 4 {
		r, g, b := int(face.Pix[i]), int(face.Pix[i+1]), int(face.Pix[i+2])
		if !counts(r, g, b) {
			continue
		}
		k := r>>5<<6 | g>>5<<3 | b>>5
		c := &cells[k]
		c.n, c.r, c.g, c.b = c.n+1, c.r+r, c.g+g, c.b+b
		if c.n > cells[best].n {
			best = k
		}
	}
	c := cells[best]
	n := max(c.n, 1)
	return [3]int{c.r / n, c.g / n, c.b / n}
}
