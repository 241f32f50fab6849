package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
)

// While the disk is full people are told so, and what was seen waits; with room again it is recorded, and all is well.
func TestAFullDiskIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "matches.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		log := slog.New(slog.DiscardHandler)
		m, err := match.Open(t.Context(), match.Config{
			Rules:   rules.Config{Edition: models.Schmidt, Players: []models.Player{{Name: "Ana", Back: "blue"}, {Name: "Ben", Back: "red"}}},
			Journal: j, Publish: func(models.Snapshot) error { return nil }, Ruled: func(models.Ruling) {}, Now: time.Now, Log: log,
		})
		if err != nil {
			t.Fatal(err)
		}
		c := &camera{match: m, log: log}
		tries := 0
		err = c.recorded(t.Context(), func(context.Context) error {
			if tries++; tries == 3 {
				return nil
			}
			if told := m.Snapshot().Camera.Code; tries > 1 && (told != "record-stuck" || c.ready() == nil) {
				t.Errorf("people are told %q", told)
			}
			return errors.New("the disk is full")
		})
		if told := m.Snapshot().Camera.Code; err != nil || tries != 3 || told != "" || c.ready() != nil {
			t.Errorf("after %d tries: %v, and people are told %q", tries, err, told)
		}

		ending, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		if err := c.recorded(ending, func(context.Context) error { return errors.New("the disk is full") }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("told to end it goes on: %v", err)
		}
	})
}
