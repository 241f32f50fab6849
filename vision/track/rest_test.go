package track

import (
	"slices"
	"testing"

	"schiri/models"
)

func TestACardCannotRestBeforeItLeftItsSpot(t *testing.T) {
	s := newStage(t)
	for _, l := range []string{
		"0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2",
		"2.0 P1=#A A.0=#A", "2.3 P1=g1 A.0=-", "4.0 P1=#A", "6.0 P1=#B B.2=#B", "6.3 B.2=-",
	} {
		s.line(l)
	}
	for k, i := range s.act.Under(s.spot("P1")) { // an arm moved all of it before, the card a little of it only
		s.act.Moved[i] = 4
		if k%8 == 0 {
			s.act.Moved[i] = 6.5
		}
		s.act.Changed[i], s.act.Arm[i] = true, false
	}
	s.step(6.6, nil)
	s.step(6.8, []Look{s.see("P1", "g2")})
	s.wait(6.9, 8)
	if e := s.events[len(s.events)-1]; short(e) != "play Ben row 2 green-2 pile 1" || e.Time != 6.5 {
		t.Errorf("got %q at %v, want Ben's play at 6.5", short(e), e.Time)
	}
}

// TestACardCannotRestBeforeItsOwnersArmCame: it lies on one of its own colour that Ana laid long before and that could not be read. From where
// Ben brought it is out of sight, or was never in sight.
func TestACardCannotRestBeforeItsOwnersArmCame(t *testing.T) {
	for name, tt := range map[string]struct{ ben, want string }{
		"from under his hand":    {"B.2=g3", "play Ben row 2 green-3 pile 1"},
		"never in sight, by him": {"B.2=b2", "play Ben unknown green-3 pile 1"},
	} {
		s := newStage(t)
		s.wait(s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 "+tt.ben+`
			2.0 P1=#A A.0=#A
			2.3 P1=g1 A.0=-
			4.5 P1=#A A.1=#A B.2=#B
			5.0 P1=? A.1=-
			6.0 P1=#B`)+.2, 6.5)
		for k, i := range s.act.Under(s.spot("P1")) {
			s.act.Moved[i] = 5
			if k%8 == 0 {
				s.act.Moved[i] = 6.5
			}
			s.act.Changed[i], s.act.Arm[i] = true, false
		}
		s.step(6.6, nil)
		s.step(6.7, []Look{s.see("P1", "g3")})
		s.wait(6.8, 8)
		i := slices.IndexFunc(s.events, func(e models.Event) bool { return short(e) == tt.want })
		if i < 0 || s.events[i].Time != 6.5 {
			t.Errorf("%s: no play at 6.5 in %v", name, s.events)
		}
	}
}

// TestACardDidNotRestBeforeThePlaceLookedAsBefore: Ana's arm moved all of the place, and of Ben's green 2 a little moves it.
func TestACardDidNotRestBeforeThePlaceLookedAsBefore(t *testing.T) {
	s := newStage(t)
	for _, l := range []string{
		"0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2", "2.0 P1=#A A.0=#A", "2.3 P1=g1 A.0=-", "5.6 P1=#A",
	} {
		s.line(l)
	}
	under := s.act.Under(s.spot("P1"))
	for _, i := range under {
		s.act.Changed[i], s.act.Arm[i] = false, false
	}
	s.world["P1"] = "g1"
	s.wait(5.8, 6)
	for _, l := range []string{"6.0 B.2=#B", "6.25 B.2=-"} {
		s.line(l)
	}
	before := slices.Clone(s.act.Moved)
	s.change(6.4, 6.5, "P1=#B")
	for k, i := range under {
		s.act.Moved[i] = before[i]
		if k%8 == 0 {
			s.act.Moved[i] = 6.5
		}
		s.act.Changed[i], s.act.Arm[i] = true, false
	}
	s.step(6.6, []Look{s.see("P1", "g2")})
	s.wait(6.7, 8)
	if e := s.events[len(s.events)-1]; short(e) != "play Ben row 2 green-2 pile 1" || e.Time != 6.5 {
		t.Errorf("got %q at %v, want Ben's play at 6.5", short(e), e.Time)
	}
}

// TestACardIsTakenBackAfterItWasInSight, although most of its places looks like it did with what came to lie there before.
func TestACardIsTakenBackAfterItWasInSight(t *testing.T) {
	for name, back := range map[string][]string{
		"it leaves the pile first":                {"5.2 P1=#A", "5.5 P1=g1", "5.7 A.1=#A", "6.0 A.1=b2"},
		"it comes to lie on its spot out of hand": {"5.2 P1=#A A.1=#A", "5.5 A.1=b2", "5.8 P1=g1"},
	} {
		s := newStage(t)
		for _, l := range []string{dealt[:len(dealt)-1], "1.0 A.0=#A", "1.3 A.0=- P1=#A", "1.8 P1=g1", "3.0 A.1=#A", "3.3 A.1=- P1=#A", "3.8 P1=b2"} {
			s.line(l)
		}
		s.alike = .4
		for _, l := range back {
			s.line(l)
		}
		s.wait(6.2, 12)
		if e := s.events[len(s.events)-1]; short(e) != "take_back Ana to row 1 blue-2 pile 1" || e.Time < 5 {
			t.Errorf("%s: got %q at %v s, want it taken back after 5 s", name, short(e), e.Time)
		}
	}
}

func TestACardRestsBeforeItsOwnersArmIsGone(t *testing.T) {
	ana := &seat{}
	for _, tt := range []struct {
		name string
		by   *seat
		arm  stay
		want float64
	}{
		{"another arm moved the place after that", ana, stay{9.4, 9.7}, 9.7},
		{"it was there still", ana, stay{9.4, 10.2}, 10},
		{"it was not seen there", ana, stay{}, 10},
		{"nobody knows whose arm", nil, stay{9.4, 9.7}, 10},
	} {
		l := &landing{rest: 10, visit: visit{since: 9.3, stays: map[*seat]stay{ana: tt.arm}}}
		if got := (&Tracker{}).restOf(l, tt.by); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
