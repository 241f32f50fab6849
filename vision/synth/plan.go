package synth

import (
	"math"
	"slices"
	"sort"

	"schiri/models"
	"schiri/rules/bots"
)

// cardID names one physical card: the player it belongs to and its front.
type cardID struct {
	player int
	card   models.Card
}

// carry is one movement of a hand with cards: it takes them up, moves them and lays them down.
type carry struct {
	player     int
	lift, land float64 // in seconds of the round
	ids        []cardID
	from, to   []placed // by card; of the last card where they come from or go to the hand
	src, dst   *spotKey // where they are taken from and laid to; nil is the player's hand
	spot       vec      // the place they are laid on, the same for all cards of a pile
	move       int      // index in the round's moves
}

// plan is how a round is acted out on the scene's table.
type plan struct {
	dealt   []laidCard // what lies there at the start, the lowest first
	start   map[spotKey][]cardID
	carries []carry
	round   bots.Round
}

// laidCard is a card lying on the table.
type laidCard struct {
	id cardID
	at placed
}

// planner follows the cards through a round to know from where to where every one is moved.
type planner struct {
	scene *Scene
	plan  *plan
	spots map[spotKey]*heap
	free  []vec // cells of the centre not used yet
}

// spotKey names a pile or a row slot; player is -1 for the centre.
type spotKey struct {
	player int
	spot   models.Spot
	slot   int
}

// heap is the cards on a spot, the last on top.
type heap struct {
	at    placed
	cards []laidCard
}

// newPlan acts a round out.
func (s *Scene) newPlan(r bots.Round) *plan {
	p := &planner{scene: s, plan: &plan{round: r, start: map[spotKey][]cardID{}}, spots: map[spotKey]*heap{}}
	p.free = slices.Clone(s.layout.cells)
	s.rng.Shuffle(len(p.free), func(i, j int) { p.free[i], p.free[j] = p.free[j], p.free[i] })
	// Piles are opened in the middle of the table first, but not in strict order of distance.
	sort.SliceStable(p.free, func(i, j int) bool { return math.Floor(p.free[i].norm()/170) < math.Floor(p.free[j].norm()/170) })
	for i, d := range r.Deals {
		seat := s.layout.seats[i]
		for k := range d.Ligretto { // the top one comes first in the deal
			p.deal(spotKey{i, models.SpotLigretto, 0}, seat.ligretto, d.Ligretto[len(d.Ligretto)-1-k])
		}
		for k, c := range d.Row {
			p.deal(spotKey{i, models.SpotRow, k}, seat.row[k], c)
		}
	}
	type step struct {
		time float64
		do   func()
	}
	var steps []step
	for i, m := range r.Moves {
		for _, c := range p.carriesOf(i, m) {
			steps = append(steps, step{c.carry.lift, c.take}, step{c.carry.land, c.lay})
		}
	}
	sort.SliceStable(steps, func(i, j int) bool { return steps[i].time < steps[j].time })
	for _, st := range steps {
		st.do()
	}
	sort.SliceStable(p.plan.carries, func(i, j int) bool { return p.plan.carries[i].lift < p.plan.carries[j].lift })
	return p.plan
}

// heapAt gives the heap of a spot; its place is used where the heap is new.
func (p *planner) heapAt(k spotKey, at vec, angle float64) *heap {
	h := p.spots[k]
	if h == nil {
		h = &heap{at: placed{at, angle}}
		p.spots[k] = h
	}
	return h
}

func (p *planner) deal(k spotKey, at vec, c models.Card) {
	h := p.heapAt(k, at, p.scene.layout.seats[k.player].side.angle)
	l := laidCard{cardID{k.player, c}, p.onTop(h)}
	h.cards = append(h.cards, l)
	p.plan.dealt = append(p.plan.dealt, l)
	p.plan.start[k] = append(p.plan.start[k], l.id)
}

// onTop is where the next card comes to lie on a heap.
func (p *planner) onTop(h *heap) placed {
	at := p.scene.face(p.scene.around(h.at, 1.6, 2.6))
	at.at.z = float64(len(h.cards)) * thickness
	return at
}

// leg is one carry while it is planned.
type leg struct {
	planner *planner
	carry   *carry
	where   vec // of the spot it is laid on, if that is new
	angle   float64
}

