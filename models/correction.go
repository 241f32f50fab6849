package models

import "time"

// EventCorrection is what a person changed in the record of a round. It is one more event
// of that round: nothing recorded earlier is overwritten, and it can be undone.
const EventCorrection EventType = "correction"

// CorrectionAction names what a correction does.
type CorrectionAction string

// What a correction can do.
const (
	CorrectReplace CorrectionAction = "replace" // the event Of happened as Event says
	CorrectRemove  CorrectionAction = "remove"  // the event Of did not happen
	CorrectInsert  CorrectionAction = "insert"  // Event happened too, right after the event Of (0: before the first)
	CorrectVoid    CorrectionAction = "void"    // the whole round counts for nothing
	CorrectLast    CorrectionAction = "last"    // the match ends with the round, whatever the rules say
	CorrectUndo    CorrectionAction = "undo"    // the correction Of is taken back
)

// Correction is one change made by a person. Events are named by their numbers in the round,
// counted from 1 in the order they were recorded, corrections among them; an inserted event
// goes by the number of the correction that inserted it.
type Correction struct {
	Action CorrectionAction `json:"action"`
	Of     int              `json:"of,omitempty"`
	Event  *Event           `json:"event,omitempty"` // replace and insert
	By     string           `json:"by,omitempty"`    // who made it
	At     time.Time        `json:"at,omitzero"`     // when
	Note   string           `json:"note,omitempty"`  // why
}
