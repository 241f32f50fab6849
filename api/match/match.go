// Package match keeps a live match: what the camera saw and what people press come in, go through
// the rules into the record, and come out as snapshots. It begins again from the record alone.
//
// What the camera sees comes in by Observe (match.go); after a pause, rejoin.go fits it to what was known before. What people
// press lies in commands.go, stop.go and count.go, who joins or leaves in company.go, and what they put right in correct.go, spot.go and names.go; likely.go
// offers them what may have been meant, and rounds.go puts it into the record of a round, present or past. history.go and
// archive.go give out what is on record, and view.go makes the snapshot that everybody is shown.
package match

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
	"schiri/scoring"
)

// Config is what a match is made of. The journal stays the caller's and must outlive the match.
type Config struct {
	Rules   rules.Config
	Journal *journal.Journal
	// Recording names what is watched where that is no camera: a match seen on one recording does not go on
	// with another.
	Recording string
	// Publish is given every new snapshot, in order, once what it shows is in the record.
	Publish func(models.Snapshot) error
	// Evidence gives the pictures of an event that has just been seen: as it was then, and before it, but not before the card below was
	// known to lie there (since, in seconds of the match; 0: long ago). It may give none.
	Evidence func(e models.Event, since float64) journal.Picture
	// Film is told of events whose moment is to be kept as a clip: those of plays, and whatever is flagged. Round
	// is the id of the round in the record.
	Film func(round int64, e models.Event, flagged bool)
	// Ruled is told every ruling made live, once it is in the record.
	Ruled func(models.Ruling)
	Now   func() time.Time
	Log   *slog.Logger
}

// Match is a live match. Its methods may be called by several goroutines.
type Match struct {
	Config

	mu      sync.Mutex
	id      int64
	named   namings           // the names put right in it
	before  companies         // who played in it before others joined or some left
	called  map[string]string // the name of each player by the one the camera knows, which was opened with it
	past    []kept            // the rounds before the present one
	round   *scoring.Round
	record  journal.Round // of the present round
	setup   roundSetup
	log     []models.Event  // of the present round, as recorded
	known   known           // what a recording that starts over shows again
	rejoin  *rejoin         // fits what the camera sees to the round; nil: it was there from the start, and all piles are its own
	shown   models.Snapshot // of the round and the match, as last worked out
	amended *models.Amended // by the latest correction of an earlier round of the match
	version uint64
	// summaries are those of earlier matches, by id; they change with the corrections of rounds that are over alone, of which so
	// many have been made.
	summaries   sync.Map
	corrections atomic.Int64
	camera      models.CameraState
	cards       []models.Outline
	end         []byte  // the picture the cards of the round's end lie in, as JPEG; nil: cards is kept up to date
	time        float64 // media time of the newest event or picture
}

// matchSetup is what the record keeps of a match to begin it again.
type matchSetup struct {
	Rules     rules.Config `json:"rules"`
	Recording string       `json:"recording,omitempty"`
	Named     namings      `json:"named,omitempty"`
	Before    companies    `json:"before,omitempty"` // who played, before the players of the rules did
}

