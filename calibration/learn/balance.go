package learn

import (
	"image"
)

// balance brings a face to white light of one strength: photos of single cards are taken in different rooms. What is
// brightest on a card is taken to be white (Land's white patch); where that would change a colour more than a lamp
// does, the card has nothing white, and only its strength is changed.
func balance(face *image.RGBA) {
	const (
		white  = 235.0 // grey level of paper
		lamp   = 1.7   // of one channel against another; a warm lamp's
		weak   = 3.0   // strength by which a face is raised at most
		bright = 0.01  // of the face that is white at least; a margin may be cut off and digits be small
		rim    = 4     // px of the face, beside which the ground may show
	)
	inner := face.Rect.Inset(rim)
	var hist [3][256]int
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		for x := inner.Min.X; x < inner.Max.X; x++ {
			for c := range 3 {
				hist[c][face.Pix[face.PixOffset(x, y)+c]]++
			}
		}
	}
	var brightest [3]float64
	for c := range hist {
		n := int(bright * float64(inner.Dx()*inner.Dy()))
		for v := 255; v > 0 && n > 0; v-- {
			n -= hist[c][v]
			brightest[c] = float64(v)
		}
	}
	most := max(brightest[0], brightest[1], brightest[2], 1)
	if min(brightest[0], brightest[1], brightest[2])*lamp < most {
		brightest = [3]float64{most, most, most}
	}
	for i := range face.Pix {
		if c := i % 4; c < 3 {
			face.Pix[i] = uint8(min(float64(face.Pix[i])*min(white/brightest[c], weak)+.5, 255))
		}
	}
}
