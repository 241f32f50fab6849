package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"

	"golang.org/x/sync/errgroup"

	"schiri/api/guard"
	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
)

// site is the server over a match in a temporary folder.
type site struct {
	*httptest.Server
	t       *testing.T
	wire    checker
	match   *match.Match
	journal *journal.Journal
	live    *Live
	ready   error
	found   []models.Observation // what the camera shows in the count
}

func newSite(t *testing.T) *site { return newLockedSite(t, "") }

// newLockedSite is a server that can be watched with a PIN only; an empty one locks nobody out.
func newLockedSite(t *testing.T, watchPIN string) *site {
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	registry := prometheus.NewRegistry()
	metrics := NewMetrics(registry, func() float64 { return 3 })
	s := &site{t: t, wire: newChecker(t), live: NewLive(metrics.Changes), journal: j}
	log := slog.New(slog.DiscardHandler)
	s.match, err = match.Open(t.Context(), match.Config{
		Rules: rules.Config{Edition: models.Schmidt, Players: []models.Player{
			{Name: "Ana", Back: "blue-orange"}, {Name: "Ben", Back: "blue-green"}, {Name: "Cem", Back: "red-pink"},
		}},
		Journal: j, Publish: s.live.Publish, Ruled: metrics.Ruled, Now: time.Now, Log: log,
		Evidence: func(models.Event) journal.Picture { return journal.Picture{Before: []byte("before")} },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(Handler(Parts{
		Match: s.match, Live: s.live, Gatherer: registry, Log: log,
		Guard:      guard.New(guard.Config{RefereePIN: "482913", WatchPIN: watchPIN, Now: time.Now}),
		Invitation: Invitation{Guests: "http://192.168.1.5:8080/join", Referee: "https://192.168.1.5:8443/"},
		Picture: func(ctx context.Context, after int) ([]byte, int, error) {
			if after >= 7 {
				return nil, 0, errors.New("no newer picture")
			}
			return []byte("jpeg"), 7, nil
		},
		Read: func(_ context.Context, photo []byte) ([]models.Observation, models.Photo, error) {
			if string(photo) == "not a picture" {
				return nil, models.Photo{}, match.Refuse(match.Invalid, "That is no picture.")
			}
			return s.found, models.Photo{JPEG: []byte("photo"), Width: 640, Height: 480}, nil
		},
		Ready: func() error { return s.ready },
	}))
	t.Cleanup(s.Close)
	t.Cleanup(s.live.Close)
	return s
}

// do sends a request and gives status and body, which must be as the API's description says.
func (s *site) do(method, path, body string) (int, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	res, err := s.Client().Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	s.wire.check(s.t, req, res, b)
	return res.StatusCode, string(b)
}

// must sends a command that has to be accepted and gives the state after it.
func (s *site) must(method, path, body string) models.Snapshot {
	s.t.Helper()
	status, answer := s.do(method, path, body)
	var state models.Snapshot
	if err := json.Unmarshal([]byte(answer), &state); status != http.StatusOK || err != nil {
		s.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return state
}

func (s *site) deal() {
	s.t.Helper()
	for i, name := range []string{"Ana", "Ben", "Cem"} {
		row := []models.Card{{Color: models.Red, Number: 1 + i}, {Color: models.Blue, Number: 2}, {Color: models.Green, Number: 4}, {Color: models.Green, Number: 5}}
		s.see(models.Event{Type: models.EventDeal, Time: 0.1, Decided: 0.2, Player: name, Row: row, LigrettoTop: models.ShownCard(models.Card{Color: models.Yellow, Number: 9})})
	}
}

func (s *site) see(e models.Event) {
	s.t.Helper()
	if err := s.match.Observe(s.t.Context(), e); err != nil {
		s.t.Fatal(err)
	}
}

func lay(player string, t float64, c models.Color, n, pile int) models.Event {
	slot := 0
	return models.Event{Type: models.EventPlay, Time: t, Decided: t + 0.3, Player: player, From: models.SpotRow, Slot: &slot, Card: &models.Card{Color: c, Number: n}, Pile: pile}
}

func TestARoundOverHTTP(t *testing.T) {
	s := newSite(t)
	s.must("POST", "/api/v1/round/start", "")
	s.deal()
	s.see(lay("Ana", 1, models.Red, 1, 1))
	s.see(lay("Cem", 2, models.Red, 3, 1))
	state := s.must("GET", "/api/v1/state", "")
	if state.Plays[4].Verdict != models.Legal || state.Plays[5].Verdict != models.Illegal {
		t.Errorf("verdicts %q and %q", state.Plays[4].Verdict, state.Plays[5].Verdict)
	}
	if status, body := s.do("GET", "/api/v1/plays/5/before.jpg", ""); status != http.StatusOK || body != "before" {
		t.Errorf("the picture before: %d %q", status, body)
	}
	if status, _ := s.do("GET", "/api/v1/plays/5/after.jpg", ""); status != http.StatusNotFound {
		t.Errorf("a picture that was not kept: %d", status)
	}
	state = s.must("POST", "/api/v1/plays/5/correction", `{"player":"Ben","card":{"color":"red","number":2},"by":"Ana"}`)
	if p := state.Plays[5]; p.Player != "Ben" || p.Card.Number != 2 || !p.Corrected {
		t.Errorf("corrected to %+v", p)
	}
	state = s.must("DELETE", "/api/v1/plays/5/correction", "")
	if p := state.Plays[5]; p.Player != "Cem" || p.Corrected {
		t.Errorf("with the correction undone %+v", p)
	}
	s.must("POST", "/api/v1/round/stop", "")
	s.must("POST", "/api/v1/round/count", "")
	s.found = []models.Observation{{Face: models.FaceBack, Back: "blue-orange"}}
	s.must("POST", "/api/v1/round/photos", "")
	state = s.must("POST", "/api/v1/round/photos", "a photo")
	if state.Count.Backs["blue-orange"] != 2 || len(state.Count.Photos) != 2 {
		t.Errorf("two photos count as %+v", state.Count)
	}
	s.must("DELETE", "/api/v1/round/photos/1", "")
	state = s.must("POST", "/api/v1/round/confirm", `{"backs":{"blue-orange":1,"blue-green":0,"red-pink":0},"left":{"Ana":10,"Ben":10,"Cem":10}}`)
	if len(state.Rounds) != 1 || state.Rounds[0].Totals["Ana"] != 1-20 {
		t.Errorf("rounds %+v", state.Rounds)
	}
	if state = s.must("POST", "/api/v1/round/next", ""); state.Round != 2 {
		t.Errorf("the next round is %d", state.Round)
	}
}

func TestRefusals(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"POST", "/api/v1/round/stop", "", 409, "wrong_phase"},
		{"POST", "/api/v1/round/next", "", 409, "wrong_phase"},
		{"POST", "/api/v1/round/photos", "not a picture", 400, "invalid"},
		{"POST", "/api/v1/round/confirm", "{", 400, "invalid"},
		{"POST", "/api/v1/round/confirm", `{"bcks":{}}`, 400, "invalid"},
		{"POST", "/api/v1/round/confirm", `{"left":{"Ana":"all"}}`, 400, "invalid"},
		{"DELETE", "/api/v1/round/photos/zero", "", 400, "invalid"},
		{"POST", "/api/v1/plays/9/correction", "{}", 404, "not_found"},
		{"GET", "/api/v1/plays/9/before.jpg", "", 404, "not_found"},
		{"GET", "/api/v1/snapshot.jpg?after=x", "", 400, "invalid"},
		{"GET", "/api/v1/nothing", "", 404, "not_found"},
		{"DELETE", "/api/v1/state", "", 405, "method"},
	} {
		status, body := s.do(c.method, c.path, c.body)
		var answer struct {
			Error struct{ Code, Message string }
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Errorf("%s %s: %q is not JSON", c.method, c.path, body)
			continue
		}
		if status != c.status || answer.Error.Code != c.code || len(answer.Error.Message) < 10 {
			t.Errorf("%s %s %s: %d %+v, want %d %s", c.method, c.path, c.body, status, answer.Error, c.status, c.code)
		}
	}
}

func TestAnotherSiteCannotPressTheButtons(t *testing.T) {
	s := newSite(t)
	req, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/v1/round/start", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Origin", "https://elsewhere.example")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	res, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusForbidden || s.match.Snapshot().Phase != models.PhaseReady {
		t.Errorf("status %d, phase %s", res.StatusCode, s.match.Snapshot().Phase)
	}
}

