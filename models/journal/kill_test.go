package journal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"
)

// victimEnv names the record a child process of TestKilledWhileWriting writes to until it is killed.
const victimEnv = "SCHIRI_JOURNAL_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victimEnv); path != "" {
		if err := writeUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// writeUntilKilled goes on with the record's only round and prints each number once it is acknowledged.
// It starts a few entries early, as a caller does who cannot know what got through.
func writeUntilKilled(path string) error {
	ctx := context.Background()
	j, err := Open(ctx, path)
	if err != nil {
		return err
	}
	done, err := j.Entries(ctx, 1, 1)
	if err != nil {
		return err
	}
	for seq := max(1, len(done)-3); ; seq++ {
		if err := j.Append(ctx, 1, entry(seq)); err != nil {
			return err
		}
		if _, err := addClip(ctx, j, 1, float64(seq)); err != nil {
			return err
		}
		fmt.Println(seq)
	}
}

// A process killed with SIGKILL in mid-write, again and again, loses nothing it had acknowledged,
// doubles nothing and leaves no entry in part.
func TestKilledWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.db")
	j, r := newRound(t, path)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	acknowledged := 0
	for kill := range 8 {
		acknowledged = max(acknowledged, killAfter(t, path, 1+rng.IntN(40)))

		j, err := Open(t.Context(), path)
		if err != nil {
			t.Fatalf("open after kill %d: %v", kill+1, err)
		}
		got, err := j.Entries(t.Context(), r.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) < acknowledged {
			t.Fatalf("kill %d: %d entries are left of the %d acknowledged", kill+1, len(got), acknowledged)
		}
		for i, e := range got {
			want := entry(i + 1)
			p, err := j.Picture(t.Context(), r.ID, want.Event.Clip)
			if err != nil || !reflect.DeepEqual(p, want.Pictures[0]) {
				t.Fatalf("kill %d: picture of entry %d: %v", kill+1, i+1, err)
			}
			if !reflect.DeepEqual(e, withoutPictures(want)[0]) {
				t.Fatalf("kill %d: entry %d is %+v", kill+1, i+1, e)
			}
		}
		if clips := checkClips(t, j, r.ID); clips < acknowledged {
			t.Fatalf("kill %d: %d clips are left of the %d acknowledged", kill+1, clips, acknowledged)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter runs the writer until it has acknowledged n entries, kills it and gives the last number acknowledged.
func killAfter(t *testing.T, path string, n int) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	last, lines := 0, bufio.NewScanner(out)
	for seen := 0; lines.Scan(); {
		// What it still printed before the signal struck counts too.
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if seen++; seen == n {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	return last
}
