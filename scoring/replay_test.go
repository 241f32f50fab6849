package scoring

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
)

// correction is the event that makes a correction.
func correction(c models.Correction) models.Event {
	return models.Event{Type: models.EventCorrection, Time: 60, Decided: 60, Correction: &c}
}

// said writes rulings as "type number player verdict".
func said(rulings []models.Ruling) [][4]any {
	var all [][4]any
	for _, r := range rulings {
		all = append(all, [4]any{r.Type, r.Of, r.Player, r.Verdict})
	}
	return all
}

func TestCorrectionReportsOnlyWhatChanged(t *testing.T) {
	ben := laid("Ben", models.SpotRow, 1, "red-2", 1)
	yellow := laid("Ben", models.SpotRow, 1, "yellow-1", 3)
	later := laid("Ana", models.SpotRow, 2, "yellow-2", 3)
	count := models.Event{
		Type:  models.EventCount,
		Backs: map[models.Back]int{"red-red": 3, "red-lightblue": 1, "red-pink": 1}, Left: map[string]int{"Ana": 9, "Ben": 10, "Cem": 10},
	}
	revision, end := models.EventRevision, models.EventEnd
	for _, c := range []struct {
		name       string
		correction models.Correction
		want       [][4]any
	}{
		{
			"the same again",
			models.Correction{Action: models.CorrectReplace, Of: 9, Event: new(laid("", "", -1, "blue-1", 4))},
			nil,
		},
		{
			"the yellow 7 was a yellow 1",
			models.Correction{Action: models.CorrectReplace, Of: 8, Event: &yellow},
			[][4]any{{revision, 8, "Ben", models.Legal}, {end, 0, "", models.Verdict("")}},
		},
		{
			"Ana's red 2 was not laid: Ben's red 3 does not fit",
			models.Correction{Action: models.CorrectRemove, Of: 5},
			[][4]any{{revision, 5, "Ana", models.Verdict("")}, {revision, 6, "Ben", models.Illegal}, {end, 0, "", models.Verdict("")}},
		},
		{
			"it was Ben's red 2",
			models.Correction{Action: models.CorrectReplace, Of: 5, Event: &ben},
			[][4]any{{revision, 5, "Ben", models.Legal}, {end, 0, "", models.Verdict("")}},
		},
		{
			"Ana laid a yellow 2 as well",
			models.Correction{Action: models.CorrectInsert, Of: 8, Event: &later},
			[][4]any{{revision, 10, "Ana", models.Illegal}},
		},
		{
			"counted by hand",
			models.Correction{Action: models.CorrectInsert, Of: 9, Event: &count},
			[][4]any{{revision, 10, "", models.Verdict("")}, {end, 0, "", models.Verdict("")}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := threePlayers(t)
			before := picture(t, r)
			rulings, err := r.Add(correction(c.correction))
			if err != nil {
				t.Fatal(err)
			}
			if rulings[0].Type != models.EventCorrection || !reflect.DeepEqual(said(rulings[1:]), c.want) {
				t.Errorf("the correction led to %v, want %v", said(rulings[1:]), c.want)
			}
			if rulings, err = r.Add(correction(models.Correction{Action: models.CorrectUndo, Of: 10})); err != nil {
				t.Fatal(err)
			}
			if len(rulings)-1 != len(c.want) {
				t.Errorf("the correction changed %d things, undoing it %d", len(c.want), len(rulings)-1)
			}
			if after := picture(t, r); after != before {
				t.Errorf("after undoing:\n%s\nbefore:\n%s", after, before)
			}
			if r.Len() != 11 {
				t.Errorf("%d events recorded, want 11", r.Len())
			}
		})
	}
}

