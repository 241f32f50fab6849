package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"schiri/calibration"
	"schiri/models"
	"schiri/rules"
	"schiri/vision/pipeline"
	"schiri/vision/source"
)

func replayCommand() *cobra.Command {
	var deckPath, tablePath, language string
	var debug debugPictures
	cmd := &cobra.Command{
		Use:   "replay --deck X.deck --table T.json VIDEO",
		Short: "Referee a recording, one JSON object a line in the order decided",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if deckPath == "" {
				return errors.New("--deck names the learnt deck; it is missing (make one with: schiri deck learn)")
			}
			deck, err := calibration.LoadDeck(deckPath)
			if err != nil {
				return err
			}
			table, err := calibration.LoadTable(tablePath)
			if err != nil {
				return err
			}
			src, err := source.Open(cmd.Context(), args[0], source.Options{})
			if err != nil {
				return err
			}
			defer src.Close()
			if src.Info().Live {
				return fmt.Errorf("%s is live; replay takes a recording (use: schiri serve --source)", args[0])
			}
			r := replay{table: table, language: language, out: json.NewEncoder(cmd.OutOrStdout())}
			config := pipeline.Config{Deck: deck, Table: table}
			err = pipeline.Run(cmd.Context(), src, config, func(s pipeline.Step) error { return errors.Join(debug.step(s), r.step(s)) })
			if err != nil && !(errors.Is(err, source.ErrBad) && r.begun) {
				return err
			}
			return errors.Join(r.end(), err) // a film that is cut off tells how the round stood then
		},
	}
	cmd.Flags().StringVar(&deckPath, "deck", "", "the learnt deck")
	cmd.Flags().StringVar(&tablePath, "table", "", "table file: who sits where, by which rules")
	cmd.Flags().StringVar(&language, "lang", "en", "language of the reasons: de, en, fr, it, nl, es")
	cmd.Flags().StringVar(&debug.dir, "debug-dir", "", "folder for numbered pictures of what was looked at and read")
	_ = cmd.MarkFlagRequired("table")
	return cmd
}

// replay rules on the events of a recording and prints the rulings.
type replay struct {
	table    calibration.Table
	language string
	out      *json.Encoder
	state    rules.State
	begun    bool
	view     string // code of what is wrong with it
}

// cameraRow tells that the view of the table, or of some cards, was lost or is clear again.
type cameraRow struct {
	Type string  `json:"type"` // "camera"
	Time float64 `json:"t"`
	Code string  `json:"code"` // see models.CameraState; empty: all of the table is in sight again
}

// step rules on what was decided on one frame, and tells whether the table can be seen. In pictures of another shape the zones would
// be stretched, and cards be told of players who never had them.
func (r *replay) step(s pipeline.Step) error {
	if s.Frame != nil {
		if size, want := s.Frame.Size(), r.table.ImageSize; otherShape(want, size.X, size.Y) {
			return fmt.Errorf("the pictures are %dx%d pixels, the table file is for %dx%d: another shape, in which its zones do not fit",
				size.X, size.Y, want[0], want[1])
		}
	}
	if view := viewOf(s).ID; s.Frame != nil && view != r.view {
		r.view = view
		if err := r.out.Encode(cameraRow{"camera", s.Frame.Time, view}); err != nil {
			return err
		}
	}
	for _, e := range s.Events {
		if err := r.begin(len(e.Row)); err != nil {
			return err
		}
		next, rulings, err := rules.Apply(r.state, e)
		if err != nil {
			return fmt.Errorf("at %.2f s: %w", e.Time, err)
		}
		r.state = next
		for _, ruling := range named(rulings) {
			if err := r.out.Encode(line(ruling)); err != nil {
				return err
			}
		}
	}
	return nil
}

// line is a ruling as it is printed: who laid a card is null where it cannot be told, so that nobody who reads it misses the field.
func line(r models.Ruling) any {
	if r.Type != models.EventPlay || r.Player != "" {
		return r
	}
	return struct {
		models.Ruling
		Player *string `json:"player"`
	}{Ruling: r}
}

// named gives a play its player where the rules tell at once who alone can have laid it, which they report as a
// revision of the play.
func named(rulings []models.Ruling) []models.Ruling {
	play := rulings[0]
	if play.Type != models.EventPlay || play.Player != "" {
		return rulings
	}
	for i, r := range rulings[1:] {
		if r.Type == models.EventRevision && r.Was == "" && r.Player != "" && r.Pile == play.Pile && slices.Max(play.Evidence) == r.Of {
			play.Player, play.Candidates = r.Player, nil
			return append([]models.Ruling{play}, slices.Delete(slices.Clone(rulings[1:]), i, i+1)...)
		}
	}
	return rulings
}

// begin starts the round with the first event, which tells how many cards the rows have; 0: by
// the number of players.
func (r *replay) begin(row int) error {
	if r.begun {
		return nil
	}
	house, err := rules.ParseHouse(r.table.Edition, r.table.House)
	if err != nil {
		return err
	}
	if row > 0 {
		house.RowSize = row
	}
	state, err := rules.New(rules.Config{
		Edition: r.table.Edition, Variant: r.table.Variant, Players: r.table.Players, House: house, Language: r.language,
	})
	r.state, r.begun = state, err == nil
	return err
}

// end prints the round as it stands.
func (r *replay) end() error {
	if err := r.begin(0); err != nil {
		return err
	}
	return r.out.Encode(rules.End(r.state))
}
