package learn

import (
	"math"

	"schiri/models"
)

// fitting lays outlines of cards onto a flat picture.
type fitting struct {
	*flat
	w, h   float64      // size of the outline in millimetres
	around [3]float64   // the table's colour about the card looked at, for where there is no photo of the bare table
	table  [][3]float64 // the colours of the table's pattern about all cards, for the same
	rims   [4]float64   // grey levels by which the rim of the card looked at differs from the table, from the top on
}

// differs is by how much the pixel that begins at i differs from the table, without a photo of it
// from the most alike of the table's colours about there.
func (t *fitting) differs(i int) [3]float64 {
	seen := colorIn(t.pix, i)
	if t.bare != nil {
		return less(seen, colorIn(t.bare, i))
	}
	least := less(seen, t.around)
	for _, color := range t.table {
		if d := less(seen, color); norm(d) < norm(least) {
			least = d
		}
	}
	return least
}

// colorIn is the colour of the pixel that begins at i.
func colorIn(pix []uint8, i int) [3]float64 {
	p := pix[i : i+3 : i+3]
	return [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
}

func less(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// A side is looked at in parts: grain averages out over a part, and a cloth's pattern would over a whole side.
const sideParts = 4

// along is by how much each part of the line at a distance outward (mm) from the side from a to b
// differs from the table.
func (t *fitting) along(a, b models.Point, outward float64) (parts [sideParts][3]float64) {
	const samples = 6
	long := b.Sub(a)
	a = a.Add(models.Point{X: long.Y, Y: -long.X}.Mul(outward / (long.Norm() + 1e-9))).Add(long.Mul(0.08))
	step := long.Mul(0.84 / (sideParts*samples - 1))
	for part := range parts {
		var sum [3]float64
		for k := range samples {
			if i, ok := t.index(a.Add(step.Mul(float64(part*samples + k)))); ok {
				d := t.differs(i)
				sum[0], sum[1], sum[2] = sum[0]+d[0], sum[1]+d[1], sum[2]+d[2]
			}
		}
		for c, d := range sum {
			parts[part][c] = d / samples
		}
	}
	return parts
}

// side is how much speaks for a card's side running from a to b, clockwise round the card: what
// lies inside of it differs from the table, however little, what lies outside does not, and the
// two differ from each other. It is from -1 to 1.5.
func (t *fitting) side(_ int, a, b models.Point) (sum float64) {
	in, out := t.along(a, b, -t.beside), t.along(a, b, t.beside)
	half := func(d, at float64) float64 { // above the noise; 0.5 at so many grey levels
		d = max(0, d-t.noise)
		return d / (d + at)
	}
	for i := range in {
		var edge [3]float64
		for c := range edge {
			edge[c] = in[i][c] - out[i][c]
		}
		sum += (half(norm(in[i]), 8) - half(norm(out[i]), 8) + 0.5*half(norm(edge), 20)) / sideParts
	}
	return sum
}

// edge is how well side k, from a to b, lies where the picture turns from table to the card's rim,
// from -1 to 1: most where it differs by half of what the rim does, however blurred it is. What
// differs more than the rim, such as a frame printed inside, counts no more than the rim.
func (t *fitting) edge(k int, a, b models.Point) (sum float64) {
	const lines = 3
	apart := 0.5 * t.beside
	ofRim := func(d float64) float64 { return min(max(0, d-t.noise)/max(t.rims[k]-t.noise, 2), 1) }
	for line := range lines {
		off := (float64(line) + .5) * apart
		in, out := t.along(a, b, -off), t.along(a, b, off)
		for i := range in {
			sum += (ofRim(norm(in[i])) - ofRim(norm(out[i]))) / (lines * sideParts)
		}
	}
	return sum
}

func norm(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// measure is how much speaks for a card's side, counted from the top clockwise, running from a to b.
type measure func(t *fitting, side int, a, b models.Point) float64

// overSides is the mean of a measure over the sides of a card at the spot.
func (t *fitting) overSides(s spot, of measure) (sum float64) {
	q := s.outline(t.w, t.h)
	for i := range q {
		sum += of(t, i, q[i], q[(i+1)%4]) / 4
	}
	return sum
}

// sides and edges are the means of side and edge over the sides of a card at the spot.
func (t *fitting) sides(s spot) float64 { return t.overSides(s, (*fitting).side) }
func (t *fitting) edges(s spot) float64 { return t.overSides(s, (*fitting).edge) }

// covered is the share of the outline in which the picture differs from the table; with a photo of the bare table, in what cards found
// so far leave of the picture.
func (t *fitting) covered(s spot) float64 {
	const across, down = 10, 14
	q := s.outline(t.w, t.h)
	n := 0
	for i := range across {
		for k := range down {
			at := q[0].Add(q[1].Sub(q[0]).Mul((float64(i) + .5) / across)).Add(q[3].Sub(q[0]).Mul((float64(k) + .5) / down))
			if j, ok := t.index(at); ok && t.unlike(j) {
				n++
			}
		}
	}
	return float64(n) / (across * down)
}

// unlike tells whether something lies on the table where the pixel begins at i.
func (t *fitting) unlike(i int) bool {
	if t.laid != nil {
		return float64(t.laid[i/3]) > 6+4*t.calm
	}
	return norm(t.differs(i)) > 10+4*t.noise
}

// steps say how far and how finely a card's place is looked for, in millimetres and degrees.
type steps struct{ reach, step, twist, turn float64 }

// near looks for the place near the given one that suits best, in ever finer steps.
func near(at spot, suits func(spot) float64, finer ...steps) spot {
	for _, s := range finer {
		best, most := at, math.Inf(-1)
		for turn := -s.twist; turn <= s.twist; turn += s.turn {
			for dy := -s.reach; dy <= s.reach; dy += s.step {
				for dx := -s.reach; dx <= s.reach; dx += s.step {
					q := spot{at.at.Add(models.Point{X: dx, Y: dy}), at.turn + turn*math.Pi/180}
					// What is nearer is likelier.
					far := 0.003*math.Hypot(dx, dy) + 0.003*math.Abs(turn)
					if c := suits(q) - far; c > most {
						best, most = q, c
					}
				}
			}
		}
		at = best
	}
	return at
}

// look takes the table's colour and the card's rim at a spot that is right to a few millimetres.
func (t *fitting) look(s spot) {
	t.around = t.colorAround(s)
	q := s.outline(t.w, t.h)
	mean := 0.0
	for i := range q {
		t.rims[i] = 0
		for _, d := range t.along(q[i], q[(i+1)%4], -2*t.beside) {
			t.rims[i] += norm(d) / sideParts
		}
		mean += t.rims[i] / 4
	}
	// A side in the table's colour is not to be told from grain.
	for i := range t.rims {
		t.rims[i] = max(t.rims[i], 0.3*mean)
	}
}

// eachCard does something with each of n cards side by side: what is noted about the card looked at is each one's own.
func (t *fitting) eachCard(n int, do func(t *fitting, i int)) {
	sideBySide(n, func(i int) {
		own := *t
		do(&own, i)
	})
}

// settle moves a card found about there to where it parts best from the table.
func (t *fitting) settle(s spot) spot {
	t.around = t.colorAround(s)
	return near(s, t.sides, steps{6, 2, 4, 2}, steps{1, 1, 1, 1}, steps{0.5, 0.5, 0.5, 0.5})
}

// fit moves a settled card onto its edges.
func (t *fitting) fit(s spot) spot {
	t.look(s)
	return near(s, t.edges, steps{2.4, 1.2, 1.6, 0.8}, steps{0.8, 0.4, 0.4, 0.4}, steps{0.2, 0.2, 0.2, 0.2})
}

// loosen moves each side of a fitted card by itself, which takes out what is wrong with the plane,
// and gives the outline in millimetres.
func (t *fitting) loosen(s spot) models.Quad {
	const reach, step = 3.0, 0.5 // mm
	t.look(s)
	q := s.outline(t.w, t.h)
	var lines [4][2]models.Point
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		along := b.Sub(a)
		n := models.Point{X: along.Y, Y: -along.X}.Mul(1 / along.Norm())
		most := math.Inf(-1)
		for u := -reach; u <= reach; u += step {
			for v := -reach; v <= reach; v += step {
				from, to := a.Add(n.Mul(u)), b.Add(n.Mul(v))
				if e := t.edge(i, from, to) - 0.003*(math.Abs(u)+math.Abs(v)); e > most {
					most, lines[i] = e, [2]models.Point{from, to}
				}
			}
		}
	}
	for i := range q {
		before, here := lines[(i+3)%4], lines[i]
		u, v := before[1].Sub(before[0]), here[1].Sub(here[0])
		q[i] = before[0].Add(u.Mul(here[0].Sub(before[0]).Cross(v) / u.Cross(v)))
	}
	return q
}

// seek looks for a card that should lie about there, in what cards found so far leave of the picture.
func (t *fitting) seek(s spot) spot {
	rest := *t.flat
	rest.pix = t.left
	u := fitting{flat: &rest, w: t.w, h: t.h, around: t.colorAround(s), table: t.table}
	ring := u
	ring.w, ring.h = t.w+10, t.h+10
	grows := ring.w * ring.h / (t.w * t.h)
	covers := func(s spot) float64 {
		covered := u.covered(s)
		return covered - (ring.covered(s)*grows - covered) + u.sides(s)
	}
	return near(s, covers, steps{15, 3, 12, 3}, steps{1.5, 0.5, 1.5, 0.5})
}

// takeOff takes a card found off what is left of the picture.
func (t *fitting) takeOff(s spot) {
	const shadow = 4.0 // mm, and blur
	around := t.colorAround(s)
	size := models.Point{X: t.w + 2*shadow, Y: t.h + 2*shadow}
	q := s.outline(size.X, size.Y)
	right, down := q[1].Sub(q[0]).Mul(0.5/(size.X*perMM)), q[3].Sub(q[0]).Mul(0.5/(size.Y*perMM))
	for x := range int(2 * size.X * perMM) {
		for y := range int(2 * size.Y * perMM) {
			i, ok := t.index(q[0].Add(right.Mul(float64(x))).Add(down.Mul(float64(y))))
			for c := 0; ok && c < 3; c++ {
				if t.bare != nil {
					t.left[i+c] = t.bare[i+c]
				} else {
					t.left[i+c] = uint8(around[c])
				}
			}
			if ok && t.laid != nil {
				t.laid[i/3] = 0
			}
		}
	}
}
