package vision

import (
	"context"
	"image"
	"slices"
	"time"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"schiri/models"
	"schiri/vision/read"
)

// part is the part of a picture about an outline at which is read.
type part struct {
	pic    *read.Picture
	origin models.Point // of its pixels in those of the whole picture
}

// newPart takes the part of a picture about an outline into scratch memory; the zero part where the outline lies outside.
func newPart(pic *read.Picture, img gocv.Mat, outline models.Quad) (part, error) {
	area := ReadArea(outline, image.Pt(img.Cols(), img.Rows()))
	if area.Empty() {
		return part{}, nil
	}
	region := img.Region(area)
	defer region.Close()
	return part{pic, models.Point{X: float64(area.Min.X), Y: float64(area.Min.Y)}}, pic.Set(region)
}

// ahead is what was read at an outline before ReadAt was asked for it.
type ahead struct {
	outline models.Quad
	part    part
	match   *read.Match // in pixels of the part; nil: the place looks as it did when it was read last
}

// ReadAhead reads side by side at outlines of a picture at which ReadAt may be asked to read next, one after the other, with the same
// least. What ReadAt tells is the same without it. ForgetAhead must follow before ReadAt is asked of another picture.
func (e *Eyes) ReadAhead(img gocv.Mat, outlines []models.Quad, least float64) error {
	start := time.Now()
	defer func() { e.spent.Read += time.Since(start) }()
	e.ForgetAhead()
	for len(e.parts) < len(outlines) {
		e.parts = append(e.parts, read.NewPicture())
	}
	all := make([]ahead, len(outlines))
	var cut errgroup.Group
	for i, q := range outlines {
		cut.Go(func() (err error) {
			all[i].outline = q
			all[i].part, err = newPart(e.parts[i], img, q)
			return err
		})
	}
	if err := cut.Wait(); err != nil {
		return err
	}
	e.ahead = slices.DeleteFunc(all, func(a ahead) bool { return a.part.pic == nil })
	var unread []*ahead
	for i := range e.ahead {
		a := &e.ahead[i]
		if _, known := e.familiar(a.part, a.outline); !known {
			unread = append(unread, a)
		}
	}
	return e.crew.each(context.Background(), len(unread), func(reader *read.Reader, i int) error {
		a := unread[i]
		m, err := reader.ReadShown(a.part.pic, moved(a.outline, a.part.origin.Mul(-1)), least)
		a.match = &m
		return err
	})
}

// ForgetAhead throws away what was read ahead.
func (e *Eyes) ForgetAhead() { e.ahead = nil }

// aheadOf is what was read ahead at an outline, or else the part of the picture to read there; with no picture where that lies outside.
func (e *Eyes) aheadOf(img gocv.Mat, outline models.Quad) (ahead, error) {
	if i := slices.IndexFunc(e.ahead, func(a ahead) bool { return a.outline == outline }); i >= 0 {
		return e.ahead[i], nil
	}
	p, err := newPart(e.pic, img, outline)
	return ahead{outline: outline, part: p}, err
}
