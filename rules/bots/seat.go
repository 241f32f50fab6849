package bots

import (
	"math"
	"slices"

	"schiri/models"
	"schiri/rules"
)

// wrong is a card of one's own that was laid against the rules and still lies there.
type wrong struct {
	card models.Card
	from models.Spot
	slot int
	pile *pile
}

// seat is one player: the cards as they truly lie and what comes next.
type seat struct {
	table *table
	id    int
	name  string

	row      [][]models.Card // one stack a slot, the last card on top; several only in the variant
	ligretto []models.Card   // the last card is the top
	hand     []models.Card   // the first card comes next
	discard  []models.Card   // the last card is the top

	due   float64
	act   func()
	air   *source // the card this seat holds in the air
	wrong *wrong
	owed  []models.Card // laid on the row against the rules from the Ligretto pile, which has to have them again
	last  *wrong        // the card this player laid last, for taking a legal one back by mistake
	errs  int           // mistakes this player is due to make
}

// deal shuffles the deck and lays out row and Ligretto pile.
func (s *seat) deal() Deal {
	deck := make([]models.Card, models.DeckSize)
	for i := range deck {
		deck[i] = models.CardAt(i)
	}
	s.shuffle(deck)
	rows := models.Rows(s.table.cfg.Players)
	d := Deal{Row: deck[:rows:rows], Ligretto: deck[rows : rows+10 : rows+10], Hand: deck[rows+10:]}
	for _, c := range d.Row {
		s.row = append(s.row, []models.Card{c})
	}
	for i := range d.Ligretto {
		s.ligretto = append(s.ligretto, d.Ligretto[9-i])
	}
	s.hand = append([]models.Card{}, d.Hand...)
	return d
}

func (s *seat) shuffle(cards []models.Card) {
	s.table.rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}

func (s *seat) rowCards() []models.Card {
	out := make([]models.Card, len(s.row))
	for i, stack := range s.row {
		if n := len(stack); n > 0 {
			out[i] = stack[n-1]
		}
	}
	return out
}

// pause is a human time between two moves: log-normal around the configured pace, in seconds.
func (s *seat) pause() float64 {
	return math.Max(0.15, s.table.cfg.Pace*0.85*math.Exp(0.45*s.table.rng.NormFloat64()))
}

// then plans what this seat does next, after so many seconds.
func (s *seat) then(after float64, act func()) { s.due, s.act = round(s.table.now+after), act }

// think is one decision: put right what is wrong, shout, err, fill a gap, play, or turn cards.
func (s *seat) think() {
	t := s.table
	switch {
	case s.wrong != nil:
		s.takeBack()
	case t.stopped != never:
		s.afterStop()
	case s.left() == 0:
		s.shout()
	case s.race():
	case s.errs > 0 && s.mistake():
	case s.refill():
	case (t.cfg.Tireless || t.chance(0.92)) && s.play():
	case t.cfg.Variant == models.Pro && t.chance(0.6) && s.build():
	case s.turn():
	default:
		s.then(s.pause(), s.think)
	}
}

// left is how many Ligretto cards the player has to get rid of: those laid wrongly on the row are still among them.
func (s *seat) left() int { return len(s.ligretto) + len(s.owed) }

func (s *seat) shout() {
	t := s.table
	t.stopped = t.now
	t.note(Move{Event: models.Event{Type: models.EventStop, Time: t.now, Player: s.name}, Legal: true})
	for _, o := range t.seats {
		if o.wrong == nil && o != s && o.air == nil {
			o.then(t.between(0.7, 1.6), o.think)
		}
	}
	s.due = never
}

// afterStop is the slip of somebody who did not hear the shout.
func (s *seat) afterStop() {
	s.due = never
	t := s.table
	if !t.chance(math.Min(0.5, t.cfg.Mistakes*2)) || t.now > t.stopped+2 {
		return
	}
	s.play()
}

// source is a card in sight that its owner can take.
type source struct {
	from models.Spot
	slot int
	card models.Card
}

// sources lists the cards this seat can lay: the tops of its spots.
func (s *seat) sources() []source {
	var out []source
	for i, c := range s.rowCards() {
		if c.Number > 0 {
			out = append(out, source{models.SpotRow, i, c})
		}
	}
	if n := len(s.ligretto); n > 0 {
		out = append(out, source{models.SpotLigretto, -1, s.ligretto[n-1]})
	}
	if n := len(s.discard); n > 0 {
		out = append(out, source{models.SpotDiscard, -1, s.discard[n-1]})
	}
	return out
}

