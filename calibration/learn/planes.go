package learn

import (
	"errors"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
)

// planes is how many planes are tried before a photo is refused.
const planes = 3

// openRows opens a photo and finds its rows of ten, as many as are wanted of it. What most outlines agree on need not be the
// plane of the table: the two halves of a card whose middle has the table's colour have a card's shape, seen aslant, and so
// have two cards side by side. No row is whole there, or, where rings printed round the numbers cut the ends of all cards off alike,
// more rows are than a deck has. So before the photo is refused the planes that most of the other outlines agree on are tried.
// The error is that of the first; the caller closes the photo's picture.
func openRows(name, empty string, finder *detect.Finder, card [2]float64, wanted func(*photo) int) (*photo, [][]cut, error) {
	var wrong []calibration.Plane
	var refusal error
	for range planes {
		p, err := open(name, empty, finder, card, nil, wrong...)
		var found [][]cut
		if err == nil {
			wrong = append(wrong, p.plane)
			if found, err = p.rows(wanted(p), card); err == nil && len(found) <= models.NumColors {
				forget(refusal)
				return p, found, nil
			}
			if err == nil {
				err = p.refuse(models.Say("rows-over", "rows made out: {rows}, and a deck has four; put away what else lies there, and lay nothing but the rows into the picture", "rows", len(found)))
			}
			p.img.Close()
		}
		if refusal == nil {
			refusal = err
		} else {
			forget(err)
		}
		if p == nil {
			break
		}
	}
	return nil, nil, refusal
}

// forget closes the picture of a refusal that nobody will hear of.
func forget(err error) {
	if refused := (*Refused)(nil); errors.As(err, &refused) {
		refused.Picture.Close()
	}
}

// onOther are the outlines that are no cards on the planes found wrong.
func (p *photo) onOther(quads []models.Quad, card [2]float64) []models.Quad {
	const shape, smaller, larger = 0.1, 0.85, 1.18 // of a card's width; of its size
	return slices.DeleteFunc(slices.Clone(quads), func(q models.Quad) bool {
		return slices.ContainsFunc(p.wrong, func(plane calibration.Plane) bool {
			mm, size := plane.Shape(q, card)
			return mm < shape*card[0] && size > smaller && size < larger
		})
	})
}
