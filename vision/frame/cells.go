package frame

// #cgo CXXFLAGS: -O3
// #cgo noescape shrink
// #cgo nocallback shrink
// #cgo noescape shrink_planes
// #cgo nocallback shrink_planes
// #include "cells.h"
import "C"

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"gocv.io/x/gocv"
)

// cellsAcross is the number of cells in a picture's width: a card of a four-player table is then
// about 8 by 12 cells.
const cellsAcross = 160

// CellSide is the side of a cell, in pixels, of a picture so many pixels wide.
func CellSide(width int) int { return max(4, int(math.Round(float64(width)/cellsAcross))) }

// Cells is the picture shrunk to cells of one colour each, row by row, three bytes a cell: blue, green, red. It averages
// eight evenly spread pixels of every cell: two in each of four rows, those of every other row set off by half their
// distance. It is worked out when it is asked for first, which a source does while the picture is still in the processor's
// cache; lent until the frame is closed.
func (f *Frame) Cells() ([]uint8, error) {
	if len(f.cells) > 0 {
		return f.cells, nil
	}
	size := f.Size()
	side := CellSide(size.X)
	cols, rows := size.X/side, size.Y/side
	n := 3 * cols * rows
	if f.planes != nil {
		f.cells = slices.Grow(f.cells, n)[:n]
		C.shrink_planes((*C.uint8_t)(unsafe.SliceData(f.cells)), f.planes.c(), C.int(side), C.int(cols), C.int(rows))
		return f.cells, nil
	}
	if f.mat.Type() != gocv.MatTypeCV8UC3 {
		return nil, fmt.Errorf("a picture has type %v; want 8-bit BGR", f.mat.Type())
	}
	pixels, err := f.mat.DataPtrUint8()
	if err != nil {
		return nil, err
	}
	f.cells = slices.Grow(f.cells, n)[:n]
	C.shrink((*C.uint8_t)(unsafe.SliceData(f.cells)), (*C.uint8_t)(unsafe.SliceData(pixels)), C.int(size.X), C.int(side), C.int(cols), C.int(rows))
	return f.cells, nil
}

// blackBelow is how bright the brightest cell of a picture may be, of 255, that shows nothing but the camera's own noise.
const blackBelow = 40

// Black tells that nothing can be made out in the picture: the lens is covered, or there is no light.
func (f *Frame) Black() (bool, error) {
	cells, err := f.Cells()
	return err == nil && !slices.ContainsFunc(cells, func(c uint8) bool { return c >= blackBelow }), err
}
