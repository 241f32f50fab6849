package scoring

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
)

// record reads events written one a word, a player's name for something that happened and for
// corrections "-3" (remove 3), "3=Ana" (replace), "3+Ana" (insert after 3), "^3" (undo), "void", "last".
func record(t testing.TB, text string) []models.Event {
	t.Helper()
	var log []models.Event
	for i, word := range strings.Fields(text) {
		log = append(log, event(t, word, float64(i+1)))
	}
	return log
}

func event(t testing.TB, word string, at float64) models.Event {
	t.Helper()
	c := &models.Correction{}
	var name string
	switch {
	case word == "void", word == "last":
		c.Action = models.CorrectionAction(word)
	case word[0] == '-':
		c.Action = models.CorrectRemove
		scan(t, word[1:], &c.Of)
	case word[0] == '^':
		c.Action = models.CorrectUndo
		scan(t, word[1:], &c.Of)
	case strings.Contains(word, "="):
		c.Action = models.CorrectReplace
		scan(t, strings.Replace(word, "=", " ", 1), &c.Of, &name)
	case strings.Contains(word, "+"):
		c.Action = models.CorrectInsert
		scan(t, strings.Replace(word, "+", " ", 1), &c.Of, &name)
	default:
		return models.Event{Type: models.EventFlip, Player: word, Time: at}
	}
	if name != "" {
		c.Event = &models.Event{Type: models.EventFlip, Player: name}
	}
	return models.Event{Type: models.EventCorrection, Time: at, Correction: c}
}

func scan(t testing.TB, text string, into ...any) {
	t.Helper()
	if _, err := fmt.Sscan(text, into...); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}

