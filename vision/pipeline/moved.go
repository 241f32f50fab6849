package pipeline

import (
	"fmt"
	"image"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/track"
)

func sizeOf(img gocv.Mat, scale float64) image.Point {
	return image.Pt(int(scale*float64(img.Cols())), int(scale*float64(img.Rows())))
}

// watchedFrom is the tick from which on the camera itself is watched: some cameras take a few pictures to adjust to the light.
const watchedFrom = 4

// oversee watches over the camera and tells whether the frame may be refereed. Where the camera has moved and
// rests again, everything known is moved with it.
func (p *pipeline) oversee(f *frame.Frame) (ok bool, events []models.Event, err error) {
	s := p.sight
	if p.watch.tick < watchedFrom {
		return true, nil, nil
	}
	if p.watch.anchor == nil {
		s.measure(f, p.watch)
		return true, nil, nil
	}
	what := p.judge(f)
	p.watch.soft = what == SightBlurred || s.state == SightBlurred
	switch {
	case s.state != SightClear && what == SightClear && s.state != SightMoved:
		s.doubts, s.moving = 0, 0
		s.clear += p.watch.elapsed
		return p.returned(f)
	case s.state == SightClear && what == SightClear:
		s.doubts = 0
		if s.checks -= p.watch.elapsed; s.checks > 0 {
			return true, nil, nil
		}
		s.checks = checkEvery
		return !(p.watch.drifted() >= driftCells && p.creep(f)), nil, nil // what has changed is known only when the next frame is compared with what has slid along
	}
	if s.state == SightClear && what == SightMoved && f.Time < s.sinks && p.creep(f) {
		return false, nil, nil
	}
	if s.clear += p.watch.elapsed; what != SightClear {
		s.clear = 0
	}
	if s.doubts == 0 && s.state == SightClear {
		s.since, s.seen = p.watch.before, true
	}
	s.doubts += p.watch.elapsed
	switch {
	case s.doubts < doubtAfter && s.state == SightClear:
		return false, nil, nil
	case what != SightMoved && what != SightClear:
		s.state, s.moving = what, 0
		return false, nil, nil
	}
	if s.moving += p.watch.elapsed; p.watch.every(s.doubts, doubtAfter) {
		if ok, events, err = p.found(f); ok || err != nil {
			return ok, events, err
		}
	}
	// What was covered, dark or soft looks otherwise for a moment until it is itself again.
	if s.state == SightClear || s.moving > changedFor {
		s.state = SightMoved
	}
	return false, nil, nil
}

// returned tells whether the table, which looks as it did again, may be refereed: at once if the light is as it was and
// the lens sharp; after a while whatever has become of them.
func (p *pipeline) returned(f *frame.Frame) (bool, []models.Event, error) {
	s := p.sight
	switch {
	case s.clear >= changedFor:
		return p.again(f, identity)
	case s.clear >= doubtAfter && p.watch.off(p.watch.ref) <= faintLevel && f.Sharpness() >= sharpFrom*s.sharp:
		return true, p.resume(f.Time, identity), nil
	}
	return false, nil, nil
}

// found goes on if it is known how the camera has moved, and it rests.
func (p *pipeline) found(f *frame.Frame) (bool, []models.Event, error) {
	s := p.sight
	h, found := s.movement(f.Mat())
	rests := found && p.steady(h)
	switch {
	case !found && s.clear >= changedFor:
		return p.again(f, identity)
	case !found:
		return false, nil, nil
	case shift(h, p.size.Dx(), p.size.Dy()) >= moved:
		if s.state = SightMoved; rests {
			return p.again(f, h)
		}
		return false, nil, nil
	case s.state == SightClear || p.watch.off(p.watch.ref) <= faintLevel:
		return true, p.resume(f.Time, identity), nil // it stands; much has changed on the table, as by many arms
	case s.moving > changedFor:
		return p.again(f, identity)
	}
	return false, nil, nil
}

var identity = calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}

