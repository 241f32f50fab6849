package synth

import (
	"math"
	"strconv"

	"schiri/models"
)

// thing is a foreign object: a flat piece with its own artwork.
func (st *still) thing(w, h, round, lift float64, at placed, draw func(c *canvas)) {
	c := newCanvas(w, h, st.scene.art.fronts[0].scale, 2)
	draw(c)
	st.add(piece{art: c, w: w, h: h, round: round, at: at, lift: lift, shadow: .4, shine: 150})
}

// somewhere is a place on the table outside the zones, mostly.
func (st *still) somewhere() placed {
	s := st.scene
	for range 50 {
		p := placed{vec{(s.rng.Float64() - .5) * s.layout.w * 1.1, (s.rng.Float64() - .5) * s.layout.h, 0}, s.rng.Float64() * 2 * math.Pi}
		free := true
		for i, t := range st.things {
			if st.of[i] >= 0 || t.w < 100 {
				free = free && t.at.at.sub(p.at).norm() > 118
			}
		}
		if free {
			return p
		}
	}
	return placed{vec{s.layout.w, s.layout.h, 0}, 0} // outside the picture: there is no room
}

// clutterBelow puts large flat things on the table that cards may lie on.
func (st *still) clutterBelow() {
	s := st.scene
	ink := []colour{rgb(190, 40, 40), rgb(60, 120, 70), rgb(60, 80, 160), rgb(220, 180, 60)}[s.rng.IntN(4)]
	st.thing(170, 170, 3, .5, st.somewhere(), func(c *canvas) { // a napkin with dots
		c.fill(roundedRect(0, 0, 170, 170, 3), c.everything(), ink)
		for y := 10.0; y < 170; y += 25 {
			for x := 10.0; x < 170; x += 25 {
				c.fill(disc(x, y, 4), [4]float64{x - 4, y - 4, x + 4, y + 4}, white)
			}
		}
	})
	st.thing(148, 210, 1, .5, st.somewhere(), func(c *canvas) { // a score sheet
		c.fill(roundedRect(0, 0, 148, 210, 1), c.everything(), white)
		l := lettering{weight: .1, step: 15, wide: 1}
		for y := 14.0; y < 205; y += 22 {
			c.fill(roundedRect(5, y+11, 143, y+11.6, 0), c.everything(), rgb(150, 160, 190))
			for x := 18.0; x < 140; x += 34 {
				lines, box := l.write(strconv.Itoa(s.rng.IntN(40)), x, y, 11, 0)
				c.fill(pen(lines, 1.1), box, rgb(40, 40, 70))
			}
		}
	})
}

// clutterBeside puts foreign cards and small things between the cards.
func (st *still) clutterBeside() {
	s := st.scene
	for i := range 3 + s.rng.IntN(3) {
		red := i%2 == 0
		n := 2 + s.rng.IntN(9)
		st.thing(63, 88, 3.5, .8, st.somewhere(), func(c *canvas) { foreignCard(c, n, red) })
	}
	st.thing(96, 96, 48, 3, st.somewhere(), func(c *canvas) { // a coaster
		c.fill(disc(48, 48, 47), c.everything(), rgb(120, 90, 60))
		c.fill(disc(48, 48, 38), c.everything(), rgb(150, 120, 84))
	})
	st.thing(86, 86, 43, 60, st.somewhere(), func(c *canvas) { // a mug from above
		c.fill(disc(43, 43, 41), c.everything(), rgb(226, 226, 230))
		c.fill(disc(43, 43, 37), c.everything(), rgb(64, 36, 22))
	})
	st.thing(72, 148, 9, 8, st.somewhere(), func(c *canvas) { // a phone
		c.fill(roundedRect(0, 0, 72, 148, 9), c.everything(), rgb(26, 26, 30))
		c.fill(roundedRect(4, 8, 68, 140, 4), c.everything(), rgb(44, 54, 78))
	})
	st.thing(60, 92, 2, 22, st.somewhere(), func(c *canvas) { // a matchbox-like carton in a card's colour and size
		c.fill(roundedRect(0, 0, 60, 92, 2), c.everything(), rgb(30, 70, 150))
		c.fill(roundedRect(8, 30, 52, 62, 4), c.everything(), rgb(236, 220, 80))
	})
}

// foreignCard is an ordinary playing card: pips on white, a number in the corners.
func foreignCard(c *canvas, n int, red bool) {
	ink := black
	if red {
		ink = rgb(200, 30, 36)
	}
	c.fill(roundedRect(0, 0, 63, 88, 3.5), c.everything(), white)
	for i := range n {
		x, y := 22+19*float64(i%2), 14+60*(float64(i/2)+.5)/math.Ceil(float64(n)/2)
		c.fill(polygon(models.Point{X: x, Y: y - 6}, models.Point{X: x + 4.6, Y: y}, models.Point{X: x, Y: y + 6}, models.Point{X: x - 4.6, Y: y}),
			[4]float64{x - 6, y - 6, x + 6, y + 6}, ink)
	}
	l := lettering{weight: .15, step: 15, wide: 1}
	for _, end := range []struct{ x, y, rad float64 }{{7, 9, 0}, {56, 79, math.Pi}} {
		lines, box := l.write(strconv.Itoa(n), end.x, end.y, 9, end.rad)
		c.fill(pen(lines, 1.4), box, ink)
	}
}
