package vision

import (
	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// anew takes the plane from cards, where no card could be read at what outlines agree on: that
// was other things, such as the strips that show of cards in a row. Each outline is read as it
// is; one card read is enough. It gives the outlines that lie on the plane, nil where no card was read.
func (e *Eyes) anew(quads []models.Quad, origin models.Point) ([]models.Quad, error) {
	const most = 40 // outlines read
	matches, err := e.readAll(large(quads, e.cardMM, 0, most))
	if err != nil {
		return nil, err
	}
	var cards []models.Quad
	for _, m := range matches {
		if certain(m) {
			cards = append(cards, moved(m.Observation.Corners, origin))
		}
	}
	fit, in, err := calibration.FitPlane(cards, e.cardMM, e.table.lens)
	if err != nil || len(in) == 0 { // nothing is known of the plane but what outlines say
		return nil, nil
	}
	e.table.plane, e.table.known = fit, true
	return e.table.outlines(quads, e.cardMM, origin), nil
}

// findPlane finds the table where no outline of a card shows: of planes seen straight from
// above at different distances, the one on which most cards can be read, made exact by these.
func (e *Eyes) findPlane(img gocv.Mat, origin models.Point) error {
	const (
		nearest, farthest = 5.0, 40.0 // cards across the picture's width
		step              = 1.2
		tries             = 15 // places read at each distance
	)
	var best []read.Match
	for across := nearest; across < farthest; across *= step {
		pxPerMM := float64(img.Cols()) / across / e.cardMM[0]
		flat := calibration.NewPlane(calibration.Homography{1 / pxPerMM, 0, 0, 0, 1 / pxPerMM, 0, 0, 0, 1})
		var sure []read.Match
		for _, q := range e.voter.Propose(img, flat, e.cardMM, tries) {
			m, err := e.reader.Read(e.pic, q)
			if err != nil {
				return err
			}
			if m.Observation.Face != models.FaceUnknown {
				sure = append(sure, m)
			}
		}
		if len(sure) > len(best) {
			best = sure
		}
	}
	e.table.learn(best, e.cardMM, origin)
	return nil
}
