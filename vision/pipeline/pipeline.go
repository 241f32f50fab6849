package pipeline

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"time"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
	"schiri/vision/source"
	"schiri/vision/track"
)

// Config is what the pipeline needs to know of a table.
type Config struct {
	Deck  calibration.Deck
	Table calibration.Table
	// Stage is told how long each stage of a frame took; nil: nobody asks. The stages are "decode" (recordings only:
	// live pictures are waited for), "watch", "sight", "detect" and "read" (frames that were looked at only), "look"
	// (choosing what to look at and what to make of it) and "track".
	Stage func(stage string, took time.Duration)
}

// Step is what became of one frame.
type Step struct {
	Frame  *frame.Frame         // lent: not to be used once the receiver has returned; nil in the Step after the last frame
	Cards  []models.Observation // every card in sight as last read, those an arm covers included
	Looks  []track.Look         // which parts of the frame were looked at, and what was seen there
	Events []models.Event       // what was decided on this frame, in order
	Sight  Sight                // whether the camera sees the table; if not, nothing is refereed
	// Dazzled tells that a lamp is mirrored in cards, or was some seconds ago, so that these cannot be read.
	Dazzled bool
	// Players are the table's, with their zones where the camera sees them; lent: to be read only.
	Players []models.Player
	// Plane is the table's in the frame's pixels; nil: too few cards were read to tell. Lent as the frame is.
	Plane *calibration.Plane
	// Moved is how the camera's picture has moved since Run began, in its pixels.
	Moved calibration.Homography
}

// Run watches src until it ends, ctx is cancelled or receive returns an error. At the end of a
// recording it looks at what has not come to rest yet, tells what was still undecided in one more
// Step without a frame, and returns nil; one that is cut off ends so as well, but with the source's error.
// It closes every frame, but not src.
func Run(ctx context.Context, src *source.Source, cfg Config, receive func(Step) error) (err error) {
	var p *pipeline
	var last *frame.Frame
	defer func() {
		if p != nil {
			p.sight.close()
			err = errors.Join(err, last.Close(), p.eyes.Close())
		}
	}()
	for {
		f, err := src.Next(ctx)
		switch {
		case errors.Is(err, io.EOF) && p == nil:
			return nil
		case errors.Is(err, io.EOF):
			return p.finish(last, receive)
		case errors.Is(err, source.ErrBad) && p != nil:
			return errors.Join(p.finish(last, receive), err)
		case err != nil:
			return err
		case p == nil:
			if p, err = open(cfg, f.Size().X, f.Size().Y); err != nil {
				return errors.Join(err, f.Close())
			}
		default:
			err = last.Close()
		}
		last = f
		if err := errors.Join(err, p.frame(f, receive)); err != nil {
			return err
		}
	}
}

// open prepares the pipeline for pictures of a size. It owns the eyes it makes.
func open(cfg Config, width, height int) (*pipeline, error) {
	if err := frame.CheckSize(width, height); err != nil {
		return nil, err
	}
	table := scaled(cfg.Table, width, height)
	eyes, err := vision.NewEyes(cfg.Deck, &table)
	if err != nil {
		return nil, fmt.Errorf("deck file: %w", err)
	}
	p := newPipeline(table, width, height, eyes, cfg.Stage)
	p.bare.photo = newPhoto(cfg.Deck.Table, width, height)
	return p, nil
}

// scaled is the table with its outlines as they lie in a picture of another size.
func scaled(t calibration.Table, width, height int) calibration.Table {
	if t.ImageSize[0] == 0 || t.ImageSize == [2]int{width, height} {
		return t
	}
	kx, ky := float64(width)/float64(t.ImageSize[0]), float64(height)/float64(t.ImageSize[1])
	t = t.Moved(calibration.Homography{kx, 0, 0, 0, ky, 0, 0, 0, 1})
	t.ImageSize = [2]int{width, height}
	return t
}

// pipeline holds what is kept from frame to frame.
type pipeline struct {
	eyes       *vision.Eyes
	stage      func(string, time.Duration)
	size       image.Rectangle
	table      calibration.Table      // its outlines in the picture's pixels
	moved      calibration.Homography // how the picture has moved since the first frame
	watch      *watcher
	sight      *sight
	sway       sway
	flicker    flicker
	bare       bareTable
	tracker    *track.Tracker
	scene      []models.Observation
	passing    map[models.Quad]bool // the cards of the scene, by outline: most of it passes for the table
	places     []models.Quad        // where cards have lain, those that lie there no longer included
	begun      bool                 // the whole table was looked at
	glimpse    []models.Observation // what was found there in the frame before, see begin
	glimpsed   bool                 // it was searched for
	searchFrom int                  // tick from which on it is searched again, if too few cards were read
	searched   []uint8              // cells of the picture as it was when all cards in it were searched for
	last       bool                 // no frame will follow
	reach      float64              // length of a card in pixels
	light      attunement
	dazzle     dazzle
	seen       []int   // cells that the looks of this frame explained
	tries      []uint8 // how often a changed cell was looked at since it moved last
	tried      []int   // tick of the last of these looks
	glanced    []int   // tick on which a cell was last looked at beside an arm
	peeked     []int   // the same, in vain or not
	cleared    []int   // tick on which a cell was last looked at while an arm was leaving its place
	passed     []bool  // something was over the cell since it was last looked at
	vain       []bool  // no card was read at the known place of the cell when that was last looked at by itself
}

