package learn

import (
	"math"
	"slices"

	"schiri/models"
)

// trim moves each card of a line that was cut with some of the table in it, its size left as
// it is: first to where it parts best from the table, then to where its sides have most contrast.
func (p *photo) trim(line []models.Quad, card [2]float64) {
	pix, err := p.img.DataPtrUint8()
	if err != nil {
		return
	}
	for i, q := range line {
		mm, size := p.plane.Shape(q, card)
		if mm > 0.1*card[0] {
			continue
		}
		_, placed := p.plane.Misfit(q, [2]float64{card[0] * size, card[1] * size})
		at := p.plane.ToMM.Quad(placed)
		t := trimming{p, pix, p.colorAround(pix, at)}
		if t.least(at) > bare {
			continue
		}
		at = near(at, t.partsFromTable, steps{9, 3, 6, 3}, steps{2, 1, 2, 1})
		at = near(at, t.sidesContrast, steps{2.5, 0.5, 4, 1}, steps{0.25, 0.25, 0.5, 0.25})
		// A frame printed dark on a card, on a dark table, parts nowhere well; it stays as it was found.
		if t.partsFromTable(at) < well {
			continue
		}
		best := upright(p.plane.ToPx.Quad(at))
		p.cards[slices.Index(p.cards, q)] = best
		line[i] = best
	}
}

const (
	bare = 18.0 // grey levels a strip of a card differs from the table at least, if it is not some of it
	well = 1.2  // of the four that partsFromTable can give
)

// least is how much the strip inside half a side of q, in millimetres on the table, differs
// from the table, for the half side where that is least, in grey levels.
func (t trimming) least(q models.Quad) float64 {
	const samples, beside = 8, 1.6 // mm from the side
	least := math.Inf(1)
	for i := range q {
		a, along := q[i], q[(i+1)%4].Sub(q[i])
		n := models.Point{X: along.Y, Y: -along.X}.Mul(beside / (along.Norm() + 1e-9))
		for half := range 2 {
			var in [3]float64
			for k := range samples {
				at := 0.1 + 0.4*(float64(half)+float64(k)/(samples-1))
				t.addDifference(&in, a.Add(along.Mul(at)).Sub(n), samples)
			}
			least = min(least, norm(in))
		}
	}
	return least
}

// steps say how far and how finely a card's place is looked for, in millimetres and degrees.
type steps struct{ reach, step, twist, turn float64 }

