package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/rules"
	"schiri/vision/frame"
	"schiri/vision/source"
)

// setupCommand groups what is done with set-ups.
func setupCommand() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "setup",
		Short: "Set your table up once, and use it by its name",
		Long: `Set your table up once, and use it by its name: schiri serve --setup NAME.
The same is done step by step, with a live picture, on the page /setup of schiri serve. Where the camera has
moved a little since, serve moves the places along and keeps that in the set-up.`,
	}
	cmd.PersistentFlags().StringVar(&data, "data", "", "`folder` of the set-ups, as for serve (default: "+dataDirHelp+")")
	store := func() (calibration.Setups, error) {
		if data != "" {
			return calibration.Setups{Dir: data}, nil
		}
		dir, err := dataDir()
		return calibration.Setups{Dir: dir}, err
	}
	return group(cmd, setupListCommand(store), setupMakeCommand(store), setupCheckCommand(store), setupRemoveCommand(store))
}

// aStore gives the set-ups that the command line names.
type aStore func() (calibration.Setups, error)

func setupListCommand(store aStore) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the set-ups, the newest first: one JSON object a line", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := store()
			if err != nil {
				return err
			}
			all, err := s.List()
			for _, one := range all {
				if e := json.NewEncoder(cmd.OutOrStdout()).Encode(one); e != nil {
					return e
				}
			}
			return err
		},
	}
}

func setupRemoveCommand(store aStore) *cobra.Command {
	return &cobra.Command{
		Use: "remove NAME", Short: "Forget a set-up; its deck and its matches stay", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := store()
			if err != nil {
				return err
			}
			return s.Remove(args[0])
		},
	}
}

// unnamedDeck is what the learner calls a deck that nobody gave a name.
const unnamedDeck = "deck"

// setupWish is what a set-up is made of on the command line.
type setupWish struct {
	source, photo, deck, table, house, edition, variant string
	names                                               []string
}

