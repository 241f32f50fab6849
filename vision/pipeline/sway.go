package pipeline

import (
	"image"
	"math"

	"schiri/models"
	"schiri/vision/frame"
)

// A camera on a stand, or on a table that people lean on, sways: its picture lies some pixels off its place, now on one side and now on the
// other. While it does, what it is off is shifted back before anything is looked at, so that all lies still. One that goes on to one side
// sinks, or has been moved: what is known slides along with it (moved.go).

const (
	swaysFrom  = 0.04 // cells by which a picture must be off its place to be shifted back, and to be on one side of it
	swaysMost  = 1.0  // and by which it may be off the anchor at the most: it has been moved
	swaysOver  = 1.5  // seconds in which it comes by its place
	linear     = 0.3  // cells up to which a movement is told from slopes as well as it can be
	closeTo    = 0.05 // cells to which it must be known
	mostRounds = 6    // in which that must be reached
	mostSlopes = 0.6  // of the slopes, squared, that must lie in parts of the picture that agree on a movement
)

// sway is how a camera's picture moved about its place lately.
type sway struct {
	began float64        // when the first picture was taken that was compared with the anchor, in seconds
	times []float64      // when the last ones were
	offs  []models.Point // how far they lay to the right of the anchor and below it, in cells
}

// holdStill takes a frame's cells in before they are watched, and shifts the frame back if the camera sways.
func (p *pipeline) holdStill(f *frame.Frame, cells []uint8) ([]uint8, error) {
	w, s := p.watch, &p.sway
	w.shifts = false
	if w.anchor == nil || p.sight.state != SightClear {
		*s = sway{}
		return cells, nil
	}
	off, ok := w.lies(cells, s.last())
	if !ok {
		return cells, nil
	}
	s.note(off, f.Time)
	place, sways := s.place()
	by := place.Sub(off).Mul(float64(w.act.Cell))
	w.shifts = sways && !s.young()
	if !sways || by.Norm() < swaysFrom*float64(w.act.Cell) {
		return cells, nil
	}
	if err := f.Shift(by.X, by.Y); err != nil {
		return nil, err
	}
	return f.Cells()
}

// note takes in how far a picture is off, taken at a time in seconds.
func (s *sway) note(off models.Point, now float64) {
	if len(s.times) == 0 {
		s.began = now
	}
	s.times, s.offs = append(s.times, now), append(s.offs, off)
	for s.times[0] < now-swaysOver {
		s.times, s.offs = s.times[1:], s.offs[1:]
	}
}

// place is how far off the place is about which the picture sways, in the middle between either side, and whether it does: it came by there
// and back. Along an axis along which it did not, and goes further than along the other, it is where it is. One that has just been looked at
// first may sway: to begin with it is held where it was, and only then brought to the middle, little by little.
func (s *sway) place() (place models.Point, sways bool) {
	lo, hi := s.last(), s.last()
	for _, o := range s.offs {
		lo, hi = models.Point{X: min(lo.X, o.X), Y: min(lo.Y, o.Y)}, models.Point{X: max(hi.X, o.X), Y: max(hi.Y, o.Y)}
	}
	mid := lo.Add(hi).Mul(.5)
	if s.young() {
		return mid.Mul(s.age() / swaysOver), true
	}
	var x, y side
	for _, o := range s.offs {
		x.note(o.X - mid.X)
		y.note(o.Y - mid.Y)
	}
	across, down, reach := x.changes >= 2, y.changes >= 2, hi.Sub(lo)
	place = s.last()
	if across || down && reach.X <= reach.Y {
		place.X = mid.X
	}
	if down || across && reach.Y <= reach.X {
		place.Y = mid.Y
	}
	return place, across || down
}

// side is on which side of its place something is along an axis.
type side struct {
	at      float64 // 1 or -1; 0: on neither so far
	changes int     // how often it came to the other one
}

// note takes in how far off it is, in cells.
func (s *side) note(off float64) {
	if math.Abs(off) < swaysFrom {
		return
	}
	if now := math.Copysign(1, off); now != s.at {
		if s.at != 0 {
			s.changes++
		}
		s.at = now
	}
}

// young tells that it is not known yet whether the picture sways.
func (s *sway) young() bool { return s.age() < swaysOver }

// age is for how many seconds the picture has been compared with the anchor.
func (s *sway) age() float64 {
	if len(s.times) == 0 {
		return 0
	}
	return s.times[len(s.times)-1] - s.began
}

// last is how far the last picture was off.
func (s *sway) last() models.Point {
	if len(s.offs) == 0 {
		return models.Point{}
	}
	return s.offs[len(s.offs)-1]
}

