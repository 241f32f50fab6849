package synth

import (
	"math"
	"math/rand/v2"

	"schiri/models"
)

// A hand's artwork points its fingers to the top; the arm leaves at the bottom.
const (
	armW, armL = 170.0, 950.0 // size of the artwork in millimetres
	tipX, tipY = 85.0, 42.0   // where the fingers hold a card
	handZ      = 22.0         // height of a hand above the table
)

// arm is a player's hand with its forearm.
type arm struct {
	art, soft *canvas
	scale     float64
}

// newArm draws a hand of random skin, sleeve and build. spread hands have their fingers apart.
func newArm(scale float64, spread bool, rng *rand.Rand) *arm {
	skins := []colour{rgb(241, 204, 178), rgb(226, 178, 146), rgb(198, 146, 108), rgb(150, 102, 70), rgb(98, 64, 46)}
	sleeves := []colour{rgb(58, 70, 98), rgb(128, 40, 48), rgb(210, 206, 198), rgb(46, 84, 62), rgb(38, 38, 42), rgb(190, 160, 60)}
	a := &arm{art: newCanvas(armW, armL, scale, 2), scale: scale}
	skin, sleeve := skins[rng.IntN(len(skins))], sleeves[rng.IntN(len(sleeves))]
	mirror := rng.IntN(2) == 0
	flip := func(x float64) float64 {
		if mirror {
			return armW - x
		}
		return x
	}
	limb := func(x0, y0, r0, x1, y1, r1 float64, col colour) { // a tapering limb, round in section
		p, q := models.Point{X: flip(x0), Y: y0}, models.Point{X: flip(x1), Y: y1}
		box := [4]float64{min(p.X, q.X) - 60, min(p.Y, q.Y) - 60, max(p.X, q.X) + 60, max(p.Y, q.Y) + 60}
		depth := taper(p, q, r0, r1)
		a.art.paint(depth, box, func(x, y float64) colour {
			k := max(0, min(1, -depth(x, y)/min(r0, r1)))
			return col.towards(col.towards(black, .55), (1-k)*(1-k)*.8)
		})
	}
	fan := 0.0
	if spread {
		fan = 1
	}
	// Fingers reach a little past where the card is held; the thumb comes from the side.
	limb(118, 132, 12, 100+10*fan, 66, 9, skin.towards(black, .12))
	for i, f := range []struct{ x, top float64 }{{62, 40}, {77, 26}, {93, 22}, {108, 34}} {
		lean := (float64(i) - 1.5) * 14 * fan
		limb(66+float64(i)*12.5, 118, 9.5, f.x*.55+85*.45+lean, f.top+14, 7.2, skin.towards(black, .03*float64(3-i)))
		limb(f.x*.55+85*.45+lean, f.top+17, 4.6, f.x*.55+85*.45+lean*1.04, f.top+10, 4.2, skin.towards(white, .35))
	}
	limb(85, 125, 33, 85, 160, 31, skin)
	limb(85, 150, 30, 85, 330, 34, skin)
	wrist := 205 + 60*rng.Float64()
	limb(85, wrist+38, 38, 85, armL+80, 56, sleeve)
	a.stripes(sleeve, wrist, rng)
	a.soft = a.art.blurred(int(9 * scale))
	return a
}

// stripes gives some sleeves a pattern.
func (a *arm) stripes(sleeve colour, wrist float64, rng *rand.Rand) {
	if rng.IntN(2) == 0 {
		return
	}
	for y := wrist + 30; y < armL; y += 16 {
		for i := range a.art.w {
			row := int(y*a.scale + a.art.margin)
			for j := row; j < min(a.art.h, row+int(6*a.scale)+1); j++ {
				p := a.art.pix[4*(j*a.art.w+i):][:4]
				if p[3] == 255 {
					c := colour{p[0], p[1], p[2]}.towards(white, .3)
					copy(p, c[:])
				}
			}
		}
	}
}

// taper is a line that is r0 thick at p and r1 at q.
func taper(p, q models.Point, r0, r1 float64) shape {
	e := q.Sub(p)
	l := max(1e-9, e.Dot(e))
	return func(x, y float64) float64 {
		d := models.Point{X: x, Y: y}.Sub(p)
		k := max(0, min(1, d.Dot(e)/l))
		return math.Hypot(d.X-k*e.X, d.Y-k*e.Y) - r0 - k*(r1-r0)
	}
}

// blurred is a copy whose alpha is averaged over 2n+1 pixels in both directions.
func (c *canvas) blurred(n int) *canvas {
	out := *c
	out.pix = append([]uint8(nil), c.pix...)
	line := func(start, step, count int) {
		sum, old := 0, make([]int, count)
		for i := range count {
			old[i] = int(out.pix[start+i*step])
		}
		for i := -n; i < count; i++ {
			if i+n < count {
				sum += old[i+n]
			}
			if i-n-1 >= 0 {
				sum -= old[i-n-1]
			}
			if i >= 0 {
				out.pix[start+i*step] = uint8(sum / (2*n + 1))
			}
		}
	}
	for y := range c.h {
		line(4*y*c.w+3, 4, c.w)
	}
	for x := range c.w {
		line(4*x+3, 4*c.w, c.h)
	}
	return &out
}

// piece puts the hand's fingertips at tip, its arm coming from the shoulder.
func (a *arm) piece(tip, shoulder vec) piece {
	d := tip.sub(shoulder)
	angle := math.Atan2(d.x, -d.y)
	middle := vec{armW/2 - tipX, armL/2 - tipY, 0}.turned(angle)
	return piece{
		art: a.art, soft: a.soft, w: armW, h: armL, at: placed{tip.add(middle).add(vec{0, 0, handZ}), angle},
		lift: handZ, shadow: .42, shine: 40,
	}
}

// covers tells how much of a card lies under the hand, 0 to 1, as the camera sees it.
func (s *stage) covers(hand, card piece) float64 {
	onCard, toHand := squareTo(s.quad(card)), squareTo(s.quad(hand)).inverse()
	const nx, ny = 8, 12
	n := 0
	for j := range ny {
		for i := range nx {
			x, y := onCard.apply((float64(i)+.5)/nx, (float64(j)+.5)/ny)
			u, v := toHand.apply(x, y)
			if _, a := hand.art.sample(u*hand.w, v*hand.h); a > 100 {
				n++
			}
		}
	}
	return float64(n) / (nx * ny)
}
