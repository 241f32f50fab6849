package track

import "testing"

// TestWhoseArmCanHaveLaidACardBelow: Ana has laid the card in sight, and Ben's arm was over the place, too.
func TestWhoseArmCanHaveLaidACardBelow(t *testing.T) {
	for _, tt := range []struct {
		name    string
		laid    float64 // when Ben laid his last card, elsewhere
		arm     stay    // when his arm was over the place
		brought bool    // Ana was seen to bring the card
		want    int     // arms that may have laid it or one below
	}{
		{"before the card came", 0, stay{9.6, 9.8}, true, 2},
		{"only once the card lay there", 0, stay{10.1, 10.3}, true, 1},
		{"which nobody was seen to bring", 0, stay{10.1, 10.3}, false, 2},
		{"on its way back from another pile", 9.4, stay{9.6, 9.8}, true, 1},
		{"long after he laid a card there", 8.9, stay{9.6, 9.8}, true, 2},
		{"and he laid a card elsewhere meanwhile", 9.7, stay{9.6, 10.5}, true, 1},
	} {
		ana, ben := &seat{laid: 9.4}, &seat{laid: tt.laid}
		l := &landing{rest: 10, owners: []*seat{ana}, brought: tt.brought}
		l.visit = visit{since: 9.5, over: []*seat{ana, ben}, stays: map[*seat]stay{ana: {9.7, 9.95}, ben: tt.arm}}
		if got := len(l.idle()); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestAnArmNobodyCanBeNamedForMayHaveLaidACardBelow(t *testing.T) {
	ana := &seat{}
	for _, tt := range []struct {
		name    string
		stray   stay
		brought bool
		want    bool
	}{
		{"before the card came", stay{9.6, 9.65}, true, true},
		{"in one picture, and nobody was there just then", stay{9.6, 9.6}, true, true},
		{"in one picture amid those of Ana's arm", stay{9.8, 9.8}, true, false},
		{"in more of them", stay{9.8, 9.85}, true, true},
		{"only once the card lay there", stay{10.1, 10.3}, true, false},
		{"which nobody was seen to bring", stay{10.1, 10.3}, false, true},
	} {
		l := &landing{rest: 10, brought: tt.brought}
		l.visit = visit{since: 9.5, unknown: true, stray: tt.stray, stays: map[*seat]stay{ana: {9.7, 10}}}
		if got := l.mayCover(1, 1); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
