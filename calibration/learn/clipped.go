package learn

import "image"

// clipped marks the channels of a face that the camera cut off, or nearly: where light is stronger than it can tell, the
// colour is not the print's own. One mark a byte of the face.
func clipped(face *image.RGBA) []bool {
	cut := make([]bool, len(face.Pix))
	for i, v := range face.Pix {
		cut[i] = i%4 < 3 && v >= full-shoulder/2
	}
	return cut
}

// colorStep is the width, in grey levels, of the steps in which colours are counted.
const colorStep = 12

// colorBin is a colour in steps.
type colorBin [3]int

// colorCount is how many pixels of a colour there are, and the sum of their channels.
type colorCount struct {
	n   float64
	sum [3]float64
}

// cutColor is a colour of which some channels were cut off.
type cutColor struct {
	bin colorBin
	cut [3]bool
}

// unclip gives print of which one or two channels were cut off the value these have on the faces of the row that are lit
// less: otherwise white print under a warm lamp, red cut off first, would be learnt as greenish. The faces are in one
// light already; cut are the marks of each from before.
func unclip(row []*image.RGBA, cut [][]bool) {
	whole, parts := countColors(row, cut)
	told := map[cutColor][3]float64{}
	for c, n := range parts {
		if color, ok := whole.tell(c, n); ok {
			told[c] = color
		}
	}
	for f, face := range row {
		for i := 0; i < len(face.Pix); i += 4 {
			at := colorAt(face, cut[f], i)
			color, ok := told[at]
			for c := range 3 {
				if ok && at.cut[c] {
					face.Pix[i+c] = uint8(min(color[c], 255))
				}
			}
		}
	}
}

// colorAt is the colour of the pixel at i.
func colorAt(face *image.RGBA, cut []bool, i int) (at cutColor) {
	for c := range 3 {
		at.bin[c], at.cut[c] = int(face.Pix[i+c])/colorStep, cut[i+c]
	}
	return at
}

// colorCounts are the colours of which nothing was cut off.
type colorCounts map[colorBin]colorCount

// countColors counts the colours of a row: those of which nothing was cut off, and those of which one or two channels were.
func countColors(row []*image.RGBA, cut [][]bool) (colorCounts, map[cutColor]float64) {
	whole, parts := colorCounts{}, map[cutColor]float64{}
	for f, face := range row {
		for i := 0; i < len(face.Pix); i += 4 {
			switch at := colorAt(face, cut[f], i); at.cut {
			case [3]bool{}:
				count := whole[at.bin]
				count.n++
				for c := range 3 {
					count.sum[c] += float64(face.Pix[i+c])
				}
				whole[at.bin] = count
			case [3]bool{true, true, true}: // nothing is left that could tell
			default:
				parts[at]++
			}
		}
	}
	return whole, parts
}

// tell is the mean of the colours that are like one in the channels it has left, and not darker in those cut off; n is
// how many pixels of that one there are, for which enough must tell.
func (w colorCounts) tell(at cutColor, n float64) (color [3]float64, ok bool) {
	const (
		fewest = 40.0    // pixels
		share  = 1.0 / 3 // of those to be told
	)
	var all colorCount
	for bin, count := range w {
		if !at.like(bin) {
			continue
		}
		all.n += count.n
		for c := range 3 {
			all.sum[c] += count.sum[c]
		}
	}
	for c := range 3 {
		color[c] = all.sum[c] / max(all.n, 1)
	}
	return color, all.n >= max(fewest, share*n)
}

// like tells whether a colour may be this one with nothing cut off: a step's difference is noise.
func (at cutColor) like(bin colorBin) bool {
	for c := range 3 {
		if bin[c] < at.bin[c]-1 || !at.cut[c] && bin[c] > at.bin[c]+1 {
			return false
		}
	}
	return true
}
