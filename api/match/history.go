package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"schiri/models"
	"schiri/models/journal"
	"schiri/scoring"
)

// Present stands for the match that is being played where a match is asked for by its id.
const Present = 0

// Matches lists all matches of the record, the latest first. Those in which nothing happened, such as of a table that was
// set up otherwise right away, are left out.
func (m *Match) Matches(ctx context.Context) ([]models.MatchSummary, error) {
	matches, err := m.Journal.Matches(ctx)
	if err != nil {
		return nil, err
	}
	list := []models.MatchSummary{}
	for _, record := range slices.Backward(matches) {
		if !record.Begun && record.ID != m.playing() {
			continue
		}
		summary, err := m.summary(ctx, record)
		if err != nil {
			return nil, err
		}
		list = append(list, summary)
	}
	return list, nil
}

// summary sums up a match. One that is over for good is worked out once.
func (m *Match) summary(ctx context.Context, record journal.Match) (models.MatchSummary, error) {
	if known, ok := m.summaries.Load(record.ID); ok {
		return known.(models.MatchSummary), nil
	}
	corrections := m.corrections.Load()
	var table scoring.Table
	players, present, err := m.read(ctx, record.ID, func(rounds []kept) error {
		table = scoring.MakeTable(scored(rounds))
		return nil
	})
	if err != nil {
		return models.MatchSummary{}, err
	}
	var setup matchSetup
	if err := json.Unmarshal(record.Setup, &setup); err != nil {
		return models.MatchSummary{}, fmt.Errorf("match %d: %w", record.ID, err)
	}
	s := models.MatchSummary{
		Match: record.ID, Recording: setup.Recording, Started: record.Started, Present: present, Rounds: len(table.Rounds), Over: table.Over > 0,
		Winners: list(table.Winners), Totals: map[string]int{}, Players: []string{},
	}
	for _, p := range players {
		s.Players = append(s.Players, p.Name)
	}
	for _, p := range gone(table, players) {
		s.Players = append(s.Players, p.Name)
	}
	for _, standing := range table.Standings {
		s.Totals[standing.Player] = standing.Total
	}
	if !present {
		m.keepSummary(s, corrections)
	}
	return s, nil
}

// keepSummary keeps the summary of an earlier match, worked out when so many corrections had been made, unless another one has
// been made since.
func (m *Match) keepSummary(s models.MatchSummary, corrections int64) {
	m.summaries.Store(s.Match, s)
	if m.corrections.Load() != corrections {
		m.summaries.Delete(s.Match)
	}
}

// scored gives the rounds without their records.
func scored(rounds []kept) []*scoring.Round {
	var all []*scoring.Round
	for _, k := range rounds {
		all = append(all, k.round)
	}
	return all
}

// read hands the rounds of a match to use, which must not keep them, and gives who plays and whether it is the
// present match. Only that one is locked meanwhile; the others do not change any more.
func (m *Match) read(ctx context.Context, id int64, use func([]kept) error) (players []models.Player, present bool, err error) {
	m.mu.Lock()
	if id == Present || id == m.id {
		defer m.mu.Unlock()
		return m.Rules.Players, true, use(append(slices.Clone(m.past), m.present()))
	}
	m.mu.Unlock()
	setup, records, err := m.recall(ctx, id)
	if err != nil {
		return nil, false, err
	}
	var rounds []kept
	for _, record := range records {
		k, err := m.replay(ctx, setup, record)
		if err != nil {
			return nil, false, err
		}
		rounds = append(rounds, *k)
	}
	return setup.Rules.Players, false, use(rounds)
}

// recall gives what the record has of an earlier match.
func (m *Match) recall(ctx context.Context, id int64) (setup matchSetup, rounds []journal.Round, err error) {
	matches, err := m.Journal.Matches(ctx)
	if err != nil {
		return setup, nil, err
	}
	i := slices.IndexFunc(matches, func(r journal.Match) bool { return r.ID == id })
	if i < 0 {
		return setup, nil, Refuse(NotFound, "no-match", "That match is not in the record.")
	}
	if err := json.Unmarshal(matches[i].Setup, &setup); err != nil {
		return setup, nil, fmt.Errorf("match %d: %w", id, err)
	}
	rounds, err = m.Journal.Rounds(ctx, id)
	return setup, rounds, err
}

// replay makes a round of an earlier match anew from the record.
func (m *Match) replay(ctx context.Context, setup matchSetup, record journal.Round) (*kept, error) {
	entries, err := m.Journal.Entries(ctx, record.ID, 1)
	if err != nil {
		return nil, err
	}
	k := kept{record: record}
	for _, e := range entries {
		k.log = append(k.log, setup.Named.called(record.Number, e.Seq, e.Event))
	}
	if k.round, err = replayed(setup.Before.in(record.Number, setup.Rules), k.log); err != nil {
		return nil, fmt.Errorf("round %d of match %d: %w", record.Number, record.Match, err)
	}
	return &k, nil
}

// earlier makes round n, from 1, of an earlier match anew from the record.
func (m *Match) earlier(ctx context.Context, id int64, n int) (*kept, error) {
	setup, records, err := m.recall(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case n < 1 || n > len(records):
		return nil, noRound(n)
	}
	return m.replay(ctx, setup, records[n-1])
}

// readRound hands round n of a match to use.
func (m *Match) readRound(ctx context.Context, id int64, n int, use func(kept) error) error {
	_, _, err := m.read(ctx, id, func(rounds []kept) error {
		if n < 1 || n > len(rounds) {
			return noRound(n)
		}
		return use(rounds[n-1])
	})
	return err
}

