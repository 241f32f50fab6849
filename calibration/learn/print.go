package learn

import (
	"fmt"
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// imprint is how steep a face is at each place, whatever its colours: what is printed on it.
type imprint struct {
	w, h int
	at   []float64
}

const (
	printCell = 2 // pixels of a face: the width of a place of an imprint
	printRim  = 3 // places at an imprint's rim where the table may show
)

// imprintOf smooths a face to cells and takes the steepness between them.
func imprintOf(face *image.RGBA) imprint {
	size := face.Bounds().Size()
	w, h := size.X/printCell, size.Y/printCell
	cells := make([][3]float64, w*h)
	for y := range h {
		for x := range w {
			for k := range printCell * printCell {
				i := face.PixOffset(x*printCell+k%printCell, y*printCell+k/printCell)
				for c := range 3 {
					cells[y*w+x][c] += float64(face.Pix[i+c]) / (printCell * printCell)
				}
			}
		}
	}
	p := imprint{w, h, make([]float64, w*h)}
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			steep := 0.0
			for c := range 3 {
				steep = max(steep, math.Hypot(cells[i+1][c]-cells[i-1][c], cells[i+w][c]-cells[i-w][c]))
			}
			p.at[i] = steep / (steep + 60)
		}
	}
	return p
}

// inner tells whether a place lies within the rim.
func (p imprint) inner(i int) bool {
	x, y := i%p.w, i/p.w
	return min(x, y, p.w-1-x, p.h-1-y) >= printRim
}

// meanImprint is the mean of imprints of the same size.
func meanImprint(all []imprint) imprint {
	out := imprint{all[0].w, all[0].h, make([]float64, len(all[0].at))}
	for _, p := range all {
		for i, v := range p.at {
			out.at[i] += v / float64(len(all))
		}
	}
	return out
}

// alike is the correlation of an imprint with the part of a wider one where its middle lies at
// the middle shifted by d (cells) and turned (radians), -1 to 1. The outermost cells are left out.
func (p imprint) alike(wider imprint, d models.Point, turn float64) float64 {
	sin, cos := math.Sincos(turn)
	var n, a, b, aa, bb, ab float64
	for y := printRim; y < p.h-printRim; y++ {
		for x := printRim; x < p.w-printRim; x++ {
			u, v := float64(x)-float64(p.w-1)/2, float64(y)-float64(p.h-1)/2
			i := int(math.Round(cos*u - sin*v + d.X + float64(wider.w-1)/2))
			j := int(math.Round(sin*u + cos*v + d.Y + float64(wider.h-1)/2))
			if i < 0 || j < 0 || i >= wider.w || j >= wider.h {
				continue
			}
			s, t := p.at[y*p.w+x], wider.at[j*wider.w+i]
			n, a, b, aa, bb, ab = n+1, a+s, b+t, aa+s*s, bb+t*t, ab+s*t
		}
	}
	return (ab - a*b/n) / (math.Sqrt((aa-a*a/n)*(bb-b*b/n)) + 1e-9)
}

// scope is how far about the place where a card was cut its print is looked for.
type scope struct {
	reach       int     // cells each way
	twist, step float64 // degrees each way, and from one try to the next
}

// best is where in a wider imprint this one lies, as by alike, if it is clearly more alike there than so far.
func (p imprint) best(wider imprint, sofar float64, within scope) (like float64, d models.Point, turn float64, moved bool) {
	const clearly = 0.05
	like = sofar + clearly
	for degrees := -within.twist; degrees <= within.twist; degrees += within.step {
		for y := -within.reach; y <= within.reach; y++ {
			for x := -within.reach; x <= within.reach; x++ {
				at := models.Point{X: float64(x), Y: float64(y)}
				if l := p.alike(wider, at, degrees*math.Pi/180); l > like {
					like, d, turn, moved = l, at, degrees*math.Pi/180, true
				}
			}
		}
	}
	if !moved {
		like = sofar
	}
	return like, d, turn, moved
}

// sheetRow is a row of ten in its photo.
type sheetRow struct {
	photo *photo
	cuts  []cut
}

