package learn

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// register moves the corners of cuts to where their print lies as that of the others does: the frame that all cards of
// a deck have, and their number in the other colours. Where the rim of the cards looks like the table, cuts are off by
// some millimetres, each in its own way, and a strip of one card would be compared with another part of the next. All
// rows are of one deck, each from the 1 to the 10.
//
// It is the alignment of Lucas and Kanade (1981) of each card to the mean of the others, weighted by how much the others
// differ among themselves, for all cards in turns.
//
// It is done twice, the second time with what the first made of the cuts, as what is cut far off counts in the mean as well: on
// a gingham cloth in dim light the corners of cards with a white frame were 1.1 mm apart on the mean, 0.3 after the first time
// and 0.15 after the second. Cards that are still off then are held by lines thinner than they are off. The third time the
// print is blurred first, so that these draw from farther away, and only what fits very much better is taken: of white cards
// half over a white mat six of forty were cut up to 4 mm off, and read as others.
func register(rows []sheetRow, card [2]float64) {
	// By how much more like the others' a print must be, as a part of what a number usually lacks of being like itself in the other
	// colours: where that is much, as with bubbles strewn at random, a little is chance. Cards that were off gained 1.2 to 1.9 times
	// that the third time, cards that were not up to 0.6 times.
	const clearly, plainly = 0.3, 1.0
	const sharp, blurred = 1, 8
	moveOnto(rows, card, clearly, sharp)
	moveOnto(rows, card, clearly, sharp)
	moveOnto(rows, card, plainly, blurred, sharp)
}

// moveOnto moves the corners of cuts to where their print is that of the others, as far as that makes them more alike by the
// gain asked: the print smoothed so many times (maskOf), one after the other.
// Under glare, or where the frames of the colours differ, the print misleads.
func moveOnto(rows []sheetRow, card [2]float64, gain float64, smoothed ...int) {
	const rounds = 8
	var cards []*laidCard
	for _, row := range rows {
		laid := make([]*laidCard, len(row.cuts))
		sideBySide(len(laid), func(i int) { laid[i] = newLaidCard(row.photo, row.cuts[i].quad, card, i) })
		cards = append(cards, laid...)
	}
	for _, times := range smoothed {
		maskAll(cards, times)
		for range rounds {
			registerOnce(cards)
		}
	}
	moved := make([]sheetRow, len(rows))
	for r, row := range rows {
		moved[r] = sheetRow{row.photo, slices.Clone(row.cuts)}
		for i, c := range row.cuts {
			moved[r].cuts[i].quad = cards[r*len(row.cuts)+i].outline(c.quad)
		}
	}
	before, after := printsOf(facesOf(rows, card)), printsOf(facesOf(moved, card))
	_, usual := before.likeness()
	for r, row := range rows {
		for i := range row.cuts {
			if after.likeOthers(r, i) > before.likeOthers(r, i)+gain*(1-usual) {
				row.cuts[i] = moved[r].cuts[i]
			}
		}
	}
}

// maskAll takes the print of cards, smoothed so many times. Of a card with a white frame about as large as its ground a shadow decides
// which of the two counts as print. So that print is compared with print, a mask that is the opposite of the first card's is turned over:
// a 2 in the edge of a shadow could not be laid onto the others, and cards that showed little were read as that 2.
func maskAll(cards []*laidCard, smoothed int) {
	const opposite = -0.5 // correlation; cards without a frame have their ground in common
	sideBySide(len(cards), func(i int) {
		cards[i].mask = maskOf(cards[i].wide, cards[i].ground, smoothed)
		cards[i].look()
	})
	for _, c := range cards[1:] {
		if linear(c.seen(), cards[0].seen()) < opposite {
			for i, v := range c.mask.at {
				c.mask.at[i] = 1 - v
			}
		}
	}
}

