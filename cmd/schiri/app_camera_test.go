package main

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/recall"
)

// webcam is a network camera (motion JPEG over HTTP) that shows one picture, and can be unplugged.
type webcam struct {
	jpeg    []byte
	plugged atomic.Bool
}

func (w *webcam) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	tick := time.NewTicker(30 * time.Millisecond)
	defer tick.Stop()
	for w.plugged.Load() {
		fmt.Fprintf(rw, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", len(w.jpeg))
		if _, err := rw.Write(w.jpeg); err != nil {
			return
		}
		rw.Write([]byte("\r\n"))
		if http.NewResponseController(rw).Flush() != nil {
			return
		}
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		}
	}
	panic(http.ErrAbortHandler) // the connection breaks
}

// plugIn serves a camera that shows a photo, plugged in, until the test ends.
func plugIn(t *testing.T, photo string) (*webcam, *httptest.Server) {
	t.Helper()
	jpeg, err := os.ReadFile(photo)
	if err != nil {
		t.Fatal(err)
	}
	cam := &webcam{jpeg: jpeg}
	cam.plugged.Store(true)
	site := httptest.NewServer(cam)
	t.Cleanup(site.Close)
	return cam, site
}

// get gives the status and body of an address.
func get(t *testing.T, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	return answer(t, res, err)
}

// answer gives the status and body of an answer that came.
func answer(t *testing.T, res *http.Response, err error) (int, string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

// A camera is unplugged in mid-round and plugged in again: the dashboard says so, nothing that was recorded is
// lost, and the round goes on.
func TestCameraUnpluggedAndBack(t *testing.T) {
	r := glimpse(t)
	cam, site := plugIn(t, filepath.Join(r.dir, "left.jpg"))

	config := r.config(t.TempDir())
	config.Source = site.URL + "/video"
	program := run(t, config)
	status := func(want models.CameraStatus) func(models.Snapshot) bool {
		return func(s models.Snapshot) bool { return s.Camera.Status == want }
	}
	follow(t, program.URL(), status(models.CameraLive))
	if code, body := get(t, program.URL()+"/readyz"); code != http.StatusOK {
		t.Errorf("with a camera: %d %s", code, body)
	}
	if state(t, program.URL()).Phase != models.PhaseReady {
		t.Error("a round began at a real table without anybody starting it")
	}
	post(t, program.URL()+"/api/v1/round/start")
	seen := follow(t, program.URL(), func(s models.Snapshot) bool { return len(s.Plays) > 0 })

	cam.plugged.Store(false)
	lost := follow(t, program.URL(), status(models.CameraLost))
	if lost.Camera.Message == "" || lost.Camera.Code != "camera-lost" {
		t.Errorf("why there is no picture is told as %+v", lost.Camera)
	}
	if code, _ := get(t, program.URL()+"/readyz"); code != http.StatusServiceUnavailable {
		t.Errorf("without a camera it says it is ready: %d", code)
	}
	if code, _ := get(t, program.URL()+"/livez"); code != http.StatusOK {
		t.Errorf("without a camera it says it is dead: %d", code)
	}

	cam.plugged.Store(true)
	back := follow(t, program.URL(), status(models.CameraLive))
	if back.Camera.Code != "" {
		t.Errorf("with pictures again people are still told %q", back.Camera.Code)
	}
	for number, play := range seen.Plays {
		if back.Plays[number].Type != play.Type || back.Phase != models.PhasePlaying {
			t.Errorf("event %d is lost, or the round: %s", number, back.Phase)
		}
	}

	// When the round is over its cards stay, with the picture they lie in.
	follow(t, program.URL(), func(s models.Snapshot) bool { return len(s.Cards) > 0 })
	post(t, program.URL()+"/api/v1/round/stop")
	end := follow(t, program.URL(), func(s models.Snapshot) bool { return s.Ended })
	if code, picture := get(t, program.URL()+"/api/v1/end.jpg"); len(end.Cards) == 0 || code != http.StatusOK || !strings.HasPrefix(picture, "\xff\xd8") {
		t.Errorf("of the end of the round are kept %d cards and, with %d, a picture of %d bytes", len(end.Cards), code, len(picture))
	}
}

// showing is a camera on the network that shows a picture, and its address.
func showing(t *testing.T, picture string) (cam *still, source string) {
	t.Helper()
	cam = &still{served: make(chan struct{}, 1)}
	cam.show(t, picture)
	site := httptest.NewServer(cam)
	t.Cleanup(site.Close)
	return cam, site.URL + "/shot.jpg"
}

// seeing tells that pictures come and that what keeps the camera from seeing the table has that code; empty: nothing does.
func seeing(code string) func(models.Snapshot) bool {
	return func(s models.Snapshot) bool { return s.Camera.Status == models.CameraLive && s.Camera.Code == code }
}

// A phone that was turned shows the table in another shape: its places would be stretched, so nothing is refereed and
// the dashboard says so, until it is turned back.
func TestTurnedCamera(t *testing.T) {
	r := glimpse(t)
	upright := filepath.Join(r.dir, "left.jpg")
	cam, source := showing(t, upright)
	config := r.config(t.TempDir())
	config.Source = source
	program := run(t, config)
	follow(t, program.URL(), seeing(""))
	post(t, program.URL()+"/api/v1/round/start")
	follow(t, program.URL(), func(s models.Snapshot) bool { return len(s.Cards) > 0 })
	cam.show(t, onItsSide(t, upright))
	follow(t, program.URL(), func(s models.Snapshot) bool { return seeing("picture-turned")(s) && len(s.Cards) == 0 })
	cam.show(t, upright)
	follow(t, program.URL(), func(s models.Snapshot) bool { return seeing("")(s) && len(s.Cards) > 0 })
}

// A lens that is covered is told as dark before a round is begun; the set-up says that and nothing else of it.
func TestCoveredLens(t *testing.T) {
	r := glimpse(t)
	table := filepath.Join(r.dir, "left.jpg")
	cam, source := showing(t, unlit(t, table))
	config := r.config(t.TempDir())
	config.Source = source
	program := run(t, config)
	follow(t, program.URL(), seeing("camera-dark"))
	if status, body := send(t, program.URL()+"/api/v1/setup/camera", `{"name": "`+source+`"}`); status != http.StatusOK {
		t.Fatalf("the camera is not opened: %d %s", status, body)
	}
	if _, seen := get(t, program.URL()+"/api/v1/setup/look?camera="+source); !strings.Contains(seen, `"hints":[{"kind":"dark","bad":true,"value":0}]`) {
		t.Errorf("of a black picture the set-up says %s", seen)
	}
	cam.show(t, table)
	follow(t, program.URL(), seeing(""))
}

// unlit makes the picture of a camera whose lens is covered.
func unlit(t *testing.T, path string) string {
	t.Helper()
	m := gocv.IMRead(path, gocv.IMReadColor)
	defer m.Close()
	m.MultiplyFloat(0.03)
	to := strings.TrimSuffix(path, ".jpg") + "-unlit.jpg"
	if !gocv.IMWrite(to, m) {
		t.Fatal("the picture cannot be darkened")
	}
	return to
}

func post(t *testing.T, url string) {
	t.Helper()
	res, err := http.Post(url, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, res.Status)
	}
}

