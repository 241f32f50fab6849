package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
)

func readCommand() *cobra.Command {
	var debug debugPictures
	cmd := photoCommand("read", "Say which cards lie in photos, one JSON object a line",
		func(cmd *cobra.Command, images []string, eyes *vision.Eyes) error {
			out := json.NewEncoder(cmd.OutOrStdout())
			return eachPhoto(cmd.Context(), images, eyes.LookForKin, func(path string, seen []models.Observation) error {
				return errors.Join(debug.photo(path, seen), out.Encode(photoOf(path, seen)))
			})
		})
	cmd.Flags().StringVar(&debug.dir, "debug-dir", "", "folder for numbered pictures of the outlines found and what was read in them")
	return cmd
}

// photoCommand is a command that looks at photos with a learnt deck; run does not close the eyes.
func photoCommand(name, short string, run func(cmd *cobra.Command, images []string, eyes *vision.Eyes) error) *cobra.Command {
	var deckPath, tablePath string
	cmd := &cobra.Command{
		Use:   name + " --deck X.deck [--table T.json] IMG...",
		Short: short,
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, images []string) error {
			eyes, err := openEyes(deckPath, tablePath)
			if err != nil {
				return err
			}
			return errors.Join(run(cmd, images, eyes), eyes.Close())
		},
	}
	cmd.Flags().StringVar(&deckPath, "deck", "", "the learnt deck")
	cmd.Flags().StringVar(&tablePath, "table", "", "the table file; with it, all photos are taken to be of one camera that stays where it is")
	return cmd
}

// openEyes loads the deck and, if given, the table; the caller closes the eyes.
func openEyes(deckPath, tablePath string) (*vision.Eyes, error) {
	if deckPath == "" {
		return nil, fmt.Errorf("--deck names the learnt deck; it is missing (make one with: schiri deck learn)")
	}
	deck, err := calibration.LoadDeck(deckPath)
	if err != nil {
		return nil, err
	}
	var table *calibration.Table
	if tablePath != "" {
		t, err := calibration.LoadTable(tablePath)
		if err != nil {
			return nil, err
		}
		table = &t
	}
	return vision.NewEyes(deck, table)
}

// eachPhoto looks at each photo in turn, until ctx is done.
func eachPhoto(ctx context.Context, paths []string, look func(context.Context, gocv.Mat) ([]models.Observation, error), use func(string, []models.Observation) error) error {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		img, err := frame.Read(path)
		if err != nil {
			return fmt.Errorf("photo %s: %w", path, err)
		}
		seen, err := look(ctx, img)
		img.Close()
		if err != nil {
			return fmt.Errorf("photo %s: %w", path, err)
		}
		if err := use(path, seen); err != nil {
			return err
		}
	}
	return nil
}

// photo is what lies in one photo, as `read` prints it.
type photo struct {
	Image string      `json:"image"`
	Cards []foundCard `json:"cards"`
}

type foundCard struct {
	Face       models.Face   `json:"face"`
	Color      *models.Color `json:"color,omitempty"`
	Number     int           `json:"number,omitempty"`
	Back       models.Back   `json:"back,omitempty"`
	Corners    models.Quad   `json:"corners"`
	Confidence float64       `json:"confidence,omitempty"`
}

func photoOf(path string, seen []models.Observation) photo {
	p := photo{Image: filepath.Base(path), Cards: []foundCard{}}
	for _, o := range seen {
		c := foundCard{Face: o.Face, Number: o.Card.Number, Back: o.Back, Corners: o.Corners, Confidence: o.Confidence}
		if o.Face == models.FaceFront {
			c.Color = &o.Card.Color
		}
		p.Cards = append(p.Cards, c)
	}
	return p
}
