package read

import (
	"math"
	"slices"

	"schiri/models"
)

// Adapt takes the tint of the light from cards already read: by how much each channel is
// brighter than green against how the deck was learnt (von Kries), the median over the
// cards. It tells whether the tint changed enough for reading again to be worth it.
func (r *Reader) Adapt(matches []Match) bool {
	var blue, red []float64
	for _, m := range matches {
		if m.Observation.Face == models.FaceUnknown || m.Gain[1] <= 0.05 || m.Gain[0] <= 0.05 || m.Gain[2] <= 0.05 {
			continue
		}
		blue = append(blue, math.Log(float64(m.Gain[0]/m.Gain[1])))
		red = append(red, math.Log(float64(m.Gain[2]/m.Gain[1])))
	}
	if len(blue) < 3 {
		return false
	}
	b, g := middle(blue), middle(red)
	const reach = 0.7 // in logarithms: about half to double
	next := [3]float32{
		r.balance[0] * float32(math.Exp(-clamp(b, reach))), 1,
		r.balance[2] * float32(math.Exp(-clamp(g, reach))),
	}
	r.balance = next
	return math.Abs(b)+math.Abs(g) > 0.08
}

// Light takes the tint of the light over from another reader.
func (r *Reader) Light(from *Reader) { r.balance = from.balance }

func middle(v []float64) float64 {
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}
