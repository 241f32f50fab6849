package vision

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"schiri/models"
	"schiri/vision/read"
)

// crew are readers of the same faces, one for each processor. The first is the one that learns the light.
type crew []*read.Reader

func newCrew(first *read.Reader) crew {
	all := crew{first}
	for len(all) < runtime.GOMAXPROCS(0) {
		all = append(all, first.Twin())
	}
	return all
}

// look is a way of reading at a place.
type look func(*read.Reader, *read.Picture, models.Quad) (read.Match, error)

// read reads at all places, side by side, until ctx is done.
func (c crew) read(ctx context.Context, pic *read.Picture, places []models.Quad, at look) ([]read.Match, error) {
	out := make([]read.Match, len(places))
	err := c.each(ctx, len(places), func(reader *read.Reader, i int) (err error) {
		out[i], err = at(reader, pic, places[i])
		return err
	})
	return out, err
}

// each does n things side by side, each with a reader of its own, until ctx is done.
func (c crew) each(ctx context.Context, n int, do func(reader *read.Reader, i int) error) error {
	var next atomic.Int64
	var work errgroup.Group
	for _, reader := range c[:min(len(c), n)] {
		reader.Light(c[0])
		work.Go(func() error {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(reader, int(i)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return work.Wait()
}

// turns reads at places one after the other, so that what was read at one may decide whether and how the next is read.
// So that no reader rests it reads ahead, and what comes of that is thrown away where it turns out to be wrong. Whoever
// makes one waits with rest for what is being read ahead, before anything else is done with the readers or the picture.
type turns struct {
	pic     *read.Picture
	places  []models.Quad
	at      look
	ahead   map[int]read.Match // by place, as long as it holds
	reading map[int]bool       // places
	next    int                // place from which on none was begun lately
	resting []*read.Reader
	window  int // how many places are looked ahead
	done    chan turn
}

// turn is what a reader made of a place.
type turn struct {
	reader *read.Reader
	place  int
	match  read.Match
	err    error
}

func (e *Eyes) turns(places []models.Quad, at look) *turns {
	return newTurns(e.crew, e.pic, places, at)
}

func newTurns(c crew, pic *read.Picture, places []models.Quad, at look) *turns {
	const each = 8 // places a reader reads ahead
	for _, reader := range c {
		reader.Light(c[0])
	}
	return &turns{
		pic: pic, places: places, at: at, ahead: map[int]read.Match{}, reading: map[int]bool{},
		resting: slices.Clone(c), window: each * len(c), done: make(chan turn, len(c)),
	}
}

// read reads at place i; those that pass tells are not read are not read ahead either.
func (t *turns) read(ctx context.Context, i int, pass func(int) bool) (read.Match, error) {
	for {
		if err := ctx.Err(); err != nil {
			return read.Match{}, err
		}
		t.begin(i, pass)
		if m, done := t.ahead[i]; done {
			return m, nil
		}
		if err := t.await(); err != nil {
			return read.Match{}, err
		}
	}
}

// begin gives the readers at rest the next places from i on.
func (t *turns) begin(i int, pass func(int) bool) {
	if t.next = max(t.next, i); !t.begun(i) {
		t.next = i
	}
	for ; len(t.resting) > 0 && t.next < min(i+t.window, len(t.places)); t.next++ {
		k := t.next
		if t.begun(k) || k != i && pass(k) {
			continue
		}
		last := len(t.resting) - 1
		reader := t.resting[last]
		t.resting, t.reading[k] = t.resting[:last], true
		go func() {
			m, err := t.at(reader, t.pic, t.places[k])
			t.done <- turn{reader, k, m, err}
		}()
	}
}

// begun tells whether place i was read or is being read.
func (t *turns) begun(i int) bool {
	_, done := t.ahead[i]
	return done || t.reading[i]
}

// await takes in what the next reader made of its place.
func (t *turns) await() error {
	d := <-t.done
	t.resting = append(t.resting, d.reader)
	delete(t.reading, d.place)
	if d.err == nil {
		t.ahead[d.place] = d.match
	}
	return d.err
}

// rest waits until nothing is being read. What fails then was not asked for, or is read again when it is.
func (t *turns) rest() {
	for len(t.reading) > 0 {
		if err := t.await(); err != nil {
			continue
		}
	}
}

// change lets the picture be changed about an outline, as by taking a card off it, and throws away what was read ahead near it.
func (t *turns) change(q models.Quad, do func()) {
	const beyond = 1.3 // times as far as where two cards just touch; a face is moved and looked at a little beside its place
	t.rest()
	do()
	middle, reach := q.Center(), radius(q)
	maps.DeleteFunc(t.ahead, func(i int, _ read.Match) bool {
		place := t.places[i]
		return place.Center().Sub(middle).Norm() < beyond*(reach+radius(place))
	})
	t.next = 0
}

// radius is how far the corners of an outline are from its middle, in pixels.
func radius(q models.Quad) float64 {
	middle, r := q.Center(), 0.0
	for _, p := range q {
		r = max(r, p.Sub(middle).Norm())
	}
	return r
}
