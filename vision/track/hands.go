package track

import (
	"slices"

	"schiri/models"
)

// hands remembers what covered which cell in the last seconds, picture by picture, so that who laid a card can be
// told from the time at which it came and not only from what is seen afterwards.
type hands struct {
	shots []shot // the oldest first
}

// shot is what covered every cell of one picture.
type shot struct {
	time float64 // in seconds
	over []cover
}

// cover is what covers a cell.
type cover uint8

const (
	settledCell cover = iota // as in the settled picture
	changedCell              // something new that is no arm
	faintArm                 // what hardly differs from the settled picture but hangs together with an arm
	armCell
)

// noteHands remembers this picture.
func (t *Tracker) noteHands() {
	h := &t.hands
	s := shot{time: t.now}
	if len(h.shots) > 0 && h.shots[0].time < t.now-reachBack {
		s.over = h.shots[0].over
		h.shots = append(h.shots[:0], h.shots[1:]...)
	} else {
		s.over = make([]cover, len(t.act.Arm))
	}
	arm, reach, changed := t.act.Arm, t.act.Reach[:len(s.over)], t.act.Changed[:len(s.over)]
	for i, a := range arm[:len(s.over)] {
		c := settledCell
		if changed[i] {
			c = changedCell
		}
		if reach[i] {
			c = faintArm
		}
		if a {
			c = armCell
		}
		s.over[i] = c
	}
	h.shots = append(h.shots, s)
}

// arms are the cells of those given that an arm covers.
func (s shot) arms(cells []int) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return s.over[i] != armCell })
}

// tracedShare is the part of the way from what an arm covers to its owner's shoulder that it must cover.
const tracedShare = 0.9

// forearm is how long the part of an arm in sight is at the least, in widths of the picture, for it to tell whose it is by
// where it points alone: its sleeve is not told from the table, or its owner leans far over that.
const forearm = 0.25

// whose tells whose arm can cover the given cells of a picture, by the numbers of their seats: everybody's to whose
// shoulder arms cover the whole way. If that is so for nobody, what hardly differs from the table counts as an arm too;
// and if that leads to nobody, an arm that is long enough in sight tells by where it points.
func (t *Tracker) whose(s shot, arm []int) []int {
	var from models.Point
	for _, i := range arm {
		from = from.Add(t.act.Center(i).Mul(1 / float64(len(arm))))
	}
	var ways []traced
	for k, seat := range t.seats {
		for _, to := range seat.shoulders {
			ways = append(ways, t.trace(s, from, to, k))
		}
	}
	pick := func(enough func(traced) bool) (out []int) {
		for _, w := range ways {
			if enough(w) && (len(out) == 0 || out[len(out)-1] != w.seat) {
				out = append(out, w.seat)
			}
		}
		return out
	}
	if out := pick(func(w traced) bool { return w.arm == w.way }); len(out) > 0 {
		return out
	}
	if out := pick(func(w traced) bool { return w.faint == w.way }); len(out) > 0 {
		return out
	}
	return pick(func(w traced) bool { return w.arm >= forearm*float64(t.act.Cols*t.act.Cell) })
}

// traced is for how many pixels an arm may lie on the way to the shoulder of one at a seat: it is covered but for little.
type traced struct {
	seat       int
	arm, faint float64 // covered by an arm; by an arm or what hardly differs from the table
	way        float64 // how long the way is inside the picture, or to where it is open for good
}

// trace looks along the way from one point to another, which may be outside the picture, in a band three cells wide.
func (t *Tracker) trace(s shot, from, to models.Point, seat int) traced {
	line, cell := to.Sub(from), float64(t.act.Cell)
	length := line.Norm()
	step := line.Mul(cell / max(length, 1))
	beside := models.Point{X: -step.Y, Y: step.X}
	arm, faint, all := 0, 0, 0
	out := traced{seat: seat}
	most := (1 - tracedShare) * 3 * (length/cell + 2) // cells that may be open, however far the way is covered from there on
	for k := 0.0; k*cell <= length; k++ {
		at := from.Add(step.Mul(k))
		if t.act.at(at) < 0 {
			break
		}
		for _, p := range [...]models.Point{at, at.Add(beside), at.Sub(beside)} {
			if i := t.act.at(p); i >= 0 {
				all++
				if s.over[i] >= faintArm {
					faint++
				}
				if s.over[i] >= armCell {
					arm++
				}
			}
		}
		out.way = k * cell
		if float64(arm) >= tracedShare*float64(all) {
			out.arm = out.way
		}
		if float64(faint) >= tracedShare*float64(all) {
			out.faint = out.way
		}
		if float64(all-faint) > most {
			break
		}
	}
	return out
}

const (
	newShare = 0.1 // of a place that may look new while it still counts as unchanged
	brush    = 3   // cells times pictures; an arm that was there no longer has laid nothing there
)

// visit tells who was at a place since it was last in sight as it lay before.
type visit struct {
	since   float64        // when that was, in seconds
	over    []*seat        // whose arms were over it
	near    []*seat        // and whose came no closer than its edge
	unknown bool           // an arm was over it of which nobody can tell whose it is
	stays   map[*seat]stay // from when to when those were over it
	close   map[*seat]stay // and close by
	stray   stay           // and arms of which nobody can tell whose they are
}

