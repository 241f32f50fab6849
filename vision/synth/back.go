package synth

import (
	"fmt"
	"math"

	"schiri/models"
)

// backStyle is a back: a symbol that tells the box, and a colour that tells the player.
type backStyle struct {
	name   models.Back
	symbol func(cx, cy, r float64) shape
	ink    colour
	ground colour // of the box
}

func backStyles() []backStyle {
	bolt, ball, leaf := rgb(120, 24, 30), rgb(26, 44, 104), rgb(24, 74, 52)
	return []backStyle{
		{"red-red", boltShape, rgb(236, 62, 52), bolt.towards(black, .5)},
		{"red-lightblue", boltShape, rgb(110, 196, 238), bolt.towards(black, .5)},
		{"red-pink", boltShape, rgb(244, 140, 178), bolt.towards(black, .5)},
		{"red-black", boltShape, rgb(20, 18, 20), bolt.towards(white, .45)},
		{"blue-blue", ballShape, rgb(84, 140, 236), ball.towards(black, .3)},
		{"blue-violet", ballShape, rgb(168, 110, 220), ball.towards(black, .3)},
		{"blue-orange", ballShape, rgb(246, 148, 40), ball.towards(black, .3)},
		{"blue-green", ballShape, rgb(112, 206, 96), ball.towards(black, .3)},
		{"green-violet", leafShape, rgb(160, 104, 214), leaf.towards(black, .3)},
		{"green-fuchsia", leafShape, rgb(232, 64, 160), leaf.towards(black, .3)},
		{"green-green", leafShape, rgb(140, 214, 80), leaf.towards(black, .3)},
		{"green-brown", leafShape, rgb(196, 138, 84), leaf.towards(black, .3)},
	}
}

// Backs lists the backs there are, four of a box together.
func Backs() []models.Back {
	names := make([]models.Back, len(backStyles()))
	for i, b := range backStyles() {
		names[i] = b.name
	}
	return names
}

func findBack(name models.Back) (backStyle, error) {
	for _, b := range backStyles() {
		if b.name == name {
			return b, nil
		}
	}
	return backStyle{}, fmt.Errorf("back %q is not known; want one of %v", name, Backs())
}

func boltShape(cx, cy, r float64) shape {
	at := func(x, y float64) models.Point { return models.Point{X: cx + x*r, Y: cy + y*r} }
	return polygon(at(.2, -1), at(-.6, .15), at(-.05, .15), at(-.25, 1), at(.6, -.25), at(.05, -.25), at(.45, -1))
}

func ballShape(cx, cy, r float64) shape {
	outer, gap := disc(cx, cy, r*.85), disc(cx-r*.25, cy-r*.28, r*.26)
	return func(x, y float64) float64 { return max(outer(x, y), -gap(x, y)) }
}

func leafShape(cx, cy, r float64) shape {
	a, b := disc(cx-.62*r, cy, r*1.18), disc(cx+.62*r, cy, r*1.18)
	return func(x, y float64) float64 { return max(a(x, y), b(x, y)) }
}

// drawBack draws a back at scale pixels a millimetre.
func (d *design) drawBack(b backStyle, scale float64) *canvas {
	c := blankCard(scale, b.ground)
	d.back(d, c, b)
	return c
}

// symbol paints the back's symbol around (cx, cy).
func (b backStyle) paint(c *canvas, cx, cy, r float64, col colour) {
	c.fill(b.symbol(cx, cy, r), [4]float64{cx - r, cy - r, cx + r, cy + r}, col)
}

// scriptBack: the name slanting across the middle, a symbol at both ends, small ones scattered.
func scriptBack(_ *design, c *canvas, b backStyle) {
	for y := 7.0; y < cardH; y += 11 {
		for x := 6.0 + math.Mod(y, 22)/4; x < cardW; x += 12 {
			b.paint(c, x, y, 1.7, b.ground.towards(white, .28))
		}
	}
	b.paint(c, cardW/2, 17, 8.5, b.ink)
	b.paint(c, cardW/2, cardH-17, 8.5, b.ink)
	l := lettering{weight: .17, slant: .1, step: 15, wide: 1}
	lines, box := l.write("schiri", cardW/2, cardH/2, 21, -.42)
	c.fill(pen(lines, 21*.27), box, b.ground.towards(black, .5))
	c.fill(pen(lines, 21*.17), box, b.ink)
}

