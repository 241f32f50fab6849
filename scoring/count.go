package scoring

import (
	"cmp"
	"maps"
	"slices"

	"schiri/models"
)

// Count is the official count of a round: cards in the centre by back, cards left in each player's
// Ligretto pile, and cards found in the count whose back could not be told.
type Count struct {
	Backs   map[models.Back]int `json:"backs"`
	Left    map[string]int      `json:"left"`
	Unknown int                 `json:"unknown,omitempty"`
	Tens    map[string]int      `json:"tens,omitempty"` // own tens in the centre, where the house gives a bonus for them
}

// DoubtKind names what is wrong with a count.
type DoubtKind string

// The ways a count can be wrong or disagree with what was seen.
const (
	DoubtSum     DoubtKind = "sum"     // the backs do not add up to the tops of the piles
	DoubtDeck    DoubtKind = "deck"    // more cards than a deck has, or a back nobody plays with
	DoubtMissing DoubtKind = "missing" // a player's number has not been entered
	DoubtMore    DoubtKind = "more"    // more cards counted than a player was seen to lay or may have laid
	DoubtFewer   DoubtKind = "fewer"   // fewer counted than surely laid
	DoubtNobody  DoubtKind = "nobody"  // a card in the centre that fits nobody's number
	DoubtLeft    DoubtKind = "left"    // another Ligretto pile than was seen
	DoubtTens    DoubtKind = "tens"    // the tens do not add up to the full piles
	DoubtTwice   DoubtKind = "twice"   // one card of a deck seen in the centre twice
)

// Doubt is one disagreement. It says who and which cards are in question and which events show
// them; what is right the people at the table decide.
type Doubt struct {
	Kind    DoubtKind     `json:"kind"`
	Players []string      `json:"players,omitempty"`
	Cards   []models.Card `json:"cards,omitempty"`
	Events  []int         `json:"events,omitempty"` // by number; cards never seen being laid have none
	Message string        `json:"message"`          // plain sentences, in the language of the round
	// Because are the same sentences for any language; rules.Texts words them.
	Because []models.Reason `json:"because"`
}

// Reconcile compares a count with what was seen and with itself; no doubts means both agree. The count
// need not have been entered in the round. In a round nobody watched there is nothing seen to compare.
func (r *Round) Reconcile(count Count) []Doubt {
	c := reconciliation{round: r, centre: r.lookOver(), count: count, backs: map[string]models.Back{}}
	for _, p := range r.config.Players {
		c.backs[p.Name] = p.Back
	}
	c.checkNumbers()
	c.checkTens()
	if r.watched() {
		c.checkSum()
		c.checkOwners()
		c.checkLeft()
		c.checkTwice()
	}
	return c.doubts
}

// watched tells whether anything but the count was recorded.
func (r *Round) watched() bool {
	return slices.ContainsFunc(r.steps, func(s Step) bool { return !s.Removed && s.Event.Type != models.EventCount })
}

type reconciliation struct {
	round  *Round
	centre centre
	count  Count
	backs  map[string]models.Back // by player
	doubts []Doubt
}

// add notes a doubt; the claims are the cards in question.
func (c *reconciliation) add(kind DoubtKind, players []string, claims []Claim, because ...models.Reason) {
	d := Doubt{Kind: kind, Players: players, Because: because}
	for i, b := range because {
		if i > 0 {
			d.Message += " "
		}
		d.Message += c.round.texts().Reason(b)
	}
	for _, claim := range claims {
		d.Cards = append(d.Cards, claim.Card)
		if claim.Event > 0 {
			d.Events = append(d.Events, claim.Event)
		}
	}
	c.doubts = append(c.doubts, d)
}