// prints are the imprints of a deck's cards, row by row, while the rows are compared: a number
// is printed alike on the cards of all colours, or mostly so.
type prints [][]imprint

func printsOf(rows [][]*image.RGBA) prints {
	all := make(prints, len(rows))
	for r, row := range rows {
		all[r] = make([]imprint, len(row))
		sideBySide(len(row), func(i int) { all[r][i] = imprintOf(row[i]) })
	}
	return all
}

// facesOf cuts the cards of rows out of their photos.
func facesOf(rows []sheetRow, card [2]float64) [][]*image.RGBA {
	out := make([][]*image.RGBA, len(rows))
	for r, row := range rows {
		out[r] = make([]*image.RGBA, len(row.cuts))
		sideBySide(len(row.cuts), func(i int) { out[r][i] = row.photo.face(row.cuts[i].quad, card) })
	}
	return out
}

// others is the mean imprint of the cards in one place of all rows but one.
func (p prints) others(row, place int) imprint {
	var rest []imprint
	for r := range p {
		if r != row {
			rest = append(rest, p[r][place])
		}
	}
	return meanImprint(rest)
}

// likeness is how like each card's print is to that of its number in the other colours, and how
// like they usually are.
func (p prints) likeness() (like [][]float64, usual float64) {
	var all []float64
	for r := range p {
		like = append(like, nil)
		for i := range p[r] {
			like[r] = append(like[r], p.others(r, i).alike(p[r][i], models.Point{}, 0))
		}
		all = append(all, like[r]...)
	}
	return like, median(all)
}

// telling is the likeness from which on a deck's numbers can be compared over its colours.
const telling = 0.5

// align moves cards that hardly part from the table to where their print lies as that of their
// number does in the other colours. One whose print is nowhere about as like the others' as usual stays as it was cut: it lies upside
// down, or a lamp mirrors in it, and the likeliest place for it was up to a centimetre off.
func align(rows []sheetRow, card [2]float64) {
	const enough, lost = 0.9, 0.5 // of the usual likeness; one far off is hardly like the others at all
	all := printsOf(facesOf(rows, card))
	like, usual := all.likeness()
	if usual < telling {
		return
	}
	for r, row := range rows {
		sideBySide(len(row.cuts), func(i int) {
			if like[r][i] > enough*usual {
				return
			}
			at, others := row.cuts[i].quad, all.others(r, i)
			drawn, alike := row.drawn(at, card, others)
			if alike < lost*usual {
				drawn, alike = row.drawn(row.farOff(at, card, others), card, others)
			}
			if alike > enough*usual {
				row.cuts[i].quad = drawn
			}
		})
	}
}

// drawn is the outline of a cut, drawn to where its print lies as the others' does, and how alike it is there.
func (row sheetRow) drawn(q models.Quad, card [2]float64, others imprint) (drawn models.Quad, like float64) {
	const twist = 12.0 // degrees by which a card that hardly parts from the table is laid wrongly at most
	like = others.alike(imprintOf(row.photo.face(q, card)), models.Point{}, 0)
	for moved := true; moved; {
		q, like, moved = row.toward(q, card, others, like, scope{reach: 6, twist: twist, step: 2})
	}
	return q, like
}

// farOff is where the print of a cut seems to lie, up to 29 mm away: among white cards on a white table one was cut 22 mm beside its place.
func (row sheetRow) farOff(q models.Quad, card [2]float64, others imprint) models.Quad {
	q, _, _ = row.toward(q, card, others, -1, scope{reach: 22, twist: 6, step: 6})
	return q
}

// toward looks once about a cut for where its print is clearly more alike than so far.
func (row sheetRow) toward(q models.Quad, card [2]float64, others imprint, sofar float64, within scope) (to models.Quad, like float64, moved bool) {
	const (
		cell = printCell / calibration.FaceScale // mm
		turn = 4.0                               // mm by which a card's sides are moved as it is turned
	)
	margin := float64(within.reach)*cell + turn
	wider := imprintOf(row.photo.face(displaced(q, card, models.Point{}, 0, margin), [2]float64{card[0] + 2*margin, card[1] + 2*margin}))
	like, d, by, moved := others.best(wider, sofar, within)
	return displaced(q, card, d.Mul(cell), by, 0), like, moved
}

