package connect

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"schiri/models"
)

// delivery is what a receiver got.
type delivery struct {
	header http.Header
	body   []byte
}

// receiver is a real server that answers as it is told to, one status after the other, and then with 204.
type receiver struct {
	*httptest.Server
	got chan delivery
}

func newReceiver(t *testing.T, header http.Header, statuses ...int) receiver {
	t.Helper()
	r := receiver{got: make(chan delivery, 100)}
	var mu sync.Mutex
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		status := http.StatusNoContent
		if len(statuses) > 0 {
			status, statuses = statuses[0], statuses[1:]
		}
		for name := range header {
			w.Header().Set(name, header.Get(name))
		}
		w.WriteHeader(status)
		r.got <- delivery{req.Header, body}
	}))
	t.Cleanup(r.Close)
	return r
}

// told is a set of connections at work, with what they log.
type told struct {
	*Connections
	results *prometheus.CounterVec
	log     *strings.Builder
	stop    func()
}

// tell sets connections to work; the pauses between tries are short.
func tell(t *testing.T, c Config) told {
	t.Helper()
	out := told{
		results: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "deliveries"}, []string{"result"}),
		log:     &strings.Builder{},
	}
	connections, err := New(Parts{
		Config: c, Deliveries: out.results, Connected: prometheus.NewGauge(prometheus.GaugeOpts{Name: "connected"}),
		Now: time.Now, Log: slog.New(slog.NewTextHandler(out.log, nil)), // the handler locks while it writes
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range connections.hooks {
		h.firstPause = time.Microsecond
	}
	if connections.broker != nil {
		connections.broker.pause = 10 * time.Millisecond
	}
	out.Connections = connections
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- connections.Run(ctx) }()
	out.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("ended with: %v", err)
		}
	})
	t.Cleanup(out.stop)
	return out
}

// count gives how many messages came to that result.
func (c told) count(t *testing.T, result string) float64 {
	t.Helper()
	var m dto.Metric
	if err := c.results.WithLabelValues(result).Write(&m); err != nil {
		t.Fatal(err)
	}
	return m.GetCounter().GetValue()
}

func hookTo(url string, events ...Kind) Config {
	return Config{Webhooks: []Webhook{{URL: url, Secret: aSecret, Events: events}}}
}

// mistakes publishes snapshots, one mistake more in each.
func (c told) mistakes(n int) {
	s := models.Snapshot{Round: 1, Phase: models.PhasePlaying, Plays: map[int]models.Play{}}
	c.Publish(s)
	for i := range n {
		plays := map[int]models.Play{i + 1: play(i+1, models.Illegal)}
		for number, p := range s.Plays {
			plays[number] = p
		}
		s.Plays = plays
		c.Publish(s)
	}
}

// A receiver that fails at first gets the message again, the same one, signed anew; then the next in order.
func TestAReceiverThatFailsFirst(t *testing.T) {
	r := newReceiver(t, nil, 500, 302, 404, 429)
	c := tell(t, hookTo(r.URL+"/x?token=hush"))
	c.mistakes(3)
	verify, err := standardwebhooks.NewWebhook(aSecret)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for i := range 7 {
		got := <-r.got
		if err := verify.Verify(got.body, got.header); err != nil {
			t.Errorf("delivery %d: %v", i+1, err)
		}
		if err := verify.Verify(append(got.body, ' '), got.header); err == nil {
			t.Error("another body passes with the same signature")
		}
		var m struct {
			Type      Kind
			Timestamp time.Time
			Data      FlaggedPlay
		}
		if err := json.Unmarshal(got.body, &m); err != nil || m.Type != PlayFlagged || m.Timestamp.IsZero() || m.Data.Round != 1 || m.Data.Play.Card == nil {
			t.Errorf("delivery %d: %v %s", i+1, err, got.body)
		}
		if want := max(1, i-3); m.Data.Play.Number != want {
			t.Errorf("delivery %d tells of play %d, want %d", i+1, m.Data.Play.Number, want)
		}
		ids[got.header.Get("Webhook-Id")]++
	}
	if len(ids) != 3 {
		t.Errorf("ids %v, want one five times and two once", ids)
	}
	c.stop() // which may come before the last answer, but not before the others
	if n := c.count(t, "delivered"); n < 2 {
		t.Errorf("%v count as delivered", n)
	}
	if log := c.log.String(); strings.Contains(log, "hush") || strings.Contains(log, aSecret) || strings.Count(log, "trying again") != 4 {
		t.Errorf("the log says\n%s", log)
	}
}

func TestAReceiverThatNeverTakesIt(t *testing.T) {
	var always []int
	for range tries {
		always = append(always, 503)
	}
	r := newReceiver(t, nil, always...)
	c := tell(t, hookTo(r.URL))
	c.mistakes(3)
	for range tries + 2 {
		<-r.got
	}
	c.stop() // which may come before the last answer, but not before the others
	if failed, delivered := c.count(t, "failed"), c.count(t, "delivered"); failed != 1 || delivered < 1 {
		t.Errorf("failed %v, delivered %v", failed, delivered)
	}
	if !strings.Contains(c.log.String(), "given up") {
		t.Errorf("the log says\n%s", c.log)
	}
}

