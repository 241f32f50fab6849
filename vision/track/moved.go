package track

import (
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Moved tells the tracker that the view of the table was lost from since to now (seconds), and that the
// camera sees it now moved by h, from the old pixels to the new ones; players and centre are as they lie
// there. What was known lies where it lay; that cards may have been laid unseen is told by the next Step.
func (t *Tracker) Moved(h calibration.Homography, players []models.Player, centre models.Polygon, since, now float64) []models.Event {
	t.now, t.out = now, nil
	t.settleAllPushed(true)
	t.decide(func(*landing) bool { return true })
	t.flush(func(*waiting) bool { return true })
	t.blind = stay{since, now}
	for _, s := range t.seats {
		s.lost = stay{since, now}
		s.carries = slices.ContainsFunc(t.gone, func(d *departure) bool { return d.ref.seat == s && d.unexplained() })
	}
	t.gone, t.hands = nil, hands{}
	t.Slid(h, players, centre)
	for _, p := range t.piles {
		p.seen = now
		p.lost, p.part = stay{since, now}, 0
	}
	return t.out
}

// Slid tells the tracker that the camera has moved a little by h, from the old pixels to the new ones, with all in sight; players and
// centre are as they lie there.
func (t *Tracker) Slid(h calibration.Homography, players []models.Player, centre models.Polygon) {
	t.centre = centre
	for _, s := range t.seats {
		for _, p := range players {
			if p.Name == s.player.Name {
				s.turn(h, p)
			}
		}
	}
	for _, p := range t.piles {
		p.quad = h.Quad(p.quad)
		for i := range p.under {
			p.under[i].quad = h.Quad(p.under[i].quad)
		}
		p.lay, p.between = lay{}, nil // how exactly a card lay is known no longer
	}
}

// tellLostSeats tells of the players whose cards do not all lie as before the view was lost, as far as the looks taken since show that: what they
// laid was out of sight. Whoever lays a card takes it from a spot.
func (t *Tracker) tellLostSeats(looks []Look) {
	for _, s := range t.seats {
		if t.opened && s.lost.until > 0 && (s.carries || !t.asBefore(s, looks)) {
			t.emit(models.Event{Type: models.EventCovered, Time: s.lost.from, Until: s.lost.until, Player: s.player.Name})
		}
		s.lost, s.carries = stay{}, false
	}
}

// asBefore tells that looks show the same on each spot of a seat as is known from before.
func (t *Tracker) asBefore(s *seat, looks []Look) bool {
	seen := map[spotRef]models.Observation{}
	for _, l := range looks {
		for _, o := range onTop(l) {
			if r, ok := t.spotAt(o.Corners); ok && r.seat == s && o.Face != models.FaceBack {
				seen[r] = o
			}
		}
	}
	return s.pitch > 0 && !slices.ContainsFunc(s.spots(), func(r spotRef) bool {
		p := r.place()
		o, any := seen[r]
		if p.state == shows {
			return p.unread || !sure(o) || o.Card != p.card
		}
		return any || p.state == unseen && p.seen > 0
	})
}

// tellLostPiles tells of the piles that do not show the same card as before the view was lost, as far as that can be seen now: they
// were out of sight. Whatever was laid on the others has gone again.
func (t *Tracker) tellLostPiles() {
	for _, p := range t.piles {
		if p.lost.until == 0 {
			continue
		}
		asBefore, told := p.part > 0 && p.came < p.lost.from, p.came == t.now
		if !asBefore && !told {
			t.emit(models.Event{Type: models.EventCovered, Time: p.lost.from, Until: p.lost.until, Pile: p.id})
		}
		p.lost = stay{}
	}
}

// turn moves all that is known of a seat to where it lies in the picture now.
func (s *seat) turn(h calibration.Homography, p models.Player) {
	was := s.right
	fresh := newSeat(p, models.Point{})
	s.player, s.mid = p, fresh.mid
	if s.right = fresh.right; s.right.Dot(was) < 0 {
		s.right = s.right.Mul(-1)
	}
	for _, r := range s.spots() {
		if q := r.place(); q.quad != (models.Quad{}) {
			q.quad = h.Quad(q.quad)
		}
	}
	for i := range s.first {
		s.first[i].Corners = h.Quad(s.first[i].Corners)
	}
	s.measure()
}
