package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/source"
	"schiri/vision/synth"
)

// motionJPEG writes a film the way Chromium's fake camera takes it, which shows it at 30 frames a second over and
// over: JPEG files one behind the other. Its first and last pictures stand still for some frames.
func motionJPEG(t *testing.T, film string, repeat, before, after int) string {
	t.Helper()
	src, err := source.Open(t.Context(), film, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	path := filepath.Join(t.TempDir(), "film.mjpeg")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var last []byte
	write := func(times int) {
		for range times {
			if _, err := out.Write(last); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := 0; ; n++ {
		f, err := src.Next(t.Context())
		if err != nil {
			break
		}
		b, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, f.Mat(), []int{gocv.IMWriteJpegQuality, 90})
		if err != nil {
			t.Fatal(err)
		}
		last = slices.Clone(b.GetBytes())
		b.Close()
		f.Close()
		if n == 0 {
			write(before)
		}
		write(repeat)
	}
	write(after)
	return path
}

// played tells what was laid in the centre: by card and verdict, who laid it; empty where that cannot be told.
func played(s models.Snapshot) map[string][]string {
	out := map[string][]string{}
	for _, p := range s.Plays {
		if p.Type == models.EventPlay {
			what := fmt.Sprint(p.Card, " ", p.Verdict)
			out[what] = append(out[what], p.Player)
		}
	}
	return out
}

// total counts the plays.
func total(played map[string][]string) int {
	n := 0
	for _, who := range played {
		n += len(who)
	}
	return n
}

// A phone films a round: Chromium's fake camera plays it to the phone's page, and what arrives is refereed as the
// film itself is. Then the phone is locked, taken over and turned off, and both sides say so.
func TestPhoneIsTheCamera(t *testing.T) {
	r := recordings(synth.Options{Players: 4, Seed: 4, Seconds: 6, FPS: 15})(t)
	whole := run(t, r.config(t.TempDir()))
	want := played(follow(t, whole.URL(), over))
	whole.stop()
	if total(want) != 5 {
		t.Fatalf("%d plays were seen in the film where 5 are: %v", total(want), want)
	}

	config := r.config(t.TempDir())
	config.Source, config.Fast = "phone:", false
	program := run(t, config)
	// Slowed down four times, after a stand of twenty seconds: a browser on a busy machine leaves pictures out, and is
	// late to begin.
	fake := motionJPEG(t, r.video, 8, 600, 300)
	phone := startBrowser(t, chromedp.Flag("use-fake-ui-for-media-stream", true), chromedp.Flag("use-fake-device-for-media-stream", "fps=30"),
		chromedp.Flag("use-file-for-fake-video-capture", fake))
	phone.do(chromedp.Navigate(program.URL()+"/phone?lang=en"), chromedp.WaitVisible("#start"), chromedp.Click("#start"))
	phone.until(`document.body.dataset.state === "live"`)
	follow(t, program.URL(), func(s models.Snapshot) bool { return s.Camera.Status == models.CameraLive && s.Camera.Width == 1280 })
	post(t, program.URL()+"/api/v1/round/start")
	var seen models.Snapshot
	defer func() {
		if t.Failed() {
			t.Logf("through the phone came %v; the film has %v", played(seen), want)
			for _, number := range slices.Sorted(maps.Keys(seen.Plays)) {
				e := seen.Plays[number].Event
				t.Logf("%6.2f s, told at %6.2f: %s %s %v, pile %d", e.Time, e.Decided, e.Type, e.Player, e.Card, e.Pile)
			}
		}
	}()
	follow(t, program.URL(), func(s models.Snapshot) bool {
		seen = s
		return total(played(s)) >= total(want)
	})
	// The cards and the verdicts must be the same. Whose hand it was may be missing once in a while where pictures were left
	// out, but never be somebody else's.
	got, nobody := played(seen), 0
	for what, by := range got {
		for _, who := range by {
			if who == "" {
				nobody++
			} else if !slices.Contains(want[what], who) {
				t.Errorf("through the phone %s is %s's, in the film it is by %v", what, who, want[what])
			}
		}
		if len(by) != len(want[what]) {
			t.Errorf("%s: %d times through the phone, %d in the film", what, len(by), len(want[what]))
		}
	}
	for what := range want {
		if got[what] == nil {
			t.Errorf("through the phone nobody laid %s", what)
		}
	}
	if nobody > total(want)/2 {
		t.Errorf("of %d cards nobody knows whose hand it was: %v", nobody, got)
	}

	// A second phone asks before it takes over; the first one is told.
	other := startBrowser(t, chromedp.Flag("use-fake-ui-for-media-stream", true), chromedp.Flag("use-fake-device-for-media-stream", true))
	other.do(chromedp.Navigate(program.URL()+"/phone?lang=de"), chromedp.WaitVisible("#start"), chromedp.Click("#start"), chromedp.WaitVisible("#take"))
	other.until(`document.body.dataset.state === "busy"`)
	phone.until(`document.body.dataset.state === "live"`)
	other.do(chromedp.Click("#take"))
	other.until(`document.body.dataset.state === "live"`)
	phone.until(`document.body.dataset.state === "taken"`)
	other.do(chromedp.Click("#stop"))
	lost := follow(t, program.URL(), func(s models.Snapshot) bool { return s.Camera.Status == models.CameraLost })
	if lost.Camera.Code != "phone-gone" || !strings.Contains(lost.Camera.Message, "/phone") {
		t.Errorf("without a phone people are told %+v", lost.Camera)
	}
	phone.quiet()
	other.quiet()
}

// What is no picture is refused and named, what is too large or not understood ends the connection, and a page of
// another site gets none.
func TestPhoneConnectionRefuses(t *testing.T) {
	r := glimpse(t)
	config := r.config(t.TempDir())
	config.Source = "phone:"
	program := run(t, config)
	address := strings.Replace(program.URL(), "http", "ws", 1) + "/api/v1/setup/phone/camera?take=1"
	dial := func(origin string) (*websocket.Conn, error) {
		conn, _, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		return conn, err
	}
	if conn, err := dial("https://elsewhere.example"); err == nil {
		conn.CloseNow()
		t.Error("a page of another site may send pictures")
	}
	head := make([]byte, 8)
	binary.LittleEndian.PutUint64(head, math.Float64bits(1000))
	picture, err := os.ReadFile(filepath.Join(r.dir, "left.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		kind    websocket.MessageType
		message []byte
		answer  string // part of it; empty: the connection is closed
	}{
		"a picture":       {websocket.MessageBinary, append(slices.Clone(head), picture...), `"got":true`},
		"words":           {websocket.MessageBinary, append(slices.Clone(head), "only words"...), "no JPEG"},
		"nothing":         {websocket.MessageBinary, head[:3], "no picture"},
		"too much":        {websocket.MessageBinary, make([]byte, 5<<20), ""},
		"unknown trouble": {websocket.MessageText, []byte(`{"trouble":"tired"}`), ""},
		"no words at all": {websocket.MessageText, []byte(`{`), ""},
	} {
		conn, err := dial(program.URL())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if err := conn.Write(ctx, c.kind, c.message); err != nil && c.answer != "" {
			t.Errorf("%s: %v", name, err)
		}
		_, answer, err := conn.Read(ctx)
		if c.answer == "" && (err == nil || ctx.Err() != nil) {
			t.Errorf("%s: the connection goes on: %s, %v", name, answer, err)
		}
		if c.answer != "" && !strings.Contains(string(answer), c.answer) {
			t.Errorf("%s: %s, %v; want %s", name, answer, err, c.answer)
		}
		cancel()
		conn.CloseNow()
	}
}

// TestStoppedSourceIsNoFault ends a source before those who watch it are told to stop, as a signal can reach them in any order.
func TestStoppedSourceIsNoFault(t *testing.T) {
	config := glimpse(t).config(t.TempDir())
	config.Source = "phone:"
	ctx, cancel := context.WithCancel(t.Context())
	a, err := newApp(ctx, config)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	cancel()
	if err := a.now.Load().camera.watch(t.Context()); err != nil {
		t.Errorf("a camera whose source was stopped ends with: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
