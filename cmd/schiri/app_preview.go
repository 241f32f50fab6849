package main

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"schiri/api/match"
	"schiri/vision/frame"
	"schiri/vision/recall"
	"schiri/vision/source"
)

// previewIdle is how long the camera being set up stays open while nobody asks for its picture.
const previewIdle = 2 * time.Minute

// preview shows the camera that is being set up. Where that is the one being watched, its pictures are shared, as a
// camera opens only once.
type preview struct {
	options source.Options
	shared  *recall.Recent // of the table being watched

	mu      sync.Mutex
	name    string
	own     *recall.Recent // nil: the pictures are shared
	cancel  context.CancelFunc
	done    chan struct{}
	touched chan struct{} // somebody asked
}

// open takes a camera in place of the one before. watched names the one that is being watched.
func (p *preview) open(ctx context.Context, name, watched string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.name == name && (p.own != nil || name == watched) && !p.ended() {
		return nil
	}
	p.stop()
	if name == watched {
		p.name = name
		return nil
	}
	if err := usable(name); err != nil {
		return err
	}
	here, cancel := context.WithCancel(context.WithoutCancel(ctx))
	src, err := source.Open(here, name, p.options)
	if err != nil {
		cancel()
		return err
	}
	p.name, p.own, p.cancel = name, recall.New(), cancel
	p.done, p.touched = make(chan struct{}), make(chan struct{}, 1)
	go p.run(here, src, p.own, p.done, p.touched)
	return nil
}

// run takes pictures until ctx is done, the camera cannot be opened any more, or nobody looks.
func (p *preview) run(ctx context.Context, src *source.Source, to *recall.Recent, done, touched chan struct{}) {
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
			if src, err = source.Open(ctx, src.Info().Name, p.options); err != nil {
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

// ended tells that the camera gives no more pictures. The caller holds the lock.
func (p *preview) ended() bool {
	if p.own == nil {
		return false
	}
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// pictures are those of the camera chosen.
func (p *preview) pictures() (*recall.Recent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.name == "":
		return nil, match.Refuse(noCamera, "camera-unchosen", "No camera has been chosen yet.")
	case p.own == nil:
		return p.shared, nil
	case p.ended():
		return nil, match.Refuse(noCamera, "camera-silent", "The camera gives no picture any more. Choose it again.")
	}
	select {
	case p.touched <- struct{}{}:
	default:
	}
	return p.own, nil
}

// newest gives the camera's newest picture; the caller closes it.
func (p *preview) newest() (*frame.Frame, error) {
	r, err := p.pictures()
	if err != nil {
		return nil, err
	}
	f, err := r.Newest()
	if err != nil {
		return nil, match.Refuse(match.NoPicture, "no-picture-yet", "The camera has given no picture yet.")
	}
	return f, nil
}

// stop closes the camera. The caller holds the lock.
func (p *preview) stop() {
	if p.own != nil {
		p.cancel()
		<-p.done
		p.own.Close()
	}
	p.name, p.own = "", nil
}

// Close closes the camera.
func (p *preview) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
}
