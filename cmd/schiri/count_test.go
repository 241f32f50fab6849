package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"schiri/calibration"
	"schiri/models"
)

// TestCount: over two photos, one of which shows nothing, the backs are added up; the answer alone is printed, and beside it which photo
// is being looked at.
func TestCount(t *testing.T) {
	r := glimpse(t)
	calib := filepath.Join(r.dir, "calib")
	photos := []string{filepath.Join(calib, "backs.jpg"), filepath.Join(calib, "empty.jpg")}
	var out, told bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(append([]string{"count", "--deck", r.deck}, photos...))
	cmd.SetOut(&out)
	cmd.SetErr(&told)
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got counted
	lines := json.NewDecoder(&out)
	if err := lines.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if lines.More() {
		t.Error("more is printed than the count")
	}
	table, err := calibration.LoadTable(r.table)
	if err != nil {
		t.Fatal(err)
	}
	want := map[models.Back]int{}
	for _, p := range table.Players {
		want[p.Back] = 1
	}
	if !maps.Equal(got.Backs, want) || got.Total != len(want) || got.Unknown != 0 || got.Images != len(photos) {
		t.Errorf("counted %+v, want one of each of %v", got, want)
	}
	for i, photo := range photos {
		if said := strings.Split(told.String(), "\n")[i]; !strings.Contains(said, photo) {
			t.Errorf("while photo %d is counted it says %q", i+1, said)
		}
	}
}

// TestCountIsStopped: who stops the program does not wait until the photo that is being counted is done, and no count is printed.
func TestCountIsStopped(t *testing.T) {
	r := glimpse(t)
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs([]string{"count", "--deck", r.deck, filepath.Join(r.dir, "calib", "backs.jpg")})
	cmd.SetOut(&out)
	cmd.SetErr(onWrite(cancel)) // it says which photo it is at once it has that photo
	if err := cmd.ExecuteContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("it printed %q", out.String())
	}
}

// onWrite is done whenever something is written.
type onWrite func()

func (do onWrite) Write(p []byte) (int, error) {
	do()
	return len(p), nil
}
