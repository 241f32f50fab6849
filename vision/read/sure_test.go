package read

import "testing"

// TestLittleThatDiffersMustBeBeyondChance: of a card of which a corner digit shows, one that fits closely is said when
// most of the digit speaks for it, one that fits less closely when that is beyond what chance gives, and no other.
func TestLittleThatDiffersMustBeBeyondChance(t *testing.T) {
	for name, c := range map[string]struct {
		likeness, miss, margin, differ float64
		outdoes, sure                  bool
	}{
		"close, plain":                           {0.99, 0.05, 0.7, 40, false, true},
		"close, half of a digit":                 {0.99, 0.07, 0.45, 40, false, false},
		"close, half, rivals heard and outdone":  {0.99, 0.07, 0.45, 40, true, true},
		"close, half, and nothing amiss":         {0.99, 0.01, 0.45, 40, false, true},
		"less close, plain":                      {0.96, 0.07, 0.8, 31, false, false},
		"less close, beyond chance":              {0.92, 0.04, 0.7, 66, false, true},
		"less close, more that is amiss":         {0.88, 0.16, 0.4, 225, false, false},
		"less close, more amiss, rivals outdone": {0.88, 0.16, 0.4, 225, true, true},
		"less close, much of which tells":        {0.88, 0.16, 0.4, 900, false, true},
	} {
		m := Match{Open: 0.4, Seen: 0.4 * (1 - c.miss), miss: c.miss, Likeness: c.likeness, Margin: c.margin, differ: c.differ, Purity: 0.93, Rim: 1, outdoes: c.outdoes}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v, the margin %.1f times what chance gives", name, !c.sure, m.beyondChance())
		}
	}
}

// TestAStripIsNotSaidByChance: of a 7 of which a quarter shows, a 1 won over all rivals, each at its own best place.
func TestAStripIsNotSaidByChance(t *testing.T) {
	for open, sure := range map[float64]bool{0.27: false, 0.4: true} {
		m := Match{Open: open, Seen: 0.94 * open, miss: 0.06, Likeness: 0.972, Margin: 0.466, differ: 71, Purity: 0.94, Rim: 0.54, outdoes: true, front: true}
		if m.sure() != sure {
			t.Errorf("%.0f %% open: sure is %v", 100*open, !sure)
		}
	}
}

