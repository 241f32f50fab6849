package track

import (
	"strings"
	"testing"
)

// TestATwinKnownAsItGoesBack: a card is laid upon an equal one, which nobody can tell, as the spot from which it came is out of sight or
// it may as well lie below others there. As it is taken back the other one lies again just as before, and that tells, unless it is known that
// nobody had such a card.
func TestATwinKnownAsItGoesBack(t *testing.T) {
	const fromRow, fromDiscard = "0 A.L=y2 A.0=g2 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=g2 P1=g1", "0 A.L=y2 A.0=g2 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 B.D=g2 P1=g1"
	const row = "play Ben row 2 green-2 pile 1, take_back Ben to row 2 green-2 pile 1"
	for _, tt := range []struct {
		name, deal string
		came, gone string  // what happens until it lies on the other one, and until it has gone from there
		again      string  // when the other one is in sight again
		off        int     // how that lies then; 0: as before
		hidden     float64 // how much of a card is out of sight
		after      string
		want       string
	}{
		{"from the row, and in sight there before", fromRow, "4.0 B.2=#B P1=#B\n4.6 P1=g2", "5.4 P1=#B\n5.9 B.2=g2", "6.2 P1=g2", 0, 0, "", row},
		{"from the row, and in sight there after", fromRow, "4.0 B.2=#B P1=#B\n4.6 P1=g2", "5.4 P1=#B", "5.9 P1=g2", 0, 0, "6.2 B.2=g2", row},
		{"from the row, and not seen there again", fromRow, "4.0 B.2=#B P1=#B\n4.6 P1=g2", "5.4 P1=#B", "5.9 P1=g2", 0, 0, "", "play Ben row 2 green-2 pile 1, take_back green-2 pile 1"},
		{
			"from the discard pile", fromDiscard, "4.0 B.D=#B\n5.5 P1=#B\n6.3 P1=g2\n6.6 B.D=g8", "9.0 P1=#B B.D=#B", "9.3 P1=g2", 0, 0, "9.7 B.D=g2",
			"flip Ben green-8, play Ben discard green-2 pile 1 discard: green-8, take_back Ben to discard green-2 pile 1",
		},
		{"from nobody knows where", fromDiscard, "4.0 P1=#B\n4.6 P1=g2", "5.4 P1=#B", "5.9 P1=g2", 0, 0, "", ""},
		{"from nobody knows where, as the film has begun", fromDiscard, "2.5 P1=#B\n2.8 P1=g2", "3.6 P1=#B", "4.1 P1=g2", 0, 0, "", "play Ben unknown green-2 pile 1, take_back green-2 pile 1"},
		{"pushed twice", fromRow, "4.0 B.2=#B P1=#B\n4.6 P1=g2", "5.4 P1=#B", "5.9 P1=g2", 2, 0, "6.2 B.2=g2", ""},
		{"not wholly in sight", fromRow, "4.0 B.2=#B P1=#B\n4.6 P1=g2", "5.4 P1=#B", "5.9 P1=g2", 0, 0.1, "6.2 B.2=g2", ""},
		{"nobody there", fromRow, "4.0 B.2=#B\n4.6 P1=g2", "", "5.9 P1=g2", 0, 0, "6.2 B.2=g2", ""},
	} {
		s := newStage(t)
		s.play(tt.deal + "\n2.0 A.0=#A P1=#A\n2.3 A.0=- P1=g2")
		lay := s.jitter
		s.hidden = tt.hidden
		last := s.playFrom(2.3, tt.came+"\n"+tt.gone)
		s.jitter = lay - 1 + tt.off
		last = s.playFrom(last, tt.again+"\n"+tt.after)
		s.wait(last+0.2, last+3)
		var got []string
		for _, e := range s.events[4:] {
			got = append(got, short(e))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestWhatWentHasChangedThePicture: the pile under Ben's arm is read as lying otherwise and then as before, but the picture of it hardly
// changes: it was read a little wrongly.
func TestWhatWentHasChangedThePicture(t *testing.T) {
	for changed, want := range map[float64]int{0.5: 2, 0.2: 0} {
		s := newStage(t)
		s.play("0 A.L=y2 A.0=g2 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=g2 P1=g1\n2.0 A.0=#A P1=#A\n2.3 A.0=- P1=g2")
		lay := s.jitter
		s.wait(s.playFrom(2.3, "4.0 B.2=#B P1=#B\n4.6 P1=g2\n5.4 P1=#B")+0.2, 5.9)
		s.jitter = lay - 1
		s.world["P1"] = "g2"
		s.reach()
		look := s.see("P1", "g2")
		cells := s.act.Under(look.Cards[0].Corners)
		for k, i := range cells {
			s.act.Arm[i], s.act.Changed[i], s.act.Moved[i] = false, float64(k) < changed*float64(len(cells)), 5.8
		}
		s.events = nil
		s.step(5.9, []Look{look})
		s.wait(6, 8)
		if len(s.events) != want {
			t.Errorf("%.0f %% changed: told %v, want %d events", 100*changed, s.events, want)
		}
	}
}
