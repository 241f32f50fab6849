package vision

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"
	"time"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/read"
)

// Eyes find and read cards with a learnt deck. They remember the table plane and the tint
// of the light from one picture to the next, and keep scratch pictures, so they serve one
// goroutine; Close frees them.
type Eyes struct {
	cardMM  [2]float64
	fixed   bool // the camera stays where it is from picture to picture
	finder  *detect.Finder
	voter   *detect.Voter
	backs   *detect.Templates
	prints  *detect.Prints // by which a card alone is found; nil where the deck is whole, or the camera stays where it is
	reader  *read.Reader
	crew    crew // reader and those that read beside it
	pic     *read.Picture
	table   plane
	spotted spotted            // in the present picture
	home    *calibration.Plane // see Suppose
	spent   Spent
	deck    calibration.Deck // as it was taught
	ahead   []ahead          // what was read in the present picture before ReadAt was asked for it
	parts   []*read.Picture  // scratch of what is read ahead
	// glimpses are cards that ReadAt read; those read last come last.
	glimpses []glimpse
	// hidden are places at which ReadAt found too little in sight, by the outline asked for; in another light they are read again.
	hidden map[models.Quad]glimpse
	// telling is by which cells of a glimpse a front is told from each other card, worked out when first asked for.
	telling map[models.Card][]read.Telling
}

// spotted are the striking points of a picture, found with its table taken to lie on a plane.
type spotted struct {
	detect.Spotted
	flat calibration.Plane
}

// serves tells whether the points, found with the table on one plane, are as good with it on another: at every corner of the picture a card
// on the one is a card on the other, to less than a pixel of the flat picture in which they are found.
func (s spotted) serves(flat calibration.Plane, img gocv.Mat, cardMM [2]float64) bool {
	const hardly = 0.5 // mm
	right, down := models.Point{X: cardMM[0]}, models.Point{Y: cardMM[1]}
	w, h := float64(img.Cols()), float64(img.Rows())
	for _, corner := range [...]models.Point{{}, {X: w}, {X: w, Y: h}, {Y: h}} {
		at := s.flat.OnTable(corner)
		off, _ := flat.Misfit(s.flat.QuadInPicture(models.Quad{at, at.Add(right), at.Add(right).Add(down), at.Add(down)}), cardMM)
		if off > hardly { // endlessly, where nothing was found yet
			return false
		}
	}
	return true
}

// Spent is how long eyes took, by what they did.
type Spent struct {
	Detect time.Duration // finding outlines and places that the print votes for
	Read   time.Duration // reading there
}

// Spent tells what was spent since it was asked last.
func (e *Eyes) Spent() Spent {
	s := e.spent
	e.spent = Spent{}
	return s
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
	var backs []*image.RGBA
	for _, back := range deck.BackNames() {
		backs = append(backs, deck.Backs[back])
	}
	faces = append(faces, backs...)
	if len(faces) == 0 {
		return nil, fmt.Errorf("the deck %q has no cards to read by", deck.Name)
	}
	voter, err := detect.NewVoter(faces, deck.CardMM)
	if err != nil {
		return nil, err
	}
	templates, err := detect.NewTemplates(backs, deck.CardMM)
	if err != nil {
		return nil, err
	}
	var prints *detect.Prints
	if table == nil && len(deck.Fronts) < models.DeckSize { // some cards only, as taught by photos of single cards
		if prints, err = detect.NewPrints(faces, deck.CardMM); err != nil {
			return nil, err
		}
	}
	reader := read.NewReader(deck)
	if err := reader.Register(deck); err != nil {
		return nil, err
	}
	return &Eyes{
		cardMM: deck.CardMM, fixed: table != nil, voter: voter, backs: templates, prints: prints,
		finder: detect.NewFinder(), reader: reader, crew: newCrew(reader), pic: read.NewPicture(),
		hidden: map[models.Quad]glimpse{}, telling: map[models.Card][]read.Telling{}, deck: deck,
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
	if err := e.backs.Close(); err != nil {
		return err
	}
	if e.prints != nil {
		if err := e.prints.Close(); err != nil {
			return err
		}
	}
	for _, pic := range append(e.parts, e.pic) {
		if err := pic.Close(); err != nil {
			return err
		}
	}
	return nil
}

// Look finds and reads all cards in an 8-bit BGR picture; corners are in its pixels. It takes seconds and gives up once ctx is done.
func (e *Eyes) Look(ctx context.Context, img gocv.Mat) ([]models.Observation, error) {
	all, err := e.readings(ctx, img)
	return observations(all), err
}

// readings are the cards that Look finds, with what was made of each.
func (e *Eyes) readings(ctx context.Context, img gocv.Mat) ([]read.Match, error) {
	if !e.fixed {
		e.table = plane{}
		e.reader.Daylight()
	}
	if e.prints != nil { // a card that fills the photo needs no table to lie on, which takes longer to find than the card
		if sure, err := e.alone(img); err != nil || len(sure) > 0 {
			return sure, err
		}
	}
	e.table.lens = calibration.UsualLens(img.Cols(), img.Rows())
	seen, tried, err := e.look(ctx, img, models.Point{})
	if err != nil {
		return nil, err
	}
	if seen, err = e.unbend(ctx, seen); err != nil {
		return nil, err
	}
	all, err := e.peel(ctx, img, tried, seen)
	if err != nil {
		return nil, err
	}
	if all, err = e.stepped(ctx, all); err != nil {
		return nil, err
	}
	before := countCertain(all)
	if all, err = e.overlooked(ctx, all); err != nil {
		return nil, err
	}
	if countCertain(all) > before {
		if all, err = e.stepped(ctx, all); err != nil {
			return nil, err
		}
	}
	if e.prints == nil {
		return all, nil
	}
	return e.confirmed(img, all)
}

// LookIn finds and reads the cards inside a part of a picture; corners are in the pixels of the
// whole. Cards more than half under others are left to Look, which takes longer.
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
	matches, _, err := e.look(context.Background(), part, origin) // short enough to be waited for
	seen := observations(matches)
	for i := range seen {
		seen[i].Corners = moved(seen[i].Corners, origin)
	}
	return seen, err
}

