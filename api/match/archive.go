package match

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"schiri/models"
	"schiri/models/journal"
)

// WriteArchive writes a match as one ZIP file: its tables, every round with all that happened in it, and its clips.
func (m *Match) WriteArchive(ctx context.Context, id int64, w io.Writer) error {
	z := zip.NewWriter(w)
	for _, name := range []string{"match.json", "match.csv", "plays.csv"} {
		// Made whole first: the match is held while it is written, which must not wait for a slow reader.
		var file bytes.Buffer
		if err := m.WriteFile(ctx, id, name, &file); err != nil {
			return err
		}
		f, err := m.newFile(z, name, zip.Deflate)
		if err != nil {
			return err
		}
		if _, err := file.WriteTo(f); err != nil {
			return err
		}
	}
	var records []journal.Round
	var details []models.RoundDetail
	_, _, err := m.read(ctx, id, func(rounds []kept) error {
		for _, k := range rounds {
			d, err := k.detail()
			if err != nil {
				return err
			}
			records, details = append(records, k.record), append(details, d)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, d := range details {
		if err := m.archiveRound(ctx, z, records[i], d); err != nil {
			return err
		}
	}
	return z.Close()
}

// archiveRound writes a round and its clips, named by the minute and second of the round at which they begin.
func (m *Match) archiveRound(ctx context.Context, z *zip.Writer, record journal.Round, d models.RoundDetail) error {
	f, err := m.newFile(z, fmt.Sprintf("round-%d.json", record.Number), zip.Deflate)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(f).Encode(d); err != nil {
		return err
	}
	clips, err := m.Journal.Clips(ctx, record.ID)
	if err != nil {
		return err
	}
	for _, c := range clips {
		if err := m.archiveClip(ctx, z, c, record.Number, d.From); err != nil {
			return err
		}
	}
	return nil
}

func (m *Match) archiveClip(ctx context.Context, z *zip.Writer, c journal.Clip, round int, from float64) error {
	_, file, err := m.Journal.OpenClip(ctx, c.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return nil // gone in between
	}
	if err != nil {
		return err
	}
	defer file.Close()
	at := int(max(c.Times[0]-from, 0))
	name := fmt.Sprintf("clips/round-%d-%02dm%02ds-%d%s", round, at/60, at%60, c.ID, filepath.Ext(file.Name()))
	f, err := m.newFile(z, name, zip.Store) // it is compressed already
	if err != nil {
		return err
	}
	_, err = io.Copy(f, file)
	return err
}

// newFile begins a file of an archive, dated as of its export.
func (m *Match) newFile(z *zip.Writer, name string, method uint16) (io.Writer, error) {
	return z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: m.Now()})
}
