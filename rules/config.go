package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"schiri/models"
)

// Config is what a round is played by.
type Config struct {
	Edition  models.Edition // default: schmidt
	Variant  models.Variant // default: basic
	Players  []models.Player
	House    House  // the zero House means the edition's own rules
	Language string // of the reasons given with rulings: de, en, fr, it, nl, es; default: en
}

// Choice is a house rule that the edition answers where nobody set it.
type Choice string

// Yes and No overrule the edition; the empty choice leaves it to the edition.
const (
	Yes Choice = "yes"
	No  Choice = "no"
)

// Steps says which numbers may be laid on a row card in the variant for experts.
type Steps string

// The ways groups read the sheets. The Playroom sheet asks for one lower exactly; the Schmidt sheets
// say "descending" only, so one lower is the default there too. One Dutch print says "ascending".
const (
	StepDown Steps = "one-lower"
	AnyDown  Steps = "any-lower"
	StepUp   Steps = "one-higher"
	AnyUp    Steps = "any-higher"
)

// StuckChoice says what ends a stuck round.
type StuckChoice string

// A stuck round ends early (schmidt) or goes on with shuffled hands (playroom).
const (
	StuckEnds     StuckChoice = "end"
	StuckRestarts StuckChoice = "restart"
)

// StopSign says what tells the referee that the round is over.
type StopSign string

// A camera has no ears: for it the emptied Ligretto pile is the sign. A log kept by hand notes the shout.
const (
	StopAtEmpty StopSign = "empty"
	StopAtShout StopSign = "shout"
)

// House are the house rules. DefaultHouse gives those of the sheets.
type House struct {
	CardPoints      int         `json:"card_points"`      // for an own card in the centre; sheets: 1
	LigrettoPenalty int         `json:"ligretto_penalty"` // for each card left in a player's Ligretto pile; sheets: 2
	TenBonus        int         `json:"ten_bonus"`        // more for an own 10 in the centre; sheets: 0
	Target          int         `json:"target"`           // points that end a series, 0: a number of games; playroom: 99
	Games           int         `json:"games"`            // games of a series, 0: as many as the group likes
	RowSize         int         `json:"row_size"`         // cards in the row, 0: by the number of players
	Ligretto        int         `json:"ligretto"`         // cards in the Ligretto pile; sheets: 10
	FromLigretto    Choice      `json:"from_ligretto"`    // may the Ligretto pile be played to the centre; schmidt: yes, playroom: no
	ShuffleHand     Choice      `json:"shuffle_hand"`     // is the discard pile shuffled when it becomes the hand; schmidt: yes, playroom: no
	Steps           Steps       `json:"steps"`            // variant for experts; default: one-lower
	ClearFull       Choice      `json:"clear_full"`       // is a full pile taken off the table; default: no
	Stuck           StuckChoice `json:"stuck"`            // schmidt: end, playroom: restart
	Stop            StopSign    `json:"stop"`             // default: empty
	ShoutSeconds    float64     `json:"shout_seconds"`    // after the pile is seen empty the shout may take this long; default 1.5
	RaceSeconds     float64     `json:"race_seconds"`     // a second equal card within this time lost a race; default 1
	Resolution      float64     `json:"resolution"`       // seconds below which the camera cannot tell which card came first; default 0.04
	LaySeconds      float64     `json:"lay_seconds"`      // a pile must be out of sight this long for each card laid unseen; default 0.1
	StuckLikely     float64     `json:"stuck_likely"`     // from this probability a stuck round is reported as likely; default 0.95
}

// DefaultHouse gives the rules of an edition's sheets where they are numbers.
func DefaultHouse(edition models.Edition) House {
	h := House{
		CardPoints: 1, LigrettoPenalty: 2, Ligretto: 10, Steps: StepDown, ClearFull: No,
		FromLigretto: Yes, ShuffleHand: Yes, Stuck: StuckEnds, Stop: StopAtEmpty,
		ShoutSeconds: 1.5, RaceSeconds: 1, Resolution: 0.04, LaySeconds: 0.1, StuckLikely: 0.95,
	}
	if edition == models.Playroom {
		h.FromLigretto, h.ShuffleHand, h.Stuck, h.Target = No, No, StuckRestarts, 99
	}
	return h
}

// mostPoints bounds the numbers of the house rules: beyond it a typing error is likelier than a wish.
const mostPoints = 10_000

