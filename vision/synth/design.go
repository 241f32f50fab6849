package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"schiri/models"
)

// design is one edition's artwork.
type design struct {
	name   string
	body   [5]colour // by models.Color
	digits lettering
	front  func(d *design, c *canvas, card models.Card)
	back   func(d *design, c *canvas, b backStyle)
}

// Designs lists the names of the artwork there is.
func Designs() []string {
	names := make([]string, len(designs()))
	for i, d := range designs() {
		names[i] = d.name
	}
	return names
}

func designs() []design {
	return []design{
		{
			name:   "bubbles",
			body:   [5]colour{models.Red: rgb(178, 30, 34), models.Yellow: rgb(248, 205, 12), models.Green: rgb(18, 96, 58), models.Blue: rgb(24, 62, 146)},
			digits: lettering{weight: .24, slant: .16, step: 12, wide: 1.1},
			front:  bubblesFront, back: scriptBack,
		},
		{
			name:   "frame",
			body:   [5]colour{models.Red: rgb(206, 44, 38), models.Yellow: rgb(243, 184, 22), models.Green: rgb(40, 138, 62), models.Blue: rgb(28, 96, 176)},
			digits: lettering{weight: .19, step: 14, wide: 1.05},
			front:  frameFront, back: latticeBack,
		},
		{
			name:   "medal",
			body:   [5]colour{models.Red: rgb(196, 20, 62), models.Yellow: rgb(240, 222, 60), models.Green: rgb(64, 158, 92), models.Blue: rgb(58, 70, 160)},
			digits: lettering{weight: .15, step: 62, wide: .95},
			front:  medalFront, back: ringsBack,
		},
		{
			name:   "stripes",
			body:   [5]colour{models.Red: rgb(150, 28, 30), models.Yellow: rgb(226, 170, 40), models.Green: rgb(46, 110, 50), models.Blue: rgb(50, 120, 190)},
			digits: lettering{weight: .13, slant: -.05, step: 20, wide: 1.25},
			front:  stripesFront, back: latticeBack,
		},
		{
			name:   "paper",
			body:   [5]colour{models.Red: rgb(188, 36, 44), models.Yellow: rgb(250, 214, 40), models.Green: rgb(22, 118, 66), models.Blue: rgb(36, 74, 168)},
			digits: lettering{weight: .2, slant: .08, step: 16, wide: 1},
			front:  frameFront, back: paperBack,
		},
		{
			name:   "ivory",
			body:   [5]colour{models.Red: rgb(200, 40, 44), models.Yellow: rgb(240, 190, 20), models.Green: rgb(30, 130, 70), models.Blue: rgb(40, 84, 176)},
			digits: lettering{weight: .17, slant: 0, step: 14, wide: .95},
			front:  ivoryFront, back: ringsBack,
		},
		{
			name:   "target",
			body:   [5]colour{models.Red: rgb(184, 40, 52), models.Yellow: rgb(236, 196, 40), models.Green: rgb(60, 130, 40), models.Blue: rgb(20, 90, 150)},
			digits: lettering{weight: .18, slant: .1, step: 10, wide: .9},
			front:  targetFront, back: scriptBack,
		},
		{
			name:   "noir",
			body:   [5]colour{models.Red: rgb(226, 60, 56), models.Yellow: rgb(246, 206, 40), models.Green: rgb(60, 180, 90), models.Blue: rgb(64, 130, 230)},
			digits: lettering{weight: .2, slant: .1, step: 14, wide: 1.05},
			front:  noirFront, back: tileBack,
		},
		{
			name:   "swarm",
			body:   [5]colour{models.Red: rgb(200, 40, 50), models.Yellow: rgb(244, 210, 60), models.Green: rgb(70, 160, 70), models.Blue: rgb(60, 120, 200)},
			digits: lettering{weight: .18, step: 14, wide: 1},
			front:  swarmFront, back: halvesBack,
		},
	}
}

func findDesign(name string) (design, error) {
	for _, d := range designs() {
		if d.name == name {
			return d, nil
		}
	}
	return design{}, fmt.Errorf("design %q is not known; want one of %v", name, Designs())
}

// card draws a blank card of the given colour, with rounded corners.
func blankCard(scale float64, body colour) *canvas {
	c := newCanvas(cardW, cardH, scale, 2)
	for i := range c.w * c.h { // the colour runs on below the transparent corners, so that edges do not darken
		copy(c.pix[4*i:], body[:])
	}
	c.fill(roundedRect(0, 0, cardW, cardH, cardRadius), c.everything(), body)
	return c
}

// drawFront draws a card's front at scale pixels a millimetre.
func (d *design) drawFront(card models.Card, scale float64) *canvas {
	c := blankCard(scale, d.body[card.Color])
	d.front(d, c, card)
	return c
}

// number writes a number in white or another colour, with nothing around it.
func (d *design) number(c *canvas, n int, cx, cy, h, rad float64, col colour) {
	lines, box := d.digits.write(strconv.Itoa(n), cx, cy, h, rad)
	c.fill(pen(lines, h*d.digits.weight), box, col)
}

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

// sprites are all faces of a design, drawn once.
type sprites struct {
	fronts [models.DeckSize]*canvas
	backs  map[models.Back]*canvas
}

func (d *design) sprites(scale float64, backs []models.Back) (*sprites, error) {
	s := &sprites{backs: map[models.Back]*canvas{}}
	for i := range s.fronts {
		s.fronts[i] = d.drawFront(models.CardAt(i), scale)
	}
	for _, b := range backs {
		style, err := findBack(b)
		if err != nil {
			return nil, err
		}
		s.backs[b] = d.drawBack(style, scale)
	}
	return s, nil
}
