package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

// hide turns a round into what a camera sees that misses some of it. Whatever happens unseen happens
// where something is reported to be out of sight: a pile, or a player's zone. Three things are always
// seen: the deal, the stop, and somebody taking back a card that lay rightly.
func hide(round bots.Round, r *rand.Rand, share float64) []seen {
	var out []seen
	for k, m := range round.Moves {
		e := m.Event
		all := seen{event: e, move: k}
		if r.Float64() >= share {
			if e.Type == models.EventPlay && r.IntN(4) == 0 { // nobody saw whose hand it was
				all.event.Player, all.event.From, all.event.Slot = "", "", nil
				all.event.LigrettoTop, all.event.DiscardTop = models.Shown{}, models.Shown{}
				out = append(out, seen{event: zone(e.Player, m.Lift, e.Time), move: -1})
			}
			out = append(out, all)
			continue
		}
		switch e.Type {
		case models.EventPlay:
			out = append(out, seen{event: models.Event{Type: models.EventCovered, Time: e.Time, Until: e.Time + 0.2, Pile: e.Pile}, move: -1})
			if r.IntN(2) == 0 {
				v := e
				v.Type, v.Pile, v.Time = models.EventVanish, 0, m.Lift
				out = append(out, seen{event: v, move: -1})
			} else {
				out = append(out, seen{event: zone(e.Player, m.Lift, e.Time), move: -1})
			}
		case models.EventFlip, models.EventRefill, models.EventRecycle, models.EventRowLay:
			out = append(out, seen{event: zone(e.Player, m.Lift, e.Time), move: -1})
		case models.EventTakeBack:
			if !m.Legal {
				out = append(out, all)
				continue
			}
			out = append(out,
				seen{event: models.Event{Type: models.EventCovered, Time: e.Time, Until: e.Time, Pile: e.Pile}, move: -1},
				seen{event: zone(e.Player, e.Time, e.Time), move: -1})
		default:
			out = append(out, all)
		}
	}
	return out
}

// seen is an event as seen, and the move it truly was: -1 for a report of something hidden.
type seen struct {
	event models.Event
	move  int
}

func zone(player string, from, until float64) models.Event {
	return models.Event{Type: models.EventCovered, Time: from, Until: until, Player: player}
}

// With events hidden nothing true is ever called impossible, and nothing is said that is not known: no legal play is ruled
// illegal and no illegal one legal, no round that can go on is called stuck, no card is believed to be where it is not, and
// no tally excludes the truth.
func TestEventsHidden(t *testing.T) {
	prove(t, 21, 154, func(i int, r *rand.Rand) error {
		cfg := config(i, r)
		cfg.Restarts = 0
		round, share := bots.Play(cfg), 0.3*r.Float64()
		if err := hidden(cfg, round, r, share); err != nil {
			return fmt.Errorf("%+v, share %.2f: %w", cfg, share, err)
		}
		return nil
	})
}

// hidden compares what is ruled and believed of a round with its truth while a share of it is out of sight.
func hidden(cfg bots.Config, round bots.Round, r *rand.Rand, share float64) error {
	s, err := rules.New(table(cfg))
	if err != nil {
		return err
	}
	truth := newTruth(round)
	legal, why := map[int]bool{}, map[int]rules.ID{} // by number of the event
	sights := hide(round, r, share)
	for _, o := range sights {
		var rulings []models.Ruling
		if s, rulings, err = rules.Apply(s, o.event); err != nil {
			return err
		}
		if o.move >= 0 {
			legal[s.Events()], why[s.Events()] = round.Moves[o.move].Legal, round.Moves[o.move].Why
			truth.follow(round.Moves, o.move)
		}
		for k, f := range rulings {
			of := s.Events()
			if k > 0 {
				of = f.Of
			}
			if ok, seen := legal[of]; seen && !ok && f.Verdict == models.Legal {
				return fmt.Errorf("event %d %s: %s legal, truth %s", s.Events(), describe(o.event), f.Type, why[of])
			}
			if f.Verdict == models.Illegal && legal[of] {
				return fmt.Errorf("event %d %s: %s illegal (%s: %s)", s.Events(), describe(o.event), f.Type, f.Rule, f.Reason)
			}
			if f.Type == models.EventDeadlock && f.Status == "proved" && (round.Stuck < 0 || o.event.Time < round.Stuck) {
				return fmt.Errorf("called stuck at %v, truth %v", o.event.Time, round.Stuck)
			}
		}
		if o.move >= 0 && r.IntN(10) == 0 {
			if err := truth.check(s, round); err != nil {
				return fmt.Errorf("event %d: %w", s.Events(), err)
			}
		}
	}
	for j, tally := range s.Tally() {
		want := round.End[round.Players[j]]
		if want.Centre < tally.Centre.Low || want.LigrettoLeft < tally.Left.Low || want.LigrettoLeft-wronglyUnseen(round, sights, tally.Player) > tally.Left.High {
			return fmt.Errorf("tally %+v, truth %+v", tally, want)
		}
	}
	return nil
}

