package scoring

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"schiri/models"
)

// Count is the official count of a round: cards in the centre by back, cards left in each player's
// Ligretto pile, and cards found in the count whose back could not be told.
type Count struct {
	Backs   map[models.Back]int `json:"backs"`
	Left    map[string]int      `json:"left"`
	Unknown int                 `json:"unknown,omitempty"`
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
	DoubtTwice   DoubtKind = "twice"   // one card of a deck seen in the centre twice
)

// Doubt is one disagreement. It says who and which cards are in question and which events show
// them; what is right the people at the table decide.
type Doubt struct {
	Kind    DoubtKind     `json:"kind"`
	Players []string      `json:"players,omitempty"`
	Cards   []models.Card `json:"cards,omitempty"`
	Events  []int         `json:"events,omitempty"` // by number; cards never seen being laid have none
	Message string        `json:"message"`          // one plain sentence
}

// Reconcile compares a count with what was seen and with itself; no doubts means both agree. The count
// need not have been entered in the round.
func (r *Round) Reconcile(count Count) []Doubt {
	c := reconciliation{round: r, centre: r.lookOver(), count: count, backs: map[string]models.Back{}}
	for _, p := range r.config.Players {
		c.backs[p.Name] = p.Back
	}
	c.checkNumbers()
	c.checkSum()
	c.checkOwners()
	c.checkLeft()
	c.checkTwice()
	return c.doubts
}

type reconciliation struct {
	round  *Round
	centre centre
	count  Count
	backs  map[string]models.Back // by player
	doubts []Doubt
}

// add notes a doubt; the claims are the cards in question.
func (c *reconciliation) add(kind DoubtKind, players []string, claims []Claim, message string, args ...any) {
	d := Doubt{Kind: kind, Players: players, Message: fmt.Sprintf(message, args...)}
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
			c.add(DoubtMissing, who, nil, "Nothing has been entered for %s yet.", p.Name)
		case !counted:
			c.add(DoubtMissing, who, nil, "The cards of %s in the centre have not been counted yet.", p.Name)
		case !entered:
			c.add(DoubtMissing, who, nil, "The cards left in %s's Ligretto pile have not been entered yet.", p.Name)
		}
		if n < 0 || left < 0 || n+left > models.DeckSize {
			c.add(DoubtDeck, who, nil, "%s has %d cards: %d in the centre and %d left cannot be.", p.Name, models.DeckSize, n, left)
		} else if full := c.round.config.House.Ligretto; left > full {
			c.add(DoubtDeck, who, nil, "%s: the Ligretto pile had %d cards, so %d cannot be left.", p.Name, full, left)
		}
	}
	for _, back := range slices.Sorted(maps.Keys(c.count.Backs)) {
		if !known[back] && c.count.Backs[back] != 0 {
			c.add(DoubtDeck, nil, nil, "Counted with the back %s: %d, but nobody plays with it.", back, c.count.Backs[back])
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
	message := fmt.Sprintf("Counted in all: %d, but by their tops the piles hold %d.", counted, c.centre.tops)
	if len(wrong) > 0 && counted > c.centre.tops {
		message += fmt.Sprintf(" Wrongly laid cards do not count: %s.", names(wrong))
		c.add(DoubtSum, who, wrong, "%s", message)
		return
	}
	c.add(DoubtSum, nil, nil, "%s", message)
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
			c.add(DoubtFewer, []string{p.Player}, leastCertain(c.round, p.Sure),
				"%s: %d counted, but %d seen being laid.", p.Player, n, len(p.Sure))
		case m.give(p.Player, more) < more:
			unexplained = append(unexplained, p)
		}
	}
	for _, p := range unexplained {
		players := append([]string{p.Player}, m.rivals(p.Player)...)
		c.add(DoubtMore, players, append(distinct(p.Open), p.Wrong...), "%s: %d counted, but %d seen being laid%s.",
			p.Player, c.count.Backs[c.backs[p.Player]], len(p.Sure), perhaps(p, players[1:]))
	}
	for i, s := range m.slots {
		switch {
		case m.holder[i] != "" || !c.allCounted(s.owners):
		case spare > 0:
			spare--
		default:
			c.add(DoubtNobody, s.owners, []Claim{s.claim}, "The %s on pile %d is in nobody's number%s.",
				plain(s.claim.Card), s.claim.Pile, mayBeOf(s.owners))
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
		seen := fmt.Sprint(p.LeftLeast)
		if p.LeftMost > p.LeftLeast {
			seen = fmt.Sprintf("%d to %d", p.LeftLeast, p.LeftMost)
		}
		c.add(DoubtLeft, []string{p.Player}, nil,
			"%s: %d left in the Ligretto pile, but from what was seen it should be %s.", p.Player, left, seen)
		c.doubts[len(c.doubts)-1].Events = c.round.ligrettoEvents(p.Player)
	}
}

// checkTwice finds a card that a player, who has it once, was seen to lay twice.
func (c *reconciliation) checkTwice() {
	for _, d := range c.centre.twice {
		c.add(DoubtTwice, []string{d.player}, []Claim{d.first, d.second}, "%s has the %s once, but it was seen being laid on pile %d and on pile %d.",
			d.player, plain(d.first.Card), d.first.Pile, d.second.Pile)
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

// perhaps tells what else may be the player's, and whose numbers take the same cards.
func perhaps(p PlayerTally, rivals []string) string {
	text := ""
	if n := len(distinct(p.Open)); n > 0 {
		text += fmt.Sprintf(", up to %d more may be", n)
	}
	if len(rivals) > 0 {
		text += ", but the number of " + strings.Join(rivals, " and that of ") + " takes them too"
	}
	if len(p.Wrong) > 0 {
		text += "; wrongly laid ones do not count: " + names(p.Wrong)
	}
	return text
}

func mayBeOf(owners []string) string {
	if len(owners) == 0 {
		return ""
	}
	return "; it may be of " + strings.Join(owners, " or ")
}

func names(claims []Claim) string {
	var all []string
	for _, c := range claims {
		all = append(all, plain(c.Card))
	}
	return strings.Join(all, ", ")
}

// plain is a card as people say it.
func plain(c models.Card) string { return fmt.Sprintf("%s %d", c.Color, c.Number) }
