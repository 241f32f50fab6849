package rules

import (
	"slices"

	"schiri/models"
)

// afterStop tells what the end of the round says of a card laid at a time, and the id of the reason.
func (n *next) afterStop(t float64) (models.Verdict, string) {
	if n.stop == nil {
		return models.Legal, ""
	}
	h := n.game.cfg.House
	late := t - n.stop.time
	switch {
	case n.stop.open && late > h.Resolution:
		return models.Unproven, "stop.open"
	case n.stop.heard && late > h.Resolution, late > h.ShoutSeconds:
		return models.Illegal, "stop.after"
	case late < -h.Resolution, late <= 0 && (h.Resolution == 0 || !n.stop.heard):
		return models.Legal, ""
	}
	return models.Unproven, "stop.close"
}

// shout is the stop as it was heard.
func (n *next) shout() models.Ruling {
	e, i := n.event, n.seatOf()
	s := n.settled(i).paid() // a card laid wrongly goes back on its Ligretto pile
	v, reason := models.Legal, "stop.legal"
	switch agreed := n.event.Agreed; {
	case agreed == models.Illegal:
		return n.ruled(models.Illegal, RoundStop, because("agreed"))
	case agreed != "":
		v, reason = agreed, "agreed"
	case s.top != models.Card{} && n.inSight(i, s.top) && n.seats[i].place[s.top.Index()].kind != vanished:
		return n.ruled(models.Illegal, RoundStop, playerSaid("stop.early", e.Player), int(n.seats[i].place[s.top.Index()].event))
	case s.ligMax > 0:
		v, reason = models.Unproven, "stop.unproven"
	}
	if n.stop == nil || !n.stop.heard {
		n.stop = &stopMark{time: e.Time, event: n.events, heard: true, open: v == models.Unproven, by: i}
		n.rejudgeLate()
	}
	return n.ruled(v, RoundStop, playerSaid(reason, e.Player))
}

// countedOut notes that the count shows the Ligretto pile of whoever called stop to have been used up.
func (n *next) countedOut() {
	if n.stop == nil || !n.stop.open {
		return
	}
	if left, counted := n.event.Left[n.game.name(n.stop.by)]; counted && left == 0 {
		stop := *n.stop
		stop.open = false
		n.stop = &stop
		n.rejudgeLate()
	}
}

// rejudgeLate rules again on the cards laid between the sight of an emptied pile and the shout, and on those laid after
// the end that were told before it.
func (n *next) rejudgeLate() {
	late := func(l lay) bool {
		v, _ := n.afterStop(l.time)
		return (l.rule == RoundStop || v != models.Legal) && !l.fixed && l.tied == ""
	}
	for _, p := range n.piles {
		k := slices.IndexFunc(p.lays, late)
		if k < 0 {
			continue
		}
		q := n.pile(p.id)
		for m := k; m < len(q.lays); m++ {
			if l := &q.lays[m]; late(*l) {
				n.beforeNumber(l)
			}
		}
		n.rejudge(q, k)
	}
}

// watchStop ends the round where an emptied Ligretto pile is the sign, and lets it go on where that pile turns out to
// have cards.
func (n *next) watchStop() {
	switch {
	case n.game.cfg.House.Stop != StopAtEmpty:
		return
	case n.stop != nil:
		n.watchEmpty()
		return
	}
	for i, s := range n.seats {
		if s.ligMax > 0 || n.settled(i).paid().ligMax > 0 {
			continue
		}
		at := n.event.Time
		if n.seatOf() != i && s.emptied > never { // that its last card was right then is settled only now
			at = s.emptied
		}
		n.stop = &stopMark{time: at, event: n.events, by: i, open: n.mayGoBack(i)}
		if n.event.Type == models.EventVanish && n.seatOf() == i {
			n.stop.last, n.stop.open = *n.event.Card, true
		}
		r := n.ruled(models.Legal, RoundStop, playerSaid("stop.empty", n.game.name(i)))
		r.Player, r.Time = n.game.name(i), at
		n.add(models.EventStop, r)
		n.rejudgeLate()
		return
	}
}

// watchEmpty looks again at a stop that was told by an emptied Ligretto pile: whether its cards are back, and whether it is open that
// the last of them was laid rightly. The count decides that.
func (n *next) watchEmpty() {
	by := n.stop.by
	if n.stop.heard || n.count != nil {
		return
	}
	if n.settled(by).paid().ligMin > 0 {
		n.resume()
		return
	}
	if open := n.stop.last != (models.Card{}) || n.mayGoBack(by); open != n.stop.open {
		stop := *n.stop
		stop.open = open
		n.stop = &stop
		n.rejudgeLate()
	}
}

// mayGoBack tells that it is open whether the card by which a seat's Ligretto pile was used up has to go back there. (Those before it
// that were not proved have lain there for long, and nobody minded.)
func (n *next) mayGoBack(i int) bool {
	s := n.seats[i]
	for l := range n.lays() {
		if l.seat == i && l.from == models.SpotLigretto && l.verdict == models.Unproven && l.time >= s.emptied {
			return true
		}
	}
	return slices.ContainsFunc(s.place[:], func(p place) bool { return p.owed == mayOwe && p.time >= s.emptied })
}

// resume lets the round go on as if there had been no stop.
func (n *next) resume() {
	stop, name := n.stop, n.game.name(n.stop.by)
	n.stop = nil
	r := n.ruled("", RoundStop, playerSaid("stop.none", name), stop.event)
	r.Player = name
	n.add(models.EventResume, r)
	n.rejudgeLate()
	n.rowsInTime(stop)
}

// lastLaid notes when a seat laid a card. If that was the last one of its Ligretto pile, by whose leaving the round was taken to
// be over, it was over then.
func (n *next) lastLaid(i int, c models.Card, at float64, event int) {
	if n.stop == nil || n.stop.heard || n.stop.by != i || n.stop.last != c {
		return
	}
	stop := n.stop
	n.stop = &stopMark{time: at, event: event, by: i}
	n.rejudgeLate()
	n.rowsInTime(stop)
}

// rowsInTime rules again on the cards that were laid on a row after a stop that was none.
func (n *next) rowsInTime(stop *stopMark) {
	for _, r := range stop.rows {
		if s := n.seat(n.game.index[r.Player]); int(s.place[r.Card.Index()].event) == r.Of {
			s.owe(s.place[r.Card.Index()].owed != noDebt, *r.Card, r.Verdict)
		}
		r.Evidence = append(slices.Clip(r.Evidence), n.events)
		n.add(models.EventRevision, r)
	}
}
