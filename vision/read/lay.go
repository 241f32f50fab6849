package read

import (
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// laid is a face laid over a place of a photo of one card.
type laid struct {
	candidate
	place bowed
	lamp  *lamp
	off   []float32 // how far each pixel is from the face, 0 to 1
	seen  float64   // share of the card that looks like the face
	like  float64   // correlation of what is seen, the light taken off it, with the face
}

func (f *laid) worth() float64 { return f.seen * max(f.like, 0) }

// outline is the card's as it lies, in pixels.
func (f *laid) outline(cardMM [2]float64) (q models.Quad) {
	for i, c := range calibration.CardAbout(cardMM) {
		q[i] = f.place.at(c.X, c.Y)
	}
	return q
}

// lay lays a face over a place until it fits: a pixel that differs by so many grey levels of the face (far) does not
// count, for all of these in turn. What is seen there is left in p.
func lay(pic *Picture, r *raster, f laid, far []float32, p *patch) laid {
	const (
		rounds = 8
		near   = 0.06 // px, by which the last round moves a corner
	)
	f.lamp = newLamp(r.grid, f.lamp)
	weights := slices.Repeat([]float32{1}, r.pixels())
	weigh := func(far float32) {
		for i, o := range f.lamp.off(r, p, far, weights) {
			weights[i] = 1 - o
		}
	}
	pic.sampleBowed(&f.place, r.grid, p)
	for i, in := range p.inside {
		if !in {
			weights[i] = 0
		}
	}
	f.lamp.fit(r, p, weights)
	for _, t := range far {
		for range rounds {
			weigh(t)
			f.lamp.fit(r, p, weights)
			weigh(t)
			place, moved, ok := f.place.step(r, p, f.lamp, weights)
			if !ok {
				break
			}
			f.place = place
			pic.sampleBowed(&f.place, r.grid, p)
			if moved < near*float64(r.mmPerPx) {
				break
			}
		}
		if r.mmPerPx <= fineMM { // the coarse raster is too coarse to tell print from shade
			weigh(t)
			f.lamp.shade = nil
			f.lamp.fitShade(r, p, weights)
		}
	}
	weigh(tolerance)
	f.lamp.fit(r, p, weights)
	f.off = f.lamp.off(r, p, tolerance, make([]float32, r.pixels()))
	f.seen = seenShare(p, f.off)
	f.like = f.lamp.likeness(r, p, p.inside)
	return f
}

// likeness is the correlation of what is seen at some pixels, the light taken off it, with the face, each channel less its mean.
func (l *lamp) likeness(r *raster, p *patch, of []bool) float64 {
	var n, ss, st, tt float64
	var s, t [3]float64
	for i, is := range of {
		if !is {
			continue
		}
		n++
		for c := range 3 {
			a, b := float64(l.colour(r, p, c, i)), float64(r.v[3*i+c])
			s[c], t[c] = s[c]+a, t[c]+b
			ss, st, tt = ss+a*a, st+a*b, tt+b*b
		}
	}
	for c := range 3 {
		ss -= s[c] * s[c] / (n + 1e-9)
		st -= s[c] * t[c] / (n + 1e-9)
		tt -= t[c] * t[c] / (n + 1e-9)
	}
	return st / math.Sqrt(ss*tt+1)
}

// colour is that of the face which would look like what is seen in channel c of pixel i. What is overexposed may be any that is brighter: the
// face's, if that is.
func (l *lamp) colour(r *raster, p *patch, c, i int) float32 {
	const below, above = -60, 255 + 60 // grey levels of a face, beyond which noise is not followed
	v := min(max(l.face(p.v[3*i+c], c, i), below), above)
	if p.v[3*i+c] >= full {
		v = max(v, r.v[3*i+c])
	}
	return v
}

// printLikeness is the correlation of what is seen at some pixels, the light taken off it, with the face, each channel less its mean over
// what is open round about: that of the print, whatever the light and shade upon either. The hue is how alike the strengths of the three
// channels are, 0 to 1: blue print is dark on white where green print is, too, but not in the same channels.
func (l *lamp) printLikeness(r *raster, p *patch, open, at []bool) (like, hue float64) {
	const around = 6.0 // mm each way
	reach := int(around/float64(r.mmPerPx) + .5)
	count := make([]float64, r.pixels())
	for i, is := range open {
		if is {
			count[i] = 1
		}
	}
	boxSum(count, r.w, r.h, reach)
	// lessMean takes off each open pixel of a channel the mean of those round about.
	lessMean := func(of func(i int) float32) []float64 {
		v := make([]float64, r.pixels())
		for i, is := range open {
			if is {
				v[i] = float64(of(i))
			}
		}
		mean := slices.Clone(v)
		boxSum(mean, r.w, r.h, reach)
		for i, is := range open {
			if is {
				v[i] -= mean[i] / count[i]
			}
		}
		return v
	}
	var ss, st, tt, strengths float64
	for c := range 3 {
		seen := lessMean(func(i int) float32 { return l.colour(r, p, c, i) })
		face := lessMean(func(i int) float32 { return r.v[3*i+c] })
		var s, t float64
		for i, is := range at {
			if is && open[i] {
				s, st, t = s+seen[i]*seen[i], st+seen[i]*face[i], t+face[i]*face[i]
			}
		}
		ss, tt, strengths = ss+s, tt+t, strengths+math.Sqrt(s*t)
	}
	all := math.Sqrt(ss*tt + 1)
	return st / all, strengths / all
}
