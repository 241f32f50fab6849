package synth

import (
	"math"
	"math/rand/v2"
	"strconv"

	"schiri/models"
)

// bubblesFront: fat slanted numbers at both ends with a solid coloured shadow, bubbles in the other
// colours between them, the body's colour up to the edge. 6 and 9 are told apart by their end alone.
func bubblesFront(d *design, c *canvas, card models.Card) {
	shadow := d.body[map[models.Color]models.Color{models.Red: models.Blue, models.Yellow: models.Green, models.Green: models.Red, models.Blue: models.Yellow}[card.Color]]
	rng := rand.New(rand.NewPCG(uint64(card.Index()), 71))
	for i := range 5 + rng.IntN(3) {
		col := models.Colors()[(int(card.Color)+i%3)%4]
		r := 2.2 + 2.6*rng.Float64()
		x, y := 8+43*rng.Float64(), 30+31*rng.Float64()
		c.fill(disc(x, y, r+.7), [4]float64{x - r, y - r, x + r, y + r}, white)
		c.fill(disc(x, y, r), [4]float64{x - r, y - r, x + r, y + r}, d.body[col])
		c.fill(disc(x-r*.3, y-r*.35, r*.28), [4]float64{x - r, y - r, x + r, y + r}, white)
	}
	const h = 18.5
	for _, end := range []struct{ y, rad float64 }{{17, 0}, {cardH - 17, math.Pi}} {
		s, cs := math.Sincos(end.rad)
		off := models.Point{X: 1.5*cs - 1.2*s, Y: 1.5*s + 1.2*cs}
		lines, box := d.digits.write(strconv.Itoa(card.Number), cardW/2+off.X, end.y+off.Y, h, end.rad)
		c.fill(pen(lines, h*d.digits.weight*1.12), box, shadow)
		d.number(c, card.Number, cardW/2, end.y, h, end.rad, white)
	}
}

// frameFront: a border, one big number in the middle, small ones in two corners; 6 and 9 underlined.
func frameFront(d *design, c *canvas, card models.Card) {
	body, ink, edge := d.body[card.Color], white, white
	if card.Color == models.Yellow {
		ink, edge = black, black
	}
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), edge)
	c.fill(roundedRect(3.2, 3.2, cardW-3.2, cardH-3.2, 2.5), c.everything(), body)
	const h = 36
	d.number(c, card.Number, cardW/2, cardH/2, h, 0, ink)
	d.number(c, card.Number, 10, 12, 9, 0, ink)
	d.number(c, card.Number, cardW-10, cardH-12, 9, math.Pi, ink)
	if card.Number == 6 || card.Number == 9 {
		c.fill(roundedRect(16, 69, cardW-16, 72, 1), c.everything(), ink)
	}
}

// medalFront: a light disc with an angular number in the card's own colour, a darker band from
// corner to corner behind it, a mark at the foot of 6 and 9.
func medalFront(d *design, c *canvas, card models.Card) {
	body := d.body[card.Color]
	dark := body.towards(black, .35)
	c.fill(polygon(models.Point{X: 0, Y: 62}, models.Point{X: 59, Y: 8}, models.Point{X: 59, Y: 30}, models.Point{X: 0, Y: 84}), [4]float64{0, 0, 59, 91}, dark)
	c.fill(disc(cardW/2, cardH/2, 22.5), [4]float64{5, 20, 54, 70}, dark.towards(black, .3))
	c.fill(disc(cardW/2, cardH/2, 21), [4]float64{5, 20, 54, 70}, rgb(246, 240, 222))
	d.number(c, card.Number, cardW/2, cardH/2, 25, 0, dark.towards(black, .25))
	if card.Number == 6 || card.Number == 9 {
		c.fill(disc(cardW/2, 63, 1.7), [4]float64{26, 60, 33, 66}, dark)
	}
	for i := range card.Number { // as many pips as the number says, along the head
		x := cardW/2 + (float64(i)-float64(card.Number-1)/2)*5
		c.fill(disc(x, 7, 1.6), [4]float64{x - 2, 5, x + 2, 9}, white)
	}
}

// stripesFront: thin light lines along the long sides, a thin wide number at both ends.
func stripesFront(d *design, c *canvas, card models.Card) {
	ink := white
	if card.Color == models.Yellow {
		ink = rgb(70, 40, 20)
	}
	for _, x := range []float64{5, 8, cardW - 8, cardW - 5} {
		c.fill(roundedRect(x-.5, 0, x+.5, cardH, .4), [4]float64{x - 1, 0, x + 1, cardH}, ink)
	}
	c.fill(polygon(models.Point{X: 29.5, Y: 38}, models.Point{X: 37, Y: 45.5}, models.Point{X: 29.5, Y: 53}, models.Point{X: 22, Y: 45.5}), [4]float64{20, 36, 40, 55}, ink)
	d.number(c, card.Number, cardW/2, 20, 24, 0, ink)
	d.number(c, card.Number, cardW/2, cardH-20, 24, math.Pi, ink)
	if card.Number == 6 || card.Number == 9 {
		c.fill(roundedRect(20, 34, 39, 35.4, .6), [4]float64{19, 33, 40, 37}, ink)
		c.fill(roundedRect(20, cardH-35.4, 39, cardH-34, .6), [4]float64{19, 50, 40, 60}, ink)
	}
}

