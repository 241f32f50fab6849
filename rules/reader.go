package rules

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"schiri/models"
)

// Reader reads events, one JSON object a line, in order of time. Empty lines are skipped.
type Reader struct {
	lines *bufio.Scanner
	line  int
	time  float64
}

// maxLine bounds a line of an event file in bytes; events take a few hundred.
const maxLine = 1 << 20

// NewReader reads from r.
func NewReader(r io.Reader) *Reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	return &Reader{lines: lines}
}

// Line is the number of the line read last, from 1.
func (r *Reader) Line() int { return r.line }

// Next gives the next event, io.EOF after the last one. Errors name the line and the field.
func (r *Reader) Next() (models.Event, error) {
	for r.lines.Scan() {
		r.line++
		b := bytes.TrimSpace(r.lines.Bytes())
		if len(b) == 0 {
			continue
		}
		e, err := parseEvent(b)
		if err != nil {
			return e, fmt.Errorf("line %d: %w", r.line, err)
		}
		if e.Time < r.time {
			return e, fmt.Errorf("line %d: %w", r.line, fault("t", "%v lies before the %v of an earlier line", e.Time, r.time))
		}
		r.time = e.Time
		return e, nil
	}
	if err := r.lines.Err(); err != nil {
		return models.Event{}, fmt.Errorf("line %d: %w", r.line+1, err)
	}
	return models.Event{}, io.EOF
}

// parseEvent reads one event.
func parseEvent(b []byte) (models.Event, error) {
	var e models.Event
	if err := json.Unmarshal(b, &e); err != nil {
		var kind *json.UnmarshalTypeError
		var syntax *json.SyntaxError
		switch {
		case errors.As(err, &kind) && kind.Field == "":
			return e, fault("event", "want one JSON object, not a %s", kind.Value)
		case errors.As(err, &kind):
			return e, fault(kind.Field, "cannot be a %s", kind.Value)
		case errors.As(err, &syntax):
			return e, fault("event", "no JSON at character %d: %v", syntax.Offset, syntax)
		}
		return e, fault(fieldOf(b), "%v", err)
	}
	if e.Type == "" {
		return e, fault("type", "is missing")
	}
	return e, nil
}

// fieldOf finds the field of an object that cannot be read, by reading them one by one.
func fieldOf(b []byte) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(b, &fields) != nil {
		return "event"
	}
	for name, raw := range fields {
		one, err := json.Marshal(map[string]json.RawMessage{name: raw})
		if err != nil {
			continue
		}
		var e models.Event
		if json.Unmarshal(one, &e) != nil {
			return name
		}
	}
	return "event"
}
