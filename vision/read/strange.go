package read

import (
	"math"
	"slices"
)

// clearOf are how much each pixel of views counts, nothing where something lies upon the card in some of them only, as a thumb does, and
// another view shows the card: where views differ, what has colours that the card has nowhere that they agree. Of two views the median
// cannot tell which is right, and of three that show a thumb at one place neither can it.
func clearOf(views []unlit, g grid) [][]float32 {
	const (
		spot = 8.0 // mm²; less is print not quite in place
		much = 0.4 // of a part
		more = 0.3
	)
	out := make([][]float32, len(views))
	for v := range views {
		out[v] = slices.Clone(views[v].weight)
	}
	agree := agreement(views)
	usual := paletteOf(views[0].face, agree)
	for _, part := range g.joined(g.spots(func(i int) bool { return !agree[i] })) {
		if float64(len(part))*float64(g.mmPerPx*g.mmPerPx) < spot {
			continue
		}
		strange, plainest := make([]float64, len(views)), math.Inf(1)
		for v := range views {
			for _, i := range part {
				if views[v].weight[i] == 0 || !usual.has(views[v].face[3*i:]) {
					strange[v] += 1 / float64(len(part))
				}
			}
			plainest = min(plainest, strange[v])
		}
		for v := range views {
			if strange[v] > much && strange[v] > plainest+more {
				for _, i := range g.spread(part, func(i int) bool { return !usual.has(views[v].face[3*i:]) }) {
					out[v][i] = 0
				}
			}
		}
	}
	return out
}

// agreement tells of each pixel whether all views that show it have nearly the same colour there.
func agreement(views []unlit) []bool {
	const nearly = 50 // grey levels
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
		part := g.spread([]int{start}, func(i int) bool { return of[i] })
		for _, i := range part {
			known[i] = true
		}
		parts = append(parts, part)
	}
	return parts
}

// spread is a part of a raster with all pixels joined to it of which also tells so.
func (g grid) spread(part []int, also func(i int) bool) []int {
	known := make([]bool, g.pixels())
	part = slices.Clone(part)
	for _, i := range part {
		known[i] = true
	}
	for k := 0; k < len(part); k++ {
		x, y := part[k]%g.w, part[k]/g.w
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			u, v := x+d[0], y+d[1]
			if i := v*g.w + u; u >= 0 && v >= 0 && u < g.w && v < g.h && !known[i] && also(i) {
				known[i] = true
				part = append(part, i)
			}
		}
	}
	return part
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
