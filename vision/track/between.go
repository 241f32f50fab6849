package track

import (
	"slices"

	"schiri/models"
)

// lay is how a card lay when it came, or was wholly in sight last.
type lay struct {
	card models.Card
	quad models.Quad
	seen float64 // until when it was seen to lie so, in seconds
}

// seenAs is how the card lies after another look at it: what is partly hidden cannot be told so exactly.
func (l lay) seenAs(o models.Observation, now float64) lay {
	if o.Visible >= whole || l.card != o.Card {
		return lay{o.Card, o.Corners, now}
	}
	if l.quad.IoU(o.Corners) >= wholePose {
		l.seen = now
	}
	return l
}

// between is how the top card of a pile lay while it lay otherwise than before, wholly in sight: it was pushed, or what lay there was
// an equal card upon it.
type between struct {
	before models.Quad // how the top card lay until then
	quad   models.Quad // and how it lay then
	came   float64     // when it came to lie so, in seconds
	visit  visit       // who had been there
}

// justSo is the overlap from which on a card wholly in sight lies just as one did before: nobody pushes a card back so exactly.
const justSo = 0.98

// noteBetween notes that the top card of a pile has come to lie otherwise, somebody having been there.
func (t *Tracker) noteBetween(p *pile, o models.Observation) {
	if o.Visible < whole || !t.touched(&p.place) || p.lay.card != o.Card || p.lay.quad.IoU(o.Corners) >= wholePose {
		return
	}
	if v := t.visitors(o.Corners, max(p.lay.seen, t.now-reachBack), p.unclear); v.anybody() {
		p.between = &between{p.lay.quad, o.Corners, t.rested(o.Corners, p.lay.seen), v}
	}
}

// cameAndWent tells of an equal card that was laid upon the pile and taken back without being told from the one below, if that is what
// happened: for a while the top lay otherwise, and now it lies just as before, which has changed the picture there.
func (t *Tracker) cameAndWent(p *pile, o models.Observation) bool {
	b := p.between
	if b == nil || o.Visible < whole || b.before.IoU(o.Corners) < justSo || b.quad.IoU(o.Corners) >= wholePose ||
		share(t.act.Changed, t.act.Under(o.Corners)) < otherwise {
		return false
	}
	p.between = nil
	gone := t.visitors(o.Corners, max(p.lay.seen, t.now-reachBack), p.unclear)
	by := slices.DeleteFunc(slices.Clone(t.seats), func(s *seat) bool {
		return !b.visit.mayBeOf(s) || !gone.mayBeOf(s) || t.laidBy[own{s, o.Card}] == p
	})
	// A card that nobody can have brought was none, but the same one read a little otherwise, as in glare.
	brought := b.came < t.begun+firstSeconds || len(t.sourcesBetween(b, o.Card, by)) > 0
	if !gone.anybody() || len(by) == 0 || !brought {
		return false
	}
	t.told(p)
	p.shift = shift{}
	t.tellCameAndWent(p, b, o, by)
	return true
}

// tellCameAndWent tells that one of the given players laid a card on a pile that shows an equal one again (o), and took it back.
func (t *Tracker) tellCameAndWent(p *pile, b *between, o models.Observation, by []*seat) {
	card, second := o.Card, o
	second.Corners, second.Confidence = b.quad, 0.7
	back := models.Event{Type: models.EventTakeBack, Time: t.rested(o.Corners, p.lay.seen), Pile: p.id, Card: &card, Confidence: 0.7}
	var from *source
	var lies place
	if src := t.sourcesBetween(b, card, by); len(seatsOf(src)) == 1 {
		from, by, lies = &src[0], nil, *src[0].ref.place()
	}
	t.play(p, second, from, by, b.came)
	if !lies.wasAway(card, b.came) {
		t.wait(&waiting{event: back, due: t.now + takeBackHold, pile: p})
		return
	}
	r := from.ref
	*r.place() = lies // it lies there again
	delete(t.laidBy, own{r.seat, card})
	back.Player, back.To, back.Slot = r.seat.player.Name, r.spot, r.rowSlot()
	t.emit(back)
}

// sourcesBetween lists from where one of the given players can have laid a card that came and went: spots where it lies again, was
// out of sight when it came, or is missing since.
func (t *Tracker) sourcesBetween(b *between, c models.Card, by []*seat) []source {
	inTime := func(kept float64) bool { return kept > b.came-reachBack && kept < b.came-flight }
	var out []source
	for _, s := range by {
		for _, r := range s.spots() {
			p := r.place()
			if p.wasAway(c, b.came) || p.state == shows && p.card == c && t.touched(p) && inTime(t.kept(p)) {
				out = append(out, source{r, nil})
			}
		}
	}
	for _, d := range append(slices.Clone(t.gone), t.away...) {
		if d.card == c && !d.claimed && inTime(d.kept) && slices.Contains(by, d.ref.seat) {
			out = append(out, source{d.ref, d})
		}
	}
	return out
}

// wasAway tells that the card in sight on a place may have lain elsewhere at a time, in seconds: it was out of sight for long enough.
func (p *place) wasAway(c models.Card, at float64) bool {
	return p.state == shows && p.card == c && p.away.from > at-reachBack && p.away.from < at-flight && p.away.until > at
}

// anybody tells that an arm was over the place.
func (v visit) anybody() bool { return len(v.over) > 0 || v.unknown }

// mayBeOf tells that what was seen of arms does not speak against a seat's having been there.
func (v visit) mayBeOf(s *seat) bool { return v.unknown || slices.Contains(v.near, s) }