// TestAStripOfTheTableIsNoFront: beside a red card on a blue table a blue 1, whose ground most of it is, fitted a strip of the table, which goes on
// at all sides. A card among its own colour, whose sides do not show either, is much like its face; and one that ends is said.
func TestAStripOfTheTableIsNoFront(t *testing.T) {
	for name, c := range map[string]struct {
		likeness, rim, printed float64
		sure                   bool
	}{
		"strip of the table":          {0.81, 0.06, 46, false},
		"card that ends":              {0.81, 0.6, 46, true},
		"card on its own colour":      {0.986, 0, 46, true},
		"its number shows":            {0.91, 0.06, 380, true},
		"table somewhat more like it": {0.92, 0, 30, false},
	} {
		m := Match{Open: 0.32, Seen: 0.29, miss: 0.1, Likeness: c.likeness, Margin: 0.9, differ: 363, Purity: 0.93, Blank: 0.05, Rim: c.rim, printed: c.printed, front: true}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestAFrontThatDoesNotEndIsMuchLikeItsFace: of a 5 and of a 9 in a fan a 1 and a 10 were said, laid a few millimetres off.
func TestAFrontThatDoesNotEndIsMuchLikeItsFace(t *testing.T) {
	for name, c := range map[string]struct {
		likeness, rim float64
		sure          bool
	}{
		"another card, a little off": {0.865, 0.43, false},
		"one that ends":              {0.868, 0.6, true},
		"one among its own colour":   {0.915, 0.49, true},
	} {
		m := Match{Open: 0.41, Seen: 0.39, miss: 0.05, Likeness: c.likeness, Margin: 0.74, differ: 100, Purity: 0.96, Blank: 0.05, Rim: c.rim, printed: 300, front: true}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestGrainIsNoDoubtWhereAllPrintIsThere: of a card under a hand, whose print all parts show a little unlike it for grain,
// is said which it is where none of that print is missing and the card ends at its sides. A cloth that is much like a face
// goes on beyond them, and a card of the same colour lacks print of the face.
func TestGrainIsNoDoubtWhereAllPrintIsThere(t *testing.T) {
	grainy := Match{Open: 0.6, Seen: 0.46, miss: 0.24, Likeness: 0.86, Margin: 0.5, differ: 500, Purity: 0.76, Blank: 0.01, Rim: 1, under: true}
	for name, c := range map[string]struct {
		change func(*Match)
		sure   bool
	}{
		"grainy":                 {func(*Match) {}, true},
		"going on":               {func(m *Match) { m.Rim = 0.35 }, false},
		"print missing":          {func(m *Match) { m.Blank = 0.12 }, false},
		"half speaks against it": {func(m *Match) { m.Margin = 0.3 }, false},
		"no more than chance":    {func(m *Match) { m.differ = 60 }, false},
		"hardly like it":         {func(m *Match) { m.Likeness = 0.7 }, false},
		"less like it, but each part is": {func(m *Match) {
			m.Likeness, m.Purity, m.Margin = 0.7, 0.9, 0.7
		}, true},
	} {
		m := grainy
		c.change(&m)
		if m.sureUnder() != c.sure {
			t.Errorf("%s: sure is %v, the margin %.1f times what chance gives", name, !c.sure, m.beyondChance())
		}
	}
}

// TestADarkGroundIsNoBack: what is a little like a back is one where its parts are whole, as under glare, and is none where
// each part is a little like it; of a front, the number tells.
func TestADarkGroundIsNoBack(t *testing.T) {
	for name, c := range map[string]struct {
		match Match
		sure  bool
	}{
		"a ground beside a card":  {Match{Likeness: 0.75, Seen: 0.72, Margin: 0.43, Purity: 0.76, Blank: 0.14, Rim: 0.66, differ: 3508}, false},
		"under glare":             {Match{Likeness: 0.72, Seen: 0.79, Margin: 0.5, Purity: 0.84, Blank: 0.08, Rim: 1, differ: 3508}, true},
		"the corner of a paper":   {Match{Likeness: 0.83, Seen: 0.81, Margin: 0.65, Purity: 0.83, Blank: 0.14, Rim: 0.37, differ: 2841}, false},
		"much like it, grainy":    {Match{Likeness: 0.86, Seen: 0.72, Margin: 0.43, Purity: 0.76, Blank: 0.02, Rim: 1, differ: 3508}, true},
		"half a card and a table": {Match{Likeness: 0.898, Seen: 0.76, Margin: 0.69, Purity: 0.82, Blank: 0.09, Rim: 0.29, differ: 3508}, false},
		"a hand and a table":      {Match{Likeness: 0.83, Seen: 0.75, Margin: 0.58, Purity: 0.86, Blank: 0.12, Rim: 0.22, differ: 2400}, false},
		"dark on a dark table":    {Match{Likeness: 0.984, Seen: 0.96, Margin: 0.92, Purity: 0.97, Blank: 0.01, Rim: 0.3, differ: 3508}, true},
		"a front":                 {Match{Likeness: 0.75, Seen: 0.72, Margin: 0.43, Purity: 0.76, Blank: 0.14, Rim: 0.66, differ: 3508, front: true}, true},
	} {
		c.match.Open = 1
		if c.match.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestASideTellsABackPartlyHidden: a strip of a dark table beside a card looked like the dark edge of a back; nothing ended
// at its sides. In a heap of backs of one design nothing does either, but they are like it, pattern and all.
func TestASideTellsABackPartlyHidden(t *testing.T) {
	for name, c := range map[string]struct {
		rim, open, likeness float64
		front               bool
		sure                bool
	}{
		"a strip of the table":        {0.2, 0.4, 0.9, false, false},
		"a strip much like it":        {0.2, 0.23, 0.95, false, false},
		"a back that ends there":      {0.96, 0.4, 0.9, false, true},
		"a back in a heap":            {0.42, 0.6, 0.975, false, true},
		"a front: its number tells":   {0.2, 0.4, 0.9, true, true},
		"a front that ends there too": {0.96, 0.4, 0.9, true, true},
	} {
		m := Match{Open: c.open, Seen: 0.9 * c.open, miss: 0.1, Likeness: c.likeness, Margin: 0.8, differ: 800, Purity: 0.9, Rim: c.rim, front: c.front, printed: 400}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestASheetOfNumbersIsNoCard: a sheet of paper with numbers was a little like a yellow 4 in glare; much of that card's
// print was missing, and it did not end where a card does.
func TestASheetOfNumbersIsNoCard(t *testing.T) {
	sheet := Match{Open: 1, Seen: 0.9, miss: 0.1, Likeness: 0.676, Margin: 0.41, differ: 500, Purity: 0.91, Blank: 0.25, Rim: 0.33, front: true}
	if sheet.sure() {
		t.Error("it is sure")
	}
	card := sheet
	card.Blank, card.Rim, card.Margin = 0.05, 0.9, 0.5
	if !card.sure() {
		t.Error("a card in glare, all of its print and its sides in sight, is not")
	}
}

// TestABlackCardHalfHiddenIsNoOne: of an 8 of which half lay under others of its black ground, the 1 of its colour, which has
// the least print of all, won over the others; some of its own was missing.
func TestABlackCardHalfHiddenIsNoOne(t *testing.T) {
	one := Match{Open: 1, Seen: 0.85, miss: 0.15, Likeness: 0.62, Margin: 0.43, differ: 643, Purity: 0.9, Blank: 0.148, Rim: 0.74, front: true}
	if one.sure() {
		t.Error("it is sure")
	}
	if one.Blank = 0.05; !one.sure() {
		t.Error("a card under glare, all of its print there, is not")
	}
}

// TestAFaceOfWhichPrintIsMissingMustWinPlainly: a red 1 beside the edge of a lamp's spot was read as the 10 whose 0 would lie
// below the card upon it; a quarter of that card's print was missing in what was open.
func TestAFaceOfWhichPrintIsMissingMustWinPlainly(t *testing.T) {
	ten := Match{Open: 0.444, Seen: 0.373, miss: 0.159, Likeness: 0.823, Margin: 0.753, differ: 147.6, Purity: 0.859, Blank: 0.237, Rim: 1, front: true}
	if ten.sure() {
		t.Errorf("it is sure, %.1f times what chance gives", ten.beyondChance())
	}
	shown, won, lost := ten, ten, ten
	shown.Blank = 0.1
	won.differ, lost.differ = 400, 400
	won.Blank = 0.18
	if !shown.sure() || !won.sure() || lost.sure() {
		t.Errorf("its print shown, it is sure: %v; winning by %.1f times what chance gives: %v, with more missing: %v", shown.sure(), won.beyondChance(), won.sure(), lost.sure())
	}
}

// TestAWholeFrontOfWhichPrintIsMissingMustWinPlainly: of a black 8 half under others that were not read yet the rest looked like a 1. A hand
// hides print too, but what is left then wins plainly; and of a back glare may have taken it.
func TestAWholeFrontOfWhichPrintIsMissingMustWinPlainly(t *testing.T) {
	for name, c := range map[string]struct {
		front         bool
		margin, blank float64
		sure          bool
	}{
		"half of an 8":           {true, 0.35, 0.217, false},
		"its print is there":     {true, 0.35, 0.05, true},
		"a number wins plainly":  {true, 0.7, 0.217, true},
		"a back paled by a lamp": {false, 0.35, 0.217, true},
	} {
		m := Match{Open: 1, Seen: 0.86, miss: 0.138, Likeness: 0.9, Margin: c.margin, differ: 395, Purity: 0.9, Blank: c.blank, Rim: 0.9, front: c.front}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestOfAStripUnderAHandNearlyAllMustFit: of a 10 under other cards, in glare, of which a third shows, a 1 and a 4 laid a few
// millimetres off won over all others. Of half a card grain alone may look as much unlike the face.
func TestOfAStripUnderAHandNearlyAllMustFit(t *testing.T) {
	for name, c := range map[string]struct {
		open, miss, likeness float64
		sure                 bool
	}{
		"a strip, a fifth unlike":              {0.34, 0.2, 0.87, false},
		"a strip, an eighth unlike":            {0.34, 0.13, 0.87, true},
		"a strip, a fifth unlike, all pattern": {0.34, 0.2, 0.94, true},
		"half the card, a fifth unlike":        {0.5, 0.2, 0.87, true},
	} {
		m := Match{Open: c.open, Seen: c.open * (1 - c.miss), miss: c.miss, Likeness: c.likeness, Margin: 0.6, differ: 480, Purity: 0.85, Blank: 0.01, Rim: 1, front: true, under: true}
		if m.sureUnder() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestAFrontUnderAHandIsToldByItsNumber: it need not end at its sides, as on a pile of its own colour; a back must.
func TestAFrontUnderAHandIsToldByItsNumber(t *testing.T) {
	m := Match{Open: 0.62, Seen: 0.6, miss: 0.07, Likeness: 0.907, Margin: 0.72, differ: 207, Purity: 0.94, Blank: 0.04, Rim: 0.43, front: true, under: true}
	if !m.sureUnder() {
		t.Error("a front on a pile of its colour is unknown")
	}
	if m.front = false; m.sureUnder() {
		t.Error("a back that does not end at its sides is told")
	}
}

// TestAHalfOfABlackTenIsNoOne: a 10 half under a card that was not read yet showed a 1 in its lower half. Where most of a card is like
// its face, and it ends at its sides, a finger on its number is no doubt.
func TestAHalfOfABlackTenIsNoOne(t *testing.T) {
	for name, c := range map[string]struct {
		likeness, blank, rim float64
		sure                 bool
	}{
		"a half of another": {0.783, 0.164, 0.45, false},
		"a card that ends":  {0.783, 0.164, 0.6, true},
		"all of its print":  {0.783, 0.1, 0.45, true},
		"much like it":      {0.97, 0.164, 0.45, true},
	} {
		m := Match{Open: 1, Seen: 0.878, miss: 0.122, Likeness: c.likeness, Margin: 0.504, differ: 555, Purity: 0.914, Blank: c.blank, Rim: c.rim, printed: 601, front: true}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestPipsOfOthersAreNoSmallerNumber: in fans of cards with as many pips as their number says, two pips of a 5 were said to be a 2 and three
// of a 7 a 3, though their small numbers were not there. One that ends at its sides is said: something may hide its number.
func TestPipsOfOthersAreNoSmallerNumber(t *testing.T) {
	for name, c := range map[string]struct {
		open, likeness, margin, blank, rim float64
		sure                               bool
	}{
		"two pips of a 5":           {1, 0.902, 0.34, 0.219, 0.32, false},
		"three pips of a 7":         {0.51, 0.949, 0.79, 0.134, 0.45, false},
		"three, and it ends":        {0.51, 0.949, 0.79, 0.134, 0.6, true},
		"three, and its number too": {0.51, 0.949, 0.79, 0.03, 0.45, true},
	} {
		m := Match{Open: c.open, Seen: 0.97 * c.open, miss: 0.03, Likeness: c.likeness, Margin: c.margin, differ: 300, Purity: 0.97, Blank: c.blank, Rim: c.rim, printed: 500, front: true}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestAStripThatEndsNowhereMustOutdoAll: of a black 2 in a fan of black cards a strip showed what is a part of a 1 five millimetres on.
func TestAStripThatEndsNowhereMustOutdoAll(t *testing.T) {
	for name, c := range map[string]struct {
		rim, likeness, differ float64
		outdoes               bool
		sure                  bool
	}{
		"ends nowhere":                        {0.081, 0.973, 45, false, false},
		"ends nowhere, but outdoes all":       {0.081, 0.973, 45, true, true},
		"ends nowhere, but all of it is like": {0.081, 0.992, 45, false, true},
		"ends somewhere":                      {0.3, 0.973, 45, false, true},
		"ends nowhere, most of its number":    {0.081, 0.973, 300, false, true},
	} {
		m := Match{Open: 0.374, Seen: 0.369, miss: 0.014, Likeness: c.likeness, Margin: 0.812, differ: c.differ, Purity: 0.987, Rim: c.rim, printed: 88, outdoes: c.outdoes, front: true}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}

// TestAWholeFrontThatEndsNowhereMustBeLikeItsFace: half a 7 of spots was read as a 4 that lies a row of spots off, over the table.
func TestAWholeFrontThatEndsNowhereMustBeLikeItsFace(t *testing.T) {
	four := Match{Open: 1, Seen: 0.805, miss: 0.195, Likeness: 0.71, Margin: 0.46, differ: 432, Purity: 0.935, Blank: 0.113, Rim: 0, front: true}
	ends, like := four, four
	ends.Rim, like.Likeness = 0.6, 0.9
	if four.sure() || !ends.sure() || !like.sure() {
		t.Errorf("sure of a 4 that ends nowhere: %v, that ends: %v, that is like its face: %v", four.sure(), ends.sure(), like.sure())
	}
}

// TestAStripOnItsOwnColourLiesThere: in a fan of green cards a green 9 hardly ended anywhere, and was not taken off those below. Of a back that does
// not end what is much like its face may be another's print, as of a front that is less like it.
func TestAStripOnItsOwnColourLiesThere(t *testing.T) {
	nine := Match{Open: 0.394, Seen: 0.387, miss: 0.018, Likeness: 0.978, Margin: 0.56, differ: 32, Purity: 0.984, Blank: 0.009, Rim: 0.41, front: true}
	less, back := nine, nine
	less.Likeness, back.front = 0.94, false
	if !nine.Lies() || less.Lies() || back.Lies() {
		t.Errorf("lies there: the 9 %v, less like its face %v, a back %v", nine.Lies(), less.Lies(), back.Lies())
	}
}

// TestAWholeCardThatCannotBeToldLiesThere: a bent 9 in full sight was unknown and stayed in the picture, and one end of it was read as a 6
// upside down that reached out over the table. What is less like a face, or does not end, may be anything.
func TestAWholeCardThatCannotBeToldLiesThere(t *testing.T) {
	nine := Match{Open: 1, Seen: 0.9, miss: 0.1, Likeness: 0.962, Margin: 0.24, differ: 276, Purity: 0.91, Blank: 0.017, Rim: 1, front: true}
	if !nine.Lies() || nine.sure() {
		t.Errorf("the card lies there is %v, it is said is %v", nine.Lies(), nine.sure())
	}
	foreign, endless, half := nine, nine, nine
	foreign.Likeness, endless.Rim, half.Seen = 0.87, 0.5, 0.6
	for name, m := range map[string]Match{"like it": foreign, "ends nowhere": endless, "half of it": half} {
		if m.Lies() {
			t.Errorf("%s: a card lies there", name)
		}
	}
}

// TestABackMustWinAtItsRivalsPlaceToo: print bolder than it was learnt lowers the margin of a back as it does that of a front. As it may be
// told by its ink alone, it is then said only if it wins over its rival where that fits best, and if it is in full sight and much like its face.
func TestABackMustWinAtItsRivalsPlaceToo(t *testing.T) {
	for name, c := range map[string]struct {
		open, likeness, margin float64
		twice, sure            bool
	}{
		"wins at either place":    {1, 0.98, 0.31, true, true},
		"wins at its own alone":   {1, 0.98, 0.31, false, false},
		"wins plainly at its own": {1, 0.98, 0.36, false, true},
		"less like its face":      {1, 0.93, 0.31, true, false},
		"partly hidden":           {0.8, 0.98, 0.31, true, false},
		"hardly wins":             {1, 0.98, 0.26, true, false},
	} {
		m := Match{Open: c.open, Seen: 0.95 * c.open, miss: 0.05, Likeness: c.likeness, Margin: c.margin, differ: 429, Purity: 0.95, Rim: 1, twice: c.twice}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v", name, !c.sure)
		}
	}
}
