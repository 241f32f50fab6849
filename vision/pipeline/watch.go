package pipeline

import (
	"math"
	"slices"

	"schiri/vision/frame"
	"schiri/vision/track"
)

// watcher compares every frame with the one before and with the settled picture, cell by cell.
// It works on a thumbnail of one colour a cell, so that a still table costs next to nothing and
// sensor noise averages out.
type watcher struct {
	act            *track.Activity
	cur, prev, ref []uint8 // blue, green, red of every cell: now, one frame ago, settled
	alt            []uint8 // a second settled colour of a cell: what is there may be an arm at rest, or the table where one was
	hasAlt         []bool
	opening        []uint8 // the first picture
	anchor         []uint8 // the settled picture as it was when the table was measured, but for what was settled since; nil: not yet
	still          []int   // ticks since the cell last moved
	arm            []int   // tick of the frame in which an arm was last seen over the cell; 0: never
	faint          []bool  // differs at least faintly from the settled picture
	patches        []patch // what differs from the settled picture
	label          []int32 // number of the patch a cell belongs to, from 1; 0: none
	stack          []int   // scratch of the labelling
	next           []int   // scratch of around
	tick           int     // of this frame: see ticks
	elapsed        int     // ticks since the last frame
	before, now    float64 // times of the last frame and of this one
	noise          int     // usual difference of a cell between two frames, in grey levels
	diff           []uint8 // scratch: the distances of cells from those of another picture, in grey levels
	flag           []bool  // scratch
	shifts         bool    // the picture was shifted back by parts of pixels, see focused
	soft           bool    // the lens is out of focus, see focused
}

// patch is a connected part of the picture that differs from the settled picture. Parts that
// differ faintly, as a shadow or a dark sleeve on a dark table do, connect but do not belong to it.
type patch struct {
	cells  []int
	arm    bool // it reaches in from the picture's edge
	still  int  // ticks for which none of it has moved
	calm   int  // cells that have just come to rest
	slight bool // no more than noise, a shadow's edge or what the coding of a film leaves
}

// otherThing is the difference from the anchor, in grey levels, from which on a cell shows something else and not
// the same shifted or in another light.
const otherThing = 40

// Differences, in grey levels of a cell's mean colour, from which on a cell has moved since the
// last frame, differs from the settled picture, or differs faintly. Noise raises them.
const (
	moveLevel   = 7
	changeLevel = 12
	faintLevel  = 6
)

func newWatcher(width, height int) *watcher {
	act := track.NewActivity(width, height, frame.CellSide(width))
	n := act.Cols * act.Rows
	return &watcher{
		act: act, cur: make([]uint8, 3*n), prev: make([]uint8, 3*n), ref: make([]uint8, 3*n), alt: make([]uint8, 3*n), hasAlt: make([]bool, n),
		still: make([]int, n), label: make([]int32, n), faint: make([]bool, n), arm: make([]int, n),
		diff: make([]uint8, n), flag: make([]bool, n),
	}
}

// step takes the next frame in, its cells as rows of blue, green, red, and gives the patches
// that differ from the settled picture.
func (w *watcher) step(cells []uint8, now float64) []patch {
	w.before, w.now = w.now, now
	w.cur, w.prev = w.prev, w.cur
	copy(w.cur, cells)
	if w.tick == 0 {
		copy(w.prev, w.cur)
		copy(w.ref, w.cur)
		w.opening = slices.Clone(w.cur)
	}
	w.elapsed = ticks(w.tick, w.now-w.before)
	w.tick += w.elapsed
	noise := w.move()
	w.differ()
	w.noise = noise
	return w.patches
}

// differ finds what differs from the settled picture, and the arms among them.
func (w *watcher) differ() {
	clear(w.act.Arm)
	clear(w.act.Reach)
	if w.patches = nil; !w.compare() {
		return
	}
	w.patches = w.connect()
	for k := range w.patches {
		w.patches[k].arm = w.patches[k].arm || w.cameFromEdge(w.patches[k])
	}
	for i, l := range w.label {
		if l > 0 && w.patches[l-1].arm {
			w.act.Arm[i], w.act.Reach[i] = w.act.Changed[i], true
			if w.act.Arm[i] {
				w.arm[i] = w.tick
			}
		}
	}
}

// Somebody who leans far over a large table may show only a forearm, apart from the picture's edge. It counts as an arm if it
// reached the edge up to armLasts ticks before, is in motion, and is longer than the part leaning of the picture's width,
// which no card is.
const (
	armLasts = 10
	leaning  = 0.25
)

