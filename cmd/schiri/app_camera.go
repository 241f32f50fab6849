package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gocv.io/x/gocv"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/models"
	"schiri/models/journal"
	"schiri/vision/frame"
	"schiri/vision/pipeline"
	"schiri/vision/recall"
	"schiri/vision/source"
)

const (
	away        = 5 * time.Second        // for which nobody watched when a camera comes back, at the least
	retryCamera = 2 * time.Second        // before a lost camera is tried again
	showCards   = 200 * time.Millisecond // between two updates of the outlines, at the least
	reaching    = 0.8                    // seconds a hand needs to reach in and lay a card: before that, nothing covers its place
)

// errRoundOver ends the pipeline of a round that the camera no longer referees.
var errRoundOver = errors.New("the camera no longer referees the round")

// camera takes the pictures of one source and has the pipeline referee those of a round in play.
// Everything but ready and evidence belongs to the goroutine that calls watch.
type camera struct {
	name    string
	deck    calibration.Deck
	table   calibration.Table
	recent  *recall.Recent
	film    *recall.Film
	clips   *clips // nil: none are made
	match   *match.Match
	metrics *api.Metrics
	log     *slog.Logger
	phone   *source.Phone
	fast    bool // a recording is taken as fast as the machine can
	// recording tells that the source is a file or a folder: it begins again from its start whenever it is
	// opened, and nobody sits at it who could press a button.
	recording bool

	src *source.Source
	// offset is added to a source's time stamps, in seconds, to give the match's: a live source begins at
	// zero when it is opened, and the match may have gone on for long by then.
	offset  float64
	filming float64 // until that time of the source its pictures are filmed
	dropped int64   // frames of src that are in the metrics already
	pace    pace
	shown   []models.Observation
	showAt  time.Time
	state   models.CameraState
	turned  bool // its picture has another shape than when the table was set up

	placed   []byte                                               // JPEG of when the table's outlines were right; nil: not known
	carry    calibration.Homography                               // how the picture has moved in this round, in its pixels
	noteMove func(h calibration.Homography, picture []byte) error // keeps how the picture has moved; nil: nowhere
	// plane is the table's as its cards told in the last round, in pixels of the picture; nil: not known.
	plane atomic.Pointer[calibration.Plane]
	first sync.Once
	stood chan struct{} // closed once stand is known, with the first picture
	stand api.SetupCheck

	// fault is why nothing can be refereed at the moment; empty: all is well.
	fault atomic.Value
}

// ready tells why nothing can be refereed at the moment.
func (c *camera) ready() error {
	if fault, _ := c.fault.Load().(string); fault != "" {
		return errors.New(fault)
	}
	return nil
}

// set tells the screens and whoever asks for readiness how the pictures come in, and why none do.
func (c *camera) set(status models.CameraStatus, why models.Message) {
	c.state.Status, c.state.Message, c.state.Code = status, why.Text, why.ID
	c.fault.Store(why.Text)
	c.match.SetCamera(c.state)
}

