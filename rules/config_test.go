package rules

import (
	"encoding/json"
	"testing"

	"schiri/models"
)

func TestHouseRulesAreThoseThatDiffer(t *testing.T) {
	for text, want := range map[string]func(*House){
		"":                                      func(*House) {},
		`{"ligretto_penalty":3}`:                func(h *House) { h.LigrettoPenalty = 3 },
		`{"card_points":0,"ten_bonus":5}`:       func(h *House) { h.CardPoints, h.TenBonus = 0, 5 },
		`{"row_size":4,"from_ligretto":"no"}`:   func(h *House) { h.RowSize, h.FromLigretto = 4, No },
		`{"target":75,"games":0,"stuck":"end"}`: func(h *House) { h.Target, h.Stuck = 75, StuckEnds },
	} {
		h := DefaultHouse(models.Playroom)
		want(&h)
		if got, err := ParseHouse(models.Playroom, []byte(text)); err != nil || got != h {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, h)
		}
	}
	for _, text := range []string{`{"penalty":3}`, `{"ligretto_penalty":"much"}`, `{"row_size":11}`, `{"target":-1}`, `{"steps":"any"}`, `[]`} {
		if _, err := ParseHouse(models.Schmidt, []byte(text)); err == nil {
			t.Errorf("%s is taken for house rules", text)
		}
	}
}

// Whatever a table file says of the house rules: they are refused, or a round can be played by them and they are written as they are read.
func FuzzParseHouse(f *testing.F) {
	f.Add(`{"card_points":2,"from_ligretto":"no","steps":"any-lower","stop":"shout"}`)
	f.Add(`{"row_size":5,"ligretto":13,"ten_bonus":3,"games":4,"race_seconds":0.5,"stuck_likely":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, edition := range []models.Edition{models.Schmidt, models.Playroom} {
			house, err := ParseHouse(edition, []byte(text))
			if err != nil {
				continue
			}
			if _, err := New(Config{Edition: edition, Players: []models.Player{{Name: "Ana"}, {Name: "Ben"}}, House: house}); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			b, err := json.Marshal(house)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := ParseHouse(edition, b); err != nil || again != house {
				t.Fatalf("%q is %+v, written %s it is %+v: %v", text, house, b, again, err)
			}
		}
	})
}
