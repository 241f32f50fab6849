// Package vision looks at pictures of a table and says which cards lie where. Its parts
// are a package a stage: frame, source, detect, read, track; synth draws tables.
package vision

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/read"
)

// Eyes find and read cards with a learnt deck. They remember the table plane and the tint
// of the light from one picture to the next, and keep scratch pictures, so they serve one
// goroutine; Close frees them.
type Eyes struct {
	cardMM [2]float64
	fixed  bool // the camera stays where it is from picture to picture
	finder *detect.Finder
	voter  *detect.Voter
	reader *read.Reader
	pic    *read.Picture
	table  plane
}

// NewEyes makes eyes for a deck; the caller closes them. With a table the camera is taken
// to stay where it is, so that the plane seen in one picture serves for the next. The plane
// itself is taken from the cards in any case.
func NewEyes(deck calibration.Deck, table *calibration.Table) (*Eyes, error) {
	var faces []*image.RGBA
	for i := range models.DeckSize {
		if img, ok := deck.Fronts[models.CardAt(i)]; ok {
			faces = append(faces, img)
		}
	}
	for _, back := range deck.BackNames() {
		faces = append(faces, deck.Backs[back])
	}
	if len(faces) == 0 {
		return nil, fmt.Errorf("the deck %q has no cards to read by", deck.Name)
	}
	voter, err := detect.NewVoter(faces, deck.CardMM)
	if err != nil {
		return nil, err
	}
	return &Eyes{
		cardMM: deck.CardMM, fixed: table != nil, voter: voter,
		finder: detect.NewFinder(), reader: read.NewReader(deck), pic: read.NewPicture(),
	}, nil
}

// Close frees the scratch pictures.
func (e *Eyes) Close() error {
	if err := e.finder.Close(); err != nil {
		return err
	}
	if err := e.voter.Close(); err != nil {
		return err
	}
	return e.pic.Close()
}

// Look finds and reads all cards in an 8-bit BGR picture; corners are in its pixels.
func (e *Eyes) Look(img gocv.Mat) ([]models.Observation, error) {
	if !e.fixed {
		e.table = plane{}
	}
	e.table.lens = calibration.UsualLens(img.Cols(), img.Rows())
	return e.look(img, models.Point{})
}

// LookIn finds and reads the cards inside a part of a picture; corners are in the pixels of the whole.
func (e *Eyes) LookIn(img gocv.Mat, roi image.Rectangle) ([]models.Observation, error) {
	roi = roi.Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
	if roi.Empty() {
		return nil, nil
	}
	region := img.Region(roi)
	defer region.Close()
	part := region.Clone()
	defer part.Close()
	e.table.lens = calibration.UsualLens(img.Cols(), img.Rows())
	origin := models.Point{X: float64(roi.Min.X), Y: float64(roi.Min.Y)}
	seen, err := e.look(part, origin)
	for i := range seen {
		seen[i].Corners = moved(seen[i].Corners, origin)
	}
	return seen, err
}

// look looks at a part of a picture whose top left lies at origin; corners are in the part's pixels.
func (e *Eyes) look(img gocv.Mat, origin models.Point) ([]models.Observation, error) {
	if err := e.pic.Set(img); err != nil {
		return nil, err
	}
	outlines := e.table.outlines(e.finder.Quads(img), e.cardMM, origin)
	matches, err := e.readAll(outlines)
	if err != nil {
		return nil, err
	}
	if e.reader.Adapt(matches) {
		if matches, err = e.readAll(outlines); err != nil {
			return nil, err
		}
	}
	e.table.learn(matches, e.cardMM, origin)
	if !e.table.known {
		if err := e.findPlane(img, origin); err != nil {
			return nil, err
		}
	}
	hidden, err := e.readHidden(img, matches, origin)
	if err != nil {
		return nil, err
	}
	e.table.learn(hidden, e.cardMM, origin)
	return settle(append(matches, hidden...)), nil
}

// readAll reads at the outlines; one that mostly covers a card read for certain is passed over.
func (e *Eyes) readAll(outlines []models.Quad) ([]read.Match, error) {
	var out []read.Match
	for _, q := range outlines {
		if slices.ContainsFunc(out, func(m read.Match) bool {
			return m.Observation.Face != models.FaceUnknown && m.Observation.Corners.IoU(q) > 0.75
		}) {
			continue
		}
		m, err := e.reader.Read(e.pic, q)
		if err != nil {
			return nil, err
		}
		if m.Observation.Face == models.FaceUnknown {
			m.Observation.Corners = q
		}
		out = append(out, m)
	}
	return out, nil
}

// readHidden reads cards whose outlines do not show, at places that their print votes for.
func (e *Eyes) readHidden(img gocv.Mat, known []read.Match, origin models.Point) ([]read.Match, error) {
	flat, ok := e.table.at(origin)
	if !ok {
		return nil, nil
	}
	var sure []models.Quad
	for _, m := range known {
		if m.Observation.Face != models.FaceUnknown {
			sure = append(sure, m.Observation.Corners)
		}
	}
	const most = 150 // places tried; a table of 90 spread cards has fewer that matter
	var out []read.Match
	for _, q := range e.voter.Propose(img, flat, e.cardMM, most) {
		if slices.ContainsFunc(sure, func(s models.Quad) bool { return s.IoU(q) > 0.6 }) {
			continue
		}
		m, err := e.reader.Read(e.pic, q)
		if err != nil {
			return nil, err
		}
		if m.Observation.Face != models.FaceUnknown || m.Likely() {
			out = append(out, m)
		}
		if m.Observation.Face != models.FaceUnknown {
			sure = append(sure, m.Observation.Corners)
		}
	}
	return out, nil
}

// findPlane finds the table where no outline of a card shows: of planes seen straight from
// above at different distances, the one on which most cards can be read, made exact by these.
func (e *Eyes) findPlane(img gocv.Mat, origin models.Point) error {
	const (
		nearest, farthest = 5.0, 40.0 // cards across the picture's width
		step              = 1.2
		tries             = 15 // places read at each distance
	)
	var best []read.Match
	for across := nearest; across < farthest; across *= step {
		pxPerMM := float64(img.Cols()) / across / e.cardMM[0]
		flat := calibration.NewPlane(calibration.Homography{1 / pxPerMM, 0, 0, 0, 1 / pxPerMM, 0, 0, 0, 1})
		var sure []read.Match
		for _, q := range e.voter.Propose(img, flat, e.cardMM, tries) {
			m, err := e.reader.Read(e.pic, q)
			if err != nil {
				return err
			}
			if m.Observation.Face != models.FaceUnknown {
				sure = append(sure, m)
			}
		}
		if len(sure) > len(best) {
			best = sure
		}
	}
	e.table.learn(best, e.cardMM, origin)
	return nil
}

// settle keeps one reading for each place: the surest of those that overlap much, then
// outlines that nothing was read at, as unknown.
func settle(matches []read.Match) []models.Observation {
	known := func(m read.Match) int {
		if m.Observation.Face == models.FaceUnknown {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(matches, func(a, b read.Match) int {
		return cmp.Or(cmp.Compare(known(a), known(b)), cmp.Compare(b.Seen, a.Seen))
	})
	var out []models.Observation
	for _, m := range matches {
		limit := 0.5
		if known(m) != 0 {
			limit = 0.2
		}
		if !slices.ContainsFunc(out, func(k models.Observation) bool { return k.Corners.IoU(m.Observation.Corners) > limit }) {
			out = append(out, m.Observation)
		}
	}
	return out
}
