package learn

import (
	"image"
	"math"
)

// pattern is what two cuts are compared by: the means of a face over squares of 4 x 4 pixels, each less the mean of its
// channel, so that the light counts little, and less the mean of those around, so that shadows count little, too, but the
// ground that shows beside a card as little. Each is scaled to length 1.
type pattern struct{ all, print []float64 }

// correlation is how alike two faces are, whichever way round they lie, and how alike their print is, -1 to 1.
func (p pattern) correlation(o pattern) (all, print float64) {
	all, print = p.upsideDown(o)
	uprightAll, uprightPrint := product(p.all, o.all), product(p.print, o.print)
	if uprightAll+uprightPrint > all+print {
		return uprightAll, uprightPrint
	}
	return all, print
}

func product(x, y []float64) (sum float64) {
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// upsideDown is how alike two faces are, and their print, of which one lies upside down.
func (p pattern) upsideDown(o pattern) (all, print float64) {
	n := len(p.all) / 3
	for i := range n {
		for c := range 3 {
			all += p.all[3*i+c] * o.all[3*(n-1-i)+c]
			print += p.print[3*i+c] * o.print[3*(n-1-i)+c]
		}
	}
	return all, print
}

// patternOf is the pattern of a face.
func patternOf(face *image.RGBA) pattern {
	const (
		cell   = 4
		around = 4 // cells each way
	)
	w, h := face.Rect.Dx()/cell, face.Rect.Dy()/cell
	mean := make([]float64, 3*w*h)
	for i := range mean {
		x, y, c := i/3%w, i/3/w, i%3
		for k := range cell * cell {
			mean[i] += float64(face.Pix[face.PixOffset(cell*x+k%cell, cell*y+k/cell)+c])
		}
	}
	less := func(reach int) []float64 {
		out, length := make([]float64, len(mean)), 1e-9
		for i := range out {
			x, y, c := i/3%w, i/3/w, i%3
			sum, n := 0.0, 0.0
			for v := max(y-reach, 0); v <= min(y+reach, h-1); v++ {
				for u := max(x-reach, 0); u <= min(x+reach, w-1); u++ {
					sum, n = sum+mean[3*(v*w+u)+c], n+1
				}
			}
			out[i] = mean[i] - sum/n
			length += out[i] * out[i]
		}
		for i := range out {
			out[i] /= math.Sqrt(length)
		}
		return out
	}
	return pattern{less(max(w, h)), less(around)}
}
