package read

// #cgo CXXFLAGS: -O3 -Wno-psabi
// #cgo noescape sample_pixels
// #cgo nocallback sample_pixels
// #cgo noescape light_sums
// #cgo nocallback light_sums
// #cgo noescape slope_sums
// #cgo nocallback slope_sums
// #cgo noescape pattern_sums
// #cgo nocallback pattern_sums
// #cgo noescape seen_as
// #cgo nocallback seen_as
// #cgo noescape misfits_of
// #cgo nocallback misfits_of
// #cgo noescape misfit_at
// #cgo nocallback misfit_at
// #cgo noescape sum_at
// #cgo nocallback sum_at
// #cgo noescape suit_sums
// #cgo nocallback suit_sums
// #cgo noescape dot
// #cgo nocallback dot
// #cgo noescape box_sums
// #cgo nocallback box_sums
// #include "pixels.h"
import "C"

import (
	"unsafe"

	"schiri/calibration"
)

// Most of the time of reading goes into sums over the pixels of a card. They are worked out by pixels.cpp, several pixels at
// a time; here is how they are asked for.

// atOnce is how many pixels of a row that are; a raster's rows are at least as long.
const atOnce = 8

// coverStep is how many pixels of the picture a pixel of the cover stands for, each way.
const coverStep = C.cover_step

func floats(v []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(v))) }

func bools(v []bool) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(v))) }

func (l light) c() C.light {
	return C.light{C.float(l.gain), C.float(l.haze), C.float(l.dx), C.float(l.dy), C.float(l.thin)}
}

// laidOn is a face v on grid g as it is compared with a patch.
func laidOn(g grid, v []float32, p *patch) C.laid {
	return C.laid{C.int(g.w), C.int(g.h), floats(v), floats(p.v), bools(p.inside)}
}

// sampleAt fills a patch with what a level of the picture, shrunk so many times, shows of the card that toPx maps to the
// picture.
func (p *Picture) sampleAt(n int, shrink float64, toPx calibration.Homography, g grid, out *patch) {
	level := C.level{
		pix: (*C.uint8_t)(unsafe.SliceData(p.pix[n])), w: C.int(p.levels[n].Cols()), h: C.int(p.levels[n].Rows()),
		shrink: C.double(shrink), cw: C.int(p.cover.w),
	}
	if p.cover.any {
		level.covered = bools(p.cover.marked)
	}
	out.n = int(C.sample_pixels(level, (*C.double)(&toPx[0]), C.int(g.w), C.int(g.h), C.double(g.mmPerPx), floats(out.v), bools(out.inside)))
}

// lightSums are the equations of lightOf, their upper half, from every so many rows.
func lightSums(r *raster, p *patch, known light, far float32, between int) (a [4][5]float64) {
	up, ink := known.told()
	C.light_sums(laidOn(r.grid, r.v, p), known.c(), C.float(up), C.float(ink), C.float(far), C.int(between), (*C.double)(&a[0][0]))
	return a
}

// slopeSums are the equations of step, their upper half. A pixel's colour changes by gx+hy for growth, hx-gy for turn, g
// and h for the shifts, g and h being the face's slopes to the right and downward; one that is off the face by far and more
// does not count.
func slopeSums(r *raster, p *patch, l light, far float32) (a [4][5]float64) {
	C.slope_sums(laidOn(r.grid, r.v, p), floats(r.right), floats(r.down), bools(r.steep), l.c(), C.float(far), (*C.double)(&a[0][0]))
	return a
}

// misfitsInto is misfits with the memory to put them in, which it gives back.
func misfitsInto(out, v []float32, r *raster, p *patch, l light, tolerance float32) []float32 {
	up, ink := l.told()
	C.misfits_of(laidOn(r.grid, v, p), l.c(), C.float(up), C.float(ink), C.float(tolerance), floats(out))
	return out
}

// patternSums are, over all numbers of the pixels inside a patch, the sum of face v, of v times what is seen, and of v squared.
func patternSums(g grid, v []float32, p *patch) (t, st, tt float64) {
	var out [3]float64
	C.pattern_sums(laidOn(g, v, p), (*C.double)(&out[0]))
	return out[0], out[1], out[2]
}

// likeSums compares what is seen, less what the light adds there, with the face as the light leaves it, over the pixels inside a patch:
// their number n, of each channel the sums s of the one and t of the other, and over all channels the sums of their products.
func likeSums(r *raster, p *patch, l light) (n float64, s, t [3]float64, ss, st, tt float64) {
	var out [10]float64
	C.like_sums(laidOn(r.grid, r.v, p), l.c(), (*C.double)(&out[0]))
	return out[0], [3]float64(out[1:]), [3]float64(out[4:]), out[7], out[8], out[9]
}

// seenAs is how many pixels of the patch look like the face v on r's grid in light l. One that is off by half of tolerance (grey levels of
// the learnt face) counts three quarters, as in misfitsInto, which this sums up without putting each pixel down.
func seenAs(v []float32, r *raster, p *patch, l light, tolerance float32) float32 {
	return float32(C.seen_as(laidOn(r.grid, v, p), l.c(), C.float(tolerance)))
}

// misfit is the sum of misfits over the pixels that are inside the patch, measured in the contrast that a light of the
// given gain leaves.
func (c *contrast) misfit(g grid, v []float32, p *patch, l light, gain float32) float64 {
	return float64(C.misfit_at(laidOn(g, v, p), bools(c.at), l.c(), C.float(1/gain), C.float(l.gain/gain), tolerance)) / (tolerance * tolerance)
}

// sum adds up what off says of the pixels that are inside the patch.
func (c *contrast) sum(g grid, p *patch, off []float32) float64 {
	return float64(C.sum_at(laidOn(g, nil, p), bools(c.at), floats(off)))
}

// dot is the scalar product; of two unit rasters it is their correlation, -1 to 1.
func dot(a, b []float32) float32 {
	return float32(C.dot(floats(a), floats(b[:len(a)]), C.int(len(a))))
}

// suitSums are the sums over the samples by which the light is found that suits a face, of which it gets what is sampled: of its weighted colours, of these times
// its colours, and of the weighted colours seen times its.
func (m *samples) suitSums(sampled []float32) (t, tt, ts float64) {
	var sums [3]C.double
	C.suit_sums((*C.sample)(unsafe.Pointer(unsafe.SliceData(m.of))), C.int(len(m.of)), floats(sampled), &sums[0])
	return float64(sums[0]), float64(sums[1]), float64(sums[2])
}

// boxSums is boxSum for eight numbers of each pixel at once, which lie one after the other.
func (g grid) boxSums(v [][8]float64, reach int) {
	sums := make([][8]float64, max(g.w, g.h)+1)
	C.box_sums((*C.double)(&v[0][0]), (*C.double)(&sums[0][0]), C.int(g.w), C.int(g.h), C.int(reach))
}
