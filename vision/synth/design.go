package synth

import (
	"fmt"
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
	deep := [5]colour{models.Red: rgb(190, 42, 40), models.Yellow: rgb(238, 190, 30), models.Green: rgb(46, 128, 70), models.Blue: rgb(36, 88, 170)}
	bright := [5]colour{models.Red: rgb(214, 56, 70), models.Yellow: rgb(250, 200, 60), models.Green: rgb(80, 160, 60), models.Blue: rgb(50, 110, 200)}
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
		{
			name:   "tonal",
			body:   deep,
			digits: lettering{weight: .2, step: 12, wide: 1},
			front:  tonalFront, back: bandBack,
		},
		{
			name:   "border",
			body:   bright,
			digits: lettering{weight: .16, step: 14, wide: .95},
			front:  borderFront, back: scriptBack,
		},
		{
			name:   "dice",
			body:   deep,
			digits: lettering{weight: .18, step: 14, wide: 1},
			front:  diceFront, back: bandBack,
		},
		{
			name:   "confetti",
			body:   bright,
			digits: lettering{weight: .22, slant: .12, step: 12, wide: 1.1},
			front:  confettiFront, back: latticeBack,
		},
		{
			name:   "banner",
			body:   bright,
			digits: lettering{weight: .2, step: 16, wide: 1},
			front:  bannerFront, back: ringsBack,
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
