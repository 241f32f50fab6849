// Package recall remembers the last seconds of pictures, so that a ruling can be shown with what
// the camera saw before and after, and screens can be given the newest picture.
package recall

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
)

// ErrNothing says that there is no picture yet, or none of the time asked for.
var ErrNothing = errors.New("there is no picture of that moment")

const (
	span    = 8.0  // seconds of media time that are remembered
	every   = 0.25 // seconds between two remembered pictures
	width   = 1280 // px; wider pictures are remembered and shown at this width
	quality = 82   // of the JPEG files
)

// still is one remembered picture and its media time in seconds.
type still struct {
	mat  gocv.Mat
	time float64
}

// Recent holds the newest picture in full and those of the last seconds at no more than 1280
// pixels width. It copies what it is given and may be used by several goroutines.
type Recent struct {
	mu      sync.Mutex
	newest  still
	number  int           // of the newest picture, from 1
	size    image.Point   // of the newest picture in px
	arrived chan struct{} // closed when the next picture arrives
	kept    []still       // oldest first
	spare   []gocv.Mat    // Mats of forgotten pictures, to be used again

	// encoding guards what follows; it is taken before mu.
	encoding sync.Mutex
	scratch  gocv.Mat
	jpeg     []byte
	encoded  int // number of the picture in jpeg
}

// New makes an empty memory. Close it when nobody uses it any more.
func New() *Recent {
	return &Recent{
		newest:  still{mat: gocv.NewMat()},
		scratch: gocv.NewMat(),
		arrived: make(chan struct{}),
	}
}

// Add copies a picture into the memory; the frame stays the caller's.
func (r *Recent) Add(f *frame.Frame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.kept); n > 0 && f.Time < r.kept[n-1].time {
		r.forget(n) // the source began again
	}
	m := f.Mat()
	m.CopyTo(&r.newest.mat)
	r.newest.time = f.Time
	r.size = f.Size()
	r.number++
	if n := len(r.kept); n == 0 || f.Time >= r.kept[n-1].time+every {
		r.keep()
	}
	close(r.arrived)
	r.arrived = make(chan struct{})
}

// keep remembers the newest picture and forgets what is too old.
func (r *Recent) keep() {
	old := slices.IndexFunc(r.kept, func(s still) bool { return s.time >= r.newest.time-span })
	if old < 0 {
		old = len(r.kept)
	}
	r.forget(old)
	m := gocv.NewMat()
	if n := len(r.spare); n > 0 {
		m.Close()
		m, r.spare = r.spare[n-1], r.spare[:n-1]
	}
	shrink(r.newest.mat, &m, width)
	r.kept = append(r.kept, still{m, r.newest.time})
}

// forget drops the n oldest pictures.
func (r *Recent) forget(n int) {
	for _, s := range r.kept[:n] {
		r.spare = append(r.spare, s.mat)
	}
	r.kept = slices.Delete(r.kept, 0, n)
}

// JPEG gives the newest picture and its number. It waits, as long as ctx allows, for a picture
// with a number above after; if none comes it gives ctx's error. Several callers share one encoding.
func (r *Recent) JPEG(ctx context.Context, after int) ([]byte, int, error) {
	for {
		r.mu.Lock()
		number, arrived := r.number, r.arrived
		r.mu.Unlock()
		if number > after {
			return r.encode()
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		}
	}
}

func (r *Recent) encode() ([]byte, int, error) {
	r.encoding.Lock()
	defer r.encoding.Unlock()
	r.mu.Lock()
	if r.encoded == r.number {
		r.mu.Unlock()
		return r.jpeg, r.encoded, nil
	}
	number := r.number
	shrink(r.newest.mat, &r.scratch, width)
	r.mu.Unlock()
	b, err := encode(r.scratch, quality)
	if err != nil {
		return nil, 0, err
	}
	r.jpeg, r.encoded = b, number
	return b, number, nil
}

