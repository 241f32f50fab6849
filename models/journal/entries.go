package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"schiri/models"
)

// Entry is one event of a round with the rulings it led to and the pictures that show it.
type Entry struct {
	Seq      int // number in the round, from 1
	Event    models.Event
	Rulings  []models.Ruling
	Pictures []Picture // only for Append; Entries leaves them out, see Journal.Picture
}

// Picture is the evidence of an event: the table before and after, as JPEG. Clip is the id the event
// carries ([models.Event].Clip). Evidence is bounded: a picture pair above 8 MiB is not kept, and
// when all pairs of the record together pass 1 GiB the oldest go first.
type Picture struct {
	Clip          string
	Before, After []byte
}

const (
	pictureLimit = 8 << 20 // bytes, before and after together
	pictureBound = 1 << 30 // bytes, all that are kept
)

func (p Picture) size() int64 { return int64(len(p.Before) + len(p.After)) }

// Append records entries of a round in one transaction and returns once they are on the disk.
// An entry that is there already with the same event is passed over, rulings and pictures too;
// with another event it is refused (ErrConflict), as is a number that leaves a gap (ErrGap) or an unknown
// round (ErrNotFound). After an error nothing of the call is recorded.
func (j *Journal) Append(ctx context.Context, round int64, entries ...Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	held := j.held
	err := j.inTx(ctx, func(tx *sql.Tx) error {
		last, err := lastSeq(ctx, tx, round)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Seq > last+1 || e.Seq < 1 {
				return fmt.Errorf("entry %d after %d entries: %w", e.Seq, last, ErrGap)
			}
			added, err := appendEntry(ctx, tx, round, e, e.Seq <= last)
			if err != nil {
				return fmt.Errorf("entry %d: %w", e.Seq, err)
			}
			held += added
			last = max(last, e.Seq)
		}
		held, err = j.dropOldest(ctx, tx, held)
		return err
	})
	if err != nil {
		return fmt.Errorf("record what happened in the round: %w", err)
	}
	j.held = held
	return nil
}

func lastSeq(ctx context.Context, tx *sql.Tx, round int64) (int, error) {
	var exists bool
	var last int
	row := tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM rounds WHERE id = ?1), (SELECT coalesce(max(seq), 0) FROM events WHERE round = ?1)`, round)
	if err := row.Scan(&exists, &last); err != nil {
		return 0, err
	}
	if !exists {
		return 0, fmt.Errorf("round with id %d: %w", round, ErrNotFound)
	}
	return last, nil
}

// appendEntry writes one entry, or checks it against the one recorded, and gives the bytes of the pictures added.
func appendEntry(ctx context.Context, tx *sql.Tx, round int64, e Entry, recorded bool) (int64, error) {
	event, err := json.Marshal(e.Event)
	if err != nil {
		return 0, err
	}
	if recorded {
		var was string
		row := tx.QueryRowContext(ctx, `SELECT event FROM events WHERE round = ? AND seq = ?`, round, e.Seq)
		if err := row.Scan(&was); err != nil {
			return 0, err
		}
		if was != string(event) {
			return 0, ErrConflict
		}
		return 0, nil
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO events (round, seq, event) VALUES (?, ?, ?)`, round, e.Seq, string(event)); err != nil {
		return 0, err
	}
	for i, r := range e.Rulings {
		b, err := json.Marshal(r)
		if err != nil {
			return 0, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO rulings (round, seq, nth, ruling) VALUES (?, ?, ?, ?)`, round, e.Seq, i, string(b)); err != nil {
			return 0, err
		}
	}
	var added int64
	for _, p := range e.Pictures {
		if p.size() > pictureLimit {
			continue
		}
		// A missing half is an empty blob, not null.
		_, err := tx.ExecContext(ctx, `INSERT INTO pictures (round, clip, before, after) VALUES (?, ?, ?, ?)`,
			round, p.Clip, append([]byte{}, p.Before...), append([]byte{}, p.After...))
		if err != nil {
			return 0, fmt.Errorf("picture %q: %w", p.Clip, err)
		}
		added += p.size()
	}
	return added, nil
}

// dropOldest deletes the oldest pictures until those kept fit the bound, and gives their bytes.
func (j *Journal) dropOldest(ctx context.Context, tx *sql.Tx, held int64) (int64, error) {
	for held > j.bound {
		var freed int64
		row := tx.QueryRowContext(ctx, `
			DELETE FROM pictures WHERE id = (SELECT min(id) FROM pictures) RETURNING length(before) + length(after)`)
		if err := row.Scan(&freed); err != nil {
			return 0, fmt.Errorf("drop the oldest picture: %w", err)
		}
		held -= freed
	}
	return held, nil
}

// AddPicture keeps a picture of a round that belongs to no event, such as a photo of the count, within the same bound.
// One that is there already under that id stays.
func (j *Journal) AddPicture(ctx context.Context, round int64, p Picture) error {
	if p.size() > pictureLimit {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	held := j.held
	err := j.inTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO pictures (round, clip, before, after) VALUES (?, ?, ?, ?)`,
			round, p.Clip, append([]byte{}, p.Before...), append([]byte{}, p.After...))
		if err != nil {
			return err
		}
		added, err := res.RowsAffected()
		if err != nil {
			return err
		}
		held, err = j.dropOldest(ctx, tx, held+added*p.size())
		return err
	})
	if err != nil {
		return fmt.Errorf("keep a picture: %w", err)
	}
	j.held = held
	return nil
}

