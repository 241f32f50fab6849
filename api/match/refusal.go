package match

import "schiri/models"

// Code says, for programs, why a command was refused.
type Code string

// The reasons for a refusal.
const (
	Invalid    Code = "invalid"     // the command itself makes no sense
	WrongPhase Code = "wrong_phase" // not at this stage of the round
	NotFound   Code = "not_found"
	Conflict   Code = "conflict"   // somebody else changed the same thing meanwhile
	NoPicture  Code = "no_picture" // the camera gives none, or it cannot be read
)

// Refusal is a command that cannot be done, told in a sentence the user can act on.
type Refusal struct {
	Code Code
	models.Message
}

// Refuse makes a Refusal. id names the sentence in the pages' texts; text is the English one, with {names} for what
// with fills in: a name and a value in turn.
func Refuse(code Code, id, text string, with ...any) error {
	return Refusal{code, models.Say(id, text, with...)}
}

func changedMeanwhile() error {
	return Refuse(Conflict, "changed-meanwhile", "Somebody else has changed this meanwhile; nothing of yours was saved. Look at it and decide again.")
}
