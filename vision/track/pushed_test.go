package track

import (
	"image"
	"strings"
	"testing"

	"schiri/models"
)

// TestAPilePushedAside: Ben pushes the pile to another place. Which of the two places comes into sight first depends on where
// his arm lies, and the pile is the same one in any case.
func TestAPilePushedAside(t *testing.T) {
	const before = "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=b7 B.2=r2" + opened2 + "6.0 P1=#B P2=#B\n"
	const after = `
		12.0 P2=#B B.0=#B
		12.3 P2=g3 B.0=-`
	want := []string{"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 0 green-3 pile 1"}
	for name, pushed := range map[string]string{
		"together":         "6.3 P1=- P2=g2",
		"new place first":  "6.3 P2=g2\n6.9 P1=-",
		"old place first":  "6.3 P1=-\n6.9 P2=g2",
		"old place hidden": "6.3 P2=g2\n7.9 P1=-",
		"carried":          "6.3 P1=-\n8.6 P2=#B\n8.9 P2=g2",
		"lower cards stay": "6.3 P1=? P2=g2",
	} {
		t.Run(name, func(t *testing.T) { compare(t, run(t, before+pushed+after), want) })
	}
}

// TestACardLaidOnTheTableWhileAPileIsOutOfSight: Ben's arm hides the pile while his own 2 comes to lie beside it from under his
// hand. The pile is there still: it was not pushed.
func TestACardLaidOnTheTableWhileAPileIsOutOfSight(t *testing.T) {
	compare(t, run(t, "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=b7 B.2=g2"+opened2+`6.0 P1=#B P2=#B B.2=#B
		6.3 P2=g2 B.2=-
		6.9 P1=g2`), []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 2 green-2 pile 2",
	})
}

// TestAPilePushedPartlyOntoItsOwnPlace: where it lies now some of it lay before, so that the table was not in sight there.
// It was not there from the beginning.
func TestAPilePushedPartlyOntoItsOwnPlace(t *testing.T) {
	s := newStage(t)
	for l := range strings.SplitSeq("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2"+strings.TrimRight(opened2, "\n\t"), "\n") {
		s.line(strings.TrimSpace(l))
	}
	p := s.tracker.piles[0]
	aside := p.quad
	for i := range aside {
		aside[i] = aside[i].Add(models.Point{X: 16, Y: 24})
	}
	for _, i := range s.act.Under(p.quad) {
		s.act.Changed[i], s.act.Bare[i], s.act.Clear[i], s.act.Moved[i] = true, true, false, 6
	}
	for _, i := range s.act.Under(aside) {
		s.act.Changed[i], s.act.Bare[i], s.act.Clear[i], s.act.Moved[i] = true, false, false, 6
	}
	s.step(6.3, []Look{{Area: image.Rect(0, 0, stageW, stageH), Cards: []models.Observation{
		{Face: models.FaceFront, Card: parseCard("g2"), Corners: aside, Confidence: 0.95, Visible: 1},
	}}})
	if len(s.tracker.piles) != 1 || p.quad != aside {
		t.Errorf("%d piles, the first one at %v, want it alone at %v", len(s.tracker.piles), p.quad, aside)
	}
}

// TestASleeveOfTheTablesColourOverAPile: most of Ana's arm, which lies over her pile, passes for the table while Ben opens another
// one with an equal card, his arm still hiding where that lay. Her pile was not pushed there.
func TestASleeveOfTheTablesColourOverAPile(t *testing.T) {
	s := newStage(t)
	play := func(script string) {
		for l := range strings.SplitSeq(script, "\n") {
			s.line(strings.TrimSpace(l))
		}
	}
	play(`0 A.L=r5 A.0=g1 A.1=g5 A.2=y9 B.L=y10 B.0=g1 B.1=b7 B.2=r2
		2.0 P1=#A A.0=#A
		2.3 P1=g1 A.0=-
		5.0 P1=#A P2=#B B.0=#B`)
	cells := s.act.Under(s.spot("P1"))
	for _, i := range cells[:len(cells)*7/10] {
		s.act.Bare[i] = true
	}
	play(`5.3 P2=g1
		5.9 B.0=-
		6.3 P1=g1`)
	if got := s.tracker.piles; len(got) != 2 || got[0].quad.Center().Sub(s.spot("P1").Center()).Norm() > 5 {
		t.Errorf("%d piles, the first one at %v, want two and that where Ana laid it", len(got), got[0].quad)
	}
}

