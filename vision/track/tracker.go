package track

import (
	"cmp"
	"image"
	"slices"

	"schiri/models"
)

// Look is one look at a settled part of the picture.
type Look struct {
	Area  image.Rectangle // what was looked at, in pixels
	Cards []models.Observation
}

// Tracker follows one round. It is used by one goroutine.
type Tracker struct {
	seats  []*seat
	centre models.Polygon
	rows   int // row cards to expect

	act    *Activity
	now    float64
	begun  float64   // time of the first look; -1 before it
	opened bool      // the table as it first lay was told
	fresh  bool      // the first look showed an empty centre: a round from its deal
	looked []bool    // cells that were in sight at least once
	unread []float64 // when something was last at rest on a cell that was neither read nor table, in seconds; 0: never
	piles  []*pile
	aside  []*pile   // those that do not lie any more where they lay
	pushed []*pushed // cards that may be the tops of piles that were pushed
	nextID int
	gone   []*departure
	away   []*departure  // those that were told to be gone and not seen since
	laidBy map[own]*pile // cards in the centre whose owner is known
	// onTheWay are cards told to be taken back that were not seen on a spot of their owner since.
	onTheWay map[own]bool
	waiting  []*waiting
	hands    hands
	blind    stay       // when last there was no picture for long
	sparse   float64    // when last a picture came late, see quick
	soft     float64    // when last a picture was out of focus, in seconds; 0: none was
	landed   []*landing // cards in the centre of which it is not told yet who laid them
	out      []models.Event
}

// own is a card of a player's deck; there is one of each.
type own struct {
	seat *seat
	card models.Card
}

// New makes a tracker for a table. Players without a zone are never named in an event.
func New(players []models.Player, centre models.Polygon, size image.Point) *Tracker {
	t := &Tracker{centre: centre, rows: models.Rows(len(players)), begun: -1, laidBy: map[own]*pile{}, onTheWay: map[own]bool{}}
	middle := models.Point{X: float64(size.X) / 2, Y: float64(size.Y) / 2}
	for _, p := range players {
		if len(p.Zone) > 0 {
			t.seats = append(t.seats, newSeat(p, middle))
		}
	}
	return t
}

// Step takes in what was looked at at time now (seconds of media time) and gives the events
// decided by it, in order of decision. The activity is only read.
func (t *Tracker) Step(now float64, act *Activity, looks []Look) []models.Event {
	if t.begun >= 0 && now-t.now > blink {
		if t.blind.until == 0 || t.now > t.blind.until+afterEcho {
			t.blind.from = t.now
		}
		t.blind.until = now
	}
	if t.begun >= 0 && now-t.now > quick {
		t.sparse = now
	}
	t.now, t.act, t.out = now, act, nil
	if t.looked == nil {
		t.looked = make([]bool, act.Cols*act.Rows)
		t.unread = make([]float64, act.Cols*act.Rows)
	}
	t.noteHands()
	t.noteVisits()
	t.forgetUnread()
	// What left a player's spot is noted before what came to the centre.
	looks = slices.Clone(looks)
	slices.SortStableFunc(looks, func(a, b Look) int { return cmp.Compare(t.inCentre(a), t.inCentre(b)) })
	t.tellLostSeats(looks)
	for _, l := range looks {
		t.look(l)
	}
	t.tellLostPiles()
	t.settleAllPushed(false)
	for _, l := range t.landed {
		t.noteTaken(l.card.Card)
		t.prolong(l)
		t.watchLeave(l)
	}
	t.settleShifted()
	t.decide(func(l *landing) bool {
		return t.now >= l.due || len(l.behind) == 0 && !t.mayRace(l) && !t.mayEmpty(l) && !t.mayLayElsewhere(l) && !t.mayBeMissed(l) && !t.mayReturn(l) && !t.aloft(l) && !t.mayShow(l)
	})
	t.open(false)
	if t.opened {
		t.openLate()
	}
	t.tellPiles(false)
	t.settleAbsent()
	t.settleLaid()
	t.settleWaiting()
	return t.out
}