// near looks for the place near the given one that suits best, in ever finer steps.
func near(at models.Quad, suits func(models.Quad) float64, finer ...steps) models.Quad {
	for _, s := range finer {
		best, most := at, math.Inf(-1)
		for turn := -s.twist; turn <= s.twist; turn += s.turn {
			for dy := -s.reach; dy <= s.reach; dy += s.step {
				for dx := -s.reach; dx <= s.reach; dx += s.step {
					q := turned(at, turn*math.Pi/180, models.Point{X: dx, Y: dy})
					// What is nearer is likelier.
					far := 0.01*math.Hypot(dx, dy) + 0.01*math.Abs(turn)
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

// trimming is one card of a photo while it is trimmed.
type trimming struct {
	*photo
	pix    []uint8
	around [3]float64 // the table's colour about the card, for where there is no photo of the bare table
}

// turned is q turned about its middle and shifted.
func turned(q models.Quad, angle float64, shift models.Point) models.Quad {
	c, s := math.Cos(angle), math.Sin(angle)
	mid := q.Center()
	for i := range q {
		d := q[i].Sub(mid)
		q[i] = mid.Add(models.Point{X: c*d.X - s*d.Y, Y: s*d.X + c*d.Y}).Add(shift)
	}
	return q
}

// partsFromTable is how much what lies just inside the sides of q (millimetres on the table)
// differs from the table, less how much what lies just outside does, from -4 to 4. Means along
// a side leave little of grain and of a cloth's pattern.
func (t trimming) partsFromTable(q models.Quad) float64 {
	const (
		samples = 16
		beside  = 1.6  // mm from the side
		half    = 15.0 // grey levels that count half
	)
	sum := 0.0
	for i := range q {
		a, along := q[i], q[(i+1)%4].Sub(q[i])
		n := models.Point{X: along.Y, Y: -along.X}.Mul(beside / (along.Norm() + 1e-9))
		var in, out [3]float64
		for k := range samples {
			at := a.Add(along.Mul(0.1 + 0.8*float64(k)/(samples-1)))
			t.addDifference(&in, at.Sub(n), samples)
			t.addDifference(&out, at.Add(n), samples)
		}
		inside, outside := norm(in), norm(out)
		sum += inside/(inside+half) - outside/(outside+half)
	}
	return sum
}

// sidesContrast is how much the colours just inside and just outside the sides of q
// (millimetres on the table) differ, from 0 to 4.
func (t trimming) sidesContrast(q models.Quad) float64 {
	const (
		samples = 16
		beside  = 1.6  // mm from the side
		half    = 25.0 // grey levels that count half
	)
	sum := 0.0
	for i := range q {
		a, along := q[i], q[(i+1)%4].Sub(q[i])
		n := models.Point{X: along.Y, Y: -along.X}.Mul(beside / (along.Norm() + 1e-9))
		var diff [3]float64
		for k := range samples {
			at := a.Add(along.Mul(0.1 + 0.8*float64(k)/(samples-1)))
			in, ok1 := t.colorAt(t.pix, t.plane.ToPx.Apply(at.Sub(n)))
			out, ok2 := t.colorAt(t.pix, t.plane.ToPx.Apply(at.Add(n)))
			if !ok1 || !ok2 {
				continue
			}
			for c := range diff {
				diff[c] += (in[c] - out[c]) / samples
			}
		}
		d := norm(diff)
		sum += d / (d + half)
	}
	return sum
}

// addDifference adds what a place of the photo differs from the table, divided by n.
func (t trimming) addDifference(sum *[3]float64, at models.Point, n float64) {
	px := t.plane.ToPx.Apply(at)
	here, ok := t.colorAt(t.pix, px)
	if !ok {
		return
	}
	table := t.around
	if t.bare != nil {
		table, _ = t.colorAt(t.bare, px)
	}
	for c := range sum {
		sum[c] += (here[c] - table[c]) / n
	}
}

// colorAround is the median colour a little outside of q, in millimetres on the table.
func (p *photo) colorAround(pix []uint8, q models.Quad) [3]float64 {
	const samples, beside = 16, 5.0 // mm
	var v [3][]float64
	for i := range q {
		a, along := q[i], q[(i+1)%4].Sub(q[i])
		n := models.Point{X: along.Y, Y: -along.X}.Mul(beside / (along.Norm() + 1e-9))
		for k := range samples {
			if col, ok := p.colorAt(pix, p.plane.ToPx.Apply(a.Add(along.Mul(float64(k)/(samples-1))).Add(n))); ok {
				for c := range col {
					v[c] = append(v[c], col[c])
				}
			}
		}
	}
	var out [3]float64
	for c := range out {
		if slices.Sort(v[c]); len(v[c]) > 0 {
			out[c] = v[c][len(v[c])/2]
		}
	}
	return out
}

func norm(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// colorAt is the blue, green and red of the photo at a point by bilinear interpolation; false outside of it.
func (p *photo) colorAt(pix []uint8, at models.Point) ([3]float64, bool) {
	w, h := p.img.Cols(), p.img.Rows()
	x, y := int(math.Floor(at.X)), int(math.Floor(at.Y))
	if x < 0 || y < 0 || x+1 >= w || y+1 >= h {
		return [3]float64{}, false
	}
	fx, fy := at.X-float64(x), at.Y-float64(y)
	var out [3]float64
	for c := range 3 {
		i := 3*(y*w+x) + c
		top := float64(pix[i])*(1-fx) + float64(pix[i+3])*fx
		bottom := float64(pix[i+3*w])*(1-fx) + float64(pix[i+3*w+3])*fx
		out[c] = top*(1-fy) + bottom*fy
	}
	return out, true
}
