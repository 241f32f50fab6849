package frame

// #cgo noescape brighten
// #cgo nocallback brighten
// #include "cells.h"
import "C"

import (
	"math"
	"unsafe"
)

// Gains are of 1/gainUnit; the brightest one is four times that, which still is a number of 16 bits.
const (
	gainUnit = 1024
	mostGain = 4
)

// Even makes every row of cells so many times as bright as it is, 0 to 4, and the rows of the picture in between as these rows tell: the
// light of a lamp that flickers falls on each row at another moment. It is asked for before anything of the picture is looked at,
// and as many gains are given as there are rows of cells. Errors are those of Cells.
func (f *Frame) Even(gains []float64) error {
	cells, err := f.Cells()
	if err != nil {
		return err
	}
	size := f.Size()
	side := CellSide(size.X)
	n := 3 * (size.X / side)
	for y, gain := range gains {
		brighten(cells[y*n:][:n], fixed(gain))
	}
	gain := make([]uint16, size.Y)
	for y := range gain {
		at := (float64(y)+.5)/float64(side) - .5
		k := min(max(int(at), 0), len(gains)-1)
		next := min(k+1, len(gains)-1)
		gain[y] = fixed(gains[k] + min(max(at-float64(k), 0), 1)*(gains[next]-gains[k]))
	}
	if f.planes != nil {
		f.gain = gain
		return nil
	}
	pixels, err := f.mat.DataPtrUint8()
	if err != nil {
		return err
	}
	for y, g := range gain {
		brighten(pixels[3*y*size.X:][:3*size.X], g)
	}
	return nil
}

// fixed is a gain as a whole number.
func fixed(gain float64) uint16 { return uint16(math.Round(gainUnit * min(max(gain, 0), mostGain))) }

func brighten(row []uint8, gain uint16) {
	if gain != gainUnit && len(row) > 0 {
		C.brighten((*C.uint8_t)(unsafe.SliceData(row)), C.long(len(row)), C.uint16_t(gain))
	}
}
