package track

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"schiri/models"
)

// state is what is known of a place.
type state uint8

const (
	unseen state = iota // never in sight, or something happened there that was not in sight
	bare                // seen to be empty
	shows               // a card is in sight
)

// place is where cards lie on each other and what is in sight there.
type place struct {
	state state
	card  models.Card // in sight, or last in sight before the place was touched
	quad  models.Quad // where that card lies, or lay
	seen  float64     // when the place was last looked at, in seconds
	away  stay        // when the card in sight was out of sight last
	plain float64     // the share of the card that has a colour of the bare table, when it was read last
	// unread says that a card that cannot be read has come to lie on what was in sight.
	unread bool
	// claimed says that the card in sight before the place was touched may be one laid in the centre, nobody knows by whom.
	claimed bool
	// toldEmpty says that an event has told of the place as empty since a card was last in sight there.
	toldEmpty bool
}

// show notes the card seen on top.
func (p *place) show(o models.Observation, now float64) {
	p.state, p.card, p.quad, p.seen, p.unread, p.claimed, p.toldEmpty = shows, o.Card, o.Corners, now, false, false, false
}

// seat is a player's part of the table: the Ligretto pile, the row, the discard pile.
type seat struct {
	player    models.Player
	right     models.Point   // unit vector to the owner's right, in the picture
	mid       models.Point   // middle of the zone
	left      float64        // where the zone begins, along right, in pixels
	shoulders []models.Point // where the owner's arms may come from, in pixels
	ligretto  place
	row       []place
	discard   place
	first     []models.Observation // what lay there before the table was told
	arrived   []arrival            // and what has come since
	firstAt   float64              // when the first of them was seen, in seconds
	discarded int                  // how many cards lie on the discard pile at the least
	deep      bool                 // and more may lie below them, from before the film began
	unshown   unshown              // the card laid last that came from under the owner's hand
	laid      float64              // when a card of the owner last came to rest in the centre, in seconds; 0: none did
	atPiles   stay                 // when the owner's arm was at the piles last, from its coming on
	lost      stay                 // the view of it was lost, and what it shows since is not known yet; zero: it is
	carries   []spotRef            // and from where the owner held cards then
	pitch     float64              // from one row card to the next, in pixels; 0: not laid out yet
}

// spotRef names one spot of a seat.
type spotRef struct {
	seat *seat
	spot models.Spot
	slot int // of the row
}

// place is the spot's place.
func (r spotRef) place() *place {
	switch r.spot {
	case models.SpotLigretto:
		return &r.seat.ligretto
	case models.SpotDiscard:
		return &r.seat.discard
	}
	return &r.seat.row[r.slot]
}

// rowSlot is the number of a row spot, as an event tells it; nil: it is no row spot.
func (r spotRef) rowSlot() *int {
	if r.spot != models.SpotRow {
		return nil
	}
	return &r.slot
}

// newSeat takes the owner's view from the seat and the zone's outline: the owner looks from the
// side of the picture where he or she sits, so right is east for the south seat.
func newSeat(p models.Player, middle models.Point) *seat {
	s := &seat{player: p}
	for _, q := range p.Zone {
		s.mid = s.mid.Add(q.Mul(1 / float64(len(p.Zone))))
	}
	facing := middle.Sub(s.mid)
	switch side, _, _ := strings.Cut(p.Seat, "-"); side {
	case "south":
		facing = models.Point{Y: -1}
	case "north":
		facing = models.Point{Y: 1}
	case "east":
		facing = models.Point{X: -1}
	case "west":
		facing = models.Point{X: 1}
	}
	s.right = longAxis(p.Zone)
	if s.right.Dot(models.Point{X: -facing.Y, Y: facing.X}) < 0 {
		s.right = s.right.Mul(-1)
	}
	s.measure()
	return s
}

// measure works out what follows from the zone and from where right is.
func (s *seat) measure() {
	back := models.Point{X: -s.right.Y, Y: s.right.X} // away from the table
	s.left = math.Inf(1)
	near, far := math.Inf(1), math.Inf(-1)
	for _, q := range s.player.Zone {
		s.left = min(s.left, s.along(q))
		near, far = min(near, q.Dot(back)), max(far, q.Dot(back))
	}
	s.shoulders = nil
	depth := far - near
	for _, behind := range [...]float64{2.5, 4.5} { // depths of the zone: a short and a tall player's, or leaning forward
		for _, aside := range [...]float64{-0.6, 0, 0.6} { // the left one, the right one, and turned to the table
			s.shoulders = append(s.shoulders, s.mid.Add(back.Mul(behind*depth)).Add(s.right.Mul(aside*depth)))
		}
	}
}

