package models

// Phase is where a round stands.
type Phase string

// The phases of a round, in order.
const (
	PhaseReady    Phase = "ready"    // the cards may be dealt; nothing is refereed yet
	PhasePlaying  Phase = "playing"  // every card is watched
	PhaseStopped  Phase = "stopped"  // "Ligretto stop!", or stopped by hand; not counted yet
	PhaseCounting Phase = "counting" // photos of the spread cards are being taken
	PhaseScored   Phase = "scored"   // the count is agreed; the next round may begin
)

// Snapshot is all a screen needs to show a match. It is a value: whoever gets one may keep it.
type Snapshot struct {
	Version uint64  `json:"version"` // grows with every change
	Time    float64 `json:"time"`    // seconds of media time of the newest thing seen
	Round   int     `json:"round"`   // from 1
	From    float64 `json:"from"`    // media time at which the round began
	Phase   Phase   `json:"phase"`
	Over    bool    `json:"over"` // the match has its winners
	// Winners are several where they are tied; none while the match is not over.
	Winners []string `json:"winners"`

	Edition Edition `json:"edition"`
	Variant Variant `json:"variant"`
	Target  int     `json:"target,omitempty"` // points the match is played to; 0: an agreed number of rounds

	Camera CameraState `json:"camera"`
	Cards  []Outline   `json:"cards"` // every card in sight
	// Ended tells that the camera referees the round no longer: Cards are those of its end, in the picture kept of it.
	Ended   bool          `json:"ended,omitempty"`
	Piles   []Pile        `json:"piles"`   // the centre, in the order the piles were opened
	Players []PlayerState `json:"players"` // in the order of the table file
	Gone    []Former      `json:"gone"`    // who has left the match, the best first
	// Plays are what happened in the round, by number. Later ones are added and earlier ones may
	// change; a map keeps the changes sent to a browser small.
	Plays  map[int]Play  `json:"plays"`
	Count  Count         `json:"count"`
	Rounds []RoundResult `json:"rounds"` // the rounds counted so far
	// Amended is what the latest correction of an earlier round changed; nil: there was none since the program started.
	Amended *Amended `json:"amended,omitempty"`
}

// Amended is what a correction changed in an earlier round of the match: the plays it concerns as they were and as they
// are, by number. One that was added, or whose addition was taken back, is in one of the two only.
type Amended struct {
	Round  int          `json:"round"`
	Number int          `json:"number"` // of the correction in that round
	Was    map[int]Play `json:"was"`
	Is     map[int]Play `json:"is"`
}

// CameraStatus says how the pictures come in.
type CameraStatus string

// The states of a camera.
const (
	CameraStarting CameraStatus = "starting"
	CameraLive     CameraStatus = "live"
	CameraEnded    CameraStatus = "ended" // a recording is over
	CameraLost     CameraStatus = "lost"  // the device or the connection is gone
)

// Codes of a camera that sees the table.
const (
	CameraDazzled = "camera-dazzled" // but some cards of it not, as a lamp is mirrored in them
	CameraSinks   = "camera-sinks"   // though it moves slowly
)

// CameraState is what is known of the camera.
type CameraState struct {
	Status  CameraStatus `json:"status"`
	Message string       `json:"message,omitempty"` // one plain sentence in English if it is not live, or does not see all of the table
	// Code names that sentence for any language, such as "camera-moved"; see [Message]. While it is any but CameraDazzled and CameraSinks nothing is refereed.
	Code   string `json:"code,omitempty"`
	Width  int    `json:"width"` // of the picture the outlines refer to, in pixels
	Height int    `json:"height"`
}

// Outline is a card in sight, to be drawn over the picture.
type Outline struct {
	Face    Face   `json:"face"`
	Card    *Card  `json:"card,omitempty"`
	Back    Back   `json:"back,omitempty"`
	Player  string `json:"player,omitempty"` // whose zone it lies in; empty in the centre
	Named   bool   `json:"named,omitempty"`  // people said what it is
	Corners Quad   `json:"corners"`
}

