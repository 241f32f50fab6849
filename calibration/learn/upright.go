package learn

import (
	"image"
	"math"
	"slices"

	"schiri/models"
)

// strokes is how long the line is that the digits of 1 to 10 are drawn with, in heights of a digit.
// In nearly every lettering 1 is the shortest, 7 shorter than its neighbours, and 10 by far the longest.
func strokes() []float64 { return []float64{1.2, 2, 2.3, 2.3, 2.3, 2.5, 1.6, 2.9, 2.5, 3.5} }

// Upright turns rows of fronts that were photographed upside-down; others it gives as they are.
func Upright(rows [][]*image.RGBA) [][]*image.RGBA {
	if !upsideDown(rows) {
		return rows
	}
	turned := make([][]*image.RGBA, len(rows))
	for r, row := range rows {
		turned[r] = overturned(row)
	}
	return turned
}

// AsOthers turns a row that was taken again, perhaps from the side from which the others were before they were turned
// upright, if its print is more like theirs then.
func AsOthers(row []*image.RGBA, others [][]*image.RGBA) []*image.RGBA {
	if turned := overturned(row); likeOthers(turned, others) > likeOthers(row, others) {
		return turned
	}
	return row
}

// likeOthers is how like a row's print is to that of the cards in the same place of others, -1 to 1.
func likeOthers(row []*image.RGBA, others [][]*image.RGBA) (sum float64) {
	all := printsOf(append([][]*image.RGBA{row}, others...))
	for i, p := range all[0] {
		sum += all.others(0, i).alike(p, models.Point{}, 0) / float64(len(row))
	}
	return sum
}

// overturned is a row as it is seen from the other side of the table.
func overturned(row []*image.RGBA) (out []*image.RGBA) {
	for _, face := range slices.Backward(row) {
		out = append(out, onItsHead(face))
	}
	return out
}

// upsideDown tells whether rows of fronts run from 10 to 1. How much a number adds to the print of
// its cards tells, whatever lettering it has.
func upsideDown(rows [][]*image.RGBA) bool { return backwards(inkOf(rows)) }

// backwards tells whether the ink in each place of the rows is that of the digits of 10 to 1.
func backwards(ink []float64) bool {
	const (
		clearly = 0.6 // correlation, of two each
		lit     = 3.0 // of that, for a misfit of one e-th
	)
	from10 := slices.Clone(ink)
	slices.Reverse(from10)
	right, offRight := inOrder(ink), underLamp(ink)
	wrong, offWrong := inOrder(from10), underLamp(from10)
	return wrong-right+lit*math.Log(offRight/offWrong) > clearly
}

// inOrder is how well the ink in each place goes with the digits of 1 to 10, -2 to 2: as it is, and but for what grows or fades
// step by step along the rows (partial correlation). A lamp at one end does that to all that is printed, and so do the digits,
// which are the longer the higher the number is.
func inOrder(ink []float64) float64 {
	steps := make([]float64, len(ink))
	for i := range steps {
		steps[i] = float64(i)
	}
	like, along, longer := linear(ink, strokes()), linear(ink, steps), linear(strokes(), steps)
	return like + (like-along*longer)/math.Sqrt((1-along*along)*(1-longer*longer)+1e-9)
}

// underLamp is how far the ink in each place is from that of the digits of 1 to 10 and of what else is printed, alike on all, where a lamp at
// one end lets all of it fade by the same share from place to place: squares, as parts of the mean ink, at the share that suits best. Of 95
// decks drawn upright one faded so much that, but for this, it seemed to run from 10 to 1.
func underLamp(ink []float64) float64 {
	const most, step = 0.12, 0.005 // of the ink, from place to place
	mean := 0.0
	for _, v := range ink {
		mean += v / float64(len(ink))
	}
	least := math.Inf(1)
	for share := -most; share <= most; share += step {
		var ww, ws, ss, wv, sv, vv float64
		for i, digits := range strokes() {
			w, v := math.Exp(share*float64(i)), ink[i]/mean
			s := w * digits
			ww, ws, ss, wv, sv, vv = ww+w*w, ws+w*s, ss+s*s, wv+w*v, sv+s*v, vv+v*v
		}
		each := max((ww*sv-ws*wv)/(ww*ss-ws*ws), 0)
		rest := (wv - each*ws) / ww
		least = min(least, vv-2*rest*wv-2*each*sv+rest*rest*ww+2*rest*each*ws+each*each*ss)
	}
	return max(least, 1e-6)
}

// inkOf is how much is printed on the cards in each place of the rows where the numbers are: there
// what is printed changes from place to place and does so alike in all rows. Each cell counts by how alike that is, its
// covariance summed over the pairs of rows, so that neither a picture that all cards share tells, however large, nor
// those that differ from colour to colour.
func inkOf(rows [][]*image.RGBA) []float64 {
	all := printsOf(rows)
	ink := make([]float64, models.MaxNumber)
	for cell := range all[0][0].at {
		if !all[0][0].inner(cell) {
			continue
		}
		sum := make([]float64, len(ink)) // over the rows
		off := make([]float64, len(ink)) // likewise, but of each row less its mean
		own := 0.0                       // of the squares of these of each row
		for _, row := range all {
			mean := 0.0
			for _, p := range row {
				mean += p.at[cell] / float64(len(row))
			}
			for i, p := range row {
				d := p.at[cell] - mean
				sum[i], off[i] = sum[i]+p.at[cell], off[i]+d
				own += d * d
			}
		}
		alike := -own
		for _, v := range off {
			alike += v * v
		}
		for i, v := range sum {
			ink[i] += max(alike, 0) * v
		}
	}
	return ink
}

// onItsHead is a face turned by half a turn.
func onItsHead(face *image.RGBA) *image.RGBA {
	out := image.NewRGBA(face.Rect)
	for i := 0; i+3 < len(face.Pix); i += 4 {
		copy(out.Pix[len(out.Pix)-4-i:], face.Pix[i:i+4])
	}
	return out
}

// linear is the correlation of two rows of numbers, -1 to 1.
func linear(a, b []float64) float64 {
	var sa, sb, aa, bb, ab float64
	for i := range a {
		sa, sb, aa, bb, ab = sa+a[i], sb+b[i], aa+a[i]*a[i], bb+b[i]*b[i], ab+a[i]*b[i]
	}
	n := float64(len(a))
	return (ab - sa*sb/n) / (math.Sqrt((aa-sa*sa/n)*(bb-sb*sb/n)) + 1e-9)
}
