package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
)

// smallDeck is a deck of which all cards but a few lie in the centre: small enough to try every way in
// which its unknown cards can lie.
type smallDeck struct {
	centre   [4]int // by colour: the numbers up to this one lie in the centre
	row      []models.Card
	ligretto []models.Card // the top first
	stock    []models.Card // discard pile from the bottom, then the hand
	turned   int
	known    []bool // of the stock
	top      bool   // the Ligretto pile's top is known
}

// drawDeck draws a deck with a row of three, a Ligretto pile of up to four and the rest in the hand. The
// cards the centre waits for are kept out of the row, so that stuck rounds come about.
func drawDeck(r *rand.Rand, centre [4]int) smallDeck {
	d := smallDeck{centre: centre}
	var rest []models.Card
	for c := range d.centre {
		for n := d.centre[c] + 1; n <= models.MaxNumber; n++ {
			rest = append(rest, models.Card{Color: models.Color(c + 1), Number: n})
		}
	}
	if len(rest) < 5 {
		return d
	}
	r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	slices.SortStableFunc(rest, func(a, b models.Card) int {
		wanted := func(c models.Card) int {
			if c.Number == centre[c.Color-1]+1 {
				return 1
			}
			return 0
		}
		return wanted(a) - wanted(b)
	})
	row := 3
	if r.IntN(3) > 0 {
		slices.Reverse(rest[row:]) // they come first, so they lie in the Ligretto pile
	} else {
		r.Shuffle(len(rest)-row, func(i, j int) { rest[row+i], rest[row+j] = rest[row+j], rest[row+i] })
	}
	lig := min(1+r.IntN(4), len(rest)-row)
	r.Shuffle(lig, func(i, j int) { rest[row+i], rest[row+j] = rest[row+j], rest[row+i] })
	d.row, d.ligretto, d.stock = rest[:row], rest[row:row+lig], rest[row+lig:]
	if len(d.stock) > 0 {
		d.turned = r.IntN(len(d.stock) + 1)
	}
	d.known = make([]bool, len(d.stock))
	for k := range d.known {
		d.known[k] = r.IntN(3) > 0
	}
	d.top = r.IntN(4) > 0
	return d
}

func short(c models.Card) string { return fmt.Sprintf("%c%d", "?rygb"[c.Color], c.Number) }

// text is the deck in the notation.
func (d smallDeck) text(name string) string {
	row := make([]string, len(d.row))
	for i, c := range d.row {
		row[i] = short(c)
	}
	top := "?"
	if d.top {
		top = short(d.ligretto[0])
	}
	var hand, centre strings.Builder
	for k := range len(d.stock) + 1 {
		if k == d.turned {
			hand.WriteByte('|')
		}
		if k < len(d.stock) {
			if d.known[k] {
				hand.WriteString(short(d.stock[k]))
			} else {
				hand.WriteByte('.')
			}
		}
	}
	for c, n := range d.centre {
		for v := 1; v <= n; v++ {
			centre.WriteString(short(models.Card{Color: models.Color(c + 1), Number: v}))
		}
	}
	return fmt.Sprintf("| %s row=%s lig=%s*%d hand=%s centre=%s ", name, strings.Join(row, ","), top, len(d.ligretto), &hand, &centre)
}

// piles are the centre piles the deck's cards lie in.
func (d smallDeck) piles(first int) string {
	text := ""
	for c, n := range d.centre {
		text += fmt.Sprintf("%d:%s ", first+c, short(models.Card{Color: models.Color(c + 1), Number: n}))
	}
	return text
}

// each calls f with every way in which the unknown cards can lie.
func (d smallDeck) each(f func(smallDeck)) {
	var places []*models.Card
	w := d
	w.ligretto, w.stock = slices.Clone(d.ligretto), slices.Clone(d.stock)
	for k := range w.ligretto {
		if k > 0 || !d.top {
			places = append(places, &w.ligretto[k])
		}
	}
	for k := range w.stock {
		if !d.known[k] {
			places = append(places, &w.stock[k])
		}
	}
	var permute func(k int)
	permute = func(k int) {
		if k == len(places) {
			f(w)
			return
		}
		for m := k; m < len(places); m++ {
			*places[k], *places[m] = *places[m], *places[k]
			permute(k + 1)
			*places[k], *places[m] = *places[m], *places[k]
		}
	}
	permute(0)
}

// stuck plays the deck out: it turns the hand over until nothing new can come, in every order the
// house allows, and looks for a card some pile takes, or in the variant for experts an own row card.
func (d smallDeck) stuck(cfg rules.Config, centre func(models.Card) bool) bool {
	builds := func(c models.Card) bool {
		return cfg.Variant == models.Pro && slices.ContainsFunc(d.row, func(on models.Card) bool {
			return on.Color != c.Color && on.Number == c.Number+1
		})
	}
	takes := func(c models.Card) bool { return centre(c) || builds(c) }
	top := d.ligretto[0]
	if slices.ContainsFunc(d.row, centre) || builds(top) || cfg.House.FromLigretto == rules.Yes && centre(top) {
		return false
	}
	discard, hand := slices.Clone(d.stock[:d.turned]), slices.Clone(d.stock[d.turned:])
	for range 3 {
		if n := len(discard); n > 0 && takes(discard[n-1]) {
			return false
		}
		for len(hand) > 0 {
			n := min(3, len(hand))
			discard, hand = append(discard, hand[:n]...), hand[n:]
			if takes(discard[len(discard)-1]) {
				return false
			}
		}
		discard, hand = nil, discard
		if cfg.House.ShuffleHand == rules.Yes {
			break
		}
	}
	if cfg.House.ShuffleHand == rules.No {
		return true
	}
	return !shuffledHelps(hand, takes)
}

