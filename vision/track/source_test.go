package track

import (
	"slices"
	"testing"

	"schiri/models"
)

// TestWhatStillLayOnItsSpotIsAnotherCard: Ana lays her Ligretto pile's 2, her other hand over the pile. Ben's 2 leaves its
// spot at about the same time: what was in sight there until just before cannot have come to the centre yet.
func TestWhatStillLayOnItsSpotIsAnotherCard(t *testing.T) {
	const before = `0 A.L=g2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2
		2.0 P1=#A A.0=#A
		2.3 P1=g1 A.0=-
		3.5 A.L=#A
		3.8 P1=#A`
	const opened = "play Ana row 0 green-1 pile 1"
	compare(t, run(t, before+"\n4.3 P1=g2 B.2=-"), []string{opened, "play Ana ligretto green-2 pile 1", "vanish Ben row 2 green-2"})
	// His arm over the spot until then, nobody knows since when it was gone; but it was nowhere near the pile.
	compare(t, run(t, before+"\n3.9 B.2=#B\n4.3 P1=g2 B.2=-"), []string{opened, "play Ana ligretto green-2 pile 1", "vanish Ben row 2 green-2"})
}

func TestWhatMayHaveBeenLaidBeforeIsNotInAHandForLong(t *testing.T) {
	card := parseCard("g2")
	for _, tt := range []struct {
		name    string
		claimed bool
		left    float64
		want    int
	}{
		{"it surely was not laid before", false, 8, 1},
		{"it was perhaps, and left its spot just now", true, 9, 1},
		{"it was perhaps, and left its spot long ago", true, 8, 0},
	} {
		tr := &Tracker{gone: []*departure{{card: card, t: tt.left, kept: tt.left, claimed: tt.claimed}}}
		if got := tr.sourcesOf(&landing{card: models.Observation{Card: card}, rest: 10}); len(got) != tt.want {
			t.Errorf("%s: %d sources, want %d", tt.name, len(got), tt.want)
		}
	}
}

func TestRacers(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	left := func(s *seat, at float64, covered bool) source {
		return source{spotRef{seat: s}, &departure{t: at, covered: covered}}
	}
	hidden := source{spotRef{seat: ben}, nil}
	both := []*seat{ana, ben}
	tests := []struct {
		name  string
		src   []source
		visit visit
		want  int
	}{
		{"both were there", []source{left(ana, 9.5, false), left(ben, 9.6, false)}, visit{near: both}, 2},
		{"a third such card out of sight", []source{left(ana, 9.5, false), left(ben, 9.6, false), hidden}, visit{near: both}, 2},
		{"one was not there", []source{left(ana, 9.5, false), left(ben, 9.6, false)}, visit{near: both[:1]}, 1},
		{"one left long before", []source{left(ana, 9.5, false), left(ben, 8, false)}, visit{near: both}, 1},
		{"one was on its way still when the card was read", []source{left(ana, 9.5, false), left(ben, 10, false)}, visit{near: both}, 1},
		{"one may lie under others, its owner beside the pile", []source{left(ana, 9.5, false), left(ben, 9.6, true)}, visit{near: both, over: both[:1]}, 1},
		{"the same, its owner over the pile", []source{left(ana, 9.5, false), left(ben, 9.6, true)}, visit{near: both, over: both}, 2},
		{
			"the same, but only once the card lay there",
			[]source{left(ana, 9.5, false), left(ben, 9.6, true)},
			visit{near: both, over: both, stays: map[*seat]stay{ben: {10.1, 10.4}}},
			1,
		},
	}
	for _, tt := range tests {
		if got := racers(tt.src, &landing{rest: 10, read: 10.1, visit: tt.visit}); len(got) != tt.want {
			t.Errorf("%s: %d of them, want %d", tt.name, len(got), tt.want)
		}
	}
}

