package vision

import (
	"slices"
	"sync/atomic"
	"testing"

	"schiri/models"
	"schiri/vision/read"
)

// TestTurns reads at twenty places, of which every fifth is passed over, in a picture that changes after the seventh.
func TestTurns(t *testing.T) {
	places := make([]models.Quad, 20)
	for i := range places {
		places[i][0].X = float64(i)
	}
	changed := 0.0
	var reads [20]atomic.Int32
	at := func(_ *read.Reader, _ *read.Picture, q models.Quad) (read.Match, error) {
		reads[int(q[0].X)].Add(1)
		return read.Match{Seen: q[0].X + changed}, nil
	}
	pass := func(i int) bool { return i%5 == 4 }
	turns := &turns{crew{&read.Reader{}, &read.Reader{}}, nil, places, at, map[int]read.Match{}}
	var got, want []float64
	for i := range places {
		if pass(i) {
			continue
		}
		m, err := turns.read(i, pass)
		if err != nil {
			t.Fatal(err)
		}
		got, want = append(got, m.Seen), append(want, float64(i)+changed)
		if i == 7 {
			changed = 100
			turns.forget()
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for i := range reads {
		if n := reads[i].Load(); pass(i) && n != 0 || !pass(i) && (n < 1 || n > 2) {
			t.Errorf("place %d was read %d times", i, n)
		}
	}
}
