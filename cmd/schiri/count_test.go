package main

import (
	"bytes"
	"encoding/json"
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
