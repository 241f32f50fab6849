package vision

import (
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/read"
)

// alone looks for the one card of a photo, or the few: a deck of a few cards is learnt from photos of single cards, and such a
// photo is taken in any room, of a card held at any angle. It is looked for by its outline, then by its print.
func (e *Eyes) alone(img gocv.Mat) ([]read.Match, error) {
	const (
		least = 0.02 // of the picture, that a card fills
		most  = 40   // outlines of each kind; stripes and keys give many that are better than the card's
	)
	if err := e.pic.Set(img); err != nil {
		return nil, err
	}
	if sure := e.readAlone(e.finder.Single(img, e.cardMM, least, most)); len(sure) > 0 {
		return sure, nil
	}
	return e.readAlone(e.prints.Places(img, most)), nil
}

// readAlone reads the cards that lie alone at outlines, until nothing more is told for certain.
func (e *Eyes) readAlone(quads []models.Quad) (sure []read.Match) {
	for {
		m, ok := e.reader.ReadAlone(e.pic, quads)
		if !ok || overlapping(sure, m.Observation.Corners, 0.05) {
			return sure
		}
		sure = append(sure, m)
		quads = slices.DeleteFunc(quads, func(q models.Quad) bool { return overlapping(sure, q, 0.05) })
	}
}

// confirmed are the cards of a photo that were read as cards on a table and can be read alone, too; where there are any, only these are
// given. Otherwise all are given, as unknown: most cards of a deck of a few were never taught, and such a card is much like one that was.
func (e *Eyes) confirmed(img gocv.Mat, seen []read.Match) ([]read.Match, error) {
	if err := e.pic.Set(img); err != nil {
		return nil, err
	}
	var sure []read.Match
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
