package track

import (
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

// greens is the table at which green 1, 2 and 3 lie on pile 1, the last one Ben's from his row; Ana has another green 2.
const greens = "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=g2 B.0=r1 B.1=b7 B.2=g3\n" +
	"1.0 P1=#A A.0=#A\n1.3 P1=g1 A.0=-\n2.0 P1=#B B.L=#B\n2.3 P1=g2 B.L=y1\n3.0 P1=#B B.2=#B\n3.3 P1=g3 B.2=-\n"

func TestACardThatSeemsToComeFromNowhere(t *testing.T) {
	before := []string{
		"play Ana row 0 green-1 pile 1", "play Ben ligretto green-2 pile 1 ligretto: yellow-1", "play Ben row 2 green-3 pile 1",
	}
	tests := []struct {
		name, after string
		want        []string
	}{
		{"it does not fit: others may have been laid unseen", "5.0 P1=#A\n5.3 P1=g7", []string{"covered pile 1", "play Ana unknown green-7 pile 1"}},
		{"it fits: it was turned over and laid", "5.0 P1=#A\n5.3 P1=g4", []string{"play Ana unknown green-4 pile 1"}},
		{
			// Four cards are seen again, so that Ana's green 2 lies just where Ben's does.
			"it was the top, and under what was laid and taken back", "4.0 A.L=r5 A.2=y9 B.0=r1 B.1=b7\n5.0 P1=#AB A.1=#A\n5.3 P1=g2\n" +
				"5.8 P1=#A\n6.2 P1=g3 A.1=g2\n8.0 P1=#A\n8.3 P1=g4",
			[]string{"play Ana row 1 green-2 pile 1", "take_back Ana to row 1 green-2 pile 1", "play Ana unknown green-4 pile 1"},
		},
		{
			"it was taken back for all to see, and then one like it was turned over and laid",
			"5.0 P1=#B B.2=#B\n5.3 P1=g2 B.2=g3\n8.0 P1=#A\n8.3 P1=g3\n9.0 P1=#A\n9.3 P1=g4",
			[]string{"take_back Ben to row 2 green-3 pile 1", "play Ana unknown green-3 pile 1", "play Ana unknown green-4 pile 1"},
		},
		{
			"the same, nobody having such a card", "5.0 P1=#A\n5.3 P1=g2\n8.0 P1=#A\n8.3 P1=g3\n9.0 P1=#A\n9.3 P1=g4",
			[]string{"covered pile 1", "play Ana unknown green-4 pile 1"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { compare(t, run(t, greens+tt.after), append(slices.Clone(before), tt.want...)) })
	}
}

// TestACardThatLiesAsItDidWasThere: a green 2 that Ana laid on Ben's green 3 and took back seemed to be the one below it. Her own green 3, out of
// sight just then, may have been laid after that, but the one in sight lies just where Ben's did.
func TestACardThatLiesAsItDidWasThere(t *testing.T) {
	// As many cards are seen again as it takes for those two, and both green 2s, to be seen at one place.
	got := run(t, strings.Replace(greens, "A.2=y9", "A.2=g3", 1)+"4.0 A.L=r5 A.2=g3 B.0=r1 B.1=b7\n5.0 P1=#AB A.1=#A\n5.3 P1=g2\n"+
		"5.8 P1=#A A.2=#A\n6.2 A.1=g2 P1=g3\n6.6 A.2=g3")
	compare(t, got, []string{
		"play Ana row 0 green-1 pile 1", "play Ben ligretto green-2 pile 1 ligretto: yellow-1", "play Ben row 2 green-3 pile 1",
		"play Ana row 1 green-2 pile 1", "take_back Ana to row 1 green-2 pile 1",
	})
}

func TestACardFromNowhereUnderAFingerIsWaitedFor(t *testing.T) {
	for visible, want := range map[float64]int{0.75: 3, 0.9: 7} {
		s := newStage(t)
		for _, l := range []string{dealt[:len(dealt)-1], "1.0 P1=#A", "1.3 P1=g3", "2.0 P1=#B"} {
			s.line(l)
		}
		look := s.see("P1", "g7")
		look.Cards[0].Visible = visible
		s.step(2.3, []Look{look})
		if got := s.tracker.piles[0].card; got != (models.Card{Color: models.Green, Number: want}) {
			t.Errorf("%.2f of it in sight: %v is believed to lie there", visible, got)
		}
	}
}

func TestWhoWasThereCountsAlthoughTheCardWasNotReadAtOnce(t *testing.T) {
	s := newStage(t)
	for _, l := range []string{dealt[:len(dealt)-1], "1.0 P1=#A A.0=#A", "1.3 P1=g1 A.0=-", "3.0 P1=#B B.2=#B"} {
		s.line(l)
	}
	look := s.see("P1", "g2")
	look.Cards[0].Visible = 0.6
	s.step(3.3, []Look{look})
	for _, i := range s.act.Under(s.spot("P1")) {
		s.act.Arm[i], s.act.Changed[i] = false, false
	}
	s.step(3.4, nil)
	for _, i := range s.act.Under(s.spot("P1")) {
		s.act.Changed[i] = true
	}
	s.step(3.5, []Look{s.see("P1", "g2"), s.see("B.2", "-")})
	s.wait(3.7, 5)
	if got, want := short(s.events[len(s.events)-1]), "play Ben row 2 green-2 pile 1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := len(s.tracker.piles[0].by); got != 1 {
		t.Errorf("%d players were there", got)
	}
}

func TestAPileOfTheTablesColourDoesNotVanish(t *testing.T) {
	s := newStage(t)
	for _, l := range []string{
		"0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2", "2.0 P1=#A A.0=#A", "2.3 P1=g1 A.0=-",
	} {
		s.line(l)
	}
	cells := s.act.Under(s.spot("P1"))
	see := func(now float64, print bool, looks ...Look) { // all but the print passes for the table
		for k, i := range cells {
			s.act.Bare[i] = !print || k%4 > 0
		}
		s.step(now, looks)
	}
	again := s.see("P1", "g1")
	see(3, true, again)
	see(4, false, Look{Area: again.Area})
	s.wait(4.2, 8)
	s.line("8.0 P1=#B B.2=#B")
	s.line("8.3 P1=g2 B.2=-")
	s.wait(8.5, 12)
	if e := s.events[len(s.events)-1]; short(e) != "play Ben row 2 green-2 pile 1" {
		t.Errorf("got %q, want Ben's play on the same pile", short(e))
	}
}

// Of a red card on a scarlet table half looks like that, and more under the shadow of a hand.
func TestAPileHalfOfTheTablesColourIsNotTakenBack(t *testing.T) {
	s := newStage(t)
	for _, l := range []string{dealt[:len(dealt)-1], "2.0 P1=#A A.0=#A", "2.3 P1=g1 A.0=-"} {
		s.line(l)
	}
	again := s.see("P1", "g1")
	for n, show := range []bool{true, false} {
		for k, i := range s.act.Under(s.spot("P1")) {
			s.act.Bare[i], s.act.Changed[i] = k%(2+n) > 0, n > 0 && k%2 > 0
		}
		look := Look{Area: again.Area}
		if show {
			look = again
		}
		s.step(3+float64(n), []Look{look})
	}
	clear(s.act.Changed)
	s.wait(4.2, 8)
	for _, e := range s.events {
		if e.Type == models.EventTakeBack {
			t.Errorf("got %q", short(e))
		}
	}
}

// TestACardMissedInTheFirstLook: a blue 1 on a blue table passes for that but for its print, so that Ana's 2 does not surely
// open a pile; and of a card that no picture shows coming nobody can say that it was laid.
func TestACardMissedInTheFirstLook(t *testing.T) {
	const played = "play Ana row 1 blue-2 pile 1"
	for print, want := range map[int][]string{0: {played}, 4: {"covered pile 1", played}} { // cells unlike the table
		s := newStage(t)
		s.line(strings.TrimSpace(dealt))
		for _, i := range s.act.Under(s.spot("P1"))[16 : 16+print] {
			s.act.Clear[i] = false
		}
		s.events = nil
		s.play("2.0 P1=#A A.1=#A\n2.3 P1=b2 A.1=-")
		s.wait(2.5, 5)
		var got []string
		for _, e := range s.events {
			got = append(got, short(e))
		}
		compare(t, got, want)
	}
	compare(t, run(t, dealt+"0.1 P1=b3"), []string{"start blue-3 pile 1"})
}

// TestACardThatWasNeverSeenToComeWasNotLaid: it lay there when the film began, and was missed in the first look.
func TestACardThatWasNeverSeenToComeWasNotLaid(t *testing.T) {
	tests := []struct {
		name  string
		moved float64 // when something last moved there, in seconds; -1: nothing did
		bare  float64 // share of it that looks like what was learnt to be the table
		clear bool    // and so did all of the place before
		want  string
	}{
		{"nothing ever moved there", -1, 0, true, "start red-1 pile 1"},
		{"an arm was there, and the card passes for the table", 1, 1, true, "start red-1 pile 1"},
		{"an arm was there, and part of the card passes for the table", 1, 0.55, true, "start red-1 pile 1"},
		{"it came late, though it passes for the table", 8, 1, true, "play unknown red-1 pile 1"},
		{"something unread lay there before, and no spot lost the card", 8, 0, false, "start red-1 pile 1"},
		{"the table was in sight before", 1, 0, true, "play unknown red-1 pile 1"},
	}
	for _, tt := range tests {
		s := newStage(t)
		s.line(strings.TrimSpace(dealt))
		s.wait(0.2, max(tt.moved, 2))
		look := s.see("P1", "r1")
		under := s.act.Under(look.Cards[0].Corners)
		for k, i := range under {
			s.act.Moved[i], s.act.Clear[i] = tt.moved, tt.clear
			s.act.Bare[i] = float64(k) < tt.bare*float64(len(under))
		}
		s.events = nil
		s.step(max(tt.moved, 2)+0.2, []Look{look})
		s.wait(max(tt.moved, 2)+0.3, 12)
		var got []string
		for _, e := range s.events {
			got = append(got, short(e))
		}
		if !slices.Equal(got, []string{tt.want}) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestACardOfTheFirstSecondsIsLaidThoughItsSpotIsOutOfSight: nobody knows what the table looks like where Ben lays his 1, and
// his arm still hides where it lay when it is read. Of another card than a 1, and of one that nobody who was there has, it is
// likelier that it lay there under the arm.
func TestACardOfTheFirstSecondsIsLaidThoughItsSpotIsOutOfSight(t *testing.T) {
	for _, tt := range []struct {
		arm, spot, card string
		want            []string
	}{
		{"B", "B.0", "r1", []string{"covered pile 1", "play Ben row 0 red-1 pile 1"}},
		{"B", "B.1", "b7", []string{"start blue-7 pile 1"}},
		{"A", "B.0", "r1", []string{"start red-1 pile 1"}},
	} {
		s := newStage(t)
		for _, i := range s.act.Under(reach(s.spot("P1"))) {
			s.act.Clear[i] = false
		}
		last := s.play(dealt + "2.0 " + tt.spot + "=#B P1=#" + tt.arm + "\n2.3 P1=" + tt.card + "\n2.7 " + tt.spot + "=-")
		s.wait(last+0.2, 4)
		var got []string
		for _, e := range s.events {
			if e.Type != models.EventDeal {
				got = append(got, short(e))
			}
		}
		compare(t, got, tt.want)
	}
}

func TestWhatWasReadBadlyIsTheCardThatWasBrought(t *testing.T) {
	for visible, want := range map[float64]string{0.75: "play Ana row 0 green-1 pile 1", 0.9: "play unknown blue-1 pile 1"} {
		s := newStage(t)
		for _, l := range []string{dealt[:len(dealt)-1], "1.0 A.0=#A", "1.3 A.0=- P1=#A"} {
			s.line(l)
		}
		s.hidden = 1 - visible
		s.line("1.8 P1=b1")
		var got []string
		for _, e := range append(s.events, s.tracker.Finish(5)...) {
			got = append(got, short(e))
		}
		if !slices.Contains(got, want) {
			t.Errorf("%.2f of it in sight: %v, want %q", visible, got, want)
		}
	}
}

// TestWhatFitsUnderAHandIsNoneThatPassed: Ben, whose arm is not made out, lays the blue 2 that the pile waits for, as Ana has just taken her
// green 2 across it.
func TestWhatFitsUnderAHandIsNoneThatPassed(t *testing.T) {
	s := newStage(t)
	s.play(`0 A.L=y2 A.0=b1 A.1=g2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=b2
		1.0 A.0=#A P1=#A
		1.3 A.0=- P1=b1
		4.0 A.1=#A
		4.3 A.1=- B.2=- P1=#A`)
	s.hidden = 0.25
	compare(t, s.run("4.7 P1=b2"), []string{"play Ana row 0 blue-1 pile 1", "play Ben row 2 blue-2 pile 1", "vanish Ana row 1 green-2"})
}

// TestACardUncoveredInMuchLight: overexposed, a card all of which is in sight looks less like its face than it should. What
// is known to lie in the pile is believed all the same: else an equal card laid there next would have no place.
func TestACardUncoveredInMuchLight(t *testing.T) {
	s := newStage(t)
	for l := range strings.SplitSeq(greens+"5.0 P1=#B B.2=#B", "\n") {
		s.line(l)
	}
	look := s.see("P1", "g2")
	look.Cards[0].Visible = 0.75
	s.step(5.3, []Look{look})
	if got := s.tracker.piles[0].card; got != (models.Card{Color: models.Green, Number: 2}) {
		t.Errorf("%v is believed to lie there", got)
	}
}

// TestACardInSightAgainIsNoneThatPassed: a card of another colour and the same number, just taken from a spot, is carried past a pile from
// which a wrong card was taken back. The second one looks as if it had lain there before, and the 3 had been taken.
func TestACardInSightAgainIsNoneThatPassed(t *testing.T) {
	for _, wrong := range []string{"P1=b7 B.1=-", "P1=g2"} {
		s := newStage(t)
		script := strings.Replace(greens, "A.2=y9", "A.2=y3", 1) + "5.0 P1=#B B.1=#B\n5.3 " + wrong + "\n5.6 A.2=#A\n5.9 A.2=- P1=#A"
		for l := range strings.SplitSeq(script, "\n") {
			s.line(l)
		}
		look := s.see("P1", "g3")
		look.Cards[0].Visible = 0.75
		s.step(6.3, []Look{look})
		if got := s.tracker.piles[0].card; got != (models.Card{Color: models.Green, Number: 3}) {
			t.Errorf("%s was taken back: %v is believed to lie there", wrong, got)
		}
	}
}

// Read as badly once more it is the same card still, and nothing unknown that lies upon it.
func TestWhatWasReadBadlyTwiceIsTheCardThatWasBrought(t *testing.T) {
	s := newStage(t)
	s.hidden = 0.25
	got := s.run(dealt + "1.0 A.0=#A\n1.3 A.0=- P1=#A\n1.8 P1=b1\n8.0 P1=b1\n10.0 P1=#B B.2=#B\n10.3 P1=g2 B.2=-")
	compare(t, got, []string{"play Ana row 0 green-1 pile 1", "play Ben row 2 green-2 pile 1"})
}

// TestACardThatSeemedToBeUncoveredWasLaid: Ben lays a green 2 from his discard pile upon a green 3, his arm hiding where it came from. It
// seems to be the one below; but it lies otherwise, his pile shows the card that lay under it, and the 3 arrives nowhere.
func TestACardThatSeemedToBeUncoveredWasLaid(t *testing.T) {
	got := run(t, "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3 B.D=r8"+opened2+`4.0 P1=#B B.2=#B
		4.3 P1=g3 B.2=-
		5.0 B.D=#B
		5.3 B.D=g2
		8.0 P1=#B B.D=#B
		8.3 P1=g2
		8.6 B.D=r8`)
	compare(t, got, []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 2 green-3 pile 1",
		"flip Ben green-2", "play Ben discard green-2 pile 1 discard: red-8",
	})
}

// TestACardThatCameUnderAFingerWasLaid: the table was in sight where a green 1 comes to lie just after the film began. It cannot be read at
// first, a finger being on it, which does not make it a card that had lain there before.
func TestACardThatCameUnderAFingerWasLaid(t *testing.T) {
	s := newStage(t)
	s.play("0 A.L=y2 A.0=r2 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r5\n0.4 P1=#A\n0.7 P1=?")
	s.alike = 0.5 // the finger goes from half of it
	if got := s.run("1.0 P1=g1"); got[len(got)-1] != "play unknown green-1 pile 1" {
		t.Errorf("got %q, want it to have been laid", got)
	}
}

// TestWhoLaidACardFromNowhereHasNoSecondOne: Ana lays a card that was never in sight, and her arm is over another place as a second such card
// comes to rest there: that one somebody else has brought.
func TestWhoLaidACardFromNowhereHasNoSecondOne(t *testing.T) {
	got := run(t, `0 A.L=y2 A.0=r3 A.1=b2 A.2=y9 B.L=y10 B.0=r4 B.1=b7 B.2=r2
		2.0 P1=#A
		2.3 P1=g1 P3=#A
		2.6 P3=y1`)
	compare(t, got, []string{"play Ana unknown green-1 pile 1", "play unknown yellow-1 pile 2"})
}
