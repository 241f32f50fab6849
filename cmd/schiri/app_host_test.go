package main

import (
	"cmp"
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
	"schiri/scoring"
)

// The host of the simulated table does at each look what a person would: it starts at the deal, photographs
// spread backs once they lie still, confirms when they are gone, and begins the next round at the next deal.
func TestHost(t *testing.T) {
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	m, err := match.Open(t.Context(), match.Config{
		Rules:   rules.Config{Players: []models.Player{{Name: "Ana", Back: "red-red"}, {Name: "Ben", Back: "red-pink"}}},
		Journal: j, Publish: func(models.Snapshot) error { return nil }, Ruled: func(models.Ruling) {},
		Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	fronts := slices.Repeat([]models.Observation{{Face: models.FaceFront}}, 14)
	backs := func(n int) []models.Observation {
		return slices.Repeat([]models.Observation{{Face: models.FaceBack, Back: "red-red"}}, n)
	}
	var sight []models.Observation
	h := &host{match: m, log: slog.New(slog.DiscardHandler), look: func(context.Context, []byte) ([]models.Observation, models.Photo, error) {
		return sight, models.Photo{}, nil
	}}
	for i, step := range []struct {
		sight  []models.Observation
		live   []models.Outline // what the pipeline outlines while a round is played
		phase  models.Phase
		round  int
		photos int
		now    float64 // media time
		event  float64 // something was seen then; 0: nothing
		blind  string  // why the camera does not see the table
	}{
		{sight: nil, phase: models.PhaseReady, round: 1},
		{sight: fronts, phase: models.PhasePlaying, round: 1},
		{live: []models.Outline{{Face: models.FaceFront}, {Face: models.FaceBack}}, phase: models.PhasePlaying, round: 1},
		{live: []models.Outline{{Face: models.FaceBack}}, phase: models.PhaseStopped, round: 1},
		{phase: models.PhaseCounting, round: 1},
		{sight: fronts, phase: models.PhaseCounting, round: 1}, // the left-over cards are turned up
		{sight: backs(9), phase: models.PhaseCounting, round: 1},
		{sight: backs(9), phase: models.PhaseCounting, round: 1, photos: 1},
		{sight: backs(9), phase: models.PhaseCounting, round: 1, photos: 1},
		{sight: backs(4), phase: models.PhaseCounting, round: 1, photos: 1},
		{sight: backs(4), phase: models.PhaseCounting, round: 1, photos: 2},
		{sight: nil, phase: models.PhaseScored, round: 1, photos: 2},
		{sight: nil, phase: models.PhaseScored, round: 1, photos: 2},
		{sight: fronts, phase: models.PhaseReady, round: 2},
		{sight: fronts, phase: models.PhasePlaying, round: 2},
		{now: 50, phase: models.PhasePlaying, round: 2},
		{now: 51, event: 50.5, phase: models.PhasePlaying, round: 2},
		{now: 54, phase: models.PhaseStopped, round: 2}, // nobody does anything any more
		{now: 54, phase: models.PhaseCounting, round: 2},
		{sight: backs(5), phase: models.PhaseCounting, round: 2},
		{sight: backs(5), phase: models.PhaseCounting, round: 2, photos: 1},
		{sight: nil, phase: models.PhaseScored, round: 2, photos: 1},
		{sight: fronts, phase: models.PhaseReady, round: 3},
		{sight: fronts, phase: models.PhasePlaying, round: 3},
		{now: 60, phase: models.PhasePlaying, round: 3},
		{now: 65, blind: "camera-moved", phase: models.PhasePlaying, round: 3},
		{now: 69, blind: "camera-moved", phase: models.PhaseStopped, round: 3}, // the next round begins with a look of its own
	} {
		sight = step.sight
		m.SetCards(step.live)
		m.Tick(step.now)
		m.SetCamera(models.CameraState{Status: models.CameraLive, Code: step.blind})
		if step.event > 0 {
			e := models.Event{Type: models.EventFlip, Player: "Ana", Time: step.event, Decided: step.event, Card: &models.Card{Color: models.Red, Number: 9}}
			if err := m.Observe(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.act(t.Context(), m.Snapshot()); err != nil {
			t.Fatalf("look %d: %v", i+1, err)
		}
		s := m.Snapshot()
		if s.Phase != step.phase || s.Round != step.round || len(s.Count.Photos) != step.photos {
			t.Fatalf("after look %d: %s of round %d with %d photos, want %s of %d with %d",
				i+1, s.Phase, s.Round, len(s.Count.Photos), step.phase, step.round, step.photos)
		}
	}
	if got := m.Snapshot().Rounds[0].Players["Ana"].Centre; got != 13 {
		t.Errorf("two photos of 9 and 4 cards are scored as %d", got)
	}
	// Somebody ended the match before the round had begun.
	count := scoring.Count{Backs: map[models.Back]int{"red-red": 0, "red-pink": 0}, Left: map[string]int{"Ana": 9, "Ben": 9}}
	if err := cmp.Or(m.BeginCount(t.Context()), m.Confirm(t.Context(), count), m.Next(t.Context()), m.Finish(t.Context(), "Ana")); err != nil {
		t.Fatal(err)
	}
	sight = fronts
	if err := h.act(t.Context(), m.Snapshot()); err != nil {
		t.Fatal(err)
	}
	if s := m.Snapshot(); s.Round != 1 || s.Over || s.Phase != models.PhaseReady {
		t.Errorf("after a match that is over comes round %d, %s, over: %v", s.Round, s.Phase, s.Over)
	}
}
