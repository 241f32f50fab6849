package track

import (
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

// TestPauses: in a pause without pictures, or in one too short for that, cards are laid that nobody saw.
func TestPauses(t *testing.T) {
	tests := []struct {
		name   string
		script string
		want   []string
	}{
		{
			"without a picture for two seconds cards may have been laid unseen", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			5.0 P1=g3 P2=y2 blind
			7.0 A.2=#A P1=#A
			7.4 A.2=- P1=y9`,
			[]string{
				"play Ana row 0 green-1 pile 1", "covered pile 1", "covered pile 2", "play unknown green-3 pile 1", "play unknown yellow-2 pile 2",
				"play Ana row 2 yellow-9 pile 1",
			},
		},
		{
			"a card that may as well lie below others on its discard pile was not laid upon an equal one", `
			0 A.L=g2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 B.D=g2
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			5.0 P1=#AB A.L=r5 B.D=y7 blind
			5.3 P1=g2`,
			[]string{
				"play Ana row 0 green-1 pile 1", "covered pile 1", "play Ana ligretto green-2 pile 1 ligretto: red-5",
				"flip Ben yellow-7",
			},
		},
		{
			"whose arm was there before a long pause without pictures laid nothing for certain", dealt + `
			2.0 P1=#B
			3.5 P1=b1 blind`,
			[]string{"covered pile 1", "play unknown blue-1 pile 1"},
		},
		{
			"in a short pause no other arm came and went", dealt + `
			2.0 P1=#B
			2.5 P1=b1 blind`,
			[]string{"covered pile 1", "play Ben unknown blue-1 pile 1"},
		},
		{
			"a spot that surely lost the card in a pause tells whose it was", dealt + `
			2.0 P2=#B
			3.5 P1=g1 A.0=- blind`,
			[]string{"covered pile 1", "play Ana row 0 green-1 pile 1"},
		},
		{
			"but not while another one's arm was there", dealt + `
			2.0 P1=#B
			3.5 P1=g1 A.0=- blind`,
			[]string{"covered pile 1", "play unknown green-1 pile 1"},
		},
		{
			"what an arm hid through a pause may have changed in it", green1 + `
			5.0 P1=#B
			6.5 P1=#B blind
			8.0 B.2=#B
			8.4 P1=g2 B.2=-`,
			[]string{"play Ana row 0 green-1 pile 1", "covered pile 1", "play Ben row 2 green-2 pile 1"},
		},
		{
			"what a card laid in a pause needs below it and has left its spot is told first", dealt3 + `
			5.0 P1=g4 A.1=- A.2=- B.2=- blind`,
			[]string{
				"play Ana row 0 green-1 pile 1", "covered pile 1", "vanish Ana row 1 green-3", "vanish Ben row 2 green-2",
				"play Ana row 2 green-4 pile 1",
			},
		},
		{
			"and waited for while its spot is out of sight", dealt3 + `
			5.0 P1=g3 A.1=- B.2=#B blind
			5.2 B.2=-`,
			[]string{"play Ana row 0 green-1 pile 1", "covered pile 1", "vanish Ben row 2 green-2", "play Ana row 1 green-3 pile 1"},
		},
		{
			"after a pause a spot out of sight is waited for", dealt + `
			2.0 A.0=#A
			3.5 P1=g1 blind
			3.7 A.0=-`,
			[]string{"covered pile 1", "play Ana row 0 green-1 pile 1"},
		},
		{
			"laid in a pause without pictures, what brought the card to its spot is told first", dealt + `
			2.0 A.D=#A
			2.3 A.D=g5
			3.0 A.D=#A
			3.4 A.D=b1
			4.4 P1=b1 blind`,
			[]string{"flip Ana green-5", "covered pile 1", "flip Ana blue-1", "play unknown blue-1 pile 1"},
		},
		{
			"laid in a pause without pictures, the card missed on its spot later has not vanished", dealt + `
			2.0 A.0=#A
			3.5 P1=g1 blind
			4.5 A.0=-`,
			[]string{"covered pile 1", "play unknown green-1 pile 1"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { compare(t, run(t, tt.script), tt.want) })
	}
}

// TestAFlipIsWaitedForWhileNothingCanBeRead: Ana's 3 leaves the discard pile, and the lens is out of focus until well after she has
// laid it. What came into sight below it was not turned over.
func TestAFlipIsWaitedForWhileNothingCanBeRead(t *testing.T) {
	s := newStage(t)
	s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2" + opened2 + `5.0 A.D=#A
		5.3 A.D=r9
		9.0 A.D=#A
		9.3 A.D=g3
		13.0 P1=#A A.D=#A
		13.3 A.D=r8`)
	for _, i := range s.act.Under(s.spot("P1")) { // her arm has gone, and the card hardly looks otherwise than the one below
		s.act.Arm[i], s.act.Changed[i] = false, false
	}
	for now := 13.5; now < 15.5; now += 0.1 {
		s.events = append(s.events, s.tracker.Watch(now, s.act)...)
	}
	s.change(15.5, 15.6, "P1=g3")
	s.wait(15.8, 19)
	var got []string
	for _, e := range s.events {
		if e.Time > 12 {
			got = append(got, short(e))
		}
	}
	compare(t, got, []string{"play Ana discard green-3 pile 1 discard: red-8"})
}

// TestACardLaidBeforeItsPlaceWasInSight: Ben's arm is over one of his cards as the table is first looked at, and the place is bare as the table
// is told. Nobody knows which card he laid, so that his cards are told to have been out of sight; a place where none lay says nothing.
func TestACardLaidBeforeItsPlaceWasInSight(t *testing.T) {
	const table = "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=#B\n"
	covered := func(script string) bool { return slices.Contains(run(t, script), "covered Ben") }
	if !covered(table + "0.5 B.2=-\n2.4 A.D=y5\n2.7 A.D=y5") {
		t.Error("it is not told that a card of Ben's may have been laid")
	}
	if covered(strings.Replace(table, "#B", "g2", 1) + "2.4 A.D=y5\n2.7 A.D=y5") {
		t.Error("Ben's cards are told to have been out of sight, though all of them lie there")
	}
}

// TestACardLaidInThePauseAfterTheFirstLook: Ana laid her 1 when the lamp was out, as what moved then shows. It did not lie there from the
// beginning, and is the one that her row has lost, though nothing has moved there since there is light.
func TestACardLaidInThePauseAfterTheFirstLook(t *testing.T) {
	s := newStage(t)
	s.play(dealt)
	for _, name := range []string{"A.0", "P1"} {
		for _, i := range s.act.Under(s.spot(name)) {
			s.act.Moved[i], s.act.Clear[i] = 1.9, false
		}
	}
	s.step(2.9, []Look{s.see("A.0", "-"), s.see("P1", "g1")})
	s.wait(3, 7)
	var got []string
	for _, e := range s.events {
		if e.Type != models.EventCovered {
			got = append(got, short(e))
		}
	}
	compare(t, got, []string{"deal Ana ligretto: red-5", "deal Ben ligretto: yellow-10", "play Ana row 0 green-1 pile 1"})
}
