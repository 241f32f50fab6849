package frame

import (
	"image"
	"image/color"

	"gocv.io/x/gocv"
)

// Shift has all that the picture shows lie so many pixels further to the right and further down. What comes into sight at its
// edges looks as these do. It is asked for before anything of the picture is looked at but its cells, which are worked out
// anew. Errors are those of the Mat.
func (f *Frame) Shift(right, down float64) error {
	by := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer by.Close()
	for i, v := range [...]float64{1, 0, right, 0, 1, down} {
		by.SetDoubleAt(i/3, i%3, v)
	}
	old, size := f.Mat(), f.Size()
	if f.pool != nil {
		f.mat = f.pool.mat()
	} else {
		f.mat = gocv.NewMat()
	}
	gocv.WarpAffineWithParams(old, &f.mat, by, image.Pt(size.X, size.Y), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	if f.planes != nil {
		f.planes.Free()
	}
	f.planes, f.ready, f.gain, f.cells, f.edges = nil, nil, nil, f.cells[:0], nil
	if f.pool != nil {
		return f.pool.put(&Frame{mat: old})
	}
	return old.Close()
}
