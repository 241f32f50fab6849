package models

import "encoding/json"

// EventType names what happened on the table.
type EventType string

// What can happen. Start describes a table that was already in play when the camera began to look.
const (
	EventStart    EventType = "start"     // one player's spots as first seen, in mid-round
	EventDeal     EventType = "deal"      // a player's row and Ligretto pile as dealt
	EventPlay     EventType = "play"      // a card was laid in the centre
	EventRefill   EventType = "refill"    // a gap in the row was filled
	EventRowLay   EventType = "row_lay"   // variant for experts: a card laid on an own row card
	EventFlip     EventType = "flip"      // hand cards turned over onto the discard pile
	EventRecycle  EventType = "recycle"   // the discard pile became the hand again
	EventTakeBack EventType = "take_back" // a card left the centre again
	EventVanish   EventType = "vanish"    // a card left its spot, not seen where to
	EventCovered  EventType = "covered"   // a pile, or a player's zone, was out of sight for a while
	EventStop     EventType = "stop"      // "Ligretto stop!"
	EventResume   EventType = "resume"    // the round goes on: the Ligretto pile whose end was the stop has cards
	EventRestart  EventType = "restart"   // playroom: hands shuffled after a stuck round
	EventDeadlock EventType = "deadlock"  // nobody can play any more
	EventCount    EventType = "count"     // the official count, after the round
	EventEnd      EventType = "end"       // the round as it ended
	EventRevision EventType = "revision"  // later evidence changed an earlier ruling
	EventDoubt    EventType = "doubt"     // something was seen that cannot be
)

// Spot is a place of a player a card can come from.
type Spot string

// The spots of a player.
const (
	SpotRow      Spot = "row"
	SpotLigretto Spot = "ligretto"
	SpotDiscard  Spot = "discard"
	SpotUnknown  Spot = "unknown"
)

// Shown is what came into sight on top of a pile. The zero value says nothing was
// noted; Noted with a zero card says the pile is empty (null in JSON).
type Shown struct {
	Noted bool
	Card  Card
}

// ShownCard notes a card in sight.
func ShownCard(c Card) Shown { return Shown{true, c} }

// ShownEmpty notes a pile seen to be empty.
func ShownEmpty() Shown { return Shown{Noted: true} }

// IsZero tells that nothing was noted.
func (s Shown) IsZero() bool { return !s.Noted }

// Empty tells that the pile was seen to be empty.
func (s Shown) Empty() bool { return s.Noted && s.Card == Card{} }

// MarshalJSON writes the card, or null for an empty pile.
func (s Shown) MarshalJSON() ([]byte, error) {
	if s.Card == (Card{}) {
		return []byte("null"), nil
	}
	return json.Marshal(s.Card)
}

// UnmarshalJSON reads a card, or null for an empty pile.
func (s *Shown) UnmarshalJSON(b []byte) error {
	s.Noted = true
	return json.Unmarshal(b, &s.Card)
}

// Event is one thing seen on the table. Which fields are set depends on Type, as in
// the `judge` format; times are seconds of media time.
type Event struct {
	Type    EventType `json:"type"`
	Time    float64   `json:"t"`                 // when it happened
	Decided float64   `json:"decided,omitempty"` // time stamp of the frame on which it was decided

	Player     string   `json:"player,omitempty"`     // empty: it cannot be told who
	Candidates []string `json:"candidates,omitempty"` // who it can be; of a covered pile: who alone can have laid cards there

	From Spot  `json:"from,omitempty"` // of a covered zone: what alone was out of sight, discard pile and hand, or Ligretto pile and row (ligretto); empty: all of it
	Slot *int  `json:"slot,omitempty"` // row slot, from 0 at the Ligretto pile's side
	To   Spot  `json:"to,omitempty"`   // where a card taken back went
	Card *Card `json:"card,omitempty"`
	Pile int   `json:"pile,omitempty"` // id of a centre pile; a new id opens a pile

	Row         []Card `json:"row,omitempty"`
	LigrettoTop Shown  `json:"ligretto_top,omitzero"` // of a covered zone: a card came into sight where the pile had been told to be empty
	DiscardTop  Shown  `json:"discard_top,omitzero"`  // of a flip: the card turned over was laid before the hand left, and this lies there now
	PileTop     Shown  `json:"pile_top,omitzero"`     // of a card taken back: what lay below it and is in sight since
	Cards       int    `json:"cards,omitempty"`       // how many cards a flip turned over; of a deal and a start those of the Ligretto pile, of a recycle those still in the hand; 0: not known

	Until float64        `json:"until,omitempty"` // end of the time a pile was covered
	Backs map[Back]int   `json:"backs,omitempty"` // the official count by back
	Left  map[string]int `json:"left,omitempty"`  // left-over Ligretto cards by player
	Tens  map[string]int `json:"tens,omitempty"`  // own tens in the centre by player, where the house gives a bonus for them

	Confidence float64 `json:"confidence,omitempty"` // of the seeing, 0 to 1
	Corners    *Quad   `json:"corners,omitempty"`    // where the card lies, in image pixels
	Clip       string  `json:"clip,omitempty"`       // id of the evidence kept with the event

	// Agreed is the verdict the people at the table agreed on, against the rules' own; empty: the rules decide.
	Agreed Verdict `json:"agreed,omitempty"`

	Correction *Correction `json:"correction,omitempty"` // type correction
}
