package track

import (
	"schiri/calibration"
	"schiri/models"
)

// Moved tells the tracker that the view of the table was lost from since to now (seconds), and that the
// camera sees it now moved by h, from the old pixels to the new ones; players and centre are as they lie
// there. What was known lies where it lay; that cards may have been laid unseen is told, of piles by the next Step.
func (t *Tracker) Moved(h calibration.Homography, players []models.Player, centre models.Polygon, since, now float64) []models.Event {
	t.now, t.out = now, nil
	t.settleAllPushed(true)
	t.decide(func(*landing) bool { return true })
	t.flush(func(*waiting) bool { return true })
	t.blind = stay{since, now}
	t.gone, t.hands = nil, hands{}
	t.Slid(h, players, centre)
	for _, p := range t.piles {
		p.seen = now
		p.lost, p.part = stay{since, now}, 0
	}
	if t.opened {
		for _, s := range t.seats {
			t.emit(models.Event{Type: models.EventCovered, Time: since, Until: now, Player: s.player.Name})
		}
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
