package read

import (
	"cmp"
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// Portrait is a photo of a card and the outlines, in pixels, of which one may be the card's.
type Portrait struct {
	Picture *Picture
	Places  []models.Quad
}

// Blend is a face as most photos of its card show it; own is the photo it was cut from. Each photo is laid over the face, the light is
// taken off it, and the median is taken of each pixel, so that fingers, glare and shadows that lie elsewhere in each are gone. Photos in
// which the face does not fit are left out; the second result tells which of the others do fit. Over what comes of it all are laid again,
// own too: glare on the one photo it was cut from made the face pale, and to a pale face no other photo fits well.
func Blend(face *image.RGBA, own Portrait, others []Portrait, cardMM [2]float64) (*image.RGBA, []bool) {
	const again = 2 // times; after that hardly anything changes
	size := face.Rect.Size()
	g := grid{size.X, size.Y, 1 / calibration.FaceScale}
	whole := newRaster(face, g)
	cut := unlit{
		face: whole.v, gain: slices.Repeat([]float32{1}, g.pixels()), haze: make([]float32, g.pixels()),
		weight: slices.Repeat([]float32{1}, g.pixels()), tint: [3]float32{1, 1, 1},
	}
	photos := append([]Portrait{own}, others...)
	places := make([]*bowed, len(photos))
	views, fits := unlitAll(face, others, places[1:], g, cardMM)
	face = blended(append([]unlit{cut}, views...), face.Rect)
	for range again {
		views, fit := unlitAll(face, photos, places, g, cardMM)
		if !fit[0] || len(views) == 1 {
			break
		}
		face, fits = blended(views, face.Rect), fit[1:]
	}
	return face, fits
}

// unlitAll lays a face over photos, at the places where it was found before (nil: where it may lie), which it brings up to date, and gives those in
// which it fits, the light taken off, on raster g, and which these are.
func unlitAll(face *image.RGBA, photos []Portrait, at []*bowed, g grid, cardMM [2]float64) (views []unlit, fits []bool) {
	coarse, fine := newRaster(face, newGrid(cardMM, coarseMM)), newRaster(face, newGrid(cardMM, fineMM))
	fits = make([]bool, len(photos))
	for i, p := range photos {
		f, ok := p.find(&coarse, &fine, at[i], cardMM)
		if at[i] = nil; !ok {
			continue
		}
		at[i] = &f.place
		views, fits[i] = append(views, takeLightOff(p, f, g)), true
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

// Showing is how a photo shows a face. Place is where, as an outline the way round the face is. Worth is how well, 0 to 1, whatever the
// light upon either, fingers not counted. Plain is how plainly, 0 to 1, which glare and shadow upon either make less.
type Showing struct {
	Place        models.Quad
	Worth, Plain float64
}

// Shown tells how each of some photos shows a face; where it looks like nothing there, the worth is none.
func Shown(face *image.RGBA, photos []Portrait, cardMM [2]float64) []Showing {
	const (
		hopeful = 0.03 // worth on the coarse raster, which knows no shadows: one across pale print leaves little more
		tries   = 3    // places looked at finely
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
				plain := f.seen * f.rimSeen(fine.grid) * max(f.lamp.likeness(&fine, seen, beneathNothing(fine.grid, seen, f.off)), 0)
				out[i] = Showing{f.outline(cardMM), worth, plain}
			}
		}
	}
	return out
}

// shown is how well a face shows where it was laid and p is seen: how like its print is to what nothing hides, and how much of the card
// shows and of its rim. Over all of it, a thumb would make a whole card less like its face than half a card without one. A card cut with
// some of the table about it is all like its face, but for the table, and that is most of its rim.
func (f *laid) shown(r *raster, p *patch) float64 {
	return math.Sqrt(f.seen*f.rimSeen(r.grid)) * max(f.printLike(r, p), 0)
}

// rimSeen is the share of the card's rim that looks like the face.
func (f *laid) rimSeen(g grid) float64 {
	const wide = 3 // px
	fits, rim := 0.0, 0.0
	for i, off := range f.off {
		if g.fromEdge(i) < wide {
			rim++
			fits += 1 - float64(off)
		}
	}
	return fits / rim
}

// printLike is how like its face the print is that nothing hides, -1 to 1.
func (f *laid) printLike(r *raster, p *patch) float64 {
	open := beneathNothing(r.grid, p, f.off)
	like, _ := f.lamp.printLikeness(r, p, open, open)
	return like
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
		for _, turned := range [...]bool{false, true} {
			tried = append(tried, lay(o.Picture, coarse, laid{place: bowed{toPx: candidate{turned: turned}.upright(toPx)}}, []float32{loose, loose / 2}, p))
		}
	}
	slices.SortStableFunc(tried, func(a, b laid) int { return cmp.Compare(b.worth(), a.worth()) })
	return tried
}

// find lays a face over a photo where it fits best, at a place known or at those at which it may lie; false where its print is not
// much like it, or little of it shows. The face comes on a coarse and on a fine raster.
func (o *Portrait) find(coarse, fine *raster, known *bowed, cardMM [2]float64) (best laid, ok bool) {
	const (
		like  = 0.6 // correlation of the print that nothing hides
		seen  = 0.5 // of the card
		tries = 4   // places looked at finely
	)
	p := newPatch(fine.pixels())
	layAt := func(f laid) laid { return lay(o.Picture, fine, f, []float32{loose, tolerance}, p) }
	alike := 0.0
	if known != nil {
		best = layAt(laid{place: *known})
		alike = best.printLike(fine, p)
	} else {
		most := 0.0
		tried := o.layAll(coarse, cardMM)
		for _, f := range tried[:min(tries, len(tried))] {
			f = layAt(f)
			if worth := f.shown(fine, p); worth > most {
				best, most, alike = f, worth, f.printLike(fine, p)
			}
		}
		if most == 0 {
			return laid{}, false
		}
	}
	// Of print that hardly differs upside down the way round is told where both ways are laid from the same place.
	turned := layAt(laid{place: best.place.turned()})
	if like := turned.printLike(fine, p); like > alike {
		best, alike = turned, like
	}
	return best, alike >= like && best.seen >= seen
}

// takeLightOff gives what a photo shows where a face was laid over it, on raster g, the light taken off.
func takeLightOff(o Portrait, best laid, g grid) unlit {
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
	return out
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
		for _, turned := range [...]bool{false, true} {
			f := lay(pic, &coarse, laid{place: bowed{toPx: candidate{turned: turned}.upright(toPx)}}, []float32{loose, loose / 2}, p)
			most = max(most, f.worth())
		}
	}
	return most
}
