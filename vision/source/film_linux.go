package source

// #cgo pkg-config: libavcodec libavformat libavutil libswscale
// #cgo noescape film_next
// #cgo nocallback film_next
// #cgo noescape film_convert
// #cgo nocallback film_convert
// #include <stdlib.h>
// #include "film_linux.h"
import "C"

import (
	"errors"
	"image"
	"math"
	"runtime"
	"unsafe"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// film decodes a video file with the libraries that OpenCV does it with, but leaves most pictures undeveloped: OpenCV's
// VideoCapture converts every one to blue, green and red and copies it once more, and decodes on all processors at once, which
// costs a quarter more than on one and leaves none to watch on. The colours are the same.
//
// Once the film has begun, pictures that no other one is coded after are passed over, which halves the cost of a film of thirty pictures
// a second: fifteen show every card that is laid, and where much moves more of them are coded so that others follow.
type film struct {
	c             *C.film
	width, height int
	last          float64 // time stamp of the last picture, in seconds; NaN: there is none so far
	from          float64 // time stamp from which on pictures are passed over; +Inf: that has been decided
}

const (
	// every is for how many seconds at the beginning no picture is passed over: what arms hide in the first one is seen as they leave.
	every = 1.5
	// widest is the time between two pictures, in seconds, from which on too many are passed over: from then on none is.
	widest = 0.09
)

// openFilm opens a video file whose pictures have a size; nil where that is not possible and VideoCapture has to do it.
func openFilm(path string, width, height int) *film {
	if width%16 != 0 || height%2 != 0 { // the conversion to BGR may write beyond the end of a row then
		return nil
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	c := C.film_open(name, C.int(max(1, runtime.GOMAXPROCS(0)-1)))
	if c == nil {
		return nil
	}
	return &film{c, width, height, math.NaN(), 0}
}

// next decodes the next picture, into memory of the pool, and tells its time stamp, in seconds; nil: there is none.
func (f *film) next(pool *frame.Pool) (picture *frame.Frame, seconds float64) {
	var at C.double
	if C.film_next(f.c, C.int(f.width), C.int(f.height), &at) == 0 {
		return nil, 0
	}
	f.passOver(float64(at))
	var p C.film_picture
	if C.film_planes(f.c, &p) != 0 {
		return pool.Undeveloped(planes(p, f.width, f.height)), float64(at)
	}
	picture, err := pool.Frame(f.convert)
	if err != nil {
		return nil, 0
	}
	return picture, float64(at)
}

// passOver chooses whether pictures are passed over from now on, a picture of a time stamp, in seconds, having been decoded. A film
// without time stamps, of which nobody could tell what was passed over, seems to be at its beginning for ever.
func (f *film) passOver(at float64) {
	switch {
	case math.IsNaN(f.last):
		f.from = at + every
	case at-f.last > widest:
		f.from = math.Inf(1)
		C.film_pass_over(f.c, 0)
	case at >= f.from:
		f.from = math.Inf(1)
		C.film_pass_over(f.c, 1)
	}
	f.last = at
}

// planes are those of a decoded picture, which they own.
func planes(p C.film_picture, width, height int) *frame.Planes {
	out := &frame.Planes{Size: image.Pt(width, height), Free: func() { C.film_free(p.frame) }}
	for i := range out.Rows {
		out.Rows[i], out.Strides[i] = unsafe.Pointer(p.row[i]), int(p.stride[i])
	}
	return out
}

// convert puts the picture just decoded into a Mat.
func (f *film) convert(into *gocv.Mat) error {
	if into.Cols() != f.width || into.Rows() != f.height {
		into.Close()
		*into = gocv.NewMatWithSize(f.height, f.width, gocv.MatTypeCV8UC3)
	}
	pixels, err := into.DataPtrUint8()
	if err != nil {
		return err
	}
	if C.film_convert(f.c, (*C.uint8_t)(unsafe.SliceData(pixels))) == 0 {
		return errors.New("the colours of the picture are coded in an unknown way")
	}
	return nil
}

func (f *film) close() { C.film_close(f.c) }
