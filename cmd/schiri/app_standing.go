package main

import (
	"context"
	"fmt"

	"gocv.io/x/gocv"

	"schiri/api"
	"schiri/calibration"
	"schiri/vision"
	"schiri/vision/frame"
)

const (
	// movedPart is how far the camera may have moved, in parts of the picture's width, before zones no longer fit: a
	// sixth of a card that is 60 px wide in a picture of 1280.
	movedPart = 0.008
	// followPart is how far it may have moved for the zones to be moved with it: beyond that they had better be set anew.
	followPart = 0.25
)

// compare tells from two pictures (JPEG) whether the camera stands where it stood, and how it has moved.
func compare(before, now []byte) (c api.SetupCheck, by vision.Movement, err error) {
	a, err := gocv.IMDecode(before, gocv.IMReadColor)
	if err != nil {
		return api.SetupCheck{Verdict: "unclear"}, by, nil
	}
	defer a.Close()
	b, err := gocv.IMDecode(now, gocv.IMReadColor)
	if err != nil {
		return c, by, fmt.Errorf("the camera's picture: %w", err)
	}
	defer b.Close()
	if a.Empty() || b.Empty() {
		return api.SetupCheck{Verdict: "unclear"}, by, nil
	}
	by, known := vision.Moved(a, b)
	c = api.SetupCheck{Verdict: "agrees", Moved: by.Part}
	switch {
	case !known:
		c.Verdict = "unclear"
	case by.Part > movedPart:
		c.Verdict = "moved"
	}
	return c, by, nil
}

// place compares the camera's newest picture with the one in which the table's outlines were right, and has them
// follow where the camera has moved in between. It serves before a round, when nobody watches over the camera.
func (c *camera) place(ctx context.Context) {
	now, _, err := c.recent.JPEG(ctx, 0)
	if err != nil {
		return
	}
	stand := api.SetupCheck{Verdict: "unclear"}
	switch {
	case c.turned:
		stand.Verdict = "moved"
	case c.placed != nil:
		found, by, err := compare(c.placed, now)
		if err != nil {
			c.log.Warn("whether the camera has moved cannot be told", "err", err)
		} else {
			stand = found
		}
		if stand.Verdict == "moved" && stand.Moved < followPart && c.follow(by.In(c.table.ImageSize), now) {
			stand.Verdict = "followed"
		}
	}
	if c.placed == nil || stand.Verdict != "unclear" && stand.Verdict != "moved" {
		c.placed = now
	}
	c.first.Do(func() {
		c.stand = stand
		close(c.stood)
	})
}

// follow moves the table's outlines with the camera's picture, by h in their own pixels, and notes it in the set-up
// with the picture as it is now. It tells whether they still lie in the picture.
func (c *camera) follow(h calibration.Homography, picture []byte) bool {
	moved := c.table.Moved(h)
	for i, p := range moved.Clipped().Players {
		if len(p.Zone) == 0 && len(moved.Players[i].Zone) > 0 {
			return false
		}
	}
	c.log.Info("the table's places follow the camera")
	c.table, c.placed = moved, picture
	if c.noteMove != nil {
		if err := c.noteMove(h, picture); err != nil {
			c.log.Error("where the camera stands now is not noted in the set-up", "err", err)
		}
	}
	return true
}

// carried has the table's outlines follow what the pipeline has found out, in pixels of a frame.
func (c *camera) carried(ctx context.Context, f *frame.Frame, moved calibration.Homography) {
	if moved == c.carry {
		return
	}
	since := moved.Mul(c.carry.Inverse())
	c.carry = moved
	w, h := float64(c.table.ImageSize[0]), float64(c.table.ImageSize[1])
	if w == 0 || h == 0 {
		return // without outlines there is nothing to follow
	}
	kx, ky := w/float64(f.Size().X), h/float64(f.Size().Y)
	picture, _, err := c.recent.JPEG(ctx, 0)
	if err != nil {
		return
	}
	to, from := calibration.Homography{kx, 0, 0, 0, ky, 0, 0, 0, 1}, calibration.Homography{1 / kx, 0, 0, 0, 1 / ky, 0, 0, 0, 1}
	c.follow(to.Mul(since).Mul(from), picture)
}
