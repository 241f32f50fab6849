package read

import (
	"math"
	"slices"
)

// correction is, of each channel of a colour, what that channel itself, the mean of all three and an offset of one grey level count. The
// lamp changes each channel by itself, but another camera may give all colours more or less of what sets them apart from grey.
type correction [3][3]float64

// of is the colour v as it looks here.
func (m *correction) of(v [3]float32) (out [3]float64) {
	for c := range m {
		for i, x := range counted(v, c) {
			out[c] += m[c][i] * x
		}
	}
	return out
}

// counted is what counts for channel c of the colour v.
func counted(v [3]float32, c int) [3]float64 {
	return [3]float64{float64(v[c]), float64(v[0]+v[1]+v[2]) / 3, 1}
}

// correction is the one that leads from the main colours as learnt to those seen here, by least squares. The fewer colours were seen, the
// nearer it is to making each channel brighter as a whole.
func (t *transfer) correction() (m correction) {
	const most = 3.0                         // cards, that a colour counts at the most
	prior := [3]float64{60 * 60, 60 * 60, 9} // squares of what is counted, times cards: as much counts that each is as the gains say
	gain := t.gains()
	for c := range m {
		eq := equations(len(prior))
		for k, v := range t.learnt {
			if t.support[k] < wholeCard {
				continue
			}
			x, w := counted(v, c), min(t.support[k], most)
			for i := range x {
				for j := i; j < len(x); j++ {
					eq[i][j] += w * x[i] * x[j]
				}
				eq[i][len(x)] += w * x[i] * (float64(t.here[k][c]) - gain[c]*x[0])
			}
		}
		for i, p := range prior {
			eq[i][i] += p
		}
		if x, ok := solve(eq); ok {
			m[c] = [3]float64(x)
		}
		m[c][0] += gain[c]
	}
	return m
}

// wholeCard is how many cards must have shown a colour for it to count; fewer may have shown one mixed with what is beside it.
const wholeCard = 1.0

// foretell tells what the main colours look like here that no card has shown, as those of backs in a photo of fronts, if it is plain that
// the camera gives colours more or less of what sets them apart from grey than the learning's gave: by the correction, and by how far
// colours alike are off what that says. Else colours nearby tell it better.
func (t *transfer) foretell() {
	const (
		plainly = 0.12 // of the logarithm of how colourful it is
		reach   = 40.0 // grey levels between colours alike
	)
	if math.Abs(math.Log(t.colourfulness())) < plainly {
		return
	}
	m := t.correction()
	next := slices.Clone(t.here)
	for k, v := range t.learnt {
		if t.support[k] >= wholeCard {
			continue
		}
		var off [3]float64
		sum := 0.5
		for j, o := range t.learnt {
			w := t.support[j] * math.Exp(-math.Pow(apart(v, o)/reach, 2)/2)
			sum += w
			for c, x := range m.of(o) {
				off[c] += w * (float64(t.here[j][c]) - x)
			}
		}
		for c, x := range m.of(v) {
			told := math.Min(255, math.Max(0, x+off[c]/sum))
			next[k][c] = float32(t.support[k]*float64(t.here[k][c]) + (wholeCard-t.support[k])*told)
		}
	}
	t.here = next
}

// vividness is how much of what the channels of colours differ by is left here, as against the learning: less where it is dim or the camera
// gives paler colours. The tint that all colours share is not counted, nor what is overexposed.
func (t *transfer) vividness() float64 {
	const (
		cautious = 30 * 30 // square grey levels, of one card
		unseen   = 0.1     // cards that a colour counts as which was on none; how it looks here follows from others
	)
	var learnt, here [2]spread
	for k, v := range t.learnt {
		if slices.Max(v[:]) >= full || slices.Max(t.here[k][:]) >= full {
			continue
		}
		w := t.support[k] + unseen
		for c := range learnt {
			learnt[c].add(w, float64(v[c+1]-v[c]))
			here[c].add(w, float64(t.here[k][c+1]-t.here[k][c]))
		}
	}
	return math.Sqrt((here[0].squares() + here[1].squares() + cautious) / (learnt[0].squares() + learnt[1].squares() + cautious))
}

// colourfulness is how vivid colours are here as against how bright: about 1 in any light, but not by a camera that gives paler colours or
// stronger ones.
func (t *transfer) colourfulness() float64 {
	gain := t.gains()
	return 3 * t.vividness() / (gain[0] + gain[1] + gain[2])
}

// spread is of numbers how far they are off their mean.
type spread struct{ n, sum, sumOfSquares float64 }

func (s *spread) add(w, x float64) {
	s.n, s.sum, s.sumOfSquares = s.n+w, s.sum+w*x, s.sumOfSquares+w*x*x
}

// squares is the sum of the squares of how far the numbers are off their mean.
func (s *spread) squares() float64 { return s.sumOfSquares - s.sum*s.sum/max(s.n, 1e-9) }
