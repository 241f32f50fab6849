package source

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// jpeg is picture n as a camera sends it.
func jpeg(t *testing.T, n int) []byte {
	t.Helper()
	m := picture(t, n)
	defer m.Close()
	b, err := gocv.IMEncode(gocv.JPEGFileExt, m)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	return append([]byte(nil), b.GetBytes()...)
}

// camera serves a motion JPEG stream: one part for every value it gets, until parts is closed.
func camera(t *testing.T, header string, length bool, parts <-chan []byte) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary="+header)
		for data := range parts {
			fmt.Fprintf(w, "--cam\r\nContent-Type: image/jpeg\r\n")
			if length {
				fmt.Fprintf(w, "Content-Length: %d\r\n", len(data))
			}
			fmt.Fprintf(w, "\r\n%s\r\n", data)
			if !length { // without a length the next boundary ends the picture
				fmt.Fprint(w, "--cam\r\nContent-Type: image/jpeg\r\n\r\n\r\n")
			}
			w.(http.Flusher).Flush()
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestMotionJPEG(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		length bool
	}{
		"as the standard says":       {"cam", true},
		"dashes in the header":       {"--cam", true},
		"without a picture's length": {"cam", false},
	} {
		t.Run(name, func(t *testing.T) {
			parts := make(chan []byte)
			s := camera(t, c.header, c.length, parts)
			go func() { parts <- jpeg(t, 3) }()
			src := mustOpen(t, s.URL, Options{})
			defer close(parts)
			if i := src.Info(); !i.Live || i.Codec != "MJPG" {
				t.Errorf("info %+v", i)
			}
			for n := 3; n < 7; n++ { // every picture is there before the next is sent
				f, err := src.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if number(f) != n {
					t.Errorf("picture %d, want %d", number(f), n)
				}
				f.Close()
				if n < 6 {
					parts <- jpeg(t, n+1)
				}
			}
		})
	}
}

func TestMotionJPEGSkipsABrokenPicture(t *testing.T) {
	parts := make(chan []byte, 2)
	parts <- []byte("no picture")
	parts <- jpeg(t, 5)
	defer close(parts)
	src := mustOpen(t, camera(t, "cam", true, parts).URL, Options{})
	f, err := src.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if number(f) != 5 {
		t.Errorf("picture %d, want 5", number(f))
	}
}

func TestMotionJPEGLost(t *testing.T) {
	parts := make(chan []byte, 20)
	parts <- jpeg(t, 1)
	close(parts)
	src := mustOpen(t, camera(t, "cam", true, parts).URL, Options{})
	if _, err := drain(t, src); !errors.Is(err, ErrLost) {
		t.Errorf("a stream that ends: %v, want ErrLost", err)
	}

	rubbish := make(chan []byte, 20)
	for range 15 {
		rubbish <- []byte("no picture")
	}
	defer close(rubbish)
	src = mustOpen(t, camera(t, "cam", true, rubbish).URL, Options{})
	if _, err := drain(t, src); !errors.Is(err, ErrLost) {
		t.Errorf("a stream of rubbish: %v, want ErrLost", err)
	}
}

// TestCloseDuringSilence: a camera that says nothing must not keep Close from ending.
func TestCloseDuringSilence(t *testing.T) {
	parts := make(chan []byte, 1)
	parts <- jpeg(t, 1)
	defer close(parts)
	s := camera(t, "cam", true, parts)
	src, err := Open(t.Context(), s.URL, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := src.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := src.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	src.Close()
}

func TestSnapshots(t *testing.T) {
	var asked int
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if asked > 4 {
			http.Error(w, "gone", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		w.Write(jpeg(t, asked))
	}))
	defer s.Close()
	now := time.Unix(1000, 0)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	src := mustOpen(t, s.URL+"/snapshot.jpg", Options{FPS: 500, Now: clock})
	frames, err := drain(t, src)
	if !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), "503") {
		t.Errorf("got %v, want ErrLost with what the camera answered", err)
	}
	// Opening asks once; frames that came while another lay there were displaced.
	if n := len(frames) + int(src.Dropped()); n != 3 {
		t.Errorf("%d frames, want 3", n)
	}
	if last := frames[len(frames)-1]; number(last) != 4 || last.Time != 3 {
		t.Errorf("last picture %d at %v s of the capture clock, want 4 at 3 s", number(last), last.Time)
	}
}

func TestWebPageIsNoCamera(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/none" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, "<html>welcome</html>")
	}))
	defer page.Close()
	if _, err := Open(t.Context(), page.URL, Options{}); !errors.Is(err, ErrBad) || !strings.Contains(err.Error(), "text/html") {
		t.Errorf("got %v, want ErrBad naming what came", err)
	}
	if _, err := Open(t.Context(), page.URL+"/none", Options{}); !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "404") {
		t.Errorf("got %v, want ErrMissing with the answer", err)
	}
}

// A camera that takes the call and then says nothing is no camera, before long.
func TestSilentAddressIsNoCamera(t *testing.T) {
	for name, begin := range map[string]func(http.ResponseWriter){
		"no answer":   func(http.ResponseWriter) {},
		"no pictures": func(w http.ResponseWriter) { w.(http.Flusher).Flush() },
	} {
		t.Run(name, func(t *testing.T) {
			over := make(chan struct{})
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=cam")
				begin(w)
				<-over
			}))
			defer s.Close()
			defer close(over)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			_, err := Open(ctx, s.URL, Options{Stall: 50 * time.Millisecond})
			if err == nil || ctx.Err() != nil {
				t.Errorf("got %v, and the wait was %v", err, ctx.Err())
			}
		})
	}
}
