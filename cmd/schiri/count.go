package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"schiri/models"
)

func countCommand() *cobra.Command {
	var deckPath, tablePath string
	cmd := &cobra.Command{
		Use:   "count --deck X.deck [--table T.json] IMG...",
		Short: "Count the cards of a round by their backs, over one or more photos",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, images []string) error {
			eyes, err := openEyes(deckPath, tablePath)
			if err != nil {
				return err
			}
			defer eyes.Close()
			sum := counted{Backs: map[models.Back]int{}, Images: len(images)}
			err = eachPhoto(images, eyes, func(_ string, seen []models.Observation) error {
				for _, o := range seen {
					switch o.Face {
					case models.FaceBack:
						sum.Backs[o.Back]++
						sum.Total++
					case models.FaceUnknown:
						sum.Unknown++
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(sum)
		},
	}
	cmd.Flags().StringVar(&deckPath, "deck", "", "the learnt deck")
	cmd.Flags().StringVar(&tablePath, "table", "", "the table file")
	return cmd
}

// counted is the round's count, as `count` prints it. Total leaves the unknown cards out.
type counted struct {
	Backs   map[models.Back]int `json:"backs"`
	Unknown int                 `json:"unknown"`
	Total   int                 `json:"total"`
	Images  int                 `json:"images"`
}
