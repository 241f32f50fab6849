package scoring

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

// threePlayers is a round of Ana (red-red), Ben (red-lightblue) and Cem (red-pink): three cards laid by
// Ana, one by Ben, one by nobody knows whom, and Ben's yellow 7 laid wrongly.
func threePlayers(t *testing.T) *Round {
	t.Helper()
	return referee(t, config(3), []models.Event{
		deal("Ana", "red-1 red-2 blue-9 blue-8", "green-1"),           // 1
		deal("Ben", "red-3 yellow-7 blue-9 blue-8", "green-5"),        // 2
		deal("Cem", "green-10 green-9 yellow-9 yellow-8", "yellow-4"), // 3
		laid("Ana", models.SpotRow, 0, "red-1", 1),                    // 4
		laid("Ana", models.SpotRow, 1, "red-2", 1),                    // 5
		laid("Ben", models.SpotRow, 0, "red-3", 1),                    // 6
		laid("Ana", models.SpotLigretto, -1, "green-1", 2),            // 7
		laid("Ben", models.SpotRow, 1, "yellow-7", 3),                 // 8
		laid("", "", -1, "blue-1", 4),                                 // 9
	})
}

func config(players int) rules.Config {
	c := rules.Config{House: rules.DefaultHouse(models.Schmidt)}
	for i, name := range bots.Names(players) {
		c.Players = append(c.Players, models.Player{Name: name, Back: bots.Backs(players)[i]})
	}
	return c
}

func card(label string) models.Card {
	color, number, _ := strings.Cut(label, "-")
	var c models.Card
	c.Color, _ = models.ParseColor(color)
	fmt.Sscan(number, &c.Number)
	return c
}

func deal(player, row, top string) models.Event {
	e := models.Event{Type: models.EventDeal, Player: player, LigrettoTop: models.ShownCard(card(top))}
	for _, label := range strings.Fields(row) {
		e.Row = append(e.Row, card(label))
	}
	return e
}

func laid(player string, from models.Spot, slot int, label string, pile int) models.Event {
	c := card(label)
	e := models.Event{Type: models.EventPlay, Time: 1, Player: player, From: from, Card: &c, Pile: pile}
	if slot >= 0 {
		e.Slot = &slot
	}
	return e
}

func TestReconcile(t *testing.T) {
	// counted reads "Ana 4/9": 4 cards in the centre, 9 left.
	counted := func(t *testing.T, text string) Count {
		c := Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
		words := strings.Fields(text)
		backs := map[string]models.Back{"Ana": "red-red", "Ben": "red-lightblue", "Cem": "red-pink"}
		for i := 0; i < len(words); i += 2 {
			var n, left int
			switch {
			case words[i] == "unknown":
				scan(t, words[i+1], &c.Unknown)
				continue
			case !strings.Contains(words[i+1], "/"):
				scan(t, words[i+1], &n)
			default:
				scan(t, strings.Replace(words[i+1], "/", " ", 1), &n, &left)
				c.Left[words[i]] = left
			}
			back, ok := backs[words[i]]
			if !ok {
				back = models.Back(words[i])
			}
			c.Backs[back] = n
		}
		return c
	}
	for _, c := range []struct {
		count string
		want  []string // kind players cards events
	}{
		{"Ana 3/9 Ben 1/10 Cem 1/10", nil},
		{"Ana 4/9 Ben 1/10 Cem 0/10", nil},
		{"Ana 3/9 Ben 2/10 Cem 0/10", nil},
		{"Ana 3/9 Ben 1/10 Cem 0/10 unknown 1", nil},
		{"Ana 2/9 Ben 1/10 Cem 1/10 unknown 1", nil},
		{"Ana 3/9 Ben 1/10 Cem 0/10", []string{"sum", "nobody Ana,Ben,Cem blue-1 9"}},
		{"Ana 3/9 Ben 3/10 Cem 0/10", []string{"sum Ben yellow-7 8", "more Ben blue-1,yellow-7 9,8"}},
		{"Ana 2/9 Ben 2/10 Cem 1/10", []string{"fewer Ana red-1,red-2,green-1 4,5,7", "more Cem,Ben blue-1 9"}},
		{"Ana 3/9 Ben 2/10 Cem 1/10", []string{"sum Ben yellow-7 8", "more Cem,Ben blue-1 9"}},
		{"Ana 3/10 Ben 1/10 Cem 1/8", []string{"left Ana  7", "left Cem"}},
		{"Ana 3/9 Ben 1/10", []string{"missing Cem", "sum"}},
		{"Ana 3/9 Ben 1/10 Cem 1", []string{"missing Cem"}},
		{"", []string{"missing Ana", "missing Ben", "missing Cem", "sum"}},
		{"Ana 3/9 Ben 1/10 Cem 1/10 blue-blue 0", nil},
		{"Ana 3/9 Ben 1/10 Cem 0/10 blue-blue 1", []string{"deck", "nobody Ana,Ben,Cem blue-1 9"}},
		{"Ana 41/9 Ben 1/10 Cem 1/11", []string{"deck Ana", "deck Cem", "sum Ben yellow-7 8", "more Ana blue-1 9", "more Cem,Ana blue-1 9", "left Cem"}},
	} {
		t.Run(c.count, func(t *testing.T) {
			var got []string
			for _, d := range threePlayers(t).Reconcile(counted(t, c.count)) {
				var cards []string
				for _, c := range d.Cards {
					cards = append(cards, c.String())
				}
				events := strings.ReplaceAll(strings.Trim(fmt.Sprint(d.Events), "[]"), " ", ",")
				got = append(got, strings.TrimRight(strings.Join([]string{string(d.Kind), strings.Join(d.Players, ","), strings.Join(cards, ","), events}, " "), " "))
				if d.Message == "" {
					t.Errorf("%+v says nothing", d)
				}
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("doubts %q, want %q", got, c.want)
			}
		})
	}
}

