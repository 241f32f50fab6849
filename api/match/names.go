package match

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"schiri/models"
	"schiri/rules"
)

// naming is names put right in a match. The record keeps events with the names they were recorded with; whoever reads
// it gives them those of today.
type naming struct {
	Names map[string]string `json:"names"` // the right name by the one before
	Until []int             `json:"until"` // how many events each round had then, the first round first
}

// namings are those of a match, in order.
type namings []naming

// called gives event n of a round, as recorded, with the names of today.
func (all namings) called(round, n int, e models.Event) models.Event {
	for _, c := range all {
		if round <= len(c.Until) && n <= c.Until[round-1] {
			e = renamed(e, c.Names)
		}
	}
	return e
}

// renamed gives the event with other names.
func renamed(e models.Event, names map[string]string) models.Event {
	name := func(s string) string { return cmp.Or(names[s], s) }
	byName := func(numbers map[string]int) map[string]int {
		if numbers == nil {
			return nil
		}
		now := map[string]int{}
		for s, n := range numbers {
			now[name(s)] = n
		}
		return now
	}
	e.Player, e.Left, e.Tens = name(e.Player), byName(e.Left), byName(e.Tens)
	e.Candidates = slices.Clone(e.Candidates)
	for i, s := range e.Candidates {
		e.Candidates[i] = name(s)
	}
	if e.Correction != nil && e.Correction.Event != nil {
		c, of := *e.Correction, renamed(*e.Correction.Event, names)
		c.Event, e.Correction = &of, &c
	}
	return e
}

// Rename puts names of players right, in all rounds of the present match: those of to, where it differs from the rules of
// the match in names alone. Else it does nothing, as then others play, or otherwise. It is taken back by putting the names
// right once more.
func (m *Match) Rename(ctx context.Context, to rules.Config) error {
	return m.command(func() error {
		names := names(m.Rules, to)
		if len(names) == 0 {
			return nil
		}
		for _, name := range names {
			if m.before.had(name) && !seated(m.Rules.Players, name) {
				return Refuse(Invalid, "name-gone", "Somebody called “{player}” has played in this match already; take another name.", "player", name)
			}
		}
		config, c, before := m.Rules, naming{Names: names}, m.before.renamed(names)
		config.Players = renamedPlayers(config.Players, names)
		rounds := append(slices.Clone(m.past), m.present())
		for i, k := range rounds {
			c.Until = append(c.Until, len(k.log))
			var err error
			if rounds[i], err = k.renamed(names); err != nil {
				return err
			}
		}
		named := append(slices.Clone(m.named), c)
		if err := m.Journal.ChangeSetup(ctx, m.id, 0, m.Now(), matchSetup{config, m.Recording, named, before}); err != nil {
			return err
		}
		last := len(rounds) - 1
		m.Rules, m.named, m.before, m.past = config, named, before, rounds[:last]
		m.round, m.log, m.amended = rounds[last].round, rounds[last].log, nil
		for i, e := range m.known.events {
			m.known.events[i] = renamed(e, names)
		}
		for seen, name := range m.called {
			m.called[seen] = cmp.Or(names[name], name)
		}
		return nil
	})
}

// names gives the names that differ, the new ones by the old, where nothing else does: the same backs are played with, by
// the same rules.
func names(from, to rules.Config) map[string]string {
	names := map[string]string{}
	for _, p := range from.Players {
		i := slices.IndexFunc(to.Players, func(q models.Player) bool { return q.Back == p.Back })
		if i < 0 {
			return nil
		}
		if now := to.Players[i].Name; now != p.Name {
			names[p.Name] = now
		}
	}
	same := len(from.Players) == len(to.Players)
	from.Players, to.Players = nil, nil
	if !same || !reflect.DeepEqual(from, to) {
		return nil
	}
	return names
}

// renamed makes a round anew with other names.
func (k kept) renamed(names map[string]string) (kept, error) {
	config := k.round.Config()
	config.Players = renamedPlayers(config.Players, names)
	log := slices.Clone(k.log)
	for i, e := range log {
		log[i] = renamed(e, names)
	}
	round, err := replayed(config, log)
	if err != nil {
		return k, err
	}
	k.round, k.log = round, log
	return k, nil
}

// renamedPlayers gives the players with other names.
func renamedPlayers(players []models.Player, names map[string]string) []models.Player {
	players = slices.Clone(players)
	for i, p := range players {
		players[i].Name = cmp.Or(names[p.Name], p.Name)
	}
	return players
}
