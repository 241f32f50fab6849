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
	owners := map[models.Point]int8{}
	for i := range s.over {
		switch {
		case t.act.Arm[i] && t.act.EntryAt[i] == t.now:
			owner, known := owners[t.act.Entry[i]]
			if !known {
				if owner = someArm; t.seatOf(t.act.Entry[i]) != nil {
					owner = int8(slices.Index(t.seats, t.seatOf(t.act.Entry[i])))
				}
				owners[t.act.Entry[i]] = owner
			}
			s.over[i] = owner
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

const (
	newShare = 0.1 // of a place that may look new while it still counts as unchanged
	brush    = 3   // cells times pictures; an arm that was there no longer has laid nothing there
)

// visitors are the players whose arms were over a place after since, since it was last in sight as it
// lay before (seconds); near are those, too, who came no closer than its edge.
func (t *Tracker) visitors(q models.Quad, since float64) (over, near []*seat) {
	cells, about := t.act.Under(q), t.act.Under(reach(q))
	overStay, nearStay := make([]int, len(t.seats)), make([]int, len(t.seats))
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
		}
	}
	for k, s := range t.seats {
		if overStay[k] >= brush {
			over = append(over, s)
		}
		if nearStay[k] >= brush {
			near = append(near, s)
		}
	}
	return over, near
}
