package read

import (
	"math"
	"slices"
)

// margin tells how much better a face explains what is seen than any other: where two
// faces differ, how far what is seen takes the one's side against the other's, each in the
// light that suits it best. What a hand covers takes neither side, so it lowers the margin
// and does nothing else; what is known to be covered does not count. The strongest rival comes with it, turned as against f.
func (r *Reader) margin(f fitted, ranked []candidate) (float64, candidate) {
	own := &r.faces[f.face].fine
	misfit := misfits(own.v, own, r.fine, f.light, tolerance)
	bare := &patch{v: own.v, inside: r.fine.inside, n: r.fine.n} // the face itself, as far as it is open
	margin, strongest := 1.0, candidate{}
	for _, rival := range r.rivals(f.candidate, ranked) {
		other := &r.faces[rival.face].fine
		v := other.v
		if rival.turned = rival.turned != f.turned; rival.turned {
			v = other.upsideDown
		}
		c := r.contrastOf(f.face, rival)
		l := rivalLight(v, own, r.fine, misfit, f.light)
		side, differ := 0.0, 0.0
		for _, at := range c.pixels {
			if r.fine.inside[at.i] {
				side += float64(own.misfitAt(int(at.i), v, r.fine, l) - misfit[at.i])
				differ += float64(at.differ)
			}
		}
		if r.fine.n < own.pixels() {
			l, differ = rivalLight(v, own, bare, misfit, light{gain: 1}), 0
			for _, at := range c.pixels {
				if bare.inside[at.i] {
					differ += float64(own.misfitAt(int(at.i), v, bare, l))
				}
			}
		}
		if differ < minDiffer {
			return 0, rival
		}
		if m := side / differ * c.plain; m < margin {
			margin, strongest = m, rival
		}
	}
	return margin, strongest
}

// contrast is how two faces differ once the light is evened out between them.
type contrast struct {
	known  bool
	pixels []differing
	plain  float64 // 0 to 1: small where they differ by a shade only
}

// differing is a pixel of the fine raster at which two faces plainly differ, and by how much:
// 1 is a wholly different colour.
type differing struct {
	i      int32
	differ float32
}

// contrastOf is the contrast of a face with a rival; turned: upside down against it. It is
// worked out once for each pair.
func (r *Reader) contrastOf(own int, rival candidate) contrast {
	k := 2 * (own*len(r.faces) + rival.face)
	if rival.turned {
		k++
	}
	if r.contrasts[k].known {
		return r.contrasts[k]
	}
	a, v := &r.faces[own].fine, r.faces[rival.face].fine.v
	if rival.turned {
		v = r.faces[rival.face].fine.upsideDown
	}
	whole := &patch{v: a.v, inside: make([]bool, a.pixels()), n: a.pixels()}
	for i := range whole.inside {
		whole.inside[i] = true
	}
	off := misfits(v, a, whole, rivalLight(v, a, whole, make([]float32, a.pixels()), light{gain: 1}), tolerance)
	c, differ, pixels := contrast{known: true}, 0.0, 0.0
	least := plainShare * slices.Max(off)
	for i, d := range off {
		differ += float64(d)
		if d > plainPart*plainPart {
			pixels++
		}
		if d >= least && d > 0 {
			c.pixels = append(c.pixels, differing{int32(i), d})
		}
	}
	// Two backs that differ by a shade only are told apart no better than the tint of the
	// light is known, whatever the share of pixels that takes a side.
	shade := math.Sqrt(differ/(pixels+1)) / plainShade
	c.plain = min(shade*shade, 1)
	r.contrasts[k] = c
	return c
}

// Differences of two faces at a pixel, as parts of tolerance: from plainPart on it counts as
// one where they differ, and where they differ by plainShade on average the tint of the
// light cannot make one look like the other.
const (
	plainPart  = 0.18
	plainShade = 0.55
)

// plainShare is the share of the largest difference of two faces from which on a pixel takes a
// side. Over the wide ground, which cards of a colour share, small differences of light would
// add up to more than the whole number.
const plainShare = 0.25

// minDiffer is the least difference of two faces, in mm² of wholly different colour, on
// which one is preferred to the other. The thinnest digits met differ by 180; two backs
// whose one difference the light has washed out by 50, which is no more than grain and a
// cut that is not quite exact.
const minDiffer = 90

// rivals are the faces that could be mistaken for c: the likeliest by correlation and all of its colour.
func (r *Reader) rivals(c candidate, ranked []candidate) []candidate {
	const likely = 10
	own := r.faces[c.face].label
	var out []candidate
	for i, o := range ranked {
		label := r.faces[o.face].label
		if o.face != c.face && (i < likely || label.Face == own.Face && label.Card.Color == own.Card.Color) {
			out = append(out, o)
		}
	}
	return out
}

// misfitAt is misfits for one pixel.
func (r *raster) misfitAt(i int, v []float32, p *patch, l light) float32 {
	k, haze := 1/l.gain, l.at(i, r.grid)
	b := (p.v[3*i]-haze)*k - v[3*i]
	g := (p.v[3*i+1]-haze)*k - v[3*i+1]
	d := (p.v[3*i+2]-haze)*k - v[3*i+2]
	return min(max(b*b, g*g, d*d)/(tolerance*tolerance), 1)
}