// judge says what the picture looks like if it does not look like the table.
func (p *pipeline) judge(f *frame.Frame) Sight {
	s := p.sight
	now, before, lost := p.watch.contrast()
	light := brightness(p.watch.cur)
	plain := now < plainBelow*before
	odd := plain || lost > doubtFrom
	soft := false
	sharp := f.Sharpness()
	if soft = sharp < blurBelow*s.sharp && s.sharp > plainTable; !soft && !odd && s.state == SightClear && p.watch.every(p.watch.tick, checkEvery) {
		s.sharp += (sharp - s.sharp) / follow
	}
	switch {
	case light < darkBelow*s.light:
		return SightDark
	case soft && (!odd || p.watch.shapes() > plainBelow):
		return SightBlurred
	case plain:
		return SightBlocked
	case odd:
		return SightMoved
	}
	return SightClear
}

// steady tells that the camera was found at the same place the time before. The longer it is waited for, the less
// exactly that has to be: what few points tell of the corners sways.
func (p *pipeline) steady(h calibration.Homography) bool {
	before := p.sight.last
	p.sight.last = h
	return before != (calibration.Homography{}) && shift(h.Mul(before.Inverse()), p.size.Dx(), p.size.Dy()) < rests*float64(1+p.sight.moving/changedFor)
}

// creep looks for a movement too slow to be noticed from one picture to the next, and tells whether what is known was moved with it.
func (p *pipeline) creep(f *frame.Frame) (slid bool) {
	s := p.sight
	h, found := s.glide(f.Mat())
	switch off := shift(h, p.size.Dx(), p.size.Dy()); {
	case !found:
		s.checks = 3 * checkEvery
	case off < slidesFrom:
		p.watch.anchor = append(p.watch.anchor[:0], p.watch.cur...)
	case off < slides:
		p.slide(f, h)
		return true
	default:
		s.state, s.since, s.doubts, s.last = SightMoved, f.Time, 0, h
	}
	return false
}

// drifted is by how many cells the picture, or at the least half of its quarters, seems to have shifted since the table was measured: a lens
// that breathes moves each another way.
func (w *watcher) drifted() float64 {
	told := func(area image.Rectangle) float64 {
		by, agreed := w.offset(w.cur, w.anchor, area)
		if !agreed {
			return 0
		}
		return by.Norm()
	}
	var far []float64
	mid := image.Pt(w.act.Cols/2, w.act.Rows/2)
	for _, at := range []image.Point{{}, {X: mid.X}, {Y: mid.Y}, mid} {
		far = append(far, told(image.Rectangle{Max: mid}.Add(at)))
	}
	slices.Sort(far)
	return max(told(w.whole()), far[2])
}

// slide moves what is known with a camera that has moved a little, as one does that sinks on its stand or whose lens breathes as it
// finds its focus. Everything stays in sight.
func (p *pipeline) slide(f *frame.Frame, h calibration.Homography) {
	p.move(h)
	p.eyes.Slid(h)
	p.noteSlide(h, f.Time)
	p.slideScene(h)
	p.watch.slide(h.Inverse(), p.passed)
	p.sight.measure(f, p.watch)
	p.sway.settle()
	p.tracker.Slid(h, p.table.Players, p.table.Centre)
	p.bare = bareTable{photo: p.bare.photo}
	p.bare.learn(p.watch, p.scene, p.places, p.watch.tick)
	p.bare.mark(p.watch)
}

// noteSlide notes that what is known slides along by h, at a time in seconds, and whether the camera sinks: once, or to and fro, it sways.
func (p *pipeline) noteSlide(h calibration.Homography, now float64) {
	if p.sway.young() {
		return
	}
	s, mid := p.sight, models.Point{X: float64(p.size.Dx()) / 2, Y: float64(p.size.Dy()) / 2}
	by := h.Apply(mid).Sub(mid)
	if now < s.slid+sinksFor && by.Dot(s.slide) > 0 {
		s.sinks = now + sinksFor
	}
	s.slid, s.slide = now, by
}

// slideScene moves the cards in sight as the camera has moved.
func (p *pipeline) slideScene(h calibration.Homography) {
	p.scene = slices.Clone(p.scene) // who was told of it before may hold it still
	for i, o := range p.scene {
		p.scene[i].Corners = h.Quad(o.Corners)
	}
	p.passing = map[models.Quad]bool{}
	for _, o := range p.scene {
		p.passing[o.Corners] = p.emptied(p.watch.act.Under(o.Corners))
	}
}

