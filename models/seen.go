package models

// Face says which side of a card is up, as far as can be told.
type Face string

// The faces of a card. FaceUnknown is a card that was found but cannot be read for certain.
const (
	FaceFront   Face = "front"
	FaceBack    Face = "back"
	FaceUnknown Face = "unknown"
	FaceNone    Face = "none" // people say that no card lies there
)

// Observation is one card found in one picture and what it was read as.
// Card is set for fronts and Back for backs only.
type Observation struct {
	Face       Face
	Card       Card
	Back       Back
	Corners    Quad    // the whole card, hidden parts too, in image pixels
	Confidence float64 // 0 to 1; of readings given 0.9, nine in ten should be right
	Visible    float64 // share of the card's area that is in sight, 0 to 1
}
