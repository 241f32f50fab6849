package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/vision/synth"
)

// simulatedSource is the simulated table that is shown where nothing has been set up.
const simulatedSource = "sim:"

// watched is what is watched: a camera, and how to understand what it shows.
type watched struct {
	setup  string // name of the set-up; empty: given by flags, or simulated
	source string
	deck   calibration.Deck
	table  calibration.Table
}

// loadSetup gives a set-up of the store.
func loadSetup(store calibration.Setups, name string) (watched, error) {
	s, err := store.Load(name)
	if err != nil {
		return watched{}, err
	}
	deck, err := store.LoadDeck(s.Deck)
	if err != nil {
		return watched{}, fmt.Errorf("set-up %q: %w", name, err)
	}
	return watched{setup: s.Name, source: s.Source, deck: deck, table: s.Seen()}, nil
}

// loadFiles gives a source with the deck and the table of files; a simulated table brings its own.
func loadFiles(ctx context.Context, src, deck, table string) (w watched, err error) {
	w.source = src
	if w.deck, w.table, err = simulatedSetup(ctx, src); err != nil {
		return w, err
	}
	switch {
	case !isSimulated(src) && deck == "":
		return w, errors.New("--deck names the learnt deck; it is missing (make one with: schiri deck learn)")
	case !isSimulated(src) && table == "":
		return w, errors.New("--table names the table file, which says who sits where; it is missing")
	}
	if deck != "" {
		if w.deck, err = calibration.LoadDeck(deck); err != nil {
			return w, err
		}
	}
	if table != "" {
		if w.table, err = calibration.LoadTable(table); err != nil {
			return w, err
		}
	}
	return w, nil
}

// simulatedSetup makes the deck and the table of a simulated table; of any other source it knows nothing.
// The deck is learnt from drawn photos, just as a real one is.
func simulatedSetup(ctx context.Context, src string) (calibration.Deck, calibration.Table, error) {
	spec, ok := strings.CutPrefix(src, "sim:")
	if !ok {
		return calibration.Deck{}, calibration.Table{}, nil
	}
	deck, table, err := simulate(ctx, spec)
	if err != nil {
		return calibration.Deck{}, calibration.Table{}, fmt.Errorf("simulated table: %w", err)
	}
	return deck, table, nil
}

func simulate(ctx context.Context, spec string) (deck calibration.Deck, table calibration.Table, err error) {
	options, err := synth.ParseOptions(spec)
	if err != nil {
		return deck, table, err
	}
	scene, err := synth.NewScene(options)
	if err != nil {
		return deck, table, err
	}
	defer scene.Close()
	dir, err := os.MkdirTemp("", "schiri")
	if err != nil {
		return deck, table, err
	}
	defer os.RemoveAll(dir)
	if err := scene.WriteSession(dir); err != nil {
		return deck, table, err
	}
	var names []string
	for _, b := range scene.Backs() {
		names = append(names, string(b))
	}
	table = scene.Table()
	deck, err = learn.FromSheets(ctx, learn.Sheets{
		Fronts: []string{filepath.Join(dir, "calib", "fronts.jpg")}, Backs: filepath.Join(dir, "calib", "backs.jpg"),
		BackNames: names, Empty: filepath.Join(dir, "calib", "empty.jpg"), CardMM: table.CardMM,
	})
	return deck, table, err
}
