package main

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/pipeline"
)

// debugPictures writes numbered pictures of what was looked at and read into a folder; with an empty
// folder name it does nothing.
type debugPictures struct {
	dir string
	n   int
}

// step draws one step in which something was looked at, decided, or not seen: what was looked at in green, every
// card in sight in white with its reading.
func (d *debugPictures) step(s pipeline.Step) error {
	if d.dir == "" || s.Frame == nil || len(s.Looks) == 0 && len(s.Events) == 0 && s.Sight == pipeline.SightClear {
		return nil
	}
	picture := s.Frame.Mat()
	m := picture.Clone()
	defer m.Close()
	white, green := color.RGBA{R: 255, G: 255, B: 255}, color.RGBA{G: 255}
	for _, l := range s.Looks {
		gocv.Rectangle(&m, l.Area, green, 2)
	}
	for _, o := range s.Cards {
		outline(&m, o, white)
	}
	gocv.PutText(&m, fmt.Sprintf("%.3f s %s", s.Frame.Time, s.Sight), image.Pt(8, 24), gocv.FontHersheySimplex, .7, white, 2)
	for i, e := range s.Events {
		gocv.PutText(&m, fmt.Sprintf("%s %s %v", e.Type, e.Player, cardOf(e)), image.Pt(8, 50+24*i), gocv.FontHersheySimplex, .6, green, 2)
	}
	return d.write(m)
}

// photo draws what was found in a photo: every card's outline with its reading.
func (d *debugPictures) photo(path string, seen []models.Observation) error {
	if d.dir == "" {
		return nil
	}
	m, err := frame.Read(path)
	if err != nil {
		return fmt.Errorf("--debug-dir: photo %s: %w", path, err)
	}
	defer m.Close()
	for _, o := range seen {
		outline(&m, o, color.RGBA{G: 255})
	}
	return d.write(m)
}

// write puts a picture into the folder under the next number; the folder is made for the first.
func (d *debugPictures) write(m gocv.Mat) error {
	if d.n == 0 {
		if err := os.MkdirAll(d.dir, 0o755); err != nil {
			return fmt.Errorf("--debug-dir: %w", err)
		}
	}
	d.n++
	path := filepath.Join(d.dir, fmt.Sprintf("%05d.jpg", d.n))
	if !gocv.IMWrite(path, m) {
		return fmt.Errorf("--debug-dir: cannot write %s", path)
	}
	return nil
}

// outline draws a card's outline and what it was read as.
func outline(m *gocv.Mat, o models.Observation, c color.RGBA) {
	at := func(p models.Point) image.Point { return image.Pt(int(p.X), int(p.Y)) }
	for i := range o.Corners {
		gocv.Line(m, at(o.Corners[i]), at(o.Corners[(i+1)%4]), c, 1)
	}
	gocv.PutText(m, labelOf(o.Face, o.Card, o.Back), at(o.Corners.Center()).Sub(image.Pt(20, 0)), gocv.FontHersheySimplex, .45, c, 1)
}

// labelOf names what was seen: a front by its card, a back by its name.
func labelOf(face models.Face, card models.Card, back models.Back) string {
	switch face {
	case models.FaceFront:
		return card.String()
	case models.FaceBack:
		return string(back)
	}
	return string(models.FaceUnknown)
}

func cardOf(e models.Event) string {
	if e.Card == nil {
		return ""
	}
	return e.Card.String()
}
