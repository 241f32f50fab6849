package pipeline

import (
	"image"
	"math"

	"schiri/models"
)

// A camera on a stand that swings, as when somebody thumps on the table, shows the whole table a few pixels off, now on one side of its
// place and now on the other, for about a second. Nothing but the picture has moved then.

const (
	swingFrom  = 0.08 // cells by which the picture moves from one frame to the next, at the least, if it swings
	swingShare = 0.25 // of what differs between the two, at the least, that such a movement explains
	swingLasts = 0.1  // seconds after the last such frame for which it may be about to swing back
	swungFor   = 0.2  // seconds for which it may be on one side of its place
	movingFor  = 1.0  // seconds for which it is taken to be moved otherwise if it stays there for longer
	inPlace    = 0.1  // cells by which it may be off for cards to be looked at
)

// swing is a camera's, in seconds.
type swing struct {
	moved  float64      // when the picture as a whole moved last; 0: never
	away   float64      // since when it has not come by its place; 0: it is there
	moving float64      // until when it is not taken to swing, having been moved
	off    models.Point // how far it is off its place, in cells
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

// noteSwing notes whether the picture swings, before its cells are compared with those of the last one: they are told to have changed
// then only where they show something else than what is known to be close by.
func (p *pipeline) noteSwing(cells []uint8, now float64) {
	w := p.watch
	w.swings = false
	switch {
	case w.anchor == nil || p.sight.state != SightClear:
		p.swing = swing{}
		return
	case now < p.swing.moving:
		return
	}
	was := p.swing.moved > 0 && now <= p.swing.moved+swingLasts
	if x, y, explained := w.offset(cells, w.cur, w.whole()); math.Hypot(x, y) > swingFrom && explained > swingShare && (was || w.inPlace()) {
		p.swing.moved = now
	}
	w.swings = p.swing.moved > 0 && now <= p.swing.moved+swingLasts
	before := p.swing.off
	if p.swing.off = (models.Point{}); w.swings {
		p.swing.off.X, p.swing.off.Y, _ = w.offset(cells, w.anchor, w.whole())
	}
	switch {
	case p.swing.off.Norm() <= inPlace:
		p.swing.away = 0
	case p.swing.away == 0 || p.swing.off.Dot(before) < 0:
		p.swing.away = now
	}
}

// inPlace tells that the last picture was where the table was measured: one that was off already is being moved and does not swing.
func (w *watcher) inPlace() bool {
	x, y, _ := w.offset(w.cur, w.anchor, w.whole())
	return math.Hypot(x, y) <= inPlace
}

// swungAway tells that the picture swings and is off its place just now. Arms are followed then, and cards are looked at as soon as it
// comes by its place. One that does not come by has been moved, which is looked into at once.
func (p *pipeline) swungAway(now float64) (bool, []models.Event) {
	switch {
	case !p.watch.swings || p.swing.away == 0:
		return false, nil
	case now > p.swing.away+swungFor:
		p.sight.checks, p.swing = 0, swing{moving: now + movingFor}
		return false, nil
	}
	return true, p.tracker.Watch(now, p.watch.act)
}