// shuffledHelps tells whether some order of the hand turns up a card that is taken.
func shuffledHelps(hand []models.Card, takes func(models.Card) bool) bool {
	for k := range hand { // any card can come third, or last
		order := slices.Clone(hand)
		at := min(2, len(order)-1)
		order[k], order[at] = order[at], order[k]
		if takes(order[at]) {
			return true
		}
	}
	return false
}

// The probability of a stuck round, its proof and what is believed of every card equal what comes of
// trying every way in which the unknown cards can lie.
func TestSmallDecksOracle(t *testing.T) {
	const seed = 23
	r := rand.New(rand.NewPCG(seed, 0))
	seen := map[string]int{}
	for i := range 4000 {
		cfg := rules.Config{
			Edition: []models.Edition{models.Schmidt, models.Playroom}[i%2], Variant: []models.Variant{models.Basic, models.Pro}[i/2%2],
		}
		cfg.House = rules.DefaultHouse(cfg.Edition)
		cfg.House.Ligretto = 4
		if i/4%2 == 1 { // as the other edition's sheet has it
			cfg.House.FromLigretto = rules.DefaultHouse([]models.Edition{models.Playroom, models.Schmidt}[i%2]).FromLigretto
		}
		centre := [4]int{7 + r.IntN(4), 7 + r.IntN(4), 7 + r.IntN(4), 7 + r.IntN(4)}
		decks := []smallDeck{drawDeck(r, centre), drawDeck(r, centre)}
		if len(decks[0].row) < 3 || unknowns(decks[0]) > 7 || unknowns(decks[1]) > 7 {
			continue
		}
		text := fmt.Sprintf("%s/%s ", cfg.Edition, cfg.Variant) + decks[0].piles(1) + decks[1].piles(5) + decks[0].text("Ana") + decks[1].text("Ben")
		s, err := rules.ParseState(text, cfg.House)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		takes := func(c models.Card) bool {
			return decks[0].centre[c.Color-1] == c.Number-1 || decks[1].centre[c.Color-1] == c.Number-1
		}
		want := 1.0
		for k, d := range decks {
			ways, stuck := 0, 0
			at := map[models.Card]rules.Where{}
			d.each(func(w smallDeck) {
				ways++
				if w.stuck(cfg, takes) {
					stuck++
				}
				w.note(at)
			})
			want *= float64(stuck) / float64(ways)
			name := []string{"Ana", "Ben"}[k]
			for c, w := range at {
				if got, _ := s.Where(name, c); got != w {
					t.Fatalf("%s\n%s's %s is believed %+v, can be %+v", text, name, c, got, w)
				}
			}
		}
		// Where the pile does not play to the centre but may build, a top not in sight is taken to do both.
		least := cfg.Variant == models.Pro && cfg.House.FromLigretto == rules.No && !(decks[0].top && decks[1].top)
		if got := s.StuckChance(); got-want > 1e-9 || !least && (want-got > 1e-9 || (got == 1) != (want == 1)) {
			t.Fatalf("%s, house %+v\nstuck with probability %v, want %v", text, cfg.House, got, want)
		}
		switch {
		case want == 0:
			seen["can go on"]++
		case want == 1:
			seen["stuck"]++
		default:
			seen["open"]++
		}
	}
	t.Log(seen)
	if seen["stuck"] < 5 || seen["open"] < 5 || seen["can go on"] < 5 {
		t.Errorf("too few of a kind: %v", seen)
	}
}

func unknowns(d smallDeck) int {
	n := len(d.ligretto)
	if d.top {
		n--
	}
	for _, k := range d.known {
		if !k {
			n++
		}
	}
	return n
}

// note adds where the deck's cards lie to where they can lie.
func (d smallDeck) note(at map[models.Card]rules.Where) {
	mark := func(c models.Card, f func(*rules.Where)) {
		w := at[c]
		f(&w)
		at[c] = w
	}
	for _, c := range d.row {
		mark(c, func(w *rules.Where) { w.Row = true })
	}
	for k, c := range d.ligretto {
		mark(c, func(w *rules.Where) {
			w.LigrettoTop, w.LigrettoInside = w.LigrettoTop || k == 0, w.LigrettoInside || k > 0
		})
	}
	for _, c := range d.stock {
		mark(c, func(w *rules.Where) { w.Hand = true })
	}
}

func TestStuckRoundIsReportedOnce(t *testing.T) {
	for _, c := range []struct {
		edition models.Edition
		want    int
	}{{models.Playroom, 1}, {models.Schmidt, 0}} { // shuffled, the red 9 can come up
		s, err := rules.ParseState(string(c.edition)+stuckTable, rules.House{})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for k := range 4 {
			e := models.Event{Type: models.EventFlip, Time: float64(k), Player: "Ana", Cards: 2, Card: &models.Card{Color: models.Red, Number: 10}}
			if k%2 == 1 {
				e = models.Event{Type: models.EventRecycle, Time: float64(k), Player: "Ana"}
			}
			var out []models.Ruling
			if s, out, err = rules.Apply(s, e); err != nil {
				t.Fatal(err)
			}
			for _, r := range out[1:] {
				if r.Type == models.EventDeadlock && r.Status == "proved" {
					found++
				}
			}
		}
		if found != c.want {
			t.Errorf("%s: reported %d times, want %d", c.edition, found, c.want)
		}
	}
}
