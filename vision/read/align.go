package read

import (
	"math"

	"schiri/calibration"
)

// slopes prepares the raster for alignment: central differences.
func (r *raster) slopes() {
	w, h := r.grid.w, r.grid.h
	r.grad = make([]float32, 2*len(r.v))
	for y := range h {
		for x := range w {
			for c := range 3 {
				i := 3*(y*w+x) + c
				left, right := 3*(y*w+max(x-1, 0))+c, 3*(y*w+min(x+1, w-1))+c
				up, down := 3*(max(y-1, 0)*w+x)+c, 3*(min(y+1, h-1)*w+x)+c
				r.grad[2*i] = (r.v[right] - r.v[left]) / 2
				r.grad[2*i+1] = (r.v[down] - r.v[up]) / 2
			}
		}
	}
}

// light is how a face's colours look at a place: seen = gain*face + haze, the haze rising
// evenly across the card as glare does.
type light struct {
	gain         float32
	haze, dx, dy float32 // grey levels; per pixel to the right and downward from the middle
}

const (
	loose     = 160.0 // the same while the face is being moved into place
	tolerance = 55.0  // grey levels of the learnt face; a pixel off by more is not this face's
	minGain   = 0.2   // less contrast than this is noise, not a face
	maxGain   = 2.5
	minHaze   = -30.0 // light only ever adds to what is printed; a camera's contrast curve takes a little away
)

// fitLight finds gain and haze by least squares, pixels far off counted little (three rounds).
func fitLight(r *raster, p *patch, tolerance float32) light {
	l := light{gain: 1}
	var off []float32
	for range 3 {
		l = lightOf(r, p, off)
		off = misfits(r.v, r, p, l, tolerance)
	}
	return l
}

// lightOf is one round of fitLight; off says how little each pixel counts, from 0 (fully)
// to 1; nil counts all alike.
func lightOf(r *raster, p *patch, off []float32) light {
	var a [4][5]float64
	i := -1
	for y := range r.h {
		fy := float64(y) - float64(r.h-1)/2
		for x := range r.w {
			if i++; !p.inside[i] {
				continue
			}
			weight := 1.0
			if off != nil {
				weight = max(1-float64(off[i]), 0.02)
			}
			fx := float64(x) - float64(r.w-1)/2
			t0, t1, t2 := float64(r.v[3*i]), float64(r.v[3*i+1]), float64(r.v[3*i+2])
			s0, s1, s2 := float64(p.v[3*i]), float64(p.v[3*i+1]), float64(p.v[3*i+2])
			t, s := weight*(t0+t1+t2), weight*(s0+s1+s2)
			a[0][0] += weight * (t0*t0 + t1*t1 + t2*t2)
			a[0][1] += t
			a[0][2] += t * fx
			a[0][3] += t * fy
			a[0][4] += weight * (t0*s0 + t1*s1 + t2*s2)
			a[1][1] += 3 * weight
			a[1][2] += 3 * weight * fx
			a[1][3] += 3 * weight * fy
			a[1][4] += s
			a[2][2] += 3 * weight * fx * fx
			a[2][3] += 3 * weight * fx * fy
			a[2][4] += s * fx
			a[3][3] += 3 * weight * fy * fy
			a[3][4] += s * fy
		}
	}
	s, ok := solve4(a)
	if !ok {
		return light{gain: 1}
	}
	gain := s[0]
	if s[1] < minHaze {
		s[1] = minHaze
		gain = (a[0][4] - s[1]*a[0][1] - s[2]*a[0][2] - s[3]*a[0][3]) / (a[0][0] + 1)
	}
	return light{float32(min(max(gain, minGain), maxGain)), float32(s[1]), float32(s[2]), float32(s[3])}
}

// rivalLight is the light that suits face v best at a place where another face was found in
// light l: the same slopes, the gain not very different, since one lamp shines on both.
func rivalLight(v []float32, r *raster, p *patch, off []float32, l light) light {
	var n, t, tt, s, ts float64
	for y := range r.h {
		fy := float32(y) - float32(r.h-1)/2
		// Every other pixel, as on a chessboard, is plenty for two numbers.
		for x := y & 1; x < r.w; x += 2 {
			i := y*r.w + x
			if !p.inside[i] {
				continue
			}
			weight := max(1-float64(off[i]), 0.02)
			slope := float64(l.dx*(float32(x)-float32(r.w-1)/2) + l.dy*fy)
			for c := range 3 {
				a, b := float64(v[3*i+c]), float64(p.v[3*i+c])-slope
				n += weight
				t += weight * a
				tt += weight * a * a
				s += weight * b
				ts += weight * a * b
			}
		}
	}
	const spread = 1.5
	gain := (n*ts - t*s) / (n*tt - t*t + 1)
	haze := (s - gain*t) / (n + 1e-9)
	if haze < minHaze {
		haze = minHaze
		gain = (ts - haze*t) / (tt + 1)
	}
	gain = min(max(gain, float64(l.gain)/spread), float64(l.gain)*spread)
	return light{float32(gain), float32(max((s-gain*t)/(n+1e-9), minHaze)), l.dx, l.dy}
}

