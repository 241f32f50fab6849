package bots

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"schiri/models"
	"schiri/rules"
)

const (
	never      = math.MaxFloat64
	raceWindow = 1.0 // seconds in which a second equal card counts as a lost race
	giveUp     = 22  // seconds a stuck table goes on turning cards before it ends the round
)

// laid is a card in the centre.
type laid struct {
	card  models.Card
	seat  int
	legal bool
	time  float64
}

// pile is a centre pile, the lowest card first.
type pile struct {
	id    int
	cards []laid
}

// top is the pile as it should be: its last legally laid card, the zero card where there is none.
func (p *pile) top() laid {
	for i := len(p.cards) - 1; i >= 0; i-- {
		if p.cards[i].legal {
			return p.cards[i]
		}
	}
	return laid{}
}

// spoiled tells that a wrong card lies on top.
func (p *pile) spoiled() bool { return len(p.cards) > 0 && !p.cards[len(p.cards)-1].legal }

// flight is a card on its way to the centre; a nil pile means a new one.
type flight struct {
	seat int
	pile *pile
	card models.Card
	land float64
}

// table is the true state of a round.
type table struct {
	cfg     Config
	rng     *rand.Rand
	now     float64
	seats   []*seat
	piles   []*pile
	flights []flight
	moves   []Move
	stopped float64
	stuck   float64
	pileIDs int
}

func (t *table) chance(p float64) bool { return t.rng.Float64() < p }

func (t *table) between(a, b float64) float64 { return a + (b-a)*t.rng.Float64() }

// run lets the seat whose turn it is act until nobody has anything left to do.
func (t *table) run() {
	for _, s := range t.seats {
		t.note(Move{
			Event: models.Event{
				Type: models.EventDeal, Player: s.name,
				Row: s.rowCards(), LigrettoTop: shown(s.ligretto),
			},
			Legal: true,
		})
		s.due, s.act = 0.8+s.pause(), s.think
	}
	limit := t.cfg.Seconds
	if limit == 0 {
		limit = 3600
	}
	for {
		next := t.seats[0]
		for _, s := range t.seats {
			if s.due < next.due {
				next = s
			}
		}
		if next.due > limit {
			t.setDown(limit)
			return
		}
		t.now = round(next.due)
		next.act()
		t.watch()
	}
}

// setDown ends the round: cards in the air land, each when it would have.
func (t *table) setDown(limit float64) {
	if t.cfg.Seconds > 0 && t.stopped == never && t.stuck == never {
		t.now = limit
	}
	flying := slices.DeleteFunc(slices.Clone(t.seats), func(s *seat) bool { return s.air == nil })
	slices.SortStableFunc(flying, func(a, b *seat) int { return cmp.Compare(a.due, b.due) })
	for _, s := range flying {
		t.now = max(t.now, round(s.due))
		s.act()
	}
}

// watch notes when the round is stuck and ends or restarts it once everybody has seen it.
func (t *table) watch() {
	if t.stopped != never {
		return
	}
	if t.stuck == never {
		if t.isStuck() {
			t.stuck = t.now
		}
		return
	}
	if t.now < t.stuck+giveUp {
		return
	}
	for _, s := range t.seats {
		if s.wrong != nil || s.air != nil {
			return
		}
	}
	if t.cfg.Edition == models.Playroom && t.cfg.Restarts > 0 {
		t.restart()
		return
	}
	for _, s := range t.seats {
		s.due = never
	}
}

// restart shuffles every hand, the Playroom sheet's way out of a stuck round.
func (t *table) restart() {
	t.cfg.Restarts--
	t.stuck = never
	for _, s := range t.seats {
		s.hand = append(s.hand, s.discard...)
		s.discard = nil
		s.shuffle(s.hand)
		s.due, s.act = t.now+1+s.pause(), s.think
	}
	t.note(Move{Event: models.Event{Type: models.EventRestart, Time: t.now}, Legal: true})
}

// note records a move. Moves are made in order of time but for the lifts of later landings.
func (t *table) note(m Move) {
	if m.Lift == 0 {
		m.Lift = m.Event.Time
	}
	if m.Rest == 0 {
		m.Rest = m.Event.Time
	}
	t.moves = append(t.moves, m)
}

