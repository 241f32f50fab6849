// Package frame holds the picture that travels through the pipeline.
package frame

import (
	"errors"
	"sync"
	"time"

	"gocv.io/x/gocv"
)

// Frame is one picture of a source. It owns its Mat (8-bit BGR): whoever holds the frame
// last closes it, and sending it on a channel hands it over. A Frame is not copied.
type Frame struct {
	Mat  gocv.Mat
	Time float64 // seconds of media time; the capture time stamp that travels with everything made from it
	Seq  int     // number of the frame in its source, from 0
	// Decoding is how long reading and decoding took; 0 for a live picture, which is waited for.
	Decoding time.Duration
	Name     string // file name, for a folder of stills; else empty

	cells []uint8 // see Cells; empty: not worked out yet
	pool  *Pool   // that lent the Mat and the cells; nil: they are the frame's own
}

// Close frees the picture, or gives it back to the pool it is from.
func (f *Frame) Close() error {
	if f.pool != nil {
		return f.pool.put(spare{f.Mat, f.cells[:0]})
	}
	return f.Mat.Close()
}

// Pool lends Mats to frames, so that the pictures of a film share a few: clearing fresh memory for every
// picture costs nearly as much as converting it. It may be used by several goroutines. The zero Pool is ready.
type Pool struct {
	mu     sync.Mutex
	spare  []spare
	closed bool
}

// spare is what a closed frame leaves.
type spare struct {
	mat   gocv.Mat
	cells []uint8
}

// Frame gives a frame with a Mat of whatever size and content a frame before left in it.
func (p *Pool) Frame() *Frame {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.spare); n > 0 {
		s := p.spare[n-1]
		p.spare = p.spare[:n-1]
		return &Frame{Mat: s.mat, cells: s.cells, pool: p}
	}
	return &Frame{Mat: gocv.NewMat(), pool: p}
}

// put takes what a closed frame leaves back. After Close its Mat is freed at once.
func (p *Pool) put(s spare) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return s.mat.Close()
	}
	p.spare = append(p.spare, s)
	return nil
}

// Close frees the Mats not lent out; those lent out are freed when their frames are closed.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	var errs []error
	for i := range p.spare {
		errs = append(errs, p.spare[i].mat.Close())
	}
	p.spare = nil
	return errors.Join(errs...)
}