// TestAPilePushedOntoAnother: Ben pushes Ana's pile so that it comes to lie half upon his own or half under it, and there its top
// cannot be read. It stays a pile of its own, and Ana's next card lies on it.
func TestAPilePushedOntoAnother(t *testing.T) {
	const before = "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=y1 B.2=r2" + opened2 + `5.0 P3=#B B.1=#B
		5.3 P3=y1 B.1=-
		7.0 P1=#B P3=#B P3~-20,0=#B
	`
	want := []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 1 yellow-1 pile 2", "play Ben row 0 green-3 pile 1",
	}
	for name, c := range map[string]struct{ pushed, at string }{
		"upon it":                  {"7.3 P1=- P3=y1 P3~-20,0=g2", "P3~-20,0"},
		"upon it, new place first": {"7.3 P3=y1 P3~-20,0=g2\n7.9 P1=-", "P3~-20,0"},
		"under it":                 {"7.3 P1=- P3=y1", "P3~-20,0"},
		"beside it, unread":        {"7.3 P1=- P3=y1 P5=?", "P5"},
	} {
		t.Run(name, func(t *testing.T) {
			laid := "\n12.0 " + c.at + "=#B B.0=#B\n12.3 " + c.at + "=g3 B.0=-"
			compare(t, run(t, before+c.pushed+laid), want)
		})
	}
}

// TestAWrongCardTakenBackWhileAnEqualPileIsOutOfSight: Ben lays a wrong card on Ana's pile and takes it back, while his own arm hides
// another pile with the same card on top. What comes into sight lay below; that other pile was not pushed there.
func TestAWrongCardTakenBackWhileAnEqualPileIsOutOfSight(t *testing.T) {
	compare(t, run(t, "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g1 B.1=g2 B.2=r7"+opened2+`5.0 P3=#B B.0=#B
		5.3 P3=g1 B.0=-
		7.0 P3=#B B.1=#B
		7.3 P3=g2 B.1=-
		10.0 P1=#B B.2=#B
		10.3 P1=r7 B.2=-
		14.0 P1=#B P3=#B
		14.3 P1=g2 B.2=r7
		17.3 P3=g2`), []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 0 green-1 pile 2", "play Ben row 1 green-2 pile 2",
		"play Ben row 2 red-7 pile 1", "take_back Ben to row 2 red-7 pile 1",
	})
}

// TestACardSeenInAHandBeforeItIsLaid: in the first look the 2 in Ana's hand passed for a pile. Where she lays it then it lies on the pile
// that waits for it, which is not the place to which that other pile was pushed.
func TestACardSeenInAHandBeforeItIsLaid(t *testing.T) {
	compare(t, run(t, `0 A.L=r5 A.0=g4 A.1=y3 A.2=y9 B.L=y10 B.0=g3 B.1=#B B.2=r2 P1=g1 P3=g2
		0.2 P1=#A P3=#A
		0.4 P1=g2 P3=-
		0.6 B.1=y1`), []string{
		"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start green-1 pile 1", "play Ana unknown green-2 pile 1",
	})
}

// TestAnEqualCardLaidByAnother: Ana takes her 1 back, and Ben lays his elsewhere while the table where hers lay is just in sight. It is not
// hers, pushed there: his arm was not at her card when that left.
func TestAnEqualCardLaidByAnother(t *testing.T) {
	for name, laid := range map[string]string{
		"beside it":            "6.3 P1=- B.1=#B P3=#B\n6.6 P3=g1",
		"his arm crosses hers": "6.3 P1=- B.1=#B\n6.5 P1=#B P3=#B\n6.7 P1=- P3=g1",
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, run(t, `0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=g1 B.2=r2
				2.0 P1=#A A.0=#A
				2.3 P1=g1 A.0=-
				6.0 P1=#A A.0=#A
				`+laid+`
				6.9 B.1=- A.0=g1
				9.0`), []string{
				"play Ana row 0 green-1 pile 1", "play Ben row 1 green-1 pile 2", "take_back Ana to row 0 green-1 pile 1",
			})
		})
	}
}

// TestAnEqualCardLaidOtherwise: Ana takes her 1 back with Ben's arm beside hers, and Ben lays his, across; on his discard pile another card
// is in sight, which may as well lie upon his 1. Whoever pushes a pile does not turn it so.
func TestAnEqualCardLaidOtherwise(t *testing.T) {
	const before = "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=b7 B.2=r2 B.D=g1" +
		"\n2.0 P1=#A A.0=#A\n2.3 P1=g1 A.0=-\n6.0 P1=#AB A.0=#A B.D=#B\n6.3 B.D=r3 P3=#B P1=-"
	for across, want := range map[bool]string{false: "", true: "play Ben discard green-1 pile 2 discard: red-3"} {
		s := newStage(t)
		s.play(before)
		look := s.see("P3", "g1")
		if q := &look.Cards[0].Corners; across {
			c := q.Center()
			for i, p := range q {
				q[i] = models.Point{X: c.X - (p.Y - c.Y), Y: c.Y + (p.X - c.X)}
			}
		}
		s.step(6.5, []Look{look})
		s.wait(6.6, 9)
		got := ""
		for _, e := range s.events {
			if e.Type == models.EventPlay && e.Player == "Ben" {
				got += short(e)
			}
		}
		if got != want {
			t.Errorf("across: %v: %q, want %q", across, got, want)
		}
	}
}