// look looks at a part of a picture whose top left lies at origin; corners are in the part's
// pixels. It gives what it saw and everything it read at.
func (e *Eyes) look(ctx context.Context, img gocv.Mat, origin models.Point) (seen, tried []read.Match, err error) {
	start := time.Now()
	e.spotted = spotted{}
	var work errgroup.Group
	work.Go(func() error { return e.pic.Set(img) })
	quads := e.finder.Quads(img)
	if err := work.Wait(); err != nil {
		return nil, nil, err
	}
	e.spent.Detect += time.Since(start)
	outlines := e.table.outlines(quads, e.cardMM, origin)
	if !e.fixed {
		const least, most = 0.02, 6 // share of the picture one fills, and outlines
		outlines = append(large(quads, e.cardMM, least*float64(img.Cols()*img.Rows()), most), outlines...)
	}
	matches, err := e.readAll(ctx, outlines)
	if err != nil {
		return nil, nil, err
	}
	if outlines, matches, err = e.orAnew(ctx, quads, outlines, matches, origin); err != nil {
		return nil, nil, err
	}
	matches, err = e.adapt(ctx, outlines, matches)
	if err != nil {
		return nil, nil, err
	}
	e.learn(matches, origin)
	if err := e.seekPlane(ctx, img, quads, matches, origin); err != nil {
		return nil, nil, err
	}
	matches = e.cardSized(matches, origin)
	hidden, err := e.readHidden(ctx, img, quads, matches, origin)
	if err != nil {
		return nil, nil, err
	}
	hidden = e.cardSized(hidden, origin)
	e.learn(hidden, origin)
	tried, err = e.again(ctx, append(matches, hidden...), origin)
	if err != nil {
		return nil, nil, err
	}
	if len(hidden) > len(matches) { // where few outlines show, the cards without tell the light
		places := make([]models.Quad, len(tried))
		for i, m := range tried {
			places[i] = m.Observation.Corners
		}
		if tried, err = e.adapt(ctx, places, tried); err != nil {
			return nil, nil, err
		}
	}
	return settle(slices.Clone(tried)), tried, nil
}

// cardSized leaves out what is no card's size on the table, once that is known. A large outline that was not read may run from one card to
// the next. What was read may look larger, held above the table, but not much smaller; least of all what little shows of a card, in which
// a wrong face that is laid small enough may find its print.
func (e *Eyes) cardSized(matches []read.Match, origin models.Point) []read.Match {
	const (
		off    = 0.2 // of a card's size
		least  = 0.75
		whole  = 0.95  // of a card in sight; of one that shows less,
		hidden = 0.915 // of the size that cards about it have: of 875 read right none came below 0.926, wrong ones to 0.81 and 0.90
	)
	flat, known := e.table.at(origin)
	return slices.DeleteFunc(matches, func(m read.Match) bool {
		switch {
		case !known:
			return false
		case !certain(m):
			return len(calibration.OnPlane([]models.Quad{m.Observation.Corners}, flat, e.cardMM, off)) == 0
		}
		_, size := flat.Shape(m.Observation.Corners, e.cardMM)
		return size < least || m.Open < whole && size < hidden*e.table.sizeAround(m.Observation.Corners.Center().Add(origin), e.cardMM)
	})
}

// large are the largest outlines of about a card's proportions, at most so many, each of at least
// so many px². In a phone's photo of one card they are read first: what lies around, keys or
// tiles, may agree better on a plane.
func large(quads []models.Quad, cardMM [2]float64, least float64, most int) []models.Quad {
	var out []models.Quad
	for _, q := range quads {
		a, b := q[1].Sub(q[0]).Norm()+q[2].Sub(q[3]).Norm(), q[3].Sub(q[0]).Norm()+q[2].Sub(q[1]).Norm()
		if a > b {
			a, b, q = b, a, models.Quad{q[1], q[2], q[3], q[0]}
		}
		stretch := b / a * cardMM[0] / cardMM[1]
		if q.Polygon().Area() > least && stretch > 0.6 && stretch < 1.5 {
			out = append(out, q)
		}
	}
	slices.SortFunc(out, func(p, q models.Quad) int { return cmp.Compare(q.Polygon().Area(), p.Polygon().Area()) })
	return out[:min(len(out), most)]
}

