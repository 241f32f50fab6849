package rules

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"schiri/models"
)

// readPile lays a centre pile: all cards from the 1 to where it is at, and the wrong ones on it.
func (n *next) readPile(text string) error {
	name, stack, ok := strings.Cut(text, ":")
	id, err := strconv.Atoi(name)
	if !ok || err != nil || id < 1 || strconv.Itoa(id) != name {
		return fault("pile", "%q does not begin with an id and a colon", text)
	}
	if slices.ContainsFunc(n.piles, func(p *pile) bool { return p.id == id }) {
		return fault("pile", "%d stands there twice", id)
	}
	p := n.pile(id)
	wrong := strings.Split(stack, "!")
	if err := p.readTops(wrong[0]); err != nil {
		return fmt.Errorf("pile %d: %w", id, err)
	}
	for _, one := range wrong[1:] {
		if err := n.readWrong(p, one); err != nil {
			return fmt.Errorf("pile %d: %w", id, err)
		}
	}
	n.rejudge(p, len(p.lays))
	return nil
}

// readTops lays the right cards of a pile, and those that may be.
func (p *pile) readTops(text string) error {
	known, tops, sure := strings.Cut(text, "~")
	if !sure {
		tops = text
		known, _, _ = strings.Cut(text, "/")
	}
	base, err := parseTop(known)
	if err != nil {
		return err
	}
	for v := 1; v <= base.Number; v++ {
		p.lays = append(p.lays, lay{
			card: models.Card{Color: base.Color, Number: v}, seat: -1, slot: -1, time: never,
			verdict: models.Legal, doubt: models.Legal, rule: CentreNext, fixed: true,
		})
	}
	p.tops = 0
	for _, one := range strings.Split(tops, "/") {
		c, err := parseTop(one)
		if err != nil {
			return err
		}
		p.tops |= topAt(c)
	}
	if p.tops == topAt(base) {
		return nil
	}
	maybe := lay{card: p.tops.highest(), seat: -1, slot: -1, time: never, verdict: models.Unproven, doubt: models.Unproven, rule: CentreNext, fixed: true, at: p.tops}
	if maybe.card.Number == 0 {
		maybe.card = base
	}
	p.lays = append(p.lays, maybe)
	return nil
}

// parseTop reads the card a pile is at, "-" for none.
func parseTop(text string) (models.Card, error) {
	if text == "-" {
		return models.Card{}, nil
	}
	return parseLone(text)
}

// readWrong lays a wrong card such as g8@Ana.r1 on a pile.
func (n *next) readWrong(p *pile, text string) error {
	c, rest, err := parseCard(text)
	if err != nil {
		return err
	}
	l := lay{card: c, seat: -1, slot: -1, time: never, from: models.SpotUnknown, verdict: models.Illegal, doubt: models.Illegal, rule: CentreNext, fixed: true}
	if rest != "" {
		owner, from, _ := strings.Cut(strings.TrimPrefix(rest, "@"), ".")
		name, err := url.PathUnescape(owner)
		i, known := n.game.index[name]
		if err != nil || rest[0] != '@' || !known {
			return fault("owner", "%q is nobody at this table", rest)
		}
		l.seat = i
		switch {
		case from == "":
		case from == "l":
			l.from = models.SpotLigretto
		case from == "d":
			l.from = models.SpotDiscard
		default:
			k, err := strconv.Atoi(strings.TrimPrefix(from, "r"))
			if err != nil || from[0] != 'r' || k < 0 || k >= n.game.cfg.House.RowSize || from != "r"+strconv.Itoa(k) {
				return fault("spot", "%q is not l, d or r and a row place", from)
			}
			l.from, l.slot = models.SpotRow, k
		}
	}
	p.lays = append(p.lays, l)
	if l.seat >= 0 {
		if at := &n.seat(l.seat).place[c.Index()]; at.kind == unseen {
			*at = place{kind: inCentre, pile: int32(p.id)}
		}
	}
	return nil
}

// ownCards gives a player the cards named as lying in the centre.
func (n *next) ownCards(i int, text string) error {
	cards, err := parseCards(text)
	if err != nil {
		return fmt.Errorf("centre: %w", err)
	}
	for _, c := range cards {
		l, pile := n.unowned(c)
		if l == nil && n.game.cfg.House.ClearFull == Yes {
			l, pile = n.clearedAway(c), clearedPile
		}
		if l == nil {
			return fault("centre", "no pile has a %s for this player", letter(c))
		}
		l.seat = i
		if err := n.put(i, c, place{kind: inCentre, pile: int32(pile)}); err != nil {
			return fmt.Errorf("centre: %w", err)
		}
	}
	return nil
}

// clearedPile is where the cards lie that the notation gives a player but no pile on the table has.
const clearedPile = 0

// clearedAway lays a card on a full pile that was taken off the table.
func (n *next) clearedAway(c models.Card) *lay {
	p := n.pile(clearedPile)
	p.lays = append(p.lays, lay{
		card: c, seat: -1, slot: -1, time: never, verdict: models.Legal, doubt: models.Legal, rule: CentreNext, fixed: true, at: topAt(models.Card{}),
	})
	return &p.lays[len(p.lays)-1]
}

// unowned finds a right card of the centre nobody owns yet.
func (n *next) unowned(c models.Card) (*lay, int) {
	for _, p := range n.piles {
		for k := range p.lays {
			if l := &p.lays[k]; l.card == c && l.seat < 0 && l.verdict == models.Legal {
				return &n.pile(p.id).lays[k], p.id
			}
		}
	}
	return nil, 0
}
