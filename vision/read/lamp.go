package read

import "math"

// lamp is the light on one card of a photo of its own, in which nothing else is known of the room: seen =
// tint*shade*(gain*face + haze). The tint is the lamp's, gain and haze rise evenly across the card, and the shade (of a
// hand, of the phone) has soft edges and darkens all channels alike.
type lamp struct {
	grid
	tint       [3]float32
	gain, haze [3]float32 // in the middle; rise to so many mm right of it, and below it: riseMM
	shade      []float32  // for each pixel; nil: none
	gains      []float32  // gain of each pixel
	hazes      []float32
}

const riseMM = 40.0

// up is where pixel i of n along a side lies from the middle, in riseMM.
func (l *lamp) up(i, n int) float64 {
	return float64(l.mmPerPx) * (float64(i) - float64(n-1)/2) / riseMM
}

const (
	// strongestTint is how many times as strong one channel of a lamp is as another, at most, as against the lamp at learning.
	strongestTint = 2.4
	// greenestTint is how far green lies off the mean of blue and red, at most, as logarithms. The light of all that glows, sun, sky and lamp, is
	// bluer or redder, and green lies between; with more, yellow print would pass for red print in green light.
	greenestTint = 0.25
)

// newLamp is a lamp on a raster, as bright as another one (nil: as at learning).
func newLamp(g grid, as *lamp) *lamp {
	l := &lamp{grid: g, tint: [3]float32{1, 1, 1}, gain: [3]float32{1}, gains: make([]float32, g.pixels()), hazes: make([]float32, g.pixels())}
	if as != nil {
		l.tint, l.gain, l.haze = as.tint, as.gain, as.haze
	}
	l.spread()
	return l
}

// on is the same lamp on another raster over the card.
func (l *lamp) on(g grid) *lamp {
	out := newLamp(g, l)
	if l.shade == nil {
		return out
	}
	out.shade = make([]float32, g.pixels())
	for i := range out.shade {
		x, y := l.pixelAt(g.atMM(i))
		out.shade[i] = l.shade[y*l.w+x]
	}
	return out
}

// face is the colour of the face that would look like what is seen in channel c of pixel i.
func (l *lamp) face(seen float32, c, i int) float32 {
	if l.shade != nil {
		seen /= l.shade[i]
	}
	return (seen/l.tint[c] - l.hazes[i]) / l.gains[i]
}

// looks is what is seen of a colour v of the face in channel c of pixel i.
func (l *lamp) looks(v float32, c, i int) float32 {
	v = l.tint[c] * (l.gains[i]*v + l.hazes[i])
	if l.shade != nil {
		v *= l.shade[i]
	}
	return v
}

// off is how far each pixel is from the face, 0 to 1; far (grey levels of the face) counts as wholly different. What is
// overexposed is not, where the face would be as bright.
func (l *lamp) off(r *raster, p *patch, far float32, out []float32) []float32 {
	for i, in := range p.inside {
		if !in {
			out[i] = 1
			continue
		}
		most := float32(0)
		for c := range 3 {
			d := l.face(p.v[3*i+c], c, i) - r.v[3*i+c]
			if p.v[3*i+c] >= full && d < 0 {
				d = 0
			}
			most = max(most, d*d)
		}
		out[i] = min(most/(far*far), 1)
	}
	return out
}

// fit finds tint, gain and haze by least squares, in turns; weights tell how much each pixel counts.
func (l *lamp) fit(r *raster, p *patch, weights []float32) {
	const rounds = 2
	for range rounds {
		l.fitTint(r, p, weights)
		l.fitGain(r, p, weights)
	}
}

func (l *lamp) seen(p *patch, i, c int) float64 {
	v := float64(p.v[3*i+c])
	if l.shade != nil {
		v /= float64(l.shade[i])
	}
	return v
}

func (l *lamp) fitTint(r *raster, p *patch, weights []float32) {
	var sm, mm [3]float64
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		for c := range 3 {
			if p.v[3*i+c] >= full {
				continue
			}
			m := float64(l.gains[i]*r.v[3*i+c] + l.hazes[i])
			sm[c] += float64(w) * l.seen(p, i, c) * m
			mm[c] += float64(w) * m * m
		}
	}
	var logs [3]float64
	mean := 0.0
	for c := range logs {
		const known = 1e4 // square grey levels, so that a channel of which nothing shows has no tint
		logs[c] = math.Log(max((sm[c]+known)/(mm[c]+known), 1e-3))
		mean += logs[c] / 3
	}
	limit := math.Log(strongestTint) / 2
	for c := range logs {
		logs[c] = clamp(logs[c]-mean, limit)
	}
	green := logs[1] - (logs[0]+logs[2])/2
	green -= clamp(green, greenestTint)
	for c, share := range [...]float64{1. / 3, -2. / 3, 1. / 3} {
		l.tint[c] = float32(math.Exp(logs[c] + share*green))
	}
}

