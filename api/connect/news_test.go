package connect

import (
	"reflect"
	"testing"

	"schiri/models"
)

func play(number int, v models.Verdict) models.Play {
	return models.Play{Number: number, Ruling: models.Ruling{
		Event:   models.Event{Type: models.EventPlay, Player: "Ana", Card: &models.Card{Color: models.Red, Number: 3}},
		Verdict: v, Rule: "wrong-number", Reason: "A red 3 cannot follow a red 1.",
	}}
}

func result(round, ana, ben int) models.RoundResult {
	return models.RoundResult{Round: round, Totals: map[string]int{"Ana": ana, "Ben": ben}}
}

func TestNews(t *testing.T) {
	called := play(2, models.Legal)
	called.Follows = []models.Ruling{{Event: models.Event{Type: models.EventStop, Player: "Ben"}, Verdict: models.Legal}}
	removed := play(1, "")
	removed.Removed = true
	playing := models.Snapshot{Round: 1, Phase: models.PhasePlaying}
	with := func(s models.Snapshot, change func(*models.Snapshot)) models.Snapshot {
		change(&s)
		return s
	}
	flaggedOnce := with(playing, func(s *models.Snapshot) { s.Plays = map[int]models.Play{1: play(1, models.Illegal)} })
	counted := models.Snapshot{Round: 1, Phase: models.PhaseScored, Rounds: []models.RoundResult{result(1, 5, 9)}}
	for _, c := range []struct {
		name          string
		before, after models.Snapshot
		want          []item
	}{
		{"nothing", playing, playing, nil},
		{"a legal play", playing, with(playing, func(s *models.Snapshot) { s.Plays = map[int]models.Play{1: play(1, models.Legal)} }), nil},
		{"a mistake", playing, flaggedOnce, []item{{PlayFlagged, FlaggedPlay{1, play(1, models.Illegal)}}}},
		{"the same mistake still", flaggedOnce, flaggedOnce, nil},
		{
			"an overruled mistake", flaggedOnce,
			with(playing, func(s *models.Snapshot) { s.Plays = map[int]models.Play{1: play(1, models.Legal)} }),
			[]item{{PlayCleared, FlaggedPlay{1, play(1, models.Legal)}}},
		},
		{
			"a mistake taken out", flaggedOnce,
			with(playing, func(s *models.Snapshot) { s.Plays = map[int]models.Play{1: removed} }),
			[]item{{PlayCleared, FlaggedPlay{1, removed}}},
		},
		{
			"two mistakes at once, in order", playing,
			with(playing, func(s *models.Snapshot) {
				s.Plays = map[int]models.Play{12: play(12, models.Illegal), 3: play(3, models.Illegal)}
			}),
			[]item{{PlayFlagged, FlaggedPlay{1, play(3, models.Illegal)}}, {PlayFlagged, FlaggedPlay{1, play(12, models.Illegal)}}},
		},
		{
			"the next round's first play has the number of a mistake", with(flaggedOnce, func(s *models.Snapshot) { s.Phase = models.PhaseScored }),
			with(flaggedOnce, func(s *models.Snapshot) { s.Round = 2 }),
			[]item{{PlayFlagged, FlaggedPlay{2, play(1, models.Illegal)}}},
		},
		{
			"a stop", playing,
			with(playing, func(s *models.Snapshot) { s.Phase, s.Plays = models.PhaseStopped, map[int]models.Play{2: called} }),
			[]item{{RoundStopped, StoppedRound{1, "Ben"}}},
		},
		{"a stop by hand", playing, with(playing, func(s *models.Snapshot) { s.Phase = models.PhaseStopped }), []item{{RoundStopped, StoppedRound{1, ""}}}},
		{"the count begins", with(playing, func(s *models.Snapshot) { s.Phase = models.PhaseStopped }), with(playing, func(s *models.Snapshot) { s.Phase = models.PhaseCounting }), nil},
		{"a count", with(playing, func(s *models.Snapshot) { s.Phase = models.PhaseCounting }), counted, []item{{RoundScored, ScoredRound{result(1, 5, 9), false}}}},
		{
			"the count that decides the match, tied", with(playing, func(s *models.Snapshot) { s.Phase = models.PhaseCounting }),
			with(counted, func(s *models.Snapshot) {
				s.Over, s.Winners, s.Rounds = true, []string{"Ana", "Ben"}, []models.RoundResult{result(1, 9, 9)}
			}),
			[]item{{RoundScored, ScoredRound{result(1, 9, 9), false}}, {MatchOver, WonMatch{[]string{"Ana", "Ben"}, result(1, 9, 9).Totals, 1}}},
		},
		{
			"a round corrected later", with(counted, func(s *models.Snapshot) { s.Round, s.Phase = 2, models.PhasePlaying }),
			with(counted, func(s *models.Snapshot) {
				s.Round, s.Phase, s.Rounds = 2, models.PhasePlaying, []models.RoundResult{result(1, 6, 9)}
			}),
			[]item{{RoundScored, ScoredRound{result(1, 6, 9), true}}},
		},
		{"the next match", with(counted, func(s *models.Snapshot) { s.Over = true }), models.Snapshot{Round: 1, Phase: models.PhaseReady}, nil},
	} {
		if got := newsBetween(c.before, c.after); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestTheCallerOfAStopThatWasNoneIsNotNamed(t *testing.T) {
	stop := models.Ruling{Event: models.Event{Type: models.EventStop, Player: "Ana"}}
	emptied := models.Play{Number: 1, Follows: []models.Ruling{stop}}
	goesOn := models.Play{Number: 2, Follows: []models.Ruling{{Event: models.Event{Type: models.EventResume, Player: "Ana"}}}}
	for _, plays := range []map[int]models.Play{
		{1: {Number: 1, Removed: true, Ruling: stop}},
		{1: emptied, 2: goesOn},
	} {
		if got := caller(plays); got != "" {
			t.Errorf("called by %q in %+v", got, plays)
		}
	}
}
