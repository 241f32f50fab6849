package models

import "time"

// MatchSummary is a match in the list of all that are in the record.
type MatchSummary struct {
	Match   int64     `json:"match"` // its id
	Started time.Time `json:"started"`
	Present bool      `json:"present,omitempty"` // the one being played
	// Recording is what was watched where that was no camera: a file or folder, or sim: with its options for the
	// simulated table. Empty: a camera.
	Recording string         `json:"recording,omitempty"`
	Players   []string       `json:"players"` // those who play, then those who have left
	Rounds    int            `json:"rounds"`  // counted
	Totals    map[string]int `json:"totals"`
	Over      bool           `json:"over,omitempty"`
	Winners   []string       `json:"winners"` // several where they are tied; empty while it is not over
}

// RoundDetail is one round of any match with all that happened in it.
type RoundDetail struct {
	Match   int64                `json:"match"`
	Round   int                  `json:"round"`
	From    float64              `json:"from"`              // media time at which it began
	Void    bool                 `json:"void,omitempty"`    // it counts for nothing
	Counted int                  `json:"counted,omitempty"` // number of the event that is the official count; 0: not counted
	Backs   map[Back]int         `json:"backs"`             // the official count
	Left    map[string]int       `json:"left"`
	Tens    map[string]int       `json:"tens,omitempty"` // where the house gives a bonus for own tens in the centre
	Seats   []Seat               `json:"seats"`
	Players map[string]PlayerEnd `json:"players"` // what it is worth now
	Piles   []Pile               `json:"piles"`
	Plays   map[int]Play         `json:"plays"`
	Changes []Changed            `json:"changes"` // the corrections made, the oldest first
}

// Seat is who plays with which back.
type Seat struct {
	Name string `json:"name"`
	Back Back   `json:"back"`
}

// Changed is a correction people made: who, when and what.
type Changed struct {
	Number int              `json:"number"` // its own number in the round
	Action CorrectionAction `json:"action"`
	Of     int              `json:"of,omitempty"` // the event it changes
	By     string           `json:"by,omitempty"`
	At     time.Time        `json:"at,omitzero"`
	Note   string           `json:"note,omitempty"`
	Undone bool             `json:"undone,omitempty"`
}

// Evidence is what a clip shows of a moment.
type Evidence struct {
	Clip   int64     `json:"clip"` // its id; 0: none shows it, not yet or not any more
	Type   string    `json:"type"` // of its file
	FPS    float64   `json:"fps"`
	Times  []float64 `json:"times"`  // media time of each of its pictures
	Moment float64   `json:"moment"` // media time of what it is asked for
	Width  int       `json:"width"`  // of the camera's picture places refer to, in px; 0: not known
	Height int       `json:"height"`
	Place  *Quad     `json:"place,omitempty"` // where the card lies
	// Rival is another play of the same moment at the same pile: two hands raced.
	Rival *Play `json:"rival,omitempty"`
}
