package models

// Edition is the publisher's rule sheet a group plays by.
type Edition string

// The editions.
const (
	Schmidt  Edition = "schmidt"
	Playroom Edition = "playroom"
)

// Variant is the basic game or the variant for experts.
type Variant string

// The variants.
const (
	Basic Variant = "basic"
	Pro   Variant = "pro"
)

// Player is who sits at the table: a name, the back of their cards, a seat and the
// zone of the table (image pixels) where their Ligretto pile, row and discard pile lie.
type Player struct {
	Name string  `json:"name"`
	Back Back    `json:"back"`
	Seat string  `json:"seat,omitempty"` // side of the picture: south, north, east, west, south-west ..
	Zone Polygon `json:"zone,omitempty"`
}

// Rows gives the number of row cards the sheets deal: 5 for two players, 4 for three, 3 above.
func Rows(players int) int {
	switch players {
	case 2:
		return 5
	case 3:
		return 4
	}
	return 3
}
