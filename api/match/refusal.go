package match

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
	Code    Code
	Message string
}

func (r Refusal) Error() string { return r.Message }

// Refuse makes a Refusal.
func Refuse(code Code, message string) error { return Refusal{code, message} }
