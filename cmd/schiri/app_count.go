package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"schiri/api/match"
	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
	"schiri/vision/recall"
)

// counter reads single pictures: those of the count.
type counter struct {
	mu     sync.Mutex   // the eyes serve one at a time
	eyes   *vision.Eyes // nil once closed
	recent *recall.Recent
	table  *atomic.Pointer[calibration.Plane] // where the camera saw the table last; nil within: not known
}

func newCounter(deck calibration.Deck, recent *recall.Recent, table *atomic.Pointer[calibration.Plane]) (*counter, error) {
	eyes, err := vision.NewEyes(deck, nil)
	if err != nil {
		return nil, fmt.Errorf("deck file: %w", err)
	}
	return &counter{eyes: eyes, recent: recent, table: table}, nil
}

// read finds the cards in an uploaded photo (JPEG or PNG) or, where that is nil, in the camera's
// present picture, and gives the picture too, for people to look at. It gives up once ctx is done.
func (c *counter) read(ctx context.Context, photo []byte) ([]models.Observation, models.Photo, error) {
	f, err := c.picture(photo)
	if err != nil {
		return nil, models.Photo{}, err
	}
	defer f.Close()
	jpeg, err := recall.JPEG(f.Mat())
	if err != nil {
		return nil, models.Photo{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.eyes == nil {
		return nil, models.Photo{}, match.Refuse(match.NoPicture, "other-table", "Another table is being watched now.")
	}
	var table *calibration.Plane
	if photo == nil {
		table = c.table.Load()
	}
	c.eyes.Suppose(table)
	found, err := c.eyes.Count(ctx, f.Mat())
	return found, models.Photo{JPEG: jpeg, Width: f.Size().X, Height: f.Size().Y}, err
}

// picture gives the photo as a picture, or the camera's newest; the caller closes it.
func (c *counter) picture(photo []byte) (*frame.Frame, error) {
	if photo == nil {
		f, err := c.recent.Newest()
		if err != nil {
			return nil, match.Refuse(match.NoPicture, "no-picture-yet", "The camera has given no picture yet.")
		}
		return f, nil
	}
	m, err := frame.Decode(photo)
	if err != nil {
		return nil, match.Refuse(match.Invalid, "no-photo-file", "That file is no picture the program can read; JPEG and PNG work.")
	}
	return frame.Of(m, 0), nil
}

// Close frees the eyes.
func (c *counter) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	eyes := c.eyes
	c.eyes = nil
	if eyes == nil {
		return nil
	}
	return eyes.Close()
}
