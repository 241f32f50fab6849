package learn

import (
	"math"
	"slices"

	"schiri/models"
)

// linesOf sorts spots into lines from top to bottom, each from left to right; high is a card's
// height in millimetres. A card alone is no line where others are.
func linesOf(spots []spot, high float64) [][]spot {
	spots = slices.Clone(spots)
	slices.SortFunc(spots, func(a, b spot) int { return sign(a.at.X - b.at.X) })
	var lines [][]spot
	for _, s := range spots {
		best, least := -1, 0.5*high
		for i, line := range lines {
			// The last card of the line is the nearest one, so a line may rise or fall slowly.
			if d := math.Abs(line[len(line)-1].at.Y - s.at.Y); d < least {
				best, least = i, d
			}
		}
		if best < 0 {
			lines = append(lines, []spot{s})
		} else {
			lines[best] = append(lines[best], s)
		}
	}
	slices.SortFunc(lines, func(a, b []spot) int { return sign(a[0].at.Y - b[0].at.Y) })
	if !slices.ContainsFunc(lines, func(l []spot) bool { return len(l) > 1 }) {
		return lines
	}
	return slices.DeleteFunc(lines, func(l []spot) bool { return len(l) < 2 })
}

func sign(d float64) int {
	switch {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

// pitchOf is the distance in millimetres from card to card in rows that may have gaps; 0 where no row has two cards. Two outlines of
// one card are no two cards.
func (t *fitting) pitchOf(lines [][]spot) float64 {
	var pairs [][2]spot
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			pairs = append(pairs, [2]spot{line[i-1], line[i]})
		}
	}
	wide := func(p [2]spot) float64 { return p[1].at.Sub(p[0].at).Norm() }
	pairs = slices.DeleteFunc(pairs, func(p [2]spot) bool { return wide(p) < t.w/2 })
	if len(pairs) == 0 {
		return 0
	}
	slices.SortFunc(pairs, func(a, b [2]spot) int { return sign(wide(a) - wide(b)) })
	least := wide(pairs[len(pairs)/4]) // the smaller steps are those with no card missing
	pairs = slices.DeleteFunc(pairs, func(p [2]spot) bool { return math.Abs(wide(p)-least) >= 0.3*least })
	sum := 0.0
	for _, p := range pairs {
		sum += wide(p)
	}
	return sum / float64(len(pairs)) / float64(t.between(pairs, least)+1)
}

// between is how many cards lie between the two of pairs so many millimetres apart: few cards may have been found, none beside another.
func (t *fitting) between(pairs [][2]spot, apart float64) int {
	const looked = 4 // pairs
	for n := int(apart/t.w) - 1; n > 0; n-- {
		cards, places := 0, 0
		for _, p := range pairs[:min(looked, len(pairs))] {
			for i := range n {
				share := float64(i+1) / float64(n+1)
				s := t.seek(spot{p[0].at.Add(p[1].at.Sub(p[0].at).Mul(share)), p[0].turn})
				places++
				if t.there(s) >= 2*t.least() {
					cards++
				}
			}
		}
		if 2*cards > places {
			return n
		}
	}
	return 0
}

// row is a row of cards in the making: what lies in its places, numbered from that of the
// first card found, and how surely a card lies there.
type row struct {
	cards map[int]spot
	sure  map[int]float64
	step  models.Point // from place to place
}

// rowsOf numbers the cards of lines by the distance from card to card; there are none where no line has two cards.
func (t *fitting) rowsOf(lines [][]spot) (rows []row) {
	for _, line := range lines {
		r := row{map[int]spot{}, map[int]float64{}, models.Point{}}
		for i, s := range line {
			r.cards[i], r.sure[i] = s, t.there(s)
		}
		rows = append(rows, r)
	}
	for _, line := range lines {
		for _, s := range line {
			t.takeOff(s)
		}
	}
	pitch := t.pitchOf(lines)
	if pitch == 0 {
		return nil
	}
	for i, line := range lines {
		rows[i].number(line, pitch)
	}
	return rows
}

