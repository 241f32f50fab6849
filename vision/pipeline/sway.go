package pipeline

import (
	"image"
	"math"

	"schiri/models"
	"schiri/vision/frame"
)

// A camera on a stand, or on a table that people lean on, sways: its picture lies some pixels off its place, now on one side and now on the
// other. What is off from where it lies in the mean is shifted back before anything is looked at, so that all lies still; where it
// lies in the mean may change, as of a camera that sinks, and what is known slides along (moved.go).

const (
	swaysFrom  = 0.04 // cells by which a picture must be off to be shifted back
	swaysMost  = 1.0  // and at the most: it has been moved
	meanOver   = 4.0  // seconds over which its place is taken
	linear     = 0.3  // cells up to which a movement is told from slopes as well as it can be
	closeTo    = 0.05 // cells to which it must be known
	mostRounds = 6    // in which that must be reached
)

// sway is how a camera's picture moves about its place, in cells.
type sway struct {
	off  models.Point // how far the last picture lay to the right of the anchor and below it
	mean models.Point // and how far the pictures do in the mean
}

// holdStill takes a frame's cells in before they are watched, and shifts the frame back if the camera sways.
func (p *pipeline) holdStill(f *frame.Frame, cells []uint8) ([]uint8, error) {
	w, s := p.watch, &p.sway
	if w.anchor == nil || p.sight.state != SightClear {
		*s = sway{}
		return cells, nil
	}
	off, ok := w.lies(cells, s.off)
	if !ok {
		return cells, nil
	}
	s.off = off
	s.mean = s.mean.Add(off.Sub(s.mean).Mul(min(1, (f.Time-w.now)/meanOver)))
	by := s.mean.Sub(off).Mul(float64(w.act.Cell))
	if by.Norm() < swaysFrom*float64(w.act.Cell) {
		return cells, nil
	}
	if err := f.Shift(by.X, by.Y); err != nil {
		return nil, err
	}
	return f.Cells()
}

// settle notes that the anchor has become the last picture, as it was shifted.
func (s *sway) settle() { s.off, s.mean = s.off.Sub(s.mean), models.Point{} }

// lies is how many cells a picture lies to the right of the anchor and below it, about as far as guessed. It fails for one that does
// not show the same.
func (w *watcher) lies(cells []uint8, guess models.Point) (models.Point, bool) {
	at, here := models.Point{}, cells
	if guess.Norm() > linear {
		at = guess
	}
	for range mostRounds {
		if at != (models.Point{}) {
			here = w.shifted(cells, at)
		}
		x, y, _ := w.offset(here, w.anchor, w.whole())
		rest := models.Point{X: x, Y: y}
		at = at.Add(rest)
		switch {
		case at.Norm() > swaysMost:
			return models.Point{}, false
		case rest.Norm() < closeTo || at == rest && at.Norm() <= linear:
			return at, true
		}
	}
	return models.Point{}, false
}

// shifted is a picture of cells whose contents lie so many cells further to the left and further up.
func (w *watcher) shifted(cells []uint8, by models.Point) []uint8 {
	out := make([]uint8, len(cells))
	cols, rows := w.act.Cols, w.act.Rows
	left, top := int(math.Floor(by.X)), int(math.Floor(by.Y))
	fx, fy := by.X-float64(left), by.Y-float64(top)
	a, b, c, d := int(256*(1-fx)*(1-fy)), int(256*fx*(1-fy)), int(256*(1-fx)*fy), int(256*fx*fy)
	for y := range rows {
		upper, lower := cols*min(max(y+top, 0), rows-1), cols*min(max(y+top+1, 0), rows-1)
		for x := range cols {
			l, r := min(max(x+left, 0), cols-1), min(max(x+left+1, 0), cols-1)
			for k := range 3 {
				at := func(row, col int) int { return int(cells[3*(row+col)+k]) }
				out[3*(y*cols+x)+k] = uint8((a*at(upper, l) + b*at(upper, r) + c*at(lower, l) + d*at(lower, r)) >> 8)
			}
		}
	}
	return out
}

// offset estimates by how many cells an area of a picture, in cells, lies to the right of another one and below it, from the differences along the slopes of
// brightness (least squares, as Lucas and Kanade do), and what share of the differences that explains. What has changed otherwise, or
// lies under an arm, is left out: less than a cell's movement makes no more than the slope of it.
func (w *watcher) offset(cells, of []uint8, area image.Rectangle) (x, y, explained float64) {
	var xx, xy, yy, xd, yd, dd float64
	cols := w.act.Cols
	area = area.Intersect(w.whole().Inset(1))
	for r := area.Min.Y; r < area.Max.Y; r += 2 { // every other row tells as much
		for c := area.Min.X; c < area.Max.X; c++ {
			i := r*cols + c
			k := 3*i + 1 // green
			gx, gy := int(of[k-3])-int(of[k+3]), int(of[k-3*cols])-int(of[k+3*cols])
			d := int(cells[k]) - int(of[k])
			slope := max(gx, -gx) + max(gy, -gy)
			if slope <= 2*changeLevel || max(d, -d) > slope || w.act.Arm[i] {
				continue
			}
			sx, sy, sd := float64(gx)/2, float64(gy)/2, float64(d)
			xx, xy, yy, xd, yd, dd = xx+sx*sx, xy+sx*sy, yy+sy*sy, xd+sx*sd, yd+sy*sd, dd+sd*sd
		}
	}
	det := xx*yy - xy*xy
	if det < 1 || dd == 0 {
		return 0, 0, 0
	}
	x, y = (yy*xd-xy*yd)/det, (xx*yd-xy*xd)/det
	return x, y, (x*xd + y*yd) / dd
}

// whole is the area of all cells.
func (w *watcher) whole() image.Rectangle { return image.Rect(0, 0, w.act.Cols, w.act.Rows) }