// blink is for how many seconds there may be no picture, on a slow machine or from a camera that stutters, without a
// card having been laid that another one covers: a hand is not that quick. What is settled afterEcho seconds after a
// longer pause may have changed in it. In more than quick seconds one hand may have gone and another one come, so that
// they seem to be one.
const (
	blink     = 0.3
	afterEcho = 1.0
	quick     = 0.15
)

// Finish tells what is still undecided when the film ends at time now.
func (t *Tracker) Finish(now float64) []models.Event {
	t.now, t.out = now, nil
	if t.begun >= 0 {
		t.open(true)
	}
	t.settleAllPushed(true)
	t.tellPiles(true)
	t.decide(func(*landing) bool { return true })
	for _, w := range t.waiting {
		// A card on its spot was most likely taken back, and there is no time left to see the pile without it.
		w.doubtful = w.doubtful && w.event.To == ""
	}
	t.flush(func(*waiting) bool { return true })
	return t.out
}

// inCentre is 1 for a look at the centre, 0 for one in a player's zone.
func (t *Tracker) inCentre(l Look) int {
	mid := l.Area.Min.Add(l.Area.Max).Div(2)
	if t.zoneOf(models.Point{X: float64(mid.X), Y: float64(mid.Y)}) != nil {
		return 0
	}
	return 1
}

// emit adds a decided event.
func (t *Tracker) emit(e models.Event) {
	e.Decided = t.now
	t.out = append(t.out, e)
	if s := t.seatNamed(e.Player); s != nil {
		s.countDiscard(e)
	}
}

// seatNamed is the seat of the player of a name; nil: there is none, or it has no zone.
func (t *Tracker) seatNamed(player string) *seat {
	if i := slices.IndexFunc(t.seats, func(s *seat) bool { return s.player.Name == player }); i >= 0 {
		return t.seats[i]
	}
	return nil
}

// A reading is believed from this confidence on, and if so much of the card is in sight: what
// came to rest lies on top.
const (
	sureFrom = 0.6
	inSight  = 0.7
)

// sure tells whether an observation is a front read for certain.
func sure(o models.Observation) bool {
	return o.Face == models.FaceFront && o.Card.Valid() && o.Confidence >= sureFrom && o.Visible >= inSight
}

// look compares what one look shows with what lay there.
func (t *Tracker) look(l Look) {
	if t.begun < 0 {
		t.begun = t.now
	}
	cards := onTop(l)
	known := t.places(l.Area)
	found := map[*place]bool{}
	for _, o := range cards {
		if o.Face == models.FaceBack {
			continue
		}
		ref, isSpot := t.spotAt(o.Corners)
		switch {
		case isSpot:
			found[ref.place()] = true
		default:
			if p := t.pileAt(o.Corners); p != nil && sure(o) {
				found[&p.place] = true
			}
		}
	}
	// What left is noted before what came, so that a card that moved is found where it is missing.
	for _, k := range known {
		if !found[k.place()] {
			t.missing(k)
		}
	}
	for _, o := range cards {
		ref, isSpot := t.spotAt(o.Corners)
		switch {
		case sure(o):
			t.saw(o)
		case !t.opened && inFan(o):
			if s := t.zoneOf(o.Corners.Center()); s != nil {
				t.firstSight(s, o)
			}
		case isSpot && t.opened:
			t.unreadable(ref, o)
		case !isSpot:
			t.unclearInCentre(o)
		}
	}
	t.markLooked(l.Area)
	t.markUnread(l)
}

// saw takes in one card that lies on top of whatever is there.
func (t *Tracker) saw(o models.Observation) {
	if s := t.zoneOf(o.Corners.Center()); s != nil {
		if t.opened && s.pitch > 0 {
			t.sawInZone(s, o)
		} else {
			t.firstSight(s, o)
		}
		if r, ok := s.spotAt(o.Corners); ok {
			r.place().plain = t.plain(r.place().quad)
		}
		return
	}
	if len(t.centre) == 0 || t.centre.Contains(o.Corners.Center()) {
		t.sawInCentre(o)
		if p := t.pileAt(o.Corners); p != nil {
			p.plain = t.plain(p.quad)
		}
	}
}

