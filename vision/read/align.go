package read

import (
	"math"

	"schiri/calibration"
)

// slopes prepares the raster for alignment: central differences. Where it is nearly even, as on most of its ground, it is
// taken to be so: grain tells nothing of where a face lies.
func (r *raster) slopes() {
	const (
		even = 1. / 64 // of the mean square of the slopes at a pixel
		most = 36.0    // square grey levels, likewise
	)
	w, h := r.grid.w, r.grid.h
	r.right, r.down = make([]float32, len(r.v)), make([]float32, len(r.v))
	sum := 0.0
	for y := range h {
		for x := range w {
			for c := range 3 {
				i := 3*(y*w+x) + c
				left, right := 3*(y*w+max(x-1, 0))+c, 3*(y*w+min(x+1, w-1))+c
				up, down := 3*(max(y-1, 0)*w+x)+c, 3*(min(y+1, h-1)*w+x)+c
				r.right[i] = (r.v[right] - r.v[left]) / 2
				r.down[i] = (r.v[down] - r.v[up]) / 2
				sum += float64(r.right[i]*r.right[i] + r.down[i]*r.down[i])
			}
		}
	}
	least := float32(min(even*sum/float64(r.pixels()), most))
	blocks := (w + atOnce - 1) / atOnce
	r.steep = make([]bool, blocks*h)
	for i := range r.pixels() {
		if a, b := (*[3]float32)(r.right[3*i:]), (*[3]float32)(r.down[3*i:]); a[0]*a[0]+b[0]*b[0]+a[1]*a[1]+b[1]*b[1]+a[2]*a[2]+b[2]*b[2] < least {
			*a, *b = [3]float32{}, [3]float32{}
		} else {
			r.steep[i/w*blocks+i%w/atOnce] = true
		}
	}
}

// align moves the face until it fits what is seen: inverse compositional Lucas-Kanade
// (Baker and Matthews 2004) over shift, turn and size, pixels far off counted little, at most
// so many rounds loosely and then as many strictly. It returns the moved map and the light at
// the end; out holds the last patch.
func align(pic *Picture, r *raster, toPx calibration.Homography, rounds int, out *patch) (calibration.Homography, light) {
	pic.sample(toPx, r.grid, out)
	l := lightOf(r, out, lightOf(r, out, light{}, 0), loose)
	// At first a pixel far off is most likely a print's edge not yet in place, which is what
	// tells where to go; near the end it is something that lies on the card.
	toPx, l = follow(pic, r, toPx, l, loose, rounds, out, true)
	return follow(pic, r, toPx, l, tolerance, rounds, out, true)
}

// alignFrom is align where the light is known but for a little, and where most of what is seen may be something else, which
// another light would be found on: it stays as it is until the face is nearly in place. Out holds what is seen under toPx.
func alignFrom(pic *Picture, r *raster, toPx calibration.Homography, l light, rounds int, out *patch) (calibration.Homography, light) {
	toPx, l = follow(pic, r, toPx, l, loose, rounds, out, false)
	return follow(pic, r, toPx, l, tolerance, rounds, out, true)
}

// follow moves the face by at most so many steps, pixels off by far not counted, and if told to finds the light anew at each;
// out holds what is seen.
func follow(pic *Picture, r *raster, toPx calibration.Homography, l light, far float32, rounds int, out *patch, relight bool) (calibration.Homography, light) {
	if relight {
		l = lightOf(r, out, l, far)
	}
	for range rounds {
		d, ok := step(r, out, l, far)
		if !ok {
			break
		}
		toPx = toPx.Mul(d.inverse(float64(r.grid.mmPerPx)))
		pic.sample(toPx, r.grid, out)
		if relight { // from one step to the next it hardly changes
			l = lightOf(r, out, l, far)
		}
		if math.Abs(d.tx)+math.Abs(d.ty) < 0.08 && math.Abs(d.turn)+math.Abs(d.grow) < 0.003 {
			break
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

// leastWeighed is the weight of a pixel in a fit, which is never nothing: a fit needs something to go by.
func leastWeighed(w float64) float64 {
	if w < 0.02 {
		return 0.02
	}
	return w
}

// step solves for the move that would make the face look as what is seen.
func step(r *raster, p *patch, l light, tolerance float32) (move, bool) {
	a := slopeSums(r, p, l, tolerance)
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
