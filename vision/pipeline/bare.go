package pipeline

import (
	"image"
	"slices"

	"schiri/models"
	"schiri/vision/track"
)

// bareTable remembers the colour of the bare table in every cell. Where a card has lain from the
// beginning, that of a part of the table with like surroundings stands in.
type bareTable struct {
	colour []uint8                  // blue, green, red of every cell
	photo  photo                    // of the table without cards
	known  []bool                   // the table itself was in sight there
	first  []uint8                  // the colours of these cells as they were seen last
	lit    []tone                   // and in what light
	light  tone                     // of the table in sight now
	limit  []int                    // grey levels by which the table may differ from a colour that stands in; 0: nothing is known
	like   map[image.Rectangle]like // by its tile, in cells: where the table looks as it must there
	shifts []image.Point            // the steps to all parts that a tile is compared with, the nearest first
	// guessed is how many cells were known when tiles like nothing were last compared.
	guessed int
	since   int // tick on which it was last brought up to date
	// forgot says that parts of the first picture were forgotten since the whole table was guessed last.
	forgot bool
}

const (
	freshFor  = 15 // ticks after which the table's colours are brought up to date
	bareKnown = 16 // grey levels by which the table may differ from what it was
)

// learn takes the table's colours from the settled picture where no card lies and nothing goes on. At a place where a card
// has lain nothing is learnt while any part of it is changed: a card that is just being taken away may lie there in part.
func (b *bareTable) learn(w *watcher, cards []models.Observation, places []models.Quad, tick int) {
	if b.colour != nil && tick-b.since < freshFor {
		return
	}
	n := len(w.still)
	if b.colour == nil {
		b.colour, b.known, b.limit = make([]uint8, 3*n), make([]bool, n), make([]int, n)
		b.first, b.lit, b.light = make([]uint8, 3*n), make([]tone, n), tone{1, 1, 1}
		b.shifts = nearestFirst(farthest)
	}
	b.since = tick
	b.followLight(w)
	taken := make([]bool, n)
	copy(taken, w.act.Changed)
	for _, o := range cards {
		for _, i := range w.act.Under(o.Corners.Grown(withShadow)) {
			taken[i] = true
		}
	}
	for _, q := range places {
		under := w.act.Under(q)
		changed := slices.ContainsFunc(under, func(i int) bool { return w.act.Changed[i] })
		for _, i := range under {
			taken[i] = taken[i] || changed || b.known[i] && !b.shows(w.ref, i)
		}
	}
	b.leaveThings(w, taken)
	for i, t := range taken {
		if !t && !w.hasAlt[i] {
			b.take(i, w.ref)
		}
	}
	b.guess(w.act.Cols)
}

// Of what looks otherwise than the table the parts that may be a thing upon it and not another light, in cells: the cards
// of a table for twelve cover about forty, those of one for two a hundred and fifty.
const (
	leastThing = 15
	mostThing  = 600
)

// leaveThings marks as taken what has come to lie on the table without being read: a patch that differs from the table about
// it. Of a thing with an arm upon it little may be in sight, so a small patch counts too if it differs by more than
// another light does.
func (b *bareTable) leaveThings(w *watcher, taken []bool) {
	other := make([]bool, len(taken))
	var cells []int
	for i, t := range taken {
		other[i] = !t && !w.hasAlt[i] && (b.known[i] || b.limit[i] > 0) && !b.shows(w.ref, i)
		if other[i] {
			cells = append(cells, i)
		}
	}
	for _, thing := range w.connected(cells, other) {
		if len(thing) < leastThing && b.off(w.ref, thing) < otherThing || len(thing) > mostThing {
			continue
		}
		for _, i := range thing {
			taken[i] = true
		}
	}
}

// off is by how many grey levels cells of a picture differ from the table's colours in the mean.
func (b *bareTable) off(picture []uint8, cells []int) int {
	sum := 0
	for _, i := range cells {
		sum += far(picture[3*i:][:3], b.colour[3*i:][:3])
	}
	return sum / len(cells)
}