// Pile is a centre pile as it stands.
type Pile struct {
	Pile  int    `json:"pile"`
	Color Color  `json:"color,omitempty"`
	Top   int    `json:"top"`             // the number it most likely is at; 0: no card that counts
	Wrong []Card `json:"wrong,omitempty"` // cards on it that should not be there, lowest first
}

// PlayerState is what lies in front of a player and what it is worth so far.
type PlayerState struct {
	Name          string    `json:"name"`
	Back          Back      `json:"back"`
	Seat          string    `json:"seat,omitempty"`
	Row           []Card    `json:"row"`                    // by slot from the Ligretto pile's side; the zero card is a gap or not known
	LigrettoTop   *Card     `json:"ligretto_top,omitempty"` // nil: not known, or none left
	DiscardTop    *Card     `json:"discard_top,omitempty"`  // nil: not known, or none there
	LigrettoLeft  int       `json:"ligretto_left"`          // the most cards that can be left
	LigrettoLeast int       `json:"ligretto_least"`         // the fewest
	Score         ScoreSpan `json:"score"`
	Total         int       `json:"total"` // of the rounds counted so far
}

// Former is somebody who played in the match and has left it. The points stay, and may win.
type Former struct {
	Name  string `json:"name"`
	Total int    `json:"total"` // of the rounds counted
}

// ScoreSpan is a score that is known as far as what was seen tells.
type ScoreSpan struct {
	Likely int `json:"likely"`
	Low    int `json:"low"`
	High   int `json:"high"`
}

// Play is an event of the present round and what was ruled on it, as the screens list it.
type Play struct {
	Ruling            // the event's own
	Follows  []Ruling `json:"follows,omitempty"`  // what follows from it: stop, deadlock, revisions, doubts
	Number   int      `json:"number"`             // of the event in the round, from 1
	Pictures bool     `json:"pictures,omitempty"` // pictures before and after are kept
	// Corrected tells that people at the table changed or overruled it; Removed that they took it out.
	Corrected bool `json:"corrected,omitempty"`
	Removed   bool `json:"removed,omitempty"`
	// Inserted tells that the camera missed it and people added it.
	Inserted bool `json:"inserted,omitempty"`
	// Revision is the number of the latest correction of this event, 0 if there was none: who corrects it says
	// what they had before them.
	Revision int    `json:"revision,omitempty"`
	By       string `json:"by,omitempty"` // who made that correction
}

// Count is the official count of a round as far as it has come.
type Count struct {
	Photos  []CountPhoto   `json:"photos"`
	Backs   map[Back]int   `json:"backs"`          // cards counted, over all photos
	Unknown int            `json:"unknown"`        // cards found whose back could not be told
	Seen    map[Back]int   `json:"seen"`           // what the round, as it was watched, lets expect
	Left    map[string]int `json:"left"`           // left-over Ligretto cards by player, as watched
	Tens    map[string]int `json:"tens,omitempty"` // own tens in the centre by player, as watched, where the house gives a bonus for them
	Doubts  []CountDoubt   `json:"doubts"`         // where the count cannot be right or disagrees with what was seen
}

// CountDoubt is one disagreement of a count with itself or with what was seen.
type CountDoubt struct {
	Message string   `json:"message"` // plain sentences
	Because []Reason `json:"because"` // the same for any language, a sentence each
}

// CountPhoto is one photo of the count.
type CountPhoto struct {
	Backs   map[Back]int `json:"backs"`
	Unknown int          `json:"unknown"`
	Cards   []Outline    `json:"cards"`
	Width   int          `json:"width"` // of the photo the outlines refer to, in px; 0: not known
	Height  int          `json:"height"`
	Picture bool         `json:"picture,omitempty"` // it is kept, to be looked at
	Off     bool         `json:"off,omitempty"`     // people took it out of the count
}

// Photo is a picture the cards of which were counted.
type Photo struct {
	JPEG          []byte
	Width, Height int // of the picture that was looked at, in px; the JPEG may be smaller
}

// RoundResult is a counted round.
type RoundResult struct {
	Round   int                  `json:"round"`
	Players map[string]PlayerEnd `json:"players"`
	Totals  map[string]int       `json:"totals"` // after this round
}
