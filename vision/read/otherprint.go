package read

import "math"

// What is compared at once of the print about a pixel.
const (
	printHalf  = 4 // px each way
	printShift = 2 // px by which it may be moved
)

// otherPrint is how much of some pixels shows other print than the face, 0 to 1; what is not open says nothing, nor what is near it, as
// the blurred rim of a thumb.
// About each the print is compared on its own, so that a small digit tells as much as a large one, and moved a little, as
// a card is not cut and laid to the millimetre.
func (f *inDetail) otherPrint(of, open []bool) float64 {
	const step = 2 // px from one place to the next
	seen := f.allColours()
	places, other := 1e-9, 0.0
	for y := printHalf + printShift; y+printHalf+printShift < f.h; y += step {
		for x := printHalf + printShift; x+printHalf+printShift < f.w; x += step {
			if i := y*f.w + x; !of[i] || !open[i] {
				continue
			}
			places++
			if f.within(open, x, y, printHalf+printShift) && !f.alikeAbout(seen, x, y) {
				other++
			}
		}
	}
	return other / places
}

// foreign is how much of a card, in mm², is not the face's amid what looks like it. What reaches in over the card's edge is not
// counted, nor glare and shade, which leave the face's print where it is and make its colours paler or darker.
func (f *inDetail) foreign() float64 {
	differs, _ := differing(f.grid, f.seen, f.off)
	seen, spots := f.allColours(), f.inner(differs)
	n := 0
	for y := printHalf + printShift; y+printHalf+printShift < f.h; y++ {
		for x := printHalf + printShift; x+printHalf+printShift < f.w; x++ {
			i := y*f.w + x
			if spots[i] && f.open[i] && !(f.veiled(seen, i) && f.alikeAt(i)) {
				n++
			}
		}
	}
	return float64(n) * float64(f.mmPerPx*f.mmPerPx)
}

// veiled tells whether what is seen at a pixel is the face's colour made darker or paler, as by shade or glare, or less so, where these lay on
// the card when it was learnt.
func (f *inDetail) veiled(seen []float32, i int) bool {
	const (
		darkest  = 0.25 // of the face's colour
		lightest = 1.5
		white    = 230  // grey levels added at most
		off      = 0.75 // of the tolerance
	)
	var n, v, s, vv, vs float64
	for c := range 3 {
		a, b := float64(f.v[3*i+c]), float64(seen[3*i+c])
		n, v, s, vv, vs = n+1, v+a, s+b, vv+a*a, vs+a*b
	}
	gain := min(max((vs-v*s/n)/(vv-v*v/n+1), darkest), lightest)
	glare := min(max((s-gain*v)/n, -white), white)
	for c := range 3 {
		if math.Abs(gain*float64(f.v[3*i+c])+glare-float64(seen[3*i+c])) > off*float64(tolerance) {
			return false
		}
	}
	return true
}

// alikeAt tells whether print is alike about a pixel, which is found out once; near the card's rim, where a cut is not exact, it may be.
func (f *inDetail) alikeAt(i int) bool {
	const (
		unknown = iota
		alike
		other
	)
	if f.asked == nil {
		f.asked, f.colours = make([]int8, f.pixels()), f.allColours()
	}
	if f.asked[i] == unknown {
		const rim = printHalf + printShift
		x, y := i%f.w, i/f.w
		f.asked[i] = alike
		if x >= rim && y >= rim && x+rim < f.w && y+rim < f.h && !f.alikeAbout(f.colours, x, y) {
			f.asked[i] = other
		}
	}
	return f.asked[i] == alike
}

// within tells whether all pixels up to half away from x, y are of some.
func (g grid) within(of []bool, x, y, half int) bool {
	for v := y - half; v <= y+half; v++ {
		for u := x - half; u <= x+half; u++ {
			if !of[v*g.w+u] {
				return false
			}
		}
	}
	return true
}

