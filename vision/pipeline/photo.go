package pipeline

import (
	"image"
	"slices"

	"schiri/vision/frame"
)

// photo is the table without cards as it was seen before the film began.
type photo struct {
	colour []uint8 // blue, green, red of every cell of the film's pictures
	cells  mosaic
}

const (
	photoOff  = 6.0 // mean difference in grey levels up to which the photo shows what lies about a place: noise and another light
	photoStep = 1   // cells by which the camera may have moved since
)

// newPhoto lays a photo of the whole picture, of any size, on the cells of a film whose pictures have a size in pixels.
// Without a photo it knows nothing.
func newPhoto(table *image.RGBA, width, height int) photo {
	if table == nil {
		return photo{}
	}
	side := frame.CellSide(width)
	cols, rows := width/side, height/side
	colour := make([]uint8, 0, 3*cols*rows)
	for y := range rows {
		for x := range cols {
			mid := image.Pt((2*x+1)*side*table.Rect.Dx()/(2*width), (2*y+1)*side*table.Rect.Dy()/(2*height))
			c := table.RGBAAt(table.Rect.Min.X+mid.X, table.Rect.Min.Y+mid.Y)
			colour = append(colour, c.B, c.G, c.R)
		}
	}
	return photo{colour, mosaicOf(colour, cols, func(int) bool { return true })}
}

// at tells where the photo shows a part of the table, the cells wanted, if it does: what lies about that part, the sample of the
// table m, must look as it does in the photo. Its camera may have stood elsewhere, or at another table.
func (p photo) at(wanted, sample []int, m mosaic) (shifted, bool) {
	if p.colour == nil {
		return shifted{}, false
	}
	best, found := shifted{of: p.colour, off: photoOff}, false
	for y := -photoStep; y <= photoStep; y++ {
		for x := -photoStep; x <= photoStep; x++ {
			step := y*m.across + x
			if slices.ContainsFunc(wanted, func(i int) bool { return p.cells.cells[i+step] == 0 }) {
				continue
			}
			if off, gain, ok := m.differ(sample, p.cells.cells, step, best.off); ok {
				best.by, best.gain, best.off, found = image.Pt(x, y), gain, off, true
			}
		}
	}
	return best, found
}
