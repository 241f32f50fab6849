package vision

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/read"
)

// peel reads the cards that lie partly under others. The cards already read are taken off the
// picture, those on top first; what shows beside them is read at the places tried before without success, at
// corners of cards and where print votes for a card. Each card found so is taken off in turn,
// until no more is found; then those that lie under something unknown are read, a hand or a card
// that cannot be read, and what lies below them. It gives all cards seen; one known by its outline alone and read now is
// not among them twice.
func (e *Eyes) peel(ctx context.Context, img gocv.Mat, tried, seen []read.Match) ([]read.Match, error) {
	flat, ok := e.table.at(models.Point{})
	if !ok {
		return seen, nil
	}
	var known, open []read.Match
	for _, m := range e.owning(seen) {
		if certain(m) {
			known = append(known, m)
		} else {
			open = append(open, m)
		}
	}
	p := peeling{Eyes: e, flat: flat, cards: slices.Clone(known), under: slices.Clone(known)}
	off, err := p.takeFreed(ctx, p.takeTop())
	if err != nil {
		return nil, err
	}
	if len(off) == 0 {
		p.takeUnbeaten()
	}
	places, poses, voted := e.places(img, flat, tried)
	p.guessed = beside(flat, known, places)
	if err := p.run(ctx, append(places, p.guessed...)); err != nil {
		return nil, err
	}
	out := e.cardSized(p.cards[len(known):], models.Point{})
	open = slices.DeleteFunc(open, func(m read.Match) bool { return overlapping(out, m.Observation.Corners, sameOutline) })
	found := slices.Concat(p.cards[:len(known)], open, out)
	all := slices.DeleteFunc(slices.Clone(found), func(m read.Match) bool {
		return slices.ContainsFunc(found, func(o read.Match) bool { return outdone(m, o) })
	})
	all = e.owning(all)
	return append(all, e.outlined(flat, poses, voted, all)...), nil
}

// owning leaves out what was read for certain but has next to nothing of its own: what looks like its face is a part of a card that is more
// like its own. Of a back whose print repeats and which lies half under others, what shows is like it a step of the pattern farther on, too.
func (e *Eyes) owning(all []read.Match) []read.Match {
	const (
		least  = 0.07 // of a card; of strips that show of cards in fans it came to 0.1 and more, of backs a step of the pattern farther on to 0.02 at most
		repeat = 0.2  // the same of a back, if most of what it shows is the same back's farther on: a dark table may look like a part of its ground
		slight = 0.03 // by which a likeness may be less for no reason
		unlike = 0.1  // by which it may be less of a back, read before what lies on it was taken off, than of the same farther on
		far    = 0.2  // by which a likeness is greater for certain
		more   = 0.1  // of a card, that is seen beyond what is seen of another one
		print  = 0.1  // of a card, that it has in common with the same back: if a part is not there,
		absent = 0.1  // which is less like it than this,
		open   = 0.9  // though nothing was taken off it, so that so much of it is open, it is that print and a table that looks like the rest
	)
	return slices.DeleteFunc(slices.Clone(all), func(m read.Match) bool {
		left, needs := m.Seen, least // of the card, beside all that others may take from it, and what it needs to have
		var better, others []read.Match
		for _, o := range all {
			shared := sharedPart(m, o)
			if !certain(o) || shared == 0 {
				continue
			}
			ahead := o.Likeness - m.Likeness
			same := o.Observation.Back != "" && o.Observation.Back == m.Observation.Back
			farther := same && (ahead > far || ahead > -unlike && e.showsMore(o, m, more))
			if farther && shared > print && m.Poorest < absent && m.Open > open { // if it is there it is found where something is left over
				return certain(m)
			}
			if farther {
				needs = repeat
			}
			if farther || ahead > slight || ahead > -slight && o.Seen > m.Seen+more {
				better, left = append(better, o), left-shared
			} else if !same {
				others = append(others, o)
			}
		}
		if needs == repeat { // besides the right one's print it may have the ground of others
			better = append(better, others...)
		}
		return certain(m) && left < needs && e.reader.OwnShare(e.pic, m, better) < needs
	})
}

// showsMore tells whether more is seen of one card than of another with the same back, by so much of a card, whatever was taken off before it
// was read: one that was read a step of the pattern farther on first may have taken most of what the right one shows.
func (e *Eyes) showsMore(o, m read.Match, more float64) bool {
	return e.reader.OwnShare(e.pic, o, nil) > e.reader.OwnShare(e.pic, m, nil)+more
}