// checkNumbers finds what no count can say: a deck has 40 cards, a Ligretto pile so many at the start.
func (c *reconciliation) checkNumbers() {
	known := map[models.Back]bool{}
	for _, p := range c.round.config.Players {
		known[p.Back] = true
		n, counted := c.count.Backs[p.Back]
		left, entered := c.count.Left[p.Name]
		who := []string{p.Name}
		switch {
		case !counted && !entered:
			c.add(DoubtMissing, who, nil, models.Reason{ID: "count.missing", Players: who})
		case !counted:
			c.add(DoubtMissing, who, nil, models.Reason{ID: "count.missing.backs", Players: who})
		case !entered:
			c.add(DoubtMissing, who, nil, models.Reason{ID: "count.missing.left", Players: who})
		}
		if n < 0 || left < 0 || n > models.DeckSize-left { // a sum might pass the largest number
			c.add(DoubtDeck, who, nil, models.Reason{ID: "count.deck", Players: who, Count: n, Want: left})
		} else if full := c.round.config.House.Ligretto; left > full {
			c.add(DoubtDeck, who, nil, models.Reason{ID: "count.pile", Players: who, Count: left, Want: full})
		}
	}
	for _, back := range slices.Sorted(maps.Keys(c.count.Backs)) {
		if !known[back] && c.count.Backs[back] != 0 {
			c.add(DoubtDeck, nil, nil, models.Reason{ID: "count.back", Back: back, Count: c.count.Backs[back]})
		}
	}
}

// checkSum compares all cards counted with the piles: one whose top is n holds n cards.
func (c *reconciliation) checkSum() {
	counted := c.count.Unknown
	for _, n := range c.count.Backs {
		counted += n
	}
	if counted == c.centre.tops {
		return
	}
	var wrong []Claim
	var who []string
	for _, p := range c.centre.players {
		wrong = append(wrong, p.Wrong...)
		if len(p.Wrong) > 0 {
			who = append(who, p.Player)
		}
	}
	sum := models.Reason{ID: "count.sum", Count: counted, Want: c.centre.tops}
	if len(wrong) > 0 && counted > c.centre.tops {
		c.add(DoubtSum, who, wrong, sum, models.Reason{ID: "count.wrong", Cards: cardsOf(wrong)})
		return
	}
	c.add(DoubtSum, nil, nil, sum)
}

// checkOwners asks whether the counts can be right together: each player's surely laid cards count, and
// every open card counts for one of those who may have laid it. Cards counted with a back nobody could tell
// stand for whatever is missing.
func (c *reconciliation) checkOwners() {
	m := matching{slots: c.centre.open, holder: make([]string, len(c.centre.open))}
	spare := c.count.Unknown
	var unexplained []PlayerTally
	for _, p := range c.centre.players {
		n, counted := c.count.Backs[c.backs[p.Player]]
		more := n - len(p.Sure)
		switch {
		case !counted:
		case more < 0 && spare+more >= 0:
			spare += more
		case more < 0:
			who := []string{p.Player}
			c.add(DoubtFewer, who, leastCertain(c.round, p.Sure), models.Reason{ID: "count.fewer", Players: who, Count: n, Want: len(p.Sure)})
		case m.give(p.Player, more) < more:
			unexplained = append(unexplained, p)
		}
	}
	for _, p := range unexplained {
		players := append([]string{p.Player}, m.rivals(p.Player)...)
		c.add(DoubtMore, players, append(distinct(p.Open), p.Wrong...), tooMany(p, c.count.Backs[c.backs[p.Player]], players[1:])...)
	}
	for i, s := range m.slots {
		switch {
		case m.holder[i] != "" || !c.allCounted(s.owners):
		case spare > 0:
			spare--
		default:
			said := []models.Reason{{ID: "count.nobody", Card: s.claim.Card, Piles: []int{s.claim.Pile}}}
			if len(s.owners) > 0 {
				said = append(said, models.Reason{ID: "count.maybe", Players: s.owners})
			}
			c.add(DoubtNobody, s.owners, []Claim{s.claim}, said...)
		}
	}
}

// checkLeft compares the left-over Ligretto cards with what was seen leaving the piles.
func (c *reconciliation) checkLeft() {
	for _, p := range c.round.Tally() {
		left, entered := c.count.Left[p.Player]
		if !entered || left >= p.LeftLeast && left <= p.LeftMost {
			continue
		}
		said := models.Reason{ID: "count.left", Players: []string{p.Player}, Count: left, Want: p.LeftLeast}
		if p.LeftMost > p.LeftLeast {
			said.ID, said.Most = "count.left.open", p.LeftMost
		}
		c.add(DoubtLeft, said.Players, nil, said)
		c.doubts[len(c.doubts)-1].Events = c.round.ligrettoEvents(p.Player)
	}
}

