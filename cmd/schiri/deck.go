package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/calibration/learn"
)

// deckCommand groups what is done with decks.
func deckCommand() *cobra.Command {
	return group(&cobra.Command{Use: "deck", Short: "Learn how your cards look"}, deckLearnCommand())
}

func deckLearnCommand() *cobra.Command {
	var from learn.Sheets
	var photos, out, name string
	cmd := &cobra.Command{
		Use:   "learn (--fronts F.jpg[,F2.jpg] --backs B.jpg --back-names a,b,.. | --photos DIR) --out X.deck",
		Short: "Learn a deck from photos",
		Long: `Learn a deck from photos, in one of two ways:
rows: photos of the fronts of one deck in rows, a colour a row (any order), 1 to 10 from left to right,
      and one photo of a back of each deck in a line;
one by one: photos of single cards in folders named by label, such as red-7 or back-blue-orange.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return errors.New("--out says where the deck file goes; it is missing")
			}
			if err := deckGoes(out, append(from.Fronts, from.Backs, from.Empty)...); err != nil {
				return err
			}
			deck, err := learnDeck(cmd.Context(), cmd.ErrOrStderr(), from, photos)
			if err != nil {
				return showRefused(err, out)
			}
			if err := cmd.Context().Err(); err != nil {
				return err // a deck that nobody waited for is not wanted
			}
			if name != "" {
				deck.Name = name
			}
			if err := deck.Save(out); err != nil {
				return err
			}
			warnOfBacks(cmd.ErrOrStderr(), deck)
			fmt.Fprintf(cmd.ErrOrStderr(), "learnt %d fronts and %d backs: %s\n", len(deck.Fronts), len(deck.Backs), out)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&from.Fronts, "fronts", nil, "photos of the fronts in rows, separated by commas")
	f.StringVar(&from.Backs, "backs", "", "photo of one back of each deck, in a line")
	f.StringSliceVar(&from.BackNames, "back-names", nil, "names of the backs from left to right, separated by commas")
	f.StringVar(&from.Empty, "empty", "", "photo of the same table without cards, from the same place (helps where cards look like the table)")
	f.StringVar(&photos, "photos", "", "folder of photos of single cards, in folders named by label")
	f.StringVar(&out, "out", "", "where the deck file goes")
	f.StringVar(&name, "name", "", "a name for the deck (default: "+unnamedDeck+")")
	return cmd
}

// learnDeck learns a deck from the photos of rows, or from the folder of photos of single cards if one is named. What it is
// at, and which photos taught nothing, goes to told.
func learnDeck(ctx context.Context, told io.Writer, from learn.Sheets, photos string) (calibration.Deck, error) {
	from.CardMM = cardMM
	rows := len(from.Fronts) > 0 || from.Backs != "" || len(from.BackNames) > 0 || from.Empty != ""
	switch {
	case photos != "" && rows:
		return calibration.Deck{}, errors.New("--photos teaches from photos of single cards; leave --fronts, --backs, --back-names and --empty out, or --photos")
	case photos != "":
		deck, leftOut, err := learn.FromPhotos(ctx, photos, cardMM, func(done, of int, label string) {
			fmt.Fprintf(told, "%s: its photos are looked through, %d of %d folders\n", label, done, of)
		})
		for _, why := range leftOut {
			fmt.Fprintf(told, "left out: %v\n", why)
		}
		return deck, err
	case len(from.Fronts) > 0 && from.Backs != "" && len(from.BackNames) > 0:
		from.Progress = func(photo string) { fmt.Fprintf(told, "%s: its cards are looked for\n", photo) }
		return learn.FromSheets(ctx, from)
	}
	return calibration.Deck{}, errors.New("give --fronts, --backs and --back-names, or --photos")
}

// warnOfBacks tells which backs of a deck will be unknown, and what helps.
func warnOfBacks(told io.Writer, deck calibration.Deck) {
	for _, pair := range learn.AlikeBacks(deck) {
		fmt.Fprintf(told, "the backs %s and %s cannot be told apart, so cards with them will be unknown: are they two decks of the same back? If not, take their photo from nearer\n", pair[0], pair[1])
	}
	for _, back := range deck.FadedBacks() {
		fmt.Fprintf(told, "too much light has left hardly any print of the back %s in its photo, so it may be any of the white ones, and all of these but black print will be unknown: take the photo of the backs again with less light, or where no lamp mirrors in them\n", back)
	}
}

// deckGoes tells why a deck file cannot go to a path, before it is learnt, which takes long. It must not replace a photo.
func deckGoes(out string, photos ...string) error {
	folder := filepath.Dir(out)
	if at, err := os.Stat(folder); err != nil || !at.IsDir() {
		return fmt.Errorf("--out: there is no folder %s", folder)
	}
	there, err := os.Stat(out)
	if err != nil {
		return nil // it is a new file
	}
	if there.IsDir() {
		return fmt.Errorf("--out: %s is a folder; name a file, such as %s", out, filepath.Join(out, "my.deck"))
	}
	for _, photo := range photos {
		if at, err := os.Stat(photo); err == nil && os.SameFile(at, there) {
			return fmt.Errorf("--out: %s is a photo to learn from; the deck would replace it", out)
		}
	}
	return nil
}

// showRefused saves the picture of what was found beside the deck file that was not made.
func showRefused(err error, out string) error {
	var refused *learn.Refused
	if !errors.As(err, &refused) {
		return err
	}
	defer refused.Picture.Close()
	picture := strings.TrimSuffix(out, ".deck") + ".found.jpg"
	if !gocv.IMWrite(picture, refused.Picture) {
		return err
	}
	return fmt.Errorf("%w (what was found: %s)", err, picture)
}
