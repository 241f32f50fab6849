package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

// TestStoppedByHand: what was asked to stop leaves no deck, looks at no further photo, and is no success.
func TestStoppedByHand(t *testing.T) {
	r := glimpse(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calib, deck := filepath.Join(r.dir, "calib"), filepath.Join(t.TempDir(), "new.deck")
	cmd := rootCommand()
	cmd.SetErr(io.Discard)
	cmd.SetArgs([]string{"deck", "learn", "--fronts", filepath.Join(calib, "fronts.jpg"), "--backs", filepath.Join(calib, "backs.jpg"), "--back-names", "a,b", "--out", deck})
	if err := cmd.ExecuteContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("deck learn: %v", err)
	}
	if _, err := os.Stat(deck); err == nil {
		t.Error("a deck was written")
	}
	look := func(context.Context, gocv.Mat) ([]models.Observation, error) {
		return nil, errors.New("it was looked at")
	}
	if err := eachPhoto(ctx, []string{filepath.Join(calib, "backs.jpg")}, look, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("photos: %v", err)
	}
}

// TestCommandLinesThatMeanNothing: what was not meant is said before anything is learnt or written.
func TestCommandLinesThatMeanNothing(t *testing.T) {
	dir := t.TempDir()
	photo := filepath.Join(dir, "backs.jpg")
	if err := os.WriteFile(photo, []byte("a photo"), 0o600); err != nil {
		t.Fatal(err)
	}
	deck := filepath.Join(dir, "my.deck")
	learn := func(more ...string) []string { return append([]string{"deck", "learn"}, more...) }
	rows := func(out string) []string {
		return learn("--fronts", photo, "--backs", photo, "--back-names", "a,b", "--out", out)
	}
	for name, tt := range map[string]struct {
		args []string
		says string
	}{
		"no such command of deck":    {[]string{"deck", "lern"}, `unknown command "lern"`},
		"no such command of setup":   {[]string{"setup", "show"}, `unknown command "show"`},
		"no names":                   {learn("--fronts", photo, "--backs", photo, "--out", deck), "--back-names"},
		"names that are empty":       {learn("--fronts", photo, "--backs", photo, "--back-names", "", "--out", deck), "--back-names"},
		"two ways to learn":          {learn("--photos", dir, "--fronts", photo, "--out", deck), "--photos"},
		"a table for single photos":  {learn("--photos", dir, "--empty", photo, "--out", deck), "--photos"},
		"into a folder":              {rows(dir), "is a folder"},
		"into no folder":             {rows(filepath.Join(dir, "none", "my.deck")), "no folder"},
		"into a file as a folder":    {rows(filepath.Join(photo, "my.deck")), "no folder"},
		"over a photo to learn from": {rows(photo), "would replace it"},
	} {
		if _, err := printed(t, tt.args...); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: the error is %v, want %q", name, err, tt.says)
		}
	}
	if said, err := printed(t, "deck"); err != nil || !strings.Contains(said, "learn") {
		t.Errorf("deck by itself says %q, %v", said, err)
	}
}
