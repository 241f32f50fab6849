package learn

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// nameColors tells which of four rows is red, yellow, green and blue. The light is unknown,
// so the rows are compared with each other: their log-chromaticities less their common mean,
// which takes any tint of the light out (von Kries), are matched to those of the pure colours
// over all orders. A card's colour is that of its ground, or, where all rows have the same ground, that of its print. Of a ground in two
// tones a white frame may be more than either, on some rows and not on others; there it is that of most of what has a colour.
// Two rows of nearly the same colour are an error; pastels such as mint and sky are 0.16 apart.
func nameColors(rows [][]*image.RGBA) ([]models.Color, error) {
	const (
		white = 0.25 // of grounds that may be the white that all rows have
		same  = 0.12
	)
	chroma := groundChroma(rows, calibration.DominantColor)
	_, _, least, most := distances(chroma)
	if least < white && most >= white {
		chroma = groundChroma(rows, calibration.DominantHue)
		_, _, least, _ = distances(chroma)
	}
	// In uneven light a coloured border may be more than any one white on a few cards.
	if most < white || least < same && oneGround(rows, white) {
		chroma = meanChroma(rows, func(face *image.RGBA) [2]float64 { return chromaticity(inkHue(face)) })
	}
	if i, j, least, _ := distances(chroma); least < same {
		return nil, models.Say("rows-alike", "rows {one} and {other} have the same color; each color needs a row of its own", "one", i+1, "other", j+1)
	}
	pure := [4][2]float64{
		chromaticity([3]int{200, 30, 30}), chromaticity([3]int{240, 205, 20}),
		chromaticity([3]int{25, 120, 65}), chromaticity([3]int{25, 75, 165}),
	}
	center(chroma)
	center(pure[:])
	best, least := []int(nil), math.Inf(1)
	permute([]int{0, 1, 2, 3}, 0, func(order []int) {
		cost := 0.0
		for i, k := range order {
			cost += math.Pow(chroma[i][0]-pure[k][0], 2) + math.Pow(chroma[i][1]-pure[k][1], 2)
		}
		if cost < least {
			best, least = append([]int(nil), order...), cost
		}
	})
	colors := make([]models.Color, len(best))
	for i, k := range best {
		colors[i] = models.Colors()[k]
	}
	return colors, nil
}

// groundChroma is the mean chromaticity of the grounds of the third of each row's cards whose ground has most colour: glare and too
// much light only ever make paler, and of some cards more may be white than ground.
func groundChroma(rows [][]*image.RGBA, ground func(face *image.RGBA) [3]int) [][2]float64 {
	purest := make([][]*image.RGBA, len(rows))
	for i, row := range rows {
		paleness := func(face *image.RGBA) int {
			c := ground(face)
			return min(c[0], c[1], c[2]) - max(c[0], c[1], c[2])
		}
		purest[i] = slices.SortedStableFunc(slices.Values(row), func(a, b *image.RGBA) int { return paleness(a) - paleness(b) })[:(len(row)+2)/3]
	}
	return meanChroma(purest, func(face *image.RGBA) [2]float64 { return chromaticity(ground(face)) })
}

// oneGround tells whether the grounds of most cards of all rows are less than so far apart.
func oneGround(rows [][]*image.RGBA, apart float64) bool {
	usual := make([][2]float64, len(rows))
	for i, row := range rows {
		var red, blue []float64
		for _, face := range row {
			c := chromaticity(calibration.DominantColor(face))
			red, blue = append(red, c[0]), append(blue, c[1])
		}
		usual[i] = [2]float64{median(red), median(blue)}
	}
	_, _, _, most := distances(usual)
	return most < apart
}

// meanChroma is the mean chromaticity of each row's cards.
func meanChroma(rows [][]*image.RGBA, of func(face *image.RGBA) [2]float64) [][2]float64 {
	mean := make([][2]float64, len(rows))
	for i, row := range rows {
		for _, face := range row {
			c := of(face)
			mean[i][0] += c[0] / float64(len(row))
			mean[i][1] += c[1] / float64(len(row))
		}
	}
	return mean
}

// distances gives the two rows nearest to each other in colour, how far apart they are, and the two farthest.
func distances(chroma [][2]float64) (i, j int, least, most float64) {
	least = math.Inf(1)
	for b := range chroma {
		for a := range b {
			d := math.Hypot(chroma[b][0]-chroma[a][0], chroma[b][1]-chroma[a][1])
			if most = max(most, d); d < least {
				i, j, least = a, b, d
			}
		}
	}
	return i, j, least, most
}

// chromaticity is how red against green and how blue against green a colour is, in logarithms.
func chromaticity[T int | float64](rgb [3]T) [2]float64 {
	r, g, b := math.Log(float64(rgb[0])+12), math.Log(float64(rgb[1])+12), math.Log(float64(rgb[2])+12)
	return [2]float64{r - g, b - g}
}

