package vision

import (
	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/read"
)

// alone looks for the one card of a photo: a deck of a few cards is learnt from photos of single cards, and such a photo
// is taken in any room, of a card held at any angle. What was read as a card on a table stands only where it is read
// alone too: most cards of such a deck were never taught, and one of those is much like one that was.
func (e *Eyes) alone(img gocv.Mat, seen []read.Match) ([]read.Match, error) {
	const (
		least = 0.02 // of the picture, that a card fills
		most  = 10   // outlines of each kind
	)
	if err := e.pic.Set(img); err != nil {
		return nil, err
	}
	quads := e.finder.Single(img, e.cardMM, least, most)
	var sure []read.Match
	if m, ok := e.reader.ReadAlone(e.pic, quads); ok {
		sure = append(sure, m)
	}
	for i, s := range seen {
		if !certain(s) || overlapping(sure, s.Observation.Corners, 0.2) {
			continue
		}
		if m, ok := e.reader.ReadAlone(e.pic, []models.Quad{s.Observation.Corners}); ok {
			sure = append(sure, m)
			continue
		}
		seen[i].Observation = models.Observation{Face: models.FaceUnknown, Corners: s.Observation.Corners}
	}
	if len(sure) > 0 {
		return sure, nil
	}
	return seen, nil
}
