package calibration

import (
	"fmt"
	"math"
	"slices"

	"schiri/models"
)

// FitPlane finds the table plane from outlines of cards that lie on it. Outlines that are
// no card's (or of another size) are left out by consensus: every outline in turn proposes
// a plane, the few proposals that most outlines near them agree with are refined by least
// squares over these, and the one that most agree with in the end is taken.
// Cards that all lie one way leave open how foreshortened the table is; there the lens decides.
// What the plane may be by other knowledge is refined likewise, and taken where more agree with it: many outlines in one
// corner agree with each other on planes on which those elsewhere do not lie.
// It returns the plane and which quads agree with it, and fails without at least one quad.
func FitPlane(quads []models.Quad, card [2]float64, lens Lens, maybe ...Plane) (Plane, []int, error) {
	type proposal struct {
		plane Plane
		in    []int
	}
	var all []proposal
	for _, q := range quads {
		for _, p := range proposed(q, card, lens) {
			all = append(all, proposal{p, within(quads, p, card, card[0]*0.10)})
		}
	}
	slices.SortStableFunc(all, func(a, b proposal) int { return len(b.in) - len(a.in) })
	all = all[:min(4, len(all))]
	for _, p := range maybe {
		all = append(all, proposal{p, within(quads, p, card, card[0]*0.10)})
	}
	var best proposal
	for _, a := range all {
		for _, tolerance := range [...]float64{0.08, 0.06, 0.05} {
			if len(a.in) < 3 {
				break
			}
			a.plane = refine(a.plane, quads, a.in, card, lens, flat)
			a.in = within(quads, a.plane, card, card[0]*tolerance)
		}
		if len(a.in) > len(best.in) {
			best = a
		}
	}
	if len(best.in) == 0 {
		return Plane{}, nil, fmt.Errorf("no card outline to take the table plane from among %d", len(quads))
	}
	return best.plane, best.in, nil
}

// FitLens is the plane of outlines that lie on it, refined together with how the lens bends the picture. They must be exact: what is
// off by a millimetre tells nothing of it.
func FitLens(p Plane, quads []models.Quad, card [2]float64, lens Lens) Plane {
	all := make([]int, len(quads))
	for i := range all {
		all[i] = i
	}
	return refine(p, quads, all, card, lens, bent)
}

// proposed are the planes on which an outline may be a card: one that leaves perspective out, which over one small card is lost in the noise of its
// corners, and the two ways in which a table seen through the lens may be tilted so that a card lies foreshortened as the outline is
// (infinitesimal plane-based pose estimation, Collins and Bartoli 2014), if it could be a card's at all. A card that looks hardly foreshortened tells little of the tilt, one that
// looks much so a good deal.
func proposed(q models.Quad, card [2]float64, lens Lens) []Plane {
	for i := range q {
		q[i] = lens.Ideal(q[i])
	}
	c := q.Center()
	u := q[1].Sub(q[0]).Add(q[2].Sub(q[3])).Mul(0.5)
	v := q[3].Sub(q[0]).Add(q[2].Sub(q[1])).Mul(0.5)
	if u.Norm() > v.Norm() {
		u, v = v, u.Mul(-1)
	}
	u, v = u.Mul(1/card[0]), v.Mul(1/card[1])
	if math.Abs(u.Cross(v)) < 1e-9 {
		return nil
	}
	maps := []Homography{{u.X, v.X, c.X, u.Y, v.Y, c.Y, 0, 0, 1}}
	if _, could := lens.Card(q, card); could {
		maps = append(maps, lens.tilted(c, u, v)...)
	}
	planes := make([]Plane, len(maps))
	for i, toPx := range maps {
		planes[i] = Plane{toPx.Inverse(), toPx, lens.Radial}
	}
	return planes
}

// OnPlane lists the quads that could be cards of the given size lying on the plane, their
// corners off by no more than the given part of a card's width.
func OnPlane(quads []models.Quad, p Plane, card [2]float64, off float64) []int {
	return within(quads, p, card, card[0]*off)
}

func within(quads []models.Quad, p Plane, card [2]float64, mm float64) []int {
	var in []int
	for i, q := range quads {
		if d, _ := p.Misfit(q, card); d <= mm {
			in = append(in, i)
		}
	}
	return in
}

// planeFit is what refine minimises over, in pixels scaled to about one, so that all parameters have similar weight.
type planeFit struct {
	quads []models.Quad
	card  [2]float64
	lens  Lens
}

// parameters of a plane: the entries of the map to millimetres but for the last, which is 1, and the strength of the lens's bending.
type parameters [9]float64

