package track

import (
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

// TestWhatAnArmWasOverAsTheFilmBegan: a red 5 seems to lie on a pile as the film begins, and once the arm there has gone a yellow 3 does, which
// nobody is seen to have brought. With fingers on it the 5 was a card in that hand. Wholly in sight it lay there, and while the arm was
// over it anything may have happened.
func TestWhatAnArmWasOverAsTheFilmBegan(t *testing.T) {
	for hidden, want := range map[float64][]string{
		0.2: {"start yellow-3 pile 1"},
		0:   {"start yellow-3 pile 1", "covered pile 1"},
	} {
		s := newStage(t)
		s.hidden = hidden
		s.line("0 A.L=r5 A.0=g1 A.1=b2 A.2=#A B.L=y10 B.0=r1 B.1=b7 B.2=g2 P1=r5")
		s.hidden = 0
		s.line("0.3 P1=#A")
		s.line("0.9 P1=y3 A.2=g3")
		compare(t, s.run("2.9")[2:], want)
	}
}

// TestACardInSightInPartAsTheFilmBegan: an arm of the table's colour is over most of a blue 1 in the first picture, and the equal one on
// Ben's spot is under his hand when the other comes into sight. Only if nothing of it was to be seen before, it may be that one. A 7 may lie
// upon a card that looked so, unless nothing moved there of late.
func TestACardInSightInPartAsTheFilmBegan(t *testing.T) {
	for _, c := range []struct {
		seen  float64 // share of the card that looks as in the first picture
		card  string
		still bool // nothing moved there
		want  string
	}{
		{0.5, "b1", false, "start blue-1 pile 2"},
		{0, "b1", false, "play Ben|Ana? unknown blue-1 pile 2"},
		{0.5, "b7", false, "play Ana unknown blue-7 pile 2"},
		{0.5, "b7", true, "start blue-7 pile 2"},
	} {
		s := newStage(t)
		s.play("0 A.L=y2 A.0=g7 A.1=g4 A.2=y9 B.L=y10 B.0=r3 B.1=b1 B.2=r2 P1=g2")
		under := s.act.Under(s.spot("P2"))
		for k, i := range under {
			s.act.Lasts[i] = float64(k) < c.seen*float64(len(under))
		}
		if c.still {
			s.alike = 1
		}
		s.playFrom(0.2, "2.0 P2=#A B.1=#B\n2.2 P2="+c.card)
		s.wait(2.4, 4)
		var told []string
		for _, e := range s.events {
			if e.Card != nil && *e.Card == parseCard(c.card) {
				told = append(told, short(e))
			}
		}
		compare(t, told, []string{c.want})
	}
}

// TestWhatAPileBeganWithIsToldAgain: in the first picture a yellow 2 lies on a pile. Before the table is told Ana lays a yellow 7 upon it, which
// seems to have been uncovered and is told as what the pile began with, and takes it back.
func TestWhatAPileBeganWithIsToldAgain(t *testing.T) {
	s := newStage(t)
	s.play("0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 B.L=#B B.0=r1 B.1=b7 B.2=g2 P1=y2\n0.3 P1=#A")
	first := s.jitter
	s.hidden = 0.25
	s.line("0.5 P1=y7")
	s.hidden = 0
	s.wait(s.playFrom(0.5, "0.7 P1=#A\n0.9 P1=y7\n1.2 B.L=y10\n3 P1=#A")+.2, 3.4)
	s.jitter = first - 1
	s.line("3.4 P1=y2") // just as it lay
	s.wait(3.6, 6)
	var told []string
	for _, e := range s.events {
		if e.Pile == 1 {
			told = append(told, short(e))
		}
	}
	compare(t, told, []string{"start yellow-7 pile 1", "covered pile 1", "start yellow-2 pile 1"})
}

// TestWhatCameBeforeTheTableWasTold: Ben's arm is over one of his cards for two seconds, and so the table is told late. What Ana does
// meanwhile is told afterwards.
func TestWhatCameBeforeTheTableWasTold(t *testing.T) {
	const midRound, dealt = " B.L=y10 B.0=r1 B.1=b7 B.2=#B P1=g4\n", " B.L=y10 B.0=r1 B.1=b7 B.2=#B\n"
	for _, c := range []struct {
		name, script string
		row          string // as it is told to have lain first
		want         []string
		alike        float64 // the share of a card that looks as what was there before
	}{
		{
			"a card turned over upon another one", "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 A.D=b1" + midRound + "0.3 A.D=#A\n0.6 A.D=y5", "g1 b2 y9",
			[]string{"start Ana ligretto: red-5 discard: blue-1", "flip Ana yellow-5"},
			0,
		},
		{
			"two of them", "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 A.D=b1" + midRound + "0.3 A.D=#A\n0.6 A.D=y5\n0.8 A.D=#A\n1.1 A.D=r8", "g1 b2 y9",
			[]string{"start Ana ligretto: red-5 discard: blue-1", "flip Ana yellow-5", "flip Ana red-8"},
			0,
		},
		{
			"the same after the deal", "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 A.D=b1" + dealt + "0.3 A.D=#A\n0.6 A.D=y5", "g1 b2 y9",
			[]string{"deal Ana ligretto: red-5 discard: blue-1", "flip Ana yellow-5"},
			0,
		},
		{
			"one on the bare table", "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9" + midRound + "0.3 A.D=#A\n0.6 A.D=y5", "g1 b2 y9",
			[]string{"start Ana ligretto: red-5 discard: none", "flip Ana yellow-5"},
			0,
		},
		{
			"a gap filled from the Ligretto pile", "0 A.L=r5 A.0=g1 A.2=y9" + midRound + "0.3 A.L=#A A.1=#A\n0.6 A.L=b3 A.1=r5", "g1 - y9",
			[]string{"start Ana ligretto: red-5", "refill Ana 1 red-5 ligretto: blue-3"},
			0,
		},
		{
			"a card of the deal", "0 A.L=r5 A.0=g1 A.1=b2" + dealt + "0.3 A.2=#A\n0.6 A.2=y9", "g1 b2 y9",
			[]string{"deal Ana ligretto: red-5"},
			0,
		},
		{
			"a card that a hand carried over another one", "0 A.L=r5 A.0~9,18=r9 A.2=y9" + midRound + "0.2 A.0=#A\n0.5 A.0=g1 A.1=#A\n0.9 A.1=r9", "g1 r9 y9",
			[]string{"start Ana ligretto: red-5"},
			0,
		},
		{
			"a card that was read otherwise at first", "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 A.D=b1" + midRound + "0.6 A.D=b7", "g1 b2 y9",
			[]string{"start Ana ligretto: red-5 discard: blue-7"},
			1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			s.alike = c.alike
			s.run(c.script)
			var got []string
			for _, e := range s.events {
				if e.Player == "Ana" {
					got = append(got, short(e))
				}
			}
			compare(t, got, c.want)
			row := s.events[slices.IndexFunc(s.events, func(e models.Event) bool { return e.Row != nil })].Row
			for i, want := range strings.Fields(c.row) {
				if got := row[i]; want == "-" && got.Valid() || want != "-" && got != parseCard(want) {
					t.Errorf("the row was told with %v in place %d, want %s", got, i, want)
				}
			}
		})
	}
}
