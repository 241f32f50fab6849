package track

import (
	"image"
	"math"
	"slices"

	"schiri/models"
)

// Activity is what goes on in every cell of the picture, as far as it can be told without
// reading a card: what moves, what an arm covers, where nothing lies. Cells are squares, stored
// row by row. All slices have Cols*Rows entries.
type Activity struct {
	Cell       int // side of a cell in pixels
	Cols, Rows int

	Moved   []float64 // when the cell last moved, in seconds of media time; -1: never
	Changed []bool    // differs from the settled picture
	Arm     []bool    // covered by something that reaches in from the picture's edge
	Reach   []bool    // the same, with what hardly differs from the table: a dark sleeve on a dark one
	Bare    []bool    // has a colour of the bare table
	Clear   []bool    // had one in the settled picture, before what has changed since
	Lasts   []bool    // looks as in the first picture; told in the first seconds only

	under map[models.Quad][]int // what Under told of late: it is asked of the same places frame by frame
}

// NewActivity is the activity of a picture of the given size in pixels in which nothing has moved yet.
func NewActivity(width, height, cell int) *Activity {
	a := &Activity{Cell: cell, Cols: width / cell, Rows: height / cell}
	n := a.Cols * a.Rows
	a.Moved = make([]float64, n)
	a.Changed, a.Arm = make([]bool, n), make([]bool, n)
	a.Reach = make([]bool, n)
	a.Bare, a.Clear, a.Lasts = make([]bool, n), make([]bool, n), make([]bool, n)
	for i := range n {
		a.Moved[i] = -1
	}
	return a
}

// Center is the middle of cell i in image pixels.
func (a *Activity) Center(i int) models.Point {
	c := float64(a.Cell)
	return models.Point{X: (float64(i%a.Cols) + 0.5) * c, Y: (float64(i/a.Cols) + 0.5) * c}
}

// at is the cell in which a point lies; -1: it lies outside the picture.
func (a *Activity) at(p models.Point) int {
	if p.X < 0 || p.Y < 0 {
		return -1
	}
	x, y := int(uint32(p.X)/uint32(a.Cell)), int(uint32(p.Y)/uint32(a.Cell)) // a division of 64 bits takes three times as long
	if x >= a.Cols || y >= a.Rows {
		return -1
	}
	return y*a.Cols + x
}

// Under are the cells whose middle lies in q; lent: not to be changed.
func (a *Activity) Under(q models.Quad) []int {
	const most = 1000 // places remembered
	if in, known := a.under[q]; known {
		return in
	}
	if a.under == nil || len(a.under) == most {
		a.under = map[models.Quad][]int{}
	}
	r := a.CellsOf(q.Box())
	outline := q.Polygon()
	var in []int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if i := y*a.Cols + x; outline.Contains(a.Center(i)) {
				in = append(in, i)
			}
		}
	}
	in = slices.Clip(in)
	a.under[q] = in
	return in
}

// CellsOf is the range of cells that the pixels of r touch, inside the picture.
func (a *Activity) CellsOf(r image.Rectangle) image.Rectangle {
	return image.Rect(r.Min.X/a.Cell, r.Min.Y/a.Cell, (r.Max.X+a.Cell-1)/a.Cell, (r.Max.Y+a.Cell-1)/a.Cell).
		Intersect(image.Rect(0, 0, a.Cols, a.Rows))
}

// share is the part of the given cells of which the flag is set.
func share(flag []bool, cells []int) float64 {
	n := 0
	for _, i := range cells {
		if flag[i] {
			n++
		}
	}
	return float64(n) / math.Max(1, float64(len(cells)))
}
