package main

import (
	"errors"
	"fmt"
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
	var fronts, backNames []string
	var backs, empty, photos, out, name string
	card := [2]float64{59, 91}
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
			if err := deckGoes(out, append(fronts, backs, empty)...); err != nil {
				return err
			}
			rows := len(fronts) > 0 || backs != "" || len(backNames) > 0 || empty != ""
			var deck calibration.Deck
			var err error
			switch {
			case photos != "" && rows:
				return errors.New("--photos teaches from photos of single cards; leave --fronts, --backs, --back-names and --empty out, or --photos")
			case photos != "":
				var leftOut []error
				deck, leftOut, err = learn.FromPhotos(cmd.Context(), photos, card, func(done, of int, label string) {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: its photos are looked through, %d of %d folders\n", label, done, of)
				})
				for _, why := range leftOut {
					fmt.Fprintf(cmd.ErrOrStderr(), "left out: %v\n", why)
				}
			case len(fronts) > 0 && backs != "" && len(backNames) > 0:
				deck, err = learn.FromSheets(learn.Sheets{Fronts: fronts, Backs: backs, BackNames: backNames, Empty: empty, CardMM: card})
			default:
				return errors.New("give --fronts, --backs and --back-names, or --photos")
			}
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
			for _, pair := range learn.AlikeBacks(deck) {
				fmt.Fprintf(cmd.ErrOrStderr(), "the backs %s and %s cannot be told apart, so cards with them will be unknown: are they two decks of the same back? If not, take their photo from nearer\n", pair[0], pair[1])
			}
			for _, back := range deck.FadedBacks() {
				fmt.Fprintf(cmd.ErrOrStderr(), "too much light has left hardly any print of the back %s in its photo, so it may be any of the white ones, and all of these will be unknown: take the photo of the backs again with less light, or where no lamp mirrors in them\n", back)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "learnt %d fronts and %d backs: %s\n", len(deck.Fronts), len(deck.Backs), out)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&fronts, "fronts", nil, "photos of the fronts in rows, separated by commas")
	f.StringVar(&backs, "backs", "", "photo of one back of each deck, in a line")
	f.StringSliceVar(&backNames, "back-names", nil, "names of the backs from left to right, separated by commas")
	f.StringVar(&empty, "empty", "", "photo of the same table without cards, from the same place (helps where cards look like the table)")
	f.StringVar(&photos, "photos", "", "folder of photos of single cards, in folders named by label")
	f.StringVar(&out, "out", "", "where the deck file goes")
	f.StringVar(&name, "name", "", "a name for the deck (default: "+unnamedDeck+")")
	return cmd
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
