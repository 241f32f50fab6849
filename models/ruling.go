package models

// Verdict is what the referee says of a play.
type Verdict string

// The verdicts. Unproven is said where the truth cannot be known from what was seen.
const (
	Legal    Verdict = "legal"
	Illegal  Verdict = "illegal"
	Unproven Verdict = "unproven"
)

// Ruling is an event together with what the rules say of it. It prints as one line of `replay`.
type Ruling struct {
	Event
	Verdict Verdict `json:"verdict,omitempty"` // of whatever a rule may be broken by; none of what was only seen
	Rule    string  `json:"rule,omitempty"`    // id of the rule that decides
	Reason  string  `json:"reason,omitempty"`  // one plain sentence, in the language of the round
	Because Reason  `json:"because,omitzero"`  // the same for any language; rules.Texts words it
	Edition Edition `json:"edition,omitempty"` // whose sheet decided, where the editions differ
	Status  string  `json:"status,omitempty"`  // deadlock: proved or likely
	Of      int     `json:"of,omitempty"`      // revision: number of the event whose ruling changed
	Was     Verdict `json:"was,omitempty"`     // revision: the verdict before, where it changed
	// Evidence are the numbers of the events it rests on, counted from 1 in the order they were given.
	Evidence []int `json:"evidence,omitempty"`

	Piles   []PileEnd            `json:"piles,omitzero"`    // end: the centre
	Players map[string]PlayerEnd `json:"players,omitempty"` // end: the tally
}

// PileEnd is a centre pile as it counts at the end of a round: its last legal top.
type PileEnd struct {
	Pile  int   `json:"pile"`
	Color Color `json:"color"`
	Top   int   `json:"top"`
}

// PlayerEnd is what a round was worth to a player.
type PlayerEnd struct {
	Centre       int `json:"centre"`
	LigrettoLeft int `json:"ligretto_left"`
	Score        int `json:"score"`
}
