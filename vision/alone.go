package vision

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/read"
)

// alone reads the one card of a photo in which nothing was read: a deck of a few cards is learnt from photos of single
// cards, and such a photo is taken in any room, of a card held at any angle. Each outline that a card could have is
// looked at in a light in which the brightest of what it encloses is white, as it was at learning.
func (e *Eyes) alone(img gocv.Mat) ([]read.Match, error) {
	const (
		least, most = 0.02, 6 // share of the picture an outline fills, and how many
		framed      = 10      // outlines of which parts of the sides show
		rooms       = 4       // lights tried
	)
	quads := append(large(e.finder.Quads(img), e.cardMM, least*float64(img.Cols()*img.Rows()), most), e.finder.Framed(img, e.cardMM, framed)...)
	var lights [][3]float64
	for _, q := range quads {
		light := e.lampOn(q)
		if len(lights) < rooms && !slices.ContainsFunc(lights, func(l [3]float64) bool { return sameLamp(l, light) }) {
			lights = append(lights, light)
		}
	}
	white := gocv.NewMat()
	defer white.Close()
	for _, light := range lights {
		if err := inWhite(img, light, &white); err != nil {
			return nil, err
		}
		if err := e.pic.Set(white); err != nil {
			return nil, err
		}
		matches, err := e.readAll(quads)
		if err != nil {
			return nil, err
		}
		if seen := slices.DeleteFunc(settle(matches), func(m read.Match) bool { return !certain(m) }); len(seen) > 0 {
			return seen, nil
		}
	}
	return nil, nil
}

// lampOn is the strength of the light on what an outline encloses, in blue, green and red, the strongest 1: that of
// the brightest twentieth of it, or 1 throughout where that is more coloured than lamps are.
func (e *Eyes) lampOn(q models.Quad) [3]float64 {
	const coloured = 2.2
	light := e.pic.Brightest(q, e.cardMM)
	most := max(light[0], light[1], light[2], 1)
	for c := range light {
		light[c] /= most
	}
	if min(light[0], light[1], light[2])*coloured < 1 {
		return [3]float64{1, 1, 1}
	}
	return light
}

// sameLamp tells whether two lights differ so little that what is read in the one is read in the other.
func sameLamp(a, b [3]float64) bool {
	const little = 0.08
	for c := range a {
		if math.Abs(a[c]-b[c]) > little {
			return false
		}
	}
	return true
}

// inWhite puts img into out as it would look if light were white.
func inWhite(img gocv.Mat, light [3]float64, out *gocv.Mat) error {
	img.CopyTo(out)
	pix, err := out.DataPtrUint8()
	if err != nil {
		return err
	}
	var table [3][256]uint8
	for c := range table {
		for v := range table[c] {
			table[c][v] = uint8(min(float64(v)/light[c]+.5, 255))
		}
	}
	for i := 0; i+2 < len(pix); i += 3 {
		pix[i], pix[i+1], pix[i+2] = table[0][pix[i]], table[1][pix[i+1]], table[2][pix[i+2]]
	}
	return nil
}
