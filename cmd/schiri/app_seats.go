package main

import (
	"context"
	"slices"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/detect"
	"schiri/vision/frame"
)

// look is how a camera is placed, and the table it sees as a rectangle that can be dragged.
type look struct {
	vision.Placing
	Corners *models.Quad `json:"corners"` // of a rectangle on the table around the cards, image px; nil: not known
	MM      [2]float64   `json:"mm"`      // its size
}

// Look says how a camera is placed.
func (d *setupDesk) Look(camera string) (any, error) {
	f, err := d.previews.newest(camera)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if nothingInSight(f) { // all else that could be said of it comes from that
		return look{Placing: vision.InTheDark(f.Size())}, nil
	}
	finder := detect.NewFinder()
	defer finder.Close()
	l := look{Placing: vision.Place(f.Mat(), finder, cardMM)}
	if l.Plane != nil {
		corners, mm := around(*l.Plane, l.Cards)
		l.Corners, l.MM = &corners, mm
	}
	return l, nil
}

// around is the rectangle on the table that holds all cards: its corners in the picture, its size in mm.
func around(plane calibration.Plane, cards []models.Quad) (models.Quad, [2]float64) {
	low := plane.OnTable(cards[0][0])
	high := low
	for _, q := range cards {
		for _, c := range plane.QuadOnTable(q) {
			low = models.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}
			high = models.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
		}
	}
	mm := [2]float64{high.X - low.X, high.Y - low.Y}
	var on models.Quad
	for i, c := range calibration.CardRect(mm) {
		on[i] = low.Add(c)
	}
	return plane.QuadInPicture(on), mm
}

// Seats proposes who sits where, from the backs in the picture.
func (d *setupDesk) Seats(ctx context.Context, q api.SetupSeats) (any, error) {
	deck, err := d.setups.LoadDeck(q.Deck)
	if err != nil {
		return nil, d.refusal(err)
	}
	f, err := d.previews.newest(q.Camera)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var plane *calibration.Plane
	if q.Corners != nil && q.MM[0] > 0 && q.MM[1] > 0 {
		if h, err := calibration.HomographyOf(*q.Corners, calibration.CardRect(q.MM)); err == nil {
			p := calibration.NewPlane(h)
			plane = &p
		}
	}
	return seats(ctx, f, deck, plane)
}

// seats reads the backs in a picture and proposes a table of whoever laid them, without names. plane is the table
// where it is known already. A picture that nobody's seat can be told from is a [match.Refusal].
func seats(ctx context.Context, f *frame.Frame, deck calibration.Deck, plane *calibration.Plane) (calibration.Table, error) {
	eyes, err := vision.NewEyes(deck, nil)
	if err != nil {
		return calibration.Table{}, err
	}
	defer eyes.Close()
	seen, err := eyes.Look(ctx, f.Mat())
	if err != nil {
		return calibration.Table{}, err
	}
	size := [2]int{f.Size().X, f.Size().Y}
	var laid []calibration.Laid
	var quads, others []models.Quad
	for _, o := range seen {
		quads = append(quads, o.Corners)
		if o.Face != models.FaceBack {
			others = append(others, o.Corners)
			continue
		}
		if slices.ContainsFunc(laid, func(l calibration.Laid) bool { return l.Back == o.Back }) {
			return calibration.Table{}, match.Refuse(refusedPicture, "back-twice", "The back “{back}” lies there twice; each player lays down one card.", "back", o.Back)
		}
		laid = append(laid, calibration.Laid{Back: o.Back, Corners: o.Corners})
	}
	if len(laid) < 2 {
		return calibration.Table{}, match.Refuse(refusedPicture, "few-backs", "Backs made out: {n}. Each player lays one card, back up, in front of their own seat.", "n", len(laid))
	}
	if plane == nil {
		fit, _, err := calibration.FitPlane(quads, deck.CardMM, calibration.UsualLens(size[0], size[1]))
		if err != nil {
			return calibration.Table{}, match.Refuse(refusedPicture, "no-plane", "The table could not be made out; lay the cards flat and whole in sight.")
		}
		plane = &fit
	}
	t := calibration.Table{CardMM: deck.CardMM, ImageSize: size, Edition: models.Schmidt, Variant: models.Basic}
	t.Players, t.Centre = calibration.Propose(laid, others, *plane, deck.CardMM, size)
	return t, nil
}