// checkTens looks, where the house gives a bonus for tens, for those nobody entered though what was seen does
// not tell, and compares them with the full piles.
func (c *reconciliation) checkTens() {
	if c.round.config.House.TenBonus == 0 {
		return
	}
	full, entered, watched := 0, 0, c.round.watched()
	for _, p := range c.round.End().Piles {
		if p.Top == models.MaxNumber {
			full++
		}
	}
	for _, t := range c.round.state.Tally() {
		n, known := c.count.Tens[t.Player]
		entered += n
		if !known && (t.Tens.Low != t.Tens.High || !watched) {
			who := []string{t.Player}
			c.add(DoubtMissing, who, nil, models.Reason{ID: "count.missing.tens", Players: who})
		}
	}
	if watched && len(c.count.Tens) == len(c.round.config.Players) && entered != full {
		c.add(DoubtTens, nil, nil, models.Reason{ID: "count.tens", Count: entered, Want: full})
	}
}

// checkTwice finds a card that a player, who has it once, was seen to lay twice.
func (c *reconciliation) checkTwice() {
	for _, d := range c.centre.twice {
		said := models.Reason{ID: "count.twice", Card: d.first.Card, Players: []string{d.player}, Piles: []int{d.first.Pile, d.second.Pile}}
		c.add(DoubtTwice, said.Players, []Claim{d.first, d.second}, said)
	}
}

func (c *reconciliation) allCounted(players []string) bool {
	return !slices.ContainsFunc(players, func(name string) bool {
		_, counted := c.count.Backs[c.backs[name]]
		return !counted
	})
}

// matching gives open cards to players, each to one who may have laid it, as many as can be given
// (augmenting paths, H. W. Kuhn 1955).
type matching struct {
	slots  []slot
	holder []string // by slot; empty: given to nobody yet
}

// give hands up to n more cards to a player and tells how many there were to hand out.
func (m *matching) give(player string, n int) int {
	for i := range n {
		if !m.reach(player, make([]bool, len(m.slots))) {
			return i
		}
	}
	return n
}

// reach gives the player a card, if need be one whose holder can be given another instead.
func (m *matching) reach(player string, tried []bool) bool {
	for i, s := range m.slots {
		if tried[i] || m.holder[i] == player || !slices.Contains(s.owners, player) {
			continue
		}
		tried[i] = true
		if m.holder[i] == "" || m.reach(m.holder[i], tried) {
			m.holder[i] = player
			return true
		}
	}
	return false
}

// rivals are those whose numbers take the cards the player may have laid.
func (m *matching) rivals(player string) []string {
	var names []string
	for i, s := range m.slots {
		h := m.holder[i]
		if h != "" && h != player && slices.Contains(s.owners, player) && !slices.Contains(names, h) {
			names = append(names, h)
		}
	}
	return names
}

// leastCertain orders cards by how surely they were seen, the least sure first: those that lie unseen
// under others.
func leastCertain(r *Round, claims []Claim) []Claim {
	certainty := func(c Claim) float64 {
		if c.Event == 0 {
			return 0
		}
		return r.steps[find(r.steps, c.Event)].Event.Confidence
	}
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b Claim) int { return cmp.Compare(certainty(a), certainty(b)) })
	return claims
}

// ligrettoEvents are the numbers of the events that took a card off the player's Ligretto pile or put one on it.
func (r *Round) ligrettoEvents(player string) []int {
	var numbers []int
	for _, s := range r.steps {
		e := s.Event
		refill := e.Type == models.EventRefill && e.From != models.SpotDiscard
		if !s.Removed && e.Player == player && (refill || e.From == models.SpotLigretto || e.To == models.SpotLigretto) {
			numbers = append(numbers, s.Number)
		}
	}
	return numbers
}

// tooMany says that more was counted for a player than was seen, what else may be the player's, and whose
// numbers take the same cards.
func tooMany(p PlayerTally, counted int, rivals []string) []models.Reason {
	who := []string{p.Player}
	said := []models.Reason{{ID: "count.more", Players: who, Count: counted, Want: len(p.Sure)}}
	if n := len(distinct(p.Open)); n > 0 {
		said = append(said, models.Reason{ID: "count.perhaps", Players: who, Count: n})
	}
	if len(rivals) > 0 {
		said = append(said, models.Reason{ID: "count.rivals", Players: rivals})
	}
	if len(p.Wrong) > 0 {
		said = append(said, models.Reason{ID: "count.wrong", Cards: cardsOf(p.Wrong)})
	}
	return said
}

// cardsOf are the cards that are claimed.
func cardsOf(claims []Claim) []models.Card {
	var all []models.Card
	for _, c := range claims {
		all = append(all, c.Card)
	}
	return all
}
