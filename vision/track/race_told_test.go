package track

import (
	"slices"
	"testing"

	"schiri/models"
)

// TestAPlayIsToldInTimeThoughAnotherOneMayHaveRaced: Ben's arm was at the pile too and lies over his own green 1 for long.
func TestAPlayIsToldInTimeThoughAnotherOneMayHaveRaced(t *testing.T) {
	s := newStage(t)
	last := s.play(`0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 B.L=y10 B.0=g1 B.1=b7 B.2=g2
		2.0 P1=#AB A.0=#A B.0=#B
		2.3 P1=g1 A.0=-`)
	s.wait(last+0.2, last+2)
	i := slices.IndexFunc(s.events, func(e models.Event) bool { return e.Type == models.EventPlay })
	if i < 0 || short(s.events[i]) != "play Ana row 0 green-1 pile 1" || s.events[i].Decided > last+0.1+0.31 {
		t.Errorf("got %v, want Ana's play at most 0.3 s after it was read", s.events)
	}
}

// TestACardStillInTheHandIsTheSecondOne: Ana's 2 leaves its spot when Ben's, which nobody saw leaving, lies on the pile already.
func TestACardStillInTheHandIsTheSecondOne(t *testing.T) {
	compare(t, run(t, `0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g2 B.1=b7 B.2=r1
		2.0 P1=#A A.0=#A
		2.3 P1=g1 A.0=-
		4.0 P1=#B B.0=#B
		4.1 A.1=#A
		4.3 P1=g2 A.1=-
		4.6 P1=#A
		4.8 P1=g2
		4.9 B.0=-`),
		[]string{"play Ana row 0 green-1 pile 1", "play Ben row 0 green-2 pile 1", "play Ana row 1 green-2 pile 1"})
}

// TestWhoLaidACardIsAskedOnceItIsInFullSight: as long as an arm is upon it another one may be laid, but not for ever.
func TestWhoLaidACardIsAskedOnceItIsInFullSight(t *testing.T) {
	s := newStage(t)
	q := s.spot("P1")
	for _, tt := range []struct {
		name string
		arm  bool
		now  float64
		want float64
	}{
		{"nothing upon it", false, 5.1, 5 + raceHold},
		{"an arm upon it", true, 5.1, 5.1 + raceHold},
		{"an arm that stays", true, 5.1 + mostUnder, 5 + raceHold},
	} {
		for _, i := range s.act.Under(q) {
			s.act.Arm[i] = tt.arm
		}
		l := &landing{card: models.Observation{Corners: q}, read: 5, due: 5 + raceHold}
		tr := &Tracker{act: s.act, now: tt.now}
		if tr.prolong(l); l.due != tt.want {
			t.Errorf("%s: told at %.2f s at the latest, want %.2f", tt.name, l.due, tt.want)
		}
	}
}

// TestTheSecondOfARaceIsToldOnce: it is read on the pile while it is still open who laid the first.
func TestTheSecondOfARaceIsToldOnce(t *testing.T) {
	card := parseCard("g2")
	for twin, want := range map[bool]int{false: 2, true: 1} {
		ana, ben := &seat{row: make([]place, 1)}, &seat{row: make([]place, 1)}
		ana.player.Name, ben.player.Name = "Ana", "Ben"
		tr := &Tracker{seats: []*seat{ana, ben}, act: NewActivity(80, 80, 8), laidBy: map[own]*pile{}, now: 10}
		a, b := &departure{ref: spotRef{ana, models.SpotRow, 0}, card: card, t: 9.5}, &departure{ref: spotRef{ben, models.SpotRow, 0}, card: card, t: 9.6}
		tr.gone = []*departure{a, b}
		l := &landing{
			pile: &pile{id: 1}, card: models.Observation{Card: card}, rest: 9.8, read: 9.9, twin: twin,
			visit: visit{over: tr.seats, near: tr.seats, stays: map[*seat]stay{ana: {9.6, 9.7}, ben: {9.7, 9.9}}},
		}
		tr.attribute(l)
		if len(tr.out) != want || tr.out[0].Player != "Ana" {
			t.Errorf("the second one seen: %v; got %d plays, the first one by %q, want %d, Ana first", twin, len(tr.out), tr.out[0].Player, want)
		}
	}
}

// TestWhoLeavesLastOfTwoInLineRaced: both have lost a green 2 of their discard piles, and the only one in sight is read under both
// arms. Ana's was over the pile in no picture without Ben's, so that it may have been behind it: if she leaves last, it was not.
func TestWhoLeavesLastOfTwoInLineRaced(t *testing.T) {
	for left, want := range map[string][]string{
		"A": {"play Ben discard green-2 pile 1 discard: red-8", "play Ana discard green-2 pile 1 discard: blue-9"},
		"B": {"play Ben|Ana? unknown green-2 pile 1"},
	} {
		s := newStage(t)
		s.play(`0 A.L=r5 A.0=y1 A.1=b1 A.2=y9 A.D=b9 B.L=y10 B.0=y2 B.1=b7 B.2=r1 B.D=r8 P1=g1
			1.0 A.D=#A B.D=#B
			1.3 A.D=g2 B.D=g2
			4.0 A.D=#A B.D=#B`)
		s.change(4.3, 4.35, "P1=#B", "B.D=r8")
		s.change(4.4, 4.45, "P1=#B", "A.D=b9")
		s.change(4.5, 4.55, "P1=#AB")
		s.step(4.65, []Look{s.see("P1", "g2")})
		told := len(s.events)
		s.change(4.7, 4.75, "P1=#"+left)
		s.change(4.8, 4.85, "P1=#"+left)
		s.change(4.9, 5, "P1=g2")
		s.wait(5.1, 6)
		var plays []string
		for i, e := range s.events {
			if e.Type == models.EventPlay {
				plays = append(plays, short(e))
				if i < told {
					t.Errorf("%s leaves last: %s was told before", left, short(e))
				}
			}
		}
		if !slices.Equal(plays, want) {
			t.Errorf("%s leaves last: got %q, want %q", left, plays, want)
		}
	}
}
