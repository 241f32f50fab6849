package recall

import (
	"context"
	"fmt"
	"image"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

const (
	filmSpan    = 24.0 // seconds of media time a film remembers: a clip, and the time its making may lag behind
	filmWidth   = 960  // px; wider pictures are filmed at this width, which bounds what a clip costs
	filmQuality = 80   // of the JPEG pictures clips are made of
	filmSlots   = 3    // pictures that may wait to be compressed
	filmPace    = 45.0 // pictures a second that are filmed at the most; thirty show every move of a hand
)

// Shot is one picture of a film.
type Shot struct {
	JPEG []byte  // shared with others: read only
	Time float64 // seconds of media time
}

// Film remembers the pictures of the last seconds, compressed, for clips to be made of. Whoever takes the
// pictures only pays for shrinking them; Run compresses beside. Where it does not keep up pictures are left out.
type Film struct {
	free chan gocv.Mat
	full chan waiting
	last float64 // media time of the newest picture taken in, in seconds

	mu      sync.Mutex
	shots   []Shot        // oldest first
	arrived chan struct{} // closed when the next shot is there
}

// waiting is a picture to be compressed.
type waiting struct {
	mat  gocv.Mat
	time float64
}

// NewFilm makes an empty film. Close it when neither Add nor Run is going on any more.
func NewFilm() *Film {
	f := &Film{free: make(chan gocv.Mat, filmSlots), full: make(chan waiting, filmSlots), arrived: make(chan struct{})}
	for range filmSlots {
		f.free <- gocv.NewMat()
	}
	return f
}

// Add takes in a picture; the frame stays the caller's. It never waits, and is called by one goroutine.
func (f *Film) Add(p *frame.Frame) {
	if ago := p.Time - f.last; ago > 0 && ago < 1/filmPace {
		return
	}
	f.last = p.Time
	select {
	case m := <-f.free:
		shrink(p.Mat(), &m, filmWidth)
		f.full <- waiting{m, p.Time}
	default:
	}
}

// Run compresses what comes in until ctx is done. It is called once.
func (f *Film) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case w := <-f.full:
			jpeg, err := encode(w.mat, filmQuality)
			f.free <- w.mat
			if err != nil {
				return fmt.Errorf("film: %w", err)
			}
			f.remember(Shot{jpeg, w.time})
		}
	}
}

func (f *Film) remember(s Shot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.shots); n > 0 && s.Time <= f.shots[n-1].Time {
		f.shots = nil // the source began again
	}
	old := slices.IndexFunc(f.shots, func(o Shot) bool { return o.Time >= s.Time-filmSpan })
	f.shots = append(slices.Delete(f.shots, 0, max(old, 0)), s)
	close(f.arrived)
	f.arrived = make(chan struct{})
}

// Newest is the media time of the newest picture in seconds, 0 before the first, and a channel that is closed
// when there is a newer one.
func (f *Film) Newest() (float64, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.shots) == 0 {
		return 0, f.arrived
	}
	return f.shots[len(f.shots)-1].Time, f.arrived
}

// Between gives the pictures taken from one media time to another, in seconds, as far as they are remembered.
func (f *Film) Between(from, to float64) []Shot {
	f.mu.Lock()
	defer f.mu.Unlock()
	var shots []Shot
	for _, s := range f.shots {
		if s.Time >= from && s.Time <= to {
			shots = append(shots, s)
		}
	}
	return shots
}

// Held is how many pictures are held in memory uncompressed.
func (f *Film) Held() int { return filmSlots }

// Close frees the pictures that still wait.
func (f *Film) Close() error {
	for range filmSlots {
		var m gocv.Mat
		select {
		case m = <-f.free:
		case w := <-f.full:
			m = w.mat
		}
		if err := m.Close(); err != nil {
			return err
		}
	}
	return nil
}

// shrink copies a picture, at no more than the given width in px.
func shrink(from gocv.Mat, to *gocv.Mat, width int) {
	if from.Cols() <= width {
		from.CopyTo(to)
		return
	}
	h := from.Rows() * width / from.Cols()
	how := gocv.InterpolationArea
	if from.Cols() < 2*width {
		how = gocv.InterpolationLinear // as good there, and a third of the time
	}
	gocv.Resize(from, to, image.Pt(width, h), 0, 0, how)
}
