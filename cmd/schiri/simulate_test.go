package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// simulate runs `schiri simulate` with the given arguments.
func runSimulate(ctx context.Context, args ...string) error {
	cmd := rootCommand()
	cmd.SetArgs(append([]string{"simulate"}, args...))
	return cmd.ExecuteContext(ctx)
}

func TestSimulateWritesARecording(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "round")
	if err := runSimulate(t.Context(), "--out", dir, "--players", "2", "--seconds", "2", "--size", "640x360"); err != nil {
		t.Fatal(err)
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
		"too late":       {t.Context(), []string{"--from", "1e6"}, "over"},
		"no stills":      {t.Context(), []string{"--stills", "-1"}, "--stills"},
		"cancelled":      {cancelled, []string{"--seconds", "5", "--size", "640x360"}, "cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			args := c.args
			if name != "no folder" {
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
