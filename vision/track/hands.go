package track

import (
	"slices"

	"schiri/models"
)

// hands remembers whose arm covered which cell in the last seconds, picture by picture, so that who
// laid a card can be told from the time at which it came and not only from what is seen afterwards.
type hands struct {
	shots []shot // the oldest first
}

// shot is what covered every cell of one picture: one of the values below, or an arm, as the number of
// its owner's seat from 0.
type shot struct {
	time float64 // in seconds
	over []int8
}

const (
	settledCell int8 = -1 // as in the settled picture
	changedCell int8 = -2 // something new that is no arm
	someArm     int8 = -3 // an arm, nobody can tell whose
)

// noteHands remembers this picture.
func (t *Tracker) noteHands() {
	h := &t.hands
	s := shot{time: t.now}
	if len(h.shots) > 0 && h.shots[0].time < t.now-reachBack {
		s.over = h.shots[0].over
		h.shots = append(h.shots[:0], h.shots[1:]...)
	} else {
		s.over = make([]int8, len(t.act.Arm))
	}
	owners := t.owners()
	for i := range s.over {
		switch {
		case t.act.Arm[i] && t.act.EntryAt[i] >= 0:
			s.over[i] = owners[t.act.Entry[i]]
		case t.act.Arm[i]:
			s.over[i] = someArm
		case t.act.Changed[i]:
			s.over[i] = changedCell
		default:
			s.over[i] = settledCell
		}
	}
	h.shots = append(h.shots, s)
}

// owners tells whose the arms are that reach in at the points of the picture's edge: the number of the owner's
// seat, or someArm.
func (t *Tracker) owners() map[models.Point]int8 {
	type arm struct {
		sum   models.Point
		cells float64
	}
	arms := map[models.Point]arm{}
	for i, in := range t.act.Arm {
		if in && t.act.EntryAt[i] >= 0 {
			a := arms[t.act.Entry[i]]
			arms[t.act.Entry[i]] = arm{a.sum.Add(t.act.Center(i)), a.cells + 1}
		}
	}
	out := make(map[models.Point]int8, len(arms))
	for entry, a := range arms {
		out[entry] = someArm
		if s := t.seatOf(entry, a.sum.Mul(1/a.cells)); s != nil {
			out[entry] = int8(slices.Index(t.seats, s))
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
	since   float64 // when that was, in seconds
	over    []*seat // whose arms were over it
	near    []*seat // and whose came no closer than its edge
	unknown bool    // an arm was over it of which nobody can tell whose it is
}

// visitors tells who was at a place after since (seconds).
func (t *Tracker) visitors(q models.Quad, since float64) visit {
	cells, about := t.act.Under(q), t.act.Under(reach(q))
	overStay, nearStay, unknown := make([]int, len(t.seats)), make([]int, len(t.seats)), 0
	v := visit{since: since}
	for _, s := range t.hands.shots {
		if s.time < since {
			continue
		}
		still, changed := 0, 0
		for _, i := range cells {
			switch k := s.over[i]; k {
			case settledCell:
				still++
			case changedCell:
				changed++
			case someArm:
				unknown++
			default:
				overStay[k]++
			}
		}
		for _, i := range about {
			if k := s.over[i]; k >= 0 {
				nearStay[k]++
			}
		}
		if still+changed == len(cells) && float64(changed) <= newShare*float64(len(cells)) {
			clear(overStay)
			clear(nearStay)
			unknown, v.since = 0, s.time
		}
	}
	for k, s := range t.seats {
		if overStay[k] >= brush {
			v.over = append(v.over, s)
		}
		if nearStay[k] >= brush {
			v.near = append(v.near, s)
		}
	}
	v.unknown = unknown >= brush
	return v
}
