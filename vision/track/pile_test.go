package track

import (
	"strings"
	"testing"

	"schiri/models"
)

func TestAPileIsGoneOnlyWhereTheTableIsPlainlyInSight(t *testing.T) {
	two := green1 + "4.0 P1=#B B.2=#B\n4.3 P1=g2 B.2=-"
	tests := []struct {
		name   string
		script string
		bare   float64 // share of the place that looks like the table
		then   float64 // and once nothing goes on there any more
		unread float64 // when something could not be read there, in seconds
		want   int     // piles left
	}{
		{"a lone card, partly in shadow", strings.TrimSpace(green1), 0.75, 0.75, 0, 0},
		{"several cards under a hand of the table's colour", two, 0.75, 0.75, 0, 1},
		{"a lone card on which a hand of the table's colour rested", strings.TrimSpace(green1), 1, 0.2, 0, 1},
		{"several cards", two, 1, 1, 0, 0},
		{"something unread on it that has come to pass for the table", strings.TrimSpace(green1), 1, 1, 4.5, 1},
		{"the hand on it that took the card", strings.TrimSpace(green1), 1, 1, 5.7, 0},
	}
	for _, tt := range tests {
		s := newStage(t)
		for _, l := range strings.Split(tt.script, "\n") {
			s.line(strings.TrimSpace(l))
		}
		q := s.spot("P1")
		under := s.act.Under(q)
		looksBare := func(part float64) {
			for k, i := range under {
				s.act.Bare[i] = float64(k) < part*float64(len(under))
			}
		}
		looksBare(tt.bare)
		s.tracker.piles[0].unread = tt.unread
		s.step(6, []Look{{Area: q.Box().Inset(-12)}})
		looksBare(tt.then)
		for _, i := range under {
			s.act.Changed[i], s.act.Arm[i] = false, false
		}
		s.wait(6.2, 6.5+absentFor)
		if got := len(s.tracker.piles); got != tt.want {
			t.Errorf("%s: %d piles left, want %d", tt.name, got, tt.want)
		}
	}
}

// TestAPileOfSeveralIsNotOneCardTakenBack: a striped sleeve looks like the table where a pile lies, and a card like its uppermost
// one comes to rest on somebody's spot. A lone card has been taken back; below that of a pile the next one would lie.
func TestAPileOfSeveralIsNotOneCardTakenBack(t *testing.T) {
	for script, want := range map[string]int{
		"0 A.L=y5 P1=g3": 0,
		"0 A.L=y5 P1=g2\n2.0 P1=#AB\n2.3 P1=#AB\n2.6 P1=g3": 1,
	} {
		s := newStage(t)
		for l := range strings.SplitSeq(script, "\n") {
			s.line(l)
		}
		s.tracker.piles[0].absent = 3.5
		s.line("4.0 A.D=#A")
		s.line("4.3 A.D=g3")
		if got := len(s.tracker.piles); got != want {
			t.Errorf("%q: %d piles left, want %d", script, got, want)
		}
	}
}

func TestWhatCouldNotBeReadIsForgottenOnceItHasGone(t *testing.T) {
	s := newStage(t)
	for l := range strings.SplitSeq(strings.TrimSpace(green1), "\n") {
		s.line(l)
	}
	p := s.tracker.piles[0]
	for _, tt := range []struct {
		pose   int // in which the pile's card is seen again; the first one is that in which it was laid
		unread float64
		want   float64
	}{
		{0, 4, 0},
		{1, 4, 4}, // it may be an equal card
		{0, 1, 1}, // what was read when the card came is what is in doubt
	} {
		p.unread = tt.unread
		o := models.Observation{Face: models.FaceFront, Card: p.card, Corners: p.quad, Confidence: 0.95, Visible: 1}
		for k := range o.Corners {
			o.Corners[k].X += 6 * float64(tt.pose)
		}
		s.tracker.sawInCentre(o)
		if p.unread != tt.want {
			t.Errorf("pose %d, unread since %v: got %v, want %v", tt.pose, tt.unread, p.unread, tt.want)
		}
	}
}

func TestWhatCouldNotBeReadIsForgottenWhereTheTableIsInSight(t *testing.T) {
	s := newStage(t)
	s.line(strings.TrimSpace(dealt))
	s.line("2.0 P1=?")
	s.act.Changed[s.act.Under(s.spot("P1"))[0]] = true
	for k, i := range s.act.Under(s.spot("P1")) {
		s.act.Bare[i] = k < 2
	}
	s.step(3, nil)
	for k, i := range s.act.Under(s.spot("P1"))[:4] {
		if got, want := s.tracker.unread[i] > 0, k != 1; got != want {
			t.Errorf("cell %d: unread %v, want %v", k, got, want)
		}
	}
}

func TestOneOfEqualCardsIsLifted(t *testing.T) {
	two, three := layer{card: parseCard("g2")}, layer{card: parseCard("g3")}
	p := &pile{place: place{card: parseCard("g4")}, under: []layer{two, two, three}}
	p.lift(two.card)
	if got := p.copies(two.card); got != 1 || len(p.under) != 2 {
		t.Errorf("%d of the two equal cards lie in the pile, %d cards in all below the top; want 1, 2", got, len(p.under))
	}
}

func TestACardIsNotCarriedForSeconds(t *testing.T) {
	const before = "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2" + opened2
	played := []string{"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1"}
	compare(t, run(t, before+"3.6 B.2=#B\n3.9 B.2=-\n4.0 P1=#B\n4.3 P1=g2"), append(played, "play Ben row 2 green-2 pile 1"))
	// He held it all the time, pushed the pile and put it back.
	compare(t, run(t, before+"3.6 B.2=#B\n3.9 B.2=-\n6.0 P1=#B\n6.3 P1=g2\n6.6 B.2=g2"), played)
}

