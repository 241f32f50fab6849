package connect

import (
	"maps"
	"reflect"
	"slices"

	"schiri/models"
)

// Kind names what news is about.
type Kind string

// What is told.
const (
	PlayFlagged  Kind = "play.flagged"  // a play turned out to be illegal; data: a FlaggedPlay
	PlayCleared  Kind = "play.cleared"  // it is no longer held to be illegal; data: a FlaggedPlay
	RoundStopped Kind = "round.stopped" // "Ligretto stop!", nobody can play any more, or by hand; data: a StoppedRound
	RoundScored  Kind = "round.scored"  // a round was counted, or one counted before was corrected; data: a ScoredRound
	MatchOver    Kind = "match.over"    // the match has its winners; data: a WonMatch
)

func kinds() []Kind {
	return []Kind{PlayFlagged, PlayCleared, RoundStopped, RoundScored, MatchOver}
}

// FlaggedPlay is a play that is, or no longer is, held to be illegal.
type FlaggedPlay struct {
	Round int         `json:"round"`
	Play  models.Play `json:"play"`
}

// StoppedRound is a round that has ended and is not counted yet.
type StoppedRound struct {
	Round  int    `json:"round"`
	Player string `json:"player,omitempty"` // who called; empty: it cannot be told, or it was ended otherwise
}

// ScoredRound is a counted round.
type ScoredRound struct {
	models.RoundResult
	Corrected bool `json:"corrected"` // it had been told before, otherwise
}

// WonMatch is a match that is over.
type WonMatch struct {
	Winners []string       `json:"winners"` // several where they are tied
	Totals  map[string]int `json:"totals"`
	Rounds  int            `json:"rounds"`
}

// item is one piece of news.
type item struct {
	kind Kind
	data any
}

// newsBetween gives what is worth telling of the way from one snapshot to the next, in the order it happened.
func newsBetween(before, after models.Snapshot) []item {
	var news []item
	sameRound := before.Round == after.Round && len(before.Rounds) <= len(after.Rounds)
	for _, number := range slices.Sorted(maps.Keys(after.Plays)) {
		play := after.Plays[number]
		was := sameRound && flagged(before.Plays[number])
		switch is := flagged(play); {
		case is && !was:
			news = append(news, item{PlayFlagged, FlaggedPlay{after.Round, play}})
		case was && !is:
			news = append(news, item{PlayCleared, FlaggedPlay{after.Round, play}})
		}
	}
	if sameRound && !ended(before.Phase) && ended(after.Phase) {
		news = append(news, item{RoundStopped, StoppedRound{after.Round, caller(after.Plays)}})
	}
	for _, r := range after.Rounds {
		i := slices.IndexFunc(before.Rounds, func(b models.RoundResult) bool { return b.Round == r.Round })
		switch {
		case i < 0:
			news = append(news, item{RoundScored, ScoredRound{r, false}})
		case !reflect.DeepEqual(before.Rounds[i], r):
			news = append(news, item{RoundScored, ScoredRound{r, true}})
		}
	}
	if after.Over && !before.Over && len(after.Rounds) > 0 {
		totals := after.Rounds[len(after.Rounds)-1].Totals
		news = append(news, item{MatchOver, WonMatch{after.Winners, totals, len(after.Rounds)}})
	}
	return news
}

func flagged(p models.Play) bool { return p.Verdict == models.Illegal && !p.Removed }

func ended(p models.Phase) bool {
	return p == models.PhaseStopped || p == models.PhaseCounting || p == models.PhaseScored
}

// caller is who called "Ligretto stop!", as the rules have it.
func caller(plays map[int]models.Play) string {
	for _, number := range slices.Backward(slices.Sorted(maps.Keys(plays))) {
		play := plays[number]
		for _, r := range slices.Backward(append([]models.Ruling{play.Ruling}, play.Follows...)) {
			switch {
			case play.Removed:
			case r.Type == models.EventResume:
				return ""
			case r.Type == models.EventStop && r.Verdict != models.Illegal:
				return r.Player
			}
		}
	}
	return ""
}
