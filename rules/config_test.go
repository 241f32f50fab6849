package rules

import (
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
