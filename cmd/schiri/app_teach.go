package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"

	"gocv.io/x/gocv"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/detect"
)

// rowsOfDeck is how many rows the fronts of a deck make: one a colour.
const rowsOfDeck = models.DeckSize / models.MaxNumber

// taught is a deck that is being learnt.
type taught struct {
	rows   [][]*image.RGBA // fronts so far
	colors []models.Color  // of the rows, once there are four
	doubts []learn.Doubt
	backs  []*image.RGBA
	names  []models.Back // of the backs
}

// Teach takes a step in learning a deck.
func (d *setupDesk) Teach(step api.SetupStep) (api.SetupDeck, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if step.Seen != nil && *step.Seen != d.count {
		return api.SetupDeck{}, match.Refuse(match.Conflict, "deck-meanwhile", "The cards were changed elsewhere meanwhile. Look at them and tap again.")
	}
	err := d.step(step)
	var refused *learn.Refused
	if errors.As(err, &refused) {
		if b, e := gocv.IMEncode(gocv.JPEGFileExt, refused.Picture); e == nil {
			d.refused = slices.Clone(b.GetBytes())
			b.Close()
		}
		refused.Picture.Close()
		err = told(refusedPicture, err)
	}
	if err == nil && step.Do != "state" && step.Do != "save" {
		d.count++
	}
	return d.shown(step.Camera), d.refusal(err)
}

// shown is the deck as the page shows it. The caller holds the lock.
func (d *setupDesk) shown(camera string) api.SetupDeck {
	s := api.SetupDeck{Rows: make([]api.SetupRow, len(d.rows)), Backs: make([]api.SetupBack, len(d.backs)), Empty: d.emptyOf != "" && d.emptyOf == camera, Count: d.count}
	for i, row := range d.rows {
		s.Rows[i] = api.SetupRow{Faces: faceIDs(row), Unclear: []int{}}
		if i < len(d.colors) {
			s.Rows[i].Color = d.colors[i]
		}
	}
	for _, doubt := range d.doubts {
		if row := &s.Rows[doubt.Row]; doubt.Card == 0 {
			row.Askew = true
		} else {
			row.Unclear = append(row.Unclear, doubt.Card)
		}
	}
	for i, id := range faceIDs(d.backs) {
		s.Backs[i] = api.SetupBack{Name: d.names[i], Face: id}
	}
	return s
}

// faceIDs names faces by what they show.
func faceIDs(faces []*image.RGBA) []string {
	ids := make([]string, len(faces))
	for i, f := range faces {
		h := fnv.New64a()
		h.Write(f.Pix)
		ids[i] = fmt.Sprintf("%016x", h.Sum64())
	}
	return ids
}

// step does it; the caller holds the lock.
func (d *setupDesk) step(step api.SetupStep) error {
	switch step.Do {
	case "state":
		return nil
	case "clear":
		d.taught = taught{}
		return nil
	case "empty":
		return d.takeEmpty(step.Camera)
	case "rows":
		return d.takeRows(step.Camera)
	case "retake":
		return d.retake(step.Camera, step.Row)
	case "turn":
		return d.turn(step.Row)
	case "swap":
		return d.swap(step.Cards)
	case "color":
		at := slices.Index(d.colors, step.Color)
		if at < 0 || step.Row < 0 || step.Row >= len(d.colors) {
			return match.Refuse(match.Invalid, "colors-unknown", "The colors are not known yet; four rows are needed.")
		}
		d.colors[at], d.colors[step.Row] = d.colors[step.Row], d.colors[at]
		return nil
	case "backs":
		backs, err := fromPicture(d, step.Camera, func(photo, empty string) ([]*image.RGBA, error) { return learn.Backs(photo, empty, cardMM) })
		if err != nil {
			return err
		}
		d.backs, d.names = backs, nil
		for i := range backs {
			d.names = append(d.names, models.Back(fmt.Sprint(i+1)))
		}
		return nil
	case "name":
		if step.Back < 0 || step.Back >= len(d.names) || calibration.CheckName(step.Name) != nil || slices.Contains(d.names, models.Back(step.Name)) && d.names[step.Back] != models.Back(step.Name) {
			return match.Refuse(match.Invalid, "backs-named", "Each back needs a name of its own.")
		}
		d.names[step.Back] = models.Back(step.Name)
		return nil
	case "save":
		return d.saveDeck(step.Name)
	}
	return match.Refuse(match.Invalid, "no-step", "There is no such step.")
}

// takeEmpty keeps a picture of the table without cards.
func (d *setupDesk) takeEmpty(camera string) error {
	f, err := d.previews.newest(camera)
	if err != nil {
		return err
	}
	defer f.Close()
	finder := detect.NewFinder()
	defer finder.Close()
	// A cloth's pattern may hold a few shapes like cards.
	if cards := len(vision.Place(f.Mat(), finder, cardMM).Cards); cards >= models.MaxNumber {
		return match.Refuse(refusedPicture, "table-not-empty", "Cards are still lying there: {n}. Clear the table for this picture.", "n", cards)
	}
	b, err := gocv.IMEncode(gocv.PNGFileExt, f.Mat())
	if err != nil {
		return fmt.Errorf("picture of the empty table: %w", err)
	}
	defer b.Close()
	d.empty, d.emptyOf = slices.Clone(b.GetBytes()), camera
	return nil
}

// rowsInPicture are the rows that lie there; so many are looked for.
func (d *setupDesk) rowsInPicture(camera string, wanted int) ([][]*image.RGBA, error) {
	return fromPicture(d, camera, func(photo, empty string) ([][]*image.RGBA, error) { return learn.Rows(photo, empty, wanted, cardMM) })
}

