package journal

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"schiri/models"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

type setup struct {
	Players []string
}

// newRound opens a record with one match and one round in it.
func newRound(t testing.TB, path string) (*Journal, Round) {
	t.Helper()
	j, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	m, err := j.StartMatch(t.Context(), noon, setup{[]string{"Ana", "Ben"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := j.StartRound(t.Context(), m.ID, 1, noon, setup{[]string{"Ana", "Ben"}})
	if err != nil {
		t.Fatal(err)
	}
	return j, r
}

// entry is the play numbered seq, with a ruling, a doubt that follows from it, and a picture.
func entry(seq int) Entry {
	card := models.CardAt(seq % models.DeckSize)
	slot := seq % 3
	e := models.Event{
		Type: models.EventPlay, Time: float64(seq) * 0.7, Player: "Ana", From: models.SpotRow, Slot: &slot,
		Card: &card, Pile: seq%9 + 1, LigrettoTop: models.ShownEmpty(), Clip: fmt.Sprintf("clip-%d", seq),
	}
	return Entry{
		Seq: seq, Event: e,
		Rulings: []models.Ruling{
			{Event: e, Verdict: models.Illegal, Rule: "next-number", Reason: "a 5 does not follow a 3", Evidence: []int{1, seq}},
			{Event: models.Event{Type: models.EventDoubt, Time: e.Time}, Reason: "seen twice"},
		},
		Pictures: []Picture{{Clip: e.Clip, Before: bytes.Repeat([]byte{byte(seq)}, 500), After: bytes.Repeat([]byte{byte(seq + 1)}, 700)}},
	}
}

func withoutPictures(es ...Entry) []Entry {
	for i := range es {
		es[i].Pictures = nil
	}
	return es
}

func TestAppendAndReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder?", "match #1.db")
	j, r := newRound(t, path)
	if err := j.Append(t.Context(), r.ID, entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	correction := Entry{Seq: 3, Event: models.Event{Type: models.EventCorrection, Correction: &models.Correction{Action: models.CorrectRemove, Of: 2, By: "Ben"}}}
	if err := j.Append(t.Context(), r.ID, correction); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	j, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	matches, err := j.Matches(t.Context())
	if err != nil || len(matches) != 1 || string(matches[0].Setup) != `{"Players":["Ana","Ben"]}` || !matches[0].Started.Equal(noon) {
		t.Fatalf("matches: %+v, %v", matches, err)
	}
	rounds, err := j.Rounds(t.Context(), matches[0].ID)
	if err != nil || !reflect.DeepEqual(rounds, []Round{r}) {
		t.Fatalf("rounds: %+v, %v; want %+v", rounds, err, r)
	}
	got, err := j.Entries(t.Context(), r.ID, 1)
	if want := append(withoutPictures(entry(1), entry(2)), correction); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("entries: %+v, %v; want %+v", got, err, want)
	}
	got, err = j.Entries(t.Context(), r.ID, 2)
	if want := append(withoutPictures(entry(2)), correction); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("entries from 2: %+v, %v; want %+v", got, err, want)
	}
	p, err := j.Picture(t.Context(), r.ID, "clip-2")
	if err != nil || !reflect.DeepEqual(p, entry(2).Pictures[0]) {
		t.Fatalf("picture: %v, %v", p, err)
	}
}

func TestNothingIsDoubledOrSkipped(t *testing.T) {
	j, r := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	other := entry(2)
	other.Event.Player = "Ben"
	broken := entry(4)
	broken.Rulings[0].Confidence = nan()
	for _, c := range []struct {
		name    string
		round   int64
		entries []Entry
		want    error
		last    int
	}{
		{"first two", r.ID, []Entry{entry(1), entry(2)}, nil, 2},
		{"the same again", r.ID, []Entry{entry(1), entry(2)}, nil, 2},
		{"again and one more", r.ID, []Entry{entry(2), entry(3)}, nil, 3},
		{"another event under a taken number", r.ID, []Entry{other}, ErrConflict, 3},
		{"a gap", r.ID, []Entry{entry(4), entry(6)}, ErrGap, 3},
		{"number 0", r.ID, []Entry{entry(0)}, ErrGap, 3},
		{"a round that is not there", r.ID + 1, []Entry{entry(1)}, ErrNotFound, 3},
		{"a picture of a clip that is there", r.ID, []Entry{{Seq: 4, Event: entry(4).Event, Pictures: entry(1).Pictures}}, errAny, 3},
		{"a ruling that cannot be written", r.ID, []Entry{broken}, errAny, 3},
	} {
		err := j.Append(t.Context(), c.round, c.entries...)
		if (err != nil) != (c.want != nil) || (c.want != errAny && !errors.Is(err, c.want)) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		got, err := j.Entries(t.Context(), r.ID, 1)
		if err != nil || len(got) != c.last {
			t.Fatalf("%s: %d entries, %v; want %d", c.name, len(got), err, c.last)
		}
		for i, e := range got {
			if want := withoutPictures(entry(i + 1))[0]; !reflect.DeepEqual(e, want) {
				t.Errorf("%s: entry %d is %+v, want %+v", c.name, i+1, e, want)
			}
		}
	}
}

var errAny = errors.New("any error")

func nan() float64 { var zero float64; return zero / zero }

func TestTheRecordCannotBeRewritten(t *testing.T) {
	j, r := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	if err := j.Append(t.Context(), r.ID, entry(1)); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		`UPDATE events SET event = '{}'`, `DELETE FROM events`, `UPDATE rulings SET ruling = '{}'`, `DELETE FROM rulings`,
	} {
		if _, err := j.db.ExecContext(t.Context(), q); err == nil {
			t.Errorf("%s was let through", q)
		}
	}
}

