package main

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"schiri/api/match"
	"schiri/models"
	"schiri/scoring"
)

const (
	hostLooks    = 500 * time.Millisecond // between two looks at the table
	hostSilence  = 2.4                    // seconds of media time without any event after which a round is over
	hostBlind    = 8.0                    // seconds of media time without a view of the table after which a round is over
	hostPatience = 60.0                   // seconds of media time it waits for cards to count before it takes what was watched
)

// host presses the buttons at the simulated table, where no people sit who could: it starts a round when
// the cards are dealt, counts when they are spread, and confirms when they are cleared away. It sees what
// the camera sees and nothing else.
type host struct {
	match *match.Match
	look  func(ctx context.Context, photo []byte) ([]models.Observation, models.Photo, error)
	log   *slog.Logger

	last    int     // backs on the table at the last look
	counted int     // backs on the table when the last photo was taken
	since   float64 // media time at which the count began
	clear   float64 // media time at which the camera last saw the table
}

// run keeps the table going until ctx is done.
func (h *host) run(ctx context.Context) error {
	tick := time.NewTicker(hostLooks)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := h.act(ctx, h.match.Snapshot()); err != nil && ctx.Err() == nil {
			// Somebody else may have pressed the button first.
			h.log.Debug("the simulated table's host was refused", "err", err)
		}
	}
}

// act does what is to be done next, if anything.
func (h *host) act(ctx context.Context, s models.Snapshot) error {
	if slices.Contains([]string{"", models.CameraDazzled, models.CameraSinks}, s.Camera.Code) {
		h.clear = s.Time
	}
	if s.Phase == models.PhasePlaying {
		// The stop may have been missed, or nobody can play any more, or the camera has lost the table.
		fronts, backs := sides(s.Cards, func(o models.Outline) models.Face { return o.Face })
		if last := lastEvent(s); backs > fronts || last > 0 && s.Time > last+hostSilence || s.Time > h.clear+hostBlind {
			return h.match.Stop(ctx, "")
		}
		return nil
	}
	if s.Phase == models.PhaseStopped {
		if _, _, watching := h.match.Watching(); watching {
			return nil
		}
		h.last, h.counted, h.since = 0, 0, s.Time
		return h.match.BeginCount(ctx)
	}
	found, photo, err := h.look(ctx, nil)
	if err != nil {
		return err
	}
	fronts, backs := sides(found, func(o models.Observation) models.Face { return o.Face })
	still := backs == h.last
	h.last = backs
	dealt := fronts >= 3*len(s.Players) && backs == 0
	switch {
	case s.Phase == models.PhaseCounting && backs > 0 && fronts == 0 && still && backs != h.counted:
		h.counted = backs
		return h.match.AddPhoto(ctx, found, photo)
	case s.Phase == models.PhaseCounting && backs == 0 && (h.counted > 0 || s.Time > h.since+hostPatience):
		return h.confirm(ctx, s)
	case (s.Phase == models.PhaseScored || s.Phase == models.PhaseReady && s.Over) && dealt:
		return h.match.Next(ctx)
	case s.Phase == models.PhaseReady && dealt:
		return h.match.Start(ctx)
	}
	return nil
}

// lastEvent is the media time at which the newest event of the round was decided; 0 before the first.
func lastEvent(s models.Snapshot) float64 {
	last := 0.0
	for _, play := range s.Plays {
		last = max(last, play.Decided)
	}
	return last
}

// sides tells how many cards show their fronts and how many their backs.
func sides[T any](cards []T, face func(T) models.Face) (fronts, backs int) {
	for _, c := range cards {
		switch face(c) {
		case models.FaceFront:
			fronts++
		case models.FaceBack:
			backs++
		}
	}
	return fronts, backs
}

// confirm enters what was counted, or what was watched where no photo was taken.
func (h *host) confirm(ctx context.Context, s models.Snapshot) error {
	backs := s.Count.Seen
	if len(s.Count.Photos) > 0 {
		backs = s.Count.Backs
	}
	return h.match.Confirm(ctx, scoring.Count{Backs: backs, Left: s.Count.Left, Tens: s.Count.Tens})
}
