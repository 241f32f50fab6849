package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"schiri/models"
)

// waiting is how many changes may wait for one screen before it is given a full snapshot instead.
const waiting = 64

// message is one server-sent event, ready to be written.
type message struct {
	kind    string // "snapshot" or "change"
	version uint64
	data    []byte // JSON
}

// Live keeps the newest snapshot and hands every change of it to all screens. A screen that
// does not keep up holds up nobody: what waits for it is dropped, counted, and replaced by
// one full snapshot.
type Live struct {
	dropped prometheus.Counter

	mu       sync.Mutex
	closed   bool
	full     message
	sections map[string]json.RawMessage // of full.data
	screens  map[chan message]struct{}
}

// NewLive makes a Live that has nothing to show yet; dropped counts the changes slow screens missed.
func NewLive(dropped prometheus.Counter) *Live {
	return &Live{
		dropped: dropped,
		full:    message{kind: "snapshot", data: []byte("{}")},
		screens: map[chan message]struct{}{},
	}
}

// Publish makes s the newest snapshot and sends what differs from the one before. It never blocks.
func (l *Live) Publish(s models.Snapshot) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(data, &sections); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	changed, err := difference(l.sections, sections)
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	l.full = message{"snapshot", s.Version, data}
	l.sections = sections
	change := message{"change", s.Version, changed}
	for screen := range l.screens {
		select {
		case screen <- change:
		default:
			l.dropped.Add(float64(drain(screen) + 1))
			screen <- l.full
		}
	}
	return nil
}

// difference is the JSON object of the members of b that are not as in a. Of "plays", which is
// itself an object and grows long, it holds the members that changed, and null for those gone.
func difference(a, b map[string]json.RawMessage) ([]byte, error) {
	changed := map[string]json.RawMessage{}
	for name, value := range b {
		if bytes.Equal(a[name], value) {
			continue
		}
		changed[name] = value
		if name != "plays" || a == nil {
			continue
		}
		var before, after map[string]json.RawMessage
		if err := json.Unmarshal(a[name], &before); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(value, &after); err != nil {
			return nil, err
		}
		plays := map[string]json.RawMessage{}
		for number, play := range after {
			if !bytes.Equal(before[number], play) {
				plays[number] = play
			}
		}
		for number := range before {
			if _, ok := after[number]; !ok {
				plays[number] = json.RawMessage("null")
			}
		}
		part, err := json.Marshal(plays)
		if err != nil {
			return nil, err
		}
		changed[name] = part
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			changed[name] = json.RawMessage("null")
		}
	}
	return json.Marshal(changed)
}

// drain empties a screen's queue and tells how many messages that were. Only Publish sends, and
// it holds the lock, so there is room afterwards.
func drain(screen chan message) int {
	for n := 0; ; n++ {
		select {
		case <-screen:
		default:
			return n
		}
	}
}

// State is the newest snapshot as JSON.
func (l *Live) State() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.full.data
}

// listen gives a new screen its queue: first the full snapshot, then the changes. The queue is
// closed when Live is; leave gives it back.
func (l *Live) listen() (screen chan message, leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	screen = make(chan message, waiting)
	screen <- l.full
	if l.closed {
		close(screen)
		return screen, func() {}
	}
	l.screens[screen] = struct{}{}
	return screen, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.screens, screen)
	}
}

// Screens tells how many screens are listening.
func (l *Live) Screens() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.screens)
}

// Close ends every screen's queue, so that the server can shut down.
func (l *Live) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	for screen := range l.screens {
		close(screen)
		delete(l.screens, screen)
	}
}
