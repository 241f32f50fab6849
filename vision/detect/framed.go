package detect

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Single proposes outlines of the one card of a photo, seen at any angle: of closed outlines that could be a card's the
// largest, which fill at least so much of the picture, then framed ones, at most so many of each kind. They are in the pixels of img.
func (f *Finder) Single(img gocv.Mat, card [2]float64, least float64, most int) []models.Quad {
	lens := calibration.UsualLens(img.Cols(), img.Rows())
	var quads []models.Quad
	for _, q := range f.Quads(img) {
		if q, ok := lens.Card(q, card); ok && q.Polygon().Area() > least*float64(img.Cols()*img.Rows()) {
			quads = append(quads, q)
		}
	}
	slices.SortFunc(quads, func(a, b models.Quad) int { return cmp.Compare(b.Polygon().Area(), a.Polygon().Area()) })
	return append(quads[:min(most, len(quads))], f.outlinesFramed(img, card, most)...)
}

// outlinesFramed proposes outlines of a card that lies or is held at any angle, the best first and at most so many: four
// straight runs of edges of which each is a part of a side. A side may be partly hidden, by a finger, or run into the
// grain of the table; the lens tells which four lines could be a card's sides. Outlines are in the pixels of img.
func (f *Finder) outlinesFramed(img gocv.Mat, card [2]float64, most int) []models.Quad {
	const (
		largest  = 640.0 // px of the longer side; on less, bent sides are straight and grain is fine
		shortest = 0.04  // of the longer side, a run of edges
		runs     = 90    // the longest; stripes of a cloth and keys are many, and as long as a card's sides
		alike    = 0.9   // IoU of outlines of which one will do
	)
	scale := min(1, largest/float64(max(img.Cols(), img.Rows())))
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(img, &small, image.Point{}, scale, scale, gocv.InterpolationArea)
	s := f.Slopes(small)
	lines := s.straight(shortest * float64(max(s.w, s.h)))
	slices.SortStableFunc(lines, func(a, b [2]models.Point) int {
		return cmp.Compare(b[1].Sub(b[0]).Norm(), a[1].Sub(a[0]).Norm())
	})
	frames := s.frames(lines[:min(runs, len(lines))], calibration.UsualLens(s.w, s.h), card)
	slices.SortStableFunc(frames, func(a, b frame) int { return cmp.Compare(b.worth, a.worth) })
	var out []models.Quad
	for _, fr := range frames {
		q := scaled(fr.quad, 1/scale)
		if len(out) < most && !slices.ContainsFunc(out, func(o models.Quad) bool { return o.IoU(q) > alike }) {
			out = append(out, q)
		}
	}
	return out
}

// frame is an outline with what speaks for it.
type frame struct {
	quad  models.Quad
	worth float64
}

// frames are the outlines of a card's shape that four of the lines make, two and two opposite each other.
func (s Slopes) frames(lines [][2]models.Point, lens calibration.Lens, card [2]float64) []frame {
	const least = 0.02 // of the picture
	pairs := opposite(lines, 0.05*float64(max(s.w, s.h)))
	var out []frame
	try := func(q models.Quad) {
		if q.Polygon().Area() < least*float64(s.w*s.h) || !s.surrounds(q) {
			return
		}
		worth, ok := s.framed(q) // most are none, which the lens takes longer to tell
		if !ok {
			return
		}
		if q, ok := lens.Card(q, card); ok {
			out = append(out, frame{q, worth})
		}
	}
	for i, p := range pairs {
		for _, o := range pairs[i+1:] {
			if q, ok := between(lines, p, o); ok {
				try(q)
			}
		}
		// A fourth side of which fingers leave little, or that lies on print, is no run of edges.
		for k := range lines {
			if k == p[0] || k == p[1] {
				continue
			}
			if a, b, c, d, ok := crossed(lines, p, k); ok && s.onEdge(a, b) >= leastSide {
				for _, q := range lens.Completed(a, b, c, d, card) {
					try(q)
				}
			}
		}
	}
	return out
}

