package pipeline

// #cgo CXXFLAGS: -O3
// #cgo noescape distances
// #cgo nocallback distances
// #cgo noescape above
// #cgo nocallback above
// #include "cells.h"
import "C"

import "unsafe"

// What is done with every cell of every frame is worked out by cells.cpp, many cells at a time; here is how it is asked
// for. Cells are three bytes each: blue, green, red.

func bytesOf(v []uint8) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(v)) }

// distances puts down for every cell how far it is from that of another picture: what far tells of the two.
func distances(out, a, b []uint8) {
	C.distances(bytesOf(a[:3*len(out)]), bytesOf(b[:3*len(out)]), C.int(len(out)), bytesOf(out))
}

// above puts down which numbers are larger than a limit, and tells how many are.
func above(out []bool, numbers []uint8, limit int) int {
	return int(C.above(bytesOf(numbers[:len(out)]), C.int(len(out)), C.int(limit), (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(out)))))
}
