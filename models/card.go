// Package models holds the nouns of the program: cards, places on the table,
// what was seen, what was ruled, what it is worth. They are plain values and
// use the standard library only, so every other package can speak them.
package models

import "fmt"

// Color is the colour of a card's front. The zero value means "not known".
type Color uint8

// The four colours in the order the rule sheets name them.
const (
	Red Color = iota + 1
	Yellow
	Green
	Blue
)

// NumColors is how many colours there are.
const NumColors = 4

// Colors lists the four colours in order.
func Colors() [NumColors]Color { return [NumColors]Color{Red, Yellow, Green, Blue} }

var colorNames = [...]string{"", "red", "yellow", "green", "blue"}

// String gives the colour's name as the file formats write it.
func (c Color) String() string {
	if int(c) < len(colorNames) {
		return colorNames[c]
	}
	return fmt.Sprintf("color(%d)", uint8(c))
}

// ParseColor reads a colour's name as the file formats write it.
func ParseColor(s string) (Color, error) {
	for i, n := range colorNames {
		if i > 0 && n == s {
			return Color(i), nil
		}
	}
	return 0, fmt.Errorf("unknown colour %q: want red, yellow, green or blue", s)
}

// MarshalText writes the colour's name.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the colour's name; an empty one is a colour not known, as MarshalText writes it.
func (c *Color) UnmarshalText(b []byte) (err error) {
	if len(b) == 0 {
		*c = 0
		return nil
	}
	*c, err = ParseColor(string(b))
	return err
}

// MaxNumber is the highest number on a card; a pile that shows it is full.
const MaxNumber = 10

// DeckSize is the number of cards each player has: four colours times ten numbers.
const DeckSize = 4 * MaxNumber

// Card is the front of a card. The zero value means "no card" or "not known".
type Card struct {
	Color  Color `json:"color"`
	Number int   `json:"number"`
}

// Valid tells whether the card exists in a deck.
func (c Card) Valid() bool {
	return c.Color >= Red && c.Color <= Blue && c.Number >= 1 && c.Number <= MaxNumber
}

// Index numbers the cards of a deck from 0 (red 1) to 39 (blue 10).
func (c Card) Index() int { return (int(c.Color)-1)*MaxNumber + c.Number - 1 }

// CardAt is the inverse of Card.Index.
func CardAt(i int) Card { return Card{Color(i/MaxNumber) + 1, i%MaxNumber + 1} }

// String gives the label used for folders and logs, such as "red-7".
func (c Card) String() string {
	if c == (Card{}) {
		return "none"
	}
	return fmt.Sprintf("%s-%d", c.Color, c.Number)
}

// Back names the back of a deck, such as "blue-orange". It tells who owns a card.
type Back string
