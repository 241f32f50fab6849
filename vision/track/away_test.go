package track

import (
	"slices"
	"strings"
	"testing"
)

// TestACardHeldForLongComesFromItsSpot: Ana holds a green 4 of her row for so long that it is told to be gone, and lays it then, two
// arms being over the pile.
func TestACardHeldForLongComesFromItsSpot(t *testing.T) {
	compare(t, run(t, `0 A.L=y2 A.0=g4 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 P1=g3
		2.0 A.0=#A
		2.3 A.0=-
		6.0 P1=#AB
		6.3 P1=g4`),
		[]string{"start Ana ligretto: yellow-2", "start Ben ligretto: yellow-10", "start green-3 pile 1", "vanish Ana row 0 green-4", "play Ana row 0 green-4 pile 1"})
}

// TestAWrongCardThatLayBelow: Ana lays a yellow 9 and Ben the green 3 that the pile waits for upon it at once.
func TestAWrongCardThatLayBelow(t *testing.T) {
	compare(t, run(t, `0 A.L=y2 A.0=g7 A.1=g4 A.2=y9 B.L=y10 B.0=r3 B.1=g3 B.2=r2 P1=g2
		2.0 A.2=#A B.1=#B
		2.2 A.2=- B.1=- P1=#AB
		2.6 P1=g3
		7.0 P1=#B
		7.3 P1=y9
		7.6 B.1=#B
		7.8 B.1=g3`),
		[]string{
			"start Ana ligretto: yellow-2", "start Ben ligretto: yellow-10", "start green-2 pile 1", "play Ben row 1 green-3 pile 1",
			"vanish Ana row 2 yellow-9", "play Ana row 2 yellow-9 pile 1", "take_back Ben to row 1 green-3 pile 1",
		})
}

// TestACardThatLayBelowAWrongOne: Ana lays a green 4 and Ben a blue 7 upon it at once. As he takes that back, hers comes into sight.
func TestACardThatLayBelowAWrongOne(t *testing.T) {
	deal := `0 A.L=y2 A.0=g3 A.1=g4 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 P1=g2
		1.0 A.0=#A P1=#A
		1.3 A.0=- P1=g3
		2.0 A.1=#A B.1=#B
		2.2 A.1=- B.1=- P1=#AB
		2.6 P1=b7
		`
	want := []string{
		"start Ana ligretto: yellow-2", "start Ben ligretto: yellow-10", "start green-2 pile 1", "play Ana row 0 green-3 pile 1",
		"play Ben row 1 blue-7 pile 1", "play Ana row 1 green-4 pile 1", "take_back Ben to row 1 blue-7 pile 1",
	}
	compare(t, run(t, deal+"4.0 P1=#B\n4.3 P1=g4\n4.6 B.1=#B\n4.8 B.1=b7"), want)
	late := append(append([]string{}, want[:5]...), "vanish Ana row 1 green-4", want[5], want[6])
	compare(t, run(t, deal+"7.0 P1=#B\n7.3 P1=g4\n7.6 B.1=#B\n7.8 B.1=b7"), late)
	// It may as well lie below others on her discard pile, but nobody else can have brought it.
	discarded := run(t, strings.NewReplacer("A.1=g4", "A.1=y3 A.D=g4", "A.1=#A", "A.D=#A", "A.1=-", "A.D=y8").Replace(deal)+
		"4.4 P1=#B\n4.7 P1=g4\n5.0 B.1=#B\n5.2 B.1=b7")
	compare(t, discarded[3:], []string{
		"play Ana row 0 green-3 pile 1", "play Ben row 1 blue-7 pile 1", "flip Ana yellow-8", "play Ana discard green-4 pile 1 discard: yellow-8",
		"take_back Ben to row 1 blue-7 pile 1",
	})
	// Ben may bring one of his own, from a spot that his hand covers still.
	own := run(t, strings.NewReplacer("A.1=g4", "A.1=y3 A.D=g4", "A.1=#A", "A.D=#A", "A.1=-", "A.D=y8", "y10", "g4").Replace(deal)+
		"4.4 P1=#B B.L=#B\n4.7 P1=g4")
	compare(t, own[4:], []string{"play Ben row 1 blue-7 pile 1", "flip Ana yellow-8", "play Ben ligretto green-4 pile 1"})
}

