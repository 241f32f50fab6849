package read

import "testing"

// TestLittleThatDiffersMustBeBeyondChance: of a card of which a corner digit shows, one that fits closely is said when
// most of the digit speaks for it, one that fits less closely when that is beyond what chance gives, and no other.
func TestLittleThatDiffersMustBeBeyondChance(t *testing.T) {
	for name, c := range map[string]struct {
		likeness, miss, margin, differ float64
		sure                           bool
	}{
		"close, plain":                    {0.99, 0.05, 0.7, 40, true},
		"close, half of a digit":          {0.99, 0.07, 0.45, 40, false},
		"close, half, and nothing amiss":  {0.99, 0.01, 0.45, 40, true},
		"less close, plain":               {0.96, 0.07, 0.8, 31, false},
		"less close, beyond chance":       {0.92, 0.04, 0.7, 66, true},
		"less close, more that is amiss":  {0.88, 0.16, 0.4, 225, false},
		"less close, much of which tells": {0.88, 0.16, 0.4, 900, true},
	} {
		m := Match{Open: 0.4, Seen: 0.4 * (1 - c.miss), miss: c.miss, Likeness: c.likeness, Margin: c.margin, differ: c.differ, Purity: 0.93, Rim: 1}
		if m.sure() != c.sure {
			t.Errorf("%s: sure is %v, the margin %.1f times what chance gives", name, !c.sure, m.beyondChance())
		}
	}
}
