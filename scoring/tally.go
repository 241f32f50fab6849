package scoring

import (
	"slices"

	"schiri/models"
	"schiri/rules"
)

// Claim is a card in the centre that is, or may be, a player's.
type Claim struct {
	Card  models.Card `json:"card"`
	Pile  int         `json:"pile"`
	Event int         `json:"event,omitempty"` // number of the event that showed it being laid; 0: it lies under others, unseen
}

// PlayerTally is what a round is worth to a player as far as was seen.
type PlayerTally struct {
	Player    string           `json:"player"`
	Sure      []Claim          `json:"sure"`       // laid by this player and legal
	Open      []Claim          `json:"open"`       // may be this player's, or may not count
	Wrong     []Claim          `json:"wrong"`      // laid against the rules and not taken back: it does not count
	LeftLeast int              `json:"left_least"` // cards in the Ligretto pile, the fewest and the most there can be
	LeftMost  int              `json:"left_most"`
	Score     models.ScoreSpan `json:"score"` // a single number once the official count is in
}

// Tally is the round as far as was seen, with bounds where something is open, by players in the order of
// the table. What is certain is the rules' word; scoring adds what may be whose where nobody saw it.
func (r *Round) Tally() []PlayerTally {
	c := r.lookOver()
	end := r.End()
	for i, known := range r.state.Tally() {
		p := &c.players[i]
		more := max(0, len(p.Sure)+len(distinct(p.Open))-known.Centre.High)
		moreTens := max(0, tens(p.Sure)+tens(distinct(p.Open))-known.Tens.High)
		p.LeftLeast, p.LeftMost = known.Left.Low, known.Left.High
		p.Score = models.ScoreSpan{
			Likely: known.Score.Likely,
			Low:    known.Score.Low,
			High:   known.Score.High + more*r.config.House.CardPoints + moreTens*r.config.House.TenBonus,
		}
		if r.Counted() {
			score := end.Players[p.Player].Score
			p.Score = models.ScoreSpan{Likely: score, Low: score, High: score}
		}
	}
	return c.players
}

// centre is who laid what, as far as is known.
type centre struct {
	players []PlayerTally
	open    []slot
	tops    int // cards in the centre by the tops of the piles
	twice   []double
}

// double is a card that a player, who has it once, was seen to lay twice.
type double struct {
	player        string
	first, second Claim
}

// slot is a card in the centre whose owner, or whose right to lie there, is open.
type slot struct {
	claim  Claim
	owners []string // who can have laid it
}

// lookOver goes through the piles and says of each card whose it is or may be.
func (r *Round) lookOver() centre {
	c := centre{}
	for _, p := range r.config.Players {
		c.players = append(c.players, PlayerTally{Player: p.Name})
	}
	lays := r.lays()
	for i := range lays {
		c.take(&lays[i])
	}
	// Only now is it known which cards of which deck are accounted for.
	for _, l := range lays {
		if l.Player == "" && l.Verdict != models.Illegal {
			c.place(r, slot{l.claim(), l.Candidates}, l.Verdict == models.Legal)
		}
	}
	piles := r.End().Piles
	for _, p := range piles {
		c.tops += p.Top
	}
	for _, claim := range unseen(piles, lays) {
		c.place(r, slot{claim: claim}, true)
	}
	for _, s := range c.open {
		for _, name := range s.owners {
			p := c.player(name)
			p.Open = append(p.Open, s.claim)
		}
	}
	return c
}

// unseen gives the cards that must lie in the piles, whose tops they are below, but were never seen being laid.
// They are found card by card and not pile by pile: a full pile that was cleared away left its number to another.
func unseen(piles []models.PileEnd, lays []lay) []Claim {
	var claims []Claim
	for i := range models.DeckSize {
		card := models.CardAt(i)
		seen := map[int]int{} // by pile
		spare := 0            // seen, of those piles that need not have it
		for _, l := range lays {
			if *l.Card == card && l.Verdict != models.Illegal {
				seen[l.Pile]++
				spare++
			}
		}
		var missing []Claim
		for _, p := range piles {
			switch {
			case p.Color != card.Color || p.Top < card.Number:
			case seen[p.Pile] > 0:
				seen[p.Pile]--
				spare--
			default:
				missing = append(missing, Claim{Card: card, Pile: p.Pile})
			}
		}
		claims = append(claims, missing[min(spare, len(missing)):]...)
	}
	return claims
}