// adapt learns the light from cards read at the outlines and reads them again in it, until
// that changes little. A light in which less can be told is given up again.
func (e *Eyes) adapt(ctx context.Context, outlines []models.Quad, matches []read.Match) ([]read.Match, error) {
	const rounds = 2
	clear(e.hidden)
	for range rounds {
		known := e.reader.Lighting()
		if !e.reader.Adapt(e.pic, matches) {
			break
		}
		again, err := e.readAll(ctx, outlines)
		if err != nil {
			return nil, err
		}
		if read.Clarity(again) < read.Clarity(matches) {
			e.reader.Relight(known)
			break
		}
		matches = again
	}
	return e.guess(ctx, outlines, matches)
}

// guess reads again in lights that the cards may lie in, where nothing is known of the light and hardly a front can be told, and goes on in
// the one that tells most of them.
func (e *Eyes) guess(ctx context.Context, outlines []models.Quad, matches []read.Match) ([]read.Match, error) {
	shown := read.FrontsIn(matches)
	if e.reader.Lit() || !shown.Wanting() {
		return matches, nil
	}
	light := e.reader.Lighting()
	for _, g := range read.Guesses() {
		e.reader.Suppose(g)
		again, err := e.readAll(ctx, outlines)
		if err != nil {
			return nil, err
		}
		if now := read.FrontsIn(again); now.Better(shown) {
			matches, shown, light = again, now, e.reader.Lighting()
		}
	}
	e.reader.Relight(light)
	return matches, nil
}

// readAll reads at the outlines; one that mostly covers a card read for certain is passed over.
func (e *Eyes) readAll(ctx context.Context, outlines []models.Quad) ([]read.Match, error) {
	matches, err := e.readEach(ctx, outlines, nil, 0.75)
	for i := range matches {
		if !certain(matches[i].Match) {
			matches[i].Observation.Corners = outlines[matches[i].place]
		}
	}
	return plain(matches), err
}

// readHidden reads cards whose outlines do not show: in heaps, and at places that their print votes for.
func (e *Eyes) readHidden(ctx context.Context, img gocv.Mat, quads []models.Quad, known []read.Match, origin models.Point) ([]read.Match, error) {
	flat, ok := e.table.at(origin)
	if !ok {
		return nil, nil
	}
	const most = 150 // places tried; a table of 90 spread cards has fewer that matter
	start := time.Now()
	e.spotted = spotted{e.voter.Spot(img, flat), flat}
	places := append(e.table.heaps(quads, e.cardMM, origin), e.spotted.Propose(e.cardMM, e.pic.Covered, most)...)
	e.spent.Detect += time.Since(start)
	matches, err := e.readEach(ctx, places, known, 0.6)
	return slices.DeleteFunc(plain(matches), func(m read.Match) bool {
		return !certain(m) && !m.Likely()
	}), err
}

// placedMatch is a match and the number of the outline it was read at.
type placedMatch struct {
	read.Match
	place int
}

func plain(matches []placedMatch) []read.Match {
	out := make([]read.Match, len(matches))
	for i, m := range matches {
		out[i] = m.Match
	}
	return out
}

// readEach reads at the outlines in their order; one that overlaps a card read for certain by more than so much is
// passed over.
func (e *Eyes) readEach(ctx context.Context, outlines []models.Quad, known []read.Match, overlap float64) ([]placedMatch, error) {
	start := time.Now()
	defer func() { e.spent.Read += time.Since(start) }()
	var sure []models.Quad
	note := func(m read.Match) {
		if certain(m) {
			sure = append(sure, m.Observation.Corners)
		}
	}
	for _, m := range known {
		note(m)
	}
	pass := func(i int) bool {
		return slices.ContainsFunc(sure, func(s models.Quad) bool { return s.IoU(outlines[i]) > overlap })
	}
	var out []placedMatch
	turns := e.turns(outlines, (*read.Reader).Read)
	defer turns.rest()
	for i := range outlines {
		if pass(i) {
			continue
		}
		m, err := turns.read(ctx, i, pass)
		if err != nil {
			return nil, err
		}
		out = append(out, placedMatch{m, i})
		note(m)
	}
	return out, nil
}

// Forget lets go of the table plane and of what was read where: the camera has moved.
func (e *Eyes) Forget() {
	e.table, e.glimpses = plane{}, nil
	clear(e.hidden)
}

// Slid tells that the camera has moved a little by h, from the old pixels to the new ones: the cards known look as they did where they lie
// now, and the plane of the table is much the same.
func (e *Eyes) Slid(h calibration.Homography) {
	for i := range e.glimpses {
		g := &e.glimpses[i]
		g.toPx, g.card.Corners = h.Mul(g.toPx), h.Quad(g.card.Corners)
	}
	clear(e.hidden)
}