// TestTheCardBelowComesIntoSightUnderAnArm: Ben takes his 3 back. That he has a 2 too, which his arm hides, does not say that
// he laid it: the one in sight lay in the pile.
func TestTheCardBelowComesIntoSightUnderAnArm(t *testing.T) {
	compare(t, run(t, "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=g3 B.2=g2"+opened2+`4.0 P1=#B B.1=#B
		4.3 P1=g3 B.1=-
		6.0 P1=#B B.2=#B
		6.3 P1=g2
		6.7 B.1=g3 B.2=g2`), []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 1 green-3 pile 1", "take_back Ben to row 1 green-3 pile 1",
	})
}

// TestACardLikeOneDeepInThePileWasLaid: Ben lays a 1 on his 3 while his arm still hides where it lay. That two cards were
// taken from the 1 below at once is no better explanation, not even where it lies as that one did, once Ben's is gone.
func TestACardLikeOneDeepInThePileWasLaid(t *testing.T) {
	const before = "0 A.L=r5 A.0=g1 A.1=g2 A.2=r1 B.L=y10 B.0=g3 B.1=b7 B.2=g1" + opened2 + `4.0 P1=#B B.0=#B
		4.3 P1=g3 B.0=-
		8.0 P1=#B B.2=#B
		`
	want := []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 0 green-3 pile 1", "play Ben row 2 green-1 pile 1",
	}
	compare(t, run(t, before+"8.3 P1=g1\n8.8 B.2=-"), want)

	s := newStage(t)
	for l := range strings.SplitSeq(before+"8.2 B.2=-", "\n") {
		s.line(strings.TrimSpace(l))
	}
	p := s.tracker.piles[0]
	s.tracker.sawInCentre(models.Observation{
		Face: models.FaceFront, Card: parseCard("g1"), Corners: p.under[0].quad, Confidence: 0.95, Visible: 1,
	})
	if got := p.copies(parseCard("g1")); got != 2 {
		t.Errorf("the pile holds %d ones, want both", got)
	}
}

// TestOneOfSeveralMissingCardsDoesNotMakeACardFit: of all that are missing below it somebody who was there must have had one.
func TestOneOfSeveralMissingCardsDoesNotMakeACardFit(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	for _, tt := range []struct {
		name  string
		above string
		left  []string // cards that left Ana's spots
		near  []*seat
		want  bool
	}{
		{"the one missing", "g3", []string{"g2"}, []*seat{ana}, true},
		{"one of two", "g4", []string{"g2"}, []*seat{ana}, false},
		{"both", "g4", []string{"g2", "g3"}, []*seat{ana}, true},
		{"both, but she was not there", "g4", []string{"g2", "g3"}, []*seat{ben}, false},
	} {
		tr := &Tracker{seats: []*seat{ana, ben}}
		for _, c := range tt.left {
			tr.gone = append(tr.gone, &departure{ref: spotRef{seat: ana}, card: parseCard(c)})
		}
		l := &landing{pile: &pile{place: place{card: parseCard("g1")}}, card: models.Observation{Card: parseCard(tt.above)}, visit: visit{near: tt.near}}
		if got := tr.mayAllLie(l); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

func TestWhatCameWithTheCardDoesNotHideTheTableBefore(t *testing.T) {
	s := newStage(t)
	q := s.spot("P1")
	s.tracker.act, s.tracker.unread = s.act, make([]float64, len(s.act.Bare))
	for _, i := range s.act.Under(q) {
		s.tracker.unread[i], s.act.Moved[i] = 5, 6
	}
	for at, want := range map[float64]bool{4.9: true, 5.1: false} {
		if got := s.tracker.freeUntil(q, at); got != want {
			t.Errorf("something unread came at 5 s, the table was seen last at %v: free is %v", at, got)
		}
	}
}

// A pile that a sleeve pushes over the table is the same pile where it lies then: its top was laid by nobody anew.
func TestAPilePushedAsideIsTheSamePile(t *testing.T) {
	got := run(t, green1+"4.0 P1=#A P2=#A\n4.3 P1=- P2=g1\n6.0 P2=#B B.2=#B\n6.3 P2=g2 B.2=-")
	compare(t, got, []string{"play Ana row 0 green-1 pile 1", "play Ben row 2 green-2 pile 1"})
}

// TestWhoPassedAPileLaidNoEqualCardThere: the card in sight lies otherwise once Ana's arm was over it. Ben has just turned a card over
// upon an equal one, which may lie there still: if his arm only went by he did not lay it.
func TestWhoPassedAPileLaidNoEqualCardThere(t *testing.T) {
	for arms, want := range map[string]string{
		"P1~4,4=#A P1~47,0=#B":  "flip Ben yellow-5",
		"P1~4,4=#AB P1~47,0=#B": "play Ben discard green-1 pile 1 discard: yellow-5",
	} {
		got := run(t, `0 A.L=y2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 B.D=g1
			2.0 P1=#A A.0=#A
			2.3 P1=g1 A.0=-
			4.0 B.D=#B
			4.3 B.D=y5
			4.6 `+arms+`
			4.9 P1~4,4=g1 P1~47,0=-`)
		if len(got) < 2 || got[1] != want {
			t.Errorf("%s: got %q, want %q after the first", arms, got, want)
		}
	}
}
