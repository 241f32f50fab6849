package connect

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/prometheus/client_golang/prometheus"
)

const (
	queued       = 256              // messages that may wait for one receiver; of more the oldest go
	patience     = 15 * time.Second // for one answer
	tries        = 10               // of one message, over about a quarter of an hour
	firstPause   = time.Second      // before the second try; doubled, give or take a half, before each further one
	longestPause = 5 * time.Minute
)

// errGone is a receiver's word that it never wants to hear again (410, by Standard Webhooks).
var errGone = errors.New("the receiver wants no more")

// message is one piece of news, ready to be sent. Its id stays the same over all tries, so that a receiver can
// tell what it has had already.
type message struct {
	kind Kind
	id   string
	body []byte
}

// hook sends messages to one receiver, in order.
type hook struct {
	url        string
	name       string // for the log: the address without path and query, where tokens are
	key        []byte
	events     []Kind
	client     *http.Client
	queue      chan message
	firstPause time.Duration
	results    *prometheus.CounterVec
	now        func() time.Time
	log        *slog.Logger
}

func newHook(w Webhook, p Parts) (*hook, error) {
	key, err := w.Secret.key()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(w.URL)
	if err != nil {
		return nil, errors.New("a webhook's address cannot be read")
	}
	return &hook{
		url: w.URL, name: u.Scheme + "://" + u.Host, key: key, events: w.Events,
		client: &http.Client{
			Timeout: patience,
			// Somewhere else is not who was configured.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		queue: make(chan message, queued), firstPause: firstPause,
		results: p.Deliveries, now: p.Now, log: p.Log,
	}, nil
}

// offer puts a message in line, at the cost of the oldest one where too many wait. One goroutine offers at a time.
func (h *hook) offer(m message) {
	if len(h.events) > 0 && !slices.Contains(h.events, m.kind) {
		return
	}
	for {
		select {
		case h.queue <- m:
			return
		default:
		}
		select {
		case <-h.queue:
			h.results.WithLabelValues("dropped").Inc()
		default:
		}
	}
}

// run delivers what is offered until ctx is done or the receiver wants no more.
func (h *hook) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			if n := len(h.queue); n > 0 {
				h.log.Warn("messages to a webhook were not delivered before the program ended", "to", h.name, "messages", n)
			}
			return
		case m := <-h.queue:
			err := h.deliver(ctx, m)
			switch {
			case err == nil:
				h.results.WithLabelValues("delivered").Inc()
			case errors.Is(err, errGone):
				h.results.WithLabelValues("failed").Inc()
				h.log.Warn("a webhook's receiver wants no more; it is told nothing until the program starts again", "to", h.name)
				h.swallow(ctx)
			case ctx.Err() == nil:
				h.results.WithLabelValues("failed").Inc()
				h.log.Error("a message to a webhook is given up", "to", h.name, "kind", m.kind, "id", m.id, "err", err)
			default:
				h.log.Warn("a message to a webhook was not delivered before the program ended", "to", h.name, "kind", m.kind, "id", m.id)
			}
		}
	}
}

// swallow drops what is offered until ctx is done.
func (h *hook) swallow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.queue:
			h.results.WithLabelValues("dropped").Inc()
		}
	}
}

// deliver sends a message until it is taken, for as long as is reasonable.
func (h *hook) deliver(ctx context.Context, m message) error {
	pauses := &backoff.ExponentialBackOff{
		InitialInterval: h.firstPause, Multiplier: 2, RandomizationFactor: 0.5, MaxInterval: longestPause,
	}
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, h.send(ctx, m) },
		backoff.WithBackOff(pauses), backoff.WithMaxTries(tries), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, pause time.Duration) {
			h.log.Warn("a webhook's receiver did not take a message; trying again", "to", h.name, "kind", m.kind, "id", m.id, "pause", pause, "err", err)
		}))
	return err
}

// send tries once. Only a 2xx is a success.
func (h *hook) send(ctx context.Context, m message) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, strings.NewReader(string(m.body)))
	if err != nil {
		return backoff.Permanent(withoutAddress(err))
	}
	at := strconv.FormatInt(h.now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "schiri")
	req.Header.Set("Webhook-Id", m.id)
	req.Header.Set("Webhook-Timestamp", at)
	req.Header.Set("Webhook-Signature", sign(h.key, m.id, at, m.body))
	res, err := h.client.Do(req)
	if err != nil {
		return withoutAddress(err)
	}
	defer res.Body.Close()
	_, _ = io.CopyN(io.Discard, res.Body, 64<<10) // so that the connection can be used again; what it says does not matter
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return nil
	case res.StatusCode == http.StatusGone:
		return backoff.Permanent(errGone)
	}
	err = fmt.Errorf("it answered %s", res.Status)
	if after, e := strconv.Atoi(res.Header.Get("Retry-After")); e == nil && after > 0 {
		return errors.Join(err, backoff.RetryAfter(min(after, int(longestPause.Seconds()))))
	}
	return err
}

// sign gives the signature of Standard Webhooks, version 1: HMAC-SHA256 of id, time and body.
func sign(key []byte, id, at string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// withoutAddress leaves out of an error of the HTTP client the address, which may hold a token.
func withoutAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