// alignBacks moves the cuts of a line of backs likewise, where the backs have the same print in different colours. One that shows
// nothing like the others then has a print of its own, as those of another box do, and stays as it was cut.
func alignBacks(p *photo, line []cut, card [2]float64) {
	if len(line) < 3 {
		return // of two nobody knows which lies better
	}
	var each []sheetRow
	for _, c := range line {
		each = append(each, sheetRow{p, []cut{c}})
	}
	if _, usual := printsOf(facesOf(each, card)).likeness(); usual < telling {
		return
	}
	align(each, card)
	register(each, card)
	like, usual := printsOf(facesOf(each, card)).likeness()
	for i := range like {
		if like[i][0] >= nothingLike*usual {
			line[i] = each[i].cuts[0]
		}
	}
}

// nothingLike is the part of the usual likeness below which a card shows nothing like its number in the other colours, or a back
// like the others.
const nothingLike = 0.3

// Doubt is what about the rows of a deck is not as it should be.
type Doubt struct {
	Row  int // from 0
	Card int // whose picture shows nothing like its number in the other colours, from 1; 0: the row runs another way than the others
}

// Doubts compares what is printed on the cards of rows, each from the 1 to the 10: a card may be washed out, cut out
// wrongly or lie in another's place, a row may run another way than the others. Where the numbers of a deck are not
// alike in all colours nothing can be told, and there are none.
func Doubts(rows [][]*image.RGBA) []Doubt {
	const clearly = 0.1
	if len(rows) < 2 {
		return nil
	}
	all := printsOf(rows)
	like, usual := all.likeness()
	if usual < telling {
		return nil
	}
	var doubts []Doubt
	for r := range all {
		n := len(all[r])
		mean := func(of func(place int) int) (sum float64) {
			for i := range n {
				sum += all.others(r, of(i)).alike(all[r][i], models.Point{}, 0) / float64(n)
			}
			return sum
		}
		right := mean(func(i int) int { return i })
		ways := []func(int) int{
			func(i int) int { return n - 1 - i }, func(i int) int { return (i + 1) % n }, func(i int) int { return (i + n - 1) % n },
		}
		if slices.ContainsFunc(ways, func(way func(int) int) bool { return mean(way) > right+clearly }) {
			doubts = append(doubts, Doubt{Row: r})
		}
	}
	if len(doubts) > 0 {
		return doubts // nothing is like its number in a row that runs another way
	}
	for r := range like {
		asked := nothingLike * usual
		// Pale print, as brown on orange, is less like the others' on all cards of a row; of a row of which much less is, most is not there.
		if row := median(like[r]); row > usual/2 {
			asked = nothingLike * min(usual, row)
		}
		for i, l := range like[r] {
			if l < asked {
				doubts = append(doubts, Doubt{r, i + 1})
			}
		}
	}
	return doubts
}

// doubtful names the first doubt there is about rows.
func doubtful(rows [][]*image.RGBA, colors []models.Color) error {
	doubts := Doubts(rows)
	if len(doubts) == 0 {
		return nil
	}
	d := doubts[0]
	if d.Card == 0 {
		return fmt.Errorf("the row of %s does not run from 1 on the left to 10 on the right as the others do; lay it again and take the photo of that row again", colors[d.Row])
	}
	return fmt.Errorf("%s could not be made out clearly; take the photo of that row again, without lamps that mirror in the cards", models.Card{Color: colors[d.Row], Number: d.Card})
}

// displaced is a card's outline moved by d millimetres as the card sees it and turned (radians), with
// so many millimetres round it.
func displaced(q models.Quad, card [2]float64, d models.Point, turn, wider float64) models.Quad {
	toPx, err := calibration.HomographyOf(calibration.CardRect(card), q)
	if err != nil {
		return q
	}
	middle := models.Point{X: card[0] / 2, Y: card[1] / 2}
	return toPx.Quad(spot{middle.Add(d), turn}.outline(card[0]+2*wider, card[1]+2*wider))
}
