package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/pipeline"
	"schiri/vision/source"
)

func TestReplayRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := file("table.json", `{"image_size":[64,48],"players":[{"name":"Ana"},{"name":"Ben"}]}`)
	deck := file("not.deck", "{}")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no deck", []string{"--table", table, "x.mp4"}, "--deck"},
		{"no table", []string{"--deck", deck, "x.mp4"}, "table"},
		{"a bad deck", []string{"--deck", deck, "--table", table, "x.mp4"}, "version"},
		{"a deck that is not there", []string{"--deck", filepath.Join(dir, "none.deck"), "--table", table, "x.mp4"}, "none.deck"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			cmd := replayCommand()
			cmd.SilenceUsage, cmd.SilenceErrors = true, true
			cmd.SetArgs(tt.args)
			cmd.SetOut(&out)
			err := cmd.ExecuteContext(t.Context())
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want it to speak of %q", err, tt.want)
			}
			if out.Len() > 0 {
				t.Errorf("printed %q", out.String())
			}
		})
	}
}

func TestPlayIsPrintedWithThePlayerTheRulesFind(t *testing.T) {
	play := models.Ruling{
		Event:   models.Event{Type: models.EventPlay, Pile: 2, Candidates: []string{"Ana", "Ben"}},
		Verdict: models.Legal, Evidence: []int{3, 7},
	}
	revision := func(of int, was models.Verdict) models.Ruling {
		return models.Ruling{Event: models.Event{Type: models.EventRevision, Pile: 2, Player: "Ben"}, Of: of, Was: was}
	}
	for name, tt := range map[string]struct {
		follows models.Ruling
		want    string
	}{
		"its owner":           {revision(7, ""), "Ben"},
		"that of another one": {revision(6, ""), ""},
		"another verdict":     {revision(7, models.Illegal), ""},
	} {
		got := named([]models.Ruling{play, tt.follows})
		if got[0].Player != tt.want || (tt.want == "") != (len(got) == 2) {
			t.Errorf("%s: printed %+v", name, got)
		}
	}
}

// TestFilmCutOff: of a recording that breaks off in the middle everything is told up to there, and how the round stood, and that it
// breaks off. The dashboard shows its end.
func TestFilmCutOff(t *testing.T) {
	r := glimpse(t)
	table, err := os.ReadFile(filepath.Join(r.dir, "left.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	pictures := t.TempDir()
	for n, picture := range [][]byte{table, table, table, table, []byte("the rest is missing")} {
		if err := os.WriteFile(filepath.Join(pictures, fmt.Sprintf("%d.jpg", n)), picture, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	cmd := replayCommand()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs([]string{"--deck", r.deck, "--table", r.table, pictures})
	cmd.SetOut(&out)
	if err := cmd.ExecuteContext(t.Context()); !errors.Is(err, source.ErrBad) || strings.Contains(err.Error(), "\n") {
		t.Errorf("ended with %v, want one line that says it is unreadable", err)
	}
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(rows) < 2 || !strings.HasPrefix(rows[len(rows)-1], `{"type":"end"`) {
		t.Errorf("of the round it tells: %v", rows)
	}

	config := r.config(t.TempDir())
	config.Source = pictures
	program := run(t, config)
	follow(t, program.URL(), func(s models.Snapshot) bool { return s.Camera.Status == models.CameraEnded && len(s.Plays) > 0 })
}

// TestReplayOfAnotherShape: a film that was taken with the camera upright shows the table elsewhere than its file says; a smaller one of
// the same shape does not.
func TestReplayOfAnotherShape(t *testing.T) {
	r := replay{out: json.NewEncoder(io.Discard), table: calibration.Table{ImageSize: [2]int{1280, 720}}}
	for size, fits := range map[image.Point]bool{image.Pt(640, 360): true, image.Pt(720, 1280): false} {
		f := frame.Of(gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV8UC3), 0)
		if err := r.step(pipeline.Step{Frame: f}); (err == nil) != fits {
			t.Errorf("%v: %v", size, err)
		}
		f.Close()
	}
}
