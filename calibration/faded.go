package calibration

import (
	"image"
	"math"
	"slices"

	"schiri/models"
)

// Faded marks those of the learnt backs of white cards of whose print too much light has left hardly any: what its ink and its symbols
// are nobody can tell, so that it may be any of the others. The strongest print of all white ones is the measure.
func Faded(backs []*image.RGBA) []bool {
	const (
		white  = 245 // of 255, all channels of the ground: overexposed
		hardly = 0.2 // of the strongest print; of pale inks in decks of normal light a third was left
	)
	strength, strongest := make([]float64, len(backs)), 0.0
	for i, b := range backs {
		if ground := DominantColor(b); slices.Min(ground[:]) >= white {
			strength[i] = printStrength(b)
			strongest = max(strongest, strength[i])
		}
	}
	faded := make([]bool, len(backs))
	for i, s := range strength {
		faded[i] = s > 0 && s < hardly*strongest
	}
	return faded
}

// FadedBacks are the names of the faded backs, in order.
func (d Deck) FadedBacks() []models.Back {
	names := d.BackNames()
	var faces []*image.RGBA
	for _, n := range names {
		faces = append(faces, d.Backs[n])
	}
	var out []models.Back
	for i, faded := range Faded(faces) {
		if faded {
			out = append(out, names[i])
		}
	}
	return out
}

// printStrength is the standard deviation of a face's brightness off its rim, where the table may show, in grey levels.
func printStrength(face *image.RGBA) float64 {
	const rim = 4 * FaceScale // px
	var n, sum, squares float64
	inner := face.Rect.Inset(int(rim))
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		for x := inner.Min.X; x < inner.Max.X; x++ {
			p := face.Pix[face.PixOffset(x, y):][:3]
			v := (float64(p[0]) + float64(p[1]) + float64(p[2])) / 3
			n, sum, squares = n+1, sum+v, squares+v*v
		}
	}
	return math.Sqrt(max(squares/n-sum*sum/(n*n), 0))
}
