package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
)

// A round is played, counted, followed by another, and put right from afar.
func TestCorrectionsOverHTTP(t *testing.T) {
	s := newSite(t)
	s.must("POST", "/api/v1/round/start", "")
	s.deal()
	s.see(lay("Ana", 1, models.Red, 1, 1))
	s.see(lay("Cem", 2, models.Red, 3, 1))
	if state := s.must("POST", "/api/v1/rounds/1/plays", `{"after":4,"type":"play","player":"Ben","from":"row","card":{"color":"red","number":2},"pile":1,"by":"Ben"}`); !state.Plays[6].Inserted || state.Plays[5].Verdict != models.Legal {
		t.Errorf("added: %+v, then %s", state.Plays[6], state.Plays[5].Verdict)
	}
	if status, answer := s.do("GET", "/api/v1/rounds/1/plays/5/likely", ""); status != http.StatusOK || !strings.Contains(answer, `"players":[`) {
		t.Errorf("likely: %d %s", status, answer)
	}
	if status, answer := s.do("POST", "/api/v1/rounds/1/plays/6/correction", `{"player":"Ana","seen":2}`); status != http.StatusConflict || !strings.Contains(answer, `"conflict"`) {
		t.Errorf("an old look: %d %s", status, answer)
	}
	var seen match.Sighting
	_, answer := s.do("GET", "/api/v1/rounds/1/spot?player=Ben&spot=row&slot=1", "")
	if err := json.Unmarshal([]byte(answer), &seen); err != nil || seen.Card == nil || len(seen.Cards) == 0 {
		t.Fatalf("what lies before Ben: %s", answer)
	}
	named := fmt.Sprintf(`{"player":"Ben","spot":"row","slot":1,"card":{"color":"green","number":9},"number":%d,"seen":%d,"by":"Ana"}`, seen.Number, seen.Revision)
	if state := s.must("POST", "/api/v1/rounds/1/spot", named); state.Players[1].Row[1] != (models.Card{Color: models.Green, Number: 9}) {
		t.Errorf("named: %+v", state.Players[1].Row)
	}
	if status, answer := s.do("POST", "/api/v1/rounds/1/spot", named); status != http.StatusConflict {
		t.Errorf("once more by the same look: %d %s", status, answer)
	}
	if status, answer := s.do("GET", "/api/v1/rounds/1/spot?player=Ben&spot=row&slot=x", ""); status != http.StatusBadRequest {
		t.Errorf("no such place: %d %s", status, answer)
	}
	s.must("POST", "/api/v1/round/stop", `{"player":"Ana"}`)
	s.must("POST", "/api/v1/round/resume", `{"by":"Ana"}`)
	s.must("POST", "/api/v1/round/stop", "")
	s.must("POST", "/api/v1/round/count", "")
	s.found = []models.Observation{{Face: models.FaceUnknown}}
	s.must("POST", "/api/v1/round/photos", "")
	if c := s.must("POST", "/api/v1/round/photos/1/cards/1", `{"back":"red-pink"}`).Count; c.Backs["red-pink"] != 1 || c.Unknown != 0 {
		t.Errorf("named: %+v", c)
	}
	if status, answer := s.do("GET", "/api/v1/matches/now/rounds/1/photos/1", ""); status != http.StatusOK || answer != "photo" {
		t.Errorf("photo: %d %q", status, answer)
	}
	s.must("DELETE", "/api/v1/round/photos/1", "")
	s.must("POST", "/api/v1/round/photos/1/restore", "")
	var doubts []models.CountDoubt
	_, answer = s.do("POST", "/api/v1/rounds/1/check", `{"backs":{"blue-orange":9,"blue-green":1,"red-pink":1},"left":{"Ana":10,"Ben":9,"Cem":10}}`)
	if err := json.Unmarshal([]byte(answer), &doubts); err != nil || len(doubts) == 0 || len(doubts[0].Because) == 0 {
		t.Errorf("six cards too many: %s", answer)
	}
	s.must("POST", "/api/v1/round/confirm", `{"backs":{"blue-orange":1,"blue-green":1,"red-pink":1},"left":{"Ana":10,"Ben":9,"Cem":10}}`)
	s.must("POST", "/api/v1/round/next", "")
	_, again := s.do("POST", "/api/v1/matches/now/rounds/1/check", `{"backs":{"blue-orange":9,"blue-green":1,"red-pink":1},"left":{"Ana":10,"Ben":9,"Cem":10}}`)
	if again != answer {
		t.Errorf("of the round that is over: %s, before it was: %s", again, answer)
	}
	if state := s.must("POST", "/api/v1/rounds/1/void", `{"by":"Ana","note":"the cat"}`); len(state.Rounds) != 0 {
		t.Errorf("void: %+v", state.Rounds)
	}
	if state := s.must("POST", "/api/v1/rounds/1/undo", `{"by":"Ben"}`); len(state.Rounds) != 1 {
		t.Errorf("undone: %+v", state.Rounds)
	}
	var round models.RoundDetail
	_, answer = s.do("GET", "/api/v1/matches/now/rounds/1", "")
	if err := json.Unmarshal([]byte(answer), &round); err != nil || len(round.Changes) < 3 || round.Changes[0].By != "Ben" {
		t.Errorf("round: %s", answer)
	}
	if status, answer := s.do("GET", "/api/v1/matches/now/rounds/1/plays/4/before.jpg", ""); status != http.StatusOK || answer != "before" {
		t.Errorf("picture: %d %q", status, answer)
	}
	if status, answer := s.do("GET", "/api/v1/matches", ""); status != http.StatusOK || !strings.Contains(answer, `"present":true`) {
		t.Errorf("matches: %d %s", status, answer)
	}
	if status, answer := s.do("GET", "/api/v1/matches/now/match.zip", ""); status != http.StatusOK || !strings.HasPrefix(answer, "PK") {
		t.Errorf("file: %d, %d bytes", status, len(answer))
	}
}