// TestADiscardedCardHeldForLong: Ben holds the top of his discard pile over one pile after another, so that the card below it is told to
// have been turned over, and lays it wrongly upon a lone 1 that lay there from the beginning.
func TestADiscardedCardHeldForLong(t *testing.T) {
	deal := `0 A.L=y2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 B.D=y3 P1=g1
		4.0 B.D=#B
		4.3 B.D=g8
		`
	alone := run(t, deal+"6.0 P1=#B\n6.3 P1=y3")
	compare(t, alone[3:], []string{"flip Ben green-8", "play Ben discard yellow-3 pile 1 discard: green-8"})
	// Somebody else lays such a card that he has just taken from his own pile: it is not the one held, wherever that is.
	both := run(t, strings.Replace(deal, "A.2=y9", "A.2=y9 A.D=y3", 1)+"5.3 A.D=#A\n5.6 A.D=b5 P1=#AB\n6.3 P1=y3")
	if !slices.ContainsFunc(both, func(e string) bool { return strings.HasPrefix(e, "play Ana discard yellow-3") }) {
		t.Errorf("of two who may have laid it: %q", both)
	}
	// Unless his arm is there last.
	after := run(t, strings.Replace(deal, "A.2=y9", "A.2=y9 A.D=y3", 1)+"5.3 A.D=#A\n5.6 A.D=b5 P1=#A\n5.9 P1=#AB\n6.2 P1=#B\n6.5 P1=y3")
	if slices.ContainsFunc(after, func(e string) bool { return strings.HasPrefix(e, "play Ana discard") }) {
		t.Errorf("of two, the one who held it being there last: %q", after)
	}
	// Nor if it came and left first: his may be the one that the pile waited for, and hers lie upon it.
	first := run(t, strings.Replace(deal, "A.2=y9", "A.2=y9 A.D=y3", 1)+"5.3 A.D=#A P1=#B\n5.6 A.D=b5\n5.9 P1=#A\n6.5 P1=y3")
	if slices.ContainsFunc(first, func(e string) bool { return strings.HasPrefix(e, "play Ana discard") }) {
		t.Errorf("of two, the one who held it having been there first: %q", first)
	}
	// Ana may bring one that was never in sight.
	open := run(t, strings.Replace(deal, "A.2=y9", "A.2=y9 A.D=y8", 1)+"5.6 P1=#AB\n6.3 P1=y3")
	if slices.ContainsFunc(open, func(e string) bool { return strings.HasPrefix(e, "play Ben discard yellow-3") }) {
		t.Errorf("of one who may and one who is there, too: %q", open)
	}
}

// TestACardLookedAPlaceFor: Ben takes the top of his discard pile and looks for a place for longer than others take to be turned over; the
// hand goes to the piles at once and stays there.
func TestACardLookedAPlaceFor(t *testing.T) {
	deal := `0 A.L=y2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r3 B.1=b7 B.2=r2 B.D=g2 P1=g1 P2=r1
		4.0 B.D=#B
		4.3 B.D=g8 P2=#B
		`
	looks := run(t, deal+"6.2 P2=r1 P1=#B\n6.5 P1=g2")
	compare(t, looks[4:], []string{"play Ben discard green-2 pile 1 discard: green-8"})
	// Who comes to the piles later has turned cards over.
	later := run(t, strings.Replace(deal, " P2=#B", "\n5.4 P2=#B", 1)+"6.2 P2=r1")
	compare(t, later[4:], []string{"flip Ben green-8"})
}
