package learn

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"

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

	// Progress is told of each photo before its cards are looked for, which takes a second or more; may be left out.
	Progress func(photo string)
}

// FromSheets learns a deck from photos of rows. The error is a *Refused where a photo is not good enough. Once the context
// has ended no further photo is looked at.
func FromSheets(ctx context.Context, s Sheets) (calibration.Deck, error) {
	var err error
	if s.BackNames, err = backNames(s.BackNames); err != nil {
		return calibration.Deck{}, err
	}
	deck := calibration.Deck{
		Name: "deck", CardMM: s.CardMM,
		Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{},
	}
	finder := detect.NewFinder()
	defer finder.Close()
	table, err := fronts(ctx, s, finder, deck)
	if err != nil {
		return calibration.Deck{}, err
	}
	if err := backs(ctx, s, finder, deck, table); err != nil {
		return calibration.Deck{}, err
	}
	if s.Empty == "" {
		return deck, nil
	}
	if deck.Table, err = emptyTable(s.Empty); err != nil {
		return calibration.Deck{}, err
	}
	return deck, nil
}

// begin tells of a photo that is looked at next, unless the context has ended.
func (s Sheets) begin(ctx context.Context, photo string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.Progress != nil {
		s.Progress(photo)
	}
	return nil
}

// backNames are the names given for the backs, without the spaces around them that a list is often written with. Each back needs
// one of its own: two of one name would be one back in the deck.
func backNames(given []string) ([]string, error) {
	if len(given) == 0 {
		return nil, errors.New("the backs need names: one for each, from left to right as their photo shows them")
	}
	var names []string
	for i, name := range given {
		name = strings.TrimSpace(name)
		if err := calibration.CheckName(name); err != nil {
			return nil, fmt.Errorf("name of back %d: %w", i+1, err)
		}
		if slices.Contains(names, name) {
			return nil, fmt.Errorf("name of back %d: %q names another back already", i+1, name)
		}
		names = append(names, name)
	}
	return names, nil
}

// fronts learns the forty faces and gives the ground of the last photo. Rows of all
// photos are put together before their colours are named.
func fronts(ctx context.Context, s Sheets, finder *detect.Finder, deck calibration.Deck) (ground, error) {
	var rows []sheetRow
	for _, name := range s.Fronts {
		if err := s.begin(ctx, name); err != nil {
			return ground{}, err
		}
		p, found, err := openRows(name, s.Empty, finder, s.CardMM, func(p *photo) int {
			if len(s.Fronts) > 1 && p.bare == nil {
				return 0 // the others' rows are in other photos, and a pattern of the table could pass for one
			}
			return models.NumColors - len(rows)
		})
		if err != nil {
			return ground{}, err
		}
		defer p.img.Close()
		for _, cuts := range found {
			rows = append(rows, sheetRow{p, cuts})
		}
	}
	if len(rows) == 0 {
		return ground{}, fmt.Errorf("no photo of the fronts was given")
	}
	last := rows[len(rows)-1].photo
	if len(rows) != models.NumColors {
		return ground{}, last.lacks(fmt.Errorf("%d rows of cards in all; the fronts need four, one for each colour: lay all of them flat, apart from each other, on a table of another colour, and see that none is cut off", len(rows)))
	}
	layAlike(rows, s.CardMM)
	return ground{last.plane, *last.size}, faces(rows, s.CardMM, deck)
}

// faces cuts the fronts out, whichever side of the table the photos were taken from, and names their colours.
func faces(rows []sheetRow, card [2]float64, deck calibration.Deck) error {
	turnUpright(rows, card)
	cut := facesOf(rows, card)
	last := rows[len(rows)-1].photo
	colors, err := nameColors(cut)
	if err != nil {
		return last.refuse(err)
	}
	if err := doubtful(cut, colors); err != nil {
		return last.refuse(err)
	}
	for r, row := range cut {
		for i, f := range evenOut(row) {
			front := models.Card{Color: colors[r], Number: i + 1}
			if sharpness(f) < blurred {
				return rows[r].photo.refuse(fmt.Errorf("the picture of %s is blurred; hold the camera still and let it focus", front))
			}
			deck.Fronts[front] = f
		}
	}
	return nil
}

// turnUpright turns rows that were photographed upside-down.
func turnUpright(rows []sheetRow, card [2]float64) {
	if !upsideDown(facesOf(rows, card)) {
		return
	}
	for _, row := range rows {
		slices.Reverse(row.cuts)
		for i := range row.cuts {
			row.cuts[i].quad = row.cuts[i].quad.Turned()
		}
	}
}

// blurred is the sharpness below which a face teaches nothing: edges smeared over about 4 mm.
const blurred = 0.18

// backs learns the backs from their line. They are few, so the ground of the fronts helps to
// find them where the camera has not moved in between.
func backs(ctx context.Context, s Sheets, finder *detect.Finder, deck calibration.Deck, table ground) error {
	if err := s.begin(ctx, s.Backs); err != nil {
		return err
	}
	p, err := open(s.Backs, s.Empty, finder, s.CardMM, &table)
	if err != nil {
		return err
	}
	defer p.img.Close()
	line, err := p.line(len(s.BackNames), s.CardMM)
	if err != nil {
		return err
	}
	alignBacks(p, line, s.CardMM)
	for i, c := range line {
		name := models.Back(s.BackNames[i])
		face := p.face(c.quad, s.CardMM)
		if sharpness(face) < blurred {
			return p.refuse(fmt.Errorf("the back %s is blurred; hold the camera still and let it focus", name))
		}
		deck.Backs[name] = face
	}
	return nil
}

// AlikeBacks are the pairs of a deck's backs that cannot be told apart by what their photo shows. Such a deck serves for all other cards;
// a card that shows one of the two is unknown.
func AlikeBacks(deck calibration.Deck) [][2]models.Back {
	var pairs [][2]models.Back
	names := deck.BackNames()
	for i, a := range names {
		for _, b := range names[:i] {
			if alike(deck.Backs[a], deck.Backs[b]) {
				pairs = append(pairs, [2]models.Back{b, a})
			}
		}
	}
	return pairs
}
