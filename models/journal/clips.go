package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ClipBound is how many bytes of clips are kept where [Journal.BoundClips] says nothing else: about
// eight hours of film.
const ClipBound = 2 << 30

// Clip is a short film of the table, kept as a video file beside the record. Several plays that follow
// each other closely share one. Picture i of Times is on show from i/FPS to (i+1)/FPS seconds of the file.
//
// Clips are bounded: when all of them together pass the bound the oldest go first, of them those without a
// flag.
type Clip struct {
	ID      int64     `json:"id"`
	Round   int64     `json:"-"` // id of the round
	Times   []float64 `json:"times"`
	FPS     float64   `json:"fps"`
	Type    string    `json:"type"` // of the file, as in HTTP
	Flagged bool      `json:"flagged"`
	Bytes   int64     `json:"bytes"`
}

// ClipFolder is where a caller makes a clip's file, named "new" with any ending, before it is handed to AddClip.
func (j *Journal) ClipFolder() string { return j.clips }

// clipPath is the file of a clip once it is in the record.
func (j *Journal) clipPath(id int64, path string) string {
	return filepath.Join(j.clips, strconv.FormatInt(id, 10)+filepath.Ext(path))
}

// AddClip takes a whole file from the clip folder into the record; the file is moved. A clip is in the record
// with its file or not at all: what a death of the process leaves in between is swept away by Open.
func (j *Journal) AddClip(ctx context.Context, c Clip, path string) (Clip, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Clip{}, fmt.Errorf("keep a clip: %w", err)
	}
	if len(c.Times) == 0 {
		return Clip{}, errors.New("keep a clip: it has no pictures")
	}
	times, err := json.Marshal(c.Times)
	if err != nil {
		return Clip{}, fmt.Errorf("keep a clip: %w", err)
	}
	c.Bytes = info.Size()
	var gone []string
	err = j.inTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `
			INSERT INTO clips (round, starts, ends, times, fps, type, ending, flagged, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			c.Round, c.Times[0], c.Times[len(c.Times)-1], string(times), c.FPS, c.Type, filepath.Ext(path), c.Flagged, c.Bytes)
		if err != nil {
			return err
		}
		if c.ID, err = res.LastInsertId(); err != nil {
			return err
		}
		if gone, err = j.dropClips(ctx, tx); err != nil {
			return err
		}
		return os.Rename(path, j.clipPath(c.ID, path))
	})
	if err != nil {
		return Clip{}, fmt.Errorf("keep a clip: %w", errors.Join(err, discard(path)))
	}
	for _, file := range gone {
		err = errors.Join(err, discard(file))
	}
	return c, err
}

// dropClips takes clips out of the record until the rest fits the bound, and gives their files.
func (j *Journal) dropClips(ctx context.Context, tx *sql.Tx) (files []string, err error) {
	for {
		var held, id int64
		var ending string
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(sum(bytes), 0) FROM clips`).Scan(&held); err != nil {
			return nil, err
		}
		if held <= j.clipBound.Load() {
			return files, nil
		}
		row := tx.QueryRowContext(ctx, `
			DELETE FROM clips WHERE id = (SELECT id FROM clips ORDER BY flagged, id LIMIT 1) RETURNING id, ending`)
		if err := row.Scan(&id, &ending); err != nil {
			return nil, fmt.Errorf("drop the oldest clip: %w", err)
		}
		files = append(files, j.clipPath(id, ending))
	}
}

