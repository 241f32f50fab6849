package track

import (
	"strings"
	"testing"
)

// dealt is the table from which most scripts begin.
const dealt = "0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2\n"

// green1 is dealt, and then Ana's green 1 from her row opens pile 1.
const green1 = dealt + "2.0 P1=#A A.0=#A\n2.3 P1=g1 A.0=-\n"

// dealt3 is the same with a 3 and a 4 in Ana's row.
const dealt3 = "0 A.L=r5 A.0=g1 A.1=g3 A.2=g4 B.L=y10 B.0=r1 B.1=b7 B.2=g2\n2.0 P1=#A A.0=#A\n2.3 P1=g1 A.0=-\n"

func TestScripts(t *testing.T) {
	tests := []struct {
		name   string
		script string
		want   []string
	}{
		{"a still table", dealt, nil},
		{
			"the discard's new top cannot be read", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			4.0 A.D=#A
			4.3 A.D=? P1=#A
			4.8 P1=b1`,
			[]string{"flip Ana blue-1", "play Ana discard blue-1 pile 1"},
		},
		{
			"from the row, then the gap is filled", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.4 A.0=#A A.L=#A
			3.8 A.0=r5 A.L=b8`,
			[]string{"play Ana row 0 green-1 pile 1", "refill Ana 0 red-5 ligretto: blue-8"},
		},
		{
			"onto a pile, by the other player", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.0 B.2=#B
			3.3 B.2=- P1=#B
			3.8 P1=g2`,
			[]string{"play Ana row 0 green-1 pile 1", "play Ben row 2 green-2 pile 1"},
		},
		{
			"an arm of the table's colour rests on a pile", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			4.0 P1=-
			4.4 P1=g1
			5.0 P1=-
			5.4 P1=g2`,
			[]string{"play Ana row 0 green-1 pile 1", "play unknown green-2 pile 1"},
		},
		{
			"a lone card is taken back, and a pile opened in its place", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			4.0 P1=#A
			4.2 P1=-
			4.8 P1=y1`,
			[]string{"play Ana row 0 green-1 pile 1", "play unknown yellow-1 pile 2", "take_back green-1 pile 1"},
		},
		{
			"from the Ligretto pile, the arm still over it", dealt + `
			2.0 A.L=#A
			2.3 P1=#A
			2.8 P1=r5
			3.2 A.L=g7`,
			[]string{"play Ana ligretto red-5 pile 1"},
		},
		{
			"from the Ligretto pile, the next one in sight", dealt + `
			2.0 A.L=#A
			2.3 A.L=g7 P1=#A
			2.8 P1=r5`,
			[]string{"play Ana ligretto red-5 pile 1 ligretto: green-7"},
		},
		{
			"the last Ligretto card", dealt + usedUp,
			[]string{"play Ana row 0 green-1 pile 1", "refill Ana 0 red-5 ligretto: none"},
		},
		{
			"the next Ligretto card has the table's colour and is read a moment after the hand has left", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.4 A.0=#A A.L=#A
			3.8 A.0=r5
			4.7 A.L=-
			5.1 A.L=y9`,
			[]string{"play Ana row 0 green-1 pile 1", "refill Ana 0 red-5 ligretto: yellow-9"},
		},
		{
			"a Ligretto pile that was told to be used up shows a card", dealt + usedUp + `
			6.0 A.L=y9`,
			[]string{"play Ana row 0 green-1 pile 1", "refill Ana 0 red-5 ligretto: none", "covered Ana ligretto: yellow-9"},
		},
		{
			"a card passes over a used up Ligretto pile", dealt + usedUp + `
			6.0 A.L=y9
			6.3 A.L=-`,
			[]string{"play Ana row 0 green-1 pile 1", "refill Ana 0 red-5 ligretto: none", "covered Ana ligretto: none", "vanish Ana ligretto yellow-9 ligretto: none"},
		},
		{
			"turned over, turned over, played, the one below comes into sight", dealt + `
			2.0 A.D=#A
			2.3 A.D=y4
			4.0 A.D=#A
			4.3 A.D=b1
			6.0 A.D=#A
			6.3 A.D=r2 P1=#A
			6.8 P1=b1`,
			[]string{"flip Ana yellow-4", "flip Ana blue-1", "play Ana discard blue-1 pile 1 discard: red-2"},
		},
		{
			"the only discard is played", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			4.0 A.D=#A
			4.3 A.D=- P1=#A
			4.8 P1=b1`,
			[]string{"flip Ana blue-1", "play Ana discard blue-1 pile 1 discard: none"},
		},
		{
			"the discard pile is picked up", dealt + `
			2.0 A.D=#A
			2.3 A.D=b1
			4.0 A.D=#A
			4.3 A.D=-
			7.0 A.D=#A
			7.3 A.D=b4`,
			[]string{"flip Ana blue-1", "recycle Ana", "flip Ana blue-4"},
		},
		{
			"taken back to the row", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.0 A.1=#A
			3.3 A.1=- P1=#A
			3.8 P1=b2
			5.0 P1=#A
			5.3 P1=g1 A.1=#A
			5.8 A.1=b2`,
			[]string{"play Ana row 0 green-1 pile 1", "play Ana row 1 blue-2 pile 1", "take_back Ana to row 1 blue-2 pile 1"},
		},
		{
			"a card that lay there from the start, taken back", strings.TrimSpace(dealt) + ` P1=y5 P2=g1
			2.0 P1=#A
			2.3 P1=- A.3=#A
			2.8 A.3=y5`,
			[]string{"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start yellow-5 pile 1", "start green-1 pile 2", "take_back Ana to row 3 yellow-5 pile 1"},
		},
		{
			"lifted and put back", dealt + `
			2.0 A.0=#A
			2.3 A.0=-
			2.8 A.0=#A
			3.0 A.0=g1`,
			nil,
		},
		{
			"gone, nobody saw where to", dealt + `
			2.0 A.0=#A
			2.3 A.0=-`,
			[]string{"vanish Ana row 0 green-1"},
		},
		{
			"a card nobody showed: the arm tells who", dealt + `
			2.0 P1=#B
			2.5 P1=b1`,
			[]string{"play Ben unknown blue-1 pile 1"},
		},
		{
			"nobody knows what lies below a card that came from nowhere", dealt + `
			2.0 P1=#B
			2.5 P1=b3`,
			[]string{"covered pile 1", "play Ben unknown blue-3 pile 1"},
		},
		{
			"nothing lies below it where nobody had the time to lay two more", dealt + `
			2.0 P1=#B
			2.3 P1=b3`,
			[]string{"play Ben unknown blue-3 pile 1"},
		},
		{
			"a card from a spot under one arm, laid by another one", dealt + `
			2.0 A.1=#A P1=#B
			2.5 P1=b2
			2.8 A.1=b2`,
			[]string{"play Ana|Ben? unknown blue-2 pile 1"},
		},
		{
			"onto something that could not be read", dealt + `
			2.0 P1=#B
			2.5 P1=?
			4.0 A.0=#A
			4.3 A.0=- P1=#A
			4.8 P1=g1`,
			[]string{"covered pile 1", "play Ana row 0 green-1 pile 1"},
		},
		{
			"onto a pile whose top could not be read", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			4.0 P1=#B
			4.5 P1=?
			6.0 A.1=#A
			6.3 A.1=- P1=#A
			6.8 P1=b2`,
			[]string{"play Ana row 0 green-1 pile 1", "covered pile 1", "play Ana row 1 blue-2 pile 1"},
		},
		{
			"under the arms of two players another card may lie", green1 + `
			4.0 P1=#AB
			4.8 P1=g3`,
			[]string{"play Ana row 0 green-1 pile 1", "covered pile 1", "play Ana|Ben? unknown green-3 pile 1"},
		},
		{
			"under one arm alone it may not", green1 + `
			4.0 P1=#B B.1=#B
			4.8 P1=b7 B.1=-`,
			[]string{"play Ana row 0 green-1 pile 1", "play Ben row 1 blue-7 pile 1"},
		},
		{
			"a card laid wrongly before the film began is taken back", strings.TrimSpace(dealt) + ` P1=g9
			2.0 P1=#B
			2.5 P1=g4
			4.0 P1=#A A.0=#A
			4.3 P1=g1 A.0=-`,
			[]string{
				"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start green-9 pile 1",
				"start green-4 pile 1", "covered pile 1", "play Ana row 0 green-1 pile 1",
			},
		},
		{
			"the same under an arm that hides the player's own cards", "0 A.L=r5 A.0=g1 A.1=b2 A.2=#A B.L=y10 B.0=r1 B.1=b7 B.2=g2 P1=g9\n" + `
			2.0 P1=#A
			2.5 P1=r4
			2.9 A.2=g9`,
			[]string{
				"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start green-9 pile 1", "start red-4 pile 1",
				"take_back Ana to row 2 green-9 pile 1",
			},
		},
		{
			"it uncovers a card like one that another arm hides just then", "0 A.L=r5 A.0=g1 A.1=b2 A.2=y3 B.L=y10 B.0=r1 B.1=b7 B.2=- P1=g4\n" + `
			2.0 P1=#B A.2=#A
			2.5 P1=y3
			2.9 B.2=g4 A.2=y3`,
			[]string{
				"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start green-4 pile 1", "start yellow-3 pile 1",
				"take_back Ben to row 2 green-4 pile 1",
			},
		},
		{
			"a card in a hand when the film begins is no pile", "0 A.L=r5 A.0=g1 A.1=b2 A.2=#A B.L=y10 B.0=r1 B.1=b7 B.2=g2 P1=g4\n" + `
			0.3 P1=#A
			0.6 P1=#A P2=#A
			0.9 P1=- P2=- A.2=g3`,
			[]string{"start Ana ligretto: red-5", "start Ben ligretto: yellow-10"},
		},
		{
			"a pile an arm lies over when the film begins is told of once that has gone", "0 A.L=r5 A.0=g1 A.1=b2 A.2=#A B.L=y10 B.0=r1 B.1=b7 B.2=g2 P1=g4\n" + `
			0.3 P1=#A
			0.9 P1=g4 A.2=g3`,
			[]string{"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start green-4 pile 1"},
		},
		{
			"the arm that laid the one card did not open the pile of another", dealt + `
			2.0 P1=#AB A.0=#A B.2=#B
			2.3 P2=g1 A.0=-
			2.6 P1=g2 B.2=-`,
			[]string{"play Ana row 0 green-1 pile 1", "play Ben row 2 green-2 pile 2"},
		},
		{
			"what seems uncovered elsewhere and arrives nowhere is no card taken back", dealt + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.0 B.2=#B
			3.3 B.2=- P1=#B
			3.8 P1=g2
			5.0 P1=#B
			5.3 P1=g1`,
			[]string{"play Ana row 0 green-1 pile 1", "play Ben row 2 green-2 pile 1", "covered pile 1"},
		},
		{
			"a card nobody showed, under two arms", dealt + `
			2.0 P1=#AB
			2.5 P1=b1`,
			[]string{"play Ana|Ben? unknown blue-1 pile 1"},
		},
		{
			"an arm over the row takes nothing", dealt + `
			2.0 A.0=#A A.1=#A
			4.5 A.0=g1 A.1=b2`,
			nil,
		},
		{
			"a card from the discard pile lies unread until the next one covers it", "0 A.L=g5 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3\n" + `
			1.0 A.D=#A
			1.3 A.D=g2
			3.0 A.0=#A
			3.3 A.0=- P1=#A
			3.8 P1=g1
			5.0 A.D=#A
			5.3 A.D=b8 P1=#A
			5.8 P1=?
			7.0 B.2=#B P1=#B
			7.4 B.2=- P1=g3`,
			[]string{
				"flip Ana green-2", "play Ana row 0 green-1 pile 1", "covered pile 1",
				"play Ana discard green-2 pile 1 discard: blue-8", "play Ben row 2 green-3 pile 1",
			},
		},
		{
			"a card hidden under the next one", "0 A.L=g2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3\n" + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.5 A.L=#A B.2=#B
			3.8 A.L=y1 B.2=- P1=#AB
			5.0 P1=g3`,
			[]string{
				"play Ana row 0 green-1 pile 1",
				"play Ana ligretto green-2 pile 1 ligretto: yellow-1",
				"play Ben row 2 green-3 pile 1",
			},
		},
		{
			"a card that seems hidden but is on its way to another pile", "0 A.L=g2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=g1 B.2=g3\n" + `
			2.0 P1=#A A.0=#A
			2.3 A.0=- P1=g1
			3.0 P2=#B B.1=#B
			3.3 P2=g1 B.1=-
			4.5 A.L=#A B.2=#B
			4.8 A.L=y1 B.2=- P1=#AB
			5.0 P2=#A
			5.3 P1=g3
			5.6 P2=g2`,
			[]string{
				"play Ana row 0 green-1 pile 1", "play Ben row 1 green-1 pile 2",
				"vanish Ana ligretto green-2 ligretto: yellow-1", "covered Ana|Ben? pile 1",
				"play Ben row 2 green-3 pile 1", "play Ana ligretto green-2 pile 2 ligretto: yellow-1",
			},
		},
		{
			"two cards hidden under the next one", "0 A.L=r5 A.0=g1 A.1=g4 A.2=y9 B.L=y10 B.0=r1 B.1=g3 B.2=g2\n" + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			4.0 B.2=#B
			4.3 B.2=- P1=#B
			5.0 B.1=#B
			5.3 B.1=- P1=#B
			5.8 A.1=#A P1=#A
			6.3 A.1=- P1=g4`,
			[]string{
				"play Ana row 0 green-1 pile 1", "vanish Ben row 2 green-2", "vanish Ben row 1 green-3", "covered pile 1",
				"play Ana row 1 green-4 pile 1",
			},
		},
		{
			"one of two that are needed has left for another pile", "0 A.L=r5 A.0=b1 A.1=g4 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2 P1=g1 P2=g1\n" + `
			4.0 B.2=#B
			4.2 B.2=-
			4.3 A.1=#A P1=#A P2=#B
			4.6 A.1=- P1=g4
			4.8 P2=g2`,
			[]string{"start Ana ligretto: red-5", "start Ben ligretto: yellow-10", "start green-1 pile 1", "start green-1 pile 2", "play Ana row 1 green-4 pile 1", "play Ben row 2 green-2 pile 2"},
		},
		{
			"all of Ben's cards lie under his arms for long", "0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 B.L=#B B.0=#B B.1=#B B.2=#B\n" + `
			3.0 B.L=y10 B.0=g7 B.1=b7 B.2=g2
			5.0 A.0=#A
			5.3 A.0=- P1=#A
			5.8 P1=g1
			7.0 B.2=#B
			7.3 B.2=- P1=#B
			7.8 P1=g2`,
			[]string{"start Ben ligretto: yellow-10", "play Ana row 0 green-1 pile 1", "play Ben row 2 green-2 pile 1"},
		},
		{
			"a card seen where nobody has any", "0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 B.0=#B\n" + `
			3.0 B.0=g7
			6.0 A.0=#A
			6.3 A.0=- P1=#A
			6.8 P1=g1`,
			[]string{"play Ana row 0 green-1 pile 1"},
		},
		{
			"both lay the same card", "0 A.L=g2 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g2\n" + `
			2.0 A.0=#A
			2.3 A.0=- P1=#A
			2.8 P1=g1
			3.5 A.L=#A B.2=#B
			3.8 B.2=- P1=#B
			4.0 A.L=y1 P1=#AB
			5.0 P1=g2`,
			[]string{
				"play Ana row 0 green-1 pile 1",
				"play Ben row 2 green-2 pile 1",
				"play Ana ligretto green-2 pile 1 ligretto: yellow-1",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { compare(t, run(t, tt.script), tt.want) })
	}
}