// What the user has to mend is said in a sentence, and leaves nothing behind.
func TestServeRefuses(t *testing.T) {
	r := glimpse(t)
	broken := filepath.Join(r.dir, "broken.mp4")
	if err := os.WriteFile(broken, []byte("this is no film"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*appConfig)
		want   string
	}{
		"no deck":         {func(c *appConfig) { c.Deck = "" }, "--deck"},
		"no table":        {func(c *appConfig) { c.Table = "" }, "--table"},
		"no such deck":    {func(c *appConfig) { c.Deck = r.dir + "/none.deck" }, "deck file"},
		"a broken table":  {func(c *appConfig) { c.Table = broken }, "table file"},
		"no such source":  {func(c *appConfig) { c.Source = r.dir + "/none.mp4" }, "not there"},
		"a broken film":   {func(c *appConfig) { c.Source = broken }, "unreadable"},
		"a bad option":    {func(c *appConfig) { c.Source = "sim:players=99" }, "players"},
		"a bad address":   {func(c *appConfig) { c.Listen, c.Deck = "localhost:none", broken }, "cannot serve on"}, // said before a deck is read or learnt
		"no room to note": {func(c *appConfig) { c.Data = broken }, "record"},
	} {
		config := r.config(t.TempDir())
		c.change(&config)
		ctx, cancel := context.WithCancel(t.Context())
		a, err := newApp(ctx, config)
		cancel()
		if err == nil {
			a.Close()
			t.Errorf("%s: accepted", name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q does not say %q in one line", name, err, c.want)
		}
	}
}

// TestThePictureBeforeShowsTheCardBelow: it is from before a hand reached in, or, if the card below came only then, from when that lay there.
func TestThePictureBeforeShowsTheCardBelow(t *testing.T) {
	c := &camera{recent: recall.New(), offset: 100}
	defer c.recent.Close()
	for k := range 41 { // a tenth of a second apart, each brighter by five than the one before
		level := 5 * float64(k)
		f := frame.Of(gocv.NewMatWithSizeFromScalar(gocv.NewScalar(level, level, level, 0), 36, 64, gocv.MatTypeCV8UC3), float64(k)/10)
		c.recent.Add(f)
		f.Close()
	}
	for _, tt := range []struct {
		name     string
		since    float64
		from, to float64 // when that picture was taken, in seconds of the film: one is kept every quarter of a second
	}{
		{"it lay there long before", 101, 1.9, 2.2},
		{"it has just come", 102.8, 2.5, 2.8},
		{"it was made out only later", 103.2, 1.9, 2.2},
	} {
		p := c.evidence(models.Event{Time: 103}, tt.since)
		img, err := jpeg.Decode(bytes.NewReader(p.Before))
		if err != nil {
			t.Fatal(err)
		}
		grey, _, _, _ := img.At(5, 5).RGBA()
		if at := float64(grey>>8) / 50; at < tt.from-.05 || at > tt.to+.05 {
			t.Errorf("%s: the picture before is of %.2f s, want it from %.1f to %.1f", tt.name, at, tt.from, tt.to)
		}
	}
}
