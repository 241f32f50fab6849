package track

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/rules/bots"
)

// sighting is a change on the table that comes into sight.
type sighting struct {
	at   float64
	spot string
	what string
}

// sightings are what a camera with nothing in its way sees of a round of Ana and Ben.
func sightings(round bots.Round) []sighting {
	var out []sighting
	piles := map[int][]models.Card{}
	see := func(at float64, spot string, c models.Card) {
		out = append(out, sighting{at, spot, shortCard(c)})
	}
	for _, m := range round.Moves {
		e := m.Event
		switch e.Type {
		case models.EventDeal:
			see(0, spotName(e, models.SpotLigretto), e.LigrettoTop.Card)
			for i, c := range e.Row {
				e.Slot = &i
				see(0, spotName(e, models.SpotRow), c)
			}
		case models.EventPlay:
			see(m.Lift, spotName(e, e.From), uncovered(e))
			piles[e.Pile] = append(piles[e.Pile], *e.Card)
			see(e.Time, fmt.Sprintf("P%d", e.Pile), *e.Card)
		case models.EventRefill:
			if e.From != models.SpotDiscard {
				see(m.Lift, spotName(e, models.SpotLigretto), e.LigrettoTop.Card)
			} else {
				see(m.Lift, spotName(e, models.SpotDiscard), e.DiscardTop.Card)
			}
			see(e.Time, spotName(e, models.SpotRow), *e.Card)
		case models.EventFlip:
			see(e.Time, spotName(e, models.SpotDiscard), *e.Card)
		case models.EventRecycle:
			see(e.Time, spotName(e, models.SpotDiscard), models.Card{})
		case models.EventTakeBack:
			pile := piles[e.Pile]
			piles[e.Pile] = pile[:len(pile)-1]
			var below models.Card
			if len(pile) > 1 {
				below = pile[len(pile)-2]
			}
			see(e.Time, fmt.Sprintf("P%d", e.Pile), below)
			see(m.Rest, spotName(e, e.To), *e.Card)
		}
	}
	slices.SortStableFunc(out, func(a, b sighting) int { return cmp.Compare(a.at, b.at) })
	return out
}

func uncovered(e models.Event) models.Card {
	switch e.From {
	case models.SpotLigretto:
		return e.LigrettoTop.Card
	case models.SpotDiscard:
		return e.DiscardTop.Card
	}
	return models.Card{}
}

func spotName(e models.Event, s models.Spot) string {
	switch s {
	case models.SpotLigretto:
		return e.Player[:1] + ".L"
	case models.SpotDiscard:
		return e.Player[:1] + ".D"
	}
	return fmt.Sprintf("%s.%d", e.Player[:1], *e.Slot)
}

func shortCard(c models.Card) string {
	if c == (models.Card{}) {
		return "-"
	}
	return fmt.Sprintf("%c%d", "rygb"[c.Color-1], c.Number)
}

// TestRandomRounds lets the bots play and compares what the tracker says with what they did.
func TestRandomRounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		round := bots.Play(bots.Config{
			Players: 2, Names: []string{"Ana", "Ben"}, Seed: rapid.Uint64().Draw(r, "seed"), Seconds: 60,
		})
		// When the bots' time is over, what is in the air lies in the centre at once: no hand is that quick.
		round.Moves = slices.DeleteFunc(round.Moves, func(m bots.Move) bool {
			return m.Event.Type == models.EventPlay && m.Event.Time-m.Lift < 1.5*flight
		})
		s := newStage(t)
		var opening []string
		last := 0.0
		for _, c := range sightings(round) {
			if c.at == 0 {
				opening = append(opening, c.spot+"="+c.what)
				continue
			}
			if opening != nil {
				s.change(0, 0, opening...)
				opening = nil
			}
			s.wait(last, c.at)
			s.change(c.at, c.at, c.spot+"="+c.what)
			last = c.at
		}
		s.wait(last, last+5)
		for _, kind := range []models.EventType{models.EventDeal, models.EventPlay, models.EventRefill} {
			got, want := told(s.events, kind), told(done(round, last), kind)
			if len(got) != len(want) {
				r.Fatalf("%d events %s told of %d:\n%v\n%v", len(got), kind, len(want), got, want)
			}
			for i := range want {
				if !agrees(got[i], want[i]) {
					r.Errorf("told %s, done %s", short(got[i]), short(want[i]))
				}
			}
		}
	})
}

// agrees tells whether an event told is what was done. Where two players had the same card in the
// air at once, and no arm tells them apart, it must leave open which of them it was.
func agrees(got, want models.Event) bool {
	if got.Card != nil && *got.Card != *want.Card || !slices.Equal(got.Row, want.Row) {
		return false
	}
	if got.Player == "" {
		return slices.Contains(got.Candidates, want.Player)
	}
	return got.Player == want.Player && (got.Type != models.EventPlay || got.From == want.From)
}

// told are the events of a kind in order of time.
func told(events []models.Event, kind models.EventType) []models.Event {
	events = slices.Clone(events)
	slices.SortStableFunc(events, func(a, b models.Event) int { return cmp.Compare(a.Time, b.Time) })
	return slices.DeleteFunc(events, func(e models.Event) bool { return e.Type != kind })
}

// done are the bots' moves up to a time.
func done(round bots.Round, until float64) []models.Event {
	var events []models.Event
	for _, m := range round.Moves {
		if m.Event.Time <= until {
			events = append(events, m.Event)
		}
	}
	return events
}
