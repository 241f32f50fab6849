// Package journal is the append-only record of matches, kept in one SQLite file: what was
// seen (events), what was ruled, what people corrected, and the pictures that show it.
//
// # Use
//
//	j, err := journal.Open(ctx, path)            // creates or upgrades the file; one process at a time
//	defer j.Close()
//	match, err := j.StartMatch(ctx, now, setup)  // setup: whatever begins the match again, kept as JSON
//	round, err := j.StartRound(ctx, match.ID, 1, now, setup)
//	err = j.Append(ctx, round.ID, journal.Entry{Seq: 1, Event: e, Rulings: rulings, Pictures: pictures})
//
// Append returns once the entry is on the disk; only then may it be shown. Entries of a round
// are numbered from 1 without gaps. Appending a number again with the same event changes nothing,
// so a caller who does not know whether an entry got through before a crash sends it again.
//
// To go on after a crash: Matches gives the matches, the latest last; Rounds those of a match with
// their setups; Entries what happened in a round. Feeding the events, in order, to the same code that
// handled them live brings everything back, and the next entry's number is one more than the last.
//
// A correction is an event like any other ([models.EventCorrection]) and is appended with
// the rulings it changed. Nothing recorded is ever overwritten, save that the oldest pictures go
// when all of them together pass a bound (see [Picture]), and likewise the oldest clips (see [Clip]), which lie in
// a folder beside the file: "matches.clips" beside "matches.db".
//
// All methods may be called from several goroutines.
package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite" // the database/sql driver "sqlite", pure Go
	sqlitelib "modernc.org/sqlite/lib"
)

// What callers tell apart with errors.Is.
var (
	ErrInUse    = errors.New("the record is in use by another running schiri")
	ErrDenied   = errors.New("the file cannot be opened to read and write it; it may belong to another user, or be a folder")
	ErrForeign  = errors.New("the file is not a record of schiri")
	ErrNewer    = errors.New("the record was written by a newer schiri")
	ErrNotFound = errors.New("not in the record")
	ErrConflict = errors.New("the number is already taken by another event")
	ErrGap      = errors.New("the number does not follow the last one recorded")
)

// Journal is an open record. Close it when done.
type Journal struct {
	db        *sql.DB
	clips     string // folder of the clips
	clipBound atomic.Int64

	// mu guards held, the bytes of all pictures kept, over a whole append.
	mu    sync.Mutex
	held  int64
	bound int64
}

// Open opens the record at path, creating the file and its folder where missing and bringing an
// older record up to date. A record of a newer program, a file that is something else, a record another
// process holds and one that cannot be read and written are refused (ErrNewer, ErrForeign, ErrInUse, ErrDenied) and left
// as they are.
func Open(ctx context.Context, path string) (*Journal, error) {
	return open(ctx, path, migrations, pictureBound)
}

func open(ctx context.Context, path string, steps []string, bound int64) (*Journal, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open record %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return nil, fmt.Errorf("open record %s: %w", path, err)
	}
	db, err := sql.Open("sqlite", dataSource(full))
	if err != nil {
		return nil, fmt.Errorf("open record %s: %w", path, err)
	}
	// The file is locked for this process alone, and with it for this one connection.
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)

	j := &Journal{db: db, bound: bound, clips: strings.TrimSuffix(full, filepath.Ext(full)) + ".clips"}
	j.clipBound.Store(ClipBound)
	if err := j.prepare(ctx, steps); err != nil {
		return nil, errors.Join(fmt.Errorf("open record %s: %w", path, err), db.Close())
	}
	return j, nil
}

// dataSource asks for a flush at every commit: an entry that was acknowledged survives the death
// of the process and the loss of power.
func dataSource(path string) string {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(2000)", "locking_mode(exclusive)", "synchronous(full)", "foreign_keys(on)",
	}}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}

func (j *Journal) prepare(ctx context.Context, steps []string) error {
	err := j.inTx(ctx, func(tx *sql.Tx) error { return migrate(ctx, tx, steps) })
	if err != nil {
		return plain(err)
	}
	// Only now is the file known to be ours; the write-ahead log is noted in it.
	if _, err := j.db.ExecContext(ctx, `PRAGMA journal_mode = wal`); err != nil {
		return plain(err)
	}
	row := j.db.QueryRowContext(ctx, `SELECT coalesce(sum(length(before) + length(after)), 0) FROM pictures`)
	if err := row.Scan(&j.held); err != nil {
		return err
	}
	return j.sweepClips(ctx)
}

// Close closes the record. Everything appended is already on the disk.
func (j *Journal) Close() error { return j.db.Close() }

// inTx runs f in one transaction: all of it is kept or none.
func (j *Journal) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		// The rollback's own error adds nothing a caller could act on.
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// plain puts the database's codes for "locked", "not allowed" and "not a database" into words.
func plain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff { // the low byte is the primary code
	case sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED:
		return ErrInUse
	case sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_CANTOPEN:
		return ErrDenied
	case sqlitelib.SQLITE_NOTADB:
		return ErrForeign
	}
	return err
}

// Match is a series of rounds.
type Match struct {
	ID      int64
	Started time.Time
	Setup   json.RawMessage // as given to StartMatch, or the latest ChangeSetup
	Begun   bool            // as read: anything happened in one of its rounds
}