// peeling is the work of peel on one picture.
type peeling struct {
	*Eyes
	flat    calibration.Plane
	cards   []read.Match  // all read for certain or found to lie there
	under   []read.Match  // of them those not taken off yet: something may lie on them that was not read
	unsure  []read.Match  // cards that lie there for certain but might be several
	waiting []models.Quad // places read at without success, until something beside them is taken off
	hidden  []models.Quad // of them those to be read as lying under something unknown
	guessed []models.Quad // places of which nothing tells but the card beside them
}

// run reads at places, and then wherever something taken off lets more be seen.
func (p *peeling) run(ctx context.Context, places []models.Quad) error {
	for {
		found, unsure, rest, err := p.layer(ctx, places, p.cards, (*read.Reader).Read, read.Match.OnTop)
		if err != nil {
			return err
		}
		p.cards, p.unsure = append(p.cards, found...), append(p.unsure, unsure...)
		p.waiting = append(p.waiting, rest...)
		p.hidden = append(p.hidden, slices.DeleteFunc(rest, func(q models.Quad) bool { return slices.Contains(p.guessed, q) })...)
		off, err := p.takeNext(ctx, found)
		if err != nil || len(off) == 0 {
			return err
		}
		places = p.revealed(off)
	}
}

// takeNext takes off what lies on top of the rest, some of which has just been found, and gives it: the plainest first,
// since what lies below is seen better then.
func (p *peeling) takeNext(ctx context.Context, found []read.Match) ([]read.Match, error) {
	var off []read.Match
	for _, m := range found {
		if m.OnTop() {
			off = append(off, m)
		} else {
			p.under = append(p.under, m)
		}
	}
	off, err := p.takeFreed(ctx, off)
	if err != nil || len(off) > 0 {
		return off, err
	}
	if off = p.takeUnsure(); len(off) > 0 {
		return off, nil
	}
	if off = p.takeUnbeaten(); len(off) > 0 {
		return off, nil
	}
	p.hidden = slices.DeleteFunc(p.hidden, func(q models.Quad) bool { return overlapping(p.cards, q, sameOutline) })
	off, p.unsure, _, err = p.layer(ctx, p.hidden, p.cards, (*read.Reader).ReadUnder, certain)
	p.cards, p.hidden = append(p.cards, off...), nil
	if err != nil || len(off) > 0 {
		return off, err
	}
	return p.takeUnsure(), nil
}

// takeUnsure takes off the cards that lie there for certain but might be several.
func (p *peeling) takeUnsure() []read.Match {
	off := p.takeOff(p.unsure, p.cards)
	p.cards, p.unsure = append(p.cards, off...), nil
	return off
}

// takeTop takes off the cards on which nothing lies.
func (p *peeling) takeTop() []read.Match {
	var off []read.Match
	p.under = slices.DeleteFunc(p.under, func(m read.Match) bool {
		if m.OnTop() {
			p.reader.Cover(p.pic, m)
			off = append(off, m)
		}
		return m.OnTop()
	})
	return off
}

// takeFreed takes off the cards on which nothing lies any more now that others are off, and gives them with these.
func (p *peeling) takeFreed(ctx context.Context, off []read.Match) ([]read.Match, error) {
	for last := off; len(last) > 0; off = append(off, last...) {
		var beside []int
		var places []models.Quad
		for k, m := range p.under {
			if overlapping(last, m.Observation.Corners, touching) {
				beside, places = append(beside, k), append(places, m.Observation.Corners)
			}
		}
		again, err := p.crew.read(ctx, p.pic, places, (*read.Reader).Read)
		if err != nil {
			return nil, err
		}
		for i, k := range beside {
			p.renew(k, again[i])
		}
		last = p.takeTop()
	}
	return off, nil
}

// renew replaces what was read of a card under others by what is read now that one of these is off, where it is the same card, or another
// one that is far more like what shows: what lay on it may have looked like a part of a wrong face.
func (p *peeling) renew(under int, m read.Match) {
	const farMore = 0.2 // likeness
	before := p.under[under]
	was, o := before.Observation, m.Observation
	same := o.Face == was.Face && o.Card == was.Card && o.Back == was.Back
	if !same && !(certain(m) && m.Likeness > before.Likeness+farMore) {
		return
	}
	p.under[under] = m
	for i, c := range p.cards {
		if c.Observation.Corners == was.Corners {
			p.cards[i] = m
		}
	}
}

// takeUnbeaten takes off, as far as it shows, each card of those under something on which less seems to lie than on
// those of them to which a card not read may reach from it.
func (p *peeling) takeUnbeaten() []read.Match {
	var off, still []read.Match
	place := func(m read.Match) models.Point { return p.flat.OnTable(m.Observation.Corners.Center()) }
	for _, m := range p.under {
		if slices.ContainsFunc(p.under, func(o read.Match) bool {
			return o.Poorest > m.Poorest && place(o).Sub(place(m)).Norm() < 2*p.cardMM[1]
		}) {
			still = append(still, m)
		} else {
			off = append(off, m)
		}
	}
	for _, m := range off {
		p.reader.Cover(p.pic, m)
	}
	p.under = still
	return off
}

