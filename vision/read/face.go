package read

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// grid is a raster over a card: w x h pixels of mmPerPx millimetres, centred on the card.
type grid struct {
	w, h    int
	mmPerPx float32
}

// newGrid makes a raster over a card a little smaller than the card, so that neither the
// table at a badly cut edge nor rounded corners count.
func newGrid(cardMM [2]float64, mmPerPx float64) grid {
	const margin = 1.5 // mm on each side
	return grid{max(int((cardMM[0]-2*margin)/mmPerPx), atOnce), int((cardMM[1] - 2*margin) / mmPerPx), float32(mmPerPx)}
}

func (g grid) pixels() int { return g.w * g.h }

// partPx is the side of a part of a card in pixels of a raster: of a card half under a hand,
// parts of this size (8 mm on the fine raster) look like the card or not at all.
const partPx = 8

// parts is how many parts the raster has to a row and how many rows.
func (g grid) parts() (cols, rows int) {
	return (g.w + partPx - 1) / partPx, (g.h + partPx - 1) / partPx
}

// The rasters faces are compared on: a coarse one to find the face and the rough place, a
// fine one to settle both.
const (
	coarseMM = 3.0
	fineMM   = 1.0
)

// face is a learnt front or back, prepared for comparing.
type face struct {
	label          models.Observation // Face, Card and Back only
	learnt         [2]raster          // coarse and fine, in the light it was learnt in
	coarse, fine   raster             // in the light of the scene
	inside, beside []int8             // for each pixel of fine the main colour it has as learnt, or -1: inside an even surface, beside its edge
}

// raster is a face on a grid with what alignment needs of it.
type raster struct {
	grid
	v          []float32    // blue, green, red of each pixel, 0 to 255
	upsideDown []float32    // the same with the card turned by 180 degrees
	sampled    [2][]float32 // of v and of upsideDown the pixels that samples are taken of, one after the other
	unit       []float32    // v less its mean, scaled to length 1
	right      []float32    // for each number of v: its slope to the right, per pixel
	down       []float32    // and downward
	steep      []bool       // of each row, for every eight pixels: whether there is any
	ground     []float32    // v as if nothing were printed: the card's most common colour everywhere
	print      []bool       // which pixels are plainly of another colour than the ground
}

// looks is what a face looks like one way up.
type looks struct{ v, sampled []float32 }

func (r *raster) looks(turned bool) looks {
	if turned {
		return looks{r.upsideDown, r.sampled[1]}
	}
	return looks{r.v, r.sampled[0]}
}

// newFace prepares a learnt picture.
func newFace(label models.Observation, img *image.RGBA, cardMM [2]float64) face {
	coarse, fine := newRaster(img, newGrid(cardMM, coarseMM)), newRaster(img, newGrid(cardMM, fineMM))
	return face{label, [2]raster{coarse, fine}, coarse, fine, nil, nil}
}

// newRaster is the learnt picture on the grid, with all that is needed of it.
func newRaster(img *image.RGBA, g grid) raster {
	r := coloursOf(img, g)
	r.prepare()
	return r
}

// coloursOf shrinks the learnt picture onto the grid, averaging over each grid pixel; only the colours are worked out.
func coloursOf(img *image.RGBA, g grid) raster {
	r := raster{grid: g, v: make([]float32, 3*g.pixels())}
	size := img.Bounds().Size()
	across, down := averaged(g.w, size.X, g.mmPerPx), averaged(g.h, size.Y, g.mmPerPx)
	for y := range g.h {
		for x := range g.w {
			var sum [3]int
			for _, v := range down[y] {
				for _, u := range across[x] {
					px := img.Pix[img.PixOffset(u, v):][:3]
					sum[0], sum[1], sum[2] = sum[0]+int(px[2]), sum[1]+int(px[1]), sum[2]+int(px[0])
				}
			}
			for c := range sum {
				r.v[3*(y*g.w+x)+c] = float32(sum[c]) / (averagedOf * averagedOf)
			}
		}
	}
	return r
}

// averagedOf is how many pixels of a learnt picture, each way, a grid pixel is averaged from.
const averagedOf = 4