// ParseHouse reads the house rules of a table file: those that differ from the edition's sheet, by the names House
// gives them. Nothing at all means the sheet's own.
func ParseHouse(edition models.Edition, b []byte) (House, error) {
	h := DefaultHouse(edition)
	if len(b) == 0 {
		return h, nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return House{}, fault("house", "is not understood: %v", err)
	}
	two := []models.Player{{Name: "1"}, {Name: "2"}}
	return h, Config{Edition: edition, Players: two, House: h}.withDefaults().check()
}

// check tells which setting cannot be, naming the field.
func (c Config) check() error {
	h := c.House
	switch {
	case c.Edition != models.Schmidt && c.Edition != models.Playroom:
		return fault("edition", "%q is not known; want schmidt or playroom", c.Edition)
	case c.Variant != models.Basic && c.Variant != models.Pro:
		return fault("variant", "%q is not known; want basic or pro", c.Variant)
	case len(c.Players) < 2 || len(c.Players) > 12:
		return fault("players", "%d given; Ligretto is for 2 to 12", len(c.Players))
	case h.RowSize < 0 || h.RowSize > 10:
		return fault("house.row_size", "%d is not 0 to 10", h.RowSize)
	case h.Ligretto < 1 || h.Ligretto > 20:
		return fault("house.ligretto", "%d is not 1 to 20", h.Ligretto)
	case min(h.CardPoints, h.LigrettoPenalty, h.TenBonus, h.Target, h.Games) < 0 || max(h.CardPoints, h.LigrettoPenalty, h.TenBonus, h.Target, h.Games) > mostPoints:
		return fault("house", "points, target and games are numbers from 0 to %d", mostPoints)
	case h.Steps != StepDown && h.Steps != AnyDown && h.Steps != StepUp && h.Steps != AnyUp:
		return fault("house.steps", "%q is not known", h.Steps)
	case h.Stuck != StuckEnds && h.Stuck != StuckRestarts:
		return fault("house.stuck", "%q is not known; want end or restart", h.Stuck)
	case h.Stop != StopAtEmpty && h.Stop != StopAtShout:
		return fault("house.stop", "%q is not known; want empty or shout", h.Stop)
	}
	for name, s := range map[string]float64{
		"shout_seconds": h.ShoutSeconds, "race_seconds": h.RaceSeconds, "resolution": h.Resolution,
		"lay_seconds": h.LaySeconds, "stuck_likely": h.StuckLikely,
	} {
		if s < 0 || math.IsNaN(s) || math.IsInf(s, 0) {
			return fault("house."+name, "%v is no number of 0 or more", s)
		}
	}
	for name, v := range map[string]Choice{"from_ligretto": h.FromLigretto, "shuffle_hand": h.ShuffleHand, "clear_full": h.ClearFull} {
		if v != Yes && v != No {
			return fault("house."+name, "%q is not yes or no", v)
		}
	}
	_, err := BookIn(c.Language)
	return err
}

// withDefaults fills what was left open from the edition.
func (c Config) withDefaults() Config {
	if c.Edition == "" {
		c.Edition = models.Schmidt
	}
	if c.Variant == "" {
		c.Variant = models.Basic
	}
	if c.Language == "" {
		c.Language = "en"
	}
	d := DefaultHouse(c.Edition)
	if c.House == (House{}) {
		c.House = d
	}
	h := &c.House
	if h.FromLigretto == "" {
		h.FromLigretto = d.FromLigretto
	}
	if h.ShuffleHand == "" {
		h.ShuffleHand = d.ShuffleHand
	}
	if h.RowSize == 0 {
		h.RowSize = models.Rows(len(c.Players))
	}
	return c
}

// editionDecides tells whether the sheets differ on a rule and the group plays by its edition's sheet there.
func (c Config) editionDecides(id ID) bool {
	h, sheet := c.House, DefaultHouse(c.Edition)
	switch id {
	case FromLigretto:
		return h.FromLigretto == sheet.FromLigretto
	case RowOrder:
		return h.Steps == sheet.Steps
	case HandRecycle:
		return h.ShuffleHand == sheet.ShuffleHand
	case RoundStuck, RoundRestart:
		return h.Stuck == sheet.Stuck
	}
	return false
}

// Fault is a setting or an event that cannot be: misuse, not a player's mistake.
type Fault struct {
	Field string // as the file formats name it
	What  string // one sentence
}

func (f *Fault) Error() string { return f.Field + ": " + f.What }

func fault(field, format string, args ...any) error {
	return &Fault{field, fmt.Sprintf(format, args...)}
}
