package main

import (
	"bytes"
	"errors"
	"fmt"
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
)

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
	state := api.SetupDeck{Rows: make([]models.Color, len(d.rows)), Backs: append([]models.Back{}, d.names...), Count: d.count}
	copy(state.Rows, d.colors)
	return state, d.refusal(err)
}

// step does it; the caller holds the lock.
func (d *setupDesk) step(step api.SetupStep) error {
	switch step.Do {
	case "state":
		return nil
	case "clear":
		d.rows, d.colors, d.backs, d.names = nil, nil, nil, nil
		return nil
	case "rows":
		rows, err := fromPicture(d.preview, func(photo string) ([][]*image.RGBA, error) { return learn.Rows(photo, cardMM) })
		if err != nil {
			return err
		}
		if len(d.rows)+len(rows) > len(models.Colors()) {
			return match.Refuse(refusedPicture, "rows-many", "Rows there already: {rows}; the picture shows {more} more, and a deck has four.", "rows", len(d.rows), "more", len(rows))
		}
		return d.addRows(rows)
	case "remove":
		if step.Row < 0 || step.Row >= len(d.rows) {
			return match.Refuse(match.NotFound, "no-row", "There is no such row.")
		}
		d.rows, d.colors = slices.Delete(d.rows, step.Row, step.Row+1), nil
		return nil
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
		backs, err := fromPicture(d.preview, func(photo string) ([]*image.RGBA, error) { return learn.Backs(photo, cardMM) })
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

// addRows takes rows and, once there are four, tells their colours.
func (d *setupDesk) addRows(rows [][]*image.RGBA) error {
	all := append(slices.Clone(d.rows), rows...)
	if len(all) == len(models.Colors()) {
		colors, err := learn.Colors(all)
		if err != nil {
			return err
		}
		d.colors = colors
	}
	d.rows = all
	return nil
}

// swap exchanges two fronts that were laid in each other's place.
func (d *setupDesk) swap(cards []models.Card) error {
	if len(cards) != 2 || len(d.colors) == 0 {
		return match.Refuse(match.Invalid, "two-cards", "Two cards are needed, of four rows.")
	}
	var at [2]**image.RGBA
	for i, c := range cards {
		r := slices.Index(d.colors, c.Color)
		if r < 0 || c.Number < 1 || c.Number > len(d.rows[r]) {
			return match.Refuse(match.NotFound, "no-card", "There is no such card.")
		}
		at[i] = &d.rows[r][c.Number-1]
	}
	*at[0], *at[1] = *at[1], *at[0]
	return nil
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
	return d.setups.SaveDeck(deck)
}

// fromPicture hands the camera's picture to the deck learner, which takes files.
func fromPicture[T any](p *preview, take func(photo string) (T, error)) (v T, err error) {
	f, err := p.newest()
	if err != nil {
		return v, err
	}
	defer f.Close()
	dir, err := os.MkdirTemp("", "schiri")
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(dir)
	photo := filepath.Join(dir, "picture.png")
	if !gocv.IMWrite(photo, f.Mat) {
		return v, errors.New("the picture cannot be written")
	}
	return take(photo)
}

// Face gives a learnt face as PNG.
func (d *setupDesk) Face(row, i int) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	faces := d.backs
	if row >= 0 && row < len(d.rows) {
		faces = d.rows[row]
	}
	if row >= len(d.rows) || i < 0 || i >= len(faces) {
		return nil, match.Refuse(match.NotFound, "no-face", "There is no such face.")
	}
	var b bytes.Buffer
	err := png.Encode(&b, faces[i])
	return b.Bytes(), err
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
