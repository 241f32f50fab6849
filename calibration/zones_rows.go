package calibration

import (
	"cmp"
	"math"
	"slices"

	"schiri/models"
)

// aboutRows makes each place fit the row that lies beside its owner's back: a Ligretto pile and so many cards beside
// each other, or at least so many. Whose back lies nearest to a row has it. Where a back lies in a corner the row tells
// which side its owner sits at.
func aboutRows(places []strip, laid []Laid, others []models.Quad, rows int, plane Plane, cardMM [2]float64, size [2]int) {
	var cards []models.Quad // on the table, mm
	for _, q := range others {
		cards = append(cards, plane.QuadOnTable(q))
	}
	done := make([]bool, len(places))
	for range places {
		who, least, at, row := -1, math.Inf(1), strip{}, []models.Quad(nil)
		for i := range places {
			for _, side := range []string{"south", "north", "east", "west"} {
				s := guess(laid[i], side, rows, plane, cardMM)
				found, far := s.row(cards, rows, cardMM)
				if done[i] || far >= least {
					continue
				}
				s.fit(found, cardMM)
				if sideOf(s.middle(plane), float64(size[0]), float64(size[1])) == side {
					who, least, at, row = i, far, s, found
				}
			}
		}
		if who < 0 {
			return
		}
		done[who], places[who] = true, at
		cards = slices.DeleteFunc(cards, func(q models.Quad) bool { return slices.Contains(row, q) })
	}
}

// row is the row that is likeliest to be the owner's, from left to right, and how far off it lies in card widths;
// infinitely far where there is none.
func (s strip) row(cards []models.Quad, rows int, cardMM [2]float64) (best []models.Quad, far float64) {
	far = math.Inf(1)
	var line []models.Quad
	for _, q := range cards {
		if math.Abs(q.Center().Sub(s.at).Dot(s.away)) < rowNear*cardMM[1] {
			line = append(line, q)
		}
	}
	x := func(q models.Quad) float64 { return q.Center().Sub(s.at).Dot(s.right) / cardMM[0] }
	slices.SortFunc(line, func(a, b models.Quad) int { return cmp.Compare(x(a), x(b)) })
	for from := 0; from < len(line); {
		to := from + 1
		for to < len(line) && x(line[to])-x(line[to-1]) < rowApart {
			to++
		}
		// The back lies above or below the row, or right of it; or, less likely, left of it.
		off := max(0, -x(line[to-1]), x(line[from])+rowLeft)
		if x(line[from]) <= 0 {
			off = max(0, -x(line[to-1]))
		}
		beside := x(line[to-1])-x(line[from]) > rowTight*float64(to-from-1)
		if to-from >= rows && beside && off < rowFar && off < far {
			best, far = line[from:to], off
		}
		from = to
	}
	return best, far
}

// fit makes the place the rectangle about the back and a row, which need not lie quite along the picture's side.
func (s *strip) fit(row []models.Quad, cardMM [2]float64) {
	along := row[len(row)-1].Center().Sub(row[0].Center())
	if n := unit(along); n.Dot(s.right) > 0.5 {
		s.face(models.Point{X: n.Y, Y: -n.X})
	}
	s.low, s.high = models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, q := range row {
		for _, c := range q {
			s.take(c)
		}
	}
	s.high.X += zoneDiscard * cardMM[0]
	s.take(s.at.Add(s.right.Mul(cardMM[0] / 2)).Add(s.away.Mul(cardMM[1] / 2)))
	s.take(s.at.Sub(s.right.Mul(cardMM[0] / 2)).Sub(s.away.Mul(cardMM[1] / 2)))
	rim := models.Point{X: zoneRim * cardMM[1], Y: zoneRim * cardMM[1]}
	s.low, s.high = s.low.Sub(rim), s.high.Add(rim)
}

// take makes the rectangle hold a point of the table (mm).
func (s *strip) take(p models.Point) {
	x, y := p.Sub(s.at).Dot(s.right), p.Sub(s.at).Dot(s.away)
	s.low = models.Point{X: min(s.low.X, x), Y: min(s.low.Y, y)}
	s.high = models.Point{X: max(s.high.X, x), Y: max(s.high.Y, y)}
}
