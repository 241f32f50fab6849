package recall

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"sync"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/frame/frametest"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// grey is a picture of one grey level, taken at a time.
func grey(level, time float64, size image.Point) *frame.Frame {
	return frame.Of(gocv.NewMatWithSizeFromScalar(gocv.NewScalar(level, level, level, 0), size.Y, size.X, gocv.MatTypeCV8UC3), time)
}

// film adds a picture every tenth of a second, whose grey level tells its time: 10 a second.
func film(r *Recent, seconds int, size image.Point) {
	for i := range seconds*10 + 1 {
		f := grey(float64(i), float64(i)/10, size)
		r.Add(f)
		f.Close()
	}
}

// level is the grey level in the middle of a JPEG, and its size.
func level(t *testing.T, b []byte) (int, image.Point) {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	size := img.Bounds().Size()
	v, _, _, _ := img.At(size.X/2, size.Y/2).RGBA()
	return int(v >> 8), size
}

func TestPicturesOfThePast(t *testing.T) {
	r := New()
	defer r.Close()
	if _, err := r.Before(1, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("before the first picture: %v", err)
	}
	if _, err := r.Newest(); !errors.Is(err, ErrNothing) {
		t.Errorf("before the first picture: %v", err)
	}
	film(r, 12, image.Pt(640, 360))
	for _, c := range []struct {
		at   float64
		want int // grey level; pictures are kept every quarter of a second
	}{{11, 110}, {10.05, 99}, {4.5, 45}, {0, 42}} {
		b, err := r.Before(c.at, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := level(t, b); got < c.want-4 || got > c.want+1 {
			t.Errorf("the picture before %v s is the one of %v s", c.at, float64(got)/10)
		}
	}
	b, err := r.Now(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := level(t, b); got != 120 {
		t.Errorf("the newest picture has level %d", got)
	}
	if held := r.Held(); held > span/every+5 {
		t.Errorf("%d pictures are held", held)
	}
	f := grey(7, 0, image.Pt(640, 360))
	r.Add(f) // a recording that begins again
	f.Close()
	if b, err = r.Before(5, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := level(t, b); got != 7 {
		t.Error("pictures of another run are shown")
	}
}

func TestCutAroundACard(t *testing.T) {
	r := New()
	defer r.Close()
	f := grey(50, 0, image.Pt(1920, 1080))
	defer f.Close()
	r.Add(f)
	for name, c := range map[string]struct {
		card models.Quad
		want image.Point
	}{
		"in the middle": {models.Quad{{X: 900, Y: 500}, {X: 960, Y: 500}, {X: 960, Y: 580}, {X: 900, Y: 580}}, image.Pt(266, 200)},
		"at the edge":   {models.Quad{{X: 0, Y: 0}, {X: 60, Y: 0}, {X: 60, Y: 80}, {X: 0, Y: 80}}, image.Pt(153, 126)},
		"outside":       {models.Quad{{X: 9000, Y: 0}, {X: 9060, Y: 0}, {X: 9060, Y: 80}, {X: 9000, Y: 80}}, image.Pt(1280, 720)},
	} {
		b, err := r.Now(&c.card)
		if err != nil {
			t.Fatal(err)
		}
		if _, size := level(t, b); abs(size.X-c.want.X) > 2 || abs(size.Y-c.want.Y) > 2 {
			t.Errorf("%s: the cut is %v, want %v", name, size, c.want)
		}
	}
}

func abs(n int) int { return max(n, -n) }

func TestWaitingForTheNextPicture(t *testing.T) {
	r := New()
	defer r.Close()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.JPEG(cancelled, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("without a picture: %v", err)
	}
	var viewers sync.WaitGroup
	for range 3 {
		viewers.Go(func() {
			for last := 0; last < 20; {
				b, n, err := r.JPEG(t.Context(), last)
				if err != nil || n <= last || len(b) == 0 {
					t.Errorf("after picture %d: %d, %v", last, n, err)
					return
				}
				last = n
			}
		})
	}
	film(r, 2, image.Pt(64, 48))
	viewers.Wait()
}

func BenchmarkAdd1080p(b *testing.B) {
	r := New()
	defer r.Close()
	f := grey(90, 0, image.Pt(1920, 1080))
	defer f.Close()
	for b.Loop() {
		f.Time += 1. / 30
		r.Add(f)
	}
}

func BenchmarkJPEG1080p(b *testing.B) {
	r := New()
	defer r.Close()
	f := grey(90, 0, image.Pt(1920, 1080))
	defer f.Close()
	for b.Loop() {
		r.Add(f)
		if _, _, err := r.JPEG(b.Context(), 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNow2160p cuts a card out of the newest picture of a 4K camera, as every ruling does.
func BenchmarkNow2160p(b *testing.B) {
	r := New()
	defer r.Close()
	f := grey(90, 0, image.Pt(3840, 2160))
	defer f.Close()
	r.Add(f)
	card := models.Quad{{X: 900, Y: 500}, {X: 1020, Y: 500}, {X: 1020, Y: 660}, {X: 900, Y: 660}}
	for b.Loop() {
		if _, err := r.Now(&card); err != nil {
			b.Fatal(err)
		}
	}
}
