package rules

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"schiri/models"
)

// letter writes a card in the notation.
func letter(c models.Card) string {
	if c == (models.Card{}) {
		return "-"
	}
	return "?rygb"[c.Color:c.Color+1] + strconv.Itoa(c.Number)
}

// String writes the table in the notation, as ParseState reads it.
func (s State) String() string {
	if s.game == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s", s.game.cfg.Edition, s.game.cfg.Variant)
	for _, p := range s.piles {
		if p.id > 0 {
			b.WriteString(" " + s.pileText(p))
		}
	}
	for i := range s.seats {
		b.WriteString(" | " + s.seatText(i))
	}
	if s.stop != nil {
		b.WriteString(" ; stop")
	}
	return b.String()
}

func (s State) pileText(p *pile) string {
	base := p.base()
	var at []string
	p.tops.each(func(c models.Card) {
		if c == base {
			at = slices.Insert(at, 0, letter(c))
		} else {
			at = append(at, letter(c))
		}
	})
	text := fmt.Sprintf("%d:%s", p.id, strings.Join(at, "/"))
	if !p.tops.has(base) {
		text = fmt.Sprintf("%d:%s~%s", p.id, letter(base), strings.Join(at, "/"))
	}
	for k := range p.lays {
		l := &p.lays[k]
		if l.verdict != models.Illegal {
			continue
		}
		text += "!" + letter(l.card)
		if l.seat < 0 {
			continue
		}
		text += "@" + escape(s.game.name(l.seat))
		switch {
		case l.from == models.SpotRow && l.slot >= 0:
			text += ".r" + strconv.Itoa(l.slot)
		case l.from == models.SpotLigretto:
			text += ".l"
		case l.from == models.SpotDiscard:
			text += ".d"
		}
	}
	return text
}

// escape writes a name without the characters the notation uses.
func escape(name string) string {
	return strings.NewReplacer(".", "%2E", "=", "%3D", "@", "%40", ":", "%3A", "!", "%21", "|", "%7C", ";", "%3B").Replace(url.PathEscape(name))
}

func (s State) seatText(i int) string {
	seat := s.seats[i]
	row := make([]string, len(seat.row))
	for k, r := range seat.row {
		row[k] = "-"
		if len(r.cards) > 0 {
			stack := make([]string, len(r.cards))
			for m, c := range r.cards {
				stack[m] = letter(c)
				if seat.place[c.Index()].owed == owes {
					stack[m] += "!"
				}
			}
			row[k] = strings.Join(stack, "/")
		}
	}
	top := letter(seat.top)
	if seat.top == (models.Card{}) && seat.ligMax > 0 {
		top = "?"
	}
	count := strconv.Itoa(seat.ligMin)
	if seat.ligMax != seat.ligMin {
		count += "-" + strconv.Itoa(seat.ligMax)
	}
	text := fmt.Sprintf("%s row=%s lig=%s*%s hand=%s", escape(s.game.name(i)), strings.Join(row, ","), top, count, seat.handText())
	for _, f := range []struct {
		key string
		in  func(place, models.Card) bool
	}{
		{"seen", func(p place, c models.Card) bool { return p.kind == inHand && !slices.Contains(seat.stock, c) }},
		{"centre", func(p place, c models.Card) bool { return p.kind == inCentre && s.rightIn(int(p.pile), i, c) }},
		{"gone", func(p place, _ models.Card) bool { return p.kind == vanished }},
	} {
		cards := ""
		for k, p := range seat.place {
			if c := models.CardAt(k); f.in(p, c) {
				cards += letter(c)
			}
		}
		if cards != "" {
			text += " " + f.key + "=" + cards
		}
	}
	return text
}

// rightIn tells whether a seat's card lies rightly in a pile as the notation writes it: between its 1 and the
// last card known to lie there rightly, or among those cleared away.
func (s State) rightIn(pile, i int, c models.Card) bool {
	if pile == clearedPile {
		return true
	}
	for _, p := range s.piles {
		if p.id != pile {
			continue
		}
		for k := len(p.lays) - 1; k >= 0; k-- {
			if l := &p.lays[k]; l.card == c && l.verdict == models.Legal {
				base := p.base()
				return l.seat == i && c.Color == base.Color && c.Number <= base.Number
			}
		}
	}
	return s.game.cfg.House.ClearFull == Yes && s.layOf(pile, i, c) == nil
}

// base is the topmost card known to lie rightly in a pile.
func (p *pile) base() models.Card {
	for k := len(p.lays) - 1; k >= 0; k-- {
		if p.lays[k].verdict == models.Legal && p.lays[k].at == 0 {
			return p.lays[k].card
		}
	}
	return models.Card{}
}

func (s *seat) handText() string {
	if s.turned < 0 {
		return "~" + strconv.Itoa(len(s.stock))
	}
	var b strings.Builder
	for k := range len(s.stock) + 1 {
		if k == s.turned {
			b.WriteByte('|')
		}
		if k == len(s.stock) {
			break
		}
		if s.stock[k] == (models.Card{}) {
			b.WriteByte('.')
		} else {
			b.WriteString(letter(s.stock[k]))
		}
	}
	return b.String()
}
