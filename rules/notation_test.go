package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

func TestNotationRoundTrip(t *testing.T) {
	for _, text := range []string{
		"schmidt/basic | Ana row=-,-,-,-,- lig=?*10 hand=|......................... | Ben row=-,-,-,-,- lig=?*10 hand=|.........................",
		"schmidt/basic 1:r4 2:y7!g8@Ana.r1 3:- | Ana row=r1,-,b5 lig=b9*8 hand=..r3|.....g2.. centre=r4 | Ben row=y1,y2,y3 lig=?*0-8 hand=~12 seen=g1b10 gone=r9 | Cem row=y1,y2,y3 lig=-*0 hand=| ; stop",
		"schmidt/basic 1:y3~r9/y8 2:b1/b10/- 3:-~g1/g2 4:r4/y2 | Ana row=r8,r10,b5 lig=b9*8 hand=|r3 centre=r2y1b1 | Ben row=y1,y2,y3 lig=b1*2 hand=~0",
		// A red 8 that lies wrongly on a row and has to go back on the Ligretto pile.
		"schmidt/pro 1:r2 | Ana row=r9/r8!,y10,b5 lig=-*0 hand=|r3 | Ben row=y2,y1,y3 lig=g1*2 hand=~0",
		"playroom/pro 1:-/r1 7:g3/g4/g6!r2!b3@A%20%2Eb.l | A%20%2Eb row=y9/r8,-,b5 lig=b9*8 hand=|r3 | Ben row=y1,y2,y3 lig=b1*2 hand=~0",
		// Wrong cards that may have gone back unseen: to the row, or to another pile.
		"schmidt/basic 1:r2!y2@Ben.r0!b1@Ana.l!b1@Ana 2:b1 | Ana row=r8,r10,b5 lig=b9*8 hand=|r3 centre=b1 | Ben row=y2,y1,y3 lig=g1*2 hand=~0",
	} {
		s, err := rules.ParseState(text, rules.House{})
		if err != nil {
			t.Errorf("%s\n%v", text, err)
			continue
		}
		if got := s.String(); got != text {
			t.Errorf("read  %s\nwrote %s", text, got)
		}
	}
}

// Every state of a round, events hidden or not, is written so that it reads back the same.
func TestNotationOfRandomRounds(t *testing.T) {
	prove(t, 22, 22, func(i int, r *rand.Rand) error {
		cfg := config(i, r)
		s, err := rules.New(table(cfg))
		if err != nil {
			return err
		}
		for _, o := range hide(bots.Play(cfg), r, 0.2*float64(i%2)) {
			if s, _, err = rules.Apply(s, o.event); err != nil {
				return err
			}
			if r.IntN(8) > 0 {
				continue
			}
			text := s.String()
			back, err := rules.ParseState(text, s.Config().House)
			if err != nil {
				return fmt.Errorf("event %d: %s\n%w", s.Events(), text, err)
			}
			if got := back.String(); got != text {
				return fmt.Errorf("event %d: wrote %s\nread  %s", s.Events(), text, got)
			}
		}
		return nil
	})
}

func TestNotationErrorsNameThePart(t *testing.T) {
	const rest = " | Ana row=r1,r2,r3 lig=b9*8 hand=|.. | Ben"
	for text, want := range map[string]string{
		"":                              "edition",
		"chess | Ana | Ben":             "edition",
		"schmidt | Ana":                 "players",
		"schmidt | Ana | Ana":           "players",
		"schmidt 1:r11" + rest:          "pile",
		"schmidt 1r1" + rest:            "pile",
		"schmidt 1:r1 1:r2" + rest:      "pile",
		"schmidt 1:r1!g2@Zoe" + rest:    "owner",
		"schmidt 1:r1!g2@Ana.x" + rest:  "spot",
		"schmidt" + rest + " row=r1":    "row",
		"schmidt" + rest + " lig=r1*x":  "lig",
		"schmidt" + rest + " lig=r1*0":  "lig",
		"schmidt" + rest + " hand=..":   "hand",
		"schmidt" + rest + " hand=|q1":  "hand",
		"schmidt" + rest + " seen=g1g1": "seen",
		"schmidt" + rest + " centre=g1": "centre",
		"schmidt" + rest + " colour=g1": "Ben",
		"schmidt" + rest + " ; halt":    "flags",
	} {
		if _, err := rules.ParseState(text, rules.House{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %s", text, err, want)
		}
	}
}

func FuzzNotation(f *testing.F) {
	f.Add("schmidt/basic 1:r4 2:y7!g8@Ana.r1 3:- | Ana row=r1,-,b5 lig=b9*8 hand=..r3|.....g2.. centre=r4 | Ben lig=?*0-8 hand=~12 seen=g1b10 gone=r9 ; stop")
	f.Add("playroom/pro 1:r3~y8/r9!y2@A.d 2:-~b1 3:b1/-/b4 | A row=r1,-,b5 centre=b1 | B")
	f.Add("playroom/pro 1:-/r1 | A row=y9/r8,-,b5 | B")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := rules.ParseState(text, rules.House{})
		if err != nil {
			return
		}
		once := s.String()
		back, err := rules.ParseState(once, s.Config().House)
		if err != nil {
			t.Fatalf("%q wrote %q: %v", text, once, err)
		}
		if twice := back.String(); twice != once {
			t.Fatalf("%q wrote %q, then %q", text, once, twice)
		}
		rules.End(s)
	})
}

func FuzzReader(f *testing.F) {
	f.Add(`{"type":"deal","t":0,"player":"Ana","row":[{"color":"red","number":1}],"ligretto_top":null}` + "\n" +
		`{"type":"play","t":1,"player":null,"from":"row","slot":0,"card":{"color":"red","number":1},"pile":4}`)
	f.Add(`{"type":"covered","t":1,"until":2,"pile":3}` + "\n\n" + `{"type":"count","t":9,"backs":{"red-red":3},"left":{"Ana":2}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := rules.New(table(bots.Config{Players: 3, Edition: models.Schmidt}))
		if err != nil {
			t.Fatal(err)
		}
		for r := rules.NewReader(strings.NewReader(text)); ; {
			e, err := r.Next()
			if err != nil {
				return
			}
			before := s.String()
			next, _, err := rules.Apply(s, e)
			if s.String() != before {
				t.Fatalf("the state given was changed by %+v", e)
			}
			if err == nil {
				s = next
			}
		}
	})
}

func TestReaderErrorsNameLineAndField(t *testing.T) {
	deal := `{"type":"deal","t":3,"player":"Ana"}` + "\n"
	for text, want := range map[string]string{
		`{"type":"deal"`: "line 1: event",
		`[1]`:            "line 1: event",
		deal + `{"t":4}`: "line 2: type",
		deal + `{"type":"stop","t":2,"player":"Ana"}`:                            "line 2: t:",
		deal + `{"type":"stop","t":"x","player":"Ana"}`:                          "line 2: t:",
		deal + "\n" + `{"type":"flip","t":4,"card":{"color":"pink","number":1}}`: "line 3: card",
	} {
		r := rules.NewReader(strings.NewReader(text))
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
