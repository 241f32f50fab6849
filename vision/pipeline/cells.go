package pipeline

// #cgo CXXFLAGS: -O3
// #cgo noescape thumbnail
// #cgo nocallback thumbnail
// #cgo noescape distances
// #cgo nocallback distances
// #cgo noescape above
// #cgo nocallback above
// #include "cells.h"
import "C"

import (
	"unsafe"

	"schiri/vision/track"
)

// What is done with every cell of every frame is worked out by cells.cpp, many cells at a time; here is how it is asked
// for. Cells are three bytes each: blue, green, red.

func bytesOf(v []uint8) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(v)) }

// thumbnail averages eight evenly spread pixels of every cell: two in each of four rows, those of
// every other row set off by half their distance.
func thumbnail(dst, pixels []uint8, width int, a *track.Activity) {
	C.thumbnail(bytesOf(dst), bytesOf(pixels[:3*width*a.Rows*a.Cell]), C.int(width), C.int(a.Cell), C.int(a.Cols), C.int(a.Rows))
}

// distances puts down for every cell how far it is from that of another picture: what far tells of the two.
func distances(out, a, b []uint8) {
	C.distances(bytesOf(a[:3*len(out)]), bytesOf(b[:3*len(out)]), C.int(len(out)), bytesOf(out))
}

// above puts down which numbers are larger than a limit, and tells how many are.
func above(out []bool, numbers []uint8, limit int) int {
	return int(C.above(bytesOf(numbers[:len(out)]), C.int(len(out)), C.int(limit), (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(out)))))
}
