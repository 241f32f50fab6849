package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"
	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision"
)

func countCommand() *cobra.Command {
	return photoCommand("count", "Count the cards of a round by their backs, over one or more photos",
		func(cmd *cobra.Command, images []string, eyes *vision.Eyes) error {
			sum := counted{Backs: map[models.Back]int{}, Images: len(images)}
			begun := 0
			count := func(ctx context.Context, img gocv.Mat) ([]models.Observation, error) {
				begun++ // a photo takes seconds
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: its cards are counted, %d of %d photos\n", images[begun-1], begun, len(images))
				return eyes.Count(ctx, img)
			}
			err := eachPhoto(cmd.Context(), images, count, func(path string, seen []models.Observation) error {
				for _, o := range seen {
					switch o.Face {
					case models.FaceBack:
						sum.Backs[o.Back]++
						sum.Total++
					case models.FaceUnknown:
						sum.Unknown++
						sum.Unread = append(sum.Unread, unread{path, o.Corners})
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(sum)
		})
}

// counted is the round's count, as `count` prints it. Total leaves the unknown cards out; Unread says where they lie.
type counted struct {
	Backs   map[models.Back]int `json:"backs"`
	Unknown int                 `json:"unknown"`
	Total   int                 `json:"total"`
	Images  int                 `json:"images"`
	Unread  []unread            `json:"unread,omitempty"`
}

// unread is a card that was found but not read, or a place where one seems to lie; corners are pixels of the photo.
type unread struct {
	Image   string      `json:"image"`
	Corners models.Quad `json:"corners"`
}