// picture is everything a round says now.
func picture(t fataler, r *Round) string {
	t.Helper()
	b, err := json.MarshalIndent(map[string]any{
		"steps": r.Steps(), "end": r.End(), "tally": r.Tally(), "counted": r.Counted(), "void": r.Void(),
		"statistics": MakeStatistics([]*Round{r}), "table": MakeTable([]*Round{r}),
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRefusedEventsChangeNothing(t *testing.T) {
	r := threePlayers(t)
	before := picture(t, r)
	stranger := laid("Zoe", models.SpotRow, 0, "red-1", 1)
	for _, e := range []models.Event{
		stranger,
		{Type: "dance"},
		{Type: models.EventCorrection},
		correction(models.Correction{Action: models.CorrectReplace, Of: 4, Event: &stranger}),
		correction(models.Correction{Action: models.CorrectRemove, Of: 77}),
	} {
		_, err := r.Add(e)
		if err == nil {
			t.Errorf("%+v was let through", e)
		}
		if isCorrection := e.Type == models.EventCorrection; errors.Is(err, ErrCorrection) != isCorrection {
			t.Errorf("%v: wraps ErrCorrection: %v, want %v", err, !isCorrection, isCorrection)
		}
		if after := picture(t, r); after != before {
			t.Errorf("%+v changed the round", e)
		}
	}
}

// Evidence and revisions name events by their numbers in the record, wherever corrections were made.
func TestRulingsNameRecordNumbers(t *testing.T) {
	r := threePlayers(t)
	one := laid("Cem", models.SpotRow, 3, "yellow-1", 9)
	for _, e := range []models.Event{
		correction(models.Correction{Action: models.CorrectInsert, Of: 3, Event: &one}), // 10
		laid("Cem", models.SpotRow, 2, "red-4", 1),                                      // 11: rests on the red 3, event 6
	} {
		if _, err := r.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	for number, want := range map[int][]int{5: {4, 5}, 6: {5, 6}, 10: {10}, 11: {6, 11}} {
		step := r.Steps()[find(r.Steps(), number)]
		if !reflect.DeepEqual(step.Now.Evidence, want) {
			t.Errorf("event %d rests on %v, want %v", number, step.Now.Evidence, want)
		}
	}
}

// Corrected at any time and in any way: the record alone gives the same round again, and undoing
// everything gives the round as it was seen.
func TestReplayProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlayed(rt, 4)
		r := referee(rt, p.config, nil)
		var record []models.Event
		add := func(e models.Event) bool {
			_, err := r.Add(e)
			if err == nil {
				record = append(record, e)
			}
			return err == nil
		}
		var corrections []int
		for _, e := range p.Events() {
			if !add(e) {
				rt.Fatalf("refused after a correction: %+v", e)
			}
			if rapid.IntRange(0, 80).Draw(rt, "correct") == 0 && add(drawCorrection(rt, record)) {
				corrections = append(corrections, len(record))
			}
		}
		if again := referee(rt, p.config, record); picture(rt, again) != picture(rt, r) {
			rt.Error("the record gives another round")
		}
		for i := len(corrections) - 1; i >= 0; i-- {
			if !add(correction(models.Correction{Action: models.CorrectUndo, Of: corrections[i]})) {
				rt.Fatalf("undoing %d was refused", corrections[i])
			}
		}
		if plain := referee(rt, p.config, p.Events()); !reflect.DeepEqual(r.End(), plain.End()) {
			rt.Errorf("undoing everything gives %+v; as it was seen it is %+v", r.End(), plain.End())
		}
	})
}

func drawCorrection(t *rapid.T, record []models.Event) models.Event {
	c := models.Correction{
		Action: rapid.SampledFrom([]models.CorrectionAction{models.CorrectReplace, models.CorrectRemove, models.CorrectInsert, models.CorrectVoid}).Draw(t, "action"),
		Of:     rapid.IntRange(1, len(record)).Draw(t, "of"),
	}
	if e := record[c.Of-1]; c.Action == models.CorrectReplace && e.Card != nil {
		other := models.CardAt(rapid.IntRange(0, models.DeckSize-1).Draw(t, "card"))
		e.Card = &other
		c.Event = &e
	} else if c.Action == models.CorrectInsert {
		c.Event = &models.Event{Type: models.EventFlip, Player: e.Player, Card: &models.Card{Color: models.Red, Number: 1}, Cards: 3}
	}
	return correction(c)
}
