package read

import (
	"cmp"
	"image"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Portrait is a photo of a card and the outlines, in pixels, of which one may be the card's.
type Portrait struct {
	Picture *Picture
	Places  []models.Quad
}

// Blend is a face as most photos of its card show it, own among them, from which it was cut: each is laid over the face, the light
// taken off it, and the median taken of each pixel, so that fingers, glare and shadows that lie elsewhere in each are gone. Photos in
// which it does not fit are left out. Over what comes of it all are laid once more: glare on the one photo it was cut from made
// the face pale, and to a pale face no other photo fits well.
func Blend(face *image.RGBA, own Portrait, others []Portrait, cardMM [2]float64) (*image.RGBA, []bool) {
	size := face.Rect.Size()
	g := grid{size.X, size.Y, 1 / calibration.FaceScale}
	whole := newRaster(face, g)
	cut := unlit{
		face: whole.v, gain: slices.Repeat([]float32{1}, g.pixels()), haze: make([]float32, g.pixels()),
		weight: slices.Repeat([]float32{1}, g.pixels()), tint: [3]float32{1, 1, 1},
	}
	views, fits := unlitAll(face, others, g, cardMM)
	once := blended(append([]unlit{cut}, views...), face.Rect)
	mine, fit := unlitAll(once, []Portrait{own}, g, cardMM)
	if len(views) == 0 || !fit[0] {
		return once, fits
	}
	views, fits = unlitAll(once, others, g, cardMM)
	return blended(append(mine, views...), face.Rect), fits
}

// unlitAll lays a face over photos and gives those in which it fits, the light taken off, on raster g, and which these are.
func unlitAll(face *image.RGBA, photos []Portrait, g grid, cardMM [2]float64) (views []unlit, fits []bool) {
	coarse, fine := newRaster(face, newGrid(cardMM, coarseMM)), newRaster(face, newGrid(cardMM, fineMM))
	fits = make([]bool, len(photos))
	for i, p := range photos {
		if v, ok := takeLightOff(p, &coarse, &fine, g, cardMM); ok {
			views, fits[i] = append(views, v), true
		}
	}
	return views, fits
}

// blended is the picture of the median of views, of two the first, in the light most of them have, of two the evener one, but for the haze:
// only the view with the least of it shows how dark the print is. What lies upon the card in some of them does not count.
func blended(views []unlit, size image.Rectangle) *image.RGBA {
	const black = 0.01 // of the colours, that may become so
	g := grid{size.Dx(), size.Dy(), 1 / calibration.FaceScale}
	face, clear := make([]float32, 3*g.pixels()), clearOf(views, g)
	for i := range face {
		face[i] = float32(medianView(len(views), func(k int) (float32, float32) { return views[k].face[i], clear[k][i/3] }))
	}
	lights := views
	if len(views) == 2 {
		k := evenest(face, views, g)
		lights = views[k : k+1]
	}
	colours := make([]float64, len(face))
	hazes := 0.0 // mean of those most views have
	for p := range g.pixels() {
		light := func(of func(unlit) float32) float64 {
			return medianView(len(lights), func(k int) (float32, float32) { return of(lights[k]), lights[k].weight[p] })
		}
		gain := light(func(v unlit) float32 { return v.gain[p] })
		haze := light(func(v unlit) float32 { return v.haze[p] })
		hazes += haze / float64(g.pixels())
		for c := range 3 {
			tint := light(func(v unlit) float32 { return v.tint[c] })
			colours[3*p+c] = tint * (gain*float64(face[3*p+c]) + haze)
		}
	}
	less := hazes
	for _, v := range views {
		mean := 0.0
		for _, h := range v.haze {
			mean += float64(h) / float64(len(v.haze))
		}
		less = min(less, mean)
	}
	darkest := slices.Sorted(slices.Values(colours))[int(black*float64(len(colours)))]
	for i := range colours {
		colours[i] -= min(hazes-less, max(darkest, 0))
	}
	return pictureOf(colours, size)
}

// medianView is the median of what n views have at a pixel, of two what the first has; of tells that and how much it counts.
func medianView(n int, of func(view int) (value, weight float32)) float64 {
	const first = 1.01
	var values []weighted
	for k := range n {
		value, weight := of(k)
		if k == 0 {
			weight *= first
		}
		if weight > 0 {
			values = append(values, weighted{float64(value), float64(weight)})
		}
	}
	return evenMedian(values)
}

// pictureOf is the picture of colours, blue, green and red, darkened where most of it would not be told from the brightest:
// what is learnt overexposed looks otherwise in any other light.
func pictureOf(colours []float64, size image.Rectangle) *image.RGBA {
	const (
		white  = 250.0
		specks = 0.002 // of the colours, which may be brighter
	)
	sorted := slices.Sorted(slices.Values(colours))
	k := min(white/max(sorted[int((1-specks)*float64(len(sorted)))], 1), 1)
	out := image.NewRGBA(size)
	for i, x := range colours {
		out.Pix[4*(i/3)+2-i%3] = uint8(min(max(k*x+.5, 0), 255))
		out.Pix[4*(i/3)+3] = 255
	}
	return out
}

// evenMedian is the median of weighted values, between two that share the weight evenly their mean.
func evenMedian(v []weighted) float64 {
	low := median(v)
	for i := range v {
		v[i].value = -v[i].value
	}
	return (low - median(v)) / 2
}

// unlit is a card as a photo shows it, in the light of the face it was compared with, on a raster.
type unlit struct {
	face       []float32 // three a pixel
	gain, haze []float32 // against the face's light, the mean gain 1
	weight     []float32 // of each pixel, nothing outside the photo
	tint       [3]float32
}

// Showing is how a photo shows a face: where, as an outline the way round the face is, and how well, 0 to 1, fingers and
// shadows upon it not counted.
type Showing struct {
	Place models.Quad
	Worth float64
}

// Shown tells how each of some photos shows a face; where it looks like nothing there, the worth is none.
func Shown(face *image.RGBA, photos []Portrait, cardMM [2]float64) []Showing {
	const (
		hopeful = 0.1 // worth on the coarse raster, which knows no shadows: one across pale print leaves little more
		tries   = 3   // places looked at finely
	)
	coarse, fine := newRaster(face, newGrid(cardMM, coarseMM)), newRaster(face, newGrid(cardMM, fineMM))
	seen := newPatch(fine.pixels())
	out := make([]Showing, len(photos))
	for i, p := range photos {
		tried := p.layAll(&coarse, cardMM)
		for _, t := range tried[:min(tries, len(tried))] {
			if t.worth() < hopeful {
				break
			}
			f := lay(p.Picture, &fine, t, []float32{loose, tolerance}, seen)
			if worth := f.shown(&fine, seen); worth > out[i].Worth {
				out[i] = Showing{f.outline(cardMM), worth}
			}
		}
	}
	return out
}

// shown is how well a face shows where it was laid and p is seen: how like it is to what nothing hides that reaches in over the
// card's edge, how much of the card shows and how much of its rim. A thumb on a card would make it less like its face than a half of the card
// is on which none lies; a card with some of the table about it is all like its face, too, but for the table, and that is most of its rim.
func (f *laid) shown(r *raster, p *patch) float64 {
	const wide = 3 // px of the rim
	fits, rim := 0.0, 0.0
	for i, off := range f.off {
		if x, y := i%r.w, i/r.w; min(x, y, r.w-1-x, r.h-1-y) < wide {
			rim++
			fits += 1 - float64(off)
		}
	}
	return f.seen * fits / rim * max(f.lamp.likeness(r, p, beneathNothing(r.grid, p, f.off)), 0)
}

// layAll lays a face over all places of a photo either way round; the place it suits best comes first.
func (o *Portrait) layAll(coarse *raster, cardMM [2]float64) []laid {
	p := newPatch(coarse.pixels())
	var tried []laid
	for _, place := range o.Places {
		toPx, err := ToCard(place, cardMM)
		if err != nil {
			continue
		}
		for _, turn := range [2]calibration.Homography{{1, 0, 0, 0, 1, 0, 0, 0, 1}, halfTurn} {
			tried = append(tried, lay(o.Picture, coarse, laid{place: bowed{toPx: toPx.Mul(turn)}}, []float32{loose, loose / 2}, p))
		}
	}
	slices.SortStableFunc(tried, func(a, b laid) int { return cmp.Compare(b.worth(), a.worth()) })
	return tried
}

// takeLightOff lays a face over a photo where it fits best and gives what is seen there on raster g, the light taken off; false
// where the face is not much like it, or little of it shows. The face comes on a coarse and on a fine raster.
func takeLightOff(o Portrait, coarse, fine *raster, g grid, cardMM [2]float64) (unlit, bool) {
	const (
		like      = 0.75 // correlation
		seen      = 0.5  // of the card
		clearLike = 0.9  // or of what nothing hides, where most of the card shows: a thumb or a hard shadow lies upon it
		mostly    = 0.65
		tries     = 4 // places looked at finely
	)
	tried, p := o.layAll(coarse, cardMM), newPatch(fine.pixels())
	var best laid
	most, clear := 0.0, 0.0
	for _, f := range tried[:min(tries, len(tried))] {
		f = lay(o.Picture, fine, f, []float32{loose, tolerance}, p)
		if worth := f.shown(fine, p); worth > most {
			best, most, clear = f, worth, f.lamp.likeness(fine, p, beneathNothing(fine.grid, p, f.off))
		}
	}
	if (best.like < like || best.seen < seen) && (clear < clearLike || best.seen < mostly) {
		return unlit{}, false
	}
	seenThere := newPatch(g.pixels())
	o.Picture.sampleBowed(&best.place, g, seenThere)
	l := best.lamp
	wide := l.on(g)
	out := unlit{face: make([]float32, 3*g.pixels()), gain: make([]float32, g.pixels()), haze: make([]float32, g.pixels()), weight: make([]float32, g.pixels()), tint: l.tint}
	mean := float32(0)
	for i := range g.pixels() {
		if seenThere.inside[i] {
			out.weight[i] = 1
		}
		for c := range 3 {
			out.face[3*i+c] = wide.face(seenThere.v[3*i+c], c, i)
		}
		out.gain[i], out.haze[i] = wide.shade[i]*wide.gains[i], wide.shade[i]*wide.hazes[i]
		mean += out.gain[i] / float32(g.pixels())
	}
	for i := range out.gain {
		out.gain[i], out.haze[i] = out.gain[i]/mean, out.haze[i]/mean
	}
	return out, true
}

// LikeAny is how like what lies at a place is to the likest of some faces, whichever way round it lies, 0 to 1.
func LikeAny(pic *Picture, place models.Quad, faces []*image.RGBA, cardMM [2]float64) (most float64) {
	toPx, err := ToCard(place, cardMM)
	if err != nil {
		return 0
	}
	for _, face := range faces {
		coarse := newRaster(face, newGrid(cardMM, coarseMM))
		p := newPatch(coarse.pixels())
		for _, turn := range [2]calibration.Homography{{1, 0, 0, 0, 1, 0, 0, 0, 1}, halfTurn} {
			f := lay(pic, &coarse, laid{place: bowed{toPx: toPx.Mul(turn)}}, []float32{loose, loose / 2}, p)
			most = max(most, f.worth())
		}
	}
	return most
}