func center(v [][2]float64) {
	var mean [2]float64
	for _, c := range v {
		mean[0] += c[0] / float64(len(v))
		mean[1] += c[1] / float64(len(v))
	}
	for i := range v {
		v[i][0] -= mean[0]
		v[i][1] -= mean[1]
	}
}

// permute calls f with every order of v.
func permute(v []int, from int, f func([]int)) {
	if from == len(v) {
		f(v)
		return
	}
	for i := from; i < len(v); i++ {
		v[from], v[i] = v[i], v[from]
		permute(v, from+1, f)
		v[from], v[i] = v[i], v[from]
	}
}

// alike tells whether two backs differ by no more than noise: neither the colour of their
// print, nor, wherever one is shifted a little against the other, the pattern. The pattern is
// compared by the means of cells of 4 x 4 pixels, in which grain averages out.
func alike(a, b *image.RGBA) bool {
	const reach, pattern, shade = 4, 8.0, 6.0 // px, grey levels, grey levels
	least := math.Inf(1)
	for dy := -reach; dy <= reach; dy += 2 {
		for dx := -reach; dx <= reach; dx += 2 {
			least = min(least, apart(a, b, image.Pt(dx, dy)))
		}
	}
	p, q := inkColor(a), inkColor(b)
	off := max(math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1]), math.Abs(p[2]-q[2]))
	return least < pattern && off < shade
}

// cell is the side, in pixels of a face, of the squares backs are compared by; rim is left out at each edge.
const cell, rim = 4, 8

// cellAt is the mean red, green and blue of the cell whose corner is at (x, y).
func cellAt(face *image.RGBA, x, y int) (mean [3]float64) {
	for k := range cell * cell {
		i := face.PixOffset(x+k%cell, y+k/cell)
		for c := range 3 {
			mean[c] += float64(face.Pix[i+c]) / (cell * cell)
		}
	}
	return mean
}

// apart is the root mean square difference of the cells of a and of b shifted by d, in grey levels.
func apart(a, b *image.RGBA, d image.Point) float64 {
	size := a.Bounds().Size()
	sum, n := 0.0, 0
	for y := rim; y+cell <= size.Y-rim; y += cell {
		for x := rim; x+cell <= size.X-rim; x += cell {
			off := less(cellAt(a, x, y), cellAt(b, x+d.X, y+d.Y))
			for c := range 3 {
				sum += off[c] * off[c]
				n++
			}
		}
	}
	return math.Sqrt(sum / float64(n))
}

// inkColor is the mean colour of what is printed on a face's ground.
func inkColor(face *image.RGBA) [3]float64 {
	return meanInk(face, rim, func(_, _ [3]float64) float64 { return 1 })
}

// inkHue is the mean colour of the print that has another hue than the ground: black numbers and grey pictures, which all cards may
// share, hardly count. A border may be all that has it, so that less is left out at the edges.
func inkHue(face *image.RGBA) [3]float64 {
	return meanInk(face, rim/2, func(v, ground [3]float64) float64 {
		here, there := chromaticity(v), chromaticity(ground)
		return math.Pow(here[0]-there[0], 2) + math.Pow(here[1]-there[1], 2)
	})
}

// meanInk is the mean colour of what is printed on a face's ground, each cell by its weight: of the cells that are off the ground by
// much, or, where print is so pale that hardly any is, by half as much as the strongest of it. rim pixels are left out at each edge.
func meanInk(face *image.RGBA, rim int, weight func(v, ground [3]float64) float64) (mean [3]float64) {
	const (
		ink       = 40.0 // grey levels from the ground
		strongest = 50   // one in so many cells is as strong as that
	)
	dominant := calibration.DominantColor(face)
	ground := [3]float64{float64(dominant[0]), float64(dominant[1]), float64(dominant[2])}
	var cells [][3]float64
	var offs []float64
	size := face.Bounds().Size()
	for y := rim; y+cell <= size.Y-rim; y += cell {
		for x := rim; x+cell <= size.X-rim; x += cell {
			v, off := cellAt(face, x, y), 0.0
			for c := range 3 {
				off = max(off, math.Abs(v[c]-ground[c]))
			}
			cells, offs = append(cells, v), append(offs, off)
		}
	}
	sorted := slices.Sorted(slices.Values(offs))
	least := min(ink, sorted[len(sorted)-1-len(sorted)/strongest]/2)
	n := 1e-9
	for i, v := range cells {
		if offs[i] >= least {
			w := weight(v, ground)
			n += w
			for c := range 3 {
				mean[c] += w * v[c]
			}
		}
	}
	for c := range 3 {
		mean[c] /= n
	}
	return mean
}
