package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"schiri/models"
	"schiri/vision/frame/frametest"
)

// asProgram makes the test binary run as the program itself, for tests that kill it.
const asProgram = "SCHIRI_TEST_RUNS_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	status := frametest.Run(m)
	endSharedChromium()
	os.Exit(status)
}

// running is the whole program, running in this process.
type running struct {
	*app
	stop func()
}

func run(t *testing.T, c appConfig) running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	a, err := newApp(ctx, c)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	stopped := false
	stop := func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the program ended with: %v", err)
		}
		if err := a.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}
	t.Cleanup(stop)
	return running{a, stop}
}

// updates reads the program's live updates, as a screen would, until the data of one is enough.
func updates(t *testing.T, url string, enough func(data string) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewReader(res.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the live updates ended before what was waited for: %v", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok && enough(data) {
			return
		}
	}
}

// follow reads the live updates until the snapshot, as a screen would have it, satisfies enough, and gives that snapshot.
func follow(t *testing.T, url string, enough func(models.Snapshot) bool) (s models.Snapshot) {
	t.Helper()
	updates(t, url, func(string) bool {
		s = state(t, url)
		return enough(s)
	})
	return s
}

// state is the program's present snapshot.
func state(t *testing.T, url string) models.Snapshot {
	t.Helper()
	res, err := http.Get(url + "/api/v1/state")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var s models.Snapshot
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func over(s models.Snapshot) bool { return s.Camera.Status == models.CameraEnded }

// what a round came to: all of a snapshot that must not depend on how often the program was killed.
func what(s models.Snapshot) models.Snapshot {
	s.Version, s.Time, s.Cards = 0, 0, nil
	return s
}

// start runs the program on a recording as a process of its own, and gives the address of its dashboard.
func start(t *testing.T, r recording, data string) (*exec.Cmd, string) {
	t.Helper()
	return serve(t, "--source", r.video, "--deck", r.deck, "--table", r.table, "--data", data, "--listen", "127.0.0.1:0", "--fast")
}

// serve runs the program as a process of its own, with these flags, and gives the address of its dashboard.
func serve(t *testing.T, flags ...string) (*exec.Cmd, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, append([]string{"serve"}, flags...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	address := regexp.MustCompile(`dashboard=(http://\S+)`)
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, log)
			return cmd, m[1]
		}
		t.Log(lines.Text())
	}
	t.Fatal("the program ended before it served anything")
	return nil, ""
}

// What cannot work is said at once, by the flag that mends it, and nothing is served.
func TestServeRefusesWhatCannotWork(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for says, args := range map[string][]string{
		file + " is a file; give a folder with --data":          {"--data", file},
		"nothing can be kept in the folder " + file:             {"--data", filepath.Join(file, "schiri")},
		"--clips -5: give the megabytes of clips to keep, or 0": {"--data", t.TempDir(), "--clips", "-5"},
	} {
		root := rootCommand()
		root.SetErr(io.Discard)
		// An address that cannot be served on: whatever passes the checks ends there.
		root.SetArgs(append([]string{"serve", "--listen", "nowhere"}, args...))
		if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, want %q", args, err, says)
		}
	}
}

// The program is killed (-9) in the middle of a recorded round and started again, twice. In the
// end the round is what it would have been: nothing is lost, nothing is there twice.
func TestKilledAndStartedAgain(t *testing.T) {
	r := ruleBroken(t)
	whole := run(t, r.config(t.TempDir()))
	want := what(follow(t, whole.URL(), over))
	if len(want.Plays) < 10 {
		t.Fatalf("only %d events were seen; the recording is too poor for this test", len(want.Plays))
	}
	data := t.TempDir()
	var before models.Snapshot
	for _, enough := range []int{len(want.Plays) / 3, 2 * len(want.Plays) / 3} {
		cmd, url := start(t, r, data)
		resumed := state(t, url)
		for number, play := range before.Plays {
			if !reflect.DeepEqual(resumed.Plays[number], play) {
				t.Errorf("event %d was shown before the kill and is not there after it", number)
			}
		}
		before = follow(t, url, func(s models.Snapshot) bool { return len(s.Plays) >= enough })
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Error("the program ended by itself")
		}
	}
	last := run(t, r.config(data))
	if got := what(follow(t, last.URL(), over)); !reflect.DeepEqual(got, want) {
		t.Errorf("after two kills the round is\n%+v\nwant\n%+v", got, want)
	}
}
