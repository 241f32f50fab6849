// Package source gives the frames of a camera, a video file, a folder of stills, a
// network stream or the simulated table, all in the same way.
//
// A recording (file, folder) is read frame by frame and none is lost: the reader waits for
// whoever takes the frames. Of a film the pictures that no other one is coded after are passed over, as long as the
// rest follow closely. A live source waits for nobody: only the newest frame is kept, and
// the one it displaces is closed and counted. Reading and decoding run in a goroutine of
// their own, which Close ends and waits for.
package source

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"schiri/models"
	"schiri/vision/frame"
)

// How an input can end or fail, told apart by errors.Is. The regular end of a recording is io.EOF.
var (
	// ErrMissing says that there is nothing to open: no such file, no such camera, no answer.
	ErrMissing = errors.New("not there")
	// ErrBad says that the input is there but is no picture, no video, or broken.
	ErrBad = errors.New("unreadable")
	// ErrLost says that a live source which gave frames gives none any more.
	ErrLost = errors.New("lost")
)

// Options say how to open a source. The zero value suits every kind.
type Options struct {
	Width, Height int     // wanted of a camera, in pixels; 0: 1280x720
	FPS           float64 // wanted of a camera, or the pace of stills, in frames a second; 0: 30, for stills 1
	// Stall is how long a live source may stay silent before it counts as lost; 0: 10 s.
	Stall time.Duration
	// Now is the capture clock of live sources; nil: time.Now.
	Now func() time.Time
	// Simulate makes the simulated table of "sim:" from the options that follow; nil: there is none.
	Simulate func(options string) (Simulation, error)
	// Phone gives the pictures of "phone:"; nil: no phone can be the camera.
	Phone *Phone
	// Client fetches http sources; nil: http.DefaultClient.
	Client *http.Client
}

func (o Options) withDefaults() Options {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Stall <= 0 {
		o.Stall = 10 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Client == nil {
		o.Client = http.DefaultClient
	}
	return o
}

// Info is what a source really gives, which need not be what was asked of it.
type Info struct {
	Name          string  // as given to Open
	Live          bool    // frames come at their own pace; only the newest is kept
	Width, Height int     // in pixels; 0 where it is known only with the first frame
	FPS           float64 // frames a second; 0 where it is not known
	Codec         string  // how the pictures are coded, such as MJPG or h264; empty where it is not known
	Frames        int     // length of a recording in frames, as its header states; 0 where it is not known
}

// String is one line for a log or a message.
func (i Info) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s: %dx%d, %.4g frames a second %s", i.Name, i.Width, i.Height, i.FPS, i.Codec))
}

// reader reads one kind of input. It is used by one goroutine at a time.
type reader interface {
	info() Info
	// read gives the next frame with its time and name; Seq is set by the source. It ends with
	// io.EOF, ErrLost or ErrBad, or with ctx's error.
	read(ctx context.Context) (*frame.Frame, error)
	close() error
}

// Source is an open input. Next is called by one goroutine at a time.
type Source struct {
	info    Info
	stall   time.Duration // for which a live source may stay silent; 0: for ever
	frames  chan *frame.Frame
	cancel  context.CancelFunc
	done    chan struct{} // closed when the reading goroutine has ended
	err     error         // why it ended; valid once frames is closed
	dropped atomic.Int64
}

// Frames of a recording are decoded before they are asked for, which evens out slow ones: looking at a table for the first
// time takes as long as decoding twenty pictures or more. They may fill so much memory.
const (
	aheadBytes = 64 << 20
	leastAhead = 2  // frames, however large
	mostAhead  = 48 // and however small
)

// ahead is how many frames of a recording are decoded before they are asked for; a size that is not known is taken for a large one.
func ahead(what Info) int {
	if what.Width <= 0 || what.Height <= 0 {
		what.Width, what.Height = 3840, 2160
	}
	undeveloped := 3 * what.Width * what.Height / 2 // bytes of a film's picture
	return min(max(aheadBytes/undeveloped, leastAhead), mostAhead)
}

// Open opens src: a device number or /dev/videoN, an rtsp:// address, an http:// address of an
// MJPEG stream or a snapshot, "sim:" with the options of a simulated table, "phone:", a video file, a
// picture, or a folder of pictures. Cancelling ctx ends the source.
// The caller closes it. Errors wrap ErrMissing or ErrBad, and a [models.Message] where people can do something about it.
func Open(ctx context.Context, src string, opt Options) (*Source, error) {
	opt = opt.withDefaults()
	ctx, cancel := context.WithCancel(ctx)
	r, err := open(ctx, src, opt)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("source %s: %w", src, err)
	}
	// A simulated table cannot go away, and one that has been played at for hours is played up to there before it is drawn.
	if _, drawn := r.(*simulated); drawn {
		opt.Stall = 0
	}
	return start(ctx, cancel, r, opt.Stall), nil
}

var device = regexp.MustCompile(`^(?:/dev/video)?([0-9]+)$`)