// A card seen twice is doubted, and the second one may be anybody's who can have laid it.
func TestReconcileCardSeenTwice(t *testing.T) {
	r := threePlayers(t)
	if _, err := r.Add(laid("Ana", models.SpotDiscard, -1, "red-1", 5)); err != nil { // 10
		t.Fatal(err)
	}
	count := Count{
		Backs: map[models.Back]int{"red-red": 3, "red-lightblue": 1, "red-pink": 2},
		Left:  map[string]int{"Ana": 9, "Ben": 10, "Cem": 10},
	}
	doubts := r.Reconcile(count)
	if len(doubts) != 1 || doubts[0].Kind != DoubtTwice || !reflect.DeepEqual(doubts[0].Events, []int{4, 10}) {
		t.Errorf("doubts %+v, want one about events 4 and 10", doubts)
	}
}

func TestUnseen(t *testing.T) {
	seen := func(pile int, labels ...string) []lay {
		var lays []lay
		for _, label := range labels {
			lays = append(lays, lay{models.Ruling{Event: laid("Ana", models.SpotRow, 0, label, pile), Verdict: models.Legal}, len(lays) + 1})
		}
		return lays
	}
	wrong := seen(1, "red-3")
	wrong[0].Verdict = models.Illegal
	pile := func(id, top int) models.PileEnd { return models.PileEnd{Pile: id, Color: models.Red, Top: top} }
	for _, c := range []struct {
		name  string
		piles []models.PileEnd
		lays  []lay
		want  string // card@pile
	}{
		{"all seen", []models.PileEnd{pile(1, 3)}, seen(1, "red-1", "red-2", "red-3"), ""},
		{"one below", []models.PileEnd{pile(1, 3)}, seen(1, "red-1", "red-3"), "red-2@1"},
		{"a wrong card is none of the pile's", []models.PileEnd{pile(1, 3)}, append(seen(1, "red-1", "red-2"), wrong...), "red-3@1"},
		{"two piles", []models.PileEnd{pile(1, 2), pile(2, 2)}, append(seen(2, "red-1", "red-2"), seen(1, "red-2")...), "red-1@1"},
		{"a full pile was cleared away", []models.PileEnd{pile(-11, 2), pile(1, 1)}, seen(1, "red-1", "red-2", "red-1"), ""},
	} {
		var got []string
		for _, claim := range unseen(c.piles, c.lays) {
			got = append(got, fmt.Sprintf("%s@%d", claim.Card, claim.Pile))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}

// Cards under others that nobody saw may be of whoever can have laid them, and count for one of them.
func TestReconcileCardsNeverSeen(t *testing.T) {
	six := card("blue-6")
	r := referee(t, config(2), []models.Event{
		{Type: models.EventStart, Player: "Ana", LigrettoTop: models.ShownCard(card("green-2"))},
		{Type: models.EventStart, Player: "Ben", LigrettoTop: models.ShownCard(card("green-3"))},
		{Type: models.EventStart, Pile: 1, Card: &six}, // six cards lie there, nobody knows whose
		laid("Ana", models.SpotDiscard, -1, "blue-7", 1),
	})
	if doubts := r.Reconcile(Count{Backs: map[models.Back]int{"red-red": 3, "red-lightblue": 4}, Left: map[string]int{"Ana": 5, "Ben": 5}}); len(doubts) > 0 {
		t.Errorf("a possible count is doubted: %+v", doubts)
	}
	doubts := r.Reconcile(Count{Backs: map[models.Back]int{"red-red": 0, "red-lightblue": 7}, Left: map[string]int{"Ana": 5, "Ben": 5}})
	if len(doubts) != 2 || doubts[0].Kind != DoubtFewer || doubts[0].Players[0] != "Ana" || doubts[1].Kind != DoubtMore || doubts[1].Players[0] != "Ben" {
		t.Errorf("Ana's card counted for Ben: %+v", doubts)
	}
}

// A count that is wrong for one player, or shifted from one to another, is doubted and names who it is about.
func TestWrongCountsAreDoubted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlayed(rt, 12)
		events, truth := p.count(t)
		r := referee(rt, p.config, events)
		count := Count{Backs: map[models.Back]int{}, Left: truth.Left}
		for back, n := range truth.Backs {
			count.Backs[back] = n
		}
		wrong := p.config.Players[rapid.IntRange(0, len(p.Players)-1).Draw(rt, "wrong")]
		by := rapid.SampledFrom([]int{-3, -1, 1, 2}).Draw(rt, "by")
		count.Backs[wrong.Back] += by
		shifted := rapid.Bool().Draw(rt, "shifted")
		if shifted {
			other := p.config.Players[rapid.IntRange(0, len(p.Players)-1).Draw(rt, "other")]
			if other.Back == wrong.Back {
				rt.Skip("shifted to the same player")
			}
			count.Backs[other.Back] -= by
		}
		named, sum := false, false
		for _, d := range r.Reconcile(count) {
			named = named || (d.Kind == DoubtMore || d.Kind == DoubtFewer || d.Kind == DoubtDeck) && slices.Contains(d.Players, wrong.Name)
			sum = sum || d.Kind == DoubtSum
		}
		if !named || sum == shifted {
			rt.Errorf("%s off by %+d, shifted %v: named %v, sum doubted %v", wrong.Name, by, shifted, named, sum)
		}
	})
}

