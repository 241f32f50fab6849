package scoring

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/rules"
)

// results reads rounds written as "Ana 12 Ben -4".
func results(t testing.TB, rounds ...string) []models.RoundResult {
	t.Helper()
	var all []models.RoundResult
	for i, text := range rounds {
		r := models.RoundResult{Round: i + 1, Players: map[string]models.PlayerEnd{}}
		words := strings.Fields(text)
		for j := 0; j+1 < len(words); j += 2 {
			var score int
			if _, err := fmt.Sscan(words[j+1], &score); err != nil {
				t.Fatal(err)
			}
			r.Players[words[j]] = models.PlayerEnd{Score: score}
		}
		all = append(all, r)
	}
	return all
}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name      string
		house     rules.House
		rounds    []string
		over      int
		winners   []string
		standings string
	}{
		{"nothing played", rules.House{Target: 99}, nil, 0, nil, ""},
		{
			"open end",
			rules.House{},
			[]string{"Ana 200 Ben 3"},
			0, nil,
			"1 Ana 200/1, 2 Ben 3/1",
		},
		{
			"agreed number of games",
			rules.House{Games: 2},
			[]string{"Ana 12 Ben 20", "Ana 10 Ben 1"},
			2,
			[]string{"Ana"},
			"1 Ana 22/2, 2 Ben 21/2",
		},
		{
			"not yet all the games",
			rules.House{Games: 3},
			[]string{"Ana 12 Ben 20", "Ana 10 Ben 1"},
			0, nil,
			"1 Ana 22/2, 2 Ben 21/2",
		},
		{
			"all the tied win",
			rules.House{Games: 1},
			[]string{"Cem 7 Ana 7 Ben -20"},
			1,
			[]string{"Ana", "Cem"},
			"1 Ana 7/1, 1 Cem 7/1, 3 Ben -20/1",
		},
		{
			"several pass the target: the highest",
			rules.House{Target: 99},
			[]string{"Ana 98 Ben 90 Cem 5", "Ana 1 Ben 11 Cem 6"},
			2,
			[]string{"Ben"},
			"1 Ben 101/2, 2 Ana 99/2, 3 Cem 11/2",
		},
		{
			"exactly the target",
			rules.House{Target: 75},
			[]string{"Ana 75 Ben 74"},
			1,
			[]string{"Ana"},
			"1 Ana 75/1, 2 Ben 74/1",
		},
		{
			"below the target",
			rules.House{Target: 99},
			[]string{"Ana 98 Ben -98"},
			0, nil,
			"1 Ana 98/1, 2 Ben -98/1",
		},
		{
			"nobody above zero",
			rules.House{Games: 1},
			[]string{"Ana -20 Ben -19"},
			1,
			[]string{"Ben"},
			"1 Ben -19/1, 2 Ana -20/1",
		},
		{
			"joining late and leaving early",
			rules.House{Games: 3},
			[]string{"Ana 10 Ben 12", "Ana 4 Ben 1 Cem 16", "Ana 1 Cem -3"},
			3,
			[]string{"Ana"},
			"1 Ana 15/3, 2 Ben 13/2, 2 Cem 13/2",
		},
		{
			"played on after the end",
			rules.House{Target: 20},
			[]string{"Ana 21 Ben 3", "Ana -10 Ben 30"},
			1,
			[]string{"Ben"},
			"1 Ben 33/2, 2 Ana 11/2",
		},
		{
			"games and target: whichever comes first",
			rules.House{Target: 20, Games: 3},
			[]string{"Ana 1 Ben 3", "Ana 0 Ben 17", "Ana 9 Ben 0"},
			2,
			[]string{"Ben"},
			"1 Ben 20/3, 2 Ana 10/3",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := tableOf(c.house, 0, results(t, c.rounds...))
			if got.Over != c.over || !reflect.DeepEqual(got.Winners, c.winners) {
				t.Errorf("over by round %d, won by %v; want %d, %v", got.Over, got.Winners, c.over, c.winners)
			}
			var lines []string
			for _, s := range got.Standings {
				lines = append(lines, fmt.Sprintf("%d %s %d/%d", s.Place, s.Player, s.Total, s.Rounds))
			}
			if text := strings.Join(lines, ", "); text != c.standings {
				t.Errorf("standings: %s; want %s", text, c.standings)
			}
		})
	}
}

func TestTableRunningTotals(t *testing.T) {
	got := tableOf(rules.House{}, 0, results(t, "Ben 10 Ana -4", "Cem 5 Ana 3", "Ben 1 Cem 1 Ana 1"))
	want := []map[string]int{{"Ben": 10, "Ana": -4}, {"Ben": 10, "Ana": -1, "Cem": 5}, {"Ben": 11, "Ana": 0, "Cem": 6}}
	for i, r := range got.Rounds {
		if !reflect.DeepEqual(r.Totals, want[i]) {
			t.Errorf("totals after round %d: %v, want %v", r.Round, r.Totals, want[i])
		}
	}
	if want := []string{"Ana", "Ben", "Cem"}; !reflect.DeepEqual(got.Players, want) {
		t.Errorf("players %v, want %v", got.Players, want)
	}
}

// Whatever is scored: the last running totals are the standings, they add up to all the scores, no later round takes it back
// that a match is over, and its winners are the first-placed.
func TestTableProperty(t *testing.T) {
	names := []string{"Ana", "Ben", "Cem", "Dora"}
	rapid.Check(t, func(t *rapid.T) {
		house := rules.House{Target: rapid.IntRange(0, 40).Draw(t, "target"), Games: rapid.IntRange(0, 5).Draw(t, "games")}
		var rounds []models.RoundResult
		sum, over := 0, 0
		for i := range rapid.IntRange(1, 7).Draw(t, "rounds") {
			r := models.RoundResult{Round: i + 1, Players: map[string]models.PlayerEnd{}}
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 2, 4, rapid.ID[string]).Draw(t, "players") {
				score := rapid.IntRange(-20, 40).Draw(t, "score")
				r.Players[name] = models.PlayerEnd{Score: score}
				sum += score
			}
			rounds = append(rounds, r)
			table := tableOf(house, 0, rounds)
			total := 0
			for j, s := range table.Standings {
				total += s.Total
				if table.Rounds[i].Totals[s.Player] != s.Total {
					t.Fatalf("%s has %d in the standings, %d in the table", s.Player, s.Total, table.Rounds[i].Totals[s.Player])
				}
				if j > 0 && s.Total > table.Standings[j-1].Total {
					t.Fatalf("standings out of order: %+v", table.Standings)
				}
			}
			if total != sum {
				t.Fatalf("the totals add up to %d, the scores to %d", total, sum)
			}
			if over > 0 && table.Over != over {
				t.Fatalf("round %d has it that the match ended with round %d, not %d", i+1, table.Over, over)
			}
			over = table.Over
			for _, s := range table.Standings {
				if won := over > 0 && s.Place == 1; won != slices.Contains(table.Winners, s.Player) {
					t.Fatalf("winners %v, standings %+v", table.Winners, table.Standings)
				}
			}
		}
	})
}