// align moves the face until it fits what is seen: inverse compositional Lucas-Kanade
// (Baker and Matthews 2004) over shift, turn and size, pixels far off counted little, at most
// so many rounds loosely and then as many strictly. It returns the moved map and the light at
// the end; out holds the last patch.
func align(pic *Picture, r *raster, toPx calibration.Homography, rounds int, out *patch) (calibration.Homography, light) {
	pic.sample(toPx, r.grid, out)
	l := fitLight(r, out, loose)
	// At first a pixel far off is most likely a print's edge not yet in place, which is what
	// tells where to go; near the end it is something that lies on the card.
	for _, far := range [...]float32{loose, tolerance} {
		l = lightOf(r, out, misfits(r.v, r, out, l, far))
		for range rounds {
			d, ok := step(r, out, l, far)
			if !ok {
				break
			}
			toPx = toPx.Mul(d.inverse(float64(r.grid.mmPerPx)))
			pic.sample(toPx, r.grid, out)
			// From one round to the next the light hardly changes.
			l = lightOf(r, out, misfits(r.v, r, out, l, far))
			if math.Abs(d.tx)+math.Abs(d.ty) < 0.08 && math.Abs(d.turn)+math.Abs(d.grow) < 0.003 {
				break
			}
		}
	}
	return toPx, l
}

// move is a small similarity about the middle: growth and turn (radians), shift in pixels of the grid.
type move struct{ grow, turn, tx, ty float64 }

// inverse is the opposite move as a map of millimetres about the card's middle.
func (m move) inverse(mmPerPx float64) calibration.Homography {
	h := calibration.Homography{
		1 + m.grow, -m.turn, m.tx * mmPerPx,
		m.turn, 1 + m.grow, m.ty * mmPerPx,
		0, 0, 1,
	}
	return h.Inverse()
}

// step solves for the move that would make the face look as what is seen.
func step(r *raster, p *patch, l light, tolerance float32) (move, bool) {
	var a [4][5]float64
	off := misfits(r.v, r, p, l, tolerance)
	k := 1 / l.gain
	i := 0
	for y := range r.grid.h {
		fy := float32(y) - float32(r.grid.h-1)/2
		for x := range r.grid.w {
			if !p.inside[i] {
				i++
				continue
			}
			fx := float32(x) - float32(r.grid.w-1)/2
			weight := 1 - off[i]
			if weight > 0 {
				haze := l.haze + l.dx*fx + l.dy*fy
				for c := range 3 {
					j := 3*i + c
					gx, gy := r.grad[2*j], r.grad[2*j+1]
					d := (p.v[j]-haze)*k - r.v[j]
					row := [4]float32{gx*fx + gy*fy, gy*fx - gx*fy, gx, gy}
					for m := range 4 {
						wm := float64(weight * row[m])
						for n := m; n < 4; n++ {
							a[m][n] += wm * float64(row[n])
						}
						a[m][4] += wm * float64(d)
					}
				}
			}
			i++
		}
	}
	for m := range 4 {
		a[m][m] *= 1.0001
		a[m][m] += 1e-3
	}
	s, ok := solve4(a)
	if !ok {
		return move{}, false
	}
	// One step goes no farther than the slopes can be believed.
	const far, twist = 2.5, 0.12
	return move{clamp(s[0], twist), clamp(s[1], twist), clamp(s[2], far), clamp(s[3], far)}, true
}

func clamp(v, limit float64) float64 { return min(max(v, -limit), limit) }

// solve4 solves the symmetric equations whose upper half and right side are given.
func solve4(a [4][5]float64) ([4]float64, bool) {
	for m := range 4 {
		for n := range m {
			a[m][n] = a[n][m]
		}
	}
	for c := range 4 {
		p := c
		for m := c + 1; m < 4; m++ {
			if math.Abs(a[m][c]) > math.Abs(a[p][c]) {
				p = m
			}
		}
		if math.Abs(a[p][c]) < 1e-9 {
			return [4]float64{}, false
		}
		a[c], a[p] = a[p], a[c]
		for m := c + 1; m < 4; m++ {
			k := a[m][c] / a[c][c]
			for n := c; n < 5; n++ {
				a[m][n] -= k * a[c][n]
			}
		}
	}
	var out [4]float64
	for m := 3; m >= 0; m-- {
		s := a[m][4]
		for n := m + 1; n < 4; n++ {
			s -= a[m][n] * out[n]
		}
		out[m] = s / a[m][m]
	}
	return out, true
}
