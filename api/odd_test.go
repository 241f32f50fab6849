package api

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"schiri/api/match"
	"schiri/models"
)

// Whatever is asked, and in whatever phase, the answer is no fault of the program, an error is told in the same form, and what is shown
// is what the record brings back.
func TestOddRequests(t *testing.T) {
	s := newSite(t)
	paths := []string{
		"/round/start", "/round/stop", "/round/resume", "/round/count", "/round/confirm", "/round/next", "/match/end",
		"/round/photos/N", "/round/photos/N/restore", "/round/photos/N/cards/N", "/plays/N/correction", "/plays/N/before.jpg",
		"/rounds/N/spot", "/rounds/N/spot?player=Ana&spot=row&slot=N", "/rounds/N/plays", "/rounds/N/check", "/rounds/N/void", "/rounds/N/undo",
		"/rounds/N/plays/N/correction", "/rounds/N/plays/N/correction?by=%FF%00", "/rounds/N/plays/N/likely",
		"/matches/N/match.json", "/matches/N/rounds/1", "/matches/N/rounds/N", "/matches/N/rounds/1/void", "/matches/N/rounds/1/plays/N/clip",
		"/matches/N/rounds/N/photos/N", "/clips/N", "/book/N", "/snapshot.jpg?after=7N", "/nothing",
	}
	numbers := []string{"1", "4", "0", "-1", "99", "9223372036854775807", "99999999999999999999", "1e3", "now", "%00", "..%2f..", "é"}
	bodies := []string{
		"", "null", "[]", "7", `"x"`, "{", `{"x":1}`, `{}{}`, "\xff\xfe", strings.Repeat("[", 9999), `{"note":"` + strings.Repeat("x", 70_000) + `"}`,
		`{"player":"\u0000","by":"<script>"}`, `{"type":"play","card":{"color":"red","number":3},"after":-1,"pile":-5}`,
		`{"type":"play","player":"Ana","card":{"color":"red","number":11}}`, `{"type":"stop","player":"Ana","after":9223372036854775807}`,
		`{"player":"Ana","card":{"color":"red","number":0},"from":"sleeve","pile":9223372036854775807,"agreed":"perhaps"}`,
		`{"backs":{"blue-orange":9223372036854775807,"blue-green":-9223372036854775808,"red-pink":1},"left":{"Ana":-1,"Ben":9223372036854775807,"Cem":1}}`,
		`{"player":"Ana","spot":"row","slot":-1,"number":0,"seen":0}`, `{"player":"Ana","spot":"hand","slot":9223372036854775807}`,
		`{"agreed":"legal"}`, `{"remove":true}`, `{"back":"nobody's"}`,
	}
	ask := func(method, path, body string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Client().Do(req)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		defer res.Body.Close()
		answer, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		var told struct {
			Error struct {
				Code    string         `json:"code"`
				Message string         `json:"message"`
				Because models.Message `json:"because"`
			} `json:"error"`
		}
		switch {
		case res.StatusCode >= http.StatusInternalServerError:
			t.Errorf("%s %s %.60q: %d %s", method, path, body, res.StatusCode, answer)
		case res.StatusCode >= http.StatusBadRequest && method != http.MethodHead:
			if json.Unmarshal(answer, &told) != nil || told.Error.Code == "" || told.Error.Message == "" || told.Error.Because.ID == "" {
				t.Errorf("%s %s %.60q: %d %.200s", method, path, body, res.StatusCode, answer)
			}
		}
	}
	odd := func() {
		for i, path := range paths {
			for k, n := range numbers {
				at := strings.ReplaceAll(path, "N", n)
				ask("GET", at, "")
				ask("DELETE", at, "")
				ask("POST", at, bodies[(i+k)%len(bodies)])
				ask("PUT", at, bodies[k])
			}
			for _, body := range bodies {
				ask("POST", strings.ReplaceAll(path, "N", "1"), body)
			}
		}
	}
	odd()
	_ = s.match.Start(t.Context())
	s.deal()
	s.see(lay("Ana", 1, models.Red, 1, 1))
	s.see(lay("Cem", 2, models.Red, 3, 1))
	odd()
	_ = s.match.Stop(t.Context(), "")
	_ = s.match.BeginCount(t.Context())
	odd()
	again, err := match.Open(t.Context(), match.Config{
		Rules: s.match.Rules, Journal: s.journal, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Publish: func(models.Snapshot) error { return nil }, Ruled: func(models.Ruling) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	shown, back := s.match.Snapshot(), again.Snapshot()
	if fmt.Sprint(shown.Phase, shown.Round, shown.Rounds) != fmt.Sprint(back.Phase, back.Round, back.Rounds) || plain(t, shown.Plays) != plain(t, back.Plays) {
		t.Errorf("shown:\n%+v\nthe record brings back:\n%+v", shown, back)
	}
}

// plain is a value as it goes over the wire.
func plain(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
