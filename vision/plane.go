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
	lens   calibration.Lens // but for how it bends the picture, which the plane tells
}

// at is the plane in pixels of a part of the picture whose top left lies at origin.
func (p *plane) at(origin models.Point) (calibration.Plane, bool) {
	return p.plane.Part(origin), p.known
}

// suppose takes a plane, in pixels of a part whose top left lies at origin, for the table's until cards tell better.
func (p *plane) suppose(flat calibration.Plane, origin models.Point) {
	p.plane, p.known = flat.Part(origin.Mul(-1)), true
}

// outlines keeps the quads (pixels of a part of the picture) that could be cards lying on
// the table, made exact by the cards' known size, the best of several at a place first. The
// plane is the one known, or what the quads themselves agree on.
func (p *plane) outlines(quads []models.Quad, card [2]float64, origin models.Point) []models.Quad {
	flat, known := p.at(origin)
	if !known {
		fit, in, err := calibration.FitPlane(quads, card, p.lens.Part(origin))
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

// sizeAround is what size the cards nearest to a place of the whole picture have on the plane, against a card's: where a lens bends the picture much, or
// few cards told the plane, it is off by some hundredths, for all cards there alike. It is 0 as long as cards have not told the plane.
func (p *plane) sizeAround(at models.Point, card [2]float64) float64 {
	const nearest = 3
	if p.fitted == 0 {
		return 0
	}
	near := slices.SortedFunc(slices.Values(p.cards), func(a, b models.Quad) int {
		return cmp.Compare(a.Center().Sub(at).Norm(), b.Center().Sub(at).Norm())
	})[:nearest]
	var sizes []float64
	for _, q := range near {
		_, size := p.plane.Shape(q, card)
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	return sizes[nearest/2]
}

// learn tells the plane by cards just read, if they are a good deal more than before, and how the lens bends the picture.
func (e *Eyes) learn(matches []read.Match, origin models.Point) {
	added := e.table.add(matches, origin)
	if e.table.fit(e.cardMM) {
		e.straighten(added, origin)
	}
}

// add takes up cards that were read for certain and gives these. As long as they are too few to tell the plane, others serve that surely lie where they
// were read.
func (p *plane) add(matches []read.Match, origin models.Point) (added []read.Match) {
	const enough = 80 // cards; more make the plane no better
	exact := certain
	if p.fitted == 0 {
		exact = exactOf(matches)
	}
	for _, m := range matches {
		if exact(m) && m.Seen > 0.8 && len(p.cards) < enough {
			p.cards = append(p.cards, moved(m.Observation.Corners, origin))
			added = append(added, m)
		}
	}
	return added
}

// fit fits the plane anew where a good deal more cards are known than it was fitted to, and tells whether it did.
func (p *plane) fit(card [2]float64) bool {
	if len(p.cards) < 4 || len(p.cards)*4 < p.fitted*5 {
		return false
	}
	var maybe []calibration.Plane
	if p.known {
		maybe = append(maybe, p.plane)
	}
	fit, in, err := calibration.FitPlane(p.cards, card, p.lens, maybe...)
	if err != nil || len(in) < 4 {
		return false
	}
	p.plane, p.known, p.fitted = fit, true, len(p.cards)
	return true
}

// straighten tells how the lens bends the picture by the cards that the plane was just fitted to. Those that came last were laid with the perspective of
// the plane known before, which took no heed of it. They are laid anew with that of this one, and once more with that of the next.
func (e *Eyes) straighten(added []read.Match, origin models.Point) {
	const fewest = 6 // cards; some millimetres by which one of less is wrong seem to bend the picture
	p := &e.table
	last := p.cards[len(p.cards)-len(added):]
	for range 2 {
		flat, _ := p.at(origin)
		for i, m := range added {
			_, q := flat.Misfit(m.Observation.Corners, e.cardMM)
			last[i] = moved(e.reader.Relaid(e.pic, m, q), origin)
		}
		var on []models.Quad
		for _, i := range calibration.OnPlane(p.cards, p.plane, e.cardMM, 0.05) {
			on = append(on, p.cards[i])
		}
		if len(on) < fewest {
			return
		}
		p.plane = calibration.FitLens(p.plane, on, e.cardMM, p.lens)
	}
}
