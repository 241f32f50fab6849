package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"schiri/models"
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