// crossed are the corners a and b at which a third line meets a pair of lines, and where these lead to from there, c and d; false where
// the third can be no side between the two.
func crossed(lines [][2]models.Point, p [2]int, third int) (a, b, c, d models.Point, ok bool) {
	const across = 0.3 // sine of 17 degrees, at least, between neighbouring sides
	l := lines[third]
	u := l[1].Sub(l[0])
	var ends, toward [2]models.Point
	for i, k := range p {
		m := lines[k]
		v := m[1].Sub(m[0])
		at, ok := meet(m[0], m[1], l[0], l[1])
		if !ok || math.Abs(u.Cross(v)) < across*u.Norm()*v.Norm() {
			return a, b, c, d, false
		}
		ends[i], toward[i] = at, m[0]
		if m[1].Sub(at).Norm() > m[0].Sub(at).Norm() {
			toward[i] = m[1]
		}
	}
	if u.Cross(toward[0].Sub(ends[0]))*u.Cross(toward[1].Sub(ends[1])) <= 0 {
		return a, b, c, d, false
	}
	if ends[1].Sub(ends[0]).Cross(toward[0].Sub(ends[0])) < 0 {
		return ends[1], ends[0], toward[1], toward[0], true
	}
	return ends[0], ends[1], toward[0], toward[1], true
}

// opposite are the pairs of lines that could be opposite sides of a card: of about one direction, so far apart (px).
func opposite(lines [][2]models.Point, apart float64) (pairs [][2]int) {
	const along = 0.65 // cosine of 49 degrees, of a card seen from near at a flat angle
	for i, a := range lines {
		u := a[1].Sub(a[0])
		u = u.Mul(1 / u.Norm())
		for j := i + 1; j < len(lines); j++ {
			b := lines[j]
			v := b[1].Sub(b[0])
			middle := b[0].Add(b[1]).Mul(.5).Sub(a[0].Add(a[1]).Mul(.5))
			if math.Abs(u.Dot(v)) > along*v.Norm() && math.Abs(u.Cross(middle)) > apart {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// between is the outline that two pairs of lines enclose, clockwise.
func between(lines [][2]models.Point, p, o [2]int) (q models.Quad, ok bool) {
	sides := [4]int{p[0], o[0], p[1], o[1]}
	for i := range sides {
		a, b := lines[sides[i]], lines[sides[(i+1)%4]]
		if q[i], ok = meet(a[0], a[1], b[0], b[1]); !ok {
			return q, false
		}
	}
	turns := 0
	for i := range q {
		if q[(i+1)%4].Sub(q[i]).Cross(q[(i+2)%4].Sub(q[(i+1)%4])) > 0 {
			turns++
		}
	}
	if turns == 0 {
		q = models.Quad{q[3], q[2], q[1], q[0]}
	}
	return q, turns == 0 || turns == 4
}

// surrounds tells whether an outline lies in the picture, but for a corner's tip.
func (s Slopes) surrounds(q models.Quad) bool {
	const tip = 0.03 // of the longer side
	out := tip * float64(max(s.w, s.h))
	return !slices.ContainsFunc(q[:], func(c models.Point) bool {
		return c.X < -out || c.Y < -out || c.X > float64(s.w)+out || c.Y > float64(s.h)+out
	})
}

// leastSide is the share of a card's side that lies on an edge of the picture at least.
const leastSide = 0.3

// framed is what speaks for an outline, the share of it that lies on an edge of the picture and, a little, its size;
// false where too little of one side does, or of all.
func (s Slopes) framed(q models.Quad) (float64, bool) {
	const (
		all   = 0.6 // of all four
		large = 0.1 // what the whole picture would count
	)
	share := 0.0
	for i := range q {
		on := s.onEdge(q[i], q[(i+1)%4])
		if share += on / 4; on < leastSide || share+float64(3-i)/4 < all {
			return 0, false
		}
	}
	return share + large*math.Sqrt(q.Polygon().Area()/float64(s.w*s.h)), true
}

// onEdge is the share of a side from a to b, 0 to 1, that lies on an edge of the picture. It is 0 where that is plainly too little: a few
// places spread over the side tell it, as most sides tried are none.
func (s Slopes) onEdge(a, b models.Point) float64 {
	const (
		places = 20   // looked at
		atOnce = 5    // of them, spread over the side
		few    = 0.2  // of those looked at so far
		corner = 0.08 // of the side, at either end, that may be round
	)
	d := b.Sub(a)
	n := models.Point{X: d.Y, Y: -d.X}.Mul(1 / d.Norm())
	on := 0
	for k := range places {
		place := k%atOnce*(places/atOnce) + k/atOnce
		t := corner + (1-2*corner)*(float64(place)+.5)/places
		if s.along(s.toPicture(a.Add(d.Mul(t))), n) {
			on++
		}
		if (k+1)%atOnce == 0 && float64(on) < few*float64(k+1) {
			return 0
		}
	}
	return float64(on) / places
}