// averaged are these pixels along one side, for each of n grid pixels; the learnt picture has so many.
func averaged(n, pixels int, mmPerPx float32) [][averagedOf]int {
	k := float64(mmPerPx) * calibration.FaceScale
	half := max(k, 1.6) / 2
	out := make([][averagedOf]int, n)
	for i := range out {
		middle := float64(pixels)/2 + (float64(i)-float64(n-1)/2)*k
		for j := range averagedOf {
			at := middle + half*(2*(float64(j)+.5)/averagedOf-1)
			out[i][j] = min(max(int(math.Floor(at)), 0), pixels-1)
		}
	}
	return out
}

// recolored is the raster in another light, nil for that in which it was learnt, seen with such edges.
func recolored(r raster, table []float32, e edge) raster {
	out := raster{grid: r.grid, v: r.v}
	if table != nil {
		out.v = recolor(r.v, table)
	}
	if e != (edge{}) {
		out.v = out.edged(e)
	}
	out.prepare()
	return out
}

// prepare works out what is needed of the raster's colours.
func (r *raster) prepare() {
	r.upsideDown = turned(r.v)
	r.sampled = [2][]float32{r.grid.sampled(r.v), r.grid.sampled(r.upsideDown)}
	r.unit = unit(r.v)
	r.slopes()
	r.findPrint()
}

// findPrint tells print from ground: the ground is the mean of the most common colour.
func (r *raster) findPrint() {
	const (
		coarse = 32 // grey levels that count as one colour
		bins   = 256 / coarse
	)
	binOf := func(i int) int {
		return (int(r.v[3*i])/coarse*bins+int(r.v[3*i+1])/coarse)*bins + int(r.v[3*i+2])/coarse
	}
	var count [bins * bins * bins]int
	most := 0
	for i := range r.pixels() {
		b := binOf(i)
		if count[b]++; count[b] > count[most] {
			most = b
		}
	}
	var mean [3]float32
	for i := range r.pixels() {
		if binOf(i) == most {
			for c := range 3 {
				mean[c] += r.v[3*i+c] / float32(count[most])
			}
		}
	}
	r.ground = make([]float32, len(r.v))
	r.print = make([]bool, r.pixels())
	for i := range r.print {
		copy(r.ground[3*i:], mean[:])
		for c := range 3 {
			r.print[i] = r.print[i] || math.Abs(float64(r.v[3*i+c]-mean[c])) > tolerance
		}
	}
}

// blackness is how much darker than its ground the print is, 0 to 1, in the channel in which it is so least: of coloured ink hardly at all.
func (r *raster) blackness() float64 {
	var n float64
	var darker [3]float64
	for i, is := range r.print {
		if !is {
			continue
		}
		n++
		for c := range 3 {
			darker[c] += 1 - float64(r.v[3*i+c])/max(float64(r.ground[3*i+c]), 1)
		}
	}
	return max(slices.Min(darker[:])/max(n, 1), 0)
}

// unit takes the mean over all three channels away, so that a shared gain and a shared haze
// do not matter but the colours' differences do, and scales to length 1.
func unit(v []float32) []float32 {
	mean := float32(0)
	for _, x := range v {
		mean += x
	}
	mean /= float32(len(v))
	out := make([]float32, len(v))
	sum := 0.0
	for i, x := range v {
		out[i] = x - mean
		sum += float64(out[i]) * float64(out[i])
	}
	k := float32(1 / math.Sqrt(sum+1e-6))
	for i := range out {
		out[i] *= k
	}
	return out
}

// open is the part of a patch that is inside, ready to be compared with many faces.
type open struct {
	grid
	*patch
	sum, power float64 // of what is seen, blue, green and red, and of its squares
}

func openOf(g grid, p *patch) open {
	sum, power, _ := patternSums(g, p.v, p)
	return open{g, p, sum, power}
}

// alike is the correlation of a face with what is seen, each less its mean over the part that
// is inside, -1 to 1.
func (o *open) alike(v []float32) float32 {
	t, st, tt := patternSums(o.grid, v, o.patch)
	s, ss, n := o.sum, o.power, 3*float64(o.n)+1e-9
	return float32((st - s*t/n) / math.Sqrt((ss-s*s/n)*(tt-t*t/n)+1))
}

// turned is v with its pixels in reverse order: the card upside down.
func turned(v []float32) []float32 {
	out := slices.Clone(v)
	n := len(v) / 3
	for i := range n {
		copy(out[3*i:3*i+3], v[3*(n-1-i):3*(n-1-i)+3])
	}
	return out
}
