package detect

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Voter proposes where cards lie by what is printed on them, so it finds cards whose edges do not show. Each spot of a learnt face that
// looks like one in the picture votes for the place and turn the card would have (generalised Hough transform, Ballard 1981; the spots are
// those of ORB, Rublee and others 2011). The table is looked at flat, so the size is known. It keeps scratch pictures; Close frees them.
type Voter struct {
	orb   gocv.ORB
	spots []spot // of all faces
	looks []look // of the spots
	flat  gocv.Mat
	grey  gocv.Mat
}

// spot is a striking point of a learnt face.
type spot struct {
	face int
	at   models.Point // mm from the card's middle
	turn float64      // radians, of the look about the point
}

const (
	flatScale = 1.0 // px per mm of the flat table picture
	patchMM   = 31  // size of a look; about a printed digit with some of the card around it

	mostPoints = 12000 // of a picture; a printed tablecloth or a newspaper has so many that fewer would leave the cards few
	often      = 40    // points that look like one spot; more of the table's than of cards, so that each tells less
)

// NewVoter learns the striking points of the faces; the caller closes it.
func NewVoter(faces []*image.RGBA, cardMM [2]float64) (*Voter, error) {
	v := &Voter{
		orb:  gocv.NewORBWithParams(mostPoints, 1.2, 1, 8, 0, 2, gocv.ORBScoreTypeHarris, patchMM, 10),
		flat: gocv.NewMat(), grey: gocv.NewMat(),
	}
	for i, img := range faces {
		if err := v.learn(i, img, cardMM); err != nil {
			v.Close()
			return nil, err
		}
	}
	return v, nil
}

// Close frees what OpenCV holds.
func (v *Voter) Close() error {
	for _, c := range []interface{ Close() error }{&v.orb, &v.flat, &v.grey} {
		if err := c.Close(); err != nil {
			return fmt.Errorf("free a picture: %w", err)
		}
	}
	return nil
}

// learn adds the striking points of a face. The face is laid on a ground of its own edge
// colour, since at its rim the looks would otherwise end.
func (v *Voter) learn(i int, img *image.RGBA, cardMM [2]float64) error {
	m, err := gocv.ImageToMatRGB(img)
	if err != nil {
		return fmt.Errorf("learn a face: %w", err)
	}
	defer m.Close()
	size := image.Pt(int(cardMM[0]*flatScale+.5), int(cardMM[1]*flatScale+.5))
	gocv.Resize(m, &v.flat, size, 0, 0, gocv.InterpolationArea)
	const rim = patchMM
	gocv.CopyMakeBorder(v.flat, &v.flat, rim, rim, rim, rim, gocv.BorderReplicate, color.RGBA{})
	points, looks := v.look()
	middle := models.Point{X: float64(size.X)/2 + rim - .5, Y: float64(size.Y)/2 + rim - .5}
	for k, p := range points {
		at := models.Point{X: p.X, Y: p.Y}.Sub(middle).Mul(1 / flatScale)
		v.spots, v.looks = append(v.spots, spot{i, at, p.Angle * math.Pi / 180}), append(v.looks, looks[k])
	}
	return nil
}

// look finds the striking points of v.flat and how they look.
func (v *Voter) look() ([]gocv.KeyPoint, []look) {
	gocv.CvtColor(v.flat, &v.grey, gocv.ColorBGRToGray)
	gocv.GaussianBlur(v.grey, &v.grey, image.Pt(3, 3), 0.8, 0.8, gocv.BorderReplicate)
	none := gocv.NewMat()
	defer none.Close()
	points, described := v.orb.DetectAndCompute(v.grey, none)
	defer described.Close()
	return points, looksOf(described.ToBytes())
}

// vote is a place a card may have: middle in flat pixels, turn as the direction of its upper side, one pixel long.
type vote struct {
	face   int
	at     models.Point
	way    models.Point
	weight float64 // 1 at most; less the more points of the picture look like the spot
}

// Spotted are the striking points of a picture of the table and the learnt spots that each of them looks like.
type Spotted struct {
	voter  *Voter
	plane  calibration.Plane
	from   models.Point // mm on the plane, of the flat picture's first pixel
	points []gocv.KeyPoint
	alike  [][]int32 // by point, spots of the voter
}

// Spot finds the striking points of a picture of the table.
func (v *Voter) Spot(img gocv.Mat, plane calibration.Plane) Spotted {
	from, size := about(plane, img.Cols(), img.Rows())
	v.flat.Close()
	v.flat = Flatten(img, plane, from, flatScale, size)
	points, looks := v.look()
	return Spotted{v, plane, from, points, v.alike(looks)}
}

// inPicture is where a place in the flat picture is seen.
func (f Spotted) inPicture(flat models.Point) models.Point {
	return f.plane.InPicture(f.from.Add(flat.Mul(1 / flatScale)))
}