// plain is the share of a card read for certain that has a colour of the bare table, as far as no arm lies upon it. What an arm has just
// uncovered still hangs together with it: where more seems to be covered than may be of such a card, nothing is.
func (t *Tracker) plain(q models.Quad) float64 {
	cells := t.act.Under(q)
	open := slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return t.act.Arm[i] })
	if float64(len(open)) < inSight*float64(len(cells)) {
		open = cells
	}
	return share(t.act.Bare, open)
}

// target is a known place: a spot or a pile.
type target struct {
	ref  spotRef
	pile *pile
}

func (k target) place() *place {
	if k.pile != nil {
		return &k.pile.place
	}
	return k.ref.place()
}

// places lists the places with a card that lie wholly inside area.
func (t *Tracker) places(area image.Rectangle) []target {
	var out []target
	for _, s := range t.seats {
		for _, r := range s.spots() {
			if p := r.place(); p.state != bare && p.quad.Box().In(area) && p.quad != (models.Quad{}) {
				out = append(out, target{ref: r})
			}
		}
	}
	for _, p := range t.piles {
		if p.quad.Box().In(area) {
			out = append(out, target{pile: p})
		}
	}
	return out
}

// The part of a card's outline that must look like the table for the card to be gone. A card of
// about the table's colour shows by its print alone, and so does a hand; an empty Ligretto pile ends the round, and a
// centre pile of several cards hardly ever goes at once, so there more is asked.
const (
	bareShare      = 0.6
	bareForCertain = 0.9
	barer          = 0.25 // by how much more than of the card that lay there, if that has the table's colour,
	barest         = 0.95 // up to this: where less looks like the table, something may lie
)

// passesAfter is for how many seconds something has lain unread at the least when it may have come to pass for the table: it
// is looked at for two. What seemed to lie there just before was the hand that took the card.
const passesAfter = 1.0

// missing handles a place on which a look found no card. Only where the table itself is in
// sight the card is gone; else something covers it.
func (t *Tracker) missing(k target) {
	cells := t.act.Under(k.place().quad)
	if k.pile != nil {
		cells = t.alone(k.pile)
	}
	need := bareShare
	if k.pile == nil && k.ref.spot == models.SpotLigretto || k.pile != nil && len(k.pile.under) > 0 {
		need = bareForCertain
	}
	bare := share(t.act.Bare, cells)
	// What an arm has just uncovered still hangs together with it, and differs from the settled picture.
	uncovered := k.pile == nil && k.ref.spot == models.SpotRow && bare >= bareForCertain && share(t.act.Changed, cells) >= bareShare
	if share(t.act.Arm, cells) > 0 && !uncovered {
		return
	}
	if bare < need {
		if k.pile != nil && t.touched(k.place()) {
			k.pile.noteUnread(t.rested(k.pile.quad, k.pile.seen))
		}
		return
	}
	plain, lies := k.place().plain, k.pile != nil || k.place().state == shows
	switch {
	case k.pile == nil && lies && !t.reachedInto(k.place()):
		// The card passes for the table, and was not read this time.
	case lies && bare < min(plain+barer, barest):
		// Hardly more passes for the table than of the card itself.
	case lies && plain >= need && share(t.act.Changed, cells) < 1-plain:
		// The card itself passes for the table but for its print, and that has not changed since it was read.
	case k.pile == nil:
		t.spotGone(k.ref)
	case k.pile.unread > 0 && t.now-k.pile.unread > passesAfter:
		// What could not be read lies there and has come to pass for the table.
	case k.pile.absent == 0:
		k.pile.absent, k.pile.bare, k.pile.took = t.now, bare, t.visitors(k.pile.quad, k.pile.seen, k.pile.seen)
	}
}