// How many of the parameters are free.
const (
	flat = 8 // the lens is known
	bent = 9
)

// plane is that of the parameters as the lens sees it.
func (f planeFit) plane(p parameters) Plane {
	var toMM Homography
	copy(toMM[:], p[:8])
	toMM[8] = 1
	out := NewPlane(toMM)
	out.lens = Radial{f.lens.Middle, p[8]}
	return out
}

// refine is Levenberg-Marquardt over the eight entries of the map to millimetres and the bending; the
// residuals are the corners' distances from the best placed cards. Turn and shift of the
// whole plane are free, which the damping keeps harmless.
func refine(from Plane, quads []models.Quad, in []int, card [2]float64, lens Lens, free int) Plane {
	const (
		unit = 1000.0 // px
		done = 1e-12  // of the squared residuals; a step that mends less is the last
	)
	scale := Homography{1 / unit, 0, 0, 0, 1 / unit, 0, 0, 0, 1}
	h := from.toMM.Mul(scale.Inverse())
	p := parameters{8: from.lens.Strength * unit * unit}
	for i := range 8 {
		p[i] = h[i] / h[8]
	}
	fit := planeFit{make([]models.Quad, len(in)), card, Lens{Radial{Middle: lens.Middle.Mul(1 / unit)}, lens.Focal / unit}}
	for i, k := range in {
		fit.quads[i] = scale.Quad(quads[k])
	}
	r := fit.residuals(p)
	lambda := 1e-3
	for range 12 {
		a, b := fit.normalEquations(p, r, free)
		rows := make([][]float64, free)
		for i := range rows {
			rows[i] = append(append([]float64{}, a[i][:free]...), b[i])
			rows[i][i] += lambda * (a[i][i] + 1e-9)
		}
		d, ok := Solve(rows)
		if !ok {
			break
		}
		next := p
		for i := range d {
			next[i] += d[i]
		}
		rn := fit.residuals(next)
		gain := norm2(r) - norm2(rn)
		if gain <= 0 {
			lambda *= 8
			continue
		}
		p, r, lambda = next, rn, lambda/5
		if gain < done*norm2(r) {
			break
		}
	}
	out := NewPlane(fit.plane(p).toMM.Mul(scale))
	out.lens = Radial{lens.Middle, p[8] / (unit * unit)}
	return out
}

func (f planeFit) normalEquations(p parameters, r []float64, free int) (a [9][9]float64, b [9]float64) {
	var jac [9][]float64
	for k := range free {
		eps := 1e-5 * (1 + math.Abs(p[k]))
		moved := p
		moved[k] += eps
		jac[k] = f.residuals(moved)
		for i := range jac[k] {
			jac[k][i] = (jac[k][i] - r[i]) / eps
		}
	}
	for i := range free {
		for j := range free {
			for n := range r {
				a[i][j] += jac[i][n] * jac[j][n]
			}
		}
		for n := range r {
			b[i] -= jac[i][n] * r[n]
		}
	}
	return a, b
}

// residuals are in millimetres: two for each corner, two for what the lens expects of the table, and one for how strongly lenses bend.
func (f planeFit) residuals(p parameters) []float64 {
	// A lens that bends by a strength of 0.1 over the square of its focal length, as webcams do, is held to be as likely as corners of one card
	// off by 0.3 mm: it moves what is seen at the end of the picture's longer axis by a thirty-fifth of its way.
	const usually, off = 0.1, 0.3 // mm
	out := make([]float64, 0, 8*len(f.quads)+3)
	rect, plane := CardRect(f.card), f.plane(p)
	for _, q := range f.quads {
		on := plane.QuadOnTable(q)
		var best models.Quad
		least := math.Inf(1)
		for turn := range 2 {
			t := models.Quad{on[turn], on[turn+1], on[(turn+2)%4], on[(turn+3)%4]}
			placed := place(rect, t)
			if d := rms(t, placed); d < least {
				least = d
				for i := range 4 {
					best[i] = t[i].Sub(placed[i])
				}
			}
		}
		for i := range 4 {
			out = append(out, best[i].X, best[i].Y)
		}
	}
	stretch, skew := f.lens.distortion(plane.toPx)
	// The lens has a say like that of an eighth of the cards: enough against frames printed on
	// them, little against cards that lie in all directions.
	weight := f.card[1] * math.Sqrt(float64(len(f.quads))) / 2
	return append(out, weight*stretch, weight*skew, off*p[8]*f.lens.Focal*f.lens.Focal/usually)
}

func norm2(r []float64) float64 {
	sum := 0.0
	for _, v := range r {
		sum += v * v
	}
	return sum
}