func newPipeline(table calibration.Table, width, height int, eyes *vision.Eyes, stage func(string, time.Duration)) *pipeline {
	if stage == nil {
		stage = func(string, time.Duration) {}
	}
	w := newWatcher(width, height)
	n := len(w.still)
	return &pipeline{
		eyes: eyes, stage: stage, size: image.Rect(0, 0, width, height), table: table, moved: identity, watch: w, sight: newSight(),
		tracker: track.New(table.Players, table.Centre, image.Pt(width, height)),
		reach:   0.1 * float64(width), tries: make([]uint8, n), tried: make([]int, n), glanced: make([]int, n), peeked: make([]int, n), cleared: make([]int, n),
		passed: make([]bool, n), vain: make([]bool, n), passing: map[models.Quad]bool{}, light: attunement{patience: attuneEvery},
	}
}

// soonest is how many seconds after a frame the next one is watched: thirty frames a second show every
// move of a hand, and more would only cost more.
const soonest = 1.0 / 45

// frame takes one frame in.
func (p *pipeline) frame(f *frame.Frame, receive func(Step) error) error {
	if f.Size() != p.size.Size() {
		return fmt.Errorf("frame %d is %v pixels, the frames before were %v", f.Seq, f.Size(), p.size.Size())
	}
	if p.watch.tick > 0 && f.Time-p.watch.now < soonest && f.Time > p.watch.now {
		return receive(p.step(f, nil, nil))
	}
	if f.Decoding > 0 {
		p.stage("decode", f.Decoding)
	}
	start := time.Now()
	cells, err := p.even(f)
	if err != nil {
		return fmt.Errorf("frame %d: %w", f.Seq, err)
	}
	if cells, err = p.holdStill(f, cells); err != nil {
		return fmt.Errorf("frame %d: %w", f.Seq, err)
	}
	p.watch.step(cells, f.Time)
	if p.sawNothing() {
		p.restart()
		p.watch.step(cells, f.Time)
	}
	if p.watch.tick <= early {
		p.bare.forget(p.watch.act.Changed)
	}
	start = p.took("watch", start)
	ok, told, err := p.oversee(f)
	if err != nil {
		return fmt.Errorf("frame %d: %w", f.Seq, err)
	}
	start = p.took("sight", start)
	if !ok {
		return receive(p.step(f, nil, p.meanwhile(f.Time)))
	}
	looks, err := p.look(f, p.watch.patches)
	if err != nil {
		return fmt.Errorf("frame %d: %w", f.Seq, err)
	}
	start = p.looked(start)
	events := p.tracker.Step(f.Time, p.watch.act, looks)
	p.watch.settle(p.seen)
	p.seen = p.seen[:0]
	p.giveUp(p.watch.patches)
	p.uncover(p.watch.patches)
	p.watch.follow()
	if p.watch.every(p.watch.tick, driftEvery) {
		p.forgetEmptied()
	}
	p.noteDazzled()
	p.took("track", start)
	return receive(p.step(f, looks, append(told, events...)))
}

// meanwhile follows the arms while the lens finds its focus, which takes it a moment whenever a hand comes near. No card can be
// read, but where none moves nothing happens: it is as if an arm had lain over everything. After softFor, or if the view is lost
// in another way, anything may have happened.
func (p *pipeline) meanwhile(now float64) []models.Event {
	s := p.sight
	if s.seen = s.seen && p.watch.soft && now-s.since < softFor; !s.seen || s.doubts <= p.watch.elapsed {
		return nil // the first such picture was compared as if the lens were sharp
	}
	return p.tracker.Watch(now, p.watch.act)
}

// step is what became of a frame; nil: of what was left when there were no more.
func (p *pipeline) step(f *frame.Frame, looks []track.Look, events []models.Event) Step {
	s := Step{Frame: f, Cards: p.scene, Looks: looks, Events: events, Sight: p.sight.state, Dazzled: p.watch.tick < p.dazzle.until, Players: p.table.Players, Moved: p.moved}
	if f != nil {
		if s.Sight == SightClear && f.Time < p.sight.sinks {
			s.Sight = SightSinks
		}
		s.Plane = p.eyes.Table()
	}
	return s
}

// sawNothing tells that no card was ever read and most of the picture has become another one: the lens was covered, or it was
// dark, when the film began. The table is not what was seen then.
func (p *pipeline) sawNothing() bool {
	return len(p.places) == 0 && p.watch.off(p.watch.ref) >= changeLevel
}

// restart has the film begin with this frame. Nothing was told so far, for what is told begins with a card.
func (p *pipeline) restart() {
	fresh := newPipeline(p.table, p.size.Dx(), p.size.Dy(), p.eyes, p.stage)
	fresh.moved, fresh.bare.photo, fresh.flicker = p.moved, p.bare.photo, p.flicker
	p.sight.close()
	*p = *fresh
}

// finish decides what can be decided on the last frame of a recording.
func (p *pipeline) finish(f *frame.Frame, receive func(Step) error) error {
	p.last = true
	if p.sight.state != SightClear {
		return receive(p.step(nil, nil, p.tracker.Finish(f.Time)))
	}
	looks, err := p.look(f, p.watch.patches)
	if err != nil {
		return fmt.Errorf("frame %d: %w", f.Seq, err)
	}
	events := p.tracker.Step(f.Time, p.watch.act, looks)
	events = append(events, p.tracker.Finish(f.Time)...)
	return receive(p.step(nil, looks, events))
}

// looked reports the stages of looking, which began at start, and gives the time at which the next stage begins.
func (p *pipeline) looked(start time.Time) time.Time {
	now, spent := time.Now(), p.eyes.Spent()
	if spent.Detect > 0 {
		p.stage("detect", spent.Detect)
	}
	if spent.Read > 0 {
		p.stage("read", spent.Read)
	}
	p.stage("look", now.Sub(start)-spent.Detect-spent.Read)
	return now
}

// took reports a stage that began at start and gives the time at which the next one begins.
func (p *pipeline) took(stage string, start time.Time) time.Time {
	now := time.Now()
	p.stage(stage, now.Sub(start))
	return now
}