// longAxis is the direction in which the outline is longest (principal axis of its corners).
func longAxis(g models.Polygon) models.Point {
	var mid models.Point
	for _, p := range g {
		mid = mid.Add(p.Mul(1 / float64(len(g))))
	}
	var xx, xy, yy float64
	for _, p := range g {
		d := p.Sub(mid)
		xx, xy, yy = xx+d.X*d.X, xy+d.X*d.Y, yy+d.Y*d.Y
	}
	angle := math.Atan2(2*xy, xx-yy) / 2
	return models.Point{X: math.Cos(angle), Y: math.Sin(angle)}
}

// along is how far to the owner's right a point lies, in pixels.
func (s *seat) along(p models.Point) float64 { return p.Dot(s.right) }

// width is a card's extent along the zone.
func (s *seat) width(q models.Quad) float64 {
	a, b := q[1].Sub(q[0]), q[2].Sub(q[1])
	if math.Abs(a.Dot(s.right)) > math.Abs(b.Dot(s.right)) {
		return a.Norm()
	}
	return b.Norm()
}

// Distances along a zone, in steps from one row card to the next, which are shorter in the picture where cards are smaller, far from the
// camera. The discard pile lies at least a card's width from the row, so its middle is about two steps from the last row card's.
const (
	onSpot    = 0.5
	nextSpot  = 1.5
	usualStep = 1.12 // card widths from one row card to the next
	beside    = 0.9  // card widths from which on cards do not overlap: a row that does has no narrow gaps beside it
)

// layOut finds the spots from the cards that lie in the zone: leftmost the Ligretto pile, then
// the row, then after a gap the discard pile. rows is the number of row cards to expect; a
// complete row (dealt) of another length is believed.
func (s *seat) layOut(cards []models.Observation, rows int, dealt bool, now float64) {
	if len(cards) == 0 {
		return
	}
	slices.SortFunc(cards, func(a, b models.Observation) int {
		return cmp.Compare(s.along(a.Corners.Center()), s.along(b.Corners.Center()))
	})
	index := s.numbered(cards)
	run := 0 // the last card before the first gap
	for run+1 < len(cards) && index[run+1] == run+1 {
		run++
	}
	switch {
	case dealt && index[0] == 0 && run >= 3 && run <= 5:
		rows = run
	case run > rows && run <= 5:
		rows = run
	}
	s.ligretto, s.discard, s.row = place{}, place{}, make([]place, rows)
	for i, c := range cards {
		switch k := index[i]; {
		case k == 0:
			s.ligretto.show(c, now)
		case k <= rows:
			s.row[k-1].show(c, now)
		default:
			s.discard.show(c, now)
		}
	}
	s.guess(s.along(cards[0].Corners.Center()) - float64(index[0])*s.pitch)
}

// numbered measures the pitch from cards that lie from left to right, and numbers the places on which they lie: 0 is the
// Ligretto pile's, as the left edge of the zone tells, then come the row's, each gap of a card counting as one.
func (s *seat) numbered(cards []models.Observation) []int {
	at := func(i int) float64 { return s.along(cards[i].Corners.Center()) }
	var widths, steps []float64
	for i, c := range cards {
		widths = append(widths, s.width(c.Corners))
		if i > 0 {
			steps = append(steps, at(i)-at(i-1))
		}
	}
	width := middle(widths)
	steps = slices.DeleteFunc(steps, func(d float64) bool { return d > 1.6*width }) // over a gap
	s.pitch = usualStep * width
	if len(steps) > 0 {
		s.pitch = middle(steps)
	}
	step := max(s.pitch, beside*width)
	index := make([]int, len(cards))
	index[0] = max(0, int(math.Round((at(0)-s.left-0.7*width)/step)))
	for i := 1; i < len(cards); i++ {
		index[i] = index[i-1] + max(1, int(math.Round((at(i)-at(i-1))/step)))
	}
	return index
}

