package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
)

// capture reads what OpenCV's VideoCapture opens: video files, cameras and RTSP streams.
type capture struct {
	vc    *gocv.VideoCapture
	film  *film // decodes a file in the place of vc, which is nil then; nil: vc does
	what  Info
	now   func() time.Time // nil for a file, which has time stamps of its own
	from  time.Time
	n     int
	last  float64 // time of the last frame of a file, in seconds
	start float64 // the file's own stamp of its first frame, in seconds
	pool  frame.Pool
}

// openVideo opens a video file.
func openVideo(path string) (reader, error) {
	vc, err := gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureFFmpeg)
	if err != nil {
		if vc != nil {
			vc.Close()
		}
		return nil, noVideo(path)
	}
	c := &capture{vc: vc, what: describe(path, vc)}
	c.what.Frames = max(0, int(vc.Get(gocv.VideoCaptureFrameCount)))
	// FFmpeg takes any text for a film of text; such a film has no frame rate worth the name.
	if c.what.Codec == "ansi" || c.what.Width == 0 || c.what.FPS <= 0 || c.what.FPS > 1000 {
		vc.Close()
		return nil, noVideo(path)
	}
	if vc.Get(orientation) == 0 {
		if c.film = openFilm(path, c.what.Width, c.what.Height); c.film != nil {
			c.vc = nil
			vc.Close()
		}
	}
	return c, nil
}

// orientation is by how many degrees a file says that its pictures are to be turned, which VideoCapture does.
const orientation = gocv.VideoCaptureProperties(48)

func noVideo(path string) error {
	return fmt.Errorf("%w: %w", ErrBad, models.Say("file-no-video", "the file “{name}” is no video and no picture that can be read here", "name", filepath.Base(path)))
}

// openDevice opens camera n and asks it for motion JPEG, which is the only way most webcams give
// 720p and above at full pace over USB 2.
func openDevice(n int, opt Options) (reader, error) {
	api := gocv.VideoCaptureAny
	name := fmt.Sprint(n)
	if runtime.GOOS == "linux" {
		api, name = gocv.VideoCaptureV4L2, fmt.Sprintf("/dev/video%d", n)
		if _, err := os.Stat(name); err != nil {
			return nil, fmt.Errorf("%w: %w (%s)", ErrMissing, models.Say("camera-missing", "There is no camera {name}. Is it plugged in?", "name", name), camerasFound())
		}
	}
	vc, err := gocv.VideoCaptureDeviceWithAPI(n, api)
	if err != nil {
		if vc != nil {
			vc.Close()
		}
		return nil, fmt.Errorf("%w: %w", ErrMissing, models.Say("camera-busy", "The camera {name} does not open: another program may be using it.", "name", name))
	}
	if opt.FPS <= 0 {
		opt.FPS = 30
	}
	vc.Set(gocv.VideoCaptureFOURCC, vc.ToCodec("MJPG"))
	vc.Set(gocv.VideoCaptureFrameWidth, float64(opt.Width))
	vc.Set(gocv.VideoCaptureFrameHeight, float64(opt.Height))
	vc.Set(gocv.VideoCaptureFPS, opt.FPS)
	vc.Set(gocv.VideoCaptureBufferSize, 1)
	c := &capture{vc: vc, what: describe(name, vc), now: opt.Now, from: opt.Now()}
	c.what.Live = true
	return c, nil
}

// camerasFound says which cameras there are.
func camerasFound() string {
	found, err := filepath.Glob("/dev/video*")
	if err != nil || len(found) == 0 {
		return "no camera is connected"
	}
	return "cameras found: " + strings.Join(found, ", ")
}

