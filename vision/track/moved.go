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
		s.lost, s.carries = stay{since, now}, nil
	}
	for _, d := range t.gone {
		if d.unexplained() {
			d.ref.seat.carries = append(d.ref.seat.carries, d.ref)
		}
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

// tellLostSeats tells of the players whose cards do not lie as before the view was lost, as far as the looks taken since show that: what they
// laid was out of sight. Whoever lays a card takes it from a spot, so what lies as before was in sight.
func (t *Tracker) tellLostSeats(looks []Look) {
	for _, s := range t.seats {
		if !t.opened || s.lost.until == 0 {
			continue
		}
		seen, discard, others := t.seenOn(s, looks), false, false
		for _, r := range s.spots() {
			as := s.pitch > 0 && r.asBefore(seen) && !slices.Contains(s.carries, r)
			discard, others = discard || !as && r.spot == models.SpotDiscard, others || !as && r.spot != models.SpotDiscard
		}
		e := models.Event{Type: models.EventCovered, Time: s.lost.from, Until: s.lost.until, Player: s.player.Name}
		if !others {
			e.From = models.SpotDiscard
		} else if !discard {
			e.From = models.SpotLigretto
		}
		if discard || others {
			t.emit(e)
		}
		s.lost, s.carries = stay{}, nil
	}
}

// seenOn are the fronts that looks show on a seat's spots.
func (t *Tracker) seenOn(s *seat, looks []Look) map[spotRef]models.Observation {
	seen := map[spotRef]models.Observation{}
	for _, l := range looks {
		for _, o := range onTop(l) {
			if r, ok := t.spotAt(o.Corners); ok && r.seat == s && o.Face != models.FaceBack {
				seen[r] = o
			}
		}
	}
	return seen
}

// asBefore tells that the cards seen are what is known to lie on the spot.
func (r spotRef) asBefore(seen map[spotRef]models.Observation) bool {
	p := r.place()
	o, lies := seen[r]
	if p.state == shows {
		return !p.unread && sure(o) && o.Card == p.card
	}
	return !lies && (p.state == bare || p.seen == 0)
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
	for i := range s.arrived {
		s.arrived[i].card.Corners = h.Quad(s.arrived[i].card.Corners)
	}
	s.measure()
}
