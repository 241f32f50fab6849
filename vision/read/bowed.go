package read

import (
	"math"

	"schiri/calibration"
	"schiri/models"
)

// bowed is where a card lies that is seen at any angle and, held in a hand, is bent a little. The parts of a bent card that rise from its
// plane are seen displaced: what lies at x, y (in bowUnit) from its middle by bow[0]*x² + bow[1]*y² (mm). toPx then maps millimetres about
// its middle to pixels.
type bowed struct {
	toPx calibration.Homography
	bow  [2]models.Point
	off  [flatMoves]float64 // how far it was moved from where it was first thought to lie, as a move
}

const bowUnit = 40.0 // mm

// at is the pixel at which a place in millimetres about the card's middle is seen.
func (b *bowed) at(x, y float64) models.Point {
	u, v := x*x/(bowUnit*bowUnit), y*y/(bowUnit*bowUnit)
	return b.toPx.Apply(models.Point{X: x + b.bow[0].X*u + b.bow[1].X*v, Y: y + b.bow[0].Y*u + b.bow[1].Y*v})
}

// turned is where the card lies the other way round at the same place.
func (b bowed) turned() bowed {
	return bowed{toPx: b.toPx.Mul(halfTurn), bow: [2]models.Point{b.bow[0].Mul(-1), b.bow[1].Mul(-1)}}
}

// atPixel is where pixel i of a raster over the card is seen.
func (b *bowed) atPixel(g grid, i int) models.Point {
	at := g.atMM(i)
	return b.at(at.X, at.Y)
}

// under is where on a raster over the card b, in its pixels, the place seen at p lies; toCard is the inverse of b's map.
func (g grid) under(b *bowed, toCard calibration.Homography, p models.Point) (x, y float64) {
	const rounds = 3 // the bow is slight
	flat := toCard.Apply(p)
	at := flat
	for range rounds {
		u, v := at.X*at.X/(bowUnit*bowUnit), at.Y*at.Y/(bowUnit*bowUnit)
		at = flat.Sub(b.bow[0].Mul(u)).Sub(b.bow[1].Mul(v))
	}
	return at.X/float64(g.mmPerPx) + float64(g.w-1)/2, at.Y/float64(g.mmPerPx) + float64(g.h-1)/2
}

// part is a pixel and how much it counts among some.
type part struct {
	pixel  int
	weight float32
}

// amid are the four pixels of a raster amid which x, y lies (bilinear); false where that is beside it.
func (g grid) amid(x, y float64) (parts [4]part, ok bool) {
	u, v := int(math.Floor(x)), int(math.Floor(y))
	if u < 0 || v < 0 || u+1 >= g.w || v+1 >= g.h {
		return parts, false
	}
	fx, fy := float32(x-float64(u)), float32(y-float64(v))
	i := v*g.w + u
	return [4]part{{i, (1 - fx) * (1 - fy)}, {i + 1, fx * (1 - fy)}, {i + g.w, (1 - fx) * fy}, {i + g.w + 1, fx * fy}}, true
}

// How many numbers a move of a bowed card has: six of an affine map and two of perspective, and four of the bow.
const (
	flatMoves  = 8
	bowedMoves = flatMoves + 4
)

// moved is where the card lies once what was seen there is displaced by m, whose numbers go with the terms of termsAt.
func (b bowed) moved(m [bowedMoves]float64) bowed {
	b.toPx = b.toPx.Mul(calibration.Homography{
		1 - m[0], -m[1], -m[2],
		-m[3], 1 - m[4], -m[5],
		-m[6], -m[7], 1,
	})
	for j := range b.off {
		b.off[j] -= m[j]
	}
	b.bow[0] = b.bow[0].Sub(models.Point{X: m[8], Y: m[9]})
	b.bow[1] = b.bow[1].Sub(models.Point{X: m[10], Y: m[11]})
	return b
}

// termsAt are by how much a colour of slopes g and h (per mm to the right and downward) at a place in millimetres
// changes for each number of a move.
func termsAt(x, y, u, v, g, h float64) [bowedMoves]float64 {
	p := -(g*x + h*y)
	return [bowedMoves]float64{g * x, g * y, g, h * x, h * y, h, p * x, p * y, g * u, h * u, g * v, h * v}
}

