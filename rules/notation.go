package rules

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"schiri/models"
)

// The notation of a table is one line, made to be typed in tests and at the table:
//
//	schmidt/basic 1:r4 2:y7!g8@Ana.r1 3:- | Ana row=r1,-,b5 lig=b9*8 hand=..r3|.....g2.. centre=r4 | Ben row=? ; stop
//
// A card is its colour's letter (r, y, g, b) and its number. First come edition and variant, then the
// centre piles: an id and the last card laid rightly, "-" for none. Where a pile can be at any of several
// cards they follow with "/" between them: r4/r6 is a pile with a right 4 that can be at 4 or at 6. If it
// cannot be at its last surely right card any more, that one is given before a "~": r4~r6/r7. Wrong cards
// lying on it follow, each after "!", with "@" their owner and, after a dot, where they came from: r0 for row
// place 0, l Ligretto pile, d discard pile. A wrong card that may have gone back unseen can lie in a second place too.
//
// Then each player after a "|": the name (special characters as %XX), and as far as known
//
//	row=    the row from the Ligretto pile's side; "-" a gap, "?" not known, y9/r8 a red 8 on a yellow 9, y9/y8! one
//	        that lies there wrongly and has to go back on the Ligretto pile
//	lig=    the Ligretto pile's top ("?" not known, "-" none) and after "*" the number of cards: 8 or 5-8
//	hand=   the discard pile from the bottom, "|", the hand in the order it will be turned over; "." is a card
//	        not known; "~20": twenty cards in an order not known
//	seen=   more cards known to be in the hand
//	centre= own cards known to lie rightly in the centre
//	gone=   own cards that left their spots, not seen where to
//
// After ";" stands "stop" when the round has been stopped. What is not given is as after the deal.

// ParseState reads the notation of a table. The house rules are those given; the zero House means the
// edition's own. Errors name the part of the text at fault.
func ParseState(text string, house House) (State, error) {
	head, flags, _ := strings.Cut(text, ";")
	parts := splitSeats(head)
	centre := strings.Fields(parts[0])
	if len(centre) == 0 {
		return State{}, fault("edition", "is missing")
	}
	edition, variant, _ := strings.Cut(centre[0], "/")
	cfg := Config{Edition: models.Edition(edition), Variant: models.Variant(variant), House: house}
	seats := make([]map[string]string, 0, len(parts)-1)
	for _, p := range parts[1:] {
		name, fields, err := parseSeat(p)
		if err != nil {
			return State{}, err
		}
		cfg.Players = append(cfg.Players, models.Player{Name: name})
		seats = append(seats, fields)
	}
	if len(seats) > 0 && seats[0]["row"] != "" && seats[0]["row"] != "?" {
		if cfg.House == (House{}) {
			cfg.House = DefaultHouse(cfg.Edition)
		}
		cfg.House.RowSize = len(strings.Split(seats[0]["row"], ","))
	}
	s, err := New(cfg)
	if err != nil {
		return State{}, err
	}
	n := s.begin(models.Event{})
	n.events = 0
	if err := n.readTable(centre[1:], seats); err != nil {
		return State{}, err
	}
	switch strings.TrimSpace(flags) {
	case "":
	case "stop":
		n.stop = &stopMark{time: -1, heard: true}
	default:
		return State{}, fault("flags", "%q is not known; want stop", strings.TrimSpace(flags))
	}
	return n.State, nil
}

// splitSeats splits the notation at each "|" after a blank: the centre, then a part a seat. A "|" without a blank before it
// belongs to a hand.
func splitSeats(head string) []string {
	parts := strings.Split(head, "|")
	for i := 1; i < len(parts); {
		if strings.HasSuffix(parts[i-1], " ") {
			i++
			continue
		}
		parts[i-1] += "|" + parts[i]
		parts = slices.Delete(parts, i, i+1)
	}
	return parts
}

// readTable reads what lies in front of the seats, then the piles, then whose cards these are.
func (n *next) readTable(piles []string, seats []map[string]string) error {
	named := func(seat int, err error) error { return fmt.Errorf("%s: %w", n.game.cfg.Players[seat].Name, err) }
	for i, fields := range seats {
		if err := n.readSeat(i, fields); err != nil {
			return named(i, err)
		}
	}
	for _, text := range piles {
		if err := n.readPile(text); err != nil {
			return err
		}
	}
	for i := range n.seats {
		if err := n.ownCards(i, seats[i]["centre"]); err != nil {
			return named(i, err)
		}
	}
	return nil
}

// parseSeat splits a player's part into the name and the fields.
func parseSeat(text string) (string, map[string]string, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", nil, fault("player", "has no name")
	}
	name, err := url.PathUnescape(words[0])
	if err != nil {
		return "", nil, fault("player", "%q is no name: %v", words[0], err)
	}
	fields := map[string]string{}
	for _, w := range words[1:] {
		key, value, ok := strings.Cut(w, "=")
		_, twice := fields[key]
		if !ok || twice || !slices.Contains([]string{"row", "lig", "hand", "seen", "centre", "gone"}, key) {
			return "", nil, fault(name, "%q is no field; want row=, lig=, hand=, seen=, centre= or gone=, each once", w)
		}
		fields[key] = value
	}
	return name, fields, nil
}

