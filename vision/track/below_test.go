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

// TestWhatWasTurnedOverElsewhereDoesNotLieBelow: Ana turns cards over upon a green 2 while Ben lays a green 3 on the 1. Her arm was not at
// the pile, so her 2 lies below on her discard pile, and not between.
func TestWhatWasTurnedOverElsewhereDoesNotLieBelow(t *testing.T) {
	compare(t, run(t, `0 A.L=y2 A.0=g1 A.1=b2 A.2=y9 A.D=g2 B.L=y10 B.0=g3 B.1=b7 B.2=r2 B.D=r7
		2.0 P1=#A A.0=#A
		2.3 P1=g1 A.0=-
		4.2 A.D=#A
		4.3 P1=#B B.0=#B
		4.5 A.D=y5
		4.7 P1=g3 B.0=-`),
		[]string{"play Ana row 0 green-1 pile 1", "play Ben row 0 green-3 pile 1", "flip Ana yellow-5"})
}

// TestAnArmAtRestOnAPileWasNoCard: something that cannot be read comes to rest on a pile, and is gone again before a card comes that does
// not fit: then the pile was in sight as before. If it stays, cards may lie there.
func TestAnArmAtRestOnAPileWasNoCard(t *testing.T) {
	const play = "play Ana row 2 green-4 pile 1"
	for _, tt := range []struct {
		stays bool
		want  []string
	}{{false, []string{play}}, {true, []string{"covered pile 1", play}}} {
		s := newStage(t)
		s.play("0 A.L=y2 A.0=r2 A.1=b2 A.2=g4 B.L=y10 B.0=r3 B.1=b7 B.2=r5 P1=g1")
		s.wait(0.2, 4)
		pile := s.spot("P1")
		for _, i := range s.act.Under(pile) {
			s.act.Changed[i], s.act.Bare[i], s.act.Moved[i] = true, false, 4
		}
		s.step(4.1, []Look{{Area: pile.Box().Inset(-12)}})
		for _, i := range s.act.Under(pile) {
			s.act.Changed[i] = tt.stays
		}
		s.wait(4.2, 4.6)
		s.line("4.7 P1=#A A.2=#A")
		s.line("5.0 A.2=- P1=g4")
		compare(t, s.run("5.2 A.2=-")[3:], tt.want)
	}
}
