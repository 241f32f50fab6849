// Package rules is the referee's head: the rule book of both editions, the state of a round as
// far as it was seen, and what follows from every event. It knows no camera; it is pure: the
// same events give the same rulings.
package rules

import (
	"iter"
	"math/bits"
	"slices"

	"schiri/models"
)

// game is what does not change during a round. It is shared by all states of the round.
type game struct {
	cfg   Config
	texts Texts
	index map[string]int // seat by player's name
}

// never lies before every time of a round.
const never = -1e9

// State is a round as the referee knows it. It is a value: Apply gives a new one and leaves
// the old one as it was.
type State struct {
	game   *game
	events int     // applied so far
	at     float64 // newest event time
	seats  []*seat
	piles  []*pile
	stop   *stopMark
	stuck  *stuckMark
	joined float64       // when the watching began, if that was in mid-round; else never
	open   int           // cards in the centre whose owner or verdict later evidence may settle
	count  *models.Event // the official count, where one was given
}

// stopMark is the end of the round by a shout or by an emptied Ligretto pile.
type stopMark struct {
	time  float64
	event int
	heard bool            // by a stop event, not only seen from the empty pile
	open  bool            // it was not seen whether the Ligretto pile was used up
	by    int             // seat that called it, or whose Ligretto pile was seen to be used up
	last  models.Card     // of that pile, where it left and nobody saw where to: the round is over once it is laid
	rows  []models.Ruling // of cards laid on a row too late: the revisions due if there was no stop
}

// stuckMark is a stuck round as it was last reported.
type stuckMark struct {
	event  int
	status string
}

// New begins a round. Errors name the field of the configuration at fault.
func New(cfg Config) (State, error) {
	cfg = cfg.withDefaults()
	if err := cfg.check(); err != nil {
		return State{}, err
	}
	g := &game{cfg: cfg, texts: catalogues()[cfg.Language], index: make(map[string]int, len(cfg.Players))}
	s := State{game: g, joined: never}
	for i, p := range cfg.Players {
		if p.Name == "" {
			return State{}, fault("players", "player %d has no name", i+1)
		}
		if _, taken := g.index[p.Name]; taken {
			return State{}, fault("players", "two players are called %q", p.Name)
		}
		g.index[p.Name] = i
		s.seats = append(s.seats, newSeat(&cfg))
	}
	return s, nil
}

// kind is where a card of a deck is known to be.
type kind uint8

const (
	unseen   kind = iota // hand or inside the Ligretto pile
	inHand               // seen on the discard pile: hand or discard
	inRow                // on a row slot
	onTop                // top of the Ligretto pile
	inside               // in the Ligretto pile, put back under a card
	inCentre             // on a centre pile
	vanished             // left its spot, not seen where to
)

// place is what is known of one card of a deck.
type place struct {
	kind  kind
	slot  int8 // of the row
	owed  debt
	pile  int32 // centre
	event int32 // number of the event that showed it
	time  float64
}

// debt tells whether a card that left the Ligretto pile for the row has to go back there.
type debt uint8

const (
	noDebt debt = iota
	mayOwe      // it was not proved that it was laid rightly
	owes        // it was laid wrongly
)

// What the slot of a vanished card tells: from where it vanished, if that is of any account.
const (
	ofLigretto = iota + 1
	ofRow
)

// slot is a place in the row: the cards on it, the last on top. Several lie on it only in the
// variant for experts.
type slot struct{ cards []models.Card }

// seat is what is known of one player's cards.
type seat struct {
	row     []slot
	top     models.Card // of the Ligretto pile; zero: not known or none left
	ligMin  int         // the fewest and the most cards the Ligretto pile can hold
	ligMax  int
	perhaps int // of the most, how many are not likely there: cards that can have gone back unseen

	// stock is the discard pile from the bottom followed by the hand from the top: the order in
	// which the hand is turned over again. Zero cards are not known. turned tells how many of
	// them lie on the discard pile, -1 where that was lost. Loose tells that even its length is not sure.
	stock  []models.Card
	turned int
	loose  bool

	place   [models.DeckSize]place
	dealt   bool      // seen from the deal on
	partial bool      // first seen in mid-round: unseen cards may lie in the centre too
	blind   []absence // when the zone was out of sight, in the order of their ends
	flipped float64   // when the discard pile last changed
	emptied float64   // when the Ligretto pile was last seen to be empty
	missing int       // how many cards it can have held then by what had been seen go
}

func newSeat(cfg *Config) *seat {
	return &seat{
		row:    make([]slot, cfg.House.RowSize),
		ligMin: cfg.House.Ligretto, ligMax: cfg.House.Ligretto,
		stock:   make([]models.Card, models.DeckSize-cfg.House.Ligretto-cfg.House.RowSize),
		flipped: never, emptied: never,
	}
}

func (s *seat) clone() *seat {
	c := *s
	c.row = slices.Clone(s.row)
	for i := range c.row {
		c.row[i].cards = slices.Clone(c.row[i].cards)
	}
	c.stock = slices.Clone(s.stock)
	return &c
}

// tops is the set of cards a centre pile can be at as it should be: a bit for each card by its index,
// and one for an empty pile.
type tops uint64

// emptyPile is the index of the bit for a pile with no right card on it: the zero card.
const emptyPile = models.DeckSize

// anyTop is the set of a pile of which nothing is known.
const anyTop tops = 1<<(emptyPile+1) - 1