// revealed are the places at which there is anything new to see: beside what was just taken off, and where its rows and
// fans may go on.
func (p *peeling) revealed(off []read.Match) []models.Quad {
	var places []models.Quad
	p.waiting = slices.DeleteFunc(p.waiting, func(q models.Quad) bool {
		again := overlapping(off, q, touching)
		if again {
			places = append(places, q)
		}
		return again
	})
	p.hidden = slices.DeleteFunc(p.hidden, func(q models.Quad) bool { return overlapping(off, q, touching) })
	return append(places, continued(p.flat, p.cards, off)...)
}

// touching is the overlap (IoU) from which on taking one card off may let more of another be seen: less than a corner of it.
const touching = 0.002

// places are where cards partly hidden may lie: where reading was tried without success, at corners, and where print votes
// for a card. The corners' poses and the votes come with them.
func (e *Eyes) places(img gocv.Mat, flat calibration.Plane, tried []read.Match) (all []models.Quad, poses []detect.Pose, voted []models.Quad) {
	const most = 400 // of each kind; of a spread card each band of print proposes places that are none
	var votes sync.WaitGroup
	votes.Go(func() {
		spotted := e.spotted.Spotted
		if !e.spotted.serves(flat, img, e.cardMM) { // cards read since may have told the plane better
			spotted = e.voter.Spot(img, flat)
		}
		voted = spotted.Propose(e.cardMM, e.pic.Covered, most)
	})
	poses = e.finder.Slopes(img).Corners(flat, e.cardMM, e.pic.Covered, most)
	votes.Wait()
	for _, m := range tried {
		if !certain(m) {
			all = append(all, m.Observation.Corners)
		}
	}
	for _, p := range poses {
		all = append(all, p.Outline)
	}
	return append(all, voted...), poses, voted
}

// layer reads at places beside the covered cards, but not where a card is known for certain, and covers each card read for
// certain that is to be taken off. It gives all read for certain, the cards that lie there for certain but might be several,
// and the places where none was read.
func (e *Eyes) layer(ctx context.Context, places []models.Quad, known []read.Match, at look, off func(read.Match) bool) (found, unsure []read.Match, rest []models.Quad, err error) {
	sure := slices.DeleteFunc(slices.Clone(known), func(m read.Match) bool { return !certain(m) })
	pass := func(i int) bool {
		return overlapping(sure, places[i], sameCard) || overlapping(found, places[i], sameCard)
	}
	turns := e.turns(places, at)
	defer turns.rest()
	for i, q := range places {
		if pass(i) {
			continue
		}
		m, err := turns.read(ctx, i, pass)
		if err != nil {
			return nil, nil, nil, err
		}
		switch {
		case !certain(m):
			rest = append(rest, q)
			if m.Lies() && !overlapping(known, m.Observation.Corners, sameCard) {
				unsure = append(unsure, m)
			}
		case !seenAmong(known, m) && !seenAmong(found, m):
			if m, err = likest(ctx, m, turns, i+1, pass); err != nil {
				return nil, nil, nil, err
			}
			found = append(found, m)
			if off(m) {
				turns.change(m.Observation.Corners, func() { e.reader.Cover(e.pic, m) })
			}
		}
	}
	return found, unsure, rest, nil
}

// likest takes, of the cards read for certain at places that may be one card's own, m and those from place i on, the one most like its
// face. A face laid a few millimetres off may win at the first of them by a strip of the next card's colour.
func likest(ctx context.Context, m read.Match, turns *turns, i int, pass func(int) bool) (read.Match, error) {
	for ; m.Contestable() && i < len(turns.places); i++ {
		if pass(i) || m.Observation.Corners.IoU(turns.places[i]) < sameOutline {
			continue
		}
		other, err := turns.read(ctx, i, pass)
		if err != nil {
			return read.Match{}, err
		}
		if certain(other) && other.Likeness > m.Likeness && other.Observation.Corners.IoU(m.Observation.Corners) > sameOutline {
			m = other
		}
	}
	return m, nil
}

// takeOff covers cards that are found but not read, one at each place.
func (e *Eyes) takeOff(unsure, known []read.Match) []read.Match {
	slices.SortStableFunc(unsure, func(a, b read.Match) int { return cmp.Compare(b.Likeness, a.Likeness) })
	var out []read.Match
	for _, m := range unsure {
		if !overlapping(out, m.Observation.Corners, sameCard) && !overlapping(known, m.Observation.Corners, sameCard) {
			e.reader.Cover(e.pic, m)
			out = append(out, m)
		}
	}
	return out
}

