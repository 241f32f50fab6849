package detect

import (
	"cmp"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Pose is a place at which a card of known size may lie, partly under others.
type Pose struct {
	Outline models.Quad
	Edge    float64        // mm of its sides that lie on an edge of the picture
	Open    float64        // mm of its sides that are in the picture and not covered
	gaps    []models.Point // places on its sides that are open but on no edge, each for gapMM of them
}

// gapMM is how far apart on the sides of a pose the places are that are looked at.
const gapMM = 3.0

// Beside is the pose where some places (pixels of the picture) may be hidden by other cards: sides that run there and
// do not show are not open.
func (p Pose) Beside(hidden func(models.Point) bool) Pose {
	p.gaps = slices.DeleteFunc(slices.Clone(p.gaps), hidden)
	p.Open = p.Edge + gapMM*float64(len(p.gaps))
	return p
}

// worth orders poses: what of their sides shows speaks for them, what should show and does not, against.
func (p Pose) worth() float64 { return p.Edge - 0.6*(p.Open-p.Edge) }

// Corners proposes poses of cards lying on the plane of which a corner or a whole side shows,
// the likeliest first. Places that covered names (pixels of the picture) are known to be hidden:
// nothing is looked for there, and sides that run there need not show.
func (s Slopes) Corners(plane calibration.Plane, card [2]float64, covered func(models.Point) bool, most int) []Pose {
	const shortest = 9 // working px
	s = s.beside(covered)
	var sides [][2]models.Point
	for _, l := range s.straight(shortest) {
		sides = append(sides, [2]models.Point{plane.OnTable(l[0]), plane.OnTable(l[1])})
	}
	sides = append(sides, joined(sides, card[1]+longer)...)
	var all []Pose
	for _, q := range posesOf(sides, card) {
		if p, ok := s.pose(plane, q, covered); ok {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b Pose) int { return cmp.Compare(b.worth(), a.worth()) })
	var out []Pose
	for _, p := range all {
		if len(out) == most {
			break
		}
		if !slices.ContainsFunc(out, func(o Pose) bool { return o.Outline.IoU(p.Outline) > 0.88 }) {
			out = append(out, p)
		}
	}
	return out
}

// joined are the sides (mm on the table), each up to so long, that straight runs on one line make together: print that runs up to a card's edge
// breaks the run along it.
func joined(sides [][2]models.Point, longest float64) [][2]models.Point {
	var out [][2]models.Point
	for _, run := range sides {
		whole := run
		for {
			end, ok := goesOn(sides, whole, longest)
			if !ok {
				break
			}
			whole[1] = end
		}
		if whole != run {
			out = append(out, whole)
		}
	}
	return out
}

// goesOn gives the end of a run that lies on the line of side a beyond its end, where both together are not longer than so much.
func goesOn(sides [][2]models.Point, a [2]models.Point, longest float64) (models.Point, bool) {
	const (
		gap   = 20.0 // mm; as wide as a band of print that hardly stands out from the table
		shift = 2.0  // mm by which the runs may seem to overlap
		aside = 1.0  // mm between the ends of the run and the line
	)
	d := a[1].Sub(a[0])
	u := d.Mul(1 / d.Norm())
	for _, b := range sides {
		from, to := b[0].Sub(a[1]), b[1].Sub(a[1])
		if from.Dot(u) > to.Dot(u) {
			from, to = to, from
		}
		if from.Dot(u) >= -shift && from.Dot(u) <= gap && to.Dot(u) > shift && to.Dot(u) <= longest-d.Norm() &&
			math.Abs(from.Cross(u)) <= aside && math.Abs(to.Cross(u)) <= aside {
			return a[1].Add(to), true
		}
	}
	return models.Point{}, false
}

// A side may seem longer than a card's by so many mm, and as its corners are round, shorter.
const (
	longer  = 4.0
	rounded = 10.0
)

// posesOf are the cards (mm on the table) of which two sides could meet in a corner, or one
// could be a whole side.
func posesOf(sides [][2]models.Point, card [2]float64) []models.Quad {
	sides = slices.DeleteFunc(slices.Clone(sides), func(s [2]models.Point) bool { return s[1].Sub(s[0]).Norm() > card[1]+longer })
	var out []models.Quad
	for i, a := range sides {
		out = append(out, posesBySide(a, card)...)
		for _, b := range sides[i+1:] {
			out = append(out, posesByCorner(a, b, card)...)
		}
	}
	return out
}

// posesBySide are the cards, on either side of it, of which a could be a whole side.
func posesBySide(a [2]models.Point, card [2]float64) []models.Quad {
	d := a[1].Sub(a[0])
	length := d.Norm()
	var out []models.Quad
	for k, side := range card {
		if length > side+longer || length < side-rounded {
			continue
		}
		mid, u := a[0].Add(a[1]).Mul(.5), d.Mul(1/length)
		for _, v := range [...]models.Point{{X: -u.Y, Y: u.X}, {X: u.Y, Y: -u.X}} {
			out = append(out, cardAt(mid.Sub(u.Mul(side/2)), u.Mul(side), v.Mul(card[1-k])))
		}
	}
	return out
}

// posesByCorner are the cards, lying along or across, of which a and b could be sides that meet in a corner.
func posesByCorner(a, b [2]models.Point, card [2]float64) []models.Quad {
	const (
		square = 0.087 // sine of 5 degrees off the right angle
		gap    = 8.0   // mm between a side's end and the corner, which may be round
		far    = 30.0  // the same of a side at least as long as that
	)
	da, db := a[1].Sub(a[0]), b[1].Sub(b[0])
	la, lb := da.Norm(), db.Norm()
	if math.Abs(da.Dot(db)) > square*la*lb {
		return nil
	}
	corner := a[0].Add(da.Mul(b[0].Sub(a[0]).Cross(db) / da.Cross(db)))
	u, nearA := leg(corner, a)
	v, nearB := leg(corner, b)
	if nearA > max(gap, min(la, far)) || nearB > max(gap, min(lb, far)) {
		return nil
	}
	// The longer of the two tells best which way the card lies.
	if la > lb {
		v = perpendicular(u, v)
	} else {
		u = perpendicular(v, u)
	}
	reach := func(side [2]models.Point) float64 {
		return max(side[0].Sub(corner).Norm(), side[1].Sub(corner).Norm())
	}
	var out []models.Quad
	for k := range card {
		if reach(a) < card[k]+longer && reach(b) < card[1-k]+longer {
			out = append(out, cardAt(corner, u.Mul(card[k]), v.Mul(card[1-k])))
		}
	}
	return out
}

// leg is the direction from a corner along a side that ends near it, and the distance of
// that end from the corner.
func leg(corner models.Point, side [2]models.Point) (models.Point, float64) {
	near, far := side[0], side[1]
	if far.Sub(corner).Norm() < near.Sub(corner).Norm() {
		near, far = far, near
	}
	d := far.Sub(near)
	return d.Mul(1 / d.Norm()), near.Sub(corner).Norm()
}

// perpendicular is the direction at a right angle to u on v's side.
func perpendicular(u, v models.Point) models.Point {
	n := models.Point{X: -u.Y, Y: u.X}
	if n.Dot(v) < 0 {
		n = n.Mul(-1)
	}
	return n
}

// cardAt is the card with a corner at p and the sides u and v, a short side first, clockwise.
func cardAt(p, u, v models.Point) models.Quad {
	if u.Norm() > v.Norm() {
		u, v = v, u
	}
	q := models.Quad{p, p.Add(u), p.Add(u).Add(v), p.Add(v)}
	if u.Cross(v) < 0 {
		q = models.Quad{p.Add(u), p, p.Add(v), p.Add(u).Add(v)}
	}
	return q
}

// pose measures how a card (mm on the table) shows; false where too little of it does for it
// to be a card partly in sight.
func (s Slopes) pose(plane calibration.Plane, onTable models.Quad, covered func(models.Point) bool) (Pose, bool) {
	const (
		corner = 5.0  // mm at either end that may be round
		least  = 40.0 // mm of its sides in sight
		other  = 9.0  // of them on another side than the one most in sight, at a right angle to it
	)
	p := Pose{Outline: plane.QuadInPicture(onTable)}
	var by [2]float64
	for i := range onTable {
		a, d := onTable[i], onTable[(i+1)%4].Sub(onTable[i])
		length := d.Norm()
		u := d.Mul(1 / length)
		px := p.Outline[(i+1)%4].Sub(p.Outline[i])
		n := models.Point{X: px.Y, Y: -px.X}.Mul(1 / px.Norm())
		for t := corner; t <= length-corner; t += gapMM {
			at := plane.InPicture(a.Add(u.Mul(t)))
			if !s.holds(at) || covered(at) {
				continue
			}
			p.Open += gapMM
			if !s.along(at, n) {
				p.gaps = append(p.gaps, at)
				continue
			}
			p.Edge += gapMM
			by[i%2] += gapMM
		}
	}
	return p, p.Edge >= least && min(by[0], by[1]) >= other
}

// holds tells whether a place (pixels of the picture) lies in the picture.
func (s Slopes) holds(p models.Point) bool {
	q := s.fromPicture(p)
	return q.X >= 0 && q.Y >= 0 && q.X < float64(s.w) && q.Y < float64(s.h)
}