// discard removes a file that may be gone already.
func discard(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// BoundClips sets how many bytes of clips are kept. What is too much goes with the next clip.
func (j *Journal) BoundClips(bytes int64) { j.clipBound.Store(bytes) }

const clipColumns = `id, round, times, fps, type, flagged, bytes, ending`

func scanClip(row interface{ Scan(...any) error }) (c Clip, ending string, err error) {
	var times string
	if err = row.Scan(&c.ID, &c.Round, &times, &c.FPS, &c.Type, &c.Flagged, &c.Bytes, &ending); err != nil {
		return c, "", err
	}
	return c, ending, json.Unmarshal([]byte(times), &c.Times)
}

// ClipAt gives the clip of a round that shows a moment (seconds of media time) with the most of what came
// before and after it; ErrNotFound where none does.
func (j *Journal) ClipAt(ctx context.Context, round int64, t float64) (Clip, error) {
	c, _, err := scanClip(j.db.QueryRowContext(ctx, `
		SELECT `+clipColumns+` FROM clips WHERE round = ?1 AND starts <= ?2 AND ends >= ?2
		ORDER BY min(?2 - starts, 2) + min(ends - ?2, 1) DESC, id DESC LIMIT 1`, round, t))
	if errors.Is(err, sql.ErrNoRows) {
		return Clip{}, fmt.Errorf("clip of second %.1f: %w", t, ErrNotFound)
	}
	if err != nil {
		return Clip{}, fmt.Errorf("clip of second %.1f: %w", t, err)
	}
	return c, nil
}

// OpenClip opens a clip's file, which the caller closes; ErrNotFound where it is not kept any more.
func (j *Journal) OpenClip(ctx context.Context, id int64) (Clip, *os.File, error) {
	c, ending, err := scanClip(j.db.QueryRowContext(ctx, `SELECT `+clipColumns+` FROM clips WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Clip{}, nil, fmt.Errorf("clip %d: %w", id, ErrNotFound)
	}
	if err != nil {
		return Clip{}, nil, fmt.Errorf("clip %d: %w", id, err)
	}
	f, err := os.Open(j.clipPath(id, ending))
	if errors.Is(err, os.ErrNotExist) {
		err = ErrNotFound // dropped in between, or by hand
	}
	if err != nil {
		return Clip{}, nil, fmt.Errorf("clip %d: %w", id, err)
	}
	return c, f, nil
}

// Clips gives the clips of a round, the oldest first.
func (j *Journal) Clips(ctx context.Context, round int64) (_ []Clip, err error) {
	rows, err := j.db.QueryContext(ctx, `SELECT `+clipColumns+` FROM clips WHERE round = ? ORDER BY starts, id`, round)
	if err != nil {
		return nil, fmt.Errorf("read the clips: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var all []Clip
	for rows.Next() {
		c, _, err := scanClip(rows)
		if err != nil {
			return nil, fmt.Errorf("read the clips: %w", err)
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// FlagClips marks the clips of a round that show a moment as worth keeping longer.
func (j *Journal) FlagClips(ctx context.Context, round int64, t float64) error {
	_, err := j.db.ExecContext(ctx, `UPDATE clips SET flagged = 1 WHERE round = ?1 AND starts <= ?2 AND ends >= ?2`, round, t)
	if err != nil {
		return fmt.Errorf("flag a clip: %w", err)
	}
	return nil
}

// sweepClips makes folder and record agree: files nobody knows are half made and go, clips without a file too.
func (j *Journal) sweepClips(ctx context.Context) error {
	if err := os.MkdirAll(j.clips, 0o755); err != nil {
		return err
	}
	files, err := os.ReadDir(j.clips)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), filepath.Ext(f.Name()))
		if _, err := strconv.ParseInt(name, 10, 64); err == nil || name == "new" {
			there[filepath.Join(j.clips, f.Name())] = true
		}
	}
	return j.inTx(ctx, func(tx *sql.Tx) error {
		known, err := clipIDs(ctx, tx)
		if err != nil {
			return err
		}
		for id, ending := range known {
			path := j.clipPath(id, ending)
			if there[path] {
				delete(there, path)
			} else if _, err := tx.ExecContext(ctx, `DELETE FROM clips WHERE id = ?`, id); err != nil {
				return err
			}
		}
		for path := range there {
			if err := discard(path); err != nil {
				return err
			}
		}
		return nil
	})
}

// clipIDs gives the clips in the record with the endings of their files.
func clipIDs(ctx context.Context, tx *sql.Tx) (_ map[int64]string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, ending FROM clips`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	known := map[int64]string{}
	for rows.Next() {
		var id int64
		var ending string
		if err := rows.Scan(&id, &ending); err != nil {
			return nil, err
		}
		known[id] = ending
	}
	return known, rows.Err()
}
