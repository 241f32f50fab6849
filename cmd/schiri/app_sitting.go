package main

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/models"
	"schiri/rules"
)

// sitting is the program at one table: everything that hangs on what is watched.
type sitting struct {
	watched
	camera  *camera
	counter *counter
	host    *host // presses the buttons of the simulated table; nil: people sit there
	handler http.Handler
	retired atomic.Bool // another sitting has followed; this one shows nothing any more
}

// change asks the app to go on at another table; the answer is nil once it has.
type change struct {
	to     watched
	answer chan error
}

// sit opens a table. Where its camera cannot be opened the error says why, unless the table is a set-up and
// the program is just starting: then the camera is tried again and again, and the dashboard says so.
func (a *app) sit(ctx context.Context, w watched) (_ *sitting, err error) {
	s := &sitting{watched: w}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	s.camera = &camera{
		name: w.source, fast: a.Fast, recording: isRecording(w.source), deck: w.deck, table: w.table,
		recent: a.recent, film: a.film, clips: a.clips, phone: a.phone, metrics: a.metrics, log: a.Log,
	}
	s.camera.fault.Store("the camera has given no picture yet")
	a.stand(s)
	if s.counter, err = newCounter(w.deck, a.recent, &s.camera.plane); err != nil {
		return nil, err
	}
	recording := "" // a camera by another name is still a camera at this table
	if s.camera.recording || isSimulated(w.source) {
		recording = w.source
	}
	config, err := playedBy(w.table)
	if err != nil {
		return nil, err
	}
	a.links.Begin()
	s.camera.match, err = match.Open(ctx, match.Config{
		Recording: recording,
		Rules:     config,
		Journal:   a.journal,
		Publish: func(shot models.Snapshot) error {
			if s.retired.Load() {
				return nil
			}
			a.links.Publish(shot)
			return a.live.Publish(shot)
		},
		Evidence: s.camera.evidence,
		Film:     s.camera.keepClip,
		Ruled:    a.metrics.Ruled,
		Now:      time.Now,
		Log:      a.Log,
	})
	if err != nil {
		return nil, err
	}
	if isSimulated(w.source) {
		s.host = &host{match: s.camera.match, look: s.counter.read, log: a.Log}
	}
	if err := s.camera.open(ctx); err != nil {
		if w.setup == "" || a.now.Load() != nil {
			return nil, err
		}
		a.Log.Warn("the camera of the set-up does not open", "set-up", w.setup, "err", err)
	}
	s.handler = api.Handler(a.parts(s))
	return s, nil
}

// stand tells the camera of a sitting where it stood when its table was set up.
func (a *app) stand(s *sitting) {
	c := s.camera
	c.stood = make(chan struct{})
	if c.recording || isSimulated(c.name) {
		c.stand.Verdict = "agrees" // a film shows what it shows
		close(c.stood)
		return
	}
	if s.setup == "" {
		return
	}
	c.placed, _ = a.setups.Picture(s.setup) // without one it cannot be told; no more is lost
	c.noteMove = func(h calibration.Homography, picture []byte) error { return a.setups.Move(s.setup, h, picture) }
}

// playedBy is what is played by at a table, as the match knows it. Where in the picture the players sit is the camera's
// business: a match goes on when the camera has been placed anew.
func playedBy(t calibration.Table) (rules.Config, error) {
	house, err := rules.ParseHouse(t.Edition, t.House)
	players := slices.Clone(t.Players)
	for i := range players {
		players[i].Zone = nil
	}
	return rules.Config{Edition: t.Edition, Variant: t.Variant, Players: players, House: house}, err
}

// run watches the table until ctx is done.
func (s *sitting) run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.camera.watch(ctx) })
	if s.host != nil {
		g.Go(func() error { return s.host.run(ctx) })
	}
	return g.Wait()
}

// Close gives back what the sitting opened, after run has returned.
func (s *sitting) Close() error {
	var errs []error
	if s.counter != nil {
		errs = append(errs, s.counter.Close())
	}
	if s.camera != nil {
		errs = append(errs, s.camera.Close())
	}
	return errors.Join(errs...)
}

// sittings watches one table after another, as asked for, until ctx is done.
func (a *app) sittings(ctx context.Context) error {
	for {
		s := a.now.Load()
		here, leave := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() { ended <- s.run(here) }()
		select {
		case err := <-ended:
			leave()
			return err
		case c := <-a.changes:
			leave()
			if err := <-ended; err != nil {
				c.answer <- err
				return err
			}
			c.answer <- a.follow(ctx, s, c.to)
		}
	}
}

// follow puts another table in the place of one that has stopped. Where that fails, the old one goes on.
func (a *app) follow(ctx context.Context, old *sitting, to watched) error {
	if err := old.camera.release(); err != nil { // the new one may want the same camera
		a.Log.Error("camera not closed", "err", err)
	}
	old.retired.Store(true)
	s, err := a.sit(ctx, to)
	if err != nil {
		old.retired.Store(false)
		old.camera.match.SetCards(nil) // shows the old match again
		return err
	}
	a.now.Store(s)
	if to.setup != "" {
		if err := a.setups.Use(to.setup); err != nil {
			a.Log.Error("the set-up is not noted as the one used last", "err", err)
		}
	}
	a.Log.Info("another table", "set-up", to.setup, "source", to.source)
	return old.Close()
}

// change goes on at another table. The match that was in progress stays in the record, and goes on when its table
// is watched again.
func (a *app) change(ctx context.Context, to watched) error {
	c := change{to, make(chan error, 1)}
	select {
	case a.changes <- c:
		return <-c.answer
	case <-ctx.Done():
		return ctx.Err()
	}
}