// likeOthers is how like the print of a card is to its number in the other colours and to all other cards, added up: all of a number
// may lie off alike.
func (p prints) likeOthers(row, place int) float64 {
	var rest []imprint
	for r := range p {
		for i := range p[r] {
			if r != row || i != place {
				rest = append(rest, p[r][i])
			}
		}
	}
	own := p[row][place]
	return p.others(row, place).alike(own, models.Point{}, 0) + meanImprint(rest).alike(own, models.Point{}, 0)
}

// outline is the outline of a cut with its corners moved.
func (c *laidCard) outline(cut models.Quad) models.Quad {
	toPx, err := calibration.HomographyOf(calibration.CardRect(c.card), cut)
	if err != nil {
		return cut
	}
	q := calibration.CardRect(c.card)
	for k, d := range c.moved {
		q[k] = q[k].Add(d)
	}
	return toPx.Quad(q)
}

// registerOnce moves the corners of all cards a step, and takes off what all were moved by: only what they differ in is
// known.
func registerOnce(cards []*laidCard) {
	all, numbers := meanPrint{}, map[int]*meanPrint{}
	sideBySide(len(cards), func(i int) { cards[i].look() })
	for _, c := range cards {
		if numbers[c.number] == nil {
			numbers[c.number] = &meanPrint{}
		}
		all.add(c)
		numbers[c.number].add(c)
	}
	sideBySide(len(cards), func(i int) { cards[i].step(&all, numbers[cards[i].number]) })
	var drift corners
	for _, c := range cards {
		for k, d := range c.moved {
			drift[k] = drift[k].Add(d.Mul(1 / float64(len(cards))))
		}
	}
	for _, c := range cards {
		for k := range c.moved {
			c.moved[k] = c.moved[k].Sub(drift[k])
		}
	}
}

// corners are how far the corners of a cut are moved, in millimetres as the card sees it, from the top left clockwise.
type corners [4]models.Point

