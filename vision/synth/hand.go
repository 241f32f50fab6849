package synth

import (
	"math"
	"math/rand/v2"
)

// A hand's artwork points its fingers to the top; the arm leaves at the bottom.
const (
	armW, armL = 170.0, 950.0 // size of the artwork in millimetres
	tipX, tipY = 85.0, 42.0   // where the fingers hold a card
	handZ      = 22.0         // height of a hand above the table
)

// arm is a player's hand with its forearm.
type arm struct {
	art, soft    *canvas
	scale        float64
	length       float64 // of the artwork in millimetres
	mirror       bool
	skin, sleeve colour
}

// bareArm is an arm of random skin and sleeve, with nothing drawn yet.
func bareArm(scale float64, rng *rand.Rand) *arm {
	skins := []colour{rgb(241, 204, 178), rgb(226, 178, 146), rgb(198, 146, 108), rgb(150, 102, 70), rgb(98, 64, 46)}
	sleeves := []colour{rgb(58, 70, 98), rgb(128, 40, 48), rgb(210, 206, 198), rgb(46, 84, 62), rgb(38, 38, 42), rgb(190, 160, 60)}
	a := &arm{art: newCanvas(armW, armL, scale, 2), scale: scale, length: armL, mirror: rng.IntN(2) == 0}
	a.skin, a.sleeve = skins[rng.IntN(len(skins))], sleeves[rng.IntN(len(sleeves))]
	return a
}

// newArm draws a hand of random skin, sleeve and build. spread hands have their fingers apart.
func newArm(scale float64, spread bool, rng *rand.Rand) *arm {
	a := bareArm(scale, rng)
	reach := .62 // how far the fingers keep together: 1 is side by side
	if spread {
		reach = 1.25
	}
	// Fingers reach a little past where the card is held; the thumb comes from the side.
	a.limb(a.skin.towards(black, .1), joint{118, 158, 14}, joint{131, 116, 11.5}, joint{104 + 22*(reach-.62), 74, 9})
	for i, length := range []float64{70, 84, 88, 78} {
		base := joint{56 + 19.5*float64(i), 118, 11}
		tip := joint{85 + (base.x-85)*reach, 114 - length, 8.2}
		a.limb(a.skin.towards(black, .03*float64(3-i)), base, tip)
		a.nail(tip)
	}
	a.forearm(rng)
	return a
}

// nail paints a fingernail on a fingertip that points to the top.
func (a *arm) nail(tip joint) {
	a.limb(a.skin.towards(white, .3), joint{tip.x, tip.y + 1, 5}, joint{tip.x, tip.y - 2, 4.6})
}

// forearm paints what every hand has from the palm on.
func (a *arm) forearm(rng *rand.Rand) {
	wrist := 225 + 60*rng.Float64()
	a.limb(a.skin, joint{85, 136, 38}, joint{86, 158, 37}, joint{85, 214, 27}, joint{85, 330, 36})
	a.limb(a.sleeve, joint{85, wrist + 40, 40}, joint{85, armL + 80, 58})
	a.stripes(wrist, rng)
	a.soft = a.art.blurred(int(9 * a.scale))
}

// joint is a place along a limb where it is r thick on either side.
type joint struct{ x, y, r float64 }

// limb paints a limb from joint to joint, round in section.
func (a *arm) limb(col colour, joints ...joint) {
	var parts []shape
	box, thick := [4]float64{armW, armL, 0, 0}, math.Inf(1)
	for i, j := range joints {
		if a.mirror {
			j.x = armW - j.x
			joints[i].x = j.x
		}
		box[0], box[1], box[2], box[3] = min(box[0], j.x-j.r), min(box[1], j.y-j.r), max(box[2], j.x+j.r), max(box[3], j.y+j.r)
		thick = min(thick, j.r)
		if i > 0 {
			parts = append(parts, taper(joints[i-1], j))
		}
	}
	outline := func(x, y float64) float64 {
		d := parts[0](x, y)
		for _, p := range parts[1:] { // where parts meet they run into each other
			e := p(x, y)
			h := max(0, min(1, .5+.5*(e-d)/6))
			d = e*(1-h) + d*h - 6*h*(1-h)
		}
		return d
	}
	a.art.paint(outline, box, func(x, y float64) colour {
		k := max(0, min(1, -outline(x, y)/thick))
		return col.towards(black, .5*(1-k)*(1-k))
	})
}

// stripes gives some sleeves a pattern.
func (a *arm) stripes(wrist float64, rng *rand.Rand) {
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

// taper is the outline of a limb between two joints.
func taper(p, q joint) shape {
	ex, ey := q.x-p.x, q.y-p.y
	l := max(1e-9, ex*ex+ey*ey)
	return func(x, y float64) float64 {
		dx, dy := x-p.x, y-p.y
		k := max(0, min(1, (dx*ex+dy*ey)/l))
		dx, dy = dx-k*ex, dy-k*ey
		return math.Sqrt(dx*dx+dy*dy) - p.r - k*(q.r-p.r)
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
	middle := vec{armW/2 - tipX, a.length/2 - tipY, 0}.turned(angle)
	return piece{
		art: a.art, soft: a.soft, w: armW, h: a.length, at: placed{tip.add(middle).add(vec{0, 0, handZ}), angle},
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

// pointingArm draws a hand of random skin and sleeve whose forefinger is stretched out and ends at tipX, tipY.
func pointingArm(scale float64, rng *rand.Rand) *arm {
	a := bareArm(scale, rng)
	a.limb(a.skin.towards(black, .1), joint{118, 158, 14}, joint{124, 122, 11.5}, joint{106, 102, 9.5})
	for _, x := range []float64{56, 95, 114.5} {
		a.limb(a.skin.towards(black, .08), joint{x, 118, 11}, joint{x + (85-x)*.1, 96, 10.5})
	}
	tip := joint{tipX, tipY + 8, 8}
	a.limb(a.skin, joint{77, 118, 10.5}, tip)
	a.nail(tip)
	a.forearm(rng)
	return a
}

// Where a hand's artwork holds a card's edge, in millimetres: under the tip of the thumb.
const thumbX, gripY = 112.0, 92.0

// shorten leaves so many millimetres of the artwork, counted from the fingertips.
func (a *arm) shorten(length float64) {
	for _, c := range []*canvas{a.art, a.soft} {
		c.h = min(c.h, int(length*c.scale+c.margin))
		c.pix = c.pix[:4*c.w*c.h]
	}
	a.length = length
}

// thumb is the piece of the thumb that holds a card from before at the place of its hand; it reaches
// so many millimetres over the card's edge. scale is that of its own artwork, in pixels a millimetre.
func (a *arm) thumb(hand piece, over, scale float64) piece {
	const length = 190.0 // mm, of the artwork: down to the ball of the thumb
	t := *a
	t.art, t.scale, t.length = newCanvas(armW, length, scale, 2), scale, length
	tip := joint{thumbX, gripY - over + 8.5, 8.5}
	t.limb(a.skin, joint{112, 160, 15}, joint{128, 126, 11.5}, tip)
	t.nail(tip)
	t.soft = t.art.blurred(int(2 * scale))
	up := vec{0, (length - hand.h) / 2, 0}.turned(hand.at.angle)
	return piece{
		art: t.art, soft: t.soft, w: armW, h: length, at: placed{hand.at.at.add(up), hand.at.angle},
		lift: 2, shadow: .35, shine: 40,
	}
}
