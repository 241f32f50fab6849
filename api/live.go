package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strconv"
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
	version  uint64
	sections map[string]json.RawMessage // of the newest snapshot, without its plays
	given    map[int]models.Play        // its plays, as they were handed in
	plays    map[string]json.RawMessage // the same, by number
	whole    []byte                     // the newest snapshot as JSON; nil until somebody wants it
	screens  map[chan message]struct{}
}

// NewLive makes a Live that has nothing to show yet; dropped counts the changes slow screens missed.
func NewLive(dropped prometheus.Counter) *Live {
	return &Live{dropped: dropped, whole: []byte("{}"), screens: map[chan message]struct{}{}}
}

// Publish makes s the newest snapshot and sends what differs from the one before. It never blocks. Plays grow to
// hundreds in a round, while the outlines of the cards change several times a second: the plays are gone through
// only where they come in another map than before, so whoever hands them in leaves a map as it is from then on.
func (l *Live) Publish(s models.Snapshot) error {
	plays := s.Plays
	s.Plays = nil
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(data, &sections); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	delete(sections, "plays")
	l.mu.Lock()
	defer l.mu.Unlock()
	changed := difference(l.sections, sections)
	if l.plays == nil || reflect.ValueOf(plays).Pointer() != reflect.ValueOf(l.given).Pointer() {
		fresh := make(map[string]json.RawMessage, len(plays))
		for number, play := range plays {
			if fresh[strconv.Itoa(number)], err = json.Marshal(play); err != nil {
				return fmt.Errorf("snapshot: play %d: %w", number, err)
			}
		}
		if part := difference(l.plays, fresh); len(part) > 0 || l.plays == nil {
			if changed["plays"], err = json.Marshal(part); err != nil {
				return fmt.Errorf("snapshot: %w", err)
			}
		}
		l.given, l.plays = plays, fresh
	}
	l.version, l.sections, l.whole = s.Version, sections, nil
	data, err = json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	change := message{"change", s.Version, data}
	for screen := range l.screens {
		select {
		case screen <- change:
		default:
			l.dropped.Add(float64(drain(screen) + 1))
			screen <- l.full()
		}
	}
	return nil
}

// full is the newest snapshot as a message. The caller holds the lock.
func (l *Live) full() message {
	if l.whole == nil {
		all := maps.Clone(l.sections)
		plays, err := json.Marshal(l.plays)
		if err == nil {
			all["plays"] = plays
			l.whole, err = json.Marshal(all)
		}
		if err != nil {
			panic(err) // every part has been JSON before
		}
	}
	return message{"snapshot", l.version, l.whole}
}

// difference is what the members of b are that are not as in a, and null for those that are gone.
func difference(a, b map[string]json.RawMessage) map[string]json.RawMessage {
	changed := map[string]json.RawMessage{}
	for name, value := range b {
		if !bytes.Equal(a[name], value) {
			changed[name] = value
		}
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			changed[name] = json.RawMessage("null")
		}
	}
	return changed
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
	return l.full().data
}

// listen gives a new screen its queue: first the full snapshot, then the changes. The queue is
// closed when Live is; leave gives it back.
func (l *Live) listen() (screen chan message, leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	screen = make(chan message, waiting)
	screen <- l.full()
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
