package vision

import (
	"context"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// orAnew gives the outlines on the plane that cards tell, and what is read at these, where hardly a card could be read at what outlines
// agree on and more can there, or as much where outlines agree on nothing.
func (e *Eyes) orAnew(ctx context.Context, quads, outlines []models.Quad, matches []read.Match, origin models.Point) ([]models.Quad, []read.Match, error) {
	sure := countCertain(matches)
	if e.table.fitted > 0 || hardly*sure > len(matches) {
		return outlines, matches, nil
	}
	before := e.table
	again, err := e.anew(ctx, quads, origin)
	if err != nil || again == nil {
		return outlines, matches, err
	}
	better, err := e.readAll(ctx, again)
	if err != nil {
		return nil, nil, err
	}
	if more := countCertain(better) - sure; sure > 0 && (more < 0 || more == 0 && before.known) {
		e.table = before
		return outlines, matches, nil
	}
	return again, better, nil
}

// hardly is how many outlines there are to each card read for certain, from which on outlines are held to be mostly other things.
const hardly = 4

func countCertain(matches []read.Match) (n int) {
	for _, m := range matches {
		if certain(m) {
			n++
		}
	}
	return n
}

// anew takes the plane from cards, where what outlines agree on was other things, such as the squares of a cloth or the strips that
// show of cards in a row. Each outline is read as it
// is; one card read is enough. It gives the outlines that lie on the plane, nil where no card was read.
func (e *Eyes) anew(ctx context.Context, quads []models.Quad, origin models.Point) ([]models.Quad, error) {
	const most = 40 // outlines read
	places := large(quads, e.cardMM, 0, most)
	matches, err := e.readAll(ctx, places)
	if err == nil && countCertain(matches) == 0 {
		matches, err = e.inOtherLight(ctx, places, matches)
	}
	if err != nil {
		return nil, err
	}
	var cards []models.Quad
	exact := exactOf(matches)
	for _, m := range matches {
		if exact(m) {
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

// inOtherLight reads again in the light that the cards tell, where none can be read in the one known. If still none can, that light is
// given up again.
func (e *Eyes) inOtherLight(ctx context.Context, places []models.Quad, matches []read.Match) ([]read.Match, error) {
	known := e.reader.Lighting()
	again, err := e.adapt(ctx, places, matches)
	if err != nil || countCertain(again) > 0 {
		return again, err
	}
	e.reader.Relight(known)
	return matches, nil
}

// Suppose says where the table lies, in pixels of the pictures that follow, if it does so still: it is tried where outlines
// do not tell. nil: that is not known.
func (e *Eyes) Suppose(table *calibration.Plane) { e.home = table }

// Table is where the table lies, in pixels of the whole picture, as cards read on it tell. nil: too few were read. It is
// lent until the next picture.
func (e *Eyes) Table() *calibration.Plane {
	if e.table.fitted == 0 {
		return nil
	}
	return &e.table.plane
}

// seekPlane seeks the table where outlines do not tell it, or where they agree on a plane on which no card can be read: that
// may be what shows of cards on a heap. In the whole picture it does so, too, where the few cards read among many outlines do not tell it,
// as they may have been read on a plane far from the table's. Two cards more than were read must agree on another. Of few cards in one
// corner of the picture it seeks how the table is tilted.
func (e *Eyes) seekPlane(ctx context.Context, img gocv.Mat, quads []models.Quad, matches []read.Match, origin models.Point) error {
	sure, whole := countCertain(matches), origin == (models.Point{})
	switch {
	case !e.table.known:
		return e.findPlane(ctx, img, matches, 1, origin)
	case e.table.fitted == 0 && (sure == 0 || whole && hardly*sure < len(quads)):
		return e.findPlane(ctx, img, matches, sure+2, origin)
	case e.table.fitted < enoughOnPlane && e.table.fitted != e.table.tilted && whole && inOneCorner(e.table.cards, img.Cols()):
		e.table.tilted = e.table.fitted
		return e.findTilt(ctx, img)
	}
	return nil
}

// inOneCorner tells that all cards lie so close together, in a picture so many pixels wide, that they hardly tell how the table lies
// elsewhere: where they look nearly as large as each other, it may be by the noise of their corners.
func inOneCorner(cards []models.Quad, width int) bool {
	const part = 0.35 // of the picture's width
	for _, a := range cards {
		for _, b := range cards {
			if a.Center().Sub(b.Center()).Norm() > part*float64(width) {
				return false
			}
		}
	}
	return true
}

// findTilt finds how far the table is tilted where few cards in one corner of the picture were read. It tries the plane taken from them
// and, for several angles, the plane on which one of them is as large as it looks, and takes the one on which most cards can be read.
func (e *Eyes) findTilt(ctx context.Context, img gocv.Mat) error {
	sure, err := e.readOn(ctx, img, e.table.plane)
	if err != nil {
		return err
	}
	best, card := supposed{e.table.plane, sure}, e.table.cards[0]
	for _, degrees := range [...]float64{0, 15, 30, 45} {
		flat, pxPerMM := calibration.Plane{}, card[1].Sub(card[0]).Norm()/e.cardMM[0]
		for range 4 { // how large it is at the middle tells, step by step, how large it is at the card
			flat = e.table.lens.Above(pxPerMM, degrees)
			_, size := flat.Shape(card, e.cardMM)
			pxPerMM *= size
		}
		if sure, err = e.readOn(ctx, img, flat); err != nil {
			return err
		}
		if len(sure) > len(best.cards) {
			best = supposed{flat, sure}
		}
	}
	if best.plane != e.table.plane {
		e.table.suppose(best.plane, models.Point{})
		e.learn(best.cards, models.Point{})
	}
	return nil
}

// findPlane finds the table where outlines do not tell it: of the planes that may be it, the one on which most cards can
// be read, made exact by these. Nothing is changed where fewer than so many can be read on each. known are the cards read so far.
func (e *Eyes) findPlane(ctx context.Context, img gocv.Mat, known []read.Match, fewest int, origin models.Point) error {
	const (
		nearest, farthest = 5.0, 40.0 // cards across the picture's width
		step              = 1.2
	)
	best := supposed{}
	try := func(flat calibration.Plane) error {
		sure, err := e.readOn(ctx, img, flat)
		if len(sure) > len(best.cards) {
			best = supposed{flat, sure}
		}
		return err
	}
	for _, flat := range e.likely(known, origin) {
		if err := try(flat); err != nil {
			return err
		}
	}
	lens := e.table.lens.Part(origin)
	for _, degrees := range [...]float64{0, 25, 40} {
		for across := nearest; across < farthest; across *= step {
			if err := try(lens.Above(float64(img.Cols())/across/e.cardMM[0], degrees)); err != nil {
				return err
			}
		}
		if len(best.cards) >= enoughOnPlane {
			break
		}
	}
	if len(best.cards) >= fewest {
		e.table.suppose(best.plane, origin)
		e.learn(best.cards, origin)
	}
	return nil
}

// enoughOnPlane is how many cards read on a plane leave no doubt that it is nearly the table's: a few near each other are
// read on one that is another farther off.
const enoughOnPlane = 10

// supposed is a plane that may be the table's, and the cards that can be read on it.
type supposed struct {
	plane calibration.Plane
	cards []read.Match
}

// likely are the planes, in pixels of a part of the picture, that the table most likely is: where it lay when it was seen
// last, and where the cards read by their outlines have it.
func (e *Eyes) likely(known []read.Match, origin models.Point) []calibration.Plane {
	var out []calibration.Plane
	if e.home != nil {
		out = append(out, e.home.Part(origin))
	}
	var cards []models.Quad
	exact := exactOf(known)
	for _, m := range known {
		if exact(m) {
			cards = append(cards, moved(m.Observation.Corners, origin))
		}
	}
	if fit, _, err := calibration.FitPlane(cards, e.cardMM, e.table.lens); err == nil {
		out = append(out, fit.Part(origin))
	}
	return out
}

// readOn reads cards at the places of a plane that print votes for most.
func (e *Eyes) readOn(ctx context.Context, img gocv.Mat, flat calibration.Plane) ([]read.Match, error) {
	const tries = 15
	matches, err := e.readEach(ctx, e.voter.Spot(img, flat).Propose(e.cardMM, e.pic.Covered, tries), nil, 0.6)
	return slices.DeleteFunc(plain(matches), func(m read.Match) bool { return !lies(m) }), err
}

// again reads once more where the plane, better known by the cards read, has a card lie otherwise than it was read: a
// face is moved, turned and sized until it fits, but its perspective is the plane's.
func (e *Eyes) again(ctx context.Context, tried []read.Match, origin models.Point) ([]read.Match, error) {
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
		better, err := e.readEach(ctx, places, nil, 1) // none is passed over
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
		e.learn(corrected, origin)
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