// listing writes steps as "1:Ana", with "!" for a changed, "+" for an inserted and "-" for a removed one.
func listing(steps []Step) string {
	var words []string
	for _, s := range steps {
		w := fmt.Sprintf("%d:%s", s.Number, s.Event.Player)
		for _, m := range []struct {
			mark string
			on   bool
		}{{"!", s.Replaced}, {"+", s.Inserted}, {"-", s.Removed}} {
			if m.on {
				w += m.mark
			}
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func TestCorrections(t *testing.T) {
	for _, c := range []struct {
		log, want string
		void      bool
	}{
		{log: "", want: ""},
		{log: "Ana Ben", want: "1:Ana 2:Ben"},
		{log: "Ana Ben 1=Cem", want: "1:Cem! 2:Ben"},
		{log: "Ana Ben 1=Cem 1=Dora", want: "1:Dora! 2:Ben"},
		{log: "Ana Ben 1=Cem 1=Dora ^4", want: "1:Cem! 2:Ben"},
		{log: "Ana Ben 1=Cem 1=Dora ^3", want: "1:Dora! 2:Ben"},
		{log: "Ana Ben 1=Cem ^3", want: "1:Ana 2:Ben"},
		{log: "Ana Ben 1=Cem ^3 ^4", want: "1:Cem! 2:Ben"},
		{log: "Ana Ben 1=Cem ^3 ^4 ^5", want: "1:Ana 2:Ben"},
		{log: "Ana Ben -1", want: "1:Ana- 2:Ben"},
		{log: "Ana Ben -1 ^3", want: "1:Ana 2:Ben"},
		{log: "Ana Ben -1 1=Cem", want: "1:Cem! 2:Ben"},
		{log: "Ana Ben 1+Cem", want: "1:Ana 3:Cem+ 2:Ben"},
		{log: "Ana Ben 0+Cem", want: "3:Cem+ 1:Ana 2:Ben"},
		{log: "Ana Ben 0+Cem 0+Dora", want: "3:Cem+ 4:Dora+ 1:Ana 2:Ben"},
		{log: "Ana Ben 2+Cem 2+Dora", want: "1:Ana 2:Ben 3:Cem+ 4:Dora+"},
		{log: "Ana Ben 1+Cem 1+Dora ^3", want: "1:Ana 4:Dora+ 2:Ben"},
		{log: "Ana Ben 1+Cem 3+Dora ^3", want: "1:Ana 2:Ben"},
		{log: "Ana Ben 1+Cem 3+Dora ^3 ^5", want: "1:Ana 3:Cem+ 4:Dora+ 2:Ben"},
		{log: "Ana Ben 1+Cem -3", want: "1:Ana 3:Cem+- 2:Ben"},
		{log: "Ana 1=Cem Ben -3", want: "1:Cem! 3:Ben-"},
		{log: "Ana void", want: "1:Ana", void: true},
		{log: "Ana void ^2", want: "1:Ana"},
	} {
		log := record(t, c.log)
		for i, e := range log {
			if e.Type != models.EventCorrection {
				continue
			}
			if err := checkCorrection(log[:i], e.Correction); err != nil {
				t.Errorf("%s: correction %d refused: %v", c.log, i+1, err)
			}
		}
		steps, void := effective(log)
		if got := listing(steps); got != c.want || void != c.void {
			t.Errorf("%s: %s void %v, want %s void %v", c.log, got, void, c.want, c.void)
		}
	}
}

func TestCorrectionsTakeTheTimeOfWhatTheyConcern(t *testing.T) {
	log := record(t, "Ana Ben Cem 2=Dora 1+Eli")
	log[4].Correction.Event.Time = 1.5
	steps, _ := effective(log)
	for i, want := range []float64{1, 1.5, 2, 3} {
		if steps[i].Event.Time != want {
			t.Errorf("step %d (%s) happened at %v, want %v", i, steps[i].Event.Player, steps[i].Event.Time, want)
		}
	}
}

// What happened before everything else happened when that did: a round does not last from the beginning of time for it.
func TestWhatIsAddedAtTheBeginningTakesItsTime(t *testing.T) {
	first := laid("Ana", models.SpotRow, 0, "red-1", 1)
	first.Time = 3000
	r := referee(t, config(2), []models.Event{first})
	added := laid("Ben", models.SpotRow, 0, "blue-1", 2)
	added.Time = 0
	if _, err := r.Add(correction(models.Correction{Action: models.CorrectInsert, Of: 0, Event: &added})); err != nil {
		t.Fatal(err)
	}
	if at := r.Steps()[0].Event.Time; at != 3000 {
		t.Errorf("it happened at %v s, the first thing seen at 3000 s", at)
	}
	if figures := MakeStatistics([]*Round{r}); figures[0].Seconds != 0 {
		t.Errorf("the round lasted %v s", figures[0].Seconds)
	}
}

func TestRefusedCorrections(t *testing.T) {
	for _, c := range []struct{ log, correction string }{
		{"Ana", "-2"},
		{"Ana", "2=Ben"},
		{"Ana", "0=Ben"},
		{"Ana", "-0"},
		{"Ana", "5+Ben"},
		{"Ana", "^1"},
		{"Ana", "^0"},
		{"Ana -1", "-1"},
		{"Ana -1", "-2"},
		{"Ana -1 ^2", "^2"},
		{"Ana 1+Ben ^2", "2=Cem"},
		{"Ana void", "void"},
		{"Ana last", "last"},
	} {
		if err := checkCorrection(record(t, c.log), event(t, c.correction, 9).Correction); !errors.Is(err, ErrCorrection) {
			t.Errorf("%s, then %s: %v", c.log, c.correction, err)
		}
	}
	for _, c := range []*models.Correction{
		nil,
		{Action: "burn", Of: 1},
		{Action: models.CorrectRemove, Of: -1},
		{Action: models.CorrectReplace, Of: 1},
		{Action: models.CorrectInsert, Of: 1, Event: &models.Event{}},
		{Action: models.CorrectReplace, Of: 1, Event: &models.Event{Type: models.EventCorrection}},
	} {
		if err := checkCorrection(record(t, "Ana"), c); !errors.Is(err, ErrCorrection) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Undoing the newest corrections one after the other brings back every earlier state of the record.
func TestUndoProperty(t *testing.T) {
	words := []string{"Ana", "Ben", "-1", "-2", "1=Cem", "2=Dora", "3=Eli", "0+Fay", "2+Gus", "4+Hana", "^3", "^4", "^5", "void"}
	rapid.Check(t, func(rt *rapid.T) {
		log := record(t, "Ana Ben")
		type moment struct {
			number int
			before string
		}
		var moments []moment
		show := func() string {
			steps, void := effective(log)
			return fmt.Sprint(listing(steps), void)
		}
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(rt, "words") {
			e := event(t, w, 9)
			if e.Type != models.EventCorrection {
				continue
			}
			before := show()
			if checkCorrection(log, e.Correction) != nil {
				continue
			}
			log = append(log, e)
			moments = append(moments, moment{len(log), before})
		}
		for i := len(moments) - 1; i >= 0; i-- {
			undo := &models.Correction{Action: models.CorrectUndo, Of: moments[i].number}
			if err := checkCorrection(log, undo); err != nil {
				rt.Fatalf("undo of %d: %v", undo.Of, err)
			}
			log = append(log, models.Event{Type: models.EventCorrection, Correction: undo})
			if got := show(); got != moments[i].before {
				rt.Fatalf("after undoing %d: %s, before it was %s", undo.Of, got, moments[i].before)
			}
		}
	})
}