// take notes a card whose player is known. One that a player is seen to lay a second time must be somebody else's.
func (c *centre) take(l *lay) {
	p := c.player(l.Player)
	switch {
	case p == nil:
	case l.Verdict == models.Illegal:
		p.Wrong = append(p.Wrong, l.claim())
	case l.Verdict == models.Unproven:
		c.open = append(c.open, slot{l.claim(), []string{l.Player}})
	default:
		if first := p.has(*l.Card); first >= 0 {
			c.twice = append(c.twice, double{p.Player, p.Sure[first], l.claim()})
			l.Player = ""
			return
		}
		p.Sure = append(p.Sure, l.claim())
	}
}

// has gives the place of a card among those surely laid, -1 if it is not there.
func (p *PlayerTally) has(card models.Card) int {
	return slices.IndexFunc(p.Sure, func(c Claim) bool { return c.Card == card })
}

// player is the tally of the player of that name, nil if there is none.
func (c *centre) player(name string) *PlayerTally {
	i := slices.IndexFunc(c.players, func(p PlayerTally) bool { return p.Player == name })
	if i < 0 {
		return nil
	}
	return &c.players[i]
}

// place gives a card to its owner if it counts and only one player is left who can have laid it, and else
// notes it as open. Owners that are given are the only ones that come into question.
func (c *centre) place(r *Round, s slot, counts bool) {
	var owners []string
	for _, p := range c.players {
		if len(s.owners) > 0 && !slices.Contains(s.owners, p.Player) {
			continue
		}
		where, err := r.state.Where(p.Player, s.claim.Card)
		if err == nil && where.Centre && p.has(s.claim.Card) < 0 {
			owners = append(owners, p.Player)
		}
	}
	if len(owners) == 1 && counts {
		p := c.player(owners[0])
		p.Sure = append(p.Sure, s.claim)
		return
	}
	s.owners = owners
	c.open = append(c.open, s)
}

// lay is a card in the centre as it was seen being laid and is ruled now.
type lay struct {
	models.Ruling
	number int // of its event
}

func (l lay) claim() Claim { return Claim{*l.Card, l.Pile, l.number} }

// lays gives the cards that were seen being laid and not being taken back.
func (r *Round) lays() []lay {
	var lays []lay
	for _, s := range r.steps {
		switch {
		case s.Removed, rules.Cleared(s.Now):
		case s.Event.Type == models.EventPlay:
			lays = append(lays, lay{s.Now, s.Number})
		case s.Event.Type == models.EventTakeBack:
			if i := lastLay(lays, s.Now); i >= 0 {
				lays = slices.Delete(lays, i, i+1)
			}
		}
	}
	return lays
}

// lastLay gives the place of the topmost card that can be the one taken back, -1 if there is none. Where the player had none there and
// it was ruled on all the same, somebody else's was taken off.
func lastLay(lays []lay, back models.Ruling) int {
	others := -1
	for i := len(lays) - 1; i >= 0; i-- {
		l := lays[i]
		if l.Pile != back.Pile || *l.Card != *back.Card {
			continue
		}
		if l.Player == back.Player || l.Player == "" || back.Player == "" {
			return i
		}
		if others < 0 && back.Verdict != models.Unproven {
			others = i
		}
	}
	return others
}

// tens counts the tens among cards.
func tens(claims []Claim) int {
	n := 0
	for _, c := range claims {
		if c.Card.Number == models.MaxNumber {
			n++
		}
	}
	return n
}

// distinct leaves one claim for each card: a deck has each card once, whatever piles it may lie on.
func distinct(claims []Claim) []Claim {
	var out []Claim
	for _, c := range claims {
		if !slices.ContainsFunc(out, func(o Claim) bool { return o.Card == c.Card }) {
			out = append(out, c)
		}
	}
	return out
}