// breaks names the rule that a card laid now would break, "" where none.
func (t *table) breaks(p *pile, c models.Card, from models.Spot) rules.ID {
	var top laid
	if p != nil {
		top = p.top()
	}
	switch {
	case t.now > t.stopped:
		return rules.RoundStop
	case from == models.SpotLigretto && t.cfg.Edition == models.Playroom:
		return rules.FromLigretto
	case top == laid{}:
		if c.Number == 1 {
			return ""
		}
		return rules.CentreStart
	case top.card == c && t.now-top.time <= raceWindow:
		return rules.CentreRace
	case top.card.Number == models.MaxNumber:
		return rules.CentreFull
	case top.card.Color != c.Color:
		return rules.CentreColour
	case c.Number == top.card.Number+1:
		return ""
	}
	return rules.CentreNext
}

// fits finds a pile the card may go on now: nil and true for a new pile. Piles another card is
// on its way to are left alone, and those that look wrong.
func (t *table) fits(c models.Card) (*pile, bool) {
	if c.Number == 1 {
		return nil, true
	}
	for _, p := range t.piles {
		top := p.top().card
		if top.Color != c.Color || top.Number+1 != c.Number || t.target(p) != nil {
			continue
		}
		if p.spoiled() && (p.cards[len(p.cards)-1].card != top || t.chance(0.5)) {
			continue
		}
		return p, true
	}
	return nil, false
}

// target is the flight on its way to a pile.
func (t *table) target(p *pile) *flight {
	for i := range t.flights {
		if t.flights[i].pile == p {
			return &t.flights[i]
		}
	}
	return nil
}

// landed takes a seat's flight off the list.
func (t *table) landed(seat int) {
	for i := range t.flights {
		if t.flights[i].seat == seat {
			t.flights = append(t.flights[:i], t.flights[i+1:]...)
			return
		}
	}
}

// finish puts wrong cards back, counts, and writes the truth of the round.
func (t *table) finish(r *Round) {
	const seen = 1.0 // seconds after the last card, by which it is seen that one lies wrong
	if slices.ContainsFunc(t.seats, func(s *seat) bool { return s.wrong != nil }) {
		t.now = math.Max(t.now, lastMove(t.moves)+seen)
	}
	for _, s := range t.seats {
		if s.wrong != nil {
			s.takeBack()
		}
		t.now = math.Max(t.now, lastMove(t.moves))
	}
	r.Over = t.now
	r.End = map[string]models.PlayerEnd{}
	backs, left := map[models.Back]int{}, map[string]int{}
	names := Backs(t.cfg.Players)
	for i, s := range t.seats {
		n := 0
		for _, p := range t.piles {
			for _, c := range p.cards {
				if c.seat == i && c.legal {
					n++
				}
			}
		}
		backs[names[i]], left[s.name] = n, s.left()
		r.End[s.name] = models.PlayerEnd{Centre: n, LigrettoLeft: s.left(), Score: n - 2*s.left()}
	}
	for _, p := range t.piles {
		if top := p.top().card; top.Number > 0 {
			r.Piles = append(r.Piles, models.PileEnd{Pile: p.id, Color: top.Color, Top: top.Number})
		}
	}
	t.note(Move{Event: models.Event{Type: models.EventCount, Time: round(t.now + 5), Backs: backs, Left: left}, Legal: true})
	sort.SliceStable(t.moves, func(i, j int) bool { return t.moves[i].Event.Time < t.moves[j].Event.Time })
	r.Moves = t.moves
	r.Stuck = -1
	if t.stuck != never {
		r.Stuck = t.stuck
	}
}

// lastMove is the time at which the last card came to rest.
func lastMove(moves []Move) float64 {
	last := 0.0
	for _, m := range moves {
		last = math.Max(last, m.Rest)
	}
	return last
}

// round keeps times to a millisecond, as they are written to files.
func round(t float64) float64 { return math.Round(t*1000) / 1000 }

// shown is the top of a pile whose last card is on top.
func shown(pile []models.Card) models.Shown {
	if len(pile) == 0 {
		return models.ShownEmpty()
	}
	return models.ShownCard(pile[len(pile)-1])
}