// onTop picks the cards that lie on top and wholly inside the area looked at: of two that lie on
// each other the one more of which is in sight.
func onTop(l Look) []models.Observation {
	cards := slices.Clone(l.Cards)
	slices.SortStableFunc(cards, func(a, b models.Observation) int { return cmp.Compare(b.Visible, a.Visible) })
	var top []models.Observation
	for _, o := range cards {
		if !o.Corners.Box().In(l.Area) {
			continue
		}
		hidden := slices.ContainsFunc(top, func(u models.Observation) bool { return u.Corners.IoU(o.Corners) > samePlace })
		if !hidden {
			top = append(top, o)
		}
	}
	return top
}

// samePlace is the overlap (area shared over area covered) from which on two cards lie on each
// other and not beside each other.
const samePlace = 0.25

func (t *Tracker) zoneOf(p models.Point) *seat {
	for _, s := range t.seats {
		if s.player.Zone.Contains(p) {
			return s
		}
	}
	return nil
}

func (t *Tracker) spotAt(q models.Quad) (spotRef, bool) {
	if s := t.zoneOf(q.Center()); s != nil {
		return s.spotAt(q)
	}
	return spotRef{}, false
}

// markLooked notes which cells were in sight.
func (t *Tracker) markLooked(area image.Rectangle) {
	r := t.act.CellsOf(area)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if i := y*t.act.Cols + x; !t.act.Arm[i] {
				t.looked[i] = true
			}
		}
	}
}

// markUnread notes where a look found something at rest that it could not read.
func (t *Tracker) markUnread(l Look) {
	const nothing, read, unread = 0, 1, 2
	shown := map[int]int{}
	for _, o := range l.Cards {
		what := nothing
		switch {
		case sure(o):
			what = read
		case o.Visible >= inSight:
			what = unread
		}
		for _, i := range t.act.Under(o.Corners) {
			shown[i] = max(shown[i], what)
		}
	}
	r := t.act.CellsOf(l.Area)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			switch i := y*t.act.Cols + x; {
			case shown[i] == unread || shown[i] == nothing && t.act.Changed[i] && !t.act.Bare[i] && !t.act.Arm[i]:
				t.unread[i] = t.now
			case shown[i] == read:
				t.unread[i] = 0
			}
		}
	}
}

// forgetUnread forgets what was at rest unread wherever the table itself is in sight again.
func (t *Tracker) forgetUnread() {
	for i, at := range t.unread {
		if at > 0 && t.act.Bare[i] && !t.act.Changed[i] {
			t.unread[i] = 0
		}
	}
}

// wasFree tells whether the table itself was in sight at q before what lies there now came: it is in
// the settled picture, and nothing unread was at rest there that has moved since.
func (t *Tracker) wasFree(q models.Quad) bool { return t.freeUntil(q, t.now) }

// freeUntil tells the same of what was at rest before a time, in seconds: what came later may be the very card that lies
// there now, with a finger on it.
func (t *Tracker) freeUntil(q models.Quad, at float64) bool {
	cells := t.act.Under(q)
	other := 0
	for _, i := range cells {
		if !t.act.Clear[i] || t.unread[i] > 0 && t.unread[i] <= at && t.act.Moved[i] > t.unread[i] {
			other++
		}
	}
	return float64(other) < (1-bareShare)*float64(len(cells))
}

// wasBare tells whether nothing but the table can have lain at q before what lies there now came: a card of the table's colour
// that was never read passes for the table but for its print.
func (t *Tracker) wasBare(q models.Quad) bool { return share(t.act.Clear, t.act.Under(q)) >= barest }

// rested is when a card that lies at q came to rest, after since (seconds), when what lay there before was last in
// sight: the part of it that no finger held stopped moving first. What has not moved since, or for long, looks like
// what lay there before.
func (t *Tracker) rested(q models.Quad, since float64) float64 {
	var moved []float64
	for _, i := range t.act.Under(q) {
		if at := t.act.Moved[i]; at >= max(since, t.now-reachBack, 0) {
			moved = append(moved, at)
		}
	}
	if len(moved) == 0 {
		return t.now
	}
	slices.Sort(moved)
	return moved[len(moved)/4]
}
