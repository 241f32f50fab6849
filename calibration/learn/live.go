package learn

import (
	"fmt"
	"image"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
)

// Rows cuts the rows of ten fronts out of a photo, from top to bottom, each from the 1 on the left to the 10. It
// serves whoever learns a deck row by row. empty is a photo of the same table without cards, from the same place, or
// none (""); with it rows that hardly part from the table are looked for until there are as many as wanted. The error
// is a *Refused where the photo is not good enough.
func Rows(name, empty string, wanted int, cardMM [2]float64) ([][]*image.RGBA, error) {
	finder := detect.NewFinder()
	defer finder.Close()
	p, lines, err := openRows(name, empty, finder, cardMM, func(p *photo) int {
		if p.bare == nil {
			return 0 // a pattern of the table could pass for a row
		}
		return wanted
	})
	if err != nil {
		return nil, err
	}
	defer p.img.Close()
	var found []sheetRow
	for _, line := range lines {
		found = append(found, sheetRow{p, line})
	}
	if len(found) > 1 {
		layAlike(found, cardMM)
	}
	rows := facesOf(found, cardMM)
	for i, row := range rows {
		for n, f := range row {
			if sharpness(f) < blurred {
				return nil, p.refuse(models.Say("card-blurred", "card {card} of row {row} is blurred; hold the camera still and let it focus", "card", n+1, "row", i+1))
			}
		}
	}
	return rows, nil
}

// Colors tells which colour each of the four rows of a deck is.
func Colors(rows [][]*image.RGBA) ([]models.Color, error) {
	if len(rows) != models.NumColors {
		return nil, fmt.Errorf("%d rows are there; a deck has four, one for each colour", len(rows))
	}
	return nameColors(rows)
}

// Fronts makes the fronts of a deck of rows whose colours are known, each from the 1 to the 10.
func Fronts(rows [][]*image.RGBA, colors []models.Color) map[models.Card]*image.RGBA {
	fronts := map[models.Card]*image.RGBA{}
	for r, row := range rows {
		for i, f := range evenOut(row) {
			fronts[models.Card{Color: colors[r], Number: i + 1}] = f
		}
	}
	return fronts
}

// Backs cuts the backs out of a photo of one line of them, from left to right. The error is a *Refused where the
// photo is not good enough, two of them cannot be told apart, or of one too much light has left hardly any print. empty is as for Rows.
func Backs(photo, empty string, cardMM [2]float64) ([]*image.RGBA, error) {
	finder := detect.NewFinder()
	defer finder.Close()
	p, err := open(photo, empty, finder, cardMM, nil)
	if err != nil {
		return nil, err
	}
	defer p.img.Close()
	line, err := p.line(0, cardMM)
	if err != nil {
		return nil, err
	}
	alignBacks(p, line, cardMM)
	var faces []*image.RGBA
	for i, c := range line {
		f := p.face(c.quad, cardMM)
		if sharpness(f) < blurred {
			return nil, p.refuse(models.Say("back-blurred", "back {n} from the left is blurred; hold the camera still and let it focus", "n", i+1))
		}
		for k, other := range faces {
			if alike(f, other) {
				return nil, p.refuse(models.Say("backs-alike", "the backs {one} and {other} from the left cannot be told apart; are they of the same deck?", "one", k+1, "other", i+1))
			}
		}
		faces = append(faces, f)
	}
	if i := slices.Index(calibration.Faded(faces), true); i >= 0 {
		return nil, p.refuse(models.Say("back-faded", "too much light has left hardly any print of back {n} from the left; turn the lamp away or dim it", "n", i+1))
	}
	return faces, nil
}

// Deck puts fronts and backs together under a name.
func Deck(name string, cardMM [2]float64, fronts map[models.Card]*image.RGBA, backs map[models.Back]*image.RGBA) (calibration.Deck, error) {
	if err := calibration.CheckName(name); err != nil {
		return calibration.Deck{}, err
	}
	if len(fronts) != models.DeckSize || len(backs) < 2 {
		return calibration.Deck{}, models.Say("deck-short", "learnt so far: {fronts} fronts and {backs} backs; a table needs forty fronts and two backs at the least", "fronts", len(fronts), "backs", len(backs))
	}
	return calibration.Deck{Name: name, CardMM: cardMM, Fronts: fronts, Backs: backs}, nil
}
