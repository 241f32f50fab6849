package rules

import (
	"math/bits"

	"schiri/models"
)

// End is the round as it stands: the piles as they count and what the players have. An official count
// given as an event decides; without one it is what was seen.
func End(s State) models.Ruling {
	r := models.Ruling{Event: models.Event{Type: models.EventEnd, Time: s.at}, Players: map[string]models.PlayerEnd{}}
	r.Piles = []models.PileEnd{}
	for _, p := range s.piles {
		if top := p.top(); top.Number > 0 {
			r.Piles = append(r.Piles, models.PileEnd{Pile: p.id, Color: top.Color, Top: top.Number})
		}
	}
	for i, t := range s.Tally() {
		p := s.game.cfg.Players[i]
		end := models.PlayerEnd{Centre: t.Centre.Likely, LigrettoLeft: t.Left.Likely}
		tens := t.Tens.Likely
		if s.count != nil {
			if k, ok := s.count.Backs[p.Back]; ok {
				end.Centre = k
			} else if s.count.Backs != nil {
				end.Centre = 0
			}
			if k, ok := s.count.Left[p.Name]; ok {
				end.LigrettoLeft = k
			}
			if k, ok := s.count.Tens[p.Name]; ok {
				tens = k
			}
		}
		h := s.game.cfg.House
		end.Score = end.Centre*h.CardPoints - end.LigrettoLeft*h.LigrettoPenalty + tens*h.TenBonus
		r.Players[p.Name] = end
	}
	return r
}

// Span is a number known as far as what was seen tells.
type Span struct{ Low, Likely, High int }

// Tally is what a player has so far, as seen.
type Tally struct {
	Player string
	Centre Span // own cards in the centre that count
	Left   Span // cards left in the player's Ligretto pile
	Tens   Span // own tens in the centre that count
	Score  Span
}

// Tally is what the players have so far, in the order of the configuration. Where an owner or a
// verdict is open the spans say so.
func (s State) Tally() []Tally {
	out := make([]Tally, len(s.seats))
	for i, seat := range s.seats {
		out[i].Player = s.game.name(i)
		out[i].Left = Span{seat.ligMin, max(seat.ligMin, seat.ligMax-seat.perhaps), seat.ligMax}
		for _, p := range seat.place {
			switch {
			case p.owed == owes && p.kind != vanished && seat.blindUntil(p.kind) < p.time:
				out[i].Left = out[i].Left.plus(Span{1, 1, 1})
			case p.owed == owes: // it may have gone on unseen
				out[i].Left = out[i].Left.plus(Span{0, 1, 1})
			case p.owed == mayOwe, p.kind == vanished && p.slot == ofLigretto: // it may be back
				out[i].Left.High++
			}
		}
	}
	for l := range s.lays() {
		addLay(out, l)
		if l.seat < 0 || l.from != models.SpotLigretto && l.from != models.SpotUnknown || l.unseen {
			continue
		}
		left := &out[l.seat].Left
		switch {
		case l.verdict == models.Illegal && l.from == models.SpotLigretto && s.seats[l.seat].blindUntil(onTop) < l.time:
			*left = left.plus(Span{1, 1, 1})
		case l.verdict != models.Legal: // it may have gone back and on from there
			left.High++
		}
	}
	h := s.game.cfg.House
	for i := range out {
		t := &out[i]
		t.Score.Low = t.Centre.Low*h.CardPoints - t.Left.High*h.LigrettoPenalty + t.Tens.Low*h.TenBonus
		t.Score.Likely = t.Centre.Likely*h.CardPoints - t.Left.Likely*h.LigrettoPenalty + t.Tens.Likely*h.TenBonus
		t.Score.High = t.Centre.High*h.CardPoints - t.Left.Low*h.LigrettoPenalty + t.Tens.High*h.TenBonus
	}
	return out
}

// addLay counts a card of the centre for whom it can be.
func addLay(out []Tally, l *lay) {
	if l.verdict == models.Illegal {
		return
	}
	ten := l.card.Number == models.MaxNumber
	if l.seat < 0 {
		for m := l.maybe; m != 0; m &= m - 1 {
			out[bits.TrailingZeros16(m)].add(Span{High: 1}, ten)
		}
		return
	}
	one := Span{Likely: 1, High: 1}
	if l.verdict == models.Legal {
		one.Low = 1
	}
	out[l.seat].add(one, ten)
}

// add counts a card of the centre.
func (t *Tally) add(one Span, ten bool) {
	t.Centre = t.Centre.plus(one)
	if ten {
		t.Tens = t.Tens.plus(one)
	}
}

func (s Span) plus(o Span) Span { return Span{s.Low + o.Low, s.Likely + o.Likely, s.High + o.High} }

// Piles are the centre piles on the table in the order they were opened: those cleared away are not among them.
func (s State) Piles() []models.Pile {
	out := make([]models.Pile, 0, len(s.piles))
	for _, p := range s.piles {
		if p.id <= clearedPile {
			continue
		}
		top := p.top()
		q := models.Pile{Pile: p.id, Color: top.Color, Top: top.Number}
		for k := range p.lays {
			if p.lays[k].verdict == models.Illegal {
				q.Wrong = append(q.Wrong, p.lays[k].card)
			}
		}
		out = append(out, q)
	}
	return out
}

// top is the card the pile is most likely at: the last one that can have been laid rightly.
func (p *pile) top() models.Card {
	for k := len(p.lays) - 1; k >= 0; k-- {
		if l := &p.lays[k]; l.verdict != models.Illegal && !l.gone && p.tops.has(l.card) {
			return l.card
		}
	}
	return models.Card{}
}

// Spots is what lies in front of a player, as far as is known.
type Spots struct {
	Row         []models.Card // the zero card is a gap or not known
	LigrettoTop models.Card   // zero: not known, or none left
	DiscardTop  models.Card   // zero: not known, or none there
	Left        Span
}

// Spots gives what lies in front of the i-th player.
func (s State) Spots(i int) Spots {
	seat := s.seats[i]
	out := Spots{Row: make([]models.Card, len(seat.row)), LigrettoTop: seat.top}
	for k, r := range seat.row {
		if m := len(r.cards); m > 0 {
			out.Row[k] = r.cards[m-1]
		}
	}
	if seat.turned > 0 {
		out.DiscardTop = seat.stock[seat.turned-1]
	}
	out.Left = s.Tally()[i].Left
	return out
}