// emptied are the places at which the bare table has come into sight.
func (s *seat) emptied() []place {
	var out []place
	for _, r := range s.spots() {
		if p := r.place(); p.state == bare {
			out = append(out, *p)
		}
	}
	return out
}

// empty has cards gone again that lay where the bare table has come into sight since: the table is laid out as it first lay.
func (s *seat) empty(emptied []place) {
	for _, e := range emptied {
		for _, r := range s.spots() {
			if p := r.place(); p.state == shows && p.quad == e.quad {
				*p = e
			}
		}
	}
}

// guess gives spots without a card the outline where a card is to be expected, so that the next
// card to arrive is assigned to the right one. first is where the Ligretto pile lies.
func (s *seat) guess(first float64) {
	sample := s.sample()
	at := s.along(sample.Center())
	for k, r := range s.spots()[:1+len(s.row)] {
		p := r.place()
		if p.state == shows {
			continue
		}
		shift := s.right.Mul(s.expected(k, first) - at)
		for c := range sample {
			p.quad[c] = sample[c].Add(shift)
		}
	}
}

// expected is how far to the owner's right the k-th spot from the left lies, in pixels: between its neighbours in sight, for
// people lay their cards at uneven distances.
func (s *seat) expected(k int, first float64) float64 {
	spots := s.spots()
	shown := func(i int) bool { return spots[i].place().state == shows }
	at := func(i int) float64 { return s.along(spots[i].place().quad.Center()) }
	left, right := k-1, k+1
	for left >= 0 && !shown(left) {
		left--
	}
	for right <= len(s.row) && !shown(right) {
		right++
	}
	switch {
	case left >= 0 && right <= len(s.row):
		return at(left) + (at(right)-at(left))*float64(k-left)/float64(right-left)
	case left >= 0:
		return at(left) + float64(k-left)*s.pitch
	}
	return first + float64(k)*s.pitch
}

// sample is the outline of any card in sight.
func (s *seat) sample() models.Quad {
	for _, r := range s.spots() {
		if p := r.place(); p.state == shows {
			return p.quad
		}
	}
	return models.Quad{}
}

// spots lists the seat's spots from left to right.
func (s *seat) spots() []spotRef {
	out := []spotRef{{s, models.SpotLigretto, 0}}
	for i := range s.row {
		out = append(out, spotRef{s, models.SpotRow, i})
	}
	return append(out, spotRef{s, models.SpotDiscard, 0})
}

// spotAt is the spot on which a card with outline q lies, if it lies on one.
func (s *seat) spotAt(q models.Quad) (spotRef, bool) {
	if s.pitch == 0 {
		return spotRef{}, false
	}
	u := s.along(q.Center())
	best, off := spotRef{}, onSpot*s.pitch
	for _, r := range s.spots() {
		p := r.place()
		if r.spot == models.SpotDiscard && p.quad == (models.Quad{}) {
			continue
		}
		if d := math.Abs(s.along(p.quad.Center()) - u); d <= off {
			best, off = r, d
		}
	}
	if best.seat != nil {
		return best, true
	}
	last := s.along(s.row[len(s.row)-1].quad.Center())
	if u >= last+nextSpot*min(s.pitch, usualStep*s.width(q)) {
		return spotRef{s, models.SpotDiscard, 0}, true
	}
	return spotRef{}, false
}

// countDiscard follows how many cards lie on the discard pile at the least: a flip lays one or more there.
func (s *seat) countDiscard(e models.Event) {
	began := (e.Type == models.EventStart || e.Type == models.EventDeal) && s.discard.state == shows
	s.deep = s.deep || began
	switch {
	case e.Type == models.EventRecycle:
		s.discarded, s.deep = 0, false
	case e.Type == models.EventFlip, e.To == models.SpotDiscard, began:
		s.discarded++
	case e.From == models.SpotDiscard:
		s.discarded = max(0, s.discarded-1)
	}
}

// complete tells whether the Ligretto pile and a whole row are in sight.
func (s *seat) complete() bool {
	if s.pitch == 0 || s.ligretto.state != shows {
		return false
	}
	return !slices.ContainsFunc(s.row, func(p place) bool { return p.state != shows })
}

func middle(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
