package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