// JPEG gives a picture as a file people can look at, at no more than 1280 pixels width. The picture stays the caller's.
func JPEG(m gocv.Mat) ([]byte, error) {
	small := gocv.NewMat()
	defer small.Close()
	shrink(m, &small, width)
	return encode(small, quality)
}

func encode(m gocv.Mat, quality int) ([]byte, error) {
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, m, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	defer buf.Close()
	return slices.Clone(buf.GetBytes()), nil
}

// Newest gives a copy of the newest picture in full; the caller closes it.
func (r *Recent) Newest() (*frame.Frame, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.number == 0 {
		return nil, ErrNothing
	}
	f := frame.Of(r.newest.mat.Clone(), r.newest.time)
	f.Seq = r.number - 1
	return f, nil
}

// Held is how many pictures are held in memory.
func (r *Recent) Held() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.kept) + len(r.spare) + 2 // the newest and the scratch
}

// Before gives the last remembered picture taken at time t (seconds) or earlier, or else the oldest, as JPEG, cut
// to the surroundings of a card (image pixels) whose outline is drawn in; nil: the whole picture.
func (r *Recent) Before(t float64, card *models.Quad) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) == 0 {
		return nil, ErrNothing
	}
	for _, s := range slices.Backward(r.kept) {
		if s.time <= t {
			return r.cut(s.mat, card)
		}
	}
	return r.cut(r.kept[0].mat, card)
}

// Now gives the newest picture in the same way.
func (r *Recent) Now(card *models.Quad) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.number == 0 {
		return nil, ErrNothing
	}
	return r.cut(r.newest.mat, card)
}

// cut encodes the part of a picture around a card, or all of it, at the size at which pictures are remembered: of a large
// one only what is shown is shrunk.
func (r *Recent) cut(m gocv.Mat, card *models.Quad) ([]byte, error) {
	k := float64(m.Cols()) / float64(r.size.X)
	around := image.Rect(0, 0, m.Cols(), m.Rows())
	if part := surroundings(card, k).Intersect(around); !part.Empty() {
		around = part
	} else {
		card = nil
	}
	region, small := m.Region(around), gocv.NewMat()
	defer region.Close()
	defer small.Close()
	shrink(region, &small, around.Dx()*min(width, m.Cols())/m.Cols())
	if card == nil {
		return encode(small, quality)
	}
	left, shown := models.Point{X: float64(around.Min.X), Y: float64(around.Min.Y)}, float64(small.Cols())/float64(around.Dx())
	var outline []image.Point
	for _, p := range card {
		p = p.Mul(k).Sub(left).Mul(shown)
		outline = append(outline, image.Pt(int(p.X), int(p.Y)))
	}
	lines := gocv.NewPointsVectorFromPoints([][]image.Point{outline})
	defer lines.Close()
	// Light on dark can be seen on every card and table.
	gocv.Polylines(&small, lines, true, color.RGBA{A: 255}, 5)
	gocv.Polylines(&small, lines, true, color.RGBA{R: 255, G: 255, B: 255, A: 255}, 2)
	return encode(small, quality)
}

// surroundings are four of a card's diagonals by three about it, in a picture k times as large as the camera's; nil: none.
func surroundings(card *models.Quad, k float64) image.Rectangle {
	if card == nil {
		return image.Rectangle{}
	}
	at := card.Center().Mul(k)
	diagonal := max(card[0].Sub(card[2]).Norm()*k, 40)
	return image.Rect(int(at.X-2*diagonal), int(at.Y-1.5*diagonal), int(at.X+2*diagonal), int(at.Y+1.5*diagonal))
}

// Close frees all pictures.
func (r *Recent) Close() error {
	r.encoding.Lock()
	defer r.encoding.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(len(r.kept))
	errs := []error{r.newest.mat.Close(), r.scratch.Close()}
	for i := range r.spare {
		errs = append(errs, r.spare[i].Close())
	}
	r.spare = nil
	return errors.Join(errs...)
}