// Cards that lie unseen under others have no event; a count that misses them is doubted all the same.
func TestReconcileMissesUnseenCards(t *testing.T) {
	two := card("red-2")
	joined := deal("Ana", "blue-9 blue-8 green-9 green-8 yellow-9", "green-1")
	joined.Type = models.EventStart
	r := referee(t, config(2), []models.Event{
		joined,
		deal("Ben", "red-1 red-2 blue-9 blue-8 green-9", "green-5"),
		{Type: models.EventStart, Pile: 1, Card: &two},
	})
	doubts := r.Reconcile(Count{
		Backs: map[models.Back]int{r.Config().Players[0].Back: 0, r.Config().Players[1].Back: 2},
		Left:  map[string]int{"Ana": 10, "Ben": 10},
	})
	if !slices.ContainsFunc(doubts, func(d Doubt) bool { return d.Kind == DoubtFewer && slices.Contains(d.Players, "Ana") }) {
		t.Errorf("doubts %+v; only Ana can have laid the red 1 and 2", doubts)
	}
}

// A bonus for tens is given for what was entered, in a round nobody watched too; what was seen does where it is sure.
func TestTensOfTheCount(t *testing.T) {
	house := rules.DefaultHouse(models.Schmidt)
	house.TenBonus = 5
	config := rules.Config{Players: []models.Player{{Name: "Ana", Back: "red-red"}, {Name: "Ben", Back: "red-pink"}}, House: house}
	r, err := NewRound(config)
	if err != nil {
		t.Fatal(err)
	}
	backs, left := map[models.Back]int{"red-red": 11, "red-pink": 9}, map[string]int{"Ana": 0, "Ben": 2}
	missing := r.Reconcile(Count{Backs: backs, Left: left})
	if len(missing) != 2 || missing[1].Kind != DoubtMissing || missing[1].Because[0].ID != "count.missing.tens" {
		t.Errorf("without tens: %+v", missing)
	}
	if _, err := r.Add(models.Event{Type: models.EventCount, Backs: backs, Left: left, Tens: map[string]int{"Ana": 2}}); err != nil {
		t.Fatal(err)
	}
	if got := r.End().Players; got["Ana"].Score != 11+2*5 || got["Ben"].Score != 9-2*2 {
		t.Errorf("scores %+v", got)
	}
	for field, tens := range map[string]map[string]int{"tens: \"Zoe\"": {"Zoe": 1}, "tens: 5": {"Ana": 5}} {
		if _, err := r.Add(models.Event{Type: models.EventCount, Tens: tens}); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%v: %v, want %s", tens, err, field)
		}
	}

	watched, err := NewRound(config)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= models.MaxNumber; n++ {
		c := models.Card{Color: models.Red, Number: n}
		if _, err := watched.Add(models.Event{Type: models.EventPlay, Time: float64(n), Player: "Ana", From: models.SpotRow, Card: &c, Pile: 1}); err != nil {
			t.Fatal(err)
		}
	}
	count := Count{Backs: map[models.Back]int{"red-red": 10, "red-pink": 0}, Left: map[string]int{"Ana": 10, "Ben": 10}}
	if doubts := watched.Reconcile(count); len(doubts) > 0 {
		t.Errorf("the ten was seen: %+v", doubts)
	}
	count.Tens = map[string]int{"Ana": 1, "Ben": 1}
	if doubts := watched.Reconcile(count); len(doubts) != 1 || doubts[0].Kind != DoubtTens {
		t.Errorf("two tens on one full pile: %+v", doubts)
	}
}