// Propose gives outlines (pixels of the picture) of places where cards may lie, the most voted for first. What is hidden,
// in pixels of the picture, has no vote.
func (f Spotted) Propose(cardMM [2]float64, hidden func(models.Point) bool, most int) []models.Quad {
	var out []models.Quad
	for _, place := range elect(f.votes(hidden), most) {
		q := place.outline(cardMM)
		for i := range q {
			q[i] = f.inPicture(q[i])
		}
		out = append(out, q)
	}
	return out
}

// votes are those of all points that are not hidden.
func (f Spotted) votes(hidden func(models.Point) bool) []vote {
	var open []int
	times := make([]float64, len(f.voter.spots)) // that open points look like a spot
	for i, p := range f.points {
		if hidden(f.inPicture(models.Point{X: p.X, Y: p.Y})) {
			continue
		}
		open = append(open, i)
		for _, k := range f.alike[i] {
			times[k]++
		}
	}
	var votes []vote
	for _, i := range open {
		p := f.points[i]
		for _, k := range f.alike[i] {
			s := f.voter.spots[k]
			turn := p.Angle*math.Pi/180 - s.turn
			sin, cos := math.Sincos(turn)
			off := models.Point{X: cos*s.at.X - sin*s.at.Y, Y: sin*s.at.X + cos*s.at.Y}.Mul(flatScale)
			votes = append(votes, vote{s.face, models.Point{X: p.X, Y: p.Y}.Sub(off), models.Point{X: cos, Y: sin}, 1 / (1 + times[k]/often)})
		}
	}
	return votes
}

// outline is the card of a vote in flat pixels.
func (p vote) outline(cardMM [2]float64) models.Quad {
	q := calibration.CardAbout([2]float64{cardMM[0] * flatScale, cardMM[1] * flatScale})
	for i, d := range q {
		q[i] = p.at.Add(models.Point{X: p.way.X*d.X - p.way.Y*d.Y, Y: p.way.Y*d.X + p.way.X*d.Y})
	}
	return q
}

// elect gathers votes for one face that agree within 6 mm and 12 degrees, and gives the
// mean places of the groups with at least two, the weightiest first.
func elect(votes []vote, most int) []vote {
	const near = 6.0 * flatScale
	twist := math.Cos(12 * math.Pi / 180)
	type cell struct{ x, y, face int16 }
	cellOf := func(v vote) cell {
		return cell{int16(math.Floor(v.at.X / near)), int16(math.Floor(v.at.Y / near)), int16(v.face)}
	}
	cells := map[cell][]int{}
	for i, v := range votes {
		k := cellOf(v)
		cells[k] = append(cells[k], i)
	}
	var groups []vote
	for _, v := range votes {
		g, n := vote{face: v.face}, 0
		middle := cellOf(v)
		for dy := int16(-1); dy <= 1; dy++ {
			for dx := int16(-1); dx <= 1; dx++ {
				for _, j := range cells[cell{middle.x + dx, middle.y + dy, middle.face}] {
					o := &votes[j]
					if d := o.at.Sub(v.at); d.Dot(d) > near*near || o.way.Dot(v.way) < twist {
						continue
					}
					n++
					g.weight += o.weight
					g.at, g.way = g.at.Add(o.at), g.way.Add(o.way)
				}
			}
		}
		if n >= 2 {
			sin, cos := math.Sincos(math.Atan2(g.way.Y, g.way.X))
			g.at, g.way = g.at.Mul(1/float64(n)), models.Point{X: cos, Y: sin}
			groups = append(groups, g)
		}
	}
	slices.SortStableFunc(groups, func(a, b vote) int { return cmp.Compare(b.weight, a.weight) })
	var out []vote
	for _, g := range groups {
		if len(out) == most {
			break
		}
		same := func(o vote) bool {
			d := o.at.Sub(g.at)
			return d.Dot(d) < near*near && math.Abs(o.way.Dot(g.way)) > twist
		}
		if !slices.ContainsFunc(out, same) {
			out = append(out, g)
		}
	}
	return out
}

// about is the part of the table that a picture of the given size shows, its first place (mm) and its size at flatScale, bounded
// where the table runs toward the horizon.
func about(plane calibration.Plane, w, h int) (from models.Point, size image.Point) {
	const largest = 3000 // px a side
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	middle := plane.OnTable(models.Point{X: float64(w) / 2, Y: float64(h) / 2})
	for _, p := range plane.QuadOnTable(models.Quad{{}, {X: float64(w)}, {X: float64(w), Y: float64(h)}, {Y: float64(h)}}) {
		lo = models.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = models.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	const reach = largest / flatScale / 2
	lo = models.Point{X: max(lo.X, middle.X-reach), Y: max(lo.Y, middle.Y-reach)}
	hi = models.Point{X: min(hi.X, middle.X+reach), Y: min(hi.Y, middle.Y+reach)}
	return lo, image.Pt(int((hi.X-lo.X)*flatScale)+1, int((hi.Y-lo.Y)*flatScale)+1)
}
