package frame

// #cgo noescape develop
// #cgo nocallback develop
// #include "cells.h"
import "C"

import (
	"image"
	"unsafe"

	"gocv.io/x/gocv"
)

// Planes are a picture as most films have it coded: the brightness of every pixel, and for each two by two of them how much
// blue and how much red there is (4:2:0 by ITU-R BT.601, black at 16 and white at 235). Most pictures of a film are looked at
// in a few places only, so only these are developed to blue, green and red.
type Planes struct {
	Size    image.Point       // in pixels; both even
	Rows    [3]unsafe.Pointer // first rows of brightness, blue and red, not in Go's memory
	Strides [3]int            // bytes from one row to the next
	Free    func()            // frees the rows
}

func (p *Planes) c() C.planes {
	row := func(i int) *C.uint8_t { return (*C.uint8_t)(p.Rows[i]) }
	return C.planes{
		row: [3]*C.uint8_t{row(0), row(1), row(2)}, stride: [3]C.long{C.long(p.Strides[0]), C.long(p.Strides[1]), C.long(p.Strides[2])},
		width: C.int(p.Size.X), height: C.int(p.Size.Y),
	}
}

// Part is a Mat of the whole picture's size in which at least a part shows the picture; the rest may show anything. It is
// lent until the frame is closed.
func (f *Frame) Part(r image.Rectangle) gocv.Mat {
	if f.planes == nil {
		return f.mat
	}
	if f.ready == nil {
		f.unroll()
	}
	r = r.Intersect(image.Rectangle{Max: f.planes.Size})
	if pixels, err := f.mat.DataPtrUint8(); err == nil && !r.Empty() {
		C.develop(f.planes.c(), (*C.uint8_t)(unsafe.SliceData(f.ready)), (*C.uint16_t)(unsafe.SliceData(f.gain)), C.int(r.Min.X), C.int(r.Min.Y), C.int(r.Max.X), C.int(r.Max.Y),
			(*C.uint8_t)(unsafe.SliceData(pixels)))
	}
	return f.mat
}

// unroll takes a Mat for the picture in which nothing is developed yet.
func (f *Frame) unroll() {
	size := f.planes.Size
	f.mat = f.pool.mat()
	if f.mat.Cols() != size.X || f.mat.Rows() != size.Y || f.mat.Type() != gocv.MatTypeCV8UC3 {
		f.mat.Close()
		f.mat = gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV8UC3)
	}
	f.ready = make([]uint8, int(C.tiles(C.int(size.X), C.int(size.Y))))
}
