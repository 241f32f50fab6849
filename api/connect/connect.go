// Package connect tells others of the match: webhooks of what happens, and an MQTT broker, for Home Assistant among
// others, of how things stand. Nobody is told anything unless the user has configured it, and whoever is slow,
// away or broken never holds up the match.
package connect

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"schiri/models"
)

// Parts is what connections are made of.
type Parts struct {
	Config
	Deliveries *prometheus.CounterVec // what became of messages to webhooks, by result: delivered, failed, dropped
	Connected  prometheus.Gauge       // 1 while the MQTT broker is connected
	Now        func() time.Time
	Log        *slog.Logger
}

// Connections hands on what the match publishes to those who are configured.
type Connections struct {
	hooks  []*hook
	broker *broker // nil: none is configured
	now    func() time.Time
	log    *slog.Logger

	mu     sync.Mutex
	before *models.Snapshot // the one published last; nil: none yet
}

// New makes the connections; they begin to work with Run.
func New(p Parts) (*Connections, error) {
	c := &Connections{now: p.Now, log: p.Log}
	for _, w := range p.Webhooks {
		h, err := newHook(w, p)
		if err != nil {
			return nil, err
		}
		c.hooks = append(c.hooks, h)
	}
	if p.MQTT != nil {
		b, err := newBroker(*p.MQTT, p)
		if err != nil {
			return nil, err
		}
		c.broker = b
	}
	return c, nil
}

// Begin tells that what is published next is another match: nothing it shows at first is news.
func (c *Connections) Begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.before = nil
}

// Publish takes the newest snapshot. It never blocks. The first one of a match is where its news begins: what it
// shows has been told already, or happened while nobody was there to tell it.
func (c *Connections) Publish(s models.Snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broker != nil {
		c.broker.offer(s)
	}
	if len(c.hooks) == 0 {
		return
	}
	before := c.before
	c.before = &s
	if before == nil {
		return
	}
	for _, news := range newsBetween(*before, s) {
		m, err := c.message(news)
		if err != nil {
			c.log.Error("news cannot be told", "kind", news.kind, "err", err)
			continue
		}
		for _, h := range c.hooks {
			h.offer(m)
		}
	}
}

// message makes news ready to be sent, in the form Standard Webhooks recommends.
func (c *Connections) message(news item) (message, error) {
	body, err := json.Marshal(struct {
		Type      Kind   `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      any    `json:"data"`
	}{news.kind, c.now().UTC().Format(time.RFC3339Nano), news.data})
	if err != nil {
		return message{}, fmt.Errorf("%s: %w", news.kind, err)
	}
	return message{kind: news.kind, id: "msg_" + rand.Text(), body: body}, nil
}

// Run delivers until ctx is done. What waits to be delivered by then is lost, and the log says how much.
func (c *Connections) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, h := range c.hooks {
		g.Go(func() error { h.run(ctx); return nil })
	}
	if c.broker != nil {
		g.Go(func() error { return c.broker.run(ctx) })
	}
	return g.Wait()
}
