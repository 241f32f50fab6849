package frame

// #cgo noescape green
// #cgo nocallback green
// #include "cells.h"
import "C"

import "unsafe"

// edgeFrom is by how many grey levels blocks of pixels must differ at an edge: more than noise makes.
const edgeFrom = 24

// Sharpness is by how much, in grey levels and in the mean over every 32nd row, the green of neighbouring blocks of two by two
// pixels differs beyond what noise makes of it: edges of cards and of print. It is worked out when it is asked for first, as
// Cells are.
func (f *Frame) Sharpness() float64 {
	if f.edges == nil {
		const first, every = 4, 32
		size, sum, n := f.Size(), 0, 0
		row, next := make([]uint8, size.X), make([]uint8, size.X)
		for y := first; y+1 < size.Y; y += every {
			f.green(y, row)
			f.green(y+1, next)
			last := -1
			for x := 0; x+1 < size.X; x += 2 {
				block := int(row[x]) + int(row[x+1]) + int(next[x]) + int(next[x+1])
				if d := block - last; last >= 0 {
					sum, n = sum+max(0, max(d, -d)-4*edgeFrom), n+1
				}
				last = block
			}
		}
		mean := float64(sum) / float64(4*max(1, n))
		f.edges = &mean
	}
	return *f.edges
}

// green copies the green of a row of the picture.
func (f *Frame) green(y int, out []uint8) {
	if f.planes != nil {
		C.green(f.planes.c(), C.int(y), (*C.uint8_t)(unsafe.SliceData(out)))
		return
	}
	pixels, err := f.mat.DataPtrUint8()
	if err != nil {
		return
	}
	pixels = pixels[3*y*len(out):]
	for x := range out {
		out[x] = pixels[3*x+1]
	}
}
