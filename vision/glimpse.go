package vision

import (
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// glimpse is a card that was read and what it looked like: as long as the place looks the same the card lies there,
// and need not be read again.
type glimpse struct {
	card     models.Observation     // in the whole picture
	toPx     calibration.Homography // from millimetres about its middle to the whole picture's pixels
	cells    []float32              // blue, green and red of each cell of a raster over it
	distinct float32                // how much another card there would change of that, 0 to 1
}

const (
	glimpseMM    = 3.0 // side of a cell: little noise is left, and a thin digit still changes one by 50 grey levels
	alikeCell    = 20  // grey levels by which a cell may differ in a channel, of a card that others differ from plainly
	alikeMean    = 4   // the same for all of them in the mean: backs may differ by a shade only
	mostly       = 0.7 // of a card must look like its face for it to be remembered
	about        = 0.8 // overlap of an outline with the card that reading there finds
	mostGlimpses = 200 // cards remembered; those read longest ago are forgotten first
)

// familiar gives what was read about an outline, in pixels of the whole picture, that looks as it did then. Of cards that
// glare leaves little of, two may: then none is familiar. Set in e.pic is the part of the picture whose top left lies at origin.
func (e *Eyes) familiar(outline models.Quad, origin models.Point) (models.Observation, bool) {
	if g, ok := e.hidden[outline]; ok && g.like(e.glimpse(g.toPx, origin)) {
		return g.card, true
	}
	mid, near := outline.Center(), outline[2].Sub(outline[0]).Norm()/4
	var found *glimpse
	for k := range e.glimpses {
		g := &e.glimpses[k]
		if g.card.Corners.Center().Sub(mid).Norm() >= near || g.card.Corners.IoU(outline) < about || !g.like(e.glimpse(g.toPx, origin)) {
			continue
		}
		if found != nil && (g.card.Card != found.card.Card || g.card.Back != found.card.Back) {
			return models.Observation{}, false
		}
		found = g
	}
	if found == nil {
		return models.Observation{}, false
	}
	return found.card, true
}

// remember keeps what a card looks like that was read mostly in sight; m is in pixels of the part of the picture at origin.
func (e *Eyes) remember(m read.Match, origin models.Point) {
	if !certain(m) || m.Observation.Visible < mostly {
		return
	}
	g := glimpse{card: m.Observation, toPx: translated(m.ToPx, origin), distinct: float32(m.Distinct())}
	g.card.Corners = moved(g.card.Corners, origin)
	var all bool
	if g.cells, all = e.glimpse(g.toPx, origin); !all {
		return
	}
	same := func(o glimpse) bool {
		return o.card.Card == g.card.Card && o.card.Back == g.card.Back && o.card.Corners.IoU(g.card.Corners) >= about
	}
	e.glimpses = slices.DeleteFunc(e.glimpses, same)
	if len(e.glimpses) == mostGlimpses {
		e.glimpses = slices.Delete(e.glimpses, 0, 1)
	}
	e.glimpses = append(e.glimpses, g)
}

// rememberHidden keeps what the place at an outline looks like at which too little of a card is in sight: an arm that
// rests upon it is there for many frames.
func (e *Eyes) rememberHidden(seen models.Observation, outline models.Quad, origin models.Point) error {
	toPx, err := read.ToCard(outline, e.cardMM)
	if err != nil {
		return err
	}
	cells, all := e.glimpse(toPx, origin)
	if !all {
		return nil
	}
	if len(e.hidden) >= mostGlimpses {
		clear(e.hidden)
	}
	e.hidden[outline] = glimpse{seen, toPx, cells, 1}
	return nil
}

// glimpse is what a card looks like at a place of the whole picture, and whether all of it is inside the part of the
// picture at origin.
func (e *Eyes) glimpse(toPx calibration.Homography, origin models.Point) ([]float32, bool) {
	w, h := int(e.cardMM[0]/glimpseMM)-1, int(e.cardMM[1]/glimpseMM)-1
	cells, inside := e.pic.Flat(translated(toPx, origin.Mul(-1)), w, h, glimpseMM)
	return cells, !slices.Contains(inside, false)
}

// like tells whether cells, if they are all of the card's, show what they did.
func (g glimpse) like(cells []float32, all bool) bool {
	sum := float32(0)
	for i, c := range cells {
		d := max(c-g.cells[i], g.cells[i]-c)
		if sum += d; !all || d > alikeCell*g.distinct {
			return false
		}
	}
	return sum <= alikeMean*g.distinct*float32(len(cells))
}

// translated is a map to pixels as one to those of a picture whose top left lies at -by.
func translated(toPx calibration.Homography, by models.Point) calibration.Homography {
	return calibration.Shift(by).Mul(toPx)
}
