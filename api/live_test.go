package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"golang.org/x/sync/errgroup"

	"schiri/models"
)

// stream is a browser's end of the live updates.
type stream struct {
	t     *testing.T
	lines *bufio.Scanner
}

// pagesOfTheSite is the version of its pages.
const pagesOfTheSite = "5f0c9b21d4a67e38"

func (s *site) listen(t *testing.T) stream {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", "1") // as a browser sends it that was connected before; it must get everything anew
	res, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	screen := stream{t, lines}
	if kind, data := screen.next(); kind != "pages" || string(data) != pagesOfTheSite {
		t.Fatalf("the stream begins with %s %s", kind, data)
	}
	return screen
}

// next gives the next event's kind and data.
func (s stream) next() (kind string, data []byte) {
	s.t.Helper()
	for s.lines.Scan() {
		line := s.lines.Text()
		switch {
		case strings.HasPrefix(line, "event: "):
			kind = line[len("event: "):]
		case strings.HasPrefix(line, "data: "):
			data = bytes.Clone(s.lines.Bytes()[len("data: "):])
		case line == "" && kind != "":
			return kind, data
		}
	}
	s.t.Fatalf("the stream ended: %v", s.lines.Err())
	return "", nil
}

func TestLiveUpdates(t *testing.T) {
	s := newSite(t)
	s.must("POST", "/api/v1/round/start", "")
	s.deal()
	screen := s.listen(t)
	kind, data := screen.next()
	var state map[string]any
	if err := json.Unmarshal(data, &state); kind != "snapshot" || err != nil || state["phase"] != "playing" {
		t.Fatalf("first comes %s %s", kind, data)
	}
	s.see(lay("Ana", 1, models.Red, 1, 1))
	kind, data = screen.next()
	var change map[string]any
	if err := json.Unmarshal(data, &change); kind != "change" || err != nil {
		t.Fatalf("then comes %s %s", kind, data)
	}
	plays, _ := change["plays"].(map[string]any)
	if len(plays) != 1 || plays["4"] == nil || change["phase"] != nil {
		t.Errorf("a play is told as %s", data)
	}
	// Applied to what the screen had, the change gives what is true now.
	for name, value := range change {
		if name != "plays" {
			state[name] = value
		}
	}
	state["plays"].(map[string]any)["4"] = plays["4"]
	var now map[string]any
	if err := json.Unmarshal(s.live.State(), &now); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(state, now) {
		t.Errorf("the screen has\n%v\nbut it is\n%v", state, now)
	}
	if kind, data = s.listen(t).next(); kind != "snapshot" || !bytes.Equal(data, s.live.State()) {
		t.Errorf("another screen begins with %s", kind)
	}
}

// A screen that takes nothing holds up nobody; when it looks again, it gets everything at once.
func TestASlowScreen(t *testing.T) {
	dropped := prometheus.NewCounter(prometheus.CounterOpts{Name: "dropped"})
	live := NewLive(dropped)
	slow, leave := live.listen()
	defer leave()
	quick, leaveToo := live.listen()
	defer leaveToo()
	seen := 0
	const changes = 5 * waiting
	for v := range changes {
		if err := live.Publish(models.Snapshot{Version: uint64(v + 1)}); err != nil {
			t.Fatal(err)
		}
		for len(quick) > 0 {
			<-quick
			seen++
		}
	}
	if seen != changes+1 {
		t.Errorf("the quick screen got %d messages, want %d", seen, changes+1)
	}
	first := <-slow
	if first.kind != "snapshot" || first.version == 0 {
		t.Errorf("the slow screen goes on with a %s of version %d", first.kind, first.version)
	}
	for version := first.version; version < changes; version++ {
		if m := <-slow; m.kind != "change" || m.version != version+1 {
			t.Fatalf("after version %d comes a %s of version %d", version, m.kind, m.version)
		}
	}
	if got := value(t, dropped); got < float64(first.version) {
		t.Errorf("%v messages count as dropped, but %d changes never arrived", got, first.version)
	}
}