// parseCard reads one card from the beginning of a text and gives the rest.
func parseCard(text string) (models.Card, string, error) {
	color := 0
	if text != "" {
		color = strings.IndexByte("rygb", text[0]) + 1
	}
	if color == 0 {
		return models.Card{}, text, fault("card", "%q does not begin with r, y, g or b", text)
	}
	end := 1
	for end < len(text) && end < 3 && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	number, err := strconv.Atoi(text[1:end])
	c := models.Card{Color: models.Color(color), Number: number}
	if err != nil || !c.Valid() || text[1] == '0' {
		return models.Card{}, text, fault("card", "%q has no number from 1 to 10", text)
	}
	return c, text[end:], nil
}

// parseLone reads a card that nothing follows.
func parseLone(text string) (models.Card, error) {
	c, rest, err := parseCard(text)
	if err == nil && rest != "" {
		err = fault("card", "%q is more than a card", text)
	}
	return c, err
}

// parseCards reads cards one after the other, commas between them or not.
func parseCards(text string) ([]models.Card, error) {
	var out []models.Card
	for text = strings.TrimPrefix(text, ","); text != ""; text = strings.TrimPrefix(text, ",") {
		c, rest, err := parseCard(text)
		if err != nil {
			return nil, err
		}
		out, text = append(out, c), rest
	}
	return out, nil
}

// put notes where a card of a seat is; each card is in one place only, but for wrong ones (see laidWrongly).
func (n *next) put(i int, c models.Card, at place) error {
	s := n.seat(i)
	if was := s.place[c.Index()]; was.kind != unseen && (was.kind != inCentre || !n.laidWrongly(i, c, int(was.pile))) {
		return fault("card", "%s lies in two places", letter(c))
	}
	s.place[c.Index()] = at
	return nil
}

// laidWrongly tells whether a player laid a card wrongly on a pile: it may have gone back unseen, and be elsewhere.
func (n *next) laidWrongly(i int, c models.Card, pile int) bool {
	return slices.ContainsFunc(n.pile(pile).lays, func(l lay) bool {
		return l.card == c && l.seat == i && l.verdict == models.Illegal
	})
}

// readSeat fills a seat from its fields.
func (n *next) readSeat(i int, fields map[string]string) error {
	s := n.seat(i)
	s.dealt = true
	if err := n.readRow(i, fields["row"]); err != nil {
		return err
	}
	if err := n.readLigretto(i, fields["lig"]); err != nil {
		return err
	}
	for key, at := range map[string]kind{"seen": inHand, "gone": vanished} {
		cards, err := parseCards(fields[key])
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		for _, c := range cards {
			if err := n.put(i, c, place{kind: at}); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	if err := n.readHand(i, fields["hand"]); err != nil {
		return fmt.Errorf("hand: %w", err)
	}
	return nil
}

func (n *next) readRow(i int, text string) error {
	if text == "" || text == "?" {
		return nil
	}
	s := n.seat(i)
	slots := strings.Split(text, ",")
	if len(slots) != len(s.row) {
		return fault("row", "has %d places, the others' %d", len(slots), len(s.row))
	}
	for k, stack := range slots {
		if stack == "-" {
			continue
		}
		for _, one := range strings.Split(stack, "/") {
			one, wrong := strings.CutSuffix(one, "!")
			at := place{kind: inRow, slot: int8(k)}
			if wrong {
				at.owed = owes
			}
			c, err := parseLone(one)
			if err == nil {
				err = n.put(i, c, at)
			}
			if err != nil {
				return fmt.Errorf("row: %w", err)
			}
			s.row[k].cards = append(s.row[k].cards, c)
		}
	}
	return nil
}

func (n *next) readLigretto(i int, text string) error {
	if text == "" {
		return nil
	}
	s := n.seat(i)
	top, count, counted := strings.Cut(text, "*")
	if counted {
		low, high, span := strings.Cut(count, "-")
		if !span {
			high = low
		}
		var err1, err2 error
		s.ligMin, err1 = strconv.Atoi(low)
		s.ligMax, err2 = strconv.Atoi(high)
		if err1 != nil || err2 != nil || s.ligMin < 0 || s.ligMin > s.ligMax || s.ligMax > models.DeckSize {
			return fault("lig", "%q is no number of cards", count)
		}
	}
	switch top {
	case "?":
		return nil
	case "-":
		s.ligMin, s.ligMax = 0, 0
		return nil
	}
	c, err := parseLone(top)
	if err == nil {
		err = n.put(i, c, place{kind: onTop})
	}
	if err == nil && s.ligMax == 0 {
		err = fault("card", "%s lies on a pile of no cards", letter(c))
	}
	if err != nil {
		return fmt.Errorf("lig: %w", err)
	}
	s.top = c
	return nil
}

func (n *next) readHand(i int, text string) error {
	s := n.seat(i)
	if count, lost := strings.CutPrefix(text, "~"); lost {
		k, err := strconv.Atoi(count)
		if err != nil || k < 0 || k > models.DeckSize {
			return fault("hand", "%q is no number of cards", count)
		}
		s.stock = make([]models.Card, k)
		s.forgetOrder()
		return nil
	}
	if text == "" {
		return nil
	}
	discard, hand, ok := strings.Cut(text, "|")
	if !ok {
		return fault("hand", `%q has no "|" between discard pile and hand`, text)
	}
	s.stock = nil
	for k, part := range []string{discard, hand} {
		for part != "" {
			if part[0] == '.' {
				s.stock, part = append(s.stock, models.Card{}), part[1:]
				continue
			}
			c, rest, err := parseCard(part)
			if err == nil {
				err = n.put(i, c, place{kind: inHand})
			}
			if err != nil {
				return err
			}
			s.stock, part = append(s.stock, c), rest
		}
		if k == 0 {
			s.turned = len(s.stock)
		}
	}
	return nil
}
