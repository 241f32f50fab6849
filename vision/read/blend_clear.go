package read

import (
	"math"
	"slices"
)

// clearOf is how much each pixel of each view counts. It is nothing where something lies upon the card in this view, as a thumb does, and
// another view shows the card. That is so where views differ in a part as broad as a finger that reaches in over the card's edge, for views
// whose colours there are none that the card has where all agree. Of two views the median cannot tell which is right, nor of three that
// show a thumb at one place. What differs within the card is print not quite in place, or blurred.
func clearOf(views []unlit, g grid) [][]float32 {
	out := make([][]float32, len(views))
	for v := range views {
		out[v] = slices.Clone(views[v].weight)
	}
	agree := agreement(views)
	usual := paletteOf(views[0].face, agree)
	differ := make([]bool, len(agree))
	for i, a := range agree {
		differ[i] = !a
	}
	broad := g.broad(differ)
	for i := range broad {
		broad[i] = broad[i] && g.fromEdge(i) >= cutOff
	}
	for _, part := range g.joined(broad) {
		if !g.atEdge(part) {
			continue
		}
		for v, is := range strangeIn(part, views, usual) {
			if is {
				g.blot(part, out[v])
			}
		}
	}
	return out
}

// strangeIn tells which views have colours in a part that the card has not, but for those that show it best.
func strangeIn(part []int, views []unlit, usual palette) []bool {
	const (
		much = 0.4 // of a part
		more = 0.3
	)
	strange, plainest := make([]float64, len(views)), math.Inf(1)
	for v := range views {
		for _, i := range part {
			if views[v].weight[i] == 0 || !usual.has(views[v].face[3*i:]) {
				strange[v] += 1 / float64(len(part))
			}
		}
		plainest = min(plainest, strange[v])
	}
	out := make([]bool, len(views))
	for v, s := range strange {
		out[v] = s > much && s > plainest+more
	}
	return out
}

// cutOff is how near the edge of a raster, in pixels, views differ as no cut is exact.
const cutOff = 3

// fromEdge is how far a pixel lies from the raster's edge.
func (g grid) fromEdge(i int) int {
	x, y := i%g.w, i/g.w
	return min(x, y, g.w-1-x, g.h-1-y)
}

// atEdge tells whether some of the pixels lie at the raster's edge.
func (g grid) atEdge(part []int) bool {
	return slices.ContainsFunc(part, func(i int) bool { return g.fromEdge(i) < 2*cutOff })
}

// blot makes the weights of a part nothing, and of its blurred rim.
func (g grid) blot(part []int, weights []float32) {
	const rim = 3 // px
	for _, i := range part {
		x, y := i%g.w, i/g.w
		for v := max(y-rim, 0); v <= min(y+rim, g.h-1); v++ {
			for u := max(x-rim, 0); u <= min(x+rim, g.w-1); u++ {
				weights[v*g.w+u] = 0
			}
		}
	}
}

// agreement tells of each pixel whether all views that show it have nearly the same colour there.
func agreement(views []unlit) []bool {
	const nearly = 35 // grey levels
	out := make([]bool, len(views[0].weight))
	for i := range out {
		out[i] = true
		for c := range 3 {
			low, high := float32(math.Inf(1)), float32(math.Inf(-1))
			for _, v := range views {
				if v.weight[i] > 0 {
					low, high = min(low, v.face[3*i+c]), max(high, v.face[3*i+c])
				}
			}
			out[i] = out[i] && high-low <= nearly
		}
	}
	return out
}

// palette is how often a colour occurs, or one nearly like it.
type palette map[[3]int]int

const paletteStep = 16 // grey levels that count as one colour

func paletteBin(bgr []float32) [3]int {
	return [3]int{int(math.Floor(float64(bgr[0]) / paletteStep)), int(math.Floor(float64(bgr[1]) / paletteStep)), int(math.Floor(float64(bgr[2]) / paletteStep))}
}

// paletteOf are the colours of some pixels.
func paletteOf(v []float32, of []bool) palette {
	count, n := palette{}, 0
	for i, is := range of {
		if is {
			count[paletteBin(v[3*i:])]++
			n++
		}
	}
	const often = 0.01 // of the pixels
	out := palette{}
	for bin, k := range count {
		for around := range 27 {
			out[[3]int{bin[0] + around%3 - 1, bin[1] + around/3%3 - 1, bin[2] + around/9 - 1}] += k
		}
	}
	for bin, k := range out {
		if float64(k) < often*float64(n) {
			delete(out, bin)
		}
	}
	return out
}

func (p palette) has(bgr []float32) bool { return p[paletteBin(bgr)] > 0 }

// joined are the connected parts of some pixels.
func (g grid) joined(of []bool) (parts [][]int) {
	known := make([]bool, len(of))
	for start, is := range of {
		if !is || known[start] {
			continue
		}
		known[start] = true
		part := []int{start}
		for k := 0; k < len(part); k++ {
			x, y := part[k]%g.w, part[k]/g.w
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				u, v := x+d[0], y+d[1]
				if i := v*g.w + u; u >= 0 && v >= 0 && u < g.w && v < g.h && of[i] && !known[i] {
					known[i] = true
					part = append(part, i)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// evenest is the view in whose light a face's brightness changes least from place to place: of two views one had the shadow of a
// hand or of the phone on it, and print is the same in both.
func evenest(face []float32, views []unlit, g grid) int {
	const part = 8 // px, of whose mean brightness noise is little
	best, least := 0, math.Inf(1)
	for k, v := range views {
		w, h := g.w/part, g.h/part
		bright := make([]float64, w*h)
		for i := range bright {
			sum := 1.0
			for j := range part * part {
				at := (i/w*part+j/part)*g.w + i%w*part + j%part
				for c := range 3 {
					sum += max(float64(v.gain[at]*face[3*at+c]), 0)
				}
			}
			bright[i] = math.Log(sum)
		}
		steps := 0.0
		for i := range bright {
			if i%w+1 < w {
				steps += math.Abs(bright[i+1] - bright[i])
			}
			if i/w+1 < h {
				steps += math.Abs(bright[i+w] - bright[i])
			}
		}
		if steps < least {
			best, least = k, steps
		}
	}
	return best
}
