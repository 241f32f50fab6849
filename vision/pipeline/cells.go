package pipeline

// #cgo CXXFLAGS: -O3
// #cgo noescape distances
// #cgo nocallback distances
// #cgo noescape above
// #cgo nocallback above
// #cgo noescape sum
// #cgo nocallback sum
// #cgo noescape contrast
// #cgo nocallback contrast
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

// brightness is the mean of all numbers of cells, in grey levels.
func brightness(cells []uint8) float64 {
	return float64(C.sum(bytesOf(cells), C.long(len(cells)))) / float64(max(1, len(cells)))
}

// contrast is the mean difference of green between neighbouring cells, and the share of the cells that differ
// strongly from their neighbour in the measured picture and do not look like that any more. What has settled otherwise since
// does not count: there, cards were laid and taken. Nor does what lies under arms, unless that is most of the table.
func (w *watcher) contrast() (now, before, lost float64) {
	arm := (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(w.act.Arm)))
	c := C.contrast(bytesOf(w.cur), bytesOf(w.anchor), bytesOf(w.ref), arm, C.int(w.act.Cols), C.int(w.act.Rows), 2*changeLevel)
	edges, gone := c.edges[0], c.gone[0]
	if edges < c.edges[1] {
		edges, gone = edges+c.edges[1], gone+c.gone[1]
	}
	n := float64(w.act.Rows * (w.act.Cols - 1))
	return float64(c.now) / n, float64(c.before) / n, float64(gone) / float64(max(1, edges))
}