// mistook forgets the table's colours at a card that was read now where they are the card's: it was missed when they were
// learnt. If it truly has the table's colour, the table around it tells the same. The result is whether anything was
// forgotten.
func (b *bareTable) mistook(w *watcher, cards []models.Observation, tick int) bool {
	if b.colour == nil {
		return false
	}
	forgot, least := false, mistaken
	if tick <= 2*early {
		least = mistakenUnderHand
	}
	for _, o := range cards {
		under := w.act.Under(o.Corners)
		same := slices.DeleteFunc(slices.Clone(under), func(i int) bool { return !b.known[i] || !b.shows(w.cur, i) })
		if !believed(o) || float64(len(same)) < least*float64(len(under)) {
			continue
		}
		for _, i := range under {
			b.known[i], b.limit[i] = false, 0
		}
		forgot = true
	}
	if forgot {
		b.like = nil
		b.guess(w.act.Cols)
	}
	return forgot
}

// mistaken is the part of a card that must look like the table for its colours to have been taken for the table's. It is not
// all of the card, because even one of the table's colour has its print. It is not much more than half, because a card of
// which half passes for the table is dropped as gone by the next look that does not read it. At the beginning it is less: a
// hand that takes a card in the first picture leaves a part of it open that looks like the card below it.
const (
	mistaken          = 0.6
	mistakenUnderHand = 0.2
)

// forget says that the first picture did not show the table where something went on since: an
// arm lay there.
func (b *bareTable) forget(changed []bool) {
	for i := range b.known {
		if changed[i] && b.known[i] {
			b.known[i], b.like, b.forgot = false, nil, true
		}
	}
}

// Of a card and of what lies about it, the parts that look as in the first picture: if no more of the card does, and so much of that
// about it, then neither the card was in sight in the first picture nor an arm over its place, which would have come across what lies about.
const (
	wasInSight = 0.25
	wasAround  = 0.8
)

// wellGuessed is the limit, in grey levels, up to which other parts of the table tell what it looks like where it is not known.
const wellGuessed = bareKnown + 8

// remember takes back that the first picture may not have shown the table where cards that were read now came to lie, unless other parts
// of the table tell what it looks like there. Where it never was known a card lay then.
func (b *bareTable) remember(w *watcher, cards []models.Observation) bool {
	if b.colour == nil || w.tick > opens {
		return false
	}
	learnt := false
	for _, o := range cards {
		under, grown := w.act.Under(o.Corners), w.act.Under(o.Corners.Grown(withShadow))
		inside := asFirst(w.act, under)
		if around := asFirst(w.act, grown) - inside; !believed(o) || inside > wasInSight*float64(len(under)) || around < wasAround*float64(len(grown)-len(under)) {
			continue
		}
		for _, i := range under {
			guessed := b.limit[i] > 0 && b.limit[i] <= wellGuessed
			if forgotten := !b.known[i] && b.lit[i] != (tone{}); forgotten && !guessed && !w.act.Lasts[i] {
				b.take(i, w.opening)
				learnt = true
			}
		}
	}
	return learnt
}

// asFirst is how many of the cells look as in the first picture.
func asFirst(act *track.Activity, cells []int) float64 {
	n := 0.0
	for _, i := range cells {
		if act.Lasts[i] {
			n++
		}
	}
	return n
}

// recall guesses what was forgotten of the first picture, in an area given in cells: whether the table was in sight there
// before is to be known of what is laid in the first seconds, too.
func (b *bareTable) recall(area image.Rectangle, cols int) {
	if b.forgot {
		b.guessIn(area, cols)
	}
}

// mark notes which cells look like the bare table now, and which ones did in the settled picture.
func (b *bareTable) mark(w *watcher) {
	if b.colour == nil {
		return
	}
	distances(w.diff, w.cur, b.colour)
	for i, d := range w.diff {
		w.act.Bare[i] = int(d) <= b.within(i)
	}
	distances(w.diff, w.ref, b.colour)
	for i, d := range w.diff {
		w.act.Clear[i] = int(d) <= b.within(i) || w.hasAlt[i] && b.shows(w.alt, i)
	}
}

// shows tells whether a cell of a picture looks like the bare table.
func (b *bareTable) shows(cells []uint8, i int) bool {
	return far(cells[3*i:][:3], b.colour[3*i:][:3]) <= b.within(i)
}

// within is by how many grey levels a cell may differ from the table's colour to look like it; -1: that is not known.
func (b *bareTable) within(i int) int {
	switch {
	case b.known[i]:
		return bareKnown
	case b.limit[i] > 0:
		return b.limit[i]
	}
	return -1
}
