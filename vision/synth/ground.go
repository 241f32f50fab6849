package synth

import (
	"math"
	"math/rand/v2"
)

// phoneGround gives the colour at (x, y) millimetres of what cards are photographed on with a phone: a table
// top, turned and shifted anyhow, or what only such photos have: "stripes" and "keyboard".
func phoneGround(name string, rng *rand.Rand) (func(x, y float64) colour, error) {
	turn, shift := between(rng, 0, 2*math.Pi), vec{between(rng, -40, 40), between(rng, -40, 40), 0}
	var top func(x, y float64) colour
	var err error
	switch name {
	case "stripes":
		top = newField(256, rng).stripes(rng)
	case "keyboard":
		top = newField(256, rng).keyboard(rng)
	default:
		if top, err = tableTop(name, rng); err != nil {
			return nil, err
		}
	}
	return func(x, y float64) colour {
		v := vec{x, y, 0}.turned(turn).add(shift)
		return top(v.x, v.y)
	}, nil
}

// stripes is a woven cloth with stripes in one colour, some with a thin line between them.
func (f field) stripes(rng *rand.Rand) func(x, y float64) colour {
	grounds := []colour{rgb(232, 228, 220), rgb(210, 205, 195), rgb(190, 200, 205)}
	inks := []colour{rgb(60, 80, 140), rgb(150, 50, 50), rgb(90, 120, 90), rgb(150, 140, 130), rgb(60, 60, 65)}
	ground, ink := grounds[rng.IntN(len(grounds))], inks[rng.IntN(len(inks))]
	apart, wide, line := between(rng, 6, 26), between(rng, .25, .6), rng.IntN(3) == 0
	return func(x, y float64) colour {
		c := ground
		switch at := math.Mod(y+1e4*apart, apart) / apart; {
		case at < wide:
			c = ink
		case line && at > .8 && at < .86:
			c = rgb(180, 80, 80)
		}
		return tone(c, .86+.14*f.at(x/.7, y/.7)+.1*f.layers(x/60, y/60, 2))
	}
}

// keyboard is a laptop's: five rows of keys and a bar, below them a touchpad, and the desk around it.
func (f field) keyboard(rng *rand.Rand) func(x, y float64) colour {
	const pitch, key, half, head, foot = 19.0, 8.1, 165.0, -62.0, 128.0 // mm: from key to key, half a key, the case
	body, caps, ink := rgb(172, 174, 178), rgb(42, 42, 45), rgb(222, 222, 222)
	switch rng.IntN(3) {
	case 0:
		caps, ink = rgb(238, 238, 235), rgb(90, 90, 90)
	case 1:
		body = rgb(32, 32, 35)
	}
	marks := keyMarks()
	chassis, pad := roundedRect(-half, head, half, foot, 9), roundedRect(-52, 58, 52, 122, 3)
	bar, cap := roundedRect(-54, 38+pitch/2-key, 54, 38+pitch/2+key, 2), roundedRect(-key, -key, key, key, 2)
	return func(x, y float64) colour {
		row := math.Floor((y + 57) / pitch)
		shift := math.Mod(7*row, 13)
		i := math.Floor((x + shift) / pitch)
		u, v := x+shift-pitch*(i+.5), y+57-pitch*(row+.5)
		c := body
		switch {
		case chassis(x, y) > 0:
			c = rgb(150, 132, 112)
		case row >= 0 && row < 5 && math.Abs(x) < half-10 && cap(u, v) < 0:
			if c = caps; marks[int(5*row+3*i+60)%len(marks)](u, v) < 0 {
				c = ink
			}
		case bar(x, y) < 0:
			c = caps
		case math.Abs(pad(x, y)) < .4:
			c = tone(body, .7)
		}
		return tone(c, .95+.07*f.layers(x/50, y/50, 2))
	}
}

// keyMarks are the outlines of what is printed on keys, around the key's middle.
func keyMarks() []shape {
	l := lettering{weight: .14, step: 20, wide: 1}
	var all []shape
	for _, r := range "3s7h1c5r0i8" {
		lines, box := l.write(string(r), 0, -1, 5, 0)
		mark := pen(lines, 5*l.weight)
		all = append(all, func(x, y float64) float64 {
			if x < box[0] || x > box[2] || y < box[1] || y > box[3] { // most of a key is far from its mark
				return 1
			}
			return mark(x, y)
		})
	}
	return all
}
