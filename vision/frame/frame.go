// Package frame holds the picture that travels through the pipeline.
package frame

import (
	"errors"
	"image"
	"sync"
	"time"

	"gocv.io/x/gocv"
)

// Frame is one picture of a source (8-bit BGR). It owns the memory: whoever holds the frame
// last closes it, and sending it on a channel hands it over. A Frame is not copied, and serves one goroutine at a time.
type Frame struct {
	Time float64 // seconds of media time; the capture time stamp that travels with everything made from it
	Seq  int     // number of the frame in its source, from 0
	// Decoding is how long reading and decoding took; 0 for a live picture, which is waited for.
	Decoding time.Duration
	Name     string // file name, for a folder of stills; else empty

	mat    gocv.Mat
	planes *Planes  // what the picture is developed from; nil: all of mat is the picture
	ready  []uint8  // by tile of the picture: it is developed
	gain   []uint16 // by row of the picture, see Even; nil: it is developed as it is
	cells  []uint8  // see Cells; empty: not worked out yet
	edges  *float64 // see Sharpness; nil: not worked out yet
	pool   *Pool    // that lent the memory; nil: it is the frame's own
}

// Of is a picture taken at a time, in seconds; it owns m from now on.
func Of(m gocv.Mat, time float64) *Frame { return &Frame{mat: m, Time: time} }

// Mat is the picture; lent until the frame is closed.
func (f *Frame) Mat() gocv.Mat { return f.Part(image.Rectangle{Max: f.Size()}) }

// Size is how many pixels the picture is wide and high.
func (f *Frame) Size() image.Point {
	if f.planes != nil {
		return f.planes.Size
	}
	return image.Pt(f.mat.Cols(), f.mat.Rows())
}

// Close frees the picture, or gives it back to the pool it is from.
func (f *Frame) Close() error {
	if f.planes != nil {
		f.planes.Free()
	}
	if f.pool != nil {
		return f.pool.put(f)
	}
	return f.mat.Close()
}

// Pool lends memory to frames, so that the pictures of a film share it: clearing fresh memory for every
// picture costs nearly as much as converting it. It may be used by several goroutines. The zero Pool is ready.
type Pool struct {
	mu     sync.Mutex
	mats   []gocv.Mat
	bytes  [][]uint8
	closed bool
}

// Frame gives a frame whose picture is drawn by draw into a Mat of whatever size and content a frame before left in it.
func (p *Pool) Frame(draw func(into *gocv.Mat) error) (*Frame, error) {
	f := &Frame{mat: p.mat(), cells: p.memory(), pool: p}
	if err := draw(&f.mat); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Undeveloped gives a frame of planes, which it owns from now on.
func (p *Pool) Undeveloped(planes *Planes) *Frame {
	return &Frame{planes: planes, cells: p.memory(), pool: p}
}

// mat gives a Mat that is not lent out, or a new one.
func (p *Pool) mat() gocv.Mat {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.mats)
	if n == 0 {
		return gocv.NewMat()
	}
	m := p.mats[n-1]
	p.mats = p.mats[:n-1]
	return m
}

// memory gives an empty slice with whatever capacity one before had.
func (p *Pool) memory() []uint8 {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.bytes)
	if n == 0 {
		return nil
	}
	b := p.bytes[n-1]
	p.bytes = p.bytes[:n-1]
	return b
}

// put takes what a closed frame leaves back. After Close its Mat is freed at once.
func (p *Pool) put(f *Frame) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	undeveloped := f.planes != nil && f.ready == nil
	switch {
	case p.closed && undeveloped:
		return nil
	case p.closed:
		return f.mat.Close()
	case !undeveloped:
		p.mats = append(p.mats, f.mat)
	}
	p.bytes = append(p.bytes, f.cells[:0])
	return nil
}

// Close frees the Mats not lent out; those lent out are freed when their frames are closed.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	var errs []error
	for i := range p.mats {
		errs = append(errs, p.mats[i].Close())
	}
	p.mats = nil
	return errors.Join(errs...)
}
