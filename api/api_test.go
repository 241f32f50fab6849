package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

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
		Evidence: func(models.Event, float64) journal.Picture { return journal.Picture{Before: []byte("before")} },
	})
	if err != nil {
		t.Fatal(err)
	}
	logged := time.Now() // by this clock nobody is patient enough to try another PIN, however slow the machine
	s.Server = httptest.NewServer(Handler(Parts{
		Pages: pagesOfTheSite,
		Match: s.match, Live: s.live, Gatherer: registry, Log: log,
		Guard:      guard.New(guard.Config{RefereePIN: "482913", WatchPIN: watchPIN, Now: func() time.Time { return logged }}),
		Invitation: Invitation{Guests: "http://192.168.1.5:8080/join", Referee: "https://192.168.1.5:8443/"},
		Picture: func(ctx context.Context, after int) ([]byte, int, error) {
			if after >= 7 {
				return nil, 0, errors.New("no newer picture")
			}
			return []byte("jpeg"), 7, nil
		},
		Read: func(_ context.Context, photo []byte) ([]models.Observation, models.Photo, error) {
			if string(photo) == "not a picture" {
				return nil, models.Photo{}, match.Refuse(match.Invalid, "no-photo-file", "That is no picture.")
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

// A command is done whole though whoever gave it has gone in the middle: a page that was closed or reloaded, a phone
// that lost the network.
func TestACommandOutlivesItsSender(t *testing.T) {
	s := newSite(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(gone, "POST", "http://localhost/api/v1/round/start", nil)
	r.RemoteAddr = "127.0.0.1:1"
	w := httptest.NewRecorder()
	s.Config.Handler.ServeHTTP(w, r)
	if phase := s.match.Snapshot().Phase; w.Code != http.StatusOK || phase != models.PhasePlaying {
		t.Errorf("%d, phase %s: %s", w.Code, phase, w.Body)
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
	for _, path := range []string{"/livez", "/readyz", "/tv", "/web/main.js"} { // as monitors ask
		if status, body := s.do("HEAD", path, ""); status != http.StatusOK || body != "" {
			t.Errorf("HEAD of %s: %d %q", path, status, body)
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
