package learn

import (
	"image"
	"math"
	"slices"

	"schiri/calibration"
)

// evenOut takes glare off the faces of one colour. Their ground has the same colour, so where
// the ground of one is paler than that of most, light is reflected there: a share h of white
// laid over the card, seen = (1-h)*card + h*white. h changes slowly across a card, so it is
// taken as a quadratic surface fitted to the ground, and undone for digits and all.
func evenOut(row []*image.RGBA) {
	var ground [3]float64
	for c := range ground {
		var v []float64
		for _, face := range row {
			v = append(v, float64(calibration.DominantColor(face)[c]))
		}
		slices.Sort(v)
		ground[c] = v[len(v)/3] // paler than a third: most cards have little glare, and it only ever makes paler
	}
	for _, face := range row {
		h := fitHaze(face, ground)
		size := face.Bounds().Size()
		for y := range size.Y {
			for x := range size.X {
				share := min(h.at(x, y, size), 0.8)
				if share <= 0 {
					continue
				}
				i := face.PixOffset(x, y)
				for c := range 3 {
					face.Pix[i+c] = uint8(min(max((float64(face.Pix[i+c])-255*share)/(1-share), 0), 255))
				}
			}
		}
	}
}

// haze is a quadratic surface over a face: 1, x, y, x², xy, y² with x and y from -1 to 1.
type haze [6]float64

func terms(x, y int, size image.Point) [6]float64 {
	u, v := 2*float64(x)/float64(size.X)-1, 2*float64(y)/float64(size.Y)-1
	return [6]float64{1, u, v, u * u, u * v, v * v}
}

func (h haze) at(x, y int, size image.Point) float64 {
	sum := 0.0
	for i, t := range terms(x, y, size) {
		sum += h[i] * t
	}
	return sum
}

// fitHaze fits the share of white over the pixels of a face that are its ground with white
// laid over; in each round those that are not, the print, fall out.
func fitHaze(face *image.RGBA, ground [3]float64) haze {
	const step = 2 // every second pixel is plenty for six numbers
	var toWhite [3]float64
	length := 0.0
	for c := range 3 {
		toWhite[c] = 255 - ground[c]
		length += toWhite[c] * toWhite[c]
	}
	size := face.Bounds().Size()
	var h haze
	for round := range 4 {
		limit := []float64{math.Inf(1), 0.25, 0.12, 0.08}[round]
		var a [6][7]float64
		for y := 0; y < size.Y; y += step {
			for x := 0; x < size.X; x += step {
				i := face.PixOffset(x, y)
				share, off := 0.0, 0.0
				for c := range 3 {
					share += (float64(face.Pix[i+c]) - ground[c]) * toWhite[c] / length
				}
				for c := range 3 {
					off = max(off, math.Abs(float64(face.Pix[i+c])-ground[c]-share*toWhite[c]))
				}
				if off > 40 || share > 0.85 || math.Abs(share-h.at(x, y, size)) > limit {
					continue
				}
				t := terms(x, y, size)
				for m := range 6 {
					for n := range 6 {
						a[m][n] += t[m] * t[n]
					}
					a[m][6] += t[m] * share
				}
			}
		}
		rows := make([][]float64, 6)
		for m := range rows {
			if m > 0 {
				a[m][m] += 0.02 * a[0][0] // held back a little, so that it does not run away where digits leave no ground
			}
			rows[m] = a[m][:]
		}
		s, ok := calibration.Solve(rows)
		if !ok {
			return haze{}
		}
		copy(h[:], s)
	}
	return h
}