// alikeAbout tells whether what is seen about x, y, moved by up to printShift, is much like the face there, all over: a stroke
// more or less, as parts a coarse 8 from a 6, changes little of the whole. Where neither has print it is.
func (f *inDetail) alikeAbout(seen []float32, x, y int) bool {
	const (
		alike = 0.6  // correlation
		faint = 15.0 // grey levels, of print
		noise = 7.0
		other = 0.45 // of the print's contrast, by which a spot differs
	)
	n := float64(3 * (2*printHalf + 1) * (2*printHalf + 1))
	ss, _, tt := f.products(seen, x, y, 0, 0)
	if max(ss, tt) < n*faint*faint {
		return true
	}
	best, atU, atV := 0.0, 0, 0
	for v := -printShift; v <= printShift; v++ {
		for u := -printShift; u <= printShift; u++ {
			ss, st, tt := f.products(seen, x, y, u, v)
			if like := st / (math.Sqrt(ss*tt) + n*noise*noise); like > best {
				best, atU, atV = like, u, v
			}
		}
	}
	return best >= alike && f.strayest(seen, x, y, atU, atV) <= other
}

// strayest is by how much what is seen u, v from x, y differs from the face in the spot where it does so most, as a part of the print's
// contrast as it is seen there. Light and blur that weaken all of the print alike do not count.
func (f *inDetail) strayest(seen []float32, x, y, u, v int) float64 {
	const (
		faint = 40.0 // grey levels from the darkest to the brightest, of print that tells
		weak  = 0.3  // of the face's contrast, below which noise is followed
	)
	_, st, tt := f.products(seen, x, y, u, v)
	gain := max(st/(tt+1), weak)
	side := 2*printHalf + 1
	stray, contrast := 0.0, 0.0
	rest := make([]float64, side*side)
	for c := range 3 {
		var mean float64
		low, high := math.Inf(1), math.Inf(-1)
		for i := range rest {
			dx, dy := i%side-printHalf, i/side-printHalf
			t := float64(f.v[3*((y+dy)*f.w+x+dx)+c])
			rest[i] = float64(seen[3*((y+v+dy)*f.w+x+u+dx)+c]) - gain*t
			mean += rest[i] / float64(len(rest))
			low, high = min(low, t), max(high, t)
		}
		contrast = max(contrast, high-low)
		for i := range rest {
			if i%side+1 < side && i/side+1 < side {
				spot := (rest[i]+rest[i+1]+rest[i+side]+rest[i+side+1])/4 - mean
				stray = max(stray, math.Abs(spot))
			}
		}
	}
	if contrast < faint {
		return 0
	}
	return stray / (gain * contrast)
}

// products are the sums of products, over what lies up to printHalf away from x, y, of what is seen u, v from there with itself and
// with the face, and of the face with itself, each channel less its mean.
func (r *raster) products(seen []float32, x, y, u, v int) (ss, st, tt float64) {
	n := float64((2*printHalf + 1) * (2*printHalf + 1))
	for c := range 3 {
		var s, t float64
		for j := -printHalf; j <= printHalf; j++ {
			a := seen[3*((y+v+j)*r.w+x+u-printHalf)+c:]
			b := r.v[3*((y+j)*r.w+x-printHalf)+c:]
			for i := 0; i <= 6*printHalf; i += 3 {
				p, q := float64(a[i]), float64(b[i])
				s, t = s+p, t+q
				ss, st, tt = ss+p*p, st+p*q, tt+q*q
			}
		}
		ss, st, tt = ss-s*s/n, st-s*t/n, tt-t*t/n
	}
	return ss, st, tt
}

// allColours are those of the face that would look like what is seen.
func (f *inDetail) allColours() []float32 {
	out := make([]float32, len(f.seen.v))
	for i := range out {
		out[i] = f.lamp.colour(f.raster, f.seen, i%3, i/3)
	}
	return out
}