// number gives the cards of a line, so far numbered without gaps, their places.
func (r *row) number(line []spot, pitch float64) {
	sure := r.sure
	r.cards, r.sure, r.step = map[int]spot{}, map[int]float64{}, models.Point{X: pitch}
	at := 0
	for i, s := range line {
		if i > 0 {
			at += max(1, int(math.Round(s.at.Sub(line[i-1].at).Norm()/pitch)))
		}
		r.cards[at], r.sure[at] = s, sure[i]
	}
	if at > 0 {
		r.step = line[len(line)-1].at.Sub(line[0].at).Mul(1 / float64(at))
	}
}

// ends are the first and the last place at which a card lies.
func (r row) ends() (first, last int) {
	first, last = math.MaxInt, math.MinInt
	for i := range r.cards {
		first, last = min(first, i), max(last, i)
	}
	return first, last
}

// guess is where the card of a place should lie, by the nearest card found.
func (r row) guess(place int) spot {
	nearest := math.MaxInt
	var s spot
	for i, c := range r.cards {
		if d := i - place; d*d < nearest || d*d == nearest && d < 0 {
			nearest, s = d*d, spot{c.at.Sub(r.step.Mul(float64(d))), c.turn}
		}
	}
	return s
}

// nearest is which of the places lies nearest to a card found, of equals the first: from a card far off a place is guessed so wrongly
// that half of another card may pass for one.
func (r row) nearest(places []int) int {
	best, least := 0, math.MaxInt
	for k, place := range places {
		for i := range r.cards {
			if d := max(i-place, place-i); d < least {
				best, least = k, d
			}
		}
	}
	return best
}

// fill looks for a card at a place of the row where none was found.
func (t *fitting) fill(r row, place int) {
	s := t.seek(r.guess(place))
	if sure := t.there(s); sure >= t.least() {
		r.cards[place], r.sure[place] = s, sure
		t.takeOff(s)
	}
}

// there is how surely a card lies at a spot, from 0 to 1.
func (t *fitting) there(s spot) float64 {
	if t.bare != nil {
		return t.covered(s)
	}
	t.around = t.colorAround(s)
	return max(0, t.sides(s)/1.5)
}

// least is what there says at least where a card lies. Even a card of the table's own colour
// has its print; what speaks for a card's sides alone may be a pattern of the table.
func (t *fitting) least() float64 {
	if t.bare != nil {
		return 0.1
	}
	return 0.25
}

// complete finds the cards of a row of n that are missing so far and gives the n neighbouring
// places that most surely hold cards; of equals those nearest to where others' rows begin
// (mm, NaN where unknown). It tells in which of them no card was found.
func (t *fitting) complete(r row, n int, begin float64) (spots []spot, lacking []int) {
	first, last := r.ends()
	// One place more on either side: a thing that is no card may have been taken for the row's end.
	var places []int
	for place := min(first, last-n+1) - 1; place <= max(last, first+n-1)+1; place++ {
		if _, ok := r.cards[place]; !ok {
			places = append(places, place)
		}
	}
	for len(places) > 0 {
		next := r.nearest(places)
		t.fill(r, places[next])
		places = slices.Delete(places, next, next+1)
	}
	best, most := 0, math.Inf(-1)
	first, last = r.ends()
	for from := min(first, last-n+1); from <= max(first, last-n+1); from++ {
		sum := 0.0
		for place := from; place < from+n; place++ {
			if _, ok := r.cards[place]; ok {
				sum += 0.2 + r.sure[place]
			}
		}
		if !math.IsNaN(begin) {
			sum -= 0.1 * math.Abs(r.guess(from).at.X-begin) / r.step.Norm()
		}
		if sum > most {
			best, most = from, sum
		}
	}
	for i := range n {
		s, ok := r.cards[best+i]
		if !ok {
			s, lacking = r.guess(best+i), append(lacking, i)
		}
		spots = append(spots, s)
	}
	return spots, lacking
}