// A card picked up with its whole discard pile is in the hand of its owner, whose arm crosses the pile an equal one is laid on.
func TestACardOfAPilePickedUpIsNotLaid(t *testing.T) {
	ana, ben := &seat{player: models.Player{Name: "Ana"}}, &seat{player: models.Player{Name: "Ben"}}
	from := func(s *seat, whole, covered bool) source {
		ref := spotRef{s, models.SpotDiscard, 0}
		return source{ref, &departure{ref: ref, t: 9, whole: whole, covered: covered}}
	}
	picked, top := from(ben, true, false), from(ana, false, true)
	for name, tt := range map[string]struct {
		src       []source
		by, close []*seat
		want      *seat
	}{
		"somebody beside it had one too":          {[]source{picked, top}, []*seat{ben}, []*seat{ana, ben}, ana},
		"somebody had one who was not there":      {[]source{picked, top}, []*seat{ben}, []*seat{ben}, ben},
		"nobody else had one":                     {[]source{picked}, []*seat{ben}, []*seat{ana, ben}, ben},
		"a lone card, and one that may lie below": {[]source{from(ben, false, false), top}, []*seat{ben}, []*seat{ana, ben}, ben},
		"one that may lie below, her arm over it": {[]source{top}, []*seat{ana}, nil, ana},
	} {
		if got, _ := choose(tt.src, tt.by, tt.close, true); got == nil || got.ref.seat != tt.want {
			t.Errorf("%s: %+v, want %s", name, got, tt.want.player.Name)
		}
	}
}

// The only arm over a place speaks against a card that may as well lie below others, and for its own player only if he has a side to himself.
func TestAnArmSpeaksAgainstACardThatMayLieBelowOthers(t *testing.T) {
	ana, ben := &seat{player: models.Player{Name: "Ana"}}, &seat{player: models.Player{Name: "Ben"}}
	bens := source{spotRef{ben, models.SpotDiscard, 0}, &departure{t: 9, covered: true}}
	for armTells, want := range map[bool][]*seat{true: {ana}, false: {ben, ana}} {
		if from, others := choose([]source{bens}, []*seat{ana}, []*seat{ana}, armTells); from != nil || !slices.Equal(others, want) {
			t.Errorf("own sides %v: from %+v, or %v", armTells, from, others)
		}
	}
	cems := source{spotRef{&seat{player: models.Player{Name: "Cem"}}, models.SpotDiscard, 0}, nil} // his hand is upon it
	for arms, want := range map[*seat]*source{ana: nil, nil: &bens} {
		by := slices.DeleteFunc([]*seat{arms}, func(s *seat) bool { return s == nil })
		if from, _ := choose([]source{bens, cems}, by, by, true); (from == nil) != (want == nil) {
			t.Errorf("another one may come from under a hand, over the place was %v: from %+v", by, from)
		}
	}
}

// A card turned over and laid before the hand left the discard pile was never in sight: what comes into sight there is the
// next one below, and no card turned over, unless it came too late or too early for that.
func TestLaidFromUnderTheHand(t *testing.T) {
	const turned = dealt + `
			2.0 A.D=#A
			2.3 A.D=y4`
	for name, tt := range map[string]struct {
		script string
		want   []string
	}{
		"the hand goes on with it": {
			`
			4.0 A.D=#A
			4.6 A.D=r9 P1=#A
			4.9 P1=r1`,
			[]string{"flip Ana red-1", "play Ana discard red-1 pile 1 discard: red-9"},
		},
		"another arm covers the pile until after it was laid": {
			`
			4.0 A.D=#A P1=#A
			4.5 P1=r1
			4.8 A.D=r9`,
			[]string{"play Ana unknown red-1 pile 1", "flip Ana red-1 discard: red-9"},
		},
		"the next ones are turned over later": {
			`
			4.0 A.D=#A P1=#A
			4.5 P1=r1
			5.4 A.D=r9`,
			[]string{"play Ana unknown red-1 pile 1", "flip Ana red-9"},
		},
		"the one turned over long before lies there still": {
			`
			4.0 A.D=#A
			4.3 A.D=r9
			6.4 P1=#A
			6.7 P1=r1`,
			[]string{"flip Ana red-9", "play Ana unknown red-1 pile 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, run(t, turned+tt.script), append([]string{"flip Ana yellow-4"}, tt.want...))
		})
	}
}

// Two turned over equal cards, and one of them was laid from under the hand just as the other one was covered: the arm at the
// place tells whose it was, or that it may have been his, and not the card that was in sight before.
func TestLaidFromUnderTheHandWhereAnotherOneWasCovered(t *testing.T) {
	const turned = dealt + `
			1.0 A.D=#A
			1.3 A.D=y4
			2.0 B.D=#B
			2.3 B.D=y1
			4.0 B.D=#B A.D=#A`
	for name, tt := range map[string]struct {
		script string
		want   []string
	}{
		"the next one below is in sight": {
			`
			4.5 A.D=r9 P1=#A
			4.8 P1=y1
			5.2 B.D=g4`,
			[]string{"flip Ana yellow-1", "play Ana discard yellow-1 pile 1 discard: red-9", "flip Ben green-4"},
		},
		"it comes into sight later": {
			`
			4.4 P1=#A
			4.8 P1=y1
			5.1 A.D=r9
			5.2 B.D=g4`,
			[]string{"play Ben|Ana? unknown yellow-1 pile 1", "flip Ana yellow-1 discard: red-9", "flip Ben green-4"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			for _, seat := range s.tracker.seats {
				seat.player.Seat += "-west" // with a neighbour, so that an arm is not surely its player's
			}
			compare(t, s.run(turned+tt.script), append([]string{"flip Ana yellow-4", "flip Ben yellow-1"}, tt.want...))
		})
	}
}