// play lays the first card that fits; which spots are looked at first is chance.
func (s *seat) play() bool {
	t := s.table
	all := s.sources()
	t.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, src := range all {
		if src.from == models.SpotLigretto && t.cfg.Edition == models.Playroom {
			continue
		}
		if p, ok := t.fits(src.card); ok {
			s.fly(src, p, t.now+t.between(0.4, 0.7))
			if m := t.cfg.Mistakes; t.chance(m / math.Max(0.05, 1-m)) {
				s.errs++
			}
			return true
		}
	}
	return false
}

// race lays the card another hand is just bringing to the same pile.
func (s *seat) race() bool {
	t := s.table
	if t.stopped != never {
		return false
	}
	for _, src := range s.sources() {
		if src.from == models.SpotLigretto && t.cfg.Edition == models.Playroom {
			continue
		}
		for _, f := range t.flights {
			if f.pile == nil || f.seat == s.id || f.card != src.card || t.breaks(f.pile, f.card, "") != "" {
				continue
			}
			if t.chance(math.Min(0.8, 4*t.cfg.Mistakes)) {
				s.fly(src, f.pile, math.Max(t.now+0.35, f.land+t.between(0.1, 0.3)))
				return true
			}
		}
	}
	return false
}

// fly lifts a card and plans its landing.
func (s *seat) fly(src source, p *pile, land float64) {
	t := s.table
	lift := t.now
	s.lift(src)
	land = round(land)
	t.flights = append(t.flights, flight{s.id, p, src.card, land})
	s.due, s.act = land, func() { s.land(src, p, lift) }
}

// lift takes a card off its spot.
func (s *seat) lift(src source) {
	s.air = &src
	switch src.from {
	case models.SpotRow:
		s.row[src.slot] = s.row[src.slot][:len(s.row[src.slot])-1]
		s.owed = slices.DeleteFunc(slices.Clone(s.owed), func(c models.Card) bool { return c == src.card })
	case models.SpotLigretto:
		s.ligretto = s.ligretto[:len(s.ligretto)-1]
	case models.SpotDiscard:
		s.discard = s.discard[:len(s.discard)-1]
	}
}

// tops notes in an event what came into sight where a card was lifted.
func (s *seat) tops(e *models.Event, src source) {
	switch src.from {
	case models.SpotRow:
		slot := src.slot
		e.Slot = &slot
	case models.SpotLigretto:
		e.LigrettoTop = shown(s.ligretto)
	case models.SpotDiscard:
		e.DiscardTop = shown(s.discard)
	}
}

func (s *seat) land(src source, p *pile, lift float64) {
	t := s.table
	s.air = nil
	t.landed(s.id)
	why := t.breaks(p, src.card, src.from)
	if p == nil {
		t.pileIDs++
		p = &pile{id: t.pileIDs}
		t.piles = append(t.piles, p)
	}
	p.cards = append(p.cards, laid{src.card, s.id, why == "", t.now})
	card := src.card
	e := models.Event{Type: models.EventPlay, Time: t.now, Player: s.name, From: src.from, Card: &card, Pile: p.id}
	s.tops(&e, src)
	t.note(Move{Event: e, Lift: lift, Legal: why == "", Why: why})
	s.last = &wrong{src.card, src.from, src.slot, p}
	s.then(s.pause(), s.think)
	switch {
	case why != "":
		s.wrong = s.last
		s.then(t.between(0.7, 2.5), s.think)
	case len(s.ligretto) == 0:
		s.then(t.between(0.3, 0.8), s.think)
	}
}

// takeBack puts the wrong card back where it came from.
func (s *seat) takeBack() {
	w := s.wrong
	s.wrong = nil
	s.restore(w, true, "")
}