// shown are the changed cells that show a card which a look has read, or the bare table, with no arm upon them.
func (p *pipeline) shown(l track.Look) []int {
	var out []int
	for _, o := range l.Cards {
		if believed(o) {
			out = append(out, p.watch.act.Under(o.Corners.Grown(withEdge))...)
		}
	}
	for i, bare := range p.watch.act.Bare {
		if bare {
			out = append(out, i)
		}
	}
	return slices.DeleteFunc(out, func(i int) bool { return !p.watch.act.Changed[i] || p.watch.act.Arm[i] })
}

// move moves the table and the places known as the camera has moved.
func (p *pipeline) move(h calibration.Homography) {
	p.table, p.moved = p.table.Moved(h), h.Mul(p.moved)
	for i := range p.places {
		p.places[i] = h.Quad(p.places[i])
	}
}

// slide moves the settled pictures and the first one by about a cell at the most; back is the map from the new pixels to the old ones. Where nothing has
// passed since it was looked at the settled picture becomes the present one, which is sharper.
func (w *watcher) slide(back calibration.Homography, passed []bool) {
	w.ref, w.alt, w.opening = w.warped(w.ref, back), w.warped(w.alt, back), w.warped(w.opening, back)
	w.differ()
	for i := range w.still {
		if !w.act.Reach[i] && !passed[i] && far(w.ref[3*i:][:3], w.cur[3*i:][:3]) < 2*changeLevel {
			copy(w.ref[3*i:3*i+3], w.cur[3*i:])
		}
	}
}

// warped is a picture of cells as a camera sees it that has moved; what was out of sight is as at the edge.
func (w *watcher) warped(cells []uint8, back calibration.Homography) []uint8 {
	out := make([]uint8, len(cells))
	cols, rows, side := w.act.Cols, w.act.Rows, float64(w.act.Cell)
	for i := range w.still {
		from := back.Apply(w.act.Center(i))
		x, y := min(max(from.X/side-.5, 0), float64(cols-1)), min(max(from.Y/side-.5, 0), float64(rows-1))
		left, top := min(int(x), cols-2), min(int(y), rows-2)
		fx, fy := x-float64(left), y-float64(top)
		for c := range 3 {
			at := func(dx, dy int) float64 { return float64(cells[3*((top+dy)*cols+left+dx)+c]) }
			out[3*i+c] = uint8((1-fy)*((1-fx)*at(0, 0)+fx*at(1, 0)) + fy*((1-fx)*at(0, 1)+fx*at(1, 1)) + .5)
		}
	}
	return out
}

// resume goes on after the view was lost: what is known moves with the camera, and what may have happened unseen
// is told.
func (p *pipeline) resume(now float64, h calibration.Homography) []models.Event {
	s := p.sight
	was := s.state
	s.state, s.doubts, s.moving, s.clear, s.last = SightClear, 0, 0, 0, calibration.Homography{}
	s.checks = checkEvery
	if p.watch.soft = false; was == SightClear || was == SightBlurred && s.seen {
		return nil
	}
	return p.tracker.Moved(h, p.table.Players, p.table.Centre, s.since, now)
}

// again goes on where the table does not lie or look as before: it is looked at afresh.
func (p *pipeline) again(f *frame.Frame, h calibration.Homography) (bool, []models.Event, error) {
	if h != identity {
		p.move(h)
		p.eyes.Forget()
		p.watch.slide(h.Inverse(), p.passed)
		p.slideScene(h)
	} else {
		cells := make([]int, len(p.watch.still))
		for i := range cells {
			cells[i] = i
		}
		p.watch.settle(cells)
		p.scene = nil // the picture as it is now is the settled one, in which a card taken away meanwhile would be in sight as before
	}
	p.sight.measure(f, p.watch)
	p.sight.seen, p.sway = false, sway{}
	events := p.resume(f.Time, h)
	cards, err := p.eyes.LookIn(f.Mat(), p.size)
	if err != nil {
		return false, nil, fmt.Errorf("look again: %w", err)
	}
	p.light.known(p.watch)
	p.noteSearched(p.size)
	l := track.Look{Area: p.size, Cards: cards}
	p.bare = bareTable{photo: p.bare.photo}
	p.bare.learn(p.watch, p.scene, p.places, p.watch.tick)
	p.bare.mark(p.watch)
	p.note(l)
	p.watch.settle(p.shown(l))
	p.watch.differ()
	return true, append(events, p.tracker.Step(f.Time, p.watch.act, []track.Look{l})...), nil
}
