package rules

import (
	"math"
	"slices"

	"schiri/models"
)

// Apply tells what the rules say of an event and gives the state after it. The first ruling is
// the event's own; further ones are what follows from it: the stop, a stuck round, revisions of
// earlier rulings, doubts about the seeing. Errors are misuse (an unknown player, a card that is in
// no deck) and name the field; the state is then the one given. A mistake of a player is a Ruling.
func Apply(s State, e models.Event) (State, []models.Ruling, error) {
	if s.game == nil {
		return s, nil, fault("state", "was not made by New")
	}
	if err := s.check(e); err != nil {
		return s, nil, err
	}
	n := s.begin(e)
	r := n.agreed(n.apply())
	open := r.Candidates
	r.Event = e
	if len(open) > 0 {
		r.Candidates = open
	}
	if r.Verdict == models.Illegal {
		n.unstick()
	}
	n.afterwards()
	rulings := append([]models.Ruling{r}, n.follow...)
	for i := range rulings {
		rulings[i].Reason = s.game.texts.Say(rulings[i])
	}
	return n.State, rulings, nil
}

// check refuses events that cannot be about this round.
func (s State) check(e models.Event) error {
	if math.IsNaN(e.Time) || math.IsInf(e.Time, 0) || e.Time < 0 {
		return fault("t", "%v is no time in seconds", e.Time)
	}
	if e.Player != "" {
		if _, ok := s.game.index[e.Player]; !ok {
			return fault("player", "%q does not sit at this table", e.Player)
		}
	}
	for _, c := range e.Candidates {
		if _, ok := s.game.index[c]; !ok {
			return fault("candidates", "%q does not sit at this table", c)
		}
	}
	if e.Card != nil && !e.Card.Valid() {
		return fault("card", "%v is in no deck", *e.Card)
	}
	for _, c := range e.Row {
		if c != (models.Card{}) && !c.Valid() {
			return fault("row", "%v is in no deck", c)
		}
	}
	for name, shown := range map[string]models.Shown{"ligretto_top": e.LigrettoTop, "discard_top": e.DiscardTop} {
		if shown.Card != (models.Card{}) && !shown.Card.Valid() {
			return fault(name, "%v is in no deck", shown.Card)
		}
	}
	spots := []models.Spot{"", models.SpotRow, models.SpotLigretto, models.SpotDiscard, models.SpotUnknown, SpotHand}
	for name, spot := range map[string]models.Spot{"from": e.From, "to": e.To} {
		if !slices.Contains(spots, spot) {
			return fault(name, "%q is not known; want row, ligretto, discard, hand or unknown", spot)
		}
	}
	if !slices.Contains([]models.Verdict{"", models.Legal, models.Illegal, models.Unproven}, e.Agreed) {
		return fault("agreed", "%q is not known; want legal, illegal or unproven", e.Agreed)
	}
	if e.Slot != nil && (*e.Slot < 0 || *e.Slot >= s.game.cfg.House.RowSize) {
		return fault("slot", "%d is not one of the %d row places", *e.Slot, s.game.cfg.House.RowSize)
	}
	if e.Cards < 0 || e.Cards > models.DeckSize {
		return fault("cards", "%d is no number of cards", e.Cards)
	}
	return s.checkNeeds(e)
}

// checkNeeds refuses events that lack what they are about.
func (s State) checkNeeds(e models.Event) error {
	var player, card, pile bool
	switch e.Type {
	case models.EventDeal, models.EventRecycle, models.EventStop:
		player = true
	case models.EventRefill, models.EventRowLay, models.EventFlip, models.EventVanish:
		player, card = true, true
	case models.EventPlay, models.EventTakeBack:
		card, pile = true, true
	case models.EventStart, models.EventCovered:
		if e.Player == "" && e.Pile == 0 {
			return fault("player", "is missing, and so is the pile")
		}
	case models.EventRestart, models.EventCount, models.EventDeadlock:
	default:
		return fault("type", "%q is no event of a round", e.Type)
	}
	switch {
	case player && e.Player == "":
		return fault("player", "is missing")
	case card && e.Card == nil:
		return fault("card", "is missing")
	case pile && e.Pile <= 0:
		return fault("pile", "is missing")
	case e.Type == models.EventCovered && e.Until < e.Time:
		return fault("until", "%v lies before t", e.Until)
	case e.Type == models.EventRowLay && e.Slot == nil:
		return fault("slot", "is missing")
	}
	if e.Type == models.EventCount {
		return s.checkCount(e)
	}
	return nil
}

