package rules

import (
	"slices"

	"schiri/models"
)

// Sheet names one of the publishers' rule sheets.
type Sheet string

// The sheets the rules come from.
const (
	SheetGerman    Sheet = "schmidt-de"
	SheetGermanFrI Sheet = "schmidt-de-fr-it"
	SheetDutchEnEs Sheet = "schmidt-nl-en-es"
	SheetDutch     Sheet = "nl-reprint"
	SheetPlayroom  Sheet = "playroom-en"
)

// Rule is one rule of the book.
type Rule struct {
	ID       ID               `json:"rule"`
	Sheets   []Sheet          `json:"sheets"`            // empty: what all sheets take for granted
	Editions []models.Edition `json:"editions"`          // in which it holds by default
	Variant  models.Variant   `json:"variant,omitempty"` // pro: only in the variant for experts
	Setting  string           `json:"setting,omitempty"` // the house rule that changes it
	Default  string           `json:"default,omitempty"` // of that house rule, and why where sheets differ
}

// Book lists the rules that decide what happens on the table, and those of the score.
func Book() []Rule {
	schmidt := []Sheet{SheetGerman, SheetGermanFrI, SheetDutchEnEs, SheetDutch}
	all := append(slices.Clone(schmidt), SheetPlayroom)
	both := []models.Edition{models.Schmidt, models.Playroom}
	only := func(e models.Edition) []models.Edition { return []models.Edition{e} }
	return []Rule{
		{ID: DealRow, Sheets: all, Editions: both, Setting: "row_size", Default: "5 with two players, 4 with three, 3 with more"},
		{ID: DealLigretto, Sheets: all, Editions: both, Setting: "ligretto", Default: "10"},
		{ID: CentreStart, Sheets: all, Editions: both},
		{ID: CentreColour, Sheets: all, Editions: both},
		{ID: CentreNext, Sheets: all, Editions: both},
		{ID: CentreFull, Sheets: all, Editions: both, Setting: "clear_full", Default: "no: full piles stay on the table"},
		{ID: CentreRace, Sheets: all, Editions: both, Setting: "race_seconds", Default: "1; later than that it is a wrong number"},
		{ID: CentreSource, Sheets: all, Editions: both},
		{
			ID: FromLigretto, Sheets: []Sheet{SheetPlayroom}, Editions: only(models.Playroom), Setting: "from_ligretto",
			Default: "schmidt: yes, the sheets name the pile's top; playroom: no, the sheet plays from row and hand and fills the row from the pile",
		},
		{ID: RowRefill, Sheets: all, Editions: both},
		{ID: RowBuild, Sheets: all, Editions: both, Setting: "variant", Default: "basic: not allowed"},
		{
			ID: RowOrder, Sheets: all, Editions: both, Variant: models.Pro, Setting: "steps",
			Default: "one-lower: the Playroom sheet says so; the Schmidt sheets only say descending; the Dutch part that says ascending is taken for a slip",
		},
		{ID: RowColour, Sheets: all, Editions: both, Variant: models.Pro},
		{ID: HandThree, Sheets: all, Editions: both},
		{
			ID: HandRecycle, Sheets: all, Editions: both, Setting: "shuffle_hand",
			Default: "schmidt: yes, the pile is shuffled briefly; playroom: no, it is turned over",
		},
		{ID: TakeBack, Editions: both},
		{ID: RoundStop, Sheets: all, Editions: both, Setting: "stop", Default: "empty: the emptied pile is the sign, as a camera hears no shout"},
		{
			ID: RoundStuck, Sheets: all, Editions: both, Setting: "stuck",
			Default: "schmidt: end, the points so far count; playroom: restart with shuffled hands",
		},
		{ID: RoundRestart, Sheets: []Sheet{SheetPlayroom}, Editions: only(models.Playroom), Setting: "stuck", Default: "playroom: restart; schmidt: end"},
		{ID: CardOnce, Sheets: all, Editions: both},
		{ID: ScoreCentre, Sheets: all, Editions: both, Setting: "card_points", Default: "1"},
		{ID: ScoreLeft, Sheets: all, Editions: both, Setting: "ligretto_penalty", Default: "2"},
	}
}