// openRTSP opens a network camera. Whether anybody answers is tried first, because opening
// cannot be cancelled and would wait half a minute.
func openRTSP(ctx context.Context, address string, opt Options) (reader, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%w: %w", ErrMissing, noAddress())
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"rtsp": "554", "rtsps": "322"}[u.Scheme]
	}
	d := net.Dialer{Timeout: opt.Stall}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return nil, fmt.Errorf("%w: %w (%w)", ErrMissing, noAnswer(u), err)
	}
	conn.Close()
	vc, err := gocv.VideoCaptureFileWithAPI(address, gocv.VideoCaptureFFmpeg)
	if err != nil {
		if vc != nil {
			vc.Close()
		}
		return nil, fmt.Errorf("%w: %w", ErrBad, noStream(u))
	}
	c := &capture{vc: vc, what: describe(u.Redacted(), vc), now: opt.Now, from: opt.Now()}
	c.what.Live = true
	return c, nil
}

func describe(name string, vc *gocv.VideoCapture) Info {
	return Info{
		Name:   name,
		Width:  int(vc.Get(gocv.VideoCaptureFrameWidth)),
		Height: int(vc.Get(gocv.VideoCaptureFrameHeight)),
		FPS:    vc.Get(gocv.VideoCaptureFPS),
		Codec:  strings.Trim(vc.CodecString(), "\x00 "),
	}
}

func (c *capture) info() Info { return c.what }

func (c *capture) read(ctx context.Context) (*frame.Frame, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, stamp := c.next()
	if f == nil {
		return nil, c.ended()
	}
	if c.now != nil {
		f.Time = c.now().Sub(c.from).Seconds()
	} else {
		f.Time = c.stamp(stamp)
	}
	c.n++
	return f, nil
}

// next reads the next picture and tells its time stamp, in seconds; nil: there is none.
func (c *capture) next() (f *frame.Frame, stamp float64) {
	if c.film != nil {
		return c.film.next(&c.pool)
	}
	f, err := c.pool.Frame(func(into *gocv.Mat) error {
		if !c.vc.Read(into) || into.Empty() {
			return io.EOF
		}
		return nil
	})
	if err != nil {
		return nil, 0
	}
	return f, c.vc.Get(gocv.VideoCapturePosMsec) / 1000
}

// stamp is the time of the frame just read from a file, in seconds from the first one: phones film with a
// changing rate, so the file's own stamps (t) count. Where it has none, or one that goes back, the rate decides.
func (c *capture) stamp(t float64) float64 {
	if c.n == 0 {
		c.start = t
	}
	if t -= c.start; c.n > 0 && t <= c.last {
		t = c.last + 1/c.what.FPS
	}
	c.last = math.Round(t*1e6) / 1e6
	return c.last
}

// ended says why there is no further frame, which OpenCV does not tell. A file that stops long
// before the length in its header was cut off; a second's difference can be a header's estimate, and that of a
// film with a changing rate is told by its last frame's time.
func (c *capture) ended() error {
	switch {
	case c.what.Live:
		return ErrLost
	case c.n == 0:
		return fmt.Errorf("%w: there is no picture in it", ErrBad)
	case float64(c.what.Frames)-max(float64(c.n), c.last*c.what.FPS) > max(c.what.FPS, 0.02*float64(c.what.Frames)):
		return fmt.Errorf("%w after frame %d of %d: the file is cut off or damaged", ErrBad, c.n, c.what.Frames)
	}
	return io.EOF
}

func (c *capture) close() error {
	if c.film != nil {
		c.film.close()
		return c.pool.Close()
	}
	return errors.Join(c.vc.Close(), c.pool.Close())
}

// Sizes tells which of the usual picture sizes a camera gives, such as "1280x720", the largest first, by asking it
// for each. None where it does not open, for one because it is in use.
func Sizes(src string) []string {
	sizes := []string{}
	m := device.FindStringSubmatch(src)
	if m == nil {
		return sizes
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return sizes
	}
	for _, want := range [...][2]int{{1920, 1080}, {1280, 720}, {640, 480}} {
		r, err := openDevice(n, Options{Width: want[0], Height: want[1]}.withDefaults())
		if err != nil {
			return sizes
		}
		i := r.info()
		if size := fmt.Sprintf("%dx%d", i.Width, i.Height); i.Width > 0 && !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
		r.close()
	}
	return sizes
}
