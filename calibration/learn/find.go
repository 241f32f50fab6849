package learn

import (
	"fmt"
	"image"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/frame"
)

// search looks for the outlines of cards in a photo.
type search struct {
	*photo
	finder *detect.Finder
	table  gocv.Mat      // the bare table in the photo's light; empty where there is no photo of it
	flat   []models.Quad // the silhouettes of what lies on the table: of cards, not of what is printed on them
}

// find finds the plane of the table and the outlines of a card's shape on it. empty names a photo of the bare table or is empty.
func (p *photo) find(empty string, finder *detect.Finder, card [2]float64, known *ground) error {
	table, err := p.bareTable(empty)
	if err != nil {
		return err
	}
	defer table.Close()
	s := search{photo: p, finder: finder, table: table}
	quads, flat := s.look(p.img, table)
	p.quads, s.flat = slices.Concat(quads, flat), flat
	cards, err := s.lying(card, known)
	for seen, again := (image.Rectangle{}), 0; again < closer; again++ {
		part, larger := s.partAround(cards)
		if larger < clearlyLarger || part.In(seen) {
			break
		}
		s.lookCloser(part, larger, card)
		cards, err = s.lying(card, known)
		seen = part.Inset(-part.Dx() / 20)
	}
	if err != nil || len(cards) == 0 {
		return p.lacks(noCards())
	}
	p.addBest(card)
	if len(p.cards) == 0 {
		return p.lacks(models.Say("no-card-shape", "nothing in it has a card’s shape; lay the cards flat and whole in sight"))
	}
	return nil
}

func noCards() error {
	return models.Say("no-cards", "no card was found; lay the cards flat, apart from each other, on a table of another color")
}

// enough silhouettes tell the plane of the table.
const enough = 4

const (
	// Outlines are found in pictures of at most so many pixels across, to which larger ones are shrunk.
	lookedAt = 1280
	// closer is how often the part about the cards found is looked at again, magnified: what is found there may widen it.
	closer = 2
	// clearlyLarger is the magnification from which on it is worth it. Of a row of cards 30 pixels wide that lie 5 apart, half have no
	// outline of their own; of the same at twice the size nearly all.
	clearlyLarger = 1.3
	// mostLarger magnifies what the camera tells apart; beyond it only its grain grows.
	mostLarger = 2.0
)

// look finds what has four straight sides in a picture, and of that the silhouettes. table is the same without cards, or empty.
func (s *search) look(img, table gocv.Mat) (quads, flat []models.Quad) {
	quads = s.finder.Quads(img)
	if table.Empty() {
		return quads, s.finder.Unlike(img)
	}
	return s.finder.Laid(img, table, quads), s.finder.Laid(img, table, nil)
}

// lookCloser looks at a part of the photo at so many times the size the whole photo was looked at. What it finds goes before what was
// found so far, where two cards with a narrow gap may have passed for one. Only without a photo of the bare table, where its pattern
// shows more outlines, too, counts what is about as large as a card on the plane found so far.
func (s *search) lookCloser(part image.Rectangle, larger float64, card [2]float64) {
	size := image.Pt(int(float64(part.Dx())*s.shrunk()*larger), int(float64(part.Dy())*s.shrunk()*larger))
	img, table := magnified(s.img, part, size), gocv.NewMat()
	defer func() { img.Close(); table.Close() }()
	if !s.table.Empty() {
		table.Close()
		table = magnified(s.table, part, size)
	}
	quads, flat := s.look(img, table)
	toPhoto := func(quads []models.Quad) (cards []models.Quad) {
		half, k := models.Point{X: .5, Y: .5}, float64(part.Dx())/float64(size.X)
		corner := models.Point{X: float64(part.Min.X), Y: float64(part.Min.Y)}
		for _, q := range quads {
			for i := range q {
				q[i] = q[i].Add(half).Mul(k).Add(corner).Sub(half)
			}
			if mm, size := s.plane.Shape(q, card); !s.table.Empty() || mm < 0.1*card[0] && size > 0.8 && size < 1.25 {
				cards = append(cards, q)
			}
		}
		return cards
	}
	flat = toPhoto(flat)
	if s.flat = append(s.flat, flat...); !table.Empty() && len(flat) >= enough {
		s.flat = flat
	}
	s.quads = slices.Concat(s.quads, toPhoto(quads), flat)
}

// shrunk is the size at which the whole photo is looked at, as against its own.
func (s *search) shrunk() float64 { return min(1, lookedAt/float64(s.img.Cols())) }

// magnified is a part of a picture at another size.
func magnified(img gocv.Mat, part image.Rectangle, size image.Point) gocv.Mat {
	region := img.Region(part)
	defer region.Close()
	out := gocv.NewMat()
	how := gocv.InterpolationCubic
	if size.X < part.Dx() {
		how = gocv.InterpolationArea
	}
	gocv.Resize(region, &out, size, 0, 0, how)
	return out
}

// partAround is the part of the photo about outlines of cards, with room for cards not found yet beside them and for a margin of bare
// table, and by how much larger it can be looked at than the whole photo.
func (s *search) partAround(cards []models.Quad) (part image.Rectangle, larger float64) {
	const room, margin = 3, 6.0 // cards; part of the whole
	if len(cards) == 0 {
		return part, 1
	}
	long := 0.0
	for _, q := range cards {
		for i := range q {
			at := pixel(q[i])
			part = part.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
			long = max(long, q[i].Sub(q[(i+1)%4]).Norm())
		}
	}
	by := max(room*long, float64(max(part.Dx(), part.Dy()))/margin)
	part = part.Inset(-int(by)).Intersect(image.Rect(0, 0, s.img.Cols(), s.img.Rows()))
	return part, min(lookedAt/float64(part.Dx()), mostLarger) / s.shrunk()
}

// lying fits the plane of the table to the outlines found so far, or takes the known one where that explains more, and gives those
// that are cards lying on it.
func (s *search) lying(card [2]float64, known *ground) ([]models.Quad, error) {
	lens := calibration.UsualLens(s.img.Cols(), s.img.Rows())
	from := s.onOther(s.flat, card)
	plane, in, err := calibration.FitPlane(from, card, lens)
	if err != nil || len(in) < enough {
		from = s.onOther(s.quads, card)
		plane, in, err = calibration.FitPlane(from, card, lens)
	}
	if known != nil {
		on := calibration.OnPlane(s.quads, known.plane, card, 0.06)
		// The empty table is the same one from the same place in both photos.
		if len(on) >= len(in) || s.bare != nil && len(on) > 0 {
			plane, in, err, s.size = known.plane, on, nil, &known.size
			from = s.quads
		}
	}
	if err != nil {
		return nil, err
	}
	s.plane = plane
	cards := make([]models.Quad, len(in))
	for i, k := range in {
		cards[i] = from[k]
	}
	return cards, nil
}

// bareTable reads a photo of the bare table and brings it to the light of this one: most of both is the same table, so the median of
// the quotient of each colour is what the exposures differ by. It is empty where there is none or it was taken from another place.
func (p *photo) bareTable(name string) (gocv.Mat, error) {
	if name == "" {
		return gocv.NewMat(), nil
	}
	table, err := frame.Read(name)
	if err != nil {
		return gocv.NewMat(), fmt.Errorf("photo of the empty table %s: %w", name, err)
	}
	if !p.inLightOf(table) {
		table.Close()
		return gocv.NewMat(), nil
	}
	lit, err := gocv.NewMatFromBytes(table.Rows(), table.Cols(), gocv.MatTypeCV8UC3, p.bare)
	table.Close()
	return lit, err
}