// Round is one round of a match.
type Round struct {
	ID      int64
	Match   int64
	Number  int // from 1
	Started time.Time
	Setup   json.RawMessage // as given to StartRound, or the latest ChangeSetup
}

// StartMatch begins a match. The setup is written as JSON and handed back unread.
func (j *Journal) StartMatch(ctx context.Context, at time.Time, setup any) (Match, error) {
	m := Match{Started: at.UTC()}
	err := j.inTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `INSERT INTO matches (started) VALUES (?)`, stamp(at))
		if err != nil {
			return err
		}
		if m.ID, err = res.LastInsertId(); err != nil {
			return err
		}
		m.Setup, err = addSetup(ctx, tx, m.ID, 0, at, setup)
		return err
	})
	if err != nil {
		return Match{}, fmt.Errorf("record a new match: %w", err)
	}
	return m, nil
}

// StartRound begins round number of a match. The number follows the last round's (else ErrGap);
// where the round exists already it is handed back as recorded, setup and all.
func (j *Journal) StartRound(ctx context.Context, match int64, number int, at time.Time, setup any) (Round, error) {
	rounds, err := j.Rounds(ctx, match)
	if err != nil {
		return Round{}, err
	}
	if number >= 1 && number <= len(rounds) {
		return rounds[number-1], nil
	}
	if number != len(rounds)+1 {
		return Round{}, fmt.Errorf("record round %d after %d rounds: %w", number, len(rounds), ErrGap)
	}
	r := Round{Match: match, Number: number, Started: at.UTC()}
	err = j.inTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `INSERT INTO rounds (match, number, started) VALUES (?, ?, ?)`, match, number, stamp(at))
		if err != nil {
			return err
		}
		if r.ID, err = res.LastInsertId(); err != nil {
			return err
		}
		r.Setup, err = addSetup(ctx, tx, match, number, at, setup)
		return err
	})
	if err != nil {
		return Round{}, fmt.Errorf("record round %d: %w", number, err)
	}
	return r, nil
}

// ChangeSetup gives a round of a match, or with round number 0 the match itself, another setup
// from now on. The earlier ones stay in the record.
func (j *Journal) ChangeSetup(ctx context.Context, match int64, round int, at time.Time, setup any) error {
	rounds, err := j.Rounds(ctx, match)
	if err != nil {
		return err
	}
	if round < 0 || round > len(rounds) {
		return fmt.Errorf("round %d of match %d: %w", round, match, ErrNotFound)
	}
	err = j.inTx(ctx, func(tx *sql.Tx) error {
		_, err := addSetup(ctx, tx, match, round, at, setup)
		return err
	})
	if err != nil {
		return fmt.Errorf("record a changed setup: %w", err)
	}
	return nil
}

func addSetup(ctx context.Context, tx *sql.Tx, match int64, round int, at time.Time, setup any) (json.RawMessage, error) {
	b, err := json.Marshal(setup)
	if err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO setups (match, round, at, setup) VALUES (?, ?, ?, ?)`, match, round, stamp(at), string(b))
	return b, err
}

// Matches gives every match, the latest last.
func (j *Journal) Matches(ctx context.Context) (_ []Match, err error) {
	rows, err := j.db.QueryContext(ctx, `
		SELECT id, started, (SELECT setup FROM setups WHERE match = m.id AND round = 0 ORDER BY id DESC LIMIT 1),
			EXISTS (SELECT 1 FROM events e JOIN rounds r ON e.round = r.id WHERE r.match = m.id)
		FROM matches m ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the matches: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var all []Match
	for rows.Next() {
		var m Match
		var started, setup string
		if err := rows.Scan(&m.ID, &started, &setup, &m.Begun); err != nil {
			return nil, fmt.Errorf("read the matches: %w", err)
		}
		if m.Started, err = time.Parse(time.RFC3339Nano, started); err != nil {
			return nil, fmt.Errorf("read match %d: %w", m.ID, err)
		}
		m.Setup = json.RawMessage(setup)
		all = append(all, m)
	}
	return all, rows.Err()
}

// Rounds gives the rounds of a match in order; ErrNotFound where there is no such match.
func (j *Journal) Rounds(ctx context.Context, match int64) (_ []Round, err error) {
	var exists bool
	row := j.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM matches WHERE id = ?)`, match)
	if err := row.Scan(&exists); err != nil {
		return nil, fmt.Errorf("read match %d: %w", match, err)
	}
	if !exists {
		return nil, fmt.Errorf("match %d: %w", match, ErrNotFound)
	}
	rows, err := j.db.QueryContext(ctx, `
		SELECT id, number, started, (SELECT setup FROM setups WHERE match = r.match AND round = r.number ORDER BY id DESC LIMIT 1)
		FROM rounds r WHERE match = ? ORDER BY number`, match)
	if err != nil {
		return nil, fmt.Errorf("read the rounds of match %d: %w", match, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var all []Round
	for rows.Next() {
		r := Round{Match: match}
		var started, setup string
		if err := rows.Scan(&r.ID, &r.Number, &started, &setup); err != nil {
			return nil, fmt.Errorf("read the rounds of match %d: %w", match, err)
		}
		if r.Started, err = time.Parse(time.RFC3339Nano, started); err != nil {
			return nil, fmt.Errorf("read round %d of match %d: %w", r.Number, match, err)
		}
		r.Setup = json.RawMessage(setup)
		all = append(all, r)
	}
	return all, rows.Err()
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
