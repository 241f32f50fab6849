package learn

import (
	"fmt"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// survey lays a photo's cards flat in lines, with the size of each line's cards.
func (p *photo) survey(card [2]float64) (t *fitting, lines [][]spot, sizes []size, err error) {
	for pass := range 3 {
		f, err := p.flatten(p.cards)
		if err != nil {
			return nil, nil, nil, err
		}
		t = &fitting{flat: f, w: card[0], h: card[1]}
		var spots []spot
		for _, q := range p.cards {
			spots = append(spots, f.spotOf(q))
		}
		if t.bare == nil {
			t.table = t.tableColors(spots)
		}
		lines = linesOf(spots, card[1])
		if p.size != nil {
			sizes = slices.Repeat([]size{*p.size}, len(lines))
		} else {
			sizes = t.measure(lines)
		}
		common := outermost(sizes)
		var found, loose []models.Quad
		for i, line := range lines {
			t.take(sizes[i])
			exact := sizes[i].w == common.w && sizes[i].h == common.h
			loosened := make([]models.Quad, len(line))
			t.eachCard(len(line), func(t *fitting, k int) {
				line[k] = t.fit(t.settle(line[k]))
				if exact {
					loosened[k] = f.plane.QuadInPicture(t.loosen(line[k]))
				}
			})
			for _, s := range line {
				found = append(found, f.plane.QuadInPicture(s.outline(common.w, common.h)))
			}
			if exact {
				loose = append(loose, loosened...)
			}
		}
		if pass == 2 || p.size != nil || len(loose) < 8 {
			break
		}
		// The outlines that the plane was taken from were partly frames inside the cards; the cards' edges make it exact.
		plane, in, err := calibration.FitPlane(loose, card, calibration.UsualLens(p.img.Cols(), p.img.Rows()))
		if err != nil || 2*len(in) < len(loose) {
			break
		}
		p.plane, p.cards = plane, found
	}
	return t, lines, sizes, nil
}

// rows finds the rows of ten of a photo from top to bottom, each from left to right. Rows that do
// not show, such as red cards on a red cloth, are looked for until there are as many as wanted.
func (p *photo) rows(wanted int, card [2]float64) ([][]cut, error) {
	t, lines, sizes, err := p.survey(card)
	if err != nil {
		return nil, err
	}
	common := outermost(sizes)
	t.take(common)
	found := t.rowsOf(lines)
	if len(found) == 0 {
		return nil, p.lacks(short(1, 1))
	}
	begin := math.NaN()
	for _, r := range found {
		if first, last := r.ends(); last-first == models.MaxNumber-1 && len(r.cards) == models.MaxNumber {
			begin = r.cards[first].at.X
		}
	}
	var laid []laidRow
	for i, r := range found {
		t.take(sizes[i])
		spots, lacking := t.complete(r, models.MaxNumber, begin)
		laid = append(laid, laidRow{t.cuts(spots, inLine(spots), common), lacking})
	}
	out, notWhole := p.whole(laid, card)
	// Beside all the rows wanted, a pattern of the table or what lies there may look like a card or two.
	if len(notWhole) > 0 && (wanted == 0 || len(out) < wanted) {
		return nil, p.lacks(notWhole[0])
	}
	t.take(common)
	for len(out) < wanted {
		spots := t.another(out)
		if spots == nil {
			break
		}
		out = append(out, t.cuts(spots, inLine(spots), common))
	}
	p.size = &common
	return out, nil
}

// laidRow is a row of ten places, and those of them in which no card was found.
type laidRow struct {
	cuts    []cut
	lacking []int
}

// whole are the rows of ten cards, and why the others are none. What parts from the table by its print alone, as the 1 of red cards may on a
// red cloth in dim light, is a card where the print of its number lies as the whole rows have it.
func (p *photo) whole(laid []laidRow, card [2]float64) (rows [][]cut, notWhole []error) {
	var clear []sheetRow
	for _, r := range laid {
		if len(r.lacking) == 0 {
			clear = append(clear, sheetRow{p, r.cuts})
		}
	}
	for i, r := range laid {
		if len(r.lacking) > 0 && !r.printed(p, clear, card) {
			notWhole = append(notWhole, short(i+1, models.MaxNumber-len(r.lacking)))
			continue
		}
		rows = append(rows, r.cuts)
	}
	return rows, notWhole
}

// printed tells whether the few cards that were not found in a row show the print of their numbers, and draws their cuts to it.
func (r laidRow) printed(p *photo, clear []sheetRow, card [2]float64) bool {
	const few, like = 3, 0.7 // cards; of how alike numbers usually are
	if len(r.lacking) > few || len(clear) < 2 {
		return false
	}
	all := printsOf(facesOf(clear, card))
	_, usual := all.likeness()
	for _, i := range r.lacking {
		drawn, alike := sheetRow{p, r.cuts}.drawn(r.cuts[i].quad, card, all.others(-1, i))
		if usual < telling || alike < like*usual {
			return false
		}
		r.cuts[i].quad = drawn
	}
	return true
}

// cut is a card as it will be cut out of its photo.
type cut struct {
	quad models.Quad // in pixels of the photo
	at   spot        // where it lies on the photo's levelled plane
}

// cuts fits a row's cards and gives their outlines at the common size. A card is tried from where it
// was found and from where the others of its row may make it likely, and lies where more speaks for it.
func (t *fitting) cuts(found, likely []spot, common size) []cut {
	const off = 20.0 // mm by which no card lies beside its row
	out := make([]cut, len(found))
	t.eachCard(len(found), func(t *fitting, i int) {
		s := t.settle(found[i])
		if other := t.settle(likely[i]); s.at.Sub(likely[i].at).Norm() > off || t.sides(other) > t.sides(s)+0.02 {
			s = other
		}
		s = t.fit(s)
		out[i] = cut{t.plane.QuadInPicture(s.outline(common.w, common.h)), s}
	})
	return out
}

// inLine is where each card of a row should lie by all the others, evenly spaced on a line.
func inLine(row []spot) []spot {
	if len(row) < 3 {
		return row
	}
	var dx, dy []float64
	for i := 1; i < len(row); i++ {
		d := row[i].at.Sub(row[i-1].at)
		dx, dy = append(dx, d.X), append(dy, d.Y)
	}
	step := models.Point{X: median(dx), Y: median(dy)}
	out := make([]spot, len(row))
	for i := range row {
		var x, y, turn []float64
		for k, s := range row {
			p := s.at.Add(step.Mul(float64(i - k)))
			x, y, turn = append(x, p.X), append(y, p.Y), append(turn, s.turn)
		}
		out[i] = spot{models.Point{X: median(x), Y: median(y)}, median(turn)}
	}
	return out
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// take takes the size of a row's cards.
func (t *fitting) take(s size) { t.w, t.h = s.w, s.h }

// measure gives the size of each line's cards.
func (t *fitting) measure(lines [][]spot) []size {
	var sizes []size
	w, h := t.w, t.h
	for _, line := range lines {
		t.w, t.h = w, h
		sizes = append(sizes, t.sizeOf(line))
	}
	common := outermost(sizes)
	for i, s := range sizes {
		if common.w-s.w < 3 {
			sizes[i].w = common.w
		}
		if common.h-s.h < 3 {
			sizes[i].h = common.h
		}
	}
	return sizes
}

// short says that a row of a photo is not whole.
func short(row, cards int) error {
	return models.Say("row-short", "row {row} from the top: {cards} cards can be made out; it needs all ten from 1 to 10, flat and apart", "row", row, "cards", cards)
}

// line finds the cards of a photo that lie in one line, from left to right: n, or as many as show where n is 0.
func (p *photo) line(n int, card [2]float64) ([]cut, error) {
	t, lines, sizes, err := p.survey(card)
	if err != nil {
		return nil, err
	}
	if len(lines) != 1 {
		return nil, p.lacks(models.Say("backs-line", "cards made out: {cards}, in lines: {lines}; lay one back of each player in a single line", "cards", len(p.cards), "lines", len(lines)))
	}
	t.take(sizes[0])
	found := lines[0]
	clear := len(found)
	if n > clear {
		if rows := t.rowsOf(lines); len(rows) > 0 {
			spots, lacking := t.complete(rows[0], n, math.NaN())
			found, clear = spots, n-len(lacking)
		}
	}
	if n > 0 && clear != n {
		return nil, p.lacks(fmt.Errorf("%d cards in a line were made out; %d names were given for one line of backs", clear, n))
	}
	return t.cuts(found, alongside(found), sizes[0]), nil
}

// alongside is how each card of a line should lie by all the others, which may be at any distance.
func alongside(line []spot) []spot {
	var turns []float64
	for _, s := range line {
		turns = append(turns, s.turn)
	}
	out := slices.Clone(line)
	for i := range out {
		out[i].turn = median(turns)
	}
	return out
}