// A clip is given whole or in part, and says by which of its pictures a play is shown.
func TestClipsOverHTTP(t *testing.T) {
	s := newSite(t)
	s.must("POST", "/api/v1/round/start", "")
	s.deal()
	s.see(lay("Ana", 5, models.Red, 1, 1))
	if status, answer := s.do("GET", "/api/v1/matches/now/rounds/1/plays/4/clip", ""); status != http.StatusOK || !strings.Contains(answer, `"clip":0`) {
		t.Errorf("before there is one: %d %s", status, answer)
	}
	path := filepath.Join(s.journal.ClipFolder(), "new.mp4")
	if err := os.WriteFile(path, []byte("0123456789"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.journal.AddClip(t.Context(), journal.Clip{Round: 1, Times: []float64{3, 4, 5, 6}, FPS: 1, Type: "video/mp4"}, path); err != nil {
		t.Fatal(err)
	}
	var shown models.Evidence
	_, answer := s.do("GET", "/api/v1/matches/now/rounds/1/plays/4/clip", "")
	if err := json.Unmarshal([]byte(answer), &shown); err != nil || shown.Clip != 1 || shown.Moment != 5 || len(shown.Times) != 4 {
		t.Errorf("shown by %s", answer)
	}
	for part, want := range map[string]string{"": "0123456789", "bytes=2-4": "234", "bytes=-3": "789"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/clips/1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if part != "" {
			req.Header.Set("Range", part)
		}
		res, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || string(b) != want || res.Header.Get("Content-Type") != "video/mp4" {
			t.Errorf("%s: %d %q %v", part, res.StatusCode, b, res.Header)
		}
	}
	for _, path := range []string{"/api/v1/clips/9", "/api/v1/matches/77/rounds/1", "/api/v1/matches/now/rounds/8", "/api/v1/matches/now/rounds/1/plays/99/clip"} {
		if status, _ := s.do("GET", path, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	for _, path := range []string{"/api/v1/clips/x", "/api/v1/matches/x/rounds/1", "/api/v1/matches/now/rounds/0"} {
		if status, _ := s.do("GET", path, ""); status != http.StatusBadRequest {
			t.Errorf("%s: %d", path, status)
		}
	}
}