// A card surely laid is so still once the centre is cleared after the stop: it is nobody else's, who may have one like it anywhere.
func TestClearedCardsStayWhoseTheyAre(t *testing.T) {
	red1 := card("red-1")
	last := laid("Ben", models.SpotLigretto, -1, "yellow-1", 2)
	last.LigrettoTop = models.ShownEmpty()
	r := referee(t, config(2), []models.Event{
		{Type: models.EventStart, Player: "Ana", Row: []models.Card{red1}},
		{Type: models.EventStart, Player: "Ben", LigrettoTop: models.ShownCard(card("yellow-1"))},
		laid("Ana", models.SpotRow, 0, "red-1", 1),
		last,
		{Type: models.EventTakeBack, Time: 9, Card: &red1, Pile: 1},
	})
	for _, p := range r.Tally() {
		if len(p.Sure) != 1 || len(p.Open) != 0 || p.Sure[0].Event == 0 {
			t.Errorf("%s: %+v", p.Player, p)
		}
	}
}

// A card is off its pile whoever took it off: it is not its owner's in the count, nor does anybody's number want it.
func TestACardTakenOffBySomebodyElseIsNotCounted(t *testing.T) {
	yellow7 := card("yellow-7")
	back := models.Event{Type: models.EventTakeBack, Time: 2, Player: "Cem", Card: &yellow7, Pile: 3}
	r := threePlayers(t)
	if _, err := r.Add(back); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Tally() {
		if len(p.Wrong) > 0 {
			t.Errorf("%s: %+v", p.Player, p.Wrong)
		}
	}
}
