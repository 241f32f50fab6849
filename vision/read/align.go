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
	r.grad = make([]float32, 2*len(r.v))
	sum := 0.0
	for y := range h {
		for x := range w {
			for c := range 3 {
				i := 3*(y*w+x) + c
				left, right := 3*(y*w+max(x-1, 0))+c, 3*(y*w+min(x+1, w-1))+c
				up, down := 3*(max(y-1, 0)*w+x)+c, 3*(min(y+1, h-1)*w+x)+c
				r.grad[2*i] = (r.v[right] - r.v[left]) / 2
				r.grad[2*i+1] = (r.v[down] - r.v[up]) / 2
				sum += float64(r.grad[2*i]*r.grad[2*i] + r.grad[2*i+1]*r.grad[2*i+1])
			}
		}
	}
	least := float32(min(even*sum/float64(r.pixels()), most))
	for i := 0; i < len(r.grad); i += 6 {
		if g := (*[6]float32)(r.grad[i:]); g[0]*g[0]+g[1]*g[1]+g[2]*g[2]+g[3]*g[3]+g[4]*g[4]+g[5]*g[5] < least {
			*g = [6]float32{}
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
	var a [4][5]float64
	for y := range r.h {
		row := slopesOfRow(r, p, y, l, tolerance)
		row.addTo(&a, float64(y)-float64(r.h-1)/2)
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

// slopeSums are the sums along a row of a raster that step is made of: of the products of the face's slopes g and h
// to the right and downward, and of these with the difference d of what is seen and the face, each by itself, with
// the place x along the row and with its square.
type slopeSums struct {
	gg, gh, hh, ggx, ghx, hhx, ggxx, ghxx, hhxx float64
	gd, hd, gdx, hdx                            float64
}

// slopesOfRow sums row y in light l; a pixel that is off the face by tolerance and more does not count.
func slopesOfRow(r *raster, p *patch, y int, l light, tolerance float32) slopeSums {
	var sum slopeSums
	k, farthest := 1/l.gain, tolerance*tolerance
	share := 1 / farthest
	inside := p.inside[y*r.w:][:r.w]
	want, seen, grad := r.v[3*y*r.w:][:3*r.w], p.v[3*y*r.w:][:3*r.w], r.grad[6*y*r.w:][:6*r.w]
	down := l.dy * (float32(y) - float32(r.h-1)/2)
	for x := range inside {
		face, here, g := (*[3]float32)(want), (*[3]float32)(seen), (*[6]float32)(grad)
		want, seen, grad = want[3:], seen[3:], grad[6:]
		if !inside[x] || g[0] == 0 && g[1] == 0 && g[2] == 0 && g[3] == 0 && g[4] == 0 && g[5] == 0 {
			continue
		}
		fx := float32(x) - float32(r.w-1)/2
		rise := down + l.dx*fx
		haze, left := l.haze+rise, 1-l.thin*rise
		most := (brightest - haze) * k
		d0, d1, d2 := (here[0]-haze)*k-shown(left*face[0], most), (here[1]-haze)*k-shown(left*face[1], most), (here[2]-haze)*k-shown(left*face[2], most)
		weight, at := float64(1-worst(d0, d1, d2, farthest)*share), float64(fx)
		gg := weight * float64(g[0]*g[0]+g[2]*g[2]+g[4]*g[4])
		gh := weight * float64(g[0]*g[1]+g[2]*g[3]+g[4]*g[5])
		hh := weight * float64(g[1]*g[1]+g[3]*g[3]+g[5]*g[5])
		gd := weight * float64(g[0]*d0+g[2]*d1+g[4]*d2)
		hd := weight * float64(g[1]*d0+g[3]*d1+g[5]*d2)
		sum.gg, sum.gh, sum.hh = sum.gg+gg, sum.gh+gh, sum.hh+hh
		sum.gd, sum.hd, sum.gdx, sum.hdx = sum.gd+gd, sum.hd+hd, sum.gdx+at*gd, sum.hdx+at*hd
		gg, gh, hh = gg*at, gh*at, hh*at
		sum.ggx, sum.ghx, sum.hhx = sum.ggx+gg, sum.ghx+gh, sum.hhx+hh
		sum.ggxx, sum.ghxx, sum.hhxx = sum.ggxx+gg*at, sum.ghxx+gh*at, sum.hhxx+hh*at
	}
	return sum
}

// addTo adds the row at height y to the upper half of the normal equations for growth, turn and shift: a pixel's
// colour changes by gx+hy for growth, hx-gy for turn, g and h for the shifts.
func (s slopeSums) addTo(a *[4][5]float64, y float64) {
	a[0][0] += s.ggxx + 2*y*s.ghx + y*y*s.hh
	a[0][1] += s.ghxx + y*(s.hhx-s.ggx) - y*y*s.gh
	a[0][2] += s.ggx + y*s.gh
	a[0][3] += s.ghx + y*s.hh
	a[0][4] += s.gdx + y*s.hd
	a[1][1] += s.hhxx - 2*y*s.ghx + y*y*s.gg
	a[1][2] += s.ghx - y*s.gg
	a[1][3] += s.hhx - y*s.gh
	a[1][4] += s.hdx - y*s.gd
	a[2][2] += s.gg
	a[2][3] += s.gh
	a[2][4] += s.gd
	a[3][3] += s.hh
	a[3][4] += s.hd
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