func TestAReceiverThatWantsNoMore(t *testing.T) {
	gone, other := newReceiver(t, nil, http.StatusGone), newReceiver(t, nil)
	c := tell(t, Config{Webhooks: []Webhook{{URL: gone.URL, Secret: aSecret}, {URL: other.URL, Secret: aSecret}}})
	c.mistakes(5)
	for range 5 {
		<-other.got
	}
	<-gone.got
	c.stop()
	if len(gone.got) != 0 {
		t.Error("it is told again")
	}
}

// A receiver says itself for how long it wants to be left alone; it is asked no sooner, but no longer than is bearable.
func TestRetryAfter(t *testing.T) {
	for asked, want := range map[string]time.Duration{"7": 7 * time.Second, "86400": longestPause} {
		r := newReceiver(t, http.Header{"Retry-After": {asked}}, 429)
		c := tell(t, hookTo(r.URL))
		err := c.hooks[0].send(t.Context(), message{kind: PlayFlagged, id: "msg_1", body: []byte("{}")})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("retry after %s", want)) {
			t.Errorf("asked for %s seconds: %v", asked, err)
		}
	}
}

// A receiver that hangs holds up nobody: too much that waits for it is dropped, the oldest first, and counted.
func TestAReceiverThatHangs(t *testing.T) {
	release, reached := make(chan struct{}), make(chan struct{}, 1000)
	r := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		reached <- struct{}{}
		select {
		case <-release:
		case <-req.Context().Done():
		}
	}))
	t.Cleanup(r.Close)
	c := tell(t, hookTo(r.URL))
	c.mistakes(1)
	<-reached
	c.mistakes(0)
	h := c.hooks[0]
	for i := range queued + 10 {
		h.offer(message{kind: PlayFlagged, id: fmt.Sprint("msg_", i)})
	}
	if n := c.count(t, "dropped"); n != 10 {
		t.Errorf("%v count as dropped, want 10", n)
	}
	if next := <-h.queue; next.id != "msg_10" {
		t.Errorf("the oldest that waits is %s", next.id)
	}
	close(release)
	for range queued - 1 {
		<-reached
	}
	c.stop()
}

// Nothing is told but what was asked for, and nothing of what was there at the start.
func TestOnlyWhatWasAskedFor(t *testing.T) {
	r := newReceiver(t, nil)
	c := tell(t, hookTo(r.URL, RoundStopped, MatchOver))
	s := models.Snapshot{Round: 3, Phase: models.PhasePlaying, Plays: map[int]models.Play{1: play(1, models.Illegal)}}
	c.Publish(s)
	s.Plays = map[int]models.Play{1: play(1, models.Illegal), 2: play(2, models.Illegal)}
	c.Publish(s)
	s.Phase = models.PhaseStopped
	c.Publish(s)
	if got := <-r.got; !strings.Contains(string(got.body), `{"type":"round.stopped",`) {
		t.Errorf("told is %s", got.body)
	}
	c.stop()
	if len(r.got) != 0 {
		t.Errorf("then %s", (<-r.got).body)
	}
}

// What a match shows that is gone on with, from years ago or from another table, is no news.
func TestAnotherMatchIsNoNews(t *testing.T) {
	r := newReceiver(t, nil)
	c := tell(t, hookTo(r.URL))
	c.mistakes(0)
	c.Begin()
	old := models.Snapshot{Round: 3, Phase: models.PhaseReady, Rounds: []models.RoundResult{result(1, 5, 9), result(2, 7, 7)}}
	c.Publish(old)
	old.Phase = models.PhasePlaying
	c.Publish(old)
	old.Plays = map[int]models.Play{1: play(1, models.Illegal)}
	c.Publish(old)
	if got := <-r.got; !strings.Contains(string(got.body), `"round":3,`) {
		t.Errorf("told is %s", got.body)
	}
}

// Nobody configured: publishing costs nothing and running waits for the end.
func TestNobodyConfigured(t *testing.T) {
	c := tell(t, Config{})
	c.mistakes(3)
	c.stop()
	if c.log.Len() > 0 {
		t.Errorf("the log says\n%s", c.log)
	}
}

func BenchmarkPublish(b *testing.B) {
	c, err := New(Parts{
		Config: hookTo("http://localhost"), Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "deliveries"}, []string{"result"}),
	})
	if err != nil {
		b.Fatal(err)
	}
	s := models.Snapshot{Round: 1, Phase: models.PhasePlaying, Plays: map[int]models.Play{}}
	for i := range 300 {
		s.Plays[i+1] = play(i+1, models.Legal)
	}
	for b.Loop() {
		c.Publish(s)
	}
}
