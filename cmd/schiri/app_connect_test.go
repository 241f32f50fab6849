package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Whoever is named in the file of connections hears of a round as it is watched, signed; the program tells
// nobody else.
func TestConnections(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	verify, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(chan string, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = verify.Verify(body, r.Header)
		}
		var news struct{ Type string }
		if err == nil {
			err = json.Unmarshal(body, &news)
		}
		if err != nil {
			t.Error(err)
		}
		kinds <- news.Type
	}))
	defer receiver.Close()
	r := glimpse(t)
	config := r.config(t.TempDir())
	file := fmt.Sprintf(`{"webhooks":[{"url":%q,"secret":%q,"events":["round.stopped"]}]}`, receiver.URL, secret)
	if err := os.WriteFile(filepath.Join(config.Data, "connections.json"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	program := run(t, config)
	follow(t, program.URL(), over)
	res, err := http.Post(program.URL()+"/api/v1/round/stop", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if got := <-kinds; res.StatusCode != http.StatusOK || got != "round.stopped" {
		t.Errorf("stopping answers %d and is told as %q", res.StatusCode, got)
	}
	program.stop()
	if len(kinds) > 0 {
		t.Errorf("then %q", <-kinds)
	}
}

func TestABadFileOfConnectionsIsSaid(t *testing.T) {
	r := glimpse(t)
	config := r.config(t.TempDir())
	if err := os.WriteFile(filepath.Join(config.Data, "connections.json"), []byte(`{"webhooks":[{}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if a, err := newApp(t.Context(), config); err == nil {
		a.Close()
		t.Error("it starts")
	}
}