func (s State) checkCount(e models.Event) error {
	backs := map[models.Back]bool{}
	for _, p := range s.game.cfg.Players {
		backs[p.Back] = true
	}
	for b, n := range e.Backs {
		if !backs[b] {
			return fault("backs", "nobody at this table plays with %q", b)
		}
		if n < 0 || n > models.DeckSize {
			return fault("backs", "%d cards of %q; a deck has %d", n, b, models.DeckSize)
		}
	}
	for name, n := range e.Left {
		if _, ok := s.game.index[name]; !ok {
			return fault("left", "%q does not sit at this table", name)
		}
		if n < 0 || n > s.game.cfg.House.Ligretto {
			return fault("left", "%d cards left of %s; the Ligretto pile has %d", n, name, s.game.cfg.House.Ligretto)
		}
	}
	for name, n := range e.Tens {
		if _, ok := s.game.index[name]; !ok {
			return fault("tens", "%q does not sit at this table", name)
		}
		if most := models.DeckSize / models.MaxNumber; n < 0 || n > most {
			return fault("tens", "%d tens of %s; a deck has %d", n, name, most)
		}
	}
	return nil
}

// apply changes the state by the event and gives its ruling, without the event in it.
func (n *next) apply() models.Ruling {
	switch n.event.Type {
	case models.EventPlay:
		return n.play()
	case models.EventTakeBack:
		return n.takeBack()
	case models.EventDeal:
		return n.deal()
	case models.EventStart:
		return n.start()
	case models.EventRefill:
		return n.refill()
	case models.EventRowLay:
		return n.rowLay()
	case models.EventFlip:
		return n.flip()
	case models.EventRecycle:
		return n.recycle()
	case models.EventVanish:
		return n.vanish()
	case models.EventCovered:
		return n.cover()
	case models.EventStop:
		return n.shout()
	case models.EventRestart:
		return n.restart()
	case models.EventCount:
		count := n.event
		n.count = &count
		n.countedOut()
	}
	return models.Ruling{}
}

// agreed gives a ruling as the people at the table agreed on it.
func (n *next) agreed(r models.Ruling) models.Ruling {
	if v := n.event.Agreed; v != "" && r.Verdict != "" && r.Verdict != v {
		r.Verdict, r.Because, r.Edition = v, because("agreed"), ""
	}
	return r
}

// seatOf is the event's player, -1 where none is named.
func (n *next) seatOf() int {
	if n.event.Player == "" {
		return -1
	}
	return n.game.index[n.event.Player]
}

// ruled makes a ruling that rests on this event and the given earlier ones.
func (n *next) ruled(v models.Verdict, id ID, reason models.Reason, evidence ...int) models.Ruling {
	evidence = append(evidence, n.events)
	slices.Sort(evidence)
	evidence = slices.Compact(evidence)
	if evidence[0] == 0 {
		evidence = evidence[1:]
	}
	r := models.Ruling{Verdict: v, Rule: string(id), Because: reason, Evidence: evidence}
	if n.game.cfg.editionDecides(id) {
		r.Edition = n.game.cfg.Edition
	}
	return r
}

// afterwards finds what follows from the event.
func (n *next) afterwards() {
	n.settle()
	n.watchStop()
	n.watchStuck()
}

// add appends a ruling that follows from the event.
func (n *next) add(t models.EventType, r models.Ruling) {
	r.Type = t
	if r.Time == 0 {
		r.Time = n.event.Time
	}
	if r.Decided == 0 {
		r.Decided = n.event.Decided
	}
	n.follow = append(n.follow, r)
}
