package vision

import (
	"context"
	"image"
	"time"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/read"
)

// ReadAt reads the card that lies at about the given outline (pixels of the whole picture, the
// whole card); it comes back with its exact corners. Nothing is searched for, so it is far
// quicker than LookIn. An outline outside the picture gives an unknown card. Of a card of which less than least is in
// sight, 0 to 1, nothing but that is to be believed. What looks as it did when it was read there, a card or too little of one, is not read
// again.
func (e *Eyes) ReadAt(img gocv.Mat, outline models.Quad, least float64) (models.Observation, error) {
	start := time.Now()
	defer func() { e.spent.Read += time.Since(start) }()
	known, err := e.aheadOf(img, outline)
	if err != nil || known.part.pic == nil {
		return models.Observation{Face: models.FaceUnknown, Corners: outline}, err
	}
	p := known.part
	if card, ok := e.familiar(p, outline); ok {
		return card, nil
	}
	if known.match == nil {
		m, err := e.reader.ReadShown(p.pic, moved(outline, p.origin.Mul(-1)), least)
		if err != nil {
			return models.Observation{}, err
		}
		known.match = &m
	}
	m := *known.match
	e.remember(p, m)
	m.Observation.Corners = moved(m.Observation.Corners, p.origin)
	if m.Observation.Visible < least {
		err = e.rememberHidden(p, m.Observation, outline)
	}
	return m.Observation, err
}

// ReadArea is the part of a picture of a size, in pixels, that ReadAt needs to read at an outline.
func ReadArea(outline models.Quad, size image.Point) image.Rectangle {
	area := image.Rectangle{}
	for _, c := range outline {
		x, y := int(c.X), int(c.Y)
		area = area.Union(image.Rect(x-readMargin, y-readMargin, x+readMargin, y+readMargin))
	}
	// Halved and halved again, the pixels of every part lie as those of any other do: what looks the same is the same.
	area.Min = image.Pt(area.Min.X/aligned*aligned, area.Min.Y/aligned*aligned)
	return area.Intersect(image.Rectangle{Max: size})
}

// Attune learns the light from the cards that lie at about the outlines, in pixels of the picture.
func (e *Eyes) Attune(img gocv.Mat, outlines []models.Quad) error {
	e.ForgetAhead() // it was read in the light known so far
	if err := e.pic.Set(img); err != nil {
		return err
	}
	matches, err := e.readAll(context.Background(), outlines)
	if err != nil {
		return err
	}
	_, err = e.adapt(context.Background(), outlines, matches)
	return err
}

// Light is the light known, for Relight to go back to.
func (e *Eyes) Light() read.Lighting { return e.reader.Lighting() }

// Relight goes back to a light that was known before.
func (e *Eyes) Relight(light read.Lighting) {
	e.ForgetAhead()
	e.reader.Relight(light)
}

const (
	readMargin = 20 // px around an outline in which the card may really lie
	aligned    = 8  // px to which the parts of a picture are aligned
)

func moved(q models.Quad, by models.Point) models.Quad {
	for i := range q {
		q[i] = q[i].Add(by)
	}
	return q
}