// wronglyUnseen counts the Ligretto cards that nobody saw a player laying wrongly on the row: as far as was seen they are got rid of.
func wronglyUnseen(round bots.Round, sights []seen, player string) int {
	count := 0
	for k, m := range round.Moves {
		onRow := m.Event.Type == models.EventRowLay || m.Event.Type == models.EventRefill
		shown := slices.ContainsFunc(sights, func(o seen) bool { return o.move == k })
		if onRow && !m.Legal && m.Event.LigrettoTop.Noted && m.Event.Player == player && !shown {
			count++
		}
	}
	return count
}

// truth follows where every card of every deck truly is.
type truth struct {
	at   []map[models.Card]models.Spot // "" is the centre
	lig  [][]models.Card
	next int
}

// hand stands for hand and discard pile.
const hand models.Spot = "hand"

func newTruth(round bots.Round) *truth {
	t := &truth{}
	for _, d := range round.Deals {
		at := map[models.Card]models.Spot{}
		for _, c := range d.Row {
			at[c] = models.SpotRow
		}
		for _, c := range d.Ligretto {
			at[c] = models.SpotLigretto
		}
		for _, c := range d.Hand {
			at[c] = hand
		}
		t.at = append(t.at, at)
		t.lig = append(t.lig, slices.Clone(d.Ligretto))
	}
	return t
}

// follow makes all moves up to and with the k-th.
func (t *truth) follow(moves []bots.Move, k int) {
	for ; t.next <= k; t.next++ {
		e := moves[t.next].Event
		i := slices.Index(bots.Names(12), e.Player)
		switch e.Type {
		case models.EventPlay:
			t.at[i][*e.Card] = ""
		case models.EventTakeBack:
			t.at[i][*e.Card] = e.To
			if e.To == models.SpotLigretto {
				t.lig[i] = append([]models.Card{*e.Card}, t.lig[i]...)
			}
		case models.EventRefill, models.EventRowLay:
			t.at[i][*e.Card] = models.SpotRow
		}
		if i >= 0 && len(t.lig[i]) > 0 && e.Card != nil && t.lig[i][0] == *e.Card && t.at[i][*e.Card] != models.SpotLigretto {
			t.lig[i] = t.lig[i][1:]
		}
	}
}

// check compares what is believed of every card with where it is.
func (t *truth) check(s rules.State, round bots.Round) error {
	for i, name := range round.Players {
		for c, at := range t.at[i] {
			w, err := s.Where(name, c)
			if err != nil {
				return err
			}
			ok := w.Hand
			switch {
			case at == "":
				ok = w.Centre
			case at == models.SpotRow:
				ok = w.Row
			case at == models.SpotLigretto && t.lig[i][0] == c:
				ok = w.LigrettoTop
			case at == models.SpotLigretto:
				ok = w.LigrettoInside
			}
			if !ok {
				return fmt.Errorf("%s's %s is at %q (top %v), believed %+v", name, c, at, t.lig[i], w)
			}
		}
	}
	return nil
}
