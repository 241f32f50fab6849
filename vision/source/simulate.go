package source

import (
	"context"
	"fmt"
	"image"
	"time"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// Simulation draws a table that is not there. It is used by the source's goroutine alone.
type Simulation interface {
	// Draw draws the table at t seconds of its own time, which never goes back, into m, and resizes m where it does not fit.
	Draw(t float64, m *gocv.Mat) error
	Size() image.Point
	// Pace is how many frames a second it shows, and how many seconds of its time pass in one second.
	Pace() (fps, speed float64)
	Close()
}

// simulated shows a simulation like a camera: a frame that is due waits for nobody, and one that
// could not be drawn in time is left out.
type simulated struct {
	sim  Simulation
	what Info
	now  func() time.Time
	from time.Time
	n    int // frames due so far
}

// openSimulation opens the simulated table that the options after "sim:" describe. Its frames carry the
// simulation's own time.
func openSimulation(name, options string, opt Options) (reader, error) {
	if opt.Simulate == nil {
		return nil, fmt.Errorf("%w: there is no simulated table here", ErrMissing)
	}
	sim, err := opt.Simulate(options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	fps, _ := sim.Pace()
	s := &simulated{sim: sim, now: opt.Now, from: opt.Now()}
	s.what = Info{Name: name, Live: true, Width: sim.Size().X, Height: sim.Size().Y, FPS: fps}
	return s, nil
}

func (s *simulated) info() Info { return s.what }

func (s *simulated) read(ctx context.Context) (*frame.Frame, error) {
	fps, speed := s.sim.Pace()
	elapsed := s.now().Sub(s.from).Seconds()
	s.n = max(s.n+1, int(elapsed*fps))
	wait := time.NewTimer(time.Duration((float64(s.n)/fps - elapsed) * float64(time.Second)))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	at := float64(s.n) / fps * speed
	m := gocv.NewMat()
	if err := s.sim.Draw(at, &m); err != nil {
		m.Close()
		return nil, err
	}
	return frame.Of(m, at), nil
}

func (s *simulated) close() error {
	s.sim.Close()
	return nil
}
