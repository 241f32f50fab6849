// Package calibration holds what is set up once: who sits where, the zones of the
// table, the learnt deck. It loads, checks and saves these; it knows no camera.
package calibration

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"schiri/models"
)

// Table is the table file (`session.json` of a recording is one): who sits where and where
// things lie in the picture.
type Table struct {
	CardMM    [2]float64      `json:"card_mm"`    // width and height of a card in millimetres
	ImageSize [2]int          `json:"image_size"` // width and height in pixels the polygons refer to
	FPS       float64         `json:"fps,omitempty"`
	Edition   models.Edition  `json:"edition"`
	Variant   models.Variant  `json:"variant"`
	Players   []models.Player `json:"players"`
	Centre    models.Polygon  `json:"centre,omitempty"`
	// House are the house rules that differ from the edition's sheet, as JSON; [rules.ParseHouse] reads them.
	House json.RawMessage `json:"house,omitempty"`
}

// LoadTable reads and checks a table file; an error names the field at fault.
func LoadTable(path string) (Table, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return Table{}, fmt.Errorf("table file: %w", err)
	}
	t, err := ParseTable(b)
	if err != nil {
		return Table{}, fmt.Errorf("table file %s: %w", path, err)
	}
	return t, nil
}

// ParseTable reads and checks the JSON of a table file.
func ParseTable(b []byte) (Table, error) {
	t := Table{CardMM: [2]float64{59, 91}, Edition: models.Schmidt, Variant: models.Basic}
	if err := json.Unmarshal(b, &t); err != nil {
		return Table{}, damaged(err, "table")
	}
	return t, t.Check()
}

// damaged says why the JSON of a file of some kind cannot be read, naming the field if that has a value of the wrong type.
func damaged(err error, kind string) error {
	var field *json.UnmarshalTypeError
	if errors.As(err, &field) {
		return fmt.Errorf("%s: want %s, not %s", field.Field, field.Type, field.Value)
	}
	return fmt.Errorf("is damaged or no %s file: %w", kind, err)
}

// Check tells what is wrong with a table, naming the field.
func (t Table) Check() error {
	switch {
	case t.CardMM[0] <= 0 || t.CardMM[1] <= t.CardMM[0]:
		return fmt.Errorf("card_mm: want width and height in millimetres, the height larger, not %v", t.CardMM)
	case t.ImageSize[0] < 0 || t.ImageSize[1] < 0:
		return fmt.Errorf("image_size: %v is no picture size", t.ImageSize)
	case t.FPS < 0:
		return fmt.Errorf("fps: %v is below zero", t.FPS)
	case t.Edition != models.Schmidt && t.Edition != models.Playroom:
		return fmt.Errorf("edition: %q is not known; want schmidt or playroom", t.Edition)
	case t.Variant != models.Basic && t.Variant != models.Pro:
		return fmt.Errorf("variant: %q is not known; want basic or pro", t.Variant)
	case len(t.Players) < 2 || len(t.Players) > 12:
		return fmt.Errorf("players: %d given; Ligretto is for 2 to 12", len(t.Players))
	}
	names, backs := map[string]int{}, map[models.Back]int{}
	for i, p := range t.Players {
		at := fmt.Sprintf("players[%d]", i)
		if p.Name == "" {
			return fmt.Errorf("%s.name: is empty", at)
		}
		if j, ok := names[p.Name]; ok {
			return fmt.Errorf("%s.name: %q is already player %d", at, p.Name, j+1)
		}
		if j, ok := backs[p.Back]; ok && p.Back != "" {
			return fmt.Errorf("%s.back: %q already belongs to %s; two players cannot share a back", at, p.Back, t.Players[j].Name)
		}
		names[p.Name], backs[p.Back] = i, i
		if err := t.checkPolygon(at+".zone", p.Zone); err != nil {
			return err
		}
	}
	return t.checkPolygon("centre", t.Centre)
}

// Moved is the table with its outlines as they lie after the camera's picture has moved by h, in pixels of ImageSize.
// They may lie partly outside the picture.
func (t Table) Moved(h Homography) Table {
	return t.outlined(func(g models.Polygon) models.Polygon {
		out := make(models.Polygon, len(g))
		for i, q := range g {
			out[i] = h.Apply(q)
		}
		return out
	})
}

// Clipped is the table with its outlines cut off at the picture's edge.
func (t Table) Clipped() Table {
	w, h := float64(t.ImageSize[0]), float64(t.ImageSize[1])
	return t.outlined(func(g models.Polygon) models.Polygon {
		if g = clipTo(g, models.Polygon{{}, {X: w}, {X: w, Y: h}, {Y: h}}); len(g) < 3 {
			return nil
		}
		return rounded(g, w, h)
	})
}

// outlined is the table with every outline there is changed.
func (t Table) outlined(change func(models.Polygon) models.Polygon) Table {
	if len(t.Centre) > 0 {
		t.Centre = change(t.Centre)
	}
	t.Players = slices.Clone(t.Players)
	for i, p := range t.Players {
		if len(p.Zone) > 0 {
			t.Players[i].Zone = change(p.Zone)
		}
	}
	return t
}

// checkPolygon accepts no polygon at all or one of three corners and more inside the picture.
func (t Table) checkPolygon(field string, g models.Polygon) error {
	if len(g) == 0 {
		return nil
	}
	if len(g) < 3 {
		return fmt.Errorf("%s: has %d corners; a zone needs at least 3", field, len(g))
	}
	if t.ImageSize == [2]int{} {
		return errors.New("image_size: is missing; zones mean nothing without it")
	}
	for i, p := range g {
		if p.X < 0 || p.Y < 0 || p.X > float64(t.ImageSize[0]) || p.Y > float64(t.ImageSize[1]) {
			return fmt.Errorf("%s[%d]: (%.0f, %.0f) lies outside the picture of %dx%d pixels",
				field, i, p.X, p.Y, t.ImageSize[0], t.ImageSize[1])
		}
	}
	return nil
}
