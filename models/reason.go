package models

// Reason is why something was ruled or doubted, so that it can be worded in any language: the id of a
// sentence of the rule book and what is put into it. Which fields are set depends on the sentence.
type Reason struct {
	ID      string   `json:"id"`
	Card    Card     `json:"card,omitzero"`     // the card it is about: {card}
	On      Card     `json:"on,omitzero"`       // the card that one lies on: {on}, {on_colour}, {on_number}
	Cards   []Card   `json:"cards,omitempty"`   // {cards}
	Players []string `json:"players,omitempty"` // {player}, {other}, {players}; an empty name is somebody not known
	Count   int      `json:"count,omitempty"`   // a number as it is: {count}
	Want    int      `json:"want,omitempty"`    // as it should be: {want}; the fewest where it is open
	Most    int      `json:"most,omitempty"`    // the most it should be: {most}
	Piles   []int    `json:"piles,omitempty"`   // ids of centre piles: {pile}, {pile2}
	Back    Back     `json:"back,omitempty"`    // {back}
	Chance  float64  `json:"chance,omitempty"`  // a probability, 0 to 1: {chance}, in percent
}
