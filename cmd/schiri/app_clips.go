package main

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"schiri/models/journal"
	"schiri/vision/recall"
)

const (
	clipBefore = 2.0              // seconds a clip shows before its play
	clipAfter  = 1.0              // and after
	clipMerge  = 6.0              // seconds within which plays without a flag share a clip
	clipLength = 10.0             // seconds a clip lasts at the most
	clipRest   = 3 * time.Second  // without a new picture, after which a clip is made of those there are
	clipStale  = 5.0              // seconds by which the film lags at the most
	clipsWait  = 500              // moments that may wait for their clip
	clipPace   = 20.0             // pictures a second that a clip shows of plays without a flag: making clips costs as much as refereeing
	clipsEnd   = 10 * time.Second // for the clips that are still wanted when the program ends
)

// moment is something that happened on the table and is to be kept as a clip.
type moment struct {
	round   int64   // id of the round in the record
	time    float64 // seconds of the source's time
	offset  float64 // added to a source's times to give the match's
	flagged bool    // to be looked at: its clip is made at once and kept longer
}

// clips makes clips of the film, beside the refereeing, and puts them into the record. Plays that follow
// each other closely share one, so that the cost is bounded by the length of the film, however many there are.
// The clips of the last seconds before the program ends are not made.
type clips struct {
	film    *recall.Film
	journal *journal.Journal
	log     *slog.Logger

	mu      sync.Mutex
	waiting []moment
	cut     []clip        // to be made of pictures the film need not remember any longer
	news    chan struct{} // holds a value when a moment has come in
}

// clip is a clip to be made: what it shows, and of which pictures.
type clip struct {
	moments []moment
	shots   []recall.Shot
}

func newClips(film *recall.Film, j *journal.Journal, log *slog.Logger) *clips {
	return &clips{film: film, journal: j, log: log, news: make(chan struct{}, 1)}
}

// want asks for a clip of a moment that has just been seen. It never waits.
func (c *clips) want(m moment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == clipsWait {
		c.log.Warn("clips cannot be made as fast as cards are played; the oldest is left out")
		c.waiting = slices.Delete(c.waiting, 0, 1)
	}
	c.waiting = append(c.waiting, m)
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// end tells that the source gives no more pictures: what waits is cut from the film as far as it goes, before another
// source's pictures take their place.
func (c *clips) end() {
	newest, _ := c.film.Newest()
	for moments := c.take(newest, true); len(moments) > 0; moments = c.take(newest, true) {
		cut := c.cutOut(moments)
		c.mu.Lock()
		c.cut = append(c.cut, cut)
		c.mu.Unlock()
	}
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// run makes clips until ctx is done.
func (c *clips) run(ctx context.Context) error {
	for {
		newest, arrived := c.film.Newest()
		rest := time.NewTimer(clipRest)
		rested := false
		select {
		case <-ctx.Done():
			rest.Stop()
			return nil
		case <-arrived:
			newest, _ = c.film.Newest()
		case <-c.news:
		case <-rest.C:
			rested = true // the camera gives no more, or the round has stopped
		}
		rest.Stop()
		c.makeCut(ctx)
		c.make(ctx, c.cutOut(c.take(newest, rested)))
	}
}

// finish makes the clips that are still wanted when nothing is filmed any more, after run has returned.
func (c *clips) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), clipsEnd)
	defer cancel()
	c.end()
	c.makeCut(ctx)
}

// makeCut makes the clips that are cut already.
func (c *clips) makeCut(ctx context.Context) {
	c.mu.Lock()
	cut := c.cut
	c.cut = nil
	c.mu.Unlock()
	for _, one := range cut {
		c.make(ctx, one)
	}
}

// take takes out the moments of the next clip, if it is time to make it. Newest is the time of the newest
// picture; rested tells that no more are coming.
func (c *clips) take(newest float64, rested bool) []moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	// A source that began again will not show what was seen of it before.
	c.waiting = slices.DeleteFunc(c.waiting, func(m moment) bool { return m.time > newest+clipStale })
	if len(c.waiting) == 0 {
		return nil
	}
	first, n, flagged := c.waiting[0], 0, false
	for _, m := range c.waiting {
		same := m.round == first.round && m.offset == first.offset && m.time >= first.time-clipBefore
		joins := n == 0 || m.time-c.waiting[n-1].time <= clipBefore+clipAfter && m.time-first.time <= clipLength-clipBefore-clipAfter
		if !same || !joins || n > 0 && !rested && newest < m.time+clipAfter {
			break
		}
		n++
		flagged = flagged || m.flagged
	}
	due := newest >= c.waiting[n-1].time+clipAfter && (flagged || newest >= first.time+clipMerge)
	if !due && !rested {
		return nil
	}
	taken := slices.Clone(c.waiting[:n])
	c.waiting = slices.Delete(c.waiting, 0, n)
	return taken
}

// cutOut gives the clip of moments with its pictures, as far as the film remembers them.
func (c *clips) cutOut(moments []moment) clip {
	if len(moments) == 0 {
		return clip{}
	}
	from, to, flagged := moments[0].time, moments[0].time, false
	for _, m := range moments {
		from, to, flagged = min(from, m.time), max(to, m.time), flagged || m.flagged
	}
	shots := c.film.Between(from-clipBefore, to+clipAfter)
	if !flagged {
		shots = paced(shots, clipPace)
	}
	return clip{moments, shots}
}

// paced leaves out shots so that no more than so many a second are left.
func paced(shots []recall.Shot, most float64) []recall.Shot {
	var out []recall.Shot
	for _, s := range shots {
		if n := len(out); n == 0 || s.Time-out[n-1].Time >= 1/most {
			out = append(out, s)
		}
	}
	return out
}

// make makes one clip. Where that fails the round goes on without it; its pictures are kept as ever.
func (c *clips) make(ctx context.Context, one clip) {
	if len(one.shots) < 2 {
		return // nothing was filmed of it
	}
	err := c.record(ctx, one)
	switch {
	case err == nil:
	case ctx.Err() != nil: // the program ends; there is a last chance to make it
		c.mu.Lock()
		defer c.mu.Unlock()
		c.cut = append(c.cut, one)
	default:
		c.log.Error("a clip could not be made", "err", err)
	}
}

// record makes a clip and puts it into the record.
func (c *clips) record(ctx context.Context, one clip) error {
	made, err := recall.MakeClip(ctx, c.journal.ClipFolder(), one.shots)
	if err != nil {
		return err
	}
	first := one.moments[0]
	kept := journal.Clip{Round: first.round, FPS: made.FPS, Type: made.Type}
	for _, m := range one.moments {
		kept.Flagged = kept.Flagged || m.flagged
	}
	for _, s := range one.shots {
		kept.Times = append(kept.Times, s.Time+first.offset)
	}
	_, err = c.journal.AddClip(ctx, kept, made.Path)
	return err
}
