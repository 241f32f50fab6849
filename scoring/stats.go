package scoring

import (
	"cmp"
	"slices"

	"schiri/models"
	"schiri/rules"
)

// Statistics are a player's figures over a match, from what was seen.
type Statistics struct {
	Player         string   `json:"player"`
	Rounds         int      `json:"rounds"`           // played, void ones left out
	Plays          int      `json:"plays"`            // legal ones, known to be this player's
	Seconds        float64  `json:"seconds"`          // of play, over these rounds
	PlaysPerMinute *float64 `json:"plays_per_minute"` // nil: no time passed
	Mistakes       int      `json:"mistakes"`         // whatever was ruled illegal, lost races left out
	RacesWon       int      `json:"races_won"`
	RacesLost      int      `json:"races_lost"`
	RaceShare      *float64 `json:"race_share"` // won of all races, 0 to 1; nil: there was none
}

// MakeStatistics gives the figures of everybody who played in one of the rounds, the most plays first.
func MakeStatistics(rounds []*Round) []Statistics {
	by := map[string]*Statistics{}
	for _, r := range rounds {
		if r.Void() || len(r.steps) == 0 {
			continue
		}
		seconds := r.seconds()
		for _, p := range r.config.Players {
			if by[p.Name] == nil {
				by[p.Name] = &Statistics{Player: p.Name}
			}
			by[p.Name].Rounds++
			by[p.Name].Seconds += seconds
		}
		countRound(r, by)
	}
	var all []Statistics
	for _, s := range by {
		s.PlaysPerMinute = ratio(float64(s.Plays)*60, s.Seconds)
		s.RaceShare = ratio(float64(s.RacesWon), float64(s.RacesWon+s.RacesLost))
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Statistics) int {
		return cmp.Or(b.Plays-a.Plays, cmp.Compare(a.Player, b.Player))
	})
	return all
}

func ratio(a, b float64) *float64 {
	if b == 0 {
		return nil
	}
	q := a / b
	return &q
}

// countRound adds a round's plays, mistakes and races. A lost race is the play of a card that had
// been laid on the same pile a moment before; whoever laid that one last has won it.
func countRound(r *Round, by map[string]*Statistics) {
	type goal struct {
		pile int
		card models.Card
	}
	winner := map[goal]string{} // who laid that card there last, by rights
	for _, step := range r.steps {
		if step.Removed {
			continue
		}
		now := step.Now
		s := by[now.Player]
		lost := now.Rule == string(rules.CentreRace) && now.Verdict == models.Illegal
		switch {
		case now.Verdict == models.Illegal && lost:
			if s != nil {
				s.RacesLost++
			}
			if w := by[winner[goal{now.Pile, *now.Card}]]; w != nil {
				w.RacesWon++
			}
		case now.Verdict == models.Illegal && s != nil:
			s.Mistakes++
		case now.Type == models.EventPlay && now.Verdict == models.Legal && now.Card != nil:
			winner[goal{now.Pile, *now.Card}] = now.Player
			if s != nil {
				s.Plays++
			}
		}
	}
}

// seconds is the time from the first event to the stop, or else to the last thing seen.
func (r *Round) seconds() float64 {
	first, last, stop := -1.0, -1.0, -1.0
	for _, s := range r.steps {
		if s.Removed || s.Event.Type == models.EventCount {
			continue
		}
		if first < 0 {
			first = s.Event.Time
		}
		last = s.Event.Time
		for _, ruling := range s.Rulings {
			switch {
			case ruling.Type == models.EventResume:
				stop = -1
			case stop < 0 && ruling.Type == models.EventStop && ruling.Verdict != models.Illegal:
				stop = last
			}
		}
	}
	if stop >= 0 {
		last = stop
	}
	return last - first
}