// fitGain fits gain and haze, each level and rising to the right and down, to the pixels that count, and keeps them to what a lamp can do.
func (l *lamp) fitGain(r *raster, p *patch, weights []float32) {
	a := l.gainEquations(r, p, weights)
	n := a[3][3]
	mean := a[0][3] / (n + 1e-9) // of the face
	// An even light without haze is likelier than any other that fits as well.
	const (
		middle = 128.0 * 128 // square grey levels of a face
		known  = 0.002       // of all pixels
		rises  = 0.01
	)
	for j, k := range [...]float64{known * middle, rises * middle, rises * middle, known, rises, rises} {
		a[j][j] += k * n
	}
	s, ok := solve(a)
	if !ok {
		s = []float64{1, 0, 0, 0, 0, 0}
	}
	gain := min(max(s[0], minGain), maxGain)
	haze := s[3]
	if gain != s[0] {
		haze += (s[0] - gain) * mean
	}
	if haze < minHaze {
		gain, haze = min(max(gain+(haze-minHaze)/max(mean, 1), minGain), maxGain), minHaze
	}
	const steepest, hazier = 0.6, 60.0 // of the gain, and grey levels, in riseMM
	l.gain = [3]float32{float32(gain), float32(clamp(s[1], steepest*gain)), float32(clamp(s[2], steepest*gain))}
	l.haze = [3]float32{float32(haze), float32(clamp(s[4], hazier)), float32(clamp(s[5], hazier))}
	l.spread()
}

// gainEquations are those of the least squares for gain and haze, each level, to the right and down, and their right side. Of a
// symmetric pair only the upper is filled.
func (l *lamp) gainEquations(r *raster, p *patch, weights []float32) [][]float64 {
	a := equations(6)
	for y := range r.h {
		fy := l.up(y, l.h)
		for x := range r.w {
			i := y*r.w + x
			w := float64(weights[i])
			if w <= 0 {
				continue
			}
			fx := l.up(x, l.w)
			var n, f, ff, s, fs float64
			for c := range 3 {
				if p.v[3*i+c] >= full {
					continue
				}
				// Dark channels of a tinted lamp count by what is seen, not by what the tint makes of it.
				k := w * float64(l.tint[c])
				v, t := l.seen(p, i, c)/float64(l.tint[c]), float64(r.v[3*i+c])
				n, f, ff, s, fs = n+k, f+k*t, ff+k*t*t, s+k*v, fs+k*t*v
			}
			at := [3]float64{1, fx, fy}
			for j := range 3 {
				for m := j; m < 3; m++ {
					a[j][m] += ff * at[j] * at[m]
					a[3+j][3+m] += n * at[j] * at[m]
				}
				for m := range 3 {
					a[j][3+m] += f * at[j] * at[m]
				}
				a[j][6] += fs * at[j]
				a[3+j][6] += s * at[j]
			}
		}
	}
	return a
}

// spread works gain and haze of each pixel out.
func (l *lamp) spread() {
	for y := range l.h {
		fy := float32(l.up(y, l.h))
		for x := range l.w {
			fx := float32(l.up(x, l.w))
			l.gains[y*l.w+x] = max(l.gain[0]+l.gain[1]*fx+l.gain[2]*fy, minGain/2)
			l.hazes[y*l.w+x] = l.haze[0] + l.haze[1]*fx + l.haze[2]*fy
		}
	}
}

// fitShade finds the shade: how bright what is seen is against the face in this lamp, averaged over some millimetres, so
// that a digit is none.
func (l *lamp) fitShade(r *raster, p *patch, weights []float32) {
	const (
		around = 8.0 // mm each way
		least  = 0.4
		most   = 1 / least // where a shadow lay on the card when it was learnt
		known  = 0.05      // of the pixels around, that have no shade
	)
	n := l.pixels()
	seen, want := make([]float64, n), make([]float64, n)
	mean, count := 0.0, 1e-9
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		for c := range 3 {
			m := float64(l.gains[i]*r.v[3*i+c]+l.hazes[i]) * float64(l.tint[c])
			if s := float64(p.v[3*i+c]); s < full && m > 0 {
				seen[i] += float64(w) * s
				want[i] += float64(w) * m
			}
		}
		mean, count = mean+want[i], count+1
	}
	reach := int(around/float64(l.mmPerPx) + .5)
	boxSum(seen, l.w, l.h, reach)
	boxSum(want, l.w, l.h, reach)
	l.shade = make([]float32, n)
	before := known * float64((2*reach+1)*(2*reach+1)) * mean / count
	for i := range l.shade {
		l.shade[i] = float32(min(max((seen[i]+before)/(want[i]+before), least), most))
	}
}

// boxSum puts into each cell of a w by h raster the sum of those up to reach away, first along rows, then along columns.
func boxSum(v []float64, w, h, reach int) {
	line := make([]float64, max(w, h)+1)
	along := func(start, step, n int) {
		for i := range n {
			line[i+1] = line[i] + v[start+i*step]
		}
		for i := range n {
			v[start+i*step] = line[min(i+reach+1, n)] - line[max(i-reach, 0)]
		}
	}
	for y := range h {
		along(y*w, 1, w)
	}
	for x := range w {
		along(x, w, h)
	}
}
