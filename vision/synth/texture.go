package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Tables lists the table tops there are.
func Tables() []string {
	return []string{"oak", "walnut", "felt", "cloth", "plain", "dark", "scarlet", "gingham", "marble", "flowers", "news"}
}

// field is smooth noise from 0 to 1 that repeats after n cells in both directions.
type field struct {
	n int
	v []float32
}

func newField(n int, rng *rand.Rand) field {
	f := field{n, make([]float32, n*n)}
	for i := range f.v {
		f.v[i] = rng.Float32()
	}
	return f
}

// at interpolates between the cells around (x, y).
func (f field) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	u, v := x-fx, y-fy
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	i, j := int(fx)&(f.n-1), int(fy)&(f.n-1)
	k, l := (i+1)&(f.n-1), (j+1)&(f.n-1)
	a, b := float64(f.v[j*f.n+i]), float64(f.v[j*f.n+k])
	c, d := float64(f.v[l*f.n+i]), float64(f.v[l*f.n+k])
	return (a*(1-u)+b*u)*(1-v) + (c*(1-u)+d*u)*v
}

// layers adds octaves of the noise, each twice as fine and half as strong.
func (f field) layers(x, y float64, octaves int) float64 {
	sum, k := 0.0, .5
	for range octaves {
		sum += k * f.at(x, y)
		x, y, k = 2*x+17.3, 2*y+5.7, k/2
	}
	return sum
}

// tone makes a colour darker or lighter; 1 leaves it.
func tone(c colour, k float64) colour {
	for i := range c {
		c[i] = uint8(max(0, min(255, float64(c[i])*k)))
	}
	return c
}

// tableTop gives the colour of a table top at (x, y) millimetres.
func tableTop(name string, rng *rand.Rand) (func(x, y float64) colour, error) {
	f := newField(256, rng)
	wood := func(light, dark colour, plank float64) func(x, y float64) colour {
		return func(x, y float64) colour {
			row := math.Floor(y / plank)
			joint := y - row*plank
			y += 37 * row
			bend := 9 * f.layers(x/160, y/60+row*7, 3)
			grain := f.layers(x/70+row*31, (y+bend)/3.1, 3)
			fine := f.at(x/11, y*1.1)
			c := light.towards(dark, max(0, min(1, 1.5*grain-.3)))
			k := .9 + .14*fine + .1*f.at(row*3.7, .5)
			if joint < 1.6 {
				k *= .55
			}
			return tone(c, k)
		}
	}
	felt := func(base colour) func(x, y float64) colour {
		return func(x, y float64) colour {
			return tone(base, .84+.22*f.at(x/1.7, y/1.7)+.14*f.layers(x/90, y/90, 3))
		}
	}
	switch name {
	case "oak":
		return wood(rgb(196, 150, 98), rgb(132, 88, 48), 120), nil
	case "walnut":
		return wood(rgb(98, 64, 42), rgb(50, 30, 20), 90), nil
	case "felt":
		return felt(rgb(30, 116, 62)), nil
	case "scarlet":
		return felt(rgb(170, 42, 44)), nil
	case "plain":
		return func(x, y float64) colour { return tone(rgb(214, 210, 202), .95+.08*f.layers(x/130, y/130, 3)) }, nil
	case "dark":
		return func(x, y float64) colour {
			return tone(rgb(40, 42, 48), .85+.3*f.layers(x/60, y/60, 4)+.12*f.at(x/2, y/2))
		}, nil
	case "marble":
		return func(x, y float64) colour {
			v := math.Abs(math.Sin(x/95 + y/160 + 5*f.layers(x/120, y/120, 4)))
			return rgb(196, 194, 190).towards(rgb(120, 122, 128), math.Pow(1-v, 5)*.8)
		}, nil
	case "cloth":
		return func(x, y float64) colour {
			c := rgb(206, 198, 178)
			u, v := math.Mod(x+1e5, 74)-37, math.Mod(y+1e5, 74)-37
			switch r := math.Hypot(u, v); {
			case r < 11:
				c = rgb(70, 108, 150)
			case math.Abs(r-20) < 2.2:
				c = rgb(176, 84, 70)
			}
			return tone(c, .88+.1*math.Sin(x*2.1)*math.Sin(y*2.1)+.1*f.layers(x/40, y/40, 3))
		}, nil
	case "gingham":
		return func(x, y float64) colour {
			stripes := 0.0
			for _, s := range []float64{x, y} {
				if math.Mod(s+1e5, 50) < 25 {
					stripes += .5
				}
			}
			return tone(rgb(232, 228, 220).towards(rgb(40, 78, 150), stripes*.9), .92+.1*f.at(x/1.5, y/1.5))
		}, nil
	case "flowers":
		return f.flowers, nil
	case "news":
		return f.news, nil
	}
	return nil, fmt.Errorf("table %q is not known; want one of %v", name, Tables())
}

// flowers is an oilcloth with flowers in the cards' colours strewn over it.
func (f field) flowers(x, y float64) colour {
	const apart = 66 // mm
	c := rgb(236, 232, 224)
	i, j := math.Floor(x/apart), math.Floor(y/apart)
	h := uint32(int32(i)*73856093 ^ int32(j)*19349663)
	u, v := x-apart*(i+.5)+float64(h%17)-8, y-apart*(j+.5)+float64(h/17%17)-8
	r, a := math.Hypot(u, v), math.Atan2(v, u)
	switch {
	case r < 5:
		c = rgb(250, 220, 70)
	case r < 17+5*math.Cos(5*a+float64(h%7)):
		c = []colour{rgb(206, 50, 60), rgb(240, 190, 40), rgb(60, 90, 190), rgb(200, 90, 160)}[h/289%4]
	case r < 27 && math.Sin(2*a+float64(h%5)) > .8:
		c = rgb(60, 130, 60)
	}
	return tone(c, .93+.08*f.at(x/2, y/2))
}

// news is a newspaper: columns of fine print with headings between.
func (f field) news(x, y float64) colour {
	const column, line, section, heading = 62, 4.2, 310, 34 // mm
	c := rgb(222, 218, 206)
	i, j := math.Floor(x/column), math.Floor(y/line)
	u, v := x-column*i, y-line*j
	at := math.Mod(y+70*i+1e5, section)
	switch row := math.Mod(at, heading/2); {
	case u < 3 || u > 58:
	case at < heading:
		if row > 4 && row < 14 && f.at(u/2.4+31*i, 7.5+math.Floor(at/(heading/2))) > .42 {
			c = rgb(30, 30, 34)
		}
	case v > 1.2 && v < 3.3 && f.at(u/.9+13*i, 1.7*j+.5) > .4:
		c = rgb(60, 60, 64)
	}
	return tone(c, .94+.08*f.layers(x/90, y/90, 3))
}

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