// cameFromEdge tells that a patch is what is in sight of an arm that hung together with the picture's edge before.
func (w *watcher) cameFromEdge(p patch) bool {
	was := 0
	left, right, top, bottom := w.act.Cols, 0, w.act.Rows, 0
	for _, i := range p.cells {
		if w.arm[i] > 0 && w.tick-w.arm[i] <= armLasts {
			was++
		}
		x, y := i%w.act.Cols, i/w.act.Cols
		left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
	}
	long := math.Hypot(float64(right-left), float64(bottom-top)) > leaning*float64(w.act.Cols)
	return long && p.still < calmAfter && 2*was > len(p.cells)
}

// move marks the cells that moved since the last frame, and measures the noise.
func (w *watcher) move() int {
	level := moveLevel + 2*w.noise
	if distances(w.diff, w.cur, w.prev); w.soft {
		w.focused(w.cur, w.prev, softMixes)
		w.focused(w.prev, w.cur, softMixes)
	}
	for i, d := range w.diff {
		if w.still[i] += w.elapsed; int(d) > level {
			w.still[i], w.act.Moved[i] = 0, w.now
		}
	}
	return w.median()
}

// compare marks the cells that differ from the settled picture and tells whether any is changed.
func (w *watcher) compare() bool {
	change, faint := changeLevel+2*w.noise, faintLevel+2*w.noise
	switch distances(w.diff, w.cur, w.ref); {
	case w.soft:
		w.focused(w.cur, w.ref, softMixes)
	case w.shifts:
		w.focused(w.cur, w.ref, shiftMixes)
	}
	for i, has := range w.hasAlt {
		if has {
			w.diff[i] = min(w.diff[i], uint8(far(w.cur[3*i:][:3], w.alt[3*i:][:3])))
		}
	}
	above(w.faint, w.diff, faint)
	any := above(w.act.Changed, w.diff, change) > 0
	w.open(change)
	return any
}

// open marks, as the film begins, what looks as in the first picture, of which it differs by no more grey levels.
func (w *watcher) open(change int) {
	if clear(w.act.Lasts); w.tick > opens {
		return
	}
	distances(w.diff, w.cur, w.opening)
	for i, d := range w.diff {
		w.act.Lasts[i] = int(d) <= change
	}
}

// How far towards a neighbour's colour a cell's may be mixed: all the way by a lens out of focus, and a little in a picture that was
// shifted back by parts of pixels.
const (
	softMixes  = 1.0
	shiftMixes = 0.3
)

// focused takes from the distances what mixing what lies side by side makes of them: a cell is as far from the sharper picture as from
// the nearest colour on the way to those which its neighbours have there, as far as the share mixed of it.
func (w *watcher) focused(soft, sharp []uint8, mixed float64) {
	share := int(256 * mixed)
	for i := range w.diff {
		if w.diff[i] <= faintLevel {
			continue
		}
		lo, hi := *(*[3]uint8)(sharp[3*i:]), *(*[3]uint8)(sharp[3*i:])
		for _, j := range w.around(i) {
			for k, v := range sharp[3*j:][:3] {
				lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
			}
		}
		d := 0
		for k, v := range soft[3*i:][:3] {
			at := int(sharp[3*i+k])
			d = max(d, at-(at-int(lo[k]))*share>>8-int(v), int(v)-at-(int(hi[k])-at)*share>>8)
		}
		w.diff[i] = min(w.diff[i], uint8(d))
	}
}

// far is the largest difference of two colours in one channel.
func far(a, b []uint8) int {
	p, q := (*[3]uint8)(a), (*[3]uint8)(b)
	d, e, f := int(p[0])-int(q[0]), int(p[1])-int(q[1]), int(p[2])-int(q[2])
	return max(d, -d, e, -e, f, -f)
}

// median is the middle one of the distances found last, but at most most.
func (w *watcher) median() int {
	const most = 15
	for v := range most {
		if 2*above(w.flag, w.diff, v) <= len(w.diff) {
			return v
		}
	}
	return most
}

// flags is scratch for a mark on every cell, none set; it serves until it or the median is asked for again.
func (w *watcher) flags() []bool {
	clear(w.flag)
	return w.flag
}

// connect joins changed cells that touch, corners included.
func (w *watcher) connect() []patch {
	clear(w.label)
	var out []patch
	for i, c := range w.act.Changed {
		if c && w.label[i] == 0 {
			out = append(out, w.flood(i, int32(len(out)+1)))
		}
	}
	return out
}

