package source

// #cgo pkg-config: libavcodec libavformat libavutil libswscale
// #cgo noescape film_next
// #cgo nocallback film_next
// #include <stdlib.h>
// #include "film_linux.h"
import "C"

import (
	"runtime"
	"unsafe"

	"gocv.io/x/gocv"
)

// film decodes a video file with the libraries that OpenCV does it with, but each picture straight to where it belongs: OpenCV's
// VideoCapture copies every one once more, and decodes on all processors at once, which costs a quarter more than on one
// and leaves none to watch on. The colours are the same.
type film struct {
	c             *C.film
	width, height int
}

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
	return &film{c, width, height}
}

// next decodes the next picture and tells its time stamp, in seconds; not ok: there is none.
func (f *film) next(into *gocv.Mat) (seconds float64, ok bool) {
	if into.Cols() != f.width || into.Rows() != f.height {
		into.Close()
		*into = gocv.NewMatWithSize(f.height, f.width, gocv.MatTypeCV8UC3)
	}
	pixels, err := into.DataPtrUint8()
	if err != nil {
		return 0, false
	}
	var at C.double
	ok = C.film_next(f.c, C.int(f.width), C.int(f.height), (*C.uint8_t)(unsafe.SliceData(pixels)), &at) != 0
	return float64(at), ok
}

func (f *film) close() { C.film_close(f.c) }