// unseated leaves out of the setup where the players sit in the picture, as a match goes on when the camera has been placed
// anew, what they were called before, and who played before them.
func (s matchSetup) unseated() matchSetup {
	s.Named, s.Before = nil, nil
	s.Rules.Players = slices.Clone(s.Rules.Players)
	for i := range s.Rules.Players {
		s.Rules.Players[i].Seat = ""
	}
	slices.SortFunc(s.Rules.Players, func(a, b models.Player) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// roundSetup is what the record keeps of a round besides its events.
type roundSetup struct {
	Phase   models.Phase `json:"phase"`
	From    float64      `json:"from"`              // media time of the first picture of the round
	Stopped float64      `json:"stopped,omitempty"` // media time of the stop
	ByHand  bool         `json:"by_hand,omitempty"` // stopped by hand: the camera referees it no longer
	// Resumed is the number of events recorded when a stopped round went on: what they said of its end is void.
	Resumed int                 `json:"resumed,omitempty"`
	Photos  []models.CountPhoto `json:"photos,omitempty"`
}

// Open goes on with the latest match in the record if it has the same players and rules, or begins a new one.
func Open(ctx context.Context, c Config) (*Match, error) {
	m := &Match{Config: c, camera: models.CameraState{Status: models.CameraStarting}, called: map[string]string{}}
	for _, p := range c.Rules.Players {
		m.called[p.Name] = p.Name
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	resumed, err := m.resume(ctx)
	if err != nil {
		return nil, err
	}
	if !resumed {
		if err := m.begin(ctx); err != nil {
			return nil, err
		}
	}
	m.changed()
	return m, nil
}

// begin starts a new match with its first round.
func (m *Match) begin(ctx context.Context) error {
	started, err := m.Journal.StartMatch(ctx, m.Now(), matchSetup{m.Rules, m.Recording, nil, nil})
	if err != nil {
		return err
	}
	return m.beginRound(ctx, started.ID, 1, nil)
}

// beginRound starts round n of a match, waiting for its start; past are the rounds before it. Where that cannot be
// recorded, the round before stays the present one.
func (m *Match) beginRound(ctx context.Context, id int64, n int, past []kept) error {
	round, err := scoring.NewRound(m.Rules)
	if err != nil {
		return err
	}
	setup := roundSetup{Phase: models.PhaseReady}
	record, err := m.Journal.StartRound(ctx, id, n, m.Now(), setup)
	if err != nil {
		return err
	}
	if id != m.id {
		m.amended, m.named, m.before = nil, nil, nil
	}
	m.id, m.past = id, past
	m.round, m.record, m.setup, m.log, m.known, m.rejoin = round, record, setup, nil, known{}, nil
	m.cards, m.end = nil, nil
	return nil
}

// Watch tells the match that the camera begins to referee the present round at media time from, or begins
// anew in the middle of it. If it shows the round again from its beginning, what is in the record already will
// be passed over; else it is fitted to what is known of the table.
func (m *Match) Watch(ctx context.Context, again bool, from float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rejoin = nil
	if again {
		return nil
	}
	m.known = known{}
	if m.round.State().Events() == 0 {
		return nil
	}
	m.rejoin = newRejoin(m.round.State(), m.log)
	if from <= m.time {
		return nil // a table that stood still meanwhile
	}
	for _, e := range away(m.round.State(), m.time, from) {
		if err := m.add(ctx, e); err != nil {
			return err
		}
	}
	m.changed()
	return nil
}

// Observe takes what the camera saw. When it returns without an error the event is in the record,
// and every screen has been told; with one it is not, and may be handed in again.
func (m *Match) Observe(ctx context.Context, e models.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e = renamed(e, m.called)
	if !m.watching() || m.known.has(e) {
		return nil // closed while this was on its way, or recorded before a restart
	}
	if m.rejoin != nil {
		var nothingNew bool
		if e, nothingNew = m.rejoin.fit(e, m.round.State()); nothingNew {
			return nil
		}
	}
	err := m.add(ctx, e)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		// The pipeline said what cannot be. That is a fault to be mended, but no reason to stop the round.
		m.Log.Error("what was seen cannot be", "event", e.Type, "t", e.Time, "err", err)
		return nil
	}
	if after := cleared(m.round.Steps()); err == nil && m.setup.Phase == models.PhasePlaying && after != nil {
		if err := m.stopByHand(ctx, "", after); err != nil { // tried again with the next event; this one is in the record
			m.Log.Error("the round is not stopped, though the table is being cleared", "err", err)
		}
	}
	m.changed()
	return err
}

// add takes an event through the rules into the record. Only then may it be shown.
func (m *Match) add(ctx context.Context, e models.Event) error {
	seq := len(m.log) + 1
	entry := journal.Entry{Seq: seq}
	if hasEvidence(e) && m.Evidence != nil {
		if p := m.Evidence(e, m.lastOn(e)); len(p.Before)+len(p.After) > 0 {
			e.Clip = fmt.Sprint(seq)
			p.Clip = e.Clip
			entry.Pictures = []journal.Picture{p}
		}
	}
	rulings, err := m.round.Add(e)
	if err != nil {
		return err
	}
	entry.Event, entry.Rulings = e, rulings
	if err := m.Journal.Append(ctx, m.record.ID, entry); err != nil {
		// What is not in the record has not happened: go back to what is.
		if undo := m.rebuild(m.log); undo != nil {
			m.Log.Error("cannot go back to the record", "err", undo)
		}
		return err
	}
	m.log = append(m.log, e)
	m.time = max(m.time, e.Time, e.Decided)
	m.film(ctx, e, rulings)
	for _, r := range rulings {
		m.Ruled(r)
	}
	if setup := m.setup; setup.follow(m.round.Config().House.Stuck, rulings) {
		m.setup = setup
		if err := m.keep(ctx, setup); err != nil { // whoever opens the record works it out from the event
			m.Log.Error("the phase of the round is not in the record", "phase", setup.Phase, "err", err)
		}
	}
	return nil
}

// hasEvidence tells which events are shown with pictures.
func hasEvidence(e models.Event) bool {
	switch e.Type {
	case models.EventPlay, models.EventTakeBack, models.EventRowLay, models.EventRefill:
		return true
	}
	return false
}

// film asks for a clip of what was just seen, and has those that show what is flagged now kept longer.
func (m *Match) film(ctx context.Context, e models.Event, rulings []models.Ruling) {
	for _, r := range rulings {
		if r.Of == 0 || r.Verdict != models.Illegal {
			continue
		}
		if err := m.Journal.FlagClips(ctx, m.record.ID, r.Time); err != nil {
			m.Log.Error("a clip is not marked to be kept longer", "err", err)
		}
	}
	flagged := rulings[0].Verdict == models.Illegal
	seen := e.Decided > 0 // what people enter was not filmed when they did
	if m.Film != nil && seen && (flagged || hasEvidence(e) || e.Type == models.EventStop) {
		m.Film(m.record.ID, e, flagged)
	}
}

// follow takes in rulings, and tells whether they ended the round or let it go on. It ends by "Ligretto stop!" or, where
// the house has it so, because provably nobody could play any more; it goes on if the stop turns out to be none.
func (s *roundSetup) follow(house rules.StuckChoice, rulings []models.Ruling) bool {
	was := s.Phase
	for _, r := range rulings {
		stuck := r.Type == models.EventDeadlock && r.Status == "proved" && house == rules.StuckEnds
		stop := r.Type == models.EventStop && r.Verdict != models.Illegal
		switch {
		case s.Phase == models.PhasePlaying && (stuck || stop):
			s.Phase, s.Stopped = models.PhaseStopped, max(r.Time, r.Decided)
		case s.Phase == models.PhaseStopped && !s.ByHand && r.Type == models.EventResume:
			s.Phase = models.PhasePlaying
		}
	}
	return s.Phase != was
}

// rebuild makes the present round anew from its events.
func (m *Match) rebuild(log []models.Event) error {
	round, err := replayed(m.before.in(m.record.Number, m.Rules), log)
	if err != nil {
		return err
	}
	m.round, m.log = round, log
	return nil
}

// enter records that the round is in another phase.
func (m *Match) enter(ctx context.Context, p models.Phase) error {
	setup := m.setup
	setup.Phase = p
	return m.keep(ctx, setup)
}

// keep records the round's setup and then goes by it.
func (m *Match) keep(ctx context.Context, setup roundSetup) error {
	if err := m.Journal.ChangeSetup(ctx, m.id, m.record.Number, m.Now(), setup); err != nil {
		return err
	}
	setupJSON, err := json.Marshal(setup)
	m.setup, m.record.Setup = setup, setupJSON
	return err
}

// Watching tells which round the camera is to referee now, and from which media time on.
func (m *Match) Watching() (round int, from float64, watching bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.record.Number, m.setup.From, m.watching()
}

// clearing is how long, in seconds, the camera goes on after "Ligretto stop!", so that a card laid too late is
// seen. After that people clear the table.
const clearing = 3.0

// watching tells whether the camera referees the round. The caller holds the lock.
func (m *Match) watching() bool {
	switch m.setup.Phase {
	case models.PhasePlaying:
		return true
	case models.PhaseStopped:
		return !m.setup.ByHand && m.time < m.setup.Stopped+clearing
	}
	return false
}

// Snapshot is the match as it stands.
func (m *Match) Snapshot() models.Snapshot {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.snapshot()
}

// Tick tells the match how far media time has come, in seconds.
func (m *Match) Tick(t float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.time = max(m.time, t)
}

// Time is the media time, in seconds, as far as it has come.
func (m *Match) Time() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.time
}

// SetCamera tells how the pictures come in.
func (m *Match) SetCamera(c models.CameraState) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.camera != c {
		m.camera = c
		m.publish()
	}
}