// visitors tells who was at a place after since (seconds). What is seen there from unclear on (0: never) may have become
// part of the settled picture without being known.
func (t *Tracker) visitors(q models.Quad, since, unclear float64) visit {
	cells, about := t.act.Under(q), t.act.Under(reach(q))
	over, near := newStays(len(t.seats)), newStays(len(t.seats))
	v := visit{since: since}
	for _, s := range t.hands.shots {
		if s.time < since {
			continue
		}
		if (unclear == 0 || s.time < unclear) && s.undisturbed(cells) {
			over, near, v.since = newStays(len(t.seats)), newStays(len(t.seats)), s.time
		}
		if arm := s.arms(about); len(arm) > 0 {
			near.note(s.time, t.whose(s, arm), len(arm))
		}
		if arm := slices.DeleteFunc(s.arms(cells), func(i int) bool { return t.lies(i, s.time) }); len(arm) > 0 {
			over.note(s.time, t.whose(s, arm), len(arm))
		}
	}
	v.over, v.near, v.stays, v.close = t.seated(over.alone()), t.seated(near.long()), map[*seat]stay{}, map[*seat]stay{}
	for k, s := range t.seats {
		v.stays[s], v.close[s] = over.span[k], near.span[k]
	}
	v.unknown, v.stray = over.unknown(), over.stray
	return v
}

// visitTo tells who was at the place of a card seen in the centre since the pile there was last in sight; nil: there is none.
func (t *Tracker) visitTo(p *pile, o models.Observation) visit {
	if p == nil {
		return t.visitors(o.Corners, t.now-reachBack, 0)
	}
	return t.visitors(o.Corners, max(p.seen, t.now-reachBack), p.unclear)
}

// lies tells that what a cell shows now was in sight there at a time already: it is no arm, though it touched one then.
func (t *Tracker) lies(i int, at float64) bool { return !t.act.Arm[i] && t.act.Moved[i] <= at }

// undisturbed tells that a place's cells look as before, but for a few.
func (s shot) undisturbed(cells []int) bool {
	changed := 0
	for _, i := range cells {
		switch s.over[i] {
		case armCell:
			return false
		case changedCell:
			changed++
		}
	}
	return float64(changed) <= newShare*float64(len(cells))
}

// stays is for how long whose arms may have been at a place, in cells times pictures, and in how many pictures both of
// two seats' arms may have been there.
type stays struct {
	cells    []int
	span     []stay // from the first of these pictures to the last one
	both     [][]int
	untraced int  // of arms that can be nobody's
	stray    stay // from the first picture of these to the last one
}

func newStays(seats int) *stays {
	s := &stays{cells: make([]int, seats), span: make([]stay, seats), both: make([][]int, seats)}
	for k := range s.both {
		s.both[k] = make([]int, seats)
	}
	return s
}

// note takes in a picture of a time in which an arm of these seats covers so many cells of the place.
func (st *stays) note(at float64, who []int, cells int) {
	if len(who) == 0 {
		if st.untraced == 0 {
			st.stray.from = at
		}
		st.untraced += cells
		st.stray.until = at
		return
	}
	for _, k := range who {
		if st.cells[k] == 0 {
			st.span[k].from = at
		}
		st.cells[k] += cells
		st.span[k].until = at
		for _, o := range who {
			st.both[k][o]++
		}
	}
}

// long are the seats whose arms may have been there for long enough to lay a card.
func (st *stays) long() []int {
	var out []int
	for k, n := range st.cells {
		if n >= brush {
			out = append(out, k)
		}
	}
	return out
}

// unknown tells that an arm nobody can be named for may have laid a card: it was there for more than a picture, in which the arm of
// somebody who was there may not have been traced, or nobody else was.
func (st *stays) unknown() bool {
	return st.untraced >= brush && (st.stray.until > st.stray.from || len(st.alone()) == 0)
}

// alone are those of them without the ones that were never there but in line with another one's arm.
func (st *stays) alone() []int {
	long := st.long()
	return slices.DeleteFunc(slices.Clone(long), func(k int) bool {
		return slices.ContainsFunc(long, func(o int) bool {
			return st.both[k][o] == st.both[k][k] && 2*st.both[o][o] >= 3*st.both[k][k]
		})
	})
}

// seated are the seats of these numbers.
func (t *Tracker) seated(numbers []int) []*seat {
	var out []*seat
	for _, k := range numbers {
		out = append(out, t.seats[k])
	}
	return out
}

// noteVisits notes whose arms reach to the piles.
func (t *Tracker) noteVisits() {
	now := t.hands.shots[len(t.hands.shots)-1]
	for _, p := range t.piles {
		if arm := now.arms(t.act.Under(reach(p.quad))); len(arm) > 0 {
			for _, k := range t.whose(now, arm) {
				s := t.seats[k]
				if t.now > s.atPiles.until+again {
					s.atPiles.from = t.now
				}
				p.near[s], s.atPiles.until = t.now, t.now
			}
		}
	}
}

// reach is a card's place with a margin of four tenths of its sides: the hand that holds a card by its edge lies there.
func reach(q models.Quad) models.Quad { return q.Grown(1.8) }

// reachedFor are the players whose arms were at a pile since it was last in sight.
func (t *Tracker) reachedFor(p *pile) []*seat {
	return slices.DeleteFunc(slices.Clone(t.seats), func(s *seat) bool { return p.near[s] == 0 || p.near[s] < p.seen })
}