// step makes the move that would make the face in lamp l look as what is seen (Gauss and Newton) and tells how far, in mm,
// it takes a corner; weights tell how much each pixel counts. It fails where that is no small move.
func (b *bowed) step(r *raster, p *patch, l *lamp, weights []float32) (bowed, float64, bool) {
	const farthest = 15.0 // mm
	a := bowedEquations(r, p, l, weights)
	b.prefer(a)
	s, ok := solve(a)
	if !ok {
		return *b, 0, false
	}
	out := b.moved([bowedMoves]float64(s))
	far := 0.0 // mm
	for _, corner := range calibration.CardAbout([2]float64{float64(r.mmPerPx) * float64(r.w), float64(r.mmPerPx) * float64(r.h)}) {
		p := out.toPx.Inverse().Apply(b.at(corner.X, corner.Y))
		far = max(far, math.Hypot(p.X-corner.X, p.Y-corner.Y)) // NaN where the outline has collapsed
	}
	return out, far, far < farthest
}

// bowedEquations are those of step, as solve takes them: of each pixel, how its colour would change for each number of a move, and how far
// it is off.
func bowedEquations(r *raster, p *patch, l *lamp, weights []float32) [][]float64 {
	a := equations(bowedMoves)
	mm := float64(r.mmPerPx)
	for y := range r.h {
		fy := mm * (float64(y) - float64(r.h-1)/2)
		for x := range r.w {
			i := y*r.w + x
			w := float64(weights[i])
			if w <= 0 {
				continue
			}
			var gg, gh, hh, gd, hd float64
			for c := range 3 {
				g, h := float64(r.right[3*i+c]), float64(r.down[3*i+c])
				d := float64(l.face(p.v[3*i+c], c, i) - r.v[3*i+c])
				gg, gh, hh, gd, hd = gg+g*g, gh+g*h, hh+h*h, gd+g*d, hd+h*d
			}
			k := w / (mm * mm)
			gg, gh, hh, gd, hd = gg*k, gh*k, hh*k, gd*w/mm, hd*w/mm
			fx := mm * (float64(x) - float64(r.w-1)/2)
			u, v := fx*fx/(bowUnit*bowUnit), fy*fy/(bowUnit*bowUnit)
			// The terms are those of g times those of h: of a pixel's three channels only the sums of products matter.
			tg, th := termsAt(fx, fy, u, v, 1, 0), termsAt(fx, fy, u, v, 0, 1)
			for j := range bowedMoves {
				pg, ph := tg[j]*gg+th[j]*gh, tg[j]*gh+th[j]*hh
				for m := j; m < bowedMoves; m++ {
					a[j][m] += pg*tg[m] + ph*th[m]
				}
				a[j][bowedMoves] += tg[j]*gd + th[j]*hd
			}
		}
	}
	return a
}

// prefer adds to the equations what is likely before anything is seen: what little print tells of is left as it is, as a card is nearly
// flat, and its outline, where it was first thought to lie, is nearly right. Pixels that a thumb or a shadow makes wrong are wrong
// together: each counts as if it were noisier than a camera's.
func (b *bowed) prefer(a [][]float64) {
	const (
		noise  = 120.0 // grey levels
		shift  = 3.0   // mm that is likely
		shear  = 0.06
		tilt   = 0.0015 // per mm
		curved = 1.0    // mm
	)
	likely := [bowedMoves]float64{shear, shear, shift, shear, shear, shift, tilt, tilt, curved, curved, curved, curved}
	now := [bowedMoves]float64{flatMoves: b.bow[0].X, b.bow[0].Y, b.bow[1].X, b.bow[1].Y}
	copy(now[:], b.off[:])
	for j := range bowedMoves {
		k := noise * noise / (likely[j] * likely[j])
		a[j][j] += k
		a[j][bowedMoves] += k * now[j]
	}
}

// sampleBowed fills the patch with a card as it lies.
func (p *Picture) sampleBowed(b *bowed, g grid, out *patch) {
	level, shrink := p.levelFor(b.toPx, g)
	w, pix := p.levels[level].Cols(), p.pix[level]
	right, bottom := float64(w-1), float64(p.levels[level].Rows()-1)
	out.n = 0
	for y := range g.h {
		for x := range g.w {
			i := y*g.w + x
			at := b.atPixel(g, i)
			px, py := at.X*shrink, at.Y*shrink
			if out.inside[i] = px >= 0 && py >= 0 && px < right && py < bottom; !out.inside[i] {
				out.v[3*i], out.v[3*i+1], out.v[3*i+2] = 0, 0, 0
				continue
			}
			out.n++
			ix, iy := int(px), int(py)
			fx, fy := float32(px-float64(ix)), float32(py-float64(iy))
			j := 3 * (iy*w + ix)
			for c := range 3 {
				up := float32(pix[j+c]) + fx*(float32(pix[j+3+c])-float32(pix[j+c]))
				down := float32(pix[j+3*w+c]) + fx*(float32(pix[j+3*w+3+c])-float32(pix[j+3*w+c]))
				out.v[3*i+c] = up + fy*(down-up)
			}
		}
	}
}