// ivoryFront: a light card, numbers in its colour in all four corners, a lozenge in the middle.
func ivoryFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), rgb(248, 244, 230))
	for _, x := range []float64{11, cardW - 11} {
		d.number(c, card.Number, x, 14, 15, 0, col)
		d.number(c, card.Number, x, cardH-14, 15, math.Pi, col)
	}
	c.fill(polygon(models.Point{X: 29.5, Y: 26}, models.Point{X: 44, Y: 45.5}, models.Point{X: 29.5, Y: 65}, models.Point{X: 15, Y: 45.5}), [4]float64{14, 25, 45, 66}, col)
	if card.Number == 6 || card.Number == 9 {
		for _, x := range []float64{11, cardW - 11} {
			c.fill(roundedRect(x-5, 23.5, x+5, 24.8, .5), [4]float64{x - 6, 23, x + 6, 25}, col)
			c.fill(roundedRect(x-5, cardH-24.8, x+5, cardH-23.5, .5), [4]float64{x - 6, cardH - 25, x + 6, cardH - 23}, col)
		}
	}
}

// targetFront: small numbers in two corners only, a picture of rings in the middle that all cards of a colour share.
func targetFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	for r := 20.0; r > 4; r -= 5 {
		ink := col.towards(white, .35)
		if int(r/5)%2 == 0 {
			ink = col.towards(black, .3)
		}
		c.fill(disc(cardW/2, cardH/2, r), [4]float64{5, 20, 54, 70}, ink)
	}
	d.number(c, card.Number, 11, 14, 14, 0, white)
	d.number(c, card.Number, cardW-11, cardH-14, 14, math.Pi, white)
}

// noirFront: a black card, numbers and a bar in its colour.
func noirFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), rgb(28, 27, 30))
	d.number(c, card.Number, cardW/2, 22, 24, 0, col)
	d.number(c, card.Number, cardW/2, cardH-22, 24, math.Pi, col)
	c.fill(roundedRect(6, 43.5, cardW-6, 47.5, 1), [4]float64{5, 42, 55, 49}, col)
	if card.Number == 6 || card.Number == 9 {
		c.fill(roundedRect(22, 36, cardW-22, 37.5, .5), [4]float64{20, 35, 40, 39}, col)
		c.fill(roundedRect(22, cardH-37.5, cardW-22, cardH-36, .5), [4]float64{20, cardH - 39, 40, cardH - 35}, col)
	}
}

// swarmFront: as many round pictures as the number says, anywhere, small black numbers in all four corners.
func swarmFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	rng := rand.New(rand.NewPCG(uint64(card.Number), uint64(card.Color)))
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), col.towards(white, .15))
	for range card.Number {
		x, y, r := 14+31*rng.Float64(), 24+43*rng.Float64(), 4+3*rng.Float64()
		c.fill(disc(x, y, r), [4]float64{x - r - 1, y - r - 1, x + r + 1, y + r + 1}, col.towards(black, .4))
		c.fill(boltShape(x, y, r), [4]float64{x - r, y - r, x + r, y + r}, rgb(250, 240, 210))
	}
	for _, x := range []float64{9, cardW - 9} {
		d.number(c, card.Number, x, 11, 11, 0, black)
		d.number(c, card.Number, x, cardH-11, 11, math.Pi, black)
	}
}

// tonalFront: the number large in a darker tone of the card, small in a lighter one in two corners; the body grows darker towards its foot.
func tonalFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	c.paint(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), func(x, y float64) colour {
		if y < cardH/2 {
			return col.towards(white, .22*(1-2*y/cardH))
		}
		return col.towards(black, .3*(2*y/cardH-1))
	})
	d.number(c, card.Number, cardW/2, cardH/2, 42, 0, col.towards(black, .45))
	d.number(c, card.Number, 10, 12, 10, 0, col.towards(white, .6))
	d.number(c, card.Number, cardW-10, cardH-12, 10, math.Pi, col.towards(white, .6))
	if card.Number == 6 || card.Number == 9 {
		c.fill(disc(cardW/2, 74, 2), [4]float64{26, 71, 33, 77}, col.towards(black, .45))
	}
}