// settle notes that the anchor has become the last picture, as it was shifted.
func (s *sway) settle() {
	by, _ := s.place()
	for i := range s.offs {
		s.offs[i] = s.offs[i].Sub(by)
	}
}

// lies is how many cells a picture lies to the right of the anchor and below it, about as far as guessed: as far where it cannot be told. It
// fails for one that does not show the same.
func (w *watcher) lies(cells []uint8, guess models.Point) (models.Point, bool) {
	rest, agreed := w.offset(cells, w.anchor, w.whole())
	if !agreed {
		return guess, true
	}
	at := models.Point{}
	if guess.Norm() > linear {
		at = guess
	}
	for range mostRounds {
		if at != (models.Point{}) {
			rest, _ = w.offset(w.shifted(cells, at), w.anchor, w.whole())
		}
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

// offset estimates by how many cells an area of a picture, in cells, lies to the right of another one and below it, from the differences
// along the slopes of brightness (least squares, as Lucas and Kanade do), and whether the parts of the area with most of the slopes that way
// agree that it does: a card that was pushed is not the table. That it is where it was needs no agreement, and of what is off by more than
// the slopes tell well there can be none.
func (w *watcher) offset(cells, of []uint8, area image.Rectangle) (by models.Point, agreed bool) {
	var all slopes
	var parts []slopes
	for y := area.Min.Y; y < area.Max.Y; y += coarse {
		for x := area.Min.X; x < area.Max.X; x += coarse {
			if s := w.slopes(cells, of, image.Rect(x, y, x+coarse, y+coarse).Intersect(area)); s.xx+s.yy > 0 {
				parts = append(parts, s)
				all.add(s)
			}
		}
	}
	by = all.shift()
	agree := 0.0
	for _, s := range parts {
		if along := s.along(by); 2*(by.X*s.xd+by.Y*s.yd) > along { // less of the differences is left after the shift than without
			agree += along
		}
	}
	far := by.Norm()
	return by, agree > mostSlopes*all.along(by) || far < swaysFrom || far > linear
}

// slopes are the sums from which a shift is told: of the products of the slopes to the right and down, and of these with the difference.
type slopes struct{ xx, xy, yy, xd, yd float64 }

// slopes sums up an area, in cells. What has changed otherwise, now or in the settled picture, or lies under an arm, is left out: less than
// a cell's movement makes no more than the slope of it.
func (w *watcher) slopes(cells, of []uint8, area image.Rectangle) slopes {
	cols, xx, xy, yy, xd, yd := w.act.Cols, 0, 0, 0, 0, 0
	area = area.Intersect(w.whole().Inset(1))
	for r := area.Min.Y; r < area.Max.Y; r++ {
		for c := area.Min.X + (area.Min.X+r)%2; c < area.Max.X; c += 2 { // the fields of one colour of a chessboard tell as much as all
			i := r*cols + c
			k := 3*i + 1 // green
			gx, gy := int(of[k-3])-int(of[k+3]), int(of[k-3*cols])-int(of[k+3*cols])
			d, since := int(cells[k])-int(of[k]), int(w.ref[k])-int(of[k])
			slope := max(gx, -gx) + max(gy, -gy)
			if slope <= 2*changeLevel || max(d, -d) > slope || 2*max(since, -since) > slope || w.act.Arm[i] {
				continue
			}
			xx, xy, yy, xd, yd = xx+gx*gx, xy+gx*gy, yy+gy*gy, xd+gx*d, yd+gy*d
		}
	}
	return slopes{float64(xx) / 4, float64(xy) / 4, float64(yy) / 4, float64(xd) / 2, float64(yd) / 2} // the slope is half of what lies between both sides
}

func (s *slopes) add(o slopes) {
	*s = slopes{s.xx + o.xx, s.xy + o.xy, s.yy + o.yy, s.xd + o.xd, s.yd + o.yd}
}

// shift is the one that leaves the least of the differences; none where it cannot be told.
func (s *slopes) shift() models.Point {
	det := s.xx*s.yy - s.xy*s.xy
	if det < 1 {
		return models.Point{}
	}
	return models.Point{X: (s.yy*s.xd - s.xy*s.yd) / det, Y: (s.xx*s.yd - s.xy*s.xd) / det}
}

// along is the sum of the squares of the slopes along a shift, times its length.
func (s *slopes) along(by models.Point) float64 {
	return by.X*by.X*s.xx + 2*by.X*by.Y*s.xy + by.Y*by.Y*s.yy
}

// whole is the area of all cells.
func (w *watcher) whole() image.Rectangle { return image.Rect(0, 0, w.act.Cols, w.act.Rows) }