// topAt is the set of one card; the zero card stands for an empty pile.
func topAt(c models.Card) tops {
	if c == (models.Card{}) {
		return 1 << emptyPile
	}
	return 1 << c.Index()
}

func (t tops) has(c models.Card) bool { return t&topAt(c) != 0 }

// each calls f for every card of the set, the zero card for an empty pile.
func (t tops) each(f func(models.Card)) {
	for ; t != 0; t &= t - 1 {
		if k := bits.TrailingZeros64(uint64(t)); k == emptyPile {
			f(models.Card{})
		} else {
			f(models.CardAt(k))
		}
	}
}

// sure tells whether only one card is possible, and which.
func (t tops) sure() (models.Card, bool) {
	var only models.Card
	t.each(func(c models.Card) { only = c })
	return only, bits.OnesCount64(uint64(t)) == 1
}

// highest is the card with the highest number in the set.
func (t tops) highest() models.Card {
	var top models.Card
	t.each(func(c models.Card) {
		if c.Number > top.Number {
			top = c
		}
	})
	return top
}

// colour tells whether a card of the colour is in the set.
func (t tops) colour(c models.Color) bool {
	found := false
	t.each(func(x models.Card) { found = found || x.Color == c })
	return found
}

// below is the card a card goes on: the zero card, an empty pile, for a 1.
func below(c models.Card) models.Card {
	if c.Number == 1 {
		return models.Card{}
	}
	return models.Card{Color: c.Color, Number: c.Number - 1}
}

// lay is a card in the centre.
type lay struct {
	card    models.Card
	seat    int    // -1: not known
	maybe   uint16 // seats it can belong to, where it is not known
	named   bool   // the seeing told whose card it was
	could   uint16 // seats that can have laid cards unseen below it
	event   int
	time    float64
	from    models.Spot
	slot    int
	verdict models.Verdict
	rule    ID
	doubt   models.Verdict // the verdict but for the number: legal, or unproven for another reason
	why     string         // id of the reason of that doubt
	unseen  bool           // not seen being laid: inferred from what vanished
	covered window         // the pile was out of sight before it was laid
	fixed   bool           // the verdict stands whatever is learnt later
	keeps   bool           // the pile can be below it all the same: another 1 opened it unseen, or one like it went back
	gone    bool           // it may be the one that was taken back, or was never there
	hidden  bool           // the pile was out of sight since, or one like it was taken back: unless it was right it may be gone
	at      tops           // where the pile can be at with it, as a notation gave it
	tied    models.Verdict // laid at the same moment as an equal card, one of the two being legal: its doubt but for that
}

// mayBeGone tells that a card may have been taken back unseen: its owner has it again then, and it tells nothing of
// who laid the others like it.
func (l *lay) mayBeGone() bool { return l.gone || l.hidden && l.verdict != models.Legal }

// window is a time in which a pile was out of sight.
type window struct {
	from, until float64
	event       int
	seats       uint16 // those who can have laid a card meanwhile; 0: nobody can tell
}

// pile is a centre pile: its cards from the lowest, and where it can be at.
type pile struct {
	id      int
	began   tops // where it was at before anything on it was seen
	tops    tops
	lays    []lay
	covered window // since the last card was laid
}

func (p *pile) clone() *pile {
	c := *p
	c.lays = slices.Clone(p.lays)
	return &c
}

// lays are the cards of all centre piles, to be read only.
func (s State) lays() iter.Seq[*lay] {
	return func(yield func(*lay) bool) {
		for _, p := range s.piles {
			for k := range p.lays {
				if !yield(&p.lays[k]) {
					return
				}
			}
		}
	}
}

// next is a state in the making: the parts changed so far are its own.
type next struct {
	State
	event   models.Event
	own     []bool       // seats
	ownPile map[int]bool // piles by index
	follow  []models.Ruling
}

func (s State) begin(e models.Event) *next {
	n := &next{State: s, event: e, own: make([]bool, len(s.seats)), ownPile: map[int]bool{}}
	n.seats = slices.Clone(s.seats)
	n.piles = slices.Clone(s.piles)
	n.events++
	n.at = max(n.at, e.Time)
	return n
}

// seat gives a seat for changing.
func (n *next) seat(i int) *seat {
	if !n.own[i] {
		n.own[i] = true
		n.seats[i] = n.seats[i].clone()
	}
	return n.seats[i]
}

// pile gives a pile for changing; it opens a new one for an id not seen before.
func (n *next) pile(id int) *pile {
	for i, p := range n.piles {
		if p.id != id {
			continue
		}
		if !n.ownPile[i] {
			n.ownPile[i] = true
			n.piles[i] = p.clone()
		}
		return n.piles[i]
	}
	n.ownPile[len(n.piles)] = true
	empty := topAt(models.Card{})
	n.piles = append(n.piles, &pile{id: id, began: empty, tops: empty})
	return n.piles[len(n.piles)-1]
}

// Config gives the rules the round is played by, defaults filled in.
func (s State) Config() Config { return s.game.cfg }

// Events is the number of events applied.
func (s State) Events() int { return s.events }

// Over tells that the round was stopped.
func (s State) Over() bool { return s.stop != nil }

// name is a seat's player.
func (g *game) name(seat int) string {
	if seat < 0 {
		return ""
	}
	return g.cfg.Players[seat].Name
}
