package track

import (
	"fmt"
	"slices"
	"testing"

	"schiri/models"
)

// TestHeldOverAPile: Ben holds his red 1 still over Ana's green pile, which it does not fit. It looks larger than the card it would
// lie on, and goes on with his hand.
func TestHeldOverAPile(t *testing.T) {
	ana := []string{"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1"}
	wrong := "play Ben row 0 red-1 pile 1"
	for _, tt := range []struct {
		name   string
		times  float64 // as large as a card that lies
		stays  float64 // for how many seconds it is held
		leaves bool    // the hand goes on without it
		want   []string
	}{
		{"held", 1.03, 0.5, false, append(slices.Clone(ana), "play Ben row 0 red-1 pile 2")},
		{"held for long", 1.03, 3, false, append(slices.Clone(ana), wrong)},
		{"laid", 1, 0.5, false, append(slices.Clone(ana), wrong)},
		{"laid, and left there", 1.03, 0.5, true, append(slices.Clone(ana), wrong)},
	} {
		s := newStage(t)
		s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=y2" + opened2)
		s.line("4.0 B.0=-")
		s.line("4.2 P1=#B")
		top := s.tracker.piles[0].quad
		held := models.Observation{Face: models.FaceFront, Card: parseCard("r1"), Corners: top.Grown(tt.times), Confidence: 0.99, Visible: 0.8}
		look := func(now float64) {
			for _, i := range s.act.Under(s.spot("P1")) {
				s.act.Moved[i] = 4.5
			}
			s.step(now, []Look{{Area: top.Box().Inset(-20), Cards: []models.Observation{held}}})
		}
		look(4.6)
		s.wait(4.7, 4.6+tt.stays)
		if tt.leaves {
			for _, i := range s.act.Under(s.spot("P1")) {
				s.act.Arm[i] = false
			}
			s.world["P1"] = "r1"
			look(4.8 + tt.stays)
		} else {
			s.line(fmt.Sprintf("%.1f P1=g2 P2=#B", 4.7+tt.stays))
			s.line(fmt.Sprintf("%.1f P2=r1", 5+tt.stays))
		}
		s.wait(5.2+tt.stays, 12)
		var got []string
		for _, e := range s.events {
			if e.Type == models.EventPlay {
				got = append(got, short(e))
			}
		}
		if !slices.Equal(got[:min(3, len(got))], tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
