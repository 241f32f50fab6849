package scoring

import (
	"bytes"
	"encoding/json"
	"testing"

	"schiri/models"
	"schiri/rules/bots"
)

// Whatever lines a record holds: an event is taken or refused, a refused one changes nothing, and the round
// can always be tallied, reconciled and exported.
func FuzzRound(f *testing.F) {
	p := play(bots.Config{Players: 3, Seed: 1, Seconds: 15, Mistakes: 0.2})
	var lines []byte
	for i, e := range p.Events() {
		line, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		lines = append(append(lines, line...), '\n')
		if i == 20 {
			lines = append(lines, `{"type":"correction","correction":{"action":"remove","of":5}}
{"type":"correction","correction":{"action":"insert","of":0,"event":{"type":"recycle","player":"Ana"}}}
{"type":"correction","correction":{"action":"undo","of":22}}
`...)
		}
	}
	f.Add(lines)
	f.Add([]byte(`{"type":"count","backs":{"red-red":3},"left":{"Ana":2}}`))
	f.Add([]byte(`{"type":"correction","correction":{"action":"void"}}` + "\n" + `{"type":"correction","correction":{"action":"undo","of":1}}`))
	f.Fuzz(func(t *testing.T, lines []byte) {
		r, err := NewRound(p.config)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range bytes.Split(lines, []byte("\n")) {
			var e models.Event
			if json.Unmarshal(line, &e) != nil {
				continue
			}
			before, steps := r.Len(), len(r.Steps())
			rulings, err := r.Add(e)
			switch {
			case err == nil && (r.Len() != before+1 || len(rulings) == 0):
				t.Fatalf("%s: %d events after %d, %d rulings", line, r.Len(), before, len(rulings))
			case err != nil && (r.Len() != before || len(r.Steps()) != steps):
				t.Fatalf("%s was refused and yet changed the round", line)
			}
		}
		picture(t, r)
		r.Reconcile(Count{Backs: map[models.Back]int{"red-red": 7, "nobody": 1}, Left: map[string]int{"Ana": 11}})
		if err := WritePlays(&bytes.Buffer{}, []*Round{r}); err != nil {
			t.Fatal(err)
		}
	})
}