// SetCards tells what lies in sight.
func (m *Match) SetCards(cards []models.Outline) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cards, m.end = cards, nil
	m.publish()
}

// EndCards tells that nobody keeps the cards up to date any more, and gives the picture they lie in, as JPEG. They can
// be corrected until the next round begins.
func (m *Match) EndCards(jpeg []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.setup.Phase {
	case models.PhaseReady, models.PhasePlaying:
		m.cards, m.end = nil, nil // the next round has begun meanwhile, or this one goes on
	default:
		m.end = jpeg
	}
	m.publish()
}

// End is the picture of the end of the round, as JPEG.
func (m *Match) End() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.end == nil {
		return nil, Refuse(NotFound, "no-end", "There is no picture of the end of a round now.")
	}
	return m.end, nil
}

// changed shows a round or match that has changed. The caller holds the lock.
func (m *Match) changed() {
	m.refresh()
	m.publish()
}

// publish hands out a snapshot of how things stand. The caller holds the lock.
func (m *Match) publish() {
	m.version++
	if err := m.Publish(m.snapshot()); err != nil {
		m.Log.Error("cannot show the match", "err", err)
	}
}

// resume goes on with the latest match of the record that was played by these rules; others may have been played at
// another table since. One that is over shows its winners until the next is begun.
func (m *Match) resume(ctx context.Context) (bool, error) {
	matches, err := m.Journal.Matches(ctx)
	if err != nil || len(matches) == 0 {
		return false, err
	}
	now := matchSetup{m.Rules, m.Recording, nil, nil}.unseated()
	same := func(r journal.Match) bool {
		var then matchSetup
		return json.Unmarshal(r.Setup, &then) == nil && reflect.DeepEqual(then.unseated(), now)
	}
	slices.Reverse(matches)
	at := slices.IndexFunc(matches, same)
	if at < 0 {
		return false, nil
	}
	latest := matches[at]
	rounds, err := m.Journal.Rounds(ctx, latest.ID)
	if err != nil || len(rounds) == 0 {
		return false, err
	}
	var setup matchSetup
	if err := json.Unmarshal(latest.Setup, &setup); err != nil {
		return false, err
	}
	m.id, m.named, m.before, m.past = latest.ID, setup.Named, setup.Before, nil
	for i, record := range rounds {
		if i > 0 {
			m.past = append(m.past, m.present())
		}
		if err := m.load(ctx, record); err != nil {
			return false, fmt.Errorf("round %d of the record: %w", record.Number, err)
		}
	}
	m.Log.Info("going on with the match in the record", "round", m.record.Number, "phase", m.setup.Phase, "events", len(m.log))
	return true, nil
}

// load makes a recorded round the present one.
func (m *Match) load(ctx context.Context, record journal.Round) error {
	entries, err := m.Journal.Entries(ctx, record.ID, 1)
	if err != nil {
		return err
	}
	m.record, m.setup = record, roundSetup{}
	if err := json.Unmarshal(record.Setup, &m.setup); err != nil {
		return err
	}
	if err := m.rebuild(nil); err != nil {
		return err
	}
	var log []models.Event
	m.known, m.time = known{}, m.setup.From
	for _, e := range entries {
		e.Event = m.named.called(record.Number, e.Seq, e.Event)
		log = append(log, e.Event)
		m.known.note(e.Event)
		m.time = max(m.time, e.Event.Time, e.Event.Decided)
		// The stop may have reached the record and the phase that follows from it not.
		if e.Seq > m.setup.Resumed {
			m.setup.follow(m.round.Config().House.Stuck, e.Rulings)
		}
	}
	if err := m.rebuild(log); err != nil {
		return err
	}
	m.setup.Phase = m.settled()
	return nil
}
