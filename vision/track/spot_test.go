package track

import (
	"math"
	"strings"
	"testing"

	"schiri/models"
)

// A card of a Ligretto pile that nobody saw laid is told 3 s after it left. The card below it, the last one, has gone to the
// centre since: it is that one that used the pile up.
func TestLigrettoPileIsUsedUpByItsLastCard(t *testing.T) {
	compare(t, run(t, dealt+`
		2.0 A.L=#A
		2.3 A.L=y1
		3.6 A.L=#A
		3.9 A.L=-
		6.0 P1=#A
		6.3 P1=y1`),
		[]string{"vanish Ana ligretto red-5 ligretto: yellow-1", "play Ana ligretto yellow-1 pile 1 ligretto: none"})
}

func TestDiscardPile(t *testing.T) {
	tests := []struct {
		name   string
		script string
		want   []string
	}{
		{
			"the discard pile is picked up, and the same card is turned over again", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			3.0 A.D=#A
			3.3 A.D=y5
			5.0 A.D=#A
			5.3 A.D=-
			6.0 A.D=#A
			6.3 A.D=y5`,
			[]string{"flip Ana blue-1", "flip Ana yellow-5", "recycle Ana", "flip Ana yellow-5"},
		},
		{
			"the only card of the discard pile is lifted and put back", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			5.0 A.D=#A
			5.3 A.D=-
			6.0 A.D=#A
			6.3 A.D=b1`,
			[]string{"flip Ana blue-1"},
		},
		{
			"the rest of the discard pile is picked up after a play, before it was in sight", dealt + `
			2.0 A.D=#A
			2.3 A.D=y5
			3.0 A.D=#A
			3.3 A.D=b1
			5.0 A.D=#A P1=#A
			5.3 P1=b1
			6.3 A.D=-`,
			[]string{"flip Ana yellow-5", "flip Ana blue-1", "play Ana discard blue-1 pile 1", "recycle Ana"},
		},
		{
			"it is picked up before the table is told, an arm being over somebody's card", strings.TrimSpace(strings.Replace(dealt, "g2", "#B", 1)) + ` A.D=b1
			0.2 A.D=#A
			0.5 A.D=-
			0.8 A.D=-
			1.1 A.D=-
			2.4 A.D=#A
			2.7 A.D=y5`,
			[]string{"recycle Ana", "flip Ana yellow-5"},
		},
		{
			"a card on one that could not be read is turned over, and not uncovered", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			4.0 A.D=#A
			4.3 A.D=?
			8.0 A.D=#A
			8.3 A.D=y4`,
			[]string{"flip Ana blue-1", "flip Ana yellow-4"},
		},
		{
			"a card that a play uncovered under the player's own arm is not turned over", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			4.0 A.D=#A P1=#A
			4.3 A.D=?
			4.6 P1=b1
			6.0 A.D=y4`,
			[]string{"flip Ana blue-1", "play Ana discard blue-1 pile 1"},
		},
		{
			"a card is turned over that is read only at the second look", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			4.0 A.D=#A
			4.3 A.D=?
			4.5 A.D=y4`,
			[]string{"flip Ana blue-1", "flip Ana yellow-4"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { compare(t, run(t, tt.script), tt.want) })
	}
}

func TestACardOfTheTablesColourDoesNotLeaveByItself(t *testing.T) {
	s := newStage(t)
	s.line("0 A.L=r7 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3")
	s.line("2.0 A.D=#A")
	s.line("2.3 A.D=b1")
	s.step(2.6, []Look{s.see("A.D", "-")}) // it passes for the table, and is not read this time
	s.wait(2.8, 8)
	for _, e := range append(s.events, s.tracker.Finish(8)...) {
		if e.Type == models.EventRecycle {
			t.Errorf("the discard pile seems to have been picked up: %s", short(e))
		}
	}
}

func TestARefillTellsTheLigrettoPileAsItWasThen(t *testing.T) {
	compare(t, run(t, dealt+`
		2.0 A.0=#A P1=#A
		2.3 A.0=- P1=g1
		4.0 A.L=#A
		4.3 A.L=y1
		4.6 A.0=r5
		5.2 A.L=#A
		5.5 A.L=- P2=#A
		6.0 P2=y1`), []string{
		"play Ana row 0 green-1 pile 1", "refill Ana 0 red-5 ligretto: yellow-1", "play Ana ligretto yellow-1 pile 2 ligretto: none",
	})
}

func TestTheLastLigrettoCardIsToldWithThePlaceSeenEmpty(t *testing.T) {
	compare(t, run(t, `0 A.L=g1 A.0=y1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2
		4.0 A.L=#A P1=#A
		4.3 P1=g1
		4.45 A.L=-`), []string{"play Ana ligretto green-1 pile 1 ligretto: none"})
}

// TestADiscardPileFromBeforeTheFilm: of a pile that lay there when the film began nobody knows whether its only card in
// sight went to the centre or was picked up with others; one that began in sight is counted.
func TestADiscardPileFromBeforeTheFilm(t *testing.T) {
	const dealt = "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2"
	for name, tt := range map[string]struct {
		script string
		want   bool
	}{
		"it lay there":    {dealt + " A.D=g10 P1=g4\n2.0 A.D=#A\n2.3 A.D=-", true},
		"it was one card": {dealt + "\n2.0 A.D=#A\n2.3 A.D=g10\n4.0 A.D=#A\n4.3 A.D=-", false},
	} {
		s := newStage(t)
		s.play(tt.script)
		if gone := s.tracker.gone; len(gone) != 1 || gone[0].covered != tt.want || gone[0].whole {
			t.Errorf("%s: %d cards are gone, the first one may lie below others: %v, want %v", name, len(gone), len(gone) > 0 && gone[0].covered, tt.want)
		}
	}
}

func TestACardIsTakenFromUnderAnArm(t *testing.T) {
	s := newStage(t)
	s.line(strings.TrimSpace(dealt))
	s.line("2.0 A.0=#A")
	green := models.Card{Color: models.Green, Number: 1}
	for want, bare := range []bool{false, true} {
		for _, i := range s.act.Under(s.spot("A.0")) {
			s.act.Bare[i] = bare
		}
		s.tracker.noteTaken(green)
		if got := len(s.tracker.departed(green)); got != want {
			t.Errorf("the table in sight %v: %d cards left, want %d", bare, got, want)
		}
	}
}

func TestTheTableIsInSightWhereAnArmHasJustBeen(t *testing.T) {
	for want, bare := range []float64{0.75, 1} {
		s := newStage(t)
		s.line(strings.TrimSpace(dealt))
		s.line("2.0 A.0=#A")
		under := s.act.Under(s.spot("A.0"))
		for k, i := range under {
			s.act.Bare[i] = float64(k) < bare*float64(len(under))
		}
		s.step(2.3, []Look{{Area: s.spot("A.0").Box().Inset(-12)}})
		if got := len(s.tracker.departed(models.Card{Color: models.Green, Number: 1})); got != want {
			t.Errorf("%.2f of the place looks like the table: %d cards left, want %d", bare, got, want)
		}
	}
}

// TestTurnedOverAndLaidFromUnderTheHand: Ana turns three cards over and takes the top one, a blue 1, before her hand leaves the discard
// pile. What comes into sight there is the card next below it.
func TestTurnedOverAndLaidFromUnderTheHand(t *testing.T) {
	const dealt = "0 A.L=g2 A.0=g1 A.1=b2 A.2=y9 A.D=y3 B.L=y10 B.0=r1 B.1=b7 B.2=g2 B.D=r7\n"
	tests := []struct {
		name, script string
		want         []string
	}{
		{
			"her arm over the pile then", "2.0 A.D=#A\n2.6 A.D=r9 P1=#A\n3.1 P1=b1",
			[]string{"flip Ana blue-1", "play Ana discard blue-1 pile 1 discard: red-9"},
		},
		{
			"the first ones after the hand was picked up", "2.0 A.D=#A\n2.3 A.D=-\n4.5 A.D=#A\n5.0 A.D=r9 P1=#A\n5.5 P1=b1",
			[]string{"recycle Ana", "flip Ana blue-1", "play Ana discard blue-1 pile 1 discard: red-9"},
		},
		{
			"an arm nobody can be named for, gone before it lay there", "2.0 A.D=#A\n2.6 A.D=r9 P1=#\n2.8 P1=#A\n3.1 P1=b1",
			[]string{"flip Ana blue-1", "play Ana discard blue-1 pile 1 discard: red-9"},
		},
		{
			"an arm nobody can be named for when it came to lie there", "2.0 A.D=#A\n2.6 A.D=r9 P1=#A\n2.8 P1=#\n3.1 P1=b1",
			[]string{"play unknown blue-1 pile 1", "flip Ana red-9"},
		},
		{
			"another one's arm", "2.0 A.D=#A\n2.6 A.D=r9\n3.0 P1=#B\n3.5 P1=b1",
			[]string{"play Ben unknown blue-1 pile 1", "flip Ana red-9"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { compare(t, run(t, dealt+tt.script), tt.want) })
	}
}

// TestWhichCardMayHaveCoveredAnother: one laid under the hand lay upon what comes into sight shortly before, or as that hand comes back for
// the next ones at the earliest.
func TestWhichCardMayHaveCoveredAnother(t *testing.T) {
	laid := unshown{card: models.Card{Color: models.Blue, Number: 1}, rest: 5, from: 5 - inHand}
	for at, want := range map[float64]bool{5 - inHand: false, 4: true, 5: true, 5.2: true, 5 + handBack: false} {
		if got := laid.mayCover(at); got != want {
			t.Errorf("what came into sight at %.1f s: %v", at, got)
		}
	}
}

// TestHowMuchOfACardPassesForTheTable: where an arm seems to cover a card that was read, the whole of it tells.
func TestHowMuchOfACardPassesForTheTable(t *testing.T) {
	for arm, want := range map[float64]float64{0: 0.5, 0.2: 0.375, 1: 0.5} {
		s := newStage(t)
		q := s.spot("A.D")
		cells := s.act.Under(q)
		for k, i := range cells {
			s.act.Bare[i] = 2*k < len(cells)
			s.act.Arm[i] = float64(k) < arm*float64(len(cells))
		}
		s.tracker.act = s.act
		if got := s.tracker.plain(q); math.Abs(got-want) > 0.05 {
			t.Errorf("%v of it under an arm: %.2f of it, want %.2f", arm, got, want)
		}
	}
}

// TestACardHeldOverTheDiscardPile: Ana takes a 3 from her row and holds it over her discard pile for two seconds before she lays
// it. Neither was it turned over, nor was what comes into sight there again.
func TestACardHeldOverTheDiscardPile(t *testing.T) {
	for _, top := range []string{"r9", "-"} {
		compare(t, run(t, "0 A.L=r5 A.0=g1 A.1=g2 A.2=g3 B.L=y10 B.0=r3 B.1=b7 B.2=r2 A.D="+top+opened2+`6.0 A.2=#A
			6.3 A.2=- A.D=#A
			6.7 A.D=g3
			8.2 A.D=#A P1=#A
			8.5 P1=g3 A.D=`+top), []string{"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ana row 2 green-3 pile 1"})
	}
}

// TestAGapThatWasNeverInSightIsFilled: nothing is known of a place in Ben's row when a card comes to lie there. If it is the one that has
// just gone from his Ligretto pile, he filled a gap; any other one may have lain there all the time.
func TestAGapThatWasNeverInSightIsFilled(t *testing.T) {
	const deal = "0 A.L=y2 A.0=g2 A.1=b2 A.2=y9 B.L=g9 B.0=r3 B.1=#B B.2=r2 P1=g1\n4.0 B.L=#B\n4.6 B.L=r8\n"
	for card, want := range map[string][]string{
		"g9": {"refill Ben 1 green-9 ligretto: red-8"},
		"b7": {"vanish Ben ligretto green-9 ligretto: red-8"},
	} {
		compare(t, run(t, deal+"4.9 B.1="+card)[3:], want)
	}
}

// What lies unread on a discard pile since before the card below it came to rest in the centre is no card turned over; what came later may be.
func TestUncovered(t *testing.T) {
	for _, tt := range []struct {
		seen, rest float64
		unread     bool
	}{{4, 4.5, false}, {4.5, 4, true}} {
		s := seat{discard: place{seen: tt.seen, unread: true}}
		spotRef{&s, models.SpotDiscard, 0}.uncover(tt.rest)
		if s.discard.unread != tt.unread {
			t.Errorf("unread at %v s, the card at rest in the centre at %v s: unread is %v", tt.seen, tt.rest, s.discard.unread)
		}
	}
}
