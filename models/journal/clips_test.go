package journal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const clipBytes = 5000

// addClip keeps a clip that shows second t of a round, with two seconds before and one after it.
func addClip(ctx context.Context, j *Journal, round int64, t float64) (Clip, error) {
	path := filepath.Join(j.ClipFolder(), "new.mp4")
	if err := os.WriteFile(path, bytes.Repeat([]byte{byte(int(t))}, clipBytes), 0o644); err != nil {
		return Clip{}, err
	}
	return j.AddClip(ctx, Clip{Round: round, Times: []float64{t - 2, t, t + 1}, FPS: 1, Type: "video/mp4"}, path)
}

// checkClips fails the test where folder and record do not agree, and counts the clips.
func checkClips(t *testing.T, j *Journal, round int64) int {
	t.Helper()
	clips, err := j.Clips(t.Context(), round)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range clips {
		_, f, err := j.OpenClip(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(f)
		f.Close()
		if err != nil || !bytes.Equal(b, bytes.Repeat([]byte{byte(int(c.Times[1]))}, clipBytes)) {
			t.Fatalf("the clip of second %v is not whole: %d bytes, %v", c.Times[1], len(b), err)
		}
	}
	files, err := os.ReadDir(j.ClipFolder())
	if err != nil || len(files) != len(clips) {
		t.Fatalf("%d files of %d clips: %v", len(files), len(clips), err)
	}
	return len(clips)
}

// seconds gives the moments the clips of a round show.
func seconds(t *testing.T, j *Journal, round int64) []float64 {
	t.Helper()
	clips, err := j.Clips(t.Context(), round)
	if err != nil {
		t.Fatal(err)
	}
	var all []float64
	for _, c := range clips {
		all = append(all, c.Times[1])
	}
	return all
}

func TestOldestClipsGoFirstAndFlaggedOnesLast(t *testing.T) {
	j, r := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	j.BoundClips(3 * clipBytes)
	add := func(at float64, want ...float64) {
		t.Helper()
		if _, err := addClip(t.Context(), j, r.ID, at); err != nil {
			t.Fatal(err)
		}
		if got := seconds(t, j, r.ID); !slices.Equal(got, want) {
			t.Errorf("kept are the clips of %v, want %v", got, want)
		}
		checkClips(t, j, r.ID)
	}
	add(10, 10)
	add(20, 10, 20)
	if err := j.FlagClips(t.Context(), r.ID, 10.5); err != nil {
		t.Fatal(err)
	}
	add(30, 10, 20, 30)
	add(40, 10, 30, 40)
	add(50, 10, 40, 50)
	for _, at := range []float64{40, 50} {
		if err := j.FlagClips(t.Context(), r.ID, at); err != nil {
			t.Fatal(err)
		}
	}
	j.BoundClips(2 * clipBytes)
	// Where all others are flagged the newest has no better claim than its age.
	add(60, 40, 50)
	j.BoundClips(0)
	add(70)
}

func TestClipOfAMoment(t *testing.T) {
	j, r := newRound(t, filepath.Join(t.TempDir(), "match.db"))
	for _, at := range []float64{10, 12} {
		if _, err := addClip(t.Context(), j, r.ID, at); err != nil {
			t.Fatal(err)
		}
	}
	for at, want := range map[float64]float64{10: 10, 10.4: 10, 12: 12, 10.9: 10, 7: 0, 14: 0} {
		c, err := j.ClipAt(t.Context(), r.ID, at)
		if want == 0 {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("second %v: %v", at, err)
			}
			continue
		}
		if err != nil || c.Times[1] != want {
			t.Errorf("second %v is shown by the clip of %v: %v", at, c.Times, err)
		}
	}
	if _, _, err := j.OpenClip(t.Context(), 99); !errors.Is(err, ErrNotFound) {
		t.Errorf("an unknown clip: %v", err)
	}
}

// What a death of the process, or a person, left in the folder is put in order when the record is opened.
func TestFolderAndRecordAgree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.db")
	j, r := newRound(t, path)
	var ids []int64
	for _, at := range []float64{10, 20, 30} {
		c, err := addClip(t.Context(), j, r.ID, at)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
	}
	write := func(name string) string {
		path := filepath.Join(j.ClipFolder(), name)
		if err := os.WriteFile(path, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("new.mp4")
	write("4.mp4") // moved there, but the record does not know
	theirs := write("holiday.mp4")
	if err := os.Remove(j.clipPath(ids[1], ".mp4")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := j.OpenClip(t.Context(), ids[1]); !errors.Is(err, ErrNotFound) {
		t.Errorf("a clip whose file is gone: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := os.Remove(theirs); err != nil {
		t.Errorf("a file that is none of ours: %v", err)
	}
	checkClips(t, j, r.ID)
	if got := seconds(t, j, r.ID); !slices.Equal(got, []float64{10, 30}) {
		t.Errorf("kept are the clips of %v", got)
	}
}