func setupMakeCommand(store aStore) *cobra.Command {
	var w setupWish
	cmd := &cobra.Command{
		Use:   "make NAME --source SRC --deck D.deck (--names BACK=NAME,BACK=NAME,.. | --table T.json)",
		Short: "Make a set-up: zones from a picture of one back in front of each seat, or from a table file",
		Long: `Make a set-up, over an older one of its name. Who sits where comes from a table file (--table), or from
a picture in which each player's cards lie as for a round, with one card, back up, where the discard pile will
be, or in which each has laid only that card in front of their own seat: a photo taken by that camera (--photo),
or else the camera's picture now. --names tells whose back is whose.
The set-up is printed as JSON; its zones can be changed on the page /setup of schiri serve.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := store()
			if err != nil {
				return err
			}
			one, picture, err := w.make(cmd, s, args[0])
			if err != nil {
				return err
			}
			if err := s.Save(one, picture); err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(one)
		},
	}
	f := cmd.Flags()
	f.StringVar(&w.source, "source", "", "camera, as for serve; phone: for a phone")
	f.StringVar(&w.deck, "deck", "", "deck file, or the name of a deck learnt on the page")
	f.StringVar(&w.photo, "photo", "", "photo by that camera of one back in front of each seat (default: its picture now; with --table: none, and setup check has nothing to compare with)")
	f.StringSliceVar(&w.names, "names", nil, "whose back is whose: BACK=NAME, separated by commas")
	f.StringVar(&w.table, "table", "", "table file to take zones, players and rules from")
	f.StringVar(&w.edition, "edition", "", "schmidt or playroom (default: the table file's, else schmidt)")
	f.StringVar(&w.variant, "variant", "", "basic or pro (default: the table file's, else basic)")
	f.StringVar(&w.house, "house", "", `house rules that differ from the edition's sheet, as JSON: {"ligretto_penalty":3,"target":75}`)
	return cmd
}

// make puts a set-up together, with the picture (JPEG) of the camera where there is one.
func (w setupWish) make(cmd *cobra.Command, s calibration.Setups, name string) (one calibration.Setup, picture []byte, err error) {
	one = calibration.Setup{Version: calibration.SetupVersion, Name: name, Source: w.source, Saved: time.Now()}
	deck, err := w.learnt(s, name)
	if err != nil {
		return one, nil, err
	}
	one.Deck = deck.Name
	if w.table != "" {
		one.Table, err = calibration.LoadTable(w.table)
	}
	if err == nil && (w.photo != "" || w.table == "") {
		var f *frame.Frame
		if f, err = w.picture(cmd); err != nil {
			return one, nil, err
		}
		defer f.Close()
		if picture, err = jpegOf(f.Mat()); err == nil && w.table == "" {
			one.Table, err = seats(cmd.Context(), f, deck, nil)
		}
	}
	if err == nil {
		err = w.rules(&one.Table)
	}
	if err != nil {
		return one, nil, err
	}
	return one, picture, one.Check()
}

// learnt is the deck named, taken into the store where it is a file.
func (w setupWish) learnt(s calibration.Setups, setup string) (calibration.Deck, error) {
	if w.deck == "" {
		return calibration.Deck{}, errors.New("--deck names the learnt deck; it is missing (make one with: schiri deck learn)")
	}
	if _, err := os.Stat(w.deck); err != nil {
		return s.LoadDeck(w.deck)
	}
	deck, err := calibration.LoadDeck(w.deck)
	if err != nil {
		return deck, err
	}
	if deck.Name == unnamedDeck {
		deck.Name = setup // two decks that nobody named must not overwrite each other
	}
	return deck, s.SaveDeck(deck)
}

// picture is the photo, or the camera's first picture; the caller closes it.
func (w setupWish) picture(cmd *cobra.Command) (*frame.Frame, error) {
	if w.photo == "" && source.IsPhone(w.source) {
		return nil, errors.New("--photo is missing: a phone sends pictures only while schiri serves")
	}
	from := w.photo
	if from == "" {
		from = w.source
	}
	src, err := source.Open(cmd.Context(), from, source.Options{})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return src.Next(cmd.Context())
}

// rules enters names, edition, variant and house rules.
func (w setupWish) rules(t *calibration.Table) error {
	for _, pair := range w.names {
		back, name, ok := strings.Cut(pair, "=")
		at := -1
		for i, p := range t.Players {
			if p.Back == models.Back(back) {
				at = i
			}
		}
		if !ok || at < 0 {
			return fmt.Errorf("--names: %q names no back on the table; want BACK=NAME", pair)
		}
		t.Players[at].Name = name
	}
	for i, p := range t.Players {
		if p.Name == "" {
			t.Players[i].Name = string(p.Back)
		}
	}
	if w.edition != "" {
		t.Edition = models.Edition(w.edition)
	}
	if w.variant != "" {
		t.Variant = models.Variant(w.variant)
	}
	if w.house != "" {
		t.House = json.RawMessage(w.house)
	}
	_, err := rules.ParseHouse(t.Edition, t.House)
	return err
}

func setupCheckCommand(store aStore) *cobra.Command {
	var photo string
	cmd := &cobra.Command{
		Use:   "check NAME",
		Short: "Say whether the camera still stands where it stood when the set-up was made",
		Long: `Compare the camera's picture now, or a photo by it, with the picture of when the set-up was made. Prints
{"verdict":"agrees|moved|unclear","moved":0.01}, moved in parts of the picture's width; a camera that moved is
an error too.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := store()
			if err != nil {
				return err
			}
			one, err := s.Load(args[0])
			if err != nil {
				return err
			}
			before, err := s.Picture(args[0])
			if errors.Is(err, calibration.ErrNoSetup) { // the set-up itself is there
				return fmt.Errorf("set-up %q was made without a picture, so there is none to compare with; make it anew with --photo", args[0])
			}
			if err != nil {
				return err
			}
			f, err := setupWish{source: one.Source, photo: photo}.picture(cmd)
			if err != nil {
				return err
			}
			defer f.Close()
			now, err := jpegOf(f.Mat())
			if err != nil {
				return err
			}
			c, _, err := compare(before, now)
			if err != nil {
				return err
			}
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(c); err != nil {
				return err
			}
			if c.Verdict == "moved" {
				return errors.New("the camera no longer stands where it stood; schiri serve --setup moves the places along where it can, else put the camera back or make the set-up anew")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&photo, "photo", "", "photo by that camera (default: its picture now)")
	return cmd
}

// jpegOf is a picture as a JPEG file.
func jpegOf(m gocv.Mat) ([]byte, error) {
	b, err := gocv.IMEncode(gocv.JPEGFileExt, m)
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	defer b.Close()
	return append([]byte(nil), b.GetBytes()...), nil
}
