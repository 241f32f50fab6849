package synth

import (
	"math"
	"sort"
)

// waypoint is where the middle of a held card is at a time; between two, a hand moves smoothly.
type waypoint struct {
	time float64
	at   vec
}

// motion is the way of one player's hand through the round.
type motion []waypoint

// Times of a hand's way in seconds.
const (
	dwell    = .07 // it stays on a card it takes or lays
	withdraw = .45 // it needs back to its place of rest, or from there to a card
	glance   = .25 // below this pause it goes straight to the next card
)

// motions works out every player's way from what is carried.
func (s *Scene) motions(carries []carry) []motion {
	out := make([]motion, len(s.layout.seats))
	for p := range out {
		rest := s.home(p).at
		m := motion{{math.Inf(-1), rest}}
		landed, at := math.Inf(-1), rest // when and where the hand has done its last work
		for _, c := range carries {
			if c.player != p {
				continue
			}
			from, to := c.from[len(c.from)-1].at, c.to[len(c.to)-1].at
			stay := max(0, min(dwell, (c.lift-landed)/6)) // in a hurry most of the time goes into the way
			m = append(m.between(landed, at, c.lift, from, rest, stay), waypoint{c.lift - stay, from}, waypoint{c.lift, from}, waypoint{c.land, to})
			landed, at = c.land, to
		}
		if !math.IsInf(landed, 0) {
			m = append(m, waypoint{landed + dwell, at}, waypoint{landed + dwell + withdraw, rest})
		}
		out[p] = m
	}
	return out
}

// between adds what a hand does from one work, over at landed, to the next, which begins at lift.
func (m motion) between(landed float64, at vec, lift float64, from, rest vec, stay float64) motion {
	if math.IsInf(landed, 0) {
		return append(m, waypoint{lift - stay - withdraw, rest})
	}
	free, pause := landed+stay, lift-landed-2*stay
	m = append(m, waypoint{free, at})
	if pause > 2*withdraw {
		return append(m, waypoint{free + withdraw, rest}, waypoint{lift - stay - withdraw, rest})
	}
	if back := rest.sub(at); pause > glance && back.norm() > 1 {
		// People draw the hand back to see the card they have just laid or turned.
		m = append(m, waypoint{free + pause/2, at.add(from).mul(.5).add(back.unit().mul(110))})
	}
	return m
}

// at gives the hand's place at time t.
func (m motion) at(t float64) vec {
	i := sort.Search(len(m), func(i int) bool { return m[i].time > t })
	if i == 0 {
		return m[0].at
	}
	if i == len(m) {
		return m[i-1].at
	}
	a, b := m[i-1], m[i]
	if math.IsInf(a.time, 0) {
		return a.at
	}
	return a.at.add(b.at.sub(a.at).mul(ease((t - a.time) / (b.time - a.time))))
}

// ease is the minimum jerk profile of human reaching (Flash and Hogan, 1985), from 0 to 1.
func ease(u float64) float64 { return u * u * u * (10 + u*(6*u-15)) }

// held is where the top card of a carry is at time t; lift is its height over the table in millimetres.
func (c carry) held(m motion, t float64) (at placed, lift float64) {
	u := max(0, min(1, (t-c.lift)/(c.land-c.lift)))
	from, to := c.from[len(c.from)-1], c.to[len(c.to)-1]
	turn := math.Remainder(to.angle-from.angle, 2*math.Pi)
	lift = .8 + 16*math.Sin(math.Pi*u)
	at = placed{m.at(t), from.angle + turn*ease(u)}
	at.at.z = from.at.z + (to.at.z-from.at.z)*u + lift
	return at, lift
}
