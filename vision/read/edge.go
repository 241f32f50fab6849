package read

import (
	"math"
	"slices"
)

// edge is how the edges of the print look in a picture, against how they were learnt: a camera
// that overexposes makes bright print bolder, and each lens and distance blurs in its own way.
type edge struct {
	bolder  float64 // pixels of the fine raster by which what is bright is larger
	blur    float64 // half the added variance of the blur in square pixels of the fine raster; below 0 where sharper
	support float64 // by how many cards it is known
}

const (
	mostBolder = 1.0 // pixels; more than that is no edge of the same print
	mostBlur   = 0.6 // square pixels
	leastBlur  = -0.2
	blurStep   = 0.2 // square pixels; diffusion in larger steps is not stable
)

// edged is the raster with such edges: dilated (v + bolder*|slope|, Osher and Sethian 1988) and
// diffused (v + blur*Laplacian).
func (r *raster) edged(e edge) []float32 {
	out := raster{grid: r.grid, v: slices.Clone(r.v)}
	for i := range out.v {
		slope, _ := r.edgeAt(i)
		out.v[i] += float32(e.bolder) * slope
	}
	steps := max(1, math.Ceil(e.blur/blurStep))
	for range int(steps) {
		from := raster{grid: r.grid, v: slices.Clone(out.v)}
		for i := range out.v {
			_, bend := from.edgeAt(i)
			out.v[i] += float32(e.blur/steps) * bend
		}
	}
	for i, v := range out.v {
		out.v[i] = min(max(v, 0), 255)
	}
	return out.v
}

// edgeAt is the steepness (grey levels a pixel) and the Laplacian of the raster at number i of v.
func (r *raster) edgeAt(i int) (slope, bend float32) {
	x := i / 3 % r.w
	left, right, up, down := i, i, i, i
	if x > 0 {
		left -= 3
	}
	if x < r.w-1 {
		right += 3
	}
	if i >= 3*r.w {
		up -= 3 * r.w
	}
	if i < 3*r.w*(r.h-1) {
		down += 3 * r.w
	}
	dx, dy := (r.v[right]-r.v[left])/2, (r.v[down]-r.v[up])/2
	return float32(math.Sqrt(float64(dx*dx + dy*dy))), r.v[left] + r.v[right] + r.v[up] + r.v[down] - 4*r.v[i]
}

// edgeOf is by how much the edges of a card, which r.fine holds, are bolder and more blurred
// than its face has them: least squares over the print, what lies on the card left out.
func (r *Reader) edgeOf(m Match) edge {
	const least = 1e5 // square grey levels of edges; a card with less hardly counts
	f, l := &r.faces[m.fit.face].fine, m.fit.light
	off := misfits(f.v, f, r.fine, l, loose)
	ss, bb := least, least
	var sb, sd, bd float64
	for p, in := range r.fine.inside {
		if !in || off[p] >= 1 {
			continue
		}
		w := float64(1 - off[p])
		haze, gain := l.at(p, f.grid)
		for i := 3 * p; i < 3*p+3; i++ {
			slope, bend := f.edgeAt(i)
			s, b, d := float64(slope), float64(bend), float64((r.fine.v[i]-haze)/gain-f.v[i])
			ss, sb, bb, sd, bd = ss+w*s*s, sb+w*s*b, bb+w*b*b, sd+w*s*d, bd+w*b*d
		}
	}
	det := ss*bb - sb*sb
	return edge{(bb*sd - sb*bd) / det, (ss*bd - sb*sd) / det, 1}
}

// follow gives the edges after cards were seen that differ by the given ones, and whether that
// is so different that reading again is worth it. Few cards change little of what many showed.
func (e edge) follow(cards []edge) (edge, bool) {
	if len(cards) == 0 {
		return e, false
	}
	const (
		most    = 12.0 // cards
		telling = 0.1  // pixels, and square pixels
	)
	var bolder, blur []float64
	for _, c := range cards {
		bolder, blur = append(bolder, c.bolder), append(blur, c.blur)
	}
	n, before := float64(len(cards)), min(e.support, most)
	k := n / (n + before)
	next := edge{
		min(max(e.bolder+k*middle(bolder), -mostBolder), mostBolder),
		min(max(e.blur+k*middle(blur), leastBlur), mostBlur),
		before + n,
	}
	return next, max(math.Abs(next.bolder-e.bolder), math.Abs(next.blur-e.blur)) > telling
}
