package track

import (
	"slices"
	"testing"
)

// TestACardLaidAskew: Ben's 3 covers a third of the pile at the most, and all that shows below it shows for the rest of the round.
// It lies on that pile, and so does what is laid on either part of it.
func TestACardLaidAskew(t *testing.T) {
	const deal = "0 A.L=r5 A.0=g1 A.1=g2 A.2=g4 B.L=y10 B.0=g3 B.1=y1 B.2=r2" + opened2
	const first = "6.0 P1~27,10=#B B.0=#B\n6.3 P1~27,10=g3 B.0=-\n7.5 P1=g2"
	opened := []string{"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 0 green-3 pile 1"}
	for name, c := range map[string]struct {
		then string
		want string
	}{
		"and no more":            {"", ""},
		"the next on it":         {"9.0 P1~27,10=#A A.2=#A\n9.3 P1~27,10=g4 A.2=-", "play Ana row 2 green-4 pile 1"},
		"the next on what shows": {"9.0 P1=#A A.2=#A\n9.3 P1=g4 A.2=-", "play Ana row 2 green-4 pile 1"},
		"the next beside it":     {"9.0 P1~-26,0=#A A.2=#A\n9.3 P1~-26,0=g4 A.2=-", "play Ana row 2 green-4 pile 1"},
		"pushed straight":        {"9.0 P1=#B P1~27,10=#B\n9.3 P1~27,10=- P1=g3", ""},
		"taken back": {
			"9.0 P1~27,10=#B B.0=#B\n9.3 P1~27,10=- P1=g2\n11 B.0=g3", "take_back Ben to row 0 green-3 pile 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			want := opened
			if c.want != "" {
				want = append(want[:3:3], c.want)
			}
			compare(t, run(t, deal+first+"\n"+c.then), want)
		})
	}
}

// TestACardLaidAskewBesideAnotherPile: Ana's 2 covers more of Ben's pile than of her own, but less than two thirds of it. It is
// the one that hers waits for.
func TestACardLaidAskewBesideAnotherPile(t *testing.T) {
	compare(t, run(t, `0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=y1 B.2=r2
		2.0 P1=#A A.0=#A
		2.3 P1=g1 A.0=-
		4.0 P1~46,0=#B B.1=#B
		4.3 P1~46,0=y1 B.1=-
		6.0 P1~26,0=#A A.1=#A
		6.3 P1~26,0=g2 A.1=-`), []string{
		"play Ana row 0 green-1 pile 1", "play Ben row 1 yellow-1 pile 2", "play Ana row 1 green-2 pile 1",
	})
}

// TestACardThatSlidesOffItsPile: the top card comes to lie beside its pile with no hand there, so that the card below is in sight. Nobody
// took it back, nobody laid it again, and the pile still waits for the next one. A card that was put elsewhere was taken back.
func TestACardThatSlidesOffItsPile(t *testing.T) {
	laid := []string{"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1"}
	deal := "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3" + opened2
	for _, tt := range []struct {
		name, script string
		want         []string
	}{
		{"slides off", "4.6 P1=g1 P1~38,12=g2\n6.0 P1~38,12=#B B.2=#B\n6.3 P1~38,12=g3 B.2=-", append(slices.Clone(laid), "play Ben row 2 green-3 pile 1")},
		{"a wrong card on what is left", "4.6 P1=g1 P1~38,12=g2\n6.0 P1=#B B.1=#B\n6.3 P1=b7 B.1=-", append(slices.Clone(laid), "play Ben row 1 blue-7 pile 1")},
		{
			"and back", "4.6 P1=g1 P1~38,12=g2\n6.0 P1=#B B.1=#B\n6.3 P1=b7 B.1=-\n9.0 P1=#B B.1=#B\n9.3 P1=g1 P1~38,12=g2\n9.8 B.1=b7",
			append(slices.Clone(laid), "play Ben row 1 blue-7 pile 1", "take_back Ben to row 1 blue-7 pile 1"),
		},
		{"its place in sight first", "4.6 P1=g1\n4.9 P1~38,12=g2", laid},
		{"goes farther", "4.6 P1=#A\n5.0 P1=g1 P4=g2", append(slices.Clone(laid), "covered pile 2", "play unknown green-2 pile 2", "covered pile 1")},
	} {
		if got := run(t, deal+"\n"+tt.script); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestACardThatSlidesOffUnseen: an arm is over the pile as its top slides off, and Ben has just picked his discard pile up, on which one
// like it lay. His arm was not there.
func TestACardThatSlidesOffUnseen(t *testing.T) {
	got := run(t, "0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3 B.D=y5"+opened2+`
		4.2 B.D=#B
		4.5 B.D=g2
		6.2 B.D=#B
		6.5 B.D=-
		6.8 P1=#A P1~38,12=g2
		7.4 P1=g1
		9.0 P4=#B`)
	compare(t, got, []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "flip Ben green-2", "recycle Ben",
	})
}

// TestACardThatSpringsOffItsPile: the 2 came to lie half upon the 1 only, and the 3 springs to its other side, where it lies upon the 1 alone.
func TestACardThatSpringsOffItsPile(t *testing.T) {
	compare(t, run(t, `0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g3 B.1=y1 B.2=r2
		2.0 P1=#A A.0=#A
		2.3 P1=g1 A.0=-
		4.0 P1~0,-24=#A A.1=#A
		4.3 P1~0,-24=g2 A.1=-
		6.0 P1~0,34=#B B.0=#B
		6.3 P1~0,34=g3 B.0=-`), []string{
		"play Ana row 0 green-1 pile 1", "play Ana row 1 green-2 pile 1", "play Ben row 0 green-3 pile 1",
	})
}
