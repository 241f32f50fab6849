package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/synth"
)

func reliabilityCommand() *cobra.Command {
	var deckPath, sheetPath string
	var fit bool
	cmd := &cobra.Command{
		Use:   "reliability SET...",
		Short: "Tell how right the confidence of readings is, over photos whose truth is known",
		Long: `Tell how right the confidence of readings is: of those given 0.9, are 90 % right? Each SET is a
folder of photos with truth.json, as "schiri simulate --stills" or "--singles" writes; its deck is learnt
from its calibration photos, or its photos of single cards, unless --deck names another. A reading is right if a card of that label lies
where it says. The first line tells how many of the cards with 35 % and more in sight were read right, and how
many readings are wrong. The last line is the expected calibration error: the mean difference of confidence
and share right over the rows, weighted by their readings.

--fit prints how slope and offset in vision/read/confidence.go would have to change to suit the
sets best. Those there now were fitted so, over simulated sets of all designs and levels; sets of other seeds
tell how good they are.

--mistakes draws what was not read right, card by card, in one picture.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, sets []string) error {
			var photos []lookedAt
			for _, set := range sets {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: its photos are looked at\n", set)
				of, err := lookAt(cmd.Context(), set, deckPath)
				if err != nil {
					return fmt.Errorf("set %s: %w", set, err)
				}
				photos = append(photos, of...)
			}
			if sheetPath != "" {
				if err := drawMistakes(sheetPath, photos); err != nil {
					return fmt.Errorf("--mistakes: %w", err)
				}
			}
			all := statements(photos)
			if len(all) == 0 {
				return fmt.Errorf("nothing was read for certain in %v", sets)
			}
			if fit {
				a, b := platt(all)
				fmt.Fprintf(cmd.OutOrStdout(), "new slope = %.3f x slope, new offset = %.3f x offset + %.3f\n", a, a, b)
			}
			if err := printRight(cmd.OutOrStdout(), photos, all); err != nil {
				return err
			}
			return printReliability(cmd.OutOrStdout(), all)
		},
	}
	cmd.Flags().StringVar(&deckPath, "deck", "", "a deck learnt elsewhere, for all sets (default: each set's own)")
	cmd.Flags().BoolVar(&fit, "fit", false, "also print what would suit these sets best")
	cmd.Flags().StringVar(&sheetPath, "mistakes", "", "also draw what was not read right into this picture (.jpg or .png)")
	return cmd
}

// lookedAt is a photo, what was seen in it and what truly lies there.
type lookedAt struct {
	path  string
	seen  []models.Observation
	truth []synth.CardTruth
}

// lookAt looks at the photos of a set.
func lookAt(ctx context.Context, set, deckPath string) ([]lookedAt, error) {
	b, err := os.ReadFile(filepath.Join(set, "truth.json"))
	if err != nil {
		return nil, err
	}
	var truth struct{ Images []synth.ImageTruth }
	if err := json.Unmarshal(b, &truth); err != nil {
		return nil, fmt.Errorf("truth.json: %w", err)
	}
	deck, err := deckOf(ctx, set, deckPath)
	if err != nil {
		return nil, err
	}
	table, err := tableOf(set)
	if err != nil {
		return nil, err
	}
	eyes, err := vision.NewEyes(deck, table)
	if err != nil {
		return nil, err
	}
	defer eyes.Close()
	var out []lookedAt
	for _, img := range truth.Images {
		err := eachPhoto(ctx, []string{filepath.Join(set, img.Image)}, eyes.Look, func(path string, seen []models.Observation) error {
			out = append(out, lookedAt{path, seen, img.Cards})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// statement is one reading that names a card, and whether it is right.
type statement struct {
	confidence float64
	right      bool
}

// statements are the readings in photos that name a card.
func statements(photos []lookedAt) []statement {
	var out []statement
	for _, p := range photos {
		for _, o := range p.seen {
			if o.Face != models.FaceUnknown {
				out = append(out, statement{o.Confidence, lies(o, p.truth)})
			}
		}
	}
	return out
}

// ofSingles is the folder of a set's photos of single cards to learn from, and whether it has one.
func ofSingles(set string) (string, bool) {
	photos := filepath.Join(set, "photos")
	_, err := os.Stat(photos)
	return photos, err == nil
}

// tableOf is the set's table, or none where its photos show single cards, each from another place.
func tableOf(set string) (*calibration.Table, error) {
	if _, ok := ofSingles(set); ok {
		return nil, nil
	}
	table, err := calibration.LoadTable(filepath.Join(set, "session.json"))
	return &table, err
}

// deckOf loads the deck, or learns it from the set's photos of single cards or its calibration photos where none is
// named.
func deckOf(ctx context.Context, set, path string) (calibration.Deck, error) {
	if path != "" {
		return calibration.LoadDeck(path)
	}
	if photos, ok := ofSingles(set); ok {
		deck, _, err := learn.FromPhotos(ctx, photos, cardMM, func(int, int, string) {})
		return deck, err
	}
	var session struct {
		Backs  []string   `json:"backs_order"`
		CardMM [2]float64 `json:"card_mm"`
	}
	b, err := os.ReadFile(filepath.Join(set, "session.json"))
	if err != nil {
		return calibration.Deck{}, err
	}
	if err := json.Unmarshal(b, &session); err != nil {
		return calibration.Deck{}, fmt.Errorf("session.json: %w", err)
	}
	calib := filepath.Join(set, "calib")
	fronts, err := filepath.Glob(filepath.Join(calib, "fronts*.jpg"))
	if err != nil {
		return calibration.Deck{}, err
	}
	slices.Sort(fronts)
	deck, err := learn.FromSheets(ctx, learn.Sheets{
		Fronts: fronts, Backs: filepath.Join(calib, "backs.jpg"), BackNames: session.Backs,
		Empty: filepath.Join(calib, "empty.jpg"), CardMM: session.CardMM,
	})
	if err != nil {
		return calibration.Deck{}, showRefused(err, filepath.Join(os.TempDir(), filepath.Base(set)+".deck"))
	}
	return deck, nil
}

// sameCard is the overlap from which on two outlines are those of one card.
const sameCard = 0.5

// lies tells whether the card an observation names lies where it says.
func lies(o models.Observation, cards []synth.CardTruth) bool {
	return slices.ContainsFunc(cards, func(t synth.CardTruth) bool {
		return rightly(o, t) && t.Corners.IoU(o.Corners) >= sameCard
	})
}

// rightly tells whether an observation gives a card its true name.
func rightly(o models.Observation, t synth.CardTruth) bool {
	return t.Face == o.Face && t.Card() == o.Card && t.Back == o.Back
}

// reliabilityRow are the readings of one range of confidence.
type reliabilityRow struct {
	n     int
	said  float64 // sum of the confidences
	right float64 // how many are right
}

// reliability sorts statements into ranges of confidence, from each limit to the next, and
// gives the expected calibration error (Naeini, Cooper, Hauskrecht 2015).
func reliability(all []statement, limits []float64) (rows []reliabilityRow, ece float64) {
	rows = make([]reliabilityRow, len(limits))
	for _, s := range all {
		k := 0
		for k+1 < len(limits) && s.confidence >= limits[k+1] {
			k++
		}
		rows[k].n++
		rows[k].said += s.confidence
		if s.right {
			rows[k].right++
		}
	}
	for _, r := range rows {
		ece += math.Abs(r.said-r.right) / float64(max(len(all), 1))
	}
	return rows, ece
}

// printRight tells how many cards were read right and how many readings are wrong.
func printRight(w io.Writer, photos []lookedAt, all []statement) error {
	cards, right, wrong := 0, 0, 0
	for _, p := range photos {
		for _, t := range p.truth {
			if t.Visible < partly {
				continue
			}
			cards++
			if o, found := seenAt(t, p.seen); found && rightly(o, t) {
				right++
			}
		}
	}
	for _, s := range all {
		if !s.right {
			wrong++
		}
	}
	_, err := fmt.Fprintf(w, "read right: %d of %d cards; wrong readings: %d\n", right, cards, wrong)
	return err
}

func printReliability(w io.Writer, all []statement) error {
	limits := []float64{0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995}
	rows, ece := reliability(all, limits)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "confidence from\treadings\tmean confidence\tright")
	for i, r := range rows {
		if r.n > 0 {
			n := float64(r.n)
			fmt.Fprintf(t, "%.3f\t%d\t%.4f\t%.4f\n", limits[i], r.n, r.said/n, r.right/n)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "expected calibration error %.4f over %d readings\n", ece, len(all))
	return err
}

// platt fits right ~ logistic(a·logit(confidence)+b) by Newton's method (Platt 1999), held
// back towards leaving things as they are (a=1, b=0), so that few mistakes do not run away.
func platt(all []statement) (a, b float64) {
	const held, farthest = 1.0, 0.3 // weight of leaving things; largest step
	a = 1
	for range 200 {
		ga, gb, haa, hab, hbb := held*(1-a), -held*b, held, 0.0, held
		for _, s := range all {
			p := min(max(s.confidence, 1e-9), 1-1e-9)
			z := math.Log(p / (1 - p))
			q := 1 / (1 + math.Exp(-a*z-b))
			y := 0.0
			if s.right {
				y = 1
			}
			w := q * (1 - q)
			ga, gb = ga+(y-q)*z, gb+(y-q)
			haa, hab, hbb = haa+w*z*z, hab+w*z, hbb+w
		}
		det := haa*hbb - hab*hab
		da, db := (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		a, b = a+min(max(da, -farthest), farthest), b+min(max(db, -farthest), farthest)
	}
	return a, b
}
