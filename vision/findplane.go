package vision

import (
	"math"

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

// again reads once more where the plane, better known by the cards read, has a card lie otherwise than it was read: a
// face is moved, turned and sized until it fits, but its perspective is the plane's.
func (e *Eyes) again(tried []read.Match, origin models.Point) ([]read.Match, error) {
	const (
		off    = 0.02 // of a card's height, by which a corner lies elsewhere
		rounds = 2
	)
	for range rounds {
		flat, known := e.table.at(origin)
		if !known {
			break
		}
		var places []models.Quad
		var of []int
		for i, m := range tried {
			if !m.Likely() {
				continue
			}
			_, q := flat.Misfit(m.Observation.Corners, e.cardMM)
			if farthest(q, m.Observation.Corners) > off*q[3].Sub(q[0]).Norm() {
				places, of = append(places, q), append(of, i)
			}
		}
		better, err := e.readEach(places, nil, 1) // none is passed over
		if err != nil {
			return nil, err
		}
		var corrected []read.Match
		for _, m := range better {
			if i := of[m.place]; m.Seen > tried[i].Seen {
				tried[i] = m.Match
				corrected = append(corrected, m.Match)
			}
		}
		if len(corrected) == 0 {
			break
		}
		e.table.learn(corrected, e.cardMM, origin)
	}
	return tried, nil
}

// farthest is by how many pixels the corners of two outlines are apart where they are most, however these are turned.
func farthest(a, b models.Quad) float64 {
	least := math.Inf(1)
	for range 4 {
		most := 0.0
		for k := range a {
			most = max(most, a[k].Sub(b[k]).Norm())
		}
		least = min(least, most)
		a = models.Quad{a[1], a[2], a[3], a[0]}
	}
	return least
}