// Entries gives what happened in a round from the entry numbered from on, in order; ErrNotFound where there is no such round.
func (j *Journal) Entries(ctx context.Context, round int64, from int) ([]Entry, error) {
	var entries []Entry
	err := j.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := lastSeq(ctx, tx, round); err != nil {
			return err
		}
		var err error
		if entries, err = readEvents(ctx, tx, round, from); err != nil {
			return err
		}
		return readRulings(ctx, tx, round, from, entries)
	})
	if err != nil {
		return nil, fmt.Errorf("read what happened in the round: %w", err)
	}
	return entries, nil
}

func readEvents(ctx context.Context, tx *sql.Tx, round int64, from int) (_ []Entry, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT seq, event FROM events WHERE round = ? AND seq >= ? ORDER BY seq`, round, from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var entries []Entry
	for rows.Next() {
		var e Entry
		var event string
		if err := rows.Scan(&e.Seq, &event); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(event), &e.Event); err != nil {
			return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

// readRulings adds the rulings to entries, whose numbers follow each other.
func readRulings(ctx context.Context, tx *sql.Tx, round int64, from int, entries []Entry) (err error) {
	rows, err := tx.QueryContext(ctx, `SELECT seq, ruling FROM rulings WHERE round = ? AND seq >= ? ORDER BY seq, nth`, round, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var seq int
		var text string
		if err := rows.Scan(&seq, &text); err != nil {
			return err
		}
		var r models.Ruling
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return fmt.Errorf("ruling on entry %d: %w", seq, err)
		}
		e := &entries[seq-entries[0].Seq]
		e.Rulings = append(e.Rulings, r)
	}
	return rows.Err()
}

// Picture gives the evidence a round's event carries as its clip; ErrNotFound where none was kept.
func (j *Journal) Picture(ctx context.Context, round int64, clip string) (Picture, error) {
	p := Picture{Clip: clip}
	row := j.db.QueryRowContext(ctx, `SELECT before, after FROM pictures WHERE round = ? AND clip = ?`, round, clip)
	err := row.Scan(&p.Before, &p.After)
	if errors.Is(err, sql.ErrNoRows) {
		return Picture{}, fmt.Errorf("picture %q: %w", clip, ErrNotFound)
	}
	if err != nil {
		return Picture{}, fmt.Errorf("picture %q: %w", clip, err)
	}
	return p, nil
}
