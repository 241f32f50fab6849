package learn

import (
	"fmt"
	"image"

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
		wanted := len(models.Colors()) - len(faces)
		if len(s.Fronts) > 1 && p.bare == nil {
			wanted = 0 // the others' rows are in other photos, and a pattern of the table could pass for one
		}
		rows, err := p.rows(wanted, s.CardMM)
		if err != nil {
			return calibration.Plane{}, err
		}
		for _, row := range rows {
			var cut []*image.RGBA
			for _, c := range row {
				cut = append(cut, p.face(c.quad, s.CardMM))
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

// backs learns the backs from their line. They are few, so the plane of the fronts helps to
// find them where the camera has not moved in between.
func backs(s Sheets, finder *detect.Finder, deck calibration.Deck, plane calibration.Plane) error {
	p, err := open(s.Backs, s.Empty, finder, s.CardMM, &plane)
	if err != nil {
		return err
	}
	defer p.img.Close()
	line, err := p.line(len(s.BackNames), s.CardMM)
	if err != nil {
		return err
	}
	for i, c := range line {
		name := models.Back(s.BackNames[i])
		face := p.face(c.quad, s.CardMM)
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