func TestHealthAndPicture(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]int{"/livez": 200, "/readyz": 200, "/api/v1/snapshot.jpg": 200, "/": 200, "/web/main.js": 200, "/web/none.js": 404} {
		if status, _ := s.do("GET", path, ""); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	if status, _ := s.do("GET", "/api/v1/snapshot.jpg?after=7", ""); status != http.StatusNoContent {
		t.Errorf("no newer picture: %d", status)
	}
	s.ready = errors.New("the camera is gone")
	if status, body := s.do("GET", "/readyz", ""); status != http.StatusServiceUnavailable || !strings.Contains(body, "camera") {
		t.Errorf("not ready: %d %q", status, body)
	}
	if status, _ := s.do("GET", "/livez", ""); status != 200 {
		t.Errorf("alive but not ready: %d", status)
	}
}

func TestMetrics(t *testing.T) {
	s := newSite(t)
	s.must("POST", "/api/v1/round/start", "")
	s.deal()
	s.see(lay("Ana", 1, models.Red, 1, 1))
	s.see(lay("Cem", 2, models.Red, 3, 1))
	_, body := s.do("GET", "/metrics", "")
	for _, line := range []string{
		"schiri_frames_total 0", "schiri_frames_dropped_total 0", "schiri_plays_total 2",
		`schiri_flags_total{kind="illegal"} 1`, `schiri_flags_total{kind="unproven"} 0`,
		"schiri_decision_latency_seconds_count 2", "schiri_open_mats 3", "schiri_changes_dropped_total 0",
		`schiri_webhook_messages_total{result="dropped"} 0`, "schiri_mqtt_connected 0",
	} {
		if !strings.Contains(body, "\n"+line+"\n") {
			t.Errorf("%q is missing", line)
		}
	}
	if problems, err := promlint.New(strings.NewReader(body)).Lint(); err != nil || len(problems) > 0 {
		t.Errorf("names: %v %v", problems, err)
	}
}

// stream is a browser's end of the live updates.
type stream struct {
	t     *testing.T
	lines *bufio.Scanner
}

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
	return stream{t, lines}
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
				if strings.Contains(screen.lines.Text(), `"notice":"the end"`) {
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
	if err := s.live.Publish(models.Snapshot{Version: 1000 + changes, Plays: plays, Notice: "the end"}); err != nil {
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