// Fifty screens follow a round to its end, while one that takes nothing hangs on the same stream.
func TestFiftyScreens(t *testing.T) {
	s := newSite(t)
	const changes = 150
	s.listen(t) // reads nothing, ever
	var all errgroup.Group
	for range 50 {
		screen := s.listen(t)
		all.Go(func() error {
			for screen.lines.Scan() {
				if strings.Contains(screen.lines.Text(), `"message":"the end"`) {
					return nil
				}
			}
			return fmt.Errorf("the stream ended: %w", screen.lines.Err())
		})
	}
	plays := map[int]models.Play{}
	for n := range changes {
		plays = maps.Clone(plays)
		plays[n+1] = models.Play{Number: n + 1, Ruling: models.Ruling{Event: lay("Ana", float64(n), models.Red, 1+n%10, n)}}
		if err := s.live.Publish(models.Snapshot{Version: uint64(1000 + n), Plays: plays}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.live.Publish(models.Snapshot{Version: 1000 + changes, Plays: plays, Camera: models.CameraState{Message: "the end"}}); err != nil {
		t.Fatal(err)
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
}

func value(t *testing.T, c prometheus.Counter) float64 {
	t.Helper()
	var m dto.Metric
	if err := c.Write(&m); err != nil {
		t.Fatal(err)
	}
	return m.GetCounter().GetValue()
}

// Everybody is let go when the server closes.
func TestClosingEndsTheStreams(t *testing.T) {
	s := newSite(t)
	screen := s.listen(t)
	screen.next()
	s.live.Close()
	for screen.lines.Scan() {
	}
	if err := screen.lines.Err(); err != nil {
		t.Errorf("the stream broke off: %v", err)
	}
	if s.live.Screens() != 0 {
		t.Error("a screen is still listed")
	}
	if err := s.live.Publish(models.Snapshot{}); err != nil {
		t.Error(err)
	}
}

func TestDifference(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{`{"a":1,"b":2}`, `{"a":1,"b":3}`, `{"b":3}`},
		{`{"a":1,"b":2}`, `{"a":1}`, `{"b":null}`},
		{`{"a":1}`, `{"a":1}`, `{}`},
		{`{}`, `{"a":[1]}`, `{"a":[1]}`},
	} {
		var before, after map[string]json.RawMessage
		if err := errors.Join(json.Unmarshal([]byte(c.before), &before), json.Unmarshal([]byte(c.after), &after)); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(difference(before, after)); err != nil || string(got) != c.want {
			t.Errorf("from %s to %s: %s %v, want %s", c.before, c.after, got, err, c.want)
		}
	}
}

// What a screen has that applies every change is what a new one gets, whatever changed: cards alone, plays alone,
// plays that come back in another map just as they were.
func TestChangesAddUp(t *testing.T) {
	live := NewLive(prometheus.NewCounter(prometheus.CounterOpts{Name: "dropped"}))
	screen, leave := live.listen()
	defer leave()
	play := func(n int, verdict models.Verdict) models.Play {
		return models.Play{Number: n, Ruling: models.Ruling{Event: lay("Ana", float64(n), models.Red, n, 1), Verdict: verdict}}
	}
	first := map[int]models.Play{1: play(1, models.Legal), 2: play(2, models.Unproven)}
	steps := []struct {
		snapshot models.Snapshot
		plays    string // the numbers of the plays in the change
	}{
		{models.Snapshot{Version: 1, Plays: first}, "1 2"},
		{models.Snapshot{Version: 2, Plays: first, Cards: make([]models.Outline, 2)}, ""},
		{models.Snapshot{Version: 3, Plays: maps.Clone(first), Cards: make([]models.Outline, 1)}, ""},
		{models.Snapshot{Version: 4, Plays: map[int]models.Play{1: play(1, models.Legal), 2: play(2, models.Illegal), 3: play(3, models.Legal)}}, "2 3"},
		{models.Snapshot{Version: 5, Plays: map[int]models.Play{1: play(1, models.Legal)}}, "2 3"},
		{models.Snapshot{Version: 6}, "1"},
	}
	state := map[string]any{}
	<-screen
	for _, step := range steps {
		if err := live.Publish(step.snapshot); err != nil {
			t.Fatal(err)
		}
		var change, now map[string]any
		if err := errors.Join(json.Unmarshal((<-screen).data, &change), json.Unmarshal(live.State(), &now)); err != nil {
			t.Fatal(err)
		}
		plays, _ := change["plays"].(map[string]any)
		if got := strings.Join(slices.Sorted(maps.Keys(plays)), " "); got != step.plays {
			t.Errorf("version %d sends the plays %q, want %q", step.snapshot.Version, got, step.plays)
		}
		old, _ := state["plays"].(map[string]any)
		if old == nil {
			old = map[string]any{}
		}
		maps.Copy(state, change)
		for number, play := range plays {
			if old[number] = play; play == nil {
				delete(old, number)
			}
		}
		if state["plays"] = old; !reflect.DeepEqual(state, now) {
			t.Errorf("at version %d the screen has\n%v\nbut it is\n%v", step.snapshot.Version, state, now)
		}
	}
}

func BenchmarkPublish(b *testing.B) {
	live := NewLive(prometheus.NewCounter(prometheus.CounterOpts{Name: "dropped"}))
	for range 50 {
		_, leave := live.listen()
		defer leave()
	}
	s := models.Snapshot{Plays: map[int]models.Play{}, Cards: make([]models.Outline, 60)}
	for i := range 300 {
		s.Plays[i+1] = models.Play{Number: i + 1, Ruling: models.Ruling{Event: lay("Ana", float64(i), models.Red, 1+i%10, i), Reason: fmt.Sprint("reason ", i)}}
	}
	for b.Loop() {
		s.Version++
		s.Cards[0].Corners[0].X = float64(s.Version)
		if err := live.Publish(s); err != nil {
			b.Fatal(err)
		}
	}
}
