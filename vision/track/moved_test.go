package track

import (
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// TestAPileThatLiesAsBeforeWasNotLaidOn: for a second the view was lost. A pile that shows the same card again was not laid on
// meanwhile; one that an arm hides then, or on which another card lies, may have been.
func TestAPileThatLiesAsBeforeWasNotLaidOn(t *testing.T) {
	for _, tt := range []struct{ name, now, want string }{
		{"as before", "g2", ""},
		{"hidden", "#A", "covered pile 1"},
		{"another card", "g4", "covered pile 1"},
	} {
		s := newStage(t)
		s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=b7 B.2=g4" + opened2)
		s.wait(3.5, 4)
		s.events = append(s.events, s.tracker.Moved(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}, nil, s.tracker.centre, 4, 5)...)
		for _, i := range s.act.Under(s.spot("P1")) {
			s.act.Arm[i], s.act.Changed[i], s.act.Moved[i] = tt.now == "#A", tt.now != "g2", 4.8
		}
		var looks []Look
		if tt.now != "#A" {
			looks = append(looks, s.see("P1", tt.now))
		}
		s.step(5, looks)
		var got []string
		for _, e := range s.events {
			if e.Type == models.EventCovered && e.Pile > 0 {
				got = append(got, short(e))
			}
		}
		if want := slices.DeleteFunc([]string{tt.want}, func(s string) bool { return s == "" }); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, want)
		}
	}
}

// TestWhoseCardsLieAsBeforeLaidNone: for a second the view was lost. Of a player all of whose cards are seen to lie as before nothing is told to have
// been out of sight; of another one, the part of which that is not seen.
func TestWhoseCardsLieAsBeforeLaidNone(t *testing.T) {
	before := map[string]string{"A.L": "r5", "A.0": "g1", "A.1": "g2", "A.2": "y9", "A.D": "b9", "B.L": "y10", "B.0": "g3", "B.1": "b7", "B.2": "g4"}
	for _, tt := range []struct {
		name, spot, now string
		want            []string
	}{
		{"as before", "", "", nil},
		{"another card in the row", "B.1", "y3", []string{"covered Ben ligretto"}},
		{"none there", "B.1", "-", []string{"covered Ben ligretto"}},
		{"not in sight", "B.L", "", []string{"covered Ben ligretto"}},
		{"another card on the discard pile", "A.D", "r2", []string{"covered Ana discard"}},
		{"the first card on a discard pile", "B.D", "r2", []string{"covered Ben discard"}},
	} {
		s := newStage(t)
		s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=b7 B.2=g4\n1 A.D=#A\n1.3 A.D=b9\n2 P1=#A A.0=#A\n2.3 P1=g1 A.0=b5")
		s.wait(3.5, 4)
		before["A.0"] = "b5"
		s.events = append(s.events, s.tracker.Moved(calibration.Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}, nil, s.tracker.centre, 4, 5)...)
		looks := []Look{s.see("P1", "g1")}
		for spot, card := range before {
			if spot == tt.spot {
				card = tt.now
			}
			if card != "" {
				looks = append(looks, s.see(spot, card))
			}
		}
		if before[tt.spot] == "" && tt.spot != "" {
			looks = append(looks, s.see(tt.spot, tt.now))
		}
		s.step(5, looks)
		var got []string
		for _, e := range s.events {
			if e.Type == models.EventCovered && e.Player != "" {
				got = append(got, short(e))
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestWhatIsKnownSlidesWithACameraThatSinks: the camera has sunk while a round is played, with all in sight. Nothing is told to have been out
// of sight; a card laid where the pile lies in the picture now is laid on it, and comes from the spot that lies where it came from.
func TestWhatIsKnownSlidesWithACameraThatSinks(t *testing.T) {
	s := newStage(t)
	s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=b7 B.2=g4" + opened2)
	s.wait(3.5, 4)
	before := len(s.events)
	down := calibration.Homography{1, 0, 0, 0, 1, 40, 0, 0, 1}
	players := make([]models.Player, 0, 2)
	for _, seat := range s.tracker.seats {
		p := seat.player
		p.Zone = slices.Clone(p.Zone)
		for i, c := range p.Zone {
			p.Zone[i] = down.Apply(c)
		}
		players = append(players, p)
	}
	s.tracker.Slid(down, players, s.tracker.centre)
	last := s.playFrom(4, "5.0 P1~0,40=#B B.0~0,40=#B\n5.3 P1~0,40=g3 B.0~0,40=-")
	s.wait(last+.2, last+3)
	var got []string
	for _, e := range s.events[before:] {
		got = append(got, short(e))
	}
	if want := []string{"play Ben row 0 green-3 pile 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
