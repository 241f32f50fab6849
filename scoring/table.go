package scoring

import (
	"cmp"
	"slices"

	"schiri/models"
	"schiri/rules"
)

// Table is a match round by round.
type Table struct {
	Players   []string             `json:"players"` // in the order they first joined
	Rounds    []models.RoundResult `json:"rounds"`  // those that count, in order; void ones leave a gap in the numbers
	Standings []Standing           `json:"standings"`
	// Over tells that the match has been decided, by the round of that number. Rounds played on after it, as a correction may have
	// it that an earlier one was the last, count like any other: whoever has the most points has won.
	Over    int      `json:"over,omitempty"`
	Winners []string `json:"winners,omitempty"` // several where they are tied
}

// Standing is a player's place in the match.
type Standing struct {
	Place  int    `json:"place"` // from 1; tied players share the better place
	Player string `json:"player"`
	Total  int    `json:"total"`
	Rounds int    `json:"rounds"` // played
}

// MakeTable adds up the rounds of a match, given in order of their numbers from 1. It ends as its rules say, or with the
// round people say. Rounds not counted
// yet and void ones are left out. The target and the number of games are those of the last round.
func MakeTable(rounds []*Round) Table {
	var results []models.RoundResult
	var house rules.House
	last := 0
	for i, r := range rounds {
		if r.Counted() && !r.Void() {
			results = append(results, models.RoundResult{Round: i + 1, Players: r.End().Players})
		}
		if r.Last() {
			last = i + 1
		}
		house = r.config.House
	}
	return tableOf(house, last, results)
}

// tableOf adds up results; last is the number of the round that people have the match end with, 0: none. Who joins later
// starts from nothing; who leaves keeps the points made so far.
func tableOf(house rules.House, last int, results []models.RoundResult) Table {
	t := Table{Rounds: results}
	totals, played := map[string]int{}, map[string]int{}
	for i := range results {
		r := &results[i]
		var joined []string
		for name, end := range r.Players {
			if played[name] == 0 {
				joined = append(joined, name)
			}
			totals[name] += end.Score
			played[name]++
		}
		slices.Sort(joined)
		t.Players = append(t.Players, joined...)
		r.Totals = make(map[string]int, len(totals))
		for name, total := range totals {
			r.Totals[name] = total
		}
		if t.Over == 0 && (r.Round == last || decided(house, i+1, totals)) {
			t.Over = r.Round
		}
	}
	if t.Over > 0 {
		t.Winners = leaders(totals)
	}
	t.Standings = standings(totals, played)
	return t
}

// decided tells whether a match ends after that many rounds with these totals: at the agreed number of
// games, or as soon as somebody has reached the target. Without either it goes on until people end it.
func decided(house rules.House, rounds int, totals map[string]int) bool {
	if house.Games > 0 && rounds >= house.Games {
		return true
	}
	for _, total := range totals {
		if house.Target > 0 && total >= house.Target {
			return true
		}
	}
	return false
}

// leaders are those with the highest total: of several who pass the target in one round the highest
// wins, and with a tie all of them do.
func leaders(totals map[string]int) []string {
	var best []string
	for name, total := range totals {
		switch {
		case len(best) == 0 || total > totals[best[0]]:
			best = []string{name}
		case total == totals[best[0]]:
			best = append(best, name)
		}
	}
	slices.Sort(best)
	return best
}

func standings(totals, played map[string]int) []Standing {
	var all []Standing
	for name, total := range totals {
		all = append(all, Standing{Player: name, Total: total, Rounds: played[name]})
	}
	slices.SortFunc(all, func(a, b Standing) int {
		return cmp.Or(b.Total-a.Total, cmp.Compare(a.Player, b.Player))
	})
	for i := range all {
		all[i].Place = i + 1
		if i > 0 && all[i].Total == all[i-1].Total {
			all[i].Place = all[i-1].Place
		}
	}
	return all
}