func TestRoundsAndSetups(t *testing.T) {
	j, r := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	again, err := j.StartRound(t.Context(), r.Match, 1, noon.Add(time.Hour), setup{[]string{"Cem"}})
	if err != nil || !reflect.DeepEqual(again, r) {
		t.Errorf("starting round 1 again gave %+v, %v; want %+v", again, err, r)
	}
	if _, err := j.StartRound(t.Context(), r.Match, 3, noon, nil); !errors.Is(err, ErrGap) {
		t.Errorf("round 3 after 1: %v", err)
	}
	if _, err := j.StartRound(t.Context(), r.Match+1, 1, noon, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("round of no match: %v", err)
	}
	if _, err := j.StartRound(t.Context(), r.Match, 2, noon, setup{[]string{"Ana", "Ben", "Cem"}}); err != nil {
		t.Error(err)
	}
	if err := j.ChangeSetup(t.Context(), r.Match, 1, noon, setup{[]string{"Ana", "Bert"}}); err != nil {
		t.Error(err)
	}
	if err := j.ChangeSetup(t.Context(), r.Match, 0, noon, setup{nil}); err != nil {
		t.Error(err)
	}
	if err := j.ChangeSetup(t.Context(), r.Match, 3, noon, setup{nil}); !errors.Is(err, ErrNotFound) {
		t.Errorf("setup of a round that is not there: %v", err)
	}
	rounds, err := j.Rounds(t.Context(), r.Match)
	if err != nil || len(rounds) != 2 || string(rounds[0].Setup) != `{"Players":["Ana","Bert"]}` || string(rounds[1].Setup) != `{"Players":["Ana","Ben","Cem"]}` {
		t.Errorf("rounds: %+v, %v", rounds, err)
	}
	matches, err := j.Matches(t.Context())
	if err != nil || len(matches) != 1 || string(matches[0].Setup) != `{"Players":null}` {
		t.Errorf("matches: %+v, %v", matches, err)
	}
	if _, err := j.StartMatch(t.Context(), noon, nan()); err == nil {
		t.Error("a setup that is no JSON was let through")
	}
	if matches, _ := j.Matches(t.Context()); len(matches) != 1 {
		t.Errorf("a refused match was half written: %+v", matches)
	}
}

func TestPicturesAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.db")
	j, err := open(t.Context(), path, migrations, 3000) // room for two pairs of 1200 bytes
	if err != nil {
		t.Fatal(err)
	}
	m, err := j.StartMatch(t.Context(), noon, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := j.StartRound(t.Context(), m.ID, 1, noon, nil)
	if err != nil {
		t.Fatal(err)
	}
	kept := func(want ...int) {
		t.Helper()
		var got []int
		for seq := 1; seq <= 9; seq++ {
			if _, err := j.Picture(t.Context(), r.ID, entry(seq).Event.Clip); err == nil {
				got = append(got, seq)
			} else if !errors.Is(err, ErrNotFound) {
				t.Error(err)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("pictures kept: %v, want %v", got, want)
		}
	}
	if err := j.Append(t.Context(), r.ID, entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	kept(1, 2)
	if err := j.Append(t.Context(), r.ID, entry(3)); err != nil {
		t.Fatal(err)
	}
	kept(2, 3)
	huge := entry(4)
	huge.Pictures[0].After = make([]byte, pictureLimit)
	if err := j.Append(t.Context(), r.ID, huge); err != nil {
		t.Fatal(err)
	}
	kept(2, 3)

	// The bytes held are counted anew when the record is opened again.
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err = open(t.Context(), path, migrations, 3000); err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Append(t.Context(), r.ID, entry(5)); err != nil {
		t.Fatal(err)
	}
	kept(3, 5)
	if got, err := j.Entries(t.Context(), r.ID, 1); err != nil || len(got) != 5 {
		t.Errorf("%d entries, %v; every event stays", len(got), err)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	held := filepath.Join(dir, "held.db")
	newRound(t, held)

	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, bytes.Repeat([]byte("not a database. "), 100), 0o644); err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(dir, "newer.db")
	j, err := open(t.Context(), newer, append(migrations[:len(migrations):len(migrations)], `CREATE TABLE later (id INTEGER)`), pictureBound)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	alien := filepath.Join(dir, "alien.db")
	db, err := sql.Open("sqlite", alien)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE songs (id INTEGER)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{held: ErrInUse, text: ErrForeign, newer: ErrNewer, alien: ErrForeign, dir: ErrDenied} {
		before, _ := os.ReadFile(path)
		j, err := Open(t.Context(), path)
		if err == nil {
			t.Errorf("%s: opened", filepath.Base(path))
			_ = j.Close()
			continue
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", filepath.Base(path), err, want)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", filepath.Base(path))
		}
	}
}

func TestUpgradeKeepsEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.db")
	j, r := newRound(t, path)
	if err := j.Append(t.Context(), r.ID, entry(1)); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	steps := append(migrations[:len(migrations):len(migrations)], `ALTER TABLE rounds ADD COLUMN note TEXT NOT NULL DEFAULT 'none'`)

	broken := append(steps[:len(steps):len(steps)], `ALTER TABLE nowhere ADD COLUMN x`)
	if _, err := open(t.Context(), path, broken, pictureBound); err == nil {
		t.Fatal("a step that fails was let through")
	}
	j, err := open(t.Context(), path, steps, pictureBound)
	if err != nil {
		t.Fatalf("after a failed upgrade: %v", err)
	}
	defer j.Close()
	var note string
	if err := j.db.QueryRowContext(t.Context(), `SELECT note FROM rounds`).Scan(&note); err != nil || note != "none" {
		t.Errorf("note %q, %v", note, err)
	}
	if got, err := j.Entries(t.Context(), r.ID, 1); err != nil || !reflect.DeepEqual(got, withoutPictures(entry(1))) {
		t.Errorf("entries: %+v, %v", got, err)
	}
}

func TestCancelledAppendLeavesNothing(t *testing.T) {
	j, r := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.Append(ctx, r.ID, entry(1)); !errors.Is(err, context.Canceled) {
		t.Fatalf("append: %v", err)
	}
	if err := j.Append(t.Context(), r.ID, entry(1)); err != nil {
		t.Fatalf("append after a cancelled one: %v", err)
	}
}

// Whatever is sent, in whatever batches and repetitions, the record holds each number once and in order.
func TestAppendProperty(t *testing.T) {
	j, first := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	number := first.Number
	rapid.Check(t, func(rt *rapid.T) {
		number++
		r, err := j.StartRound(t.Context(), first.Match, number, noon, nil)
		if err != nil {
			rt.Fatal(err)
		}
		last := 0
		for range rapid.IntRange(1, 8).Draw(rt, "batches") {
			from := rapid.IntRange(1, last+2).Draw(rt, "from")
			n := rapid.IntRange(0, 4).Draw(rt, "n")
			var batch []Entry
			for seq := from; seq < from+n; seq++ {
				batch = append(batch, entry(seq))
			}
			err := j.Append(t.Context(), r.ID, batch...)
			gap := n > 0 && from > last+1
			if gap != errors.Is(err, ErrGap) || (!gap && err != nil) {
				rt.Fatalf("append %d..%d after %d: %v", from, from+n-1, last, err)
			}
			if !gap && n > 0 {
				last = max(last, from+n-1)
			}
			got, err := j.Entries(t.Context(), r.ID, 1)
			if err != nil || len(got) != last {
				rt.Fatalf("%d entries, %v; want %d", len(got), err, last)
			}
			for i, e := range got {
				if e.Seq != i+1 || len(e.Rulings) != 2 {
					rt.Fatalf("entry %d: %+v", i+1, e)
				}
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	j, r := newRound(b, filepath.Join(b.TempDir(), "match.db"))
	seq := 0
	for b.Loop() {
		seq++
		if err := j.Append(b.Context(), r.ID, entry(seq)); err != nil {
			b.Fatal(err)
		}
	}
}