// flood collects the patch around cell i and numbers its cells.
func (w *watcher) flood(i int, label int32) patch {
	a := w.act
	p := patch{still: math.MaxInt}
	w.stack = append(w.stack[:0], i)
	w.label[i] = label
	peak, sum := 0, 0
	for len(w.stack) > 0 {
		i := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.atEdge(i) {
			p.arm = true
		}
		if a.Changed[i] {
			p.cells = append(p.cells, i)
			p.still = min(p.still, w.still[i])
			if w.calms(i) {
				p.calm++
			}
			d := far(w.cur[3*i:][:3], w.ref[3*i:][:3])
			peak, sum = max(peak, d), sum+d
		}
		for _, j := range w.around(i) {
			if w.faint[j] && w.label[j] == 0 {
				w.label[j] = label
				w.stack = append(w.stack, j)
			}
		}
	}
	p.slight = len(p.cells) < 3 || peak < 2*changeLevel || sum < 8*changeLevel
	return p
}

// ticks are how many thirtieths of a second a frame comes after the last one, at least one. How long nothing has moved is
// counted in them, so that a camera with ten pictures a second is waited for no longer than one with thirty.
func ticks(before int, seconds float64) int {
	const most = 6 // a longer pause shows no more
	if before == 0 {
		return 1
	}
	return min(max(int(math.Round(30*seconds)), 1), most)
}

// comesTo tells that a count of ticks has come to n with this frame.
func (w *watcher) comesTo(count, n int) bool { return count >= n && count-w.elapsed < n }

// every tells that a count of ticks has come to one more multiple of n with this frame.
func (w *watcher) every(count, n int) bool { return count/n > (count-w.elapsed)/n }

// calms tells that a cell has just come to rest.
func (w *watcher) calms(i int) bool { return w.comesTo(w.still[i], calmAfter) }

// calmAfter is the number of ticks after which a part of a moving arm's patch counts as at rest.
const calmAfter = 2

// calmParts are the connected parts of a patch that have been at rest while others move.
func (w *watcher) calmParts(p patch) [][]int {
	calm := w.flags()
	for _, i := range p.cells {
		calm[i] = w.still[i] >= calmAfter
	}
	return w.connected(p.cells, calm)
}

// connected are the connected parts of those cells that are wanted, in the order in which the cells come; wanted is
// used up.
func (w *watcher) connected(cells []int, wanted []bool) [][]int {
	var parts [][]int
	for _, i := range cells {
		if !wanted[i] {
			continue
		}
		part := []int{i}
		wanted[i] = false
		for k := 0; k < len(part); k++ {
			for _, j := range w.around(part[k]) {
				if wanted[j] {
					wanted[j] = false
					part = append(part, j)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// atEdge tells whether cell i lies at the picture's edge.
func (w *watcher) atEdge(i int) bool {
	x, y := i%w.act.Cols, i/w.act.Cols
	return x == 0 || y == 0 || x == w.act.Cols-1 || y == w.act.Rows-1
}

// around lists the cells that touch cell i, corners included.
func (w *watcher) around(i int) []int {
	w.next = w.next[:0]
	x, y := i%w.act.Cols, i/w.act.Cols
	for ny := max(0, y-1); ny <= min(w.act.Rows-1, y+1); ny++ {
		for nx := max(0, x-1); nx <= min(w.act.Cols-1, x+1); nx++ {
			if nx != x || ny != y {
				w.next = append(w.next, ny*w.act.Cols+nx)
			}
		}
	}
	return w.next
}

// settle takes the cells into the settled picture as they are now. The anchor takes in only what has become
// another thing: of a camera that sinks, the edges change little by little.
func (w *watcher) settle(cells []int) {
	for _, i := range cells {
		copy(w.ref[3*i:3*i+3], w.cur[3*i:])
		if w.anchor != nil && far(w.anchor[3*i:][:3], w.cur[3*i:][:3]) >= otherThing {
			copy(w.anchor[3*i:3*i+3], w.cur[3*i:])
		}
		w.hasAlt[i], w.act.Changed[i] = false, false
	}
}

// rest notes a second settled look of cells that something at the picture's edge covers, or has
// just uncovered: nobody can tell which is the table, so both count as settled until one lasts.
func (w *watcher) rest(cells []int) {
	for _, i := range cells {
		copy(w.alt[3*i:3*i+3], w.cur[3*i:])
		w.hasAlt[i], w.act.Changed[i] = true, false
	}
}

// drift follows slow changes of the light where nothing has happened for calm ticks, and
// decides between two settled looks for the one that has lasted.
func (w *watcher) drift(calm, lasting int) {
	for i, n := range w.still {
		if n < calm || w.act.Changed[i] {
			continue
		}
		cur, ref := w.cur[3*i:][:3], w.ref[3*i:][:3]
		if w.hasAlt[i] {
			if n >= lasting {
				copy(ref, cur)
				w.hasAlt[i] = false
			}
			continue
		}
		for k := range 3 {
			if cur[k] > ref[k] {
				ref[k]++
			} else if cur[k] < ref[k] {
				ref[k]--
			}
		}
	}
}
