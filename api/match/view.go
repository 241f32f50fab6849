package match

import (
	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

// snapshot is the match as it stands, for the screens. The caller holds the lock.
func (m *Match) snapshot() models.Snapshot {
	s := m.shown
	s.Version, s.Time, s.Camera, s.Cards = m.version, m.time, m.camera, list(m.cards)
	s.Ended, s.Amended = m.end != nil, m.amended
	return s
}

// refresh works out what the screens are shown of the round and of the match. It is called when
// either has changed; pictures alone change neither. The caller holds the lock.
func (m *Match) refresh() {
	table := scoring.MakeTable(m.rounds())
	config := m.round.Config()
	m.shown = models.Snapshot{
		Round:   m.record.Number,
		From:    m.setup.From,
		Phase:   m.setup.Phase,
		Over:    table.Over > 0,
		Winners: list(table.Winners),
		Edition: config.Edition,
		Variant: config.Variant,
		Target:  config.House.Target,
		Piles:   piles(m.round.State()),
		Players: m.players(table),
		Gone:    list(gone(table, config.Players)),
		Plays:   m.present().plays(),
		Count:   m.count(),
		Rounds:  list(table.Rounds),
	}
}

// list makes of nothing an empty list, so that readers of the JSON need not tell the two apart.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// plays are the events of the round as they count now.
func (k kept) plays() map[int]models.Play {
	plays := map[int]models.Play{}
	revisions := k.revisions()
	for _, step := range k.round.Steps() {
		play := models.Play{
			Ruling:    step.Now,
			Number:    step.Number,
			Pictures:  step.Event.Clip != "",
			Corrected: step.Replaced || step.Inserted,
			Removed:   step.Removed,
			Inserted:  step.Inserted,
			Revision:  revisions[step.Number],
		}
		if play.Revision > 0 {
			play.By = k.log[play.Revision-1].Correction.By
		}
		if step.Removed {
			play.Ruling = models.Ruling{Event: step.Event}
		}
		if len(step.Rulings) > 1 {
			play.Follows = step.Rulings[1:]
		}
		plays[step.Number] = play
	}
	return plays
}

// piles leaves out those from which everything was taken back.
func piles(s rules.State) []models.Pile {
	piles := []models.Pile{}
	for _, p := range s.Piles() {
		if p.Top > 0 || len(p.Wrong) > 0 {
			piles = append(piles, p)
		}
	}
	return piles
}

// players are the players with what lies in front of them and what it is worth.
func (m *Match) players(table scoring.Table) []models.PlayerState {
	players := []models.PlayerState{}
	totals := map[string]int{}
	for _, standing := range table.Standings {
		totals[standing.Player] = standing.Total
	}
	tally, discards := m.round.Tally(), m.discards()
	for i, p := range m.round.Config().Players {
		spots := m.round.State().Spots(i)
		players = append(players, models.PlayerState{
			Name: p.Name, Back: p.Back, Seat: p.Seat,
			Row:           spots.Row,
			LigrettoTop:   inSight(spots.LigrettoTop),
			DiscardTop:    discards[p.Name],
			LigrettoLeft:  tally[i].LeftMost,
			LigrettoLeast: tally[i].LeftLeast,
			Score:         tally[i].Score,
			Total:         totals[p.Name],
		})
	}
	return players
}

// gone are those who have points of the match and are not among the players any more, who leads first.
func gone(table scoring.Table, players []models.Player) []models.Former {
	var all []models.Former
	for _, s := range table.Standings {
		if !seated(players, s.Player) {
			all = append(all, models.Former{Name: s.Player, Total: s.Total})
		}
	}
	return all
}

// discards gives the card last seen on top of each player's discard pile. The rules keep to what is certain of
// the hand's order; here what was in sight last is enough.
func (m *Match) discards() map[string]*models.Card {
	tops := map[string]*models.Card{}
	for _, step := range m.round.Steps() {
		e := step.Event
		switch {
		case step.Removed || e.Player == "":
		case e.DiscardTop.Noted:
			tops[e.Player] = inSight(e.DiscardTop.Card)
		case e.Type == models.EventFlip:
			tops[e.Player] = e.Card
		case e.Type == models.EventRecycle || e.From == models.SpotDiscard:
			tops[e.Player] = nil
		case e.Type == models.EventTakeBack && e.To == models.SpotDiscard:
			tops[e.Player] = e.Card
		}
	}
	return tops
}

func inSight(c models.Card) *models.Card {
	if c == (models.Card{}) {
		return nil
	}
	return &c
}

// doubts tell where a count cannot be right or disagrees with what was seen of the round.
func (k kept) doubts(c scoring.Count) []models.CountDoubt {
	doubts := []models.CountDoubt{}
	for _, d := range k.round.Reconcile(c) {
		doubts = append(doubts, models.CountDoubt{Message: d.Message, Because: d.Because})
	}
	return doubts
}

// tens are how many tens each player has in the centre, as watched; nil where the house gives no bonus for them.
func (k kept) tens() map[string]int {
	if k.round.Config().House.TenBonus == 0 {
		return nil
	}
	tens := map[string]int{}
	for _, t := range k.round.State().Tally() {
		tens[t.Player] = t.Tens.Likely
	}
	return tens
}

// count is the official count as far as it has come, beside what the round lets expect.
func (m *Match) count() models.Count {
	c := models.Count{
		Photos: []models.CountPhoto{}, Doubts: []models.CountDoubt{},
		Backs: map[models.Back]int{}, Seen: map[models.Back]int{}, Left: map[string]int{},
	}
	end := m.round.End()
	players := m.round.Config().Players
	for _, p := range players {
		c.Seen[p.Back] = end.Players[p.Name].Centre
		c.Left[p.Name] = end.Players[p.Name].LigrettoLeft
	}
	c.Tens = m.present().tens()
	any := false
	for _, photo := range m.setup.Photos {
		photo.Backs, photo.Unknown = addUp(photo)
		c.Photos = append(c.Photos, photo)
		any = any || !photo.Off
	}
	if !any {
		return c
	}
	for _, p := range players {
		c.Backs[p.Back] = 0 // a back that no photo shows was counted too: none of them
	}
	for _, photo := range c.Photos {
		if photo.Off {
			continue
		}
		c.Unknown += photo.Unknown
		for back, n := range photo.Backs {
			c.Backs[back] += n
		}
	}
	if m.setup.Phase == models.PhaseCounting {
		c.Doubts = m.present().doubts(scoring.Count{Backs: c.Backs, Left: c.Left, Unknown: c.Unknown})
	}
	return c
}