// say is how much each corner moves what lies at u and v, each from 0 to 1 across the card.
func say(u, v float64) [4]float64 {
	return [4]float64{(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v}
}

// The places of a card at which its print is looked at, from side to side and from top to bottom.
const acrossCard, downCard = 44, 68

// laidCard is a card of which the print is looked at where its corners were moved to.
type laidCard struct {
	number int
	card   [2]float64  // mm
	wide   *image.RGBA // what is seen of it and mostMoved around it
	ground [3]int
	mask   printMask
	moved  corners
	print  [acrossCard * downCard][3]float64 // what is seen at each place, 0 to 1, and how it changes for each mm to the right and down
}

// mostMoved is how far a corner may be moved, in millimetres, and as much is seen round a card.
const mostMoved = 4.0

func newLaidCard(p *photo, q models.Quad, card [2]float64, number int) *laidCard {
	wide := p.face(displaced(q, card, models.Point{}, 0, mostMoved), [2]float64{card[0] + 2*mostMoved, card[1] + 2*mostMoved})
	return &laidCard{number: number, card: card, wide: wide, ground: calibration.DominantColor(p.face(q, card))}
}

// look takes the print at each place.
func (c *laidCard) look() {
	for i := range c.print {
		u, v := placeOf(i)
		at := models.Point{X: u * c.card[0], Y: v * c.card[1]}.Add(models.Point{X: mostMoved, Y: mostMoved})
		for k, n := range say(u, v) {
			at = at.Add(c.moved[k].Mul(n))
		}
		seen, dx, dy := c.mask.see(at.X*calibration.FaceScale-.5, at.Y*calibration.FaceScale-.5)
		c.print[i] = [3]float64{seen, dx * calibration.FaceScale, dy * calibration.FaceScale}
	}
}

// seen is what was taken at each place.
func (c *laidCard) seen() []float64 {
	seen := make([]float64, len(c.print))
	for i, p := range c.print {
		seen[i] = p[0]
	}
	return seen
}

// placeOf is where on a card, each from 0 to 1, place i is.
func placeOf(i int) (u, v float64) {
	return (float64(i%acrossCard) + .5) / acrossCard, (float64(i/acrossCard) + .5) / downCard
}

// step moves the corners by the least squares step (Gauss-Newton) towards the mean prints of the others among which it is.
func (c *laidCard) step(means ...*meanPrint) {
	const (
		grain = 0.1  // by which one print differs from the next at a place that is alike
		stay  = 20.0 // what speaks for the corner as cut, for each mm²
	)
	eq := make([][]float64, 8)
	for m := range eq {
		eq[m] = make([]float64, 9)
		eq[m][m] = stay
		eq[m][8] = -stay * [2]float64{c.moved[m/2].X, c.moved[m/2].Y}[m%2]
	}
	for i, p := range c.print {
		u, v := placeOf(i)
		var row [8]float64
		for k, n := range say(u, v) {
			row[2*k], row[2*k+1] = n*p[1], n*p[2]
		}
		for _, mean := range means {
			want, spread := mean.without(c, i)
			w := 1 / (grain*grain + spread)
			for m := range row {
				by := w * row[m]
				for n := range row {
					eq[m][n] += by * row[n]
				}
				eq[m][8] += by * (want - p[0])
			}
		}
	}
	by, ok := calibration.Solve(eq)
	if !ok {
		return
	}
	for k := range c.moved {
		d := c.moved[k].Add(models.Point{X: by[2*k], Y: by[2*k+1]})
		c.moved[k] = models.Point{X: min(max(d.X, -mostMoved), mostMoved), Y: min(max(d.Y, -mostMoved), mostMoved)}
	}
}

// meanPrint is the mean of the prints of cards at each place, and the mean of their squares.
type meanPrint struct {
	n           float64
	sum, square [acrossCard * downCard]float64
}

func (m *meanPrint) add(c *laidCard) {
	m.n++
	for i, p := range c.print {
		m.sum[i] += p[0]
		m.square[i] += p[0] * p[0]
	}
}

// without is the mean at a place of all but a card that was added, and the variance; a mean of hardly any tells nothing.
func (m *meanPrint) without(c *laidCard, i int) (mean, variance float64) {
	n := m.n - 1
	if n < 2 {
		return 0, math.Inf(1)
	}
	own := c.print[i][0]
	mean = (m.sum[i] - own) / n
	return mean, max((m.square[i]-own*own)/n-mean*mean, 0)
}

// printMask is how much of the print is at each pixel of a face, from 0 (the ground) to 1: alike in all colours of a deck.
type printMask struct {
	w, h int
	at   []float64
}

// maskOf takes what differs from the colour of most of a face for its print; smoothed at least once, so that an edge draws
// from both sides, and more often for one that is far off to be drawn (each time by the mean of 3x3 pixels).
func maskOf(face *image.RGBA, ground [3]int, smoothed int) printMask {
	const half = 60.0 // grey levels at which it counts half
	size := face.Bounds().Size()
	sharp, m := make([]float64, size.X*size.Y), printMask{size.X, size.Y, make([]float64, size.X*size.Y)}
	for i := range sharp {
		off := 0.0
		for c := range 3 {
			off = max(off, math.Abs(float64(face.Pix[4*i+c])-float64(ground[c])))
		}
		sharp[i] = off * off / (off*off + half*half)
	}
	for range smoothed {
		clear(m.at)
		for y := 1; y < m.h-1; y++ {
			for x := 1; x < m.w-1; x++ {
				for k := range 9 {
					m.at[y*m.w+x] += sharp[(y+k/3-1)*m.w+x+k%3-1] / 9
				}
			}
		}
		copy(sharp, m.at)
	}
	return m
}

// see is the mask between its pixels, and how it changes for each pixel to the right and down.
func (m printMask) see(x, y float64) (v, dx, dy float64) {
	x, y = min(max(x, 0), float64(m.w)-1.001), min(max(y, 0), float64(m.h)-1.001)
	i, u, w := int(y)*m.w+int(x), x-math.Floor(x), y-math.Floor(y)
	a, b, c, d := m.at[i], m.at[i+1], m.at[i+m.w], m.at[i+m.w+1]
	return (1-w)*((1-u)*a+u*b) + w*((1-u)*c+u*d), (1-w)*(b-a) + w*(d-c), (1-u)*(c-a) + u*(d-b)
}
