package learn

import (
	"slices"

	"schiri/models"
)

// layAlike lays the cards of rows, each from the 1 to the 10, onto each other by their print, as far as their edges left them off. Cards
// that plainly lie upside down are turned before, as they are like no others; those of which it shows less, when all lie in their places.
func layAlike(rows []sheetRow, card [2]float64) {
	// With bubbles strewn at random cards that look the same both ways round gain up to 0.4 by chance, cut some millimetres off up to 1.4.
	const clearly, plainly = 0.7, 2.0
	turnAlike(rows, card, plainly)
	align(rows, card)
	if turnAlike(rows, card, clearly) {
		align(rows, card)
	}
	register(rows, card)
}

// turnAlike turns the cards of a sheet that lie the other way round than the rest and gain so much by it (worst), and tells whether there
// were any. Whoever lays forty cards in rows lays some upside down. What is compared with the others in its place afterwards is print,
// lamps and shade; of cards with one number at the top those were refused that lay upside down, or other cards were read as them.
func turnAlike(rows []sheetRow, card [2]float64, enough float64) bool {
	all := waysOf(printsOf(facesOf(rows, card)))
	turned := false
	for {
		group, gain := all.worst()
		if gain < enough {
			return turned
		}
		all.turn(group)
		for _, i := range group {
			c := &rows[i/all.inRow].cuts[i%all.inRow]
			c.quad = c.quad.Turned()
		}
		turned = true
	}
}

// ways is for each two cards of a number or of a row, card by card of all rows, how much more alike their prints are as they lie than
// if one of the two is turned over, as a part of what such cards usually lack of being alike, and divided by how many such others
// a card has.
type ways struct {
	inRow int
	more  [][]float64
}

func waysOf(all prints) ways {
	const grain = 0.03 // what the print of equal cards lacks of being alike for their places between the cells
	inRow := len(all[0])
	w := ways{inRow, make([][]float64, len(all)*inRow)}
	for i := range w.more {
		w.more[i] = make([]float64, len(w.more))
	}
	compare := func(others int, related func(a, b int) bool) {
		var best []float64
		var pairs [][2]int
		for a := range w.more {
			for b := range a {
				if !related(a, b) {
					continue
				}
				p, q := all[a/inRow][a%inRow], all[b/inRow][b%inRow]
				as, over := p.alike(q, models.Point{}, 0), p.alike(q.turned(), models.Point{}, 0)
				w.more[a][b] = (as - over) / float64(others)
				best, pairs = append(best, max(as, over)), append(pairs, [2]int{a, b})
			}
		}
		if len(pairs) == 0 {
			return
		}
		lacks := 1 + grain - median(best)
		for _, p := range pairs {
			w.more[p[0]][p[1]] /= lacks
			w.more[p[1]][p[0]] = w.more[p[0]][p[1]]
		}
	}
	compare(len(all)-1, func(a, b int) bool { return a%inRow == b%inRow })
	compare(inRow-1, func(a, b int) bool { return a/inRow == b/inRow })
	return w
}

// groups are the cards that may lie the other way round than the rest: each by itself, those of a number and those of a row. Where about
// half of a sheet lies each way round, numbers may agree among themselves and not with each other.
func (w ways) groups() [][]int {
	numbers, rows := make([][]int, w.inRow), make([][]int, len(w.more)/w.inRow)
	var out [][]int
	for i := range w.more {
		out = append(out, []int{i})
		numbers[i%w.inRow] = append(numbers[i%w.inRow], i)
		rows[i/w.inRow] = append(rows[i/w.inRow], i)
	}
	return slices.Concat(out, numbers, rows)
}

// worst is the group whose print would become more alike to the others' than any other group's if it was turned over, and by how much
// for each of its cards.
func (w ways) worst() (worst []int, gain float64) {
	for _, group := range w.groups() {
		sum := 0.0
		for _, i := range group {
			for k, more := range w.more[i] {
				if !slices.Contains(group, k) {
					sum -= more / float64(len(group))
				}
			}
		}
		if sum > gain {
			worst, gain = group, sum
		}
	}
	return worst, gain
}

// turn turns the cards of a group over.
func (w ways) turn(group []int) {
	for _, i := range group {
		for k := range w.more {
			w.more[i][k], w.more[k][i] = -w.more[i][k], -w.more[k][i]
		}
	}
}

// turned is the imprint of the card the other way round.
func (p imprint) turned() imprint {
	at := slices.Clone(p.at)
	slices.Reverse(at)
	return imprint{p.w, p.h, at}
}