// borderFront: a white card that has its colour in a border and two dots alone, small black numbers, and a grey picture that all cards share.
func borderFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), col)
	c.fill(roundedRect(5, 5, cardW-5, cardH-5, 2), c.everything(), white)
	for r := 17.0; r > 3; r -= 4 {
		ink := rgb(190, 190, 188)
		if int(r/4)%2 == 0 {
			ink = rgb(120, 122, 126)
		}
		c.fill(disc(cardW/2, cardH/2, r), [4]float64{5, 20, 54, 70}, ink)
	}
	for _, e := range []struct{ x, y, rad float64 }{{14, 16, 0}, {cardW - 14, cardH - 16, math.Pi}} {
		d.number(c, card.Number, e.x, e.y, 13, e.rad, black)
	}
	for _, e := range []struct{ x, y float64 }{{cardW - 13, 14}, {13, cardH - 14}} {
		c.fill(disc(e.x, e.y, 5), [4]float64{e.x - 6, e.y - 6, e.x + 6, e.y + 6}, col)
	}
	if card.Number == 6 || card.Number == 9 {
		c.fill(roundedRect(9, 24, 19, 25.2, .5), [4]float64{8, 23, 20, 26}, black)
		c.fill(roundedRect(cardW-19, cardH-25.2, cardW-9, cardH-24, .5), [4]float64{cardW - 20, cardH - 26, cardW - 8, cardH - 23}, black)
	}
}

// diceFront: as many spots as the number says, laid as on dice, the number small in two corners.
func diceFront(d *design, c *canvas, card models.Card) {
	ink := white
	if card.Color == models.Yellow {
		ink = rgb(80, 30, 20)
	}
	rows := [11][]int{1: {1}, 2: {1, 1}, 3: {1, 1, 1}, 4: {2, 2}, 5: {2, 1, 2}, 6: {2, 2, 2}, 7: {2, 1, 2, 2}, 8: {2, 2, 2, 2}, 9: {3, 3, 3}, 10: {3, 2, 3, 2}}[card.Number]
	for j, n := range rows {
		y := cardH/2 + (float64(j)-float64(len(rows)-1)/2)*14
		for i := range n {
			x := cardW/2 + (float64(i)-float64(n-1)/2)*14
			c.fill(disc(x, y, 4.5), [4]float64{x - 5, y - 5, x + 5, y + 5}, ink)
		}
	}
	d.number(c, card.Number, 8, 9.5, 8, 0, ink)
	d.number(c, card.Number, cardW-8, cardH-9.5, 8, math.Pi, ink)
}

// confettiFront: dots of all colours strewn over a pale ground, dark numbers on white at both ends.
func confettiFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), col.towards(white, .35))
	rng := rand.New(rand.NewPCG(uint64(card.Index()), 17))
	clip := roundedRect(0, 0, cardW, cardH, cardRadius)
	for i := range 70 {
		o := d.body[models.Colors()[(int(card.Color)+i%4)%4]]
		x, y, r := cardW*rng.Float64(), cardH*rng.Float64(), 1+1.2*rng.Float64()
		s := disc(x, y, r)
		c.fill(func(px, py float64) float64 { return max(s(px, py), clip(px, py)) }, [4]float64{x - r, y - r, x + r, y + r}, o)
	}
	for _, e := range []struct{ y, rad float64 }{{20, 0}, {cardH - 20, math.Pi}} {
		lines, box := d.digits.write(strconv.Itoa(card.Number), cardW/2, e.y, 21, e.rad)
		c.fill(pen(lines, 21*.36), box, white)
		d.number(c, card.Number, cardW/2, e.y, 21, e.rad, col.towards(black, .35))
	}
}

// bannerFront: a pattern in browns that all cards share, the colour in a band across the middle and two discs.
func bannerFront(d *design, c *canvas, card models.Card) {
	col := d.body[card.Color]
	card0 := roundedRect(0, 0, cardW, cardH, cardRadius)
	c.paint(card0, c.everything(), func(x, y float64) colour {
		v := math.Sin(x*.35+2*math.Sin(y*.13)) + math.Sin(y*.28+1.5*math.Sin(x*.17+1))
		switch {
		case v > .5:
			return rgb(126, 110, 76)
		case v > -.5:
			return rgb(84, 92, 60)
		}
		return rgb(52, 50, 44)
	})
	band := roundedRect(-5, 35, cardW+5, 56, 0)
	c.fill(func(x, y float64) float64 { return max(band(x, y), card0(x, y)) }, c.everything(), col)
	d.number(c, card.Number, cardW/2, cardH/2, 17, 0, white)
	for _, e := range []struct{ x, y, rad float64 }{{12, 13, 0}, {cardW - 12, cardH - 13, math.Pi}} {
		c.fill(disc(e.x, e.y, 8), [4]float64{e.x - 9, e.y - 9, e.x + 9, e.y + 9}, col)
		d.number(c, card.Number, e.x, e.y, 9.5, e.rad, white)
	}
}
