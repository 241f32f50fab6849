package learn

import (
	"fmt"
	"image"
	"math"

	"schiri/calibration"
	"schiri/models"
)

// nameColors tells which of four rows is red, yellow, green and blue. The light is unknown,
// so the rows are compared with each other: their log-chromaticities less their common mean,
// which takes any tint of the light out (von Kries), are matched to those of the pure colours
// over all orders. Two rows of nearly the same colour are an error.
func nameColors(rows [][]*image.RGBA) ([]models.Color, error) {
	chroma := make([][2]float64, len(rows))
	for i, row := range rows {
		for _, face := range row {
			c := chromaticity(calibration.DominantColor(face))
			chroma[i][0] += c[0] / float64(len(row))
			chroma[i][1] += c[1] / float64(len(row))
		}
	}
	for i := range chroma {
		for j := range i {
			if math.Hypot(chroma[i][0]-chroma[j][0], chroma[i][1]-chroma[j][1]) < 0.25 {
				return nil, fmt.Errorf("rows %d and %d have the same colour; each colour needs a row of its own", j+1, i+1)
			}
		}
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

// chromaticity is how red against green and how blue against green a colour is, in logarithms.
func chromaticity(rgb [3]int) [2]float64 {
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

// alike tells whether two faces differ by no more than noise: the root mean square
// difference over cells of 4 x 4 pixels, whose size averages grain and small shifts away.
func alike(a, b *image.RGBA) bool {
	const cell, limit = 4, 3.0 // px, grey levels
	size := a.Bounds().Size()
	sum, n := 0.0, 0
	for y := 0; y+cell <= size.Y; y += cell {
		for x := 0; x+cell <= size.X; x += cell {
			for c := range 3 {
				d := 0.0
				for k := range cell * cell {
					i := a.PixOffset(x+k%cell, y+k/cell) + c
					d += (float64(a.Pix[i]) - float64(b.Pix[i])) / (cell * cell)
				}
				sum += d * d
				n++
			}
		}
	}
	return math.Sqrt(sum/float64(n)) < limit
}
