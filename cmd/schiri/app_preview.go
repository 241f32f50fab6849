package main

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"schiri/api/match"
	"schiri/vision/frame"
	"schiri/vision/recall"
	"schiri/vision/source"
)

// previewIdle is how long a camera being set up stays open while nobody asks for its picture.
const previewIdle = 30 * time.Second

// previews shows the cameras that are being set up, as each window has chosen its own. Of the one that is being
// watched the pictures are shared, as a camera opens only once.
type previews struct {
	options source.Options
	shared  *recall.Recent // of the table being watched
	watched func() string  // the source of that table

	mu  sync.Mutex
	all map[string]*preview // by source
}

// open opens a camera unless it is open.
func (p *previews) open(ctx context.Context, name string) error {
	if name == p.watched() {
		return nil
	}
	p.mu.Lock()
	one := p.all[name]
	if one == nil {
		one = &preview{}
		p.all[name] = one
	}
	p.mu.Unlock()
	return one.open(ctx, name, p.options)
}

// pictures are those of a camera that was opened.
func (p *previews) pictures(name string) (*recall.Recent, error) {
	if name == p.watched() {
		return p.shared, nil
	}
	p.mu.Lock()
	one := p.all[name]
	p.mu.Unlock()
	if one == nil {
		return nil, match.Refuse(noCamera, "camera-unchosen", "No camera has been chosen yet.")
	}
	return one.pictures()
}

// newest gives a camera's newest picture; the caller closes it.
func (p *previews) newest(name string) (*frame.Frame, error) {
	r, err := p.pictures(name)
	if err != nil {
		return nil, err
	}
	f, err := r.Newest()
	if err != nil {
		return nil, match.Refuse(match.NoPicture, "no-picture-yet", "The camera has given no picture yet.")
	}
	return f, nil
}

// shows tells that a camera is open here.
func (p *previews) shows(name string) bool {
	p.mu.Lock()
	one := p.all[name]
	p.mu.Unlock()
	if one == nil {
		return false
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	return one.running()
}

// Close closes all cameras.
func (p *previews) Close() {
	p.mu.Lock()
	all := slices.Collect(maps.Values(p.all))
	clear(p.all)
	p.mu.Unlock()
	for _, one := range all {
		one.close()
	}
}

// preview is one camera that is being set up.
type preview struct {
	mu      sync.Mutex
	recent  *recall.Recent // nil: it was never opened
	cancel  context.CancelFunc
	done    chan struct{}
	touched chan struct{} // somebody asked
}

// open opens the camera unless it is open.
func (v *preview) open(ctx context.Context, name string, options source.Options) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.running() {
		return nil
	}
	v.stop()
	if err := usable(name); err != nil {
		return err
	}
	here, cancel := context.WithCancel(context.WithoutCancel(ctx))
	src, err := source.Open(here, name, options)
	if err != nil {
		cancel()
		return err
	}
	v.recent, v.cancel = recall.New(), cancel
	v.done, v.touched = make(chan struct{}), make(chan struct{}, 1)
	go v.run(here, src, options, v.recent, v.done, v.touched)
	return nil
}

// run takes pictures until ctx is done, the camera cannot be opened any more, or nobody looks.
func (v *preview) run(ctx context.Context, src *source.Source, options source.Options, to *recall.Recent, done, touched chan struct{}) {
	defer close(done)
	idle := time.NewTimer(previewIdle)
	defer idle.Stop()
	began := time.Now()
	for {
		f, err := src.Next(ctx)
		if errors.Is(err, io.EOF) || errors.Is(err, source.ErrLost) { // a recording is shown over and over, a phone may be turned
			src.Close()
			select {
			case <-idle.C:
				return
			default:
			}
			if src, err = source.Open(ctx, src.Info().Name, options); err != nil {
				return
			}
			began = time.Now()
			continue
		}
		if err != nil {
			src.Close()
			return
		}
		to.Add(f)
		wait := time.Duration(0)
		if !src.Info().Live {
			wait = max(0, time.Duration(f.Time*float64(time.Second))-time.Since(began))
		}
		f.Close()
		pause := time.NewTimer(wait)
		select {
		case <-touched:
			idle.Reset(previewIdle)
		case <-pause.C:
		case <-idle.C:
			src.Close()
			return
		case <-ctx.Done():
			src.Close()
			return
		}
		pause.Stop()
	}
}

// running tells that the camera gives pictures. The caller holds the lock.
func (v *preview) running() bool {
	if v.recent == nil {
		return false
	}
	select {
	case <-v.done:
		return false
	default:
		return true
	}
}

// pictures are those of the camera, while it is open.
func (v *preview) pictures() (*recall.Recent, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.running() {
		return nil, match.Refuse(noCamera, "camera-silent", "The camera gives no picture any more. Choose it again.")
	}
	select {
	case v.touched <- struct{}{}:
	default:
	}
	return v.recent, nil
}

// stop closes the camera. The caller holds the lock.
func (v *preview) stop() {
	if v.recent != nil {
		v.cancel()
		<-v.done
		v.recent.Close()
	}
	v.recent = nil
}

func (v *preview) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stop()
}