// latticeBack: an edge in the player's colour, a lattice, a big symbol in the middle.
func latticeBack(_ *design, c *canvas, b backStyle) {
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), b.ink)
	inner := roundedRect(3, 3, cardW-3, cardH-3, 2.5)
	c.fill(inner, c.everything(), b.ground)
	lines := func(x, y float64) float64 {
		u, v := math.Mod(x+y+200, 12)-6, math.Mod(x-y+200, 12)-6
		return max(min(math.Abs(u), math.Abs(v))/math.Sqrt2-.45, inner(x, y))
	}
	c.fill(lines, c.everything(), b.ink.towards(b.ground, .55))
	c.fill(disc(cardW/2, cardH/2, 19), [4]float64{8, 24, 51, 67}, b.ground)
	b.paint(c, cardW/2, cardH/2, 16, b.ink)
}

// ringsBack: rings around the middle, the symbol in the two long halves.
func ringsBack(_ *design, c *canvas, b backStyle) {
	rings := func(x, y float64) float64 {
		r := math.Hypot(x-cardW/2, y-cardH/2)
		return math.Abs(math.Mod(r, 9)-4.5) - 1.1
	}
	clip := roundedRect(2, 2, cardW-2, cardH-2, 3)
	c.fill(func(x, y float64) float64 { return max(rings(x, y), clip(x, y)) }, c.everything(), b.ink.towards(b.ground, .35))
	for _, y := range []float64{22, cardH - 22} {
		c.fill(disc(cardW/2, y, 13), [4]float64{10, y - 15, 50, y + 15}, b.ink)
		b.paint(c, cardW/2, y, 10, b.ground)
	}
}

// paperBack: white, so that two boxes differ by four small symbols and two players of a box by the ink alone.
func paperBack(_ *design, c *canvas, b backStyle) {
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), rgb(250, 249, 246))
	for _, at := range []struct{ x, y, r float64 }{{16, 17, 6}, {cardW - 16, 24, 4}, {17, cardH - 25, 4}, {cardW - 16, cardH - 18, 6}} {
		b.paint(c, at.x, at.y, at.r, b.ink)
	}
	l := lettering{weight: .15, slant: .1, step: 15, wide: 1}
	lines, box := l.write("schiri", cardW/2, cardH/2, 14, -.3)
	c.fill(pen(lines, 14*.15), box, b.ink)
}

// tileBack: one small symbol all over, so that a back looks like itself a step of the pattern farther on.
func tileBack(_ *design, c *canvas, b backStyle) {
	for i, y := 0, 6.5; y < cardH; i, y = i+1, y+13 {
		for x := 7.4 + 7.4*float64(i%2); x < cardW; x += 14.8 {
			b.paint(c, x, y, 5, b.ink)
		}
	}
}

// halvesBack: two plain halves, the box's colour and the player's, a symbol on each.
func halvesBack(_ *design, c *canvas, b backStyle) {
	card := roundedRect(0, 0, cardW, cardH, cardRadius)
	c.fill(func(x, y float64) float64 { return max(card(x, y), 60-y-.4*x) }, c.everything(), b.ink)
	b.paint(c, cardW/2, 25, 13, b.ink)
	b.paint(c, cardW-15, 78, 7, b.ground)
}

// bandBack: three broad bands in the player's colour from edge to edge, which cut the card into pieces, a small symbol between them.
func bandBack(_ *design, c *canvas, b backStyle) {
	clip := roundedRect(0, 0, cardW, cardH, cardRadius)
	for _, y := range []float64{14, 45.5, 77} {
		band := roundedRect(-5, y-6, cardW+5, y+6, 0)
		c.fill(func(x, y float64) float64 { return max(band(x, y), clip(x, y)) }, c.everything(), b.ink)
	}
	b.paint(c, cardW/2, 30, 6, b.ink)
	b.paint(c, cardW/2, cardH-30, 6, b.ink)
}
