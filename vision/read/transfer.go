package read

import (
	"cmp"
	"math"
	"slices"
)

// transfer is how the colours of the learnt faces look in the light of the scene: a shift for
// each of the deck's main colours, blended in between. It follows whatever light and camera
// do to a colour, overexposure too, which no gain for each channel can.
type transfer struct {
	learnt, here [][3]float32 // the same colours as learnt and as seen here: blue, green, red
	support      []float64    // by how many cards each is known
	edge         edge         // of the fronts
	backEdge     edge         // of the backs: their blur
}

// daylight is the light the deck was learnt in.
func daylight(learnt [][3]float32) *transfer {
	return &transfer{learnt, learnt, make([]float64, len(learnt)), edge{}, edge{}}
}

const (
	mostColors  = 32
	colorRadius = 26.0 // grey levels; colours nearer than that are one
	blendRadius = 22.0 // grey levels; how far a colour's shift reaches
)

// mainColors are the colours of which the faces' even surfaces have most.
func mainColors(faces []face) [][3]float32 {
	type cell struct {
		n   float32
		sum [3]float32
	}
	var cells [1 << 12]cell // by the upper half of blue, green and red
	for i := range faces {
		r := &faces[i].fine
		for p := range r.pixels() {
			if !r.even(p, 1) {
				continue
			}
			v := (*[3]float32)(r.v[3*p:])
			of := &cells[int(v[0])>>4<<8|int(v[1])>>4<<4|int(v[2])>>4]
			of.n++
			for c := range v {
				of.sum[c] += v[c]
			}
		}
	}
	var keys []int
	for key := range cells {
		if cells[key].n > 0 {
			keys = append(keys, key)
		}
	}
	slices.SortStableFunc(keys, func(a, b int) int { return cmp.Compare(cells[b].n, cells[a].n) })
	var out [][3]float32
	for _, key := range keys {
		c := &cells[key]
		v := [3]float32{c.sum[0] / c.n, c.sum[1] / c.n, c.sum[2] / c.n}
		if len(out) < mostColors && !slices.ContainsFunc(out, func(o [3]float32) bool { return apart(o, v) < colorRadius }) {
			out = append(out, v)
		}
	}
	return out
}

// even tells whether the raster is even at pixel p and so far around it: no edge of the print.
func (r *raster) even(p, around int) bool {
	const steep = 12.0 // grey levels a pixel
	x, y := p%r.w, p/r.w
	for v := max(y-around, 0); v <= min(y+around, r.h-1); v++ {
		for u := max(x-around, 0); u <= min(x+around, r.w-1); u++ {
			i := 3 * (v*r.w + u)
			for k := i; k < i+3; k++ {
				if abs(r.right[k]) > steep || abs(r.down[k]) > steep {
					return false
				}
			}
		}
	}
	return true
}

func apart(a, b [3]float32) float64 {
	x, y, z := float64(a[0]-b[0]), float64(a[1]-b[1]), float64(a[2]-b[2])
	return math.Sqrt(x*x + y*y + z*z)
}

// nearest is the index of the main colour nearest to v, or -1 if none is near.
func (t *transfer) nearest(v []float32) int {
	best, least := -1, 1.5*colorRadius
	for i := range t.learnt {
		if d := apart(t.learnt[i], [3]float32(v)); d < least {
			best, least = i, d
		}
	}
	return best
}

// mains is for each pixel of a face the main colour it has: first well inside even surfaces,
// then beside their edges, where what is seen is not quite pure; -1 elsewhere.
func (t *transfer) mains(r *raster) (inside, beside []int8) {
	inside, beside = make([]int8, r.pixels()), make([]int8, r.pixels())
	for p := range inside {
		inside[p], beside[p] = -1, -1
		switch {
		case r.even(p, 1):
			inside[p] = int8(t.nearest(r.v[3*p : 3*p+3]))
		case r.even(p, 0):
			beside[p] = int8(t.nearest(r.v[3*p : 3*p+3]))
		}
	}
	return inside, beside
}

// nodes is how many nodes a side the table of a transfer has; the step between them in grey levels is 256/(nodes-1).
const nodes = 17

// table works a transfer out on a grid of colours.
func (t *transfer) table() []float32 {
	out := make([]float32, 3*nodes*nodes*nodes)
	m := t.correction()
	off := make([][3]float64, len(t.learnt)) // of each main colour, what the correction does not say
	for k, v := range t.learnt {
		for c, x := range m.of(v) {
			off[k][c] = float64(t.here[k][c]) - x
		}
	}
	const step = 256.0 / (nodes - 1)
	for i := range nodes * nodes * nodes {
		v := [3]float32{float32(i/nodes/nodes) * step, float32(i/nodes%nodes) * step, float32(i%nodes) * step}
		var shift [3]float64
		// Far from all main colours the nearest of them still counts.
		least := math.Inf(1)
		for k := range t.learnt {
			least = min(least, apart(v, t.learnt[k]))
		}
		sum := 0.0
		for k := range t.learnt {
			d := apart(v, t.learnt[k])
			w := math.Exp((least*least - d*d) / (2 * blendRadius * blendRadius))
			sum += w
			for c := range shift {
				shift[c] += w * off[k][c]
			}
		}
		for c, x := range m.of(v) {
			out[3*i+c] = float32(min(max(x+shift[c]/(sum+1e-9), 0), 255))
		}
	}
	return out
}

// gains are how many times brighter each channel of the main colours is than it was learnt. What is no main colour, as thin digits are not,
// stands out as many times more from what is around it: white digits learnt on yellow by a warm lamp have hardly any blue, by day a lot.
// Where few cards tell, all channels are held to be alike.
func (t *transfer) gains() (gain [3]float64) {
	const cautious = 100 * 100 // square grey levels: as much as a card of a middling colour tells
	var ab, aa [3]float64
	for k, w := range t.support {
		for c := range 3 {
			ab[c] += w * float64(t.here[k][c]) * float64(t.learnt[k][c])
			aa[c] += w * float64(t.learnt[k][c]) * float64(t.learnt[k][c])
		}
	}
	all := (ab[0] + ab[1] + ab[2] + cautious) / (aa[0] + aa[1] + aa[2] + cautious)
	for c := range gain {
		gain[c] = (ab[c] + all*cautious) / (aa[c] + cautious)
	}
	return gain
}

// recolor gives the raster's colours in the light of the scene.
func recolor(v, table []float32) []float32 {
	out := make([]float32, len(v))
	const step = 256.0 / (nodes - 1)
	for p := 0; p < len(v); p += 3 {
		var at [3]int
		var f [3]float32
		for c := range 3 {
			x := v[p+c] / step
			at[c] = min(int(x), nodes-2)
			f[c] = x - float32(at[c])
		}
		for corner := range 8 {
			w, i := float32(1), 0
			for c := range 3 {
				b := corner >> (2 - c) & 1
				i = i*nodes + at[c] + b
				if b == 1 {
					w *= f[c]
				} else {
					w *= 1 - f[c]
				}
			}
			for c := range 3 {
				out[p+c] += w * table[3*i+c]
			}
		}
	}
	return out
}
