package match

import (
	"encoding/json"

	"schiri/models"
)

// watermark tells what the camera saw and the record already holds. After a restart a recording, or
// the simulated table, runs again from its beginning and shows the same things once more. Its events
// come in the order of the pictures they were decided on, so all before the last recorded one are known;
// those decided on the same picture are compared.
type watermark struct {
	decided float64
	at      map[string]bool // the events decided at that time, as JSON
}

// note takes in an event of the record.
func (w *watermark) note(e models.Event) {
	if !fromCamera(e) || e.Decided < w.decided {
		return
	}
	if e.Decided > w.decided || w.at == nil {
		w.decided, w.at = e.Decided, map[string]bool{}
	}
	w.at[fingerprint(e)] = true
}

// has tells whether an event is in the record already.
func (w *watermark) has(e models.Event) bool {
	return e.Decided < w.decided || e.Decided == w.decided && w.at[fingerprint(e)]
}

// fromCamera tells the events that are seen from those that people enter: only the former are
// decided on a picture.
func fromCamera(e models.Event) bool { return e.Decided > 0 }

// fingerprint is the event without the mark of its pictures, which is given on recording.
func fingerprint(e models.Event) string {
	e.Clip = ""
	b, err := json.Marshal(e)
	if err != nil {
		return "" // an event that has no JSON is never in the record
	}
	return string(b)
}