// takeRows adds the rows in the picture and turns all upright once there are four.
func (d *setupDesk) takeRows(camera string) error {
	rows, err := d.rowsInPicture(camera, rowsOfDeck-len(d.rows))
	if err != nil {
		return err
	}
	if len(d.rows)+len(rows) > rowsOfDeck {
		return match.Refuse(refusedPicture, "rows-many", "Rows there already: {rows}; the picture shows {more} more, and a deck has four.", "rows", len(d.rows), "more", len(rows))
	}
	all := append(slices.Clone(d.rows), rows...)
	if len(all) == rowsOfDeck {
		all = learn.Upright(all)
	}
	return d.setRows(all)
}

// retake takes a row again, which lies there alone or in its place among all others.
func (d *setupDesk) retake(camera string, row int) error {
	if row < 0 || row >= len(d.rows) {
		return match.Refuse(match.NotFound, "no-row", "There is no such row.")
	}
	rows, err := d.rowsInPicture(camera, 1)
	if err != nil {
		return err
	}
	var again []*image.RGBA
	switch len(rows) {
	case 1:
		again = rows[0]
	case len(d.rows):
		again = rows[row]
	default:
		return match.Refuse(refusedPicture, "rows-which", "The picture shows {n} rows. Lay only the one to be taken again, or all as they lay before.", "n", len(rows))
	}
	others := slices.Delete(slices.Clone(d.rows), row, row+1)
	if len(others) > 0 {
		again = learn.AsOthers(again, others)
	}
	return d.setRows(slices.Insert(others, row, again))
}

// turn lets a row, or all (-1), run the other way.
func (d *setupDesk) turn(row int) error {
	if row >= len(d.rows) {
		return match.Refuse(match.NotFound, "no-row", "There is no such row.")
	}
	all := slices.Clone(d.rows)
	for i := range all {
		if row < 0 || i == row {
			all[i] = slices.Clone(all[i])
			slices.Reverse(all[i])
		}
	}
	return d.setRows(all)
}

// setRows takes rows and, once there are four, tells their colours, unless they are known, and what is doubtful.
func (d *setupDesk) setRows(rows [][]*image.RGBA) error {
	if len(rows) == rowsOfDeck {
		colors, err := learn.Colors(rows)
		if err != nil {
			return err
		}
		if len(d.colors) == 0 {
			d.colors = colors
		}
		d.doubts = learn.Doubts(rows)
	}
	d.rows = rows
	return nil
}

// swap exchanges two fronts that were laid in each other's place.
func (d *setupDesk) swap(cards []models.Card) error {
	if len(cards) != 2 || len(d.colors) == 0 {
		return match.Refuse(match.Invalid, "two-cards", "Two cards are needed, of four rows.")
	}
	all := make([][]*image.RGBA, len(d.rows))
	for i, row := range d.rows {
		all[i] = slices.Clone(row)
	}
	var at [2]**image.RGBA
	for i, c := range cards {
		r := slices.Index(d.colors, c.Color)
		if r < 0 || c.Number < 1 || c.Number > len(all[r]) {
			return match.Refuse(match.NotFound, "no-card", "There is no such card.")
		}
		at[i] = &all[r][c.Number-1]
	}
	*at[0], *at[1] = *at[1], *at[0]
	return d.setRows(all)
}

// saveDeck keeps what was learnt under a name.
func (d *setupDesk) saveDeck(name string) error {
	if len(d.colors) == 0 {
		return match.Refuse(match.Invalid, "four-rows", "Four rows of fronts are needed first.")
	}
	backs := map[models.Back]*image.RGBA{}
	for i, n := range d.names {
		backs[n] = d.backs[i]
	}
	deck, err := learn.Deck(name, cardMM, learn.Fronts(d.rows, d.colors), backs)
	if err != nil {
		return err
	}
	if d.empty != nil {
		picture, err := gocv.IMDecode(d.empty, gocv.IMReadColor)
		if err != nil {
			return fmt.Errorf("picture of the empty table: %w", err)
		}
		defer picture.Close()
		if deck.Table, err = learn.Table(picture); err != nil {
			return err
		}
	}
	return d.setups.SaveDeck(deck)
}

// fromPicture hands a camera's picture to the deck learner, which takes files, and that of the empty table where one
// was taken.
func fromPicture[T any](d *setupDesk, camera string, take func(photo, empty string) (T, error)) (v T, err error) {
	f, err := d.previews.newest(camera)
	if err != nil {
		return v, err
	}
	defer f.Close()
	dir, err := os.MkdirTemp("", "schiri")
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(dir)
	photo, empty := filepath.Join(dir, "picture.png"), ""
	if !gocv.IMWrite(photo, f.Mat()) {
		return v, errors.New("the picture cannot be written")
	}
	if d.emptyOf == camera && d.empty != nil {
		empty = filepath.Join(dir, "empty.png")
		if err := os.WriteFile(empty, d.empty, 0o600); err != nil {
			return v, fmt.Errorf("picture of the empty table: %w", err)
		}
	}
	return take(photo, empty)
}

// Face gives a learnt face as PNG.
func (d *setupDesk) Face(id string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, faces := range append(slices.Clone(d.rows), d.backs) {
		if i := slices.Index(faceIDs(faces), id); i >= 0 {
			var b bytes.Buffer
			err := png.Encode(&b, faces[i])
			return b.Bytes(), err
		}
	}
	return nil, match.Refuse(match.NotFound, "no-face", "There is no such face.")
}

// Refused gives the picture that shows why the last step was refused.
func (d *setupDesk) Refused() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refused == nil {
		return nil, match.Refuse(match.NotFound, "nothing-refused", "Nothing was refused.")
	}
	return d.refused, nil
}
