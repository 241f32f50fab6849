package match

import (
	"math"
	"slices"

	"schiri/models"
)

// jitter is by how many seconds the same thing may be timed differently when a recording, or the simulated
// table, is watched once more and other pictures of it are dropped.
const jitter = 0.5

// known is what the camera saw of the round and the record already holds. After a restart a recording, or the
// simulated table, runs again from its beginning and shows all of it once more.
type known struct {
	events []models.Event // not shown again so far
	until  float64        // the newest was decided then, in seconds of media time
}

// note takes in an event of the record. Only what was seen is decided on a picture; what people
// entered is not.
func (k *known) note(e models.Event) {
	if e.Decided > 0 {
		k.events = append(k.events, e)
		k.until = max(k.until, e.Decided)
	}
}

// has tells whether an event shown again is in the record. One from well before the record's end that is
// not in it was seen otherwise the first time; the record stands.
func (k *known) has(e models.Event) bool {
	same := func(r models.Event) bool {
		return r.Type == e.Type && r.From == e.From && r.Pile == e.Pile && sameCard(r.Card, e.Card) &&
			(r.Player == e.Player || r.Player == "" || e.Player == "") && math.Abs(r.Time-e.Time) <= jitter
	}
	if i := slices.IndexFunc(k.events, same); i >= 0 {
		k.events = slices.Delete(k.events, i, i+1)
		return true
	}
	return e.Decided < k.until-jitter
}

func sameCard(a, b *models.Card) bool {
	return a == b || a != nil && b != nil && *a == *b
}
