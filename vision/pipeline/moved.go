package pipeline

import (
	"fmt"
	"image"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/track"
)

func sizeOf(img gocv.Mat, scale float64) image.Point {
	return image.Pt(int(scale*float64(img.Cols())), int(scale*float64(img.Rows())))
}

// oversee watches over the camera and tells whether the frame may be refereed. Where the camera has moved and
// rests again, everything known is moved with it; now and then is the time in seconds.
func (p *pipeline) oversee(img gocv.Mat, now float64) (ok bool, events []models.Event, err error) {
	s := p.sight
	if p.count < firstLook {
		return true, nil, nil
	}
	if p.watch.anchor == nil {
		s.measure(img, p.watch)
		return true, nil, nil
	}
	was := s.state
	what, lost := p.judge(img)
	if !lost {
		s.doubts = 0
		if was == SightClear {
			return true, nil, p.creep(img, now)
		}
		// It looks like the table again: after a moment of it, go on.
		if s.clear++; s.clear < doubtAfter {
			return false, nil, nil
		}
		events, err = p.again(img, now, identity)
		return err == nil, events, err
	}
	s.clear = 0
	if s.doubts++; s.doubts == 1 && was == SightClear {
		s.since = p.watch.before
	}
	if s.doubts < doubtAfter && was == SightClear {
		return false, nil, nil
	}
	s.state = what
	if what != SightMoved || s.doubts%doubtAfter != 0 {
		return false, nil, nil
	}
	h, found := s.movement(img)
	switch {
	case !found:
		return false, nil, nil
	case shift(h, p.size.Dx(), p.size.Dy()) < moved:
		// The camera stands; much has changed on the table, as by many arms.
		s.state, s.doubts = was, 0
		if was == SightClear {
			return true, nil, nil
		}
		events, err = p.again(img, now, identity)
	case p.steady(h):
		events, err = p.again(img, now, h)
	default:
		return false, nil, nil
	}
	return err == nil, events, err
}

var identity = calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}

// judge says what the picture looks like if it does not look like the table.
func (p *pipeline) judge(img gocv.Mat) (Sight, bool) {
	s := p.sight
	now, before, lost := p.watch.contrast()
	light := brightness(p.watch.cur)
	switch {
	case light < darkGrey && light < darkBelow*s.light:
		return SightDark, true
	case now < plainBelow*before:
		return SightBlocked, true
	case lost > doubtFrom:
		return SightMoved, true
	case p.count%checkEvery == 0 || s.state == SightBlurred:
		if sharpness(img) < blurBelow*s.sharp {
			return SightBlurred, true
		}
	case s.doubts > 0 && s.state == SightClear:
		if sharpness(img) < blurBelow*s.sharp {
			return SightBlurred, true
		}
	}
	return SightClear, false
}

// steady tells that the camera was found at nearly the same place the time before.
func (p *pipeline) steady(h calibration.Homography) bool {
	before := p.sight.last
	p.sight.last = h
	return before != (calibration.Homography{}) && shift(h.Mul(before.Inverse()), p.size.Dx(), p.size.Dy()) < moved
}

// creep looks for a movement too slow to be noticed from one picture to the next.
func (p *pipeline) creep(img gocv.Mat, now float64) error {
	s := p.sight
	if s.checks--; s.checks > 0 {
		return nil
	}
	s.checks = checkEvery
	if s.drifted(p.watch) < driftCells {
		return nil
	}
	h, found := s.movement(img)
	if !found {
		s.checks = 3 * checkEvery
		return nil
	}
	if shift(h, p.size.Dx(), p.size.Dy()) < moved {
		p.watch.anchor = append(p.watch.anchor[:0], p.watch.cur...)
		return nil
	}
	s.state, s.since, s.doubts = SightMoved, now, doubtAfter
	s.last = h
	return nil
}

// again goes on after the view was lost: what is known moves with the camera, the table is looked at afresh,
// and what may have happened unseen is told.
func (p *pipeline) again(img gocv.Mat, now float64, h calibration.Homography) ([]models.Event, error) {
	s := p.sight
	s.state, s.doubts, s.clear, s.last = SightClear, 0, 0, calibration.Homography{}
	if h != identity {
		p.table = moveTable(p.table, h)
		p.eyes.Forget()
		for i := range p.scene {
			p.scene[i].Corners = h.Quad(p.scene[i].Corners)
		}
		for i := range p.places {
			p.places[i] = h.Quad(p.places[i])
		}
	}
	cells := make([]int, len(p.watch.still))
	for i := range cells {
		cells[i] = i
	}
	p.watch.settle(cells)
	s.measure(img, p.watch)
	events := p.tracker.Moved(h, p.table.Players, p.table.Centre, s.since, now)
	cards, err := p.eyes.LookIn(img, p.size)
	if err != nil {
		return nil, fmt.Errorf("look again: %w", err)
	}
	l := track.Look{Area: p.size, Cards: cards}
	p.note(l)
	p.bare = bareTable{}
	p.bare.learn(p.watch, p.scene, p.count)
	return append(events, p.tracker.Step(now, p.watch.act, []track.Look{l})...), nil
}

// moveTable is the table with its outlines where the camera sees them now.
func moveTable(t calibration.Table, h calibration.Homography) calibration.Table {
	move := func(g models.Polygon) models.Polygon {
		out := make(models.Polygon, len(g))
		for i, q := range g {
			out[i] = h.Apply(q)
		}
		return out
	}
	t.Centre, t.Players = move(t.Centre), slices.Clone(t.Players)
	for i := range t.Players {
		t.Players[i].Zone = move(t.Players[i].Zone)
	}
	return t
}