// sameCard is the overlap (IoU) from which on two readings are of one card; neighbours in a
// tight fan overlap by less.
const sameCard = 0.85

// seenAmong tells whether a card is among those read already: at the same place or, read as the same card, near it, as on a dark table a
// face may be laid several millimetres off its dark edge. Of another card like it so little would show that it could not be told.
func seenAmong(cards []read.Match, m read.Match) bool {
	const nearBy = 0.5 // overlap (IoU)
	return slices.ContainsFunc(cards, func(o read.Match) bool {
		a, b := o.Observation, m.Observation
		v := a.Corners.IoU(b.Corners)
		return v > sameCard || v > nearBy && a.Face == b.Face && a.Card == b.Card && a.Back == b.Back && !outdone(o, m)
	})
}

// sameOutline is the overlap (IoU) from which on an outline not read is that of a card read later.
const sameOutline = 0.6

// beside gives places where the next card of a row or fan may lie: shifted from a card already
// read, along its sides, where something not yet read lies partly under it, or where a front does not end at all of its sides: of white
// cards in a fan no outline shows. A hand of fronts is held and laid turned from card to card, and of a dark card under a dark one so
// little tells that it is read only where it truly lies, within a few millimetres.
func beside(flat calibration.Plane, known []read.Match, open []models.Quad) []models.Quad {
	const allSides = 0.9 // of which a front ends that lies on another colour
	var out []models.Quad
	for _, m := range known {
		q := m.Observation.Corners
		near := func(p models.Quad) bool { v := p.IoU(q); return v > 0.05 && v < 0.7 }
		front := m.Observation.Face == models.FaceFront
		if !certain(m) || !(front && m.Rim < allSides) && !slices.ContainsFunc(open, near) {
			continue
		}
		steps, turns := []float64{19, 27, 36}, []float64{0} // mm; the reader moves a card by up to about 5; radians
		if front {
			steps, turns = []float64{19, 23, 27, 31, 36}, []float64{0, -0.1, 0.1}
		}
		on := flat.QuadOnTable(q)
		for side := range on {
			u := on[(side+1)%4].Sub(on[side])
			u = u.Mul(1 / u.Norm())
			for _, step := range steps {
				for _, turn := range turns {
					out = append(out, flat.QuadInPicture(turned(moved(on, rotated(u.Mul(step), turn/2)), turn)))
				}
			}
		}
	}
	return out
}

// turned is a card turned about its middle (radians).
func turned(q models.Quad, by float64) models.Quad {
	middle := q.Center()
	for i, p := range q {
		q[i] = middle.Add(rotated(p.Sub(middle), by))
	}
	return q
}

// continued gives the places at which rows and fans may go on from the cards just found and their neighbours: before
// both, beyond both and, as a card between may be unknown, halfway and a step farther.
func continued(flat calibration.Plane, known, found []read.Match) []models.Quad {
	var out []models.Quad
	for _, f := range found {
		to := flat.QuadOnTable(f.Observation.Corners)
		for _, k := range known {
			v := k.Observation.Corners.IoU(f.Observation.Corners)
			if v < 0.1 || v > sameCard {
				continue
			}
			from := flat.QuadOnTable(k.Observation.Corners)
			for _, times := range [...]float64{-2, -1, 0.5, 2, 3} {
				q := flat.QuadInPicture(onward(from, to, times))
				if !overlapping(known, q, sameCard) {
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// onward is a card moved by so many times the move that takes it to another one's place (mm on the table): cards of
// one hand turn about a common point, each by about as much as the one before.
func onward(from, to models.Quad, times float64) models.Quad {
	const straight = 1e-3 // radians, below which the point is too far off
	a, b := from[1].Sub(from[0]), to[1].Sub(to[0])
	if a.Dot(b) < 0 { // one of the two lies upside down
		b = b.Mul(-1)
	}
	turn := math.Atan2(a.Cross(b), a.Dot(b))
	middle, chord := from.Center(), to.Center().Sub(from.Center())
	longer := times
	if math.Abs(turn) > straight {
		longer = math.Sin(times*turn/2) / math.Sin(turn/2)
	}
	next := middle.Add(rotated(chord, (times-1)*turn/2).Mul(longer))
	var q models.Quad
	for i := range q {
		q[i] = next.Add(rotated(from[i].Sub(middle), times*turn))
	}
	return q
}

// rotated is p turned about the origin (radians).
func rotated(p models.Point, by float64) models.Point {
	sin, cos := math.Sincos(by)
	return models.Point{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}
}
