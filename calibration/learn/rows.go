package learn

import (
	"fmt"
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
)

// Sheets are the photos of rows that teach a deck.
type Sheets struct {
	Fronts    []string   // photos of the fronts of one deck in rows, a colour a row, 1 to 10 from left to right
	Backs     string     // photo of one back of each deck in a line
	BackNames []string   // their names from left to right
	Empty     string     // photo of the same table without cards, from the same place; may be left out
	CardMM    [2]float64 // width and height of a card in millimetres
}

// FromSheets learns a deck from photos of rows. The error is a *Refused where a photo is not good enough.
func FromSheets(s Sheets) (calibration.Deck, error) {
	deck := calibration.Deck{
		Name: "deck", CardMM: s.CardMM,
		Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{},
	}
	finder := detect.NewFinder()
	defer finder.Close()
	plane, err := fronts(s, finder, deck)
	if err != nil {
		return calibration.Deck{}, err
	}
	if err := backs(s, finder, deck, plane); err != nil {
		return calibration.Deck{}, err
	}
	return deck, nil
}

// fronts learns the forty faces and gives the table plane of the last photo. Rows of all
// photos are put together before their colours are named.
func fronts(s Sheets, finder *detect.Finder, deck calibration.Deck) (calibration.Plane, error) {
	var faces [][]*image.RGBA
	var last *photo
	for _, name := range s.Fronts {
		p, err := open(name, s.Empty, finder, s.CardMM, nil)
		if err != nil {
			return calibration.Plane{}, err
		}
		defer p.img.Close()
		last = p
		rows, err := p.rows(finder, s.CardMM)
		if err != nil {
			return calibration.Plane{}, err
		}
		if len(s.Fronts) == 1 && len(rows) == 3 {
			rows = append(rows, p.missingRow(rows, finder, s.CardMM))
		}
		for _, row := range rows {
			p.trim(row, s.CardMM)
		}
		for _, row := range rows {
			var cut []*image.RGBA
			for _, q := range row {
				cut = append(cut, p.face(q, s.CardMM))
			}
			faces = append(faces, cut)
		}
	}
	if last == nil {
		return calibration.Plane{}, fmt.Errorf("no photo of the fronts was given")
	}
	if len(faces) != 4 {
		return calibration.Plane{}, last.refuse(fmt.Errorf("%d rows of cards in all; the fronts need four, one for each colour", len(faces)))
	}
	colors, err := nameColors(faces)
	if err != nil {
		return calibration.Plane{}, last.refuse(err)
	}
	for r, row := range faces {
		evenOut(row)
		for i, f := range row {
			card := models.Card{Color: colors[r], Number: i + 1}
			if sharpness(f) < blurred {
				return calibration.Plane{}, last.refuse(fmt.Errorf("the picture of %s is blurred; hold the camera still and let it focus", card))
			}
			deck.Fronts[card] = f
		}
	}
	return last.plane, nil
}

// blurred is the sharpness below which a face teaches nothing: edges smeared over about 4 mm.
const blurred = 0.18

// rows sorts the cards of a photo into rows of ten from left to right, looking again where
// a row has a gap.
func (p *photo) rows(finder *detect.Finder, card [2]float64) ([][]models.Quad, error) {
	// Each card found makes the guesses for the next one better, so they come one at a time.
	for again := true; again; {
		again = false
		for _, line := range p.lines() {
			again = p.lookInGaps(line, finder, card) || again
		}
	}
	lines := p.lines()
	for i, line := range lines {
		if len(line) != models.MaxNumber {
			return nil, p.refuse(models.Say("row-short", "row {row} from the top: {cards} cards can be made out; it needs all ten from 1 to 10, flat and apart", "row", i+1, "cards", len(line)))
		}
		p.matchSizes(line, finder, card)
	}
	return lines, nil
}

// missingRow looks for the one row of four that did not show, such as red cards on a red
// cloth: where the rows leave room for it, in between or beyond, the place where outlines
// show best.
func (p *photo) missingRow(rows [][]models.Quad, finder *detect.Finder, card [2]float64) []models.Quad {
	first, second := rows[1][0].Center().Y-rows[0][0].Center().Y, rows[2][0].Center().Y-rows[1][0].Center().Y
	type gap struct {
		a, b []models.Quad
		at   float64
	}
	var gaps []gap
	switch {
	case first > 1.6*second:
		gaps = []gap{{rows[0], rows[1], 0.5}}
	case second > 1.6*first:
		gaps = []gap{{rows[1], rows[2], 0.5}}
	default:
		gaps = []gap{{rows[0], rows[1], -1}, {rows[1], rows[2], 2}}
	}
	var best []models.Quad
	most := -1.0
	for _, g := range gaps {
		var guesses []models.Quad
		for i := range g.a {
			guesses = append(guesses, between(g.a[i], g.b[i], g.at))
		}
		found, support := finder.Search(p.img, p.plane, card, guesses)
		sum := 0.0
		for i := range support {
			found[i] = upright(found[i])
			sum += support[i]
		}
		if sum > most {
			best, most = found, sum
		}
	}
	p.cards = append(p.cards, best...)
	return best
}