// Round gives one round of a match with all that happened in it.
func (m *Match) Round(ctx context.Context, id int64, n int) (d models.RoundDetail, err error) {
	err = m.readRound(ctx, id, n, func(k kept) error {
		d, err = k.detail()
		return err
	})
	return d, err
}

func (k kept) detail() (models.RoundDetail, error) {
	var setup roundSetup
	if err := json.Unmarshal(k.record.Setup, &setup); err != nil {
		return models.RoundDetail{}, err
	}
	d := models.RoundDetail{
		Match: k.record.Match, Round: k.record.Number, From: setup.From, Void: k.round.Void(),
		Backs: map[models.Back]int{}, Left: map[string]int{}, Players: k.round.End().Players,
		Piles: piles(k.round.State()), Plays: k.plays(), Changes: k.changes(), Tens: k.tens(),
	}
	for _, p := range k.round.Config().Players {
		d.Seats = append(d.Seats, models.Seat{Name: p.Name, Back: p.Back})
	}
	for _, s := range k.round.Steps() {
		if s.Event.Type == models.EventCount && !s.Removed {
			d.Counted, d.Backs, d.Left = s.Number, s.Event.Backs, s.Event.Left
			for name := range d.Tens {
				d.Tens[name] = s.Event.Tens[name]
			}
		}
	}
	return d, nil
}

// lastOn is when the last card before an event's was known to lie on its pile, in seconds; 0: there was none.
func (m *Match) lastOn(e models.Event) float64 {
	for _, before := range slices.Backward(m.log) {
		if before.Type == models.EventPlay && before.Pile == e.Pile && before.Time < e.Time {
			return before.Decided
		}
	}
	return 0
}

// Pictures gives the pictures kept with event n of a round of a match.
func (m *Match) Pictures(ctx context.Context, id int64, round, n int) (journal.Picture, error) {
	var record int64
	clip := ""
	err := m.readRound(ctx, id, round, func(k kept) error {
		if n < 1 || n > len(k.log) || k.log[n-1].Clip == "" {
			return Refuse(NotFound, "no-evidence", "No picture was kept of that.")
		}
		record, clip = k.record.ID, k.log[n-1].Clip
		return nil
	})
	if err != nil {
		return journal.Picture{}, err
	}
	p, err := m.Journal.Picture(ctx, record, clip)
	if errors.Is(err, journal.ErrNotFound) {
		return p, Refuse(NotFound, "picture-gone", "That picture is not kept any more.")
	}
	return p, err
}

// ClipOf tells which clip shows event n of a round of a match, and where to look in it. Where none does, not yet or not
// any more, the clip's id is 0.
func (m *Match) ClipOf(ctx context.Context, id int64, round, n int) (models.Evidence, error) {
	var found models.Evidence
	var record int64
	err := m.readRound(ctx, id, round, func(k kept) error {
		step, err := k.step(n)
		if err != nil {
			return err
		}
		record = k.record.ID
		found.Moment, found.Place, found.Rival = step.Event.Time, step.Event.Corners, k.rival(step)
		return nil
	})
	if err != nil {
		return found, err
	}
	clip, err := m.Journal.ClipAt(ctx, record, found.Moment)
	if errors.Is(err, journal.ErrNotFound) {
		found.Times = []float64{}
		return found, nil
	}
	found.Clip, found.Type, found.FPS, found.Times = clip.ID, clip.Type, clip.FPS, clip.Times
	camera := m.Snapshot().Camera
	found.Width, found.Height = camera.Width, camera.Height
	return found, err
}

// raceWithin is how many seconds two plays of the same card may be apart to be shown side by side.
const raceWithin = 1.5

// rival gives the play that raced with a step: of the same card, or to the same pile where one of the two was too
// much, by somebody else, the nearest in time.
func (k kept) rival(step scoring.Step) *models.Play {
	e := step.Event
	if e.Type != models.EventPlay {
		return nil
	}
	best, nearest := 0, raceWithin
	for _, s := range k.round.Steps() {
		o := s.Event
		apart := max(o.Time-e.Time, e.Time-o.Time)
		rivals := o.Type == models.EventPlay && !s.Removed && s.Number != step.Number && (o.Player == "" || o.Player != e.Player) &&
			(sameCard(o.Card, e.Card) || o.Pile == e.Pile && (mistaken(s) || mistaken(step)))
		if rivals && apart <= nearest {
			best, nearest = s.Number, apart
		}
	}
	if best == 0 {
		return nil
	}
	play := k.plays()[best]
	return &play
}

func mistaken(s scoring.Step) bool { return s.Now.Verdict == models.Illegal }

// Clip opens a clip's file, which the caller closes.
func (m *Match) Clip(ctx context.Context, id int64) (journal.Clip, *os.File, error) {
	clip, file, err := m.Journal.OpenClip(ctx, id)
	if errors.Is(err, journal.ErrNotFound) {
		err = Refuse(NotFound, "clip-gone", "That clip is not kept any more.")
	}
	return clip, file, err
}

// WriteFile writes one of the files a match can be taken along as: match.json, match.csv or plays.csv.
func (m *Match) WriteFile(ctx context.Context, id int64, name string, w io.Writer) error {
	_, _, err := m.read(ctx, id, func(rounds []kept) error {
		switch name {
		case "match.json":
			return scoring.MakeReport(scored(rounds)).WriteJSON(w)
		case "match.csv":
			return scoring.MakeTable(scored(rounds)).WriteTable(w)
		case "plays.csv":
			return scoring.WritePlays(w, scored(rounds))
		}
		return Refuse(NotFound, "no-file", "There is no such file of a match.")
	})
	return err
}