// Who alone was over the place when a card came to rest laid it, whichever way an arm nobody can be named for came by before or after.
func TestAnArmThatWasNotThereWhenTheCardCameToRestDidNotLayIt(t *testing.T) {
	for name, tt := range map[string]struct {
		stray stay
		want  bool
	}{"it had gone before": {stay{9, 9.5}, true}, "it came after": {stay{10.1, 10.4}, true}, "it was there": {stay{9.8, 10.4}, false}} {
		l := &landing{rest: 10, visit: visit{unknown: true, over: []*seat{{}}, stray: tt.stray}}
		if l.onlyOneThere() != tt.want {
			t.Errorf("%s: one player alone was there: %v", name, !tt.want)
		}
	}
}

// TestAnotherArmAcrossThePile: Ben lays his green 2 while Ana's arm lies across the pile and his own only comes close. The spot that he
// took it from is out of sight under his hand for a moment longer.
func TestAnotherArmAcrossThePile(t *testing.T) {
	deal := `0 A.L=y2 A.0=r4 A.1=b2 A.2=y9 B.L=y10 B.0=g2 B.1=b7 B.2=r2 P6=g1
		4.0 B.0=#B
		4.3 P6=#A P6~-40,40=#B
		4.6 P6=g2
		`
	compare(t, run(t, deal+"4.75 B.0=-")[3:], []string{"play Ben row 0 green-2 pile 1"})
	// Not for longer than the others are to wait for it.
	compare(t, run(t, deal+"5.5 B.0=-")[3:], []string{"play Ben|Ana? unknown green-2 pile 1"})
}

// TestWhoIsOnHisWayLaysTheSecond: Ana lays a green 2 from under her hand. Just then Ben's is seen to be gone from his row, but his arm is
// not at the pile before hers lies there.
func TestWhoIsOnHisWayLaysTheSecond(t *testing.T) {
	compare(t, run(t, `0 A.L=y2 A.0=r4 A.1=b2 A.2=y9 B.L=y10 B.0=g2 B.1=b7 B.2=r2 P6=g1
		4.0 B.0=#B P6=#A
		4.5 B.0=-
		4.6 P6=g2
		5.0 P6=#B
		5.4 P6=g2`)[3:], []string{"play Ana unknown green-2 pile 1", "play Ben row 0 green-2 pile 1"})
}

// TestWhoComesLaterLaidNothingYet: Ben opens a pile with a red 1 from under his hand, while Ana's hand is upon her own one. Before his card is read
// hers is beside it, on the way to the next place, and a bit of an arm over it that nobody can be named for.
func TestWhoComesLaterLaidNothingYet(t *testing.T) {
	s := newStage(t)
	s.wait(s.play(`0 A.L=y2 A.0=r1 A.1=b2 A.2=y9 B.L=y10 B.0=g2 B.1=b7 B.2=r2
		4.0 A.0=#A P9=#B`)+.2, 4.5)
	s.world["P9"] = "r1"
	s.reach()
	under := s.act.Under(s.spot("P9"))
	for _, i := range under {
		s.act.Moved[i], s.act.Arm[i] = 4.5, false
	}
	s.step(4.5, nil)
	arm := func(there bool) {
		for _, i := range under[len(under)/2:][:2] {
			s.act.Moved[i], s.act.Arm[i] = 4.75, there
		}
	}
	arm(true)
	s.wait(4.6, 4.75)
	arm(false)
	s.wait(s.playFrom(4.6, "4.8 P9~44,0=#A")+.1, 5)
	s.step(5, []Look{s.see("P9", "r1")})
	s.wait(s.playFrom(5, "5.2 P9~44,0=- P10=#A\n5.6 P10=r1 A.0=-")+.2, 8)
	var got []string
	for _, e := range s.events[2:] {
		got = append(got, short(e))
	}
	compare(t, got, []string{"play unknown red-1 pile 1", "play Ana row 0 red-1 pile 2"})
}