// lines sorts the cards found into lines from top to bottom, each from left to right.
func (p *photo) lines() [][]models.Quad {
	cards := slices.Clone(p.cards)
	slices.SortFunc(cards, func(a, b models.Quad) int { return sign(a.Center().X - b.Center().X) })
	var lines [][]models.Quad
	for _, q := range cards {
		high := (q[3].Sub(q[0]).Norm() + q[2].Sub(q[1]).Norm()) / 2
		best, least := -1, 0.5*high
		for i, line := range lines {
			// The last card of the line is the nearest one, so a line may rise or fall slowly.
			if d := math.Abs(line[len(line)-1].Center().Y - q.Center().Y); d < least {
				best, least = i, d
			}
		}
		if best < 0 {
			lines = append(lines, []models.Quad{q})
		} else {
			lines[best] = append(lines[best], q)
		}
	}
	slices.SortFunc(lines, func(a, b []models.Quad) int { return sign(a[0].Center().Y - b[0].Center().Y) })
	return slices.DeleteFunc(lines, func(l []models.Quad) bool { return len(l) < 2 && len(lines) > 1 })
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

// lookInGaps looks again where a line of about evenly spaced cards leaves one out, inside it
// or at its ends, and adds the card that fits best. It tells whether it found one.
func (p *photo) lookInGaps(line []models.Quad, finder *detect.Finder, card [2]float64) bool {
	if len(line) < models.MaxNumber/2 || len(line) >= models.MaxNumber {
		return false
	}
	var gaps []float64
	for i := 1; i < len(line); i++ {
		gaps = append(gaps, line[i].Center().Sub(line[i-1].Center()).Norm())
	}
	step := slices.Sorted(slices.Values(gaps))[len(gaps)/4] // the smaller gaps are those with no card missing
	var guesses []models.Quad
	for i, g := range gaps {
		for k := 1; k < int(math.Round(g/step)); k++ {
			guesses = append(guesses, between(line[i], line[i+1], float64(k)/math.Round(g/step)))
		}
	}
	n := len(line)
	guesses = append(guesses, between(line[0], line[1], -step/gaps[0]), between(line[n-2], line[n-1], 1+step/gaps[n-2]))
	found, support := finder.Search(p.img, p.plane, card, guesses)
	best := 0
	for i := range support {
		if support[i] > support[best] {
			best = i
		}
	}
	return support[best] >= 0.25 && p.add(upright(found[best]))
}

// between is an outline on the way from a (0) to b (1), or beyond.
func between(a, b models.Quad, at float64) models.Quad {
	for i := range a {
		a[i] = a[i].Add(b[i].Sub(a[i]).Mul(at))
	}
	return a
}

// backs learns the backs from their line. They are few, so the plane of the fronts helps to
// find them where the camera has not moved in between.
func backs(s Sheets, finder *detect.Finder, deck calibration.Deck, plane calibration.Plane) error {
	p, err := open(s.Backs, s.Empty, finder, s.CardMM, &plane)
	if err != nil {
		return err
	}
	defer p.img.Close()
	lines := p.lines()
	if len(lines) != 1 || len(lines[0]) != len(s.BackNames) {
		return p.refuse(fmt.Errorf("%d cards in %d lines were made out; %d names were given for one line of backs", len(p.cards), len(lines), len(s.BackNames)))
	}
	p.matchSizes(lines[0], finder, s.CardMM)
	for i, q := range lines[0] {
		name := models.Back(s.BackNames[i])
		face := p.face(q, s.CardMM)
		if sharpness(face) < blurred {
			return p.refuse(fmt.Errorf("the back %s is blurred; hold the camera still and let it focus", name))
		}
		deck.Backs[name] = face
	}
	for i, a := range s.BackNames {
		for _, b := range s.BackNames[:i] {
			if alike(deck.Backs[models.Back(a)], deck.Backs[models.Back(b)]) {
				return p.refuse(fmt.Errorf("the backs %s and %s cannot be told apart; are they two decks of the same back?", b, a))
			}
		}
	}
	return nil
}
