package source

import (
	"context"
	"errors"
	"image"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
	"schiri/vision/frame/frametest"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// picture draws a small picture that shows a number as its brightness.
func picture(t *testing.T, n int) gocv.Mat {
	t.Helper()
	return gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(10*n), float64(10*n), float64(10*n), 0), 48, 64, gocv.MatTypeCV8UC3)
}

// number reads the brightness back.
func number(f *frame.Frame) int {
	m := f.Mat()
	return (int(m.GetUCharAt(20, 60)) + 5) / 10
}

func writePictures(t *testing.T, dir string, names ...string) {
	t.Helper()
	for i, name := range names {
		m := picture(t, i)
		if !gocv.IMWrite(filepath.Join(dir, name), m) {
			t.Fatalf("cannot write %s", name)
		}
		m.Close()
	}
}

// writeVideo writes a film of n frames, 10 a second, and gives its path.
func writeVideo(t *testing.T, name, codec string, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := gocv.VideoWriterFile(path, codec, 10, 64, 48, true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		m := picture(t, i)
		// Something that moves keeps the encoder from making the frames too small to cut apart.
		gocv.Circle(&m, image.Pt(3*i%64, 10), 6, color.RGBA{R: 255, A: 255}, -1)
		if err := w.Write(m); err != nil {
			t.Fatal(err)
		}
		m.Close()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// drain takes every frame and gives their numbers and the error at the end.
func drain(t *testing.T, s *Source) (frames []*frame.Frame, err error) {
	t.Helper()
	for {
		f, err := s.Next(t.Context())
		if err != nil {
			return frames, err
		}
		frames = append(frames, f)
		t.Cleanup(func() { f.Close() })
	}
}

func mustOpen(t *testing.T, src string, opt Options) *Source {
	t.Helper()
	s, err := Open(t.Context(), src, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// pause.mkv shows ten pictures a second, but none from 1 s to 3 s: phones film with a changing rate.
func TestVideoKeepsItsOwnTime(t *testing.T) {
	frames, err := drain(t, mustOpen(t, filepath.Join("testdata", "pause.mkv"), Options{}))
	if err != io.EOF {
		t.Fatalf("the end is %v, want io.EOF", err)
	}
	var got []float64
	for _, f := range frames {
		got = append(got, math.Round(f.Time*1000)/1000)
	}
	want := []float64{0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 3, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9}
	if !slices.Equal(got, want) {
		t.Errorf("times in seconds\n%v, want\n%v", got, want)
	}
}

func TestVideoIsReadFrameByFrame(t *testing.T) {
	s := mustOpen(t, writeVideo(t, "film.avi", "MJPG", 12), Options{})
	frames, err := drain(t, s)
	if err != io.EOF {
		t.Fatalf("the end is %v, want io.EOF", err)
	}
	if len(frames) != 12 {
		t.Fatalf("%d frames, want 12", len(frames))
	}
	for i, f := range frames {
		if f.Seq != i || number(f) != i || f.Time != float64(i)/10 {
			t.Errorf("frame %d: number %d, sequence %d, time %v", i, number(f), f.Seq, f.Time)
		}
	}
	got := s.Info()
	if got.Live || got.Width != 64 || got.Height != 48 || got.FPS != 10 || got.Frames != 12 || got.Codec != "MJPG" {
		t.Errorf("info %+v", got)
	}
	if s.Dropped() != 0 {
		t.Errorf("%d frames of a file dropped", s.Dropped())
	}
}

func TestFolderIsReadByName(t *testing.T) {
	dir := t.TempDir()
	writePictures(t, dir, "a.png", "b.jpg", "c.PNG")
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	frames, err := drain(t, mustOpen(t, dir, Options{FPS: 4}))
	if err != io.EOF || len(frames) != 3 {
		t.Fatalf("%d frames, then %v; want 3, then io.EOF", len(frames), err)
	}
	for i, want := range []string{"a.png", "b.jpg", "c.PNG"} {
		if f := frames[i]; f.Name != want || number(f) != i || f.Time != float64(i)/4 {
			t.Errorf("frame %d: %s, number %d, time %v", i, f.Name, number(f), f.Time)
		}
	}
	one, err := drain(t, mustOpen(t, filepath.Join(dir, "b.jpg"), Options{}))
	if err != io.EOF || len(one) != 1 || one[0].Name != "b.jpg" {
		t.Errorf("one picture: %d frames, then %v", len(one), err)
	}
}

func TestBadInputIsToldApart(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(writeVideo(t, "film.avi", "MJPG", 60))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		src  string
		want error
		says string
	}{
		"no such file":     {filepath.Join(dir, "nothing.mp4"), ErrMissing, "nothing.mp4"},
		"no such camera":   {"97", ErrMissing, "camera"},
		"no such device":   {"/dev/video97", ErrMissing, "camera"},
		"nobody answers":   {"rtsp://127.0.0.1:1/live", ErrMissing, "no camera answers"},
		"nobody serves":    {"http://127.0.0.1:1/", ErrMissing, "no camera answers"},
		"no address":       {"rtsp:nowhere", ErrMissing, "address"},
		"no simulation":    {"sim:players=3", ErrMissing, "simulated"},
		"empty folder":     {filepath.Join(dir, "empty"), ErrBad, "no picture"},
		"empty file":       {write("none.mp4", nil), ErrBad, "empty"},
		"text":             {write("notes.mp4", []byte(strings.Repeat("only words\n", 400))), ErrBad, "no video"},
		"not a video":      {write("notes.txt", []byte(strings.Repeat("only words\n", 400))), ErrBad, "no video"},
		"broken picture":   {write("broken.jpg", []byte("only words")), ErrBad, "broken.jpg"},
		"file cut in half": {write("cut.avi", whole[:len(whole)/2]), ErrBad, "cut off"},
		"only a header":    {write("head.avi", whole[:300]), ErrBad, "no video"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), c.src, Options{})
			if err == nil {
				defer s.Close()
				_, err = drain(t, s)
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %v saying %q", err, c.want, c.says)
			}
			for _, other := range []error{ErrMissing, ErrBad, ErrLost, io.EOF} {
				if other != c.want && errors.Is(err, other) {
					t.Errorf("%v is also %v", err, other)
				}
			}
		})
	}
}