func (s *seat) restore(w *wrong, legal bool, why rules.ID) {
	t := s.table
	for i := len(w.pile.cards) - 1; i >= 0; i-- {
		if c := w.pile.cards[i]; c.seat == s.id && c.card == w.card {
			w.pile.cards = append(w.pile.cards[:i], w.pile.cards[i+1:]...)
			break
		}
	}
	card := w.card
	e := models.Event{Type: models.EventTakeBack, Time: t.now, Player: s.name, Pile: w.pile.id, Card: &card, To: w.from}
	switch w.from {
	case models.SpotRow:
		slot := w.slot
		e.Slot = &slot
		s.row[slot] = append(s.row[slot], w.card)
	case models.SpotLigretto:
		s.ligretto = append(s.ligretto, w.card)
	case models.SpotDiscard:
		s.discard = append(s.discard, w.card)
	}
	rest := round(t.now + t.between(0.35, 0.6))
	t.note(Move{Event: e, Rest: rest, Legal: legal, Why: why})
	s.last = nil
	s.then(rest-t.now+s.pause(), s.think)
}

// refill fills a gap in the row from the Ligretto pile.
func (s *seat) refill() bool {
	t := s.table
	slot := s.gap()
	if slot < 0 || len(s.ligretto) == 0 || !t.cfg.Tireless && !t.chance(0.9) {
		return false
	}
	s.fill(source{models.SpotLigretto, -1, s.ligretto[len(s.ligretto)-1]}, slot, "")
	return true
}

func (s *seat) gap() int {
	for i, stack := range s.row {
		if len(stack) == 0 {
			return i
		}
	}
	return -1
}

// fill moves a card to a row slot: into a gap or, in the variant for experts, on a card.
func (s *seat) fill(src source, slot int, why rules.ID) {
	t := s.table
	lift, built := t.now, len(s.row[slot]) > 0
	s.lift(src)
	s.then(t.between(0.35, 0.6), func() {
		s.air = nil
		if t.now > t.stopped {
			why = rules.RoundStop
		}
		s.row[slot] = append(s.row[slot], src.card)
		if why != "" && src.from == models.SpotLigretto {
			s.owed = append(s.owed, src.card)
		}
		card := src.card
		e := models.Event{Type: models.EventRefill, Time: t.now, Player: s.name, Card: &card}
		s.tops(&e, src)
		e.Slot = &slot
		if built {
			e.Type = models.EventRowLay
		}
		if built || src.from != models.SpotLigretto {
			e.From = src.from
		}
		t.note(Move{Event: e, Lift: lift, Legal: why == "", Why: why})
		if len(s.ligretto) == 0 {
			s.then(t.between(0.3, 0.8), s.think)
			return
		}
		s.then(s.pause()*0.6, s.think)
	})
}

// buildSlot is the row slot whose card takes c in the variant for experts, -1 where none does.
func (s *seat) buildSlot(c models.Card) int {
	for i, top := range s.rowCards() {
		if top.Number == c.Number+1 && top.Color != c.Color {
			return i
		}
	}
	return -1
}

// build lays the Ligretto pile's or the discard pile's top on an own row card.
func (s *seat) build() bool {
	for _, src := range s.sources() {
		if src.from == models.SpotRow {
			continue
		}
		if slot := s.buildSlot(src.card); slot >= 0 {
			s.fill(src, slot, "")
			return true
		}
	}
	return false
}

// turn turns three hand cards over, or makes the discard pile the hand again.
func (s *seat) turn() bool {
	t := s.table
	if len(s.hand) == 0 {
		if len(s.discard) == 0 {
			return false
		}
		s.hand, s.discard = s.discard, nil
		if t.cfg.Edition == models.Schmidt {
			s.shuffle(s.hand)
		}
		t.note(Move{Event: models.Event{Type: models.EventRecycle, Time: t.now, Player: s.name}, Legal: true})
		s.then(t.between(0.4, 0.8), s.think)
		return true
	}
	s.flip(min(3, len(s.hand)), "")
	return true
}

func (s *seat) flip(n int, why rules.ID) {
	t := s.table
	lift := t.now
	s.then(t.between(0.3, 0.5), func() {
		turned := append([]models.Card{}, s.hand[:n]...)
		s.hand = s.hand[n:]
		s.discard = append(s.discard, turned...)
		card := turned[n-1]
		e := models.Event{Type: models.EventFlip, Time: t.now, Player: s.name, Card: &card, Cards: n}
		t.note(Move{Event: e, Lift: lift, Turned: turned, Legal: why == "", Why: why})
		s.then(s.pause()*0.7, s.think)
	})
}
