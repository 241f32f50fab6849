package track

import (
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
	compare(t, run(t, before+"\n3.9 B.2=#B\n4.3 P1=g2 B.2=-"), []string{opened, "play Ben|Ana? unknown green-2 pile 1"})
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