func open(ctx context.Context, src string, opt Options) (reader, error) {
	if m := device.FindStringSubmatch(src); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return nil, fmt.Errorf("%w: no camera has that number", ErrMissing)
		}
		return openDevice(n, opt)
	}
	scheme, rest, _ := strings.Cut(src, ":")
	switch scheme {
	case "sim":
		return openSimulation(src, rest, opt)
	case "phone":
		return openPhone(opt)
	case "rtsp", "rtsps":
		return openRTSP(ctx, src, opt)
	case "http", "https":
		return openHTTP(ctx, src, opt)
	}
	switch st, err := readable(src); {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%w: %w (%w)", ErrMissing, models.Say("file-denied", "the program may not read “{name}”; allow it, or copy the file elsewhere", "name", src), err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w; nor is it a camera (0, /dev/video0), phone: or sim: (%w)", ErrMissing,
			models.Say("file-missing", "there is no file and no folder “{name}”; a network camera’s address begins with rtsp:// or http://", "name", src), err)
	case st.IsDir() || isPicture(src):
		return openStills(src, opt)
	case st.Size() == 0:
		return nil, fmt.Errorf("%w: %w", ErrBad, models.Say("file-empty", "the file “{name}” is empty", "name", filepath.Base(src)))
	}
	return openVideo(src)
}

// readable tells what a path leads to, if that may be read.
func readable(path string) (os.FileInfo, error) {
	st, err := os.Stat(path)
	if err != nil || !st.IsDir() && !st.Mode().IsRegular() {
		return st, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return st, f.Close()
}

// start runs the reading goroutine of a source until ctx is done; cancel makes it so.
func start(ctx context.Context, cancel context.CancelFunc, r reader, stall time.Duration) *Source {
	s := &Source{info: r.info(), stall: stall, cancel: cancel, done: make(chan struct{})}
	hand := s.queue
	s.frames = make(chan *frame.Frame, ahead(s.info))
	if s.info.Live {
		hand, s.frames = s.replace, make(chan *frame.Frame, 1)
	}
	go func() {
		defer close(s.done)
		defer close(s.frames)
		defer r.close()
		var size image.Point // of the pictures so far, in px
		for seq := 0; s.err == nil; seq++ {
			var f *frame.Frame
			start := time.Now()
			if f, s.err = r.read(ctx); s.err != nil {
				break
			}
			now := f.Size()
			if s.info.Live && seq > 0 && now != size {
				// A phone that was turned, or another camera, shows the table anew: whoever watches begins again with it.
				f.Close()
				s.err = fmt.Errorf("%w: the picture is %v pixels now, it was %v", ErrLost, now, size)
				break
			}
			if _, s.err = f.Cells(); s.err != nil {
				f.Close()
				break
			}
			f.Sharpness()
			size, f.Seq = now, seq
			if !s.info.Live {
				f.Decoding = time.Since(start)
			}
			s.err = hand(ctx, f)
		}
		if !errors.Is(s.err, io.EOF) {
			s.err = fmt.Errorf("source %s: %w", s.info.Name, s.err)
		}
	}()
	return s
}

// queue hands a frame of a recording over as soon as there is room.
func (s *Source) queue(ctx context.Context, f *frame.Frame) error {
	select {
	case s.frames <- f:
		return nil
	case <-ctx.Done():
		f.Close()
		return ctx.Err()
	}
}

// replace puts a live frame in the place of one that nobody has taken yet. The reading
// goroutine is the only sender, so after taking the old frame out there is room.
func (s *Source) replace(ctx context.Context, f *frame.Frame) error {
	select {
	case old := <-s.frames:
		old.Close()
		s.dropped.Add(1)
	default:
	}
	s.frames <- f
	return ctx.Err()
}

// Next waits for the next frame; the caller closes it. After the last frame of a recording it
// returns io.EOF; a live source that has gone, or whose pictures have another size, ends with ErrLost, a broken recording with ErrBad,
// after every frame that could be read.
func (s *Source) Next(ctx context.Context) (*frame.Frame, error) {
	var silent <-chan time.Time
	if s.info.Live && s.stall > 0 {
		t := time.NewTimer(s.stall)
		defer t.Stop()
		silent = t.C
	}
	select {
	case f, ok := <-s.frames:
		if !ok {
			return nil, s.err
		}
		return f, nil
	case <-silent:
		return nil, fmt.Errorf("source %s: %w: no picture for %v", s.info.Name, ErrLost, s.stall)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Info tells what the source really gives.
func (s *Source) Info() Info { return s.info }

// Dropped is how many live frames were displaced by newer ones before anybody took them.
func (s *Source) Dropped() int64 { return s.dropped.Load() }

// Close ends reading, waits for the reading goroutine and frees frames nobody has taken. A
// camera driver that hangs can hold it up until the driver gives up. Next must not run any more.
func (s *Source) Close() error {
	s.cancel()
	<-s.done
	for f := range s.frames {
		f.Close()
	}
	return nil
}