// script is a reader that gives so many frames and then does what after says.
type script struct {
	live   bool
	frames int
	given  int
	after  func(ctx context.Context) error
	idle   chan struct{} // closed when all frames have been handed over
	closed bool
}

func (s *script) info() Info { return Info{Name: "script", Live: s.live} }

func (s *script) read(ctx context.Context) (*frame.Frame, error) {
	if s.given == s.frames {
		close(s.idle)
		return nil, s.after(ctx)
	}
	s.given++
	return frame.Of(gocv.NewMatWithSize(2, 2, gocv.MatTypeCV8UC3), 0), nil
}

func (s *script) close() error { s.closed = true; return nil }

// run starts a source on a script.
func run(ctx context.Context, r reader, stall time.Duration) *Source {
	ctx, cancel := context.WithCancel(ctx)
	return start(ctx, cancel, r, stall)
}

func untilCancelled(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

func TestLiveKeepsTheNewest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &script{live: true, frames: 10, after: untilCancelled, idle: make(chan struct{})}
		s := run(t.Context(), r, time.Second)
		<-r.idle
		f, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if f.Seq != 9 || s.Dropped() != 9 {
			t.Errorf("frame %d with %d dropped, want 9 and 9", f.Seq, s.Dropped())
		}
		f.Close()
		s.Close() // synctest fails the test if a goroutine is left
		if !r.closed {
			t.Error("the reader was not closed")
		}
	})
}

func TestSilentCameraIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &script{live: true, after: untilCancelled, idle: make(chan struct{})}
		s := run(t.Context(), r, 7*time.Second)
		defer s.Close()
		began := time.Now()
		if _, err := s.Next(t.Context()); !errors.Is(err, ErrLost) {
			t.Errorf("got %v, want ErrLost", err)
		}
		if waited := time.Since(began); waited != 7*time.Second {
			t.Errorf("waited %v, want 7 s", waited)
		}
	})
}

func TestLostAfterTheLastFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("unplugged")
		r := &script{live: true, frames: 1, after: func(context.Context) error { return errors.Join(ErrLost, gone) }, idle: make(chan struct{})}
		s := run(t.Context(), r, time.Second)
		defer s.Close()
		f, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		for range 2 { // and it stays so
			if _, err := s.Next(t.Context()); !errors.Is(err, ErrLost) || !errors.Is(err, gone) {
				t.Errorf("got %v, want ErrLost and its cause", err)
			}
		}
	})
}

func TestCancelEndsEverything(t *testing.T) {
	for name, live := range map[string]bool{"recording": false, "live": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				r := &script{live: live, frames: 100, after: untilCancelled, idle: make(chan struct{})}
				s := run(ctx, r, time.Hour)
				f, err := s.Next(ctx)
				if err != nil {
					t.Fatal(err)
				}
				f.Close()
				cancel()
				synctest.Wait()
				switch f, err := s.Next(ctx); {
				case err == nil: // one that was there already
					f.Close()
				case !errors.Is(err, context.Canceled):
					t.Errorf("got %v, want the context's error", err)
				}
				s.Close()
				s.Close() // a second time does no harm
			})
		})
	}
}

// beat is a simulation that shows how often it was asked.
type beat struct {
	times  []float64
	slow   time.Duration // it takes to draw
	fail   error
	closed bool
}

func (b *beat) Draw(t float64, m *gocv.Mat) error {
	b.times = append(b.times, t)
	time.Sleep(b.slow)
	m.Close()
	*m = gocv.NewMatWithSize(2, 2, gocv.MatTypeCV8UC3)
	return b.fail
}
func (b *beat) Size() image.Point          { return image.Pt(2, 2) }
func (b *beat) Pace() (fps, speed float64) { return 10, 2 }
func (b *beat) Close()                     { b.closed = true }

func TestSimulationKeepsItsPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &beat{}
		opt := Options{Simulate: func(string) (Simulation, error) { return b, nil }}
		s, err := Open(t.Context(), "sim:", opt)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			began := time.Now()
			f, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if waited := time.Since(began).Round(time.Millisecond); waited != 100*time.Millisecond {
				t.Errorf("frame %d came after %v, want 100 ms", i, waited)
			}
			// Two seconds of the table's time pass in one.
			if want := float64(i+1) / 10 * 2; f.Time != want {
				t.Errorf("frame %d at %v s, want %v", i, f.Time, want)
			}
			f.Close()
		}
		s.Close()
		if !b.closed {
			t.Error("the simulation was not closed")
		}
	})
}

// TestSimulationThatIsSlowIsNotLost: opened anew it would be as slow, and lost again and again.
func TestSimulationThatIsSlowIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opt := Options{Simulate: func(string) (Simulation, error) { return &beat{slow: time.Minute}, nil }}
		s, err := Open(t.Context(), "sim:", opt)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		f, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	})
}

func TestSimulationThatFails(t *testing.T) {
	bad := errors.New("no paint")
	for name, opt := range map[string]Options{
		"opening": {Simulate: func(string) (Simulation, error) { return nil, bad }},
		"drawing": {Simulate: func(string) (Simulation, error) { return &beat{fail: bad}, nil }},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), "sim:", opt)
			if err == nil {
				defer s.Close()
				_, err = s.Next(t.Context())
			}
			if !errors.Is(err, bad) {
				t.Errorf("got %v, want %v", err, bad)
			}
		})
	}
}

// What is decoded ahead fills some memory, whatever the size of the pictures.
func TestAhead(t *testing.T) {
	for size, want := range map[image.Point]int{{X: 640, Y: 360}: mostAhead, {X: 1280, Y: 720}: mostAhead, {X: 1920, Y: 1080}: 21, {X: 3840, Y: 2160}: 5, {X: 7680, Y: 4320}: leastAhead, {}: 5} {
		if got := ahead(Info{Width: size.X, Height: size.Y}); got != want {
			t.Errorf("%v pixels: %d pictures are decoded ahead, want %d", size, got, want)
		}
	}
}
