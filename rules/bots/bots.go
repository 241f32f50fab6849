// Package bots plays seeded rounds of Ligretto at human pace, mistakes included, and
// tells the whole truth about them. It is the players of the simulated table and of the
// random tests. It judges its own plays, without package rules, so that the two check
// each other; only the names of the rules are shared.
package bots

import (
	"math/rand/v2"

	"schiri/models"
	"schiri/rules"
)

// Config says who plays and how. The zero value of a field means its default.
type Config struct {
	Players int      // 2 to 12; default 4
	Names   []string // default: Ana, Ben, Cem ..
	Seed    uint64
	Seconds float64 // the round is cut off after this time; default: it is played to its end
	Edition models.Edition
	Variant models.Variant

	// Mistakes is the share of plays that break a rule, 0 to 1.
	Mistakes float64
	// Pace is the mean time in seconds a player takes between two moves; default 1.3.
	Pace float64
	// Tireless players never overlook a playable card and never stop turning cards.
	Tireless bool
	// Restart lets a stuck round go on with shuffled hands (playroom) up to this often.
	Restarts int
}

// Deal is how one deck lay after the deal.
type Deal struct {
	Row      []models.Card // from the Ligretto pile's side
	Ligretto []models.Card // ten cards, the top one first
	Hand     []models.Card // in the order they will be turned over
}

// Move is one event of the round with its truth. Times are seconds from the start.
type Move struct {
	// Event is what a perfect observer notes. Its time is the landing of a card that is laid
	// or turned over, and the lift of a card that is taken back.
	Event models.Event
	Lift  float64 // when the card left its spot: from then on what lies below is in sight
	Rest  float64 // when the card lies still where it went
	// Turned are the cards a flip turned over, the lowest first; the last is the new top.
	Turned []models.Card
	Legal  bool
	Why    rules.ID // the rule that was broken
}

// Round is a whole round as it truly was.
type Round struct {
	Players []string
	Deals   []Deal // by player
	Moves   []Move // in order of event time
	// Stuck is the time from which nobody could ever play again, -1 if that never came.
	// After a restart of the round it is the last such time.
	Stuck float64
	End   map[string]models.PlayerEnd
	Piles []models.PileEnd
	Over  float64 // when the round was over, in seconds
}

// Events are the moves as events in order of time, deals first and the count last.
func (r Round) Events() []models.Event {
	out := make([]models.Event, len(r.Moves))
	for i, m := range r.Moves {
		out[i] = m.Event
	}
	return out
}

// Names are the players' names where none are given.
func Names(n int) []string {
	all := []string{"Ana", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea"}
	return all[:n]
}

// Backs are the players' backs where none are given: three boxes of four.
func Backs(n int) []models.Back {
	all := []models.Back{
		"red-red", "red-lightblue", "red-pink", "red-black",
		"blue-blue", "blue-violet", "blue-orange", "blue-green",
		"green-violet", "green-fuchsia", "green-green", "green-brown",
	}
	return all[:n]
}

// Play plays one round. The same Config gives the same round.
func Play(cfg Config) Round {
	if cfg.Players == 0 {
		cfg.Players = 4
	}
	if cfg.Names == nil {
		cfg.Names = Names(cfg.Players)
	}
	if cfg.Edition == "" {
		cfg.Edition = models.Schmidt
	}
	if cfg.Variant == "" {
		cfg.Variant = models.Basic
	}
	if cfg.Pace == 0 {
		cfg.Pace = 1.3
	}
	t := &table{cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, 0x11677e770)), stopped: never, stuck: never}
	round := Round{Players: cfg.Names}
	for i := range cfg.Players {
		s := &seat{table: t, id: i, name: cfg.Names[i]}
		round.Deals = append(round.Deals, s.deal())
		t.seats = append(t.seats, s)
	}
	t.run()
	t.finish(&round)
	return round
}