// watch takes pictures until ctx is done. A lost camera is tried again and again; a recording that is over, or cut off,
// leaves its end on show. An error is one that nobody can mend while the program runs.
func (c *camera) watch(ctx context.Context) error {
	for {
		if c.src == nil {
			c.set(models.CameraLost, c.whyLost())
			if err := c.reopen(ctx); err != nil || c.src == nil {
				return err
			}
		}
		err := c.watchSource(ctx)
		switch {
		// The source was opened before the program served, on a context above this one: when everything stops it may know first.
		case ctx.Err() != nil, errors.Is(err, context.Canceled):
			return nil
		case errors.Is(err, io.EOF), errors.Is(err, source.ErrBad) && c.state.Status == models.CameraLive:
			c.log.Info("the recording is over", "how", err)
			if c.clips != nil {
				c.clips.end()
			}
			c.set(models.CameraEnded, models.Say("recording-over", "The recording is over."))
			<-ctx.Done()
			return nil
		case errors.Is(err, source.ErrLost):
			c.log.Warn("camera lost", "err", err)
			if err := c.release(); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// isRecording tells that a source is a file or a folder.
func isRecording(name string) bool {
	info, err := os.Stat(name)
	return err == nil && (info.IsDir() || info.Mode().IsRegular())
}

// isSimulated tells that a source is the simulated table.
func isSimulated(name string) bool { return strings.HasPrefix(name, "sim:") }

// continued is a simulated table that stood still from the last time the program ran.
type continued struct {
	source.Simulation
	from float64 // seconds of its time that had passed by then
}

// Draw draws the table as it goes on.
func (s continued) Draw(t float64, m *gocv.Mat) error { return s.Simulation.Draw(s.from+t, m) }

// open opens the source. A live one goes on from the match's time; between the last picture and the next a
// real table did not stand still.
func (c *camera) open(ctx context.Context) error {
	offset := c.match.Time()
	switch {
	case c.recording:
		offset = 0
	case offset > 0 && !isSimulated(c.name):
		offset += away.Seconds()
	}
	src, err := source.Open(ctx, c.name, source.Options{
		Phone: c.phone,
		Simulate: func(options string) (source.Simulation, error) {
			table, err := simulatedTable(options)
			return continued{table, offset}, err
		},
	})
	if err != nil {
		return err
	}
	c.src, c.offset, c.dropped, c.filming = src, offset, 0, 0
	return nil
}

// reopen tries a lost camera until it is there again or ctx is done.
func (c *camera) reopen(ctx context.Context) error {
	for {
		err := c.open(ctx)
		if err == nil {
			return nil
		}
		c.log.Debug("camera still gone", "err", err)
		select {
		case <-time.After(retryCamera):
		case <-ctx.Done():
			return nil
		}
	}
}

// watchSource takes pictures until the source ends, in one way or another.
func (c *camera) watchSource(ctx context.Context) error {
	again := c.recording
	if again && c.match.Snapshot().Phase == models.PhaseReady {
		if err := c.recorded(ctx, c.match.Start); err != nil {
			return err
		}
	}
	stays := c.recording || isSimulated(c.name) // where it was set up; of any other camera the first picture tells
	if _, _, watching := c.match.Watching(); watching && !stays {
		c.shown = nil
		c.match.SetCards(nil) // where they lie now is not known before that either
	}
	for last, seen := 0.0, stays; ; {
		round, from, watching := c.match.Watching()
		if watching && seen && !c.turned && last+c.offset >= from {
			if !stays {
				c.place(ctx)
			}
			watch := func(ctx context.Context) error { return c.match.Watch(ctx, again, c.offset) }
			if err := c.recorded(ctx, watch); err != nil {
				return err
			}
			again = false
			switch err := c.referee(ctx, round); {
			case err == nil:
				return io.EOF
			case !errors.Is(err, errRoundOver):
				return err
			}
			end, _, err := c.recent.JPEG(ctx, 0)
			if err != nil {
				return err
			}
			c.match.EndCards(end)
			c.placed = end
			c.see(models.Message{}) // from here on nobody looks whether the table is in sight, but for black pictures
		}
		f, err := c.src.Next(ctx)
		if err != nil {
			return err
		}
		last = f.Time
		c.keep(f)
		c.see(viewOf(pipeline.Step{Frame: f}))
		if !seen {
			c.place(ctx)
			seen = true
		}
		if err := errors.Join(f.Close(), c.wait(ctx, last)); err != nil {
			return err
		}
	}
}

// referee has the pipeline watch a round until it is over for the camera (errRoundOver) or the
// source has ended (nil).
func (c *camera) referee(ctx context.Context, round int) error {
	c.log.Info("refereeing", "round", round)
	c.carry = calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}
	c.shown = nil
	c.match.SetCards(nil)
	config := pipeline.Config{
		Deck:  c.deck,
		Table: c.table,
		Stage: func(stage string, took time.Duration) { c.metrics.Stage(stage, took.Seconds()) },
	}
	return pipeline.Run(ctx, c.src, config, func(step pipeline.Step) error {
		if step.Frame != nil {
			if err := c.wait(ctx, step.Frame.Time); err != nil {
				return err
			}
			if c.clips != nil {
				c.filming = step.Frame.Time + clipAfter + clipBefore
			}
			c.keep(step.Frame)
			c.carried(ctx, step.Frame, step.Moved)
		}
		if now, _, watching := c.match.Watching(); !watching || now != round || c.turned {
			return errRoundOver
		}
		for _, e := range step.Events {
			start := time.Now()
			observe := func(ctx context.Context) error { return c.match.Observe(ctx, later(e, c.offset)) }
			if err := c.recorded(ctx, observe); err != nil {
				return err
			}
			config.Stage("rules", time.Since(start))
		}
		c.see(viewOf(step))
		c.show(step)
		if known := c.plane.Load(); step.Plane != nil && (known == nil || *known != *step.Plane) {
			now := *step.Plane
			c.plane.Store(&now)
		}
		return nil
	})
}

// recorded does what goes into the record, again and again until it is there or ctx is done: a disk that is full can be
// cleared while the program runs, and no event is lost meanwhile.
func (c *camera) recorded(ctx context.Context, do func(context.Context) error) error {
	err := do(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	c.log.Error("the record cannot be written; trying again", "err", err)
	c.set(models.CameraLive, models.Say("record-stuck", "What happens cannot be recorded: is the disk full? Nothing is refereed until there is room again."))
	for err != nil {
		select {
		case <-time.After(retryCamera):
			err = do(ctx)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	c.log.Info("the record is written again")
	c.set(models.CameraLive, models.Message{})
	return nil
}

// later moves an event by some seconds.
func later(e models.Event, by float64) models.Event {
	e.Time += by
	e.Decided += by
	if e.Until > 0 {
		e.Until += by
	}
	return e
}

// keep remembers a picture and counts it.
func (c *camera) keep(f *frame.Frame) {
	c.recent.Add(f)
	if f.Time <= c.filming {
		c.film.Add(f)
	}
	c.match.Tick(f.Time + c.offset)
	c.metrics.Frames.Inc()
	if d := c.src.Dropped(); d > c.dropped {
		c.metrics.FramesDropped.Add(float64(d - c.dropped))
		c.dropped = d
	}
	if w, h := f.Size().X, f.Size().Y; c.state.Status != models.CameraLive || c.state.Width != w || c.state.Height != h {
		c.state.Width, c.state.Height = w, h
		why := models.Message{}
		if c.turned = otherShape(c.table.ImageSize, w, h); c.turned {
			why = models.Say("picture-turned", "The picture has another shape than when this table was set up, so nothing is refereed. Turn the camera back, or set the places again.")
		}
		c.set(models.CameraLive, why)
	}
}

// show gives the screens the outlines of the cards in sight, where they have changed.
func (c *camera) show(step pipeline.Step) {
	if slices.Equal(step.Cards, c.shown) || step.Frame != nil && time.Since(c.showAt) < showCards {
		return
	}
	c.shown, c.showAt = slices.Clone(step.Cards), time.Now()
	outlines := make([]models.Outline, len(step.Cards))
	for i, o := range step.Cards {
		outlines[i] = models.Outline{Face: o.Face, Back: o.Back, Corners: o.Corners, Player: ownerOf(o.Corners.Center(), step.Players)}
		if o.Face == models.FaceFront {
			outlines[i].Card = &o.Card
		}
	}
	c.match.SetCards(outlines)
}

// ownerOf tells in whose zone a point of the picture lies; empty: in nobody's.
func ownerOf(p models.Point, players []models.Player) string {
	i := slices.IndexFunc(players, func(q models.Player) bool { return q.Zone.Contains(p) })
	if i < 0 {
		return ""
	}
	return players[i].Name
}

// evidence gives what the camera saw around an event's card before it, and as it was decided. Of a card that came soon after the one
// below, since which time that lay there (seconds of the match), the picture before shows the one below.
func (c *camera) evidence(e models.Event, since float64) journal.Picture {
	at := e.Time - reaching
	if since < e.Time {
		at = max(at, since)
	}
	before, err := c.recent.Before(at-c.offset, e.Corners)
	if err != nil {
		c.log.Error("no picture from before a play", "err", err)
		return journal.Picture{}
	}
	after, err := c.recent.Now(e.Corners)
	if err != nil {
		c.log.Error("no picture from after a play", "err", err)
		return journal.Picture{}
	}
	return journal.Picture{Before: before, After: after}
}

// keepClip asks for the clip of something that has just been seen.
func (c *camera) keepClip(round int64, e models.Event, flagged bool) {
	if c.clips == nil {
		return
	}
	c.clips.want(moment{round: round, time: e.Time - c.offset, offset: c.offset, flagged: flagged})
}

// wait holds a recording back to its own pace; what is in the record already is gone through at once.
func (c *camera) wait(ctx context.Context, t float64) error {
	if c.fast || !c.recording || t <= c.match.Time() {
		return nil
	}
	return c.pace.wait(ctx, t)
}

// pace lets media time pass no faster than the clock on the wall.
type pace struct {
	wall  time.Time
	media float64
}

// late is how far a recording may fall behind before it goes on from there instead of catching up.
const late = time.Second

func (p *pace) wait(ctx context.Context, t float64) error {
	due := p.wall.Add(time.Duration((t - p.media) * float64(time.Second)))
	ahead := time.Until(due)
	if p.wall.IsZero() || t < p.media || ahead < -late || ahead > late {
		p.wall, p.media = time.Now(), t
		return nil
	}
	if ahead <= 0 {
		return nil
	}
	timer := time.NewTimer(ahead)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release closes the source.
func (c *camera) release() error {
	if c.src == nil {
		return nil
	}
	err := c.src.Close()
	c.src = nil
	if c.clips != nil {
		c.clips.end()
	}
	return err
}

// Close closes the source.
func (c *camera) Close() error { return c.release() }
