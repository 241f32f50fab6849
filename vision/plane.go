package vision

import (
	"cmp"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// plane is what is known of the table top: cards read for certain, whose outlines their
// print makes exact, and the plane fitted to them. Both are in pixels of the whole picture.
type plane struct {
	cards  []models.Quad
	fitted int // of the cards, how many the plane was fitted to
	tilted int // and to how many it was when the tilt of the table was sought last
	plane  calibration.Plane
	known  bool
	lens   calibration.Lens
}

// at is the plane in pixels of a part of the picture whose top left lies at origin.
func (p *plane) at(origin models.Point) (calibration.Plane, bool) {
	return shifted(p.plane, origin), p.known
}

// shifted is a plane of the whole picture in pixels of a part whose top left lies at origin.
func shifted(p calibration.Plane, origin models.Point) calibration.Plane {
	return calibration.NewPlane(p.ToMM.Mul(calibration.Shift(origin)))
}

// suppose takes a plane, in pixels of a part whose top left lies at origin, for the table's until cards tell better.
func (p *plane) suppose(flat calibration.Plane, origin models.Point) {
	p.plane, p.known = shifted(flat, origin.Mul(-1)), true
}

// outlines keeps the quads (pixels of a part of the picture) that could be cards lying on
// the table, made exact by the cards' known size, the best of several at a place first. The
// plane is the one known, or what the quads themselves agree on.
func (p *plane) outlines(quads []models.Quad, card [2]float64, origin models.Point) []models.Quad {
	flat, known := p.at(origin)
	if !known {
		fit, in, err := calibration.FitPlane(quads, card, calibration.Lens{Middle: p.lens.Middle.Sub(origin), Focal: p.lens.Focal})
		if err != nil {
			return nil
		}
		if flat = fit; len(in) >= 4 {
			p.suppose(flat, origin)
		}
	}
	return placed(quads, flat, card, 0, cardLike)
}

// heaps are the places, in the pixels of outlines, of cards that lie about in the middle of what looks like a larger one: the
// uppermost of a few laid roughly upon each other. There are none until cards have told the plane.
func (p *plane) heaps(quads []models.Quad, card [2]float64, origin models.Point) []models.Quad {
	const larger = 0.25
	flat, _ := p.at(origin)
	if p.fitted == 0 {
		return nil
	}
	return placed(quads, flat, card, cardLike, larger)
}

// cardLike is how far the corners of a card's outline are from a card's, as a part of its width. Cards of another game are a little larger
// or smaller; they are found too, if not read.
const cardLike = 0.11

// placed are the cards that best fit quads whose corners are more than the one and at most the other part of a card's width off
// them, the best of several at a place first.
func placed(quads []models.Quad, flat calibration.Plane, card [2]float64, above, most float64) []models.Quad {
	type fit struct {
		quad   models.Quad
		misfit float64
	}
	var all []fit
	for _, i := range calibration.OnPlane(quads, flat, card, most) {
		if d, q := flat.Misfit(quads[i], card); d >= above*card[0] {
			all = append(all, fit{q, d})
		}
	}
	slices.SortStableFunc(all, func(a, b fit) int { return cmp.Compare(a.misfit, b.misfit) })
	var out []models.Quad
	for _, a := range all {
		if !slices.ContainsFunc(out, func(q models.Quad) bool { return q.IoU(a.quad) > 0.9 }) {
			out = append(out, a.quad)
		}
	}
	return out
}

// learn fits the plane anew when a good deal more cards have been read for certain. As long as these are too few to tell it, others serve that
// surely lie where they were read.
func (p *plane) learn(matches []read.Match, card [2]float64, origin models.Point) {
	const enough = 80 // cards; more make the plane no better
	exact := certain
	if p.fitted == 0 {
		exact = exactOf(matches)
	}
	for _, m := range matches {
		if exact(m) && m.Seen > 0.8 && len(p.cards) < enough {
			p.cards = append(p.cards, moved(m.Observation.Corners, origin))
		}
	}
	if len(p.cards) < 4 || len(p.cards)*4 < p.fitted*5 {
		return
	}
	var maybe []calibration.Plane
	if p.known {
		maybe = append(maybe, p.plane)
	}
	fit, in, err := calibration.FitPlane(p.cards, card, p.lens, maybe...)
	if err != nil || len(in) < 4 {
		return
	}
	p.plane, p.known, p.fitted = fit, true, len(p.cards)
}
