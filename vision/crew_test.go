package vision

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"schiri/models"
	"schiri/vision/read"
)

// TestTurns reads at twenty places in a row, of which every fifth is passed over, in a picture that changes at the seventh
// once that was read: of those read ahead only the one beside it is read again.
func TestTurns(t *testing.T) {
	places := make([]models.Quad, 20)
	const apart = 10
	for i := range places {
		x := float64(apart * i)
		places[i] = models.Quad{{X: x}, {X: x + 8}, {X: x + 8, Y: 8}, {X: x, Y: 8}}
	}
	changed := [20]float64{}
	var reads [20]atomic.Int32
	at := func(_ *read.Reader, _ *read.Picture, q models.Quad) (read.Match, error) {
		i := int(q[0].X) / apart
		reads[i].Add(1)
		return read.Match{Seen: float64(i) + changed[i]}, nil
	}
	pass := func(i int) bool { return i%5 == 4 }
	turns := newTurns(crew{&read.Reader{}, &read.Reader{}}, nil, places, at)
	defer turns.rest()
	var got, want []float64
	for i := range places {
		if pass(i) {
			continue
		}
		m, err := turns.read(t.Context(), i, pass)
		if err != nil {
			t.Fatal(err)
		}
		got, want = append(got, m.Seen), append(want, float64(i)+changed[i])
		if i == 7 {
			turns.change(places[7], func() { changed[8] = 100 })
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for i := range reads {
		want := map[bool]int32{true: 0, false: 1}[pass(i)]
		if i == 8 {
			want = 2
		}
		if n := reads[i].Load(); n != want {
			t.Errorf("place %d was read %d times, want %d", i, n, want)
		}
	}
}

// TestTurnsBackward reads at a place farther on and then at those before it, as where a card's rivals are asked first.
func TestTurnsBackward(t *testing.T) {
	at := func(_ *read.Reader, _ *read.Picture, q models.Quad) (read.Match, error) {
		return read.Match{Seen: q[0].X}, nil
	}
	places := make([]models.Quad, 40)
	for i := range places {
		places[i] = models.Quad{{X: float64(i)}}
	}
	turns := newTurns(crew{&read.Reader{}, &read.Reader{}}, nil, places, at)
	defer turns.rest()
	for _, i := range []int{0, 30, 1, 29, 2, 39} {
		m, err := turns.read(t.Context(), i, func(k int) bool { return k%2 == 1 })
		if err != nil || m.Seen != float64(i) {
			t.Errorf("at place %d: %v, %v", i, m.Seen, err)
		}
	}
}

// TestCrewStops: once the context is done no further place is read, whichever way they are read in.
func TestCrewStops(t *testing.T) {
	places := make([]models.Quad, 1000)
	for name, readAll := range map[string]func(context.Context, crew, look) error{
		"side by side": func(ctx context.Context, c crew, at look) error {
			_, err := c.read(ctx, nil, places, at)
			return err
		},
		"in turn": func(ctx context.Context, c crew, at look) error {
			turns := newTurns(c, nil, places, at)
			defer turns.rest()
			for i := range places {
				if _, err := turns.read(ctx, i, func(int) bool { return false }); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var reads atomic.Int32
		err := readAll(ctx, crew{&read.Reader{}, &read.Reader{}}, func(*read.Reader, *read.Picture, models.Quad) (read.Match, error) {
			if reads.Add(1) == 10 {
				cancel()
			}
			return read.Match{}, nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: it ended with %v", name, err)
		}
		if n := reads.Load(); n > 100 {
			t.Errorf("%s: %d places were read, of which ten were before it was stopped", name, n)
		}
	}
}
