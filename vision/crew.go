package vision

import (
	"maps"
	"runtime"
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

// read reads at all places, side by side.
func (c crew) read(pic *read.Picture, places []models.Quad, at look) ([]read.Match, error) {
	out := make([]read.Match, len(places))
	var next atomic.Int64
	var work errgroup.Group
	for _, reader := range c[:min(len(c), len(places))] {
		reader.Light(c[0])
		work.Go(func() error {
			for i := next.Add(1) - 1; i < int64(len(places)); i = next.Add(1) - 1 {
				var err error
				if out[i], err = at(reader, pic, places[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return out, work.Wait()
}

// turns reads at places one after the other, so that what was read at one may decide whether and how the next is read.
// So that all readers have work it reads ahead, and what comes of that is thrown away where it turns out to be wrong.
type turns struct {
	crew   crew
	pic    *read.Picture
	places []models.Quad
	at     look
	ahead  map[int]read.Match // by place, as long as it holds
}

func (e *Eyes) turns(places []models.Quad, at look) *turns {
	return &turns{e.crew, e.pic, places, at, map[int]read.Match{}}
}

// read reads at place i; those that pass tells are not read are not read ahead either.
func (t *turns) read(i int, pass func(int) bool) (read.Match, error) {
	const each = 4 // places a reader reads ahead
	if m, done := t.ahead[i]; done {
		return m, nil
	}
	var next []int
	var places []models.Quad
	for k := i; k < len(t.places) && len(next) < each*len(t.crew); k++ {
		if _, done := t.ahead[k]; !done && (k == i || !pass(k)) {
			next, places = append(next, k), append(places, t.places[k])
		}
	}
	found, err := t.crew.read(t.pic, places, t.at)
	if err != nil {
		return read.Match{}, err
	}
	for j, k := range next {
		t.ahead[k] = found[j]
	}
	return t.ahead[i], nil
}

// forget throws away what was read ahead near an outline: the picture has changed there, for a card was taken off it.
func (t *turns) forget(q models.Quad) {
	const beyond = 1.3 // times as far as where two cards just touch; a face is moved and looked at a little beside its place
	middle, reach := q.Center(), radius(q)
	maps.DeleteFunc(t.ahead, func(i int, _ read.Match) bool {
		place := t.places[i]
		return place.Center().Sub(middle).Norm() < beyond*(reach+radius(place))
	})
}

// radius is how far the corners of an outline are from its middle, in pixels.
func radius(q models.Quad) float64 {
	middle, r := q.Center(), 0.0
	for _, p := range q {
		r = max(r, p.Sub(middle).Norm())
	}
	return r
}