// carriesOf gives the legs of a move: one for most, one a player for a restart.
func (p *planner) carriesOf(i int, m bots.Move) []*leg {
	e := m.Event
	who := slices.Index(p.plan.round.Players, e.Player)
	if e.Type == models.EventRestart {
		var all []*leg
		for k := range p.scene.layout.seats {
			all = append(all, p.leg(i, k, e.Time, e.Time+.5, nil, &spotKey{k, models.SpotDiscard, 0}, nil))
		}
		return all
	}
	if who < 0 {
		return nil
	}
	spot := func(s models.Spot, slot *int) *spotKey {
		if slot != nil && s == models.SpotRow {
			return &spotKey{who, s, *slot}
		}
		return &spotKey{who, s, 0}
	}
	one := func() []cardID { return []cardID{{who, *e.Card}} }
	centre := &spotKey{-1, "", e.Pile}
	switch e.Type {
	case models.EventPlay:
		return []*leg{p.leg(i, who, m.Lift, e.Time, one(), spot(e.From, e.Slot), centre)}
	case models.EventTakeBack:
		return []*leg{p.leg(i, who, e.Time, m.Rest, one(), centre, spot(e.To, e.Slot))}
	case models.EventRefill, models.EventRowLay:
		from := e.From
		if from == "" {
			from = models.SpotLigretto
		}
		return []*leg{p.leg(i, who, m.Lift, e.Time, one(), spot(from, nil), spot(models.SpotRow, e.Slot))}
	case models.EventFlip:
		var ids []cardID
		for _, c := range m.Turned {
			ids = append(ids, cardID{who, c})
		}
		return []*leg{p.leg(i, who, m.Lift, e.Time, ids, nil, spot(models.SpotDiscard, nil))}
	case models.EventRecycle:
		return []*leg{p.leg(i, who, e.Time, e.Time+.35, nil, spot(models.SpotDiscard, nil), nil)}
	}
	return nil
}

func (p *planner) leg(move, who int, lift, land float64, ids []cardID, src, dst *spotKey) *leg {
	l := &leg{planner: p, carry: &carry{player: who, lift: lift, land: land, ids: ids, src: src, dst: dst, move: move}}
	seat := p.scene.layout.seats[who]
	l.angle = seat.side.angle
	if dst != nil {
		switch dst.spot {
		case models.SpotRow:
			l.where = seat.row[dst.slot]
		case models.SpotLigretto:
			l.where = seat.ligretto
		case models.SpotDiscard:
			l.where = seat.discard
		}
	}
	return l
}

// take is the moment the cards leave their spot. Without names, all cards of the spot are taken.
func (l *leg) take() {
	c := l.carry
	if c.src == nil {
		c.from = []placed{l.planner.scene.home(c.player)}
		return
	}
	h := l.planner.spots[*c.src]
	if h == nil {
		return
	}
	all := c.ids == nil
	h.cards = slices.DeleteFunc(h.cards, func(lc laidCard) bool {
		if !all && !slices.Contains(c.ids, lc.id) {
			return false
		}
		c.from = append(c.from, lc.at)
		if all {
			c.ids = append(c.ids, lc.id)
		}
		return true
	})
}

// lay is the moment the cards lie on their new spot.
func (l *leg) lay() {
	c, p := l.carry, l.planner
	if len(c.ids) == 0 || len(c.from) == 0 {
		return
	}
	if c.dst == nil {
		c.to = []placed{p.scene.home(c.player)}
	} else {
		if c.dst.player < 0 && p.spots[*c.dst] == nil {
			l.where, l.angle = p.cell(), l.angle+p.scene.rng.NormFloat64()*.12
		}
		h := p.heapAt(*c.dst, l.where, l.angle)
		for _, id := range c.ids {
			at := p.onTop(h)
			c.to = append(c.to, at)
			h.cards = append(h.cards, laidCard{id, at})
		}
		c.spot = h.at.at
	}
	p.plan.carries = append(p.plan.carries, *c)
}

// cell takes the next free place in the centre; when none is left, piles come to overlap.
func (p *planner) cell() vec {
	jitter := vec{p.scene.rng.NormFloat64() * 3, p.scene.rng.NormFloat64() * 3, 0}
	if len(p.free) == 0 {
		return p.scene.layout.cells[p.scene.rng.IntN(len(p.scene.layout.cells))].add(jitter)
	}
	at := p.free[0]
	p.free = p.free[1:]
	return at.add(jitter)
}

// home is where a player's hand rests: just outside their zone.
func (s *Scene) home(player int) placed {
	seat := s.layout.seats[player]
	return placed{seat.left.add(vec{seat.length * .55, 150, 0}.turned(seat.side.angle)), seat.side.angle}
}

// at gives the cards on every spot at a time of the round, the last on top.
func (p *plan) at(time float64) map[spotKey][]cardID {
	held := map[spotKey][]cardID{}
	for k, ids := range p.start {
		held[k] = slices.Clone(ids)
	}
	type change struct {
		time float64
		do   func()
	}
	var changes []change
	for _, c := range p.carries {
		if c.src != nil {
			changes = append(changes, change{c.lift, func() {
				held[*c.src] = slices.DeleteFunc(held[*c.src], func(id cardID) bool { return slices.Contains(c.ids, id) })
			}})
		}
		if c.dst != nil {
			changes = append(changes, change{c.land, func() { held[*c.dst] = append(held[*c.dst], c.ids...) }})
		}
	}
	sort.SliceStable(changes, func(i, j int) bool { return changes[i].time < changes[j].time })
	for _, c := range changes {
		if c.time > time {
			break
		}
		c.do()
	}
	return held
}

// inCentre counts a player's cards in the centre at the end.
func (p *plan) inCentre(player int) int {
	n := 0
	for k, ids := range p.at(math.Inf(1)) {
		for _, id := range ids {
			if k.player < 0 && id.player == player {
				n++
			}
		}
	}
	return n
}
