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
	shown    []bool                 // which of them looked like the card; nil where none was read
	distinct float32                // how much another card there would change of that, 0 to 1
}

const (
	alikeCell    = 20  // grey levels by which a cell may differ in a channel, of a card that others differ from plainly: a thin digit changes one by 50
	alikeMean    = 4   // the same for all of them in the mean: backs may differ by a shade only
	otherCell    = 60  // by which, of the learnt faces, a cell of another card differs that could not pass for alike, even in half the contrast
	fewestTell   = 6   // cells that tell a card from each other one, for it to be known by a part of it,
	leastTell    = 0.5 // and how many of these must show,
	hidesAlike   = 0.1 // and by how much less of these may than of those beside them
	mostly       = 0.7 // of a card must look like its face for it to be remembered
	about        = 0.8 // overlap of an outline with the card that reading there finds
	mostGlimpses = 200 // cards remembered; those read longest ago are forgotten first
)

// familiar gives what was read about an outline, in pixels of the whole picture, that looks as it did then. Of cards that
// glare leaves little of, two may: then none is familiar.
func (e *Eyes) familiar(p part, outline models.Quad) (models.Observation, bool) {
	if g, ok := e.hidden[outline]; ok && g.like(e.glimpse(p, g.toPx)) {
		return g.card, true
	}
	mid, near := outline.Center(), outline[2].Sub(outline[0]).Norm()/4
	var found, last *glimpse
	var now []float32 // what the place of the last one looks like
	for k := range e.glimpses {
		g := &e.glimpses[k]
		if g.card.Corners.Center().Sub(mid).Norm() >= near || g.card.Corners.IoU(outline) < about {
			continue
		}
		cells, all := e.glimpse(p, g.toPx)
		if last = nil; all {
			last, now = g, cells
		}
		switch {
		case !g.like(cells, all):
		case found != nil && (g.card.Card != found.card.Card || g.card.Back != found.card.Back):
			return models.Observation{}, false
		default:
			found = g
		}
	}
	switch {
	case found != nil:
		return found.card, true
	case last == nil:
		return models.Observation{}, false
	}
	part := e.inPart(last, now)
	if part == 0 {
		return models.Observation{}, false
	}
	card := last.card
	card.Visible = part
	return card, true
}

// inPart is how much of a front that was read last at its place shows as it did, 0 to 1: the rest lies under an arm or in its shadow. It is 0
// where so little shows that another card might lie just so.
func (e *Eyes) inPart(g *glimpse, cells []float32) float64 {
	if g.shown == nil || g.card.Face != models.FaceFront {
		return 0
	}
	same, n := slices.Clone(g.shown), 0
	for i := range same {
		for c := 3 * i; c < 3*i+3; c++ {
			same[i] = same[i] && max(cells[c]-g.cells[c], g.cells[c]-cells[c]) <= alikeCell*g.distinct
		}
		if same[i] {
			n++
		}
	}
	part := float64(n) / float64(len(same))
	if part < mostly || !tellAll(e.tellingOf(g.card.Card), same) {
		return 0
	}
	return part
}

// tellingOf is, for each other card, by which cells a front is told from it.
func (e *Eyes) tellingOf(front models.Card) []read.Telling {
	telling, known := e.telling[front]
	if !known {
		telling = e.reader.Telling(front, otherCell)
		e.telling[front] = telling
	}
	return telling
}

// tellAll tells whether enough of the cells that tell a card from each other one look as they did. An arm hides about as many of those beside
// them; another card, though it may lie a little otherwise, hides none of these.
func tellAll(telling []read.Telling, same []bool) bool {
	share := func(cells []int) float64 {
		n := 0
		for _, i := range cells {
			if same[i] {
				n++
			}
		}
		return float64(n) / float64(max(len(cells), 1))
	}
	for _, t := range telling {
		if told := share(t.Cells); len(t.Cells) < fewestTell || told < leastTell || told < share(t.Beside)-hidesAlike {
			return false
		}
	}
	return len(telling) > 0
}

// remember keeps what a card looks like that was read mostly in sight; m is in pixels of the part.
func (e *Eyes) remember(p part, m read.Match) {
	if !certain(m) || m.Observation.Visible < mostly {
		return
	}
	g := glimpse{card: m.Observation, toPx: translated(m.ToPx, p.origin), distinct: float32(m.Distinct())}
	g.card.Corners = moved(g.card.Corners, p.origin)
	var all bool
	if g.cells, all = e.glimpse(p, g.toPx); !all {
		return
	}
	g.shown = e.reader.Shown(m, g.cells)
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
func (e *Eyes) rememberHidden(p part, seen models.Observation, outline models.Quad) error {
	toPx, err := read.ToCard(outline, e.cardMM)
	if err != nil {
		return err
	}
	cells, all := e.glimpse(p, toPx)
	if !all {
		return nil
	}
	if len(e.hidden) >= mostGlimpses {
		clear(e.hidden)
	}
	e.hidden[outline] = glimpse{card: seen, toPx: toPx, cells: cells, distinct: 1}
	return nil
}

// glimpse is what a card looks like at a place of the whole picture, and whether all of it is inside the part.
func (e *Eyes) glimpse(p part, toPx calibration.Homography) ([]float32, bool) {
	return p.pic.Glance(translated(toPx, p.origin.Mul(-1)), e.cardMM)
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
