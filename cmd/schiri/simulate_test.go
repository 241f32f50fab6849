package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

// simulate runs `schiri simulate` with the given arguments.
func runSimulate(ctx context.Context, args ...string) error {
	cmd := rootCommand()
	cmd.SetErr(io.Discard)
	cmd.SetArgs(append([]string{"simulate"}, args...))
	return cmd.ExecuteContext(ctx)
}

func TestSimulateWritesARecording(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "round")
	var told bytes.Buffer
	cmd := rootCommand()
	cmd.SetErr(&told)
	cmd.SetArgs([]string{"simulate", "--out", dir, "--players", "2", "--seconds", "2", "--size", "640x360"})
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(told.String()), "\n"); len(lines) != 9 || lines[8] != "87 of 96 pictures are drawn" {
		t.Errorf("of its progress it told %q", lines)
	}
	for _, name := range []string{"video.mp4", "truth.ndjson", "session.json", "count.json", "count-1.jpg", "left.jpg", "truth.json", "calib/fronts.jpg"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := runSimulate(t.Context(), "--out", dir, "--stills", "1", "--size", "640x360")
	if err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("writing over a recording: %v", err)
	}
}

func TestSimulateRefuses(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		args []string
		says string
	}{
		"no folder":      {t.Context(), nil, "out"},
		"too many":       {t.Context(), []string{"--players", "13"}, "players"},
		"unknown level":  {t.Context(), []string{"--level", "mad"}, "--level"},
		"unknown design": {t.Context(), []string{"--design", "none"}, "design"},
		"unknown table":  {t.Context(), []string{"--table", "none"}, "table"},
		"no size":        {t.Context(), []string{"--size", "wide"}, "--size"},
		"too late":       {t.Context(), []string{"--from", "3e4"}, "over"},
		"before it":      {t.Context(), []string{"--from", "-1"}, "begin"},
		"at no time":     {t.Context(), []string{"--from", "nan"}, "begin"},
		"empty name":     {t.Context(), []string{"--out", ""}, "--out"},
		"no stills":      {t.Context(), []string{"--stills", "-1"}, "--stills"},
		"no singles":     {t.Context(), []string{"--singles", "-1"}, "--singles"},
		"both kinds":     {t.Context(), []string{"--stills", "2", "--singles", "2"}, "--singles"},
		"cancelled":      {cancelled, []string{"--seconds", "5", "--size", "640x360"}, "cancel"},
		"no more photos": {cancelled, []string{"--singles", "5", "--size", "640x360"}, "cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			args := c.args
			if name != "no folder" && name != "empty name" {
				args = append(args, "--out", filepath.Join(parent, "out"))
			}
			err := runSimulate(c.ctx, args...)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want an error about %q", err, c.says)
			}
			if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v %v", left, err)
			}
		})
	}
}

// TestDeckOfSimulatedSinglesReadsThem draws phone photos of single cards, learns two of them, a few photos each, and
// reads photos of these two and of others with this deck.
func TestDeckOfSimulatedSinglesReadsThem(t *testing.T) {
	set, deck := filepath.Join(t.TempDir(), "set"), filepath.Join(t.TempDir(), "my.deck")
	if err := runSimulate(t.Context(), "--out", set, "--singles", "4", "--design", "frame", "--size", "480x270"); err != nil {
		t.Fatal(err)
	}
	keepPhotos(t, filepath.Join(set, "photos"), 2, "red-6", "blue-2")
	if _, err := printed(t, "deck", "learn", "--photos", filepath.Join(set, "photos"), "--out", deck); err != nil {
		t.Fatal(err)
	}
	photos, err := filepath.Glob(filepath.Join(set, "*.jpg"))
	if err != nil || len(photos) != 4 {
		t.Fatalf("%d photos, %v", len(photos), err)
	}
	said, err := printed(t, append([]string{"read", "--deck", deck}, photos...)...)
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(strings.NewReader(said))
	for _, want := range []string{"[red-6]", "[]", "[]", "[blue-2]"} {
		var p photo
		if err := lines.Decode(&p); err != nil {
			t.Fatal(err)
		}
		read := []string{}
		for _, c := range p.Cards {
			if c.Face == models.FaceFront {
				read = append(read, models.Card{Color: *c.Color, Number: c.Number}.String())
			}
		}
		if fmt.Sprint(read) != want {
			t.Errorf("%s: read %v, want %s", p.Image, read, want)
		}
	}
	if said, err = printed(t, "reliability", set, "--deck", deck); err != nil || !strings.Contains(said, "read right: 2 of 4 cards; wrong readings: 0") {
		t.Errorf("reliability says %s, %v", said, err)
	}
}

// keepPhotos leaves so many photos of the labels named and nothing of the others.
func keepPhotos(t *testing.T, dir string, photos int, labels ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		surplus := []string{filepath.Join(dir, e.Name())}
		if slices.Contains(labels, e.Name()) {
			all, _ := filepath.Glob(filepath.Join(dir, e.Name(), "*.jpg"))
			surplus = all[photos:]
		}
		for _, path := range surplus {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// printed runs a command and gives what it prints.
func printed(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(io.Discard)
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}
